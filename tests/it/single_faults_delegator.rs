//! One fault in a Delegator envelope, or in the error in it: it is found, at its place, and nothing else is said.

use agent_response::{Options, Severity, validate};

use Severity::{Error, Info, Warning};

type Members = Vec<(String, String)>;

/// A finding: rule, severity, and the text under it.
type Expected<'a> = (&'static str, Severity, &'a str);

const SCALARS: &[&str] = &["null", "true", "false", "7", r#""text""#, "[1]", r#"{"a": 1}"#];

fn envelope(failed: bool) -> Members {
    let mut out = named(&[
        ("version", r#""3.6""#),
        ("schema_id", r#""codex/v3.6/registry_info/v1""#),
        ("tool", r#""_codex_local_cancel""#),
        ("tool_category", r#""registry_info""#),
        ("request_id", r#""32ecfadc-2b66-4daa-a7c0-a03c449fcea5""#),
        ("ts", r#""2025-11-18T10:05:22Z""#),
        ("status", if failed { r#""error""# } else { r#""ok""# }),
        ("meta", "{}"),
    ]);
    let data = r#"{"operation": "cancel", "task_id": "T-local-1", "state": "cancelled"}"#;
    out.extend(if failed { named(&[("error", &text(&error()))]) } else { named(&[("data", data)]) });
    out
}

fn error() -> Members {
    named(&[
        ("code", r#""TOOL_ERROR""#),
        ("message", r#""The process ended with code 1""#),
        ("details", r#"{"exit_code": 1, "file": "src/main.rs", "line": 42, "column": 15}"#),
        ("retryable", "true"),
        ("duration_ms", "5432"),
    ])
}

fn named(members: &[(&str, &str)]) -> Members {
    members.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

fn with_error(error: &Members) -> String {
    let mut out = envelope(true);
    out.last_mut().unwrap().1 = text(error);
    text(&out)
}

#[test]
fn a_sound_envelope_has_no_findings() {
    for failed in [false, true] {
        check(&text(&envelope(failed)), &[]);
    }
}

#[test]
fn a_field_that_is_absent() {
    for failed in [false, true] {
        for idx in 0..envelope(failed).len() {
            let mut members = envelope(failed);
            let (name, _) = members.remove(idx);
            // Without the status nothing follows from it.
            let severity = if name == "meta" { Warning } else { Error };
            let message = check(&text(&members), &[("missing-field", severity, "{")]);
            assert!(message.starts_with(&format!("Missing `{name}`;")), "{message}");
        }
    }
    for (idx, severity) in [(0, Some(Error)), (1, Some(Error)), (2, None), (3, Some(Warning)), (4, None)] {
        let mut members = error();
        members.remove(idx);
        let expected = severity.map(|it| ("missing-field", it, "{"));
        check(&with_error(&members), expected.as_slice());
    }
}

#[test]
fn a_field_under_another_spelling() {
    for failed in [false, true] {
        for idx in 0..envelope(failed).len() {
            let mut members = envelope(failed);
            let key = members[idx].0.to_uppercase();
            members[idx].0.clone_from(&key);
            let severity = if key == "META" { Warning } else { Error };
            check(&text(&members), &[("misnamed-field", severity, &format!("\"{key}\""))]);
        }
    }
}

#[test]
fn a_key_too_many() {
    for place in 0..=envelope(false).len() {
        let mut members = envelope(false);
        members.insert(place, ("exit_code".to_owned(), "[1, {}]".to_owned()));
        check(&text(&members), &[("unknown-field", Warning, "\"exit_code\"")]);
    }
}

#[test]
fn a_value_of_each_type() {
    for failed in [false, true] {
        for idx in 0..envelope(failed).len() {
            for value in SCALARS {
                let mut members = envelope(failed);
                (*value).clone_into(&mut members[idx].1);
                let name = members[idx].0.clone();
                let is_string = value.starts_with('"');
                let expected = match name.as_str() {
                    "request_id" if is_string => Some(("not-a-uuid", Info, *value)),
                    "ts" if is_string => Some(("bad-timestamp", Error, *value)),
                    "meta" | "data" if value.starts_with('{') => continue,
                    "error" if value.starts_with('{') => Some(("missing-field", Error, "{")),
                    _ if is_string && !matches!(name.as_str(), "meta" | "data" | "error") => {
                        Some(("unknown-value", Error, *value))
                    }
                    _ => Some(("wrong-type", Error, *value)),
                };
                check(&text(&members), expected.as_slice());
            }
        }
    }
}

#[test]
fn a_value_of_each_type_in_the_error() {
    for idx in 0..error().len() {
        for value in SCALARS {
            let mut members = error();
            (*value).clone_into(&mut members[idx].1);
            let is_string = value.starts_with('"');
            let expected = match (members[idx].0.as_str(), *value) {
                ("code", _) if is_string => Some(("unknown-value", Error, *value)),
                ("message", _) if is_string => None,
                ("details", r#"{"a": 1}"#) | ("retryable", "true" | "false") | ("duration_ms", "7") => None,
                ("details", _) => Some(("wrong-type", Warning, *value)),
                _ => Some(("wrong-type", Error, *value)),
            };
            check(&with_error(&members), expected.as_slice());
        }
    }
}

#[test]
fn the_other_half_of_the_answer() {
    let mut members = envelope(false);
    members.push(("error".to_owned(), text(&error())));
    check(&text(&members), &[("unexpected-field", Error, "\"error\"")]);
    let mut members = envelope(true);
    members.push(("data".to_owned(), r#"{"task_id": "T-local-1"}"#.to_owned()));
    check(&text(&members), &[("unexpected-field", Error, "\"data\"")]);
}

fn text(members: &Members) -> String {
    let lines: Vec<String> = members.iter().map(|(key, value)| format!("\"{key}\": {value}")).collect();
    format!("{{\n{}\n}}", lines.join(",\n"))
}

/// Compares the findings with what is expected, and gives the first message back.
fn check(text: &str, expected: &[Expected]) -> String {
    let report = validate(text, &Options { format: Some("delegator"), ..Options::default() });
    let found = report.diagnostics.iter().map(|it| {
        let marked = &text[it.bytes.from as usize..it.bytes.to as usize];
        (it.code, it.severity, marked)
    });
    assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
    report.diagnostics.first().map(|it| it.message.clone()).unwrap_or_default()
}
