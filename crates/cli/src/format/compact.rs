//! The findings in an archive for people: one line for each, with its place in the archive, in the decoded text, and in the
//! JSON. A line of an archive is too long to show the part around the mark of every finding.

use super::{
    File, OutputFormat, OutputWriter, Readers,
    finding::{Entry, PlacedFinding},
};
use crate::{output::style_of, visible::visible};

/// What `--format human` means for an archive.
pub(crate) static FORMAT: OutputFormat = OutputFormat {
    readers: Readers::People,
    has_summary: true,
    writer: OutputWriter::Files(file),
    ..OutputFormat::OF_SERVICE
};

/// The findings of a file.
fn file(file: &File) -> String {
    Entry::new(file).findings().iter().map(|it| line(file, it)).collect()
}

/// `archive.ndjson:7:64: error[missing-comma]: Missing comma … (inside `response`: line 1, column 41) at /response/agents`
fn line(file: &File, found: &PlacedFinding) -> String {
    let kind = file.look.paint(style_of(found.severity), format!("{}[{}]", found.severity.name(), found.code));
    let place = found.place.map(|it| format!(":{}:{}", it.start.line, it.start.column)).unwrap_or_default();
    let pointer = found.pointers.concat();
    let at = if pointer.is_empty() { String::new() } else { format!(" at {}", visible(&pointer)) };
    format!("{}{place}: {kind}: {}{at}\n", visible(file.path), found.message)
}
