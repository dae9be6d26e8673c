//! JSON in prose, and JSON without its closing brackets.

use super::is_json;
use crate::json::{self, SyntaxErrorKind, TokenKind, tokens};
use crate::text::Span;

/// At most this many brackets are tried as the start of a value: each try may read to the end of the text.
const MOST: usize = 32;

/// The spans of valid objects and arrays in a text, in order. `None` if there are too many brackets to try them all.
pub(crate) fn values(text: &str) -> Option<Vec<Span>> {
    let mut out = Vec::new();
    let mut at = 0;
    for _ in 0..MOST {
        let rest = text.get(at..).unwrap_or_default();
        let Some(bracket) = rest.bytes().position(|it| matches!(it, b'{' | b'[')) else { return Some(out) };
        let (start, rest) = (at + bracket, rest.get(bracket..).unwrap_or_default());
        let value = rest.get(..end_of(rest)).filter(|it| is_json(it));
        at = start + value.map_or(1, str::len);
        if let Some(value) = value {
            out.push(Span::new(start, start + value.len()));
        }
    }
    None
}

/// The complete JSON in what two programs left that wrote one file at the same time, or one that did not empty it first: the end
/// of another text follows it, or the beginning of one precedes it.
pub(crate) fn complete(text: &str) -> Option<Span> {
    match first_value(text) {
        Some(value) => {
            let rest = text.get(value.len()..)?.trim_end();
            let count = |marks: [char; 2]| rest.matches(marks).count();
            let is_end = !rest.trim_start().starts_with(',')
                && rest.ends_with(['}', ']'])
                && rest.contains('"')
                && count(['}', ']']) > count(['{', '[']);
            is_end.then(|| Span::new(0, value.len()))
        }
        None => complete_at_end(text),
    }
}

/// The complete JSON after the beginning of another text, which has the same first key.
fn complete_at_end(text: &str) -> Option<Span> {
    const MOST: usize = 8;
    let key = text.trim_start().strip_prefix('{')?.trim_start();
    let key = key.get(..key.strip_prefix('"')?.find('"')? + 2)?;
    text.rmatch_indices(key).take(MOST).find_map(|(at, _)| {
        let before = text.get(..at)?.trim_end();
        let start = before.strip_suffix('{').filter(|it| !it.trim().is_empty())?.len();
        let rest = text.get(start..)?;
        let value = first_value(rest).filter(|it| rest.trim_end().len() == it.len())?;
        Some(Span::new(start, start + value.len()))
    })
}

/// The valid object or array that a text begins with.
fn first_value(text: &str) -> Option<&str> {
    text.get(..end_of(text)).filter(|it| is_json(it))
}

/// Whether a text contains an object or array, valid or in another notation, such as Python's `[1, True]`. Also true if there
/// are too many brackets to try them all.
pub(crate) fn holds_value(text: &str) -> bool {
    let is_value = |it: &(usize, &str)| {
        let rest = text.get(it.0..).unwrap_or_default();
        rest.get(..end_of(rest)).is_some_and(is_other_notation)
    };
    let mut brackets = text.match_indices(['{', '[']);
    brackets.by_ref().take(MOST).any(|it| is_value(&it)) || brackets.next().is_some()
}

/// Whether a text in brackets is an object or array, apart from its notation.
fn is_other_notation(text: &str) -> bool {
    let (_, errors) = json::parse(text, Span::new(0, text.len()));
    let is_notation = |kind| {
        matches!(
            kind,
            SyntaxErrorKind::Comment
                | SyntaxErrorKind::TrailingComma
                | SyntaxErrorKind::WrongQuotes
                | SyntaxErrorKind::UnquotedKey
                | SyntaxErrorKind::PythonLiteral
                | SyntaxErrorKind::NotFinite
                | SyntaxErrorKind::ControlCharacter(_)
                | SyntaxErrorKind::BadEscape
                | SyntaxErrorKind::LoneSurrogate
                | SyntaxErrorKind::OddBlank
        )
    };
    !text.is_empty() && errors.iter().all(|it| is_notation(it.kind))
}

/// Where the value at the start of a text ends, if its brackets match.
fn end_of(text: &str) -> usize {
    let mut depth = 0_usize;
    for token in tokens(text) {
        if token.kind == TokenKind::Mark {
            match token.span.of(text) {
                "{" | "[" => depth += 1,
                "}" | "]" => depth = depth.saturating_sub(1),
                _ => (),
            }
            if depth == 0 {
                return token.span.end as usize;
            }
        }
    }
    0
}

/// The text with its missing closing brackets; `None` if something else is missing, too, such as the rest of a number.
pub(crate) fn closed(text: &str) -> Option<String> {
    if text.ends_with(|it: char| it.is_ascii_digit()) {
        return None;
    }
    let mut open = Vec::new();
    for token in tokens(text).filter(|it| it.kind == TokenKind::Mark) {
        match token.span.of(text) {
            "{" => open.push('}'),
            "[" => open.push(']'),
            "}" | "]" => drop(open.pop()?),
            _ => (),
        }
    }
    let mut out = text.trim_end().to_owned();
    let is_cut = open.is_empty();
    out.extend(open.iter().rev());
    (!is_cut && is_json(&out)).then_some(out)
}
