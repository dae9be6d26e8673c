//! Text that begins like a number but is not one.

use super::{Parser, State, SyntaxErrorKind};
use crate::json::fault::Expected;
use crate::json::lexer::{scan_comment, scan_number, scan_word};
use crate::json::{Flags, Kind};

impl Parser<'_> {
    /// Reads text that begins like a number but is not one; the number itself would end at `end`.
    pub(super) fn odd_number(&mut self, end: usize) -> State {
        let start = self.at;
        let rest = self.bytes.get(start..self.end).unwrap_or_default();
        if rest.starts_with(b"-Infinity") {
            self.at = scan_word(self.bytes, start + 1).min(self.end);
            self.push(Kind::Number, start, self.at, Flags::default());
            self.error(SyntaxErrorKind::NotFinite, start, self.at);
            return self.item_done();
        }
        let is_cut = end == self.end && !self.open.is_empty();
        let is_apart = scan_comment(self.bytes, end).is_some()
            || !self.bytes.get(end).is_some_and(|it| matches!(it, b'-' | b'+' | b':' | b'/' | b'%' | b'.' | b'"'));
        if is_cut || (is_apart && looks_numeric(self.bytes.get(start..end).unwrap_or_default())) {
            if !is_cut && !scan_number(self.bytes, start).is_valid {
                return self.bad_number(end);
            }
            self.push(Kind::Number, start, end, Flags::default());
            self.at = end;
            return self.item_done();
        }
        if self.open.is_empty() {
            return if is_apart { self.bad_number(end) } else { self.odd_root(b'0') };
        }
        let end = self.junk_end();
        if looks_numeric(self.bytes.get(start..end).unwrap_or_default()) {
            return self.bad_number(end);
        }
        self.stand_in(SyntaxErrorKind::Unexpected(Expected::Value), end)
    }

    pub(super) fn bad_number(&mut self, end: usize) -> State {
        self.push(Kind::Number, self.at, end, Flags::default());
        self.error(SyntaxErrorKind::BadNumber, self.at, end);
        self.at = end;
        self.item_done()
    }

    /// The end of `38 400`, the value of a key whose thousands are separated by blanks. In an array, a comma is missing there.
    pub(super) fn spaced_end(&self, end: usize) -> Option<usize> {
        let is_one = self.top() == Kind::Object && (1..=3).contains(&(end - self.at));
        let groups = self.bytes.get(end..self.end).filter(|_| is_one)?;
        let is_group = |it: &&[u8]| matches!(it, [b' ', digits @ ..] if digits.len() == 3 && digits.iter().all(u8::is_ascii_digit));
        let len = 4 * groups.chunks(4).take_while(is_group).count();
        let is_end = groups.get(len).is_none_or(|it| !it.is_ascii_alphanumeric());
        (len > 0 && is_end).then_some(end + len)
    }

    /// True for the `000` of `1,000`.
    pub(super) fn is_thousands(&self) -> bool {
        let adjacent = self.at.checked_sub(1).is_some_and(|it| self.comma == Some(it));
        let last = self.nodes.last().filter(|it| it.kind == Kind::Number && it.span.end as usize + 1 == self.at);
        adjacent && last.is_some()
    }
}

/// `01`, `1.`, `0x1F`, `1_000`, `5ms`, `1/2`, `12:30`: a number, but not in JSON's form. Dates and ids are not numbers.
fn looks_numeric(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    let is_ratio = |mark: u8| {
        let mut parts = text.split(|it| *it == mark);
        parts.clone().count() == 2 && parts.all(|it| !it.is_empty() && it.iter().all(u8::is_ascii_digit))
    };
    if is_ratio(b'/') || is_ratio(b':') {
        return true;
    }
    if let [b'0', b'x' | b'X' | b'b' | b'B' | b'o' | b'O', digits @ ..] = text {
        return digits.iter().all(u8::is_ascii_hexdigit);
    }
    let n_digits = text.iter().take_while(|it| matches!(it, b'0'..=b'9' | b'.' | b'_' | b'e' | b'E' | b'+')).count();
    let unit = text.get(n_digits..).unwrap_or_default();
    text.is_empty()
        || (n_digits > 0 && unit.len() <= 3 && unit.iter().all(|it| it.is_ascii_alphabetic() || *it == b'%'))
}
