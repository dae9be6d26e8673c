//! The parsers of the content, one for each phase of the bridge.

use crate::{
    Outcome, enhancement,
    python::{PythonValue, loads},
    refuses,
    text::{counted, in_fence, joined},
};

/// What the parser of a phase does with the content of a response.
pub(crate) fn used(text: &str, phase: Option<u32>) -> (Outcome, String) {
    match phase {
        Some(1) => analysis(text),
        Some(5) => agents(text),
        Some(8) => enhancement::used(text),
        // A file without a phase may belong to any.
        None if json_in(text).is_some_and(|it| it.get("sections").is_some()) => enhancement::used(text),
        _ => (Outcome::Reads, format!("reads {}, and deletes the file", counted(text.chars().count(), "character"))),
    }
}

/// The JSON in a text: in the first fence that says so, else in the first one that begins like JSON, else the text.
fn json_in(text: &str) -> Option<PythonValue> {
    loads(in_fence(text).unwrap_or(text)).ok()
}

fn agents(text: &str) -> (Outcome, String) {
    const NEEDED: [&str; 4] = ["name", "description", "reason", "technologies"];
    let Some(PythonValue::List(items)) = json_in(text) else {
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
    let Some(found @ PythonValue::Dict(_)) = json_in(text) else {
        return refuses("the content has to be a JSON object");
    };
    let missing = joined(NEEDED.into_iter().filter(|it| found.get(it).is_none()), ", ");
    if !missing.is_empty() {
        return refuses(&format!("the content has to have {missing}"));
    }
    match found.get("example_files") {
        Some(files) if files.is_truthy() => (Outcome::Reads, "reads the analysis, and deletes the file".to_owned()),
        _ => refuses("`example_files` has to name some"),
    }
}
