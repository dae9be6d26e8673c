//! The results of a task.

use super::output::{EVENT_LIST, EVENTS};
use super::wait_result::{FINAL, MEANT, METADATA_OF_TASK, ONE_LINE, OUTPUT_OF_TASK, SUMMARY, SURE, TASK_ID, WORKED};
use super::{SCALARS, TIMED};
use crate::rules;
use crate::severity::Severity::{Error, Hint, Info, Warning};
use crate::spec::{
    Condition, Field, Form, Measure, Record, Relation, Shape, Should, Test, Unknown, Words, alias, check, count, field,
    number, record, term, text, words,
};

/// The content of `meta`.
pub(super) static META: Record =
    record("result set's meta object", FACTS).conditions(ONE).others(SCALARS).ending(&TIMED);

/// The content of `data`.
pub(super) static DATA: Record =
    record("result set", FIELDS).conditions(CONDITIONS).others(Unknown::Reported(Info, None));

#[rustfmt::skip] // One row per field.
static FACTS: &[Field] = &[
    field("count", count(Error), "How many tasks there are: one.")
        .required(Warning).when(WORKED),
];

#[rustfmt::skip] // One row per condition.
static ONE: &[Condition] = &[
    check("count", Should::Compare(Measure::Number, Relation::Near(0), 1, &[]))
        .or(Info, &rules::COUNT_MISMATCH, "`count` is `{found}`, but there is {other} task"),
];

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    TASK_ID,
    field("state", text(Form::Word(&STATES), None), "How the task ended.")
        .required(Error).aliases(&[alias("final_status").likely()]),
    SUMMARY,
    field("duration_seconds", Shape::Number(number("seconds").from(0, Error)), "How long the task ran, in seconds.")
        .required(Info),
    field("completed_ts", text(Form::Time(Error), None), "When the task ended: ISO 8601 with a time zone.")
        .required(Info).aliases(&[alias("completed_at").likely()]),
    METADATA_OF_TASK,
    OUTPUT_OF_TASK,
    field("events", Shape::Record(&EVENTS), "What happened in the task, if requested.")
        .instead(&Shape::List(&EVENT_LIST), Hint),
];

static STATES: Words = Words {
    meant: MEANT,
    sure_when: SURE,
    consequence: "; a task that is still running is reported as an error",
    ..words(FINAL, Error)
};

const FAILED: Test = ("state", Should::Be(&["failed"]));
const TIMED_OUT: Test = ("state", Should::Be(&["timeout"]));
const NO_STDOUT: Test = ("output/stdout", Should::BeAbsent);
const NO_STDERR: Test = ("output/stderr", Should::BeAbsent);
const INCLUDED: Should = Should::Be(&["true"]);

#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    ONE_LINE,
    check("metadata/duration", Should::Compare(Measure::Number, Relation::Near(1), 0, &[term("duration_seconds", Measure::Number, 1)]))
        .or(Info, &rules::VALUE_MISMATCH, "`duration` is `{found}`, but `duration_seconds` is {other}"),
    check("output", Should::BeThere).when(&[FAILED])
        .or(Warning, &rules::MISSING_FIELD, "Missing `output`, which is always included for a failed task"),
    check("output", Should::BeThere).when(&[TIMED_OUT])
        .or(Warning, &rules::MISSING_FIELD, "Missing `output`, which is always included after a timeout"),
    check("output/included", INCLUDED).when(&[FAILED, NO_STDOUT, NO_STDERR])
        .or(Warning, &rules::VALUE_MISMATCH, "`included` is `{found}`, but the output of a failed task is always included"),
    check("output/included", INCLUDED).when(&[TIMED_OUT, NO_STDOUT, NO_STDERR])
        .or(Warning, &rules::VALUE_MISMATCH, "`included` is `{found}`, but the output after a timeout is always included"),
];
