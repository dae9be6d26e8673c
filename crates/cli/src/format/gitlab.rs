//! GitLab's Code Quality report: a subset of what Code Climate defines.

use serde::Serialize;

use super::{
    OutputFormat, OutputWriter,
    finding::{Entry, PlacedFinding},
    json,
};
use agent_response::diagnostic::Severity;

pub(crate) const FORMAT: OutputFormat = OutputFormat {
    name: "gitlab",
    help: "The Code Quality report of GitLab",
    writer: OutputWriter::Document(|entries, _| document(entries)),
    ..OutputFormat::OF_SERVICE
};

#[derive(Serialize)]
struct Issue<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    check_name: &'a str,
    description: &'a str,
    categories: [&'static str; 1],
    severity: &'static str,
    fingerprint: String,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
    end: u32,
}

/// The report on all files.
fn document(entries: &[Entry]) -> String {
    let issues: Vec<_> = entries.iter().flat_map(issues).collect();
    json::print(&issues) + "\n"
}

fn issues(entry: &Entry) -> Vec<Issue<'_>> {
    let finding = |it| of_finding(&entry.path, it);
    entry.findings().iter().map(finding).chain(entry.failure().map(|it| of_failure(&entry.path, it))).collect()
}

fn of_finding<'a>(path: &'a str, finding: &'a PlacedFinding) -> Issue<'a> {
    let (begin, end) = finding.place.map_or((1, 1), |it| (it.start.line, it.end.line));
    Issue {
        kind: "issue",
        check_name: finding.code,
        description: &finding.message,
        categories: ["Bug Risk"],
        severity: match finding.severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
            Severity::Info | Severity::Hint => "info",
        },
        fingerprint: finding.fingerprint.clone(),
        location: Location { path, lines: Lines { begin, end } },
    }
}

fn of_failure<'a>(path: &'a str, why: &'a str) -> Issue<'a> {
    Issue {
        kind: "issue",
        check_name: "not-checked",
        description: why,
        categories: ["Bug Risk"],
        severity: "blocker",
        fingerprint: format!("not-checked:{path}"),
        location: Location { path, lines: Lines { begin: 1, end: 1 } },
    }
}
