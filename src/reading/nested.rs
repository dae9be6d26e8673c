//! JSON in a string: which of its quotes are those of its own strings, and which are part of their texts.

use super::fault::ReadingFault;
use super::path::{NewText, Path};
use super::strings::OUT_OF_TURN;
use super::surroundings::Surroundings;
use super::walk::ReadingWalk;
use crate::json::{begins_in_string, is_sound};

/// That a character before a quote is swapped with it costs so much less where a backslash shows that it is one of JSON in a
/// string.
const NESTED: i32 = 120;
/// No inner string is looked through that is longer, in bytes.
const LONGEST_TEXT: usize = 4096;
/// No object of JSON in a text is longer, in bytes.
const LONGEST_OBJECT: usize = 2048;
/// No run of backslashes is longer, in bytes.
const LONGEST_RUN: usize = 64;

impl ReadingWalk<'_> {
    /// Whether the string seems to be JSON.
    pub(super) fn is_nested(&self, path: &Path) -> bool {
        begins_in_string(self.around.slice(path.from, self.around.bytes.len()))
    }

    /// Whether a quote with the backslashes before it seems to be one of JSON in a string, and not part of its texts.
    fn is_of_inner(&self, path: &Path, (start, quote): (usize, usize)) -> bool {
        if path.is_inner { self.around.ends_inner_text(quote) } else { self.around.begins_inner(start) }
    }

    fn n_backslashes_before(&self, at: usize) -> usize {
        let before = self.around.bytes.get(at.saturating_sub(LONGEST_RUN)..at).unwrap_or_default();
        before.iter().rev().take_while(|it| **it == b'\\').count()
    }

    /// The length of escaped backslashes: of one or, if they escape a quote in a text of JSON in a string, of all with it.
    pub(super) fn escaped_run(&self, at: usize) -> usize {
        let rest = self.around.bytes.get(at..).unwrap_or_default();
        let rest = rest.get(..LONGEST_RUN).unwrap_or(rest);
        let n_backslashes = rest.iter().position(|it| *it != b'\\').unwrap_or(rest.len());
        let is_content = n_backslashes % 4 == 3 && rest.get(n_backslashes) == Some(&b'"');
        if is_content { n_backslashes + 1 } else { 2 }
    }

    /// A backslash and another character before a quote: a quote of JSON in a string with a backslash too many, or one that is
    /// swapped with the sign after it.
    pub(super) fn before_escaped_quote(&mut self, path: Path, next: u8) {
        let at = path.pos;
        let is_plausible = self.is_of_inner(&path, (at, at + 2));
        let path = Path { is_inner: !path.is_inner, ..path };
        if next == b'\\' && is_plausible {
            let less = self.with(path, ReadingFault::ExtraBackslash, (at, at + 1), "");
            self.add(Path { pos: at + 3, ..less });
        } else if matches!(next, b':' | b',') && self.around.ends_inner_text(at + 2) {
            let without = self.with(path, ReadingFault::Swapped, (at + 1, at + 2), "");
            self.add(Path { pos: at + 3, ..without });
        } else if matches!(next, b':' | b',' | b'}' | b']' | b'[' | b'{') {
            let early = self.exchanged(path, (at + 1, at + 3));
            self.add(Path { cost: early.cost - NESTED, last: path.last, ..early });
        }
    }

    /// The path after a raw quote that gets an escape.
    pub(super) fn escape_quote(&mut self, path: Path, end: usize) -> Path {
        let at = path.pos;
        let after = Path { pos: end, ..path };
        let n_backslashes = self.n_backslashes_before(at);
        let is_nested = self.is_nested(&path);
        let is_too_many = if is_nested { n_backslashes == 4 } else { n_backslashes == 2 };
        if is_too_many {
            let first = at - n_backslashes;
            return self.with(after, ReadingFault::RawQuote, (first, first + 1), "");
        } else if !is_nested {
            return self.with(after, ReadingFault::RawQuote, (at, end), "\\\"");
        }
        // In a text of JSON in a string, it needs an escape for both.
        let has_escape = n_backslashes % 4 == 2;
        let is_content = path.is_inner && !self.around.ends_inner_text(at);
        let new = if is_content && !has_escape { "\\\\\\\"" } else { "\\\"" };
        let mut next = self.with(after, ReadingFault::RawQuote, (at, end), new);
        let is_misplaced = !path.is_inner && !self.around.begins_inner(at);
        next.cost += if is_misplaced { 2 * OUT_OF_TURN } else { 0 };
        next.cost += if has_escape && self.is_of_inner(&path, (at - n_backslashes, at)) { OUT_OF_TURN } else { 0 };
        Path { is_inner: path.is_inner == (is_content || has_escape), ..next }
    }

    /// An object of JSON in a text, none of whose quotes are escaped: all of it belongs to the text.
    pub(super) fn json_in_text(&mut self, path: Path) {
        let at = path.pos;
        let Some(end) = self.around.end_of_object(at).filter(|_| !path.is_key) else { return };
        let mut next = self.charged(path, ReadingFault::RawQuote);
        for here in at..end {
            match self.around.at(here) {
                b'"' => next = self.noted(next, ReadingFault::RawQuote, (here, here + 1), NewText::Is("\\\"")),
                ..0x20 => {
                    next = self.charged(next, ReadingFault::RawLine);
                    next = self.noted(next, ReadingFault::RawLine, (here, here + 1), NewText::Escaped);
                }
                _ => (),
            }
        }
        self.add(Path { pos: end, raw: if path.raw == 0 { at } else { path.raw }, ..next });
    }

    /// A raw quote outside of the inner strings may be in place of a sign. Whether one is expected there.
    pub(super) fn replaced_sign(&mut self, path: Path, end: usize) -> bool {
        let at = path.pos;
        if path.is_inner || !self.is_nested(&path) {
            return false;
        }
        let Some(sign) = self.around.inner_sign(at, end) else { return false };
        let next = self.with(path, ReadingFault::Replaced, (at, end), sign);
        self.add(Path { pos: end, ..next });
        true
    }
}

impl Surroundings<'_> {
    /// The end of an object that is JSON, without backslashes but for those of its line breaks and tabs.
    fn end_of_object(&self, at: usize) -> Option<usize> {
        let inside = inner_start(self.slice(at + 1, self.bytes.len()));
        if !self.is_named(self.bytes.len() - inside.len()) {
            return None;
        }
        let near = self.bytes.get(at..self.bytes.len().min(at + LONGEST_OBJECT))?;
        let (mut depth, mut is_string) = (0, false);
        for (idx, byte) in near.iter().enumerate() {
            match byte {
                b'\\' if is_string || !matches!(self.at(at + idx + 1), b'n' | b'r' | b't') => return None,
                b'"' => is_string = !is_string,
                b'{' if !is_string => depth += 1,
                b'}' if !is_string => depth -= 1,
                _ => (),
            }
            if depth == 0 {
                let end = at + idx + 1;
                let object = self.slice(at, end);
                return is_sound(&object.replace("\\n", " ").replace("\\r", " ").replace("\\t", " ")).then_some(end);
            }
        }
        None
    }

    /// Whether a quote of JSON in a string looks as if it ended a text there.
    pub(super) fn ends_inner_text(&self, at: usize) -> bool {
        let rest = self.slice(at + 1, self.bytes.len()).trim_start().trim_start_matches("\\n").trim_start();
        rest.starts_with([',', ':', '}', ']'])
    }

    /// Whether a key or text of JSON in a string may begin there.
    pub(super) fn begins_inner(&self, at: usize) -> bool {
        inner_end(self.slice(0, at)).ends_with(['{', '[', ',', ':'])
    }

    /// The sign that is expected between what is before and after a raw quote, outside of the inner strings.
    fn inner_sign(&self, at: usize, end: usize) -> Option<&'static str> {
        let before = inner_end(self.slice(0, at));
        let rest = self.slice(end, self.bytes.len());
        let after = inner_start(rest);
        let is_value = after.starts_with(|it: char| it.is_ascii_digit() || matches!(it, '{' | '[' | '-'));
        if !is_value && !after.starts_with("\\\"") {
            return None;
        }
        if before.ends_with([':', '[']) {
            let is_key = !is_value && inner_text(after).is_some_and(|it| it.starts_with(':'));
            return Some(if is_key { "{" } else { "[" });
        }
        let Some(text) = before.strip_suffix("\\\"") else {
            let is_after_value = before.ends_with(|it: char| it.is_ascii_alphanumeric() || matches!(it, '}' | ']'));
            return is_after_value.then_some(",");
        };
        let text = text.get(text.ceil_char_boundary(text.len().saturating_sub(LONGEST_TEXT))..)?;
        let from = text.rfind("\\\"")?;
        let name = text.get(from + 2..)?;
        let opens = inner_end(text.get(..from)?);
        let is_before_member = || {
            let rest = inner_text(after).unwrap_or_default();
            let next = rest.strip_prefix(',').and_then(|it| inner_text(inner_start(it)));
            rest.starts_with('}') || next.is_some_and(|it| it.starts_with(':'))
        };
        let is_key = opens.ends_with('{')
            || opens.ends_with(',') && (is_value || self.is_known_name(name) || is_before_member());
        Some(if is_key { ":" } else { "," })
    }
}

/// A text without the blanks at its end, raw or escaped.
fn inner_end(text: &str) -> &str {
    let text = text.trim_ascii_end();
    text.strip_suffix("\\n").map_or(text, str::trim_ascii_end)
}

/// A text without the blanks at its beginning, raw or escaped.
fn inner_start(text: &str) -> &str {
    text.trim_ascii_start().trim_start_matches("\\n").trim_ascii_start()
}

/// What follows the inner string that a text begins with, if it is not too long.
fn inner_text(text: &str) -> Option<&str> {
    let text = text.strip_prefix("\\\"")?;
    let near = text.get(..text.floor_char_boundary(LONGEST_TEXT)).unwrap_or(text);
    let is_end = |at: &usize| near.get(..*at).is_some_and(|it| !it.ends_with('\\'));
    let end = near.match_indices("\\\"").map(|it| it.0).find(is_end)?;
    text.get(end + 2..).map(inner_start)
}
