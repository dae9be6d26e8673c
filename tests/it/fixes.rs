//! Laws of single fixes, over all examples of the pages and some texts made for them.

use agent_response::surface::report::{Fix, Report};
use agent_response::text::{Edit, Span, apply};
use agent_response::{Options, fix, validate};
use serde_json::Value;

use crate::laws::examples;

fn applied(text: &str, fix: &Fix) -> String {
    let span = |it: &agent_response::surface::report::TextEdit| Span { start: it.bytes.from, end: it.bytes.to };
    let edits: Vec<_> = fix.edits.iter().map(|it| Edit { span: span(it), text: it.text.clone() }).collect();
    apply(text, &edits)
}

fn fixes(report: &Report) -> impl Iterator<Item = &Fix> {
    report.diagnostics.iter().flat_map(|it| &it.fixes).filter(|it| !it.edits.is_empty())
}

/// Whether an envelope says that its run went well, and whether anything in it says that it went wrong.
fn outcome(text: &str) -> Option<(bool, bool)> {
    let value: Value = serde_json::from_str(text).ok()?;
    let good = if value.get("tool").is_some() { "ok" } else { "success" };
    let is_good = value.get("status")?.as_str()? == good;
    let says = |it: &str| value.get(it).is_some_and(|it| !it.is_null() && *it != false && *it != "");
    Some((is_good, says("error") || says("error_message") || says("error_type")))
}

#[test]
fn no_fix_makes_a_success_of_an_error() {
    let mut n_errors = 0;
    for (text, options) in examples() {
        let Some((false, true)) = outcome(&text) else { continue };
        n_errors += 1;
        for fix in fixes(&validate(&text, &options)) {
            let fixed = applied(&text, fix);
            assert!(outcome(&fixed).is_none_or(|it| !it.0), "{}\n{text}\n=>\n{fixed}", fix.title);
        }
    }
    assert!(n_errors > 20, "only {n_errors} errors");
}

#[test]
fn an_error_in_any_form_stays_an_error() {
    const INNER: &str = r#"{\"request_id\": \"99999999-2222-4333-8444-555555555555\", \"version\": \"1.0\", \"status\": \"success\", \"response\": \"{}\", \"error_message\": null, \"error_type\": null, \"created_at\": \"2025-11-24T14:22:45Z\", \"duration_seconds\": 1.0, \"metadata\": {}}"#;
    let around = format!(
        r#"{{"status": "error", "response": "{INNER}", "error_message": "boom", "error_type": "x", "request_id": "a", "version": "1.0"}}"#
    );
    let texts = [
        r#"{"request_id": "a", "version": "1.0", "status": "ok", "response": "x", "error": true}"#,
        r#"{"request_id": "a", "version": "1.0", "status": "done", "response": "x", "errorMessage": "boom"}"#,
        r#"{"sections": ["title"], "title": "x", "error": "boom"}"#,
        "Error: the agent crashed",
        "Traceback (most recent call last):\n  File x",
        "ValueError: no such thing",
        &around,
    ];
    for text in texts {
        let options = Options {
            format: Some("agent-response"),
            now: Some("2025-12-01T00:00:00+00:00".to_owned()),
            ..Options::default()
        };
        let fixed = fix(text, &options, true).text;
        assert!(!outcome(&fixed).is_some_and(|it| it.0), "{text}\n=>\n{fixed}");
    }
}
