//! Lines in which models call tools, one after the other: what one says, others refer to.

use std::collections::{BTreeMap, BTreeSet};

use super::row::{CheckedPiece, LineChecker, without_ends};
use crate::{Trouble, guard::guarded, load::decoded};
use agent_response::{
    Options, RecordSequence,
    report::{DetectedFormat, Diagnostic, Offsets, Report},
};

/// The lines so far.
pub(super) struct OrderedChecker<'c> {
    checker: &'c LineChecker,
    sequence: RecordSequence,
    options: Options,
    /// The lines that count as lines with findings, from 0.
    with_findings: BTreeSet<u32>,
    last: u64,
    end: u64,
    has_begun: bool,
}

impl<'c> OrderedChecker<'c> {
    pub(super) fn new(checker: &'c LineChecker) -> Self {
        // Examples for training are known by it.
        let options = Options {
            file_name: Some("archive.ndjson".to_owned()),
            compiler: crate::schema::compiler(),
            ..checker.options.clone()
        };
        let (sequence, with_findings) = (RecordSequence::default(), BTreeSet::new());
        Self { checker, sequence, options, with_findings, last: 0, end: 0, has_begun: false }
    }

    /// Checks what others leave to it in a piece.
    pub(super) fn check(&mut self, mut piece: CheckedPiece) -> CheckedPiece {
        (self.last, self.end) = (piece.last, piece.end);
        let Some(ordered) = piece.ordered.take() else { return piece };
        let checker = self.checker;
        if !std::mem::replace(&mut self.has_begun, true) {
            drop(guarded(|| self.sequence.begin(&decoded(&ordered.bytes), &self.options)));
        }
        checker.lines(ordered.first, &ordered.bytes, |number, line| {
            if ordered.with_calls.contains(&number) {
                self.line(number, without_ends(number, line), &mut piece);
            } else {
                checker.line(number, line, &mut piece);
            }
        });
        piece
    }

    fn line(&mut self, number: u64, line: &[u8], out: &mut CheckedPiece) {
        let at = u32::try_from(number - 1).unwrap_or(u32::MAX);
        let text = decoded(line);
        match guarded(|| self.sequence.line(at, &text, &self.options)) {
            Ok(mut report) => {
                // Summed up, they count where they were found.
                let (own, others): (Vec<_>, Vec<_>) =
                    report.diagnostics.into_iter().partition(|it| it.range.start.line == at || out.tally.is_some());
                report.diagnostics = own;
                self.others(others, out);
                if self.checker.report(number, line, report, out) {
                    self.with_findings.insert(at);
                }
            }
            Err(why) => self.checker.failed(number, &Trouble::bug(why), out),
        }
    }

    /// Adds findings in lines before.
    fn others(&mut self, found: Vec<Diagnostic>, out: &mut CheckedPiece) {
        let mut by_line: BTreeMap<u32, Vec<Diagnostic>> = BTreeMap::new();
        found.into_iter().for_each(|it| by_line.entry(it.range.start.line).or_default().push(it));
        for (line, mut diagnostics) in by_line {
            // The line is no longer known: its columns are counted in UTF-16.
            let length = diagnostics.iter().map(|it| it.to).max().unwrap_or_default();
            if !self.checker.view.format.is_json() {
                diagnostics.iter_mut().for_each(|it| it.bytes = Offsets { from: it.from, to: it.to });
            }
            let valid = diagnostics.iter().all(|it| it.severity != agent_response::Severity::Error);
            let format = DetectedFormat { id: None, reason: "other lines say what is wrong".to_owned() };
            let report = Report { valid, format, diagnostics, paths: Vec::new(), lacks_tools: false };
            let (number, blanks) = (u64::from(line) + 1, " ".repeat(length as usize));
            if self.checker.report_later(number, &blanks, report, !self.with_findings.contains(&line), out) {
                self.with_findings.insert(line);
            }
        }
    }

    /// What the lines leave open.
    pub(super) fn end(mut self) -> CheckedPiece {
        let mut out = CheckedPiece::new(self.last, self.end, self.checker.step);
        let sequence = std::mem::take(&mut self.sequence);
        match guarded(|| sequence.end(&self.options)) {
            Ok(found) => self.others(found, &mut out),
            Err(why) => self.checker.failed(self.last, &Trouble::bug(why), &mut out),
        }
        out
    }
}
