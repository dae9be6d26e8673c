//! The text between tokens: blanks, comments, and characters that only look blank.

use super::{Parser, SyntaxErrorKind};
use crate::json::lexer::{line_len, scan_comment, scan_word, skip_blanks};
use crate::json::tree::Kind;
use crate::text::find_byte;

impl Parser<'_> {
    /// Skips blanks, and comments and odd blanks, which are reported but otherwise treated as blanks.
    #[inline]
    pub(super) fn blanks(&mut self) {
        self.at = skip_blanks(self.bytes, self.at).min(self.end);
        // Nearly everything that is not blank begins a token.
        while self.peek().is_some_and(may_be_passed_over) && self.odd() {
            self.at = skip_blanks(self.bytes, self.at).min(self.end);
        }
    }

    #[cold]
    fn odd(&mut self) -> bool {
        match self.peek() {
            Some(b'/' | b'#') => self.comment(),
            Some(b'<' | b'|' | b'=' | b'>') => self.conflict() || self.comment(),
            Some(b'&' | 0x1B) => self.encoded_text(),
            _ => self.odd_blank(),
        }
    }

    fn comment(&mut self) -> bool {
        let Some(end) = self.comment_scanned() else { return false };
        let end = self.comment_lines(end).min(self.end);
        if self.peek() == Some(b'#') && (self.is_early_end(end) || self.is_heading(end) || self.is_hash_word()) {
            return false;
        }
        let end = if is_closed(self.bytes.get(self.at..end).unwrap_or_default()) { end } else { self.comment_end(end) };
        let words = self.bytes.get(self.at..end).unwrap_or_default();
        self.error(SyntaxErrorKind::Comment, self.at, end);
        // What would follow the comma is in the comment.
        if self.is_key_at(skip_blanks(self.bytes, self.at + if words.starts_with(b"#") { 1 } else { 2 })) {
            self.comma = None;
        }
        self.at = end;
        true
    }

    /// The offset after a comment that begins here; an unclosed one ends with its line.
    fn comment_scanned(&mut self) -> Option<usize> {
        let rest = self.bytes.get(self.at..)?;
        let block = [&b"/*"[..], b"<!--"].into_iter().position(|it| rest.starts_with(it));
        if block.is_none() && !rest.starts_with(b"//") && !rest.starts_with(b"#") {
            return None;
        }
        if let Some(is_never_closed) = block.and_then(|it| self.is_never_closed.get_mut(it)).filter(|it| !**it) {
            let end = scan_comment(self.bytes, self.at)?;
            if is_closed(self.bytes.get(self.at..end)?) {
                return Some(end);
            }
            *is_never_closed = true;
        }
        if self.comment_line <= self.at {
            self.comment_line = self.at + line_len(rest);
        }
        Some(self.comment_line)
    }

    /// `": "## Title", …`: a string that seems to end too early.
    fn is_early_end(&self, end: usize) -> bool {
        let touches = self.at.checked_sub(1).and_then(|it| self.bytes.get(it)) == Some(&b'"');
        touches
            && !self.open.is_empty()
            && find_byte(self.bytes.get(..end).unwrap_or_default(), self.at, b'"').is_some()
    }

    /// A Markdown heading: outside the value, and followed by something other than JSON or by nothing.
    fn is_heading(&self, end: usize) -> bool {
        self.open.is_empty()
            && match self.byte_behind_blanks(end) {
                None => self.nodes.is_empty(),
                Some(b'{' | b'[') => !self.nodes.is_empty(),
                Some(it) => it != b'/',
            }
    }

    /// `#12` or `#ff0000` where a value is expected.
    fn is_hash_word(&self) -> bool {
        let before = self.byte_before(self.at);
        let word = scan_word(self.bytes, self.at + 1);
        let is_due = match before {
            Some(b':' | b'[') => true,
            Some(b',') => self.top() == Kind::Array,
            _ => false,
        };
        is_due && word > self.at + 1 && matches!(self.byte_behind_blanks(word), Some(b',' | b'}' | b']'))
    }

    /// Where a comment on the last line seems to end: nothing marks how much of the line belongs to it. A key does not,
    /// nor do the brackets at the end.
    fn comment_end(&self, end: usize) -> usize {
        if self.open.is_empty() || self.byte_behind_blanks(end).is_some() {
            return end;
        }
        let line = self.bytes.get(..end).unwrap_or_default();
        let mut from = self.at;
        while let Some(quote) = find_byte(line, from, b'"').filter(|_| self.top() == Kind::Object) {
            if self.is_key_at(quote) {
                return self.text_end(0, quote);
            }
            from = quote + 1;
        }
        let is_bracket = |it: &u8| matches!(it, b'}' | b']' | b' ');
        line.iter().rposition(|it| !is_bracket(it)).map_or(end, |it| it + 1)
    }

    /// The offset after the comment that ends at `end`, and after the following ones if all take whole lines: they
    /// count as one.
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

    /// Git's conflict markers: the line `<<<<<<< HEAD`, and everything from `=======` to the end, with the other
    /// version.
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

    /// The offset after the next line with `>>>>>>>`; `from` if there is none nearby.
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

    /// The end of the line, if it begins at this offset with a conflict marker of seven characters.
    fn marker_end(&self, at: usize) -> Option<usize> {
        let (before, line) = self.bytes.get(..self.end)?.split_at_checked(at)?;
        let (marks, rest) = line.split_at_checked(7)?;
        let is_marker = [b"<<<<<<<", b"|||||||", b"=======", b">>>>>>>"].contains(&marks.first_chunk()?)
            && matches!(before.last(), None | Some(b'\n'))
            && matches!(rest.first(), None | Some(b' ' | b'\r' | b'\n'));
        is_marker.then(|| at + 7 + line_len(rest))
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

/// Whether text between two tokens that is not JSON, such as a comment or an odd space, may begin with this byte.
fn may_be_passed_over(byte: u8) -> bool {
    matches!(
        byte,
        b'/' | b'#' | b'<' | b'|' | b'=' | b'>' | b'&' | b'\\' | 0x0B | 0x0C | 0x1B | 0xC2 | 0xE2 | 0xE3 | 0xEF
    )
}

/// Whether a comment has its own end.
pub(super) fn is_closed(comment: &[u8]) -> bool {
    match comment {
        [b'/', b'*', body @ ..] => body.ends_with(b"*/"),
        [b'<', b'!', b'-', b'-', body @ ..] => body.ends_with(b"-->"),
        _ => false,
    }
}

/// The length of a character that looks blank but is not whitespace in JSON, or of an escape that was meant as one.
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
