//! Code actions and commands.

use serde_json::{Value, json};

use super::client::{Client, edited};
use crate::run::{Folder, GOOD, REQUEST, half_fixable, renamed};

const NAME: &str = ".agent-response-phase8.json";

fn everything() -> Value {
    json!({"start": {"line": 0, "character": 0}, "end": {"line": 1000, "character": 0}})
}

#[test]
fn a_fix_is_offered_where_its_finding_is() {
    let text = renamed();
    let mut client = Client::plain(&[(".agent-request-phase8.json", REQUEST)]);
    client.open(NAME, &text);
    let range = client.published(NAME)["diagnostics"][0]["range"].clone();
    let actions = client.actions(NAME, &range, json!(["quickfix"]));
    let kinds: Vec<_> = actions.iter().map(|it| it["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["quickfix", "quickfix.agentResponse.rule"], "no project file can be created");
    let fix = &actions[0];
    assert_eq!((fix["title"].as_str(), fix["kind"].as_str()), (Some("Rename to `response`"), Some("quickfix")));
    assert_eq!((&fix["isPreferred"], &fix["diagnostics"][0]["code"]), (&json!(true), &json!("misnamed-field")));
    assert_eq!(edited(&text, &fix["edit"], &client.uri(NAME)), GOOD);
    let elsewhere = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}});
    assert_eq!(client.actions(NAME, &elsewhere, json!(["quickfix"])), [Value::Null; 0]);
}

/// What `fix` writes, and what is applied in the editor, are the same.
#[test]
fn all_safe_fixes_are_one_action() {
    let text = half_fixable().replacen("\"response\":", "\"result\":", 1);
    let folder = Folder::with(&[(".agent-request-phase8.json", REQUEST), (NAME, &text)]);
    folder.run(&["fix", NAME]);
    let expected = folder.read(NAME);
    assert_ne!(expected, text);
    for lazy in [false, true] {
        let code_action = json!({"dataSupport": lazy, "resolveSupport": {"properties": ["edit"]}});
        let capabilities = json!({
            "textDocument": {"codeAction": code_action},
            "workspace": {"workspaceEdit": {"documentChanges": lazy}},
        });
        let mut client = Client::with(Folder::with(&[(".agent-request-phase8.json", REQUEST)]), capabilities);
        client.open(NAME, &text);
        let actions = client.actions(NAME, &everything(), json!(["source.fixAll"]));
        assert_eq!(actions.len(), 1);
        assert_eq!(actions[0]["kind"], "source.fixAll.agentResponse");
        assert_eq!(actions[0].get("edit").is_none(), lazy);
        let action = if lazy { client.request("codeAction/resolve", actions[0].clone()) } else { actions[0].clone() };
        assert_eq!(edited(&text, &action["edit"], &client.uri(NAME)), expected);
        if lazy {
            assert_eq!(action["edit"]["documentChanges"][0]["textDocument"]["version"], 1);
            client.replace(NAME, 2, GOOD);
            assert_eq!(client.refused("codeAction/resolve", actions[0].clone()).0, -32801, "the text is another one");
        }
    }
}

/// A file without the fields that a request, its time and only the user know.
fn lacking(names: &[&str]) -> String {
    let is_left = |it: &&str| !names.iter().any(|name| it.contains(&format!("\"{name}\"")));
    GOOD.split_inclusive('\n').filter(is_left).collect()
}

#[test]
fn what_is_left_is_said_before_and_after() {
    let (broken, incomplete) = (half_fixable(), lacking(&["version", "created_at"]));
    for (text, title, said) in [
        (&*broken, "Fix 1 safely; 1 error is left", "1 finding fixed; 1 error left"),
        (&renamed(), "Fix 1 safely", "1 finding fixed; none left"),
        (&incomplete, "Fix 1 safely in part; 1 error is left", "1 finding fixed in part; 1 error left"),
        (&lacking(&["created_at"]), "", "nothing can be fixed safely; 1 error left"),
        (
            &incomplete.replacen("\"response\":", "\"result\":", 1),
            "Fix 1 safely, 1 in part; 1 error is left",
            "1 finding fixed, 1 in part; 1 error left",
        ),
        (&format!("{broken}{}", " ".repeat(64 * 1024)), "Fix 1 safely", "1 finding fixed; 1 error left"),
    ] {
        let mut client = Client::plain(&[(".agent-request-phase8.json", REQUEST)]);
        client.open(NAME, text);
        let titles: Vec<_> = client.actions(NAME, &everything(), json!(["source.fixAll"]));
        let titles: Vec<_> = titles.iter().map(|it| it["title"].as_str().unwrap()).collect();
        let expected = format!("Agent Response: {title}");
        assert_eq!(titles, if title.is_empty() { vec![] } else { vec![expected.as_str()] });
        let run = json!({"command": "agent-response.fixAll", "arguments": [client.uri(NAME)]});
        client.request("workspace/executeCommand", run);
        let message = client.incoming("window/showMessage")["message"].clone();
        assert_eq!(message, format!("Agent Response: {said}"));
    }
}

/// What is known without asking: the id of the request and when the file was written; of a text that is not saved, now.
#[test]
fn a_response_is_completed_from_its_request_and_its_file() {
    let written = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_764_003_765);
    let titles = |actions: &[Value]| -> Vec<String> {
        let titles = actions.iter().filter_map(|it| it["title"].as_str());
        titles.filter(|it| it.starts_with("Complete")).map(str::to_owned).collect()
    };
    for (names, expected) in [
        (&["created_at"][..], "Complete from the time of the file"),
        (&["request_id", "created_at"], "Complete from the request and the time of the file"),
        (&["created_at", "duration_seconds"], "Complete in part from the time of the file"),
    ] {
        let text = lacking(names);
        let folder = Folder::with(&[(".agent-request-phase8.json", REQUEST), (NAME, &text)]);
        std::fs::File::options().append(true).open(folder.path(NAME)).unwrap().set_modified(written).unwrap();
        let mut client = Client::with(folder, json!({}));
        client.open(NAME, &text);
        let actions = client.actions(NAME, &everything(), json!(["quickfix"]));
        assert_eq!(titles(&actions), [expected]);
        let complete = actions.iter().find(|it| it["title"] == expected).unwrap();
        let completed = edited(&text, &complete["edit"], &client.uri(NAME));
        assert!(completed.contains("\"created_at\": \"2025-11-24T17:02:45.000000+00:00\""), "{completed}");
        assert!(completed.contains("\"request_id\": \"7c1f0a52-3d0b-4a5e-9a43-5b0c8f6d2e11\""), "{completed}");
        let typed = text.replacen('{', "{ ", 1);
        client.replace(NAME, 2, &typed);
        let again = client.actions(NAME, &everything(), json!(["quickfix"]));
        assert_eq!(titles(&again), [expected.replace("time of the file", "current time")]);
    }
    let mut client = Client::plain(&[(".agent-request-phase8.json", REQUEST)]);
    client.open(NAME, &lacking(&["duration_seconds"]));
    assert_eq!(titles(&client.actions(NAME, &everything(), json!(["quickfix"]))), [""; 0], "only the user knows it");
}

#[test]
fn suggestions_say_that_they_are() {
    let text = GOOD.replacen("\"success\"", "\"succes\"", 1);
    let mut client = Client::plain(&[(".agent-request-phase8.json", REQUEST)]);
    client.open(NAME, &text);
    let actions = client.actions(NAME, &everything(), Value::Null);
    let suggestion = actions.iter().find(|it| it["kind"] == "quickfix.agentResponse.suggestion");
    let suggestion = suggestion.unwrap_or_else(|| panic!("{actions:?}"));
    assert!(suggestion["title"].as_str().unwrap().ends_with("(suggestion)") && suggestion.get("isPreferred").is_none());
    assert_eq!(edited(&text, &suggestion["edit"], &client.uri(NAME)), GOOD);
}

/// A fix that renames the file is offered where the editor can do that.
#[test]
fn changes_of_files_need_a_client_that_makes_them() {
    let name = ".agent-response-phase9.json";
    let kinds = |operations: Value| {
        let capabilities =
            json!({"workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": operations}}});
        let mut client = Client::with(Folder::with(&[(".agent-request-phase8.json", REQUEST)]), capabilities);
        client.open(name, GOOD);
        let actions = client.actions(name, &everything(), json!(["quickfix"]));
        let changes =
            actions.iter().flat_map(|it| it["edit"]["documentChanges"].as_array().cloned().unwrap_or_default());
        changes.filter_map(|it| Some(it.get("kind")?.as_str()?.to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(kinds(json!([])), [""; 0]);
    let all = kinds(json!(["create", "rename", "delete"]));
    assert!(all.contains(&"rename".to_owned()), "{all:?}");
}

#[test]
fn content_is_wrapped_and_unwrapped() {
    let content = "{\"sections\": []}";
    let mut client = Client::plain(&[(".agent-request-phase8.json", REQUEST)]);
    client.open(NAME, content);
    let uri = client.uri(NAME);
    let run = |client: &mut Client, command: &str, argument: Value| {
        client.request("workspace/executeCommand", json!({"command": command, "arguments": [argument]}));
        client.incoming("workspace/applyEdit")["edit"].clone()
    };
    let edit = run(&mut client, "agent-response.wrap", json!(uri));
    let wrapped = edited(content, &edit, &uri);
    let envelope: Value = serde_json::from_str(&wrapped).unwrap();
    assert_eq!(envelope["response"], content);
    let request: Value = serde_json::from_str(REQUEST).unwrap();
    assert_eq!(envelope["request_id"], request["request_id"]);

    client.replace(NAME, 2, &wrapped);
    let actions = client.actions(NAME, &everything(), json!(["refactor.rewrite"]));
    assert_eq!(actions[0]["command"]["command"], "agent-response.unwrap");
    let edit = run(&mut client, "agent-response.unwrap", actions[0]["command"]["arguments"][0].clone());
    assert_eq!(edited(&wrapped, &edit, &uri), content);

    // Any file can be wrapped, and a part of it.
    client.open("notes.txt", "before 😀 after");
    let range = json!({"start": {"line": 0, "character": 7}, "end": {"line": 0, "character": 9}});
    let notes = client.uri("notes.txt");
    let edit = run(&mut client, "agent-response.wrap", json!({"uri": notes, "range": range}));
    let part = edited("before 😀 after", &edit, &notes);
    assert!(part.starts_with("before {") && part.contains("\"response\": \"😀\""), "{part}");
}

#[test]
fn commands_say_what_is_wrong() {
    let mut client = Client::plain(&[]);
    client.open(NAME, GOOD);
    client.open("package.json", "{}");
    for (command, arguments, expected) in [
        ("agent-response.wrap", json!([client.uri(NAME)]), "already an envelope"),
        ("agent-response.unwrap", json!([client.uri("package.json")]), "no envelope"),
        ("agent-response.wrap", json!([client.uri("closed.json")]), "not open"),
        ("agent-response.wrap", json!([]), "expects the address"),
        ("agent-response.fixAll", json!([client.uri("package.json")]), "not checked"),
        ("rm", json!([]), "unknown command `rm`"),
    ] {
        let (_, message) =
            client.refused("workspace/executeCommand", json!({"command": command, "arguments": arguments}));
        assert!(message.contains(expected), "{command}: {message}");
    }
}

/// The rule of a finding can be turned off in the project file, whether it is open, on the disk or not there yet.
#[test]
fn a_rule_is_turned_off_in_the_project_file() {
    let capabilities = json!({"workspace": {"workspaceEdit": {
        "documentChanges": true, "resourceOperations": ["create"],
    }}});
    let title = "Turn off `misnamed-field` in agent-response.toml";
    let folder = Folder::with(&[(".agent-request-phase8.json", REQUEST)]);
    let mut client = Client::with(folder, capabilities);
    let turn_off = |client: &mut Client| {
        let actions = client.actions(NAME, &everything(), json!(["quickfix.agentResponse.rule"]));
        actions.iter().find(|it| it["title"] == title).unwrap_or_else(|| panic!("{actions:?}"))["edit"].clone()
    };
    client.open(NAME, &renamed());
    let project = client.uri("agent-response.toml");
    let edit = turn_off(&mut client);
    assert_eq!(
        (&edit["documentChanges"][0]["kind"], &edit["documentChanges"][0]["uri"]),
        (&json!("create"), &json!(project))
    );
    assert_eq!(edit["documentChanges"][1]["edits"][0]["newText"], "[rules]\nmisnamed-field = \"off\"\n");

    let before = "# ours 😀\n[rules]\nnot-pretty = \"off\"\n";
    let after = "# ours 😀\n[rules]\nmisnamed-field = \"off\"\nnot-pretty = \"off\"\n";
    client.folder.write("agent-response.toml", before);
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    assert_eq!(edited(before, &turn_off(&mut client), &project), after);
    let open = format!("profile = \"strict\"\n{before}");
    client.open("agent-response.toml", &open);
    assert_eq!(edited(&open, &turn_off(&mut client), &project), format!("profile = \"strict\"\n{after}"));
}

#[test]
fn the_page_of_a_rule_is_shown() {
    let show = |capabilities: Value, method: &str| {
        let mut client = Client::with(Folder::with(&[(".agent-request-phase8.json", REQUEST)]), capabilities);
        client.open(NAME, &renamed());
        let actions = client.actions(NAME, &everything(), json!(["quickfix.agentResponse.rule"]));
        let action = actions.iter().find(|it| it["title"] == "Show documentation of `misnamed-field`").unwrap();
        let command = &action["command"];
        client.request(
            "workspace/executeCommand",
            json!({"command": command["command"], "arguments": command["arguments"]}),
        );
        let asked = client.incoming(method);
        let wrong = json!({"command": command["command"], "arguments": ["nothing"]});
        assert_eq!(client.refused("workspace/executeCommand", wrong).0, -32602);
        match asked["uri"].as_str() {
            Some(uri) => std::fs::read_to_string(uri.strip_prefix("file://").unwrap()).unwrap(),
            None => asked["message"].as_str().unwrap().to_owned(),
        }
    };
    let page = show(json!({}), "window/showMessageRequest");
    assert!(page.starts_with("# misnamed-field\n"), "{page}");
    assert_eq!(show(json!({"window": {"showDocument": {"support": true}}}), "window/showDocument"), page);
}
