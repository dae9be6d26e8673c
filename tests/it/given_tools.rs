//! Calls of tools that another file declares.

use std::sync::Arc;

use agent_response::{
    KnownTools, Options, fix, known_tools,
    schema::{Compiler, Known, PayloadSchema, Schema, SchemaCompiler, Violation},
    validate,
};
use serde_json::{Value, json};

/// A validator that knows only which properties must be integers.
#[derive(Debug)]
struct Integers(Vec<String>);

impl PayloadSchema for Integers {
    fn violations(&self, payload: &str) -> Vec<Violation> {
        let value: Value = serde_json::from_str(payload).unwrap();
        let is_wrong = |it: &&String| value.get(it).is_some_and(|it| !it.is_i64());
        let of = |it: &String| Violation {
            pointer: format!("/{it}"),
            message: format!("`{it}` must be an integer"),
            ..Violation::default()
        };
        self.0.iter().filter(is_wrong).map(of).collect()
    }

    fn known(&self, _: &str) -> Known {
        Known::default()
    }
}

#[derive(Debug)]
struct OfIntegers;

impl SchemaCompiler for OfIntegers {
    fn compile(&self, schema: &str) -> Result<Schema, String> {
        let value: Value = serde_json::from_str(schema).map_err(|it| it.to_string())?;
        let properties = value["properties"].as_object().cloned().unwrap_or_default();
        let names = properties
            .into_iter()
            .filter(|it| it.1["type"].as_str().is_some_and(|it| it.eq_ignore_ascii_case("integer")));
        Ok(Schema::new(Integers(names.map(|it| it.0).collect())))
    }
}

fn read(text: &str) -> Option<Arc<KnownTools>> {
    known_tools(text, Some(Compiler::new(OfIntegers))).map(Arc::new)
}

fn with(tools: Option<Arc<KnownTools>>) -> Options {
    Options { tools, compiler: Some(Compiler::new(OfIntegers)), ..Options::default() }
}

/// A response without its request.
fn response(name: &str, arguments: &str) -> String {
    let call = json!({"id": "c", "type": "function", "function": {"name": name, "arguments": arguments}});
    let message = json!({"role": "assistant", "content": null, "tool_calls": [call]});
    let choice = json!({"index": 0, "finish_reason": "tool_calls", "message": message});
    json!({"id": "r", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}).to_string()
}

fn found(text: &str, options: &Options) -> Vec<(&'static str, String)> {
    validate(text, options).diagnostics.into_iter().map(|it| (it.code, it.pointer)).collect()
}

/// The tool `ferry` in the form of each API.
fn forms() -> [(&'static str, Value); 6] {
    let schema = json!({"type": "object", "properties": {"seats": {"type": "integer"}}});
    let capitals = json!({"type": "OBJECT", "properties": {"seats": {"type": "INTEGER"}}});
    [
        ("chat", json!([{"type": "function", "function": {"name": "ferry", "parameters": schema}}])),
        ("responses", json!([{"type": "function", "name": "ferry", "parameters": schema}])),
        ("messages", json!([{"name": "ferry", "input_schema": schema}])),
        ("mcp", json!([{"name": "ferry", "inputSchema": schema}])),
        ("content", json!([{"functionDeclarations": [{"name": "ferry", "parameters": capitals}]}])),
        ("second", json!([7, {"name": "ferry", "inputSchema": schema}])),
    ]
}

#[test]
fn tools_are_read_in_the_form_of_each_api() {
    let text = response("ferry", r#"{"seats": "2"}"#);
    let expected = [("arguments-schema", "/choices/0/message/tool_calls/0/function/arguments".to_owned())];
    for (name, list) in forms() {
        for given in [
            list.to_string(),
            format!("\u{feff}{list:#}").trim_start_matches('\u{feff}').to_owned(),
            json!({"model": "m", "tools": list}).to_string(),
            json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": list}}).to_string(),
        ] {
            assert_eq!(found(&text, &with(read(&given))), expected, "{name} {given}");
        }
    }
}

#[test]
fn without_tools_arguments_are_only_read_and_the_report_says_so() {
    let text = response("ferry", r#"{"seats": "2"}"#);
    let report = validate(&text, &with(None));
    assert_eq!((report.diagnostics.len(), report.lacks_tools), (0, true));
    let (_, list) = &forms()[0];
    let report = validate(&text, &with(read(&list.to_string())));
    assert_eq!((report.diagnostics.len(), report.lacks_tools), (1, false));
    // Only calls lack them, and a response is no call.
    let silent = text.replace("tool_calls\":[", "tool_calls\":[],\"refusal\":[");
    assert!(!validate(&silent, &with(None)).lacks_tools, "{silent}");
    assert!(!validate(r#"{"request_id": "a"}"#, &with(None)).lacks_tools);
}

#[test]
fn a_name_that_is_one_slip_away_is_fixed() {
    let tools = read(&forms()[3].1.to_string());
    let text = response("fery", "{}");
    assert_eq!(found(&text, &with(tools.clone()))[0].0, "unknown-tool");
    assert_eq!(fix(&text, &with(tools), true).text, response("ferry", "{}"));
}

#[test]
fn what_a_text_declares_counts_more() {
    let (_, list) = &forms()[0];
    let call = json!({"id": "c", "type": "function", "function": {"name": "tides", "arguments": "{}"}});
    let tool = json!({"type": "function", "function": {"name": "tides", "parameters": {"type": "object"}}});
    let request = json!({"model": "m", "tools": [tool], "messages": [
        {"role": "user", "content": "."},
        {"role": "assistant", "content": null, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": "."},
    ]});
    assert_eq!(found(&request.to_string(), &with(read(&list.to_string()))), []);
}

#[test]
fn lines_are_judged_by_them_until_one_declares_others() {
    let (_, list) = &forms()[0];
    let named = |tools| Options { file_name: Some("log.jsonl".to_owned()), ..with(tools) };
    let text = format!("{}\n{}\n", response("ferry", r#"{"seats": "2"}"#), response("tides", "{}"));
    assert!(validate(&text, &named(None)).lacks_tools);
    let codes: Vec<_> = found(&text, &named(read(&list.to_string()))).into_iter().map(|it| it.0).collect();
    assert_eq!(codes, ["arguments-schema", "unknown-tool"]);
}

#[test]
fn what_has_no_tools_is_none() {
    for text in ["", "[]", "[1]", "{}", "null", r#"{"tools": {}}"#, r#"[{"name": 5}]"#, r#"[{"name": "a"},]"#] {
        assert!(read(text).is_none(), "{text}");
    }
}
