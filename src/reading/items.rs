//! Between the values of a container: separators, closing brackets, and what belongs to nothing.

use super::fault::ReadingFault;
use super::path::{Mode, Path, ReadContainer};
use super::surroundings::{ReadSign, Surroundings};
use super::walk::{ReadingWalk, step};

/// The beginning of a line is looked for no further back, in bytes.
const LONGEST_LINE: usize = 200;
/// That an item is indented no further than the bracket before it costs so much.
const OUTDENTED: i32 = 150;
/// That a remark follows a value costs so much more: it may belong to the text.
const REMARK: i32 = 150;
/// No line between records is longer, in bytes.
const LONGEST_MARK: usize = 100;
/// No remark is longer, in bytes.
const LONGEST_REMARK: usize = 80;
/// That a word belongs to nothing costs so much more.
const WORD: i32 = 60;

impl ReadingWalk<'_> {
    /// After a value in a container.
    pub(super) fn separator(&mut self, path: Path, sign: ReadSign) {
        let at = path.pos;
        match self.top(&path) {
            Some(top) if top.is_call => return self.close_call(path, sign, top),
            Some(top) if top.is_dashed => return self.dashed(path, sign, top),
            _ => (),
        }
        self.citation(path);
        self.remark_behind(path);
        let next = Path { mode: self.item(&path), has_line: false, comma: at, ..path };
        match sign.ascii {
            b',' if sign.len == 1 => return self.comma(next),
            b',' | b';' => {
                let next = self.with(next, ReadingFault::OtherSign, (at, at + sign.len), ",");
                return self.add(Path { pos: at + sign.len, last: at + sign.len, ..next });
            }
            b'}' | b']' | b')' => return self.closing(path, sign, None),
            _ => (),
        }
        // The next record begins, and the one before was never closed.
        if let (b'{', Some(top)) = (sign.ascii, self.top(&path).filter(|it| it.is_object)) {
            let closed = self.with(path, ReadingFault::Closer, (path.last, path.last), "}");
            let closed = self.popped(closed, top);
            self.add(closed);
        }
        let before = self.around.back(at).map_or(0, |it| self.around.at(it));
        let is_record = sign.ascii == b'{' && before == b'}';
        let fault = if path.has_line || is_record { ReadingFault::NoCommaAtEnd } else { ReadingFault::NoComma };
        let mut next = self.with(next, fault, (path.last, path.last), ",");
        let touches = self.around.at(at.saturating_sub(1));
        let is_bracket = matches!(touches, b'}' | b']') || matches!(sign.ascii, b'{' | b'[');
        // Two items of a list.
        let is_quote = touches == b'"' && sign.ascii == b'"' && self.top(&path).is_some_and(|it| !it.is_object);
        if !touches.is_ascii_whitespace() && !is_bracket && !is_quote {
            next.cost += 100;
        }
        self.add(Path { comma: path.last, ..next });
        self.skip(path);
    }

    /// Goes on after a comma.
    fn comma(&mut self, path: Path) {
        let round = self.top(&path).filter(|it| it.is_round && !it.has_comma);
        let top = round.and_then(|it| self.paths.push_frame(ReadContainer { has_comma: true, ..it })).or(path.top);
        self.add(Path { pos: path.pos + 1, last: path.pos + 1, top, ..path });
    }

    /// Removes a remark on a value or key, which follows it.
    pub(super) fn remark_behind(&mut self, path: Path) {
        if let Some(end) = self.around.end_of_remark(path.pos) {
            let cost = if path.made & ReadingFault::Citation.bit() == 0 { REMARK } else { 0 };
            let next = self.with(path, ReadingFault::Citation, (path.last, end), "");
            self.add(Path { pos: end, cost: next.cost + cost, ..next });
        }
    }

    /// Removes the mark of a citation, such as `[1]`, which follows a value at once.
    fn citation(&mut self, path: Path) {
        let rest = self.around.bytes.get(path.pos..).unwrap_or_default();
        let n_digits = rest.iter().skip(1).take(4).take_while(|it| it.is_ascii_digit()).count();
        let end = path.pos + n_digits + 2;
        let is_container = matches!(self.around.at(path.pos.wrapping_sub(1)), b'}' | b']' | b')');
        let is_mark =
            !is_container && self.around.at(path.pos) == b'[' && n_digits > 0 && self.around.at(end - 1) == b']';
        if is_mark && path.pos == path.last && self.around.is_bound(end) {
            let next = self.with(path, ReadingFault::Citation, (path.pos, end), "");
            self.add(Path { pos: end, last: end, ..next });
        }
    }

    /// Removes what texts for people have around an item: its number or dash, a line between records, the stars of bold
    /// letters.
    pub(super) fn mark(&mut self, path: Path) {
        self.dash(path);
        let is_item = matches!(path.mode, Mode::Key | Mode::Value) && path.top.is_some();
        let number = self.around.end_of_ordinal(path.pos).filter(|_| is_item);
        if let Some(end) = number.or_else(|| self.around.end_of_mark(path.pos)) {
            let next = self.with(path, ReadingFault::Citation, (path.pos, end), "");
            self.add(Path { pos: end, ..next });
        }
    }

    /// Where a key or an item is expected.
    pub(super) fn item_at(&mut self, path: Path, sign: ReadSign) {
        let at = path.pos;
        let path = self.indented(path, sign);
        let top = self.top(&path);
        let is_key = path.mode == Mode::Key;
        let is_object = top.is_some_and(|it| it.is_object);
        if matches!(sign.ascii, b'}' | b']' | b')') && (path.is_first || is_key || top.is_some() && !is_object) {
            if is_key && self.around.is_named(self.around.blanks(at + sign.len)) {
                let next = self.with(path, ReadingFault::Closer, (at, at + sign.len), "");
                self.add(Path { pos: at + sign.len, ..next });
            }
            return self.closing(path, sign, (!path.is_first).then_some(path.comma));
        }
        if is_object && !is_key && matches!(sign.ascii, b',' | b';' | b'}') {
            return self.item_missing(path, sign);
        }
        if matches!(sign.ascii, b',' | b';') {
            return self.extra_comma(path);
        }
        if let (true, Some(top), b'{') = (is_key, top, sign.ascii)
            && self.around.at(at.wrapping_sub(1)) == b'{'
        {
            return self.doubled_brace(path, top, at + sign.len);
        }
        if is_key && matches!(sign.ascii, b'{' | b'[') {
            self.close_early(path);
            return self.skip(path);
        }
        if is_object && !is_key && self.around.lacks_bracket && !matches!(sign.ascii, b'"' | b'\'' | b'`') {
            self.open_list(path);
        }
        self.value_at(path, sign);
        self.skip_item(path, sign);
    }

    /// The path with the cost of an item on a line that is indented no further than that of the bracket: the closing one may be
    /// missing before it.
    fn indented(&mut self, path: Path, sign: ReadSign) -> Path {
        let is_closer = matches!(sign.ascii, b'}' | b']' | b')');
        let top = self.top(&path).filter(|it| path.has_line && !path.is_first && !is_closer && it.up.is_some());
        let Some(top) = top.filter(|it| it.indent.is_some() && self.around.indent(path.pos) <= it.indent) else {
            return path;
        };
        self.close_early(path);
        // Its other items may be on such lines, too.
        let frame = self.paths.push_frame(ReadContainer { indent: None, ..top });
        Path { cost: path.cost + OUTDENTED, top: frame, ..path }
    }

    /// In place of a member's value: there is none, or it follows what is superfluous.
    fn item_missing(&mut self, path: Path, sign: ReadSign) {
        self.no_value(path);
        let is_brace = sign.ascii == b'}';
        let next = path.pos + sign.len;
        if is_brace && self.around.begins_value(next) {
            self.skip(path);
        } else if !is_brace && self.around.begins_value(self.around.blanks(next)) {
            self.extra_comma(path);
        }
    }

    fn extra_comma(&mut self, path: Path) {
        let end = self.around.after_all(path.pos);
        let next = self.with(path, ReadingFault::ExtraComma, (path.pos, end), "");
        self.add(Path { pos: end, ..next });
    }

    /// A second brace: each is there twice, or only this one.
    fn doubled_brace(&mut self, path: Path, top: ReadContainer, end: usize) {
        let next = self.with(path, ReadingFault::DoubledBrace, (path.pos, end), "");
        let shape = step(top.shape, 3);
        let top = self.paths.push_frame(ReadContainer { is_doubled: true, shape, ..top });
        self.add(Path { pos: end, top, ..next });
        self.doubled_bracket(path, end);
    }

    /// Removes what is there in place of a key or an item, if it does not begin one.
    fn skip_item(&mut self, path: Path, sign: ReadSign) {
        let is_key = path.mode == Mode::Key;
        let is_quote = matches!(sign.ascii, b'"' | b'\'' | b'`');
        let is_doubled = is_key && is_quote && self.around.is_named(self.around.blanks(path.pos + sign.len));
        let is_before_item = sign.ascii == b'{' && !is_key && self.begins_last_item(path.pos + 1);
        let next = self.around.blanks(path.pos + sign.len);
        let is_before_line = is_quote && self.around.has_line(path.pos, next) && self.around.begins_value(next);
        if is_doubled || is_before_item || is_before_line || !is_quote && !matches!(sign.ascii, b'{' | b'[') {
            self.skip(path);
        }
    }

    /// Removes what belongs to nothing.
    pub(super) fn skip(&mut self, path: Path) {
        let at = path.pos;
        let rest = self.around.text.get(at..).unwrap_or_default();
        let is_of_word = |it: char| it.is_alphanumeric() || it == '_';
        let len = rest.find(|it| !is_of_word(it)).unwrap_or(rest.len());
        let end = at + if len > 0 { len } else { self.around.sign(at).len };
        let next = self.with(path, ReadingFault::Stray, (at, end), "");
        // A word is more likely a text without quotes than superfluous.
        self.add(Path { pos: end, cost: next.cost + if len > 0 { WORD } else { 0 }, ..next });
    }
}

impl Surroundings<'_> {
    /// The end of a number such as `1.` or `2)` before an item.
    pub(super) fn end_of_ordinal(&self, at: usize) -> Option<usize> {
        let rest = self.bytes.get(at..)?;
        let n_digits = rest.iter().take(4).position(|it| !it.is_ascii_digit()).filter(|it| *it > 0)?;
        let end = at + n_digits + 1;
        let next = self.spaces(end);
        let is_first = || self.back(at).is_some_and(|it| self.has_line(it, at));
        let is_item = matches!(self.at(next), b'"' | b'\'' | b'{' | b'[')
            || self.begins_value(next) && (is_first() || self.is_counted(at, end - 1));
        (matches!(self.at(end - 1), b'.' | b')') && next > end && is_item).then_some(next)
    }

    /// Whether items on the line are counted from one, and this is the number of one of them: not `[0. 5, 1. 5]`.
    fn is_counted(&self, at: usize, end: usize) -> bool {
        let number = self.slice(at, end).parse::<u32>().unwrap_or_default();
        let has = |item: &str, number: u32| {
            let rest = item.trim_ascii_start().strip_prefix(number.to_string().as_str());
            number > 0 && rest.is_some_and(|it| it.starts_with(". ") || it.starts_with(") "))
        };
        let after = self.slice(end, self.text.floor_char_boundary(end + LONGEST_REMARK)).split_once(',');
        if number == 1 {
            return after.is_some_and(|it| has(it.1, 2));
        }
        let before = self.near_before(0, at).trim_ascii_end().strip_suffix(',').unwrap_or_default();
        let last = before.rsplit([',', '[']).next();
        let is_from_one = before.rsplit_once('[').is_none_or(|it| has(it.1, 1));
        is_from_one && last.is_some_and(|it| has(it, number.saturating_sub(1)))
    }

    /// The end of a remark on the value before it: `(optional)`, `← new`, `-- new`.
    pub(super) fn end_of_remark(&self, at: usize) -> Option<usize> {
        let near = self.slice(at, self.text.floor_char_boundary(at + LONGEST_REMARK));
        let is_round = near.starts_with('(');
        let is_end = |it: char| match it {
            '"' | '\'' | '{' | '[' | '\n' => true,
            ':' | ',' | '}' | ']' => !is_round,
            _ => is_round && it == ')',
        };
        let words = near.get(..near.find(is_end)?)?;
        let len = if is_round { words.len() + 1 } else { words.trim_ascii_end().len() };
        let is_closed = is_round && self.at(at + len - 1) == b')' && len > 2;
        let is_remark = is_closed || near.starts_with('←') || near.starts_with("<-");
        let is_remark = is_remark || near.strip_prefix("-- ").is_some_and(|it| it.starts_with(char::is_alphabetic));
        let end = at + len;
        (is_remark && self.is_bound(end)).then_some(end)
    }

    /// The end of a line such as `---`, or of stars that touch a quote.
    fn end_of_mark(&self, at: usize) -> Option<usize> {
        let mark = self.at(at);
        if !matches!(mark, b'-' | b'*' | b'=' | b'_') {
            return None;
        }
        let n_marks = self.bytes.get(at..)?.iter().take(LONGEST_MARK).take_while(|it| **it == mark).count();
        let end = at + n_marks;
        let is_line =
            n_marks > 2 && self.at(self.spaces(end)) == b'\n' && self.back(at).is_some_and(|it| self.has_line(it, at));
        let is_touched = || self.quote_at(end).is_some() || self.is_quote_before(at) || self.at(at - 1) == b':';
        let is_bold = n_marks < 3 && mark == b'*' && at > 0 && is_touched();
        (is_line || is_bold).then_some(end)
    }

    /// How far the line of a place is indented, in a text whose lines are.
    pub(super) fn indent(&self, at: usize) -> Option<u32> {
        let near = self.bytes.get(at.saturating_sub(LONGEST_LINE)..at).filter(|_| self.is_indented)?;
        let start = near.iter().rposition(|it| *it == b'\n')? + 1;
        let blanks = near.get(start..)?.iter().take_while(|it| matches!(**it, b' ' | b'\t')).count();
        u32::try_from(blanks).ok()
    }
}
