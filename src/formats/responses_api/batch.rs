//! The lines of a batch and of a log: a request, what came of one, and both.

use super::{CONVERSATION, ID, RECORD, RESPONSE_RECORD, RULES, VERSION, item};
use crate::rules;
use crate::severity::Severity::{Error, Warning};
use crate::spec::{
    Condition, Conversation, Field, Form, Format, Is, Record, Shape, Should, Unknown, Words, check, count, field,
    format, record, sign, text, words,
};

/// A request of a batch.
pub(super) static INPUT: Format = Format {
    signs: &[
        sign(
            "a `custom_id`, a `url` and the `body` of a response",
            &[
                ("custom_id", Is::There),
                ("url", Is::Like(&["*/responses", "*/chat/completions"])),
                ("body/input", Is::There),
            ],
        ),
        sign(
            "a `custom_id`, a `method` and the `url` of responses",
            &[
                ("custom_id", Is::There),
                ("method", Is::There),
                ("url", Is::Like(&["*/responses"])),
                ("body/model", Is::Unfilled),
                ("body/prompt/id", Is::Unfilled),
            ],
        ),
    ],
    reader: "the service that runs the batch",
    conversation: Some(&CONVERSATION),
    again: &[
        sign("the `body` of a response", &[("url", Is::Unfilled), ("body/input", Is::There)]),
        sign("the `url` of responses", &[("url", Is::Like(&["*/responses"]))]),
    ],
    ..format(ID, VERSION, record("batch request", INPUT_FIELDS).conditions(CONDITIONS).others(Unknown::Allowed))
};

#[rustfmt::skip] // One row per field.
static INPUT_FIELDS: &[Field] = &[
    field("custom_id", text(Form::Free, Some(Error)),    "The id by which the answer is found.").required(Error),
    field("method",    text(Form::Word(&METHODS), None), "How it is sent.").required(Error).absent(crate::spec::Absent::Json("\"POST\"")),
    field("url",       text(Form::Free, Some(Error)),    "What is asked.").required(Error),
    field("body",      Shape::Record(&BODY),             "The request.").required(Error),
];

static METHODS: Words = words(&["POST"], Error);
static BODY: Record = RECORD;

#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    check("url", Should::Be(&["*/responses"])).or(Error, &rules::VALUE_MISMATCH, "`url` is `{found}`, but `body` has `input`"),
    // A stored prompt may name the model.
    check("body/model", Should::BeThere).when(&[("body", Should::BeThere), ("body/prompt", Should::BeAbsent)])
        .or(Error, &rules::MISSING_FIELD, "Missing `model`; the `body` of a batch request requires it"),
];

/// What came of a request.
pub(super) static OUTPUT: Format = Format {
    signs: &[sign(
        "a `custom_id` and a `response`",
        &[("custom_id", Is::There), ("response/body/object", Is::Like(&["response"]))],
    )],
    reader: "the program that collects the answers",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, record("batch answer", OUTPUT_FIELDS).others(Unknown::Allowed))
};

#[rustfmt::skip] // One row per field.
static OUTPUT_FIELDS: &[Field] = &[
    field("custom_id", text(Form::Free, Some(Error)), "The id of the request.").required(Error),
    field("response",  Shape::Record(&HTTP),          "The answer.").required(Error),
];

static HTTP: Record = record("answer of the API", HTTP_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static HTTP_FIELDS: &[Field] = &[
    field("status_code", count(Warning),            "The status of HTTP."),
    field("body",        Shape::Record(&ANSWERED), "The response.").required(Error),
];

static ANSWERED: Record = RESPONSE_RECORD;

/// A request and its response: the tools of the one are those that the other may call.
pub(super) static LOG: Format = Format {
    signs: &[sign(
        "the `request` and the `response` of the API",
        &[("request/input", Is::There), ("response/object", Is::Like(&["response"])), ("response/output", Is::Array)],
    )],
    reader: "whoever reads the log",
    conversation: Some(&CONVERSATION),
    ..format(ID, VERSION, record("exchange", LOG_FIELDS).others(Unknown::Allowed))
};

#[rustfmt::skip] // One row per field.
static LOG_FIELDS: &[Field] = &[
    field("request",  Shape::Record(&BODY),     "What was asked.").required(Error),
    field("response", Shape::Record(&ANSWERED), "What was answered.").required(Error),
];

/// The items alone, as programs keep them.
pub(super) static ITEMS: Format = Format {
    signs: &[sign(
        "an item of the type `function_call`",
        &[("/[]/type", Is::Like(&["function_call", "function_call_output"])), ("/[]/call_id", Is::There)],
    )],
    list: Some(&item::LIST),
    reader: "the program that goes on with the conversation",
    conversation: Some(&ALONE),
    ..format(ID, VERSION, record("list of items", &[]).others(Unknown::Allowed))
};

static ALONE: Conversation = Conversation { turns: ID, ..RULES };
