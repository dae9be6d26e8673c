//! The edits of one token that may explain why reading stopped: few, and near the stop.

use std::borrow::Cow;

use super::TextLevel;
use super::places::{Scene, places, skip};
use super::scan::{LexemeKind, NONE, Next};

/// One edit: the removed text, the inserted text, and the price. They are ordered as in the text, the cheapest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Move {
    pub(super) at: usize,
    pub(super) len: usize,
    pub(super) text: Cow<'static, str>,
    pub(super) price: i32,
}

const INSERT: i32 = 22;
const DELETE: i32 = 26;
/// A quote in a string is usually intended.
const DELETE_QUOTE: i32 = 32;
pub(super) const DELETE_DOUBLED: i32 = 18;
pub(super) const DELETE_OTHER: i32 = 45;
const REPLACE: i32 = 35;
const REPLACE_ALIKE: i32 = 14;
const REPLACE_OTHER: i32 = 120;
pub(super) const SWAP: i32 = 40;
pub(super) const ESCAPE_QUOTE: i32 = 15;
const ESCAPE_BACKSLASH: i32 = 16;
const ESCAPE_CONTROL: i32 = 10;
const UNESCAPE_QUOTE: i32 = 14;
const CLOSE_ALL: i32 = 30;
pub(super) const QUOTE_WORD: i32 = 30;

const MARKS: &[&str] = &["\"", ",", ":", "{", "}", "[", "]"];

impl Move {
    /// Whether another edit does the same, at whatever price.
    pub(super) fn is_as(&self, other: &Self) -> bool {
        (self.at, self.len) == (other.at, other.len) && self.text == other.text
    }
}

/// All edits worth trying, a few of them twice, except those of several quotes (`quotes`).
pub(super) fn moves(scene: &Scene) -> Vec<Move> {
    let mut out = Vec::with_capacity(2048);
    for at in places(scene) {
        at_place(scene, at, &mut out);
    }
    closers(scene, &mut out);
    boundaries(scene, &mut out);
    out
}

fn is_mark(ch: char) -> bool {
    "\"{}[]():,\\;'“”`｛｝［］：，".chars().any(|it| it == ch)
}

/// The edits of one token at a place.
fn at_place(scene: &Scene, at: usize, out: &mut Vec<Move>) {
    insert(scene, at, out);
    let mut chars = scene.text.get(at..).unwrap_or_default().chars();
    let Some(ch) = chars.next() else { return };
    if !ch.is_alphanumeric() && !ch.is_whitespace() {
        replace(scene, at, ch, out);
    }
    if let Some(next) = chars.next()
        && next != ch
        && (is_mark(ch) && ch != '\\' || is_mark(next) && next != '\\')
    {
        put(out, (at, ch.len_utf8() + next.len_utf8()), String::from_iter([next, ch]), SWAP);
    }
    match ch {
        ',' => commas(scene.text, at, out),
        '"' => escape_quote(scene, at, out),
        '\\' => escape_backslash(scene, at, out),
        '\n' => put(out, (at, 1), "\\n", ESCAPE_CONTROL),
        '\r' => put(out, (at, 1), "\\r", ESCAPE_CONTROL),
        '\t' => put(out, (at, 1), "\\t", ESCAPE_CONTROL),
        _ => (),
    }
}

fn put(out: &mut Vec<Move>, (at, len): (usize, usize), text: impl Into<Cow<'static, str>>, price: i32) {
    out.push(Move { at, len, text: text.into(), price });
}

/// Inserts a missing mark.
fn insert(scene: &Scene, at: usize, out: &mut Vec<Move>) {
    let bytes = scene.text.as_bytes();
    let is_before_blank = bytes.get(at) == Some(&b' ') && bytes.get(at + 1).is_some_and(|it| !it.is_ascii_whitespace());
    let is_behind_mark =
        matches!(at.checked_sub(1).and_then(|it| bytes.get(it)), Some(b':' | b',' | b'[' | b'{' | b' '));
    for mark in MARKS {
        // An opening mark is right before what it opens.
        let is_apart = is_before_blank && is_behind_mark && matches!(*mark, "\"" | "{" | "[");
        put(out, (at, 0), *mark, INSERT + i32::from(is_apart));
    }
}

/// Removes a superfluous mark, or replaces it with the one that was meant.
fn replace(scene: &Scene, at: usize, ch: char, out: &mut Vec<Move>) {
    let (before, rest) = scene.text.split_at_checked(at).unwrap_or_default();
    let len = ch.len_utf8();
    let is_doubled = before.ends_with(ch) || rest.get(len..).is_some_and(|it| it.starts_with(ch));
    let price = match ch {
        _ if !is_mark(ch) => DELETE_OTHER,
        _ if is_doubled => DELETE_DOUBLED,
        '"' => DELETE_QUOTE,
        _ => DELETE,
    };
    put(out, (at, len), "", price);
    for mark in MARKS.iter().filter(|it| !it.starts_with(ch)) {
        let is_alike = match ch {
            '(' => matches!(*mark, "{" | "["),
            ')' => matches!(*mark, "}" | "]"),
            '“' | '”' => *mark == "\"",
            _ => false,
        };
        let price = if is_mark(ch) { REPLACE } else { REPLACE_OTHER };
        put(out, (at, len), *mark, if is_alike { REPLACE_ALIKE } else { price });
    }
}

/// Replaces commas in a row with one.
fn commas(text: &str, at: usize, out: &mut Vec<Move>) {
    let run = text.get(at..).unwrap_or_default();
    let rest = run.trim_start_matches([',', ' ', '\n']);
    let n_commas = run.get(..run.len() - rest.len()).unwrap_or_default().trim_end().len();
    if n_commas > 1 {
        put(out, (at, n_commas), ",", DELETE_DOUBLED + 2);
    }
}

/// Escapes a quote that belongs to the text of its string, or to a string in the payload.
fn escape_quote(scene: &Scene, at: usize, out: &mut Vec<Move>) {
    // After an escaped backslash, a backslash is superfluous rather than missing.
    let is_behind = scene.text.get(..at).is_some_and(|it| it.ends_with('\\'));
    put(out, (at, 1), "\\\"", if is_behind { DELETE_DOUBLED + 4 } else { ESCAPE_QUOTE });
    if scene.level == TextLevel::File {
        put(out, (at, 1), "\\\\\\\"", ESCAPE_QUOTE + 10);
        put(out, (at, 0), "\\\\", 2 * ESCAPE_BACKSLASH);
    }
}

/// A backslash is meant literally, or is superfluous together with the character after it.
fn escape_backslash(scene: &Scene, at: usize, out: &mut Vec<Move>) {
    put(out, (at, 1), "\\\\", ESCAPE_BACKSLASH);
    let next = scene.text.get(at + 1..).and_then(|it| it.chars().next());
    put(out, (at, 1 + next.map_or(0, char::len_utf8)), "", 22);
    if next == Some('"') {
        unescape_quote(scene, at, out);
    }
    if scene.level == TextLevel::File {
        put(out, (at, 0), "\\\\", 20);
    }
}

/// Unescapes a quote that opens or closes a string but was escaped as if it were inside one.
fn unescape_quote(scene: &Scene, at: usize, out: &mut Vec<Move>) {
    let Scene { text, tokens, stop, .. } = *scene;
    if at == stop {
        put(out, (at, 1), "", UNESCAPE_QUOTE);
        // The string's other quote was escaped, too.
        let inside = text.get(at + 2..).unwrap_or_default();
        let end =
            inside.find(['"', '\\', '\n']).filter(|it| inside.get(*it..).is_some_and(|it| it.starts_with("\\\"")));
        if let Some(content) = end.and_then(|it| inside.get(..it)) {
            put(out, (at, content.len() + 4), format!("\"{content}\""), UNESCAPE_QUOTE + 4);
        }
        return;
    }
    let string =
        tokens.iter().rev().find(|it| it.start < at).filter(|it| at < it.end && it.kind != LexemeKind::Literal);
    let before = string.and_then(|it| text.get(it.start..at));
    let next = text.as_bytes().get(skip(text.as_bytes(), at + 2));
    let is_end = matches!(next, None | Some(b',' | b':' | b'}' | b']'));
    // In a string with other backslashes, this one may be intended, too.
    if is_end && before.is_some_and(|it| !it.contains('\\')) {
        put(out, (at, 1), "", UNESCAPE_QUOTE);
    }
}

/// Closes everything that is open at the end of the text, including a string.
fn closers(scene: &Scene, out: &mut Vec<Move>) {
    let Scene { text, tokens, stop, .. } = *scene;
    let at = text.trim_end().len();
    let mut marks = String::new();
    let mut holder = tokens.last().map_or(NONE, |it| it.holder);
    while let Some(token) = tokens.get(holder) {
        marks.push(if token.kind == LexemeKind::OpenBrace { '}' } else { ']' });
        holder = holder.checked_sub(1).and_then(|it| tokens.get(it)).map_or(NONE, |it| it.holder);
    }
    let mut put = |marks: &str| {
        let more = i32::try_from(marks.len()).unwrap_or(i32::MAX / 8) * 4;
        out.push(Move { at, len: 0, text: marks.to_owned().into(), price: CLOSE_ALL + more });
    };
    if stop >= at && marks.len() > 1 {
        put(&marks);
    } else if text.as_bytes().get(stop) == Some(&b'"') && tokens.last().is_none_or(|it| it.next != Next::Colon) {
        put(&format!("\"{marks}"));
    }
    for marks in ["]}", "\"}", "\"]}", "}}", "]]"] {
        put(marks);
    }
}

/// The places between the members of containers that are still open, or that the last brackets closed: a bracket may
/// have been meant to close there. If one is missing, each bracket after it closes one level deeper than meant.
fn boundaries(scene: &Scene, out: &mut Vec<Move>) {
    const MOST: usize = 24;
    const LAST_TOKENS: usize = 8;
    let Scene { tokens, .. } = *scene;
    let mut holders: Vec<usize> = tokens.iter().rev().take(LAST_TOKENS).map(|it| it.holder).collect();
    holders.sort_unstable();
    holders.dedup();
    for holder in holders {
        let Some(open) = tokens.get(holder) else { continue };
        let mark = if open.kind == LexemeKind::OpenBrace { "}" } else { "]" };
        let inside = tokens.get(holder..).unwrap_or_default();
        let commas: Vec<usize> =
            inside.iter().filter(|it| it.kind == LexemeKind::Comma && it.holder == holder).map(|it| it.start).collect();
        let first = commas.iter().take(MOST);
        for at in first.chain(commas.iter().rev().take(MOST)) {
            out.push(Move { at: *at, len: 0, text: mark.into(), price: INSERT });
        }
    }
}
