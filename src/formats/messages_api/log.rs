//! The lines of a batch and of a log: a request, what came of one, and both.

use super::response::MESSAGE;
use super::{CONVERSATION, ID, PARAMS, RECORD, RULES, VERSION};
use crate::severity::Severity::Error;
use crate::spec::{Conversation, Field, Form, Format, Is, Record, Shape, Unknown, field, format, record, sign, text};

/// A request of a batch.
pub(super) static BATCH: Format = Format {
    signs: &[sign(
        "a `custom_id`, and `params` with `messages`",
        &[("custom_id", Is::There), ("params/messages", Is::Array)],
    )],
    reader: "the service that runs the batch",
    conversation: Some(&CONVERSATION),
    again: &[
        sign("`params` with `messages`", &[("params/messages", Is::Array)]),
        sign("a `custom_id`", &[("custom_id", Is::There)]),
    ],
    ..format(ID, VERSION, record("batch request", BATCH_FIELDS).others(Unknown::Allowed))
};

#[rustfmt::skip] // One row per field.
static BATCH_FIELDS: &[Field] = &[
    field("custom_id", text(Form::Free, Some(Error)), "The id by which the answer is found.").required(Error),
    field("params",    Shape::Record(&PARAMS),        "The request.").required(Error),
];

static REQUEST: Record = RECORD;

/// What came of a request.
pub(super) static RESULT: Format = Format {
    signs: &[sign(
        "a `custom_id`, and a `result` with its `type`",
        &[("custom_id", Is::There), ("result/type", Is::There)],
    )],
    reader: "the program that collects the answers",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, record("batch answer", RESULT_FIELDS).others(Unknown::Allowed))
};

#[rustfmt::skip] // One row per field.
static RESULT_FIELDS: &[Field] = &[
    field("custom_id", text(Form::Free, Some(Error)), "The id of the request.").required(Error),
    field("result",    Shape::Record(&OUTCOME),       "What came of it.").required(Error),
];

static OUTCOME: Record = record("outcome", OUTCOME_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static OUTCOME_FIELDS: &[Field] = &[
    field("type",    text(Form::Free, Some(Error)),  "How it ended.").required(Error),
    field("message", Shape::Record(&MESSAGE_RECORD), "The response.").required(Error).when(&[("type", crate::spec::Should::Be(&["succeeded"]))]),
];

static MESSAGE_RECORD: Record = MESSAGE;

/// A request and its response: the tools of the one are those that the other may call.
pub(super) static LOG: Format = Format {
    signs: &[sign(
        "the `request` and the `response` of the API",
        &[("request/messages", Is::Array), ("response/type", Is::Like(&["message"])), ("response/content", Is::Array)],
    )],
    reader: "whoever reads the log",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, record("exchange", LOG_FIELDS).others(Unknown::Allowed))
};

#[rustfmt::skip] // One row per field.
static LOG_FIELDS: &[Field] = &[
    field("request",  Shape::Record(&REQUEST),        "What was asked.").required(Error),
    field("response", Shape::Record(&MESSAGE_RECORD), "What was answered.").required(Error),
];

/// The conversation alone, as programs keep it.
pub(super) static MESSAGES: Format = Format {
    signs: &[sign(
        "messages with a block of the type `tool_use` or `tool_result`",
        &[
            ("/[]/role", Is::Like(&["user"])),
            ("/[]/content/[]/type", Is::Like(&["tool_use", "server_tool_use", "tool_result"])),
        ],
    )],
    list: Some(&super::MESSAGES),
    reader: "the program that goes on with the conversation",
    conversation: Some(&ALONE),
    ..format(ID, VERSION, record("list of messages", &[]).others(Unknown::Allowed))
};

static ALONE: Conversation = Conversation { turns: ID, ..RULES };
