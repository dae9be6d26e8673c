//! What a success delivers: files, and numbers about the work.

use super::FILLED;
use crate::rules;
use crate::severity::Severity::{Error, Info, Warning};
use crate::spec::{
    Condition, Field, Form, List, Record, Shape, Should, Source, Test, Text, Unknown, Words, check, field, list,
    made_from, number, record, text, words,
};

pub(super) static DELIVERABLES: List = list(field("", Shape::Record(&DELIVERABLE), "A file.")).unique("path", Warning);

static DELIVERABLE: Record = record("deliverable", FIELDS)
    .conditions(CONDITIONS)
    .others(Unknown::Allowed)
    .made_from(&[made_from(Source::Text, "{\"path\": $}").safely()]);

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("path", Shape::Text(PATH), "The path of the file, relative to the workspace root.")
        .required(Error),
    field("type", text(Form::Word(&TYPES), None), "What kind of file it is.")
        .required(Warning).mistyped(Warning),
    field("description", text(Form::Free, None), "What the file contains, in a few words.")
        .required(Info).mistyped(Warning),
];

const PATH: Text = Text { form: Form::Path, placeholder: Info, ..FILLED };
static TYPES: Words = words(&["architecture", "rules", "config", "skill"], Warning);

const OF_A_RUN: &[Test] =
    &[("path", Should::Be(&[".factory/runs/*/*"])), ("path", Should::NotBe(&["*{*}*", "*<*>*", "*...*"]))];

#[rustfmt::skip] // One row per condition.
static CONDITIONS: &[Condition] = &[
    check("path", Should::Be(&[".factory/runs/####-##-##-&&&&&&&&/*"])).when(OF_A_RUN)
        .or(Warning, &rules::UNUSUAL_FORM, "The session in `{found}` should be a date and eight lowercase hexadecimal digits, such as `2026-01-21-a1b2c3d4`"),
];

pub(super) static METRICS: Record = record("metrics object", COUNTS).others(Unknown::Values(&METRIC));

#[rustfmt::skip] // One row per field.
static COUNTS: &[Field] = &[
    field("files_created", FROM_ZERO, "How many files were created.").mistyped(Warning),
    field("files_modified", FROM_ZERO, "How many files were modified.").mistyped(Warning),
];

static METRIC: Field = field("", FROM_ZERO, "A number from 0.").mistyped(Warning);
const FROM_ZERO: Shape = Shape::Number(number("").from(0, Warning));
