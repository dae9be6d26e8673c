//! What an agent asks before it continues.

use super::FILLED;
use crate::rules;
use crate::severity::Severity::{Error, Hint, Warning};
use crate::spec::{
    Condition, Field, Form, List, Measure, Record, Relation, Shape, Should, Source, Test, Unknown, check, field, list,
    made_from, record, text,
};

pub(super) static QUESTIONS: List =
    list(field("", Shape::Record(&QUESTION), "A question.")).unique("id", Error).numbered("q");

static QUESTION: Record = record("question", FIELDS)
    .conditions(CONDITIONS)
    .others(Unknown::Allowed)
    .made_from(&[made_from(Source::Text, "{\"id\": \"q#\", \"question\": $}").safely()]);

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("id", Shape::Text(FILLED), "Its own id: q1, q2 and so on.").required(Error),
    field("question", Shape::Text(FILLED), "The question itself.").required(Error),
    field("context", text(Form::Free, None), "Why it matters.").required(Hint).mistyped(Warning),
    field("default", Shape::Scalar, "The option used when nobody answers.").required(Hint).mistyped(Warning),
    field("options", Shape::List(&OPTIONS), "The answers to choose from.").mistyped(Warning),
];

static OPTIONS: List = list(field("", text(Form::Free, Some(Warning)), "An answer.").mistyped(Warning))
    .at_least(2, Warning)
    .unique("", Warning);

const WITH_OPTIONS: &[Test] = &[("options", Should::Compare(Measure::Items, Relation::AtLeast, 1, &[]))];

#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    check("default", Should::BeAmong("options")).when(WITH_OPTIONS)
        .or(Warning, &rules::VALUE_MISMATCH, "`default` is `{found}`, which is not one of the `options`"),
];

pub(super) static PARTIAL_WORK: Record = record("report of partial work", PARTS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static PARTS: &[Field] = &[
    field("completed", Shape::List(&COMPLETED), "What is done.").mistyped(Warning),
    field("blocked_on", Shape::List(&BLOCKED_ON), "What waits for the answers.").mistyped(Warning),
];

static COMPLETED: List = list(PART);
static BLOCKED_ON: List = list(PART).unique("", Warning).apart_from("completed");
const PART: Field = field("", text(Form::Free, Some(Warning)), "A part of the work.").mistyped(Warning);
