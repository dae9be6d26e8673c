//! Files in which models call tools, in the command and in Node.

use serde_json::{Value, json};

use crate::run::Folder;

/// A schema in a checked file is a stranger's: it leads nowhere, and takes no time.
#[test]
fn schemas_in_files_lead_nowhere() {
    let tool = |schema: &str| {
        format!(
            r#"{{"messages": [{{"role": "assistant", "tool_calls": [{{"id": "a", "type": "function", "function": {{"name": "t", "arguments": "{{\"a\": \"{}\"}}"}}}}]}}],
"tools": [{{"type": "function", "function": {{"name": "t", "parameters": {schema}}}}}]}}"#,
            "a".repeat(40)
        )
    };
    let folder = Folder::with(&[("secret.json", "{\"type\": \"number\"}")]);
    for schema in [
        r#"{"type": "object", "properties": {"a": {"$ref": "secret.json"}}}"#,
        r#"{"type": "object", "properties": {"a": {"$ref": "file:///etc/passwd"}}}"#,
        r#"{"$id": "https://127.0.0.1:9/x", "type": "object", "properties": {"a": {"$ref": "y.json"}}}"#,
        r##"{"type": "object", "properties": {"a": {"$ref": "#/properties/a"}}}"##,
        r#"{"type": "object", "properties": {"a": {"type": "string", "pattern": "^(a+)+b$"}}}"#,
    ] {
        let run = folder.run_with_input(&["check", "--format", "json", "-"], tool(schema));
        let codes: Vec<_> = run.json()["files"][0]["diagnostics"].as_array().unwrap().clone();
        let is_expected = |it: &Value| {
            matches!(
                it["code"].as_str(),
                Some("unsupported-schema" | "arguments-schema" | "not-pretty" | "unphased-name")
            )
        };
        assert!(codes.iter().all(is_expected), "{schema}: {codes:?}");
    }
}

#[test]
fn a_file_of_lines_is_checked_line_by_line() {
    let good = r#"{"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]}"#;
    let bad = good.replace(", \"content\": \"b\"", " \"content\": \"b\"");
    let folder = Folder::with(&[("train.jsonl", &format!("{good}\n{bad}\n{good}\n"))]);
    let run = folder.run(&["check", "train.jsonl", "--format", "concise"]);
    assert!(run.out.starts_with("train.jsonl:2:"), "{}", run.out);
    assert_eq!(folder.run(&["fix", "-q", "train.jsonl"]).code, 0);
    assert_eq!(folder.read("train.jsonl"), format!("{good}\n{good}\n{good}\n"));
}

#[test]
fn what_a_request_repeats_is_a_warning_where_its_api_decides() {
    let call = json!({"id": "c", "type": "function", "function": {"name": "ferry", "arguments": "{\"seats\": \"2\"}"}});
    let schema = json!({"type": "object", "properties": {"seats": {"type": "integer"}}});
    let request = json!({
        "model": "m",
        "messages": [
            {"role": "user", "content": "."},
            {"role": "assistant", "content": null, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c", "content": "."},
        ],
        "tools": [{"type": "function", "function": {"name": "ferry", "parameters": schema}}],
    });
    let folder = Folder::with(&[("request.json", &request.to_string())]);
    for (profile, severity) in [("default", "error"), ("upstream", "warning")] {
        let run = folder.run(&["check", "--format", "json", "--profile", profile, "request.json"]);
        let found = &run.files()[0]["diagnostics"][0];
        assert_eq!((&found["code"], &found["severity"]), (&json!("arguments-schema"), &json!(severity)));
    }
}

#[test]
fn messages_name_arguments_and_their_tool_and_keep_what_the_schema_says() {
    let said = |arguments: &str| {
        let call = json!({"id": "c", "type": "function", "function": {"name": "ferry", "arguments": arguments}});
        let schema = json!({
            "type": "object",
            "properties": {"to": {"const": "The payload by the schema"}},
            "required": ["to"],
            "additionalProperties": false,
            "maxProperties": 1,
        });
        let request = json!({
            "model": "m",
            "messages": [{"role": "user", "content": "."}, {"role": "assistant", "content": null, "tool_calls": [call]}],
            "tools": [{"type": "function", "function": {"name": "ferry", "parameters": schema}}],
        });
        let run = Folder::with(&[]).run_with_input(&["check", "--format", "concise", "-"], request.to_string());
        run.out.lines().filter_map(|it| Some(it.split_once("[arguments-schema]: ")?.1.to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(said("{}"), ["Missing `to`; `ferry` requires it"]);
    assert_eq!(said(r#"{"to": "x"}"#), ["`to` is `x`; expected `The payload by the schema`"]);
    assert_eq!(
        said(r#"{"to": "The payload by the schema", "speed": 1}"#),
        ["`arguments` has 2 members; expected at most 1", "`speed` is not allowed by `ferry`"]
    );
}
