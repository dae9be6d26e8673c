//! What the agents of the Factory answer to their orchestrator: a success, questions or a failure; a critic's
//! success has a verdict.

use crate::diagnostic::Severity::{Error, Hint, Info, Warning};
use crate::spec::{
    Field, Form, Format, List, Record, Shape, Should, Test, Unknown, Words, count, field, format, list, number, record,
    text, words,
};

/// The three kinds of answer.
pub static FORMAT: Format = Format {
    markdown: Some((Info, "Plain Markdown is allowed here but cannot be checked; the JSON form can")),
    ..format("factory", "1.0", record("Factory response", FIELDS).others(Unknown::Reported(Hint, None)))
};

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("status", text(Form::Word(&STATUSES), None), "How the run ended.")
        .required(Error),
    field("confidence", text(Form::Word(&LEVELS), None), "How sure the agent is."),
    field("confidence_notes", Shape::Nullable(&FREE), "Why it is not surer."),
    field("deliverables", Shape::List(&DELIVERABLES), "The files that were made.")
        .required(Error).when(DELIVERS),
    field("summary", text(Form::Free, Some(Warning)), "What was done, in a sentence.")
        .required(Warning).when(SUCCEEDED),
    field("metrics", Shape::Record(&METRICS), "Numbers of any kind."),
    field("next_action", text(Form::Free, None), "What is to happen next.")
        .required(Info).when(SUCCEEDED),
    field("verdict", text(Form::Word(&VERDICTS), None), "What a critic thinks of the work."),
    field("requirements_checked", count(Error), "How many requirements the critic looked at."),
    field("blocking_issues", Shape::List(&ISSUES), "What has to be changed before the work can go on.")
        .required(Error).when(BLOCKED),
    field("concerns", Shape::Names, "What might be changed."),
    field("questions", Shape::List(&QUESTIONS), "What the agent has to know first.")
        .required(Error).when(ASKS).not_otherwise(Warning),
    field("partial_work", Shape::Object, "What is done already, and what waits for the answers."),
    field("recommendation", text(Form::Free, None), "What the agent would do.")
        .required(Info).when(STOPPED),
    field("error", Shape::Object, "What went wrong.")
        .required(Error).when(FAILED).not_otherwise(Warning),
    field("attempted", text(Form::Free, None), "What was tried.")
        .required(Info).when(FAILED),
];

const SUCCEEDED: &[Test] = &[("status", Should::Be(&["success"]))];
const ASKS: &[Test] = &[("status", Should::Be(&["questions"]))];
const FAILED: &[Test] = &[("status", Should::Be(&["failure"]))];
const STOPPED: &[Test] = &[("status", Should::Be(&["questions", "failure"]))];
const DELIVERS: &[Test] = &[("status", Should::Be(&["success"])), ("verdict", Should::BeAbsent)];
const BLOCKED: &[Test] = &[("verdict", Should::Be(&["BLOCKING"]))];

static FREE: Shape = text(Form::Free, None);
static STATUSES: Words = words(&["success", "questions", "failure"], Error);
static LEVELS: Words = words(&["high", "medium", "low"], Warning);
static VERDICTS: Words = words(&["PASS", "BLOCKING"], Error);

static DELIVERABLES: List = list(field("", Shape::Record(&DELIVERABLE), "A file.")).at_least(1, Error);
static DELIVERABLE: Record = record(
    "deliverable",
    &[field("path", text(Form::Free, Some(Error)), "Where the file is, from the root of the workspace.")
        .required(Error)],
)
.others(Unknown::Allowed);

static METRICS: Record = record("metrics object", &[]).others(Unknown::Values(&METRIC));
static METRIC: Field = field("", Shape::Number(number("").from(0, Warning)), "A number from 0.").mistyped(Warning);

static ISSUES: List =
    list(field("", Shape::Record(&ISSUE), "What has to be changed.")).unique("id", Error).numbered("B");
static ISSUE: Record =
    record("blocking issue", &[field("id", text(Form::Free, Some(Error)), "Its own id, such as B1.").required(Error)])
        .others(Unknown::Allowed);

static QUESTIONS: List = list(field("", Shape::Record(&QUESTION), "What the agent has to know."))
    .at_least(1, Error)
    .unique("id", Error)
    .numbered("q");
static QUESTION: Record = record(
    "question",
    &[
        field("id", text(Form::Free, Some(Error)), "Its own id, such as q1.").required(Error),
        field("question", text(Form::Free, Some(Error)), "What is asked.").required(Error),
    ],
)
.others(Unknown::Allowed);
