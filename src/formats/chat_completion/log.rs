//! Requests next to what came of them: the lines of a log, and of a file with the better one of two answers.

use super::{CONVERSATION, ID, RECORD, RULES, VERSION, message, response, tool};
use crate::severity::Severity::Error;
use crate::spec::{
    Conversation, Field, Form, Format, Is, List, Record, Shape, Unknown, field, format, list, record, sign, text,
};

/// A request and its response: the tools of the one are those that the other may call.
pub(super) static FORMAT: Format = Format {
    signs: &[sign(
        "the `request` and the `response` of a chat completion",
        &[("request/messages", Is::Array), ("response/choices/[]/message", Is::There)],
    )],
    reader: "whoever reads the log",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, record("exchange", FIELDS).others(Unknown::Allowed))
};

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("request",  Shape::Record(&REQUEST),          "What was asked.").required(Error),
    field("response", Shape::Record(&response::RECORD), "What was answered.").required(Error),
];

static REQUEST: Record = RECORD;

/// Two answers to one request, for training.
pub(super) static PREFERENCE: Format = Format {
    signs: &[sign(
        "an `input` with `messages`, and a `preferred_output`",
        &[("input/messages", Is::Array), ("preferred_output", Is::There)],
    )],
    reader: "the service that trains a model",
    conversation: Some(&LEARNED),
    ..format(ID, VERSION, record("preference", PREFERENCE_FIELDS).others(Unknown::Allowed))
};

static LEARNED: Conversation = Conversation { learns: true, ..RULES };

#[rustfmt::skip] // One row per field.
static PREFERENCE_FIELDS: &[Field] = &[
    field("input",                Shape::Record(&INPUT),       "The conversation so far.").required(Error),
    field("preferred_output",     Shape::List(&message::LIST), "The better answer.").required(Error),
    field("non_preferred_output", Shape::List(&WORSE),         "The other answer; its calls may be wrong, so they are not judged.").required(Error),
];

static INPUT: Record = record("input", INPUT_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static INPUT_FIELDS: &[Field] = &[
    field("messages", Shape::List(&message::LIST), "The conversation so far.").required(Error),
    field("tools",    Shape::List(&TOOLS),         "The tools that the model may call; none may be."),
];
static TOOLS: List = list(field("", Shape::Choice(&tool::BY_TYPE), "A tool."));

static WORSE: List = list(field("", Shape::Record(&WORSE_MESSAGE), "A message.")).at_least(1, Error);
static WORSE_MESSAGE: Record = record("worse message", WORSE_FIELDS).others(Unknown::Allowed);
static WORSE_FIELDS: &[Field] = &[field("role", text(Form::Free, Some(Error)), "Who speaks.").required(Error)];

/// Who speaks besides the model: a list of its messages alone may be of several conversations.
const OTHERS: &[&str] = &["developer", "system", "user", "tool"];

/// The conversation alone, as programs keep it.
pub(super) static MESSAGES: Format = Format {
    signs: &[sign(
        "messages with `tool_calls`",
        &[
            ("/[]/role", Is::Like(OTHERS)),
            ("/[]/tool_calls/[]/id", Is::There),
            ("/[]/tool_calls/[]/function", Is::There),
        ],
    )],
    list: Some(&message::LIST),
    reader: "the program that goes on with the conversation",
    conversation: Some(&ALONE),
    ..format(ID, VERSION, record("list of messages", &[]).others(Unknown::Allowed))
};

static ALONE: Conversation = Conversation { turns: ID, ..RULES };
