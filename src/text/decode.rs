//! The bytes of a file as text: UTF-8, UTF-16, or Windows-1252 where a file is neither. Knows nothing of JSON.

use super::{Edit, Span, find_byte};

/// The bytes of a file as text, or the first byte that is not UTF-8.
pub enum DecodedFile<'b> {
    /// UTF-8, with or without a byte order mark.
    Utf8(&'b str),
    /// UTF-16, with or without a byte order mark, converted to UTF-8.
    Utf16(String, &'static str),
    /// Neither; the text has U+FFFD for what could not be read, and the number is the first such byte. The edits insert
    /// the intended characters if the file is in Windows-1252; there are none if it cannot be.
    Broken(String, usize, Vec<Edit>),
}

/// Reads the bytes of a file.
pub fn decode(bytes: &[u8]) -> DecodedFile<'_> {
    let unmarked = |mark: [u8; 2]| bytes.strip_prefix(&mark).unwrap_or(bytes);
    let utf16 = match bytes {
        // UTF-32: in UTF-16, the text would begin with a zero character.
        [0xFF, 0xFE, 0, 0, ..] => None,
        // Without a mark: our files begin with ASCII, so every other byte is zero.
        [0xFF, 0xFE, ..] | [1..0x80, 0, 1..0x80, 0, ..] => {
            read_utf16(unmarked([0xFF, 0xFE]), u16::from_le_bytes).map(|it| (it, "UTF-16 LE"))
        }
        [0xFE, 0xFF, ..] | [0, 1..0x80, 0, 1..0x80, ..] => {
            read_utf16(unmarked([0xFE, 0xFF]), u16::from_be_bytes).map(|it| (it, "UTF-16 BE"))
        }
        _ => None,
    };
    if let Some((text, name)) = utf16 {
        return DecodedFile::Utf16(text, name);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => DecodedFile::Utf8(text),
        Err(error) => {
            let (text, edits) = read_lossy(bytes);
            DecodedFile::Broken(text, error.valid_up_to(), edits)
        }
    }
}

/// The readable text, with U+FFFD for the rest, and edits that replace those with Windows-1252 characters. There are no
/// edits if a byte has no meaning there, if the file has zeros, or if a character is only cut off at the end.
fn read_lossy(bytes: &[u8]) -> (String, Vec<Edit>) {
    let (mut out, mut edits) = (String::new(), Vec::new());
    let mut is_known = find_byte(bytes, 0, 0).is_none();
    let mut rest = bytes;
    loop {
        let error = match std::str::from_utf8(rest) {
            Ok(text) => {
                out.push_str(text);
                break;
            }
            Err(error) => error,
        };
        let (valid, broken) = rest.split_at_checked(error.valid_up_to()).unwrap_or_default();
        out.push_str(std::str::from_utf8(valid).unwrap_or_default());
        is_known &= error.error_len().is_some();
        let (wrong, after) = broken.split_at_checked(error.error_len().unwrap_or(broken.len())).unwrap_or_default();
        let mut text = String::new();
        for &byte in wrong {
            let meant = FROM_0X80.get(usize::from(byte).wrapping_sub(0x80)).copied();
            is_known &= meant != Some(0);
            text.extend(char::from_u32(u32::from(meant.unwrap_or(u16::from(byte)))));
        }
        let start = out.len();
        out.push(char::REPLACEMENT_CHARACTER);
        edits.push(Edit { span: Span::new(start, out.len()), text });
        rest = after;
    }
    if !is_known {
        edits.clear();
    }
    (out, edits)
}

/// The characters of Windows-1252 that differ from Latin-1; zero for the five that are not in use.
#[rustfmt::skip]
const FROM_0X80: [u16; 32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
];

fn read_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    char::decode_utf16(pairs.iter().map(|it| unit(*it))).collect::<Result<_, _>>().ok()
}

#[cfg(test)]
mod tests {
    use super::{DecodedFile, decode, read_lossy, read_utf16};
    use crate::text::apply;

    #[test]
    fn what_cannot_be_read_is_replaced() {
        for bytes in [&b"a\xFFb\xE2\x9Cc\xF0\x9F"[..], b"\x80\x80", b"\xC3", b"\xE2\x28\xA1z"] {
            assert_eq!(read_lossy(bytes).0, String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn unreadable_bytes_are_read_as_windows_1252() {
        let read = |bytes: &[u8]| {
            let (text, edits) = read_lossy(bytes);
            apply(&text, &edits)
        };
        assert_eq!(read(b"caf\xE9 \x93\x80\x94"), "café “€”");
        // UTF-8 in the same file stays as it is, U+FFFD included.
        assert_eq!(
            read("\u{fffd} é ".bytes().chain(*b"\xE9").chain(*b" \xE2\x9C!").collect::<Vec<_>>().as_slice()),
            "\u{fffd} é é âœ!"
        );
        // No byte is lost, whatever the bytes are: each becomes its character.
        let all: Vec<u8> = (1..=0xFF).filter(|it| ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(it)).collect();
        assert_eq!(read(&all).chars().count(), all.len());
        for bytes in [&b"\xE9 \x81"[..], b"\xE9\0", b"caf\xC3", b"\xF0\x9F", b"plain"] {
            assert_eq!(read_lossy(bytes).1, [], "{bytes:?}");
        }
    }

    #[test]
    fn utf_16_is_told_by_its_mark_or_its_zeros() {
        let bytes = |text: &str, mark: &str, turn: fn(u16) -> [u8; 2]| -> Vec<u8> {
            mark.encode_utf16().chain(text.encode_utf16()).flat_map(turn).collect()
        };
        for text in ["{\"é\": \"✅ 😀\"}", "[]", "ab"] {
            for mark in ["", "\u{feff}"] {
                for (turn, name) in [(u16::to_le_bytes as fn(u16) -> _, "UTF-16 LE"), (u16::to_be_bytes, "UTF-16 BE")] {
                    let DecodedFile::Utf16(read, found) = decode(&bytes(text, mark, turn)) else { panic!("{text}") };
                    assert_eq!((read.as_str(), found), (text, name));
                }
            }
        }
        for bytes in [&b"{\0"[..], b"{\0}\0x", b"{\0\xFF\0", b"\0\0\0\0", b"\xFF\xFE\0\0{\0\0\0"] {
            assert!(!matches!(decode(bytes), DecodedFile::Utf16(..)), "{bytes:?}");
        }
    }

    #[test]
    fn surrogates_come_in_pairs() {
        let read = |units: &[u16]| {
            let bytes: Vec<u8> = units.iter().flat_map(|it| it.to_le_bytes()).collect();
            read_utf16(&bytes, u16::from_le_bytes)
        };
        assert_eq!(read(&[0x61, 0xD83D, 0xDE00]).as_deref(), Some("a😀"));
        for broken in [&[0xD83D, 0x61][..], &[0xDE00], &[0xD83D], &[0xD83D, 0xD83D, 0xDE00]] {
            assert_eq!(read(broken), None);
        }
    }
}
