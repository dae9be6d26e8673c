//! The JSON output: one document for all files, with one line for each, safe to show on a terminal.
//!
//! `{"version": 1, "files": [{"path", "valid", "format", "diagnostics"} or {"path", "failure"}], "summary"}`;
//! `fix` adds `changed`, `settled`, `applied` and, where there is no file to write, `diff` or `text`.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{
    Serializer,
    ser::{CompactFormatter, Formatter},
};

use super::{OutputFormat, OutputWriter, Readers};
use agent_response::report::{AppliedFix, DetectedFormat, Diagnostic, Report};
use agent_response::text::seen;
use agent_response_readers::Reading;

pub(crate) const FORMAT: OutputFormat = OutputFormat {
    name: "json",
    help: "For programs: one JSON document with all findings, positions and fixes",
    readers: Readers::Programs,
    has_readings: true,
    has_all_files: true,
    writer: OutputWriter::Items(
        |it| print(&CheckedFile { readers: it.asides.readings, ..CheckedFile::new(it.path, it.report) }),
        |path, failure| print(&Failed { path, failure }),
    ),
    ..OutputFormat::OF_SERVICE
};

/// Before the first file.
pub(crate) const HEAD: &str = "{\"version\":1,\"files\":[";

/// A file that was checked.
#[derive(Serialize)]
pub(crate) struct CheckedFile<'a> {
    path: &'a str,
    valid: bool,
    format: &'a DetectedFormat,
    diagnostics: &'a [Diagnostic],
    /// With `--reader`, what the programs that read the file do.
    #[serde(skip_serializing_if = "<[Reading]>::is_empty")]
    readers: &'a [Reading],
}

impl<'a> CheckedFile<'a> {
    pub(crate) fn new(path: &'a str, report: &'a Report) -> Self {
        Self { path, valid: report.valid, format: &report.format, diagnostics: &report.diagnostics, readers: &[] }
    }
}

/// A fixed file; the report is about its new content.
#[derive(Serialize)]
pub(crate) struct Repaired<'a> {
    #[serde(flatten)]
    pub(crate) checked: CheckedFile<'a>,
    /// Whether the text has changed.
    pub(crate) changed: bool,
    /// False if repairing it again would repair more.
    pub(crate) settled: bool,
    pub(crate) applied: &'a [AppliedFix],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) diff: Option<&'a str>,
    /// The repaired text, for standard input; absent when it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<&'a str>,
}

/// A line of an archive that was checked; its findings have the line of the archive.
#[derive(Serialize)]
pub(crate) struct CheckedLine<'a> {
    pub(crate) path: &'a str,
    /// From one.
    pub(crate) line: u64,
    pub(crate) valid: bool,
    pub(crate) format: &'a DetectedFormat,
    pub(crate) diagnostics: &'a [Diagnostic],
}

/// A line of an archive without a report.
#[derive(Serialize)]
pub(crate) struct FailedLine<'a> {
    pub(crate) path: &'a str,
    pub(crate) line: u64,
    pub(crate) failure: &'a str,
}

/// A file without a report.
#[derive(Serialize)]
struct Failed<'a> {
    path: &'a str,
    failure: &'a str,
}

/// The JSON text of a value, on one line.
pub(crate) fn print(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    // Writing to memory does not fail, and the keys of all that is printed are strings.
    let _ = value.serialize(&mut Serializer::with_formatter(&mut out, Careful));
    String::from_utf8(out).unwrap_or_default()
}

/// Escapes control characters that JSON allows but that would control a terminal.
struct Careful;

impl Formatter for Careful {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, text: &str) -> io::Result<()> {
        let mut done = 0;
        let mut escape = String::new();
        for it in seen(text).filter(|it| it.is_unsafe) {
            CompactFormatter.write_string_fragment(out, text.get(done..it.at).unwrap_or_default())?;
            escape.clear();
            it.push_escape(&mut escape);
            out.write_all(escape.as_bytes())?;
            done = it.at + it.ch.len_utf8();
        }
        CompactFormatter.write_string_fragment(out, text.get(done..).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_acts_on_a_terminal_is_escaped() {
        assert_eq!(
            super::print(&"a\u{1b}[31m\u{9b}\u{202e}✅\u{e0041}z"),
            r#""a\u001b[31m\u009b\u202e✅\udb40\udc41z""#
        );
    }
}
