//! How a text changed, word by word, laid out as the text after the change: JSON gets a line for each member and item,
//! however it was written.

use similar::{Algorithm, DiffOp, capture_diff_slices_by_key};

use super::lines::{DiffLine, LineBuilder, PartKind};
use agent_response::json::{TokenKind, begins_as_json, tokens};

/// The lines of the text after the change, with what was removed and inserted in them.
pub(super) fn changes(before: &str, after: &str, is_json: bool) -> Vec<DiffLine> {
    let (old, new) = (words(before, is_json && begins_as_json(before)), words(after, is_json));
    let breaks = if is_json { breaks(after) } else { Vec::new() };
    let mut writer = WordWriter { breaks: breaks.into_iter().peekable(), lines: LineBuilder::default(), is_json };
    for op in capture_diff_slices_by_key(Algorithm::Myers, &old, &new, |it| it.text) {
        let kind = if matches!(op, DiffOp::Equal { .. }) { PartKind::Same } else { PartKind::Come };
        let come = new.get(op.new_range()).unwrap_or_default();
        if kind != PartKind::Same {
            writer.gone(old.get(op.old_range()).unwrap_or_default(), come.first(), new.get(op.new_range().end));
        }
        come.iter().for_each(|it| writer.after(kind, it));
    }
    writer.lines.finish()
}

/// A run of letters and digits, a run of blanks, or one other character.
struct DiffWord<'t> {
    text: &'t str,
    at: usize,
}

/// The words of a text; of JSON without the blanks that say nothing. Where the text is broken, blanks between two words may
/// be those of a string.
fn words(text: &str, is_json: bool) -> Vec<DiffWord<'_>> {
    let mut out = Vec::new();
    if !is_json {
        split(text, 0, &mut out);
        return out;
    }
    let mut list = tokens(text).peekable();
    let mut is_after_mark = true;
    while let Some(token) = list.next() {
        let is_before_mark = list.peek().is_none_or(|it| it.kind == TokenKind::Mark);
        if token.kind != TokenKind::Blank || !is_after_mark && !is_before_mark {
            split(token.span.of(text), token.span.start as usize, &mut out);
        }
        is_after_mark = token.kind == TokenKind::Mark;
    }
    out
}

/// Adds the words of a part of a text.
fn split<'t>(text: &'t str, at: usize, out: &mut Vec<DiffWord<'t>>) {
    let mut rest = text.char_indices().peekable();
    while let Some((start, first)) = rest.next() {
        let class = class_of(first);
        let mut end = start + first.len_utf8();
        while let Some((next, ch)) = rest.next_if(|it| class != CharClass::Other && class_of(it.1) == class) {
            end = next + ch.len_utf8();
        }
        out.push(DiffWord { text: text.get(start..end).unwrap_or_default(), at: at + start });
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CharClass {
    Letter,
    Blank,
    Other,
}

fn class_of(ch: char) -> CharClass {
    match ch {
        ' ' | '\t' => CharClass::Blank,
        _ if ch.is_alphanumeric() || ch == '_' => CharClass::Letter,
        _ => CharClass::Other,
    }
}

/// What is written before a token in place of the blanks before it.
enum Gap {
    Nothing,
    Blank,
    /// A new line, indented by so many levels.
    Line(usize),
}

/// The gap before each token of JSON, by the offset of the token.
fn breaks(text: &str) -> Vec<(usize, Gap)> {
    let list: Vec<_> = tokens(text).filter(|it| it.kind != TokenKind::Blank).collect();
    let mut depth = 0_usize;
    let mut gap = |left: &str, right: &str| {
        let (is_open, is_close) = (matches!(left, "{" | "["), matches!(right, "}" | "]"));
        depth = if is_open { depth + 1 } else { depth };
        depth = if is_close { depth.saturating_sub(1) } else { depth };
        match (left, right) {
            _ if is_open && is_close => Gap::Nothing,
            (_, "," | ":") => Gap::Nothing,
            (":", _) => Gap::Blank,
            _ => Gap::Line(depth),
        }
    };
    let pairs = list.windows(2).filter_map(|pair| match pair {
        [left, right] => Some((right.span.start as usize, gap(left.span.of(text), right.span.of(text)))),
        _ => None,
    });
    pairs.collect()
}

/// Writes words into lines.
struct WordWriter {
    breaks: std::iter::Peekable<std::vec::IntoIter<(usize, Gap)>>,
    lines: LineBuilder,
    is_json: bool,
}

impl WordWriter {
    /// A word of the text after the change.
    fn after(&mut self, kind: PartKind, word: &DiffWord) {
        self.gap(kind, word);
        self.lines.push_lines(kind, word.text);
    }

    /// The gap before a word, unless it was written already.
    fn gap(&mut self, kind: PartKind, word: &DiffWord) {
        match self.breaks.next_if(|it| it.0 <= word.at) {
            Some((_, Gap::Blank)) => self.lines.push_blank(kind),
            Some((_, Gap::Line(depth))) => {
                self.lines.end();
                self.lines.push(PartKind::Same, &"  ".repeat(depth));
            }
            Some((_, Gap::Nothing)) | None => (),
        }
    }

    /// Words that are no longer there, before what came in their place, if anything did, and what follows both.
    fn gone(&mut self, words: &[DiffWord], come: Option<&DiffWord>, next: Option<&DiffWord>) {
        let mut is_in_line =
            |at: usize| self.breaks.peek().is_some_and(|it| it.0 <= at && !matches!(it.1, Gap::Line(_)));
        match (come, next) {
            (Some(come), _) => self.gap(PartKind::Same, come),
            (None, Some(next)) if is_in_line(next.at) => self.gap(PartKind::Same, next),
            _ => (),
        }
        let is_blank = |it: &DiffWord| self.is_json && it.text.trim().is_empty();
        let end = words.iter().rposition(|it| !is_blank(it)).map_or(0, |it| it + 1);
        let start = words.iter().position(|it| !is_blank(it)).unwrap_or(end);
        for word in words.get(start..end).unwrap_or_default() {
            // The layout is that of the text after the change.
            let text = if is_blank(word) { " " } else { word.text };
            self.lines.push_lines(PartKind::Gone, text);
        }
    }
}
