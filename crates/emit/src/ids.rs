//! TypeScript types of the ids.

use std::fmt::Write;

/// The types of the ids: of all rules and of all formats.
pub fn ids() -> String {
    let mut out = "// Generated from the tables of the rules and the formats; see CONTRIBUTING.md.\n".to_owned();
    push_ids("RuleId", "a rule", agent_response::rules().iter().map(|it| it.id), &mut out);
    push_ids("FormatId", "a format", agent_response::known_formats().iter().map(|it| it.id), &mut out);
    out
}

fn push_ids(name: &str, what: &str, ids: impl Iterator<Item = &'static str>, out: &mut String) {
    let _ = write!(out, "\n/** The id of {what}. */\nexport type {name} =");
    ids.for_each(|id| {
        let _ = write!(out, "\n  | \"{id}\"");
    });
    out.push_str(";\n");
}
