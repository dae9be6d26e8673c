//! What stands between tokens: blanks, comments, and characters that only look blank.

use super::{Parser, SyntaxErrorKind};
use crate::json::lexer::{scan_comment, skip_blanks};
use crate::text::find_byte;

impl Parser<'_> {
    /// Passes over blanks; and over comments and odd blanks, which are reported and otherwise taken for blanks.
    pub(super) fn blanks(&mut self) {
        loop {
            self.at = skip_blanks(self.bytes, self.at).min(self.end);
            let is_odd = match self.peek() {
                Some(b'/' | b'#') => self.comment(),
                Some(b'<' | b'|' | b'=' | b'>') => self.conflict() || self.comment(),
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
        let end = self.comment_lines(end).min(self.end);
        // `": "## Title", …`: a string that seems to end too early.
        let touches = self.at.checked_sub(1).and_then(|it| self.bytes.get(it)) == Some(&b'"');
        let words = self.bytes.get(self.at..end).unwrap_or_default();
        if touches && words.starts_with(b"#") && words.contains(&b'"') && !self.open.is_empty() {
            return false;
        }
        self.error(SyntaxErrorKind::Comment, self.at, end);
        // What would follow the comma stands in the comment.
        if self.is_key_at(skip_blanks(self.bytes, self.at + if words.starts_with(b"#") { 1 } else { 2 })) {
            self.comma = None;
        }
        self.at = end;
        true
    }

    /// Behind the comment that ends at `end`, and behind the next ones if each has whole lines: they are one.
    fn comment_lines(&self, mut end: usize) -> usize {
        let (before, rest) = self.bytes.split_at_checked(self.at).unwrap_or_default();
        let is_line = |it: &[u8]| it.starts_with(b"//") || it.starts_with(b"#");
        let blanks = before.iter().rev().take_while(|it| matches!(it, b' ' | b'\t')).count();
        let is_whole = matches!(before.iter().rev().nth(blanks), None | Some(b'\n'));
        while is_whole && is_line(rest) {
            let next = skip_blanks(self.bytes, end);
            match scan_comment(self.bytes, next).filter(|_| self.bytes.get(next..).is_some_and(is_line)) {
                Some(behind) => end = behind,
                None => break,
            }
        }
        end
    }

    /// The lines around what Git could not merge: `<<<<<<< HEAD`, and from `=======` to the end, the other version.
    fn conflict(&mut self) -> bool {
        let Some(end) = self.marker_end(self.at).filter(|_| !self.is_trial) else { return false };
        let byte = self.peek();
        if byte == Some(b'<') || !self.in_conflict {
            self.error(SyntaxErrorKind::Conflict, self.at, end);
            self.mark_incomplete();
        }
        self.in_conflict = byte == Some(b'<');
        let is_other = matches!(byte, Some(b'|' | b'='));
        self.at = if is_other { self.conflict_end(end) } else { end };
        true
    }

    /// Behind the next line with `>>>>>>>`; `from` when there is none in sight.
    fn conflict_end(&mut self, from: usize) -> usize {
        let limit = self.end.min(from + self.trial_budget);
        let mut at = from;
        while let Some(line) = find_byte(self.bytes.get(..limit).unwrap_or_default(), at, b'\n') {
            at = line + 1;
            if let Some(end) = self.marker_end(at).filter(|_| self.bytes.get(at) == Some(&b'>')) {
                return end;
            }
        }
        self.trial_budget = self.trial_budget.saturating_sub(limit - from);
        from
    }

    /// The end of the line, if it begins at this offset with seven marks of a conflict.
    fn marker_end(&self, at: usize) -> Option<usize> {
        let (before, line) = self.bytes.get(..self.end)?.split_at_checked(at)?;
        let (marks, rest) = line.split_at_checked(7)?;
        let is_marker = [b"<<<<<<<", b"|||||||", b"=======", b">>>>>>>"].contains(&marks.first_chunk()?)
            && matches!(before.last(), None | Some(b'\n'))
            && matches!(rest.first(), None | Some(b' ' | b'\r' | b'\n'));
        let is_end = |it: &u8| matches!(it, b'\r' | b'\n');
        is_marker.then(|| at + 7 + rest.iter().position(is_end).unwrap_or(rest.len()))
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
