//! A fault of a text: an error that the JSON reader met, with the text around it.

use crate::document::{DocId, Document};
use crate::json::{BracketFault, Expected, SyntaxError, SyntaxErrorKind};
use crate::query::Context;
use crate::text::Span;

/// A syntax error in its document.
#[derive(Clone, Copy)]
pub(super) struct Fault<'c> {
    pub(super) ctx: &'c Context<'c>,
    pub(super) doc: DocId,
    pub(super) error: SyntaxError,
}

impl<'c> Fault<'c> {
    pub(super) fn document(self) -> &'c Document<'c> {
        self.ctx.doc(self.doc)
    }

    /// The text of the document.
    pub(super) fn text(self) -> &'c str {
        &self.document().text
    }

    /// The span that would have to change.
    pub(super) fn span(self) -> Span {
        self.error.span
    }

    /// The text at its place.
    pub(super) fn found(self) -> &'c str {
        self.span().of(self.text())
    }

    /// The text before its place.
    pub(super) fn before(self) -> &'c str {
        self.text().get(..self.span().start as usize).unwrap_or_default()
    }

    /// The text after its place.
    pub(super) fn after(self) -> &'c str {
        self.text().get(self.span().end as usize..).unwrap_or_default()
    }

    /// The end of the text before its place, without blanks.
    pub(super) fn end_before(self) -> Span {
        let end = self.before().trim_end().len();
        Span::new(end, end)
    }

    /// The string or string expression that it is about; for other errors, its place.
    pub(super) fn content(self) -> Span {
        match self.error.kind {
            SyntaxErrorKind::ControlCharacter(content)
            | SyntaxErrorKind::UnescapedQuote(content)
            | SyntaxErrorKind::EscapedText(content)
            | SyntaxErrorKind::JoinedStrings(content) => content,
            _ => self.span(),
        }
    }

    /// What could have been at its place.
    pub(super) fn expected(self) -> Expected {
        match self.error.kind {
            SyntaxErrorKind::Unexpected(expected)
            | SyntaxErrorKind::Bracket(BracketFault::Wrong(expected) | BracketFault::Missing(expected)) => expected,
            _ => Expected::Value,
        }
    }
}

/// The expected token, as part of a sentence.
pub(super) fn due(expected: Expected) -> &'static str {
    match expected {
        Expected::Value => "a value",
        Expected::Key => "a key in double quotes",
        Expected::Colon => "`:`",
        Expected::Comma => "`,`",
        Expected::CommaOrBrace => "`,` or `}`",
        Expected::CommaOrBracket => "`,` or `]`",
        Expected::Brace => "`}`",
        Expected::Bracket => "`]`",
        Expected::OpenBrace => "`{`",
        Expected::OpenBracket => "`[`",
    }
}

/// Whether it is a literal of Python.
pub(super) fn is_python(word: &str) -> bool {
    matches!(word, "True" | "False" | "None")
}

/// A Python literal as JSON writes it.
pub(super) fn python_as_json(word: &str) -> &'static str {
    match word {
        "True" => "true",
        "False" => "false",
        _ => "null",
    }
}
