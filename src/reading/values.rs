//! Values: brackets, literals, and where strings begin.

use super::fault::ReadingFault;
use super::path::{Mode, NewText, Path, Quote, ReadContainer};
use super::surroundings::ReadSign;
use super::walk::{ReadingWalk, step};

/// It costs so much less to remove a bracket that is there twice.
const TWICE: i32 = 70;

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
        match sign.ascii {
            b'{' | b'[' | b'(' if !is_key => self.open_bracket(path, sign),
            b'"' | b'\'' | b'`' => self.open_quote(path, sign),
            b':' | b'=' | b',' | b';' | b'}' | b']' | b')' | b'{' | b'[' | b'(' => (),
            _ if is_key => self.open(self.charged(path, ReadingFault::BareKey), Quote::None, (at, at)),
            _ => self.literal(path),
        }
    }

    fn open_bracket(&mut self, path: Path, sign: ReadSign) {
        let at = path.pos;
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
        if sign.ascii == b'{' && self.around.begins_set(end) {
            let list = self.with(path, ReadingFault::RoundBracket, (at, end), "[");
            let list = self.pushed(list, false);
            let top = self.top(&list).and_then(|it| self.paths.push_frame(ReadContainer { is_set: true, ..it }));
            return self.add(Path { pos: end, last: end, top, ..list });
        }
        let is_round = sign.ascii == b'(';
        let is_object = sign.ascii == b'{' || is_round && self.around.is_named(self.around.blanks(end));
        if is_round && is_object {
            next = self.with(path, ReadingFault::RoundBracket, (at, end), "{");
        }
        let next = self.pushed(next, is_object);
        let top = self.top(&next).and_then(|it| self.paths.push_frame(ReadContainer { is_round, ..it }));
        self.add(Path { pos: end, last: end, top, ..next });
    }

    /// Removes a bracket that is there twice.
    pub(super) fn doubled_bracket(&mut self, path: Path, end: usize) {
        let next = self.with(path, ReadingFault::Stray, (path.pos, end), "");
        self.add(Path { pos: end, cost: next.cost - TWICE, ..next });
    }

    /// Begins a list that has no bracket.
    pub(super) fn open_list(&mut self, path: Path) {
        let next = self.with(path, ReadingFault::Opener, (path.pos, path.pos), "[");
        let next = self.pushed(next, false);
        self.add(next);
    }

    /// The path in a new container.
    pub(super) fn pushed(&mut self, path: Path, is_object: bool) -> Path {
        let shape = step(self.top(&path).map_or(0, |it| it.shape), u64::from(is_object) + 1);
        let frame = ReadContainer {
            up: path.top,
            is_object,
            shape,
            keys: None,
            plan: None,
            is_doubled: false,
            is_round: false,
            is_set: false,
        };
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
        if !is_key && rest.starts_with("\"\"\"") && rest.get(3..).is_some_and(|it| it.contains("\"\"\"")) {
            self.open(self.charged(path, ReadingFault::OtherQuotes), Quote::Triple, (at, at + 3));
        }
        let top = self.top(&path);
        let is_object = top.is_some_and(|it| it.is_object);
        if !is_key && self.around.is_named(at) {
            let next = self.with(path, ReadingFault::Opener, (at, at), "{");
            let next = self.pushed(next, true);
            self.add(next);
            let is_in_object = top.is_some_and(|it| self.paths.frame(it.up).is_some_and(|up| up.is_object));
            if !is_object && is_in_object && !path.is_first {
                self.close_early(path);
            }
        }
        if !is_key && is_object {
            self.open_list(path);
        }
        let quote = self.around.quote_at(at).unwrap_or(Quote::Double);
        let next = if quote == Quote::Double { path } else { self.charged(path, ReadingFault::OtherQuotes) };
        self.open(next, quote, (at, at + sign.len));
        let inside = at + sign.len;
        let is_doubled = self.around.quote_at(inside) == Some(quote);
        if is_doubled && !self.around.is_bound(inside + sign.len) {
            let next = self.with(next, ReadingFault::DoubledQuote, (at, inside), "");
            self.open(next, quote, (inside, inside + sign.len));
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
            n_raw: 0,
            ..path
        });
    }

    /// Numbers, words and texts without quotes.
    fn literal(&mut self, path: Path) {
        let at = path.pos;
        let number = self.number(at);
        let is_number = number.is_some_and(|it| self.around.is_end_of_literal(it));
        if let Some(end) = number.filter(|_| is_number) {
            self.value(path, end, end as u64);
        }
        if let Some(end) = self.thousands(at).filter(|it| self.around.is_bound(*it)) {
            let next = self.charged(path, ReadingFault::BadNumber);
            let next = self.noted(next, ReadingFault::BadNumber, (at, end), NewText::Digits);
            return self.value(next, end, end as u64);
        }
        let is_negative = self.around.at(at) == b'-';
        let word = self.around.word(at + usize::from(is_negative));
        let end = at + usize::from(is_negative) + word.len();
        if let Some((_, json)) = LITERALS.iter().find(|it| it.0 == word && self.around.is_end_of_literal(end)) {
            let next = if *json == word { path } else { self.with(path, ReadingFault::OtherLiteral, (at, end), json) };
            return self.value(next, end, json.bytes().next().map_or(0, u64::from));
        }
        if let Some(end) = self.measure(at).filter(|it| !is_number && self.around.is_bound(*it)) {
            let next = self.charged(path, ReadingFault::BadNumber);
            let next = self.noted(next, ReadingFault::BadNumber, (at, end), NewText::Quoted);
            return self.value(next, end, end as u64);
        }
        if !is_number && !self.call(path) {
            let is_digit = self.around.at(at).is_ascii_digit();
            let fault = if is_digit { ReadingFault::BadNumber } else { ReadingFault::BareText };
            self.open(self.charged(path, fault), Quote::None, (at, at));
        }
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

    /// The end of a JSON number.
    pub(super) fn number(&self, at: usize) -> Option<usize> {
        let digits = |from: usize| {
            let rest = self.around.bytes.get(from..).unwrap_or_default();
            from + rest.iter().position(|it| !it.is_ascii_digit()).unwrap_or(rest.len())
        };
        let from = at + usize::from(self.around.at(at) == b'-');
        let mut end = digits(from);
        if end == from || self.around.at(from) == b'0' && end > from + 1 {
            return None;
        }
        if self.around.at(end) == b'.' && digits(end + 1) > end + 1 {
            end = digits(end + 1);
        }
        if matches!(self.around.at(end), b'e' | b'E') {
            let from = end + 1 + usize::from(matches!(self.around.at(end + 1), b'+' | b'-'));
            end = if digits(from) > from { digits(from) } else { end };
        }
        Some(end)
    }

    /// The end of a number such as `1,234` or `0. 85`, in an object.
    fn thousands(&self, at: usize) -> Option<usize> {
        let from = at + usize::from(self.around.at(at) == b'-');
        let rest = self.around.bytes.get(from..)?;
        let n_whole = rest.iter().position(|it| !it.is_ascii_digit())?;
        if let Some(after) = rest.get(n_whole..).and_then(|it| it.strip_prefix(b". ")).filter(|_| n_whole > 0) {
            let n_digits = after.iter().position(|it| !it.is_ascii_digit()).unwrap_or(after.len());
            return (n_digits > 0).then_some(from + n_whole + 2 + n_digits);
        }
        let n_first = rest.iter().take(4).position(|it| !it.is_ascii_digit())?;
        let mut end = n_first;
        let is_group =
            |it: &[u8]| it.first() == Some(&b',') && it.get(1..4).is_some_and(|it| it.iter().all(u8::is_ascii_digit));
        while rest.get(end..).is_some_and(is_group) && !rest.get(end + 4).is_some_and(u8::is_ascii_digit) {
            end += 4;
        }
        ((1..=3).contains(&n_first) && end > n_first).then_some(from + end)
    }

    /// The end of a number with a unit.
    fn measure(&self, at: usize) -> Option<usize> {
        let rest = self.around.text.get(at..)?;
        let body = rest.trim_start_matches(['$', '€', '£']).trim_start_matches('-');
        let n_digits = body.find(|it: char| !it.is_ascii_digit() && !matches!(it, '.' | ',')).unwrap_or(body.len());
        let digits = body.get(..n_digits)?.trim_end_matches(['.', ',']);
        if !digits.starts_with(|it: char| it.is_ascii_digit()) {
            return None;
        }
        let after = body.get(digits.len()..)?;
        let unit = after.strip_prefix(' ').unwrap_or(after);
        let n_unit = unit.find(|it: char| it != '%' && !it.is_alphabetic()).unwrap_or(unit.len());
        let is_unit = n_unit > 0 && unit.get(..n_unit).is_some_and(|it| it.chars().count() <= 4);
        let end = if is_unit { after.len() - unit.len() + n_unit } else { 0 };
        Some(at + rest.len() - after.len() + end)
    }
}
