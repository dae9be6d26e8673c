//! The answer of an agent to a program: an envelope whose `response` holds the output as a JSON string.

use super::ENHANCEMENT;
use crate::diagnostic::Severity::{Error, Hint, Info, Warning};
use crate::spec::{
    Absent, Alias, Condition, Expects, Field, Form, Format, Marker, Number, Pairing, Shape, Should, Unknown, Words,
    alias, field, text,
};

/// The nine fields of version 1.0.
pub static FORMAT: Format = Format {
    id: "agent-response",
    title: "agent response",
    version: "1.0",
    files: &[".agent-response.json", ".agent-response-*.json"],
    fields: FIELDS,
    conditions: CONDITIONS,
    unknown: Unknown::Reported(Error, Some("metadata")),
    listing: None,
    made_by_tool: &[Marker::Text("request_id", &["auto-wrapped", "unknown"]), Marker::Flag("metadata", "auto_wrapped")],
    is_for_people: true,
    phases: &[(1, Expects::Object), (5, Expects::Array), (6, Expects::Array), (8, Expects::Listing)],
    pairing: Some(PAIRING),
};

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
    field("request_id", text(Form::Uuid, Some(Error)), "The id of the request that is answered, copied from the request file.")
        .required(Error).unchecked().from_request().aliases(&[alias("id"), alias("req_id")]),
    field("version", text(Form::Word(&VERSIONS), None), "The version of the protocol.")
        .required(Error).unchecked().absent(Absent::Json("\"1.0\"")).aliases(&[alias("protocol_version")]),
    field("status", text(Form::Word(&STATUSES), None), "How the run ended.")
        .required(Error),
    field("response", Shape::Nullable(&Shape::Encoded(&[&ENHANCEMENT])), "What the agent returned, as JSON in a string; null when there is nothing.")
        .required(Error).aliases(&[alias("result"), alias("output"), alias("content"), alias("text"), alias("answer"), alias("data")]),
    field("error_message", Shape::Nullable(&ERROR_MESSAGE), "What went wrong; null on success.")
        .required(Error).unchecked().absent(NULL_ON_SUCCESS).aliases(&[Alias { key: "error", same_value: true, parts: ERROR }, alias("message")]),
    field("error_type", Shape::Nullable(&ERROR_TYPE), "A short name for the kind of error; null on success.")
        .required(Error).unchecked().absent(NULL_ON_SUCCESS),
    field("created_at", text(Form::Time(Error), None), "When the agent finished: ISO 8601 with a time zone.")
        .required(Error).unchecked().aliases(&[alias("completed_at"), alias("timestamp")]),
    field("duration_seconds", SECONDS, "How long the run took, in seconds.")
        .required(Error).aliases(&[alias("duration"), Alias { key: "duration_ms", same_value: false, parts: &[] }]),
    field("metadata", Shape::Object, "Anything else, as an object; `{}` when there is nothing.")
        .required(Error).unchecked().absent(Absent::Json("{}")).aliases(&[alias("meta")]),
];

/// Other formats report an error as an object.
const ERROR: &[(&str, &str)] = &[("message", "error_message"), ("type", "error_type")];

static STATUSES: Words = Words {
    known: &["success", "error", "timeout"],
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
    other: Error,
    is_open: false,
    consequence: "; the program treats it as an error",
};

static VERSIONS: Words = Words {
    known: &["1.0"],
    meant: &[("1", "1.0"), ("1.0.0", "1.0"), ("v1.0", "1.0")],
    other: Warning,
    is_open: false,
    consequence: "",
};

static ERROR_TYPES: Words = Words {
    known: &[
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
    meant: &[],
    other: Hint,
    is_open: true,
    consequence: "",
};

static ERROR_MESSAGE: Shape = text(Form::Free, None);
static ERROR_TYPE: Shape = text(Form::Word(&ERROR_TYPES), None);

const NULL_ON_SUCCESS: Absent = Absent::JsonWhen("status", "success", "null");

const SECONDS: Shape = Shape::Number(Number {
    is_whole: false,
    min: Some((0, Error)),
    above_min: false,
    max: Some((86_400, Info)),
    may_be_thousandths: true,
    unit: "seconds",
});

const FAILED: &[&str] = &["error", "timeout"];

static CONDITIONS: &[Condition] = &[
    Condition {
        when: ("status", &["success"]),
        field: "response",
        should: Should::NotBeNull,
        rule: "payload-missing",
        severity: Error,
        message: "`status` is `success`, so `response` should hold the agent's output; found null",
        suggestion: None,
    },
    Condition {
        when: ("status", &["success"]),
        field: "response",
        should: Should::NotBeBlank,
        rule: "payload-missing",
        severity: Warning,
        message: "`response` is empty although `status` is `success`",
        suggestion: None,
    },
    Condition {
        when: ("status", FAILED),
        field: "response",
        should: Should::BeNull,
        rule: "payload-on-failure",
        severity: Warning,
        message: "`response` is not read unless `status` is `success`; expected null",
        suggestion: Some("null"),
    },
    Condition {
        when: ("status", &["success"]),
        field: "error_message",
        should: Should::BeNull,
        rule: "error-on-success",
        severity: Warning,
        message: "`status` is `success`, so `error_message` should be null",
        suggestion: Some("null"),
    },
    Condition {
        when: ("status", &["success"]),
        field: "error_type",
        should: Should::BeNull,
        rule: "error-on-success",
        severity: Warning,
        message: "`status` is `success`, so `error_type` should be null",
        suggestion: Some("null"),
    },
    Condition {
        when: ("status", FAILED),
        field: "error_message",
        should: Should::BeFilled,
        rule: "error-unexplained",
        severity: Warning,
        message: "`error_message` should say what went wrong",
        suggestion: None,
    },
    Condition {
        when: ("status", &["timeout"]),
        field: "error_type",
        should: Should::NotBeNull,
        rule: "error-untyped",
        severity: Info,
        message: "A short `error_type` lets the program choose what to do next",
        suggestion: Some("\"timeout\""),
    },
    Condition {
        when: ("status", &["error"]),
        field: "error_type",
        should: Should::NotBeNull,
        rule: "error-untyped",
        severity: Info,
        message: "A short `error_type` such as `timeout` lets the program choose what to do next",
        suggestion: None,
    },
    Condition {
        when: ("status", &["error"]),
        field: "error_type",
        should: Should::NotBe("timeout"),
        rule: "timeout-as-error",
        severity: Hint,
        message: "`status` can say `timeout` itself",
        suggestion: None,
    },
];
