//! Checking: a piece of an archive becomes output and counts.

use std::borrow::Cow;

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
    view::{FileOutput, OutputView},
};
use agent_response::{
    Options,
    diagnostic::Severity,
    report::{DetectedFormat, Diagnostic, Position, Range, Report},
    rules::TOO_LARGE,
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
}

impl LineChecker {
    pub(super) fn check(&self, piece: ArchivePiece) -> CheckedPiece {
        let mut out = CheckedPiece {
            text: String::new(),
            failures: Vec::new(),
            counts: Counts::default(),
            status: Status::Clean,
            tally: self.step.map(LineTally::new),
            last: piece.last,
            end: piece.end,
        };
        match piece.content {
            Content::Lines(bytes) => self.lines(piece.line, &bytes, &mut out),
            Content::TooLong(length) => self.too_long(piece.line, length, &mut out),
            Content::Failure(why) => self.failed(piece.line, &Trouble::input(why), &mut out),
        }
        out
    }

    fn lines(&self, first: u64, bytes: &[u8], out: &mut CheckedPiece) {
        let (mut number, mut start) = (first, 0);
        while start < bytes.len() {
            let end = find_byte(bytes, start, b'\n').unwrap_or(bytes.len());
            let line = bytes.get(start..end).unwrap_or_default();
            if number >= self.first {
                self.line(number, line, out);
            }
            number += 1;
            start = end + 1;
        }
    }

    /// Checks a line without its line feed.
    fn line(&self, number: u64, line: &[u8], out: &mut CheckedPiece) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let line = if number == 1 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line };
        if line.len() > LONGEST {
            return self.too_long(number, line.len() as u64, out);
        }
        if line.trim_ascii().is_empty() {
            return;
        }
        let outcome = guarded(|| {
            let report = agent_response::validate_bytes(line, &self.options);
            self.report(number, line, report, out);
        });
        if let Err(why) = outcome {
            self.failed(number, &Trouble::bug(why), out);
        }
    }

    /// Adds the report on a line.
    fn report(&self, number: u64, line: &[u8], mut report: Report, out: &mut CheckedPiece) {
        let counts = Counts::of(&report, self.view.least);
        if let Some(tally) = &mut out.tally {
            tally.add(time_of(&decoded(line)), &report, self.view.least);
        } else if counts.files_with_findings > 0 {
            move_to(&mut report, number);
            out.text += &self.shown(number, line, &mut report);
        }
        out.counts.add(counts);
        out.status = out.status.max(Status::of(&report));
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
    fn failed(&self, number: u64, trouble: &Trouble, out: &mut CheckedPiece) {
        if self.view.format.is_json() && self.step.is_none() {
            let line = json::FailedLine { path: &self.path, line: number, failure: &trouble.why };
            out.text += &(json::print(&line) + "\n");
        }
        out.counts.add(Counts::failure());
        out.status = out.status.max(trouble.status);
        out.failures.push(format!("{}:{number}: {}", self.path, trouble.why));
    }
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
