//! Numbers after zeros.

use super::parse;
use crate::text::Span;

/// The number after the zeros at an offset of a text, among the numbers of a list: `-300` in `[1, 0-300]`. Elsewhere, and
/// where a number next to it is as long, the zeros are part of a code or a range.
pub(crate) fn padded(text: &str, at: usize) -> Option<Span> {
    let (before, rest) = text.split_at_checked(at)?;
    let literal = rest.get(..rest.find(is_no_part).unwrap_or(rest.len()))?;
    let number = literal.trim_start_matches('0');
    let end = at + literal.len();
    (number.len() < literal.len() && is_number(number) && is_among_numbers(before, text.get(end..)?, literal))
        .then(|| Span::new(end - number.len(), end))
}

fn is_among_numbers(before: &str, after: &str, literal: &str) -> bool {
    let (before, after) = (before.trim_ascii_end(), after.trim_ascii_start());
    let last = before.strip_suffix(',').map(|it| {
        let it = it.trim_ascii_end();
        it.get(it.trim_end_matches(|it| !is_no_part(it)).len()..).unwrap_or_default()
    });
    let next = after.strip_prefix(',').map(|it| {
        let it = it.trim_ascii_start();
        it.get(..it.find(is_no_part).unwrap_or(it.len())).unwrap_or_default()
    });
    let is_plain =
        |it: &&str| is_number(it) && (it.len() != literal.len() || !it.bytes().all(|it| it.is_ascii_digit()));
    (last.is_some() || next.is_some())
        && [last, next].iter().flatten().all(is_plain)
        && (last.is_some() || before.ends_with('['))
        && (next.is_some() || after.starts_with(']'))
}

fn is_no_part(it: char) -> bool {
    !it.is_ascii_alphanumeric() && !matches!(it, '.' | '+' | '-')
}

fn is_number(text: &str) -> bool {
    text.ends_with(|it: char| it.is_ascii_digit()) && parse(text, Span::new(0, text.len())).1.is_empty()
}
