//! The payload of phase 8: Markdown sections for an agent's file, and a list that names them.

mod metadata;

use metadata::METADATA;

use crate::severity::Severity::{Hint, Warning};
use crate::spec::{
    Field, Format, Is, Listing, Section, Shape, TextPart, Unknown, Wording, field, format, record, sign, there,
};

/// Sections next to the list that names them.
pub static FORMAT: Format = Format {
    bare: &[sign("the agent's output", &[there("sections")]), sign("an enhancement", &[("", Is::Listing)])],
    listing: Some(Listing {
        list: "sections",
        sections: SECTIONS,
        begins: "## ",
        not_sections: &["frontmatter_metadata"],
    }),
    reader: "the program that writes the agent's file",
    ..format("enhancement", "1.0", record("enhancement", FIELDS).others(Unknown::Allowed))
};

#[rustfmt::skip] // One row per field.
static FIELDS: &[Field] = &[
    field("sections", Shape::Names, "The names of the sections, in the order in which they are inserted."),
    field("frontmatter_metadata", Shape::Record(&METADATA), "Metadata for finding the agent: stack, phase, capabilities and keywords.")
        .required(Hint).mistyped(Warning),
];

#[rustfmt::skip] // One row per section.
static SECTIONS: &[Section] = &[
    Section { begins: "---", ..section("frontmatter") },
    Section { begins: "", ..section("title") },
    section("quick_start"),
    Section { is_expected: true, min_chars: 500, parts: BOUNDARIES, generic: GENERIC, ..section("boundaries") },
    section("capabilities"),
    section("phase_integration"),
    section("loading_instruction"),
    section("detailed_examples"),
    Section { is_expected: true, min_chars: 100, ..section("examples") },
    section("best_practices"),
    section("anti_patterns"),
    section("cross_stack"),
    section("mcp_integration"),
    section("troubleshooting"),
    section("technology_specific"),
    Section { is_expected: true, min_chars: 50, ..section("related_templates") },
    section("common_patterns"),
    section("integration_points"),
];

const fn section(name: &'static str) -> Section {
    Section { name, begins: "## ", is_expected: false, min_chars: 0, parts: &[], generic: &[] }
}

static BOUNDARIES: &[TextPart] = &[
    TextPart { heading: "ALWAYS", sign: "✅", min: 5, max: 7, wording: Wording::Without("Always") },
    TextPart { heading: "NEVER", sign: "❌", min: 5, max: 7, wording: Wording::With("Never") },
    TextPart { heading: "ASK", sign: "⚠\u{fe0f}", min: 3, max: 5, wording: Wording::Topic("Ask") },
];

static GENERIC: &[&str] = &[
    "Execute core responsibilities as defined",
    "Follow established patterns and conventions",
    "Validate inputs before processing",
    "Skip validation or error handling",
    "Make assumptions about requirements",
    "Ignore established patterns",
];
