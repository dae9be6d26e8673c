//! The detected format of a text, and why: each sign of a format by itself, and near misses.

use agent_response::{Options, Report, Rule, rules, validate};

/// A text, its detected format, and the reason.
type Case = (&'static str, Option<&'static str>, &'static str);

const NONE: &str = "the content matches no format";
const ENVELOPE: Option<&str> = Some("agent-response");
const REQUEST: Option<&str> = Some("agent-request");
const DELEGATOR: Option<&str> = Some("delegator");
const FACTORY: Option<&str> = Some("factory");

#[rustfmt::skip] // One row per text.
const CASES: &[Case] = &[
    (r#"{}"#, None, NONE),
    (r#"{"schema_id": "codex/v3.6/wait_result/v1"}"#, DELEGATOR, "the object has a `schema_id` of the Delegator"),
    (r#"{"schema_id": "other/v3.6"}"#, None, NONE),
    (r#"{"schema_id": ["codex/"]}"#, None, NONE),
    (r#"{"tool": "_codex_local_run"}"#, DELEGATOR, "the object has a `tool` of the Delegator"),
    (r#"{"tool": "mcp__codex", "tool_category": null}"#, DELEGATOR, "the object has a `tool` of the Delegator"),
    (r#"{"tool": "mcp__codex"}"#, None, NONE),
    (r#"{"tool": "grep", "tool_category": null}"#, DELEGATOR, "the object has `tool_category`"),
    (r#"{"prompt": "", "agent_name": null}"#, REQUEST, "the object has `agent_name` and `prompt`"),
    (r#"{"prompt": "", "timeout_seconds": 1}"#, REQUEST, "the object has `prompt` and `timeout_seconds`"),
    (r#"{"prompt": ""}"#, None, NONE),
    (r#"{"request_id": "", "status": "", "version": ""}"#, ENVELOPE, "the object has `request_id`, `version` and `status`"),
    (r#"{"result": 1, "status": "", "version": ""}"#, ENVELOPE, "the object has `result`, `version` and `status`"),
    (r#"{"response": 1, "result": 1, "metadata": {}}"#, ENVELOPE, "the object has `response`, `metadata` and `result`"),
    (r#"{"request_id": "", "status": ""}"#, None, NONE),
    // What a gateway writes about a call of a model.
    (r#"{"response": {"choices": []}, "status": "success", "metadata": {}}"#, None, NONE),
    (r#"{"response": {"choices": 1}, "status": "success", "metadata": {}}"#, ENVELOPE, "the object has `response`, `status` and `metadata`"),
    (r#"{"status": "", "version": "", "metadata": {}, "created_at": ""}"#, None, NONE),
    (r#"{"sections": []}"#, ENVELOPE, "the object has a list of `sections`"),
    (r#"{"sections": {}}"#, None, NONE),
    (r#"{"response": "{}", "status": ""}"#, ENVELOPE, "the object has a `response` with JSON in a string"),
    (r#"{"response": "[]", "result": ""}"#, ENVELOPE, "the object has a `response` with JSON in a string"),
    (r#"{"response": "ok", "status": ""}"#, None, NONE),
    (r#"{"response": "{}"}"#, None, NONE),
    (r#"{"response": ["{"], "status": ""}"#, None, NONE),
    // One of the three statuses.
    (r#"{"status": "success", "verdict": 1}"#, FACTORY, "the object has `status` and `verdict`"),
    (r#"{"status": "failure", "error": {"recoverable": false}}"#, FACTORY, "the object has `status` and an `error` with its type"),
    (r#"{"status": "failure", "error": {"type": "missing_input"}}"#, FACTORY, "the object has `status` and an `error` with its type"),
    (r#"{"status": "failure", "error": {"type": "other"}}"#, None, NONE),
    (r#"{"status": "failure", "error": "missing_input"}"#, None, NONE),
    (r#"{"status": "questions", "summary": ""}"#, FACTORY, "the object has `status` and `summary`"),
    (r#"{"status": "success", "confidence": 1}"#, FACTORY, "the object has `status` and `confidence`"),
    (r#"{"status": "success", "attempted": "a"}"#, None, NONE),
    (r#"{"status": "successful", "summary": ""}"#, None, NONE),
    // A word that means one of the three.
    (r#"{"status": "done", "error": {"recoverable": true}, "summary": ""}"#, FACTORY, "the object has `error` and `summary`"),
    (r#"{"status": "Success", "deliverables": [{"path": ""}], "attempted": ""}"#, FACTORY, "the object has `deliverables` and `attempted`"),
    (r#"{"status": "sucess", "verdict": "APPROVED", "confidence": ""}"#, FACTORY, "the object has `verdict` and `confidence`"),
    (r#"{"status": "done", "verdict": "fine", "confidence": ""}"#, None, NONE),
    (r#"{"status": "done", "verdict": "PASS"}"#, None, NONE),
    (r#"{"status": "running", "verdict": "PASS", "confidence": ""}"#, None, NONE),
    (r#"{"status": "done", "deliverables": [], "attempted": ""}"#, None, NONE),
    (r#"{"status": "done", "blocking_issues": [], "attempted": ""}"#, FACTORY, "the object has `blocking_issues` and `attempted`"),
    // No status.
    (r#"{"error": {"recoverable": true}, "attempted": "a"}"#, FACTORY, "the object has `error` and `attempted`"),
    (r#"{"error": {"recoverable": true}, "attempted": " "}"#, None, NONE),
    (r#"{"error": {"recoverable": true}, "attempted": 1}"#, None, NONE),
    (r#"{"error": {"recoverable": true}, "confidence": "low"}"#, None, NONE),
    (r#"{"error": {"recoverable": true}, "verdict": "PASS"}"#, FACTORY, "the object has `error` and `verdict`"),
    (r#"{"deliverables": [{"path": ""}], "next_action": "ready_for_it"}"#, FACTORY, "the object has `deliverables` and `next_action`"),
    (r#"{"deliverables": {"path": ""}, "next_action": "ready_for_it"}"#, None, NONE),
    (r#"{"deliverables": [1, {"path": ""}], "next_action": "ready_for_it"}"#, None, NONE),
    (r#"{"deliverables": [{"path": ""}], "next_action": "go"}"#, None, NONE),
    (r#"{"status": 1, "deliverables": [{"path": ""}], "questions": [{"id": ""}]}"#, FACTORY, "the object has `deliverables` and `questions`"),
    (r#"{"questions": [{"question": ""}], "verdict": "PASS"}"#, None, NONE),
    (r#"{"questions": [{"question": ""}], "verdict": "PASS", "partial_work": {"completed": 0}}"#, FACTORY, "the object has `questions` and `partial_work`"),
    (r#"{"questions": [{"context": ""}], "partial_work": {"completed": 0}}"#, None, NONE),
    (r#"{"verdict": "BLOCKING", "blocking_issues": [{"id": ""}]}"#, FACTORY, "the object has `verdict` and `blocking_issues`"),
    (r#"{"verdict": "APPROVED", "blocking_issues": [{"id": ""}]}"#, None, NONE),
    (r#"{"blocking_issues": [], "next_action": "return_to_x"}"#, FACTORY, "the object has `blocking_issues` and `next_action`"),
    (r#"{"blocking_issues": ["a"], "next_action": "return_to_x"}"#, None, NONE),
    (r#"{"blocking_issues": [], "partial_work": {"done": 0}}"#, None, NONE),
    (r#"{"status": "running", "blocking_issues": [], "next_action": "return_to_x"}"#, None, NONE),
    // Under a key.
    (r#"{"data": {"request_id": "", "version": "", "status": "", "response": "", "metadata": {}}}"#, ENVELOPE, "the object has `request_id`, `version` and `status`"),
    (r#"{"data": {"request_id": "", "version": "", "status": "", "response": ""}}"#, None, NONE),
    (r#"{"mine": {"request_id": "", "version": "", "status": "", "response": "", "metadata": {}}}"#, None, NONE),
];

#[test]
fn each_sign_shows_its_format() {
    for (text, id, reason) in CASES {
        let found = validate(text, &Options::default()).format;
        assert_eq!((found.id, found.reason.as_str()), (*id, *reason), "{text}");
    }
}

/// The rule that reports how much of an envelope is around a payload; nothing if the envelope is complete.
fn envelope_rule(text: &str) -> Option<&'static str> {
    let options = Options { file_name: Some(".agent-response.json".to_owned()), ..Options::default() };
    let Report { diagnostics, .. } = validate(text, &options);
    let is_about_it = |code: &str| matches!(code, "missing-envelope" | "half-envelope");
    let rule = diagnostics.iter().map(|it| it.code).find(|it| is_about_it(it))?;
    rules().iter().map(|it: &&Rule| it.id).find(|it| *it == rule)
}

#[test]
fn a_payload_without_its_envelope_is_known() {
    let bare = Some("missing-envelope");
    let half = Some("half-envelope");
    for (text, rule) in [
        (r#"[{"name": "", "reason": ""}]"#, bare),
        (r#"[{"name": "", "technologies": []}]"#, bare),
        (r#"[{"name": ""}]"#, None),
        (r#"[{"reason": ""}]"#, None),
        (r#"[]"#, None),
        (r#"{"name": "", "reason": ""}"#, bare),
        (r#"[{"sections": [], "quick_start": ""}]"#, None),
        (r#"{"sections": [], "quick_start": ""}"#, bare),
        (r#"{"quick_start": "", "best_practices": ""}"#, bare),
        (r#"{"sections": [], "quick_start": "", "status": ""}"#, bare),
        (r#"{"sections": [], "quick_start": "", "status": "", "version": ""}"#, half),
        (r#"{"sections": [], "quick_start": "", "request_id": ""}"#, half),
        (r#"{"sections": [], "quick_start": "", "response": ""}"#, half),
        (r#"{"sections": [], "quick_start": "", "result": ""}"#, half),
        (r#"{"technology": {}, "quality": {}}"#, bare),
        (r#"{"technology": {}}"#, bare),
        (r#"{"notes": "", "files": []}"#, bare),
        (r#"{"notes": "", "requestId": ""}"#, None),
        (r#"{}"#, None),
        (r#"{"technology": {}, "quality": {}, "status": ""}"#, None),
        (r#"{"technology": {}, "quality": {}, "result": ""}"#, None),
    ] {
        assert_eq!(envelope_rule(text), rule, "{text}");
    }
}

/// The findings if a format is expected.
fn expecting(format: &'static str, text: &str) -> Report {
    validate(text, &Options { format: Some(format), ..Options::default() })
}

#[test]
fn an_expected_envelope_is_found_next_to_few_keys_that_are_not_its_own() {
    let envelope = r#"{"request_id": "", "version": "", "status": "", "response": "", "metadata": {}}"#;
    let notes = |n: u32| (0..n).map(|it| format!(r#", "note {it}": 1"#)).collect::<String>();
    for (others, is_found) in [
        (String::new(), true),
        (r#", "log": """#.to_owned(), true),
        // A key that says nothing, although the envelope has a field of that name.
        (r#", "result": """#.to_owned(), true),
        (r#", "status": """#.to_owned(), false),
        (format!(r#", "other": {envelope}"#), false),
        (notes(31), true),
        (notes(32), false),
    ] {
        let text = format!(r#"{{"data": {envelope}{others}}}"#);
        let reason = expecting("agent-response", &text).format.reason;
        assert_eq!(reason != "the options say so", is_found, "{text}");
    }
}

#[test]
fn text_that_begins_as_json_by_any_reading_is_no_markdown() {
    for (text, is_markdown) in [
        ("# Done", true),
        ("[INFO] done", true),
        (r#"{"a" 1}"#, false),
        (r#"a": 1, "b": [2]}"#, false),
        (r#"\"a\": 1"#, true),
        ("1", false),
        ("", false),
    ] {
        let found = expecting("factory", text).diagnostics;
        assert_eq!(found.iter().any(|it| it.code == "markdown-report"), is_markdown, "{text}");
    }
}
