//! The parsers of the content, one for each phase of the bridge.

use crate::{
    Outcome,
    python::{Value, loads},
};

/// What the parser of a phase does with the content of a response.
pub(crate) fn used(text: &str, phase: Option<u32>) -> (Outcome, String) {
    match phase {
        Some(1) => analysis(text),
        Some(5) => agents(text),
        Some(8) => enhancement(text),
        // A file without a phase may belong to any.
        None if json_in(text).is_some_and(|it| it.get("sections").is_some()) => enhancement(text),
        _ => (Outcome::Reads, format!("reads {}, and deletes the file", characters(text))),
    }
}

/// The JSON in a text: in the first fence that says so, else in the first one that begins like JSON, else the text.
fn json_in(text: &str) -> Option<Value> {
    let blocks: Vec<(&str, &str)> = text.split("```").skip(1).step_by(2).filter_map(|it| it.split_once('\n')).collect();
    let labelled = blocks.iter().find(|it| it.0.trim() == "json").map(|it| it.1);
    let begins = |it: &&(&str, &str)| it.1.trim_start().starts_with(['{', '[']);
    let chosen = labelled.or_else(|| blocks.iter().find(begins).map(|it| it.1)).unwrap_or(text);
    loads(chosen.trim()).ok()
}

fn enhancement(text: &str) -> (Outcome, String) {
    let parsed = json_in(text);
    let Some(Value::List(sections)) = parsed.as_ref().and_then(|it| it.get("sections")) else {
        return refuses("Could not parse enhancement response. Expected JSON with 'sections' key.");
    };
    let count = match sections.len() {
        1 => "1 section".to_owned(),
        n => format!("{n} sections"),
    };
    let boundaries = match parsed.as_ref().and_then(|it| it.get("boundaries")) {
        Some(Value::Text(text)) if !text.trim().is_empty() => text,
        _ => {
            return (
                Outcome::Differs,
                format!("reads {count}, writes general boundaries itself, and deletes the file"),
            );
        }
    };
    match rules(boundaries) {
        Ok(n) => (Outcome::Reads, format!("reads {count} and {n} boundary rules, and deletes the file")),
        Err(why) => refuses(&why),
    }
}

/// How many rules the three parts have together.
fn rules(boundaries: &str) -> Result<usize, String> {
    const PARTS: [(&str, &str, usize, usize); 3] =
        [("ALWAYS", "- ✅", 5, 7), ("NEVER", "- ❌", 5, 7), ("ASK", "- ⚠️", 3, 5)];
    let mut total = 0;
    for (name, sign, least, most) in PARTS {
        let heading = format!("### {name}");
        let Some((_, part)) = boundaries.split_once(heading.as_str()) else {
            return Err(format!("{name} section must have {least}-{most} rules, found 0"));
        };
        let part = part.split("\n### ").next().unwrap_or_default();
        let found = part.lines().filter(|it| it.trim_start().starts_with(sign)).count();
        if !(least..=most).contains(&found) {
            return Err(format!("{name} section must have {least}-{most} rules, found {found}"));
        }
        total += found;
    }
    Ok(total)
}

fn agents(text: &str) -> (Outcome, String) {
    const NEEDED: [&str; 4] = ["name", "description", "reason", "technologies"];
    let Some(Value::List(items)) = json_in(text) else {
        return refuses("the content has to be a JSON array");
    };
    let (n, read) = (items.len(), items.iter().filter(|it| NEEDED.iter().all(|name| it.get(name).is_some())).count());
    match n - read {
        0 => (Outcome::Reads, format!("reads {n} agents, and deletes the file")),
        skipped => (
            Outcome::Differs,
            format!("reads {read} of {n} agents, skips {skipped} that lack fields, and deletes the file"),
        ),
    }
}

fn analysis(text: &str) -> (Outcome, String) {
    const NEEDED: [&str; 4] = ["technology", "architecture", "quality", "example_files"];
    let Some(found @ Value::Dict(_)) = json_in(text) else {
        return refuses("the content has to be a JSON object");
    };
    let missing: Vec<_> = NEEDED.into_iter().filter(|it| found.get(it).is_none()).collect();
    if !missing.is_empty() {
        return refuses(&format!("the content has to have {}", missing.join(", ")));
    }
    match found.get("example_files") {
        Some(files) if files.is_truthy() => (Outcome::Reads, "reads the analysis, and deletes the file".to_owned()),
        _ => refuses("`example_files` has to name some"),
    }
}

fn characters(text: &str) -> String {
    format!("{} characters", text.chars().count())
}

fn refuses(words: &str) -> (Outcome, String) {
    (Outcome::Refuses, words.to_owned())
}
