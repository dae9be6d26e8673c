//! Values that other languages compute or leave open: `"a" + "b"`, `"a" | "b"`.

use super::{Parser, State, SyntaxErrorKind};
use crate::json::lexer::{scan_string, scan_word, skip_blanks};
use crate::json::{Flags, Kind};
use crate::text::Span;

/// No template has more values to choose from. Without a limit, each value of a broken list would be read again for
/// each one before it.
const MOST_CHOICES: usize = 16;

impl Parser<'_> {
    /// Whether the last value is the beginning of an expression, which goes on here.
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
            let next = skip_blanks(self.bytes, end);
            match self.bytes.get(next).filter(|_| next < self.end)? {
                b'|' => end = self.scalar_end(skip_blanks(self.bytes, next + 1))?,
                b',' | b'}' | b']' if n_values > 1 => return Some(end),
                _ => return None,
            }
        }
        None
    }

    /// The end of a string or word.
    fn scalar_end(&self, start: usize) -> Option<usize> {
        if self.bytes.get(start) == Some(&b'"') {
            let string = scan_string(self.bytes, start, self.end);
            return (string.control.is_none() && !string.flags.has(Flags::UNCLOSED)).then_some(string.end);
        }
        Some(scan_word(self.bytes, start)).filter(|it| *it > start)
    }
}
