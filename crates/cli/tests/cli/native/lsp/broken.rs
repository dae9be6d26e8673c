//! Messages that make no sense: each ends in an error, none in a crash.

use serde_json::{Value, json};

use super::client::Client;
use crate::run::{Folder, GOOD};

const NAME: &str = ".agent-response-phase8.json";

fn fresh() -> Client {
    Client::raw(Folder::with(&[]))
}

#[test]
fn requests_out_of_order_are_refused() {
    let mut client = fresh();
    assert_eq!(client.refused("textDocument/codeAction", json!({})).0, -32002);
    assert_eq!(client.refused("shutdown", Value::Null).0, -32002);
    client.notify("textDocument/didOpen", json!({"textDocument": {"uri": "file:///x", "version": 1, "text": "{"}}));
    client.request("initialize", json!({"capabilities": {}}));
    assert_eq!(client.refused("initialize", json!({"capabilities": {}})).0, -32600);
    client.request("shutdown", Value::Null);
    assert_eq!(client.refused("textDocument/diagnostic", json!({})).0, -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_status(), 0);
}

#[test]
fn leaving_without_a_word_is_an_error() {
    let mut client = Client::plain(&[]);
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_status(), 1);
    assert_eq!(Client::plain(&[]).hang_up(), 1);
    assert_eq!(fresh().hang_up(), 1);
}

#[test]
fn a_client_that_describes_itself_wrongly_is_served() {
    for params in [
        Value::Null,
        json!([]),
        json!({"capabilities": 3}),
        json!({"processId": "x", "rootUri": 7, "capabilities": {"general": {"positionEncodings": [3, "utf-7"]}}}),
        json!({"initializationOptions": [1], "capabilities": {"textDocument": [], "workspace": "x"}}),
    ] {
        let mut client = fresh();
        let result = client.request("initialize", params.clone());
        assert_eq!(result["capabilities"]["positionEncoding"], "utf-16", "{params}");
        client.notify("initialized", Value::Null);
        client.open(NAME, "{");
        client.published(NAME);
        assert_eq!(client.leave(), 0);
    }
}

#[test]
fn malformed_messages_are_answered() {
    let mut client = Client::plain(&[]);
    for (bytes, code) in [
        (&b"nonsense\r\n"[..], -32700),
        (b"Content-Length: x\r\n\r\n", -32700),
        (b"Content-Length: -5\r\n\r\n", -32700),
        (b"Content-Length: 18446744073709551616\r\n\r\n", -32700),
        (b"Content-Length: 9223372036854775807\r\n\r\n{}", -32700),
        (b"Content-Length: 3\r\n\r\n{\"a", -32700),
        (b"Content-Length: 3\r\n\r\n\"\xFF\"", -32700),
        (b"Content-Length: 0\r\n\r\n", -32700),
        (b"Content-Length: 2\r\n\r\n[]", -32600),
        (b"Content-Length: 2\r\n\r\n{}", -32600),
        (b"Content-Length: 4\r\n\r\nnull", -32600),
        (b"Content-Length: 26\r\n\r\n{\"id\": null, \"method\": \"x\"}", -32700),
        (b"Content-Length: 27\r\n\r\n{\"id\": null, \"method\": \"x\"}", -32600),
    ] {
        client.send_bytes(bytes);
        let answer = client.answer(&Value::Null);
        assert_eq!(answer["error"]["code"], code, "{}: {answer}", String::from_utf8_lossy(bytes));
        assert_eq!(answer["jsonrpc"], "2.0");
        if bytes.starts_with(b"Content-Length: 26") {
            // The rest of it is no header.
            client.send_bytes(b"\r\n");
            assert_eq!(client.answer(&Value::Null)["error"]["code"], -32700);
        }
    }
    let deep = "[".repeat(200_000);
    client.send_bytes(format!("Content-Length: {}\r\n\r\n{deep}", deep.len()).as_bytes());
    assert_eq!(client.answer(&Value::Null)["error"]["code"], -32700);
    // It serves as before.
    client.open(NAME, GOOD);
    client.published(NAME);
    assert_eq!(client.leave(), 0);
}

#[test]
fn wrong_parameters_are_refused() {
    let mut client = Client::plain(&[]);
    client.open(NAME, GOOD);
    client.published(NAME);
    for method in
        ["textDocument/diagnostic", "textDocument/codeAction", "codeAction/resolve", "workspace/executeCommand"]
    {
        for params in [Value::Null, json!([]), json!(3), json!({"textDocument": 3}), json!({"position": {"line": -1}})]
        {
            assert_eq!(client.refused(method, params.clone()).0, -32602, "{method} {params}");
        }
    }
    assert_eq!(client.refused("textDocument/unheardOf", json!({})).0, -32601);
    for method in ["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "textDocument/didSave"] {
        for params in [Value::Null, json!([]), json!({"textDocument": {"uri": 3}}), json!({"contentChanges": [{}]})] {
            client.notify(method, params);
        }
    }
    for method in ["$/setTrace", "$/progress", "textDocument/unheardOf", "workspace/didChangeConfiguration"] {
        client.notify(method, json!({}));
    }
    // Answers that nobody waits for.
    client.send(&json!({"jsonrpc": "2.0", "id": 77, "result": null}));
    client.send(&json!({"jsonrpc": "2.0", "id": 78, "error": {"code": 1, "message": "no"}}));
    assert_eq!(client.leave(), 0);
}

#[test]
fn a_request_that_waits_can_be_canceled() {
    let mut client = Client::plain(&[]);
    // All of it arrives at once, so that the request still waits when it is canceled.
    let text = format!("{{\"a\": [{}1]}}", "[1, 2, 3], ".repeat(40_000));
    client.open(NAME, &text);
    let mut bytes = Vec::new();
    let mut add = |message: Value| {
        let text = message.to_string();
        bytes.extend(format!("Content-Length: {}\r\n\r\n{text}", text.len()).bytes());
    };
    let params = json!({"textDocument": client.about(NAME)});
    for id in 101..=120 {
        add(json!({"jsonrpc": "2.0", "id": id, "method": "textDocument/diagnostic", "params": params}));
    }
    add(json!({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 120}}));
    add(json!({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "unknown"}}));
    client.send_bytes(&bytes);
    assert_eq!(client.answer(&json!(120))["error"]["code"], -32800);
    assert!(client.answer(&json!(101)).get("result").is_some());
    assert_eq!(client.leave(), 0);
}

/// A large message is a large file, and nothing else.
#[test]
fn large_messages_are_handled() {
    let mut client = Client::plain(&[]);
    let text = format!("{{\"response\": \"{}\"}}", "é".repeat(5_000_000));
    client.open(NAME, &text);
    assert!(!client.published(NAME)["diagnostics"].as_array().unwrap().is_empty());
    assert_eq!(client.leave(), 0);
}
