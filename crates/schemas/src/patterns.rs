//! How large a regular expression is once its repetitions are written out.

/// About as many states as an engine needs. Any text has a size; whether it is a regular expression is for the library to say.
/// Dialects differ in where a class ends that contains brackets, so it counts in which one it is largest.
pub(super) fn states(source: &str) -> usize {
    let readings = [(false, false), (false, true), (true, false), (true, true)];
    readings
        .into_iter()
        .map(|(nests, is_first_literal)| PatternDialect { nests, is_first_literal }.states(source))
        .max()
        .unwrap_or(0)
}

/// How brackets in a class are read.
struct PatternDialect {
    /// A bracket opens a class in the class.
    nests: bool,
    /// A closing bracket at the beginning is a character.
    is_first_literal: bool,
}

impl PatternDialect {
    fn states(&self, source: &str) -> usize {
        // The states of each group that is open, and of what can be repeated.
        let mut groups = vec![0_usize];
        let mut last = 0_usize;
        let mut rest = source;
        while let Some(char) = rest.chars().next() {
            let after = after_char(rest);
            rest = after;
            match char {
                '(' if is_free(after) => return usize::MAX,
                '(' => {
                    groups.push(1);
                    last = 0;
                    continue;
                }
                '{' => {
                    if let Some((bounds, after)) = after.split_once('}') {
                        let times = most(bounds).unwrap_or(1).max(1);
                        add(&mut groups, last.saturating_mul(times - 1));
                        last = last.saturating_mul(times);
                        rest = if most(bounds).is_some() { after } else { rest };
                    }
                    continue;
                }
                ')' if groups.len() > 1 => last = groups.pop().unwrap_or_default(),
                '[' => (last, rest) = (1, self.after_class(after)),
                '\\' => (last, rest) = (1, after_char(after)),
                _ => last = char.len_utf8(),
            }
            add(&mut groups, last);
        }
        groups.into_iter().fold(0, usize::saturating_add)
    }

    /// What follows a class that has begun.
    fn after_class<'t>(&self, class: &'t str) -> &'t str {
        let mut rest = class.strip_prefix('^').unwrap_or(class);
        if self.is_first_literal {
            rest = rest.strip_prefix(']').unwrap_or(rest);
        }
        let mut depth = 1;
        while let Some(char) = rest.chars().next() {
            rest = after_char(rest);
            match char {
                '\\' => rest = after_char(rest),
                '[' if self.nests => depth += 1,
                ']' => depth -= 1,
                _ => (),
            }
            if depth == 0 {
                break;
            }
        }
        rest
    }
}

fn add(groups: &mut [usize], n: usize) {
    groups.iter_mut().next_back().into_iter().for_each(|it| *it = it.saturating_add(n));
}

fn after_char(text: &str) -> &str {
    let mut chars = text.chars();
    chars.next();
    chars.as_str()
}

/// Whether a group sets the flag `x`, after which spaces and comments are none of the expression.
fn is_free(group: &str) -> bool {
    let flags = group.strip_prefix('?').unwrap_or_default();
    flags.chars().take_while(|it| it.is_ascii_alphabetic() || *it == '-').any(|it| it == 'x')
}

/// The larger number of `3`, `3,` or `3,9`.
fn most(bounds: &str) -> Option<usize> {
    let (least, most) = bounds.split_once(',').unwrap_or((bounds, ""));
    let number = |it: &str| it.trim().parse().ok();
    number(most).or_else(|| number(least))
}

#[cfg(test)]
mod tests {
    use super::states;

    #[test]
    fn repetitions_are_written_out() {
        for (source, expected) in [
            ("", 0..=0),
            ("^abc$", 5..=5),
            ("^[a-z]{1,10}-[0-9]{1,10}$", 23..=23),
            ("(?:a{999}b){19}", 19_000..=19_100),
            ("((a{100}){100}){100}", 1_000_000..=1_100_000),
            ("a{99}{99}{99}", 970_299..=970_299),
            ("a{99999999}{99999999}{99999999}", usize::MAX..=usize::MAX),
            (r"\({3}a", 4..=4),
            ("a){3}", 4..=4),
            (r"\p{L}{9}", 9..=20),
            // A parenthesis in a class is no group, whatever the dialect is.
            ("(aaaaaaaaa[(]b){100}", 1100..=1300),
            ("(aaaaaaaaa[])]b[](]c){100}", 1100..=1500),
            ("(aaaaaaaaa[b[c])]d[e[f](]g){100}", 1100..=1500),
            ("(?x)a", usize::MAX..=usize::MAX),
        ] {
            assert!(expected.contains(&states(source)), "{source}: {}", states(source));
        }
    }
}
