//! The laws also hold for mutated texts; `cargo mutations` checks millions of them.

use agent_response::Options;

use crate::mutations::{check, laws, texts};
use crate::one_text::{NOT_YET, Seen};
use crate::random::few;

const N_TEXTS: usize = 3_000;

#[test]
fn laws_hold_for_mutated_texts() {
    let all = laws();
    assert!(NOT_YET.iter().all(|name| all.iter().any(|it| it.name == *name)), "no such law: {NOT_YET:?}");
    let held: Vec<_> = all.into_iter().filter(|it| !NOT_YET.contains(&it.name)).collect();
    let mut faults = Vec::new();
    check(&texts(), &held, (5, few(N_TEXTS)), 3, |it| faults.push(format!("{}: {}\n{:?}", it.law, it.reason, it.text)));
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n\n"));
}

/// Texts that broke a law once: the law, the format, the text.
const FOUND: &[(&str, Option<&str>, &str)] = &[
    (
        "recovering is reported and settles",
        Some("agent-response"),
        "{\n  \"request_id\": \"auto-wrapped\",\n  \"version\": \"1.0\",\n  \"st\u{feff}tus😀: \"success\",\n  \"response\": \"{\\\"summary\\\": \\\"All 12 tests pass\\\"}\",\n  \"error_message\": null,\n  \"error_type\": null,\n  \"created_at\": \"2025-11-24T14:22:45.123456+00:00\",\n  \"created_at\": \"2025-11-24T14:22:45.123456+00:00\",\n  duration_seconds\": 1.0,\n  \"metadata\": {\"auto_wrapped\": true}\n}\n",
    ),
    (
        "edits are in order",
        Some("agent-response"),
        r##"{"sections":[""] "":"""":"" "request_id":"" "":{}"data":null}"##,
    ),
    (
        "wrapping settles",
        Some("agent-response"),
        r##""request_id":"auto-wrapped"""n":"","status":"success","response":"","e":null,"created_at":"","duration_seconds":0n:""##,
    ),
    (
        "wrapping keeps the text",
        None,
        r##"{"content":[{"":"""text":"{\"requestid\":\"s\",\"response\":\"\\\"\",\"errormessage\":null\"errortype\":null,\"created_at\":\"2025-11-24T14:22:45+0000\"\"duration_seconds\":1,\}"}]}"##,
    ),
    (
        "a valid file is readable",
        Some("factory"),
        r##"[#
{"":""e:"architecture"}"##,
    ),
    (
        "wrapping settles",
        Some("agent-response"),
        r##"{s
"request_id":"auto-wrapped", "version":"\e"l"error_type"l"created_at":"","duration_seconds":e}}"##,
    ),
    (
        "a failure stays one",
        Some("factory"),
        r##"{
  "deliverables": [
    {"path": "{/sstatus": "error",
  "meta": {},
  "error": {
    "code": "TIMEOUT",
    "message": "The task had no output for 5 minutes",
    "details": {
      "elapsed_seconds": 305,
      "partial_results": {"last_events": [], "last_output": ""}
    },
    "retryable": false,
    "duration_ms": 305000
  }
}
"##,
    ),
    (
        "a failure stays one",
        Some("factory"),
        r##"{
  "deliverables": [
    {"path": "docs/plan.md", "type": "architecture", "delan.md", "type": "architecture", "description": "The plan"}
  ],
  "summary": "Designed a pi01peline architecture four agents",
  "next_action": "2ecfadc-2b66-4daa-a7c0-a03c449fcea5",
  "ts": "2025-11-18T10:10:22Z",
  "status": "error",
  "meta": {},
  "error": {
    "code": "TIMEOUT",
    "message": "The task had no output for 5 minutes",
    "details": {
      "timeout_type": "hard",
      "elapsed_seconds": 305,
      "partial_results": {"last_events": [], "last_output": ""}
    },
    "retryable": false,
    "duration_ms": 305000
  }
}
"##,
    ),
    (
        "documents inside are edited as they are read",
        Some("agent-response"),
        r##"{"error_type": "{\"a\": \"b\"}", "error_type": null}    "##,
    ),
    (
        "documents inside are edited as they are read",
        Some("agent-response"),
        r##"{"respone": "{\"a\": \"b\"}", "respone": "c", "status": "success"}      "##,
    ),
    (
        "documents inside are edited as they are read",
        Some("agent-response"),
        r##"{"respone": "{\"a\": \"b\"}", "respone": "{\"c\": \"d\"}", "version": "1.0"}    "##,
    ),
    (
        "documents inside are edited as they are read",
        Some("agent-response"),
        r##"{"respone": "# A\n\nB", "request_id": "", "respone": {"sections": ["a"]}}       "##,
    ),
    (
        "documents inside are edited as they are read",
        Some("agent-response"),
        r##"{"respone": "{\"sections\": [\"a\"]}", "respone": null, "metadata": {}} "##,
    ),
    (
        "repairs drop no second value",
        Some("agent-response"),
        r###"{
  "respons:": "{\"sections\": [\"bestPracticestices\"{"x": [1]}": \"## Best practices\estPracticestices\"{"x": [1]}": \"## Best practices\"}"
"###,
    ),
    (
        "repairs drop no second value",
        Some("agent-response"),
        "{\n  \"\": \"See [1] and {2} for the reasons[1] ande reasons",
    ),
    (
        "a failure stays one",
        Some("agent-response"),
        "/*\"er\u{1}status\": \"failure\", \"error\": {\"type\": \"missing_input\", \"recoverable\": true}}\n```\n",
    ),
    (
        "wrapping keeps the text",
        None,
        r#"{"requestid":"3""version":"1.0\n""response":"}""errormessage":null"createdat":"2025-11-24T14:22:45+0000""durationseconds":2"metadata":{"""""":""}}"#,
    ),
    ("repairs drop no second value", Some("agents"), "```json\n<!--[\"Svelte 5\"]<!--[\"Svelte 5\"]"),
    (
        "a valid payload is readable",
        Some("agent-response"),
        r#"{"request_id":"5","version":"","status":"success","response":"[E]{\"\":2}","error_message":null,"error_type":null,"created_at":"2025-11-24T14:22:45.0","duration_seconds":5,"metadata":{}}"#,
    ),
    ("a failure stays one", Some("agent-response"), "status\" : \"error\",\n  \"error_type\u{feff}: \"timeout\"\n}"),
    (
        "wrapping keeps the text",
        Some("factory"),
        r#"{"response":"\"\"""error_message":null"error_type":null"created_at":"2025-11-24T1445.0""duration_seconds":1"metadata":[]}"#,
    ),
    ("a failure stays one", Some("agent-response"), r#"ur", "status"=: "error"}"#),
    (
        "fixes say what they remove",
        Some("agent-response"),
        r#"{\"\u200b\u3164\u200b\u200f\u316d\u200b\u316a\u200b\u316a\u200f\u316a\u3164"#,
    ),
    ("coordinates agree", Some("agent-response"), "\u{a0}[{\"text\"\"#"),
    (
        "recovering is reported and settles",
        Some("agent-response"),
        r##"{
  "response": "{\"sections\":  Best prac:22Z",
    "metadata": {
      "duraion": 503,
      "task_status": "cancelled"
    },     "max_bytes": 0
    }
  }
}
"##,
    ),
    (
        "a failure stays one",
        Some("agent-response"),
        "{\n<<<<<<< HEAD\n  \"sta\tus\": \"uccess\"\n=======\n  \"status\": \"error\"\n>>>>>>> agent/\n}",
    ),
    (
        "documents inside are edited as they are read",
        Some("agent-response"),
        r###"{
  "response": "\"\\\"é{\\\\\\\"a\\\\\\\": \\\\\\\"\\\\\\\\\\\\\\\"b\\\\\\\\\\\\\\\"\\\\\\\\\\\\\\\\\\\\\\\"}\\\"\""
}"###,
    ),
    (
        "documents inside are edited as they are read",
        Some("agent-response"),
        r###"{"response": "It sst_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5",
  "version": "1.0",
  "status": "success",
  "response": "[{\"name\": \"api-specialist\", \"description": \"APIs\", \"reason\"hnologies\": [\"Python\"]}]",
  "error_message": null,
  "error_type": null,
  "created_at": "2025-11-24T14:22:45+00:00",
  "duration_seconds": 1.0,
  "metadata": {}
}
"###,
    ),
    (
        "a failure stays one",
        Some("factory"),
        "'\n  \"deliverables\": [\n    {\"path\": \"./docea5\",\n  \"version\": \"1.0\",\n  \"status\": \"timeout\",\n  response\": null,\n  \"error_message\": \u{feff}\"The age stopped after 120 seco  \"duration_seconds\": 1.0,\n  \"metadata\": {}\n}\n",
    ),
    (
        "fixes to choose from differ",
        Some("factory"),
        "{\"\":\"\",\n\"ee are met\",\n\"verdict\":\"\n\",\"next_action\":\"\"}",
    ),
    (
        "recovering is reported and settles",
        Some("agent-response"),
        "{\n  \"response\": \"{\\  \"status\": \"failure\",\n  \"type\": \"missing_input\",\n  \"type\": \"missing_input\",\n  }message\": \"There is n req```json\nuest\",\n  \"attempted\": \"Read the context files\",\n  \"recommendation\": \"Write the request first\"sections\\\": [\\\"title\\\"], \\\"title\\\": \\\"## Tests\\\"}\",\n  \"error_message\": null,\n  \"error_type\": null,\n  \"created_at\": \"2025-11-24T14:22:45+00:00\",\n  \"duration_seconds\": 12.5,\n  \"metadata\": {}\n}\n",
    ),
];

#[test]
fn laws_that_were_broken_hold() {
    let all = laws();
    for (law, format, text) in FOUND {
        let law = all.iter().find(|it| it.name == *law).unwrap_or_else(|| panic!("no law: {law}"));
        let options = Options { format: *format, ..Options::default() };
        (law.check)(&Seen::new(text, &options)).unwrap_or_else(|reason| panic!("{}: {reason}\n{text}", law.name));
    }
}
