//! SARIF 2.1.0, OASIS's format for static analysis results.

use serde::Serialize;

use super::{
    OutputFormat, OutputWriter,
    finding::{Entry, PlacedFinding, PlacedFix, Point, PointRange},
    json,
};
use agent_response::diagnostic::Severity;

pub(crate) const FORMAT: OutputFormat = OutputFormat {
    name: "sarif",
    help: "SARIF 2.1.0, for code scanning",
    writer: OutputWriter::Document(|entries, end| document(entries, end.page_of)),
    ..OutputFormat::OF_SERVICE
};

#[derive(Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool<'a>,
    invocations: [Invocation<'a>; 1],
    results: Vec<Result<'a>>,
    column_kind: &'static str,
}

#[derive(Serialize)]
struct Tool<'a> {
    driver: Driver<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver<'a> {
    name: &'static str,
    version: &'static str,
    semantic_version: &'static str,
    rules: Vec<Rule<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule<'a> {
    id: &'a str,
    short_description: Text<'a>,
    full_description: Text<'a>,
    help: Help<'a>,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
struct Text<'a> {
    text: &'a str,
}

#[derive(Serialize)]
struct Help<'a> {
    text: &'a str,
    markdown: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation<'a> {
    execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_execution_notifications: Vec<Notification<'a>>,
}

#[derive(Serialize)]
struct Notification<'a> {
    level: &'static str,
    message: Text<'a>,
    locations: [Location<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Result<'a> {
    rule_id: &'a str,
    rule_index: usize,
    level: &'static str,
    message: Text<'a>,
    locations: [Location<'a>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'a>>,
    partial_fingerprints: Fingerprints<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Fix<'a>>,
}

#[derive(Serialize)]
struct Fingerprints<'a> {
    /// The one that GitHub compares.
    #[serde(rename = "primaryLocationLineHash")]
    line: &'a str,
    #[serde(rename = "agentResponse/v1")]
    own: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    physical_location: Physical,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<Logical<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Clone, Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
}

/// A value, by its pointer in the file or in a decoded text.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Logical<'a> {
    fully_qualified_name: &'a str,
    kind: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Fix<'a> {
    description: Text<'a>,
    artifact_changes: [Change<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change<'a> {
    artifact_location: Artifact,
    replacements: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: Region,
    inserted_content: Text<'a>,
}

/// The log of the run. `page_of` gives the pages of rules.
fn document(entries: &[Entry], page_of: impl Fn(&str) -> String) -> String {
    let mut codes: Vec<&str> = entries.iter().flat_map(|it| it.findings().iter().map(|it| it.code)).collect();
    codes.sort_unstable();
    codes.dedup();
    let pages: Vec<_> = codes.iter().map(|it| page_of(it)).collect();
    let version = env!("CARGO_PKG_VERSION");
    let rules = codes.iter().zip(&pages).map(|(code, page)| rule(code, page)).collect();
    let notifications: Vec<_> = entries.iter().filter_map(notification).collect();
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [Run {
            tool: Tool { driver: Driver { name: "agent-response", version, semantic_version: version, rules } },
            invocations: [Invocation {
                execution_successful: notifications.is_empty(),
                tool_execution_notifications: notifications,
            }],
            results: entries.iter().flat_map(|entry| results(entry, &codes)).collect(),
            column_kind: "unicodeCodePoints",
        }],
    };
    json::print(&log) + "\n"
}

/// The description of a rule, from its page without the examples.
fn rule<'a>(code: &'a str, page: &'a str) -> Rule<'a> {
    let known = agent_response::explain(code);
    let page = page.split("\n## Examples").next().unwrap_or_default().trim();
    let body = page.split_once("\n\n").map_or(page, |it| it.1);
    let first = body.split("\n\n").find(|it| !it.starts_with('#')).unwrap_or(body);
    Rule {
        id: code,
        short_description: Text { text: known.map_or(first, |it| it.summary) },
        full_description: Text { text: first },
        help: Help { text: body, markdown: body },
        default_configuration: Configuration { level: level(known.map_or(Severity::Error, |it| it.severity)) },
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info | Severity::Hint => "note",
    }
}

fn notification(entry: &Entry) -> Option<Notification<'_>> {
    let text = entry.failure()?;
    Some(Notification { level: "error", message: Text { text }, locations: [location(&artifact(entry), None)] })
}

fn results<'a>(entry: &'a Entry, codes: &[&str]) -> Vec<Result<'a>> {
    let artifact = artifact(entry);
    entry.findings().iter().map(|it| result(it, &artifact, codes)).collect()
}

fn result<'a>(finding: &'a PlacedFinding, artifact: &Artifact, codes: &[&str]) -> Result<'a> {
    let logical = finding.pointers.iter().filter(|it| !it.is_empty());
    let logical = logical.map(|it| Logical { fully_qualified_name: it, kind: "value" }).collect();
    let related = |(place, message): &'a (Option<PointRange>, String)| Location {
        message: Some(Text { text: message }),
        ..location(artifact, *place)
    };
    Result {
        rule_id: finding.code,
        rule_index: codes.binary_search(&finding.code).unwrap_or_default(),
        level: level(finding.severity),
        message: Text { text: &finding.message },
        locations: [Location { logical_locations: logical, ..location(artifact, finding.place.or(Some(START))) }],
        related_locations: finding.related.iter().map(related).collect(),
        partial_fingerprints: Fingerprints { line: &finding.fingerprint, own: &finding.fingerprint },
        fixes: finding.fixes.iter().map(|it| fix(it, artifact)).collect(),
    }
}

fn fix<'a>(fix: &'a PlacedFix, artifact: &Artifact) -> Fix<'a> {
    let replacement = |(span, text): &'a (PointRange, String)| Replacement {
        deleted_region: region(*span),
        inserted_content: Text { text },
    };
    Fix {
        description: Text { text: &fix.title },
        artifact_changes: [Change {
            artifact_location: artifact.clone(),
            replacements: fix.edits.iter().map(replacement).collect(),
        }],
    }
}

fn location<'a>(artifact: &Artifact, place: Option<PointRange>) -> Location<'a> {
    let physical_location = Physical { artifact_location: artifact.clone(), region: place.map(region) };
    Location { physical_location, logical_locations: Vec::new(), message: None }
}

/// Where a finding about the whole file is shown: GitHub rejects results without a region.
const START: PointRange = {
    let point = Point { line: 1, column: 1, byte_column: 1 };
    PointRange { start: point, end: point }
};

fn region(span: PointRange) -> Region {
    let PointRange { start, end } = span;
    Region { start_line: start.line, start_column: start.column, end_line: end.line, end_column: end.column }
}

/// The path as a URI: relative, or absolute for a file outside the repository.
fn artifact(entry: &Entry) -> Artifact {
    let is_plain = |it: u8| it.is_ascii_alphanumeric() || b"-._~/".contains(&it);
    let escaped = |it: u8| if is_plain(it) { char::from(it).to_string() } else { format!("%{it:02X}") };
    let path: String = entry.path.bytes().map(escaped).collect();
    Artifact { uri: if path.starts_with('/') { format!("file://{path}") } else { path } }
}
