//! One fault in an envelope that is otherwise as it should be: it is found, at its place, and nothing else is said.

use agent_response::{Options, Severity, validate};

use Severity::{Error, Hint, Info, Warning};

/// Name, value after a success, value after a failure.
const FIELDS: &[(&str, &str, &str)] = &[
    ("request_id", r#""32ecfadc-2b66-4daa-a7c0-a03c449fcea5""#, r#""32ecfadc-2b66-4daa-a7c0-a03c449fcea5""#),
    ("version", r#""1.0""#, r#""1.0""#),
    ("status", r#""success""#, r#""error""#),
    ("response", r#""{\"summary\": \"All 12 tests pass\"}""#, "null"),
    ("error_message", "null", r#""No answer after 120 seconds""#),
    ("error_type", "null", r#""AgentInvocationError""#),
    ("created_at", r#""2025-11-24T14:22:45+00:00""#, r#""2025-11-24T14:22:45Z""#),
    ("duration_seconds", "1.0", "120"),
    ("metadata", "{}", r#"{"model": "sonnet"}"#),
];

/// A finding: rule, severity, and the text under it.
type Expected<'a> = (&'static str, Severity, &'a str);

#[test]
fn a_sound_envelope_has_no_findings() {
    for failed in [false, true] {
        check(&text(&members(failed)), &[]);
    }
}

#[test]
fn a_field_that_is_absent() {
    each_field(|failed, idx| {
        let mut members = members(failed);
        let (name, _) = members.remove(idx);
        let report = check(&text(&members), &[("missing-field", Error, "{")]);
        assert!(report.starts_with(&format!("Missing `{name}`;")), "{report}");
    });
}

#[test]
fn a_field_under_another_name() {
    each_field(|failed, idx| {
        let name = FIELDS[idx].0;
        let slip = format!("{}{}", &name[..2], &name[3..]);
        for key in [name.to_uppercase(), name.replace('_', "-") + "_", camel_case(name), slip] {
            let mut members = members(failed);
            if key == name || key.len() == name.len() - 1 && key.len() < 5 {
                continue;
            }
            members[idx].0.clone_from(&key);
            let report = check(&text(&members), &[("misnamed-field", Error, &format!("\"{key}\""))]);
            assert_eq!(report, format!("`{key}` should be `{name}`"));
        }
    });
}

#[test]
fn a_field_under_a_foreign_name() {
    each_field(|failed, idx| {
        let mut members = members(failed);
        members[idx].0 = "zzz".to_owned();
        check(&text(&members), &[("missing-field", Error, "{"), ("unknown-field", Error, "\"zzz\"")]);
    });
}

#[test]
fn a_key_too_many() {
    for place in 0..=FIELDS.len() {
        let mut members = members(false);
        members.insert(place, ("agent_name".to_owned(), "[1, {}]".to_owned()));
        check(&text(&members), &[("unknown-field", Error, "\"agent_name\"")]);
    }
}

#[test]
fn a_field_that_appears_twice() {
    each_field(|failed, idx| {
        for place in 0..=FIELDS.len() {
            let mut members = members(failed);
            let copy = members[idx].clone();
            members.insert(place, copy);
            check(&text(&members), &[("duplicate-key", Warning, &format!("\"{}\"", FIELDS[idx].0))]);
        }
    });
}

#[test]
fn a_value_of_each_type() {
    each_field(|failed, idx| {
        let name = FIELDS[idx].0;
        for value in ["null", "true", "false", "7", r#""text""#, "[1]", r#"{"a": 1}"#] {
            let mut members = members(failed);
            members[idx].1 = value.to_owned();
            let expected = of_value(name, value, failed);
            check(&text(&members), expected.as_slice());
        }
    });
}

/// Each bracket, and each pair, that is written round.
#[test]
fn a_round_bracket() {
    let mut members = members(false);
    members[8].1 = r#"{"a": [[1, 2], [{"b": [3]}], {"c": ["x", {}]}], "d": {"e": [], "f": {"g": [true]}}}"#.to_owned();
    let text = text(&members);
    let is_close = |it: char| matches!(it, '}' | ']');
    for (at, found) in text.match_indices(['{', '}', '[', ']']) {
        let rest = text[at + 1..].trim_start();
        // What is empty or holds words alone is no less likely a note.
        let is_payload = text[..at].ends_with("\": \"") || text[at + 1..].starts_with("\",");
        if is_payload || found == "[" && rest.starts_with([']', 't']) || found == "{" && rest.starts_with('}') {
            continue;
        }
        let round = if found.contains(is_close) { ")" } else { "(" };
        let damaged = format!("{}{round}{}", &text[..at], &text[at + 1..]);
        let said = check(&damaged, &[("syntax", Error, round)]);
        assert_eq!(said, format!("Expected `{found}`, found `{round}`"), "{damaged}");
        let options = Options { format: Some("agent-response"), ..Options::default() };
        assert_eq!(agent_response::fix(&damaged, &options, true).text, text);
    }
}

/// What a value of that type is in that field, by the documents.
fn of_value<'a>(name: &str, value: &'a str, failed: bool) -> Option<Expected<'a>> {
    let is_container = value.starts_with(['[', '{']);
    let is_string = value.starts_with('"');
    match (name, value) {
        ("response", "null") if !failed => Some(("payload-missing", Error, value)),
        ("error_message", "null") if failed => Some(("error-unexplained", Warning, value)),
        ("error_type", "null") if failed => Some(("error-untyped", Info, value)),
        ("response" | "error_message" | "error_type", "null") => None,
        ("response", _) if is_container => Some(("payload-not-string", Error, &value[..1])),
        ("response", _) if is_string && failed => Some(("payload-on-failure", Warning, value)),
        ("response", _) if is_string => Some(("plain-text-payload", Info, "text")),
        ("error_message" | "error_type", _) if is_string && !failed => Some(("error-on-success", Warning, value)),
        ("error_message", _) if is_string => None,
        ("error_type", _) if is_string => Some(("unknown-value", Hint, value)),
        ("request_id", _) if is_string => Some(("not-a-uuid", Info, value)),
        ("version", _) if is_string => Some(("unknown-value", Warning, value)),
        ("status", _) if is_string => Some(("unknown-value", Error, value)),
        ("created_at", _) if is_string => Some(("bad-timestamp", Error, value)),
        ("duration_seconds", "7") => None,
        ("metadata", _) if value.starts_with('{') => None,
        _ => Some(("wrong-type", Error, value)),
    }
}

fn each_field(test: impl Fn(bool, usize)) {
    for failed in [false, true] {
        (0..FIELDS.len()).for_each(|idx| test(failed, idx));
    }
}

fn members(failed: bool) -> Vec<(String, String)> {
    let value = |it: &(&str, &'static str, &'static str)| if failed { it.2 } else { it.1 };
    FIELDS.iter().map(|it| (it.0.to_owned(), value(it).to_owned())).collect()
}

fn text(members: &[(String, String)]) -> String {
    let lines: Vec<String> = members.iter().map(|(key, value)| format!("  \"{key}\": {value}")).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

fn camel_case(name: &str) -> String {
    let words = name.split('_').enumerate();
    words.map(|(idx, it)| if idx == 0 { it.to_owned() } else { it[..1].to_uppercase() + &it[1..] }).collect()
}

/// Compares the findings with what is expected, and gives the first message back.
fn check(text: &str, expected: &[Expected]) -> String {
    let report = validate(text, &Options { format: Some("agent-response"), ..Options::default() });
    let found = report.diagnostics.iter().map(|it| {
        let marked = &text[it.bytes.from as usize..it.bytes.to as usize];
        (it.code, it.severity, marked)
    });
    assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
    report.diagnostics.first().map(|it| it.message.clone()).unwrap_or_default()
}
