//! What assistants send to their hooks, and the answers they expect. `docs/agents.md` names the documentation.

use std::{collections::HashSet, path::PathBuf};

use serde_json::{Value, json};

use super::patch;

/// A message after a file was written, or after something else.
pub(super) struct Message {
    /// The files that may have been written, or the folders of the workspace at the end of a turn.
    pub(super) paths: Vec<PathBuf>,
    /// The folder that relative paths start from.
    pub(super) folder: Option<PathBuf>,
    pub(super) is_at_end: bool,
    pub(super) answer: Answer,
}

/// The protocol of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Claude Code, Codex and VS Code.
    Block,
    /// Gemini CLI.
    Appended,
    /// Copilot CLI and the Copilot cloud agent.
    Context,
    /// Cursor after a tool.
    CursorContext,
    /// Cursor at the end of a turn.
    CursorFollowUp,
    /// Windsurf.
    ErrorOutput,
}

pub(super) enum Output {
    Nothing,
    Json(Value),
    /// On standard error, with status 2.
    Stop(String),
}

impl Answer {
    /// The answer with this text.
    pub(super) fn write(self, text: &str) -> Output {
        let is_cursor = matches!(self, Self::CursorContext | Self::CursorFollowUp);
        if text.is_empty() {
            // Cursor reads JSON in any case.
            return if is_cursor { Output::Json(json!({})) } else { Output::Nothing };
        }
        Output::Json(match self {
            Self::Block => json!({ "decision": "block", "reason": text }),
            Self::Appended => {
                json!({ "hookSpecificOutput": { "hookEventName": "AfterTool", "additionalContext": text } })
            }
            Self::Context => json!({ "additionalContext": text }),
            Self::CursorContext => json!({ "additional_context": text }),
            Self::CursorFollowUp => json!({ "followup_message": text }),
            Self::ErrorOutput => return Output::Stop(text.to_owned()),
        })
    }
}

const EXPECTED: &str = "`agent-response hook` expects the message that a coding assistant sends to a hook";

/// Reads a message.
pub(super) fn read(bytes: &[u8]) -> Result<Message, String> {
    if bytes.trim_ascii().is_empty() {
        return Err(format!("standard input is empty; {EXPECTED}"));
    }
    let value: Value =
        serde_json::from_slice(bytes).map_err(|it| format!("standard input is not JSON: {it}; {EXPECTED}"))?;
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    if let Some(action) = text("agent_action_name") {
        let tool = if action == "post_write_code" { "tool_info" } else { "" };
        return Ok(after(&value, tool, Answer::ErrorOutput));
    }
    let is_copilot = value.get("tool_result").is_some();
    Ok(match text("hook_event_name").or_else(|| text("hookEventName")) {
        Some("PostToolUse") => after(&value, "tool_input", if is_copilot { Answer::Context } else { Answer::Block }),
        Some("AfterTool") => after(&value, "tool_input", Answer::Appended),
        Some("postToolUse") => after(&value, "tool_input", Answer::CursorContext),
        Some("afterFileEdit") => Message { paths: paths(&value), ..after(&value, "", Answer::CursorContext) },
        Some("stop") => {
            let paths = if text("status") == Some("completed") { roots(&value) } else { Vec::new() };
            Message { paths, is_at_end: true, ..after(&value, "", Answer::CursorFollowUp) }
        }
        // Cursor's events begin with a small letter.
        Some(event) if event.starts_with(|it: char| it.is_ascii_lowercase()) => {
            after(&value, "", Answer::CursorContext)
        }
        Some(_) => after(&value, "", Answer::Block),
        None if text("toolName").is_some() && value.get("toolResult").is_some() => {
            after(&value, "toolArgs", Answer::Context)
        }
        None if text("sessionId").is_some() || text("toolName").is_some() => after(&value, "", Answer::Context),
        None => {
            let names = "`hook_event_name`, `toolName` and `agent_action_name`";
            return Err(format!("standard input has none of {names}; {EXPECTED}"));
        }
    })
}

/// The message with the files that a tool's arguments name; without a member of this name, it has none.
fn after(value: &Value, arguments: &str, answer: Answer) -> Message {
    let text = |it: Option<&Value>| it.and_then(Value::as_str).map(PathBuf::from);
    let folder = text(value.get("cwd")).or_else(|| text(value.pointer("/workspace_roots/0")));
    let folder = folder.or_else(|| text(value.pointer("/tool_info/cwd")));
    Message { paths: value.get(arguments).map(paths).unwrap_or_default(), folder, is_at_end: false, answer }
}

fn roots(value: &Value) -> Vec<PathBuf> {
    let roots = value.get("workspace_roots").and_then(Value::as_array);
    roots.into_iter().flatten().filter_map(Value::as_str).map(PathBuf::from).collect()
}

/// The names that tools use for the path of a file.
const PATHS: &[&str] = &["file_path", "filePath", "path", "absolute_path", "filename"];
/// The names that tools use for lists of files, or of edits in several files.
const LISTS: &[&str] = &["edits", "replacements", "files"];
/// The names that tools use for a patch or a command.
const TEXTS: &[&str] = &["command", "input", "patch", "cmd"];

/// The files that a tool's arguments name; the arguments may be JSON in a string, or a patch.
fn paths(arguments: &Value) -> Vec<PathBuf> {
    if let Value::String(text) = arguments {
        return match serde_json::from_str::<Value>(text) {
            Ok(inner @ Value::Object(_)) => paths(&inner),
            _ => patch::files(text),
        };
    }
    let of = |it: &Value| -> Vec<PathBuf> {
        PATHS.iter().filter_map(|name| it.get(name)?.as_str()).map(PathBuf::from).collect()
    };
    let mut out = of(arguments);
    for list in LISTS.iter().filter_map(|name| arguments.get(name)?.as_array()) {
        out.extend(list.iter().filter_map(Value::as_str).map(PathBuf::from));
        out.extend(list.iter().flat_map(of));
    }
    for text in TEXTS.iter().filter_map(|name| arguments.get(name)) {
        match text {
            Value::String(text) => out.extend(patch::files(text)),
            Value::Array(words) => words.iter().filter_map(Value::as_str).for_each(|it| out.extend(patch::files(it))),
            _ => (),
        }
    }
    let mut seen = HashSet::new();
    out.retain(|it| seen.insert(it.clone()));
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Answer, read};

    fn check(message: &str, answer: Answer, expected: &[&str]) {
        let read = read(message.as_bytes()).unwrap_or_else(|it| unreachable!("{it}"));
        let paths: Vec<_> = read.paths.iter().map(|it| it.to_str().unwrap()).collect();
        assert_eq!((read.answer, paths.as_slice()), (answer, expected), "{message}");
    }

    #[test]
    fn files_are_found_in_every_message() {
        check(
            r#"{"hook_event_name":"PostToolUse","tool_name":"Write","tool_input":{"file_path":"/a/b.json"},"tool_response":{}}"#,
            Answer::Block,
            &["/a/b.json"],
        );
        check(
            r#"{"hook_event_name":"PostToolUse","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Add File: a.json\n+{}\n*** Update File: b/c.json\n*** Move to: b/d.json\n*** End Patch"},"tool_response":""}"#,
            Answer::Block,
            &["a.json", "b/c.json", "b/d.json"],
        );
        check(
            r#"{"hook_event_name":"AfterTool","tool_name":"write_file","tool_input":{"file_path":"a.json"}}"#,
            Answer::Appended,
            &["a.json"],
        );
        check(
            r#"{"toolName":"create","toolArgs":"{\"path\":\"a.json\"}","toolResult":{}}"#,
            Answer::Context,
            &["a.json"],
        );
        check(
            r#"{"hook_event_name":"afterFileEdit","file_path":"/a.json","edits":[{"old_string":"","new_string":""}],"workspace_roots":["/"]}"#,
            Answer::CursorContext,
            &["/a.json"],
        );
        check(
            r#"{"agent_action_name":"post_write_code","tool_info":{"file_path":"/a.json","edits":[]}}"#,
            Answer::ErrorOutput,
            &["/a.json"],
        );
        check(r#"{"hook_event_name":"stop","status":"aborted","workspace_roots":["/w"]}"#, Answer::CursorFollowUp, &[]);
        check(
            r#"{"hook_event_name":"stop","status":"completed","workspace_roots":["/w"]}"#,
            Answer::CursorFollowUp,
            &["/w"],
        );
    }

    #[test]
    fn other_events_name_no_file() {
        check(r#"{"hook_event_name":"PreToolUse","tool_input":{"file_path":"/a.json"}}"#, Answer::Block, &[]);
        check(r#"{"toolName":"create","toolArgs":{"path":"a.json"}}"#, Answer::Context, &[]);
        check(
            r#"{"agent_action_name":"pre_write_code","tool_info":{"file_path":"/a.json"}}"#,
            Answer::ErrorOutput,
            &[],
        );
    }
}
