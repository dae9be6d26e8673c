//! The chat of Ollama with tools: requests and responses. The arguments of a call are an object, and calls have no ids.

use crate::severity::Severity::Error;
use crate::spec::{
    Call, CallFile, CallRole, Conversation, DeclaredTool, Field, Form, Format, Is, List, Order, Record, SAID, SCHEMAS,
    Shape, ToolNames, Unknown, alias, field, format, list, record, sign, text,
};

/// What a program asks, and the conversation so far.
pub(super) static FORMAT: Format = Format {
    signs: &[
        sign("`tool_calls` without ids, and `options`", &[NO_ID, CALLS, ("options", Is::There)]),
        sign("`tool_calls` without ids, and `keep_alive`", &[NO_ID, CALLS, ("keep_alive", Is::There)]),
        sign("`tool_calls` without ids, and `think`", &[NO_ID, CALLS, ("think", Is::There)]),
        sign("`tool_calls` without ids, and a `tool_name`", &[NO_ID, CALLS, ("messages/[]/tool_name", Is::There)]),
        sign(
            "`tool_calls` without ids, whose `arguments` are objects",
            &[("messages/[]/tool_calls/[]", Is::Lacking(&["id"])), OBJECT],
        ),
        sign(
            "`tools` and a `keep_alive`",
            &[("messages", Is::Array), ("tools/[]/function", Is::There), ("keep_alive", Is::There)],
        ),
    ],
    reader: "the program that asks the model",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, record("Ollama request", FIELDS).others(Unknown::Allowed))
};

/// The other kinds of its files.
pub(super) static KINDS: &[&Format] = &[&RESPONSE, &ALONE];

const ID: &str = "ollama-chat";
const VERSION: &str = "2026-08";
const CALLS: crate::spec::Mark = ("messages/[]/tool_calls/[]/function", Is::There);
const OBJECT: crate::spec::Mark = ("messages/[]/tool_calls/[]/function/arguments", Is::Object);
const NO_ID: crate::spec::Mark = ("messages/[]/tool_calls/[]/id", Is::Unfilled);

static CONVERSATION: Conversation = RULES;

const RULES: Conversation = Conversation {
    turns: "messages",
    order: Order::After,
    results_by: "",
    calls_by: "",
    ends_with_calls: None,
    answers: "",
    earlier: &[],
    reference: "",
    names: ToolNames {
        marks: "_-.",
        in_words: "letters, digits, `_`, `-` and `.`",
        longest: 128,
        accepted: 128,
        severity: Error,
        begins_with_letter: false,
        elsewhere: None,
    },
    longest_id: None,
    longest_arguments: None,
    schemas: SCHEMAS,
    renewing: &[],
    choice: None,
    learns: false,
};

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("model",    text(Form::Free, Some(Error)), "The model that answers."),
    field("messages", Shape::List(&MESSAGES),        "The conversation so far.").required(Error),
    field("tools",    Shape::List(&TOOLS),           "The tools that the model may call."),
];

static MESSAGES: List = list(field("", Shape::Record(&MESSAGE), "A message."));
static MESSAGE: Record = record("message", MESSAGE_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static MESSAGE_FIELDS: &[Field] = &[
    field("role",       text(Form::Free, Some(Error)), "Who speaks.").required(Error),
    field("content",    Shape::Nullable(&SAID_SHAPE),        "What is said or returned."),
    field("tool_calls", Shape::Nullable(&CALL_LIST_SHAPE),       "The tools that the model calls."),
    field("tool_name",  Shape::Nullable(&SAID_SHAPE),        "The tool that returned the content."),
];

static SAID_SHAPE: Shape = SAID;
static CALL_LIST_SHAPE: Shape = Shape::List(&CALL_LIST);
static CALL_LIST: List = list(field("", Shape::Record(&CALL), "A call."));
static CALL: Record = record("tool call", CALL_FIELDS).others(Unknown::Allowed).role(&CALLED);
static CALLED: CallRole = CallRole::Call(Call { id: "", name: "function/name", arguments: "function/arguments" });
static CALL_FIELDS: &[Field] =
    &[field("function", Shape::Record(&FUNCTION), "The tool and its arguments.").required(Error)];
static FUNCTION: Record = record("called function", FUNCTION_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static FUNCTION_FIELDS: &[Field] = &[
    field("name",      text(Form::Free, Some(Error)), "The name of the tool.").required(Error),
    field("arguments", Shape::Arguments,              "The arguments of the tool.").required(Error).aliases(&[alias("input"), alias("args")]),
];

static TOOLS: List = list(field("", Shape::Record(&TOOL), "A tool."));
static TOOL: Record = record("tool", TOOL_FIELDS).others(Unknown::Allowed).role(&DECLARED);
static DECLARED: CallRole = CallRole::Tool(DeclaredTool {
    name: "function/name",
    description: "function/description",
    schema: "function/parameters",
    output: "",
    strict: "",
    examples: "",
});
static TOOL_FIELDS: &[Field] = &[field("function", Shape::Record(&DECLARATION), "The function.").required(Error)];
static DECLARATION: Record = record("function", DECLARATION_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static DECLARATION_FIELDS: &[Field] = &[
    field("name",        text(Form::Free, Some(Error)), "The name by which the model calls it.").required(Error),
    field("description", SAID,                          "What it is for."),
    field("parameters",  Shape::Object,                 "The JSON Schema of its arguments; without it, there are none.").aliases(&[alias("input_schema"), alias("inputSchema")]),
];

/// A response.
static RESPONSE: Format = Format {
    signs: &[sign(
        "a `message` with `tool_calls`, and `done`",
        &[("message/tool_calls", Is::Array), ("done", Is::There)],
    )],
    reader: "the program that asked the model",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, record("Ollama response", RESPONSE_FIELDS).others(Unknown::Allowed))
};

/// The conversation alone, as programs keep it.
static ALONE: Format = Format {
    signs: &[sign(
        "messages with `tool_calls` without ids, whose `arguments` are objects",
        &[
            ("/[]/role", Is::There),
            ("/[]/tool_calls/[]", Is::Lacking(&["id"])),
            ("/[]/tool_calls/[]/function/arguments", Is::Object),
        ],
    )],
    list: Some(&MESSAGES),
    reader: "the program that goes on with the conversation",
    conversation: Some(&ALONE_RULES),
    ..format(ID, VERSION, record("list of Ollama messages", &[]).others(Unknown::Allowed))
};

static ALONE_RULES: Conversation = Conversation { turns: ID, ..RULES };

static RESPONSE_FIELDS: &[Field] =
    &[field("message", Shape::Record(&MESSAGE), "What the model says and calls.").required(Error), DONE];
const DONE: Field = field("done", Shape::Flag, "Whether the answer is complete.");

/// A call alone.
pub(super) const LONE_CALL: CallFile = CallFile {
    format: FORMAT.id,
    is_of_lines: false,
    parts: [
        r#"{"model": "", "tools": "#,
        r#", "messages": [{"role": "user", "content": "."}, {"role": "assistant", "content": "", "tool_calls": ["#,
        "]}]}",
    ],
    at: "/messages/1/tool_calls/0",
    name: &["function/name"],
    arguments: &["function/arguments"],
    input: &[],
};
