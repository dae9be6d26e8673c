//! An example for training, a line of a JSONL file: a conversation, and the tools that the model may call.

use super::{ID, OLD_TOOLS, RULES, VERSION, message, tool};
use crate::severity::Severity::{Error, Warning};
use crate::spec::{Conversation, Field, Format, Is, Shape, Sign, Unknown, field, format, record, sign};

/// An example: a request without a model, which only a file with one example in each line contains.
pub(super) static FORMAT: Format = Format {
    signs: SIGNS,
    files: &["*.jsonl", "*.ndjson"],
    reader: "the service that trains a model",
    conversation: Some(&LEARNED),
    again: &[sign("`messages` without a `model`", &[("model", Is::Unfilled), ("messages/[]/role", Is::There)])],
    ..format(
        ID,
        VERSION,
        record("training example", FIELDS).conditions(&[OLD_TOOLS]).others(Unknown::Reported(Warning, None)),
    )
};

static LEARNED: Conversation = Conversation { learns: true, ..RULES };

static SIGNS: &[Sign] = &[sign(
    "`messages` without a `model`, in a file of lines",
    &[
        ("model", Is::Unfilled),
        ("messages/[]/role", Is::Like(&["assistant", "tool", "function"])),
        // The messages of other APIs, whose parts need no type, and of libraries that have their own calls.
        ("messages/[]/content/[]", Is::No(&Is::Lacking(&["type"]))),
        ("messages/[]/content/[]/toolCallId", Is::No(&Is::There)),
        ("messages/[]/tool_calls/[]/args", Is::No(&Is::There)),
        // What an agent did, which is more than what a model learns.
        ("instance_id", Is::No(&Is::There)),
        ("task_id", Is::No(&Is::There)),
    ],
)];

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("messages",            Shape::List(&message::LIST),   "The conversation to learn from.").required(Error),
    field("tools",               Shape::List(&tool::LIST),      "The tools that the model may call."),
    field("parallel_tool_calls", Shape::Flag,                   "Whether a turn may have several calls."),
    field("functions",           Shape::List(&tool::FUNCTIONS), "The old form of `tools`."),
];
