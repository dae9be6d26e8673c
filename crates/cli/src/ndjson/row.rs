//! Checking: a piece of an archive becomes output and counts.

use std::{borrow::Cow, collections::BTreeSet};

use super::{
    lines::{ArchivePiece, Content, LONGEST},
    summary::{LineTally, time_of},
};
use crate::{
    Status, Trouble,
    args::Step,
    counts::Counts,
    format::json,
    guard::guarded,
    load::decoded,
    tools,
    view::{FileOutput, OutputView},
};
use agent_response::{
    Options,
    diagnostic::Severity,
    report::{DetectedFormat, Diagnostic, Position, Range, Report},
    rules::{self, TOO_LARGE},
    text::{find_byte, utf16_len},
};

/// How lines are checked and shown.
pub(super) struct LineChecker {
    /// The archive, for people.
    pub(super) path: String,
    pub(super) options: Options,
    pub(super) view: OutputView,
    /// How times are summed up, if findings are only counted.
    pub(super) step: Option<Step>,
    /// Lines before this one are skipped.
    pub(super) first: u64,
}

/// What was found in a piece.
pub(super) struct CheckedPiece {
    /// For standard output.
    pub(super) text: String,
    /// For standard error: why lines were not checked.
    pub(super) failures: Vec<String>,
    pub(super) counts: Counts,
    pub(super) status: Status,
    pub(super) tally: Option<LineTally>,
    /// The last line of the piece.
    pub(super) last: u64,
    /// How many bytes had been read with it.
    pub(super) end: u64,
    /// Lines that are checked again in their order, because what others say matters.
    pub(super) ordered: Option<OrderedLines>,
}

/// A piece in which models call tools.
pub(super) struct OrderedLines {
    /// The number of its first line.
    pub(super) first: u64,
    pub(super) bytes: Vec<u8>,
    /// The numbers of the lines with calls.
    pub(super) with_calls: BTreeSet<u64>,
}

impl CheckedPiece {
    pub(super) fn new(last: u64, end: u64, step: Option<Step>) -> Self {
        Self {
            text: String::new(),
            failures: Vec::new(),
            counts: Counts::default(),
            status: Status::Clean,
            tally: step.map(LineTally::new),
            last,
            end,
            ordered: None,
        }
    }
}

impl LineChecker {
    pub(super) fn check(&self, piece: ArchivePiece) -> CheckedPiece {
        let mut out = CheckedPiece::new(piece.last, piece.end, self.step);
        match piece.content {
            Content::Lines(bytes) => {
                let mut with_calls = BTreeSet::new();
                self.lines(piece.line, &bytes, |number, line| {
                    if self.line(number, line, &mut out) {
                        with_calls.insert(number);
                    }
                });
                if !with_calls.is_empty() {
                    let ordered = Some(OrderedLines { first: piece.line, bytes, with_calls });
                    out = CheckedPiece { ordered, ..CheckedPiece::new(piece.last, piece.end, self.step) };
                }
            }
            Content::TooLong(length) => self.too_long(piece.line, length, &mut out),
            Content::Failure(why) => self.failed(piece.line, &Trouble::input(why), &mut out),
        }
        out
    }

    /// Passes on each line that is wanted.
    pub(super) fn lines(&self, first: u64, bytes: &[u8], mut each: impl FnMut(u64, &[u8])) {
        let (mut number, mut start) = (first, 0);
        while start < bytes.len() {
            let end = find_byte(bytes, start, b'\n').unwrap_or(bytes.len());
            let line = bytes.get(start..end).unwrap_or_default();
            if number >= self.first {
                each(number, line);
            }
            number += 1;
            start = end + 1;
        }
    }

    /// Checks a line without its line feed, and returns whether models call tools in it.
    pub(super) fn line(&self, number: u64, line: &[u8], out: &mut CheckedPiece) -> bool {
        let line = without_ends(number, line);
        if line.len() > LONGEST {
            self.too_long(number, line.len() as u64, out);
            return false;
        }
        if line.trim_ascii().is_empty() {
            return false;
        }
        let mut has_calls = false;
        let outcome = guarded(|| {
            let mut report = agent_response::validate_bytes(line, &self.options);
            // A line with nothing but a comment has one finding, as in a file of lines.
            if report.diagnostics.iter().any(|it| it.code == rules::COMMENT.id) {
                report.diagnostics.retain(|it| it.code != rules::EMPTY_FILE.id);
            }
            let is_unknown = report.format.id.is_none();
            has_calls =
                std::str::from_utf8(line).is_ok() && (tools::has_calls(&report) || is_unknown && may_have_calls(line));
            self.report(number, line, report, out);
        });
        if let Err(why) = outcome {
            self.failed(number, &Trouble::bug(why), out);
        }
        has_calls
    }

    /// Adds the report on a line, and returns whether it has findings.
    pub(super) fn report(&self, number: u64, line: &[u8], mut report: Report, out: &mut CheckedPiece) -> bool {
        let counts = Counts::of(&report, self.view.least);
        if let Some(tally) = &mut out.tally {
            tally.add(time_of(&decoded(line)), &report, self.view.least);
        } else if counts.files_with_findings > 0 {
            move_to(&mut report, number);
            out.text += &self.shown(number, line, &mut report);
        }
        out.status = out.status.max(Status::of(&report));
        let has_findings = counts.files_with_findings > 0;
        out.counts.add(counts);
        has_findings
    }

    /// Adds a report on a line that was counted when it was read, and returns whether it has findings. It may be the first
    /// one with findings.
    pub(super) fn report_later(
        &self,
        number: u64,
        text: &str,
        mut report: Report,
        is_first: bool,
        out: &mut CheckedPiece,
    ) -> bool {
        let mut counts = Counts::of(&report, self.view.least);
        let has_findings = counts.files_with_findings > 0;
        (counts.files, counts.files_with_findings) = (0, usize::from(has_findings && is_first));
        if let Some(tally) = &mut out.tally {
            tally.add_later(&report, self.view.least, is_first);
        } else if has_findings {
            move_to(&mut report, number);
            out.text += &self.shown(number, text.as_bytes(), &mut report);
        }
        out.status = out.status.max(Status::of(&report));
        out.counts.add(counts);
        has_findings
    }

    /// The findings of a line, already moved there.
    fn shown(&self, number: u64, line: &[u8], report: &mut Report) -> String {
        let Report { valid, ref format, ref diagnostics, .. } = *report;
        if self.view.format.is_json() {
            let line = json::CheckedLine { path: &self.path, line: number, valid, format, diagnostics };
            return json::print(&line) + "\n";
        }
        let mut text = decoded(line);
        // To JSON it is a blank, and to the formats it would be the end of a line.
        if text.contains('\r') {
            text = Cow::Owned(text.replace('\r', " "));
        }
        mark_whole(report, &text);
        match self.view.findings(&self.path, &text, report, Some(&self.options)) {
            FileOutput::Text(text) => text,
            FileOutput::Entry(_) => String::new(),
        }
    }

    /// A line that was not kept in memory.
    fn too_long(&self, number: u64, length: u64, out: &mut CheckedPiece) {
        let message = format!("The line has {length} bytes, so it was not checked; the limit is {} MiB", LONGEST >> 20);
        let chosen = self.options.rules.iter().rev().find(|it| it.0 == TOO_LARGE.id);
        let severity = chosen.map_or(Some(TOO_LARGE.severity), |it| it.1);
        let diagnostics = severity.map(|it| Diagnostic::of_text(TOO_LARGE.id, it, message.clone()));
        let diagnostics = diagnostics.into_iter().collect();
        let reason = "the line was not read".to_owned();
        let valid = severity != Some(Severity::Error);
        let format = DetectedFormat { id: None, reason };
        self.report(number, &[], Report { valid, format, diagnostics, paths: Vec::new(), lacks_tools: false }, out);
        out.status = out.status.max(Status::Input);
        out.failures.push(format!("{}:{number}: {message}", self.path));
    }

    /// A line that could not be read or checked.
    pub(super) fn failed(&self, number: u64, trouble: &Trouble, out: &mut CheckedPiece) {
        if self.view.format.is_json() && self.step.is_none() {
            let line = json::FailedLine { path: &self.path, line: number, failure: &trouble.why };
            out.text += &(json::print(&line) + "\n");
        }
        out.counts.add(Counts::failure());
        out.status = out.status.max(trouble.status);
        out.failures.push(format!("{}:{number}: {}", self.path, trouble.why));
    }
}

/// A line without what is around its text.
pub(super) fn without_ends(number: u64, line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if number == 1 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line }
}

/// Whether a line of no known format is worth another look as a record of a file.
fn may_have_calls(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"{") && tools::has_signs(&decoded(line))
}

/// Moves lines and columns from a text that is a line to the archive. Offsets stay those in the line.
fn move_to(report: &mut Report, number: u64) {
    let line = u32::try_from(number - 1).unwrap_or(u32::MAX);
    let place = |character| Position { line, character };
    let range = |from, to| Range { start: place(from), end: place(to) };
    for finding in &mut report.diagnostics {
        finding.range = range(finding.from, finding.to);
        finding.related.iter_mut().for_each(|it| it.range = range(it.from, it.to));
        finding.fixes.iter_mut().flat_map(|it| &mut it.edits).for_each(|it| it.range = range(it.from, it.to));
    }
}

/// What is about a text as a whole is about all of the line, so that its number is shown.
fn mark_whole(report: &mut Report, text: &str) {
    for it in report.diagnostics.iter_mut().filter(|it| it.bytes.to == 0) {
        it.bytes.to = u32::try_from(text.len()).unwrap_or(u32::MAX).max(1);
        it.range.end.character = utf16_len(text.as_bytes());
    }
}
