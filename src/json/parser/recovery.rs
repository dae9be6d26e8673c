//! Recovery after an error. Texts without errors never get here.

use super::ends::has_key;
use super::{Parser, State, SyntaxErrorKind};
use crate::json::fault::Expected;
use crate::json::lexer::{line_len, scan_number, scan_word, skip_blanks};
use crate::json::{Flags, Kind};
use crate::text::find_bytes;

/// Words that a text may end in when it was cut.
const LITERALS: &[&[u8]] = &[b"true", b"false", b"null", b"True", b"False", b"None", b"NaN", b"Infinity"];

impl Parser<'_> {
    /// Reads something that cannot begin a value.
    pub(super) fn odd_value(&mut self, byte: u8) -> State {
        if byte == b'('
            && let Some(state) = self.round_open()
        {
            return state;
        }
        if self.open.is_empty() && self.nodes.is_empty() {
            return self.odd_root(byte);
        }
        let start = self.at;
        if self.escaped_text() {
            return State::Done;
        }
        if self.odd_quoted() {
            return self.item_done();
        }
        let unfilled = [
            (SyntaxErrorKind::AnglePlaceholder, self.placeholder_end()),
            (SyntaxErrorKind::Choice, self.choice_end(start)),
            (SyntaxErrorKind::Ellipsis, self.ellipsis_end()),
        ];
        if let Some((kind, end)) = unfilled.into_iter().find_map(|it| Some((it.0, it.1?))) {
            return self.stand_in(kind, end);
        }
        if let Some(state) = self.mark_for_value(byte) {
            return state;
        }
        let next = self.bytes.get(start + 1);
        if matches!(byte, b'+' | b'.') && next.is_some_and(|it| it.is_ascii_digit() || *it == b'.') {
            let end = scan_word(self.bytes, start + 1).min(self.end);
            return self.bad_number(end);
        }
        if self.is_cut_word() {
            self.push(Kind::Broken, start, self.end, Flags::default());
            self.at = self.end;
            return self.item_done();
        }
        let end = self.junk_end();
        self.stand_in(SyntaxErrorKind::Unexpected(Expected::Value), end)
    }

    /// A comma, a colon or a closing bracket where a value should be.
    fn mark_for_value(&mut self, byte: u8) -> Option<State> {
        let start = self.at;
        match byte {
            b'}' | b')' if self.top() == Kind::Array => {
                self.trailing_comma();
                Some(State::After)
            }
            b',' if self.top() == Kind::Array => Some(self.spare_commas(Expected::Value)),
            b'}' | b']' | b')' | b',' => {
                self.error(SyntaxErrorKind::Unexpected(Expected::Value), start, start + 1);
                self.push_broken();
                Some(State::After)
            }
            b':' => {
                self.error(SyntaxErrorKind::Unexpected(Expected::Value), start, start + 1);
                self.at += 1;
                Some(State::Value)
            }
            _ => None,
        }
    }

    /// True when the text ends within a literal.
    fn is_cut_word(&self) -> bool {
        let rest = self.bytes.get(self.at..self.end).unwrap_or_default();
        rest.len() < 9 && LITERALS.iter().any(|it| it.starts_with(rest))
    }

    /// Reads text that is not JSON in place of a value or of members.
    pub(super) fn stand_in(&mut self, kind: SyntaxErrorKind, end: usize) -> State {
        let start = self.at;
        self.error(kind, start, end);
        self.push(Kind::Broken, start, end, Flags::default());
        // A whole item is missing from an array; in an object only the value of its key.
        if self.top() == Kind::Array {
            self.mark_incomplete();
        }
        self.at = end;
        let after = self.item_done();
        // The end of a choice is certain.
        self.is_lenient = !matches!(kind, SyntaxErrorKind::Choice);
        after
    }

    /// True at the first item of a list in prose: `- words`, `1. words`.
    pub(super) fn begins_list(&self) -> bool {
        let rest = self.bytes.get(self.at..self.end).unwrap_or_default();
        let n_digits = rest.iter().take_while(|it| it.is_ascii_digit()).count();
        let mark: &[u8] = if n_digits > 0 { b". " } else { b"- " };
        rest.get(n_digits..).is_some_and(|it| it.starts_with(mark))
    }

    /// Words before the first bracket of the file, or no JSON at all.
    pub(super) fn odd_root(&mut self, byte: u8) -> State {
        if byte != b'`' && self.odd_quoted() {
            return self.item_done();
        }
        let mut rest = self.bytes.get(self.at..self.end).unwrap_or_default();
        // Reasoning before the answer does not belong to it.
        if rest.starts_with(b"<think") {
            let end = find_bytes(rest, b"</think");
            rest = rest.get(end.unwrap_or_default()..).unwrap_or_default();
        }
        self.words(self.end - rest.len())
    }

    /// Words with or without JSON after them; it is searched for from an offset on.
    pub(super) fn words(&mut self, from: usize) -> State {
        let start = self.at;
        let rest = self.bytes.get(from..self.end).unwrap_or_default();
        let mut found = None;
        for (at, it) in (from..).zip(rest).filter(|it| matches!(it.1, b'{' | b'[')) {
            let next = skip_blanks(self.bytes, at + 1).min(self.end);
            match self.bytes.get(next) {
                Some(b'"' | b'{' | b'[' | b'\'') => found = Some(at),
                _ if *it == b'{' && self.is_bare_key(next) => found = Some(at),
                // Prose has empty brackets too, such as the boxes of a task list.
                Some(b'}' | b']') => {
                    found = found.or(Some(at));
                    continue;
                }
                _ => continue,
            }
            break;
        }
        let words = self.bytes.get(from..found.unwrap_or(self.end)).unwrap_or_default();
        // There are members before the first bracket: it does not begin the value that was meant.
        let is_json_before = has_key(words);
        if let Some(at) = found.filter(|_| !is_json_before) {
            self.error(SyntaxErrorKind::LeadingText, start, self.text_end(from, at));
            self.at = at;
            return State::Value;
        }
        let end = self.text_end(start, from + line_len(rest));
        self.error(SyntaxErrorKind::Unexpected(Expected::Value), start, end.max(start + 1));
        let end = self.trimmed_end();
        self.push(Kind::Broken, start, end, Flags::default());
        self.at = self.end;
        State::Done
    }

    /// Reads something that cannot begin a key.
    pub(super) fn odd_key(&mut self, byte: u8) -> State {
        let start = self.at;
        if self.escaped_text() {
            return State::Done;
        }
        if self.odd_quoted() {
            return State::Colon;
        }
        if let Some(end) = self.ellipsis_end() {
            return self.pass_over(SyntaxErrorKind::Ellipsis, end);
        }
        if let Some(end) = self.placeholder_end() {
            return self.pass_over(SyntaxErrorKind::AnglePlaceholder, end);
        }
        if let Some(state) = self.mark_for_key(byte) {
            return state;
        }
        if byte.is_ascii_digit() && self.is_thousands() {
            self.at = self.nodes.pop().map_or(start, |it| it.span.start as usize);
            // An earlier such comma is part of it too.
            self.forget_errors(self.at);
            return self.bad_number(scan_number(self.bytes, start).end.min(self.end));
        }
        if self.bare_key(byte) {
            return State::Colon;
        }
        let end = self.junk_end();
        self.pass_over(SyntaxErrorKind::Unexpected(Expected::Key), end)
    }

    /// A comma, a colon or a bracket where a key should be.
    fn mark_for_key(&mut self, byte: u8) -> Option<State> {
        match byte {
            b']' | b')' => {
                self.trailing_comma();
                Some(State::After)
            }
            b',' => Some(self.spare_commas(Expected::Key)),
            b'{' if self.encoded_text() => Some(State::Done),
            b'{' | b'[' | b':' => {
                self.error(SyntaxErrorKind::Unexpected(Expected::Key), self.at, self.at + 1);
                self.push_broken();
                Some(if byte == b':' { State::Colon } else { State::Value })
            }
            _ => None,
        }
    }

    /// Reads a key without quotes. False when neither a colon nor another language's separator follows the word.
    fn bare_key(&mut self, byte: u8) -> bool {
        let start = self.at;
        if !self.starts_word() && byte != b'-' {
            return false;
        }
        let end = scan_word(self.bytes, start + 1).min(self.end);
        let is_key = matches!(self.byte_behind_blanks(end), Some(b':' | b'='));
        if is_key {
            self.error(SyntaxErrorKind::UnquotedKey, start, end);
            self.push(Kind::String, start, end, Flags::BARE);
            self.at = end;
        }
        is_key
    }

    /// Skips text in place of a member, leaving it out of the tree.
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

    /// No colon after a key.
    pub(super) fn odd_colon(&mut self, byte: u8) -> State {
        let start = self.at;
        let begins_value =
            matches!(byte, b'"' | b'{' | b'[' | b'-') || self.starts_word() || self.odd_quote().is_some();
        if byte == b'=' {
            // `=`, `==` and `=>` in other languages.
            self.at += self.bytes.iter().skip(start).take_while(|it| **it == b'=').count();
            self.at += usize::from(self.bytes.get(self.at) == Some(&b'>'));
            self.error(SyntaxErrorKind::Unexpected(Expected::Colon), start, self.at);
            return State::Value;
        }
        if begins_value {
            let end = self.token_end();
            self.error(SyntaxErrorKind::Unexpected(Expected::Colon), start, end);
            return State::Value;
        }
        let end = if matches!(byte, b',' | b'}' | b']' | b')') { start + 1 } else { self.junk_end() };
        self.error(SyntaxErrorKind::Unexpected(Expected::Colon), start, end);
        self.push_broken();
        if !matches!(byte, b',' | b'}' | b']' | b')') {
            self.at = end;
            self.is_lenient = true;
        }
        State::After
    }

    /// Neither comma nor closing bracket after an item.
    pub(super) fn odd_separator(&mut self, byte: u8) -> State {
        let start = self.at;
        let expected = if self.top() == Kind::Object { Expected::CommaOrBrace } else { Expected::CommaOrBracket };
        if byte == b')'
            && let Some(state) = self.round_close()
        {
            return state;
        }
        if !self.is_lenient
            && let Some(state) = self.expression(byte)
        {
            return state;
        }
        if self.begins_item(byte) {
            if !self.is_lenient {
                let end = self.token_end();
                self.error(SyntaxErrorKind::MissingComma, start, end);
            }
            self.is_lenient = false;
            self.comma = None;
            return self.next_item();
        }
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
        let is_string = byte == b'"' || self.odd_quote().is_some();
        let word_end = scan_word(self.bytes, self.at);
        if self.top() == Kind::Array {
            return is_stand_in || is_string || word_end > self.at || matches!(byte, b'{' | b'[' | b'-');
        }
        is_stand_in || is_string || self.is_bare_key(self.at)
    }
}
