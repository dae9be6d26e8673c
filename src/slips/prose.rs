//! How plausible the text of a string is, by the quotes in it.

use crate::text::find_byte;

pub(super) const ODD_QUOTE: i32 = 12;
pub(super) const ODD_COLUMN: i32 = 30;
const JOINT: i32 = 20;
/// A quote between two letters, and one after a comma: two strings were merged.
const TWO_ITEMS: i32 = 30;
/// A member in the text of the string before it.
const SWALLOWED: i32 = 90;

/// Quotes in prose come in pairs and are rarely where JSON has them.
pub(super) fn quotes(content: &str) -> i32 {
    let bytes = content.as_bytes();
    let (mut n_quotes, mut n_joints, mut n_members) = (0, 0, 0);
    let (mut is_in_word, mut is_after_comma) = (false, false);
    let mut at = 0;
    let is_of_word = |it: Option<usize>| it.and_then(|it| bytes.get(it)).is_some_and(u8::is_ascii_alphanumeric);
    while let Some(found) = find_byte(bytes, at, b'\\') {
        at = found + 2;
        if bytes.get(found + 1) == Some(&b'"') {
            n_quotes += 1;
            n_joints += i32::from(matches!(bytes.get(at), Some(b':' | b',' | b']' | b'}')));
            n_members += i32::from(begins_member(bytes.get(at..).unwrap_or_default()));
            is_in_word |= is_of_word(found.checked_sub(1)) && is_of_word(Some(at));
            is_after_comma |= bytes.get(..found).is_some_and(|it| it.ends_with(b", ") || it.ends_with(b","));
        }
    }
    let is_torn = content.ends_with(',') || content.starts_with([',', ':']);
    let is_two = is_in_word && is_after_comma;
    n_joints * JOINT
        + n_members * SWALLOWED
        + i32::from(is_two) * TWO_ITEMS
        + (n_quotes & 1) * ODD_QUOTE
        + i32::from(is_torn) * ODD_COLUMN
}

/// Whether a comma, a name in escaped quotes, a colon and an escaped quote follow: a member of the object around the string.
fn begins_member(bytes: &[u8]) -> bool {
    let rest = bytes.strip_prefix(b",").and_then(|it| it.trim_ascii_start().strip_prefix(b"\\\""));
    let Some(rest) = rest else { return false };
    let n_letters = rest.iter().take_while(|it| it.is_ascii_alphanumeric() || **it == b'_').count();
    let behind = rest.get(n_letters..).and_then(|it| it.strip_prefix(b"\\\":")).unwrap_or_default();
    n_letters > 0 && behind.trim_ascii_start().starts_with(b"\\\"")
}
