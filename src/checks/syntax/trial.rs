//! A fix is offered only if it helps: with other errors nearby, the same text may mean something else.

use std::mem::discriminant;

use crate::diagnostic::Fix;
use crate::document::Document;
use crate::json::{self, SyntaxError, SyntaxErrorKind};
use crate::text::{Span, apply};

/// Reads a text as fixes would leave it.
pub(super) struct Trials<'d> {
    document: &'d Document<'d>,
    /// How many bytes may still be read, which keeps everything linear. If a text has too many errors, fixes are
    /// trusted.
    budget: usize,
}

impl<'d> Trials<'d> {
    pub(super) fn new(document: &'d Document<'d>) -> Self {
        // After a fix, as many errors would be met as before, the last of them further on.
        let has_more = document.errors.len() > json::MAX_ERRORS;
        let budget = document.text.len().saturating_mul(2).saturating_add(1 << 18);
        Self { document, budget: if has_more { 0 } else { budget } }
    }

    /// True if the text has this many fewer errors after the fix, and fewer of this kind.
    pub(super) fn helps(&mut self, (error, n_mended): (SyntaxError, usize), fix: &Fix) -> bool {
        let document = self.document;
        // Faults inside it were found before, as faults of another document; and what precedes the JSON is no part of it.
        if matches!(error.kind, SyntaxErrorKind::EscapedText(_) | SyntaxErrorKind::LeadingText) {
            return true;
        }
        let Some(left) = self.budget.checked_sub(document.text.len()) else { return true };
        self.budget = left;
        let fixed = apply(&document.text, &fix.edits);
        let body = document.layout.body;
        let end = (body.end as usize + fixed.len()).saturating_sub(document.text.len());
        let (_, errors) = json::parse(&fixed, Span::new(body.start as usize, end));
        let same = |it: &&SyntaxError| discriminant(&it.kind) == discriminant(&error.kind);
        let is_fewer_of_kind = errors.iter().filter(same).count() < document.errors.iter().filter(same).count();
        is_fewer_of_kind && errors.len() + n_mended <= document.errors.len()
    }
}
