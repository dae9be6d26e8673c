//! The blocks of a message: what is said, calls and their results.

use crate::rules;
use crate::severity::Severity::Error;
use crate::spec::{
    Absent, Call, CallResult, CallRole, Choice, Condition, Field, Form, List, Record, SAID, Shape, Should, Test,
    Unknown, Words, alias, check, field, list, record, text, words,
};

/// A text, or a list of blocks.
pub(super) const CONTENT: Shape = Shape::Either(&[SAID, Shape::List(&BLOCKS)]);

/// The blocks of a message.
pub(super) static BLOCKS: List = list(field("", Shape::Choice(&BY_TYPE), "A block."));

/// What a block is decides what is in it.
pub(super) static BY_TYPE: Choice = Choice {
    by: &["./type"],
    cases: &[(&["tool_use"], &CALL), (&["tool_result"], &RESULT), (&["server_tool_use"], &SERVER_CALL)],
    other: &OTHER,
    shown: &[],
};

static OTHER: Record = record("block", OTHER_FIELDS).conditions(OF_OTHER_APIS).others(Unknown::Allowed);
static OTHER_FIELDS: &[Field] = &[TYPE];
const TYPE: Field = field("type", text(Form::Free, Some(Error)), "What the block is.").required(Error);

/// Not in a transcript, whose blocks are no stable interface.
const IN_API: &[Test] = &[("/uuid", Should::BeAbsent)];

/// What the blocks of other APIs are called.
#[rustfmt::skip] // One row per condition.
static OF_OTHER_APIS: &[Condition] = &[
    check("type", Should::NotBe(&["input_text", "output_text"])).when(IN_API).suggest("\"text\"")
        .or(Error, &rules::UNKNOWN_VALUE, "`type` is `{found}`; expected `text`"),
    check("type", Should::NotBe(&["image_url", "input_image"])).when(IN_API)
        .or(Error, &rules::UNKNOWN_VALUE, "`type` is `{found}`; expected `image`, whose data or address is in its `source`"),
];

/// What calls and results of other APIs are called.
static CALL_TYPES: Words = Words {
    meant: &[("tool_call", "tool_use"), ("function_call", "tool_use")],
    ..words(&["tool_use", "server_tool_use"], Error)
};
static RESULT_TYPES: Words = Words {
    meant: &[("tool_response", "tool_result"), ("function_call_output", "tool_result")],
    ..words(&["tool_result"], Error)
};

static CALL: Record = record("`tool_use` block", CALL_FIELDS).others(Unknown::Allowed).role(&CALLED);
static CALLED: CallRole = CallRole::Call(Call { id: "id", name: "name", arguments: "input" });
static SERVER_CALL: Record = record("`server_tool_use` block", CALL_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static CALL_FIELDS: &[Field] = &[
    field("type",  text(Form::Word(&CALL_TYPES), Some(Error)), "What the block is.").required(Error),
    field("id",    text(Form::Free, Some(Error)), "The id that the result repeats.").required(Error),
    field("name",  text(Form::Free, Some(Error)), "The name of the tool.").required(Error),
    field("input", Shape::Arguments,              "The input of the tool; `{}` if there is none.").required(Error).absent(Absent::JsonBeside(&[("name", "{}")])).aliases(&[alias("arguments"), alias("args")]),
];

static RESULT: Record = record("`tool_result` block", RESULT_FIELDS).others(Unknown::Allowed).role(&ANSWERS);
static ANSWERS: CallRole = CallRole::Answer(CallResult { call: "tool_use_id", text: "" });

#[rustfmt::skip] // One row per field.
static RESULT_FIELDS: &[Field] = &[
    field("type",        text(Form::Word(&RESULT_TYPES), Some(Error)), "What the block is.").required(Error),
    field("tool_use_id", text(Form::Free, Some(Error)), "The id of the call that this answers.").required(Error).aliases(&[alias("tool_call_id"), alias("id").likely()]),
    field("content",     PARTS,                         "What the tool returned; may be absent.").aliases(&[alias("output")]),
    field("is_error",    Shape::Flag,                   "Whether the tool failed.").aliases(&[alias("isError")]),
];

const PARTS: Shape = Shape::Either(&[SAID, Shape::List(&PART_LIST)]);
static PART_LIST: List = list(field("", Shape::Object, "A part."));
