//! Inside a string: where it may end, and what is part of its text.

use super::fault::ReadingFault;
use super::path::{NewText, Path, Quote};
use super::surroundings::Surroundings;
use super::walk::ReadingWalk;
use crate::text::{Span, hash};

/// That a quote after a number is not the sign of inches costs so much.
pub(super) const INCH: i32 = 60;
/// That a character before a quote is swapped with it costs so much less where a backslash shows that it is one of JSON in a
/// string.
const NESTED: i32 = 40;
/// No key is longer, in bytes.
const LONGEST_KEY: usize = 400;

/// The end of a string that a path may take.
#[derive(Clone, Copy)]
pub(super) struct Ending {
    /// Where the content ends.
    pub(super) end: usize,
    /// Where reading goes on.
    pub(super) pos: usize,
    pub(super) fault: Option<(ReadingFault, (usize, usize), NewText)>,
    pub(super) extra: i32,
}

impl Ending {
    pub(super) fn at(end: usize, pos: usize) -> Self {
        Self { end, pos, fault: None, extra: 0 }
    }

    /// A string without a closing quote.
    fn open(end: usize) -> Self {
        Self { fault: Some((ReadingFault::NoClosingQuote, (end, end), NewText::Is("\""))), ..Self::at(end, end) }
    }
}

impl ReadingWalk<'_> {
    pub(super) fn text(&mut self, path: Path, quote: Quote) {
        match quote {
            Quote::Fence => self.block(path, quote, "```"),
            Quote::Triple => self.block(path, quote, "\"\"\""),
            Quote::None => self.bare(path),
            _ => self.quoted(path, quote),
        }
    }

    /// The next character that may mean something in a string.
    pub(super) fn special(&mut self, from: usize, quote: Quote, is_key: bool) -> usize {
        self.stretch(from, quote, is_key, |it| special(it, from, quote, is_key))
    }

    /// The end of a stretch of plain text, which many paths ask for.
    pub(super) fn stretch(
        &mut self,
        from: usize,
        quote: Quote,
        is_key: bool,
        find: impl Fn(&Surroundings) -> usize,
    ) -> usize {
        let Some(known) = self.plain.get_mut(2 * quote as usize + usize::from(is_key)) else { return from };
        if !(known.0..=known.1).contains(&from) || known.1 == 0 {
            *known = (from, find(&self.around));
        }
        known.1
    }

    fn quoted(&mut self, mut path: Path, quote: Quote) {
        let mut at = path.pos;
        loop {
            at = self.special(at, quote, path.is_key);
            path.pos = at;
            if self.around.is_end(at) {
                let fault = Some((ReadingFault::Cut, (at, at), NewText::Is("\"")));
                return self.close(path, quote, Ending { fault, ..Ending::at(at, at) });
            }
            let sign = self.around.sign(at);
            match self.around.at(at) {
                b'\\' => (path, at) = self.backslash(path, quote),
                b':' => {
                    self.colon_in_key(path, quote);
                    at += 1;
                }
                b',' | b'}' | b']' => {
                    if self.around.is_gone(at) {
                        self.close(path, quote, Ending::open(at));
                        self.replaced_quote(path, quote);
                    }
                    at += 1;
                }
                b'\n' => return self.line_end(path, quote),
                ..0x20 => {
                    path = self.charged(path, ReadingFault::RawControl);
                    path = self.noted(path, ReadingFault::RawControl, (at, at + 1), NewText::Escaped);
                    at += 1;
                }
                _ if !matches!(sign.ascii, b'"' | b'\'' | b'`') => at += sign.len,
                _ if self.may_close(quote, at) => return self.quote(path, quote),
                _ => {
                    path = self.other_quote(path, quote);
                    at += sign.len;
                }
            }
        }
    }

    /// A colon in a key, which may have no closing quote.
    fn colon_in_key(&mut self, path: Path, quote: Quote) {
        let at = path.pos;
        if self.around.is_colon(at) {
            self.close(path, quote, Ending::open(at));
            self.replaced_quote(path, quote);
        }
    }

    /// A line break: the string has no closing quote, or the break is part of it.
    fn line_end(&mut self, path: Path, quote: Quote) {
        let at = path.pos;
        let before = self.around.at(at.wrapping_sub(1));
        let end = if before == b'\r' { at - 1 } else { at };
        self.close(path, quote, Ending::open(end));
        if before == b',' && end > path.from {
            self.close(path, quote, Ending::open(end - 1));
        }
        self.replaced_quote(Path { pos: end, ..path }, quote);
        let mut next = self.charged(path, ReadingFault::RawLine);
        next = self.noted(next, ReadingFault::RawLine, (at, at + 1), NewText::Escaped);
        next.cost = if quote == Quote::Backtick { path.cost } else { next.cost };
        self.add(Path { pos: at + 1, ..next });
    }

    fn may_close(&self, quote: Quote, at: usize) -> bool {
        let found = self.around.quote_at(at);
        match quote {
            Quote::Double => matches!(found, Some(Quote::Double | Quote::Curly)),
            Quote::Single => matches!(found, Some(Quote::Single | Quote::CurlySingle)),
            Quote::Curly => matches!(found, Some(Quote::Double | Quote::Curly)),
            Quote::CurlySingle => matches!(found, Some(Quote::Single | Quote::CurlySingle)),
            _ => found == Some(quote),
        }
    }

    /// A quote that cannot end the string.
    fn other_quote(&mut self, path: Path, quote: Quote) -> Path {
        let at = path.pos;
        let end = at + self.around.sign(at).len;
        if quote != self.around.usual {
            let odd = self.around.odd(at);
            let extra = if self.around.is_within(path.from, at) { 40 } else { 200 };
            return Path { cost: path.cost + if odd >= 300 { extra } else { 0 }, ..path };
        }
        if self.around.is_bound(end) && self.around.odd(at) >= 200 {
            let fault = Some((ReadingFault::Replaced, (at, end), NewText::Is("\"")));
            self.close(path, quote, Ending { fault, ..Ending::at(at, end) });
        }
        path
    }

    /// A backslash: the path and where it goes on.
    fn backslash(&mut self, mut path: Path, quote: Quote) -> (Path, usize) {
        let at = path.pos;
        let next = self.around.at(at + 1);
        if quote == Quote::Double && self.around.at(at + 2) == b'"' {
            self.before_escaped_quote(path, next);
        }
        match next {
            b'"' if quote == Quote::Double && self.around.odd(at + 1) >= 300 => {
                let fault = Some((ReadingFault::EscapedQuote, (at, at + 1), NewText::Is("")));
                self.close(path, quote, Ending { fault, ..Ending::at(at, at + 2) });
                (path, at + 2)
            }
            b'"' => {
                path.is_inner = !path.is_inner;
                (path, at + 2)
            }
            b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => (path, at + 2),
            b'u' if self.around.bytes.get(at + 2..at + 6).is_some_and(|it| it.iter().all(u8::is_ascii_hexdigit)) => {
                (path, at + 6)
            }
            b'\'' | b'`' => (self.with(path, ReadingFault::Backslash, (at, at + 1), ""), at + 2),
            _ => (self.with(path, ReadingFault::Backslash, (at, at), "\\"), at + 1),
        }
    }

    /// A backslash and another character before a quote: a quote of JSON in a string with a backslash too many, or one that is
    /// swapped with the sign after it.
    fn before_escaped_quote(&mut self, path: Path, next: u8) {
        let at = path.pos;
        let path = Path { is_inner: !path.is_inner, ..path };
        if next == b'\\' {
            let less = self.with(path, ReadingFault::ExtraBackslash, (at, at + 1), "");
            self.add(Path { pos: at + 3, ..less });
        } else if matches!(next, b':' | b',' | b'}' | b']' | b'[' | b'{') {
            let early = self.exchanged(path, (at + 1, at + 3));
            self.add(Path { cost: early.cost - NESTED, last: path.last, ..early });
        }
    }

    /// A quote that may end the string or be part of it.
    fn quote(&mut self, path: Path, quote: Quote) {
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
            return self.raw_quote(path, end);
        }
        let odd = self.around.odd(at);
        let odd = if self.around.is_within(path.from, at) { odd / 5 } else { odd };
        self.add(Path { pos: end, cost: path.cost + if odd > 200 { odd } else { 0 }, ..path });
    }

    /// A closing quote that is on the wrong side of a separator, or there twice.
    fn misplaced(&mut self, path: Path, quote: Quote, end: usize) {
        let at = path.pos;
        let before = self.around.at(at.wrapping_sub(1));
        let is_separator = matches!(before, b',' | b':') && (before == b':') == path.is_key;
        if is_separator && end == at + 1 && at > path.from + 1 {
            let fault = Some((ReadingFault::Swapped, (at - 1, end), NewText::Exchanged));
            self.close(Path { is_swapped: true, ..path }, quote, Ending { fault, ..Ending::at(at - 1, end) });
        }
        let after = end + (end - at);
        if self.around.quote_at(end) == Some(quote) && self.around.is_bound(after) {
            let fault = Some((ReadingFault::DoubledQuote, (end, after), NewText::Is("")));
            // Two quotes after a number are the sign of inches and the end, unless quotes were doubled before.
            let is_first = path.made & ReadingFault::DoubledQuote.bit() == 0;
            let extra = if is_first && self.around.is_inch(path.from, at) { INCH } else { 0 };
            self.close(path, quote, Ending { fault, extra, ..Ending::at(at, after) });
        }
    }

    /// A quote that is part of the text.
    fn raw_quote(&mut self, path: Path, end: usize) {
        let at = path.pos;
        let odd = self.around.odd(at);
        let is_within = odd > 0 && self.around.is_within(path.from, at);
        // The first quote of a text that is followed by the next member ends it.
        if odd >= 300 && path.n_raw == 0 && !is_within {
            return;
        }
        let odd = if is_within { odd / 5 } else { odd };
        let is_name = path.is_key && self.around.sign(self.around.blanks(end)).ascii == b':';
        // In a text of JSON in a string, it needs an escape for both.
        let is_nested = matches!(self.around.at(path.from), b'{' | b'[');
        let is_content = is_nested && path.is_inner && !self.around.ends_inner_text(at);
        let new = if is_content { "\\\\\\\"" } else { "\\\"" };
        let mut next = self.with(Path { pos: end, ..path }, ReadingFault::RawQuote, (at, end), new);
        next.is_inner = path.is_inner == is_content;
        next.cost += odd.max(if is_name { 300 } else { 0 });
        next.n_raw += 1;
        // After a number, one quote is the sign of inches.
        let is_inch =
            self.around.is_measure(path.from, at) && !self.around.at(end).is_ascii_alphanumeric() && !path.is_odd;
        next.is_odd = path.is_odd == is_inch;
        self.add(next);
    }

    /// Ends a string.
    pub(super) fn close(&mut self, path: Path, quote: Quote, ending: Ending) {
        let Ending { end, pos, fault, extra } = ending;
        if path.is_key && end > path.from + LONGEST_KEY {
            return;
        }
        let mut next = Path { cost: path.cost + extra, ..path };
        if let Some((fault, span, new)) = fault {
            next = self.charged(next, fault);
            if quote == Quote::Double {
                next = self.noted(next, fault, span, new);
            }
        }
        if quote != Quote::Double {
            let fault = match quote {
                Quote::None if path.is_key => ReadingFault::BareKey,
                Quote::None => ReadingFault::BareText,
                _ => ReadingFault::OtherQuotes,
            };
            let trimmed = path.from + self.around.slice(path.from, end).trim_end().len();
            let to = if quote == Quote::None && pos == end { trimmed } else { pos };
            next = self.noted(next, fault, (path.quote, to), NewText::Content(quote, Span::new(path.from, end)));
        }
        if next.n_raw > 0 {
            let depth = self.around.depth(end) - self.around.depth(path.from);
            next.cost += depth.abs().min(2) * 120;
        }
        next.cost += if path.is_odd { 110 } else { 0 };
        let is_swapped = fault.is_some_and(|it| it.0 == ReadingFault::Swapped);
        next.cost += if !is_swapped && pos > end && self.around.char_at(pos).is_alphanumeric() { 150 } else { 0 };
        let last = self.around.at(end.wrapping_sub(1));
        let has_separator = end > path.from && last == if path.is_key { b':' } else { b',' };
        next.cost += if has_separator && fault.is_none() { 90 } else { 0 };
        next.cost += if end > path.from && matches!(last, b'(' | b'[' | b'{') { 200 } else { 0 };
        if path.is_key {
            self.close_key(next, (end, pos));
        } else {
            self.value(next, pos, (path.from as u64) << 32 | end as u64);
        }
    }

    fn close_key(&mut self, mut path: Path, (end, pos): (usize, usize)) {
        let name = self.around.slice(path.from, end);
        let key = hash(name.trim());
        let Some(top) = self.top(&path) else { return };
        if name.starts_with([' ', ',', ':', '"', '\'', '`']) {
            path.cost += 100;
        }
        if name.len() > 60 || name.contains(['\n', '{', '}', '[', ']']) {
            path.cost += 200;
        }
        path.cost += if path.n_raw > 0 { 100 } else { 0 };
        let plan = self.paths.frame(top.up).and_then(|it| it.plan);
        if plan.is_some() && !self.paths.keys(plan).any(|it| it == key) {
            path.cost += if self.around.is_known(key) { 100 } else { 200 };
        }
        let n_same = self.paths.keys(top.keys).filter(|it| *it == key).count();
        path.cost += 400 * i32::try_from(n_same).unwrap_or_default();
        let next = self.keyed(path, end, pos);
        self.add(next);
    }
}

/// The next character that may mean something in a string.
fn special(around: &Surroundings, from: usize, quote: Quote, is_key: bool) -> usize {
    let bytes = around.bytes;
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        let is_special = match byte {
            ..0x20 | b'"' | b'\'' | b'\\' | b',' | b'}' | b']' => true,
            b'`' => !matches!(quote, Quote::Double | Quote::None),
            b':' => is_key || quote == Quote::None,
            b';' | b'=' | b')' => quote == Quote::None,
            0xE2 | 0xE3 | 0xEF => around.sign(at).ascii != 0,
            _ => false,
        };
        if is_special {
            return at;
        }
        at += 1;
    }
    bytes.len()
}
