//! The lines of a batch: a request to make, and what came of it.

use super::{CONVERSATION, ID, RECORD, VERSION, response};
use crate::rules;
use crate::severity::Severity::{Error, Warning};
use crate::spec::{
    Choice, Condition, Field, Form, Format, Is, Record, SAID, Shape, Should, Unknown, Words, check, count, field,
    format, record, sign, text, words,
};

/// A request of a batch.
pub(super) static INPUT: Format = Format {
    signs: &[
        sign(
            "a `custom_id`, a `url` and the `body` of a chat completion",
            &[
                ("custom_id", Is::There),
                ("url", Is::Like(&["*completion*", "*/responses"])),
                ("body/messages", Is::Array),
            ],
        ),
        sign(
            "a `custom_id` and the `body` of a chat completion",
            &[("custom_id", Is::There), ("url", Is::Unfilled), ("body/messages", Is::Array)],
        ),
        sign(
            "a `custom_id` and the `url` of chat completions",
            &[("custom_id", Is::There), ("url", Is::Like(&["*/chat/completions"])), ("body", Is::There)],
        ),
        sign(
            "a `custom_id`, a `method` and the `url` of chat completions",
            &[("custom_id", Is::There), ("method", Is::There), ("url", Is::Like(&["*/chat/completions"]))],
        ),
    ],
    reader: "the service that runs the batch",
    conversation: Some(&CONVERSATION),
    again: &[sign("the `body` of a chat completion", &[("body/messages", Is::Array)])],
    ..format(ID, VERSION, record("batch request", INPUT_FIELDS).conditions(CONDITIONS).others(Unknown::Allowed))
};

#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    check("url", Should::Be(&["*/chat/completions", "*/responses"]))
        .or(Error, &rules::UNKNOWN_VALUE, "`url` is `{found}`; expected `/v1/chat/completions`"),
    check("url", Should::NotBe(&["*/responses"])).when(&[("body/messages", Should::BeThere)])
        .or(Error, &rules::VALUE_MISMATCH, "`url` is `{found}`, but `body` has `messages`"),
    // Lines without a `url` are those of a service that names the model for all of them.
    check("body/model", Should::BeThere).when(&[("body", Should::BeThere), ("url", Should::BeThere)])
        .or(Error, &rules::MISSING_FIELD, "Missing `model`; the `body` of a batch request requires it"),
];

#[rustfmt::skip] // One row per field.
static INPUT_FIELDS: &[Field] = &[
    field("custom_id", text(Form::Free, Some(Error)),   "The id by which the answer is found.").required(Error),
    field("method",    text(Form::Word(&METHODS), None), "How it is sent.").required(Error).when(&[("url", Should::BeThere)]).absent(crate::spec::Absent::Json("\"POST\"")),
    field("url",       text(Form::Free, Some(Error)),   "What is asked.").required(Error).when(&[("method", Should::BeThere)]),
    field("body",      Shape::Record(&BODY),            "The request.").required(Error),
];

static METHODS: Words = words(&["POST"], Error);
static BODY: Record = RECORD;

/// What came of a request.
pub(super) static OUTPUT: Format = Format {
    signs: &[
        sign(
            "a `custom_id` and the `response` of a chat completion",
            &[("custom_id", Is::There), ("response/body/choices", Is::Array)],
        ),
        sign(
            "a `custom_id`, a `response` and an `error`",
            &[("custom_id", Is::There), ("response", Is::There), ("error", Is::There)],
        ),
    ],
    reader: "the program that collects the answers",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, record("batch answer", OUTPUT_FIELDS).conditions(OUTPUT_CONDITIONS).others(Unknown::Allowed))
};

#[rustfmt::skip] // One row per condition.
static OUTPUT_CONDITIONS: &[Condition] = &[
    check("response", Should::NotBeNull).when(&[("error", Should::BeAbsent)])
        .or(Error, &rules::MISSING_FIELD, "`response` is null; without an `error`, an answer requires it"),
    // Some servers say in both that a request failed.
    check("error", Should::BeAbsent).when(&[("response/status_code", Should::Be(&["200"]))])
        .or(Error, &rules::UNEXPECTED_FIELD, "An answer has either a `response` or an `error`"),
];

#[rustfmt::skip] // One row per field.
static OUTPUT_FIELDS: &[Field] = &[
    field("id",        SAID,                          "The id of the answer."),
    field("custom_id", text(Form::Free, Some(Error)), "The id of the request.").required(Error),
    field("response",  Shape::Nullable(&ANSWER),      "The answer; null after an error.").required(Error),
    field("error",     Shape::Nullable(&OBJECT),      "What went wrong, or null."),
];

static OBJECT: Shape = Shape::Object;
static ANSWER: Shape = Shape::Record(&HTTP);
static HTTP: Record = record("answer of the API", HTTP_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static HTTP_FIELDS: &[Field] = &[
    field("status_code", count(Warning),           "The status of HTTP."),
    field("body",        Shape::Choice(&BY_OBJECT), "The response, or what was wrong with the request.").required(Error),
];

/// Of what other endpoints answer, and of errors, nothing is known.
static BY_OBJECT: Choice = Choice {
    by: &["./object"],
    cases: &[(&["chat.completion"], &response::RECORD), (&["text_completion"], &COMPLETION)],
    other: &OTHER_ANSWER,
    shown: &[],
};
/// Its choices have no messages.
static COMPLETION: Record = record("completion", &[]).others(Unknown::Allowed);
static OTHER_ANSWER: Record = record("other answer", OTHER_FIELDS).others(Unknown::Allowed);
static OTHER_FIELDS: &[Field] = &[response::CHOICES_FIELD];
