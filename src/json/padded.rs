//! Numbers after zeros.

use super::is_sound;
use crate::text::Span;

/// The number after the zeros at an offset of a text, next to another number of its list: `-300` in `[1, 0-300]`. Elsewhere,
/// and where that is as long, the zeros are part of a code or a range.
pub(crate) fn padded(text: &str, at: usize) -> Option<Span> {
    let (before, rest) = text.split_at_checked(at)?;
    let before = before.trim_ascii_end();
    let literal = literal(rest);
    let neighbor = match before.strip_suffix(',').map(str::trim_ascii_end) {
        Some(before) => before.get(before.rfind(is_no_part).map_or(0, |it| it + 1)..)?,
        None if before.ends_with('[') => {
            self::literal(rest.get(literal.len()..)?.trim_ascii_start().strip_prefix(',')?.trim_ascii_start())
        }
        None => return None,
    };
    let number = literal.trim_start_matches('0');
    let end = at + literal.len();
    (number.len() < literal.len() && is_number(number) && is_number(neighbor) && neighbor.len() != literal.len())
        .then(|| Span::new(end - number.len(), end))
}

fn literal(text: &str) -> &str {
    text.get(..text.find(is_no_part).unwrap_or(text.len())).unwrap_or_default()
}

fn is_no_part(it: char) -> bool {
    !(it.is_ascii_alphanumeric() || matches!(it, '.' | '+' | '-'))
}

fn is_number(text: &str) -> bool {
    text.as_bytes().last().is_some_and(u8::is_ascii_digit) && is_sound(text)
}
