//! How the characters of a string are escaped, so that inserted text is escaped the same way.

use crate::json::{escape_into, unicode_escape};
use crate::text::find_byte;

/// Which characters are escaped although JSON does not require it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Style {
    /// All that are not ASCII.
    is_ascii: bool,
    /// The hexadecimal digits are capitals.
    has_capitals: bool,
    /// The slash.
    has_slash: bool,
}

impl Style {
    /// The style of the content of a string, or of the text around it if the content shows none.
    pub(super) fn of(raw: &str, around: &str) -> Self {
        let seen = Spelling::in_text(raw);
        let other =
            if seen.tells_letters() && seen.tells_slash() { Spelling::default() } else { Spelling::in_text(around) };
        let letters = if seen.tells_letters() { &seen } else { &other };
        let slash = if seen.tells_slash() { &seen } else { &other };
        Self {
            is_ascii: letters.has_escapes && !letters.has_letters,
            has_capitals: letters.has_capitals,
            has_slash: slash.has_escaped_slash && !slash.has_slash,
        }
    }

    /// Whether a text is escaped the same way in every style.
    pub(super) fn is_indifferent(text: &str) -> bool {
        text.is_ascii() && !text.contains('/')
    }

    /// Appends a text as it is written between quotes in this style.
    pub(super) fn write(self, text: &str, out: &mut String) {
        if self == Self::default() || Self::is_indifferent(text) {
            return escape_into(text, out);
        }
        for ch in text.chars() {
            if ch == '/' && self.has_slash {
                out.push_str("\\/");
            } else if !ch.is_ascii() && self.is_ascii {
                for unit in ch.encode_utf16(&mut [0; 2]) {
                    self.unit(*unit, out);
                }
            } else {
                escape_into(ch.encode_utf8(&mut [0; 4]), out);
            }
        }
    }

    fn unit(self, unit: u16, out: &mut String) {
        out.push_str("\\u");
        for shift in [12, 8, 4, 0] {
            let digit = char::from_digit(u32::from(unit) >> shift & 15, 16).unwrap_or('0');
            out.push(if self.has_capitals { digit.to_ascii_uppercase() } else { digit });
        }
    }
}

/// What was seen of the spelling.
#[derive(Default)]
struct Spelling {
    /// A non-ASCII character that is not escaped.
    has_letters: bool,
    /// A non-ASCII character that is escaped.
    has_escapes: bool,
    has_capitals: bool,
    has_slash: bool,
    has_escaped_slash: bool,
}

impl Spelling {
    fn in_text(raw: &str) -> Self {
        let bytes = raw.as_bytes();
        let mut out = Self { has_letters: !raw.is_ascii(), ..Self::default() };
        let mut at = 0;
        let mut n_escaped = 0;
        while let Some(found) = find_byte(bytes, at, b'\\') {
            at = found + 2;
            match bytes.get(found + 1) {
                Some(b'/') => n_escaped += 1,
                Some(b'u') => {
                    let Some((len, ch)) = unicode_escape(bytes, found) else { continue };
                    at = found + len;
                    out.has_escapes |= ch.is_none_or(|it| !it.is_ascii());
                    let digits = bytes.get(found + 2..at).unwrap_or_default();
                    out.has_capitals |= digits.iter().any(u8::is_ascii_uppercase);
                }
                _ => (),
            }
        }
        out.has_escaped_slash = n_escaped > 0;
        out.has_slash = bytes.iter().filter(|it| **it == b'/').count() > n_escaped;
        out
    }

    fn tells_letters(&self) -> bool {
        self.has_letters || self.has_escapes
    }

    fn tells_slash(&self) -> bool {
        self.has_slash || self.has_escaped_slash
    }
}

#[cfg(test)]
mod tests {
    use super::Style;

    fn check(raw: &str, text: &str, expected: &str) {
        let mut out = String::new();
        Style::of(raw, "").write(text, &mut out);
        assert_eq!(out, expected, "{raw}");
    }

    #[test]
    fn text_is_spelled_as_the_text_around_it() {
        check("a", "é/\"", "é/\\\"");
        check("\\u00e9", "é😀\n", "\\u00e9\\ud83d\\ude00\\n");
        check("\\u00C9", "é", "\\u00E9");
        check("\\u00e9 é", "é", "é");
        check("\\\\u00e9", "é", "é");
        check("\\u000a", "é", "é");
        check("<\\/a>", "</b>", "<\\/b>");
        check("<\\/a> /", "</b>", "</b>");
    }
}
