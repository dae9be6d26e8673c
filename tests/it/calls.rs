//! Calls that a program has just received.

use agent_response::{Options, Repair, calls::CallError, check_call, report::ReceivedCall};
use serde_json::{Value, json};

/// A call in each API, with these arguments as its API wants them.
fn calls(arguments: &Value) -> Vec<(&'static str, Value, Value)> {
    let text = arguments.to_string();
    let schema = json!({"type": "object", "properties": {"harbor": {"type": "string"}}});
    let function = json!({"name": "tides", "parameters": schema});
    let chat = json!([{"type": "function", "function": function}]);
    let call = json!({"id": "c1", "type": "function", "function": {"name": "tides", "arguments": text}});
    let item = json!({"type": "function_call", "call_id": "c1", "name": "tides", "arguments": text});
    let block = json!({"type": "tool_use", "id": "c1", "name": "tides", "input": arguments});
    let part = json!({"functionCall": {"name": "tides", "args": arguments}});
    let params = json!({"name": "tides", "arguments": arguments});
    let message = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params});
    let listed = json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "tides", "inputSchema": schema}]}});
    vec![
        ("/function/arguments", call, chat.clone()),
        ("/arguments", item, json!([{"type": "function", "name": "tides", "parameters": schema}])),
        ("/input", block, json!([{"name": "tides", "input_schema": schema}])),
        ("/functionCall/args", part, json!([{"functionDeclarations": [function]}])),
        ("/args", json!({"name": "tides", "args": arguments}), json!([{"functionDeclarations": [function]}])),
        ("/function/arguments", json!({"function": {"name": "tides", "arguments": arguments}}), chat),
        ("/params/arguments", message, listed.clone()),
        ("/arguments", params, listed),
    ]
}

fn checked(call: &str, tools: &Value, repair: Repair) -> ReceivedCall {
    check_call(call, Some(&tools.to_string()), &Options::default(), repair).unwrap()
}

#[test]
fn good_calls_of_each_api_have_no_finding() {
    let arguments = json!({"harbor": "Brevik"});
    for (pointer, call, tools) in calls(&arguments) {
        let found = checked(&call.to_string(), &tools, Repair::None);
        assert_eq!(found.diagnostics, [], "{call} {pointer}");
        assert_eq!((found.valid, found.name.as_deref()), (true, Some("tides")), "{call}");
        assert_eq!(serde_json::from_str::<Value>(&found.arguments.unwrap()).unwrap(), arguments, "{call}");
        assert_eq!(found.text, call.to_string());
    }
}

#[test]
fn tools_of_any_api_judge_a_call_of_any() {
    let all = calls(&json!({"harbor": "Brevik"}));
    for (_, call, _) in &all {
        for (_, _, tools) in &all {
            let found = checked(&call.to_string(), tools, Repair::None);
            assert_eq!(found.diagnostics, [], "{call} {tools}");
            let found = checked(&call.to_string().replace("tides", "tidez"), tools, Repair::None);
            let codes: Vec<&str> = found.diagnostics.iter().map(|it| it.code).collect();
            assert_eq!((codes, found.arguments), (vec!["unknown-tool"], None), "{call} {tools}");
        }
    }
}

#[test]
fn findings_are_at_their_places_in_the_call() {
    for (pointer, call, tools) in calls(&json!("{\"harbor\": \"Brevik\"}")) {
        // The arguments are one encoding too many in each API.
        let call = serde_json::to_string_pretty(&call).unwrap();
        let found = checked(&call, &tools, Repair::None);
        let [finding] = &found.diagnostics[..] else { panic!("{call}: {:#?}", found.diagnostics) };
        assert_eq!((finding.pointer.as_str(), found.arguments), (pointer, None), "{call}");
        let from = finding.bytes.from as usize;
        let string = call.rfind(": \"").unwrap() + 2;
        assert!((string..=string + 2).contains(&from), "{call}: {}", &call[from..]);
        let line = call[..from].lines().count() - 1;
        let character = call[..from].lines().last().unwrap().len();
        let place = finding.range.start;
        assert_eq!((place.line as usize, place.character as usize), (line, character), "{call}");
        for edit in finding.fixes.iter().flat_map(|it| &it.edits) {
            assert!((edit.bytes.to as usize) < call.len());
        }
    }
}

#[test]
fn repairs_keep_what_was_said() {
    for (_, call, tools) in calls(&json!("{\"harbor\": \"Brevik\"}")) {
        let found = checked(&call.to_string(), &tools, Repair::All);
        assert_eq!(found.diagnostics, [], "{call}");
        assert_eq!(found.arguments.as_deref().map(str::trim), Some("{\"harbor\": \"Brevik\"}"), "{call}");
        assert_eq!(found.applied.len(), 1, "{call}");
        assert!((found.applied[0].bytes.to as usize) < call.to_string().len());
    }
    let (_, mut call, tools) = calls(&json!({})).swap_remove(0);
    call["function"]["arguments"] = "{\"harbor\": \"Brevik\",}<|im_end|>".into();
    let found = checked(&call.to_string(), &tools, Repair::Safe);
    assert_eq!(found.arguments.as_deref(), Some("{\"harbor\": \"Brevik\"}"), "{found:#?}");
}

#[test]
fn what_is_broken_never_becomes_less() {
    let (_, mut call, tools) = calls(&json!({})).swap_remove(0);
    for arguments in ["{\"harbor\": \"Bre", "Brevik", "", "[", "null", "{\"harbor\": }"] {
        call["function"]["arguments"] = arguments.into();
        for repair in [Repair::None, Repair::Safe] {
            let found = checked(&call.to_string(), &tools, repair);
            assert_ne!(found.arguments.as_deref().filter(|_| !arguments.is_empty()), Some("{}"), "{arguments}");
            assert_eq!(found.valid, found.arguments.is_some(), "{arguments}");
        }
    }
}

#[test]
fn names_are_those_of_the_tools() {
    let (_, mut call, tools) = calls(&json!({"harbor": "Brevik"})).swap_remove(0);
    call["function"]["name"] = "tide".into();
    let found = checked(&call.to_string(), &tools, Repair::None);
    assert_eq!(found.diagnostics.iter().map(|it| it.code).collect::<Vec<_>>(), ["unknown-tool"]);
    let found = checked(&call.to_string(), &tools, Repair::All);
    assert_eq!((found.valid, found.name.as_deref()), (true, Some("tides")));
    // Without tools, any name is one.
    let found = check_call(&call.to_string(), None, &Options::default(), Repair::None).unwrap();
    assert_eq!((found.valid, found.name.as_deref()), (true, Some("tide")));
}

#[test]
fn an_input_of_plain_text_is_a_json_string() {
    let call = json!({"type": "custom_tool_call", "call_id": "c1", "name": "sh", "input": "ls \"a\""});
    let tools = json!([{"type": "custom", "name": "sh"}]);
    let found = checked(&call.to_string(), &tools, Repair::Safe);
    assert_eq!((found.valid, found.arguments.as_deref()), (true, Some(r#""ls \"a\"""#)), "{found:#?}");
}

#[test]
fn what_is_no_call_is_refused() {
    let refused = |call: &str, tools: &str| {
        let CallError { argument, reason } =
            check_call(call, Some(tools), &Options::default(), Repair::None).unwrap_err();
        format!("{argument} {reason}")
    };
    assert_eq!(refused("", "[]"), "call must be JSON of an object");
    assert_eq!(refused("[]", "[]"), "call must be JSON of an object");
    assert_eq!(refused("{}", "[]"), "call must be a call of a tool");
    assert_eq!(refused("{\"name\": \"x\", \"input\": {}}", "{}"), "tools must be JSON with an array of tools");
    assert_eq!(refused("{\"name\": \"x\", \"input\": {}}", "["), "tools must be JSON with an array of tools");
}
