//! Why an agent failed.

use super::FILLED;
use crate::severity::Severity::{Error, Info, Warning};
use crate::spec::{Field, Form, Record, Shape, Source, Unknown, Words, field, made_from, record, text, words};

pub(super) static ERROR: Record = record("Factory error", FIELDS)
    .others(Unknown::Allowed)
    .made_from(&[made_from(Source::Text, "{\"type\": \"technical_error\", \"message\": $}")]);

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("type", text(Form::Word(&TYPES), Some(Error)), "The kind of failure.").required(Error),
    field("message", Shape::Text(FILLED), "What went wrong.").required(Error),
    field("recoverable", Shape::Flag, "Whether a retry can help.").required(Info),
];

pub(super) const KINDS: &[&str] = &["missing_input", "invalid_config", "ambiguous_requirements", "technical_error"];
static TYPES: Words = words(KINDS, Warning);
