//! The extents of text that is not a JSON token.

use super::Parser;
use crate::json::lexer::{char_len, scan_string, scan_word};

impl Parser<'_> {
    /// The end of unreadable text: the next separator, quote or line end outside brackets that are paired.
    pub(super) fn junk_end(&self) -> usize {
        let mut depth = 0_usize;
        let mut at = self.at;
        while let Some(&byte) = self.bytes.get(at).filter(|_| at < self.end) {
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth > 0 => depth -= 1,
                b'}' | b']' => break,
                b'(' if at > self.at => at = self.call_end(at),
                b',' | b'"' | b'\n' | b'\r' if depth == 0 && at > self.at => break,
                _ => (),
            }
            at += char_len(byte);
        }
        let found = at.clamp(self.at + 1, self.end.max(self.at + 1));
        self.text_end(self.at, found).max(self.at + 1)
    }

    /// The end of the text between two offsets, without blanks.
    pub(super) fn text_end(&self, from: usize, to: usize) -> usize {
        from + self.bytes.get(from..to).unwrap_or_default().trim_ascii_end().len()
    }

    /// The same, without the comma after it.
    pub(super) fn item_end(&self, from: usize, to: usize) -> usize {
        let end = self.text_end(from, to);
        let has_comma = self.bytes.get(from..end).is_some_and(|it| it.ends_with(b","));
        if has_comma { self.text_end(from, end - 1) } else { end }
    }

    /// The byte before blanks that end at an offset.
    pub(super) fn byte_before(&self, at: usize) -> Option<&u8> {
        self.bytes.get(..self.text_end(0, at))?.last()
    }

    /// The end of `Path("a")` or `datetime(2025, 1, 1)`, whose bracket is here; here if no end is near.
    fn call_end(&self, open: usize) -> usize {
        let rest = self.bytes.get(open..self.end.min(open + 256)).unwrap_or_default();
        let end = rest.iter().position(|it| matches!(it, b')' | b'\n' | b'\r'));
        end.filter(|it| rest.get(*it) == Some(&b')')).map_or(open, |it| open + it)
    }

    pub(super) fn token_end(&self) -> usize {
        match self.peek() {
            Some(b'"') => scan_string(self.bytes, self.at, self.end).end,
            Some(_) if self.starts_word() => scan_word(self.bytes, self.at).min(self.end),
            Some(byte) => (self.at + char_len(byte)).min(self.end),
            None => self.at,
        }
    }

    pub(super) fn starts_word(&self) -> bool {
        scan_word(self.bytes, self.at) > self.at
    }

    /// True if a word with a colon after it begins at an offset.
    pub(super) fn is_bare_key(&self, at: usize) -> bool {
        let end = scan_word(self.bytes, at);
        end > at && self.byte_behind_blanks(end) == Some(b':')
    }

    pub(super) fn ellipsis_end(&self) -> Option<usize> {
        let rest = self.bytes.get(self.at..self.end)?;
        if rest.starts_with("…".as_bytes()) {
            return Some(self.at + "…".len());
        }
        let dots = rest.iter().take_while(|it| **it == b'.').count();
        (dots >= 3).then_some(self.at + dots)
    }

    pub(super) fn placeholder_end(&self) -> Option<usize> {
        let rest = self.bytes.get(self.at..self.end.min(self.at + 256))?;
        if rest.first() != Some(&b'<') {
            return None;
        }
        let end = rest.iter().position(|it| matches!(it, b'>' | b'\n' | b'\r' | b'"'))?;
        (rest.get(end) == Some(&b'>')).then_some(self.at + end + 1)
    }
}
