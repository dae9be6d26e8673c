//! A message of a conversation, and the calls in it.

use crate::rules;
use crate::severity::Severity::{Error, Info};
use crate::spec::{
    Absent, Call, CallResult, CallRole, Check, Choice, Condition, Field, Form, List, Record, SAID, Shape, Should,
    Source, Test, Unknown, Words, alias, check, field, list, made_from, number, record, text, words,
};

/// The turns of a conversation.
pub(super) static LIST: List = list(field("", Shape::Choice(&BY_ROLE), "A message.")).at_least(1, Error);

/// Who speaks decides what a message needs.
static BY_ROLE: Choice = Choice {
    by: &["./role"],
    cases: &[
        (&["assistant"], &ASSISTANT),
        (&["tool"], &RESULT),
        (&["function"], &OLD_RESULT),
        (&["developer", "system", "user"], &SPEECH),
    ],
    other: &OTHER,
    shown: &[("tool_calls", &ASSISTANT), ("tool_call_id", &RESULT)],
};

/// The roles of other messages; what is no role is a finding of its own.
const BUT_ASSISTANT: Test = ("role", Should::Be(&["developer", "system", "user", "tool", "function"]));
const BUT_TOOL: Test = ("role", Should::Be(&["developer", "system", "user", "assistant", "function"]));

static SPEECH: Record = record("message", SPEECH_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static SPEECH_FIELDS: &[Field] = &[
    ROLE,
    field("content", CONTENT, "What is said.").required(Error),
    field("name",    SAID,    "Who says it."),
];

static OTHER: Record = record("message", OTHER_FIELDS).others(Unknown::Allowed);
static OTHER_FIELDS: &[Field] = &[ROLE];

/// What the model has said, and what it has called.
static ASSISTANT: Record =
    record("assistant message", ASSISTANT_FIELDS).conditions(CONDITIONS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static ASSISTANT_FIELDS: &[Field] = &[
    ROLE,
    MODEL_CONTENT,
    field("name",          SAID,                           "Who says it."),
    field("tool_calls",    Shape::Nullable(&CALLS),        "The tools that the model calls.").aliases(&[alias("toolCalls")]),
    OLD_FIELD,
    REFUSAL,
    AUDIO,
    field("weight",        Shape::Number(number("").whole(Error).from(0, Error).up_to(1, Error)), "In training: whether the model learns this message, 0 or 1."),
];

/// What the model says in a response. Some servers write an empty list where there are no calls.
pub(super) static REPLY: Record = record("reply", REPLY_FIELDS).conditions(REPLY_CONDITIONS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static REPLY_FIELDS: &[Field] = &[
    ROLE,
    MODEL_CONTENT.when(SILENT_REPLY),
    field("tool_calls",    Shape::Nullable(&ANY_CALLS),    "The tools that the model calls.").aliases(&[alias("toolCalls")]),
    OLD_FIELD,
    REFUSAL,
    AUDIO,
];

const MODEL_CONTENT: Field =
    field("content", NULLABLE, "What the model says; null or absent next to calls.").required(Error).when(SILENT);
const OLD_FIELD: Field =
    field("function_call", Shape::Nullable(&OLD), "The old form of `tool_calls`: one call without an id.");
const REFUSAL: Field = field("refusal", Shape::Nullable(&WORDS_SHAPE), "Why the model does not answer.");
const AUDIO: Field = field("audio", Shape::Nullable(&OBJECT), "The answer as sound.");

static WORDS_SHAPE: Shape = SAID;
static OBJECT: Shape = Shape::Object;

const SILENT: &[Test] = &[
    ("tool_calls", Should::BeAbsent),
    ("function_call", Should::BeAbsent),
    ("refusal", Should::BeAbsent),
    ("audio", Should::BeAbsent),
];

/// Nothing may be left of an answer that was filtered or cut off.
const SILENT_REPLY: &[Test] = &[
    ("tool_calls", Should::BeAbsent),
    ("function_call", Should::BeAbsent),
    ("refusal", Should::BeAbsent),
    ("audio", Should::BeAbsent),
    ("../finish_reason", Should::NotBe(&["content_filter", "length"])),
];

static CONDITIONS: &[Condition] =
    &[OTHER_ROLE, NO_CONTENT.when(SILENT).or(Error, &rules::MISSING_FIELD, NO_CONTENT_SAYS), OLD_FORM, BOTH_CALLS];
static REPLY_CONDITIONS: &[Condition] = &[
    OTHER_ROLE,
    NO_CONTENT.when(SILENT_REPLY).or(Error, &rules::MISSING_FIELD, NO_CONTENT_SAYS),
    OLD_FORM,
    BOTH_CALLS,
];

const OTHER_ROLE: Condition = check("role", Should::Be(&["assistant"]))
    .when(&[BUT_ASSISTANT])
    .suggest("\"assistant\"")
    .or(Error, &rules::VALUE_MISMATCH, "`role` is `{found}`, but only messages of the `assistant` have `tool_calls`");
const NO_CONTENT: Check = check("content", Should::NotBeNull);
const NO_CONTENT_SAYS: &str = "`content` is null; an assistant message without calls requires it";
const OLD_FORM: Condition = check("function_call", Should::BeAbsent).when(&[("tool_calls", Should::BeAbsent)]).or(
    Info,
    &rules::DEPRECATED_FIELD,
    "`function_call` is deprecated; use `tool_calls`",
);
const BOTH_CALLS: Condition = check("function_call", Should::BeAbsent).when(&[("tool_calls", Should::BeThere)]).or(
    Error,
    &rules::UNEXPECTED_FIELD,
    "`function_call` is not used next to `tool_calls`",
);

static RESULT: Record =
    record("tool message", RESULT_FIELDS).conditions(RESULT_CONDITIONS).others(Unknown::Allowed).role(&ANSWERS);
#[rustfmt::skip] // One row per condition.
static RESULT_CONDITIONS: &[Condition] = &[
    check("role", Should::Be(&["tool"])).when(&[BUT_TOOL]).suggest("\"tool\"")
        .or(Error, &rules::VALUE_MISMATCH, "`role` is `{found}`, but only messages of a `tool` have `tool_call_id`"),
];
static ANSWERS: CallRole = CallRole::Answer(CallResult { call: "tool_call_id", text: "" });

#[rustfmt::skip] // One row per field.
static RESULT_FIELDS: &[Field] = &[
    ROLE,
    field("content",      CONTENT,                       "What the tool returned.").required(Error),
    field("tool_call_id", text(Form::Free, Some(Error)), "The id of the call that this answers.").required(Error).aliases(&[alias("tool_use_id"), alias("call_id")]),
    field("name",         SAID,                          "The name of the tool."),
];

static OLD_RESULT: Record =
    record("function message", OLD_RESULT_FIELDS).conditions(OLD_CONDITIONS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per condition.
static OLD_CONDITIONS: &[Condition] = &[
    check("role", Should::NotBe(&["function"]))
        .or(Info, &rules::DEPRECATED_FIELD, "The role `function` is deprecated; use `tool`"),
];

#[rustfmt::skip] // One row per field.
static OLD_RESULT_FIELDS: &[Field] = &[
    ROLE,
    field("content", NULLABLE,                      "What the function returned.").required(Error),
    field("name",    text(Form::Free, Some(Error)), "The name of the function.").required(Error),
];

const ROLE: Field = field("role", text(Form::Word(&ROLES), Some(Error)), "Who speaks.").required(Error);

static ROLES: Words = Words {
    meant: &[
        ("bot", "assistant"),
        ("ai", "assistant"),
        ("model", "assistant"),
        ("human", "user"),
        ("function_result", "tool"),
        ("tool_result", "tool"),
    ],
    ..words(&["developer", "system", "user", "assistant", "tool", "function"], Error)
};

/// A text, or a list of its parts.
const CONTENT: Shape = Shape::Either(&[SAID, Shape::List(&PARTS)]);
static SAID_OR_PARTS: Shape = CONTENT;
const NULLABLE: Shape = Shape::Nullable(&SAID_OR_PARTS);

/// The parts of a text.
static PARTS: List = list(field("", Shape::Choice(&PART), "A part."));
static PART: Choice = Choice { by: &["./type"], cases: &[(&["image_url"], &IMAGE)], other: &OTHER_PART, shown: &[] };

static OTHER_PART: Record = record("part", &[PART_TYPE]).conditions(OF_PARTS).others(Unknown::Allowed);
const PART_TYPE: Field = field("type", text(Form::Free, None), "What it is.");

/// What the parts of another API are called.
#[rustfmt::skip] // One row per condition.
static OF_PARTS: &[Condition] = &[
    check("type", Should::NotBe(&["input_text", "output_text"])).suggest("\"text\"")
        .or(Error, &rules::UNKNOWN_VALUE, "`type` is `{found}`; expected `text`"),
];

static IMAGE: Record = record("image", IMAGE_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static IMAGE_FIELDS: &[Field] = &[
    PART_TYPE,
    // Some services accept the address alone.
    field("image_url", Shape::Record(&URL), "Where the image is.").instead(&WORDS_SHAPE, Info),
];

static URL: Record = record("address of an image", URL_FIELDS)
    .others(Unknown::Allowed)
    .made_from(&[made_from(Source::Text, "{\"url\": $}")]);
static URL_FIELDS: &[Field] = &[field("url", SAID, "The address, or the data.").required(Error)];

static CALLS: Shape = Shape::List(&CALL_LIST);
static CALL_LIST: List = list(field("", Shape::Choice(&BY_TYPE), "A call.")).at_least(1, Error);
static ANY_CALLS: Shape = Shape::List(&ANY_CALL_LIST);
static ANY_CALL_LIST: List = list(field("", Shape::Choice(&BY_TYPE), "A call."));

/// A call of a function, or of a tool that takes any text.
static BY_TYPE: Choice = Choice {
    by: &["./type"],
    cases: &[(&["custom"], &CUSTOM), (&["builtin_function"], &BUILT_IN)],
    other: &CALL,
    shown: &[("custom", &CUSTOM)],
};

static CALL: Record = record("tool call", CALL_FIELDS).others(Unknown::Allowed).role(&CALLED);
static CALLED: CallRole = CallRole::Call(Call { id: "id", name: "function/name", arguments: "function/arguments" });

#[rustfmt::skip] // One row per field.
static CALL_FIELDS: &[Field] = &[
    CALL_ID,
    // A service whose ids have nine letters and digits writes none.
    field("type",     text(Form::Word(&TYPES), None), "What is called: a `function`, or a `custom` tool.").required(Error).when(&[("id", Should::NotBe(&["@@@@@@@@@"]))]).absent(Absent::Json("\"function\"")),
    FUNCTION_FIELD,
];

const CALL_ID: Field = field("id", text(Form::Free, Some(Error)), "The id that the result repeats.").required(Error);
const FUNCTION_FIELD: Field =
    field("function", Shape::Record(&FUNCTION), "The tool and its arguments.").required(Error);

/// A call of a function of the service.
static BUILT_IN: Record = record("call of a built-in function", BUILT_IN_FIELDS).others(Unknown::Allowed).role(&CALLED);
#[rustfmt::skip] // One row per field.
static BUILT_IN_FIELDS: &[Field] = &[
    CALL_ID,
    field("type", text(Form::Word(&BUILT_IN_TYPES), None), "What is called.").required(Error),
    FUNCTION_FIELD,
];

static TYPES: Words = words(&["function", "custom"], Error);
static BUILT_IN_TYPES: Words = words(&["builtin_function"], Error);

/// What has `custom` is of that type.
#[rustfmt::skip] // One row per condition.
pub(super) static OF_CUSTOM: &[Condition] = &[
    check("type", Should::NotBe(&["function"])).suggest("\"custom\"")
        .or(Error, &rules::VALUE_MISMATCH, "`type` is `{found}`, but next to it is `custom`"),
];

/// What is called, and with what.
pub(super) static FUNCTION: Record = record("called function", FUNCTION_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static FUNCTION_FIELDS: &[Field] = &[
    field("name",      text(Form::Free, Some(Error)), "The name of the tool.").required(Error),
    field("arguments", Shape::Encoded(&[]),           "The arguments of the tool, as JSON in a string.").required(Error).aliases(&[alias("input"), alias("args"), alias("parameters")]),
];

static OLD: Shape = Shape::Record(&OLD_CALL);
static OLD_CALL: Record = record("called function", FUNCTION_FIELDS).others(Unknown::Allowed).role(&OLD_CALLED);
static OLD_CALLED: CallRole = CallRole::Call(Call { id: "", name: "name", arguments: "arguments" });

static CUSTOM: Record =
    record("custom call", CUSTOM_FIELDS).conditions(OF_CUSTOM).others(Unknown::Allowed).role(&CUSTOM_CALLED);
static CUSTOM_CALLED: CallRole = CallRole::Call(Call { id: "id", name: "custom/name", arguments: "" });

#[rustfmt::skip] // One row per field.
static CUSTOM_FIELDS: &[Field] = &[
    CALL_ID,
    field("type",   text(Form::Word(&TYPES), None), "What is called.").required(Error).absent(Absent::Json("\"custom\"")),
    field("custom", Shape::Record(&CUSTOM_TOOL),    "The tool and its input.").required(Error),
];

static CUSTOM_TOOL: Record = record("custom tool call", CUSTOM_TOOL_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static CUSTOM_TOOL_FIELDS: &[Field] = &[
    field("name",  text(Form::Free, Some(Error)), "The name of the tool.").required(Error),
    field("input", SAID,                          "Any text.").required(Error),
];
