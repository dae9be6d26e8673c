//! Strings that hold JSON without any escaping.

use super::{Parser, State, SyntaxErrorKind};
use crate::json::lexer::skip_blanks;
use crate::json::{Flags, Kind};
use crate::text::Span;

impl Parser<'_> {
    /// Reads a string whose content is one JSON value with unescaped quotes. False when it is not, and the string ends
    /// at `end`.
    pub(super) fn string_of_json(&mut self, start: usize, end: usize) -> bool {
        let Some(close) = self.unescaped_json(start).filter(|it| *it >= end) else { return false };
        self.push(Kind::String, start, close + 1, Flags::VERBATIM);
        self.error(SyntaxErrorKind::UnescapedQuote(Span::new(start + 1, close)), end - 1, end);
        self.at = close + 1;
        true
    }

    /// The quote that closes the string at `start`, if its content is one JSON value without any escaping.
    fn unescaped_json(&mut self, start: usize) -> Option<usize> {
        let (inner, is_fenced) = self.block_start(start);
        let bracket = self.bytes.get(inner).filter(|it| matches!(it, b'{' | b'['))?;
        let next = self.byte_behind_blanks(inner + 1);
        let is_escaped = next == Some(b'\\') || *bracket == b'{' && next != Some(b'"');
        if self.is_trial || is_escaped || self.trial_budget == 0 {
            return None;
        }
        let limit = self.end.min(inner + self.trial_budget);
        let mut trial = Parser::new(self.bytes, Span::new(inner, limit));
        trial.is_trial = true;
        trial.run(State::Value);
        self.trial_budget = self.trial_budget.saturating_sub(trial.at - inner + 16);
        if trial.has_failed {
            return self.line_of_json(start);
        }
        let mut close = skip_blanks(self.bytes, trial.at);
        if is_fenced && self.bytes.get(close..).is_some_and(|it| it.starts_with(b"```")) {
            close = skip_blanks(self.bytes, close + 3);
        }
        let ends = matches!(self.byte_behind_blanks(close + 1), None | Some(b',' | b'}' | b']'));
        (self.bytes.get(close) == Some(&b'"') && ends && close < self.end).then_some(close)
    }

    /// The quote that closes the string at `start`, if its content is the rest of the line and looks like JSON: it may
    /// have mistakes of its own, such as quotes in its texts.
    fn line_of_json(&mut self, start: usize) -> Option<usize> {
        // A string that ends right there, before a word, would not be a string.
        let [b'"', b'{', b'"', b'a'..=b'z' | b'A'..=b'Z' | b'_', ..] = self.bytes.get(start..self.end)? else {
            return None;
        };
        let rest = self.bytes.get(start..self.end)?;
        let len = rest.iter().position(|it| *it == b'\n').unwrap_or(rest.len());
        self.trial_budget = self.trial_budget.saturating_sub(len);
        let line = rest.get(..len)?.trim_ascii_end();
        let line = line.strip_suffix(b",").unwrap_or(line).trim_ascii_end();
        let next = self.byte_behind_blanks(start + len);
        (line.ends_with(b"}\"") && matches!(next, Some(b'"' | b'}'))).then(|| start + line.len() - 1)
    }

    /// Where the content of the string at `start` begins, after the line of a Markdown fence if it has one.
    fn block_start(&self, start: usize) -> (usize, bool) {
        let inner = skip_blanks(self.bytes, start + 1);
        let rest = self.bytes.get(inner..self.end).unwrap_or_default();
        if !rest.starts_with(b"```") {
            return (inner, false);
        }
        let line = rest.iter().take(32).position(|it| matches!(it, b'\n' | b'\r')).unwrap_or_default();
        (skip_blanks(self.bytes, inner + line), true)
    }
}
