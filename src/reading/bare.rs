//! Texts without quotes, and texts in fences, triple quotes or other pairs of marks.

use super::fault::ReadingFault;
use super::path::{Mode, NewText, Path, Quote};
use super::strings::Ending;
use super::surroundings::{ReadSign, Surroundings};
use super::walk::ReadingWalk;
use crate::text::find_bytes;

/// That a quote is part of a text without quotes costs so much, and in a key before another key so much.
const QUOTE: i32 = 250;
const NEXT_KEY: i32 = 500;
/// That a mark before a separator is part of a text in such marks costs so much.
const MARK: i32 = 100;
/// That a colon before such a mark is part of a key costs so much.
const COLON: i32 = 300;
/// No text between an accent and an apostrophe is longer, in bytes.
const LONGEST_PAIR: usize = 400;
/// No link is longer, in bytes.
const LONGEST_LINK: usize = 400;
/// Marks in place of quotes: the first one and the last one. The grave accent may be there twice, and so is the apostrophe then.
/// So may the star, around a key.
const PAIRS: [(char, char); 9] =
    [('«', '»'), ('»', '«'), ('‹', '›'), ('›', '‹'), ('「', '」'), ('『', '』'), ('＂', '＂'), ('`', '\''), ('*', '*')];

impl ReadingWalk<'_> {
    pub(super) fn block(&mut self, path: Path, quote: Quote, mark: &str) {
        let end = self.stretch(path.pos, quote, false, |it| {
            let rest = it.bytes.get(path.pos..).unwrap_or_default();
            find_bytes(rest, mark.as_bytes()).map_or(it.bytes.len(), |len| path.pos + len)
        });
        if !self.around.is_end(end) {
            self.close(path, quote, Ending::at(end, end + mark.len()));
        }
    }

    /// Begins a text in such marks.
    pub(super) fn open_pair(&mut self, path: Path, sign: ReadSign) {
        let mark = self.around.char_at(path.pos);
        if matches!(sign.ascii, 0 | b'"' | b'`') && PAIRS.iter().any(|it| it.0 == mark) {
            let is_twice = matches!(mark, '`' | '*') && self.around.char_at(path.pos + 1) == mark;
            let from = path.pos + sign.len + usize::from(is_twice);
            if mark == '*' && (path.mode != Mode::Key || !self.around.char_at(from).is_alphanumeric()) {
                return;
            }
            self.open(self.charged(path, ReadingFault::OtherQuotes), Quote::Paired, (path.pos, from));
        }
    }

    /// A text in such marks.
    pub(super) fn paired(&mut self, path: Path) {
        let at = self.stretch(path.pos, Quote::Paired, path.is_key, |it| {
            let rest = it.text.get(path.pos..).unwrap_or_default();
            rest.find(PAIRS.map(|it| it.1)).map_or(it.bytes.len(), |len| path.pos + len)
        });
        let (first, mark) = (self.around.char_at(path.quote), self.around.char_at(at));
        let pos = at + mark.len_utf8();
        // Two apostrophes close what begins with two accents.
        let end = at + (path.from - path.quote) / first.len_utf8() * mark.len_utf8();
        if self.around.is_end(at) {
            return;
        }
        let is_last = PAIRS.contains(&(first, mark))
            && (pos == end || self.around.char_at(pos) == mark)
            && (first != '`' || self.is_between_accents(path.from, at));
        let is_bound = is_last && self.around.is_bound(end);
        // The stars of a key may enclose its colon, too.
        let has_colon = is_last && path.is_key && self.around.at(at - 1) == b':';
        if is_bound {
            self.close(path, Quote::Paired, Ending::at(at, end));
        }
        if has_colon {
            self.close(path, Quote::Paired, Ending::at(at - 1, at - 1));
        }
        let is_key_end = is_bound && first == '*' && self.around.sign(self.around.blanks(end)).ascii == b':';
        let cost = if has_colon || is_key_end {
            COLON
        } else if is_bound {
            MARK
        } else {
            0
        };
        self.add(Path { pos, cost: path.cost + cost, ..path });
    }

    /// Whether a text that a grave accent and an apostrophe enclose has no second accent, which would end it as in JavaScript.
    fn is_between_accents(&self, from: usize, end: usize) -> bool {
        end - from <= LONGEST_PAIR && !self.around.slice(from, end).contains('`')
    }

    /// Reads a link of Markdown without quotes as a text. Whether one is there.
    pub(super) fn link(&mut self, path: Path) -> bool {
        let Some(end) = self.around.end_of_link(path.pos).filter(|it| self.around.is_bound(*it)) else { return false };
        let next = self.charged(path, ReadingFault::BareText);
        let next = self.noted(next, ReadingFault::BareText, (path.pos, end), NewText::Quoted);
        self.value(next, end, end as u64);
        true
    }

    /// A text without quotes.
    pub(super) fn bare(&mut self, path: Path) {
        let at = self.special(path.pos, Quote::None, path.is_key);
        let sign = self.around.sign(at);
        if self.around.is_end(at) {
            return self.close(path, Quote::None, Ending { extra: 250, ..Ending::at(at, at) });
        }
        let byte = self.around.at(at);
        let next = Path { pos: at + sign.len, ..path };
        let more = |next: Path, cost: i32| Path { cost: next.cost + cost, ..next };
        if matches!(sign.ascii, b'"' | b'\'') {
            return self.quote_in_bare(Path { pos: at, ..path }, sign.len);
        }
        let is_separator = matches!(sign.ascii, b',' | b';' | b'}' | b']' | b')');
        let is_end = if path.is_key { matches!(sign.ascii, b':' | b'=') } else { is_separator };
        if byte == b'\n' || is_end {
            self.close(path, Quote::None, Ending::at(at, at));
        }
        if path.is_key && matches!(byte, b'\n' | b'}' | b']') {
            return;
        }
        self.add(more(
            next,
            match byte {
                b'\n' => 400,
                _ if path.is_key => 300,
                _ if is_separator => 80,
                _ => 30,
            },
        ));
    }

    /// A quote in a text without an opening quote: its closing one, the one that begins the next key, or part of it.
    fn quote_in_bare(&mut self, path: Path, len: usize) {
        let at = path.pos;
        let is_end = if path.is_key {
            matches!(self.around.sign(self.around.blanks(at + len)).ascii, b':' | b'=')
        } else {
            self.around.is_bound(at + len)
        };
        let is_next_key = self.around.is_named(at);
        if is_end {
            self.close(path, Quote::None, Ending::at(at, at + len));
        } else if !path.is_key && is_next_key && self.around.at(at.wrapping_sub(1)) == b' ' {
            self.close(path, Quote::None, Ending::at(at, at));
        }
        let cost = if path.is_key && is_next_key { NEXT_KEY } else { QUOTE };
        self.add(Path { pos: at + len, cost: path.cost + cost, ..path });
    }
}

impl Surroundings<'_> {
    /// The end of a link of Markdown: `[words](address)`.
    fn end_of_link(&self, at: usize) -> Option<usize> {
        let near = self.slice(at, self.text.floor_char_boundary(at + LONGEST_LINK));
        let plain = |it: &str| it.find(['"', '\'', '[', ']', ')', '\n']).filter(|it| *it > 0);
        let words = near.strip_prefix('[')?;
        let address = words.get(plain(words)?..)?.strip_prefix("](")?;
        let rest = address.get(plain(address)?..)?.strip_prefix(')')?;
        Some(at + near.len() - rest.len())
    }
}
