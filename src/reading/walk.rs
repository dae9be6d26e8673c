//! The walk: from a state and the next character to the states that may follow.

use super::ReadFault;
use super::fault::ReadingFault;
use super::path::{LoggedFault, Mode, N_QUOTES, NewText, Path, Paths, Quote, ReadContainer};
use super::surroundings::{ReadSign, Surroundings};
use crate::json;
use crate::text::{Edit, Span};

/// Something after the value costs so much, and so much for each sign of JSON in it.
const BEHIND: i32 = 200;
const BEHIND_SIGN: i32 = 60;

/// No ellipsis with words is longer, in bytes.
const LONGEST_ELLIPSIS: usize = 80;

/// A text with a habit rarely has a slip, too: both together cost so much more.
const MIXED: i32 = 100;

pub(super) struct ReadingWalk<'t> {
    pub(super) around: Surroundings<'t>,
    pub(super) paths: Paths,
    pub(super) best: Option<Path>,
    /// The text before this was scanned for its next error.
    pub(super) scanned: usize,
    /// Before this, paths try nothing but JSON where they can.
    pub(super) strict_end: usize,
    /// For each kind of string, a stretch of text without a special character, and with one at its end.
    pub(super) plain: [(usize, usize); 2 * N_QUOTES],
    /// A stretch of text without a quote that is not escaped, and with one at its end.
    pub(super) next_quote: (usize, usize),
}

impl<'t> ReadingWalk<'t> {
    pub(super) fn new(text: &'t str, names: &[&str]) -> Self {
        Self {
            around: Surroundings::new(text, names),
            paths: Paths::default(),
            best: None,
            scanned: 0,
            strict_end: 0,
            plain: [(0, 0); 2 * N_QUOTES],
            next_quote: (1, 0),
        }
    }

    /// Reads the whole text; `None` if that takes too long, or if it has too many faults.
    pub(super) fn run(&mut self) -> Option<Path> {
        self.paths.add(Path {
            pos: 0,
            mode: Mode::Value,
            top: None,
            cost: 0,
            margin: i32::MAX,
            made: 0,
            log: None,
            sum: 7,
            is_first: false,
            has_line: false,
            is_swapped: false,
            comma: 0,
            last: 0,
            from: 0,
            quote: 0,
            is_key: false,
            is_odd: false,
            is_inner: false,
            raw: 0,
            is_done: false,
        });
        let mut n_done = (0, 0);
        while self.paths.keep_living(self.best.iter_mut()) && !crate::deadline::is_over() {
            let Some(path) = self.paths.next(&mut n_done) else { return self.best };
            let Some(path) = self.stride(path) else { continue };
            match path.mode {
                Mode::Text(quote) => self.text(path, quote),
                _ => self.step(path),
            }
        }
        None
    }

    /// The faults of a path, the last one first.
    pub(super) fn faults(&self, path: &Path) -> Vec<ReadFault> {
        let mut out = Vec::new();
        // What is inside the span of a later edit is part of it.
        let mut cover = Span::default();
        let mut at = path.log;
        while let Some(entry) = at.and_then(|it| self.paths.log.get(it as usize)) {
            at = entry.before;
            let first = cover.start + u32::from(entry.span.is_empty());
            if (first..cover.end).contains(&entry.span.start) {
                continue;
            }
            if !entry.span.is_empty() {
                cover = entry.span;
            }
            let edit = Edit { span: entry.span, text: self.new_text(entry) };
            out.push(ReadFault { fault: entry.fault, edit, string: entry.string });
        }
        out
    }

    fn new_text(&self, entry: &LoggedFault) -> String {
        let old = entry.span.of(self.around.text);
        match entry.new {
            NewText::Is(text) => text.to_owned(),
            NewText::Escaped => json::escaped(old, 1),
            NewText::Quoted => json::quote(old),
            NewText::Exchanged => old.chars().skip(1).chain(old.chars().next()).collect(),
            NewText::Same(span) => span.of(self.around.text).to_owned(),
            NewText::Digits => old.chars().filter(|it| !matches!(it, ',' | '\'' | '_' | ' ')).collect(),
            NewText::Content(quote, span) => {
                let content = span.of(self.around.text);
                match quote {
                    Quote::None => json::quote(content.trim()),
                    Quote::Fence => json::quote(content.strip_suffix('\n').unwrap_or(content)),
                    Quote::Triple | Quote::TripleSingle => json::quote(content),
                    _ => json::quote(&json::decode(content).text),
                }
            }
        }
    }

    pub(super) fn add(&mut self, path: Path) {
        self.paths.add(path);
    }

    /// The path with the cost of a fault.
    pub(super) fn charged(&self, path: Path, fault: ReadingFault) -> Path {
        let is_again = path.made & fault.bit() != 0;
        let cost = if is_again { fault.cost_again() } else { fault.cost() };
        let made = path.made | fault.bit();
        let is_mixed = |it: u64| it & ReadingFault::SLIPS != 0 && it & !ReadingFault::SLIPS != 0;
        let extra = if is_mixed(made) && !is_mixed(path.made) { MIXED } else { 0 };
        Path { cost: path.cost + cost + extra, made, ..path }
    }

    /// The path with an edit.
    pub(super) fn noted(
        &mut self,
        path: Path,
        fault: ReadingFault,
        (start, end): (usize, usize),
        new: NewText,
    ) -> Path {
        let string = matches!(path.mode, Mode::Text(_)).then_some(path.from);
        self.paths.log.push(LoggedFault { fault, span: Span::new(start, end), new, string, before: path.log });
        Path { log: u32::try_from(self.paths.log.len() - 1).ok(), ..path }
    }

    /// The path with a fault.
    pub(super) fn with(&mut self, path: Path, fault: ReadingFault, span: (usize, usize), new: &'static str) -> Path {
        let path = self.charged(path, fault);
        self.noted(path, fault, span, NewText::Is(new))
    }

    pub(super) fn top(&self, path: &Path) -> Option<ReadContainer> {
        self.paths.frame(path.top).copied()
    }

    /// What is expected after a separator.
    pub(super) fn item(&self, path: &Path) -> Mode {
        if self.top(path).is_some_and(|it| it.is_object) { Mode::Key } else { Mode::Value }
    }

    /// What is expected after a value.
    pub(super) fn after(&self, path: &Path) -> Mode {
        if path.top.is_some() { Mode::Separator } else { Mode::End }
    }

    /// Outside of strings.
    fn step(&mut self, mut path: Path) {
        let at = self.around.blanks(path.pos);
        path.has_line |= self.around.slice(path.pos, at).contains('\n');
        path.pos = at;
        if self.around.is_end(at) {
            return self.finish(path, 0);
        }
        self.mark(path);
        if self.around.begins_comment(at) {
            if path.mode == Mode::Value && self.around.at(at) == b'#' {
                let sign = self.around.sign(at);
                self.no_opening_quote(path, sign);
                self.value_at(path, sign);
            }
            self.comment(path);
            if !self.around.may_be_no_comment(at) {
                return;
            }
        }
        if path.mode == Mode::End {
            self.next_value(path);
            if !self.around.goes_on(at) {
                return self.closers_behind(path);
            }
            return self.finish(path, BEHIND + BEHIND_SIGN * self.around.n_signs_from(at));
        }
        let sign = self.around.sign(at);
        self.replaced(path, sign);
        self.swapped(path, sign);
        match path.mode {
            Mode::Colon => self.colon(path, sign),
            _ if self.dots(at).is_some() => self.ellipsis(path),
            Mode::Separator => self.separator(path, sign),
            _ => self.item_at(path, sign),
        }
    }

    /// After a comma, another value may follow the first one: together they are a list without brackets.
    fn next_value(&mut self, path: Path) {
        let at = path.pos;
        if self.around.at(at) != b',' || !matches!(self.around.at(self.around.blanks(at + 1)), b'{' | b'[') {
            return;
        }
        let first = self.around.blanks(0);
        let list = self.with(path, ReadingFault::Opener, (first, first), "[");
        let list = self.pushed(list, false);
        self.add(Path { pos: at + 1, last: at + 1, comma: at, is_first: false, ..list });
    }

    fn colon(&mut self, path: Path, sign: ReadSign) {
        let at = path.pos;
        if sign.ascii != b':' && self.around.at(self.around.blanks(at + sign.len)) == b':' {
            self.skip(path);
        }
        self.remark_behind(path);
        let value = Path { mode: Mode::Value, has_line: false, ..path };
        let arrow = self.around.arrow(path.quote, at);
        match sign.ascii {
            b':' if sign.len == 1 => self.add(Path { pos: at + 1, last: at + 1, ..value }),
            _ if arrow.is_some() || matches!(sign.ascii, b':' | b'=') => {
                let len = arrow.unwrap_or(sign.len);
                let next = self.with(value, ReadingFault::OtherSign, (at, at + len), ":");
                self.add(Path { pos: at + len, last: at + len, ..next });
            }
            b',' | b'}' if self.around.is_quote_before(path.last) => {
                let next = self.with(value, ReadingFault::NoColon, (path.last, path.last), ": null");
                self.add(Path { mode: Mode::Separator, sum: next.sum.wrapping_mul(31), ..next });
            }
            _ if self.around.begins_value(at) => {
                let next = self.with(value, ReadingFault::NoColon, (path.last, path.last), ":");
                self.add(next);
            }
            _ => self.skip(path),
        }
    }

    /// The length of an ellipsis and of the words that say what was left out: `... (97 more)`.
    fn dots(&self, at: usize) -> Option<usize> {
        let near = self.around.slice(at, self.around.text.floor_char_boundary(at + LONGEST_ELLIPSIS));
        let mark = ["...", "…", "etc."].into_iter().find(|it| near.starts_with(it))?;
        let is_end = |it: char| matches!(it, ',' | ':' | '"' | '\'' | '{' | '}' | '[' | ']' | '\n');
        let words = near.find(is_end).and_then(|it| near.get(..it)).unwrap_or(mark).trim_ascii_end();
        let is_apart = words.get(mark.len()..).is_some_and(|it| it.starts_with([' ', '(']));
        // What JavaScript spreads is no ellipsis.
        let is_spread = mark == "..." && words.get(3..).is_some_and(|it| it.starts_with(char::is_alphabetic));
        (!is_spread).then_some(if is_apart { words.len() } else { mark.len() })
    }

    /// Removes an ellipsis and the comma that separates it. In place of a member's value, it stays: the value is unknown.
    fn ellipsis(&mut self, path: Path) {
        if path.mode == Mode::Value && self.top(&path).is_none_or(|it| it.is_object) {
            return;
        }
        let at = path.pos;
        let Some(len) = self.dots(at) else { return };
        let end = at + len;
        let next = self.around.blanks(end);
        let has_comma = self.around.at(next) == b',';
        // Its own comma is missing.
        let is_before_item = path.mode != Mode::Separator && !self.around.is_after_value(next);
        let (start, end) = match path.mode {
            Mode::Separator => (at, end),
            _ if path.is_first && has_comma => (at, next + 1),
            _ if path.is_first => (at, end),
            _ if is_before_item => (at, end),
            _ => (path.comma, end),
        };
        let next = self.with(path, ReadingFault::Ellipsis, (start, end), "");
        let mode = if path.is_first || is_before_item { path.mode } else { Mode::Separator };
        self.add(Path { pos: end, mode, ..next });
    }
}

impl Surroundings<'_> {
    /// The length of an arrow after a key, before which something else ends: not in `"a" → "b" → "c"`.
    fn arrow(&self, key: usize, at: usize) -> Option<usize> {
        let rest = self.text.get(at..)?;
        let is_item = self.back(key).is_some_and(|it| matches!(self.at(it), b'{' | b',') || self.has_line(it, key));
        ["=>", "->", "→"].into_iter().find(|it| is_item && rest.starts_with(it)).map(str::len)
    }
}

/// A hash with one more part.
pub(super) fn step(sum: u64, part: u64) -> u64 {
    (sum.rotate_left(5) ^ part).wrapping_mul(0x517c_c1b7_2722_0a95)
}
