//! A sign and the character before it, swapped: `{"a"":x"}`, `["ab"c]`.

use super::fault::ReadingFault;
use super::path::{Mode, NewText, Path, Quote};
use super::strings::Ending;
use super::surroundings::ReadSign;
use super::walk::ReadingWalk;
use crate::json;

/// Where two known faults come to the same, one costs so much more.
const APART: i32 = 60;

/// No remark is longer, in bytes.
const LONGEST_REMARK: usize = 80;

impl ReadingWalk<'_> {
    /// Reads two characters outside of strings in the other order, if the second one is expected first.
    pub(super) fn swapped(&mut self, path: Path, sign: ReadSign) {
        let end = path.pos + sign.len;
        let second = self.around.at(end);
        match path.mode {
            Mode::Colon if second == b':' => self.late_separator(path, sign, Mode::Value),
            Mode::Separator => {
                if second == b',' {
                    self.late_separator(path, sign, self.item(&path));
                }
                self.late_closer(path, sign, second);
            }
            Mode::Value => {
                self.late_opener(path, sign, second);
                self.early_comma(path, sign, end);
            }
            _ => (),
        }
        if matches!(path.mode, Mode::Key | Mode::Value)
            && second == b'"'
            && sign.ascii == 0
            && self.around.at(path.pos) != b'\\'
        {
            let text = self.exchanged(path, (path.pos, end + 1));
            self.open(text, Quote::Double, (path.pos, end + 1));
        }
    }

    /// The path after two characters that are read in the other order.
    pub(super) fn exchanged(&mut self, path: Path, (start, end): (usize, usize)) -> Path {
        let next = self.charged(path, ReadingFault::Swapped);
        let next = self.noted(next, ReadingFault::Swapped, (start, end), NewText::Exchanged);
        Path { pos: end, last: end, has_line: false, ..next }
    }

    /// A colon or comma after the first character of what follows it.
    fn late_separator(&mut self, path: Path, sign: ReadSign, mode: Mode) {
        let (at, end) = (path.pos, path.pos + sign.len + 1);
        if sign.ascii == b'"' {
            let text = self.exchanged(path, (at, end));
            self.open(Path { mode, comma: at, ..text }, Quote::Double, (at, end));
        } else if matches!(sign.ascii, b'{' | b'[') && mode == Mode::Value {
            let open = self.exchanged(path, (at, end));
            let open = self.pushed(Path { comma: at, ..open }, sign.ascii == b'{');
            self.add(open);
        }
    }

    /// A comma before the last character of a number or literal: `1.,5⏎"b": 2`, and in a list if it is none without it.
    pub(super) fn late_comma(&mut self, path: Path) {
        let rest = self.around.text.get(path.pos..).unwrap_or_default();
        let is_of_literal = |it: char| it.is_ascii_alphanumeric() || matches!(it, '.' | '-' | '+');
        let len = rest.find(|it| !is_of_literal(it)).unwrap_or(rest.len());
        let at = path.pos + len;
        let (last, end) = (self.around.at(at + 1), at + 2);
        let next = self.around.blanks(end);
        let begin = self.around.slice(path.pos, at);
        let goes_on =
            self.around.is_named(next) || next > end && self.around.begins_value(next) && !json::is_sound(begin);
        if self.around.at(at) != b',' || !last.is_ascii_alphanumeric() || !goes_on {
            return;
        }
        if json::is_sound(&format!("{begin}{}", char::from(last))) {
            let next = self.exchanged(path, (at, end));
            let next = self.valued(Path { is_swapped: true, ..next }, end, end as u64);
            self.add(next);
        }
    }

    /// A comma before the only digit of a number in a list: `[,1⏎2]`.
    fn early_comma(&mut self, path: Path, sign: ReadSign, end: usize) {
        let is_digit = sign.ascii == b',' && self.around.at(end).is_ascii_digit();
        let next = self.around.blanks(end + 1);
        if is_digit && next > end + 1 && self.around.begins_value(next) {
            let next = self.exchanged(path, (path.pos, end + 1));
            let next = self.valued(Path { is_swapped: true, ..next }, end + 1, end as u64 + 1);
            self.add(next);
        }
    }

    /// A closing bracket after the comma or bracket that follows it.
    fn late_closer(&mut self, path: Path, sign: ReadSign, second: u8) {
        let Some(top) = self.top(&path) else { return };
        let (at, end) = (path.pos, path.pos + sign.len + 1);
        let closer = if top.is_object { b'}' } else { b']' };
        if second != closer || sign.ascii == closer {
            return;
        }
        let closed = self.exchanged(path, (at, end));
        let closed = self.popped(closed, top);
        let goes_on = !self.around.is_after_value(self.around.blanks(end));
        match (sign.ascii, self.top(&closed)) {
            // The comma may as well be superfluous, and another one missing.
            (b',', Some(_)) if goes_on => {
                self.add(Path { mode: self.item(&closed), comma: at, cost: closed.cost + APART, ..closed });
            }
            (b'}' | b']', Some(up)) if up.is_object == (sign.ascii == b'}') => {
                let closed = self.popped(closed, up);
                self.add(closed);
            }
            _ => (),
        }
    }

    /// An opening bracket or quote after what it should be before.
    fn late_opener(&mut self, path: Path, sign: ReadSign, second: u8) {
        let (at, end) = (path.pos, path.pos + sign.len + 1);
        match (sign.ascii, second) {
            (b'}', b'{') | (b']', b'[') => {
                let empty = self.exchanged(path, (at, end));
                let empty = self.pushed(empty, second == b'{');
                if let Some(top) = self.top(&empty) {
                    let empty = self.popped(empty, top);
                    self.add(empty);
                }
            }
            (b'"', b'{' | b'[') if (second == b'{') == self.around.is_rest_of_name(end) => {
                let open = self.exchanged(path, (at, end));
                let open = self.pushed(open, second == b'{');
                self.open(open, Quote::Double, (at, end));
            }
            // JSON in a string.
            (b'{' | b'[', b'"') if self.around.at(end) == b'\\' => {
                let text = self.exchanged(path, (at, end));
                self.open(text, Quote::Double, (at, end));
            }
            (b'{', b'[') if self.around.is_named(self.around.blanks(end)) => {
                let open = self.exchanged(path, (at, end));
                let open = self.pushed(open, false);
                let open = self.pushed(open, true);
                self.add(open);
            }
            _ => (),
        }
    }

    /// A closing quote that is swapped with the last character of its text, or with the bracket after it.
    pub(super) fn early_quote(&mut self, path: Path, quote: Quote, end: usize) {
        let at = path.pos;
        if quote != Quote::Double {
            return;
        }
        let next = self.around.char_at(end);
        let after = end + next.len_utf8();
        let is_of_json = matches!(self.around.at(path.from), b'{' | b'[') && matches!(next, '}' | ']');
        // There, another string begins.
        let is_first = self.around.back(at).is_some_and(|it| match self.around.at(it) {
            b',' => it + 1 < at,
            sign => matches!(sign, b'[' | b'{'),
        });
        let is_of_text = !is_first && !next.is_whitespace() && self.around.sign(end).ascii == 0;
        if (is_of_text || is_of_json) && self.around.is_bound(after) && !self.around.is_end(end) {
            let fault = Some((ReadingFault::Swapped, (at, after), NewText::Exchanged));
            self.close(path, quote, Ending { fault, ..Ending::at(after, after) });
        }
        self.remark(path, quote, end);
        let before = self.around.at(at.wrapping_sub(1));
        let top = self.top(&path).filter(|it| before == if it.is_object { b'}' } else { b']' });
        if let Some(top) = top.filter(|_| !path.is_key && at > path.from) {
            let next = self.exchanged(path, (at - 1, end));
            let next = self.valued(next, end, (path.from as u64) << 32 | (at - 1) as u64);
            let next = self.popped(next, top);
            self.add(next);
        }
    }

    /// A remark after the closing quote that belongs to the text: `"a" (twice),`.
    fn remark(&mut self, path: Path, quote: Quote, end: usize) {
        let at = path.pos;
        let near = self.around.slice(end, self.around.text.floor_char_boundary(end + LONGEST_REMARK));
        let Some(len) = near.find([',', '}', ']', '"', '\\', ':', '{', '[', '\n']) else { return };
        let after = end + near.get(..len).unwrap_or_default().trim_ascii_end().len();
        let is_name = at < path.from + LONGEST_REMARK && self.around.is_key(self.around.slice(path.from, at));
        if path.is_key || is_name || after <= end + 1 || self.around.at(end) != b' ' || !self.around.is_gone(end + len)
        {
            return;
        }
        let fault = Some((ReadingFault::Swapped, (at, after), NewText::Exchanged));
        self.close(path, quote, Ending { fault, extra: APART, ..Ending::at(after, after) });
    }
}
