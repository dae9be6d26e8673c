//! Findings: pushed and pulled, in every encoding.

use serde_json::{Value, json};

use super::client::{Client, utf16};
use crate::run::{Folder, GOOD, REQUEST, renamed};

const NAME: &str = ".agent-response-phase8.json";

/// A payload with a finding after an emoji.
fn after_emoji() -> String {
    let payload = json!({"sections": ["😀é", 3]}).to_string();
    json!({"status": "success", "note": "😀", "response": payload}).to_string()
}

fn codes(params: &Value) -> Vec<&str> {
    params["diagnostics"].as_array().unwrap().iter().map(|it| it["code"].as_str().unwrap()).collect()
}

#[test]
fn findings_are_sent_when_a_text_opens_changes_and_closes() {
    let mut client = Client::plain(&[(".agent-request-phase8.json", REQUEST)]);
    client.open(NAME, &renamed());
    let first = client.published(NAME);
    assert_eq!((first["version"].as_i64(), codes(&first)), (Some(1), vec!["misnamed-field"]));
    assert_eq!(first["diagnostics"][0]["source"], "agent-response");
    assert_eq!(first["diagnostics"][0]["severity"], 1);
    client.replace(NAME, 2, GOOD);
    let second = client.published(NAME);
    assert_eq!((second["version"].as_i64(), codes(&second)), (Some(2), vec![]));
    client.replace(NAME, 3, "{");
    assert!(!codes(&client.published(NAME)).is_empty());
    let document = client.about(NAME);
    client.notify("textDocument/didClose", json!({"textDocument": document}));
    let last = client.published(NAME);
    assert_eq!(codes(&last), [""; 0]);
    assert!(last.get("version").is_none());
    assert_eq!(client.leave(), 0);
}

#[test]
fn a_burst_of_changes_is_checked_at_its_end() {
    let mut client = Client::plain(&[]);
    client.open(NAME, "{");
    for version in 2..200 {
        client.replace(NAME, version, &"{".repeat(usize::try_from(version).unwrap()));
    }
    client.replace(NAME, 200, GOOD);
    let mut n_sent = 1;
    while client.published(NAME)["version"] != 200 {
        n_sent += 1;
    }
    assert!(n_sent < 150, "{n_sent} checks");
}

/// The place of a finding is the same text in every encoding.
#[test]
fn places_are_in_the_encoding_that_was_agreed_on() {
    let text = after_emoji();
    for (name, width) in [
        ("utf-8", (|it: &str| it.len()) as fn(&str) -> usize),
        ("utf-16", |it| it.encode_utf16().count()),
        ("utf-32", |it| it.chars().count()),
    ] {
        let mut client = Client::with(Folder::with(&[]), json!({"general": {"positionEncodings": [name]}}));
        assert_eq!(client.capabilities["positionEncoding"], name);
        client.open(NAME, &text);
        let found = client.published(NAME);
        let is_it = |it: &&Value| it["message"].as_str().unwrap().contains("section name");
        let finding = found["diagnostics"].as_array().unwrap().iter().find(is_it).unwrap_or_else(|| panic!("{found}"));
        let at = text.rfind(",3]").unwrap() + 1;
        let range = json!({"start": {"line": 0, "character": width(&text[..at])}, "end": {"line": 0, "character": width(&text[..=at])}});
        assert_eq!(finding["range"], range, "{name}");
        assert_eq!(finding["data"]["inner"][0]["pointer"], "/sections/1");
    }
}

#[test]
fn findings_can_be_pulled() {
    let mut client = Client::with(Folder::with(&[]), json!({"textDocument": {"diagnostic": {}}}));
    assert_eq!(client.capabilities["diagnosticProvider"]["interFileDependencies"], true);
    client.open(NAME, &renamed());
    let ask = |client: &mut Client, previous: Value| {
        let params = json!({"textDocument": client.about(NAME), "previousResultId": previous});
        client.request("textDocument/diagnostic", params)
    };
    let first = ask(&mut client, Value::Null);
    let codes = |report: &Value| {
        let items = report["items"].as_array().unwrap();
        items.iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(
        (&first["kind"], codes(&first)),
        (&json!("full"), vec!["pair-request-missing".into(), "misnamed-field".into()])
    );
    let again = ask(&mut client, first["resultId"].clone());
    assert_eq!(again, json!({"kind": "unchanged", "resultId": first["resultId"]}));
    client.replace(NAME, 2, GOOD);
    let fixed = ask(&mut client, first["resultId"].clone());
    assert_eq!((&fixed["kind"], codes(&fixed)), (&json!("full"), vec!["pair-request-missing".to_owned()]));
    // Who asks is not sent the same once more.
    assert_eq!(client.unasked(), [Value::Null; 0]);
}

#[test]
fn what_a_client_cannot_show_is_left_out() {
    let text =
        GOOD.replacen('{', "{\n  \"status\": \"error\",", 1).replacen("\"status\"", "\"extra\": 1,\n  \"status\"", 1);
    let marked = |capabilities: Value| {
        let mut client = Client::with(Folder::with(&[]), json!({"textDocument": {"publishDiagnostics": capabilities}}));
        client.open(NAME, &text);
        let found = client.published(NAME)["diagnostics"].as_array().unwrap().clone();
        (found.iter().any(|it| it.get("relatedInformation").is_some()), found.iter().any(|it| it.get("tags").is_some()))
    };
    assert_eq!(marked(json!({})), (false, false));
    assert_eq!(marked(json!({"relatedInformation": true, "tagSupport": {"valueSet": [1]}})), (true, true));
}

/// Clients offer every JSON file: most are none of ours, and nothing is said about them.
#[test]
fn files_that_are_none_of_ours_stay_silent() {
    let mut client = Client::plain(&[]);
    let large = format!("[{}1]", "1,".repeat(500_000));
    client.open("package.json", &large);
    client.replace("package.json", 2, "{\"status\": ");
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    assert_eq!(client.actions("package.json", &whole, Value::Null), [Value::Null; 0]);
    let document = client.about("package.json");
    client.notify("textDocument/didClose", json!({"textDocument": document}));
    let document = json!({"uri": "untitled:Untitled-1", "languageId": "json", "version": 1, "text": "{"});
    client.notify("textDocument/didOpen", json!({"textDocument": document}));
    // A file of ours is answered after them, so that nothing is left on the way.
    client.open(NAME, GOOD);
    client.published(NAME);
    let rest = client.refused("textDocument/nothing", Value::Null);
    assert_eq!(rest.0, -32601);
    assert_eq!(client.leave(), 0);
}

#[test]
fn ranges_lie_in_the_text() {
    let text = after_emoji();
    let mut client = Client::plain(&[]);
    client.open(NAME, &text);
    for it in client.published(NAME)["diagnostics"].as_array().unwrap() {
        let (from, to) = (utf16(&text, &it["range"]["start"]), utf16(&text, &it["range"]["end"]));
        assert!(from <= to && text.get(from..to).is_some(), "{it}");
    }
}

/// What is not open is checked as well, and what has not changed is not sent again.
#[test]
fn the_findings_of_the_workspace_can_be_pulled() {
    let folder = Folder::with(&[(".agent-request-phase8.json", REQUEST), (NAME, &renamed()), ("other.json", "{")]);
    let mut client = Client::with(folder, json!({"textDocument": {"diagnostic": {}}}));
    assert_eq!(client.capabilities["diagnosticProvider"]["workspaceDiagnostics"], true);
    let added = json!([{"uri": client.uri(""), "name": "x"}]);
    client.notify("workspace/didChangeWorkspaceFolders", json!({"event": {"added": added, "removed": []}}));
    let ask = |client: &mut Client, before: Value| {
        let report = client.request("workspace/diagnostic", json!({"previousResultIds": before}));
        let mut items = report["items"].as_array().unwrap().clone();
        items.sort_by_key(|it| it["uri"].as_str().unwrap().len());
        items
    };
    let uri = client.uri(NAME);
    let of = |items: &[Value], uri: &str| items.iter().find(|it| it["uri"] == uri).cloned().unwrap_or_default();
    let first = ask(&mut client, json!([]));
    assert_eq!(first.len(), 2, "{first:?}");
    let found = of(&first, &uri);
    assert_eq!((&found["kind"], &found["version"]), (&json!("full"), &Value::Null));
    assert_eq!(found["items"][0]["code"], "misnamed-field");

    let known: Vec<_> = first.iter().map(|it| json!({"uri": it["uri"], "value": it["resultId"]})).collect();
    let second = ask(&mut client, json!(known));
    assert!(second.iter().all(|it| it["kind"] == "unchanged"), "{second:?}");

    // What is open counts, saved or not; what is gone has no findings.
    client.open(NAME, GOOD);
    let third = ask(&mut client, json!(known));
    assert_eq!((&of(&third, &uri)["version"], &of(&third, &uri)["items"]), (&json!(1), &json!([])));
    let document = client.about(NAME);
    client.notify("textDocument/didClose", json!({"textDocument": document}));
    std::fs::remove_file(client.folder.path(NAME)).unwrap();
    let last = ask(&mut client, json!(known));
    assert_eq!((&of(&last, &uri)["kind"], &of(&last, &uri)["items"]), (&json!("full"), &json!([])));
}
