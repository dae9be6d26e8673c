//! JSON-RPC: the kinds of messages, and how responses are written. Knows nothing of methods.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::wire::Frame;
use agent_response::diagnostic::shown;

/// A message from the client.
#[derive(Debug)]
pub(super) enum Incoming {
    Request {
        id: Value,
        method: String,
        params: Value,
    },
    Notification {
        method: String,
        params: Value,
    },
    /// The response to one of our requests.
    Answer {
        error: Option<String>,
    },
    /// Something that gets an error as its answer, whatever it was.
    Malformed {
        id: Value,
        refusal: Refusal,
    },
}

/// Why a request is refused.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    code: i32,
    why: String,
}

impl Refusal {
    fn new(code: i32, why: impl Into<String>) -> Self {
        Self { code, why: why.into() }
    }

    fn not_json(why: impl Into<String>) -> Self {
        Self::new(-32700, why)
    }

    /// The message makes no sense, or not at this point.
    pub(super) fn invalid_request(why: impl Into<String>) -> Self {
        Self::new(-32600, why)
    }

    pub(super) fn unknown_method(method: &str) -> Self {
        Self::new(-32601, format!("unknown method `{}`", shown(method)))
    }

    pub(super) fn invalid_params(why: impl Into<String>) -> Self {
        Self::new(-32602, why)
    }

    /// A bug.
    pub(super) fn internal(why: String) -> Self {
        Self::new(-32603, format!("internal error, please report it: {why}"))
    }

    pub(super) fn not_initialized() -> Self {
        Self::new(-32002, "the first request must be `initialize`")
    }

    /// A valid request that cannot be fulfilled.
    pub(super) fn failed(why: impl Into<String>) -> Self {
        Self::new(-32803, why)
    }

    pub(super) fn cancelled() -> Self {
        Self::new(-32800, "canceled")
    }

    pub(super) fn modified() -> Self {
        Self::new(-32801, "the text has changed; try again")
    }
}

/// Reads an incoming message.
pub(super) fn read(frame: Frame) -> Incoming {
    let bytes = match frame {
        Frame::Message(bytes) => bytes,
        Frame::Malformed(why) => return malformed(Value::Null, Refusal::not_json(why)),
    };
    match serde_json::from_slice(&bytes) {
        Ok(Value::Object(message)) => classified(message),
        Ok(Value::Array(_)) => malformed(Value::Null, Refusal::invalid_request("batches are not part of the protocol")),
        Ok(_) => malformed(Value::Null, Refusal::invalid_request("a message must be an object")),
        Err(error) => malformed(Value::Null, Refusal::not_json(format!("the message is not JSON: {error}"))),
    }
}

fn classified(mut message: Map<String, Value>) -> Incoming {
    let params = message.remove("params").unwrap_or_default();
    let id = message.remove("id");
    let is_id = |it: &Value| it.is_string() || it.is_number();
    match (message.remove("method"), id) {
        (Some(Value::String(method)), None) => Incoming::Notification { method, params },
        (Some(Value::String(method)), Some(id)) if is_id(&id) => Incoming::Request { id, method, params },
        (None, Some(_)) if message.contains_key("result") || message.contains_key("error") => {
            let error = message.remove("error").filter(|it| !it.is_null());
            Incoming::Answer {
                error: error.map(|it| it.get("message").and_then(Value::as_str).unwrap_or_default().to_owned()),
            }
        }
        (None, id) => {
            malformed(id.filter(is_id).unwrap_or_default(), Refusal::invalid_request("the message has no `method`"))
        }
        (Some(Value::String(_)), Some(_)) => {
            malformed(Value::Null, Refusal::invalid_request("`id` must be a string or a number"))
        }
        (Some(_), id) => {
            malformed(id.filter(is_id).unwrap_or_default(), Refusal::invalid_request("`method` must be a string"))
        }
    }
}

fn malformed(id: Value, refusal: Refusal) -> Incoming {
    Incoming::Malformed { id, refusal }
}

/// An answer.
pub(super) fn answer(id: &Value, outcome: Result<Value, Refusal>) -> String {
    match outcome {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(Refusal { code, why }) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": why } })
        }
    }
    .to_string()
}

/// A notification from the server.
pub(super) fn notification(method: &str, params: impl Serialize) -> String {
    json!({ "jsonrpc": "2.0", "method": method, "params": value(params) }).to_string()
}

/// A request from the server.
pub(super) fn request(id: u32, method: &str, params: impl Serialize) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": value(params) }).to_string()
}

/// All keys are strings, so this cannot fail.
pub(super) fn value(content: impl Serialize) -> Value {
    serde_json::to_value(content).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Frame, Incoming, read};

    #[test]
    fn messages_are_distinguished() {
        let kind = |text: &str| match read(Frame::Message(text.as_bytes().to_vec())) {
            Incoming::Request { id, method, .. } => format!("request {id} {method}"),
            Incoming::Notification { method, .. } => format!("notification {method}"),
            Incoming::Answer { error } => format!("answer {error:?}"),
            Incoming::Malformed { id, refusal } => format!("malformed {id} {}", refusal.code),
        };
        let deep = "[".repeat(100_000);
        for (text, expected) in [
            (r#"{"id": 1, "method": "a"}"#, "request 1 a"),
            (r#"{"id": "x", "method": "a", "params": []}"#, r#"request "x" a"#),
            (r#"{"method": "a"}"#, "notification a"),
            (r#"{"id": 1, "result": null}"#, "answer None"),
            (r#"{"id": 1, "error": {"code": 1, "message": "no"}}"#, r#"answer Some("no")"#),
            (r#"{"id": 7}"#, "malformed 7 -32600"),
            (r#"{"id": 7, "method": 1}"#, "malformed 7 -32600"),
            (r#"{"id": {}, "method": "a"}"#, "malformed null -32600"),
            ("[]", "malformed null -32600"),
            ("3", "malformed null -32600"),
            ("{", "malformed null -32700"),
            ("", "malformed null -32700"),
            (&deep, "malformed null -32700"),
        ] {
            assert_eq!(kind(text), expected, "{}", text.get(..60).unwrap_or(text));
        }
        assert!(matches!(read(Frame::Message(vec![b'"', 0xFF, b'"'])), Incoming::Malformed { .. }));
    }
}
