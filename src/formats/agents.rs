//! The payload of phase 5: the agents that a project needs. It follows no specification, only the program that requests
//! it and skips what it cannot use.

use crate::severity::Severity::{Error, Hint, Warning};
use crate::spec::{
    Field, Form, Format, List, Mark, Record, Shape, Unknown, field, format, list, number, record, sign, text, there,
};

/// A list of agents.
pub static FORMAT: Format = Format {
    list: Some(&AGENTS),
    bare: &[sign("a list of agents", &[there("name")]).with(&[ABOUT])],
    telling: &["name", "reason", "technologies", "priority"],
    reader: "the program that wrote the request, which skips what it cannot use",
    ..format("agents", "1.0", record("agent list", &[]).others(Unknown::Allowed).beyond())
};

const ABOUT: &[Mark] = &[there("description"), there("reason"), there("technologies")];

static AGENTS: List = list(field("", Shape::Record(&AGENT), "An agent that the project needs."))
    .at_least(1, Warning)
    .unique("name", Hint);

static AGENT: Record = record("agent", FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("name", text(Form::Hyphened(Hint), Some(Warning)), "The agent's name, in words joined by hyphens.")
        .required(Warning).mistyped(Warning),
    field("description", WORDS, "What the agent does.").required(Warning).mistyped(Warning),
    field("reason", WORDS, "Why the project needs it.").required(Warning).mistyped(Warning),
    field("technologies", Shape::List(&TECHNOLOGIES), "The technologies that the agent knows.").required(Warning).mistyped(Error),
    field("priority", Shape::Number(number("").from(1, Warning).up_to(10, Warning)), "How important the agent is, from 1 to 10.")
        .mistyped(Warning),
];

static TECHNOLOGIES: List = list(field("", WORDS, "A technology.").mistyped(Warning));

const WORDS: Shape = text(Form::Free, None);
