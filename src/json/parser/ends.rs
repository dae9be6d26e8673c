//! Where reading ends: at the end of the value, too early, too deep, or after too many errors.

use super::blanks::is_closed;
use super::{MAX_DEPTH, Parser, State, SyntaxErrorKind};
use crate::json::{Flags, Kind, Node};
use crate::text::{Span, char_len};

impl Parser<'_> {
    /// Reports what follows the value, and closes what is still open.
    pub(super) fn finish(&mut self) {
        self.blanks();
        if self.at < self.end {
            let end = self.trimmed_end();
            self.error(SyntaxErrorKind::TrailingContent, self.at, end);
            // It may contain members of the value that was read.
            let rest = self.bytes.get(self.at..end).unwrap_or_default();
            if has_key(rest)
                && let Some(root) = self.nodes.first_mut()
            {
                root.flags.add(Flags::INCOMPLETE);
            }
        }
        let mut flags = Flags::UNCLOSED;
        flags.add(Flags::INCOMPLETE);
        while !self.open.is_empty() {
            self.end_container(self.end, flags);
        }
    }

    pub(super) fn end_of_text(&mut self, state: State) -> State {
        let Some(&innermost) = self.open.last() else {
            match self.cut_string() {
                Some(string) => self.truncated(Kind::String, string.span.start, string.span.start as usize),
                None if self.nodes.is_empty() => self.error(SyntaxErrorKind::Empty, self.at, self.at),
                None => (),
            }
            return State::Done;
        };
        if matches!(state, State::Colon | State::Value) && self.top() == Kind::Object {
            self.push_broken();
        }
        if self.is_end_explained() {
            return State::Done;
        }
        let container = self.node(innermost);
        match self.cut_string() {
            Some(string) => self.truncated(Kind::String, string.span.start, string.span.start as usize),
            None => self.truncated(container.kind, container.span.start, self.trimmed_end()),
        }
        State::Done
    }

    fn truncated(&mut self, kind: Kind, opened: u32, start: usize) {
        // Its bracket or quote, which may be a curly one.
        let n_bytes = self.bytes.get(opened as usize).map_or(1, |it| char_len(*it));
        let opened = Span::new(opened as usize, opened as usize + n_bytes);
        self.error(SyntaxErrorKind::Truncated(kind, opened), start, self.trimmed_end());
    }

    /// The string in which the text ends. A broken value may follow a truncated key.
    fn cut_string(&self) -> Option<Node> {
        let is_cut =
            |it: &&Node| it.kind == Kind::String && it.flags.has(Flags::UNCLOSED) && it.span.end as usize == self.end;
        let mut last = self.nodes.iter().rev();
        let (last, before) = (last.next()?, last.next());
        let key = before.filter(|_| last.kind == Kind::Broken);
        Some(last).filter(is_cut).or(key.filter(is_cut)).copied()
    }

    /// Whether an unclosed comment, or an object without its first bracket, already explains the early end.
    fn is_end_explained(&self) -> bool {
        let begun_without_brace = self.node(0).flags.has(Flags::UNOPENED) && self.open.len() == 1;
        let in_comment = self.errors.last().is_some_and(|error| {
            let text = self.bytes.get(error.span.start as usize..error.span.end as usize).unwrap_or_default();
            let is_block = text.starts_with(b"/*") || text.starts_with(b"<!--");
            matches!(error.kind, SyntaxErrorKind::Comment) && is_block && !is_closed(text)
        });
        begun_without_brace || in_comment
    }

    /// Whatever is nested deeper than the limit becomes one broken value, and reading ends.
    pub(super) fn too_deep(&mut self) -> State {
        debug_assert!(self.open.len() >= MAX_DEPTH);
        self.error(SyntaxErrorKind::TooDeep, self.at, self.at + 1);
        let end = self.trimmed_end();
        self.push(Kind::Broken, self.at, end, Flags::default());
        self.at = self.end;
        State::Done
    }

    /// The rest of a text with too many errors becomes one broken value, or nothing where none is expected.
    pub(super) fn too_many(&mut self, state: State) -> State {
        self.error(SyntaxErrorKind::TooMany, self.at, self.at);
        if matches!(state, State::Value | State::Colon) {
            let end = self.trimmed_end().max(self.at);
            self.push(Kind::Broken, self.at, end, Flags::default());
        }
        self.at = self.end;
        State::Done
    }

    /// Adds a node for a missing value.
    pub(super) fn push_broken(&mut self) {
        // Blanks at the end of a truncated string belong to it.
        let last = self.nodes.last().map_or(0, |it| it.span.end as usize);
        let at = self.text_end(0, self.at).max(last);
        self.push(Kind::Broken, at, at, Flags::default());
    }

    pub(super) fn mark_incomplete(&mut self) {
        if let Some(&id) = self.open.last()
            && let Some(node) = self.nodes.get_mut(id as usize)
        {
            node.flags.add(Flags::INCOMPLETE);
        }
    }

    /// The offset after the last character that is not blank.
    pub(super) fn trimmed_end(&self) -> usize {
        let text = self.bytes.get(..self.end).unwrap_or_default();
        text.iter().rposition(|it| !matches!(it, b' ' | b'\t' | b'\n' | b'\r')).map_or(0, |it| it + 1)
    }
}

/// Whether a text contains a quote with a colon after it.
pub(crate) fn has_key(text: &[u8]) -> bool {
    let mut is_quoted = false;
    for byte in text {
        match byte {
            b':' if is_quoted => return true,
            b' ' | b'\t' | b'\n' | b'\r' => (),
            _ => is_quoted = *byte == b'"',
        }
    }
    false
}
