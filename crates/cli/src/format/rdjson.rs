//! Reviewdog's diagnostic format. Its columns are bytes.

use serde::Serialize;

use super::{
    OutputFormat, OutputWriter,
    finding::{Entry, PlacedFinding, Point, PointRange},
    json,
};
use agent_response::diagnostic::Severity;

pub(crate) const FORMAT: OutputFormat = OutputFormat {
    name: "rdjson",
    help: "The diagnostic format of reviewdog",
    writer: OutputWriter::Document(|entries, _| document(entries)),
    ..OutputFormat::OF_SERVICE
};

#[derive(Serialize)]
struct Document<'a> {
    source: Source,
    diagnostics: Vec<Diagnostic<'a>>,
}

#[derive(Serialize)]
struct Source {
    name: &'static str,
}

#[derive(Serialize)]
struct Diagnostic<'a> {
    message: &'a str,
    location: Location<'a>,
    severity: &'static str,
    code: Code<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suggestions: Vec<Suggestion<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Related<'a>>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<Range>,
}

#[derive(Serialize)]
struct Range {
    start: Position,
    end: Position,
}

#[derive(Serialize)]
struct Position {
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct Code<'a> {
    value: &'a str,
}

#[derive(Serialize)]
struct Suggestion<'a> {
    range: Range,
    text: &'a str,
}

#[derive(Serialize)]
struct Related<'a> {
    message: &'a str,
    location: Location<'a>,
}

/// The report on all files.
fn document(entries: &[Entry]) -> String {
    let diagnostics = entries.iter().flat_map(diagnostics).collect();
    json::print(&Document { source: Source { name: "agent-response" }, diagnostics }) + "\n"
}

fn diagnostics(entry: &Entry) -> Vec<Diagnostic<'_>> {
    let finding = |it| of_finding(&entry.path, it);
    entry.findings().iter().map(finding).chain(entry.failure().map(|it| of_failure(&entry.path, it))).collect()
}

fn of_finding<'a>(path: &'a str, finding: &'a PlacedFinding) -> Diagnostic<'a> {
    let related =
        |(place, message): &'a (Option<PointRange>, String)| Related { message, location: location(path, *place) };
    Diagnostic {
        message: &finding.message,
        location: location(path, finding.place),
        severity: match finding.severity {
            Severity::Error => "ERROR",
            Severity::Warning => "WARNING",
            Severity::Info | Severity::Hint => "INFO",
        },
        code: Code { value: finding.code },
        // Each suggestion is an alternative, so only the best fix is included.
        suggestions: finding.fixes.iter().take(1).map(|it| suggestion(&it.whole)).collect(),
        related_locations: finding.related.iter().map(related).collect(),
    }
}

fn of_failure<'a>(path: &'a str, why: &'a str) -> Diagnostic<'a> {
    Diagnostic {
        message: why,
        location: location(path, None),
        severity: "ERROR",
        code: Code { value: "not-checked" },
        suggestions: Vec::new(),
        related_locations: Vec::new(),
    }
}

fn suggestion((span, text): &(PointRange, String)) -> Suggestion<'_> {
    Suggestion { range: range(*span), text }
}

fn location(path: &str, place: Option<PointRange>) -> Location<'_> {
    Location { path, range: place.map(range) }
}

fn range(span: PointRange) -> Range {
    let position = |it: Point| Position { line: it.line, column: it.byte_column };
    Range { start: position(span.start), end: position(span.end) }
}
