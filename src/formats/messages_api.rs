//! The Messages API with tools: requests, responses, and lines of a batch. The input of a call is an object.

mod block;
mod response;

use crate::severity::Severity::{Error, Warning};
use crate::spec::{
    Absent, CallRole, Conversation, DeclaredTool, Field, Form, Format, Is, List, Mark, Order, Record, SAID,
    SchemaRules, Shape, Sign, ToolNames, Unknown, Words, alias, count, field, format, list, members, record, sign,
    text, there, words,
};

/// What a program asks, and the conversation so far.
pub(super) static FORMAT: Format = Format {
    signs: REQUEST,
    reader: "the program that asks the model",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, RECORD)
};

/// The other kinds of its files, the more telling ones first.
pub(super) static KINDS: &[&Format] =
    &[&response::TRANSCRIPT, &response::BATCH, &response::RESULT, &response::EVENT, &response::RESPONSE];

const ID: &str = "messages-api";
const VERSION: &str = "2026-08";

const RECORD: Record = record("Messages request", FIELDS).others(Unknown::Allowed);

static REQUEST: &[Sign] = &[
    sign(
        "a block of the type `tool_use`",
        &[("messages/[]/content/[]/type", Is::Like(&["tool_use", "server_tool_use"]))],
    ),
    sign("a block of the type `tool_result`", &[("messages/[]/content/[]/type", Is::Like(&["tool_result"]))]),
    sign("`tools` with an `input_schema`", &[("tools/[]/input_schema", Is::There), ("messages", Is::Array)]),
    members(&[&[("messages", Is::Array)], WEAK, WEAK]),
];

/// Members that few other formats have.
const WEAK: &[Mark] = &[there("max_tokens"), there("stop_sequences"), there("anthropic_version"), there("thinking")];

static CONVERSATION: Conversation = Conversation {
    turns: "messages",
    order: Order::Together,
    earlier: &[],
    names: ToolNames {
        marks: "_-",
        in_words: "letters, digits, `_` and `-`",
        longest: 64,
        accepted: 128,
        severity: Error,
    },
    longest_id: None,
    longest_arguments: None,
    schemas: SchemaRules {
        untyped: Error,
        refused: &["oneOf", "anyOf", "allOf"],
        needs_items: false,
        has_capitals: false,
    },
    learns: false,
};

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("model",      text(Form::Free, Some(Error)), "The model that answers."),
    field("max_tokens", count(Error),                  "The most tokens of the answer."),
    field("messages",   Shape::List(&MESSAGES),        "The conversation so far.").required(Error),
    field("tools",      Shape::List(&TOOLS),           "The tools that the model may call."),
];

static MESSAGES: List = list(field("", Shape::Record(&MESSAGE), "A message."));
static MESSAGE: Record = record("message", MESSAGE_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static MESSAGE_FIELDS: &[Field] = &[
    field("role",    text(Form::Word(&ROLES), Some(Error)), "Who speaks; what tools return is said by the `user`.").required(Error),
    field("content", block::CONTENT,                        "What is said, called or returned.").required(Error),
];

static ROLES: Words = Words {
    meant: &[
        ("tool", "user"),
        ("human", "user"),
        ("function", "user"),
        ("ai", "assistant"),
        ("model", "assistant"),
        ("bot", "assistant"),
    ],
    ..words(&["user", "assistant", "system"], Error)
};

static TOOLS: List = list(field("", Shape::Record(&TOOL), "A tool.")).at_least(1, Warning);
static TOOL: Record = record("tool", TOOL_FIELDS).others(Unknown::Allowed).role(&DECLARED);
static DECLARED: CallRole = CallRole::Tool(DeclaredTool {
    name: "name",
    description: "description",
    schema: "input_schema",
    output: "",
    strict: "strict",
});

#[rustfmt::skip] // One row per field.
static TOOL_FIELDS: &[Field] = &[
    field("name",         text(Form::Free, Some(Error)), "The name by which the model calls it.").required(Error),
    field("description",  SAID,                   "What it is for."),
    field("input_schema", Shape::Object,                 "The JSON Schema of its input.").required(Error).when(&[("type", crate::spec::Should::BeAbsent)])
        .aliases(&[alias("parameters"), alias("inputSchema")]).absent(Absent::Unknown),
    field("type",         text(Form::Free, None),        "The kind of a tool that the service runs; without it, or with `custom`, the program runs it."),
    field("strict",       Shape::Flag,                   "Whether the input must match the schema, which must then be in the strict subset."),
];
