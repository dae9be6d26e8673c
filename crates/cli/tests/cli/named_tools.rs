//! The tools of files that declare none: named in the project file, or in the request of the same folder.

use serde_json::json;

use crate::run::{Folder, Run};

const CONFIG: &str = "agent-response.toml";
const FILES: &str = "[[files]]\nglob = \"logs/*\"\ntools = \"tools.json\"\n";
const NOTE: &str = "so arguments were only read";

fn tools() -> String {
    json!({"tools": [{"name": "ferry", "inputSchema": {"type": "object"}}]}).to_string()
}

/// A response that calls a tool, without its request.
fn response(name: &str) -> String {
    let call = json!({"id": "c", "type": "function", "function": {"name": name, "arguments": "{}"}});
    let message = json!({"role": "assistant", "content": null, "tool_calls": [call]});
    let choice = json!({"index": 0, "finish_reason": "tool_calls", "message": message});
    json!({"id": "r", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}).to_string()
}

fn codes(run: &Run) -> Vec<String> {
    let found = run.files().into_iter().flat_map(|it| it["diagnostics"].as_array().cloned().unwrap_or_default());
    found.map(|it| it["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_project_file_names_them() {
    let folder = Folder::with(&[("logs/a.json", &response("fery")), (CONFIG, FILES), ("tools.json", &tools())]);
    assert_eq!(codes(&folder.run(&["check", "--format", "json"])), ["unknown-tool"]);
    let run = folder.run(&["check"]);
    assert!(run.out.contains("did you mean `ferry`?") && !run.out.contains(NOTE), "{}", run.out);
    assert_eq!(folder.run(&["fix", "-q", "--suggestions"]).code, 0);
    assert_eq!(folder.read("logs/a.json"), response("ferry"));
    // Lines, too.
    folder.write("logs/a.json", response("ferry"));
    folder.write("logs/b.jsonl", format!("{}\n{}\n", response("ferry"), response("fery")));
    let run = folder.run(&["check", "--format", "json"]);
    assert_eq!(codes(&run), ["unknown-tool"]);
}

#[test]
fn a_wrong_file_is_a_finding_of_the_project_file() {
    for (config, text, why) in [
        ("absent.json", "", "`absent.json` cannot be read: "),
        ("tools.json", "{}", "`tools.json` is not JSON with an array of tools"),
        ("tools.json", "[{\"name\": \"a\"},]", "`tools.json` is not JSON with an array of tools"),
        ("logs", "[]", "`logs` is a folder; expected JSON with tools"),
        ("../tools.json", "", "cannot be read: "),
    ] {
        let config = FILES.replace("tools.json", config);
        let folder = Folder::with(&[("logs/a.json", &response("fery")), (CONFIG, &config), ("tools.json", text)]);
        let run = folder.run(&["check", "--format", "concise"]);
        assert!(
            run.out.starts_with("agent-response.toml:3:9: error[config]: ") && run.out.contains(why),
            "{}",
            run.out
        );
    }
}

#[test]
fn the_request_of_the_same_folder_has_them() {
    for (request, name) in [("chat-request.json", "chat-response.json"), ("tools.json", "answer.json")] {
        let folder = Folder::with(&[(name, &response("fery")), (request, &tools())]);
        assert_eq!(codes(&folder.run(&["check", "--format", "json", name])), ["unknown-tool"], "{name}");
    }
    // One that is none.
    let folder = Folder::with(&[("response.json", &response("fery")), ("request.json", "{"), ("tools.json", &tools())]);
    assert_eq!(codes(&folder.run(&["check", "--format", "json", "response.json"])), ["unknown-tool"]);
}

#[test]
fn without_them_one_note_says_so() {
    let folder = Folder::with(&[("a.json", &response("ferry")), ("b.json", &response("fery"))]);
    let run = folder.run(&["check", "a.json", "b.json"]);
    assert_eq!((run.code, run.out.matches(NOTE).count()), (0, 1), "{}{}", run.out, run.err);
    assert!(run.out.contains("note: 2 files call tools that they do not declare, "), "{}", run.out);
    assert!(folder.run(&["check", "a.json"]).out.contains("note: 1 file calls tools that it does not declare, "));
    for quiet in [["check", "-q", "a.json"].as_slice(), &["check", "--format", "json", "a.json"]] {
        let run = folder.run(quiet);
        assert!(!run.out.contains(NOTE) && !run.err.contains(NOTE), "{}{}", run.out, run.err);
    }
}
