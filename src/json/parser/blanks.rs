//! What stands between tokens: blanks, comments, and characters that only look blank.

use super::{Parser, SyntaxErrorKind};
use crate::json::lexer::{scan_comment, skip_blanks};

impl Parser<'_> {
    /// Passes over blanks; and over comments and odd blanks, which are reported and otherwise taken for blanks.
    pub(super) fn blanks(&mut self) {
        loop {
            self.at = skip_blanks(self.bytes, self.at).min(self.end);
            let is_odd = match self.peek() {
                Some(b'/' | b'#' | b'<') => self.comment(),
                Some(b'\\' | 0x0B | 0x0C | 0xC2 | 0xE2 | 0xE3 | 0xEF) => self.odd_blank(),
                _ => false,
            };
            if !is_odd {
                return;
            }
        }
    }

    fn comment(&mut self) -> bool {
        let Some(end) = scan_comment(self.bytes, self.at) else { return false };
        let end = end.min(self.end);
        // `": "## Title", …`: a string that seems to end too early.
        let touches = self.at.checked_sub(1).and_then(|it| self.bytes.get(it)) == Some(&b'"');
        let words = self.bytes.get(self.at..end).unwrap_or_default();
        if touches && words.starts_with(b"#") && words.contains(&b'"') && !self.open.is_empty() {
            return false;
        }
        self.error(SyntaxErrorKind::Comment, self.at, end);
        self.at = end;
        true
    }

    fn odd_blank(&mut self) -> bool {
        let start = self.at;
        while let Some(len) = odd_blank_len(self.bytes.get(self.at..self.end).unwrap_or_default()) {
            self.at += len;
        }
        if self.at > start {
            self.error(SyntaxErrorKind::OddBlank, start, self.at);
        }
        self.at > start
    }
}

/// The length of a character that looks blank and is none for JSON, or of an escape that was meant to be one.
fn odd_blank_len(rest: &[u8]) -> Option<usize> {
    match rest {
        [b'\\', b'n' | b'r' | b't', next @ ..] => {
            matches!(next.first(), None | Some(b' ' | b'\n' | b'\r' | b'\t' | b'"' | b'\\' | b'{' | b'}' | b'[' | b']'))
                .then_some(2)
        }
        [0x0B | 0x0C, ..] => Some(1),
        [0xC2, 0xA0, ..] => Some(2),
        // Spaces of all widths, line and paragraph separators, the byte order mark.
        [0xE2, 0x80, 0x80..=0x8B | 0xA8 | 0xA9 | 0xAF, ..]
        | [0xE2, 0x81, 0x9F | 0xA0, ..]
        | [0xE3, 0x80, 0x80, ..]
        | [0xEF, 0xBB, 0xBF, ..] => Some(3),
        _ => None,
    }
}
