//! Values that other languages compute or leave open: `"a" + "b"`, `"a" | "b"`.

use super::{Parser, State, SyntaxErrorKind};
use crate::json::lexer::{line_len, scan_string, scan_word, skip_blanks};
use crate::json::{Flags, Kind};
use crate::text::{Span, find_bytes};

/// More values than this are not read as one choice: without a limit, each value of a broken list would be read again for
/// each one before it.
const MOST_CHOICES: usize = 64;
/// A comment, or a value in quotes of another kind, of a choice is at most this long.
const NEAR: usize = 256;

impl Parser<'_> {
    /// Reads on if the last value begins an expression; `None` if it does not.
    pub(super) fn expression(&mut self, byte: u8) -> Option<State> {
        let last = self.nodes.last().map(|it| (it.kind, it.span))?;
        let (start, end) = (last.1.start as usize, last.1.end as usize);
        // In a list a comma is more likely to be missing.
        let is_string = matches!(byte, b'"' | b'\'') && end < self.at && self.top() == Kind::Object;
        if last.0 == Kind::String && (byte == b'+' || is_string) && self.joined_strings(start) {
            return Some(self.item_done());
        }
        if byte != b'|' {
            return None;
        }
        let choice = self.choice_end(start).filter(|it| *it > self.at)?;
        self.nodes.pop();
        // What is wrong with the first value is part of this finding.
        self.forget_errors(start);
        self.at = start;
        Some(self.stand_in(SyntaxErrorKind::Choice, choice))
    }

    /// `"a" + "b"`, or as in Python `"a" "b"`: an expression from `start` to its last string, or to its bracket.
    pub(super) fn joined_strings(&mut self, start: usize) -> bool {
        let joint = self.at;
        let mut end = joint;
        while let Some(part) = self.next_part(end) {
            self.at = part;
            end = skip_blanks(self.bytes, part).min(self.end);
        }
        if end == joint {
            return false;
        }
        if (self.bytes.get(start), self.bytes.get(end)) == (Some(&b'('), Some(&b')')) {
            self.at = end + 1;
        }
        let expression = Span::new(start, self.at);
        // The nonstandard quotes of the first string are part of this finding.
        if self.bytes.get(start) == Some(&b'\'') {
            self.forget_errors(start);
        }
        self.error(SyntaxErrorKind::JoinedStrings(expression), joint, joint + 1);
        if let Some(node) = self.nodes.last_mut() {
            node.kind = Kind::Broken;
            node.span = expression;
        }
        true
    }

    /// The offset after the string that is joined to the previous one here.
    fn next_part(&self, at: usize) -> Option<usize> {
        let has_plus = self.bytes.get(at) == Some(&b'+');
        let start = if has_plus { skip_blanks(self.bytes, at + 1) } else { at };
        if self.bytes.get(start) == Some(&b'\'') {
            return self.single_quoted_end(start);
        }
        if start >= self.end || self.bytes.get(start) != Some(&b'"') {
            return None;
        }
        let string = scan_string(self.bytes, start, self.end);
        let is_plain = string.control.is_none() && !string.flags.has(Flags::UNCLOSED);
        // A key does not count.
        let is_value = matches!(self.byte_behind_blanks(string.end), Some(b',' | b'}' | b')' | b'"' | b'\'' | b'+'));
        (has_plus || (is_plain && is_value)).then_some(string.end)
    }

    /// The end of values to choose from that begin at `start`, as in a template or a type: `"a" | "b" | null`. Nothing
    /// else may come before the next item.
    pub(super) fn choice_end(&self, start: usize) -> Option<usize> {
        let mut end = self.scalar_end(start)?;
        for n_values in 1..=MOST_CHOICES {
            let next = self.skip_remarks(end);
            match self.bytes.get(next).filter(|_| next < self.end) {
                Some(b'|') => end = self.scalar_end(self.skip_remarks(next + 1))?,
                None | Some(b',' | b'}' | b']' | b';') if n_values > 1 => return Some(end),
                Some(b'"') if n_values > 1 && self.is_key_at(next) => return Some(end),
                _ => return None,
            }
        }
        None
    }

    /// The offset after blanks and short comments.
    fn skip_remarks(&self, at: usize) -> usize {
        let mut at = skip_blanks(self.bytes, at);
        loop {
            let near = self.bytes.get(at..self.end.min(at + NEAR)).unwrap_or_default();
            let len = match near {
                [b'/', b'/', ..] => line_len(near),
                [b'/', b'*', body @ ..] => find_bytes(body, b"*/").map_or(0, |it| it + 4),
                _ => 0,
            };
            if len == 0 || len == NEAR {
                return at;
            }
            at = skip_blanks(self.bytes, at + len);
        }
    }

    /// The end of a string in quotes of any kind, of a word, or of `...` or `<…>`.
    fn scalar_end(&self, start: usize) -> Option<usize> {
        let near = self.bytes.get(start..self.end.min(start + NEAR))?;
        let close: &[u8] = match near {
            [b'"', ..] => {
                let string = scan_string(self.bytes, start, self.end);
                return (string.control.is_none() && !string.flags.has(Flags::UNCLOSED)).then_some(string.end);
            }
            [b'.', b'.', b'.', ..] => return Some(start + 3),
            [b'<', ..] => b">",
            [quote @ (b'\'' | b'`'), ..] => std::slice::from_ref(quote),
            [0xE2, 0x80, 0x98, ..] => "’".as_bytes(),
            [0xE2, 0x80, 0x9C, ..] => "”".as_bytes(),
            _ => return Some(scan_word(self.bytes, start)).filter(|it| *it > start),
        };
        let len = find_bytes(near.get(1..)?, close)?;
        let is_plain = !near.get(..=len)?.iter().any(|it| matches!(it, b'\\' | b'\n' | b'\r'));
        is_plain.then_some(start + 1 + len + close.len())
    }
}
