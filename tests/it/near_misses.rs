//! Conditions with a text on each side: what is just still reported or offered, and what is just not.

use agent_response::report::Diagnostic;
use agent_response::{Options, Severity, validate};
use serde_json::{Value, json};

/// The findings of a rule in the payload of a response.
fn found(payload: &Value, code: &str) -> Vec<Diagnostic> {
    let envelope = json!({
        "request_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5",
        "version": "1.0",
        "status": "success",
        "response": payload.to_string(),
        "error_message": null,
        "error_type": null,
        "created_at": "2025-11-24T14:22:45+00:00",
        "duration_seconds": 1.0,
        "metadata": {},
    });
    let report = validate(&envelope.to_string(), &Options::default());
    report.diagnostics.into_iter().filter(|it| it.code == code).collect()
}

#[test]
fn an_envelope_that_only_broken_json_asks_for_is_a_warning() {
    let severity = |name: &str, text: &str| {
        let options = Options { file_name: Some(name.to_owned()), ..Options::default() };
        let report = validate(text, &options);
        report.diagnostics.iter().find(|it| it.code == "missing-envelope").map(|it| it.severity)
    };
    let (whole, broken) = (
        r#"{"sections": ["examples"], "examples": "strict mode"}"#,
        r#"{"sections": ["examples"], "examples": "the "strict" mode"}"#,
    );
    assert_eq!(severity("notes.json", broken), Some(Severity::Warning));
    assert_eq!(severity("notes.json", whole), Some(Severity::Error));
    assert_eq!(severity(".agent-response.json", broken), Some(Severity::Error));
}

#[test]
fn two_breaks_that_may_be_text_are_line_breaks_and_one_is_not() {
    let section = |text: &str| json!({"sections": ["examples"], "examples": text});
    assert_eq!(found(&section(r"the first line\nand the second"), "literal-newline").len(), 0);
    assert_eq!(found(&section(r"the first line\nand the second\nand the third"), "literal-newline").len(), 1);
    // One that can be nothing else is enough.
    assert_eq!(found(&section(r"the first line\n- an item"), "literal-newline").len(), 1);
}

#[test]
fn a_key_that_begins_like_a_listed_name_may_be_its_field() {
    let says_so = |name: &str, key: &str| {
        let findings = found(&json!({"sections": [name], key: "## Text"}), "section-without-field");
        assert_eq!(findings.len(), 1, "{name}, {key}");
        !findings[0].related.is_empty()
    };
    assert!(says_so("boundary", "boundaries"));
    assert!(says_so("test_plans", "test_planning_x"));
    assert!(says_so("desi", "design"));
    // Half of the letters, and three of five.
    assert!(!says_so("test_plans", "test_notes"));
    assert!(!says_so("rel", "relay"));
}

#[test]
fn a_key_with_more_words_than_a_listed_name_gets_the_name() {
    let offers = |keys: &[&str]| {
        let mut payload = json!({"sections": ["overview"]});
        keys.iter().for_each(|it| payload[it] = "## Text".into());
        let findings = found(&payload, "section-without-field");
        findings[0].fixes.iter().map(|it| it.title.clone()).collect::<Vec<_>>()
    };
    let removes = "; this removes `\"the \\\"overview\\\" key\"`";
    assert_eq!(offers(&["the \"overview\" key"]), [format!("Rename the field to `overview`{removes}")]);
    // A part of a word, and two keys.
    let removal = ["Remove `overview` from the list"];
    assert_eq!(offers(&["an_overview"]), removal);
    assert_eq!(offers(&["the overview", "an overview"]), removal);
}

#[test]
fn lines_are_items_of_a_list_and_headings_are_not() {
    let offers = |text: &str| {
        let metadata = json!({"description": "A text", "type": "x", "stack": text});
        let payload = json!({"sections": [], "frontmatter_metadata": metadata});
        let findings = found(&payload, "wrong-type");
        assert_eq!(findings.len(), 1, "{text}");
        findings[0].fixes.iter().map(|it| it.title.clone()).collect::<Vec<_>>()
    };
    assert_eq!(offers("python\ndjango"), ["Split it at the line breaks"]);
    assert_eq!(offers("# python\n# django"), [""; 0]);
}

#[test]
fn a_sign_of_another_part_goes_with_its_selector() {
    let fixed = |rule: &str| {
        let text = format!("## Boundaries\n\n### NEVER\n- ❌ Push to main\n- {rule} Skip the tests");
        let findings = found(&json!({"sections": ["boundaries"], "boundaries": text}), "boundaries-sign-wrong");
        assert_eq!(findings.len(), 1, "{rule}");
        findings[0].fixes[0].edits.iter().map(|it| (it.to - it.from, it.text.clone())).collect::<Vec<_>>()
    };
    assert_eq!(fixed("✅"), [(1, "❌".to_owned())]);
    assert_eq!(fixed("✅\u{fe0f}"), [(2, "❌".to_owned())]);
}

#[test]
fn words_that_report_a_failure_are_no_content_of_a_success() {
    let is_wrapped = |text: &str| {
        let options = Options {
            file_name: Some(".agent-response-phase8.json".to_owned()),
            now: Some("2026-01-02T03:04:05Z".to_owned()),
            ..Options::default()
        };
        validate(text, &options).diagnostics.iter().flat_map(|it| &it.fixes).any(|it| !it.edits.is_empty())
    };
    assert!(is_wrapped("All tests pass.\n"));
    assert!(is_wrapped("All tests pass, status: success\n"));
    assert!(!is_wrapped("ValueError: no such file\n"));
    assert!(!is_wrapped("After two minutes, status: timeout\n"));
}

#[test]
fn an_array_that_lacks_its_brackets_is_one_finding() {
    const ITEMS: [&str; 2] = [
        r#"{"name": "api-specialist", "description": "a", "reason": "b", "technologies": ["c"], "priority": 5}"#,
        r#"{"name": "test-specialist", "description": "a", "reason": "b", "technologies": ["c"], "priority": 6}"#,
    ];
    let codes = |text: &str, name: Option<&str>, format: Option<&'static str>| {
        let options = Options { file_name: name.map(str::to_owned), format, ..Options::default() };
        let report = validate(text, &options);
        let errors =
            report.diagnostics.iter().filter(|it| it.severity == Severity::Error && it.code != "missing-field");
        errors.map(|it| (it.code, it.fixes.len())).collect::<Vec<_>>()
    };
    for gap in [",\n", ", ", "\n"] {
        let text = ITEMS.join(gap);
        assert_eq!(codes(&text, None, Some("agents")), [("trailing-content", 1)], "{gap:?}");
        let payload = json!({"status": "success", "response": text}).to_string();
        assert_eq!(codes(&payload, Some(".agent-response-phase5.json"), None), [("trailing-content", 1)], "{gap:?}");
    }
    // Without a format, only commas show that it is an array; of two responses, one may be meant.
    assert_eq!(codes(&ITEMS.join(", "), None, None), [("trailing-content", 1)]);
    assert_eq!(codes(&ITEMS.join("\n"), None, None), [("trailing-content", 0)]);
    let response = r#"{"status": "error"}"#;
    assert_eq!(
        codes(&format!("{response},\n{response}"), Some(".agent-response.json"), None),
        [("trailing-content", 0)]
    );
}
