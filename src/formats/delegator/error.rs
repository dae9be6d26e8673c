//! What a response contains if the tool failed.

use crate::rules;
use crate::severity::Severity::{Error, Info, Warning};
use crate::spec::{
    Condition, Field, Form, List, Lookup, Measure, Record, Relation, Shape, Should, Source, Stray, Test, Text, Unknown,
    Words, at_least, check, count, field, list, made_from, number, record, stray, term, text, words,
};

/// The error object.
pub(super) static ERROR: Record =
    record("Delegator error", FIELDS).conditions(CONDITIONS).strays(STRAYS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("code", text(Form::Word(&CODES), Some(Error)), "The kind of error.")
        .required(Error).unchecked(),
    field("message", text(Form::Free, Some(Error)), "What went wrong, for people.")
        .required(Error),
    field("details", Shape::Record(&DETAILS), "Facts about the error, depending on its code.")
        .mistyped(Warning),
    field("retryable", Shape::Flag, "Whether a retry may help.")
        .required(Warning).follows(&RETRYABLE),
    field("duration_ms", count(Error), "How long the tool ran, in milliseconds."),
];

static CODES: Words = Words {
    meant: &[
        ("SPAWN_ERROR", "TOOL_ERROR"),
        ("EXIT_ERROR", "TOOL_ERROR"),
        ("PROCESS_KILLED", "TOOL_ERROR"),
        ("TURN_FAILED", "TOOL_ERROR"),
        ("SILENT_FAILURE", "TOOL_ERROR"),
        ("AUTH_ERROR", "TOOL_ERROR"),
        ("VALIDATION_ERROR", "VALIDATION"),
        ("CONFIRMATION_REQUIRED", "VALIDATION"),
        ("UNKNOWN_ERROR", "INTERNAL"),
        ("INTERNAL_ERROR", "INTERNAL"),
    ],
    ..words(&["TIMEOUT", "VALIDATION", "TOOL_ERROR", "NOT_FOUND", "UNSUPPORTED", "INTERNAL"], Error)
};

static RETRYABLE: Lookup = Lookup {
    by: &["code"],
    rows: &[(&["VALIDATION", "NOT_FOUND", "UNSUPPORTED"], "false"), (&["INTERNAL"], "true")],
    severity: Info,
    is_usual: true,
    softer: &[],
};

static DETAILS: Record =
    record("details object", DETAIL).others(Unknown::Allowed).made_from(&[made_from(Source::Array, "{\"issues\": $}")]);

#[rustfmt::skip] // One row per field.
static DETAIL: &[Field] = &[
    field("exit_code", Shape::Number(number("").whole(Warning)), "What the process returned.").mistyped(Warning),
    field("stderr_tail", Shape::Text(Text { max_bytes: Some((1024, Warning)), ..TEXT }), "The end of its standard error.")
        .mistyped(Warning),
    field("file", text(Form::Free, None), "The file in which it failed.").mistyped(Warning),
    field("line", PLACE, "The line, from 1.").mistyped(Warning),
    field("column", PLACE, "The column, from 1.").mistyped(Warning),
    field("timeout_type", text(Form::Word(&TIMEOUTS), None), "Which limit was reached.")
        .required(Warning).when(TIMED_OUT),
    field("elapsed_seconds", Shape::Number(number("seconds").from(0, Warning)), "After how many seconds.")
        .required(Warning).when(TIMED_OUT).mistyped(Warning),
    field("partial_results", Shape::Record(&PARTIAL), "The results up to that point.")
        .required(Info).when(IDLE).mistyped(Warning),
];

const TEXT: Text = Text { form: Form::Free, blank: None, placeholder: Warning, max_bytes: None };
const PLACE: Shape = Shape::Number(number("").whole(Warning).from(1, Warning));
static TIMEOUTS: Words = words(&["idle", "hard"], Error);

static PARTIAL: Record = record(
    "partial result",
    &[
        field("last_events", Shape::List(&EVENTS), "The last events, at most 50.").mistyped(Warning),
        field(
            "last_output",
            Shape::Text(Text { max_bytes: Some((65_536, Warning)), ..TEXT }),
            "The end of the output, at most 64 KB.",
        )
        .mistyped(Warning),
    ],
)
.others(Unknown::Allowed);

static EVENTS: List = list(field("", Shape::Any, "An event as the tool wrote it.")).at_most(50, Warning);

const TIMED_OUT: &[Test] = &[("../code", Should::Be(&["TIMEOUT"]))];
const IDLE: &[Test] = &[("../code", Should::Be(&["TIMEOUT"])), ("timeout_type", Should::Be(&["idle"]))];

static STRAYS: &[Stray] = &[stray("partial_results", Warning, "; it belongs in `details`")];

#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    check("details", Should::BeThere).when(&[("code", Should::Be(&["TIMEOUT"])), ("partial_results", Should::BeAbsent)])
        .or(Warning, &rules::MISSING_FIELD, "Missing `details`, where a timeout reports `timeout_type` and `elapsed_seconds`"),
    check("details/elapsed_seconds", at_least(300)).when(&[("details/timeout_type", Should::Be(&["idle"]))])
        .or(Info, &rules::VALUE_MISMATCH, "`elapsed_seconds` is `{found}`; the idle limit is {other} seconds"),
    check("details/elapsed_seconds", at_least(1200)).when(&[("details/timeout_type", Should::Be(&["hard"]))])
        .or(Info, &rules::VALUE_MISMATCH, "`elapsed_seconds` is `{found}`; the hard limit is {other} seconds"),
    check("duration_ms", Should::Compare(Measure::Number, Relation::Near(1000), 0, &[term("details/elapsed_seconds", Measure::Number, 1000)]))
        .when(&[("code", Should::Be(&["TIMEOUT"]))])
        .or(Info, &rules::VALUE_MISMATCH, "`duration_ms` is `{found}`, but `elapsed_seconds` amounts to {other} ms"),
];
