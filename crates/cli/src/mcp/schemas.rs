//! The tools as clients see them: names, descriptions, and schemas of arguments and results.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

use super::{LONGEST_TEXT, arguments::SEVERITIES};
use agent_response::Profile;

/// All tools.
pub(super) fn tools() -> Vec<Tool> {
    [of_files(), of_envelopes(), of_pages()].concat()
}

/// The tool that checks a file.
fn of_check() -> Tool {
    let result = object(&[
        ("valid", flag("True when no finding is an error")),
        ("format", json!({ "type": ["string", "null"], "description": "The format that the text was checked as" })),
        ("reason", string("Why it is this format")),
        ("errors", count()),
        ("warnings", count()),
        ("findings", findings()),
    ]);
    tool(
        ("validate", "Check a file"),
        "Check the text of an agent response, an agent request or a payload, including the JSON inside its strings, of a \
         file in which models call tools, or of a call. Returns the findings, causes first, and for each the edits that \
         repair it.",
        checked(&[
            ("max_findings", number("How many findings to return at most; 20 by default", 1, 100)),
            ("readers", flag("Also say what the programs that read agent responses do with the file")),
        ]),
        with(("arguments", of_call()), with(("readers", readers()), result)),
    )
}

/// The tools that check and fix a file.
fn of_files() -> Vec<Tool> {
    vec![
        of_check(),
        tool(
            ("fix", "Fix a file"),
            "Repair a text without guessing: safe fixes change how it is written, never what it says. Returns the repaired \
             text, what was done, and what is left.",
            checked(&[
                ("suggestions", flag("Also apply suggestions, which are guesses")),
                ("created_at", string("When the agent finished, in ISO 8601; inserted where it is missing")),
                ("duration_seconds", seconds("How long the run took, in seconds; inserted where it is missing")),
                ("max_findings", number("How many of the remaining findings to return; 20 by default", 1, 100)),
            ]),
            with(
                ("arguments", of_call()),
                object(&[
                    ("text", string("The repaired text")),
                    ("changed", flag("Whether it differs from the given text")),
                    ("valid", flag("True when no remaining finding is an error")),
                    ("applied", applied()),
                    ("findings", findings()),
                ]),
            ),
        ),
    ]
}

fn of_call() -> Value {
    json!({ "description": "Only with the argument `tools`: the decoded arguments of the call; null if it is not valid" })
}

/// The tools that create a file and take it apart.
fn of_envelopes() -> Vec<Tool> {
    vec![
        tool(
            ("wrap", "Put a payload into an envelope"),
            "Put a payload, JSON or any other text, into an agent response. Encodes it as a string, so that you need not \
             escape anything. A sound envelope is returned as it is; one with mistakes is repaired without guessing.",
            wrapped("The payload, not encoded"),
            object(&of_made()),
        ),
        tool(
            ("recover", "Make a response of a model's answer"),
            "Make an agent response of whatever a model wrote: JSON in fences, prose or reasoning around it, slips in it. \
             Returns the envelope and what was done.",
            wrapped("What the model wrote"),
            object(&of_made()),
        ),
        tool(
            ("unwrap", "Take the payload out of an envelope"),
            "Return the decoded payload of an agent response.",
            arguments(&[("text", text("The text of the file"))], &["text"]),
            object(&[("content", string("The payload")), ("kind", word("What it is", &["json", "text", "cut"]))]),
        ),
    ]
}

/// What is made of a text.
fn of_made() -> [(&'static str, Value); 7] {
    [
        ("text", string("The text of the file to write")),
        ("payload", word("What the payload is", &["json", "text", "cut"])),
        ("reason", optional("Why nothing was repaired; null if the payload is JSON")),
        ("valid", flag("True when no finding is an error")),
        ("applied", applied()),
        ("findings", findings()),
        ("hint", optional("What to do instead, or what the content may have been meant as; null if nothing")),
    ]
}

/// A text, or null.
fn optional(about: &str) -> Value {
    json!({ "type": ["string", "null"], "description": about })
}

/// The tools about rules and formats.
fn of_pages() -> Vec<Tool> {
    vec![
        tool(
            ("explain", "Explain a rule or a format"),
            "Return the page of a rule: what it checks, why it matters, how to fix it, examples. Or the page of a format: its fields.",
            arguments(
                &[("code", string("The code of a finding, such as `missing-field`, or the id of a format"))],
                &["code"],
            ),
            with(
                ("severity", word("Only of a rule: how serious its findings are", &severities())),
                object(&[
                    ("code", string("The code")),
                    ("summary", string("What it finds, in half a sentence; the name of a format")),
                    ("page", string("Its page, in Markdown")),
                    ("resource", string("The URI of the page")),
                ]),
            ),
        ),
        tool(
            ("formats", "List the formats"),
            "List the known formats.",
            arguments(&[], &[]),
            object(&[("formats", formats())]),
        ),
    ]
}

/// A tool with its name for programs and its title for people.
fn tool((name, title): (&'static str, &'static str), description: &'static str, input: Value, output: Value) -> Tool {
    // A new envelope contains the time of the call.
    let is_idempotent = input.pointer("/properties/metadata").is_none();
    let hints = ToolAnnotations::new().read_only(true).destructive(false).idempotent(is_idempotent).open_world(false);
    let tool = Tool::new(name, description, schema(input)).with_raw_output_schema(schema(output));
    tool.with_title(title).with_annotations(hints)
}

fn schema(value: Value) -> Arc<JsonObject> {
    Arc::new(if let Value::Object(members) = value { members } else { JsonObject::default() })
}

const TOOLS: &str = "For a call, or for a file with calls that declares no tools: the tools that were offered, a request \
                     with them, or the answer to `tools/list`, as JSON or its text. Calls are judged by the schemas of their tools";

/// The arguments of tools that check a text.
fn checked(more: &[(&str, Value)]) -> Value {
    let profiles: Vec<_> = Profile::ALL.iter().map(|it| it.0).collect();
    let mut members = vec![
        ("text", text("The text of the file")),
        (
            "file_name",
            string("The name of the file, which determines its format, such as `.agent-response-phase8.json`"),
        ),
        ("format", word("The format; detected by name and content if absent", &ids())),
        ("profile", word("How strict to be", &profiles)),
        ("request", text("The text of the request file, to compare the ids")),
        ("tools", json!({ "type": ["array", "object", "string"], "description": TOOLS })),
        ("min_severity", severity()),
    ];
    members.extend_from_slice(more);
    arguments(&members, &["text"])
}

/// The arguments of tools that create an envelope.
fn wrapped(what: &str) -> Value {
    let envelopes: Vec<_> =
        agent_response::formats().iter().filter(|it| it.builder.is_some()).map(|it| it.id).collect();
    let members = [
        ("text", text(what)),
        ("request", text("The text of the request file, from which the id is copied")),
        ("request_id", string("The id of the request")),
        ("format", word("The format of the envelope; the first by default", &envelopes)),
        ("tool", string("The tool that responds; only for a Delegator envelope")),
        ("status", word("How the run ended", &["success", "error", "timeout", "ok"])),
        ("error_message", string("What went wrong")),
        ("error_type", string("The kind of error")),
        ("created_at", string("When the agent finished, in ISO 8601; now by default")),
        ("duration_seconds", seconds("How long the run took, in seconds")),
        ("metadata", json!({ "type": "object", "description": "Additional data" })),
        ("repair", word("How far to repair the payload", &["none", "safe", "all"])),
        (
            "force",
            flag(
                "Wrap the content even if it is already an envelope, which is otherwise returned, and repaired if it has mistakes",
            ),
        ),
    ];
    arguments(&members, &["text"])
}

fn seconds(what: &str) -> Value {
    json!({ "type": "number", "minimum": 0, "description": what })
}

fn ids() -> Vec<&'static str> {
    agent_response::known_formats().iter().map(|it| it.id).collect()
}

fn arguments(members: &[(&str, Value)], required: &[&str]) -> Value {
    let properties: JsonObject = members.iter().map(|it| (it.0.to_owned(), it.1.clone())).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// A result whose members are all required.
fn object(members: &[(&str, Value)]) -> Value {
    let names: Vec<_> = members.iter().map(|it| it.0).collect();
    arguments(members, &names)
}

/// A result with another member, which need not be there.
fn with((name, schema): (&str, Value), mut result: Value) -> Value {
    if let Some(members) = result.pointer_mut("/properties").and_then(Value::as_object_mut) {
        members.insert(name.to_owned(), schema);
    }
    result
}

fn string(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

/// A text from outside, of limited length.
fn text(description: &str) -> Value {
    json!({ "type": "string", "maxLength": LONGEST_TEXT, "description": description })
}

fn flag(description: &str) -> Value {
    json!({ "type": "boolean", "description": description })
}

fn number(description: &str, min: u32, max: u32) -> Value {
    json!({ "type": "integer", "minimum": min, "maximum": max, "description": description })
}

fn count() -> Value {
    json!({ "type": "integer", "minimum": 0 })
}

fn word(description: &str, words: &[&str]) -> Value {
    json!({ "type": "string", "enum": words, "description": description })
}

fn severity() -> Value {
    word("A severity; findings below `warning` are omitted by default", &severities())
}

fn severities() -> Vec<&'static str> {
    SEVERITIES.iter().map(|it| it.0).collect()
}

fn safety() -> Value {
    word("`safe` fixes never change what the file says", &["safe", "suggestion"])
}

/// Whether a fix removes the cause of its finding.
fn partial() -> Value {
    flag("True if the finding stays, such as one about several missing fields of which only some are known")
}

fn findings() -> Value {
    let fix = object(&[("title", string("What it does")), ("safety", safety()), ("partial", partial())]);
    let finding = object(&[
        ("code", string("The rule")),
        ("severity", severity()),
        ("message", string("What is wrong, and what is expected")),
        ("line", number("The line, from 1", 1, u32::MAX)),
        ("column", number("The column in characters, from 1", 1, u32::MAX)),
        ("pointer", string("The path of the value (RFC 6901), which continues into JSON in strings")),
        ("fixes", json!({ "type": "array", "items": fix })),
    ]);
    json!({ "type": "array", "items": finding })
}

fn readers() -> Value {
    let reading = object(&[
        ("reader", string("The program, for programs")),
        ("title", string("The program, for people")),
        ("outcome", word("What becomes of the file", &["reads", "differs", "refuses"])),
        ("words", string("The exception, or what is read")),
    ]);
    let description = "Only with the argument `readers`; empty for what is no agent response";
    json!({ "type": "array", "items": reading, "description": description })
}

fn applied() -> Value {
    let entry = object(&[
        ("code", string("The rule")),
        ("title", string("What was done")),
        ("safety", safety()),
        ("partial", partial()),
        ("line", number("The line in the given text, from 1", 1, u32::MAX)),
        ("column", number("The column in characters, from 1", 1, u32::MAX)),
    ]);
    json!({ "type": "array", "items": entry })
}

fn formats() -> Value {
    let format = object(&[
        ("id", string("Its name in arguments")),
        ("title", string("Its name for people")),
        ("version", string("The version of its specification")),
        ("files", json!({ "type": "array", "items": { "type": "string" } })),
        ("resource", string("The URI of its page")),
    ]);
    json!({ "type": "array", "items": format })
}
