//! Numbers after zeros.

use super::is_sound;
use crate::text::Span;

/// The number after the zeros at an offset of a text, next to other numbers of its list: `-300` in `[1, 0-300]`. Elsewhere,
/// and next to one that is as long or has zeros before it, too, the zeros are part of a code or a range.
pub(crate) fn padded(text: &str, at: usize) -> Option<Span> {
    let (before, rest) = text.split_at_checked(at)?;
    let before = before.trim_ascii_end();
    let literal = literal(rest);
    let last = match before.strip_suffix(',') {
        Some(before) => {
            let before = before.trim_ascii_end();
            before.get(before.rfind(is_no_part).map_or(0, |it| it + 1)..)?
        }
        None if before.ends_with('[') => "",
        None => return None,
    };
    let after = rest.get(literal.len()..)?.trim_ascii_start().strip_prefix(',').unwrap_or_default();
    let next = self::literal(after.trim_ascii_start());
    let number = literal.trim_start_matches('0');
    let end = at + literal.len();
    let is_plain = |it: &str| it.is_empty() || it.len() != literal.len() && is_number(it);
    let has_neighbor = last.len() + next.len() > 0;
    (number.len() < literal.len() && is_number(number) && has_neighbor && is_plain(last) && is_plain(next))
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
