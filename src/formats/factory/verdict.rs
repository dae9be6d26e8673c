//! What a critic says about the work.

use super::FILLED;
use crate::rules;
use crate::severity::Severity::{Error, Hint, Warning};
use crate::spec::{
    Condition, Field, Form, List, Record, Shape, Should, Source, Unknown, check, field, list, made_from, record, text,
};

pub(super) static ISSUES: List =
    list(field("", Shape::Record(&ISSUE), "What must change.")).unique("id", Error).numbered("B");

static ISSUE: Record = record("blocking issue", FIELDS)
    .conditions(CONDITIONS)
    .others(Unknown::Allowed)
    .made_from(&[made_from(Source::Text, "{\"id\": \"B#\", \"title\": $}")]);

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("id", Shape::Text(FILLED), "Its own id: B1, B2 and so on.").required(Error),
    field("category", text(Form::Free, None), "The requirement that is not met.").required(Warning).mistyped(Warning),
    field("title", text(Form::Free, None), "What is wrong, in a few words.").required(Warning).mistyped(Warning),
    field("description", text(Form::Free, None), "What is wrong, in full.").required(Warning).mistyped(Warning),
    field("resolution", text(Form::Free, None), "What would resolve it.").required(Warning).mistyped(Warning),
];

#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    check("id", Should::Be(&["B#", "B##", "B###", "B####"]))
        .or(Hint, &rules::UNUSUAL_FORM, "`id` is `{found}`; the ids of blocking issues are usually `B1`, `B2` and so on"),
];

pub(super) static CONCERNS: List = list(field("", text(Form::Free, None), "What could be improved."));
