//! A string that seems to end too early: its inner quotes are part of its text and must be escaped, unless they close
//! and open strings.

use super::TextLevel;
use super::moves::{ESCAPE_QUOTE, Move};
use super::places::{Scene, skip};
use super::scan::{Lexeme, LexemeKind};
use crate::json;

/// Strings that only lack commas between them are rarely a text with quotes in it: that reading is tried last.
const SEVERAL_STRINGS: i32 = 250;

/// Escapes everything in a string that seems to end too early, up to each quote that may end it. Whoever forgot to escape
/// the quotes forgot the line breaks, too.
pub(super) fn quotes(scene: &Scene, out: &mut Vec<Move>) {
    const MOST: usize = 16;
    const FARTHEST: usize = 1 << 12;
    let Scene { text, tokens, stop, .. } = *scene;
    let bytes = text.as_bytes();
    let strings = tokens.iter().rev().take(4).filter(|it| matches!(it.kind, LexemeKind::Key | LexemeKind::Text));
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
                        // In a file, the text may be in the payload: both levels are tried.
                        let n_levels = if scene.level == TextLevel::File { 2 } else { 1 };
                        let price = if are_several(scene, string, &raw) { SEVERAL_STRINGS } else { 0 };
                        out.extend((1..=n_levels).map(|it| escaped(text, &raw, it, price)));
                    }
                    raw.push(at);
                    n_quotes += 1;
                }
                Some(..0x20) if has_controls || continues_text(bytes, at) => raw.push(at),
                _ => (),
            }
            at += 1;
        }
    }
}

/// Whether the text after a line break, or another control character, is not part of JSON's structure.
fn continues_text(bytes: &[u8], at: usize) -> bool {
    bytes.get(skip(bytes, at)).is_some_and(|it| it.is_ascii_alphanumeric() || !it.is_ascii())
}

/// Escapes characters of a text, once for each level of strings.
fn escaped(text: &str, raw: &[usize], n_levels: usize, price: i32) -> Move {
    let (at, last) = (raw.first().copied().unwrap_or_default(), raw.last().copied().unwrap_or_default());
    let mut out = String::with_capacity(last - at + 4 * raw.len());
    for (idx, from) in raw.iter().enumerate() {
        match (text.as_bytes().get(*from), n_levels) {
            (Some(b'"'), 1) => out.push_str("\\\""),
            (Some(b'"'), 2) => out.push_str("\\\\\\\""),
            _ => out.push_str(&json::escaped(text.get(*from..=*from).unwrap_or_default(), n_levels)),
        }
        let next = raw.get(idx + 1).copied().unwrap_or(from + 1);
        out.push_str(text.get(from + 1..next).unwrap_or_default());
    }
    let more = i32::try_from(raw.len() + 2 * n_levels - 2).unwrap_or(i32::MAX >> 8) * 6;
    Move { at, len: last + 1 - at, text: out.into(), price: price + ESCAPE_QUOTE + 10 + more }
}

/// The role of a string, according to what is before it.
#[derive(Clone, Copy, PartialEq)]
enum StringRole {
    Key,
    Member,
    Item,
    /// After a bracket that closes something.
    Any,
}

/// Whether the quote that ends a string and those after it close and open strings, rather than being part of a text:
/// there are at least two pairs, and each has between its quotes what JSON has between strings, except for commas.
fn are_several(scene: &Scene, string: &Lexeme, raw: &[usize]) -> bool {
    let bytes = scene.text.as_bytes();
    let quotes: Vec<usize> = raw.iter().copied().filter(|it| bytes.get(*it) == Some(&b'"')).collect();
    let (pairs, rest) = quotes.as_chunks::<2>();
    let is_in_object = scene.tokens.get(string.holder).is_some_and(|it| it.kind == LexemeKind::OpenBrace);
    let mut part = match string.kind {
        LexemeKind::Key => StringRole::Key,
        _ if is_in_object => StringRole::Member,
        _ => StringRole::Item,
    };
    let mut follows = |[from, to]: &[usize; 2]| {
        let next = scene.text.get(from + 1..*to).and_then(|it| part_after(part, it));
        next.inspect(|it| part = *it).is_some()
    };
    rest.is_empty() && pairs.len() >= 2 && pairs.iter().all(&mut follows)
}

/// What the next string is if JSON allows the text between it and the string before; `None` if not, as for a quoted
/// word.
fn part_after(part: StringRole, between: &str) -> Option<StringRole> {
    let is_apart = |it: char| it.is_ascii_whitespace() || ",:[]{}".contains(it);
    let is_number = |it: &str| it.bytes().all(|it| it.is_ascii_digit() || b"+-.eE".contains(&it));
    let mut words = between.split(is_apart).filter(|it| !it.is_empty());
    let are_values = words.all(|it| matches!(it, "null" | "true" | "false") || is_number(it));
    let marks = between.trim_ascii();
    let is_right = part == StringRole::Any || marks.starts_with(':') == (part == StringRole::Key);
    if !between.starts_with(is_apart) || !between.ends_with(is_apart) || !are_values || !is_right {
        return None;
    }
    Some(match marks.bytes().last() {
        Some(b':') => StringRole::Member,
        Some(b'[') => StringRole::Item,
        Some(b'{') => StringRole::Key,
        _ if marks.contains(['[', ']', '{', '}']) => StringRole::Any,
        _ if part == StringRole::Member => StringRole::Key,
        _ => part,
    })
}
