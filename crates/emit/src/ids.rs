//! The ids in TypeScript: their types, and which formats are those of files with calls of tools.

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

/// What the formats in which models call tools are, for what is not compiled from Rust.
pub fn of_calls() -> String {
    let ids = agent_response::known_formats().iter().filter(|it| agent_response::kinds(it).next().is_some());
    let ids: String = ids.map(|it| format!("  \"{}\",\n", it.id)).collect();
    let word = |word: &&str| {
        let any = "[\\w/]*";
        let start = word.strip_prefix('*').map_or_else(|| (*word).to_owned(), |it| format!("{any}{it}"));
        let whole = start.strip_suffix('*').map_or_else(|| start.clone(), |it| format!("{it}{any}"));
        // Outside of brackets, a slash ends the pattern.
        whole.replace("*/", "*\\/")
    };
    let words: Vec<String> = agent_response::formats::TELLING.iter().map(word).collect();
    format!(
        "// Generated from the tables of the formats; see CONTRIBUTING.md.

/** The formats in which models call tools. */
export const OF_CALLS: ReadonlySet<string> = new Set([
{ids}]);

/** A quoted word that is in each of their files, and in few others. */
export const TELLING =
  /\"(?:{})\"/;
",
        words.join("|")
    )
}
