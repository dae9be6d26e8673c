//! Files in which models call tools: good ones, and ones with one mistake each, from a file of cases. The rules, the places
//! and the fixes are those that each case names.

use serde_json::{Value, json};

use crate::run::Folder;

const CASES: &str = include_str!("../../../../../tests/tool-calls/cases.jsonl");
const SCHEMA_CASES: &str = include_str!("../../../../../tests/payload-schema/cases.json");

fn codes(report: &Value) -> Vec<&str> {
    let is_fault = |it: &&Value| matches!(it["severity"].as_str(), Some("error" | "warning"));
    let found = report["diagnostics"].as_array().unwrap().iter().filter(is_fault);
    let mut codes: Vec<_> = found.map(|it| it["code"].as_str().unwrap()).collect();
    codes.sort_unstable();
    codes
}

/// Where a case differs from what was found.
fn faults(case: &Value) -> Vec<String> {
    let (name, input, expect) = (case["file_name"].as_str().unwrap(), case["input"].as_str().unwrap(), &case["expect"]);
    let folder = Folder::with(&[]);
    let report = folder.run_with_input(&["check", "--format", "json", "--stdin-filename", name, "-"], input).json();
    let report = &report["files"][0];
    let mut out = Vec::new();
    let mut expected: Vec<_> = expect["codes"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    expected.sort_unstable();
    if report["format"]["id"] != case["format"] || report["valid"] != expect["valid"] || codes(report) != expected {
        out.push(format!("{} {:?}", report["format"]["id"], report["diagnostics"]));
    }
    if let (Some(line), Some(column)) = (expect["line"].as_u64(), expect["column"].as_u64()) {
        let is_there = |it: &Value| {
            let start = &it["range"]["start"];
            start["line"] == line - 1 && start["character"] == column - 1
        };
        if !report["diagnostics"].as_array().unwrap().iter().any(is_there) {
            out.push(format!("nothing at {line}:{column}"));
        }
    }
    for (wanted, flag) in [("fixed", None), ("suggested", Some("--suggestions"))] {
        let Some(wanted) = expect[wanted].as_str() else { continue };
        let args = ["fix", "-q", "--stdin-filename", name, "-"].into_iter().chain(flag);
        let fixed = folder.run_with_input(&args.collect::<Vec<_>>(), input).out;
        if fixed != wanted {
            out.push(format!("fixed: {fixed}"));
        }
    }
    out
}

#[test]
fn each_case_has_its_rules_places_and_fixes() {
    let cases: Vec<Value> = CASES.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert!(cases.len() > 100, "only {} cases", cases.len());
    let all: Vec<_> = cases.iter().map(|it| (&it["id"], faults(it))).filter(|it| !it.1.is_empty()).collect();
    assert!(all.is_empty(), "{all:#?}");
}

/// The package compares arguments with the schemas of their tools by another validator; it passes the same table.
#[test]
fn arguments_that_a_schema_does_not_allow() {
    let table: Value = serde_json::from_str(SCHEMA_CASES).unwrap();
    let folder = Folder::with(&[]);
    for case in table["calls"].as_array().unwrap() {
        let call = json!({"id": "c", "type": "function", "function": {"name": "t", "arguments": case["arguments"]}});
        let tool = json!({"type": "function", "function": {"name": "t", "parameters": case["schema"]}});
        let messages = json!([{"role": "user", "content": "."}, {"role": "assistant", "tool_calls": [call]}]);
        let text = json!({"messages": messages, "tools": [tool]}).to_string();
        let run = folder.run_with_input(&["check", "--format", "json", "--stdin-filename", "a.json", "-"], &text);
        let found: Vec<Value> = run.files()[0]["diagnostics"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|it| it["code"] == "arguments-schema" || it["code"] == "encoded-argument")
            .map(|it| {
                let at = |key: &str| usize::try_from(it["bytes"][key].as_u64().unwrap()).unwrap();
                json!([it["code"], text[at("from")..at("to")], it["message"]])
            })
            .collect();
        assert_eq!(json!(found), case["findings"], "{case}");
    }
}
