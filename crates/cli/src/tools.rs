//! The tools that a file with calls does not declare itself: those of the file that the project file names, or else of the
//! request in the same folder.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use agent_response::{
    KnownTools, Options,
    diagnostic::shown,
    known_tools,
    names::{FileKind, FileName},
    report::Report,
};
use agent_response_project::{self, Project};

use super::{
    below,
    host::{self, EntryKind},
    schema,
};

/// Tools by the path in the project file.
pub(super) type NamedTools = HashMap<String, GivenTools>;

/// The tools that were read from a file.
pub(super) type GivenTools = Arc<KnownTools>;

/// Reads the tools that a project file in a folder names. Faults become findings of the project file.
pub(super) fn read_all(folder: &Path, text: &str, project: &mut Project) -> NamedTools {
    let mut all = NamedTools::new();
    for named in project.wishes.files.iter().filter_map(|it| it.tools.as_ref()) {
        if all.contains_key(&named.path) {
            continue;
        }
        match read(folder, &folder.join(&named.path)) {
            Ok(tools) => drop(all.insert(named.path.clone(), Arc::new(tools))),
            Err(why) => {
                let message = format!("`{}` {why}", shown(&named.path));
                project.findings.push(agent_response_project::finding(text, named.span.clone(), message));
            }
        }
    }
    project.findings.sort_by_key(|it| (it.bytes.from, it.bytes.to));
    all
}

fn read(folder: &Path, path: &Path) -> Result<KnownTools, String> {
    let bytes = below::read(folder, path, "JSON with tools")?;
    let text = String::from_utf8(bytes).map_err(|_| "is not UTF-8".to_owned())?;
    known_tools(&text, schema::compiler()).ok_or_else(|| "is not JSON with an array of tools".to_owned())
}

/// Sets what calls in a file are judged by: the tools that the project file names, or else those that are in its folder.
pub(super) fn set_for(options: &mut Options, named: Option<&GivenTools>, path: Option<&Path>) {
    options.compiler = schema::compiler();
    options.tools = named.cloned().or_else(|| beside(path?));
}

/// The tools for a file that declares none: those of the request in the same folder, or of its file `tools.json`.
fn beside(path: &Path) -> Option<Arc<KnownTools>> {
    let name = path.file_name()?.to_string_lossy();
    if FileName::new(&name).kind != FileKind::Other {
        return None;
    }
    let files = request(&name).into_iter().chain(["tools.json".to_owned()]).map(|it| path.with_file_name(it));
    // A link in a repository of somebody else can lead to any file.
    let is_file = |it: &PathBuf| host::link_kind(it).is_ok_and(|it| it == EntryKind::File);
    let is_small = |it: &PathBuf| host::size(it).is_ok_and(|it| it <= LARGEST);
    let texts = files
        .filter(|it| it != path && is_file(it) && is_small(it))
        .filter_map(|it| String::from_utf8(host::read(&it).ok()?).ok());
    texts
        .filter_map(|it| known_tools(it.strip_prefix('\u{feff}').unwrap_or(&it), schema::compiler()))
        .next()
        .map(Arc::new)
}

/// Whether a file has one of these endings.
pub(super) fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    endings.iter().any(|it| ending.eq_ignore_ascii_case(it))
}

/// Whether a file may have calls of tools, by its name.
pub(super) fn may_have_calls(path: &Path) -> bool {
    has_ending(path, &["json", "jsonl", "ndjson"])
}

/// Whether it is worthwhile to check a text for that.
pub(super) fn has_signs(text: &str) -> bool {
    let part = |word: &str| match word.strip_prefix('*') {
        Some(rest) => rest.trim_end_matches('*').to_owned(),
        None => word.strip_suffix('*').map_or_else(|| format!("\"{word}\""), |it| format!("\"{it}")),
    };
    agent_response::formats::TELLING.iter().any(|it| text.contains(&part(it)))
}

/// Whether a text was recognized as one with calls of tools.
pub(super) fn has_calls(report: &Report) -> bool {
    report.format.id.is_some_and(|id| agent_response::formats().iter().all(|it| it.id != id))
}

/// Larger requests are not read for their tools.
const LARGEST: u64 = 16 << 20;

/// The name of the request to which a file is the response: `chat-request.json` for `chat-response.json`.
fn request(name: &str) -> Option<String> {
    let find = |word: &str| name.rfind(word).map(|at| (at, at + word.len()));
    let (start, end, word) = match (find("response"), find("Response")) {
        (Some((start, end)), _) => (start, end, "request"),
        (None, Some((start, end))) => (start, end, "Request"),
        (None, None) => return None,
    };
    Some(format!("{}{word}{}", name.get(..start)?, name.get(end..)?))
}

#[cfg(test)]
mod tests {
    use super::request;

    #[test]
    fn a_response_and_its_request_have_similar_names() {
        for (response, expected) in [
            ("response.json", Some("request.json")),
            ("7-chat-response.json", Some("7-chat-request.json")),
            ("chatResponse.json", Some("chatRequest.json")),
            ("response-of-response.json", Some("response-of-request.json")),
            ("answer.json", None),
        ] {
            assert_eq!(request(response).as_deref(), expected);
        }
    }
}
