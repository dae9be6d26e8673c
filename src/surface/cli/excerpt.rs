//! The stretch of a line that is shown: around the mark, as wide as the terminal, with nothing in it that acts.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::visible::{is_hidden, push_visible};

/// A line of source for people, and the columns that are marked in it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    pub(super) shown: String,
    /// Columns before the mark.
    pub(super) indent: usize,
    /// Columns of the mark, at least one.
    pub(super) marked: usize,
}

const CUT: char = '…';

/// The line that starts at `line_start`, around the bytes `from..to`, in at most `width` columns.
/// Only what can be shown is looked at: the line may have megabytes.
pub(super) fn excerpt(text: &str, line_start: usize, from: usize, to: usize, width: usize) -> Excerpt {
    let behind = Reach::new(text.get(line_start..from).unwrap_or_default().chars().rev(), width);
    let ahead = Reach::new(text.get(from..).unwrap_or_default().chars(), width);
    let marked_chars = text.get(from..to).unwrap_or_default().chars().take(ahead.chars.len()).count();
    let marked = columns_of(ahead.chars.iter().take(marked_chars));

    // What the mark leaves is shared evenly, and all of it goes to one side when the other needs less.
    let spare = width.saturating_sub(marked.min(width / 4 * 3));
    let room_behind = (spare / 2).max(width.saturating_sub(ahead.columns));
    let (behind_chars, cut_behind) = behind.within(room_behind);
    let room_ahead = width.saturating_sub(columns_of(behind_chars) + usize::from(cut_behind));
    let (ahead_chars, cut_ahead) = ahead.within(room_ahead);

    let mut shown = String::new();
    shown.extend(cut_behind.then_some(CUT));
    behind_chars.iter().rev().for_each(|it| push(&mut shown, *it));
    let indent = shown.width();
    ahead_chars.iter().take(marked_chars).for_each(|it| push(&mut shown, *it));
    let marked = shown.width().saturating_sub(indent);
    ahead_chars.iter().skip(marked_chars).for_each(|it| push(&mut shown, *it));
    shown.extend(cut_ahead.then_some(CUT));
    Excerpt { shown, indent, marked: marked.max(1) }
}

/// The characters in one direction, as far as they fit into a width and the line goes.
struct Reach {
    chars: Vec<char>,
    columns: usize,
    whole: bool,
}

impl Reach {
    fn new(chars: impl Iterator<Item = char>, width: usize) -> Self {
        let mut reach = Self { chars: Vec::new(), columns: 0, whole: true };
        for it in chars.take_while(|it| !matches!(it, '\n' | '\r')) {
            reach.columns += columns(it);
            reach.chars.push(it);
            if reach.columns > width {
                reach.whole = false;
                break;
            }
        }
        reach
    }

    /// What fits into fewer columns, and whether something had to be cut off.
    fn within(&self, room: usize) -> (&[char], bool) {
        if self.whole && self.columns <= room {
            return (&self.chars, false);
        }
        let mut used = 0;
        let fitting = self.chars.iter().take_while(|it| {
            used += columns(**it);
            used < room
        });
        (self.chars.get(..fitting.count()).unwrap_or_default(), true)
    }
}

fn columns_of<'a>(chars: impl IntoIterator<Item = &'a char>) -> usize {
    chars.into_iter().map(|it| columns(*it)).sum()
}

const TAB: &str = "    ";

fn columns(it: char) -> usize {
    match it {
        ' '..='~' => 1,
        '\t' => TAB.len(),
        '\0'..='\x1f' | '\x7f' => 1,
        _ if is_hidden(it) => "<U+0000>".len(),
        _ => it.width().unwrap_or(1),
    }
}

fn push(out: &mut String, it: char) {
    if it == '\t' { out.push_str(TAB) } else { push_visible(out, it) }
}

#[cfg(test)]
mod tests {
    use super::{Excerpt, excerpt};

    /// Shows the line with `«»` around the mark, and the carets below.
    fn check(marked: &str, width: usize, expected: &str) {
        let (before, rest) = marked.split_once('«').unwrap_or_default();
        let (inside, after) = rest.split_once('»').unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |it| it + 1);
        let text = format!("{before}{inside}{after}");
        let Excerpt { shown, indent, marked } =
            excerpt(&text, line_start, before.len(), before.len() + inside.len(), width);
        assert_eq!(format!("{shown}|{}{}", " ".repeat(indent), "^".repeat(marked)), expected);
    }

    #[test]
    fn a_short_line_is_shown_whole() {
        check("one\n  «\"a\"»: 1,\nthree", 20, "  \"a\": 1,|  ^^^");
        check("«»", 20, "|^");
        check("ab«»", 20, "ab|  ^");
    }

    #[test]
    fn a_long_line_is_cut_on_the_side_that_can_spare_it() {
        check("0123456789«ab»0123456789", 12, "…6789ab0123…|     ^^");
        check("«ab»0123456789", 8, "ab01234…|^^");
        check("0123456789«ab»", 8, "…56789ab|      ^^");
        check("0123456789«0123456789»01234", 12, "…0123456789…| ^^^^^^^^^^");
    }

    #[test]
    fn wide_and_hidden_characters_keep_the_carets_below_their_text() {
        check("✅ 日本 «x»", 20, "✅ 日本 x|        ^");
        check("\t«x»", 20, "    x|    ^");
        check("\u{1b}[31m«x»\u{202e}", 20, "␛[31mx<U+202E>|     ^");
    }
}
