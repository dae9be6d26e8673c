//! What a text begins and ends with, and what is in it. ASCII characters are looked for as bytes: a fraction of the code
//! that the library has for patterns of any kind.

use super::find_byte;

// The library looks for a byte as if there were many to look at.
#[allow(clippy::manual_contains)]
#[inline]
fn is_one(chars: &[u8], byte: u8) -> bool {
    chars.iter().any(|it| *it == byte)
}

/// Whether the text begins with one of such ASCII characters.
pub fn begins(text: &str, chars: &[u8]) -> bool {
    text.as_bytes().first().is_some_and(|it| is_one(chars, *it))
}

/// Whether the text ends with one of such ASCII characters.
pub fn ends(text: &str, chars: &[u8]) -> bool {
    text.as_bytes().last().is_some_and(|it| is_one(chars, *it))
}

/// Whether one of such ASCII characters is in the text.
pub fn has_any(text: &str, chars: &[u8]) -> bool {
    text.bytes().any(|it| is_one(chars, it))
}

/// Whether a text begins like JSON that holds something: with a bracket or a quote, blanks aside.
pub fn begins_json(text: &str) -> bool {
    begins(trim_start(text), b"{[\"")
}

/// What stands before such an ASCII character, where it is met first, and what stands behind it.
pub fn split_once(text: &str, byte: u8) -> Option<(&str, &str)> {
    let at = find_byte(text.as_bytes(), 0, byte)?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// The parts of a text between such ASCII characters, one more than there are of them.
pub fn split(text: &str, byte: u8) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let Some((part, behind)) = split_once(rest?, byte) else { return rest.take() };
        rest = Some(behind);
        Some(part)
    })
}

/// The text without blanks at its ends.
pub fn trim(text: &str) -> &str {
    match text.as_bytes() {
        // Nearly all texts have none.
        [b'!'..=b'~', .., b'!'..=b'~'] => text,
        _ => text.trim(),
    }
}

/// The text without blanks at its start.
pub fn trim_start(text: &str) -> &str {
    if let Some(b'!'..=b'~') = text.as_bytes().first() { text } else { text.trim_start() }
}

/// The text without such ASCII characters at its start.
pub fn trim_front<'t>(text: &'t str, chars: &[u8]) -> &'t str {
    let mut bytes = text.as_bytes();
    while let [first, rest @ ..] = bytes
        && is_one(chars, *first)
    {
        bytes = rest;
    }
    text.get(text.len() - bytes.len()..).unwrap_or_default()
}

/// The text without such ASCII characters at its end.
pub fn trim_back<'t>(text: &'t str, chars: &[u8]) -> &'t str {
    let mut bytes = text.as_bytes();
    while let [rest @ .., last] = bytes
        && is_one(chars, *last)
    {
        bytes = rest;
    }
    text.get(..bytes.len()).unwrap_or_default()
}

/// True for letters and digits of any script, near enough: what is no sign, blank, mark or picture.
pub fn is_letter(ch: char) -> bool {
    match u32::from(ch) {
        0..0x80 => ch.is_ascii_alphanumeric(),
        // Latin letters and digits among the signs.
        0xAA | 0xB2 | 0xB3 | 0xB5 | 0xB9 | 0xBA | 0xBC..=0xBE => true,
        0x80..0xC0 | 0xD7 | 0xF7 | 0x2000..0x2070 | 0x20A0..0x2100 | 0x2190..0x2460 | 0x249C..0x24B6 => false,
        0x2500..0x2776 | 0x2794..0x2C00 | 0x2E00..0x2E80 | 0x3000..0x3005 | 0x3008..0x3021 => false,
        0x3030..0x3031 | 0xE000..0xF900 | 0xFE00..0xFE70 | 0xFEFF..0xFF10 | 0xFF1A..0xFF21 | 0xFFE0..0x1_0000 => false,
        0x1_F000..0x1_F130 | 0x1_F18A..0x1_FBF0 | 0xE_0000.. => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::{begins_json, is_letter, split, split_once, trim, trim_start};

    #[test]
    fn parts_stand_between_the_signs() {
        for text in ["", ",", "a", "a,b", ",a,,é,", "✅,\n"] {
            assert!(split(text, b',').eq(text.split(',')), "{text:?}");
        }
    }

    #[test]
    fn blanks_of_any_script_are_trimmed() {
        for text in ["", " ", "a", " a ", "\t\u{a0}é b\u{3000}\n", "\u{feff}a", "ab\u{85}", "✅ "] {
            assert_eq!(trim(text), text.trim(), "{text:?}");
            assert_eq!(trim_start(text), text.trim_start(), "{text:?}");
        }
    }

    #[test]
    fn json_begins_with_a_bracket_or_a_quote() {
        for (text, expected) in
            [("{", true), ("\n [1]", true), ("\"a\"", true), ("", false), ("1", false), ("é{", false)]
        {
            assert_eq!(begins_json(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_text_is_split_at_the_first() {
        for text in ["", "a", "/", "a/b/c", "é/ü"] {
            assert_eq!(split_once(text, b'/'), text.split_once('/'), "{text:?}");
        }
    }

    #[test]
    fn letters_are_those_of_unicode_near_enough() {
        for ch in "aZ09éßÀñλЖ中日ひカ한עש٣½ªº①Ａ𝒜".chars() {
            assert!(is_letter(ch) && ch.is_alphanumeric(), "{ch}");
        }
        for ch in " _-.§«»×÷–—‘’“”…€→✅❌⚠\u{fe0f}📊🚫☑•、。：（\u{feff}\u{e000}".chars()
        {
            assert!(!is_letter(ch) && !ch.is_alphanumeric(), "{ch}");
        }
    }
}
