//! Extra, wrong or missing brackets, and extra commas.

use super::{Parser, State, SyntaxErrorKind};
use crate::json::fault::{BracketFault, Expected};
use crate::json::lexer::{scan_string, skip_blanks, wide};
use crate::json::{Flags, Kind};

/// How far to search for the end of a key.
const LONGEST_KEY: usize = 256;

impl Parser<'_> {
    /// A closing bracket of the other kind: brackets are missing before it, or it is the wrong one.
    pub(super) fn mismatched_close(&mut self, byte: u8) -> State {
        let start = self.at;
        let closes = if byte == b'}' { Kind::Object } else { Kind::Array };
        let n_open = if byte == b'}' { self.open_objects } else { self.open.len() - self.open_objects };
        let expected = if self.top() == Kind::Object { Expected::Brace } else { Expected::Bracket };
        if n_open == 0 {
            // Read as the expected bracket.
            self.bracket(BracketFault::Wrong(expected), start, start + 1);
            return self.close();
        }
        let n_missing = self.open.iter().rev().take_while(|&&it| self.node(it).kind != closes).count();
        if n_missing == 1 {
            self.bracket(BracketFault::Missing(expected), start, start + 1);
        } else {
            self.error(SyntaxErrorKind::Unexpected(expected), start, start + 1);
        }
        for _ in 0..n_missing {
            self.end_container(start, Flags::UNCLOSED);
        }
        self.close()
    }

    /// `(` for `{` or `[`. `None` if what follows cannot begin an item.
    pub(super) fn round_open(&mut self) -> Option<State> {
        let next = skip_blanks(self.bytes, self.at + 1);
        if self.bytes.get(next) == Some(&b'"') && self.bracketed_strings(next) {
            return Some(self.item_done());
        }
        let (kind, expected) = match self.bytes.get(next) {
            _ if self.is_key_at(next) => (Kind::Object, Expected::OpenBrace),
            // Before the value, these are words and notes.
            _ if self.nodes.is_empty() => return None,
            Some(b'"' | b'{' | b'[' | b'(' | b'-' | b'0'..=b'9') => (Kind::Array, Expected::OpenBracket),
            _ => return None,
        };
        self.bracket(BracketFault::Wrong(expected), self.at, self.at + 1);
        Some(self.open(kind))
    }

    /// `("a" "b")`, as Python writes a long string.
    fn bracketed_strings(&mut self, first: usize) -> bool {
        let open = self.at;
        let string = scan_string(self.bytes, first, self.end).end;
        if self.nodes.is_empty() || !matches!(self.byte_behind_blanks(string), Some(b'"' | b'+')) {
            return false;
        }
        self.push(Kind::String, first, string, Flags::default());
        self.at = skip_blanks(self.bytes, string);
        if !self.joined_strings(open) {
            self.nodes.pop();
            self.at = open;
            return false;
        }
        true
    }

    /// `)` for `}` or `]`. `None` if nothing shows that an item ends here.
    pub(super) fn round_close(&mut self) -> Option<State> {
        let container = self.open.last().map(|&it| self.node(it))?;
        // It was opened with `(`, too, which was reported there.
        if self.bytes.get(container.span.start as usize) == Some(&b'(') {
            return Some(self.close());
        }
        let behind = self.byte_behind_blanks(self.at + 1);
        if self.is_trial || !matches!(behind, None | Some(b',' | b'}' | b']' | b')')) {
            return None;
        }
        let expected = if container.kind == Kind::Object { Expected::Brace } else { Expected::Bracket };
        self.bracket(BracketFault::Wrong(expected), self.at, self.at + 1);
        Some(self.close())
    }

    /// True if a string with a colon after it begins at an offset.
    pub(super) fn is_key_at(&self, at: usize) -> bool {
        if self.bytes.get(at) != Some(&b'"') {
            return false;
        }
        let key = scan_string(self.bytes, at, (at + LONGEST_KEY).min(self.end));
        let is_plain = !key.flags.has(Flags::UNCLOSED) && key.control.is_none();
        is_plain && self.byte_behind_blanks(key.end) == Some(b':')
    }

    /// The ASCII mark that is meant by `：`, `，` or a full-width bracket.
    pub(super) fn wide_sign(&mut self, state: State) -> u8 {
        let (start, kind) = (self.at, self.top());
        let sign = wide(self.bytes, start).unwrap_or_default();
        let expected = match (sign, state) {
            (b':', State::Colon) => Expected::Colon,
            (b',', State::After) if kind != Kind::Broken => Expected::Comma,
            (b'{', State::Value) => Expected::OpenBrace,
            (b'[', State::Value) => Expected::OpenBracket,
            (b'}', State::After | State::Key) if kind == Kind::Object => Expected::Brace,
            (b']', State::After | State::Value) if kind == Kind::Array => Expected::Bracket,
            // Something else, which is read as it is.
            _ => return 0xEF,
        };
        self.bracket(BracketFault::Wrong(expected), start, start + 3);
        sign
    }

    /// `,,,`: commas with nothing between them are one mistake. Before a closing bracket, all of them are superfluous.
    pub(super) fn spare_commas(&mut self, expected: Expected) -> State {
        let start = self.at;
        let mut next = start;
        while next < self.end && self.bytes.get(next) == Some(&b',') {
            self.at = next + 1;
            next = skip_blanks(self.bytes, self.at);
        }
        let is_last = matches!(self.bytes.get(next), Some(b'}' | b']'));
        if let Some(comma) = self.comma.take().filter(|_| is_last) {
            self.error(SyntaxErrorKind::TrailingComma, comma, self.at);
        } else {
            self.error(SyntaxErrorKind::Unexpected(expected), start, self.at);
            if self.top() == Kind::Array {
                self.push_broken();
            }
        }
        self.next_item()
    }

    /// True when the text begins with a member instead of the object that should hold it.
    pub(super) fn begins_members(&self) -> bool {
        !self.is_trial && self.is_key_at(self.at)
    }

    pub(super) fn open_without_brace(&mut self) -> State {
        self.bracket(BracketFault::Missing(Expected::OpenBrace), self.at, self.at);
        let state = self.open(Kind::Object);
        self.at -= 1;
        if let Some(node) = self.nodes.last_mut() {
            node.flags.add(Flags::UNOPENED);
        }
        state
    }

    fn bracket(&mut self, fault: BracketFault, start: usize, end: usize) {
        self.error(SyntaxErrorKind::Bracket(fault), start, end);
    }
}
