//! What a text depends on: its pair, its project file, the settings of the editor.

use serde_json::{Value, json};

use super::client::Client;
use crate::run::{Folder, GOOD, REQUEST};

const NAME: &str = ".agent-response-phase8.json";
const ASKED: &str = ".agent-request-phase8.json";

fn codes(params: &Value) -> Vec<String> {
    let found = params["diagnostics"].as_array().unwrap();
    found.iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect()
}

fn watching() -> Value {
    json!({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}})
}

fn other_request() -> String {
    let mut request: Value = serde_json::from_str(REQUEST).unwrap();
    request["request_id"] = json!("00000000-0000-4000-8000-000000000000");
    serde_json::to_string_pretty(&request).unwrap()
}

#[test]
fn a_pair_is_read_from_the_disk_and_from_the_editor() {
    let mut client = Client::with(Folder::with(&[(ASKED, REQUEST)]), watching());
    client.open(NAME, GOOD);
    assert_eq!(codes(&client.published(NAME)), [""; 0]);
    // What is open counts, saved or not.
    client.open(ASKED, &other_request());
    assert_eq!(codes(&client.published(NAME)), ["pair-id"]);
    client.replace(ASKED, 2, REQUEST);
    assert_eq!(codes(&client.published(NAME)), [""; 0]);
    client.replace(ASKED, 3, &other_request());
    assert_eq!(codes(&client.published(NAME)), ["pair-id"]);
    // Once it is closed, what was saved counts.
    let document = client.about(ASKED);
    client.notify("textDocument/didClose", json!({"textDocument": document}));
    assert_eq!(codes(&client.published(NAME)), [""; 0]);
    // A change on the disk that the editor reports.
    client.folder.write(ASKED, other_request());
    let uri = client.uri(ASKED);
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": uri, "type": 2}]}));
    assert_eq!(codes(&client.published(NAME)), ["pair-id"]);
}

#[test]
fn files_are_watched_where_the_editor_can() {
    let mut client = Client::with(Folder::with(&[]), watching());
    let registered = client.incoming("client/registerCapability");
    let watchers = &registered["registrations"][0]["registerOptions"]["watchers"];
    assert!(watchers.to_string().contains("agent-response.toml"), "{watchers}");
}

#[test]
fn the_project_file_counts_and_is_watched() {
    let mut client = Client::with(Folder::with(&[(ASKED, REQUEST)]), watching());
    let text = GOOD.replacen('{', "{ \"extra\": 1,", 1);
    client.open(NAME, &text);
    client.open("answer.json", &text);
    assert_eq!(codes(&client.published(NAME)), ["unknown-field"]);
    let changed = |client: &mut Client, toml: &str| {
        client.folder.write("agent-response.toml", toml);
        let uri = client.uri("agent-response.toml");
        client.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": uri, "type": 1}]}));
    };
    changed(&mut client, "[rules]\nunknown-field = \"off\"\nnot-pretty = \"off\"\n");
    assert_eq!(codes(&client.published(NAME)), [""; 0]);
    // More files are ours, and then they are not.
    changed(
        &mut client,
        "[rules]\nnot-pretty = \"off\"\n[[files]]\nglob = \"answer.json\"\nformat = \"agent-response\"\n",
    );
    assert_eq!(codes(&client.published("answer.json")), ["unknown-field"]);
    changed(&mut client, "");
    assert_eq!(codes(&client.published("answer.json")), [""; 0]);
    client.unasked();
    changed(&mut client, "exclude = [\".*.json\"]\n");
    assert_eq!(codes(&client.published(NAME)), [""; 0]);
}

#[test]
fn mistakes_in_a_project_file_are_shown_in_it() {
    let toml = "profile = \"stric\"\n";
    let folder = Folder::with(&[("agent-response.toml", toml)]);
    let mut client = Client::with(folder, watching());
    client.open(NAME, GOOD);
    // It is not open.
    let found = client.published("agent-response.toml");
    assert_eq!(codes(&found), ["config"]);
    assert_eq!(found["diagnostics"][0]["range"]["start"], json!({"line": 0, "character": 10}));
    client.folder.write("agent-response.toml", "profile = \"strict\"\n");
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    assert_eq!(codes(&client.published("agent-response.toml")), [""; 0]);
    // It is open, and counts when it is saved.
    client.open("agent-response.toml", "rules = 3\n");
    assert_eq!(codes(&client.published("agent-response.toml")), ["config"]);
    client.replace("agent-response.toml", 2, "[rules]\n");
    assert_eq!(codes(&client.published("agent-response.toml")), [""; 0]);
}

/// Editors that cannot watch files save and open them.
#[test]
fn without_watching_a_save_is_enough() {
    let mut client = Client::plain(&[(ASKED, REQUEST)]);
    let text = GOOD.replacen('{', "{ \"extra\": 1,", 1);
    client.open(NAME, &text);
    assert_eq!(codes(&client.published(NAME)), ["unknown-field"]);
    client.folder.write("agent-response.toml", "[rules]\nunknown-field = \"off\"\nnot-pretty = \"off\"\n");
    let document = client.about(NAME);
    client.notify("textDocument/didSave", json!({"textDocument": document}));
    assert_eq!(codes(&client.published(NAME)), [""; 0]);
}

#[test]
fn settings_of_the_editor_override_the_project_file() {
    let folder = Folder::with(&[(ASKED, REQUEST), ("agent-response.toml", "[rules]\nunknown-field = \"warning\"\n")]);
    let options = json!({"rules": {"unknown-field": "hint", "nothing": "off"}});
    let mut client = Client::set_up(folder, json!({}), options);
    let told = client.incoming("window/logMessage");
    assert!(told["message"].as_str().unwrap().contains("`nothing` is not a rule"), "{told}");
    client.open(NAME, &GOOD.replacen('{', "{ \"extra\": 1,", 1));
    assert_eq!(client.published(NAME)["diagnostics"][0]["severity"], 4);
    client.notify("workspace/didChangeConfiguration", json!({"settings": {"agentResponse": {"rules": {}}}}));
    assert_eq!(client.published(NAME)["diagnostics"][0]["severity"], 2);
}
