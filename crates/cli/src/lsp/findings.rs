//! Converts findings to the protocol's form.

use gen_lsp_types::{Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, Uri};
use serde_json::{Value, json};

use super::{client::Client, lines::PositionCounter};
use agent_response::{
    Rule,
    report::{self, Offsets, Report},
    rules,
    severity::Severity,
    text::Span,
};

/// The label of the findings.
pub(super) const SOURCE: &str = "agent-response";

/// Rules about parts that have no effect.
const UNNECESSARY: &[&Rule] = &[&rules::UNKNOWN_FIELD];

pub(super) fn diagnostics(
    report: &Report,
    uri: &Uri,
    places: &mut PositionCounter,
    client: &Client,
) -> Vec<Diagnostic> {
    report.diagnostics.iter().map(|it| diagnostic(it, uri, places, client)).collect()
}

pub(super) fn diagnostic(
    finding: &report::Diagnostic,
    uri: &Uri,
    places: &mut PositionCounter,
    client: &Client,
) -> Diagnostic {
    let range = places.range(span(finding.bytes));
    let related = |it: &report::Related| DiagnosticRelatedInformation {
        location: Location { uri: uri.clone(), range: places.range(span(it.bytes)) },
        message: it.message.clone(),
    };
    let related: Vec<_> = finding.related.iter().filter(|_| client.has_related).map(related).collect();
    let is_faded = client.has_tags && UNNECESSARY.iter().any(|it| it.id == finding.code);
    // For programs: where it is in the decoded texts.
    let data = (!finding.inner.is_empty()).then(|| json!({ "pointer": finding.pointer, "inner": finding.inner }));
    Diagnostic {
        range,
        severity: Some(severity(finding.severity)),
        code: Some(finding.code.to_owned().into()),
        code_description: None,
        source: Some(SOURCE.to_owned()),
        message: finding.message.clone().into(),
        tags: is_faded.then(|| vec![DiagnosticTag::Unnecessary]),
        related_information: (!related.is_empty()).then_some(related),
        data,
    }
}

/// A name for findings: the same findings have the same name.
pub(super) fn name_of(items: &Value) -> String {
    format!("{:016x}", agent_response::text::hash(&items.to_string()))
}

pub(super) fn span(bytes: Offsets) -> Span {
    Span { start: bytes.from, end: bytes.to }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::Error,
        Severity::Warning => DiagnosticSeverity::Warning,
        Severity::Info => DiagnosticSeverity::Information,
        Severity::Hint => DiagnosticSeverity::Hint,
    }
}
