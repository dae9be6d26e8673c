//! The question of a program to an agent, written before the program stops and waits.

use crate::diagnostic::Severity::{Error, Info, Warning};
use crate::spec::{Absent, Field, Form, Format, Number, Shape, Unknown, Words, field, text};

/// The nine fields of version 1.0, and one that came later.
pub static FORMAT: Format = Format {
    id: "agent-request",
    title: "agent request",
    version: "1.0",
    files: &[".agent-request.json", ".agent-request-*.json"],
    fields: FIELDS,
    conditions: &[],
    unknown: Unknown::Reported(Info, None),
    listing: None,
    made_by_tool: &[],
    phases: &[],
    is_for_people: false,
    pairing: None,
};

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("request_id",      text(Form::Uuid, Some(Error)),         "The id that the answer has to repeat.").required(Error),
    field("version",         text(Form::Word(&VERSIONS), None),     "The version of the protocol.").required(Warning).absent(Absent::Json("\"1.0\"")),
    field("phase",           PHASE,                                 "The number of the phase that waits, 1 to 8.").required(Warning),
    field("phase_name",      text(Form::Free, None),                "The name of that phase.").required(Warning),
    field("agent_name",      text(Form::Free, None),                "The agent that is asked.").required(Error),
    field("prompt",          text(Form::Free, Some(Error)),         "What the agent is to do.").required(Error),
    field("timeout_seconds", TIMEOUT,                               "How long the program waits, in seconds.").required(Warning),
    field("created_at",      text(Form::Time(Warning), None),       "When the request was written: ISO 8601 with a time zone.").required(Warning),
    field("context",         Shape::Object,                         "Anything else the agent may need.").required(Warning).absent(Absent::Json("{}")),
    field("model",           Shape::Nullable(&FREE),                "The model that is asked for."),
];

static FREE: Shape = text(Form::Free, None);
static VERSIONS: Words = Words {
    known: &["1.0"],
    meant: &[("1", "1.0"), ("1.0.0", "1.0"), ("v1.0", "1.0")],
    other: Warning,
    is_open: false,
    consequence: "",
};

const PHASE: Shape = Shape::Number(Number {
    is_whole: true,
    min: Some((1, Warning)),
    above_min: false,
    max: Some((8, Warning)),
    may_be_thousandths: false,
    unit: "",
});

const TIMEOUT: Shape = Shape::Number(Number {
    is_whole: false,
    min: Some((0, Warning)),
    above_min: true,
    max: Some((3600, Warning)),
    may_be_thousandths: false,
    unit: "seconds",
});
