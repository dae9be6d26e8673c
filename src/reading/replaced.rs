//! Another character in place of a sign, as in `{"a"; 1]`, and a missing opening quote.

use super::fault::ReadingFault;
use super::path::{Mode, NewText, Path, Quote};
use super::strings::{Ending, OUT_OF_TURN};
use super::surroundings::ReadSign;
use super::walk::ReadingWalk;

/// That a text with a replaced quote is empty costs so much.
const EMPTY: i32 = 40;

impl ReadingWalk<'_> {
    /// Reads a character outside of strings as the sign that is expected there, if what follows goes on after that.
    pub(super) fn replaced(&mut self, path: Path, sign: ReadSign) {
        self.no_opening_quote(path, sign);
        if self.around.char_at(path.pos).is_alphanumeric() {
            return;
        }
        let next = self.around.blanks(path.pos + sign.len);
        match path.mode {
            Mode::Colon if !matches!(sign.ascii, b':' | b'=') && self.around.begins_value(next) => {
                let next = self.replacing(path, sign, ":");
                self.add(Path { mode: Mode::Value, ..next });
            }
            Mode::Separator => self.replaced_separator(path, sign, next),
            Mode::Value => self.replaced_value(path, sign, next),
            Mode::Key => self.replaced_key(path, sign, next),
            _ => (),
        }
    }

    /// The path after a character that is read as another one.
    fn replacing(&mut self, path: Path, sign: ReadSign, new: &'static str) -> Path {
        let end = path.pos + sign.len;
        let next = self.with(path, ReadingFault::Replaced, (path.pos, end), new);
        Path { pos: end, last: end, has_line: false, ..next }
    }

    /// In place of a comma or closing bracket.
    fn replaced_separator(&mut self, path: Path, sign: ReadSign, next: usize) {
        let Some(top) = self.top(&path) else { return };
        let is_item = || if top.is_object { self.around.is_named(next) } else { self.around.begins_value(next) };
        if !matches!(sign.ascii, b',' | b';') && is_item() {
            let item = self.replacing(path, sign, ",");
            self.add(Path { comma: path.pos, mode: self.item(&path), ..item });
        }
        let closer = if top.is_object { "}" } else { "]" };
        let is_last = self.around.is_end(next) && sign.ascii != b',';
        if closer.as_bytes() != [sign.ascii] && (is_last || self.around.is_after_value(next)) {
            let closed = self.replacing(path, sign, closer);
            let closed = self.popped(closed, top);
            self.add(closed);
        }
    }

    /// In place of what begins a value.
    fn replaced_value(&mut self, path: Path, sign: ReadSign, next: usize) {
        let (at, end) = (path.pos, path.pos + sign.len);
        if matches!(sign.ascii, b'}' | b']') {
            let is_object = sign.ascii == b'}';
            let open = self.with(path, ReadingFault::Opener, (at, at), if is_object { "{" } else { "[" });
            let open = self.pushed(open, is_object);
            self.add(Path { last: at, ..open });
        }
        // A quote like those of most keys is one.
        if self.around.usual != Quote::Double && self.around.quote_at(at) == Some(self.around.usual) {
            return;
        }
        let is_member = self.around.is_named(next) || self.around.at(next) == b'}';
        if is_member && sign.ascii != b'{' {
            let object = self.replacing(path, sign, "{");
            let object = self.pushed(object, true);
            self.add(object);
        }
        let is_item = !is_member && (self.around.begins_value(next) || self.around.at(next) == b']');
        if is_item && !matches!(self.around.at(at), b'[' | b'-') {
            let list = self.replacing(path, sign, "[");
            let list = self.pushed(list, false);
            self.add(list);
        }
        let is_bracket = matches!(sign.ascii, b'{' | b'[');
        let first = self.around.char_at(end);
        let is_text = (first.is_alphanumeric() || first == '#') && self.around.at(at) != b'-';
        let is_only_text = is_text && !(is_bracket && self.begins_item(end));
        let begins_text = is_only_text || self.around.is_json_in_string(end);
        if begins_text && sign.ascii != b'"' && !self.is_quoted_word(at) && self.has_closing_quote(end) {
            let text = self.replacing(path, sign, "\"");
            self.open(text, Quote::Double, (at, end));
        }
    }

    /// In place of the quote of a key, or of the bracket that closes an empty object.
    fn replaced_key(&mut self, path: Path, sign: ReadSign, next: usize) {
        let (at, end) = (path.pos, path.pos + sign.len);
        if let Some(top) = self.top(&path)
            && path.is_first
            && sign.ascii != b'}'
            && self.around.is_after_value(next)
        {
            let closed = self.replacing(path, sign, "}");
            let closed = self.popped(closed, top);
            self.add(closed);
        } else if !matches!(sign.ascii, b'"' | b'\'' | b'`') && self.around.is_rest_of_name(end) {
            let key = self.replacing(path, sign, "\"");
            self.open(key, Quote::Double, (at, end));
        }
    }

    /// A text whose first quote is missing.
    pub(super) fn no_opening_quote(&mut self, path: Path, sign: ReadSign) {
        let at = path.pos;
        // The bracket before it is missing, too.
        if path.mode == Mode::Value && path.top.is_none() && sign.ascii == 0 && self.around.is_rest_of_name(at) {
            let object = self.opened(path, "{");
            let object = self.pushed(object, true);
            self.add(object);
        }
        let is_missing = match path.mode {
            Mode::Key => sign.ascii == 0 && self.around.is_rest_of_name(at),
            Mode::Value => {
                let is_text = sign.ascii == 0 && self.around.at(at) != b'\\' && !self.begins_item(at);
                (is_text || self.is_quoted_word(at) || self.around.is_json_in_string(at)) && self.has_closing_quote(at)
            }
            _ => false,
        };
        if is_missing {
            let text = self.with(path, ReadingFault::NoOpeningQuote, (at, at), "\"");
            self.open(text, Quote::Double, (at, at));
        }
    }

    /// Whether a word in single quotes begins there that is part of a longer text.
    fn is_quoted_word(&self, at: usize) -> bool {
        let end = at + 1 + self.around.word(at + 1).len();
        let is_quoted = self.around.at(at) == b'\'' && end > at + 1 && self.around.at(end) == b'\'';
        is_quoted && !self.around.is_bound(end + 1)
    }

    /// Whether a value begins there that is not the rest of a text.
    fn begins_item(&self, at: usize) -> bool {
        match self.around.at(at).is_ascii_digit() {
            true => self.number(at).is_some_and(|it| self.around.is_bound(it)),
            false => self.around.begins_value(at),
        }
    }

    /// Whether the next quote may end a value.
    fn has_closing_quote(&mut self, at: usize) -> bool {
        if !(self.next_quote.0..=self.next_quote.1).contains(&at) {
            let rest = self.around.bytes.get(at..).unwrap_or_default().iter().enumerate();
            let quote = rest.map(|it| (at + it.0, *it.1)).find(|it| it.1 == b'"' && !self.around.is_escaped(it.0));
            self.next_quote = (at, quote.map_or(self.around.bytes.len(), |it| it.0));
        }
        let next = self.around.blanks(self.next_quote.1 + 1);
        !self.around.is_end(self.next_quote.1) && (self.around.is_end(next) || self.around.is_after_value(next))
    }

    /// A closing quote in whose place another character is, just before the path's place.
    pub(super) fn replaced_quote(&mut self, path: Path, quote: Quote) {
        let end = path.pos;
        let mark = self.around.char_before(end);
        let start = end.saturating_sub(mark.len_utf8());
        if start < path.from || !is_in_place_of_quote(mark) || mark == '"' && quote == Quote::Double {
            return;
        }
        // It belongs to the text.
        let is_within = || match self.is_nested(&path) {
            true => self.around.depth(start) > self.around.depth(path.from),
            false => self.around.is_within(path.from, start),
        };
        if matches!(mark, ']' | '}') && is_within() {
            return;
        }
        // The other quote of the pair is the wrong one.
        let kind = if mark == '"' { ReadingFault::OtherClosingQuote } else { ReadingFault::Replaced };
        let fault = Some((kind, (start, end), NewText::Is("\"")));
        let extra = match mark {
            _ if start == path.from => EMPTY,
            '\'' if self.around.is_opened(path.from, start) => OUT_OF_TURN,
            _ => 0,
        };
        self.close(path, quote, Ending { fault, extra, ..Ending::at(start, end) });
    }
}

/// Marks that are typed in place of a quote. Other punctuation may end a text.
fn is_in_place_of_quote(mark: char) -> bool {
    matches!(mark, '\'' | '`' | '“' | '”' | '‘' | '’' | ';' | ':' | ',' | '{' | '}' | '[' | ']' | '"')
}
