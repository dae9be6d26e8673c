//! Reports as one list of numbers and one text, which JavaScript reads at once and turns into objects. A text in a
//! report is written as its length in UTF-16 code units, and its characters follow in the one text. `fast.js` reads
//! what is written here, in the same order. Knows nothing of rules or formats.

use crate::diagnostic::{Safety, Severity};
use crate::report::{
    AppliedFix, Diagnostic, DiagnosticFix, FileChange, FixResult, InnerPlace, Offsets, Range, Recovered, Related,
    Report, TextEdit,
};
use crate::text::utf16_len;

/// The output being written; kept between calls, so that its memory is reused.
#[derive(Default)]
pub(super) struct Wire {
    pub(super) numbers: Vec<u32>,
    pub(super) texts: String,
}

impl Wire {
    /// Nothing is written yet.
    pub(super) const EMPTY: Self = Self { numbers: Vec::new(), texts: String::new() };

    /// Forgets what was written before.
    pub(super) fn clear(&mut self) {
        self.numbers.clear();
        self.texts.clear();
    }

    pub(super) fn number(&mut self, number: u32) {
        self.numbers.push(number);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.numbers.push(utf16_len(text.as_bytes()));
        self.texts.push_str(text);
    }

    /// Writes the number of items, then the items.
    pub(super) fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.numbers.push(items.len() as u32);
        items.iter().for_each(|it| write(self, it));
    }

    /// Writes zero, or one and the value.
    pub(super) fn option<T>(&mut self, value: Option<T>, write: impl Fn(&mut Self, T)) {
        self.numbers.push(value.is_some().into());
        value.into_iter().for_each(|it| write(self, it));
    }
}

/// Writes a report.
pub(super) fn report(wire: &mut Wire, report: &Report) {
    wire.number(report.valid.into());
    wire.option(report.format.id, Wire::text);
    wire.text(&report.format.reason);
    wire.list(&report.diagnostics, diagnostic);
    wire.list(&report.paths, |wire, it| wire.text(it));
}

/// Writes the outcome of `fix`.
pub(super) fn fix_result(wire: &mut Wire, result: &FixResult) {
    report(wire, &result.report);
    wire.list(&result.applied, applied);
    wire.text(&result.text);
    wire.number(result.settled.into());
}

/// Writes the outcome of `recover`.
pub(super) fn recovered(wire: &mut Wire, outcome: &Recovered) {
    report(wire, &outcome.report);
    wire.list(&outcome.applied, applied);
    wire.text(&outcome.text);
    wire.text(outcome.payload);
    wire.option(outcome.reason, Wire::text);
}

/// Severities in the order of their numbers.
pub(super) fn severity(severity: Severity) -> u32 {
    match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Info => 2,
        Severity::Hint => 3,
    }
}

fn safety(safety: Safety) -> u32 {
    match safety {
        Safety::Safe => 0,
        Safety::Suggestion => 1,
    }
}

fn diagnostic(wire: &mut Wire, finding: &Diagnostic) {
    wire.text(finding.code);
    wire.number(severity(finding.severity));
    wire.text(&finding.message);
    wire.text(&finding.docs);
    place(wire, finding.range, finding.from, finding.to);
    offsets(wire, finding.bytes);
    wire.text(&finding.pointer);
    wire.list(&finding.inner, inner_place);
    wire.list(&finding.related, related);
    wire.list(&finding.fixes, fix);
}

pub(super) fn inner_place(wire: &mut Wire, inner: &InnerPlace) {
    wire.text(&inner.pointer);
    place(wire, inner.range, inner.from, inner.to);
}

fn related(wire: &mut Wire, other: &Related) {
    wire.text(&other.message);
    place(wire, other.range, other.from, other.to);
    offsets(wire, other.bytes);
}

fn fix(wire: &mut Wire, repair: &DiagnosticFix) {
    wire.text(&repair.title);
    wire.number(safety(repair.safety));
    wire.list(&repair.edits, edit);
    match &repair.file {
        None => wire.number(0),
        Some(FileChange::Rename { name }) => {
            wire.number(1);
            wire.text(name);
        }
        Some(FileChange::Create { name, text }) => {
            wire.number(2);
            wire.text(name);
            wire.text(text);
        }
    }
}

fn applied(wire: &mut Wire, entry: &AppliedFix) {
    wire.text(entry.code);
    wire.text(&entry.message);
    wire.text(&entry.title);
    wire.number(safety(entry.safety));
    wire.list(&entry.edits, edit);
}

pub(super) fn edit(wire: &mut Wire, change: &TextEdit) {
    place(wire, change.range, change.from, change.to);
    offsets(wire, change.bytes);
    wire.text(&change.text);
}

pub(super) fn place(wire: &mut Wire, range: Range, from: u32, to: u32) {
    let Range { start, end } = range;
    wire.numbers.extend([start.line, start.character, end.line, end.character, from, to]);
}

pub(super) fn offsets(wire: &mut Wire, bytes: Offsets) {
    wire.numbers.extend([bytes.from, bytes.to]);
}
