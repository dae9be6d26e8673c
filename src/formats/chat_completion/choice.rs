//! The tool that the model must call, or those that it may call.

use crate::rules;
use crate::severity::Severity::Error;
use crate::spec::{
    CallRole, Choice, Condition, Field, Form, List, Record, Shape, Should, Unknown, check, field, list, record, text,
};

/// One tool, or several of which the model chooses.
pub(super) static BY_TYPE: Choice = Choice {
    by: &["./type"],
    cases: &[(&["function"], &FUNCTION), (&["custom"], &CUSTOM), (&["allowed_tools"], &ALLOWED)],
    other: &OTHER,
    shown: &[],
};

static OTHER: Record = record("tool choice", &[TYPE]).conditions(OF_OTHER_APIS).others(Unknown::Allowed);
const TYPE: Field = field("type", text(Form::Free, Some(Error)), "What is chosen.").required(Error);

#[rustfmt::skip] // One row per condition.
static OF_OTHER_APIS: &[Condition] = &[
    check("type", Should::NotBe(&["tool", "auto", "any", "none", "required"]))
        .or(Error, &rules::UNKNOWN_VALUE, "`type` is `{found}`; expected `function`, `custom` or `allowed_tools`"),
];

const NAME: Field = field("name", text(Form::Free, Some(Error)), "The name of the tool.").required(Error);

static FUNCTION: Record = record("function choice", FUNCTION_FIELDS).others(Unknown::Allowed);
static FUNCTION_FIELDS: &[Field] =
    &[TYPE, field("function", Shape::Record(&NAMED), "The function that must be called.").required(Error)];

static CUSTOM: Record = record("custom tool choice", CUSTOM_FIELDS).others(Unknown::Allowed);
static CUSTOM_FIELDS: &[Field] =
    &[TYPE, field("custom", Shape::Record(&NAMED), "The tool that must be called.").required(Error)];

static NAMED: Record = record("chosen tool", &[NAME]).others(Unknown::Allowed).role(&CHOSEN);
static CHOSEN: CallRole = CallRole::Chosen("name");

static ALLOWED: Record = record("choice among tools", ALLOWED_FIELDS).others(Unknown::Allowed);
static ALLOWED_FIELDS: &[Field] =
    &[TYPE, field("allowed_tools", Shape::Record(&TOOLS), "The tools that may be called.").required(Error)];

static TOOLS: Record = record("allowed tools", TOOLS_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static TOOLS_FIELDS: &[Field] = &[
    field("mode",  text(Form::Free, None),  "`auto`, or `required` if one of them must be called."),
    field("tools", Shape::List(&LIST),      "The tools."),
];

static LIST: List = list(field("", Shape::Choice(&ITEM_BY_TYPE), "A tool."));
static ITEM_BY_TYPE: Choice = Choice {
    by: &["./type"],
    cases: &[(&["function"], &FUNCTION), (&["custom"], &CUSTOM)],
    other: &OTHER_ITEM,
    shown: &[],
};
static OTHER_ITEM: Record = record("allowed tool", &[TYPE]).others(Unknown::Allowed);

/// The old form.
pub(super) static OLD: Record = record("old function choice", &[NAME]).others(Unknown::Allowed).role(&CHOSEN);
