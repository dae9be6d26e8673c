//! What the API answers: a response, or the chunks of a stream.

use super::{CONVERSATION, ID, VERSION, message};
use crate::rules;
use crate::severity::Severity::{Error, Warning};
use crate::spec::{
    CallStream, Condition, Field, Form, Format, Is, List, Measure, Record, Relation, SAID, Shape, Should, StreamEnd,
    Unknown, Words, check, count, field, format, list, record, sign, text, words,
};

/// A response.
pub(super) static RESPONSE: Format = Format {
    signs: &[
        sign(
            "the `object` of a chat completion",
            &[("object", Is::Like(&["chat.completion"])), ("choices", Is::Array)],
        ),
        sign(
            "`choices` with a `message`",
            &[("choices/[]/message", Is::There), ("choices/[]/finish_reason", Is::There)],
        ),
    ],
    reader: "the program that asked the model",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, RESPONSE_RECORD)
};

const RESPONSE_RECORD: Record = record("chat completion", FIELDS).others(Unknown::Allowed);

/// The response in an answer of a batch.
pub(super) static RECORD: Record = RESPONSE_RECORD;

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("id",      SAID,                             "The id of the response.").required(Warning),
    field("object",  text(Form::Word(&OBJECT), None),  "What it is.").required(Warning),
    field("created", count(Warning),                   "When it was written, in seconds since 1970.").required(Warning),
    field("model",   SAID,                             "The model that answered.").required(Warning),
    CHOICES_FIELD.required(Error),
];

/// The answers.
pub(super) const CHOICES_FIELD: Field = field("choices", Shape::List(&CHOICES), "The answers.");

static OBJECT: Words = words(&["chat.completion"], Error);
static CHOICES: List = list(field("", Shape::Record(&CHOICE), "An answer."));
static CHOICE: Record = record("choice", CHOICE_FIELDS).conditions(CONDITIONS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static CHOICE_FIELDS: &[Field] = &[
    field("index",         count(Warning),                     "Its number.").required(Warning),
    field("message",       Shape::Record(&message::REPLY),     "What the model says and calls.").required(Error),
    field("finish_reason", Shape::Nullable(&REASON),           "Why the model stopped.").required(Warning),
];

static REASON: Shape = text(Form::Word(&REASONS), None);
static REASONS: Words =
    Words { is_open: true, ..words(&["stop", "length", "tool_calls", "content_filter", "function_call"], Warning) };

/// At least one item.
const ANY: Should = Should::Compare(Measure::Items, Relation::AtLeast, 1, &[]);

const STOPPED: &str = "`finish_reason` is `stop`, but there are calls; it is right only if the request names the tool";

#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    check("finish_reason", Should::NotBe(&["tool_calls"])).when(&[("message/tool_calls", Should::BeAbsent), ("message/role", Should::BeThere)])
        .or(Warning, &rules::VALUE_MISMATCH, "`finish_reason` is `tool_calls`, but there are no calls"),
    // It is right if the request names the tool that must be called, which only a log shows.
    check("finish_reason", Should::NotBe(&["stop"])).when(&[("message/tool_calls", ANY), ("/request/tool_choice", Should::BeAbsent)])
        .or(Warning, &rules::VALUE_MISMATCH, STOPPED),
    check("finish_reason", Should::NotBe(&["stop"])).when(&[("message/tool_calls", ANY), ("/request/tool_choice", Should::Be(&["auto", "none", "required"]))])
        .or(Warning, &rules::VALUE_MISMATCH, STOPPED),
];

/// A part of a stream; its fragments are judged when they are joined.
pub(super) static CHUNK: Format = Format {
    signs: &[
        sign("the `object` of a chunk", &[("object", Is::Like(&["chat.completion.chunk"])), ("choices", Is::Array)]),
        sign("`choices` with a `delta`", &[("choices/[]/delta", Is::There), ("choices/[]/index", Is::There)]),
    ],
    reader: "the program that joins the stream",
    stream: Some(&STREAM),
    ..format(ID, VERSION, record("chunk of a chat completion", CHUNK_FIELDS).others(Unknown::Allowed))
};

static STREAM: CallStream = CallStream {
    begins: None,
    lists: &["choices", "delta/tool_calls"],
    keys: &[&["id"], &["index"], &["index"]],
    kind: None,
    id: "id",
    name: "function/name",
    fragment: "function/arguments",
    end: StreamEnd { level: 1, path: "finish_reason", is: None, whole: None },
    repeats: None,
};

#[rustfmt::skip] // One row per field.
static CHUNK_FIELDS: &[Field] = &[
    field("id",      SAID,                  "The id of the response.").required(Warning),
    field("choices", Shape::List(&PARTS),   "The parts of the answers.").required(Error),
];

static PARTS: List = list(field("", Shape::Record(&PART), "A part of an answer."));
static PART: Record = record("choice of a chunk", PART_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static PART_FIELDS: &[Field] = &[
    field("index", count(Warning),          "The number of the answer.").required(Warning),
    field("delta", Shape::Record(&DELTA),   "What is added.").required(Error),
];

static DELTA: Record = record("delta", DELTA_FIELDS).others(Unknown::Allowed);
static DELTA_FIELDS: &[Field] = &[field("tool_calls", Shape::Nullable(&FRAGMENTS), "Fragments of calls.")];
static FRAGMENTS: Shape = Shape::List(&FRAGMENT_LIST);
static FRAGMENT_LIST: List = list(field("", Shape::Record(&FRAGMENT), "A fragment of a call."));
static FRAGMENT: Record = record("fragment", FRAGMENT_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static FRAGMENT_FIELDS: &[Field] = &[
    field("index",    count(Error),             "The number of the call, by which readers join the fragments.").required(Error),
    field("function", Shape::Nullable(&CALLED), "What is added to the call."),
];

static CALLED: Shape = Shape::Record(&CALLED_PART);
static CALLED_PART: Record = record("function of a fragment", CALLED_FIELDS).others(Unknown::Allowed);
static CALLED_FIELDS: &[Field] =
    &[field("arguments", Shape::Nullable(&ADDED), "What is added to the arguments: a text.")];
static ADDED: Shape = SAID;
