//! The edits of one token that may explain why reading stopped: few, and near the stop.

use std::collections::BTreeSet;

use super::Level;
use super::scan::{Kind, NONE, Next, Token};
use crate::json;

/// One edit: what goes, what comes, and its price.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Move {
    pub(super) at: usize,
    pub(super) len: usize,
    pub(super) text: String,
    pub(super) price: i32,
}

const INSERT: i32 = 22;
const DELETE: i32 = 26;
/// A quote in a text is meant more often than not.
const DELETE_QUOTE: i32 = 32;
const DELETE_DOUBLED: i32 = 18;
const DELETE_OTHER: i32 = 45;
const REPLACE: i32 = 35;
const REPLACE_ALIKE: i32 = 14;
const REPLACE_OTHER: i32 = 120;
const SWAP: i32 = 40;
const ESCAPE_QUOTE: i32 = 15;
const ESCAPE_BACKSLASH: i32 = 16;
const ESCAPE_CONTROL: i32 = 10;
const CLOSE_ALL: i32 = 30;
const QUOTE_WORD: i32 = 30;

const MARKS: &[&str] = &["\"", ",", ":", "{", "}", "[", "]"];
/// How many of the last tokens and of the open brackets are looked at.
const LAST_TOKENS: usize = 8;
const OPEN_BRACKETS: usize = 6;
/// How far behind the stop is looked.
const BEHIND: usize = 300;

/// What is looked at: the text, what was read of it, and where reading stopped.
pub(super) struct Scene<'s> {
    pub(super) text: &'s str,
    pub(super) tokens: &'s [Token],
    pub(super) stop: usize,
    pub(super) level: Level,
}

/// All edits worth a try.
pub(super) fn moves(scene: &Scene) -> Vec<Move> {
    let mut out = Vec::with_capacity(2048);
    for at in places(scene) {
        at_place(scene, at, &mut out);
    }
    closers(scene, &mut out);
    quotes(scene, &mut out);
    boundaries(scene, &mut out);
    junk(scene, &mut out);
    out.sort();
    out.dedup_by(|a, b| (a.at, a.len) == (b.at, b.len) && a.text == b.text);
    out
}

/// Where something may be missing, too much or wrong.
fn places(scene: &Scene) -> BTreeSet<usize> {
    let Scene { text, tokens, stop, .. } = *scene;
    let mut out = BTreeSet::new();
    let mut near = |at: usize| out.extend([at.saturating_sub(1), at, at + 1]);
    for at in stop.saturating_sub(2)..stop + 3 {
        near(at);
    }
    let last = tokens.get(tokens.len().saturating_sub(LAST_TOKENS)..).unwrap_or_default();
    for token in last {
        near(token.start);
        near(token.end);
        near(token.end - 1);
    }
    for pair in last.windows(2) {
        if let [before, behind] = pair {
            out.extend(line_ends(text, before.end, behind.start));
        }
    }
    out.extend(line_ends(text, last.last().map_or(0, |it| it.end), stop));
    let mut near = |at: usize| out.extend([at.saturating_sub(1), at, at + 1]);
    let mut holder = tokens.last().map_or(NONE, |it| it.holder);
    for _ in 0..OPEN_BRACKETS {
        let Some(token) = tokens.get(holder) else { break };
        near(token.start);
        holder = holder.checked_sub(1).and_then(|it| tokens.get(it)).map_or(NONE, |it| it.holder);
    }
    let strings = last.iter().rev().take(4).filter(|it| matches!(it.kind, Kind::Key | Kind::Text));
    let mut strings: Vec<(usize, usize)> = strings.map(|it| (it.start, it.end)).collect();
    if text.as_bytes().get(stop) == Some(&b'"') {
        strings.push((stop, text.len()));
    }
    for (start, end) in strings {
        let inside = possible_ends(text, start, end);
        let behind = possible_ends(text, end, (end + 200).min(text.len()));
        for at in inside.iter().take(10).chain(inside.iter().rev().take(14)).chain(behind.iter().take(10)) {
            out.extend([at.saturating_sub(1), *at, at + 1]);
        }
    }
    let behind = text.as_bytes().get(stop..(stop + BEHIND).min(text.len())).unwrap_or_default();
    let marks = behind.iter().enumerate().filter(|it| b"\"{}[],:\n".contains(it.1));
    for (at, _) in marks.take(8) {
        out.extend([stop + at, stop + at + 1]);
    }
    out.extend([text.len(), text.trim_end().len()]);
    let around = stop.saturating_sub(400)..(stop + 400).min(text.len());
    for at in around {
        if matches!(text.as_bytes().get(at), Some(b']' | b'}')) && opens_behind_comma(text, at + 1) {
            out.extend([at, at + 1]);
        }
    }
    out.retain(|it| text.is_char_boundary(*it));
    out
}

/// The ends of lines in the blanks between two tokens.
fn line_ends(text: &str, from: usize, to: usize) -> impl Iterator<Item = usize> {
    let gap = text.get(from..to).unwrap_or_default();
    gap.match_indices('\n').take(4).map(move |it| from + it.0)
}

/// Places in a stretch of text where a string may have been meant to end.
fn possible_ends(text: &str, start: usize, end: usize) -> Vec<usize> {
    let bytes = text.as_bytes();
    let behind = |at: usize| bytes.get(skip(bytes, at)).copied();
    let mut out = Vec::new();
    for at in start..end {
        let is_end = match bytes.get(at) {
            Some(b'\n' | b'"') => true,
            Some(0xE2) => text.get(at..).is_some_and(|it| it.starts_with(['“', '”'])),
            Some(b',') => matches!(behind(at + 1), Some(b'"' | b'\\' | b'{' | b'[')),
            Some(b':') => matches!(bytes.get(at + 1), Some(b' ' | b'"' | b'[' | b'{')),
            Some(b'}' | b']') => matches!(behind(at + 1), None | Some(b',' | b'}' | b']')),
            _ => false,
        };
        if is_end {
            out.push(at);
        }
    }
    out
}

fn opens_behind_comma(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let comma = skip(bytes, at);
    bytes.get(comma) == Some(&b',') && matches!(bytes.get(skip(bytes, comma + 1)), Some(b'"' | b'{' | b'['))
}

fn skip(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
        at += 1;
    }
    at
}

fn is_mark(ch: char) -> bool {
    "\"{}[]():,\\;'“”`｛｝［］：，".chars().any(|it| it == ch)
}

fn at_place(scene: &Scene, at: usize, out: &mut Vec<Move>) {
    let Scene { text, level, .. } = *scene;
    let mut put = |at: usize, len: usize, text: &str, price: i32| {
        out.push(Move { at, len, text: text.to_owned(), price });
    };
    let bytes = text.as_bytes();
    let is_before_blank = bytes.get(at) == Some(&b' ') && bytes.get(at + 1).is_some_and(|it| !it.is_ascii_whitespace());
    let is_behind_mark =
        matches!(at.checked_sub(1).and_then(|it| bytes.get(it)), Some(b':' | b',' | b'[' | b'{' | b' '));
    for mark in MARKS {
        // What opens stands right before what it holds.
        let is_apart = is_before_blank && is_behind_mark && matches!(*mark, "\"" | "{" | "[");
        put(at, 0, mark, INSERT + i32::from(is_apart));
    }
    let mut chars = text.get(at..).unwrap_or_default().chars();
    let Some(ch) = chars.next() else { return };
    let len = ch.len_utf8();
    if !ch.is_alphanumeric() && !ch.is_whitespace() {
        let is_doubled = text.get(..at).is_some_and(|it| it.ends_with(ch)) || chars.clone().next() == Some(ch);
        let price = match ch {
            _ if !is_mark(ch) => DELETE_OTHER,
            _ if is_doubled => DELETE_DOUBLED,
            '"' => DELETE_QUOTE,
            _ => DELETE,
        };
        put(at, len, "", price);
        for mark in MARKS.iter().filter(|it| !it.starts_with(ch)) {
            let is_round = ch == '(' && matches!(*mark, "{" | "[") || ch == ')' && matches!(*mark, "}" | "]");
            let is_curly = matches!(ch, '“' | '”') && *mark == "\"";
            let price = if is_mark(ch) { REPLACE } else { REPLACE_OTHER };
            put(at, len, mark, if is_round || is_curly { REPLACE_ALIKE } else { price });
        }
    }
    if let Some(next) = chars.next()
        && next != ch
        && (is_mark(ch) && ch != '\\' || is_mark(next) && next != '\\')
    {
        put(at, len + next.len_utf8(), &format!("{next}{ch}"), SWAP);
    }
    match ch {
        ',' => {
            let run = text.get(at..).unwrap_or_default();
            let rest = run.trim_start_matches([',', ' ', '\n']);
            let n_commas = run.get(..run.len() - rest.len()).unwrap_or_default().trim_end().len();
            if n_commas > 1 {
                put(at, n_commas, ",", DELETE_DOUBLED + 2);
            }
        }
        '"' => {
            // Behind a backslash that escapes another one, that one is too much rather than missing.
            let is_behind = text.get(..at).is_some_and(|it| it.ends_with('\\'));
            put(at, 1, "\\\"", if is_behind { DELETE_DOUBLED + 4 } else { ESCAPE_QUOTE });
            if level == Level::File {
                put(at, 1, "\\\\\\\"", ESCAPE_QUOTE + 10);
                put(at, 0, "\\\\", 2 * ESCAPE_BACKSLASH);
            }
        }
        '\\' => {
            put(at, 1, "\\\\", ESCAPE_BACKSLASH);
            let next = text.get(at + 1..).and_then(|it| it.chars().next());
            let n_next = next.map_or(0, char::len_utf8);
            put(at, 1 + n_next, "", 22);
            if level == Level::File {
                put(at, 0, "\\\\", 20);
            }
        }
        '\n' => put(at, 1, "\\n", ESCAPE_CONTROL),
        '\r' => put(at, 1, "\\r", ESCAPE_CONTROL),
        '\t' => put(at, 1, "\\t", ESCAPE_CONTROL),
        _ => (),
    }
}

/// Closes all that is open at the end of the text, and the string that is never closed too.
fn closers(scene: &Scene, out: &mut Vec<Move>) {
    let Scene { text, tokens, stop, .. } = *scene;
    let at = text.trim_end().len();
    let mut marks = String::new();
    let mut holder = tokens.last().map_or(NONE, |it| it.holder);
    while let Some(token) = tokens.get(holder) {
        marks.push(if token.kind == Kind::OpenBrace { '}' } else { ']' });
        holder = holder.checked_sub(1).and_then(|it| tokens.get(it)).map_or(NONE, |it| it.holder);
    }
    let mut put = |marks: &str| {
        let more = i32::try_from(marks.len()).unwrap_or(i32::MAX / 8) * 4;
        out.push(Move { at, len: 0, text: marks.to_owned(), price: CLOSE_ALL + more });
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

/// The places between the members of what is still open: a bracket may have been meant to close there.
fn boundaries(scene: &Scene, out: &mut Vec<Move>) {
    const MOST: usize = 24;
    let Scene { tokens, .. } = *scene;
    let holder = tokens.last().map_or(NONE, |it| it.holder);
    let Some(open) = tokens.get(holder) else { return };
    let mark = if open.kind == Kind::OpenBrace { "}" } else { "]" };
    let inside = tokens.get(holder..).unwrap_or_default();
    let commas: Vec<usize> =
        inside.iter().filter(|it| it.kind == Kind::Comma && it.holder == holder).map(|it| it.start).collect();
    let first = commas.iter().take(MOST);
    for at in first.chain(commas.iter().rev().take(MOST)) {
        out.push(Move { at: *at, len: 0, text: mark.to_owned(), price: INSERT });
    }
}

/// All that was never escaped in a string that seems to end too early, up to each quote that may end it.
fn quotes(scene: &Scene, out: &mut Vec<Move>) {
    const MOST: usize = 16;
    const FARTHEST: usize = 1 << 12;
    let Scene { text, tokens, stop, .. } = *scene;
    let bytes = text.as_bytes();
    let strings = tokens.iter().rev().take(4).filter(|it| matches!(it.kind, Kind::Key | Kind::Text));
    for string in strings.take(2) {
        let is_raw = |at: &usize| bytes.get(*at).is_some_and(|it| *it < 0x20);
        let mut raw: Vec<usize> = (string.start..string.end).filter(is_raw).collect();
        let has_controls = !raw.is_empty();
        raw.push(string.end - 1);
        let mut n_quotes = 1;
        let mut at = string.end;
        while n_quotes < MOST && at < bytes.len().min(stop + FARTHEST) {
            match bytes.get(at) {
                Some(b'\\') => at += 1,
                Some(b'"') => {
                    let is_end = matches!(bytes.get(skip(bytes, at + 1)), None | Some(b',' | b':' | b'}' | b']'));
                    if is_end && raw.len() > 1 {
                        out.push(escaped(text, &raw, 1));
                        // In a text of the payload, for both levels.
                        if scene.level == Level::File {
                            out.push(escaped(text, &raw, 2));
                        }
                    }
                    raw.push(at);
                    n_quotes += 1;
                }
                Some(..0x20) if has_controls => raw.push(at),
                _ => (),
            }
            at += 1;
        }
    }
}

/// Escapes characters of a text, once for each level of strings.
fn escaped(text: &str, raw: &[usize], n_levels: usize) -> Move {
    let (at, last) = (raw.first().copied().unwrap_or_default(), raw.last().copied().unwrap_or_default());
    let mut out = String::with_capacity(last - at + 4 * raw.len());
    for (idx, from) in raw.iter().enumerate() {
        out.push_str(&json::escaped(text.get(*from..=*from).unwrap_or_default(), n_levels));
        let next = raw.get(idx + 1).copied().unwrap_or(from + 1);
        out.push_str(text.get(from + 1..next).unwrap_or_default());
    }
    let more = i32::try_from(raw.len() + 2 * n_levels - 2).unwrap_or(i32::MAX >> 8) * 6;
    Move { at, len: last + 1 - at, text: out, price: ESCAPE_QUOTE + 10 + more }
}

/// Words where nothing of the kind belongs.
fn junk(scene: &Scene, out: &mut Vec<Move>) {
    let Scene { text, stop, .. } = *scene;
    let rest = text.get(stop..).unwrap_or_default();
    let len =
        rest.find(|it: char| !it.is_alphanumeric() && !"._-$".chars().any(|mark| mark == it)).unwrap_or(rest.len());
    if (1..=40).contains(&len) {
        out.push(Move { at: stop, len, text: String::new(), price: DELETE_OTHER + i32::try_from(len).unwrap_or(40) });
        const LITERALS: &[&str] = &["null", "true", "false"];
        for literal in LITERALS.iter().filter(|it| rest.starts_with(it.get(..2).unwrap_or_default()) && len < 8) {
            out.push(Move { at: stop, len, text: (*literal).to_owned(), price: QUOTE_WORD - 5 });
        }
        if let Some(word) = rest.get(..len) {
            out.push(Move { at: stop, len, text: format!("\"{word}\""), price: QUOTE_WORD });
        }
    }
}
