//! Lines and UTF-16: places as editors and JavaScript count them.

use super::{Lanes, char_len, find_where, utf16_len};

/// Zero-based line, UTF-16 code unit in the line, and UTF-16 offset from the start of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Utf16Place {
    /// Zero-based line; lines end with LF, CR LF or CR.
    pub line: u32,
    /// UTF-16 code units since the start of the line.
    pub character: u32,
    /// UTF-16 code units since the start of the text.
    pub offset: u32,
}

impl Utf16Place {
    /// The place after a text that begins here, if `next` is the byte that follows it.
    pub fn behind(self, text: &str, next: Option<u8>) -> Self {
        count(self, text.as_bytes(), next)
    }
}

/// Places of byte offsets in a text. Counts are kept, so that any number of places costs one pass over the text.
pub struct Utf16Index<'t> {
    text: &'t str,
    /// The places at fixed byte distances from the start, as far as requested.
    marks: Vec<Utf16Place>,
    /// The last requested offset: the next one is usually near it.
    last: (usize, Utf16Place),
}

/// Bytes between two marks of an index: about half of them are counted for each place, from the nearest mark.
const STRIDE: usize = 128;
/// The initial capacity for marks.
const FEW_MARKS: usize = 64;

impl<'t> Utf16Index<'t> {
    /// Nothing is counted yet.
    pub fn new(text: &'t str) -> Self {
        Self { text, marks: Vec::new(), last: Default::default() }
    }

    /// The place of a byte offset.
    pub fn at(&mut self, byte: u32) -> Utf16Place {
        let bytes = self.text.as_bytes();
        let target = (byte as usize).min(bytes.len());
        loop {
            let n_marks = self.marks.len();
            let mark = n_marks.min(target / STRIDE);
            let end = target.min((mark + 1) * STRIDE);
            let known = mark.checked_sub(1).and_then(|it| self.marks.get(it));
            let mut from = (mark * STRIDE, known.copied().unwrap_or_default());
            if from.0 < self.last.0 && self.last.0 <= target {
                from = self.last;
            }
            let place = count(from.1, bytes.get(from.0..end).unwrap_or_default(), bytes.get(end).copied());
            if n_marks >= target / STRIDE {
                self.last = (target, place);
                return place;
            }
            if self.marks.is_empty() {
                self.marks.reserve((bytes.len() / STRIDE).min(FEW_MARKS));
            }
            self.marks.push(place);
        }
    }

    /// The byte at a UTF-16 offset; `None` outside the text and within a character.
    pub fn byte(&mut self, offset: u32) -> Option<u32> {
        let bytes = self.text.as_bytes();
        while self.marks.last().is_none_or(|it| it.offset <= offset) && (self.marks.len() + 1) * STRIDE <= bytes.len() {
            self.at(u32::try_from((self.marks.len() + 1) * STRIDE).ok()?);
        }
        let mark = self.marks.partition_point(|it| it.offset <= offset);
        let known = mark.checked_sub(1).and_then(|it| self.marks.get(it));
        let mut counted = known.copied().unwrap_or_default().offset;
        let mut at = mark * STRIDE;
        // A mark may be within a character, which is counted at its first byte.
        while bytes.get(at).is_some_and(|it| it & 0xC0 == 0x80) {
            at += 1;
        }
        while counted < offset {
            let len = char_len(*bytes.get(at)?);
            counted += if len == 4 { 2 } else { 1 };
            at += len;
        }
        (counted == offset).then(|| u32::try_from(at).ok()).flatten()
    }
}

/// The place after `passed`, if `next` is the byte that follows.
fn count(from: Utf16Place, passed: &[u8], next: Option<u8>) -> Utf16Place {
    let marks = |it: Lanes| it.equal(b'\n').or(it.equal(b'\r'));
    let (mut line, mut start, mut at) = (from.line, None, 0);
    while let Some(end) = find_where(passed, at, marks, |it| matches!(it, b'\n' | b'\r')) {
        at = end + 1;
        // CR LF is one line end, counted at its LF: between the two, where a range may end, the place is on the old
        // line.
        let is_in_pair = passed.get(end) == Some(&b'\r') && passed.get(at).copied().or(next) == Some(b'\n');
        if !is_in_pair {
            line += 1;
            start = Some(at);
        }
    }
    let Some((before, behind)) = start.and_then(|it| passed.split_at_checked(it)) else {
        let n_units = utf16_len(passed);
        return Utf16Place { line, character: from.character + n_units, offset: from.offset + n_units };
    };
    let character = utf16_len(behind);
    Utf16Place { line, character, offset: from.offset + utf16_len(before) + character }
}

#[cfg(test)]
mod tests {
    use super::{Utf16Index, Utf16Place};

    fn check(text: &str, byte: u32, line: u32, character: u32, offset: u32) {
        assert_eq!(Utf16Index::new(text).at(byte), Utf16Place { line, character, offset });
    }

    #[test]
    fn offsets_lead_back_to_bytes() {
        let text = "é\r\n😀x✅".repeat(200);
        let mut index = Utf16Index::new(&text);
        let mut offset = 0;
        for (byte, ch) in text.char_indices() {
            assert_eq!(index.byte(offset), u32::try_from(byte).ok());
            assert_eq!(Utf16Index::new(&text).byte(offset), u32::try_from(byte).ok());
            let is_pair = ch.len_utf16() == 2;
            assert_eq!(is_pair, index.byte(offset + 1).is_none());
            offset += if is_pair { 2 } else { 1 };
        }
        assert_eq!(index.byte(offset), u32::try_from(text.len()).ok());
        assert_eq!(index.byte(offset + 1), None);
        assert_eq!((Utf16Index::new("").byte(0), Utf16Index::new("").byte(1)), (Some(0), None));
    }

    #[test]
    fn places_count_lines_and_utf16() {
        check("ab\ncd", 4, 1, 1, 4);
        check("é😀x", 6, 0, 3, 3);
        check("a\r\nb", 3, 1, 0, 3);
        check("a\r\nb", 2, 0, 2, 2);
        check("a\rb", 2, 1, 0, 2);
        check("a\n\n", 3, 2, 0, 3);
    }

    #[test]
    fn an_index_counts_like_a_sweep() {
        // Line ends and characters of all lengths fall on, before and after the marks.
        let text = "é\r\n😀\rx\n\ny✅".repeat(100);
        let places: Vec<usize> = (0..=text.len()).filter(|&it| text.is_char_boundary(it)).collect();
        let (mut index, mut back) = (Utf16Index::new(&text), Utf16Index::new(&text));
        for (&byte, &opposite) in places.iter().zip(places.iter().rev()) {
            assert_eq!(
                back.at(u32::try_from(opposite).unwrap()),
                Utf16Index::new(&text).at(u32::try_from(opposite).unwrap())
            );
            let before = text.get(..byte).unwrap_or_default();
            let is_pair_cut = before.ends_with('\r') && text.get(byte..).is_some_and(|it| it.starts_with('\n'));
            let ends = before.replace("\r\n", "\n").replace('\r', "\n");
            let line = ends.matches('\n').count() - usize::from(is_pair_cut);
            let start =
                before.trim_end_matches(|it| it == '\r' && is_pair_cut).rfind(['\n', '\r']).map_or(0, |it| it + 1);
            let place = index.at(u32::try_from(byte).unwrap_or_default());
            assert_eq!(place.offset as usize, before.encode_utf16().count(), "byte {byte}");
            assert_eq!(place.line as usize, line, "byte {byte}");
            assert_eq!(place.character as usize, before.get(start..).unwrap_or_default().encode_utf16().count());
        }
    }
}
