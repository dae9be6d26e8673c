//! The question of a program to an agent, written before the program stops and waits.

use super::agent_response::VERSIONS;
use crate::names::FileKind;
use crate::severity::Severity::{Error, Info, Warning};
use crate::spec::{
    Absent, Field, Form, Format, Mark, Number, Shape, Unknown, field, format, members, number, record, text, there,
};

/// The nine fields of version 1.0, and one that came later.
pub static FORMAT: Format = Format {
    signs: &[members(&[TELLING, TELLING])],
    files: &[".agent-request*.json", "*.agent-request*.json"],
    named: FileKind::Request,
    reader: "the assistant that runs the agent",
    ..format("agent-request", "1.0", record("agent request", FIELDS).others(Unknown::Reported(Info, None)))
};

/// Keys of no other format.
const TELLING: &[Mark] = &[there("agent_name"), there("prompt"), there("phase_name"), there("timeout_seconds")];

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("request_id",      text(Form::Uuid, Some(Error)),         "The id that the response must repeat.").required(Error),
    field("version",         text(Form::Word(&VERSIONS), None),     "The version of the protocol.").required(Warning).absent(Absent::Json("\"1.0\"")),
    field("phase",           PHASE,                                 "The number of the waiting phase, 1 to 8.").required(Warning),
    field("phase_name",      text(Form::Free, None),                "The name of that phase.").required(Warning),
    field("agent_name",      text(Form::Free, None),                "The agent that should respond.").required(Error),
    field("prompt",          text(Form::Free, Some(Error)),         "What the agent should do.").required(Error),
    field("timeout_seconds", TIMEOUT,                               "How long the program waits, in seconds.").required(Warning),
    field("created_at",      text(Form::Time(Warning), None),       "When the request was written: ISO 8601 with a time zone.").required(Warning).absent(Absent::Time),
    field("context",         Shape::Object,                         "Anything else the agent may need.").required(Warning).absent(Absent::Json("{}")),
    field("model",           Shape::Nullable(&FREE),                "The requested model."),
];

static FREE: Shape = text(Form::Free, None);

const PHASE: Shape = Shape::Number(number("").whole(Warning).from(1, Warning).up_to(8, Warning));

const TIMEOUT: Shape =
    Shape::Number(Number { above_min: true, ..number("seconds").from(0, Warning).up_to(3600, Warning) });
