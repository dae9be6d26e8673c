//! What other languages write in place of a value: calls such as `Decimal("1.5")`, and strings with a prefix.

use super::fault::ReadingFault;
use super::path::{Mode, NewText, Path, Quote, ReadContainer};
use super::surroundings::ReadSign;
use super::walk::{ReadingWalk, step};
use crate::text::Span;

/// No call is longer, in bytes.
const LONGEST_CALL: usize = 400;
/// The functions whose result is a number.
const NUMBERS: [&str; 6] = ["int", "uint", "float", "double", "decimal", "number"];
/// Functions that make something else of their argument.
const COMPUTING: [&str; 12] =
    ["abs", "all", "any", "avg", "count", "join", "len", "max", "mean", "min", "sorted", "sum"];

impl<'t> ReadingWalk<'t> {
    /// Reads a call as its only argument or, if it has others, as a string. Whether one is there.
    pub(super) fn call(&mut self, path: Path) -> bool {
        let at = path.pos;
        let Some((name, open)) = self.name_of_call(at) else { return false };
        if matches!(name, "b" | "r" | "u" | "f" | "rb" | "br" | "@" | "$" | "$@")
            && matches!(self.around.at(open), b'"' | b'\'')
        {
            if name.contains(['r', '@']) && self.raw_string(path, open) {
                return true;
            }
            let next = self.with(path, ReadingFault::Call, (at, open), "");
            self.add(Path { pos: open, ..next });
            return true;
        }
        let close = self.end_of_call(open);
        let ends_container =
            |it| self.around.back(it).is_some_and(|it| matches!(self.around.at(it), b'}' | b']' | b')'));
        let begins_container = matches!(self.around.at(self.around.blanks(open + 1)), b'{' | b'[' | b'(');
        let is_computing = COMPUTING.contains(&last_part(name));
        if self.around.at(open) == b'(' && begins_container && !is_computing && close.is_none_or(ends_container) {
            self.open_call(path, open + 1);
            return false;
        }
        let Some(close) = close else { return false };
        let inside = Span::new(open + 1, close);
        let argument = inside.of(self.around.text).trim();
        if !self.around.is_bound(close + 1) {
            return false;
        }
        let start = close - inside.of(self.around.text).trim_start().len();
        let own = Span::new(start, start + argument.len());
        let next = self.charged(path, ReadingFault::Call);
        let result = if is_computing { NewText::Quoted } else { self.result(name, own) };
        let next = self.noted(next, ReadingFault::Call, (at, close + 1), result);
        self.value(next, close + 1, close as u64);
        true
    }

    /// The name of the function or, after `new`, of the class that may be called there, and its end.
    fn name_of_call(&self, at: usize) -> Option<(&'t str, usize)> {
        let text = self.around.text;
        let begin = at + if text.get(at..)?.starts_with("new ") { 4 } else { 0 };
        let is_of_name = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '.' | '@' | '$');
        let name = text.get(begin..)?.split(|it| !is_of_name(it)).next()?;
        name.starts_with(|it: char| it.is_ascii_alphabetic() || matches!(it, '@' | '$'))
            .then(|| (name, begin + name.len()))
    }

    /// Reads a string of Python in which backslashes are no escapes. Whether its end is clear.
    fn raw_string(&mut self, path: Path, quote: usize) -> bool {
        let Some((end, _)) = self.around.end_of_text(quote).filter(|it| self.around.is_bound(it.0)) else {
            return false;
        };
        let next = self.charged(path, ReadingFault::Call);
        let content = NewText::Content(Quote::Triple, Span::new(quote + 1, end - 1));
        let next = self.noted(next, ReadingFault::Call, (path.pos, end), content);
        self.value(next, end, end as u64);
        true
    }

    /// Begins a call around a container, such as `set([1, 2])`, which is read as the container, or brackets around a value.
    pub(super) fn open_call(&mut self, path: Path, inside: usize) {
        let next = self.with(path, ReadingFault::Call, (path.pos, inside), "");
        let shape = step(self.top(&path).map_or(0, |it| it.shape), u64::from(b'('));
        let frame = ReadContainer { up: path.top, is_call: true, shape, ..ReadContainer::default() };
        let top = self.paths.push_frame(frame);
        self.add(Path { pos: inside, last: inside, top, mode: Mode::Value, is_first: true, has_line: false, ..next });
    }

    /// Ends a call around a container.
    pub(super) fn close_call(&mut self, path: Path, sign: ReadSign, top: ReadContainer) {
        if sign.ascii != b')' {
            return;
        }
        let end = path.pos + sign.len;
        let next = self.noted(path, ReadingFault::Call, (path.pos, end), NewText::Is(""));
        let next = Path { pos: end, last: end, top: top.up, has_line: false, ..next };
        self.add(Path { mode: self.after(&next), ..next });
    }

    /// Where the bracket that opens here is closed.
    fn end_of_call(&self, open: usize) -> Option<usize> {
        let near = self.around.bytes.get(open..)?;
        let near = near.get(..LONGEST_CALL).unwrap_or(near);
        let (mut depth, mut quote) = (0, None);
        for (idx, byte) in near.iter().enumerate() {
            match (quote, *byte) {
                (Some(own), byte) => quote = Some(own).filter(|it| *it != byte),
                (None, b'"' | b'\'') => quote = Some(*byte),
                (None, b'(') => depth += 1,
                (None, b')') => depth -= 1,
                (None, _) => (),
            }
            if depth == 0 {
                return (idx > 0).then_some(open + idx);
            }
        }
        None
    }

    /// What a call is in JSON.
    fn result(&self, name: &str, argument: Span) -> NewText {
        let (start, end) = (argument.start as usize, argument.end as usize);
        if start < end && self.number(start) == Some(end) {
            return NewText::Same(argument);
        }
        let quote = self.around.quote_at(start);
        let content = Span::new(start + 1, end.saturating_sub(1).max(start + 1));
        let Some(quote) = quote.filter(|it| {
            self.around.quote_at(content.end as usize) == Some(*it)
                && content.of(self.around.text).find(['"', '\'']).is_none()
        }) else {
            return NewText::Quoted;
        };
        let function = last_part(name).to_ascii_lowercase();
        let is_number = NUMBERS.iter().any(|it| function.starts_with(it));
        match is_number && self.number(start + 1) == Some(content.end as usize) {
            true => NewText::Same(content),
            false => NewText::Content(quote, content),
        }
    }
}

/// The function of a name such as `np.array`.
fn last_part(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
