//! One fault in what the Delegator returns of tasks and of its registry: it is found, at its place, and nothing else
//! is said.

use agent_response::{Options, Severity, validate};
use serde_json::{Map, Value, json};

use Severity::{Error, Hint, Info, Warning};

/// A finding: rule, severity, where it is, and the text under it.
type Expected = (&'static str, Severity, String, String);

/// An answer: its tool and category, `meta` and `data`, and what is known of their members.
struct Answer {
    tool: &'static str,
    category: &'static str,
    meta: Value,
    data: Value,
    /// Object, member, how serious it is when it is absent, how serious a value of another type, and its type.
    members: &'static [(&'static str, &'static str, Option<Severity>, Severity, Type)],
}

#[derive(Clone, Copy, PartialEq)]
enum Type {
    Text,
    Id,
    Time,
    Count,
    Flag,
    Word,
    Object,
    ObjectOrNull,
    Array,
}

use Type::{Array, Count, Flag, Id, Object, ObjectOrNull, Text, Time, Word};

fn acknowledgment() -> Answer {
    Answer {
        tool: "_codex_local_exec",
        category: "execution_ack",
        meta: json!({"queue_position": 2, "estimated_start_ms": 5000}),
        data: json!({
            "task_id": "T-local-1", "thread_id": "thread_1", "accepted": true, "capability": "background",
            "expected_duration": "5 minutes", "started_at": "2025-11-18T10:05:22Z",
        }),
        members: &[
            ("/meta", "queue_position", None, Error, Count),
            ("/meta", "estimated_start_ms", None, Error, Count),
            ("/data", "task_id", Some(Error), Error, Id),
            ("/data", "thread_id", None, Error, Text),
            ("/data", "accepted", Some(Error), Error, Flag),
            ("/data", "capability", Some(Error), Error, Word),
            ("/data", "expected_duration", None, Error, Text),
            ("/data", "started_at", Some(Error), Error, Time),
        ],
    }
}

fn snapshot() -> Answer {
    Answer {
        tool: "_codex_cloud_status",
        category: "status_snapshot",
        meta: json!({"snapshot_ts": "2025-11-18T10:05:22Z", "total": 9}),
        data: json!({
            "summary": {"running": 1, "queued": 1, "recently_completed": 5},
            "tasks": [{
                "task_id": "task_1", "state": "working", "started_ts": "2025-11-18T10:00:00Z", "elapsed_seconds": 322,
                "progress": {"percent": 50, "completed_steps": 7, "total_steps": 8, "current_activity": "Tests"},
                "last_lines": ["one"],
            }],
            "queue": [{"task_id": "task_2", "position": 0, "estimated_start_ms": 180}],
            "recently_completed": [{
                "task_id": "task_3", "state": "completed", "duration_seconds": 420,
                "completed_ts": "2025-11-18T09:55:00Z",
            }],
        }),
        members: &[
            ("/meta", "snapshot_ts", Some(Error), Error, Time),
            ("/meta", "total", Some(Error), Error, Count),
            ("/data", "summary", Some(Error), Error, Object),
            ("/data", "tasks", Some(Warning), Error, Array),
            ("/data", "queue", Some(Warning), Error, Array),
            ("/data", "recently_completed", Some(Warning), Error, Array),
            ("/data/summary", "running", Some(Error), Error, Count),
            ("/data/summary", "queued", Some(Error), Error, Count),
            ("/data/summary", "recently_completed", Some(Error), Error, Count),
            ("/data/tasks/0", "task_id", Some(Error), Error, Id),
            ("/data/tasks/0", "state", Some(Error), Error, Text),
            ("/data/tasks/0", "started_ts", Some(Error), Error, Time),
            ("/data/tasks/0", "elapsed_seconds", Some(Error), Error, Count),
            ("/data/tasks/0", "progress", None, Error, ObjectOrNull),
            ("/data/tasks/0", "last_lines", None, Error, Array),
            ("/data/tasks/0/progress", "percent", None, Warning, Count),
            ("/data/tasks/0/progress", "completed_steps", None, Warning, Count),
            ("/data/tasks/0/progress", "total_steps", None, Warning, Count),
            ("/data/tasks/0/progress", "current_activity", None, Warning, Text),
            ("/data/queue/0", "task_id", Some(Error), Error, Id),
            ("/data/queue/0", "position", Some(Error), Error, Count),
            ("/data/queue/0", "estimated_start_ms", None, Error, Count),
            ("/data/recently_completed/0", "task_id", Some(Error), Error, Id),
            ("/data/recently_completed/0", "state", Some(Error), Error, Text),
            ("/data/recently_completed/0", "duration_seconds", None, Error, Count),
            ("/data/recently_completed/0", "completed_ts", None, Error, Time),
        ],
    }
}

fn cancellation() -> Answer {
    Answer {
        tool: "_codex_cloud_cancel",
        category: "registry_info",
        meta: json!({"ack_ts": "2025-11-18T10:05:22Z"}),
        data: json!({
            "operation": "cancel", "task_id": "task_1", "state": "cancelled", "web_ui_url": "https://example.org",
        }),
        members: &[
            ("/meta", "ack_ts", None, Warning, Time),
            ("/data", "operation", Some(Warning), Error, Text),
            ("/data", "task_id", Some(Warning), Error, Id),
            ("/data", "state", Some(Warning), Error, Text),
            ("/data", "web_ui_url", None, Error, Text),
        ],
    }
}

fn cleanup() -> Answer {
    Answer {
        tool: "_codex_cleanup_registry",
        category: "registry_info",
        meta: json!({"dry_run": false, "stuck_threshold_seconds": 3600, "old_threshold_hours": 24}),
        data: json!({
            "stuck_tasks": {"found": 7, "cleaned": 7, "task_ids": ["T-local-1"]},
            "old_tasks": {"found": 7, "deleted": 7, "oldest_age_hours": 48},
            "summary": "Cleaned 7 stuck tasks, deleted 7 old tasks",
        }),
        members: &[
            ("/meta", "dry_run", None, Warning, Flag),
            ("/meta", "stuck_threshold_seconds", None, Warning, Count),
            ("/meta", "old_threshold_hours", None, Warning, Count),
            ("/data", "stuck_tasks", Some(Error), Error, Object),
            ("/data", "old_tasks", Some(Error), Error, Object),
            ("/data", "summary", Some(Error), Error, Text),
            ("/data/stuck_tasks", "found", None, Error, Count),
            ("/data/stuck_tasks", "cleaned", None, Error, Count),
            ("/data/stuck_tasks", "task_ids", None, Error, Array),
            ("/data/old_tasks", "found", None, Error, Count),
            ("/data/old_tasks", "deleted", None, Error, Count),
            ("/data/old_tasks", "oldest_age_hours", None, Error, Count),
        ],
    }
}

fn environments() -> Answer {
    Answer {
        tool: "_codex_cloud_list_environments",
        category: "registry_info",
        meta: json!({"source": "environments.json"}),
        data: json!({
            "environments": [{
                "id": "env_1", "name": "One", "repository": "https://example.org/one", "tech_stack": "python",
                "created_at": "2025-11-01T00:00:00Z",
            }],
        }),
        members: &[
            ("/meta", "source", None, Warning, Text),
            ("/data", "environments", Some(Error), Error, Array),
            ("/data/environments/0", "id", Some(Error), Error, Id),
            ("/data/environments/0", "name", Some(Error), Error, Text),
            ("/data/environments/0", "repository", None, Error, Text),
            ("/data/environments/0", "tech_stack", None, Error, Text),
            ("/data/environments/0", "created_at", None, Error, Time),
        ],
    }
}

fn setup() -> Answer {
    Answer {
        tool: "_codex_cloud_github_setup",
        category: "registry_info",
        meta: json!({"repository": "https://example.org/one", "tech_stack": "node"}),
        data: json!({
            "guide": "# Setup",
            "steps": [{"step": 1, "title": "Token", "instructions": "Make one"}],
            "verification_task": "Create a branch",
        }),
        members: &[
            ("/meta", "repository", None, Warning, Text),
            ("/meta", "tech_stack", None, Warning, Text),
            ("/data", "guide", Some(Error), Error, Text),
            ("/data", "steps", Some(Error), Error, Array),
            ("/data", "verification_task", None, Error, Text),
            ("/data/steps/0", "step", Some(Info), Info, Count),
            ("/data/steps/0", "title", Some(Info), Info, Text),
            ("/data/steps/0", "instructions", Some(Info), Info, Text),
        ],
    }
}

fn answers() -> [Answer; 6] {
    [acknowledgment(), snapshot(), cancellation(), cleanup(), environments(), setup()]
}

#[test]
fn sound_answers_have_no_findings_and_all_their_members_are_listed() {
    for answer in answers() {
        check(&answer.text(), &[]);
        let whole = answer.whole();
        let objects = objects(&whole);
        let of_answer = objects.iter().filter(|it| it.0.starts_with("/meta") || it.0.starts_with("/data"));
        let n_members: usize = of_answer.map(|it| it.1.len()).sum();
        assert_eq!(n_members, answer.members.len(), "{}", answer.tool);
    }
}

#[test]
fn a_field_that_is_absent() {
    for answer in answers() {
        for &(object, name, severity, ..) in answer.members {
            let text = answer.with(object, |it| drop(it.remove(name)));
            let expected = severity.map(|it| ("missing-field", it, object.to_owned(), "{".to_owned()));
            let message = check(&text, expected.as_slice());
            assert!(severity.is_none() || message.starts_with(&format!("Missing `{name}`;")), "{message}");
        }
    }
}

#[test]
fn a_field_under_another_spelling() {
    for answer in answers() {
        for &(object, name, severity, ..) in answer.members {
            let key = name.to_uppercase();
            let text = answer.with(object, |it| {
                let value = it.remove(name).unwrap();
                it.insert(key.clone(), value);
            });
            let severity = severity.unwrap_or(Info);
            check(&text, &[("misnamed-field", severity, format!("{object}/{key}"), format!("\"{key}\""))]);
        }
    }
}

#[test]
fn a_key_too_many() {
    for answer in answers() {
        for (object, _) in objects(&answer.whole()).into_iter().filter(|it| !it.0.is_empty()) {
            let text = answer.with(&object, |it| drop(it.insert("zebra".to_owned(), json!(1))));
            let expected = ("unknown-field", Info, format!("{object}/zebra"), "\"zebra\"".to_owned());
            check(&text, if object == "/meta" { &[] } else { std::slice::from_ref(&expected) });
        }
    }
}

#[test]
fn a_value_of_each_type() {
    for answer in answers() {
        for &(object, name, _, mistyped, due) in answer.members {
            let place = format!("{object}/{name}");
            for value in [json!(null), json!(true), json!(7), json!("text"), json!(["one"]), json!({"a": 1})] {
                let fits = match due {
                    Text | Id | Time | Word => value.is_string(),
                    Count => value.is_number(),
                    Flag => value.is_boolean(),
                    Object => value.is_object(),
                    ObjectOrNull => value.is_object() || value.is_null(),
                    Array => value.is_array(),
                };
                // What is in it is the matter of other tests.
                if fits && !matches!(due, Time | Word) {
                    continue;
                }
                let marked = value.to_string();
                let text = answer.with(object, |it| drop(it.insert(name.to_owned(), value)));
                let (rule, severity) = match due {
                    Time if fits => ("bad-timestamp", Error),
                    Word if fits => ("unknown-value", Error),
                    _ => ("wrong-type", mistyped),
                };
                check(&text, &[(rule, severity, place.clone(), marked)]);
            }
        }
    }
}

#[test]
fn a_number_that_counts_nothing() {
    for answer in answers() {
        for &(object, name, _, severity, due) in answer.members {
            if due == Count {
                let text = answer.with(object, |it| drop(it.insert(name.to_owned(), json!(-1))));
                check(&text, &[("out-of-range", severity, format!("{object}/{name}"), "-1".to_owned())]);
            }
        }
    }
}

#[test]
fn an_id_that_is_blank_or_unusual() {
    for answer in answers() {
        for &(object, name, _, _, due) in answer.members {
            if due == Id {
                let text = answer.with(object, |it| drop(it.insert(name.to_owned(), json!(" "))));
                check(&text, &[("empty-value", Error, format!("{object}/{name}"), "\" \"".to_owned())]);
                let text = answer.with(object, |it| drop(it.insert(name.to_owned(), json!("abc"))));
                let expected = ("unusual-form", Hint, format!("{object}/{name}"), "\"abc\"".to_owned());
                let is_local = answer.tool.starts_with("_codex_local");
                check(&text, if is_local { std::slice::from_ref(&expected) } else { &[] });
            }
        }
    }
}

#[test]
fn data_of_a_tool_that_failed_is_one_fault() {
    for answer in answers() {
        let text = answer.with("", |it| {
            it.insert("status".to_owned(), json!("error"));
            it.insert("data".to_owned(), json!({}));
            let error = json!({"code": "NOT_FOUND", "message": "There is no such task", "retryable": false});
            it.insert("error".to_owned(), error);
        });
        check(&text, &[("unexpected-field", Warning, "/data".to_owned(), "\"data\"".to_owned())]);
    }
}

impl Answer {
    fn whole(&self) -> Value {
        json!({
            "version": "3.6",
            "schema_id": format!("codex/v3.6/{}/v1", self.category),
            "tool": self.tool,
            "tool_category": self.category,
            "request_id": "32ecfadc-2b66-4daa-a7c0-a03c449fcea5",
            "ts": "2025-11-18T10:05:22Z",
            "status": "ok",
            "meta": self.meta,
            "data": self.data,
        })
    }

    fn text(&self) -> String {
        serde_json::to_string_pretty(&self.whole()).unwrap()
    }

    /// The text with an object changed.
    fn with(&self, object: &str, change: impl FnOnce(&mut Map<String, Value>)) -> String {
        let mut whole = self.whole();
        change(whole.pointer_mut(object).unwrap().as_object_mut().unwrap());
        serde_json::to_string_pretty(&whole).unwrap()
    }
}

/// All objects in a value, with their pointers.
fn objects(value: &Value) -> Vec<(String, &Map<String, Value>)> {
    let mut out = Vec::new();
    let mut todo = vec![(String::new(), value)];
    while let Some((pointer, value)) = todo.pop() {
        if let Some(object) = value.as_object() {
            todo.extend(object.iter().map(|(key, value)| (format!("{pointer}/{key}"), value)));
            out.push((pointer, object));
        } else if let Some(array) = value.as_array() {
            todo.extend(array.iter().enumerate().map(|(at, value)| (format!("{pointer}/{at}"), value)));
        }
    }
    out
}

/// Compares the findings with what is expected, blanks aside, and gives the first message back.
fn check(text: &str, expected: &[Expected]) -> String {
    let report = validate(text, &Options { format: Some("delegator"), ..Options::default() });
    let found = report.diagnostics.iter().map(|it| {
        let marked = &text[it.bytes.from as usize..it.bytes.to as usize];
        let marked = marked.lines().map(str::trim_start).collect::<String>().replace("\": ", "\":");
        (it.code, it.severity, it.pointer.clone(), marked)
    });
    assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
    report.diagnostics.first().map(|it| it.message.clone()).unwrap_or_default()
}
