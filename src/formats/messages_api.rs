//! The Messages API with tools: requests, responses, and lines of a batch. The input of a call is an object.

mod block;
mod log;
mod response;

use crate::rules;
use crate::severity::Severity::{Error, Info, Warning};
use crate::spec::{
    Absent, CallFile, CallRole, Choice, ChoiceForms, Condition, Conversation, DeclaredTool, Field, Form, Format, Is,
    List, Mark, Order, Record, SAID, SCHEMAS, SchemaRules, Shape, Should, Sign, ToolNames, Unknown, Words, alias,
    check, count, field, format, list, members, record, sign, text, there, words,
};

/// What a program asks, and the conversation so far.
pub(super) static FORMAT: Format = Format {
    signs: REQUEST,
    reader: "the program that asks the model",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, RECORD)
};

/// The other kinds of its files, the more telling ones first.
pub(super) static KINDS: &[&Format] = &[
    &response::TRANSCRIPT,
    &log::BATCH,
    &log::RESULT,
    &log::LOG,
    &response::START,
    &response::EVENT,
    &response::RESPONSE,
    &log::MESSAGES,
];

/// A request with tools in the form of chat completions, which would show that it is one.
pub(super) static MIXED: Format = Format {
    signs: &[
        sign("a block of the type `tool_use` or `tool_result`", &[MESSAGES_SIGN, OTHER_TOOL]),
        sign(
            "`system` and `max_tokens` next to `messages`",
            &[("messages", Is::Array), ("system", Is::There), ("max_tokens", Is::There), OTHER_TOOL],
        ),
    ],
    reader: FORMAT.reader,
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, RECORD)
};

const MESSAGES_SIGN: Mark = ("messages/[]/content/[]/type", Is::Like(&["tool_use", "tool_result"]));
const OTHER_TOOL: Mark = ("tools/[]/type", Is::Like(&["function"]));

const ID: &str = "messages-api";
const VERSION: &str = "2026-08";

const RECORD: Record = record("Messages request", FIELDS).conditions(CONDITIONS).others(Unknown::Allowed);

/// Only a request that counts tokens says nothing about the answer.
#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    check("max_tokens", Should::BeThere).when(&[("model", Should::BeThere), ("stream", Should::BeThere)])
        .or(Error, &rules::MISSING_FIELD, "Missing `max_tokens`; a Messages request requires it"),
    check("max_tokens", Should::BeThere).when(&[("model", Should::BeThere), ("stream", Should::BeAbsent), ("temperature", Should::BeThere)])
        .or(Error, &rules::MISSING_FIELD, "Missing `max_tokens`; a Messages request requires it"),
    check("max_tokens", Should::BeThere).when(&[("model", Should::BeThere), ("stream", Should::BeAbsent), ("temperature", Should::BeAbsent)])
        .or(Info, &rules::MISSING_FIELD, "Missing `max_tokens`; only a request that counts tokens may lack it"),
];

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

static CONVERSATION: Conversation = RULES;

const RULES: Conversation = Conversation {
    turns: "messages",
    order: Order::Together,
    results_by: "user",
    calls_by: "assistant",
    ends_with_calls: Some(["stop_reason", "tool_use", "end_turn"]),
    answers: "",
    earlier: &[],
    reference: "",
    names: ToolNames {
        marks: "_-",
        in_words: "letters, digits, `_` and `-`",
        longest: 64,
        accepted: 128,
        severity: Error,
        begins_with_letter: false,
        elsewhere: None,
    },
    longest_id: None,
    longest_arguments: None,
    schemas: SchemaRules {
        refused: &["oneOf", "anyOf", "allOf"],
        strict_refused: &["not", "if", "then", "else", "dependentRequired", "dependentSchemas"],
        ..SCHEMAS
    },
    renewing: &[],
    choice: Some(&CHOICE_FORMS),
    learns: false,
};

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    MODEL.required(Error).when(&[("max_tokens", Should::BeThere), ("anthropic_version", Should::BeAbsent)]),
    MAX_TOKENS,
    MESSAGES_FIELD,
    TOOLS_FIELD,
    CHOICE_FIELD,
    field("stream",            Shape::Any, "Whether the answer comes in events."),
    field("temperature",       Shape::Any, "How much the answers to the same request differ."),
    field("anthropic_version", Shape::Any, "The version of the API, in requests to clouds, which name the model elsewhere."),
];

const MODEL: Field = field("model", text(Form::Free, Some(Error)), "The model that answers.");
const MAX_TOKENS: Field = field("max_tokens", count(Error), "The most tokens of the answer.");
const MESSAGES_FIELD: Field = field("messages", Shape::List(&MESSAGES), "The conversation so far.").required(Error);
const TOOLS_FIELD: Field = field("tools", Shape::List(&TOOLS), "The tools that the model may call.");
const CHOICE_FIELD: Field =
    field("tool_choice", Shape::Choice(&CHOICE_BY_TYPE), "Whether a tool must be called, and which.");

/// The request in a line of a batch.
static PARAMS: Record = record("batched Messages request", PARAMS_FIELDS).others(Unknown::Allowed);
static PARAMS_FIELDS: &[Field] =
    &[MODEL.required(Error), MAX_TOKENS.required(Error), MESSAGES_FIELD, TOOLS_FIELD, CHOICE_FIELD];

static CHOICE_FORMS: ChoiceForms = ChoiceForms {
    field: "tool_choice",
    named: r#"{"type": "tool", "name": $}"#,
    words: &[
        (&["auto"], r#"{"type": "auto"}"#),
        (&["any", "required"], r#"{"type": "any"}"#),
        (&["none"], r#"{"type": "none"}"#),
    ],
};

static CHOICE_BY_TYPE: Choice =
    Choice { by: &["./type"], cases: &[(&["tool"], &CHOSEN)], other: &ANY_TOOL, shown: &[] };
static CHOSEN: Record = record("named tool choice", CHOSEN_FIELDS).others(Unknown::Allowed).role(&CHOSEN_ROLE);
static CHOSEN_ROLE: CallRole = CallRole::Chosen("name");
static ANY_TOOL: Record = record("tool choice", ANY_TOOL_FIELDS).others(Unknown::Allowed);
static ANY_TOOL_FIELDS: &[Field] = &[CHOICE_TYPE, ONE_ONLY];
const CHOICE_TYPE: Field =
    field("type", text(Form::Word(&CHOICE_TYPES), Some(Error)), "What is chosen.").required(Error);
static CHOICE_TYPES: Words = words(&["auto", "any", "tool", "none"], Error);
const ONE_ONLY: Field = field("disable_parallel_tool_use", Shape::Flag, "Whether a turn may have only one call.");

#[rustfmt::skip] // One row per field.
static CHOSEN_FIELDS: &[Field] = &[
    CHOICE_TYPE,
    field("name", text(Form::Free, Some(Error)), "The name of the tool.").required(Error),
    ONE_ONLY,
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

static TOOLS: List = list(field("", Shape::Choice(&TOOL_BY_TYPE), "A tool.")).at_least(1, Warning);

/// The tools of a server that the service asks have their names there.
static TOOL_BY_TYPE: Choice =
    Choice { by: &["./type"], cases: &[(&["mcp_toolset"], &TOOLSET)], other: &TOOL, shown: &[] };
static TOOLSET: Record = record("tools of a server", TOOLSET_FIELDS).others(Unknown::Allowed);
static TOOLSET_FIELDS: &[Field] = &[field("type", text(Form::Free, None), "What it is.").required(Error)];

static TOOL: Record = record("tool", TOOL_FIELDS).others(Unknown::Allowed).role(&DECLARED);
static EXAMPLES: List = list(field("", Shape::Object, "An example."));
static DECLARED: CallRole = CallRole::Tool(DeclaredTool {
    name: "name",
    description: "description",
    schema: "input_schema",
    output: "",
    strict: "strict",
    examples: "input_examples",
});

#[rustfmt::skip] // One row per field.
static TOOL_FIELDS: &[Field] = &[
    field("name",         text(Form::Free, Some(Error)), "The name by which the model calls it.").required(Error),
    field("description",  SAID,                   "What it is for."),
    field("input_schema", Shape::Object,                 "The JSON Schema of its input.").required(Error).when(&[("type", Should::BeAbsent)])
        .aliases(&[alias("parameters"), alias("inputSchema")]).absent(Absent::Unknown),
    field("type",         text(Form::Free, None),        "The kind of a tool that the service runs; without it, or with `custom`, the program runs it."),
    field("strict",       Shape::Flag,                   "Whether the input must match the schema, which must then be in the strict subset."),
    field("input_examples", Shape::List(&EXAMPLES),      "Examples of its input."),
];

/// A call alone.
pub(super) const LONE_CALL: CallFile = CallFile {
    format: FORMAT.id,
    is_of_lines: false,
    parts: [
        r#"{"model": "", "max_tokens": 1, "tools": "#,
        r#", "messages": [{"role": "user", "content": "."}, {"role": "assistant", "content": ["#,
        "]}]}",
    ],
    at: "/messages/1/content/0",
    name: &["name"],
    arguments: &["input"],
    input: &[],
};
