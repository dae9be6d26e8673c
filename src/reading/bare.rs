//! Texts without quotes, and texts in fences or triple quotes.

use super::path::{Path, Quote};
use super::strings::Ending;
use super::walk::ReadingWalk;
use crate::text::find_bytes;

/// That a quote is part of a text without quotes costs so much, and in a key before another key so much.
const QUOTE: i32 = 250;
const NEXT_KEY: i32 = 500;

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
