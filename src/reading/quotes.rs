//! A quote in a string: its end, one that is misplaced or doubled, or a part of its text.

use super::fault::ReadingFault;
use super::path::{NewText, Path, Quote, TRIPLE};
use super::strings::{Ending, OUT_OF_TURN};
use super::surroundings::Surroundings;
use super::walk::ReadingWalk;

/// That a quote after a number is not the sign of inches costs so much.
const INCH: i32 = 45;
/// That another colon is in the quotes of its key costs so much less than the first one.
const COLON_AGAIN: i32 = 150;
/// That a quote next to a comma is part of a text costs no more where no key follows the comma.
const KEYLESS: i32 = 50;

/// No part of a name before a quote is longer, in bytes.
const LONGEST_NAME: usize = 96;
/// The next three quotes of Python are looked for no further, in bytes.
const LONGEST_DOCSTRING: usize = 1024;

impl ReadingWalk<'_> {
    /// A quote that may end the string or be part of it.
    pub(super) fn quote(&mut self, path: Path, quote: Quote) {
        let at = path.pos;
        let end = at + self.around.sign(at).len;
        let is_wide = end > at + 1;
        let is_own = match quote {
            Quote::Double | Quote::Single => !is_wide,
            Quote::Curly | Quote::CurlySingle => is_wide,
            _ => true,
        };
        let fault = (!is_own).then_some((ReadingFault::OtherClosingQuote, (at, end), NewText::Is("\"")));
        self.close(path, quote, Ending { fault, ..Ending::at(at, end) });
        if is_own {
            self.misplaced(path, quote, end);
            self.early_quote(path, quote, end);
            self.value_in_key(path, quote);
            return self.raw_quote(path, end);
        }
        let odd = self.around.odd(at);
        let odd = if self.around.is_within(path.from, at) { odd / 5 } else { odd };
        self.add(Path { pos: end, cost: path.cost + if odd > 200 { odd } else { 0 }, ..path });
    }

    /// A quote after a name and a blank begins the value: the name has neither a closing quote nor a colon.
    fn value_in_key(&mut self, path: Path, quote: Quote) {
        let (from, at) = (path.from, path.pos);
        let name = self.around.word(from);
        let end = from + name.len();
        if path.is_key && quote == Quote::Double && !name.is_empty() && end < at && self.around.blanks(end) == at {
            let fault = Some((ReadingFault::NoColon, (end, at), NewText::Is("\": ")));
            self.close(Path { is_swapped: true, ..path }, quote, Ending { fault, ..Ending::at(end, at) });
        }
    }

    /// A closing quote that is on the wrong side of a separator, or there twice.
    fn misplaced(&mut self, path: Path, quote: Quote, end: usize) {
        let at = path.pos;
        let before = self.around.at(at.wrapping_sub(1));
        let is_separator = matches!(before, b',' | b':') && (before == b':') == path.is_key;
        if is_separator && end == at + 1 && at > path.from + 1 {
            let fault = Some((ReadingFault::Swapped, (at - 1, end), NewText::Exchanged));
            // Unlike other slips, a colon in the quotes of its key may be a habit.
            let is_again = path.is_key && path.made & ReadingFault::Swapped.bit() != 0;
            let extra = if is_again { -COLON_AGAIN } else { 0 };
            self.close(Path { is_swapped: true, ..path }, quote, Ending { fault, extra, ..Ending::at(at - 1, end) });
        }
        let after = end + (end - at);
        if self.around.quote_at(end) == Some(quote) && self.around.is_bound(after) {
            let fault = Some((ReadingFault::DoubledQuote, (end, after), NewText::Is("")));
            // Two quotes after a number are the sign of inches and the end, unless quotes were doubled before.
            let is_first = path.made & ReadingFault::DoubledQuote.bit() == 0;
            let is_open = path.is_inner && !self.is_nested(&path);
            let extra = if is_first && self.around.is_inch(path.from, at) { INCH } else { 0 };
            let extra = if is_open { OUT_OF_TURN } else { extra };
            // Neither is the apostrophe of a plural.
            let is_plural = is_first && self.around.is_plural(path.from, at);
            let extra = if is_plural { 2 * OUT_OF_TURN } else { extra };
            self.close(path, quote, Ending { fault, extra, ..Ending::at(at, after) });
        }
    }

    /// A quote that is part of the text.
    fn raw_quote(&mut self, path: Path, end: usize) {
        let at = path.pos;
        let is_in_object = !path.is_key && self.top(&path).is_some_and(|it| it.is_object);
        let odd = self.around.odd(at);
        let odd = if is_in_object && odd <= 150 && self.around.lacks_key(at) { odd.min(KEYLESS) } else { odd };
        let is_within = odd > 0 && self.around.is_within(path.from, at);
        // The first quote of a text that is followed by the next member ends it.
        if odd >= 300 && path.raw == 0 && !is_within {
            return;
        }
        let odd = if is_within { odd / 5 } else { odd } + self.odd_in_turn(&path, end);
        let is_name = path.is_key && self.around.sign(self.around.blanks(end)).ascii == b':';
        let sign = self.replaced_sign(path, end);
        let is_twice = self.is_nested(&path) && self.around.is_quote_before(at) && !sign;
        let is_divided = self.around.divided_name(at).is_some_and(|it| self.around.is_known_name(&it));
        if is_divided || is_twice {
            let without = self.with(path, ReadingFault::DoubledQuote, (at, end), "");
            self.add(Path { pos: end, ..without });
        }
        self.doubled_inside(path, end);
        self.triple_inside(path);
        let mut next = self.escape_quote(path, end);
        next.cost += if sign { 2 * OUT_OF_TURN } else { 0 };
        next.cost += odd.max(if is_name { 600 } else { 0 });
        next.raw = if path.raw == 0 { at } else { path.raw };
        // After a number, one quote is the sign of inches.
        let is_inch =
            self.around.is_measure(path.from, at) && !self.around.at(end).is_ascii_alphanumeric() && !path.is_odd;
        next.is_odd = path.is_odd == (is_inch || self.around.is_plural(path.from, at));
        self.add(next);
    }

    /// Two quotes in place of one in a text, as in CSV: before a word and after it.
    fn doubled_inside(&mut self, path: Path, end: usize) {
        let after = end + (end - path.pos);
        let sides = [self.around.char_before(path.pos), self.around.char_at(after)].map(char::is_alphanumeric);
        let is_pair = self.around.at(end) == b'"' && sides == [path.is_odd, !path.is_odd];
        // Where the string may end, those before the word have to be two as well.
        let is_clear = self.around.odd(end) < 150 || self.around.near_before(path.from, path.pos).contains("\"\"");
        if is_pair && is_clear && !self.is_nested(&path) {
            let next = self.with(path, ReadingFault::RawQuote, (path.pos, after), "\\\"");
            let raw = if path.raw == 0 { path.pos } else { path.raw };
            self.add(Path { pos: after, raw, is_odd: !path.is_odd, ..next });
        }
    }

    /// Three quotes of Python in a text, and no more; three others are nearby.
    fn triple_inside(&mut self, path: Path) {
        let (at, end) = (path.pos, path.pos + TRIPLE.len());
        let text = self.around.text;
        if text.get(at..end) != Some(TRIPLE)
            || self.around.at(end) == b'"'
            || self.around.at(at.wrapping_sub(1)) == b'"'
        {
            return;
        }
        let near = self.around.slice(end, text.floor_char_boundary(end + LONGEST_DOCSTRING));
        let is_opened = || self.around.near_before(path.from, at).contains(TRIPLE);
        if (near.contains(TRIPLE) || is_opened()) && !self.is_nested(&path) {
            let mut next = self.charged(path, ReadingFault::RawQuote);
            for quote in at..end {
                next = self.noted(next, ReadingFault::RawQuote, (quote, quote + 1), NewText::Is("\\\""));
            }
            self.add(Path { pos: end, raw: if path.raw == 0 { at } else { path.raw }, ..next });
        }
    }

    /// How odd a raw quote is as the next one of its text. The first one of a pair is before a word, the second one after it. In
    /// a list, two quotes in the opposite order more likely end an item and begin the next one, as does a quote after a comma.
    fn odd_in_turn(&self, path: &Path, end: usize) -> i32 {
        let at = path.pos;
        let sides = (self.around.char_before(at).is_alphanumeric(), self.around.char_at(end).is_alphanumeric());
        let is_second = path.is_odd != path.is_inner;
        let is_reversed = sides == (!is_second, is_second) && !self.around.is_measure(path.from, at);
        let is_reversed = is_reversed && !self.around.is_plural(path.from, at);
        let is_in_list = self.top(path).is_some_and(|it| !it.is_object);
        let is_after_comma =
            is_in_list && path.raw == 0 && self.around.back(at).is_some_and(|it| self.around.sign(it).ascii == b',');
        match (is_reversed, is_after_comma) {
            (true, _) if is_in_list => 2 * OUT_OF_TURN,
            (true, _) | (_, true) => OUT_OF_TURN,
            _ => 0,
        }
    }
}

impl Surroundings<'_> {
    /// Whether a quote is the apostrophe of a plural before the quote that ends its text, as in `'of the users''`.
    fn is_plural(&self, from: usize, at: usize) -> bool {
        let before = self.near_before(from, at);
        let is_word = |it: (&str, &str)| it.1.len() > 2 && it.1.ends_with('s');
        self.slice(at, at + 2) == "''"
            && self.is_bound(at + 2)
            && !before.contains('\'')
            && before.rsplit_once(' ').is_some_and(is_word)
    }

    /// The name that a quote divides.
    fn divided_name(&self, at: usize) -> Option<String> {
        let near = self.slice(at.saturating_sub(LONGEST_NAME), at);
        let is_of_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let first = near.get(near.trim_end_matches(is_of_name).len()..).unwrap_or_default();
        let rest = self.word(at + 1);
        (!first.is_empty() && !rest.is_empty()).then(|| format!("{first}{rest}"))
    }
}
