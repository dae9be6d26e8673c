//! Strings whose content was never escaped: with raw quotes, raw line ends, whole JSON in them.

use super::{Parser, State, SyntaxErrorKind};
use crate::json::fault::Reading;
use crate::json::inner::Inner;
use crate::json::lexer::{find_special, scan_string, skip_blanks};
use crate::json::tree::{Flags, Kind};
use crate::text::{Span, find_byte};

impl Parser<'_> {
    /// A string with a raw line end. True when it is not one string over several lines but something else.
    pub(super) fn string_over_lines(&mut self, start: usize, control: usize) -> bool {
        if !matches!(self.bytes.get(control), Some(b'\n' | b'\r')) || self.is_trial {
            return false;
        }
        // A quote that ends the string anyway is no sign of missing backslashes.
        let own_close = scan_string(self.bytes, start, self.end).end - 1;
        let close = self.unescaped_json(start).or_else(|| self.block_close(start, control));
        if let Some(close) = close.filter(|it| *it > own_close) {
            self.verbatim(start, close);
            return true;
        }
        let line = self.bytes.get(start..control).unwrap_or_default().trim_ascii_end();
        if !self.next_line_is_structure(start, control, line.ends_with(b",")) {
            return false;
        }
        let line = line.strip_suffix(b",").unwrap_or(line).trim_ascii_end();
        self.unclosed(start, start + line.len().max(1));
        true
    }

    /// A string that holds JSON as it is, up to the quote at `close`.
    fn verbatim(&mut self, start: usize, close: usize) {
        let quote = (scan_string(self.bytes, start, self.end).end - 1).min(close);
        self.push(Kind::String, start, close + 1, Flags::VERBATIM);
        let content = Span::new(start + 1, close);
        self.error(SyntaxErrorKind::UnescapedQuote(content, Reading::Json), quote, quote + 1);
        self.at = close + 1;
    }

    /// Whether the line behind a line end begins with a key, or with a bracket that ends something.
    fn next_line_is_structure(&self, start: usize, line_end: usize, has_comma: bool) -> bool {
        let at = skip_blanks(self.bytes, line_end);
        match self.bytes.get(at) {
            Some(b'}' | b']') => {
                matches!(self.byte_behind_blanks(at + 1), None | Some(b',' | b'}' | b']'))
            }
            // The colon of a key that was never closed.
            Some(b':') => {
                let before = self.bytes.get(..start).unwrap_or_default().trim_ascii_end();
                self.top() == Kind::Object && matches!(before.last(), Some(b'{' | b','))
            }
            Some(b'"') if self.top() == Kind::Array && has_comma => {
                let item = scan_string(self.bytes, at, (at + 256).min(self.end));
                let is_plain = !item.flags.has(Flags::UNCLOSED) && item.control.is_none();
                is_plain && matches!(self.byte_behind_blanks(item.end), Some(b',' | b']'))
            }
            _ => self.is_key_at(at),
        }
    }

    /// The string just read seems to have ended at a quote that belonged to its content, or to the next key.
    /// The state in which to go on when it was read anew.
    pub(super) fn early_end_of_string(&mut self, byte: u8) -> Option<State> {
        let last = self.nodes.last().copied()?;
        let is_plain_string = last.kind == Kind::String && !last.flags.has(Flags::UNCLOSED);
        let start = last.span.start as usize;
        let quote = (last.span.end as usize).saturating_sub(1);
        let same_line = self.bytes.get(quote + 1..self.at).is_some_and(|it| !it.contains(&b'\n'));
        if self.is_trial || !is_plain_string || !same_line || self.bytes.get(start) != Some(&b'"') {
            return None;
        }
        if self.top() == Kind::Object && self.lost_close(start, quote) {
            self.item_done();
            return Some(State::Key);
        }
        // `"" "` or `"{"[`: only content that begins like JSON makes brackets part of a string.
        let separates = matches!(byte, b'"' | b'{' | b'[' | b':' | b';');
        let begins_json = matches!(self.byte_behind_blanks(start + 1), Some(b'{' | b'[' | b'`'));
        if separates && !begins_json {
            return None;
        }
        // JSON that is whole did not end too early.
        let mut inner = Inner::new(self.bytes.get(..quote).unwrap_or_default(), start + 1);
        while inner.next().is_some() {}
        if inner.end() == Some(quote) {
            return None;
        }
        if let Some(close) = self.unescaped_json(start) {
            self.nodes.pop();
            self.forget_errors(start);
            self.verbatim(start, close);
            return Some(self.item_done());
        }
        let is_over_lines = self.bytes.get(start..quote).is_some_and(|it| it.contains(&b'\n'));
        let (close, reading) = self.plain_close(quote + 1, is_over_lines).filter(|_| !separates)?;
        self.nodes.pop();
        self.forget_errors(start);
        self.reread((start, close), quote, last.flags, reading);
        Some(self.item_done())
    }

    /// A string from quote to quote, with one at least between them that has no backslash.
    fn reread(&mut self, (start, close): (usize, usize), quote: usize, mut flags: Flags, reading: Reading) {
        if find_byte(self.bytes.get(..close).unwrap_or_default(), start, b'\\').is_some() {
            flags.add(Flags::ESCAPES);
        }
        self.push(Kind::String, start, close + 1, flags);
        let content = Span::new(start + 1, close);
        self.error(SyntaxErrorKind::UnescapedQuote(content, reading), quote, quote + 1);
        self.escape_errors(start + 1, close, false);
        self.at = close + 1;
    }

    /// A string of escaped JSON that ends, at `end`, before its JSON does: some of the quotes have lost their
    /// backslashes. True when it was read up to where its JSON ends.
    pub(super) fn half_escaped(&mut self, start: usize, end: usize) -> bool {
        // What ends like JSON is whole.
        let content = self.bytes.get(start + 1..end.saturating_sub(1)).unwrap_or_default();
        let begins = matches!(content.trim_ascii_start().first(), Some(b'{' | b'[' | b'\\'));
        if self.is_trial || !begins || matches!(content.last(), Some(b'}' | b']')) {
            return false;
        }
        let limit = self.end.min(start + self.trial_budget);
        let mut inner = Inner::new(self.bytes.get(..limit).unwrap_or_default(), start + 1);
        let mut quote = None;
        while let Some(raw) = inner.next() {
            if raw.byte != b'"' {
                break;
            }
            quote = quote.or(Some(raw.at));
        }
        self.trial_budget = self.trial_budget.saturating_sub(inner.at - start + 16);
        let (Some(close), Some(quote), true) = (inner.end(), quote, inner.has_escapes) else { return false };
        let is_end = self.bytes.get(close) == Some(&b'"') && close < self.end && self.could_close(close);
        if !is_end || self.unescaped_json(start).is_some() {
            return false;
        }
        self.reread((start, close), quote, Flags::default(), Reading::Text);
        true
    }

    /// Where the string that opens at `start` ends, if its content is one JSON value without any escaping.
    fn unescaped_json(&mut self, start: usize) -> Option<usize> {
        let (inner, is_fenced) = self.block_start(start);
        if !matches!(self.bytes.get(inner), Some(b'{' | b'[')) || self.trial_budget == 0 {
            return None;
        }
        let limit = self.end.min(inner + self.trial_budget);
        let mut trial = Parser::new(self.bytes, Span::new(inner, limit));
        trial.is_trial = true;
        trial.run();
        self.trial_budget = self.trial_budget.saturating_sub(trial.at - inner + 16);
        if trial.has_failed {
            return None;
        }
        let mut close = skip_blanks(self.bytes, trial.at);
        if is_fenced && self.bytes.get(close..).is_some_and(|it| it.starts_with(b"```")) {
            close = skip_blanks(self.bytes, close + 3);
        }
        let ends = matches!(self.byte_behind_blanks(close + 1), None | Some(b',' | b'}' | b']'));
        (self.bytes.get(close) == Some(&b'"') && ends && close < self.end).then_some(close)
    }

    /// Where the content of the string at `start` begins, behind the line of a Markdown fence if it has one.
    fn block_start(&self, start: usize) -> (usize, bool) {
        let inner = skip_blanks(self.bytes, start + 1);
        let rest = self.bytes.get(inner..self.end).unwrap_or_default();
        if !rest.starts_with(b"```") {
            return (inner, false);
        }
        let line = rest.iter().take(32).position(|it| matches!(it, b'\n' | b'\r')).unwrap_or_default();
        (skip_blanks(self.bytes, inner + line), true)
    }

    /// The same for JSON over several lines with faults of its own: up to the quote behind its last bracket.
    fn block_close(&mut self, start: usize, control: usize) -> Option<usize> {
        let (inner, is_fenced) = self.block_start(start);
        let first_line = self.bytes.get(inner..control.max(inner)).unwrap_or_default().trim_ascii();
        let opens = is_fenced || matches!(first_line, b"{" | b"[" | b"[{");
        if !opens || !matches!(self.bytes.get(inner), Some(b'{' | b'[')) {
            return None;
        }
        let limit = self.end.min(inner + self.trial_budget);
        let mut from = inner;
        let found = loop {
            let at = find_byte(self.bytes.get(..limit).unwrap_or_default(), from, b'"');
            let Some(at) = at else { break None };
            let before = self.bytes.get(inner..at).unwrap_or_default().trim_ascii_end();
            if before.ends_with(b"}") || before.ends_with(b"]") || before.ends_with(b"```") {
                // Strings begin behind brackets too, but keys follow a comma.
                if self.could_close(at) {
                    break Some(at);
                }
            }
            from = at + 1;
        };
        self.trial_budget = self.trial_budget.saturating_sub(found.unwrap_or(limit) - inner + 16);
        found
    }

    /// The quote that ends a string of plain text, and whether it is the only one that could:
    /// on this line, or, in a text over several lines, the first that structure follows.
    fn plain_close(&mut self, from: usize, over_lines: bool) -> Option<(usize, Reading)> {
        let limit = self.end.min(from + self.trial_budget);
        let mut found = None;
        let mut at = from;
        while at < limit {
            at = find_special(self.bytes, at, limit) + 1;
            let byte = self.bytes.get(at - 1);
            if matches!(byte, Some(b'\n' | b'\r')) && !over_lines {
                break;
            }
            let is_escaped = at > from + 1 && self.bytes.get(at - 2) == Some(&b'\\');
            if at > limit || byte != Some(&b'"') || is_escaped || !self.could_close(at - 1) {
                continue;
            }
            if found.is_some() {
                found = found.map(|(close, _)| (close, Reading::Unclear));
                break;
            }
            found = Some((at - 1, Reading::Text));
            if over_lines {
                break;
            }
        }
        self.trial_budget = self.trial_budget.saturating_sub(at.min(limit).saturating_sub(from) + 16);
        found
    }

    pub(super) fn could_close(&self, quote: usize) -> bool {
        let behind = skip_blanks(self.bytes, quote + 1);
        match self.bytes.get(behind) {
            None => true,
            Some(b'}' | b']') => {
                matches!(self.bytes.get(behind + 1), None | Some(b' ' | b'\n' | b'\r' | b',' | b'}' | b']'))
            }
            Some(b',') => {
                let next = skip_blanks(self.bytes, behind + 1);
                let over_line = self.bytes.get(behind..next).is_some_and(|it| it.contains(&b'\n'));
                let is_object = self.top() == Kind::Object;
                over_line || if is_object { self.is_key_at(next) } else { self.bytes.get(next) == Some(&b'"') }
            }
            _ => false,
        }
    }
}
