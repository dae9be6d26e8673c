//! `hook` and `--format agent` for files in which models call tools: an assistant has just written one.

use serde_json::{Value, json};

use crate::run::{Folder, Run};

const NAME: &str = "data/train.jsonl";

fn example(arguments: &str) -> String {
    let function = json!({"name": "ferry", "arguments": arguments});
    let call = json!({"id": "c", "type": "function", "function": function});
    let schema = json!({"type": "object", "properties": {"seats": {"type": "integer"}}, "required": ["seats"]});
    let messages = json!([
        {"role": "user", "content": "Two seats."},
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": "done"},
        {"role": "assistant", "content": "Done."},
    ]);
    let tools = json!([{"type": "function", "function": {"name": "ferry", "parameters": schema}}]);
    json!({"messages": messages, "tools": tools}).to_string() + "\n"
}

fn hook(folder: &Folder, name: &str) -> Run {
    let file = folder.path(name);
    let message = json!({"session_id": "a", "cwd": folder.path(""), "hook_event_name": "PostToolUse",
        "tool_name": "Write", "tool_input": {"file_path": file, "content": ""}, "tool_response": {"success": true}});
    folder.run_with_input(&["hook"], message.to_string())
}

/// What the model gets to read.
fn read(run: &Run) -> String {
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    let answer: Value = serde_json::from_str(&run.out).unwrap_or_default();
    answer["reason"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_fault_in_what_was_written_is_said() {
    let (good, wrong, broken) =
        (example("{\"seats\": 2}"), example("{\"seats\": \"two\"}"), example("{\"seats\": 2,}"));
    let folder = Folder::with(&[(NAME, &format!("{good}{good}"))]);
    let run = hook(&folder, NAME);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    folder.write(NAME, format!("{good}{wrong}{broken}"));
    let said = read(&hook(&folder, NAME));
    for part in ["data/train.jsonl", "arguments-schema", "`seats` must be an integer", "trailing-comma"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    // The edits are those of the text as it is written, with its escapes.
    assert!(said.contains(r#"- \"seats\": 2,}"#) && said.contains(r#"+ \"seats\": 2}"#), "{said}");
    let run = folder.run(&["check", "--format", "agent", NAME]);
    assert_eq!(run.code, 1);
    assert!(said.contains(run.out.trim_end()), "{said}\n{}", run.out);
}

#[test]
fn other_files_are_left_alone() {
    let broken = "{\"role\": \"admin\", \"tools\": [\"saw\",]}\n";
    let folder = Folder::with(&[("package.json", broken), ("notes.jsonl", broken), ("calls.txt", &example("{"))]);
    for name in ["package.json", "notes.jsonl", "calls.txt"] {
        let run = hook(&folder, name);
        assert_eq!((run.code, run.out.as_str()), (0, ""), "{name}: {}", run.err);
    }
}

#[test]
fn large_and_many_other_files_are_left_alone() {
    let large = format!("{{\"data\": \"{}\"}}", "x".repeat(20 << 20));
    let folder = Folder::with(&[("large.json", &large)]);
    let run = hook(&folder, "large.json");
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let names: Vec<_> = (0..250).map(|it| format!("{it}.json")).collect();
    names.iter().for_each(|it| folder.write(it, "{}"));
    let files: Vec<_> = names.iter().map(|it| folder.path(it)).collect();
    let message = json!({"hook_event_name": "PostToolUse", "cwd": folder.path(""), "tool_input": {"files": files}});
    let run = folder.run_with_input(&["hook"], message.to_string());
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
}
