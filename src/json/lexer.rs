//! Tokens of JSON text, blanks and broken parts included: each byte belongs to exactly one.

use super::flags::Flags;
use super::string::{EscapeFault, read_escape};
use crate::text::{Lanes, Marks, Span, find_bytes, find_where};

pub(super) use crate::text::char_len;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Space, tab, line feed, carriage return.
    Blank,
    /// `// …`, `# …`, `/* … */` or `<!-- … -->`, which JSON does not allow.
    Comment,
    /// One of `{}[]:,`.
    Mark,
    /// A string in double quotes, or one that is cut off by the end of the text.
    String,
    /// Text that begins like a number.
    Number,
    /// A run of letters, digits and `_$.-`: a literal, or a word without quotes.
    Word,
    /// Any other character.
    Other,
}

/// A token and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its place in the text.
    pub span: Span,
}

/// The tokens of a text, in order and without gaps.
pub fn tokens(text: &str) -> impl Iterator<Item = Token> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        let &byte = bytes.get(start)?;
        let (kind, end) = match byte {
            b' ' | b'\t' | b'\n' | b'\r' => (TokenKind::Blank, skip_blanks(bytes, start)),
            b'{' | b'}' | b'[' | b']' | b':' | b',' => (TokenKind::Mark, start + 1),
            b'"' => (TokenKind::String, scan_string(bytes, start, bytes.len()).end),
            b'-' | b'0'..=b'9' => (TokenKind::Number, scan_number(bytes, start).end),
            _ => match scan_comment(bytes, start) {
                Some(end) => (TokenKind::Comment, end),
                None if begins_word(bytes, start) => (TokenKind::Word, scan_word(bytes, start)),
                None => (TokenKind::Other, start + char_len(byte)),
            },
        };
        at = end.max(start + 1).min(bytes.len());
        Some(Token { kind, span: Span::new(start, at) })
    })
}

/// The offset after the blanks that start at `at`.
#[inline]
pub(crate) fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t' | b'\n' | b'\r') = bytes.get(at) {
        at += 1;
        // Indentation is often long, so spaces are skipped eight at a time.
        while let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
            let n_spaces =
                (u64::from_le_bytes(*eight) ^ u64::from_le_bytes(*b"        ")).trailing_zeros() as usize / 8;
            at += n_spaces;
            if n_spaces < 8 {
                break;
            }
        }
    }
    at
}

/// The offset after the comment that starts at `at`, before its line end; `None` if there is no comment.
pub(super) fn scan_comment(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    match rest {
        [b'#', ..] | [b'/', b'/', ..] => Some(at + line_len(rest)),
        [b'/', b'*', body @ ..] => Some(find_bytes(body, b"*/").map_or(bytes.len(), |it| at + it + 4)),
        [b'<', b'!', b'-', b'-', body @ ..] => Some(find_bytes(body, b"-->").map_or(bytes.len(), |it| at + it + 7)),
        _ => None,
    }
}

/// The length of a line, without its line end.
pub(super) fn line_len(rest: &[u8]) -> usize {
    rest.iter().position(|it| matches!(it, b'\n' | b'\r')).unwrap_or(rest.len())
}

/// A string, read to its end.
pub(super) struct ScannedString {
    /// The offset after the closing quote, or the end of the text.
    pub(super) end: usize,
    pub(super) flags: Flags,
    /// The first raw control character.
    pub(super) control: Option<usize>,
}

/// Reads from the opening quote at `at` to the closing one, but not beyond `limit`.
pub(super) fn scan_string(bytes: &[u8], at: usize, limit: usize) -> ScannedString {
    let mut flags = Flags::default();
    let mut control = None;
    let mut idx = at + 1;
    loop {
        idx = find_special(bytes, idx, limit);
        if idx >= limit {
            flags.add(Flags::UNCLOSED);
            return ScannedString { end: limit, flags, control };
        }
        match bytes.get(idx) {
            Some(b'"') => return ScannedString { end: idx + 1, flags, control },
            Some(b'\\') => {
                flags.add(Flags::ESCAPES);
                if is_usual(bytes.get(idx - 1..).unwrap_or_default()) && idx + 1 < limit {
                    idx += 2;
                    continue;
                }
                let escape = read_escape(bytes, idx);
                if escape.escaped >= 6 {
                    flags.add(Flags::UNICODE);
                } else if is_dubious(bytes.get(idx - 1..).unwrap_or_default()) {
                    flags.add(Flags::DUBIOUS_ESCAPE);
                }
                match escape.fault {
                    Some(EscapeFault::Unknown) => flags.add(Flags::FAULTY),
                    Some(EscapeFault::LoneSurrogate) => flags.add(Flags::LONE_SURROGATE),
                    None => (),
                }
                idx += escape.escaped as usize;
            }
            _ => {
                flags.add(Flags::FAULTY);
                control = control.or(Some(idx));
                idx += 1;
            }
        }
    }
}

/// Whether the second character of a text begins an escape that needs no further look.
#[inline]
fn is_usual(text: &[u8]) -> bool {
    matches!(text, [_, _, b'"' | b'\\', ..]) || matches!(text, [before, _, b'n', ..] if *before != b':')
}

/// Whether the backslash that is the second character of a text may be meant as text, although an escape begins with it.
fn is_dubious(text: &[u8]) -> bool {
    matches!(text, [_, _, b'b' | b'f', ..] | [_, _, b't' | b'r', b'a'..=b'z', ..] | [b':', _, b'n', ..])
}

/// The next quote, backslash or control character; `limit` when there is none.
pub(crate) fn find_special(bytes: &[u8], from: usize, limit: usize) -> usize {
    let bytes = bytes.get(..limit).unwrap_or(bytes);
    let is_special = |it: u8| it == b'"' || it == b'\\' || it < 0x20;
    find_where(bytes, from, special, is_special).unwrap_or(bytes.len().max(from))
}

/// Quotes, backslashes and control characters.
fn special(bytes: Lanes) -> Marks {
    bytes.equal(b'"').or(bytes.equal(b'\\')).or(bytes.below(0x20))
}

/// The end of a number, and whether JSON allows it.
pub(super) struct ScannedNumber {
    pub(super) end: usize,
    pub(super) is_valid: bool,
}

pub(super) fn scan_number(bytes: &[u8], start: usize) -> ScannedNumber {
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let int = start + usize::from(bytes.get(start) == Some(&b'-'));
    let mut end = digits(int);
    let mut is_valid = end > int && (end == int + 1 || bytes.get(int) != Some(&b'0'));
    if bytes.get(end) == Some(&b'.') {
        let fraction = end + 1;
        end = digits(fraction);
        is_valid &= end > fraction;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = end + 1;
        let exponent = sign + usize::from(matches!(bytes.get(sign), Some(b'+' | b'-')));
        end = digits(exponent);
        is_valid &= end > exponent;
    }
    // `0x1f`, `1_000`, `12abc`: what directly follows a number belongs to it.
    if begins_word(bytes, end) {
        return ScannedNumber { end: scan_word(bytes, end), is_valid: false };
    }
    ScannedNumber { end, is_valid }
}

/// True for bytes of words: literals, keys without quotes, `undefined`.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// The offset after the word that starts at `at`; dots and hyphens inside a word belong to it.
pub(super) fn scan_word(bytes: &[u8], mut at: usize) -> usize {
    while begins_word(bytes, at)
        || matches!(bytes.get(at), Some(b'.' | b'-')) && bytes.get(at + 1).is_some_and(|&it| is_word(it))
    {
        at += 1;
    }
    at
}

/// Whether a word begins or continues here; full-width punctuation ends it as ASCII punctuation does, full-width
/// letters do not.
fn begins_word(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|&it| is_word(it)) && wide(bytes, at).is_none_or(is_word)
}

/// The ASCII form of the full-width character at an offset, as East Asian keyboards type it.
pub(super) fn wide(bytes: &[u8], at: usize) -> Option<u8> {
    match bytes.get(at..at + 3)? {
        [0xEF, 0xBC, low @ 0x81..=0xBF] => Some(low - 0x60),
        [0xEF, 0xBD, low @ 0x80..=0x9E] => Some(low - 0x20),
        _ => None,
    }
}
