//! Where strings end, and how odd their content would be.

use super::fault::ReadingFault;
use super::path::{NewText, Path, Quote};
use super::strings::Ending;
use super::walk::ReadingWalk;
use crate::text::{Span, hash};

/// No key is longer, in bytes.
const LONGEST_KEY: usize = 400;
/// That the text of a string without a closing quote contains the end of a list, or ends with a comma and a literal, costs so
/// much.
const LIST_IN_TEXT: i32 = 60;
/// That a key is there before costs so much each time.
pub(super) const TWICE: i32 = 400;

impl ReadingWalk<'_> {
    /// Ends a string.
    pub(super) fn close(&mut self, path: Path, quote: Quote, ending: Ending) {
        let Ending { end, pos, fault, extra } = ending;
        if path.is_key && end > path.from + LONGEST_KEY {
            return;
        }
        let mut next = Path { cost: path.cost + extra + self.odd_content(&path, &ending), ..path };
        if let Some((fault, span, new)) = fault {
            next = self.charged(next, fault);
            if quote == Quote::Double {
                next = self.noted(next, fault, span, new);
            }
        }
        let mut last = pos;
        if quote != Quote::Double {
            let fault = match quote {
                Quote::None if path.is_key => ReadingFault::BareKey,
                Quote::None => ReadingFault::BareText,
                _ => ReadingFault::OtherQuotes,
            };
            let trimmed = path.from + self.around.slice(path.from, end).trim_end().len();
            last = if quote == Quote::None && pos == end { trimmed } else { pos };
            next = self.noted(next, fault, (path.quote, last), NewText::Content(quote, Span::new(path.from, end)));
        }
        if path.is_key {
            self.close_key(next, (end, pos));
        } else {
            let next = self.valued(next, pos, (path.from as u64) << 32 | end as u64);
            self.add(Path { last, ..next });
        }
    }

    /// How odd the content of a string is that ends there.
    pub(super) fn odd_content(&self, path: &Path, ending: &Ending) -> i32 {
        let Ending { end, pos, fault, .. } = *ending;
        let mut cost = 0;
        let is_nested = self.is_nested(path);
        if path.raw > 0 && !is_nested {
            let depth = |from: usize| (self.around.depth(end) - self.around.depth(from)).abs();
            cost += depth(path.raw).min(depth(path.from)).min(2) * 120;
            cost += if path.is_odd != path.is_inner { 110 } else { 0 };
        }
        let is_swapped = fault.is_some_and(|it| it.0 == ReadingFault::Swapped);
        cost += if !is_swapped && pos > end && self.around.char_at(pos).is_alphanumeric() { 150 } else { 0 };
        let last = self.around.at(end.wrapping_sub(1));
        let has_separator = end > path.from && last == if path.is_key { b':' } else { b',' };
        cost += if has_separator && fault.is_none() { 90 } else { 0 };
        cost += if !path.is_key && path.from > path.quote && self.around.at(path.from) == b',' { 90 } else { 0 };
        cost += if end > path.from && matches!(last, b'(' | b'[' | b'{') { 200 } else { 0 };
        if fault.is_some_and(|it| it.0 == ReadingFault::NoClosingQuote) {
            let near = self.around.near_before(path.from, end);
            let comma = near.rfind(',').map(|it| end - near.len() + it);
            cost += if comma.is_some_and(|it| self.around.is_literal_item(it)) { LIST_IN_TEXT } else { 0 };
            let closes_list = near.split_once(']').is_some_and(|it| !it.0.contains('['));
            cost += if closes_list { LIST_IN_TEXT } else { 0 };
        }
        cost
    }

    fn close_key(&mut self, mut path: Path, (end, pos): (usize, usize)) {
        if path.top.is_some() {
            path.cost += self.key_cost(&path, end);
            let next = self.keyed(path, end, pos);
            self.add(next);
        }
    }

    /// How odd a key is that ends there, in its object.
    pub(super) fn key_cost(&self, path: &Path, end: usize) -> i32 {
        let name = self.around.slice(path.from, end);
        let key = hash(name.trim());
        let Some(top) = self.top(path) else { return 0 };
        let mut cost = 0;
        if name.starts_with([' ', ',', ':', '"', '\'', '`']) {
            cost += 100;
        }
        if name.len() > 60 || name.contains(['\n', '{', '}', '[', ']']) {
            cost += 200;
        }
        cost += if path.raw > 0 { 100 } else { 0 };
        let plan = self.paths.frame(top.up).and_then(|it| it.plan);
        if plan.is_some() && !self.paths.keys(plan).any(|it| it == key) {
            cost += if self.around.is_known(key) { 40 } else { 200 };
        }
        let n_same = self.paths.keys(top.keys).filter(|it| *it == key).count();
        cost += TWICE * i32::try_from(n_same).unwrap_or_default();
        cost
    }
}
