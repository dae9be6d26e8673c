//! Lines of a batch, of a log, and of files for training: what each is, and what lines say together.

use agent_response::{Options, fix, validate};
use serde_json::{Value, json};

use crate::joined_lines::found;

fn format_of(line: &Value) -> Option<&'static str> {
    let options = Options { file_name: Some("a.jsonl".to_owned()), ..Options::default() };
    validate(&format!("{line}\n"), &options).format.id
}

/// The line and the rule of each finding that is more than an info.
fn faults(lines: &[Value]) -> Vec<(u32, &'static str)> {
    found(lines).into_iter().map(|it| (it.0, it.1)).filter(|it| it.1 != "unknown-format").collect()
}

fn user() -> Value {
    json!({"role": "user", "content": "."})
}

fn answer() -> Value {
    json!({"role": "assistant", "content": "."})
}

fn chat_call(arguments: &str) -> Value {
    let function = json!({"name": "tides", "arguments": arguments});
    json!({"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": function}]})
}

fn item(arguments: &str) -> Value {
    json!({"type": "function_call", "id": "f", "call_id": "a", "name": "tides", "arguments": arguments})
}

/// A request and a response with a call, in each of the APIs.
fn exchanges(arguments: &str) -> [(&'static str, Value, Value); 3] {
    let schema = json!({"type": "object"});
    let block = json!({"type": "tool_use", "id": "t", "name": "tides", "input": {"encoded": arguments}});
    [
        (
            "chat-completion",
            json!({"model": "m", "messages": [user()], "tools": [{"type": "function", "function": {"name": "tides", "parameters": schema}}]}),
            json!({"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [
                {"index": 0, "message": chat_call(arguments), "finish_reason": "tool_calls"}]}),
        ),
        (
            "responses-api",
            json!({"model": "m", "input": [user()], "tools": [{"type": "function", "name": "tides", "parameters": schema}]}),
            json!({"id": "r", "object": "response", "status": "completed", "output": [item(arguments)]}),
        ),
        (
            "messages-api",
            json!({"model": "m", "max_tokens": 9, "messages": [user()], "tools": [{"name": "tides", "input_schema": schema}]}),
            json!({"id": "m", "type": "message", "role": "assistant", "content": [block], "stop_reason": "tool_use"}),
        ),
    ]
}

fn asked(id: &str, url: &str, body: &Value) -> Value {
    json!({"custom_id": id, "method": "POST", "url": url, "body": body})
}

#[test]
fn each_line_is_recognized() {
    for (id, request, response) in exchanges("{}") {
        let lines = match id {
            "messages-api" => vec![
                json!({"custom_id": "1", "params": request}),
                json!({"custom_id": "1", "result": {"type": "succeeded", "message": response}}),
            ],
            _ => {
                let url = if id == "responses-api" { "/v1/responses" } else { "/v1/chat/completions" };
                let came = json!({"status_code": 200, "body": response});
                vec![asked("1", url, &request), json!({"id": "b", "custom_id": "1", "response": came, "error": null})]
            }
        };
        let log = json!({"time": 1, "request": request, "response": response});
        for line in lines.iter().chain([&log]) {
            assert_eq!((format_of(line), faults(std::slice::from_ref(line))), (Some(id), vec![]), "{line}");
        }
    }
    // Similar lines are unknown: other endpoints, other programs.
    for line in [
        asked("1", "/v1/embeddings", &json!({"model": "m", "input": ["a"]})),
        json!({"method": "POST", "url": "/v1/chat/completions", "body": {"messages": [user()]}, "status": 200}),
        json!({"custom_id": "1", "url": "/v1/messages", "method": "POST", "body": {"messages": [user()]}}),
        json!({"request": {"messages": [user()]}, "response": {"error": {"message": "."}}}),
        json!({"request": "GET /", "response": "200"}),
        json!({"custom_id": "1", "url": "/v1/chat/completions", "status": "sent"}),
        json!({"custom_id": "1", "method": "POST", "url": "/v1/embeddings"}),
        json!({"jsonrpc": "2.0"}),
        json!({"jsonrpc": "2.0", "id": 1}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "tool/call"}),
        json!({"input": {"messages": [user()]}, "output": []}),
    ] {
        assert_eq!((format_of(&line), faults(std::slice::from_ref(&line))), (None, vec![]), "{line}");
    }
}

#[test]
fn what_a_line_lacks_does_not_hide_what_it_is() {
    let asked = |url: &str| json!({"custom_id": "1", "method": "POST", "url": url});
    let came = |response: Value, error: Value| json!({"custom_id": "1", "response": response, "error": error});
    let answer = json!({"status_code": 200, "body": {"object": "text_completion", "choices": []}});
    for (line, id, rule) in [
        (asked("/v1/chat/completions"), "chat-completion", "missing-field"),
        (asked("/v1/responses"), "responses-api", "missing-field"),
        (came(Value::Null, Value::Null), "chat-completion", "missing-field"),
        (came(answer, json!({"code": "expired"})), "chat-completion", "unexpected-field"),
        (
            json!({"jsonrpc": "2.0", "id": 1, "method": "tool/call", "params": {"name": "f", "arguments": {}}}),
            "mcp",
            "unknown-value",
        ),
    ] {
        assert_eq!(format_of(&line), Some(id), "{line}");
        assert_eq!(faults(std::slice::from_ref(&line)), [(0, rule)], "{line}");
    }
}

#[test]
fn calls_in_them_are_judged() {
    for (id, request, response) in exchanges("{\"a\": 1 \"b\": 2}") {
        let lines = match id {
            "messages-api" => continue,
            "responses-api" => vec![
                json!({"custom_id": "1", "response": {"body": response}, "error": null}),
                asked(
                    "1",
                    "/v1/responses",
                    &json!({"model": "m", "input": [item("{\"a\": 1 \"b\": 2}"), {"type": "function_call_output", "call_id": "a", "output": "."}]}),
                ),
            ],
            _ => vec![json!({"custom_id": "1", "response": {"body": response}, "error": null})],
        };
        let log = json!({"request": request, "response": response});
        for line in lines.into_iter().chain([log]) {
            assert_eq!(faults(std::slice::from_ref(&line)), [(0, "missing-comma")], "{line}");
        }
    }
}

#[test]
fn a_batch_asks_one_api_for_one_model() {
    let [(_, chat, _), (_, responses, _), _] = exchanges("{}");
    let url = "/v1/chat/completions";
    let mut other_model = chat.clone();
    other_model["model"] = "n".into();
    let mut without_id = asked("", url, &chat);
    without_id.as_object_mut().unwrap().remove("custom_id");
    let mut without_url = asked("2", url, &chat);
    without_url.as_object_mut().unwrap().remove("url");
    for (second, rule) in [
        (asked("2", url, &chat), None),
        (json!({"custom_id": "2", "body": chat}), None),
        (asked("1", url, &chat), Some("duplicate-item")),
        (asked("2", "/v1/responses", &responses), Some("value-mismatch")),
        (asked("2", url, &responses), Some("value-mismatch")),
        (asked("2", "/v1/responses", &chat), Some("value-mismatch")),
        (asked("2", "/v1/chat/completion", &chat), Some("unknown-value")),
        (asked("2", url, &other_model), Some("value-mismatch")),
        (without_id, Some("missing-field")),
        (without_url, Some("missing-field")),
    ] {
        let lines = [asked("1", url, &chat), second];
        assert_eq!(faults(&lines), rule.map(|it| (1, it)).into_iter().collect::<Vec<_>>(), "{}", lines[1]);
    }
    // The path of the same API elsewhere.
    let lines = ["1", "2"].map(|it| asked(it, "/chat/completions", &chat));
    assert_eq!(faults(&lines), []);
}

#[test]
fn what_an_example_for_training_may_not_have() {
    let good =
        json!({"messages": [user(), {"role": "assistant", "content": ".", "weight": 0, "reasoning_content": "."}]});
    let result = |content: Value| {
        let tools = json!([{"type": "function", "function": {"name": "tides", "parameters": {"type": "object"}}}]);
        let result = json!({"role": "tool", "tool_call_id": "a", "content": content});
        json!({"messages": [user(), chat_call("{}"), result, answer()], "tools": tools})
    };
    let parts = json!([{"type": "text", "text": "."}]);
    for (line, rule) in [
        (good.clone(), None),
        (result(".".into()), None),
        (json!({"messages": [user()]}), Some("no-assistant-message")),
        (json!({"messages": [user(), {"role": "gpt", "content": "."}]}), Some("unknown-value")),
        (json!({"messages": [{"role": "user", "content": ".", "source": 1}, answer()]}), Some("unknown-field")),
        (json!({"messages": [{"role": "user", "content": ".", "weight": 1}, answer()]}), Some("unknown-value")),
        (result(parts), Some("wrong-type")),
    ] {
        let lines = [good.clone(), line];
        assert_eq!(faults(&lines), rule.map(|it| (1, it)).into_iter().collect::<Vec<_>>(), "{}", lines[1]);
    }
    // Nothing shows what a line with questions alone is for.
    assert_eq!(faults(&[json!({"messages": [user()]})]), []);
    let options = Options { file_name: Some("a.jsonl".to_owned()), ..Options::default() };
    let parts = result(json!([{"type": "text", "text": "."}])).to_string();
    assert_eq!(fix(&parts, &options, true).text, result(".".into()).to_string());
}

#[test]
fn preferences_have_answers_to_choose_from() {
    let line = |better: Value, worse: Value| json!({"input": {"messages": [user()]}, "preferred_output": [better], "non_preferred_output": [worse]});
    let broken = chat_call("{");
    // What is not preferred may be wrong.
    assert_eq!(faults(&[line(chat_call("{}"), broken.clone()), line(answer(), answer())]), []);
    assert_eq!(faults(&[line(broken, answer())]), [(0, "truncated")]);
    assert_eq!(
        faults(&[line(answer(), user()), line(user(), answer())]),
        [0, 1].map(|it| (it, "no-assistant-message"))
    );
}

/// The events of a stream with a call: the arguments in its fragments and their end, in the item, in the response.
fn events(joined: &str, of_item: &str, of_response: &str) -> Vec<Value> {
    let (first, second) = joined.split_at(joined.len() / 2);
    let delta = |part: &str| json!({"type": "response.function_call_arguments.delta", "item_id": "f", "delta": part});
    let response = |output: &[Value]| json!({"id": "r", "object": "response", "status": "completed", "output": output});
    vec![
        json!({"type": "response.created", "response": response(&[])}),
        json!({"type": "response.output_item.added", "item": item("")}),
        delta(first),
        delta(second),
        json!({"type": "response.function_call_arguments.done", "item_id": "f", "arguments": joined}),
        json!({"type": "response.output_item.done", "item": item(of_item)}),
        json!({"type": "response.completed", "response": response(&[item(of_response)])}),
    ]
}

#[test]
fn a_call_is_judged_once_in_a_stream() {
    let (good, bad) = ("{\"a\": 1, \"b\": 2}", "{\"a\": 1 \"b\": 2}");
    assert_eq!(faults(&events(good, good, good)), []);
    let all = events(bad, bad, bad);
    assert_eq!(faults(&all), [(4, "missing-comma")]);
    // Without the end of the fragments, the item, and without it, the response.
    assert_eq!(faults(&[&all[..4], &all[5..]].concat()), [(4, "missing-comma")]);
    assert_eq!(faults(&all[5..]), [(0, "missing-comma")]);
    assert_eq!(faults(&all[6..]), [(0, "missing-comma")]);
    // Another stream with the same ids is another call.
    assert_eq!(faults(&[&all[..], &all[..]].concat()), [(4, "missing-comma"), (11, "missing-comma")]);
    assert_eq!(faults(&events(good, "{}", "{}")), [(5, "value-mismatch")]);
    assert_eq!(faults(&events(good, good, "{}")), [(6, "value-mismatch")]);
}

#[test]
fn the_input_of_a_block_may_be_complete_when_it_begins() {
    let start = |input: Value| {
        let block = json!({"type": "tool_use", "id": "t", "name": "tides", "input": input});
        json!({"type": "content_block_start", "index": 0, "content_block": block})
    };
    let stop = json!({"type": "content_block_stop", "index": 0});
    let text = json!({"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}});
    assert_eq!(faults(&[start(json!({"a": 1})), stop.clone(), text]), []);
    assert_eq!(faults(&[start("{\"a\": 1}".into()), stop]), [(0, "payload-not-object")]);
}
