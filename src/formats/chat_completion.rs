//! Chat completions with tools: requests, responses, chunks of a stream, examples for training, and lines of a batch.
//! The arguments of a call are JSON in a string.

mod batch;
mod choice;
mod example;
mod log;
mod message;
mod response;
mod tool;

use crate::rules;
use crate::severity::Severity::{Error, Info, Warning};
use crate::spec::{
    AnswerSchema, CallFile, CallRole, ChoiceForms, Condition, Conversation, Field, Form, Format, FragmentsFile, Is,
    Mark, Order, Record, SCHEMAS, SchemaRules, Shape, Should, Sign, ToolNames, Unknown, check, field, format, members,
    record, sign, text, there,
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
    &batch::INPUT,
    &batch::OUTPUT,
    &log::PREFERENCE,
    &log::FORMAT,
    &response::RESPONSE,
    &response::CHUNK,
    &example::FORMAT,
    &log::MESSAGES,
];

const ID: &str = "chat-completion";
const VERSION: &str = "2026-08";

/// The request, which is also what a line of a batch contains.
const RECORD: Record = record("chat completion request", FIELDS).conditions(CONDITIONS).others(Unknown::Allowed);

const OLD_TOOLS: Condition =
    check("functions", Should::BeAbsent).or(Info, &rules::DEPRECATED_FIELD, "`functions` is deprecated; use `tools`");

#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    OLD_TOOLS,
    check("function_call", Should::BeAbsent).or(Info, &rules::DEPRECATED_FIELD, "`function_call` is deprecated; use `tool_choice`"),
    // Some services have one more word, others write them in capitals.
    check("tool_choice", Should::Be(&["none", "auto", "required", "any", "NONE", "AUTO", "REQUIRED", "ANY"]))
        .or(Error, &rules::UNKNOWN_VALUE, "`tool_choice` is `{found}`; expected `none`, `auto`, `required` or an object that names a tool"),
];

static REQUEST: &[Sign] = &[
    sign(
        "`tool_calls` with `function` and `id`",
        &[("messages/[]/tool_calls/[]/function", Is::There), ("messages/[]/tool_calls/[]/id", Is::There)],
    ),
    sign(
        "`tool_calls` with `function` and `type`",
        &[("messages/[]/tool_calls/[]/function", Is::There), ("messages/[]/tool_calls/[]/type", Is::There)],
    ),
    sign(
        "a `function_call` with its `arguments`",
        &[("messages/[]/role", Is::Like(&["assistant"])), ("messages/[]/function_call/arguments", Is::There)],
    ),
    sign(
        "`tool_calls` with `custom` and `id`",
        &[("messages/[]/tool_calls/[]/custom", Is::There), ("messages/[]/tool_calls/[]/id", Is::There)],
    ),
    sign("`tools` with `custom`", &[("messages", Is::Array), ("tools/[]/custom", Is::There)]),
    sign("`tools` with a `function`", &[("messages", Is::Array), ("tools/[]/function", Is::There)]),
    sign("`tools` of the type `function`", &[("messages", Is::Array), ("tools/[]/type", Is::Like(&["function"]))]),
    members(&[&[("messages", Is::Array)], WEAK, WEAK]),
];

/// Members that few other formats have.
const WEAK: &[Mark] = &[there("parallel_tool_calls"), there("functions"), there("function_call"), there("tool_choice")];

static CONVERSATION: Conversation = RULES;

const RULES: Conversation = Conversation {
    turns: "messages",
    order: Order::Next,
    results_by: "",
    calls_by: "",
    ends_with_calls: None,
    answers: "choices",
    earlier: &[],
    reference: "",
    names: NAMES,
    longest_id: Some((40, Warning)),
    longest_arguments: Some(1 << 20),
    schemas: SchemaRules {
        untyped: Warning,
        needs_items: true,
        strict_refused: STRICT_REFUSED,
        strict_requires_all: true,
        ..SCHEMAS
    },
    renewing: &[],
    choice: Some(&CHOICE_FORMS),
    learns: false,
};

/// The names that the API accepts.
pub(super) const NAMES: ToolNames = ToolNames {
    marks: "_-",
    in_words: "letters, digits, `_` and `-`",
    longest: 64,
    accepted: 64,
    severity: Error,
    begins_with_letter: false,
    elsewhere: None,
};

/// Keywords of JSON Schema that strict tools lack.
pub(super) const STRICT_REFUSED: &[&str] =
    &["allOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas"];

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("model",               text(Form::Free, Some(Error)),  "The model that answers."),
    field("messages",            Shape::List(&message::LIST),    "The conversation so far.").required(Error),
    field("tools",               Shape::List(&tool::LIST),       "The tools that the model may call."),
    field("tool_choice",         CHOICE,                         "Whether a tool must be called: `none`, `auto`, `required`, or an object that names one."),
    field("parallel_tool_calls", Shape::Flag,                    "Whether a turn may have several calls."),
    field("functions",           Shape::List(&tool::FUNCTIONS),  "The old form of `tools`."),
    field("function_call",       OLD_CHOICE,                     "The old form of `tool_choice`."),
    field("response_format",     ANSWER_FORMAT,                  "What the answer must be, such as JSON with a schema."),
];

static CHOICE_FORMS: ChoiceForms = ChoiceForms {
    field: "tool_choice",
    named: r#"{"type": "function", "function": {"name": $}}"#,
    words: &[(&["auto"], "\"auto\""), (&["none"], "\"none\""), (&["required", "any"], "\"required\"")],
};

const CHOICE: Shape = Shape::Either(&[text(Form::Free, None), Shape::Choice(&choice::BY_TYPE)]);
const OLD_CHOICE: Shape = Shape::Either(&[text(Form::Free, None), Shape::Record(&choice::OLD)]);

const ANSWER_FORMAT: Shape = Shape::Either(&[Shape::Record(&FORM), Shape::Any]);
static FORM: Record = record("format of the answer", FORM_FIELDS).others(Unknown::Allowed);
static FORM_FIELDS: &[Field] = &[field("json_schema", JSON_SCHEMA, "The schema of the answer.")];
const JSON_SCHEMA: Shape = Shape::Either(&[Shape::Record(&ANSWER), Shape::Any]);
static ANSWER: Record = record("schema of the answer", ANSWER_FIELDS).others(Unknown::Allowed).role(&ANSWERS);
static ANSWERS: CallRole = CallRole::Answers(AnswerSchema { schema: "schema", strict: "strict" });

#[rustfmt::skip] // One row per field.
static ANSWER_FIELDS: &[Field] = &[
    field("schema", Shape::Any, "The JSON Schema."),
    field("strict", Shape::Any, "Whether the answer must match the schema, which must then be in the strict subset."),
];

/// A call alone.
pub(super) const LONE_CALL: CallFile = CallFile {
    format: FORMAT.id,
    is_of_lines: false,
    parts: [
        r#"{"model": "", "tools": "#,
        r#", "messages": [{"role": "user", "content": "."}, {"role": "assistant", "content": null, "tool_calls": ["#,
        "]}]}",
    ],
    at: "/messages/1/tool_calls/0",
    name: &["function/name", "custom/name"],
    arguments: &["function/arguments"],
    input: &["custom/input"],
};

/// A call whose arguments come in fragments, of this or another format.
pub(crate) const FRAGMENTS: FragmentsFile = FragmentsFile {
    format: FORMAT.id,
    parts: [
        r#"{"choices": [{"index": 0, "message": {"role": "assistant", "content": null, "tool_calls": [{"id": "call", "type": "function", "function": {"name": ""#,
        r#"", "arguments": ""#,
        r#""}}]}, "finish_reason": "tool_calls"}]}"#,
    ],
};
