//! Which tasks are running, are waiting, or have recently ended.

use super::{LOCAL_ID, OUTPUT};
use super::{SCALARS, TIMED};
use crate::rules;
use crate::severity::Severity::{Error, Info, Warning};
use crate::spec::{
    Condition, Field, Form, List, Measure, Record, Relation, Shape, Should, Term, Test, Unknown, at_least, check,
    count, field, list, number, record, term, text,
};

/// The content of `meta`.
pub(super) static META: Record = record("status snapshot's meta object", FACTS).others(SCALARS).ending(&TIMED);

/// The content of `data`.
pub(super) static DATA: Record = record("status snapshot", FIELDS).conditions(COUNTS).strays(OUTPUT).others(OTHERS);

/// The specification says nothing about other keys.
const OTHERS: Unknown = Unknown::Reported(Info, None);

#[rustfmt::skip] // One row per field, like the table in the specification.
static FACTS: &[Field] = &[
    field("snapshot_ts", text(Form::Time(Error), None), "When the snapshot was taken: ISO 8601 with a time zone.")
        .required(Error).when(WORKED),
    field("total", count(Error), "How many tasks are in the snapshot.")
        .required(Error).when(WORKED),
];

#[rustfmt::skip] // One row per field, like the table in the specification.
static FIELDS: &[Field] = &[
    field("summary", Shape::Record(&SUMMARY), "How many tasks there are of each kind.")
        .required(Error),
    field("tasks", Shape::List(&TASKS), "All running tasks; omitted when there are none.")
        .required(Warning).when(RUNNING).not_otherwise(Warning),
    field("queue", Shape::List(&QUEUE), "All queued tasks; omitted when there are none.")
        .required(Warning).when(QUEUED).not_otherwise(Warning),
    field("recently_completed", Shape::List(&RECENT), "The tasks that ended most recently, 5 unless more are requested; omitted when there are none.")
        .required(Warning).when(COMPLETED).not_otherwise(Warning),
];

const WORKED: &[Test] = &[("/status", Should::Be(&["ok"]))];
const RUNNING: &[Test] = &[("summary/running", at_least(1))];
const QUEUED: &[Test] = &[("summary/queued", at_least(1))];
const COMPLETED: &[Test] = &[("summary/recently_completed", at_least(1))];

static SUMMARY: Record = record(
    "summary",
    &[
        field("running", count(Error), "How many tasks are running.").required(Error),
        field("queued", count(Error), "How many tasks are queued.").required(Error),
        field("recently_completed", count(Error), "How many tasks have ended recently.").required(Error),
    ],
)
.others(OTHERS);

static TASKS: List = list(field("", Shape::Record(&TASK), "A running task."));
static QUEUE: List = list(field("", Shape::Record(&WAITING), "A queued task.")).counting("position", 0, Info);
static RECENT: List = list(field("", Shape::Record(&ENDED), "A task that has ended."));

static TASK: Record = record("running task", TASK_FIELDS).conditions(&[LOCAL_ID]).strays(OUTPUT).others(OTHERS);
static WAITING: Record = record("waiting task", WAITING_FIELDS).conditions(&[LOCAL_ID]).strays(OUTPUT).others(OTHERS);
static ENDED: Record = record("completed task", ENDED_FIELDS).conditions(&[LOCAL_ID]).strays(OUTPUT).others(OTHERS);

const ID: Shape = text(Form::Free, Some(Error));
const SECONDS: Shape = Shape::Number(number("seconds").from(0, Error));

#[rustfmt::skip] // One row per field.
static TASK_FIELDS: &[Field] = &[
    field("task_id", ID, "The id of the task.")
        .required(Error),
    field("state", ID, "What it is doing, such as `working`.")
        .required(Error),
    field("started_ts", text(Form::Time(Error), None), "When it was started: ISO 8601 with a time zone.")
        .required(Error),
    field("elapsed_seconds", SECONDS, "How long it has been running, in seconds.")
        .required(Error),
    field("progress", Shape::Nullable(&PROGRESS), "How far it has got; null if unknown."),
    field("last_lines", Shape::List(&LINES), "The last lines of its output, at most 5; only if requested."),
];

#[rustfmt::skip] // One row per field.
static WAITING_FIELDS: &[Field] = &[
    field("task_id", ID, "The id of the task.")
        .required(Error),
    field("position", count(Error), "Its place in the queue, from 0.")
        .required(Error),
    field("estimated_start_ms", count(Error), "The estimated time until it starts, in milliseconds."),
];

#[rustfmt::skip] // One row per field.
static ENDED_FIELDS: &[Field] = &[
    field("task_id", ID, "The id of the task.")
        .required(Error),
    field("state", ID, "How it ended, such as `completed`.")
        .required(Error),
    field("duration_seconds", SECONDS, "How long it ran, in seconds."),
    field("completed_ts", text(Form::Time(Error), None), "When it ended: ISO 8601 with a time zone."),
];

static LINES: List = list(field("", Shape::Scalar, "A line.")).at_most(5, Warning);

static PROGRESS: Shape = Shape::Record(&STEPS);
static STEPS: Record = record("progress object", STEPS_FIELDS).conditions(DONE).others(OTHERS);

#[rustfmt::skip] // One row per field.
static STEPS_FIELDS: &[Field] = &[
    field("percent", Shape::Number(number("").from(0, Warning).up_to(100, Warning)), "The percentage that is done.").mistyped(Warning),
    field("completed_steps", count(Warning), "How many steps are done.").mistyped(Warning),
    field("total_steps", count(Warning), "How many steps there are.").mistyped(Warning),
    field("current_activity", text(Form::Free, None), "What it is doing now, for people.").mistyped(Warning),
];

#[rustfmt::skip] // One row per condition.
static DONE: &[Condition] = &[
    check("completed_steps", Should::Compare(Measure::Number, Relation::AtMost, 0, &[term("total_steps", Measure::Number, 1)]))
        .or(Warning, &rules::VALUE_MISMATCH, "`completed_steps` is `{found}`, more than the {other} in `total_steps`"),
];

/// The counts are fully checked only if the array belongs there: otherwise, the finding is that it does not.
#[rustfmt::skip] // One row per condition.
static COUNTS: &[Condition] = &[
    check("tasks", items(Relation::Near(0), &[term("summary/running", Measure::Number, 1)])).when(RUNNING)
        .or(Warning, &rules::COUNT_MISMATCH, "`tasks` lists {found}, but `running` is {other}; every task should be listed"),
    check("queue", items(Relation::Near(0), &[term("summary/queued", Measure::Number, 1)])).when(QUEUED)
        .or(Warning, &rules::COUNT_MISMATCH, "`queue` lists {found}, but `queued` is {other}; every task should be listed"),
    check("recently_completed", items(Relation::AtMost, NUMBER_COMPLETED)).when(COMPLETED)
        .or(Info, &rules::COUNT_MISMATCH, "`recently_completed` lists {found}, more than the {other} in the summary"),
    check("recently_completed", Should::Compare(Measure::Items, Relation::AtMost, 5, &[]))
        .when(&[("recently_completed", items(Relation::AtMost, NUMBER_COMPLETED))])
        .or(Info, &rules::OVER_LIMIT, "`recently_completed` lists {found}; expected at most {other} unless more are requested"),
    check("recently_completed", Should::Compare(Measure::Items, Relation::AtLeast, 1, &[])).when(COMPLETED)
        .or(Warning, &rules::EMPTY_VALUE, "`recently_completed` is empty, but its count in the summary is not 0"),
    check("/meta/total", Should::Compare(Measure::Number, Relation::AtLeast, 0, &[term("summary/running", Measure::Number, 1), term("summary/queued", Measure::Number, 1)]))
        .or(Info, &rules::COUNT_MISMATCH, "`total` is `{found}`, but `running` and `queued` add up to {other}"),
];

const NUMBER_COMPLETED: &[Term] = &[term("summary/recently_completed", Measure::Number, 1)];

/// The number of items, compared with a count.
const fn items(relation: Relation, count: &'static [Term]) -> Should {
    Should::Compare(Measure::Items, relation, 0, count)
}
