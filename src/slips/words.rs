//! Words and other text where JSON has none: they are superfluous, or a string without its quotes.

use super::moves::{DELETE_DOUBLED, DELETE_OTHER, Move, QUOTE_WORD, SWAP};
use super::places::{Scene, skip};
use super::scan::{Lexeme, LexemeKind};
use crate::json;

/// Longer text is not read as a value without quotes.
const LONGEST: usize = 400;

pub(super) fn words(scene: &Scene, out: &mut Vec<Move>) {
    junk(scene, out);
    bare_text(scene, out);
    behind_value(scene, out);
}

/// Words where no word belongs.
fn junk(scene: &Scene, out: &mut Vec<Move>) {
    let Scene { text, stop, .. } = *scene;
    let rest = text.get(stop..).unwrap_or_default();
    let len =
        rest.find(|it: char| !it.is_alphanumeric() && !"._-$".chars().any(|mark| mark == it)).unwrap_or(rest.len());
    if (1..=40).contains(&len) {
        out.push(Move { at: stop, len, text: "".into(), price: DELETE_OTHER + i32::try_from(len).unwrap_or(40) });
        const LITERALS: &[&str] = &["null", "true", "false"];
        let word = rest.get(..len).unwrap_or_default();
        for literal in LITERALS.iter().filter(|it| is_misspelled(word, it)) {
            out.push(Move { at: stop, len, text: (*literal).into(), price: QUOTE_WORD - 5 });
        }
        // A Python string with its prefix.
        const PREFIXES: &[&str] = &["f", "r", "b", "u", "rb", "br", "rf", "fr"];
        let is_prefix = |word: &str| PREFIXES.iter().any(|it| it.eq_ignore_ascii_case(word));
        if rest.get(len..).is_some_and(|it| it.starts_with('"')) && rest.get(..len).is_some_and(is_prefix) {
            out.push(Move { at: stop, len, text: "".into(), price: DELETE_DOUBLED });
        }
        if let Some(word) = rest.get(..len) {
            out.push(Move { at: stop, len, text: format!("\"{word}\"").into(), price: QUOTE_WORD });
        }
    }
}

/// Whether a word has a literal's letters in another order, or some more or less of them. One that has other letters in place
/// of them is another word.
fn is_misspelled(word: &str, literal: &str) -> bool {
    let count = |it: &str, letter: u8| it.bytes().filter(|it| *it == letter).count();
    let has_same_letters = || word.bytes().chain(literal.bytes()).all(|it| count(word, it) == count(literal, it));
    let is_part_of = |part: &str, whole: &str| {
        let mut letters = whole.bytes();
        part.bytes().all(|it| letters.any(|letter| letter == it))
    };
    word.get(..2) == literal.get(..2)
        && word.len() < 8
        && (is_part_of(word, literal) || is_part_of(literal, word) || has_same_letters())
}

/// A text of several words after a colon, without quotes.
fn bare_text(scene: &Scene, out: &mut Vec<Move>) {
    let Scene { text, tokens, stop, .. } = *scene;
    // Its first word may be a value by itself.
    let literal =
        tokens.last().filter(|it| it.kind == LexemeKind::Literal && text.get(it.end..stop).is_some_and(is_blank));
    let start = literal.map_or(stop, |it| it.start);
    if tokens.iter().rev().find(|it| it.end <= start).is_none_or(|it| it.kind != LexemeKind::Colon) {
        return;
    }
    let rest = text.get(start..).unwrap_or_default();
    let word = rest.get(..end_of_text(rest)).unwrap_or_default().trim_end();
    let is_text = word.contains(' ') && word.starts_with(|it: char| it.is_alphanumeric() || it == '$' || it == '(');
    if is_text && !word.contains('"') {
        let quoted = json::quote(word);
        out.push(Move { at: start, len: word.len(), text: quoted.into(), price: QUOTE_WORD + 6 });
    }
}

/// Text after the string that it belongs to, or superfluous text after another value.
fn behind_value(scene: &Scene, out: &mut Vec<Move>) {
    let Scene { text, tokens, stop, .. } = *scene;
    let is_it = |it: &&Lexeme| it.kind == LexemeKind::Literal || it.kind == LexemeKind::Text && it.quotes == (1, 1);
    let Some(value) = tokens.last().filter(is_it) else { return };
    let rest = text.get(value.end..).unwrap_or_default();
    let words = rest.get(..end_of_text(rest)).unwrap_or_default().trim_end();
    let is_text =
        words.trim_start().starts_with(|it: char| it.is_alphanumeric() || matches!(it, '(' | '-' | '–' | '—'));
    if !is_text || words.contains('"') || !text.get(value.end..stop).is_some_and(is_blank) {
        return;
    }
    if value.kind == LexemeKind::Text && !json::is_sound(words.trim_start()) {
        let moved = format!("{}\"", json::escaped(words, 1));
        out.push(Move { at: value.end - 1, len: words.len() + 1, text: moved.into(), price: SWAP });
    }
    let price = DELETE_OTHER + i32::try_from(words.len()).unwrap_or(0);
    out.push(Move { at: value.end, len: words.len(), text: "".into(), price });
}

fn is_blank(text: &str) -> bool {
    text.bytes().all(|it| it == b' ')
}

/// Where text that is not JSON ends: with its line, or before a comma or a bracket with JSON after it.
fn end_of_text(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let is_end = |at: &usize| match bytes.get(*at) {
        Some(b'\n') | None => true,
        Some(b',' | b'}' | b']') => {
            let next = bytes.get(skip(bytes, at + 1));
            matches!(next, None | Some(b'"' | b'{' | b'[' | b'}' | b']' | b','))
        }
        _ => false,
    };
    (0..=bytes.len().min(LONGEST)).find(is_end).unwrap_or_default()
}
