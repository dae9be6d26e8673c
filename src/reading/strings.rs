//! Inside a string: where it may end, and what is part of its text.

use super::fault::ReadingFault;
use super::path::{NewText, Path, Quote, TRIPLE, TRIPLE_SINGLE};
use super::surroundings::Surroundings;
use super::walk::ReadingWalk;

/// The end of a path is looked at no further back, in bytes.
const LONGEST_PATH: usize = 100;
/// After so many places where a long string may have ended, the readings that go on from there are looked at.
const MOST_ENDINGS: usize = 6;
/// That a key contains a colon with a value after it costs so much.
const PAIR_IN_KEY: i32 = 150;
/// That an escaped quote that may be one of JSON is part of a text costs so much where another one is not.
const ESCAPED_AGAIN: i32 = 100;
/// That a quote is out of turn costs so much.
pub(super) const OUT_OF_TURN: i32 = 100;

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
            Quote::Triple => self.block(path, quote, TRIPLE),
            Quote::TripleSingle => self.block(path, quote, TRIPLE_SINGLE),
            Quote::None => self.bare(path),
            Quote::Paired => self.paired(path),
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
        let most = self.paths.n_added + MOST_ENDINGS;
        loop {
            at = self.special(at, quote, path.is_key);
            path.pos = at;
            if self.paths.n_added > most {
                return self.add(path);
            }
            if self.around.is_end(at) {
                let fault = Some((ReadingFault::Cut, (at, at), NewText::Is("\"")));
                return self.close(path, quote, Ending { fault, ..Ending::at(at, at) });
            }
            let sign = self.around.sign(at);
            match self.around.at(at) {
                b'\\' => (path, at) = self.backslash(path, quote),
                b':' | b',' | b'}' | b']' => {
                    self.sign_in_text(path, quote);
                    path.cost += self.odd_sign(&path);
                    at += 1;
                }
                b'\n' => return self.line_end(path, quote),
                b'{' => {
                    self.json_in_text(path);
                    at += 1;
                }
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

    /// A colon in a key or another sign in a text, which may have no closing quote.
    fn sign_in_text(&mut self, path: Path, quote: Quote) {
        let at = path.pos;
        let is_colon = self.around.at(at) == b':';
        if is_colon && self.around.is_colon(at) || !is_colon && self.around.is_gone(at) {
            self.close(path, quote, Ending::open(at));
            self.replaced_quote(path, quote);
        }
    }

    /// How odd it is that a sign is part of a key: a colon and a value after it.
    fn odd_sign(&self, path: &Path) -> i32 {
        let is_sign = self.around.at(path.pos) == b':' && self.around.quote_at(path.pos + 1).is_none();
        let is_pair = path.is_key && is_sign && self.around.is_colon(path.pos);
        if is_pair { PAIR_IN_KEY } else { 0 }
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
            let cost = if odd >= 300 {
                extra
            } else if odd >= 150 {
                extra / 3
            } else {
                0
            };
            return Path { cost: path.cost + cost, ..path };
        }
        if self.around.is_bound(end) && self.around.odd(at) >= 200 {
            let fault = Some((ReadingFault::Replaced, (at, end), NewText::Is("\"")));
            let extra = if self.around.is_opened(path.from, at) { OUT_OF_TURN } else { 0 };
            self.close(path, quote, Ending { fault, extra, ..Ending::at(at, end) });
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
            b'"' => {
                let ends_key = path.is_key && self.around.is_colon(at + 2);
                // At the end of a path, it is part of it.
                let is_path = self.is_in_path(&path);
                let is_again = path.made & ReadingFault::EscapedQuote.bit() != 0;
                let least = if is_path || is_again { 150 } else { 300 };
                // A text that is escaped as a whole is read as what it is.
                let is_again = is_again && !self.around.is_json_in_string(self.around.blanks(0));
                if quote == Quote::Double
                    && (ends_key
                        || is_again && self.around.ends_escaped_text(at + 1)
                        || self.around.odd(at + 1) >= least)
                {
                    let new = if is_path { "\\\\" } else { "" };
                    let fault = Some((ReadingFault::EscapedQuote, (at, at + 1), NewText::Is(new)));
                    self.close(path, quote, Ending { fault, ..Ending::at(at, at + 2) });
                    path.cost += if is_again { ESCAPED_AGAIN } else { 0 };
                }
                path.is_inner = !path.is_inner;
                (path, at + 2)
            }
            b'\\' => (path, at + self.escaped_run(at)),
            b'/' | b'b' | b'f' | b'n' | b'r' | b't' => (path, at + 2),
            b'u' if self.around.bytes.get(at + 2..at + 6).is_some_and(|it| it.iter().all(u8::is_ascii_hexdigit)) => {
                (path, at + 6)
            }
            _ if !path.is_inner && self.is_nested(&path) => {
                (self.with(path, ReadingFault::ExtraBackslash, (at, at + 1), ""), at + 1)
            }
            b'\'' | b'`' => (self.with(path, ReadingFault::Backslash, (at, at + 1), ""), at + 2),
            _ => (self.with(path, ReadingFault::Backslash, (at, at), "\\"), at + 1),
        }
    }

    /// Whether a text is a path of Windows before the place of a backslash.
    fn is_in_path(&self, path: &Path) -> bool {
        let before = self.around.near_before(path.from, path.pos);
        let has_begun = before.ends_with(':') || before.contains(":\\") || before.contains("\\\\");
        has_begun && !path.is_key && !self.is_nested(path)
    }
}

impl Surroundings<'_> {
    /// The end of a text before a place, or all of it if it is short.
    pub(super) fn near_before(&self, from: usize, at: usize) -> &str {
        self.slice(from.max(self.text.floor_char_boundary(at.saturating_sub(LONGEST_PATH))), at)
    }

    /// Whether a single quote in a text has its partner before it.
    pub(super) fn is_opened(&self, from: usize, at: usize) -> bool {
        let before = self.near_before(from, at);
        let is_quote = |it: &usize| {
            let around = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
            let (head, tail) = before.split_at(*it);
            !around(head.chars().next_back()) && !tail.get(1..).is_none_or(|it| it.starts_with(' '))
        };
        before.match_indices('\'').map(|it| it.0).any(|it| is_quote(&it))
    }
}

/// The next character that may mean something in a string.
fn special(around: &Surroundings, from: usize, quote: Quote, is_key: bool) -> usize {
    let bytes = around.bytes;
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        let is_special = match byte {
            ..0x20 | b'"' | b'\'' | b'\\' | b',' | b'}' | b']' => true,
            b'{' => quote == Quote::Double,
            b'`' => !matches!(quote, Quote::Double | Quote::None),
            b':' => is_key || quote == Quote::None,
            b';' | b'=' | b')' => quote == Quote::None,
            0xD8 => quote == Quote::None && around.sign(at).ascii != 0,
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
