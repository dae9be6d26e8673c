//! Delegator envelopes: built from a tool and what it returns, and taken apart again.

use agent_response::{Options, Severity, WrapOptions, unwrap, validate, wrap};
use serde_json::{Value, json};

const TOOLS: &[(&str, &str)] = &[
    ("_codex_local_run", "execution_ack"),
    ("_codex_local_exec", "execution_ack"),
    ("_codex_local_resume", "execution_ack"),
    ("_codex_cloud_submit", "execution_ack"),
    ("_codex_local_wait", "wait_result"),
    ("_codex_cloud_wait", "wait_result"),
    ("_codex_local_status", "status_snapshot"),
    ("_codex_cloud_status", "status_snapshot"),
    ("_codex_local_results", "result_set"),
    ("_codex_cloud_results", "result_set"),
    ("_codex_local_cancel", "registry_info"),
    ("_codex_cloud_cancel", "registry_info"),
    ("_codex_cleanup_registry", "registry_info"),
    ("_codex_cloud_list_environments", "registry_info"),
    ("_codex_cloud_github_setup", "registry_info"),
];

const DATA: &str = "{\r\n  \"task_id\" : \"T-local-1\",\n\t\"accepted\": true, \"n\": 1.50e0, \"u\": \"\\u00e9 é\",
  \"capability\": \"background\", \"started_at\": \"2025-11-18T10:05:22Z\" }";
const ERROR: &str = r#"{ "code": "NOT_FOUND", "message": "There is no such task", "retryable": false }"#;

fn options(tool: &str) -> WrapOptions {
    WrapOptions {
        format: Some("delegator"),
        tool: Some(tool.to_owned()),
        request_id: Some("32ecfadc-2b66-4daa-a7c0-a03c449fcea5".to_owned()),
        created_at: "2025-11-18T10:05:22Z".to_owned(),
        ..WrapOptions::default()
    }
}

fn read(envelope: &str) -> Value {
    serde_json::from_str(envelope).expect("an envelope is JSON")
}

#[test]
fn each_tool_has_its_category() {
    for (tool, category) in TOOLS {
        for (content, status, key) in [(DATA, "ok", "data"), (ERROR, "error", "error")] {
            // One tool's data is not valid for most others.
            let envelope = wrap(content, &WrapOptions { force: true, ..options(tool) }).unwrap();
            let mut value = read(&envelope);
            assert_eq!(value.as_object_mut().unwrap().remove(key), Some(read(content)));
            let expected = json!({
                "version": "3.6", "schema_id": format!("codex/v3.6/{category}/v1"), "tool": tool,
                "tool_category": category, "request_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5",
                "ts": "2025-11-18T10:05:22Z", "status": status, "meta": {},
            });
            assert_eq!(value, expected);
        }
    }
}

#[test]
fn what_goes_in_comes_out_to_the_byte() {
    for content in [DATA, ERROR, "{}", "{\"data\": {\"error\": null}}"] {
        let options = options("_codex_local_run");
        let forced = WrapOptions { force: true, ..options.clone() };
        let envelope = wrap(content, &forced).unwrap();
        assert!(envelope.contains(content));
        assert_eq!(unwrap(&envelope).map(|it| (it.kind, it.content)), Some(("json", content.to_owned())));
        assert_eq!(wrap(&envelope, &options).unwrap(), envelope);
        let spaced = wrap(&format!("\n {content}\t\n"), &forced).unwrap();
        assert_eq!(spaced, envelope);
        let twice = wrap(&envelope, &forced).unwrap();
        assert_eq!(unwrap(&twice).map(|it| it.content).as_deref(), Some(envelope.trim_end()));
    }
}

#[test]
fn an_envelope_of_fitting_content_is_valid() {
    for content in [DATA, ERROR] {
        let report = validate(&wrap(content, &options("_codex_local_exec")).unwrap(), &Options::default());
        let errors: Vec<_> = report.diagnostics.iter().filter(|it| it.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:#?}");
    }
}

#[test]
fn the_status_can_be_said() {
    let forced = || WrapOptions { force: true, ..options("_codex_local_run") };
    let with = |status: &str| WrapOptions { status: Some(status.to_owned()), ..forced() };
    let failed = read(&wrap(DATA, &with("error")).unwrap());
    assert!(failed["error"]["task_id"] == "T-local-1" && failed.get("data").is_none());
    let worked = read(&wrap(ERROR, &with("ok")).unwrap());
    assert!(worked["data"]["code"] == "NOT_FOUND" && worked.get("error").is_none());
    // A code alone is not an error.
    let code = read(&wrap("{\"code\": \"TIMEOUT\", \"message\": 7}", &forced()).unwrap());
    assert_eq!(code["status"], "ok");
}

#[test]
fn the_id_of_a_request_and_facts_are_taken() {
    let options = WrapOptions {
        request_id: None,
        request: Some("{\"request_id\": \"r-1\"}".to_owned()),
        metadata: Some("{\"queue_position\": 2}".to_owned()),
        ..options("_codex_local_run")
    };
    let envelope = read(&wrap(DATA, &options).unwrap());
    assert!(envelope["request_id"] == "r-1" && envelope["meta"]["queue_position"] == 2);
}

#[test]
fn what_is_missing_or_wrong_is_named() {
    let sound = || options("_codex_local_run");
    let some = |text: &str| Some(text.to_owned());
    let cases = [
        ("{}", WrapOptions { tool: None, ..sound() }, "tool is missing"),
        (
            "{}",
            WrapOptions { tool: some("codex_local_run"), ..sound() },
            "tool is `codex_local_run`, which is not a Delegator tool",
        ),
        ("{}", WrapOptions { request_id: None, ..sound() }, "request_id is missing"),
        (
            "{}",
            WrapOptions { status: some("success"), ..sound() },
            "status makes the envelope invalid: `status` is `success`; expected `ok` or `error`",
        ),
        (
            "{}",
            WrapOptions { error_message: some("x"), ..sound() },
            "error_message is not allowed in a Delegator envelope",
        ),
        (
            "{}",
            WrapOptions { duration_seconds: some("1"), ..sound() },
            "duration_seconds is not allowed in a Delegator envelope",
        ),
        ("{}", WrapOptions { format: Some("factory"), ..sound() }, "format is `factory`, which has no envelope"),
        ("{}", WrapOptions { format: None, ..sound() }, "tool is not allowed in an agent response"),
        ("[]", sound(), "content is not a JSON object"),
        ("words", sound(), "content is not a JSON object"),
        ("{\"a\": 1,}", sound(), "content is not a JSON object"),
        ("", sound(), "content is not a JSON object"),
        ("{}", sound(), "content makes the envelope invalid: Missing `task_id`"),
        (DATA, WrapOptions { status: some("error"), ..sound() }, "content makes the envelope invalid: Missing `code`"),
        (ERROR, WrapOptions { status: some("ok"), ..sound() }, "content makes the envelope invalid: Missing `task_id`"),
        (DATA, options("_codex_local_wait"), "metadata makes the envelope invalid: Missing `started_ts`"),
        (DATA, WrapOptions { metadata: some("{\"queue_position\": -1}"), ..sound() }, "metadata makes the envelope"),
        (DATA, WrapOptions { created_at: "now".to_owned(), ..sound() }, "created_at makes the envelope invalid: "),
    ];
    for (content, options, message) in cases {
        let error = wrap(content, &options).expect_err(message);
        assert!(error.to_string().starts_with(message), "{error}");
    }
}

#[test]
fn envelopes_of_others_are_taken_apart() {
    let envelope = wrap(DATA, &options("_codex_local_run")).unwrap();
    let content = |text: &str| unwrap(text).map(|it| it.content);
    // A tool result holds the envelope as text.
    let result = json!({"content": [{"type": "text", "text": envelope}]}).to_string();
    assert_eq!(content(&result).as_deref(), Some(DATA));
    let compact = r#"{"tool":"_codex_local_run","status":"error","error":{"code": 1},"data":{"a":2}}"#;
    assert_eq!(content(compact).as_deref(), Some(r#"{"code": 1}"#));
    assert_eq!(content(&compact.replace("\"error\",", "\"ok\",")).as_deref(), Some(r#"{"a":2}"#));
    for other in ["{}", r#"{"tool":"_codex_local_run"}"#, r#"{"tool":"_codex_local_run","data":[1]}"#, r#"{"data":{}}"#]
    {
        assert_eq!(content(other), None, "{other}");
    }
}
