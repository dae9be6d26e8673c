//! How a task has ended.

use super::metadata::METADATA;
use super::output::OUTPUT;
use super::{SCALARS, TIMED};
use crate::rules;
use crate::severity::Severity::{Error, Hint, Info, Warning};
use crate::spec::{
    Condition, Field, Form, List, Measure, Record, Relation, Shape, Should, Test, Unknown, Words, alias, check, count,
    field, list, number, record, stray, term, text, words,
};

/// The content of `meta`.
pub(super) static META: Record =
    record("wait result's meta object", FACTS).conditions(TIMES).others(SCALARS).ending(&TIMED);

/// The content of `data`.
pub(super) static DATA: Record = record("wait result", FIELDS)
    .conditions(&[ONE_LINE])
    .strays(&[stray("events", Warning, "; only result sets have events")])
    .others(Unknown::Reported(Info, None));

#[rustfmt::skip] // One row per field, like the table in the specification.
static FACTS: &[Field] = &[
    field("started_ts", text(Form::Time(Error), None), "When the task began: ISO 8601 with a time zone.")
        .required(Error).when(WORKED).aliases(&[alias("started_at").likely()]),
    field("completed_ts", text(Form::Time(Error), None), "When the task ended: ISO 8601 with a time zone.")
        .required(Error).when(WORKED).aliases(&[alias("completed_at").likely()]),
    field("duration_ms", count(Error), "How long the task ran, in milliseconds.")
        .required(Error).when(WORKED),
    field("exit_code", Shape::Number(number("").whole(Error)), "What the process returned."),
];

/// The condition for responses that contain data.
pub(super) const WORKED: &[Test] = &[("/status", Should::Be(&["ok"]))];

const IN_ORDER: Should =
    Should::Compare(Measure::Seconds, Relation::AtLeast, 0, &[term("started_ts", Measure::Seconds, 1)]);
const BETWEEN: Should = Should::Compare(
    Measure::Number,
    Relation::Near(1000),
    0,
    &[term("completed_ts", Measure::Seconds, 1000), term("started_ts", Measure::Seconds, -1000)],
);

#[rustfmt::skip] // One row per condition.
static TIMES: &[Condition] = &[
    check("completed_ts", IN_ORDER)
        .or(Warning, &rules::VALUE_MISMATCH, "`completed_ts` is earlier than `started_ts`"),
    check("duration_ms", BETWEEN).when(&[("completed_ts", IN_ORDER)])
        .or(Info, &rules::VALUE_MISMATCH, "`duration_ms` is `{found}`, but `started_ts` and `completed_ts` are {other} ms apart"),
    check("exit_code", Should::Be(&["0", "-0", "0.0"])).when(&[("/data/state", Should::Be(&["completed"]))])
        .or(Info, &rules::VALUE_MISMATCH, "`exit_code` is `{found}`, but `state` is `completed`"),
    check("exit_code", Should::NotBe(&["0", "-0", "0.0"])).when(&[("/data/state", Should::Be(&["failed"]))])
        .or(Info, &rules::VALUE_MISMATCH, "`exit_code` is `{found}`, but `state` is `failed`"),
];

#[rustfmt::skip] // One row per field, like the table in the specification.
static FIELDS: &[Field] = &[
    TASK_ID,
    field("state", text(Form::Word(&STATES), None), "How the task ended.")
        .required(Error).aliases(&[alias("final_status").likely()]),
    SUMMARY,
    METADATA_OF_TASK,
    field("artifacts", Shape::List(&ARTIFACTS), "What the task produced."),
    OUTPUT_OF_TASK,
];

// Fields that result sets have, too.
pub(super) const TASK_ID: Field =
    field("task_id", text(Form::Free, Some(Error)), "The id of the task.").required(Error);
pub(super) const SUMMARY: Field =
    field("summary", text(Form::Free, Some(Hint)), "What was done, in one line for people.").required(Error);
pub(super) const METADATA_OF_TASK: Field =
    field("metadata", Shape::Record(&METADATA), "What the server learned about the task.").required(Error);
pub(super) const OUTPUT_OF_TASK: Field = field("output", Shape::Record(&OUTPUT), "What the task wrote, if requested.");

/// A summary is one line.
pub(super) const ONE_LINE: Condition = check("summary", Should::NotBe(&["*\n*", "*\r*"])).or(
    Hint,
    &rules::UNUSUAL_FORM,
    "`summary` contains a line break; expected a single line",
);

static STATES: Words = Words { meant: MEANT, sure_when: SURE, ..words(FINAL, Error) };

/// The states in which a task ends.
pub(super) const FINAL: &[&str] = &["completed", "failed", "cancelled", "timeout"];
/// Other words for these states.
pub(super) const MEANT: &[(&str, &str)] = &[
    ("canceled", "cancelled"),
    ("done", "completed"),
    ("success", "completed"),
    ("succeeded", "completed"),
    ("failure", "failed"),
    ("error", "failed"),
    ("timed_out", "timeout"),
];
/// The same word in other spelling: it is certain.
pub(super) const SURE: &[(&str, &[Test])] = &[("cancelled", &[])];

static ARTIFACTS: List = list(field("", Shape::Record(&ARTIFACT), "A file that the task produced."));

static ARTIFACT: Record = record("artifact", ARTIFACT_FIELDS).conditions(HASH).others(Unknown::Reported(Info, None));

#[rustfmt::skip] // One row per field.
static ARTIFACT_FIELDS: &[Field] = &[
    field("type", text(Form::Free, Some(Warning)), "What it is, such as `file`.")
        .required(Error),
    field("ref", text(Form::Free, Some(Warning)), "Where it is.")
        .required(Error),
    field("size", count(Error), "How many bytes it has.")
        .required(Error),
    field("sha256", text(Form::Free, None), "The SHA-256 of its bytes, in hexadecimal digits."),
];

static HASH: &[Condition] = &[check(
    "sha256",
    Should::Be(&["%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%"]),
)
.or(Hint, &rules::UNUSUAL_FORM, "`sha256` is `{found}`; expected 64 hexadecimal digits")];
