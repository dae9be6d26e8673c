//! What the tools around tasks return, which differs for each.

use super::LOCAL_ID;
use super::{SCALARS, TIMED};
use crate::rules;
use crate::severity::Severity::{Error, Hint, Info, Warning};
use crate::spec::{
    Condition, Field, Form, List, Measure, Record, Relation, Shape, Should, Term, Test, Unknown, alias, at_most, check,
    count, field, list, number, record, term, text,
};

/// The content of `meta`, which depends on the tool.
pub(super) static META: Record = record("registry's meta object", FACTS).others(SCALARS).ending(&TIMED);

/// The content of `data` when a task was cancelled. The specification defines the tools, but not what they return.
pub(super) static CANCELLED: Record = record("cancellation", CANCELLATION).conditions(SPELLING).others(OTHERS);

/// The content of `data` after old tasks were removed.
pub(super) static CLEANUP: Record = record("cleanup", CLEANED).others(OTHERS);

/// The content of `data` when environments are listed.
pub(super) static ENVIRONMENTS: Record = record("list of environments", LISTED).conditions(COUNTED).others(OTHERS);

/// The content of `data` when a repository is set up.
pub(super) static SETUP: Record = record("setup guide", GUIDE).others(OTHERS);

/// The specification says nothing about other keys.
const OTHERS: Unknown = Unknown::Reported(Info, None);

const TEXT: Shape = text(Form::Free, None);
const MARKDOWN: Shape = text(Form::Markdown, None);
const TIME: Shape = text(Form::Time(Error), None);
const ID: Shape = text(Form::Free, Some(Error));

#[rustfmt::skip] // One row per field.
static FACTS: &[Field] = &[
    field("count", count(Warning), "How many environments there are.").mistyped(Warning),
    field("source", TEXT, "The file that lists the environments.").mistyped(Warning),
    field("repository", TEXT, "The URL of the repository.").mistyped(Warning),
    field("tech_stack", TEXT, "The technologies used in the repository.").mistyped(Warning),
    field("dry_run", Shape::Flag, "Whether the cleanup was only simulated.").mistyped(Warning),
    field("stuck_threshold_seconds", count(Warning), "The number of seconds after which a running task counts as stuck.").mistyped(Warning),
    field("old_threshold_hours", count(Warning), "The number of hours after which a task counts as old.").mistyped(Warning),
    field("ack_ts", TIME, "When the cancellation was accepted.").mistyped(Warning),
];

#[rustfmt::skip] // One row per field.
static CANCELLATION: &[Field] = &[
    field("operation", TEXT, "What was done.")
        .required(Warning),
    field("task_id", ID, "The id of the task.")
        .required(Warning),
    field("state", TEXT, "The resulting state of the task.")
        .required(Warning),
    field("web_ui_url", TEXT, "Where people see the task, when it runs in the cloud."),
];

#[rustfmt::skip] // One row per condition.
static SPELLING: &[Condition] = &[
    LOCAL_ID,
    check("state", Should::NotBe(&["canceled"]))
        .or(Hint, &rules::UNUSUAL_FORM, "`state` is `{found}`; it is usually spelled `cancelled`"),
];

#[rustfmt::skip] // One row per field.
static CLEANED: &[Field] = &[
    field("stuck_tasks", Shape::Record(&STUCK), "The tasks that were stuck.")
        .required(Error),
    field("old_tasks", Shape::Record(&OLD), "The tasks that ended long ago.")
        .required(Error),
    field("summary", TEXT, "A summary of both in one line, for people.")
        .required(Error),
];

static STUCK: Record = record(
    "stuck tasks object",
    &[
        field("found", count(Error), "How many tasks are stuck."),
        field("cleaned", count(Error), "How many of them were ended."),
        field("task_ids", Shape::List(&IDS), "The ids of those that were ended."),
    ],
)
.conditions(STUCK_COUNTS)
.others(OTHERS);

static OLD: Record = record(
    "old tasks object",
    &[
        field("found", count(Error), "How many tasks are old."),
        field("deleted", count(Error), "How many of them were deleted."),
        field("oldest_age_hours", Shape::Number(number("hours").from(0, Error)), "How old the oldest is."),
    ],
)
.conditions(OLD_COUNTS)
.others(OTHERS);

static IDS: List = list(field("", ID, "The id of a task."));

const FOUND: &[Term] = &[term("found", Measure::Number, 1)];
const TRIED: &[Test] = &[("/meta/dry_run", Should::Be(&["true"]))];

#[rustfmt::skip] // One row per condition.
static STUCK_COUNTS: &[Condition] = &[
    check("cleaned", Should::Compare(Measure::Number, Relation::AtMost, 0, FOUND))
        .or(Warning, &rules::VALUE_MISMATCH, "`cleaned` is `{found}`, more than the {other} in `found`"),
    check("task_ids", Should::Compare(Measure::Items, Relation::AtMost, 0, FOUND))
        .or(Warning, &rules::COUNT_MISMATCH, "`task_ids` lists {found}, more than the {other} in `found`"),
    check("cleaned", at_most(0)).when(TRIED)
        .or(Warning, &rules::VALUE_MISMATCH, "`cleaned` is `{found}`, but `dry_run` is true, so nothing is done"),
];

#[rustfmt::skip] // One row per condition.
static OLD_COUNTS: &[Condition] = &[
    check("deleted", Should::Compare(Measure::Number, Relation::AtMost, 0, FOUND))
        .or(Warning, &rules::VALUE_MISMATCH, "`deleted` is `{found}`, more than the {other} in `found`"),
    check("deleted", at_most(0)).when(TRIED)
        .or(Warning, &rules::VALUE_MISMATCH, "`deleted` is `{found}`, but `dry_run` is true, so nothing is done"),
];

static LISTED: &[Field] =
    &[field("environments", Shape::List(&ENVIRONMENT), "The available environments.").required(Error)];

#[rustfmt::skip] // One row per condition.
static COUNTED: &[Condition] = &[
    check("/meta/count", Should::Compare(Measure::Number, Relation::Near(0), 0, &[term("environments", Measure::Items, 1)]))
        .or(Info, &rules::COUNT_MISMATCH, "`count` is `{found}`, but `environments` lists {other}"),
];

static ENVIRONMENT: List = list(field("", Shape::Record(&ENVIRONMENT_RECORD), "An environment.")).unique("id", Warning);

static ENVIRONMENT_RECORD: Record = record("environment", ENVIRONMENT_FIELDS).others(OTHERS);

#[rustfmt::skip] // One row per field.
static ENVIRONMENT_FIELDS: &[Field] = &[
    field("id", ID, "The id used to send tasks to it.")
        .required(Error).aliases(&[alias("env_id").likely()]),
    field("name", ID, "Its name, for people.")
        .required(Error),
    field("repository", TEXT, "The URL of its repository.")
        .aliases(&[alias("repo_url").likely()]),
    field("tech_stack", TEXT, "The technologies it uses."),
    field("created_at", TIME, "When it was created: ISO 8601 with a time zone."),
];

#[rustfmt::skip] // One row per field.
static GUIDE: &[Field] = &[
    field("guide", MARKDOWN, "The whole guide, in Markdown.")
        .required(Error),
    field("steps", Shape::List(&STEPS), "Its steps, one by one.")
        .required(Error),
    field("verification_task", TEXT, "A task that shows whether it worked."),
];

static STEPS: List = list(field("", Shape::Record(&STEP), "A step.").mistyped(Info)).counting("step", 1, Info);

static STEP: Record = record("step", STEP_FIELDS).others(OTHERS);

#[rustfmt::skip] // One row per field.
static STEP_FIELDS: &[Field] = &[
    field("step", Shape::Number(number("").whole(Info).from(1, Info)), "Its number, from 1.")
        .required(Info).mistyped(Info),
    field("title", TEXT, "What it is about.")
        .required(Info).mistyped(Info),
    field("instructions", TEXT, "What to do.")
        .required(Info).mistyped(Info),
];
