//! One fault in what the wait and the results tools of the Delegator return: it is found, at its place, and nothing
//! else is said.

use agent_response::{Options, Severity, validate};
use serde_json::{Map, Value, json};

use Severity::{Error, Hint, Info, Warning};

/// A finding: rule, severity, and where it is, as the path of the value or of the object that lacks it.
type Expected = Option<(&'static str, Severity, String)>;

fn envelope(tool: &str, category: &str, meta: &Value, data: &Value) -> Value {
    json!({
        "version": "3.6",
        "schema_id": format!("codex/v3.6/{category}/v1"),
        "tool": tool,
        "tool_category": category,
        "request_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5",
        "ts": "2025-11-18T10:15:22Z",
        "status": "ok",
        "meta": meta,
        "data": data,
    })
}

fn waited() -> Value {
    let meta = json!({
        "started_ts": "2025-11-18T10:05:22Z",
        "completed_ts": "2025-11-18T10:15:22Z",
        "duration_ms": 600_000,
        "exit_code": 0,
    });
    let data = json!({
        "task_id": "T-local-abc123",
        "state": "completed",
        "summary": "Modified 9 files, added 47 tests",
        "metadata": metadata(),
        "artifacts": [{
            "type": "file",
            "ref": "src/api.ts",
            "size": 4523,
            "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        }],
        "output": {"included": false, "reason": "Left out by default", "truncated": false, "max_bytes": 0},
    });
    envelope("_codex_local_wait", "wait_result", &meta, &data)
}

fn results() -> Value {
    let mut metadata = metadata();
    metadata["error_context"] = json!({
        "error_message": "Cannot read property 'name' of null",
        "error_type": "TypeError",
        "failed_files": ["src/api.ts"],
        "error_locations": [{"file": "src/api.ts", "line": 42, "column": 15}],
        "suggestions": ["Start at line 42"],
    });
    metadata["task_status"] = json!("failed");
    let data = json!({
        "task_id": "T-local-abc123",
        "state": "failed",
        "summary": "The task failed with a TypeError",
        "duration_seconds": 600,
        "completed_ts": "2025-11-18T10:15:22Z",
        "metadata": metadata,
        "output": {
            "included": true,
            "stdout": "Compiling... [truncated] ...done",
            "stderr": "TypeError",
            "truncated": true,
            "max_bytes": 65536,
            "original_size": 250_000,
        },
        "events": {"included": true, "count": 2, "events": [{"type": "turn.started"}, {"type": "turn.failed"}]},
    });
    envelope("_codex_local_results", "result_set", &json!({"count": 1}), &data)
}

fn metadata() -> Value {
    json!({
        "duration": 600,
        "file_operations": {
            "modified_files": ["src/api.ts"],
            "added_files": [],
            "deleted_files": [],
            "lines_changed": 342,
        },
        "test_results": {"passed": 47, "failed": 0, "skipped": 0, "failed_tests": []},
        "thread_info": {
            "thread_id": "thread_xyz789",
            "cache_hit_rate": 0.93,
            "token_usage": {"input_tokens": 12000, "cached_input_tokens": 11160, "output_tokens": 3500},
        },
    })
}

/// The paths of all members in `meta` and `data`.
fn members(whole: &Value) -> Vec<String> {
    let mut out = Vec::new();
    let mut todo = vec!["/meta".to_owned(), "/data".to_owned()];
    while let Some(path) = todo.pop() {
        let value = whole.pointer(&path).unwrap();
        let keys: Vec<String> = match value {
            Value::Object(members) => members.keys().cloned().collect(),
            Value::Array(items) => (0..items.len()).map(|it| it.to_string()).collect(),
            _ => Vec::new(),
        };
        for key in keys {
            let inside = format!("{path}/{key}");
            if value.is_object() {
                out.push(inside.clone());
            }
            todo.push(inside);
        }
    }
    out
}

fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap()
}

fn holder<'a>(whole: &'a mut Value, path: &str) -> &'a mut Map<String, Value> {
    whole.pointer_mut(split(path).0).unwrap().as_object_mut().unwrap()
}

#[test]
fn a_sound_result_has_no_findings() {
    check(&waited(), &None);
    check(&results(), &None);
}

#[test]
fn a_field_that_is_absent() {
    for whole in [waited(), results()] {
        for path in members(&whole) {
            let mut faulty = whole.clone();
            holder(&mut faulty, &path).remove(split(&path).1);
            check(&faulty, &lack(&whole, &path));
        }
    }
}

/// What is said when a member is absent.
fn lack(whole: &Value, path: &str) -> Expected {
    let (around, name) = split(path);
    let is_wait = whole["tool_category"] == "wait_result";
    let severity = match (around, name) {
        ("/meta", "started_ts" | "completed_ts" | "duration_ms") => Error,
        ("/meta", "count") => Warning,
        ("/data", "task_id" | "state" | "summary" | "metadata") => Error,
        ("/data", "duration_seconds" | "completed_ts") => Info,
        // Of a task that failed.
        ("/data", "output") | ("/data/metadata", "error_context") if !is_wait => Warning,
        ("/data/artifacts/0", "type" | "ref" | "size") => Error,
        ("/data/output", "included" | "truncated" | "max_bytes") => Error,
        ("/data/output", "original_size") => Warning,
        ("/data/output", "reason") => Hint,
        // The other stream has no mark of the cut.
        ("/data/output", "stdout") => return Some(("unusual-form", Hint, "/data/output/truncated".to_owned())),
        _ => return None,
    };
    Some(("missing-field", severity, around.to_owned()))
}

#[test]
fn a_field_under_another_spelling() {
    for whole in [waited(), results()] {
        for path in members(&whole) {
            let (around, name) = split(&path);
            // An event is what it is, and words that stand alone in free objects may be other words.
            if around.contains("/events/events") {
                continue;
            }
            let mut faulty = whole.clone();
            let members = holder(&mut faulty, &path);
            let value = members.remove(name).unwrap();
            let key = name.to_uppercase();
            members.insert(key.clone(), value);
            let severity = match lack(&whole, &path) {
                Some(("missing-field", severity, _)) if !is_asked_by_others(around, name) => severity,
                _ => Info,
            };
            check(&faulty, &Some(("misnamed-field", severity, format!("{around}/{key}"))));
        }
    }
}

/// Whether the member is required by the object around it and not by its own table.
fn is_asked_by_others(around: &str, name: &str) -> bool {
    matches!((around, name), ("/data", "output") | ("/data/metadata", "error_context"))
}

#[test]
fn a_value_of_another_type() {
    for whole in [waited(), results()] {
        for path in members(&whole) {
            let (around, name) = split(&path);
            if around.contains("/events/events") {
                continue;
            }
            let now = whole.pointer(&path).unwrap();
            for value in [json!(null), json!(true), json!(7), json!("text"), json!([1]), json!({"a": 1})] {
                let same = std::mem::discriminant(now) == std::mem::discriminant(&value);
                if same {
                    continue;
                }
                let mut faulty = whole.clone();
                holder(&mut faulty, &path).insert(name.to_owned(), value.clone());
                check(&faulty, &retyped(&path, &value));
            }
        }
    }
}

/// What is said of a value of a type that the field has not.
fn retyped(path: &str, value: &Value) -> Expected {
    let (around, name) = split(path);
    let soft = [
        "file_operations",
        "test_results",
        "thread_info",
        "error_context",
        "modified_files",
        "added_files",
        "deleted_files",
        "failed_tests",
        "thread_id",
        "token_usage",
        "error_message",
        "error_type",
        "failed_files",
        "error_locations",
        "suggestions",
        "file",
        "line",
        "column",
    ];
    let may_be_null = ["file_operations", "test_results", "thread_info", "token_usage"];
    if value.is_null() && may_be_null.contains(&name) {
        return None;
    }
    // Of a task that failed.
    if value.is_null() && name == "error_context" {
        return Some(("missing-field", Warning, path.to_owned()));
    }
    let is_task_status = name == "task_status" && value.is_object();
    let severity = match name {
        _ if is_task_status => Info,
        "events" if around == "/data" && value.is_array() => Hint,
        _ if around.starts_with("/data/metadata") && soft.contains(&name) => Warning,
        _ => Error,
    };
    Some(("wrong-type", severity, path.to_owned()))
}

#[test]
fn a_key_too_many() {
    for whole in [waited(), results()] {
        for around in ["/data", "/data/output", "/data/artifacts/0", "/data/metadata", "/data/metadata/test_results"] {
            let mut faulty = whole.clone();
            let Some(object) = faulty.pointer_mut(around) else { continue };
            object.as_object_mut().unwrap().insert("more".to_owned(), json!([1]));
            let is_known = !around.starts_with("/data/metadata");
            check(&faulty, &is_known.then(|| ("unknown-field", Info, format!("{around}/more"))));
        }
    }
}

#[test]
fn results_that_have_no_place() {
    let mut faulty = waited();
    faulty["status"] = json!("error");
    faulty["error"] = json!({"code": "INTERNAL", "message": "It broke", "retryable": true});
    faulty["meta"] = json!({});
    faulty["data"] = json!({});
    check(&faulty, &Some(("unexpected-field", Warning, "/data".to_owned())));
}

fn check(whole: &Value, expected: &Expected) {
    let text = serde_json::to_string_pretty(whole).unwrap();
    let report = validate(&text, &Options { format: Some("delegator"), ..Options::default() });
    let found = report.diagnostics.iter().map(|it| (it.code, it.severity, it.pointer.clone()));
    let expected: Vec<_> = expected.clone().into_iter().collect();
    assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
}
