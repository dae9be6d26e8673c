//! What the tools return: a text, and the same as data.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Value, json};

use crate::ledger;
use agent_response::{
    report::{AppliedFix, Diagnostic, Report},
    severity::Severity,
    text::line_and_column,
};

/// A result that models read as a text and programs as data.
pub(super) fn both(text: &str, data: Value) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = Some(data);
    result
}

/// The findings of a report that are severe enough, up to a number.
pub(super) fn findings(text: &str, report: &Report, least: Severity, most: usize) -> Value {
    let shown = report.diagnostics.iter().filter(|it| it.severity <= least).take(most);
    shown.map(|it| finding(text, it)).collect()
}

/// How many findings have this severity.
pub(super) fn count(report: &Report, severity: Severity) -> usize {
    report.diagnostics.iter().filter(|it| it.severity == severity).count()
}

fn finding(text: &str, diagnostic: &Diagnostic) -> Value {
    let (line, column) = line_and_column(text, diagnostic.bytes.from);
    let pointer =
        diagnostic.inner.iter().fold(diagnostic.pointer.clone(), |path, diagnostic| path + &diagnostic.pointer);
    let fix = |it: &agent_response::report::DiagnosticFix| json!({ "title": it.title, "safety": it.safety, "partial": it.partial });
    json!({
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "line": line,
        "column": column,
        "pointer": pointer,
        "fixes": diagnostic.fixes.iter().map(fix).collect::<Value>(),
    })
}

/// The ledger of a repair, with places in the text that was given.
pub(super) fn applied(text: &str, applied: &[AppliedFix]) -> Value {
    let entry = |(it, (line, column)): (&AppliedFix, (u32, usize))| json!({ "code": it.code, "title": it.title, "safety": it.safety, "partial": it.partial, "line": line, "column": column });
    applied.iter().zip(ledger::places(text, applied)).map(entry).collect()
}
