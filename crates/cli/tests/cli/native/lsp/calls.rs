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
