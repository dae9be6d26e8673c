//! Going on after a fault. Everything here is off the path of a text without faults.

use super::{Expected, Parser, Reading, State, SyntaxErrorKind};
use crate::json::lexer::{char_len, is_word, scan_string, scan_word, skip_blanks};
use crate::json::string::{EscapeFault, read_escape};
use crate::json::tree::{Flags, Kind};
use crate::text::Span;

impl Parser<'_> {
    /// Something that begins no value.
    pub(super) fn odd_value(&mut self, byte: u8) -> State {
        if self.open.is_empty() && self.nodes.is_empty() {
            return self.odd_root(byte);
        }
        let start = self.at;
        match byte {
            b'\'' => {
                self.single_quoted();
                return self.item_done();
            }
            b'<' if self.placeholder_end().is_some() => {
                let end = self.placeholder_end().unwrap_or(start + 1);
                return self.stand_in(SyntaxErrorKind::AnglePlaceholder, end);
            }
            b'.' | 0xE2 if self.ellipsis_end().is_some() => {
                let end = self.ellipsis_end().unwrap_or(start + 1);
                return self.stand_in(SyntaxErrorKind::Ellipsis, end);
            }
            b'}' if self.top() == Kind::Array => {
                self.trailing_comma();
                return State::After;
            }
            b'}' | b']' | b',' => {
                self.error(SyntaxErrorKind::Unexpected(Expected::Value), start, start + 1);
                self.push_broken();
                return State::After;
            }
            b':' => {
                self.error(SyntaxErrorKind::Unexpected(Expected::Value), start, start + 1);
                self.at += 1;
                return State::Value;
            }
            b'+' | b'.' if self.bytes.get(start + 1).is_some_and(|it| it.is_ascii_digit() || *it == b'.') => {
                self.at = scan_word(self.bytes, start + 1).min(self.end);
                self.push(Kind::Number, start, self.at, Flags::default());
                self.error(SyntaxErrorKind::BadNumber, start, self.at);
                return self.item_done();
            }
            _ => (),
        }
        let end = self.junk_end();
        self.stand_in(SyntaxErrorKind::Unexpected(Expected::Value), end)
    }

    /// Something stands for a value, or for members, that is not JSON at all.
    fn stand_in(&mut self, kind: SyntaxErrorKind, end: usize) -> State {
        let start = self.at;
        self.error(kind, start, end);
        self.push(Kind::Broken, start, end, Flags::default());
        // A whole item is missing from an array; in an object only the value of its key.
        if self.top() == Kind::Array {
            self.mark_incomplete();
        }
        self.at = end;
        let after = self.item_done();
        self.is_lenient = true;
        after
    }

    /// Words before the first bracket of the file, or no JSON at all.
    fn odd_root(&mut self, byte: u8) -> State {
        let start = self.at;
        if byte == b'\'' {
            self.single_quoted();
            return self.item_done();
        }
        let rest = self.bytes.get(start..self.end).unwrap_or_default();
        let opens = |idx: usize| {
            let inside = skip_blanks(self.bytes, start + idx + 1);
            matches!(self.bytes.get(inside), Some(b'"' | b'{' | b'[' | b'}' | b']' | b'\''))
        };
        let found = rest.iter().enumerate().find(|&(idx, it)| matches!(it, b'{' | b'[') && opens(idx));
        if let Some((idx, _)) = found {
            let words = rest.get(..idx).unwrap_or_default().trim_ascii_end().len();
            self.error(SyntaxErrorKind::LeadingText, start, start + words);
            self.at = start + idx;
            return State::Value;
        }
        let line = rest.iter().position(|it| matches!(it, b'\n' | b'\r')).unwrap_or(rest.len());
        let end = start + rest.get(..line).unwrap_or_default().trim_ascii_end().len();
        self.error(SyntaxErrorKind::Unexpected(Expected::Value), start, end.max(start + 1));
        let end = self.trimmed_end();
        self.push(Kind::Broken, start, end, Flags::default());
        self.at = self.end;
        State::Done
    }

    /// Something that begins no key.
    pub(super) fn odd_key(&mut self, byte: u8) -> State {
        let start = self.at;
        match byte {
            b'\'' => {
                self.single_quoted();
                return State::Colon;
            }
            b'.' | 0xE2 if self.ellipsis_end().is_some() => {
                let end = self.ellipsis_end().unwrap_or(start + 1);
                return self.pass_over(SyntaxErrorKind::Ellipsis, end);
            }
            b'<' if self.placeholder_end().is_some() => {
                let end = self.placeholder_end().unwrap_or(start + 1);
                return self.pass_over(SyntaxErrorKind::AnglePlaceholder, end);
            }
            b']' => {
                self.trailing_comma();
                return State::After;
            }
            b',' => {
                self.error(SyntaxErrorKind::Unexpected(Expected::Key), start, start + 1);
                self.at += 1;
                return State::Key;
            }
            b'{' | b'[' | b':' => {
                self.error(SyntaxErrorKind::Unexpected(Expected::Key), start, start + 1);
                self.push_broken();
                return if byte == b':' { State::Colon } else { State::Value };
            }
            _ if self.starts_word() || byte == b'-' => {
                let end = scan_word(self.bytes, start + 1).min(self.end);
                if self.bytes.get(skip_blanks(self.bytes, end)) == Some(&b':') {
                    self.error(SyntaxErrorKind::UnquotedKey, start, end);
                    self.push(Kind::String, start, end, Flags::BARE);
                    self.at = end;
                    return State::Colon;
                }
            }
            _ => (),
        }
        let end = self.junk_end();
        self.pass_over(SyntaxErrorKind::Unexpected(Expected::Key), end)
    }

    /// Text where a member should stand is left out of the tree.
    fn pass_over(&mut self, kind: SyntaxErrorKind, end: usize) -> State {
        if !self.is_lenient {
            self.error(kind, self.at, end);
        }
        self.mark_incomplete();
        self.at = end;
        self.comma = None;
        self.is_lenient = true;
        State::After
    }

    /// No colon behind a key.
    pub(super) fn odd_colon(&mut self, byte: u8) -> State {
        let start = self.at;
        let begins_value = matches!(byte, b'"' | b'{' | b'[' | b'-' | b'0'..=b'9' | b'\'') || is_word(byte);
        if byte == b'=' {
            self.at += if self.bytes.get(start + 1) == Some(&b'>') { 2 } else { 1 };
            self.error(SyntaxErrorKind::Unexpected(Expected::Colon), start, self.at);
            return State::Value;
        }
        if begins_value {
            let end = self.token_end();
            self.error(SyntaxErrorKind::Unexpected(Expected::Colon), start, end);
            return State::Value;
        }
        let end = if matches!(byte, b',' | b'}' | b']') { start + 1 } else { self.junk_end() };
        self.error(SyntaxErrorKind::Unexpected(Expected::Colon), start, end);
        self.push_broken();
        if !matches!(byte, b',' | b'}' | b']') {
            self.at = end;
            self.is_lenient = true;
        }
        State::After
    }

    /// Neither comma nor closing bracket behind an item.
    pub(super) fn odd_separator(&mut self, byte: u8) -> State {
        if !self.is_lenient && self.early_end_of_string(byte) {
            return self.item_done();
        }
        let start = self.at;
        if self.begins_item(byte) {
            if !self.is_lenient {
                let end = self.token_end();
                self.error(SyntaxErrorKind::MissingComma, start, end);
            }
            self.is_lenient = false;
            self.comma = None;
            return self.next_item();
        }
        let expected =
            if self.top() == Kind::Object { Expected::CommaOrBrace } else { Expected::CommaOrBracket };
        if byte == b';' {
            self.error(SyntaxErrorKind::Unexpected(expected), start, start + 1);
            self.at += 1;
            return self.next_item();
        }
        let end = self.junk_end();
        self.pass_over(SyntaxErrorKind::Unexpected(expected), end)
    }

    fn begins_item(&self, byte: u8) -> bool {
        let is_stand_in = self.ellipsis_end().is_some() || self.placeholder_end().is_some();
        if self.top() == Kind::Array {
            return is_stand_in || is_word(byte) || matches!(byte, b'"' | b'\'' | b'{' | b'[' | b'-');
        }
        let word_end = scan_word(self.bytes, self.at);
        let is_bare_key = word_end > self.at && self.bytes.get(skip_blanks(self.bytes, word_end)) == Some(&b':');
        is_stand_in || is_bare_key || matches!(byte, b'"' | b'\'')
    }

    /// A closing bracket of the other kind: brackets are missing before it, or it is the wrong one.
    pub(super) fn mismatched_close(&mut self, byte: u8) -> State {
        let start = self.at;
        let closes = if byte == b'}' { Kind::Object } else { Kind::Array };
        let n_open = if byte == b'}' { self.open_objects } else { self.open.len() - self.open_objects };
        let expected = if self.top() == Kind::Object { Expected::Brace } else { Expected::Bracket };
        self.error(SyntaxErrorKind::Unexpected(expected), start, start + 1);
        let behind = skip_blanks(self.bytes, start + 1);
        let would_end = n_open == 1 && self.open.first().is_some_and(|&it| self.node(it).kind == closes);
        let goes_on = behind < self.end;
        if n_open == 0 || (would_end && goes_on) {
            // Read as the bracket that is due here.
            return self.close();
        }
        let next = self.count();
        while self.top() != closes {
            let Some(id) = self.open.pop() else { break };
            let end = Span::new(0, start).end;
            if let Some(node) = self.nodes.get_mut(id as usize) {
                node.next = next;
                node.span.end = end;
                node.flags.add(Flags::UNCLOSED);
                self.open_objects -= usize::from(node.kind == Kind::Object);
            }
        }
        self.close()
    }

    /// A string in single quotes, up to the quote that a separator follows.
    fn single_quoted(&mut self) {
        let start = self.at;
        let rest = self.bytes.get(start + 1..self.end).unwrap_or_default();
        let line = rest.iter().position(|it| matches!(it, b'\n' | b'\r')).unwrap_or(rest.len());
        let is_end = |idx: usize| {
            let behind = skip_blanks(self.bytes, start + idx + 2);
            matches!(self.bytes.get(behind), None | Some(b',' | b':' | b'}' | b']'))
        };
        let mut quotes = rest.iter().take(line).enumerate().filter(|&(_, it)| *it == b'\'').map(|(idx, _)| idx);
        let mut first = None;
        let found = quotes.find(|&idx| {
            first = first.or(Some(idx));
            is_end(idx)
        });
        let (end, unclosed) = match found.or(first) {
            Some(idx) => (start + idx + 2, Flags::default()),
            None => (start + 1 + line, Flags::UNCLOSED),
        };
        let mut flags = unclosed;
        if self.bytes.get(start..end).is_some_and(|it| it.contains(&b'\\')) {
            flags.add(Flags::ESCAPES);
        }
        self.push(Kind::String, start, end, flags);
        self.error(SyntaxErrorKind::SingleQuotes, start, end);
        self.at = end;
    }

    /// A string with a raw line end. True when it is not one string over several lines but something else.
    pub(super) fn string_over_lines(&mut self, start: usize, control: usize) -> bool {
        if !matches!(self.bytes.get(control), Some(b'\n' | b'\r')) || self.is_trial {
            return false;
        }
        if let Some(close) = self.unescaped_json(start) {
            let quote = scan_string(self.bytes, start, self.end).end - 1;
            self.push(Kind::String, start, close + 1, Flags::VERBATIM);
            let content = Span::new(start + 1, close);
            self.error(SyntaxErrorKind::UnescapedQuote(content, Reading::Json), quote, quote + 1);
            self.at = close + 1;
            return true;
        }
        if !self.next_line_is_structure(control) {
            return false;
        }
        let line = self.bytes.get(start..control).unwrap_or_default().trim_ascii_end();
        let end = start + line.strip_suffix(b",").unwrap_or(line).len();
        let mut flags = Flags::UNCLOSED;
        if line.contains(&b'\\') {
            flags.add(Flags::ESCAPES);
        }
        self.push(Kind::String, start, end, flags);
        self.error(SyntaxErrorKind::UnclosedString, start, end);
        self.at = end;
        true
    }

    /// Whether the line behind a line end begins with a key, or with a bracket that ends something.
    fn next_line_is_structure(&self, line_end: usize) -> bool {
        let at = skip_blanks(self.bytes, line_end);
        match self.bytes.get(at) {
            Some(b'}' | b']') => {
                let behind = skip_blanks(self.bytes, at + 1);
                matches!(self.bytes.get(behind), None | Some(b',' | b'}' | b']'))
            }
            Some(b'"') => {
                let key = scan_string(self.bytes, at, (at + 256).min(self.end));
                let is_plain = !key.flags.has(Flags::UNCLOSED) && key.control.is_none();
                is_plain && self.bytes.get(skip_blanks(self.bytes, key.end)) == Some(&b':')
            }
            _ => false,
        }
    }

    /// The string just read seems to have ended at a quote that belonged to its content. True when it was read anew.
    fn early_end_of_string(&mut self, byte: u8) -> bool {
        let Some(last) = self.nodes.last().copied() else { return false };
        let is_plain_string = last.kind == Kind::String && !last.flags.has(Flags::UNCLOSED);
        let start = last.span.start as usize;
        let quote = (last.span.end as usize).saturating_sub(1);
        let same_line = self.bytes.get(quote + 1..self.at).is_some_and(|it| !it.contains(&b'\n'));
        let separates = matches!(byte, b'"' | b'{' | b'[' | b':' | b';');
        if self.is_trial || !is_plain_string || !same_line || self.bytes.get(start) != Some(&b'"') {
            return false;
        }
        // `"" "` or `"{"[`: only content that begins like JSON makes brackets part of a string.
        let begins_json = matches!(self.bytes.get(skip_blanks(self.bytes, start + 1)), Some(b'{' | b'['));
        if separates && !begins_json {
            return false;
        }
        let (close, reading, flags) = if let Some(close) = self.unescaped_json(start) {
            (close, Reading::Json, Flags::VERBATIM)
        } else if let (Some((close, reading)), false) = (self.plain_close(quote + 1), separates) {
            let mut flags = last.flags;
            if self.bytes.get(start..close).is_some_and(|it| it.contains(&b'\\')) {
                flags.add(Flags::ESCAPES);
            }
            (close, reading, flags)
        } else {
            return false;
        };
        self.nodes.pop();
        self.push(Kind::String, start, close + 1, flags);
        let content = Span::new(start + 1, close);
        self.error(SyntaxErrorKind::UnescapedQuote(content, reading), quote, quote + 1);
        self.at = close + 1;
        true
    }

    /// Where the string that opens at `start` ends, if its content is one JSON value without any escaping.
    fn unescaped_json(&mut self, start: usize) -> Option<usize> {
        let inner = skip_blanks(self.bytes, start + 1);
        if !matches!(self.bytes.get(inner), Some(b'{' | b'[')) || self.trial_budget == 0 {
            return None;
        }
        let limit = self.end.min(inner + self.trial_budget);
        let mut trial = Parser::new(self.bytes, Span::new(inner, limit));
        trial.is_trial = true;
        trial.run();
        self.trial_budget = self.trial_budget.saturating_sub(trial.at - inner + 16);
        if !trial.errors.is_empty() {
            return None;
        }
        let close = skip_blanks(self.bytes, trial.at);
        let behind = skip_blanks(self.bytes, close + 1);
        let ends = matches!(self.bytes.get(behind), None | Some(b',' | b'}' | b']'));
        (self.bytes.get(close) == Some(&b'"') && ends).then_some(close)
    }

    /// The quote on this line that ends a string of plain text, and whether it is the only one that could.
    fn plain_close(&mut self, from: usize) -> Option<(usize, Reading)> {
        let limit = self.end.min(from + self.trial_budget);
        let rest = self.bytes.get(from..limit)?;
        let line = rest.iter().position(|it| matches!(it, b'\n' | b'\r')).unwrap_or(rest.len());
        self.trial_budget = self.trial_budget.saturating_sub(line + 16);
        let mut found = None;
        for (idx, byte) in rest.iter().enumerate().take(line) {
            let is_escaped = idx > 0 && rest.get(idx - 1) == Some(&b'\\');
            if *byte != b'"' || is_escaped || !self.could_close(from + idx) {
                continue;
            }
            match found {
                None => found = Some(from + idx),
                Some(close) => return Some((close, Reading::Unclear)),
            }
        }
        found.map(|it| (it, Reading::Text))
    }

    fn could_close(&self, quote: usize) -> bool {
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
                let key = scan_string(self.bytes, next, (next + 256).min(self.end)).end;
                let is_key = self.bytes.get(next) == Some(&b'"')
                    && self.bytes.get(skip_blanks(self.bytes, key)) == Some(&b':');
                over_line || if is_object { is_key } else { self.bytes.get(next) == Some(&b'"') }
            }
            _ => false,
        }
    }

    /// Reports each escape in a string that JSON does not know, and halves of surrogate pairs.
    pub(super) fn escape_errors(&mut self, from: usize, to: usize) {
        let mut at = from;
        while at < to {
            if self.bytes.get(at) != Some(&b'\\') {
                at += 1;
                continue;
            }
            let escape = read_escape(self.bytes, at);
            let shown = self.bytes.get(at + 1).map_or(1, |&it| 1 + char_len(it));
            match escape.fault {
                Some(EscapeFault::Unknown) => self.error(SyntaxErrorKind::BadEscape, at, (at + shown).min(to)),
                Some(EscapeFault::LoneSurrogate) => self.error(SyntaxErrorKind::LoneSurrogate, at, at + 6),
                None => (),
            }
            at += escape.escaped as usize;
        }
    }

    /// Behind text that makes no sense: up to the next separator, quote or line end; brackets are taken in pairs.
    fn junk_end(&self) -> usize {
        let mut depth = 0_usize;
        let mut at = self.at;
        while let Some(&byte) = self.bytes.get(at).filter(|_| at < self.end) {
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth > 0 => depth -= 1,
                b'}' | b']' => break,
                b',' | b'"' | b'\n' | b'\r' if depth == 0 && at > self.at => break,
                _ => (),
            }
            at += char_len(byte);
        }
        let found = at.clamp(self.at + 1, self.end.max(self.at + 1));
        let junk = self.bytes.get(self.at..found).unwrap_or_default();
        self.at + junk.trim_ascii_end().len().max(1)
    }

    fn token_end(&self) -> usize {
        match self.peek() {
            Some(b'"') => scan_string(self.bytes, self.at, self.end).end,
            Some(byte) if is_word(byte) => scan_word(self.bytes, self.at).min(self.end),
            Some(byte) => (self.at + char_len(byte)).min(self.end),
            None => self.at,
        }
    }

    fn ellipsis_end(&self) -> Option<usize> {
        let rest = self.bytes.get(self.at..self.end)?;
        if rest.starts_with("…".as_bytes()) {
            return Some(self.at + "…".len());
        }
        let dots = rest.iter().take_while(|it| **it == b'.').count();
        (dots >= 3).then_some(self.at + dots)
    }

    fn placeholder_end(&self) -> Option<usize> {
        let rest = self.bytes.get(self.at..self.end.min(self.at + 256))?;
        if rest.first() != Some(&b'<') {
            return None;
        }
        let end = rest.iter().position(|it| matches!(it, b'>' | b'\n' | b'\r' | b'"'))?;
        (rest.get(end) == Some(&b'>')).then_some(self.at + end + 1)
    }
}
