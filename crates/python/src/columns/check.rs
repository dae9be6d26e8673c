//! Checks a row. Nothing that is in it makes the call fail: what cannot be checked is a finding.

use std::panic::{AssertUnwindSafe, catch_unwind};

use agent_response::{Options, Report, Severity, report::Diagnostic, rules};

use super::SEVERITIES;
use crate::{crashed, reason};

pub(super) struct RowChecker {
    pub(super) options: Options,
    /// Bytes of the largest row that is checked.
    pub(super) largest: usize,
}

/// What is left of the report on a row.
pub(super) struct CheckedRow {
    pub(super) is_ok: bool,
    pub(super) format: Option<&'static str>,
    /// In the order of their places.
    pub(super) findings: Vec<RowFinding>,
}

pub(super) struct RowFinding {
    pub(super) code: &'static str,
    pub(super) severity: Severity,
    pub(super) message: String,
    /// As `locate` takes it: it continues into the JSON in a string.
    pub(super) pointer: String,
    /// Counted from one, as the column.
    pub(super) line: i32,
    pub(super) column: i32,
}

impl RowChecker {
    pub(super) fn check(&self, row: &[u8], is_text: bool) -> CheckedRow {
        if row.len() > self.largest {
            return self.too_large(row.len());
        }
        let checked = catch_unwind(AssertUnwindSafe(|| match is_text.then(|| str::from_utf8(row)) {
            Some(Ok(text)) => agent_response::validate(text, &self.options),
            // Some programs have strings that are no UTF-8.
            _ => agent_response::validate_bytes(row, &self.options),
        }));
        CheckedRow::from(checked.unwrap_or_else(|panic| crashed(reason(panic))))
    }

    /// A row that is not checked is not valid, however serious that is.
    fn too_large(&self, len: usize) -> CheckedRow {
        let chosen = self.options.rules.iter().rev().find(|it| it.0 == rules::TOO_LARGE.id);
        let severity = chosen.map_or(Some(rules::TOO_LARGE.severity), |it| it.1);
        let message = format!("The row has {len} bytes, so it was not checked; the limit is {} bytes", self.largest);
        let finding = severity.map(|it| Diagnostic::of_text(rules::TOO_LARGE.id, it, message));
        CheckedRow { is_ok: false, format: None, findings: finding.into_iter().map(RowFinding::from).collect() }
    }
}

impl CheckedRow {
    pub(super) fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|it| it.severity == severity).count()
    }

    /// The rule of the first of the most serious findings.
    pub(super) fn code(&self) -> Option<&'static str> {
        SEVERITIES.iter().find_map(|it| self.findings.iter().find(|finding| finding.severity == *it)).map(|it| it.code)
    }
}

impl From<Report> for CheckedRow {
    fn from(report: Report) -> Self {
        let findings = report.diagnostics.into_iter().map(RowFinding::from).collect();
        Self { is_ok: report.valid, format: report.format.id, findings }
    }
}

impl From<Diagnostic> for RowFinding {
    fn from(it: Diagnostic) -> Self {
        let from_one = |number: u32| i32::try_from(number).map_or(i32::MAX, |it| it.saturating_add(1));
        let (line, column) = (from_one(it.range.start.line), from_one(it.range.start.character));
        let mut pointer = it.pointer;
        it.inner.iter().for_each(|inner| pointer += &inner.pointer);
        Self { code: it.code, severity: it.severity, message: it.message, pointer, line, column }
    }
}
