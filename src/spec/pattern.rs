//! The patterns of the tables: `*` is any text, `#` a digit, `%` a hexadecimal digit, `&` a lowercase one, `^` a
//! capital letter, `@` a letter or a digit; any other character matches itself.

/// A mark that matches one character: the mark, which characters it matches, and the same as a regular expression.
type Class = (u8, fn(u8) -> bool, &'static str);

const CLASSES: &[Class] = &[
    (b'#', |it| it.is_ascii_digit(), "[0-9]"),
    (b'%', |it| it.is_ascii_hexdigit(), "[0-9A-Fa-f]"),
    (b'&', |it| matches!(it, b'0'..=b'9' | b'a'..=b'f'), "[0-9a-f]"),
    (b'^', |it| it.is_ascii_uppercase(), "[A-Z]"),
    (b'@', |it| it.is_ascii_alphanumeric(), "[0-9A-Za-z]"),
];

fn class(mark: u8) -> Option<&'static Class> {
    CLASSES.iter().find(|it| it.0 == mark)
}

/// Whether a word of the tables is a pattern.
#[cfg(not(target_family = "wasm"))]
pub fn is_pattern(word: &str) -> bool {
    word.bytes().any(|it| it == b'*' || class(it).is_some())
}

/// Whether a text matches any of the patterns.
pub fn is_like_any(text: &str, patterns: &[&str]) -> bool {
    patterns.iter().any(|it| is_like(text, it))
}

/// Whether a text matches a pattern.
pub fn is_like(text: &str, pattern: &str) -> bool {
    let (mut text, mut pattern) = (text.as_bytes(), pattern.as_bytes());
    // Where to continue if what follows the last `*` does not match: one byte further.
    let mut retry: Option<(&[u8], &[u8])> = None;
    loop {
        match (text, pattern) {
            (_, b"*") => return true,
            (_, [b'*', rest @ ..]) => {
                retry = Some((text, rest));
                pattern = rest;
                continue;
            }
            ([], []) => return true,
            ([byte, after @ ..], [mark, rest @ ..]) if fits(*byte, *mark) => {
                (text, pattern) = (after, rest);
                continue;
            }
            _ => (),
        }
        let Some(([_, after @ ..], rest)) = retry else { return false };
        retry = Some((after, rest));
        (text, pattern) = (after, rest);
    }
}

fn fits(byte: u8, mark: u8) -> bool {
    class(mark).map_or(byte == mark, |it| (it.1)(byte))
}

/// The pattern as a regular expression.
#[cfg(not(target_family = "wasm"))]
pub fn regex(pattern: &str) -> String {
    let mut out = "^".to_owned();
    let chars: Vec<char> = pattern.chars().collect();
    // Marks that match the same, as often as they follow one another.
    for run in chars.chunk_by(|one, next| one == next) {
        let n = run.len();
        let Some((_, _, regex)) = run.first().and_then(|it| u8::try_from(*it).ok()).and_then(class) else {
            run.iter().for_each(|it| push_literal(*it, &mut out));
            continue;
        };
        out.push_str(regex);
        if n > 1 {
            out.push_str(&format!("{{{n}}}"));
        }
    }
    out.push('$');
    out
}
/// Any text, or a character that matches itself.
#[cfg(not(target_family = "wasm"))]
fn push_literal(ch: char, out: &mut String) {
    match ch {
        '*' => out.push_str("[\\s\\S]*"),
        '\n' => out.push_str("\\n"),
        _ => {
            if "$\\.+?()[]{}|/".contains(ch) {
                out.push('\\');
            }
            out.push(ch);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{is_like, is_pattern, regex};

    #[test]
    fn patterns_fit() {
        assert!(is_like("T-local-abc", "T-local-*"));
        assert!(is_like("a/../b", "*/../*"));
        assert!(is_like("aab", "*ab") && is_like("", "*") && is_like("B12", "B##"));
        assert!(is_like("0af", "&&&") && !is_like("A", "&") && !is_like("g", "&") && is_like("A", "%"));
        assert!(is_like("aBc", "*^*") && !is_like("abc", "*^*"));
        assert!(is_like("aB3", "@@@") && !is_like("a_3", "@@@") && !is_like("aB34", "@@@"));
        assert!(!is_like("B1x", "B##") && !is_like("T-loca", "T-local*"));
        assert!(!is_like("ab", "a") && !is_like("a", "ab") && !is_like("", "a"));
    }

    #[test]
    fn every_mark_is_one_in_both_languages() {
        assert_eq!(regex("a.#%&^@*\n"), "^a\\.[0-9][0-9A-Fa-f][0-9a-f][A-Z][0-9A-Za-z][\\s\\S]*\\n$");
        assert_eq!(regex("T##-&&&&.."), "^T[0-9]{2}-[0-9a-f]{4}\\.\\.$");
        assert!(["*", "a#", "%", "&b", "^", "@"].iter().all(|it| is_pattern(it)) && !is_pattern("codex/v3.6"));
    }
}
