//! What the API answers: a response, the events of a stream, and the lines of a transcript.

use super::{CONVERSATION, ID, VERSION, block};
use crate::rules;
use crate::severity::Severity::{Error, Warning};
use crate::spec::{
    CallStream, Condition, Field, Form, Format, Is, Record, Shape, Should, StreamEnd, TurnRecords, Unknown, Words,
    check, field, format, record, sign, text, words,
};

/// A response.
pub(super) static RESPONSE: Format = Format {
    signs: &[
        sign(
            "the `type` of a message, and `content`",
            &[("type", Is::Like(&["message"])), ("content", Is::Array), ("stop_reason", Is::There)],
        ),
        sign(
            "a block of the type `tool_use`",
            &[("content/[]/type", Is::Like(&["tool_use"])), ("role", Is::Like(&["assistant"]))],
        ),
    ],
    reader: "the program that asked the model",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, MESSAGE)
};

pub(super) const MESSAGE: Record = record("Messages response", FIELDS).conditions(CONDITIONS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("id",          text(Form::Free, None),                "The id of the response.").required(Warning),
    field("type",        text(Form::Word(&MESSAGES), None),     "What it is.").required(Warning),
    field("role",        text(Form::Word(&ROLES), None),        "Who speaks.").required(Error),
    field("content",     Shape::List(&block::BLOCKS),           "What the model says and calls.").required(Error),
    field("stop_reason", Shape::Nullable(&REASON),              "Why the model stopped.").required(Warning),
];

static MESSAGES: Words = words(&["message"], Error);
static ROLES: Words = words(&["assistant"], Error);
static REASON: Shape = text(Form::Free, None);

/// Other APIs have other words for why a model stopped.
#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    check("stop_reason", Should::NotBe(&["tool_calls", "function_call"])).suggest("\"tool_use\"")
        .or(Error, &rules::UNKNOWN_VALUE, "`stop_reason` is `{found}`; expected `tool_use`"),
    check("stop_reason", Should::NotBe(&["stop"])).suggest("\"end_turn\"")
        .or(Error, &rules::UNKNOWN_VALUE, "`stop_reason` is `{found}`; expected `end_turn`"),
    check("stop_reason", Should::NotBe(&["length"])).suggest("\"max_tokens\"")
        .or(Error, &rules::UNKNOWN_VALUE, "`stop_reason` is `{found}`; expected `max_tokens`"),
];

/// The event with which a block begins. The input of a call is in fragments that follow, or already complete.
pub(super) static START: Format = Format {
    signs: &[sign(
        "the `type` of an event of a block",
        &[("type", Is::Like(&["content_block_start"])), ("index", Is::There)],
    )],
    reader: "the program that joins the stream",
    stream: Some(&STREAM),
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, record("start of a block", START_FIELDS).others(Unknown::Allowed))
};

static START_FIELDS: &[Field] = &[field("content_block", Shape::Choice(&block::BY_TYPE), "The block so far.")];

/// An event of a stream; fragments of an input are judged when they are joined.
pub(super) static EVENT: Format = Format {
    signs: &[
        sign(
            "the `type` of an event, and its `message`",
            &[("type", Is::Like(&["message_start"])), ("message", Is::There)],
        ),
        sign("the `type` of an event of a block", &[("type", Is::Like(&["content_block_*"])), ("index", Is::There)]),
        sign("the `type` of an event", &[("type", Is::Like(&["message_delta"])), ("delta", Is::There)]),
        sign("the `type` of an event", &[("type", Is::Like(&["message_stop"]))]),
    ],
    reader: "the program that joins the stream",
    stream: Some(&STREAM),
    ..format(ID, VERSION, record("event of a Messages stream", EVENT_FIELDS).others(Unknown::Allowed))
};

static STREAM: CallStream = CallStream {
    begins: Some("message_start"),
    lists: &[],
    keys: &[&["index"]],
    kind: None,
    id: "content_block/id",
    name: "content_block/name",
    fragment: "delta/partial_json",
    end: StreamEnd { level: 0, path: "type", is: Some("content_block_stop"), whole: None },
    repeats: None,
};

static EVENT_FIELDS: &[Field] = &[field("type", text(Form::Free, Some(Error)), "What happened.").required(Error)];

/// A line of a transcript: its shape is no stable interface, so that only what is called is judged.
pub(super) static TRANSCRIPT: Format = Format {
    signs: &[
        sign(
            "the `message` of a transcript",
            &[("message/content", Is::There), ("uuid", Is::There), ("sessionId", Is::There)],
        ),
        sign(
            "the `message` of a transcript",
            &[("message/content", Is::There), ("uuid", Is::There), ("parentUuid", Is::There)],
        ),
    ],
    reader: "the assistant that continues the session",
    turns: Some(&TurnRecords { keys: &["sessionId", "isSidechain", "agentId"], turn: "message/id", other_call: "" }),
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, record("line of a transcript", TRANSCRIPT_FIELDS).others(Unknown::Allowed))
};

static TRANSCRIPT_FIELDS: &[Field] = &[field("message", Shape::Record(&TURN), "What is said, called or returned.")];
static TURN: Record = record("message of a transcript", TURN_FIELDS).others(Unknown::Allowed);
static TURN_FIELDS: &[Field] = &[field("content", block::CONTENT, "What is said, called or returned.")];
