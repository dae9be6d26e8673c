//! The places near a stop where something may be missing, superfluous or wrong.

use super::TextLevel;
use super::scan::{Lexeme, LexemeKind, NONE};

/// How many of the last tokens and of the open brackets are examined.
const LAST_TOKENS: usize = 8;
const OPEN_BRACKETS: usize = 6;
/// How far the search looks beyond the stop.
const BEHIND: usize = 300;

/// The input of the search: the text, its tokens so far, and where reading stopped.
pub(super) struct Scene<'s> {
    pub(super) text: &'s str,
    pub(super) tokens: &'s [Lexeme],
    pub(super) stop: usize,
    pub(super) level: TextLevel,
}

/// Where something may be missing, superfluous or wrong.
pub(super) fn places(scene: &Scene) -> Vec<usize> {
    let Scene { text, tokens, stop, .. } = *scene;
    let mut out = Vec::with_capacity(512);
    let last = tokens.get(tokens.len().saturating_sub(LAST_TOKENS)..).unwrap_or_default();
    for at in stop.saturating_sub(2)..stop + 3 {
        near(at, &mut out);
    }
    for at in last.iter().flat_map(|it| [it.start, it.end, it.end - 1]) {
        near(at, &mut out);
    }
    for pair in last.windows(2) {
        if let [before, behind] = pair {
            out.extend(line_ends(text, before.end, behind.start));
        }
    }
    out.extend(line_ends(text, last.last().map_or(0, |it| it.end), stop));
    let mut holder = tokens.last().map_or(NONE, |it| it.holder);
    for _ in 0..OPEN_BRACKETS {
        let Some(token) = tokens.get(holder) else { break };
        near(token.start, &mut out);
        holder = holder.checked_sub(1).and_then(|it| tokens.get(it)).map_or(NONE, |it| it.holder);
    }
    in_strings(scene, last, &mut out);
    around_stop(text, stop, &mut out);
    out.extend([text.len(), text.trim_end().len()]);
    out.sort_unstable();
    out.dedup();
    out.retain(|it| text.is_char_boundary(*it));
    out
}

fn near(at: usize, out: &mut Vec<usize>) {
    out.extend([at.saturating_sub(1), at, at + 1]);
}

/// Where the last strings, or the one that reading stopped at, may have been meant to end.
fn in_strings(scene: &Scene, last: &[Lexeme], out: &mut Vec<usize>) {
    let Scene { text, stop, .. } = *scene;
    let strings = last.iter().rev().take(4).filter(|it| matches!(it.kind, LexemeKind::Key | LexemeKind::Text));
    let mut strings: Vec<(usize, usize)> = strings.map(|it| (it.start, it.end)).collect();
    if text.as_bytes().get(stop) == Some(&b'"') {
        strings.push((stop, text.len()));
    }
    for (start, end) in strings {
        let inside = || possible_ends(text, start, end);
        let behind = possible_ends(text, end, (end + 200).min(text.len()));
        for at in inside().take(10).chain(inside().rev().take(14)).chain(behind.take(10)) {
            near(at, out);
        }
    }
}

/// The next marks after the stop, and brackets around it that close before a comma.
fn around_stop(text: &str, stop: usize, out: &mut Vec<usize>) {
    let bytes = text.as_bytes();
    let behind = bytes.get(stop..(stop + BEHIND).min(bytes.len())).unwrap_or_default();
    let marks = behind.iter().enumerate().filter(|it| b"\"{}[],:\n".contains(it.1));
    for (at, _) in marks.take(8) {
        out.extend([stop + at, stop + at + 1]);
    }
    for at in stop.saturating_sub(400)..(stop + 400).min(bytes.len()) {
        if matches!(bytes.get(at), Some(b']' | b'}')) && opens_behind_comma(text, at + 1) {
            out.extend([at, at + 1]);
        }
    }
}

/// The ends of lines in the blanks between two tokens.
fn line_ends(text: &str, from: usize, to: usize) -> impl Iterator<Item = usize> {
    let gap = text.get(from..to).unwrap_or_default();
    gap.match_indices('\n').take(4).map(move |it| from + it.0)
}

/// Places in a stretch of text where a string may have been meant to end.
fn possible_ends(text: &str, start: usize, end: usize) -> impl DoubleEndedIterator<Item = usize> {
    let bytes = text.as_bytes();
    let behind = move |at: usize| bytes.get(skip(bytes, at)).copied();
    (start..end).filter(move |&at| match bytes.get(at) {
        Some(b'\n' | b'"') => true,
        Some(0xE2) => text.get(at..).is_some_and(|it| it.starts_with(['“', '”'])),
        Some(b',') => matches!(behind(at + 1), Some(b'"' | b'\\' | b'{' | b'[')),
        Some(b':') => matches!(bytes.get(at + 1), Some(b' ' | b'"' | b'[' | b'{')),
        Some(b'}' | b']') => matches!(behind(at + 1), None | Some(b',' | b'}' | b']')),
        _ => false,
    })
}

fn opens_behind_comma(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let comma = skip(bytes, at);
    bytes.get(comma) == Some(&b',') && matches!(bytes.get(skip(bytes, comma + 1)), Some(b'"' | b'{' | b'['))
}

pub(super) fn skip(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
        at += 1;
    }
    at
}
