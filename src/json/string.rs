//! The content of strings: decoding with a map back to the escapes, and encoding.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::text::find_byte;

/// How the raw content of a string is decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escapes {
    /// Without escapes.
    None,
    /// With the escapes of JSON.
    Json,
}

/// The decoded content of a string, and where each of its characters comes from.
#[derive(Debug, Default)]
pub struct Decoded {
    /// The decoded text.
    pub text: String,
    /// Maps it back to the escaped text.
    pub pieces: Pieces,
}

/// Maps between a decoded text and its escaped form: there is a mark every so often, and offsets are counted from
/// there.
#[derive(Debug, Default)]
pub struct Pieces {
    /// The offsets of the same place, decoded and escaped; both ascend.
    marks: Vec<(u32, u32)>,
    /// The last result, with the decoded offset in the upper half: the next one is usually near it.
    last: AtomicU64,
}

/// Escaped bytes between two marks: the map takes a fraction of the text's memory, and a lookup stays short.
const MARK_DISTANCE: usize = 128;

impl Pieces {
    /// From an offset in the decoded text to the offset in the escaped text `raw`.
    /// Inside a character that was written as an escape, the start of the escape.
    pub fn outward(&self, raw: &str, decoded: u32) -> u32 {
        self.walk(raw, decoded, |it| it.0).1
    }

    /// From an offset in the escaped text to the offset in the decoded text.
    /// Inside an escape, the character the escape stands for.
    pub fn inward(&self, raw: &str, escaped: u32) -> u32 {
        self.walk(raw, escaped, |it| it.1).0
    }

    /// The last place, decoded and escaped, that is not after `target`; `side` selects the side to search.
    fn walk(&self, raw: &str, target: u32, side: impl Fn((u32, u32)) -> u32) -> (u32, u32) {
        let idx = self.marks.partition_point(|&mark| side(mark) <= target);
        let mark = idx.checked_sub(1).and_then(|it| self.marks.get(it)).copied().unwrap_or_default();
        let last = self.last.load(Ordering::Relaxed);
        let last = ((last >> 32) as u32, last as u32);
        let mut at = if mark < last && side(last) <= target { last } else { mark };
        let bytes = raw.as_bytes();
        loop {
            // Between escapes, both offsets advance byte by byte.
            let window = (at.1 as usize).saturating_add((target - side(at)) as usize).min(bytes.len());
            let found = find_byte(bytes.get(..window).unwrap_or(bytes), at.1 as usize, b'\\');
            let plain = to_u32(found.unwrap_or(window)) - at.1;
            at = (at.0 + plain, at.1 + plain);
            let Some(found) = found else { break };
            let (decoded, escaped) = match bytes.get(found + 1) {
                Some(b'n' | b'"' | b'\\') => (1, 2),
                _ => {
                    let escape = read_escape(bytes, found);
                    (escape.decoded(), escape.escaped)
                }
            };
            let next = (at.0 + decoded, at.1 + escaped);
            if side(next) > target {
                break;
            }
            at = next;
        }
        self.last.store(u64::from(at.0) << 32 | u64::from(at.1), Ordering::Relaxed);
        at
    }
}

/// Decodes the text between the quotes of a string. What JSON does not allow is read as it was probably meant:
/// `\'` is `'`; half of a surrogate pair becomes U+FFFD.
pub fn decode(raw: &str) -> Decoded {
    let bytes = raw.as_bytes();
    let mut text = String::with_capacity(raw.len());
    let mut marks = Vec::with_capacity(raw.len() / MARK_DISTANCE);
    let mut at = 0;
    let mut next_mark = MARK_DISTANCE;
    // Stretches without an escape have marks too, so that a place at their end is not counted from their beginning.
    let mut mark = |at: usize, end: usize, decoded: usize| {
        while next_mark <= end {
            let place = next_mark.max(at);
            marks.push((to_u32(decoded + place - at), to_u32(place)));
            next_mark = place + MARK_DISTANCE;
        }
    };
    while let Some(found) = find_byte(bytes, at, b'\\') {
        mark(at, found, text.len());
        if at < found {
            text.push_str(raw.get(at..found).unwrap_or_default());
        }
        if let Some(ch) = frequent(bytes.get(found + 1)) {
            text.push(ch);
            at = found + 2;
            continue;
        }
        let escape = read_escape(bytes, found);
        if let Some(ch) = escape.ch {
            text.push(ch);
        }
        at = found + escape.escaped as usize;
    }
    mark(at, raw.len(), text.len());
    text.push_str(raw.get(at..).unwrap_or_default());
    Decoded { text, pieces: Pieces { marks, last: AtomicU64::default() } }
}

/// The character of an escape of one letter, for the letters that make up nearly all escapes.
#[inline]
fn frequent(letter: Option<&u8>) -> Option<char> {
    match letter {
        Some(b'n') => Some('\n'),
        Some(b'"') => Some('"'),
        Some(b'\\') => Some('\\'),
        _ => None,
    }
}

/// One escape: its length, and the character it stands for.
pub(super) struct Escape {
    pub(super) escaped: u32,
    pub(super) ch: Option<char>,
    pub(super) fault: Option<EscapeFault>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EscapeFault {
    Unknown,
    LoneSurrogate,
}

impl Escape {
    fn good(escaped: u32, ch: char) -> Self {
        Self { escaped, ch: Some(ch), fault: None }
    }

    fn decoded(&self) -> u32 {
        self.ch.map_or(0, |it| to_u32(it.len_utf8()))
    }
}

/// Reads the escape that starts with the backslash at `at`.
pub(super) fn read_escape(bytes: &[u8], at: usize) -> Escape {
    let Some(&letter) = bytes.get(at + 1) else {
        return Escape { escaped: 1, ch: None, fault: Some(EscapeFault::Unknown) };
    };
    match letter {
        b'"' | b'\\' | b'/' => Escape::good(2, char::from(letter)),
        b'n' => Escape::good(2, '\n'),
        b't' => Escape::good(2, '\t'),
        b'r' => Escape::good(2, '\r'),
        b'b' => Escape::good(2, '\u{8}'),
        b'f' => Escape::good(2, '\u{c}'),
        b'u' => read_unicode(bytes, at),
        // The backslash is dropped; the character after it is read by itself.
        _ => Escape { escaped: 1, ch: None, fault: Some(EscapeFault::Unknown) },
    }
}

/// The length of the `\uXXXX` at an offset, or of both for a surrogate pair, and its character; `None` for half a pair.
pub(crate) fn unicode_escape(bytes: &[u8], at: usize) -> Option<(usize, Option<char>)> {
    let escape = bytes.get(at..)?.starts_with(b"\\u").then(|| read_unicode(bytes, at))?;
    match escape.fault {
        Some(EscapeFault::Unknown) => None,
        Some(EscapeFault::LoneSurrogate) => Some((6, None)),
        None => Some((escape.escaped as usize, escape.ch)),
    }
}

fn read_unicode(bytes: &[u8], at: usize) -> Escape {
    let Some(unit) = read_hex(bytes, at + 2) else {
        return Escape { escaped: 1, ch: None, fault: Some(EscapeFault::Unknown) };
    };
    if let Some(ch) = char::from_u32(unit) {
        return Escape::good(6, ch);
    }
    let low = match (bytes.get(at + 6), bytes.get(at + 7)) {
        (Some(b'\\'), Some(b'u')) => read_hex(bytes, at + 8),
        _ => None,
    };
    if let (0xD800..=0xDBFF, Some(low @ 0xDC00..=0xDFFF)) = (unit, low) {
        let code = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        return Escape::good(12, char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    Escape { escaped: 6, ch: Some(char::REPLACEMENT_CHARACTER), fault: Some(EscapeFault::LoneSurrogate) }
}

fn read_hex(bytes: &[u8], at: usize) -> Option<u32> {
    let digits: [u8; 4] = *bytes.get(at..)?.first_chunk()?;
    let [a, b, c, d] = digits.map(|it| HEX.get(usize::from(it)).copied().unwrap_or(NO_DIGIT));
    (a | b | c | d < NO_DIGIT).then(|| u32::from(a) << 12 | u32::from(b) << 8 | u32::from(c) << 4 | u32::from(d))
}

/// The values of hexadecimal digits.
const HEX: [u8; 256] = {
    let mut values = [NO_DIGIT; 256];
    let mut value = 0;
    while value < 16 {
        #[allow(clippy::indexing_slicing)] // When it is compiled.
        {
            values[b"0123456789abcdef"[value] as usize] = value as u8;
            values[b"0123456789ABCDEF"[value] as usize] = value as u8;
        }
        value += 1;
    }
    values
};
const NO_DIGIT: u8 = 16;

/// The text as a JSON string, quotes included; only what must be escaped is.
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8 + 2);
    out.push('"');
    escape_into(text, &mut out);
    out.push('"');
    out
}

/// Appends the text, escaped for the inside of a JSON string.
pub fn escape_into(text: &str, out: &mut String) {
    let mut start = 0;
    for (idx, byte) in text.bytes().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(text.get(start..idx).unwrap_or_default());
        start = idx + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x08 => out.push_str("\\b"),
            0x0C => out.push_str("\\f"),
            _ => {
                out.push_str("\\u00");
                out.push(if byte >= 0x10 { '1' } else { '0' });
                out.push(char::from_digit(u32::from(byte & 15), 16).unwrap_or('0'));
            }
        }
    }
    out.push_str(text.get(start..).unwrap_or_default());
}

/// A text escaped for a string inside a string, and so on, for this many levels.
pub(crate) fn escaped(text: &str, n_levels: usize) -> String {
    (0..n_levels).fold(text.to_owned(), |text, _| {
        let mut out = String::new();
        escape_into(&text, &mut out);
        out
    })
}

fn to_u32(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{decode, quote, unicode_escape};

    #[test]
    fn every_decoded_character_maps_to_the_bytes_that_made_it() {
        let raw = r#"a\n\u00e9\ud83d\ude00é😀\/\\\"\x\ud800z"#.repeat(20);
        let decoded = decode(&raw);
        let mut end = 0;
        for (idx, ch) in decoded.text.char_indices() {
            let at = u32::try_from(idx).unwrap_or_default();
            let after = at + u32::try_from(ch.len_utf8()).unwrap_or_default();
            let from = decoded.pieces.outward(&raw, at) as usize;
            let to = decoded.pieces.outward(&raw, after) as usize;
            let made = raw.get(from..to).unwrap_or_default();
            assert_eq!(decode(made).text, ch.to_string(), "{made}");
            assert_eq!(decoded.pieces.inward(&raw, u32::try_from(from).unwrap_or_default()), at);
            end = to;
        }
        assert_eq!(end, raw.len());
    }

    #[test]
    fn any_of_the_four_digits_may_be_none() {
        for bad in 0..16 {
            let digits: String = (0..4).map(|it| if bad >> it & 1 == 1 { 'g' } else { '1' }).collect();
            let found = unicode_escape(format!("\\u{digits}").as_bytes(), 0);
            assert_eq!(found, (bad == 0).then_some((6, Some('\u{1111}'))), "{digits}");
        }
    }

    #[test]
    fn quoting_and_decoding_are_inverse() {
        let text = "\"\\/\n\r\t\u{8}\u{c}\u{1}\u{1f}é😀\u{7f}";
        let quoted = quote(text);
        assert_eq!(decode(quoted.trim_matches('"')).text, text);
        assert_eq!(quote("\u{1f}"), "\"\\u001f\"");
    }
}
