//! The lines of a batch and of a log: a request, what came of one, or both.

use super::{ANSWER, CONVERSATION, ID, RECORD, RULES, VERSION};
use crate::spec::{Conversation, Field, Format, Is, Record, Shape, Unknown, field, format, record, sign};

/// A request, its response, or both: the tools of the one are those that the other may call.
pub(super) static FORMAT: Format = Format {
    signs: &[
        sign("a `request` with `contents`", &[("request/contents/[]/parts", Is::There)]),
        sign("a `response` with `candidates`", &[("response/candidates/[]/content/parts", Is::There)]),
    ],
    reader: "the service that runs the batch, or whoever reads the log",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, record("exchange of content", FIELDS).others(Unknown::Allowed))
};

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("key",      Shape::Any,                  "The name by which the answer is found, in a batch."),
    field("request",  Shape::Nullable(&ASKED),     "What is asked."),
    field("response", Shape::Nullable(&ANSWERED),  "What was answered."),
];

static ASKED: Shape = Shape::Record(&REQUEST);
static REQUEST: Record = RECORD;
static ANSWERED: Shape = Shape::Record(&RESPONSE);
static RESPONSE: Record = ANSWER;

/// The conversation alone, as programs keep it.
pub(super) static CONTENTS: Format = Format {
    signs: &[
        sign(
            "contents with a `functionCall`",
            &[("/[]/role", Is::Like(&["user", "function"])), ("/[]/parts/[]/functionCall", Is::There)],
        ),
        sign(
            "contents with a `function_call`",
            &[("/[]/role", Is::Like(&["user", "function"])), ("/[]/parts/[]/function_call", Is::There)],
        ),
    ],
    list: Some(&super::CONTENTS),
    reader: "the program that goes on with the conversation",
    conversation: Some(&ALONE),
    ..format(ID, VERSION, record("list of contents", &[]).others(Unknown::Allowed))
};

static ALONE: Conversation = Conversation { turns: ID, ..RULES };
