//! `wrap --format delegator`.

use crate::run::Folder;

const ACK: &str =
    r#"{ "task_id": "T-local-1", "accepted": true, "capability": "background", "started_at": "2025-11-24T14:22:45Z" }"#;
const TIME: &str = "2025-11-24T14:22:45Z";

#[test]
fn a_delegator_envelope_is_built_from_the_tool() {
    let folder = Folder::with(&[]);
    let args =
        ["wrap", "--format", "delegator", "--tool", "_codex_local_run", "--request-id", "r", "--created-at", TIME];
    let content = ACK;
    let run = folder.run_with_input(&args, content);
    let json = run.json();
    let members = [("tool_category", "execution_ack"), ("ts", TIME), ("status", "ok"), ("request_id", "r")];
    members.iter().for_each(|(key, value)| assert_eq!(json[key], *value));
    assert_eq!(folder.run_with_input(&["unwrap"], &run.out).out, content);
    assert_eq!(folder.run_with_input(&args, &run.out).out, run.out);
    folder.write("e.json", &run.out);
    assert_eq!(folder.run(&["check", "e.json", "--format", "json"]).json()["summary"]["errors"], 0);
}

#[test]
fn a_delegator_envelope_that_is_wrong_is_not_written() {
    let folder = Folder::with(&[]);
    let args = ["wrap", "--format", "delegator", "--request-id", "r", "--created-at", TIME, "--tool"];
    let error = r#"{"code": "NOT_FOUND", "message": "There is no such task", "retryable": false}"#;
    let cases = [
        (ACK, &["_codex_local_wait"][..], "--metadata makes the envelope invalid: Missing `started_ts`"),
        (error, &["_codex_local_run", "--status", "ok"], "content makes the envelope invalid: Missing `task_id`"),
        (ACK, &["_codex_local_run", "--status", "error"], "content makes the envelope invalid: Missing `code`"),
        (
            ACK,
            &["_codex_local_run", "--metadata", "{\"queue_position\": -1}"],
            "--metadata makes the envelope invalid: ",
        ),
    ];
    for (content, more, words) in cases {
        let run = folder.run_with_input(&[&args, more].concat(), content);
        let status = if words.starts_with("content") { 1 } else { 2 };
        assert_eq!((run.code, run.out.as_str()), (status, ""));
        assert!(run.err.contains(words), "{}", run.err);
        let forced = folder.run_with_input(&[&args, more, &["--force"]].concat(), content);
        assert_eq!((forced.code, &forced.json()["tool"]), (0, &more[0].into()));
        assert!(
            forced.err.starts_with("warning: the content has errors, which remain in the envelope: "),
            "{}",
            forced.err
        );
    }
}

#[test]
fn a_delegator_envelope_in_an_mcp_result_is_one() {
    let folder = Folder::with(&[]);
    let args = |tool| ["wrap", "--format", "delegator", "--tool", tool, "--request-id", "r", "--created-at", TIME];
    let envelope = folder.run_with_input(&args("_codex_local_run"), ACK).out;
    let texts = ["Task started.", &envelope].map(|it| serde_json::json!({"type": "text", "text": it}));
    let result = serde_json::json!({"content": texts}).to_string();
    assert_eq!(folder.run_with_input(&args("_codex_local_run"), &result).out, envelope.trim_end());
    for content in [&envelope, &result] {
        let other = folder.run_with_input(&args("_codex_local_wait"), content);
        assert_eq!((other.code, other.out.as_str()), (2, ""));
        assert!(other.err.contains("--tool does not match the content"), "{}", other.err);
        assert!(other.err.contains("an envelope with `_codex_local_run`"), "{}", other.err);
    }
}

#[test]
fn a_delegator_envelope_needs_its_tool() {
    let folder = Folder::with(&[]);
    let cases = [
        (&["--request-id", "r"][..], "--tool is missing"),
        (&["--request-id", "r", "--tool", "run"], "--tool is `run`"),
        (&["--tool", "_codex_local_run"], "--request-id is missing"),
        (
            &["--tool", "_codex_local_run", "--request-id", "r", "--error-type", "E"],
            "--error-type is not allowed in a Delegator envelope",
        ),
    ];
    for (more, words) in cases {
        let args = [&["wrap", "--format", "delegator"][..], more].concat();
        let run = folder.run_with_input(&args, "{}");
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        assert!(run.err.contains(words), "{}", run.err);
    }
}
