//! Schemas of payloads that take too long: one finding each, and the server goes on.

use serde_json::{Value, json};

use super::client::Client;
use crate::run::Folder;

const CONFIG: &str = "agent-response.toml";
const FILES: &str = "[[files]]\nglob = \"a.json\"\nformat = \"agent-response\"\npayload-schema = \"x.schema.json\"\n";

/// What is found in the project file and in a response with this payload; then, the server answers a question.
fn found(schema: &Value, payload: &Value) -> [Vec<String>; 2] {
    let folder = Folder::with(&[(CONFIG, FILES), ("x.schema.json", &schema.to_string())]);
    let mut client = Client::with(folder, json!({}));
    let text = json!({"status": "success", "response": payload.to_string()}).to_string();
    client.open(CONFIG, FILES);
    let of_project = said(&client.published(CONFIG), "config");
    client.open("a.json", &text);
    let of_payload = said(&client.published("a.json"), "payload-schema");
    let position = json!({"line": 0, "character": text.find("status").unwrap()});
    let params = json!({"textDocument": client.about("a.json"), "position": position});
    assert!(client.request("textDocument/hover", params)["contents"]["value"].as_str().unwrap().contains("`status`"));
    assert_eq!(client.leave(), 0);
    [of_project, of_payload]
}

fn said(published: &Value, code: &str) -> Vec<String> {
    let all = published["diagnostics"].as_array().unwrap().iter().filter(|it| it["code"] == code);
    all.map(|it| it["message"].as_str().unwrap().to_owned()).collect()
}

/// A payload in itself, so many times.
fn nested(n: usize) -> Value {
    (0..n).fold(json!(1), |inside, _| json!({ "a": inside }))
}

#[test]
fn a_payload_beyond_the_budget_is_one_finding() {
    let part = json!({"properties": {"a": {"$ref": "#"}}});
    let schema = json!({"oneOf": [{"type": "null"}, part, part]});
    let why =
        "The payload cannot be compared with its schema: the schema takes more than 1,000,000 steps for one payload";
    assert_eq!(found(&schema, &nested(26)), [vec![], vec![why.to_owned()]]);
}

#[test]
fn a_schema_beyond_the_budget_is_one_finding_in_the_project_file() {
    let mut schema = json!({"$ref": "#/$defs/0", "$defs": {"30": {"type": "null"}}});
    for it in 0..30 {
        let next = json!({"$ref": format!("#/$defs/{}", it + 1)});
        schema["$defs"][it.to_string()] = json!({"allOf": [next, next]});
    }
    let why = "`x.schema.json` takes more than 1,000,000 steps for one payload";
    assert_eq!(found(&schema, &nested(1)), [vec![why.to_owned()], vec![]]);
}

#[test]
fn a_schema_that_refers_to_itself_inside_the_value_is_no_finding() {
    let schema = json!({"properties": {"a": {"$ref": "#"}}, "additionalProperties": false});
    assert_eq!(found(&schema, &nested(20)), [vec![], vec![]] as [Vec<String>; 2]);
}
