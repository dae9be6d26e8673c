//! A task was accepted: its id, and whether it runs at once.

use super::{LOCAL_ID, OUTPUT};
use super::{SCALARS, TIMED};
use crate::rules;
use crate::severity::Severity::{Error, Info, Warning};
use crate::spec::{
    Condition, Field, Form, Record, Shape, Should, Unknown, Words, alias, check, count, field, record, text, words,
};

/// The content of `meta`.
pub(super) static META: Record = record("acknowledgment's meta object", FACTS).others(SCALARS).ending(&TIMED);

/// The content of `data`.
pub(super) static DATA: Record =
    record("acknowledgment", FIELDS).conditions(CONDITIONS).strays(OUTPUT).others(Unknown::Reported(Info, None));

#[rustfmt::skip] // One row per field.
static FACTS: &[Field] = &[
    field("queue_position", count(Error), "How many tasks are ahead of it; 0 when it is running."),
    field("estimated_start_ms", count(Error), "The estimated time until it starts, in milliseconds."),
];

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("task_id", text(Form::Free, Some(Error)), "The id of the task, to be used with other tools.")
        .required(Error),
    field("thread_id", text(Form::Free, None), "The id of the thread; only tasks that run through the SDK have one."),
    field("accepted", Shape::Flag, "Whether the task was accepted.")
        .required(Error),
    field("capability", text(Form::Word(&CAPABILITIES), Some(Error)), "Whether the tool returns before the task is done.")
        .required(Error),
    field("expected_duration", text(Form::Free, None), "How long it may take, for people."),
    field("started_at", text(Form::Time(Error), None), "When it was started: ISO 8601 with a time zone.")
        .required(Error).aliases(&[alias("started_ts")]),
];

static CAPABILITIES: Words = words(&["background", "foreground"], Error);

#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    LOCAL_ID,
    check("capability", Should::Be(&["background"])).when(&[("/tool", Should::Be(&["_codex_cloud_submit"]))])
        .or(Warning, &rules::VALUE_MISMATCH, "`capability` is `{found}`; cloud tasks always run in the background"),
    check("accepted", Should::Be(&["true"])).when(&[("/status", Should::Be(&["ok"]))])
        .or(Info, &rules::VALUE_MISMATCH, "`accepted` is `{found}`, but `status` is `ok`; report a refusal as an error"),
];
