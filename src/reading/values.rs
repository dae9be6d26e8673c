//! Values: brackets, literals, and where strings begin.

use super::fault::ReadingFault;
use super::path::{Mode, NewText, Path, Quote, ReadContainer, TRIPLE, TRIPLE_SINGLE};
use super::surroundings::ReadSign;
use super::walk::{ReadingWalk, step};

/// It costs so much less to remove a bracket that is there twice.
const TWICE: i32 = 70;

/// That a text without quotes begins with a backslash costs so much.
const BACKSLASH: i32 = 100;
/// That the dash before an item is part of a text without quotes costs so much.
const DASH: i32 = 200;

/// That an item begins with two numbers and has no quotes costs so much: their commas are missing, or one counts items.
const NUMBERS: i32 = 100;

/// That a list has no bracket costs so much more than that there is a bracket too many.
const LIST: i32 = 40;
/// That a set is in the quotes of JSON costs so much: its commas may be colons that were mistyped.
const SET: i32 = 105;
/// That it has one item costs so much more: the value may be missing.
const ONLY: i32 = 110;

/// Literals of other languages, and their JSON.
const LITERALS: &[(&str, &str)] = &[
    ("true", "true"),
    ("false", "false"),
    ("null", "null"),
    ("True", "true"),
    ("False", "false"),
    ("None", "null"),
    ("TRUE", "true"),
    ("FALSE", "false"),
    ("NULL", "null"),
    ("nil", "null"),
    ("undefined", "null"),
    ("NaN", "null"),
    ("nan", "null"),
    ("Infinity", "null"),
    ("inf", "null"),
];

impl ReadingWalk<'_> {
    /// What begins a value or, where one is expected, a key.
    pub(super) fn value_at(&mut self, path: Path, sign: ReadSign) {
        let at = path.pos;
        let is_key = path.mode == Mode::Key;
        self.open_pair(path, sign);
        match sign.ascii {
            b'{' | b'[' | b'(' if !is_key => self.open_bracket(path, sign),
            b'"' | b'\'' | b'`' => self.open_quote(path, sign),
            b':' | b'=' | b',' | b';' | b'}' | b']' | b')' | b'{' | b'[' | b'(' => (),
            _ if self.around.at(at) == b'\\' && matches!(self.around.at(at + 1), b'"' | b'\'') => {
                let next = self.with(path, ReadingFault::EscapedQuote, (at, at + 1), "");
                self.add(Path { pos: at + 1, ..next });
            }
            _ if is_key && self.around.at(at) == b'\\' => (),
            _ if is_key => self.open(self.charged(path, ReadingFault::BareKey), Quote::None, (at, at)),
            _ => self.literal(path),
        }
    }

    fn open_bracket(&mut self, path: Path, sign: ReadSign) {
        let at = path.pos;
        if self.link(path) {
            return;
        }
        let end = at + sign.len;
        let before = self.around.back(at).map_or(0, |it| self.around.at(it));
        if before == self.around.at(at) && sign.ascii != b'(' {
            self.doubled_bracket(path, end);
        }
        let mut next = path;
        if sign.ascii == b'(' {
            next = self.with(path, ReadingFault::RoundBracket, (at, end), "[");
        } else if sign.len > 1 {
            let bracket = if sign.ascii == b'{' { "{" } else { "[" };
            next = self.with(path, ReadingFault::OtherSign, (at, end), bracket);
        }
        if sign.ascii == b'{' && self.open_set(path, end) {
            return;
        }
        let is_round = sign.ascii == b'(';
        if is_round && self.around.char_at(end).is_alphabetic() {
            self.open(self.charged(path, ReadingFault::BareText), Quote::None, (at, at));
        }
        if is_round && !self.is_tuple_of_one(&path, self.around.blanks(end), b"{[(") {
            self.open_call(path, end);
        }
        let is_object = sign.ascii == b'{' || is_round && self.around.is_named(self.around.blanks(end));
        if is_round && is_object {
            next = self.with(path, ReadingFault::RoundBracket, (at, end), "{");
        }
        let next = self.pushed(next, is_object);
        let top = self.top(&next).and_then(|it| self.paths.push_frame(ReadContainer { is_round, ..it }));
        self.add(Path { pos: end, last: end, top, ..next });
    }

    /// Begins a set, if one may be there. Whether it can be nothing else.
    fn open_set(&mut self, path: Path, end: usize) -> bool {
        let Some(extra) = self.begins_set(end) else { return false };
        let list = self.with(path, ReadingFault::RoundBracket, (path.pos, end), "[");
        let list = self.pushed(list, false);
        let set = self.top(&list).map(|it| ReadContainer { is_set: true, shape: step(it.shape, 4), ..it });
        let top = set.and_then(|it| self.paths.push_frame(it));
        self.add(Path { pos: end, last: end, top, cost: list.cost + extra, ..list });
        extra == 0
    }

    /// If what follows a brace is an item and no key, as in a set of Python: what that costs, unless it is written as in Python.
    fn begins_set(&self, at: usize) -> Option<i32> {
        let at = self.around.blanks(at);
        let (end, is_python) = self.item_end(at)?;
        match self.around.sign(self.around.blanks(end)).ascii {
            b',' | b'}' if is_python => Some(0),
            b',' => Some(SET),
            b'}' => Some(SET + ONLY),
            _ => None,
        }
    }

    /// Whether what follows a brace is an item of the list around it, which does not end with a brace.
    pub(super) fn begins_last_item(&self, at: usize) -> bool {
        let end = self.item_end(self.around.blanks(at));
        end.is_some_and(|it| self.around.is_after_value(self.around.blanks(it.0)))
    }

    /// The end of a text in quotes, a number or a literal, and whether it looks like Python.
    fn item_end(&self, at: usize) -> Option<(usize, bool)> {
        let literal = || {
            let word = self.around.word(at);
            LITERALS.iter().any(|it| it.0 == word).then(|| at + word.len())
        };
        self.around.end_of_text(at).or_else(|| Some((self.number(at).or_else(literal)?, true)))
    }

    /// Removes a bracket that is there twice.
    pub(super) fn doubled_bracket(&mut self, path: Path, end: usize) {
        let next = self.with(path, ReadingFault::Stray, (path.pos, end), "");
        self.add(Path { pos: end, cost: next.cost - TWICE, ..next });
    }

    /// The path with an opening bracket, on the line of what is before it.
    pub(super) fn opened(&mut self, path: Path, bracket: &'static str) -> Path {
        let is_apart = self.around.has_line(path.last, path.pos);
        let at = if is_apart { self.around.spaces(path.last) } else { path.pos };
        self.with(path, ReadingFault::Opener, (at, at), bracket)
    }

    /// Begins a list that has no bracket.
    pub(super) fn open_list(&mut self, path: Path) {
        let next = self.opened(path, "[");
        let next = self.pushed(Path { cost: next.cost + LIST, ..next }, false);
        self.add(next);
    }

    /// The path in a new container.
    pub(super) fn pushed(&mut self, path: Path, is_object: bool) -> Path {
        let shape = step(self.top(&path).map_or(0, |it| it.shape), u64::from(is_object) + 1);
        let indent = self.around.indent(path.pos);
        let frame = ReadContainer { up: path.top, is_object, shape, indent, ..ReadContainer::default() };
        Path {
            top: self.paths.push_frame(frame),
            mode: if is_object { Mode::Key } else { Mode::Value },
            sum: step(path.sum, if is_object { 1 } else { 2 }),
            is_first: true,
            has_line: false,
            ..path
        }
    }

    fn open_quote(&mut self, path: Path, sign: ReadSign) {
        let at = path.pos;
        let is_key = path.mode == Mode::Key;
        let rest = self.around.text.get(at..).unwrap_or_default();
        if !is_key && rest.starts_with("```") {
            let language = rest.get(3..).map_or(0, |it| it.find(|ch: char| !ch.is_alphanumeric()).unwrap_or(it.len()));
            let from = at + 3 + language;
            let from = from + usize::from(self.around.at(from) == b'\n');
            return self.open(self.charged(path, ReadingFault::OtherQuotes), Quote::Fence, (at, from));
        }
        for (mark, quote) in [(TRIPLE, Quote::Triple), (TRIPLE_SINGLE, Quote::TripleSingle)] {
            let inside = rest.strip_prefix(mark).filter(|it| !is_key && !is_in_two(it, mark));
            if inside.is_some_and(|it| it.contains(mark)) {
                self.open(self.charged(path, ReadingFault::OtherQuotes), quote, (at, at + mark.len()));
            }
        }
        if !is_key {
            self.open_missing(path);
        }
        let quote = self.around.quote_at(at).unwrap_or(Quote::Double);
        let next = if quote == Quote::Double { path } else { self.charged(path, ReadingFault::OtherQuotes) };
        self.open(next, quote, (at, at + sign.len));
        self.doubled_quote(next, quote, sign.len);
    }

    /// Begins a container whose bracket is missing before a quote.
    fn open_missing(&mut self, path: Path) {
        let top = self.top(&path);
        let is_object = top.is_some_and(|it| it.is_object);
        if self.around.is_named(path.pos) {
            let next = self.opened(path, "{");
            let next = self.pushed(next, true);
            self.add(next);
            let is_in_object = top.is_some_and(|it| self.paths.frame(it.up).is_some_and(|up| up.is_object));
            if !is_object && is_in_object && !path.is_first {
                self.close_early(path);
            }
        }
        if is_object {
            self.open_list(path);
        }
    }

    /// Begins a string whose first quote is there twice or, as in Python, three times.
    fn doubled_quote(&mut self, path: Path, quote: Quote, len: usize) {
        let at = path.pos;
        let mut inside = at + len;
        let is_doubled = self.around.quote_at(inside) == Some(quote);
        if self.around.quote_at(inside + len) == Some(quote) {
            inside += len;
        }
        let text = inside + len;
        // Those of Python are in the quotes of JSON.
        let is_doubled = is_doubled && self.around.quote_at(text) != Some(quote);
        if is_doubled && (!self.around.is_bound(text) || self.around.at(text) == b'#') {
            let next = self.with(path, ReadingFault::DoubledQuote, (at, inside), "");
            self.open(next, quote, (inside, text));
        }
    }

    /// Begins a string whose quote is at one place and whose content at another.
    pub(super) fn open(&mut self, path: Path, quote: Quote, (at, from): (usize, usize)) {
        self.add(Path {
            is_key: path.mode == Mode::Key,
            mode: Mode::Text(quote),
            quote: at,
            from,
            pos: from,
            is_odd: false,
            is_inner: false,
            raw: 0,
            ..path
        });
    }

    /// Numbers, words and texts without quotes.
    fn literal(&mut self, path: Path) {
        let at = path.pos;
        let number = self.number(at);
        let is_number = number.is_some_and(|it| self.around.is_end_of_literal(it));
        if let Some(end) = number.filter(|it| is_number || self.is_before_item(&path, *it)) {
            self.value(path, end, end as u64);
        }
        self.late_comma(path);
        let is_time = self.number_as(path, self.time(at), NewText::Quoted);
        if is_time || self.number_as(path, self.thousands(at), NewText::Digits) || self.padded(path) {
            return;
        }
        self.divided(path);
        self.negative(path);
        if self.word(path) {
            return;
        }
        // In an object, a digit after the comma belongs to the number.
        let is_longer = |it: usize| {
            let is_decimal = self.around.at(it) == b',' && self.around.at(it + 1).is_ascii_digit();
            is_decimal && self.top(&path).is_some_and(|it| it.is_object)
                || self.around.begins_remark(self.around.spaces(it))
        };
        if is_number && !number.is_some_and(is_longer) || self.number_as(path, self.measure(at), NewText::Quoted) {
            return;
        }
        if !self.call(path) {
            let extra = match self.around.at(at) {
                b'\\' => BACKSLASH,
                _ if self.around.end_of_dash(at).is_some() && self.around.has_line(path.last, at) => DASH,
                _ if number.is_some_and(|it| self.is_before_item(&path, it)) => NUMBERS,
                _ if self.around.end_of_ordinal(at).is_some() => NUMBERS,
                _ => 0,
            };
            let path = Path { cost: path.cost + extra, ..path };
            let is_digit = self.around.at(at).is_ascii_digit();
            let fault = if is_digit { ReadingFault::BadNumber } else { ReadingFault::BareText };
            self.open(self.charged(path, fault), Quote::None, (at, at));
        }
    }

    /// Reads what JSON has no form for, and ends there, as another value. Whether it is there.
    fn number_as(&mut self, path: Path, end: Option<usize>, new: NewText) -> bool {
        let Some(end) = end.filter(|it| self.around.is_bound(*it)) else { return false };
        let next = self.charged(path, ReadingFault::BadNumber);
        let next = self.noted(next, ReadingFault::BadNumber, (path.pos, end), new);
        self.value(next, end, end as u64);
        true
    }

    /// A literal of JSON or another language. Whether nothing else can be there.
    fn word(&mut self, path: Path) -> bool {
        let at = path.pos;
        let start = at + usize::from(self.around.at(at) == b'-');
        let word = self.around.word(start);
        let end = start + word.len();
        let Some((_, json)) = LITERALS.iter().find(|it| it.0 == word) else { return false };
        let is_end = self.around.is_end_of_literal(end);
        if is_end || self.is_before_item(&path, end) {
            let next = if *json == word { path } else { self.with(path, ReadingFault::OtherLiteral, (at, end), json) };
            self.value(next, end, json.bytes().next().map_or(0, u64::from));
        }
        is_end
    }

    /// Whether a number or literal that ends there may be an item of a list, with another one after it.
    fn is_before_item(&self, path: &Path, end: usize) -> bool {
        let next = self.around.spaces(end);
        next > end && self.top(path).is_some_and(|it| !it.is_object) && self.around.begins_value(next)
    }

    pub(super) fn value(&mut self, path: Path, end: usize, id: u64) {
        let next = self.valued(path, end, id);
        self.add(next);
    }

    /// The path after a complete value.
    pub(super) fn valued(&self, path: Path, end: usize, id: u64) -> Path {
        let mode = if path.is_swapped && path.top.is_some() { self.item(&path) } else { self.after(&path) };
        Path {
            pos: end,
            last: end,
            mode,
            sum: step(path.sum, id.wrapping_add(3)),
            is_first: false,
            is_swapped: false,
            has_line: false,
            comma: if path.is_swapped { end - 1 } else { path.comma },
            ..path
        }
    }
}

/// Whether the first quotes in a text are two after a word, as where each quote of a text is doubled.
fn is_in_two(text: &str, mark: &str) -> bool {
    let quote = &mark[..1];
    let Some((before, rest)) = text.split_once(quote) else { return false };
    before.ends_with(char::is_alphanumeric) && rest.strip_prefix(quote).is_some_and(|it| !it.starts_with(quote))
}
