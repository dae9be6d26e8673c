//! Lines that fit into a terminal, broken between words.

use unicode_width::UnicodeWidthChar;

/// The text in lines of at most so many columns, as far as its words allow it. All but the first are indented by so many
/// blanks.
pub(super) fn folded(text: &str, indent: usize, columns: usize) -> String {
    let mut out = String::new();
    let (mut used, mut has_word) = (0, false);
    for (idx, word) in text.split(' ').enumerate() {
        let more = width(word);
        if has_word && more > 0 && used + 1 + more > columns {
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            (used, has_word) = (indent, false);
        } else if idx > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += more;
        has_word |= more > 0;
    }
    out
}

/// How wide the words at the beginning of a line are, such as numbers, beside which the rest of it is broken.
const NARROW: usize = 8;

/// The same for a text with lists: a line that is too long goes on below its second column, or that column is put on lines
/// of its own, in all lines of its paragraph.
pub(super) fn folded_lists(text: &str, columns: usize) -> String {
    let folded = |paragraph: &str| {
        let is_too_wide = |it: &ListLine| it.tail.is_some() && it.at > NARROW && width(it.whole) > columns;
        let lines: Vec<_> = paragraph.split('\n').map(ListLine::new).collect();
        let apart = lines.iter().any(is_too_wide);
        lines.iter().map(|it| it.folded(columns, apart)).collect::<Vec<_>>().join("\n")
    };
    text.split("\n\n").map(folded).collect::<Vec<_>>().join("\n\n")
}

/// A line in two columns, if there are two blanks in it.
struct ListLine<'t> {
    whole: &'t str,
    /// The blanks before it.
    start: usize,
    head: &'t str,
    tail: Option<&'t str>,
    /// Where the second column begins.
    at: usize,
}

impl<'t> ListLine<'t> {
    fn new(whole: &'t str) -> Self {
        let rest = whole.trim_start_matches(' ');
        let start = whole.len() - rest.len();
        let (head, tail) = rest.split_once("  ").map_or((rest, None), |(head, tail)| (head, Some(tail.trim_start())));
        Self { whole, start, head, tail, at: whole.len() - tail.map_or(0, str::len) }
    }

    fn folded(&self, columns: usize, apart: bool) -> String {
        let Self { whole, start, head, tail, at } = *self;
        let (blanks, further) = (" ".repeat(start), start + 4);
        match tail {
            Some(tail) if at > NARROW && apart => {
                let head = folded(&format!("{blanks}{head}"), further, columns);
                let indented = format!("{}{tail}", " ".repeat(further));
                format!("{head}\n{}", folded(&indented, further, columns))
            }
            Some(_) if at <= NARROW => folded(whole, at, columns),
            // A command goes on deeper than the next one begins.
            _ => folded(whole, if head.starts_with("agent-response ") { further } else { start }, columns),
        }
    }
}

/// The columns of a text without its colors.
fn width(text: &str) -> usize {
    let (mut columns, mut is_escape) = (0, false);
    for ch in text.chars() {
        match ch {
            '\u{1b}' => is_escape = true,
            'm' if is_escape => is_escape = false,
            _ if is_escape => (),
            _ => columns += ch.width().unwrap_or_default(),
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::{folded, folded_lists};

    #[test]
    fn words_stay_whole() {
        assert_eq!(folded("one two three", 2, 8), "one two\n  three");
        assert_eq!(folded("one  two", 0, 4), "one\ntwo");
        assert_eq!(folded("  much-too-long x", 4, 6), "  much-too-long\n    x");
        assert_eq!(folded("日本 語", 0, 5), "日本\n語");
        assert_eq!(folded("\u{1b}[1mone\u{1b}[0m two", 0, 7), "\u{1b}[1mone\u{1b}[0m two");
        assert_eq!(folded("", 2, 8), "");
    }

    #[test]
    fn columns_stay_below_each_other() {
        assert_eq!(folded_lists("  1  one two three", 12), "  1  one two\n     three");
        let list = "L:\n  fix --diff      one two\n  fix             one";
        assert_eq!(folded_lists(list, 20), "L:\n  fix --diff\n      one two\n  fix\n      one");
        assert_eq!(folded_lists(list, 40), list);
        assert_eq!(folded_lists("  agent-response fix x", 16), "  agent-response\n      fix x");
    }
}
