//! The answer of an agent to a program: an envelope whose `response` holds the output as a JSON string.

use super::{AGENTS, ANALYSIS, DELEGATOR, ENHANCEMENT, FACTORY, analysis};
use crate::names::FileKind;
use crate::rules;
use crate::severity::Severity::{Error, Hint, Info, Warning};
use crate::spec::{
    ANY_FIELD, Absent, Alias, Builder, Condition, Expects, Field, Form, Format, Is, Mark, Marker, Number, Pairing,
    Shape, Should, Sign, Test, Unknown, Words, alias, check, field, format, members, number, record, sign, text, there,
    words,
};

/// The nine fields of version 1.0.
pub static FORMAT: Format = Format {
    #[cfg(not(target_family = "wasm"))]
    shown_by: &[
        &[("request_id", Should::BeThere), ("status", Should::BeThere), ("created_at", Should::BeThere)],
        &[("response", Should::BeThere), ("status", Should::BeThere), ("duration_seconds", Should::BeThere)],
    ],
    signs: SIGNS,
    payload_keys: &["response", "result"],
    files: &[".agent-response*.json", "*.agent-response*.json"],
    named: FileKind::Response,
    builder: Some(Builder::Answer),
    made_by_tool: &[Marker::Text("request_id", &["auto-wrapped", "unknown"]), Marker::Flag("metadata", "auto_wrapped")],
    cut_mark: Some(("metadata", "truncated")),
    is_for_people: true,
    phases: &[(1, Expects::Object(analysis::PARTS)), (5, Expects::Array), (6, Expects::Array), (8, Expects::Listing)],
    unread_phases: &[6],
    pairing: Some(PAIRING),
    reader: "the program that wrote the request, which takes every member as a named argument and then deletes the file",
    // Not a constant: a constant must not refer to a format that contains itself.
    ..format(
        "agent-response",
        "1.0",
        record("agent response", FIELDS).conditions(CONDITIONS).others(Unknown::Reported(Error, Some("metadata"))),
    )
};

static SIGNS: &[Sign] = &[
    // Logs of gateways have the answer of a model's server in it.
    members(&[CORE, ANY, ANY]).when(&[("response/choices", Is::No(&Is::Array))]),
    sign("a list of `sections`", &[("sections", Is::Array)]),
    // Two names are enough if the payload is encoded as ours is.
    sign("a `response` with JSON in a string", &[("response", Is::Like(&["{*", "[*"]))]).with(&[ANY, ANY]),
];

const CORE: &[Mark] = &[there("request_id"), there("response"), there("result")];
const ANY: &[Mark] = &[there(ANY_FIELD), there("result")];

const PAIRING: Pairing = Pairing {
    id: "request_id",
    version: "version",
    time: "created_at",
    duration: "duration_seconds",
    limit: "timeout_seconds",
    in_time: ("status", "success"),
    agent: ("agent_name", ("metadata", "agent_name")),
};

#[rustfmt::skip] // One row per field, like the table in the specification.
static FIELDS: &[Field] = &[
    field("request_id", text(Form::Uuid, Some(Error)), "The id of the request, copied from the request file.")
        .required(Error).unchecked().from_request().aliases(&[alias("id"), alias("req_id")]),
    field("version", text(Form::Word(&VERSIONS), None), "The version of the protocol.")
        .required(Error).unchecked().absent(Absent::Json("\"1.0\"")).aliases(&[alias("protocol_version")]),
    field("status", text(Form::Word(&STATUSES), None), "How the run ended.")
        .required(Error),
    field("response", Shape::Nullable(&PAYLOAD), "What the agent returned, as JSON in a string; null when there is nothing.")
        .required(Error).aliases(&[alias("result"), alias("output"), alias("content"), alias("text"), alias("answer"), alias("data")]),
    field("error_message", Shape::Nullable(&ERROR_MESSAGE), "What went wrong; null on success.")
        .required(Error).unchecked().absent(NULL_ON_SUCCESS).aliases(&[Alias { parts: ERROR, ..alias("error") }, alias("message").likely()]),
    field("error_type", Shape::Nullable(&ERROR_TYPE), "A short name for the kind of error; null on success.")
        .required(Error).unchecked().absent(NULL_ON_SUCCESS),
    field("created_at", text(Form::Time(Error), None), "When the agent finished: ISO 8601 with a time zone.")
        .required(Error).unchecked().absent(Absent::Time).aliases(&[alias("completed_at"), alias("timestamp")]),
    field("duration_seconds", SECONDS, "How long the run took, in seconds.")
        .required(Error).unchecked().absent(Absent::Seconds).aliases(&[alias("duration"), Alias { same_value: false, ..alias("duration_ms") }]),
    field("metadata", Shape::Object, "Anything else, as an object; `{}` when there is nothing.")
        .required(Error).unchecked().absent(Absent::Json("{}")).aliases(&[alias("meta")]),
];

/// What agents return through a program: any format except a request.
static PAYLOAD: Shape = Shape::Encoded(&[&ENHANCEMENT, &ANALYSIS, &AGENTS, &DELEGATOR, &FACTORY, &FORMAT]);

/// Other formats report an error as an object.
const ERROR: &[(&str, &str)] = &[("message", "error_message"), ("type", "error_type")];

static STATUSES: Words = Words {
    meant: &[
        ("ok", "success"),
        ("completed", "success"),
        ("complete", "success"),
        ("done", "success"),
        ("failed", "error"),
        ("failure", "error"),
        ("cancelled", "error"),
        ("canceled", "error"),
        ("timed_out", "timeout"),
    ],
    consequence: "; readers treat it as an error",
    never_beside: &[("success", &["error_message", "error_type", "error", "errors", "exception"])],
    ..words(&["success", "error", "timeout"], Error)
};

/// Also used for requests.
pub(super) static VERSIONS: Words =
    Words { meant: &[("1", "1.0"), ("1.0.0", "1.0"), ("v1.0", "1.0")], ..words(&["1.0"], Warning) };

static ERROR_TYPES: Words = Words {
    is_open: true,
    ..words(
        &[
            "timeout",
            "TimeoutError",
            "AgentInvocationError",
            "InvocationError",
            "AGENT_NOT_FOUND",
            "INVOCATION_FAILED",
            "TIMEOUT",
            "PARSE_ERROR",
            "VALIDATION_ERROR",
            "UNKNOWN",
        ],
        Hint,
    )
};

static ERROR_MESSAGE: Shape = text(Form::Free, None);
static ERROR_TYPE: Shape = text(Form::Word(&ERROR_TYPES), None);

const NULL_ON_SUCCESS: Absent = Absent::JsonWhen(&["status", "success", "null"]);

const SECONDS: Shape =
    Shape::Number(Number { may_be_thousandths: true, ..number("seconds").from(0, Error).up_to(86_400, Info) });

const SUCCESS: &[Test] = &[("status", Should::Be(&["success"]))];
const FAILED: &[Test] = &[("status", Should::Be(&["error", "timeout"]))];
const STOPPED: &[Test] = &[("status", Should::Be(&["error"]))];
const TIMED_OUT: &[Test] = &[("status", Should::Be(&["timeout"]))];

#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    check("response", Should::NotBeNull).when(SUCCESS)
        .or(Error, &rules::PAYLOAD_MISSING, "`response` is null, but `status` is `success`; expected the agent's output"),
    check("response", Should::NotBeBlank).when(SUCCESS)
        .or(Warning, &rules::PAYLOAD_MISSING, "`response` is empty, but `status` is `success`; expected the agent's output"),
    check("response", Should::BeNull).when(FAILED).suggest("null")
        .or(Warning, &rules::PAYLOAD_ON_FAILURE, "`response` is read only when `status` is `success`; expected null"),
    check("error_message", Should::BeNull).when(SUCCESS).suggest("null")
        .or(Warning, &rules::ERROR_ON_SUCCESS, "`error_message` should be null when `status` is `success`"),
    check("error_type", Should::BeNull).when(SUCCESS).suggest("null")
        .or(Warning, &rules::ERROR_ON_SUCCESS, "`error_type` should be null when `status` is `success`"),
    check("error_message", Should::BeFilled).when(FAILED)
        .or(Warning, &rules::ERROR_UNEXPLAINED, "`error_message` should say what went wrong"),
    check("error_type", Should::NotBeNull).when(TIMED_OUT).suggest("\"timeout\"")
        .or(Info, &rules::ERROR_UNTYPED, "`error_type` is null; a short name for the error lets readers decide what to do next"),
    check("error_type", Should::NotBeNull).when(STOPPED)
        .or(Info, &rules::ERROR_UNTYPED, "`error_type` is null; a short name for the error lets readers decide what to do next"),
    check("error_type", Should::NotBe(&["timeout"])).when(STOPPED)
        .or(Hint, &rules::TIMEOUT_AS_ERROR, "`error_type` is `timeout`; use `timeout` as the `status` instead"),
];
