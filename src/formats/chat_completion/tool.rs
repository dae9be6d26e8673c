//! A declared tool.

use crate::severity::Severity::{Error, Warning};
use crate::spec::{
    CallRole, Choice, DeclaredTool, Field, Form, List, Record, SAID, Shape, Should, Unknown, Words, alias, field, list,
    record, text, words,
};

/// The tools of a request.
pub(super) static LIST: List = list(field("", Shape::Choice(&BY_TYPE), "A tool.")).at_least(1, Warning);

/// A function, or a tool that takes any text.
pub(super) static BY_TYPE: Choice = Choice {
    by: &["./type"],
    cases: &[(&["custom"], &CUSTOM), (&["builtin_function"], &BUILT_IN)],
    other: &TOOL,
    shown: &[("custom", &CUSTOM), ("web_search", &BUILT_IN), ("retrieval", &BUILT_IN)],
};

/// Tools that the service runs, which some services have.
static BUILT_IN: Record = record("built-in tool", BUILT_IN_FIELDS).others(Unknown::Allowed).role(&BUILT_IN_ROLE);
static BUILT_IN_ROLE: CallRole = CallRole::BuiltIn(&["type"]);
static BUILT_IN_FIELDS: &[Field] = &[field("type", SAID, "What it is.").required(Error)];

static TOOL: Record = record("tool", TOOL_FIELDS).others(Unknown::Allowed).role(&DECLARED);

static DECLARED: CallRole = CallRole::Tool(DeclaredTool {
    name: "function/name",
    description: "function/description",
    schema: "function/parameters",
    output: "",
    strict: "function/strict",
    examples: "",
});

#[rustfmt::skip] // One row per field.
static TOOL_FIELDS: &[Field] = &[
    field("type",     text(Form::Word(&TYPES), None), "What it is.").required(Error).absent(crate::spec::Absent::Json("\"function\"")),
    field("function", Shape::Record(&FUNCTION),       "The function.").required(Error).when(&[("type", Should::Be(&["function"]))]),
];

/// Some services have tools of their own.
static TYPES: Words = Words { is_open: true, ..words(&["function", "custom"], Warning) };

static FUNCTION: Record = record("function", FUNCTION_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static FUNCTION_FIELDS: &[Field] = &[
    field("name",        text(Form::Free, Some(Error)),      "The name by which the model calls it.").required(Error),
    field("description", SAID,                               "What it is for."),
    field("parameters",  Shape::Object,                      "The JSON Schema of its arguments; without it, there are none.").aliases(&[alias("input_schema"), alias("inputSchema")]),
    field("strict",      Shape::Nullable(&FLAG),             "Whether the arguments must match the schema, which must then be in the strict subset."),
];

static FLAG: Shape = Shape::Flag;

/// The old form: functions by themselves.
pub(super) static FUNCTIONS: List = list(field("", Shape::Record(&OLD), "A function.")).at_least(1, Warning);
static OLD: Record = record("function", FUNCTION_FIELDS).others(Unknown::Allowed).role(&OLD_DECLARED);
static OLD_DECLARED: CallRole = CallRole::Tool(DeclaredTool {
    name: "name",
    description: "description",
    schema: "parameters",
    output: "",
    strict: "",
    examples: "",
});

static CUSTOM: Record = record("custom tool", CUSTOM_FIELDS)
    .conditions(super::message::OF_CUSTOM)
    .others(Unknown::Allowed)
    .role(&CUSTOM_DECLARED);
static CUSTOM_DECLARED: CallRole = CallRole::Tool(DeclaredTool {
    name: "custom/name",
    description: "custom/description",
    schema: "",
    output: "",
    strict: "",
    examples: "",
});

#[rustfmt::skip] // One row per field.
static CUSTOM_FIELDS: &[Field] = &[
    field("type",   text(Form::Word(&TYPES), None), "What it is.").required(Error).absent(crate::spec::Absent::Json("\"custom\"")),
    field("custom", Shape::Record(&ANY_TEXT),       "The tool.").required(Error),
];

static ANY_TEXT: Record = record("definition of a custom tool", ANY_TEXT_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static ANY_TEXT_FIELDS: &[Field] = &[
    field("name",        text(Form::Free, Some(Error)), "The name by which the model calls it.").required(Error),
    field("description", SAID,                          "What it is for."),
];
