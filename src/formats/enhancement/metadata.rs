//! What an enhancement says about its agent, apart from the sections. It follows no specification, only the program
//! that requests enhancements.

use crate::severity::Severity::{Hint, Info, Warning};
use crate::spec::{Field, Form, List, Record, Shape, Unknown, Words, field, list, record, text, words};

pub(super) static METADATA: Record = record("frontmatter metadata", FIELDS).others(Unknown::Allowed).beyond();

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("stack", Shape::List(&STACK), "The agent's languages and platforms.")
        .required(Hint).mistyped(Hint),
    field("phase", text(Form::Word(&PHASES), None), "The phase of the work in which the agent is used.")
        .required(Hint).mistyped(Warning),
    field("capabilities", Shape::List(&CAPABILITIES), "What the agent can do, in 3 to 7 items.")
        .required(Hint).mistyped(Hint),
    field("keywords", Shape::List(&KEYWORDS), "5 to 10 search terms for the agent, including libraries.")
        .required(Hint).mistyped(Hint),
];

static STACK: List = list(field("", text(Form::Word(&STACKS), None), "A language or platform.").mistyped(Hint));
static CAPABILITIES: List = list(WORDING).at_least(3, Hint).at_most(7, Hint);
static KEYWORDS: List = list(WORDING).at_least(5, Hint).at_most(10, Hint);

const WORDING: Field = field("", text(Form::Free, None), "A few words.").mistyped(Hint);

static PHASES: Words = words(&["implementation", "review", "testing", "orchestration", "debugging"], Warning);

static STACKS: Words = Words {
    meant: &[
        ("dotnet-maui", "maui"),
        ("dotnet-core", "dotnet"),
        ("dotnet-xaml", "xaml"),
        ("react-native", "react"),
        ("c#", "csharp"),
        (".net", "dotnet"),
        ("node", "javascript"),
        ("nodejs", "javascript"),
        ("node.js", "javascript"),
        ("js", "javascript"),
        ("ts", "typescript"),
        ("py", "python"),
    ],
    sure_when: &[
        ("maui", &[]),
        ("dotnet", &[]),
        ("xaml", &[]),
        ("react", &[]),
        ("csharp", &[]),
        ("javascript", &[]),
        ("typescript", &[]),
        ("python", &[]),
    ],
    elsewhere: Some((LIBRARIES, "keywords")),
    ..words(
        &[
            "python",
            "javascript",
            "typescript",
            "csharp",
            "java",
            "go",
            "rust",
            "ruby",
            "php",
            "swift",
            "kotlin",
            "dart",
            "react",
            "dotnet",
            "maui",
            "flutter",
            "xaml",
            "realm",
            "cross-stack",
        ],
        Info,
    )
};

#[rustfmt::skip] // Grouped by purpose.
const LIBRARIES: &[&str] = &[
    "erroror", "error-or", "result",
    "nsubstitute", "xunit", "nunit", "mstest", "pytest", "vitest", "jest", "mocha", "jasmine",
    "fastapi", "flask", "django", "express", "nestjs",
    "sqlalchemy", "entity-framework", "ef-core", "prisma", "sequelize", "typeorm", "realm-db", "sqlite",
    "redux", "zustand", "mobx", "recoil", "react-query", "tanstack-query",
    "pydantic", "zod", "axios", "lodash",
];
