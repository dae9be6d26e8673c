//! Edits for a reader who sees the text but no offsets: a text that occurs once, and what replaces it.

use std::fmt::Write;

use super::compose::Hunk;
use crate::json::quote;
use crate::text::{Span, find, seen};

/// An edit to be shown.
pub(super) struct ShownEdit {
    /// The text to replace, which occurs once.
    pub(super) old: Span,
    pub(super) new: String,
    pub(super) owners: Vec<usize>,
}

/// Hunks of one fix that are this close become one: their context would show the text between them anyway.
const CLOSE: usize = 32;
/// More hunks than this become one.
const MANY: usize = 300;

/// The edits that make these hunks, in the order of the text. They can be made in any order.
pub(super) fn shown(text: &str, hunks: &[Hunk]) -> Vec<ShownEdit> {
    let mut out: Vec<(Hunk, ShownEdit)> = Vec::new();
    for hunk in hunks {
        let mut hunk = hunk.clone();
        loop {
            let touches = |earlier: &(Hunk, ShownEdit), old: Span| {
                let between = Span { start: earlier.0.span.end, end: hunk.span.start };
                let is_same = earlier.0.owners.iter().any(|it| hunk.owners.contains(it));
                old.start < earlier.1.old.end || (is_same && between.len() <= CLOSE) || hunks.len() > MANY
            };
            let others = if hunks.len() > MANY { &[] } else { hunks };
            let edit = in_context(text, &hunk, others);
            match out.pop_if(|it| touches(it, edit.old)) {
                Some((before, _)) => hunk = joined(text, before, hunk),
                None => {
                    out.push((hunk, edit));
                    break;
                }
            }
        }
    }
    // An edit that replaces the whole file contains all other edits.
    if out.iter().any(|it| is_whole(text, it.1.old)) {
        let all = std::mem::take(&mut out).into_iter().map(|it| it.0).reduce(|one, next| joined(text, one, next));
        out.extend(all.map(|it| (it.clone(), in_context(text, &it, &[]))));
    }
    out.into_iter().map(|it| it.1).collect()
}

/// Whether an edit changes nearly everything, so that nothing shorter than the whole text can describe it.
fn is_whole(text: &str, old: Span) -> bool {
    let length = text.trim().len();
    old.len() * 5 >= length * 4 && length > 2
}

fn joined(text: &str, before: Hunk, after: Hunk) -> Hunk {
    let between = Span { start: before.span.end, end: after.span.start };
    let mut owners = before.owners;
    owners.extend(after.owners.iter().filter(|it| !owners.contains(it)).copied().collect::<Vec<_>>());
    Hunk {
        span: Span { start: before.span.start, end: after.span.end },
        text: format!("{}{}{}", before.text, between.of(text), after.text),
        owners,
    }
}

/// How many characters of context are tried on both sides, and whether they may be on other lines.
const REACHES: &[(usize, bool)] = &[
    (0, false),
    (4, false),
    (8, false),
    (16, false),
    (32, false),
    (64, false),
    (128, false),
    (16, true),
    (128, true),
    (512, true),
    (2_048, true),
];

/// The hunk with enough text around it to make it unique, also after the other hunks were applied.
fn in_context(text: &str, hunk: &Hunk, others: &[Hunk]) -> ShownEdit {
    let replaced = |old: Span| {
        let left = Span { start: old.start, end: hunk.span.start }.of(text);
        let right = Span { start: hunk.span.end, end: old.end }.of(text);
        format!("{left}{}{right}", hunk.text)
    };
    // Blanks at the ends are easily lost, and a text of only punctuation is easily overlooked.
    let is_plain = |it: &str| it.trim().len() == it.len();
    let says_something = |it: &str| it.len() > 3 || it.contains(char::is_alphanumeric);
    let is_unique = |old: &Span| {
        let found = old.of(text);
        let is_good = says_something(found) && is_plain(found) && is_plain(&replaced(*old));
        let is_apart = |it: &&Hunk| it.span.end < hunk.span.start || it.span.start > hunk.span.end;
        is_good && occurs_once(text, *old) && !others.iter().filter(is_apart).any(|it| comes_up(text, found, it))
    };
    let unique = REACHES.iter().map(|&(reach, crosses)| around(text, hunk.span, reach, crosses)).find(is_unique);
    let old = unique.unwrap_or_else(|| Span::new(0, text.len()));
    ShownEdit { old, new: replaced(old), owners: hunk.owners.clone() }
}

fn occurs_once(text: &str, old: Span) -> bool {
    let words = old.of(text);
    let first = find(text, words);
    let rest = first.and_then(|it| text.as_bytes().get(it + 1..));
    let again = rest.and_then(|it| crate::text::find_bytes(it, words.as_bytes()));
    first == Some(old.start as usize) && again.is_none()
}

/// Whether a hunk creates another occurrence of a text.
fn comes_up(text: &str, words: &str, hunk: &Hunk) -> bool {
    let from = text.floor_char_boundary((hunk.span.start as usize).saturating_sub(words.len()));
    let to = text.ceil_char_boundary(hunk.span.end as usize + words.len());
    let left = text.get(from..hunk.span.start as usize).unwrap_or_default();
    let right = text.get(hunk.span.end as usize..to).unwrap_or_default();
    let after = format!("{left}{}{right}", hunk.text);
    after.matches(words).count() > text.get(from..to).unwrap_or_default().matches(words).count()
}

/// The span with this many characters on both sides, cutting no word or escape, without blanks at the ends.
fn around(text: &str, span: Span, reach: usize, crosses: bool) -> Span {
    let before = text.get(..span.start as usize).unwrap_or_default();
    let after = text.get(span.end as usize..).unwrap_or_default();
    let changed = span.of(text);
    let left = width(before.chars().rev(), changed.chars().next(), reach, crosses);
    let right = width(after.chars(), changed.chars().next_back(), reach, crosses);
    let left = before.get(before.len() - left..).unwrap_or_default();
    let right = after.get(..right).unwrap_or_default();
    // Blanks between the change and the text around it stay; those beyond that text are dropped.
    let starts_blank = changed.is_empty() || changed.starts_with(char::is_whitespace);
    let ends_blank = changed.is_empty() || changed.ends_with(char::is_whitespace);
    let left = if left.trim().is_empty() && !starts_blank { "" } else { left.trim_start() };
    let right = if right.trim().is_empty() && !ends_blank { "" } else { right.trim_end() };
    Span::new(span.start as usize - left.len(), span.end as usize + right.len())
}

/// The length in bytes of this many characters after the last one, and of the rest of a word.
fn width(chars: impl Iterator<Item = char>, mut last: Option<char>, reach: usize, crosses: bool) -> usize {
    let mut width = 0;
    for (n_seen, ch) in chars.enumerate() {
        let continues = last.is_some_and(|it| is_part(it) && is_part(ch)) && n_seen < reach + 24;
        if (n_seen >= reach && !continues) || (!crosses && matches!(ch, '\n' | '\r')) {
            break;
        }
        width += ch.len_utf8();
        last = Some(ch);
    }
    width
}

/// Whether a character must not be separated from an adjacent one of this kind.
fn is_part(ch: char) -> bool {
    ch.is_alphanumeric() || matches!(ch, '_' | '\\' | '"')
}

/// Longer edits are not written out.
pub(super) const LONGEST: usize = 4_000;

/// Writes an edit out.
pub(super) fn write(text: &str, edit: &ShownEdit, out: &mut String) {
    let old = edit.old.of(text);
    if is_whole(text, edit.old) {
        let start = text.get(..edit.old.start as usize).unwrap_or_default();
        let end = text.get(edit.old.end as usize..).unwrap_or_default();
        out.push_str("- (the whole file)\n");
        return lines('+', format!("{start}{}{end}", edit.new).trim_end_matches('\n'), out);
    }
    lines('-', old, out);
    lines('+', &edit.new, out);
}

/// The text with a sign before each line, or as a JSON string if lines would hide something.
fn lines(sign: char, text: &str, out: &mut String) {
    let hides = |it: &str| it.ends_with([' ', '\t']) || seen(it).any(|it| it.is_unsafe && it.ch != '\t');
    let starts_blank = text.starts_with(char::is_whitespace) || text.ends_with('\n');
    if starts_blank || text.split('\n').any(hides) {
        let _ = writeln!(out, "{sign}json {}", escaped(text));
        return;
    }
    if text.is_empty() {
        let _ = writeln!(out, "{sign}");
    } else {
        text.split('\n').for_each(|line| {
            let _ = writeln!(out, "{sign} {line}");
        });
    }
}

/// A JSON string in which nothing is hidden.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for it in seen(&quote(text)) {
        if it.is_unsafe {
            it.push_escape(&mut out);
        } else {
            out.push(it.ch);
        }
    }
    out
}
