//! The items of a conversation: messages, calls and their outputs.

use crate::rules;
use crate::severity::Severity::{Error, Warning};
use crate::spec::{
    Call, CallResult, CallRole, Choice, Condition, Field, Form, List, OtherResult, Record, SAID, Shape, Should,
    Unknown, Words, alias, check, field, list, record, text, words,
};

/// The items.
pub(super) static LIST: List = list(field("", Shape::Choice(&BY_TYPE), "An item."));

/// What an item is decides what is in it.
pub(super) static BY_TYPE: Choice = Choice {
    by: &["./type"],
    cases: &[
        (&["message"], &MESSAGE),
        (&["function_call"], &CALL),
        (&["function_call_output"], &OUTPUT),
        (&["tool_search_call"], &SEARCH),
        (&["custom_tool_call"], &CUSTOM),
        (&["custom_tool_call_output"], &CUSTOM_OUTPUT),
        (&["mcp_call"], &MCP),
        (&["tool_search_output"], &FOUND),
    ],
    other: &OTHER,
    shown: &[],
};

/// A message needs no `type`.
static OTHER: Record =
    record("item", OTHER_FIELDS).conditions(OF_OTHER_APIS).others(Unknown::Allowed).role(&OTHER_ANSWER);
static OTHER_ANSWER: CallRole = CallRole::OtherAnswer(OtherResult {
    role: "tool",
    call: "tool_call_id",
    instead: "\"type\": \"function_call_output\"",
    names: &[("tool_call_id", "call_id"), ("content", "output")],
    calls: "tool_calls",
});

#[rustfmt::skip] // One row per field.
static OTHER_FIELDS: &[Field] = &[
    field("type",    Shape::Any,                                            "What it is; a message needs none."),
    field("role",    Shape::Nullable(&WHO),                                 "Who speaks, in a message."),
    field("content", Shape::Either(&[Shape::List(&SAID_PARTS), Shape::Any]), "What is said, in a message."),
];
static WHO: Shape = SAID;

/// What other APIs have in messages is an item of its own here.
#[rustfmt::skip] // One row per condition.
static OF_OTHER_APIS: &[Condition] = &[
    check("role", Should::NotBe(&["tool", "function"])).when(&[("type", Should::BeAbsent)])
        .or(Error, &rules::UNKNOWN_VALUE, "`role` is `{found}`; what a tool returned is an item of the type `function_call_output`"),
];

static MESSAGE: Record = record("message", MESSAGE_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static MESSAGE_FIELDS: &[Field] = &[
    field("role",    Shape::Any,                                            "Who speaks, in a message."),
    field("content", Shape::Either(&[Shape::List(&SAID_PARTS), Shape::Any]), "What is said, in a message."),
];

static SAID_PARTS: List = list(field("", Shape::Either(&[Shape::Record(&PART), Shape::Any]), "A part."));
static PART: Record = record("part", PART_FIELDS).conditions(OF_PARTS).others(Unknown::Allowed);
// Other kinds of items may have anything in their content.
static PART_FIELDS: &[Field] = &[field("type", text(Form::Free, None), "What it is.").mistyped(Warning)];

/// What is read and what is written differ in their names.
#[rustfmt::skip] // One row per condition.
static OF_PARTS: &[Condition] = &[
    check("type", Should::NotBe(&["text"])).when(&[("../../role", Should::Be(&["user", "system", "developer"]))]).suggest("\"input_text\"")
        .or(Error, &rules::UNKNOWN_VALUE, "`type` is `{found}`; expected `input_text`"),
    check("type", Should::NotBe(&["text", "input_text"])).when(&[("../../role", Should::Be(&["assistant"]))]).suggest("\"output_text\"")
        .or(Error, &rules::UNKNOWN_VALUE, "`type` is `{found}`; expected `output_text` in what the assistant says"),
];

const TYPE: Field = field("type", text(Form::Free, Some(Error)), "What it is.").required(Error);
const CALL_ID: Field = field("call_id", text(Form::Free, Some(Error)), "The id that the output repeats.")
    .required(Error)
    .aliases(&[alias("tool_call_id"), alias("tool_use_id")]);
const NAME: Field = field("name", text(Form::Free, Some(Error)), "The name of the tool.").required(Error);

/// What calls and results of other APIs are called.
static CALL_TYPES: Words = Words {
    meant: &[("tool_call", "function_call"), ("tool_use", "function_call")],
    ..words(&["function_call"], Error)
};
static OUTPUT_TYPES: Words = Words {
    meant: &[("function_call_result", "function_call_output"), ("tool_result", "function_call_output")],
    ..words(&["function_call_output", "custom_tool_call_output"], Error)
};

static CALL: Record = record("`function_call` item", CALL_FIELDS).others(Unknown::Allowed).role(&CALLED);
static CALLED: CallRole = CallRole::Call(Call { id: "call_id", name: "name", arguments: "arguments" });

#[rustfmt::skip] // One row per field.
static CALL_FIELDS: &[Field] = &[
    field("type", text(Form::Word(&CALL_TYPES), Some(Error)), "What it is.").required(Error),
    CALL_ID,
    NAME,
    field("arguments", Shape::Encoded(&[]), "The arguments of the tool, as JSON in a string.").required(Error),
];

static OUTPUT: Record = record("`function_call_output` item", OUTPUT_FIELDS).others(Unknown::Allowed).role(&ANSWERS);
static ANSWERS: CallRole = CallRole::Answer(CallResult { call: "call_id", text: "output" });

#[rustfmt::skip] // One row per field.
static OUTPUT_FIELDS: &[Field] = &[
    field("type", text(Form::Word(&OUTPUT_TYPES), Some(Error)), "What it is.").required(Error),
    CALL_ID,
    field("output", Shape::Either(&[SAID, Shape::List(&PARTS)]), "What the tool returned.").required(Error).aliases(&[alias("content")]),
];

static PARTS: List = list(field("", Shape::Object, "A part."));

static SEARCH: Record = record("`tool_search_call` item", SEARCH_FIELDS).others(Unknown::Allowed);
static SEARCH_FIELDS: &[Field] =
    &[TYPE, field("arguments", Shape::Arguments, "What is searched for: an object here.").required(Error)];

/// The tools that were found may be called.
static FOUND: Record = record("`tool_search_output` item", FOUND_FIELDS).others(Unknown::Allowed);
static FOUND_FIELDS: &[Field] = &[TYPE, field("tools", Shape::List(&super::TOOLS), "The tools that were found.")];

static CUSTOM: Record = record("`custom_tool_call` item", CUSTOM_FIELDS).others(Unknown::Allowed).role(&CUSTOM_CALLED);
static CUSTOM_CALLED: CallRole = CallRole::Call(Call { id: "call_id", name: "name", arguments: "" });
static CUSTOM_FIELDS: &[Field] = &[TYPE, CALL_ID, NAME, field("input", SAID, "Any text.").required(Error)];

static CUSTOM_OUTPUT: Record =
    record("`custom_tool_call_output` item", OUTPUT_FIELDS).others(Unknown::Allowed).role(&CUSTOM_ANSWERS);
static CUSTOM_ANSWERS: CallRole = CallRole::Answer(CallResult { call: "call_id", text: "" });

/// It carries its own result.
static MCP: Record = record("`mcp_call` item", MCP_FIELDS).others(Unknown::Allowed);
static MCP_FIELDS: &[Field] = &[
    TYPE,
    NAME,
    field("arguments", Shape::Encoded(&[]), "The arguments of the tool, as JSON in a string.").required(Error),
];
