//! Places in a text: byte spans, edits, and conversion to lines and UTF-16. Knows nothing of JSON.

mod align;
mod decode;
mod hidden;
mod lanes;
mod utf16;

pub use decode::{DecodedFile, decode};
pub use hidden::{Seen, find_command, is_emoji, is_hidden, is_selector, seen, takes_selector};
pub use lanes::{Lanes, Marks, find_byte, find_where, find_wide, utf16_len};
pub use utf16::{Utf16Index, Utf16Place};

/// A range of a text in UTF-8 bytes, the end exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// After the last byte.
    pub end: u32,
}

impl Span {
    /// A span from two byte offsets.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: offset(start), end: offset(end) }
    }

    /// The empty span at an offset.
    pub fn empty(at: u32) -> Self {
        Self { start: at, end: at }
    }

    /// Length in bytes.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// True when nothing lies between start and end.
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// The span moved by this many bytes.
    pub fn moved(self, by: u32) -> Self {
        Self { start: self.start.saturating_add(by), end: self.end.saturating_add(by) }
    }

    /// The text under the span; empty when the span does not lie in the text on character boundaries.
    #[inline]
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// True when `other` lies within this span.
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// This span without its first `front` and last `back` bytes.
    pub fn shrunk(self, front: u32, back: u32) -> Self {
        let start = (self.start + front).min(self.end);
        Self { start, end: self.end.saturating_sub(back).max(start) }
    }
}

/// Texts are limited long before they reach 4 GiB; larger offsets are clamped to that limit.
fn offset(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

/// Replaces the text of a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The replaced text.
    pub span: Span,
    /// The replacement.
    pub text: String,
}

impl Edit {
    /// The edit without the beginning and end that it leaves as they are; `None` if nothing changes.
    pub fn smallest(&self, text: &str) -> Option<Self> {
        let (old, new) = (self.span.of(text), &*self.text);
        let front = common_start(old, new);
        let (old, new) = (old.get(front..)?, new.get(front..)?);
        let back = common_end(old, new);
        let start = self.span.start as usize + front;
        let span = Span::new(start, start + old.len() - back);
        let text = new.get(..new.len() - back)?.to_owned();
        (!span.is_empty() || !text.is_empty()).then_some(Self { span, text })
    }

    /// Smaller edits that do the same: what the text and its replacement have in common, word by word, stays.
    pub(crate) fn parts(&self, text: &str) -> Vec<Self> {
        align::parts(self, text)
    }

    /// Does what the next edit of the same text does, too; the text between the two stays.
    pub(crate) fn extend(&mut self, text: &str, next: Self) {
        self.text.push_str(Span { start: self.span.end, end: next.span.start }.of(text));
        self.text.push_str(&next.text);
        self.span.end = next.span.end;
    }
}

/// How many bytes two texts have in common at their beginning, in whole characters.
pub fn common_start(left: &str, right: &str) -> usize {
    let mut same = left.bytes().zip(right.bytes()).take_while(|it| it.0 == it.1).count();
    while !left.is_char_boundary(same) || !right.is_char_boundary(same) {
        same -= 1;
    }
    same
}

/// How many bytes two texts have in common at their end, in whole characters.
pub fn common_end(left: &str, right: &str) -> usize {
    let mut same = left.bytes().rev().zip(right.bytes().rev()).take_while(|it| it.0 == it.1).count();
    while !left.is_char_boundary(left.len() - same) || !right.is_char_boundary(right.len() - same) {
        same -= 1;
    }
    same
}

/// The line of a byte and its column in characters, both counted from one. Lines end with LF, CR LF or CR.
pub fn line_and_column(text: &str, byte: u32) -> (usize, usize) {
    let before = text.get(..byte as usize).unwrap_or_default();
    let n_breaks = before.bytes().filter(|it| *it == b'\n').count();
    let lone = before.bytes().zip(before.bytes().skip(1).chain([0])).filter(|it| it.0 == b'\r' && it.1 != b'\n');
    let line_start = before.rfind(['\n', '\r']).map_or(0, |it| it + 1);
    let column = before.get(line_start..).unwrap_or_default().chars().count();
    (n_breaks + lone.count() + 1, column + 1)
}

/// Applies edits that do not overlap and are in ascending order.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let grown: usize = edits.iter().map(|it| it.text.len()).sum();
    let mut out = String::with_capacity(text.len() + grown);
    let mut at = 0;
    for edit in edits {
        out.push_str(Span { start: at, end: edit.span.start }.of(text));
        out.push_str(&edit.text);
        at = edit.span.end;
    }
    out.push_str(text.get(at as usize..).unwrap_or_default());
    out
}

/// Whether a text begins like JSON that holds something: with a bracket or a quote, blanks aside.
pub fn begins_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[', '"'])
}

/// Where a text first occurs; compares sixteen bytes at a time, also in the wasm, where the standard library goes byte
/// by byte.
pub fn find(text: &str, words: &str) -> Option<usize> {
    find_bytes(text.as_bytes(), words.as_bytes())
}

/// The same for bytes.
pub fn find_bytes(bytes: &[u8], words: &[u8]) -> Option<usize> {
    let first = *words.first()?;
    let mut at = 0;
    loop {
        at = find_byte(bytes, at, first)?;
        if bytes.get(at..).is_some_and(|it| it.starts_with(words)) {
            return Some(at);
        }
        at += 1;
    }
}

/// The length of the character that starts with this byte.
pub fn char_len(first: u8) -> usize {
    match first {
        0xF0.. => 4,
        0xE0.. => 3,
        0xC0.. => 2,
        _ => 1,
    }
}

/// Keys in ascending order, each with the index of its item; equal ones in the order of the items. All sorting uses
/// this one type of list, because each type takes three kilobytes of code.
pub fn in_order(keys: impl Iterator<Item = u64>) -> Vec<(u64, u32)> {
    let mut out: Vec<(u64, u32)> = keys.zip(0..).collect();
    out.sort_unstable();
    out
}

/// The items in ascending order of their keys; equal ones keep their order.
pub fn sorted<T>(items: Vec<T>, key: impl Fn(&T) -> u64) -> Vec<T> {
    let order = in_order(items.iter().map(key));
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order.into_iter().filter_map(|(_, idx)| items.get_mut(idx as usize)?.take()).collect()
}

/// Hashes in ascending order.
pub fn ascending(hashes: Vec<u64>) -> Vec<u64> {
    in_order(hashes.into_iter()).into_iter().map(|it| it.0).collect()
}

/// Maps a number to an unsigned one, keeping the order.
pub fn unsigned(it: i32) -> u32 {
    it.cast_unsigned() ^ 1 << 31
}

/// Two numbers as one key, in which the first counts more.
pub fn key_of(one: u32, other: u32) -> u64 {
    u64::from(one) << 32 | u64::from(other)
}

/// Equal words have equal hashes: FNV-1a, eight bytes at a time.
pub fn hash(words: &str) -> u64 {
    let mix = |acc: u64, it: u64| (acc ^ it).wrapping_mul(0x0100_0000_01b3);
    let (chunks, rest) = words.as_bytes().as_chunks();
    let many = chunks.iter().fold(0xcbf2_9ce4_8422_2325, |acc, it| mix(acc, u64::from_le_bytes(*it)).rotate_left(23));
    let mut last = [0; 8];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    mix(mix(many, u64::from_le_bytes(last)), rest.len() as u64)
}

/// The span of the first line that is not blank, without blanks around it.
pub(crate) fn first_line(text: &str, within: Span) -> Span {
    let text = within.of(text);
    let rest = text.trim_start();
    let start = within.start as usize + text.len() - rest.len();
    let line = rest.get(..rest.find('\n').unwrap_or(rest.len())).unwrap_or_default();
    Span::new(start, start + line.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::{Edit, Span, apply, begins_json};

    #[test]
    fn json_begins_with_a_bracket_or_a_quote() {
        for (text, expected) in
            [("{", true), ("\n [1]", true), ("\"a\"", true), ("", false), ("1", false), ("é{", false)]
        {
            assert_eq!(begins_json(text), expected, "{text:?}");
        }
    }

    #[test]
    fn edits_leave_the_rest_alone() {
        let edits =
            [Edit { span: Span::new(0, 1), text: "x".into() }, Edit { span: Span::new(3, 3), text: "y".into() }];
        assert_eq!(apply("abcd", &edits), "xbcyd");
    }
}
