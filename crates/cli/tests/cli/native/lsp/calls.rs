//! Files in which models call tools.

use serde_json::json;

use super::client::Client;
use crate::run::Folder;

/// In a file in which a model calls a tool, the schema that decides is in the file.
#[test]
fn calls_of_tools_know_their_tools() {
    const NAME: &str = "request.json";
    const TEXT: &str = r#"{"model": "m", "messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": null, "tool_calls": [
  {"id": "c1", "type": "function", "function": {"name": "tides", "arguments": "{\"harbor\": \"Brevik\", }"}}]}],
"tools": [{"type": "function", "function": {"name": "tides", "description": "High water", "parameters": {"type": "object",
  "properties": {"harbor": {"type": "string", "description": "Where"}, "days": {"type": "integer"}}}}}]}"#;
    let folder = Folder::with(&[("agent-response.toml", "[[files]]\nglob = \"request.json\"\n")]);
    let mut client = Client::with(folder, json!({}));
    client.open(NAME, TEXT);
    let document = client.about(NAME);
    let mut ask = |method: &str, words: &str| {
        let line = TEXT.lines().position(|it| it.contains(words)).unwrap();
        let at = json!({"line": line, "character": TEXT.lines().nth(line).unwrap().find(words)});
        client.request(method, json!({"textDocument": document, "position": at}))
    };
    let hover = ask("textDocument/hover", "harbor\\\"");
    assert!(hover["contents"]["value"].as_str().unwrap().contains("Where"), "{hover}");
    let offered = ask("textDocument/completion", "}\"}}]}],");
    assert_eq!(offered["items"][0]["label"], "days", "{offered}");
    let found = ask("textDocument/definition", "tides\", \"arguments");
    assert_eq!(found[0]["range"]["start"]["line"], 2, "{found}");
}

/// A request in which the arguments of a call do not satisfy the schema of its tool, on one line.
const WRONG: &str = r#"{"model": "m", "messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "tides", "arguments": "{\"harbor\": 3}"}}]}], "tools": [{"type": "function", "function": {"name": "tides", "description": "High water", "parameters": {"type": "object", "properties": {"harbor": {"type": "string", "description": "Where"}}}}}]}"#;

fn codes(published: &serde_json::Value) -> Vec<String> {
    let found = published["diagnostics"].as_array().unwrap();
    found.iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect()
}

/// The content shows that models call tools in a file; what only has some of the same members is left alone.
#[test]
fn files_with_calls_need_no_name() {
    let mut client = Client::plain(&[]);
    client.open("request.json", WRONG);
    assert_eq!(codes(&client.published("request.json")), ["arguments-schema"]);
    client.open("package.json", r#"{"name": "a", "role": "tool", }"#);
    client.open("settings.json", r#"{"name": "a", }"#);
    let hover = json!({"textDocument": client.about("package.json"), "position": {"line": 0, "character": 3}});
    assert!(client.request("textDocument/hover", hover).is_null());
    assert!(client.unasked().is_empty());
}

#[test]
fn files_with_calls_are_left_alone_on_request() {
    let mut client = Client::set_up(Folder::with(&[]), json!({}), json!({"toolCalls": false}));
    client.open("request.json", WRONG);
    assert!(client.unasked().is_empty());
}

#[test]
fn each_line_of_a_file_with_records_is_a_text_of_its_own() {
    const NAME: &str = "log.jsonl";
    let mut client = Client::plain(&[]);
    client.open(NAME, &format!("{WRONG}\n{}\n{WRONG}\n", &WRONG[..200]));
    let published = client.published(NAME);
    assert_eq!(codes(&published), ["arguments-schema", "truncated", "arguments-schema"]);
    assert_eq!(published["diagnostics"][2]["range"]["start"]["line"], 2);
    let document = client.about(NAME);
    let mut ask = |method: &str, words: &str| {
        let at = json!({"line": 2, "character": WRONG.find(words)});
        client.request(method, json!({"textDocument": document, "position": at}))
    };
    let hover = ask("textDocument/hover", "harbor\\\"");
    assert!(hover["contents"]["value"].as_str().unwrap().contains("Where"), "{hover}");
    assert_eq!(hover["range"]["start"]["line"], 2, "{hover}");
    let found = ask("textDocument/definition", "tides\", \"arguments");
    assert_eq!(found[0]["range"]["start"], json!({"line": 2, "character": WRONG.rfind("\"tides")}), "{found}");
    assert!(client.request("textDocument/documentSymbol", json!({"textDocument": document})).is_null());
}
