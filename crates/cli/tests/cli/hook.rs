//! `hook`: what each assistant sends, and what it gets back.

use std::fs;

use expect_test::expect_file;
use serde_json::{Value, json};

use crate::run::{Folder, GOOD, REQUEST, Run, renamed};

const NAME: &str = ".agent-response-phase8.json";

/// A folder with a response and its request, and a file of another name.
fn folder(response: &str) -> Folder {
    Folder::with(&[(NAME, response), (".agent-request-phase8.json", REQUEST), ("package.json", "{\"a\": }")])
}

/// The message that an assistant sends after it has written a file: its name, its event, and the message. `$CWD` is the
/// folder, `$FILE` the file.
fn messages() -> Vec<(&'static str, Value)> {
    let file = "$CWD/$FILE";
    vec![
        (
            "Claude Code",
            json!({ "session_id": "abc", "transcript_path": "$CWD/t.jsonl", "cwd": "$CWD", "permission_mode": "default", "hook_event_name": "PostToolUse", "tool_name": "Write", "tool_input": { "file_path": file, "content": "…" }, "tool_response": { "filePath": file, "success": true }, "tool_use_id": "toolu_1" }),
        ),
        (
            "Codex",
            json!({ "session_id": "abc", "turn_id": "1", "transcript_path": null, "cwd": "$CWD", "model": "m", "permission_mode": "default", "hook_event_name": "PostToolUse", "tool_name": "apply_patch", "tool_input": { "command": "*** Begin Patch\n*** Update File: $FILE\n@@\n-a\n+b\n*** End Patch" }, "tool_response": "ok", "tool_use_id": "call_1" }),
        ),
        (
            "Gemini CLI",
            json!({ "session_id": "abc", "transcript_path": "", "cwd": "$CWD", "hook_event_name": "AfterTool", "timestamp": "2026-01-02T03:04:05Z", "tool_name": "write_file", "tool_input": { "file_path": file, "content": "…" }, "tool_response": { "llmContent": "ok", "returnDisplay": "ok" } }),
        ),
        (
            "GitHub Copilot",
            json!({ "hook_event_name": "PostToolUse", "session_id": "abc", "timestamp": "2026-01-02T03:04:05Z", "cwd": "$CWD", "tool_name": "Write", "tool_input": { "path": file, "file_text": "…" }, "tool_result": { "result_type": "success", "text_result_for_llm": "ok" } }),
        ),
        (
            "GitHub Copilot, camel case",
            json!({ "sessionId": "abc", "timestamp": 1767323045000_u64, "cwd": "$CWD", "toolName": "create", "toolArgs": { "path": file }, "toolResult": { "resultType": "success", "textResultForLlm": "ok" } }),
        ),
        (
            "VS Code",
            json!({ "timestamp": "2026-01-02T03:04:05Z", "cwd": "$CWD", "sessionId": "abc", "hookEventName": "PostToolUse", "tool_name": "editFiles", "tool_input": { "files": ["$FILE"] }, "tool_use_id": "t", "tool_response": "ok" }),
        ),
        (
            "Cursor",
            json!({ "conversation_id": "abc", "generation_id": "g", "hook_event_name": "postToolUse", "cursor_version": "2.4.0", "workspace_roots": ["$CWD"], "tool_name": "Write", "tool_input": { "file_path": file }, "cwd": "$CWD" }),
        ),
        (
            "Cursor, end of a turn",
            json!({ "conversation_id": "abc", "generation_id": "g", "hook_event_name": "stop", "cursor_version": "2.4.0", "workspace_roots": ["$CWD"], "status": "completed", "loop_count": 0 }),
        ),
        (
            "Windsurf",
            json!({ "agent_action_name": "post_write_code", "trajectory_id": "t", "execution_id": "e", "timestamp": "2026-01-02T03:04:05Z", "tool_info": { "file_path": file, "edits": [{ "old_string": "a", "new_string": "b" }] } }),
        ),
    ]
}

fn send(folder: &Folder, message: &Value, file: &str) -> Run {
    send_with(folder, message, file, &["hook"])
}

fn send_with(folder: &Folder, message: &Value, file: &str, args: &[&str]) -> Run {
    let place = folder.path("").to_str().unwrap().trim_end_matches('/').to_owned();
    folder.run_with_input(args, message.to_string().replace("$CWD", &place).replace("$FILE", file))
}

/// What the model gets to read.
fn read(run: &Run) -> String {
    if run.code == 2 {
        return run.err.clone();
    }
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let json: Value = serde_json::from_str(&run.out).unwrap_or_else(|it| panic!("{it}: {}", run.out));
    let places = ["/reason", "/additionalContext", "/additional_context", "/followup_message"];
    let places = places.into_iter().chain(["/hookSpecificOutput/additionalContext"]);
    places.filter_map(|it| json.pointer(it)?.as_str()).map(str::to_owned).collect()
}

#[test]
fn every_assistant_gets_the_findings_and_the_edits() {
    let folder = folder(&renamed());
    for (name, message) in messages() {
        let said = read(&send(&folder, &message, NAME));
        assert!(said.starts_with(&format!("{NAME}: 1 error\n")), "{name}: {said}");
        assert!(said.contains("error[misnamed-field]") && said.contains("\n+ \"response\""), "{name}: {said}");
    }
}

#[test]
fn nobody_hears_of_other_files_or_of_good_ones() {
    let bad = folder(&renamed());
    let good = folder(GOOD);
    for (name, message) in messages() {
        let is_cursor = name.starts_with("Cursor");
        let silence = if is_cursor { "{}\n" } else { "" };
        let run = send(&good, &message, NAME);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, silence, ""), "{name}");
        if message["hook_event_name"] == "stop" {
            continue;
        }
        for file in ["package.json", "missing/.agent-response.json", ".", ""] {
            let run = send(&bad, &message, file);
            assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, silence, ""), "{name}: {file}");
        }
    }
}

#[test]
fn the_project_file_names_more_files() {
    let folder = folder(GOOD);
    folder.write("agent-response.toml", "[[files]]\nglob = \"answers/*.json\"\nformat = \"agent-response\"\n");
    folder.write("answers/one.json", renamed());
    let (_, message) = messages().swap_remove(0);
    assert!(read(&send(&folder, &message, "answers/one.json")).contains("misnamed-field"));
    assert_eq!(send_with(&folder, &message, "answers/one.json", &["hook", "--no-config"]).out, "");
}

#[test]
fn nobody_hears_of_excluded_files() {
    let folder = folder(GOOD);
    folder.write("fixtures/.agent-response.json", renamed());
    let (_, message) = messages().swap_remove(0);
    assert!(read(&send(&folder, &message, "fixtures/.agent-response.json")).contains("misnamed-field"));
    folder.write("agent-response.toml", "exclude = [\"fixtures\"]\n");
    assert_eq!(send(&folder, &message, "fixtures/.agent-response.json").out, "");
}

#[test]
fn a_name_that_is_nearly_right_counts_if_the_content_is_ours() {
    let folder = folder(GOOD);
    let near = "agent-response-phase-8.json";
    let (_, message) = messages().swap_remove(0);
    folder.write(near, renamed());
    assert!(read(&send(&folder, &message, near)).contains("misnamed-field"));
    folder.write(near, "{\"name\": 1, }");
    assert_eq!(send(&folder, &message, near).out, "");
}

#[test]
fn warnings_count_unless_only_errors_are_wanted() {
    let folder = folder(&GOOD.replacen("+00:00", "", 1));
    let (_, message) = messages().swap_remove(0);
    assert!(read(&send(&folder, &message, NAME)).contains("warning[no-time-zone]"));
    assert_eq!(send_with(&folder, &message, NAME, &["hook", "--min-severity", "error"]).out, "");
    // Cursor would ask again and again.
    let (_, end) = messages().swap_remove(7);
    assert_eq!(send(&folder, &end, NAME).out, "{}\n");
}

#[test]
fn the_encodings_of_windows_are_read() {
    let folder = folder(&renamed());
    let (_, message) = messages().swap_remove(0);
    let expected = send(&folder, &message, NAME);
    assert!(expected.out.contains("misnamed-field"), "{}", expected.out);
    let place = folder.path("").to_str().unwrap().trim_end_matches('/').to_owned();
    let text = message.to_string().replace("$CWD", &place).replace("$FILE", NAME);
    let marked = format!("\u{feff}{text}");
    let utf16: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [marked.into_bytes(), utf16] {
        let run = folder.run_with_input(&["hook"], bytes);
        assert_eq!((run.code, run.out.as_str()), (expected.code, expected.out.as_str()), "{}", run.err);
    }
}

#[test]
fn a_message_that_cannot_be_read_stops_nobody() {
    let folder = folder(&renamed());
    for (message, why) in [
        ("", "standard input is empty"),
        ("{", "standard input is not JSON: EOF while parsing"),
        ("[1, 2]", "has none of `hook_event_name`, `toolName` and `agent_action_name`"),
        ("{\"hook_event_name\": 1}", "has none of"),
        ("\u{0}\u{1}", "standard input is not JSON"),
    ] {
        let run = folder.run_with_input(&["hook"], message);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{message}: {}", run.err);
        assert!(run.err.contains(why) && run.err.contains("expects the message"), "{}", run.err);
    }
    let run = folder.run_with_input(&["hook", "--colour"], "{}");
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("unexpected argument"), "{}", run.err);
    let huge = format!("{{\"hook_event_name\": \"{}\"}}", "x".repeat(33 << 20));
    let run = folder.run_with_input(&["hook"], huge);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("larger than 32 MiB"), "{}", run.err);
}

#[test]
fn strange_messages_are_ignored() {
    let folder = folder(&renamed());
    for message in [
        json!({ "hook_event_name": "PreToolUse", "tool_input": { "file_path": NAME } }),
        json!({ "hook_event_name": "PostToolUse" }),
        json!({ "hook_event_name": "PostToolUse", "tool_input": null, "cwd": 3 }),
        json!({ "hook_event_name": "PostToolUse", "tool_input": { "file_path": ["x"], "edits": [1, null] } }),
        json!({ "hook_event_name": "PostToolUse", "tool_input": { "file_path": "/dev/zero" } }),
        json!({ "hook_event_name": "PostToolUse", "tool_input": { "file_path": "a\u{0}b/.agent-response.json" } }),
        json!({ "agent_action_name": "pre_read_code", "tool_info": { "file_path": NAME } }),
    ] {
        let run = folder.run_with_input(&["hook"], message.to_string());
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""), "{message}");
    }
}

#[test]
fn a_command_that_writes_a_file_counts() {
    let folder = folder(&renamed());
    let message = json!({ "hook_event_name": "PostToolUse", "cwd": "$CWD", "tool_name": "Bash", "tool_input": { "command": format!("cat > '{NAME}' <<EOF\n…\nEOF") }, "tool_response": {} });
    assert!(read(&send(&folder, &message, NAME)).contains("misnamed-field"));
}

#[test]
fn long_answers_fit() {
    let mut text = GOOD.trim_end().trim_end_matches('}').to_owned();
    (0..300).for_each(|it| text.push_str(&format!(", \"a rather long key that nobody knows, number {it}\": 1")));
    let folder = folder(&(text + "}"));
    for (_, message) in messages() {
        let said = read(&send(&folder, &message, NAME));
        assert!(said.len() < 9_500 && said.contains("more findings follow"), "{} {said}", said.len());
    }
}

#[test]
fn files_beyond_the_limit_are_named() {
    let folder = folder(&renamed());
    let files: Vec<_> = (0..250).map(|it| format!("{it}/{NAME}")).collect();
    files.iter().for_each(|it| folder.write(it, renamed()));
    let message = json!({ "hook_event_name": "PostToolUse", "cwd": "$CWD", "tool_input": { "files": files } });
    let said = read(&send(&folder, &message, NAME));
    assert!(said.contains("misnamed-field"), "{said}");
    assert!(said.contains("Not checked, because a hook has to answer soon: "), "{said}");
}

/// The blocks of the guide with a name for their file, and their texts.
fn snippets() -> Vec<(String, String)> {
    let guide = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/agents.md")).unwrap();
    let blocks = guide.split("\n```").skip(1).step_by(2);
    let named = |it: &str| {
        let (info, text) = it.split_once('\n')?;
        Some((info.split_once(" file=")?.1.to_owned(), text.to_owned()))
    };
    blocks.filter_map(named).collect()
}

/// The values of all members of a name, at any depth.
fn all<'a>(value: &'a Value, name: &str, out: &mut Vec<&'a str>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| match value {
            Value::String(text) if key == name => out.push(text),
            _ => all(value, name, out),
        }),
        Value::Array(items) => items.iter().for_each(|it| all(it, name, out)),
        _ => (),
    }
}

#[test]
fn the_commands_of_the_guide_answer() {
    let folder = folder(&renamed());
    let mut seen = Vec::new();
    for (file, text) in snippets().iter().filter(|it| it.1.contains("agent-response hook")) {
        let config: Value = serde_json::from_str(text).unwrap_or_else(|it| panic!("{file}: {it}"));
        let mut commands = Vec::new();
        all(&config, "command", &mut commands);
        assert!(!commands.is_empty(), "{file}");
        let assistant = match file.split('/').next().unwrap() {
            ".claude" => "Claude Code",
            ".codex" => "Codex",
            ".gemini" => "Gemini CLI",
            ".github" => "GitHub Copilot",
            ".cursor" => "Cursor",
            ".windsurf" => "Windsurf",
            other => panic!("{other}"),
        };
        for command in commands {
            let args: Vec<&str> = command.strip_prefix("agent-response ").unwrap().split(' ').collect();
            for (name, message) in messages().iter().filter(|it| it.0.starts_with(assistant)) {
                assert!(read(&send_with(&folder, message, NAME, &args)).contains("misnamed-field"), "{file}, {name}");
            }
        }
        seen.push(assistant);
    }
    assert_eq!(seen, ["Claude Code", "Codex", "Gemini CLI", "GitHub Copilot", "Cursor", "Windsurf"]);
}

/// The session in `docs/agents.md`, written by this test: `UPDATE_EXPECT=1 cargo test-command recorded`.
#[test]
fn the_recorded_session_is_true() {
    let broken = include_str!("../../../../samples/broken-payload/.agent-response-phase8.json");
    let folder = folder(broken);
    let place = folder.path("").to_str().unwrap().trim_end_matches('/').to_owned();
    let (_, message) = messages().swap_remove(0);
    let mut session = String::new();
    for text in [broken, GOOD] {
        folder.write(NAME, text);
        let run = send(&folder, &message, NAME);
        let sent = message.to_string().replace("$CWD", "/project").replace("$FILE", NAME);
        session.push_str(&format!(
            "```console\n$ agent-response hook <<< '{sent}'\n{}",
            run.out.replace(&place, "/project")
        ));
        session.push_str(&format!("$ echo $?\n{}\n```\n\n", run.code));
        if !run.out.is_empty() {
            session.push_str(&format!(
                "The model reads:\n\n```\n{}```\n\nIt makes the edits, and the hook is silent:\n\n",
                read(&run)
            ));
        }
    }
    section("hook", &format!("{}\n", session.trim_end()));
}

/// Compares a part of the guide, or writes it.
pub(crate) fn section(name: &str, text: &str) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/agents.md");
    let page = fs::read_to_string(path).unwrap();
    let (before, rest) = page.split_once(&format!("<!-- {name} -->\n")).expect("a mark before the session");
    let (_, after) = rest.split_once(&format!("<!-- /{name} -->")).expect("a mark after the session");
    expect_file![path].assert_eq(&format!("{before}<!-- {name} -->\n{text}<!-- /{name} -->{after}"));
}

/// The example in `docs/agents.md`, written by this test, too.
#[test]
fn the_example_is_true() {
    let folder = folder(include_str!("../../../../samples/broken-payload/.agent-response-phase8.json"));
    let run = folder.run(&["check", "--format", "agent"]);
    assert_eq!(run.code, 1);
    section("text", &format!("```console\n$ agent-response check --format agent\n{}```\n", run.out));
}
