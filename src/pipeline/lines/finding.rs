//! Findings about lines, which no check of a single record makes.

use super::place::LineSpan;
use crate::diagnostic::{Safety, Severity};
use crate::report::{Diagnostic, DiagnosticFix, TextEdit};
use crate::rules::Rule;

/// A finding, and at most one edit that repairs it.
pub(super) struct LineFinding {
    pub(super) rule: &'static Rule,
    at: LineSpan,
    message: String,
    pointer: String,
    /// How serious it is at most, unless the options say it.
    pub(super) most: Severity,
    fix: Option<DiagnosticFix>,
}

impl LineFinding {
    pub(super) fn new(rule: &'static Rule, at: LineSpan, message: impl Into<String>) -> Self {
        Self { rule, at, message: message.into(), pointer: String::new(), most: Severity::Error, fix: None }
    }

    /// About a value of its record.
    pub(super) fn of(self, pointer: &str) -> Self {
        Self { pointer: pointer.to_owned(), ..self }
    }

    pub(super) fn at_most(self, most: Severity) -> Self {
        Self { most, ..self }
    }

    /// A fix that is safe.
    pub(super) fn fix(self, title: &str, at: LineSpan, text: String) -> Self {
        let (range, from, to, bytes) = at.all();
        let fix = DiagnosticFix {
            title: title.to_owned(),
            safety: Safety::Safe,
            partial: false,
            edits: vec![TextEdit { from, to, range, bytes, text }],
            file: None,
            reading: None,
        };
        Self { fix: Some(fix), ..self }
    }

    /// A fix that is only a suggestion.
    pub(super) fn suggestion(self, title: &str, at: LineSpan, text: String) -> Self {
        let mut it = self.fix(title, at, text);
        it.fix.iter_mut().for_each(|it| it.safety = Safety::Suggestion);
        it
    }

    pub(super) fn diagnostic(self, severity: Severity) -> Diagnostic {
        let mut found = Diagnostic::of_text(self.rule.id, severity, self.message);
        (found.range, found.from, found.to, found.bytes) = self.at.all();
        (found.pointer, found.fixes) = (self.pointer, self.fix.into_iter().collect());
        found
    }
}
