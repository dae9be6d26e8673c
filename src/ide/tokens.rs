//! Semantic tokens: the kinds of the parts of encoded documents.

use super::data::{TokenType, Tokens};
use super::markdown::headings;
use super::view::View;
use crate::document::DocId;
use crate::json::{Kind, NodeId, unicode_escape};
use crate::text::{Span, Utf16Index, Utf16Place, char_len, find_byte};

impl View<'_> {
    /// The tokens of the encoded documents in a file; for an inner document, of everything in it.
    pub fn tokens(&self) -> Tokens {
        let is_file = self.window.doc == 0 && self.window.base == 0;
        let mut out =
            TokenWriter { view: self, index: self.index(), last: Utf16Place::default(), tokens: Tokens::default() };
        if self.document(self.window.doc).tree.is_empty() {
            out.text(self.window.doc);
        }
        for step in self.values() {
            let is_shown = !is_file || step.doc != 0;
            let tree = &self.document(step.doc).tree;
            if let Some(key) = step.key.filter(|_| is_shown) {
                out.node(step.doc, key, TokenType::Property);
            }
            match tree.kind(step.node) {
                _ if step.inside.is_some() => {
                    let inside = step.inside.filter(|it| self.document(it.doc).tree.is_empty());
                    inside.into_iter().for_each(|it| out.text(it.doc));
                }
                _ if !is_shown => (),
                Kind::String => out.node(step.doc, step.node, TokenType::String),
                Kind::Number => out.node(step.doc, step.node, TokenType::Number),
                Kind::True | Kind::False | Kind::Null => out.node(step.doc, step.node, TokenType::Keyword),
                Kind::Object | Kind::Array | Kind::Broken => (),
            }
        }
        out.tokens
    }
}

struct TokenWriter<'v, 'o> {
    view: &'v View<'o>,
    index: Utf16Index<'o>,
    last: Utf16Place,
    tokens: Tokens,
}

impl TokenWriter<'_, '_> {
    /// Adds a node of a document; the escapes in a string are tokens of their own.
    fn node(&mut self, doc: DocId, node: NodeId, kind: TokenType) {
        let document = self.view.document(doc);
        let span = document.tree.span(node);
        if document.tree.kind(node) != Kind::String {
            return self.token(doc, document.found_at(span), kind);
        }
        let bytes = document.text.as_bytes();
        let mut at = span.start;
        while let Some(found) = find_byte(bytes, at as usize, b'\\').filter(|it| *it < span.end as usize) {
            let escape = Span::new(found, found + escape_len(bytes, found));
            self.token(doc, document.found_at(Span { start: at, end: escape.start }), kind);
            self.token(doc, document.found_at(escape), TokenType::Escape);
            at = escape.end;
        }
        self.token(doc, document.found_at(Span { start: at, end: span.end }), kind);
    }

    /// Adds the headings of a text. The rest of it is a string like any other.
    fn text(&mut self, doc: DocId) {
        for heading in headings(self.view.document(doc).found()) {
            self.token(doc, heading.line, TokenType::Heading);
        }
    }

    fn token(&mut self, doc: DocId, found: Span, kind: TokenType) {
        let Some(span) = self.view.span_of_found(doc, found).filter(|it| !it.is_empty()) else { return };
        let (from, to) = (self.index.at(span.start), self.index.at(span.end));
        // No editor accepts a token that spans lines, nor two that overlap.
        if from.line != to.line || from.offset < self.tokens.offsets.iter().rev().nth(1).copied().unwrap_or(0) {
            return;
        }
        let line = from.line - self.last.line;
        let start = if line == 0 { from.character - self.last.character } else { from.character };
        let number = kind as u32;
        self.tokens.data.extend([line, start, to.offset - from.offset, number, 0]);
        self.tokens.offsets.extend([from.offset, to.offset, number]);
        self.last = from;
    }
}

/// The length of the escape that begins with the backslash at an offset.
fn escape_len(bytes: &[u8], at: usize) -> usize {
    let short = 1 + bytes.get(at + 1).map_or(0, |it| char_len(*it));
    unicode_escape(bytes, at).map_or(short, |it| it.0)
}
