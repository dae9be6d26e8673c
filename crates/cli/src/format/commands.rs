//! Log commands of build services, one line for each finding: GitHub Actions and Azure Pipelines.

use super::{
    OutputFormat, OutputWriter,
    finding::{Entry, PlacedFinding, PointRange},
};
use crate::visible::visible;
use agent_response::diagnostic::Severity;

pub(crate) const GITHUB: OutputFormat = OutputFormat {
    name: "github",
    help: "Annotations in GitHub Actions",
    writer: OutputWriter::Entries(github),
    ..OutputFormat::OF_SERVICE
};

/// `::error file=…,line=…::message`
fn github(entry: &Entry) -> String {
    let line = |kind, title: &str, span: Option<PointRange>, message: &str| {
        let mut out = format!("::{kind} title={},file={}", github_value(title), github_value(&visible(&entry.path)));
        if let Some(it) = span {
            out += &format!(",line={},endLine={}", it.start.line, it.end.line);
            // The service ignores columns if a finding spans lines.
            if it.start.line == it.end.line {
                out += &format!(",col={},endColumn={}", it.start.column, it.end.column);
            }
        }
        format!("{out}::{}\n", github_text(message))
    };
    let finding = |found: &PlacedFinding| {
        let kind = match found.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info | Severity::Hint => "notice",
        };
        line(kind, &format!("agent-response ({})", found.code), found.place, &found.message)
    };
    let failure = entry.failure().map(|it| line("error", "agent-response", None, it));
    entry.findings().iter().map(finding).chain(failure).collect()
}

fn github_text(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn github_value(text: &str) -> String {
    github_text(text).replace(':', "%3A").replace(',', "%2C")
}

pub(crate) const AZURE: OutputFormat = OutputFormat {
    name: "azure",
    help: "Issues in Azure Pipelines",
    writer: OutputWriter::Entries(azure),
    ..OutputFormat::OF_SERVICE
};

/// `##vso[task.logissue type=error;sourcepath=…;linenumber=…;columnnumber=…;code=…;]message`
fn azure(entry: &Entry) -> String {
    let line = |kind, code: &str, span: Option<PointRange>, message: &str| {
        let place = span
            .map(|it| format!("linenumber={};columnnumber={};", it.start.line, it.start.column))
            .unwrap_or_default();
        let (path, message) = (azure_value(&visible(&entry.path)), azure_text(message));
        format!("##vso[task.logissue type={kind};sourcepath={path};{place}code={code};]{message}\n")
    };
    let finding = |found: &PlacedFinding| {
        let kind = match found.severity {
            Severity::Error => "error",
            // There are no other levels.
            Severity::Warning | Severity::Info | Severity::Hint => "warning",
        };
        line(kind, found.code, found.place, &found.message)
    };
    let failure = entry.failure().map(|it| line("error", "not-checked", None, it));
    entry.findings().iter().map(finding).chain(failure).collect()
}

fn azure_text(text: &str) -> String {
    text.replace('%', "%AZP25").replace('\r', "%0D").replace('\n', "%0A")
}

fn azure_value(text: &str) -> String {
    azure_text(text).replace(']', "%5D").replace(';', "%3B")
}
