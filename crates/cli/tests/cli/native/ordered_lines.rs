//! `check --ndjson` of files in which models call tools: what lines say together is found as in a file of lines.

use serde_json::{Value, json};

use crate::run::{Folder, Run};

const CASES: &str = include_str!("../../../../../tests/tool-calls/cases.jsonl");

/// The lines, places and rules of what was found, and what it is about.
fn found(diagnostics: &[Value]) -> Vec<(u64, u64, String, String)> {
    let mut out: Vec<_> = diagnostics
        .iter()
        .filter(|it| it["severity"] == "error" || it["severity"] == "warning")
        .map(|it| {
            let start = &it["range"]["start"];
            let text = |key: &str| it[key].as_str().unwrap().to_owned();
            (start["line"].as_u64().unwrap(), start["character"].as_u64().unwrap(), text("code"), text("message"))
        })
        .collect();
    out.sort();
    out
}

/// All findings in an archive.
fn of_lines(run: &Run) -> Vec<Value> {
    let lines = run.out.lines().map(|it| serde_json::from_str::<Value>(it).unwrap());
    lines.flat_map(|it| it["diagnostics"].as_array().cloned().unwrap_or_default()).collect()
}

#[test]
fn an_archive_has_the_findings_of_a_file_of_lines() {
    // What is around records, an archive does not judge.
    let is_around = |code: &Value| {
        ["blank-line", "trailing-comma", "top-level-type", "trailing-content", "byte-order-mark", "split-record"]
            .contains(&code.as_str().unwrap())
    };
    let mut n_cases = 0;
    for case in CASES.lines().map(|it| serde_json::from_str::<Value>(it).unwrap()) {
        let is_of_lines = case["file_name"].as_str().unwrap().ends_with(".jsonl");
        if !is_of_lines || case["expect"]["codes"].as_array().unwrap().iter().any(is_around) {
            continue;
        }
        n_cases += 1;
        let folder = Folder::with(&[("a.jsonl", case["input"].as_str().unwrap())]);
        let whole = folder.run(&["check", "--format", "json", "a.jsonl"]);
        let lines = folder.run(&["check", "--format", "json", "--ndjson", "a.jsonl"]);
        let expected = found(whole.files()[0]["diagnostics"].as_array().unwrap());
        assert_eq!(found(&of_lines(&lines)), expected, "{}", case["id"]);
    }
    assert!(n_cases > 20, "{n_cases}");
}

/// A line of a session with a call or a result.
fn line(role: &str, turn: &str, block: &Value) -> String {
    let message = json!({"role": role, "id": turn, "content": [block]});
    json!({"type": role, "uuid": "u", "parentUuid": null, "sessionId": "é", "message": message}).to_string() + "\n"
}

#[test]
fn findings_in_earlier_lines_have_their_place() {
    let said = line("assistant", "m2", &json!({"type": "text", "text": "."}));
    let call = line("assistant", "m1", &json!({"type": "tool_use", "id": "t1", "name": "tides", "input": {}}));
    let column = call.chars().take(call[..call.find("\"t1\"").unwrap()].chars().count()).count() + 1;
    let folder = Folder::with(&[("a.ndjson", &(call + &said.repeat(2000)))]);
    let run = folder.run(&["check", "--ndjson", "a.ndjson"]);
    let start = format!("a.ndjson:1:{column}: warning[unanswered-call]: The call `t1` has no result");
    assert!(run.out.starts_with(&start), "{start}\n{}", run.out);
    assert!(run.out.ends_with("1 warning in 1 of 2001 lines\n"), "{}", run.out);
    let run = folder.run(&["check", "--ndjson", "a.ndjson", "--summary"]);
    assert!(
        run.out.contains("1      1  warning[unanswered-call]") && run.out.contains("no time     2001 "),
        "{}",
        run.out
    );
}

#[test]
fn a_line_counts_once() {
    let said = line("assistant", "m2", &json!({"type": "text", "text": "."}));
    let call = line("assistant", "m1", &json!({"type": "tool_use", "id": "t1", "name": "tides", "input": "{}"}));
    let folder = Folder::with(&[("a.ndjson", &(call + &said))]);
    let run = folder.run(&["check", "--ndjson", "a.ndjson"]);
    assert!(run.out.contains("payload-not-object") && run.out.contains("unanswered-call"), "{}", run.out);
    assert!(run.out.ends_with(" in 1 of 2 lines\n"), "{}", run.out);
}

#[test]
fn a_line_with_calls_that_is_not_utf8_is_a_finding() {
    let request = json!({"model": "m", "messages": [{"role": "user", "content": "§"}], "tools": []}).to_string();
    let mut bytes = request.into_bytes();
    let at = bytes.windows(2).position(|it| it == "§".as_bytes()).unwrap();
    bytes[at] = 0xff;
    let folder = Folder::with(&[]);
    folder.write("a.ndjson", &bytes);
    let run = folder.run(&["check", "--ndjson", "a.ndjson"]);
    assert!(run.code == 1 && run.out.contains("error[invalid-utf8]"), "{}", run.out);
}
