//! Numbers, also those that JSON does not allow.

use super::fault::ReadingFault;
use super::path::{NewText, Path};
use super::walk::ReadingWalk;
use crate::json;

/// U+2212 and a dash, which are no hyphens.
const MINUS: [char; 2] = ['−', '–'];

/// No time is longer, in bytes.
const LONGEST_TIME: usize = 20;

impl ReadingWalk<'_> {
    /// A number or literal with a sign too many: a backslash in it, or a plus or point before or after it.
    pub(super) fn divided(&mut self, path: Path) {
        let rest = self.around.text.get(path.pos..).unwrap_or_default();
        let is_of_literal = |it: char| it.is_ascii_alphanumeric() || matches!(it, '.' | '-' | '+' | '\\');
        let literal = rest.get(..rest.find(|it| !is_of_literal(it)).unwrap_or(rest.len())).unwrap_or_default();
        let is_decimal = |it: &(&str, &str)| format!("{}{}", it.0, it.1).contains('.');
        let parts = literal.split_once('\\').or_else(|| Some(("", literal.strip_prefix('+')?)));
        let parts = parts.or_else(|| Some(("", literal.strip_prefix('.')?)).filter(is_decimal));
        let parts = parts.or_else(|| Some((literal.strip_suffix('.')?, "")).filter(is_decimal));
        let Some((first, last)) = parts else { return };
        let whole = format!("{first}{last}");
        if json::is_sound(&whole) {
            let at = path.pos + first.len();
            let is_backslash = self.around.at(at) == b'\\';
            let fault = if is_backslash { ReadingFault::ExtraBackslash } else { ReadingFault::BadNumber };
            let next = self.with(path, fault, (at, at + 1), "");
            self.value(next, path.pos + literal.len(), at as u64);
        }
    }

    /// A number with the minus sign of typography, or with a blank after the sign; at the start of a line that may be a dash.
    pub(super) fn negative(&mut self, path: Path) {
        let sign = self.around.char_at(path.pos);
        let end = path.pos + sign.len_utf8();
        let from = self.around.spaces(end);
        let is_apart = sign == '-' && from > end && !self.around.has_line(path.last, path.pos);
        let is_minus = (is_apart || MINUS.contains(&sign)) && self.around.at(from).is_ascii_digit();
        if let Some(end) = self.number(from).filter(|it| is_minus && self.around.is_bound(*it)) {
            let next = self.with(path, ReadingFault::BadNumber, (path.pos, from), "-");
            self.value(next, end, end as u64);
        }
    }

    /// A number after zeros, among the numbers of a list.
    pub(super) fn padded(&mut self, path: Path) -> bool {
        let Some(number) = json::padded(self.around.text, path.pos) else { return false };
        let end = number.end as usize;
        let next = self.charged(path, ReadingFault::BadNumber);
        let next = self.noted(next, ReadingFault::BadNumber, (path.pos, end), NewText::Same(number));
        self.value(next, end, end as u64);
        true
    }

    /// The end of a JSON number.
    pub(super) fn number(&self, at: usize) -> Option<usize> {
        let digits = |from: usize| {
            let rest = self.around.bytes.get(from..).unwrap_or_default();
            from + rest.iter().position(|it| !it.is_ascii_digit()).unwrap_or(rest.len())
        };
        let from = at + usize::from(self.around.at(at) == b'-');
        let mut end = digits(from);
        if end == from || self.around.at(from) == b'0' && end > from + 1 {
            return None;
        }
        if self.around.at(end) == b'.' && digits(end + 1) > end + 1 {
            end = digits(end + 1);
        }
        if matches!(self.around.at(end), b'e' | b'E') {
            let from = end + 1 + usize::from(matches!(self.around.at(end + 1), b'+' | b'-'));
            end = if digits(from) > from { digits(from) } else { end };
        }
        Some(end)
    }

    /// The end of a number such as `1,234`, `1_234`, `1'234` or `0. 85`, in an object.
    pub(super) fn thousands(&self, at: usize) -> Option<usize> {
        let from = at + usize::from(self.around.at(at) == b'-');
        let rest = self.around.bytes.get(from..)?;
        let n_whole = rest.iter().position(|it| !it.is_ascii_digit())?;
        if let Some(after) = rest.get(n_whole..).and_then(|it| it.strip_prefix(b". ")).filter(|_| n_whole > 0) {
            if self.around.end_of_ordinal(at).is_some() {
                return None;
            }
            let n_digits = after.iter().position(|it| !it.is_ascii_digit()).unwrap_or(after.len());
            return (n_digits > 0).then_some(from + n_whole + 2 + n_digits);
        }
        let n_first = rest.iter().take(4).position(|it| !it.is_ascii_digit())?;
        let mut end = n_first;
        let is_group = |it: &[u8]| {
            matches!(it.first(), Some(b',' | b'\'' | b'_'))
                && it.get(1..4).is_some_and(|it| it.iter().all(u8::is_ascii_digit))
        };
        while rest.get(end..).is_some_and(is_group) && !rest.get(end + 4).is_some_and(u8::is_ascii_digit) {
            end += 4;
        }
        let after = rest.get(end..)?;
        let n_digits = after.iter().skip(1).take_while(|it| it.is_ascii_digit()).count();
        let n_decimals = if after.first() == Some(&b'.') && n_digits > 0 { n_digits + 1 } else { 0 };
        ((1..=3).contains(&n_first) && end > n_first).then_some(from + end + n_decimals)
    }

    /// The end of a time such as `9:30` or `12:30:05.250`, or of two with a dash between them.
    pub(super) fn time(&self, at: usize) -> Option<usize> {
        let end = self.time_of_day(at)?;
        let dash = self.around.spaces(end);
        let len = match self.around.char_at(dash) {
            it @ ('-' | '–' | '—') => it.len_utf8(),
            _ => return Some(end),
        };
        self.time_of_day(self.around.spaces(dash + len)).or(Some(end))
    }

    fn time_of_day(&self, at: usize) -> Option<usize> {
        let rest = self.around.bytes.get(at..)?.iter().take(LONGEST_TIME + 1);
        let len = rest.take_while(|it| it.is_ascii_digit() || matches!(it, b':' | b'.')).count();
        let mut parts = self.around.slice(at, at + len).split(':');
        let is_hour = parts.next().is_some_and(|it| matches!(it.len(), 1 | 2));
        let is_rest = |it: &str| it.split('.').next().is_some_and(|it| it.len() == 2);
        (len <= LONGEST_TIME && is_hour && parts.clone().next().is_some() && parts.all(is_rest)).then_some(at + len)
    }

    /// The end of a number with a unit, or with a sign such as `>=` before it.
    pub(super) fn measure(&self, at: usize) -> Option<usize> {
        let rest = self.around.text.get(at..)?;
        let sign = rest.trim_start_matches(['<', '>', '≤', '≥', '~', '≈', '±', '=']);
        // The end of `==>`.
        if sign.len() < rest.len() && self.around.at(at.wrapping_sub(1)) == b'=' {
            return None;
        }
        let body = sign.trim_start_matches([' ', '$', '€', '£']).trim_start_matches('-');
        let n_digits = body.find(|it: char| !it.is_ascii_digit() && !matches!(it, '.' | ',')).unwrap_or(body.len());
        let digits = body.get(..n_digits)?.trim_end_matches(['.', ',']);
        if !digits.starts_with(|it: char| it.is_ascii_digit()) {
            return None;
        }
        let after = body.get(digits.len()..)?;
        let unit = after.strip_prefix(' ').unwrap_or(after);
        let n_unit = unit
            .find(|it: char| !it.is_alphabetic() && !matches!(it, '%' | '°' | '$' | '€' | '£'))
            .unwrap_or(unit.len());
        let is_unit = n_unit > 0 && unit.get(..n_unit).is_some_and(|it| it.chars().count() <= 4);
        let end = if is_unit { after.len() - unit.len() + n_unit } else { 0 };
        Some(at + rest.len() - after.len() + end)
    }
}
