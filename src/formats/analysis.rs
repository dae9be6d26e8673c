//! The payload of phase 1: what an agent sees in a code base. It follows no specification, only the program that
//! requests analyses.

use crate::rules;
use crate::severity::Severity::{Error, Warning};
use crate::spec::{
    ANY_FIELD, Condition, Field, Form, Format, List, Record, Shape, Should, Test, Unknown, Words, at_least, at_most,
    below, check, field, format, list, number, record, sign, text, there, words,
};

/// Technology, architecture, quality, and files to learn from.
pub static FORMAT: Format = Format {
    telling: PARTS,
    bare: &[sign("an analysis", &[]).with(&[&[there(ANY_FIELD)], &[there(ANY_FIELD)]])],
    reader: "the program that wrote the request",
    ..format("analysis", "1.0", RECORD)
};

/// The program that requests an analysis refuses one without these, and one that names no file.
pub(super) const PARTS: &[&str] = &["technology", "architecture", "quality", "example_files"];

const RECORD: Record = record("analysis", FIELDS).others(Unknown::Allowed).beyond();

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("technology", Shape::Record(&TECHNOLOGY), "Languages, frameworks and tools."),
    field("architecture", Shape::Record(&ARCHITECTURE), "Patterns, layers and how they depend on each other."),
    field("quality", Shape::Record(&QUALITY), "How well the code follows common principles."),
    field("example_files", Shape::List(&EXAMPLES), "Files to turn into templates; 10 to 20 are recommended.").required(Error),
];

static TECHNOLOGY: Record = record("technology", TECHNOLOGY_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static TECHNOLOGY_FIELDS: &[Field] = &[
    field("primary_language", WORDS, "The language most of the code is written in."),
    field("frameworks", LIST, "Frameworks, by name or as objects."),
    field("testing_frameworks", LIST, "The frameworks that the tests use."),
    field("build_tools", LIST, "The tools that build the code."),
    field("databases", LIST, "Where data is kept."),
    field("infrastructure", LIST, "What the code runs on."),
    field("confidence", Shape::Record(&CONFIDENCE), "How sure the agent is of this."),
];

static ARCHITECTURE: Record = record("architecture", ARCHITECTURE_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static ARCHITECTURE_FIELDS: &[Field] = &[
    field("patterns", LIST, "Design patterns."),
    field("architectural_style", WORDS, "The style as a whole."),
    field("layers", LIST, "Layers, by name or as objects."),
    field("key_abstractions", LIST, "What the domain is made of."),
    field("dependency_flow", WORDS, "The direction in which layers depend on each other."),
    field("confidence", Shape::Record(&CONFIDENCE), "How sure the agent is of this."),
];

static QUALITY: Record = record("quality", QUALITY_FIELDS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static QUALITY_FIELDS: &[Field] = &[
    field("overall_score", SCORE, "Quality as a whole, from 0 to 100."),
    field("solid_compliance", SCORE, "How well the code follows SOLID, from 0 to 100."),
    field("dry_compliance", SCORE, "How little the code repeats itself, from 0 to 100."),
    field("yagni_compliance", SCORE, "How well the code avoids what nobody needs, from 0 to 100."),
    field("test_coverage", Shape::Nullable(&COVERAGE), "The percentage of the code covered by tests, if known."),
    field("code_smells", LIST, "Signs of trouble."),
    field("strengths", LIST, "What is done well."),
    field("improvements", LIST, "What could be done better."),
    field("confidence", Shape::Record(&CONFIDENCE), "How sure the agent is of this."),
];

static CONFIDENCE: Record = record("confidence", CONFIDENCE_FIELDS).conditions(LEVELS).others(Unknown::Allowed);

#[rustfmt::skip] // One row per field.
static CONFIDENCE_FIELDS: &[Field] = &[
    field("level", text(Form::Word(&LEVEL), None), "The level that matches the percentage.").required(Error),
    field("percentage", SCORE, "How sure the agent is, from 0 to 100.").required(Error),
    field("reasoning", WORDS, "Why it is so sure."),
];

static LEVEL: Words = words(&["high", "medium", "low", "uncertain"], Warning);

static ITEMS: List = list(field("", Shape::Any, "A name, or an object with more."));
static EXAMPLES: List = list(field("", Shape::Any, "A file: its path, and what it shows.")).at_least(1, Error);
static COVERAGE: Shape = SCORE;

const LIST: Shape = Shape::List(&ITEMS);
const WORDS: Shape = text(Form::Free, None);
const SCORE: Shape = Shape::Number(number("").from(0, Error).up_to(100, Error));

const HIGH: &[Test] = &[("percentage", at_least(90)), ("percentage", at_most(100))];
const MEDIUM: &[Test] = &[("percentage", at_least(70)), ("percentage", below(90))];
const LOW: &[Test] = &[("percentage", at_least(50)), ("percentage", below(70))];
// A share such as 0.95 may be meant as a percentage.
const UNCERTAIN: &[Test] = &[("percentage", at_least(2)), ("percentage", below(50))];
const SHARE: &[Test] = &[("percentage", at_least(0)), ("level", Should::Be(&["high", "medium", "low"]))];

#[rustfmt::skip] // One row per condition.
static LEVELS: &[Condition] = &[
    check("level", Should::Be(&["high"])).when(HIGH).suggest("\"high\"")
        .or(Warning, &rules::VALUE_MISMATCH, "`level` is `{found}`; expected `high` for a percentage of 90 or more"),
    check("level", Should::Be(&["medium"])).when(MEDIUM).suggest("\"medium\"")
        .or(Warning, &rules::VALUE_MISMATCH, "`level` is `{found}`; expected `medium` for a percentage of 70 to 89"),
    check("level", Should::Be(&["low"])).when(LOW).suggest("\"low\"")
        .or(Warning, &rules::VALUE_MISMATCH, "`level` is `{found}`; expected `low` for a percentage of 50 to 69"),
    check("level", Should::Be(&["uncertain"])).when(UNCERTAIN).suggest("\"uncertain\"")
        .or(Warning, &rules::VALUE_MISMATCH, "`level` is `{found}`; expected `uncertain` for a percentage below 50"),
    check("percentage", at_least(2)).when(SHARE)
        .or(Warning, &rules::VALUE_MISMATCH, "`percentage` is `{found}` out of 100, which does not match `level`"),
];
