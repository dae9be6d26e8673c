//! Strings in quotes other than JSON's, and strings that lack one of their two quotes.

use super::{Parser, SyntaxErrorKind, is_verbatim};
use crate::json::lexer::skip_blanks;
use crate::json::string::{EscapeFault, read_escape};
use crate::json::{Flags, Kind};
use crate::text::{Lanes, find_byte, find_bytes, find_where};

/// The end of a string in nonstandard quotes may be searched this far even if the budget for trial parsing is used up.
const SURE_LOOK: usize = 256;

/// A quote that closes a string.
#[derive(Clone, Copy)]
struct Close {
    at: usize,
    len: usize,
}

impl Parser<'_> {
    /// The length of the quote here, if it opens a string but is not JSON's.
    pub(super) fn odd_quote(&self) -> Option<usize> {
        match self.bytes.get(self.at..self.end)? {
            [b'\'', b'\'', b'\'', ..] | [b'`', b'`', b'`', ..] | [0xE2, 0x80, 0x98..=0x9F, ..] => Some(3),
            [b'\'' | b'`', ..] => Some(1),
            _ => None,
        }
    }

    /// Reads a string in nonstandard quotes. False when none begins here.
    pub(super) fn odd_quoted(&mut self) -> bool {
        let Some(len) = self.odd_quote() else { return false };
        self.quoted_otherwise(len);
        true
    }

    /// Reads `"""…"""`. False when the third quote begins something else.
    pub(super) fn triple_quoted(&mut self) -> bool {
        let rest = self.bytes.get(self.at..self.end).unwrap_or_default();
        let look = rest.get(3..rest.len().min(3 + self.trial_budget)).unwrap_or_default();
        if self.is_trial || !rest.starts_with(b"\"\"\"") || find_bytes(look, b"\"\"\"").is_none() {
            return false;
        }
        self.quoted_otherwise(3);
        true
    }

    fn quoted_otherwise(&mut self, open: usize) {
        let start = self.at;
        let (close, looked) = self.closing_quote(start, open);
        self.trial_budget = self.trial_budget.saturating_sub(looked - start);
        let mut flags = if open == 3 { Flags::WIDE_OPEN } else { Flags::default() };
        let end = match close {
            Some(Close { at, len }) => {
                flags.add(if len == 3 { Flags::WIDE_CLOSE } else { Flags::default() });
                at + len
            }
            None => {
                flags.add(Flags::UNCLOSED);
                self.line_end(start + open, looked.min(self.end))
            }
        };
        let content = self.bytes.get(start + open..close.map_or(end, |it| it.at)).unwrap_or_default();
        if find_byte(content, 0, b'\\').is_some() {
            let content = str::from_utf8(content).unwrap_or_default();
            let is_verbatim = !self.is_trial && is_verbatim(content) == Some(true);
            flags.add(if is_verbatim { Flags::VERBATIM } else { Flags::ESCAPES });
        }
        self.push(Kind::String, start, end, flags);
        self.error(SyntaxErrorKind::WrongQuotes, start, end);
        self.at = end;
    }

    /// The quote that closes a string: the first after which a value surely ends, otherwise the first of all. Also
    /// returns how far it searched.
    fn closing_quote(&self, start: usize, open: usize) -> (Option<Close>, usize) {
        let quote = self.bytes.get(start..start + open).unwrap_or_default();
        let is_triple = open == 3 && quote.is_ascii();
        let limit = self.end.min(start + open + self.trial_budget.max(SURE_LOOK));
        let look = self.bytes.get(..limit).unwrap_or(self.bytes);
        let mut first = None;
        let mut at = start + open;
        while let Some(found) = find_closing(look, at, quote) {
            at = found;
            match self.bytes.get(at) {
                Some(b'\n' | b'\r') if !is_triple && quote != b"`" => return (first, at),
                Some(b'\\') => at += 1,
                _ => {
                    if let Some(len) = closing_len(quote, self.bytes.get(at..self.end).unwrap_or_default()) {
                        let behind = self.byte_behind_blanks(at + len);
                        let is_sure = is_triple
                            || matches!(behind, None | Some(b',' | b':' | b'}' | b']'))
                            || quote == b"'" && self.begins_another(at + 1)
                            || self.begins_choice(at + len, quote);
                        if is_sure {
                            return (Some(Close { at, len }), at + 1);
                        }
                        first = first.or(Some(Close { at, len }));
                    }
                }
            }
            at += 1;
        }
        (first, at.max(limit))
    }

    /// Whether a string in single quotes follows the one that ends here, as Python joins them: `'one ' 'two'`.
    fn begins_another(&self, end: usize) -> bool {
        let start = skip_blanks(self.bytes, end);
        start > end && self.bytes.get(start) == Some(&b'\'') && self.single_quoted_end(start).is_some()
    }

    /// Whether `|` and another string in such quotes follow: `'a' | 'b'`.
    fn begins_choice(&self, end: usize, quote: &[u8]) -> bool {
        let bar = skip_blanks(self.bytes, end);
        let next = skip_blanks(self.bytes, bar + 1);
        self.bytes.get(bar) == Some(&b'|') && self.bytes.get(next..).is_some_and(|it| it.starts_with(quote))
    }

    /// The end of the string in single quotes that begins here, if something that may follow a value follows it.
    pub(super) fn single_quoted_end(&self, start: usize) -> Option<usize> {
        let near = self.bytes.get(start + 1..self.end.min(start + SURE_LOOK))?;
        let mut at = 0;
        loop {
            match near.get(at)? {
                b'\n' | b'\r' => return None,
                b'\\' => at += 1,
                b'\'' => {
                    let end = start + at + 2;
                    let is_end = matches!(self.byte_behind_blanks(end), Some(b',' | b'}' | b']' | b')' | b'\''));
                    return (at > 0 && is_end).then_some(end);
                }
                _ => (),
            }
            at += 1;
        }
    }

    /// Where the text of a line ends, without its comma and blanks; on a character boundary.
    fn line_end(&self, from: usize, mut to: usize) -> usize {
        while self.bytes.get(to).is_some_and(|it| it & 0xC0 == 0x80) {
            to += 1;
        }
        self.item_end(from, to)
    }

    /// Drops what was reported about a string that turned out to be a different one.
    pub(super) fn forget_errors(&mut self, start: usize) {
        while self.errors.last().is_some_and(|it| it.span.start as usize >= start) {
            self.errors.pop();
        }
    }

    /// Reports each escape in a string that JSON does not have, and halves of surrogate pairs.
    pub(super) fn escape_errors(&mut self, from: usize, to: usize, is_cut: bool) {
        let bytes = self.bytes.get(..to).unwrap_or(self.bytes);
        let mut at = from;
        while let Some(found) = find_byte(bytes, at, b'\\') {
            at = found;
            let escape = read_escape(self.bytes, at);
            let len = self.bytes.get(at + 1).map_or(1, |&it| 1 + crate::json::lexer::char_len(it));
            match escape.fault {
                // Where the text was cut off, an escape may have been cut too.
                _ if is_cut && to - at < 12 => (),
                // A line continuation with a backslash, as in JavaScript, is one error: the control character.
                _ if self.bytes.get(at + 1).is_some_and(|it| *it < 0x20) => (),
                Some(EscapeFault::Unknown) => self.error(SyntaxErrorKind::BadEscape, at, (at + len).min(to)),
                Some(EscapeFault::LoneSurrogate) => self.error(SyntaxErrorKind::LoneSurrogate, at, at + 6),
                None => (),
            }
            at += escape.escaped as usize;
        }
    }
}

/// The next byte that may begin a quote that closes what `open` opened, that escapes one, or that ends the line.
fn find_closing(bytes: &[u8], from: usize, open: &[u8]) -> Option<usize> {
    let (one, other) = match *open {
        [0xE2, 0x80, 0x98..=0x9B] => (0xE2, b'\''),
        [0xE2, 0x80, ..] => (0xE2, b'"'),
        [byte, ..] => (byte, byte),
        [] => return None,
    };
    let marks =
        |it: Lanes| it.equal(one).or(it.equal(other)).or(it.equal(b'\\')).or(it.equal(b'\n')).or(it.equal(b'\r'));
    find_where(bytes, from, marks, |it| it == one || it == other || matches!(it, b'\\' | b'\n' | b'\r'))
}

/// The length of the quote here, if it closes what `open` opened.
fn closing_len(open: &[u8], rest: &[u8]) -> Option<usize> {
    match (open, rest) {
        ([0xE2, 0x80, 0x98..=0x9B], [0xE2, 0x80, 0x98..=0x9B, ..])
        | ([0xE2, 0x80, 0x9C..=0x9F], [0xE2, 0x80, 0x9C..=0x9F, ..]) => Some(3),
        ([0xE2, 0x80, 0x98..=0x9B], [b'\'', ..]) | ([0xE2, 0x80, 0x9C..=0x9F], [b'"', ..]) => Some(1),
        _ => rest.starts_with(open).then_some(open.len()),
    }
}
