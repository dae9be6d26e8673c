//! The project file for JavaScript.

use serde::{Serialize, Serializer};
use tsify::Tsify;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use super::{string, type_error};
use crate::{
    Profile, Severity,
    project::{self, Finding, Glob, Project},
    report::{Offsets, Range},
};

/// A project file, `agent-response.toml`, that was read.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ProjectFile {
    /// The profile it sets, or null.
    #[tsify(type = "\"default\" | \"strict\" | \"upstream\" | null")]
    profile: Option<&'static str>,
    /// What it says about hints and infos on payloads, or null.
    #[tsify(type = "\"on\" | \"off\" | null")]
    payloads: Option<&'static str>,
    /// The severities of rules that it sets.
    #[serde(serialize_with = "object")]
    #[tsify(type = "Partial<Record<RuleId, Severity | \"off\">>")]
    rules: Vec<(String, &'static str)>,
    /// More files to check; if several entries match a file, the last one counts.
    files: Vec<ProjectEntry>,
    /// What is wrong with it. Each finding is an error, and the entry it is about does not count.
    findings: Vec<ProjectFinding>,
    /// False for a text that is not TOML, of which nothing counts.
    is_toml: bool,
}

/// More files to check.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ProjectEntry {
    /// Which files, relative to the folder of the project file: for `matchesGlob`.
    glob: String,
    /// The format they are checked as.
    #[tsify(type = "\"auto\" | FormatId")]
    format: &'static str,
    /// The path of the JSON Schema of their payloads, from the folder of the project file, or null.
    #[tsify(type = "string | null")]
    payload_schema: Option<String>,
}

/// Something wrong in a project file.
#[derive(Serialize, Tsify)]
pub struct ProjectFinding {
    /// What is there and what belongs there.
    message: String,
    /// Lines and UTF-16 characters.
    range: Range,
    /// UTF-16 offset in the text.
    from: u32,
    /// UTF-16 offset in the text.
    to: u32,
    /// The same place in UTF-8 bytes.
    bytes: Offsets,
    /// What was probably meant in place of the marked text, or null.
    #[tsify(type = "string | null")]
    meant: Option<String>,
}

/// Reads the text of a project file. If it is not TOML, none of it counts; otherwise each wrong entry is reported and left
/// out.
#[wasm_bindgen(js_name = readProject, unchecked_return_type = "ProjectFile")]
pub fn read_project(#[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue) -> Result<JsValue, JsValue> {
    let Project { wishes, findings, is_toml } = project::read(&string("text", text)?);
    let name = |wanted: Profile| Profile::ALL.iter().find(|it| it.1 == wanted).map(|it| it.0);
    let entry = |it: project::Entry| ProjectEntry {
        glob: it.pattern,
        format: it.format.unwrap_or("auto"),
        payload_schema: it.schema.map(|it| it.path),
    };
    super::plain(&ProjectFile {
        profile: wishes.profile.and_then(name),
        payloads: wishes.payloads.map(|it| if it { "on" } else { "off" }),
        rules: wishes.rules.into_iter().map(|it| (it.0, it.1.map_or("off", Severity::name))).collect(),
        files: wishes.files.into_iter().map(entry).collect(),
        findings: findings.into_iter().map(finding).collect(),
        is_toml,
    })
}

fn finding(Finding { message, range, utf16: (from, to), bytes, meant }: Finding) -> ProjectFinding {
    ProjectFinding { message, range, from, to, bytes, meant }
}

/// Whether a glob of a project file matches a path, which is relative to the folder of the file and separates its folders
/// by `/`.
#[wasm_bindgen(js_name = matchesGlob)]
pub fn matches_glob(
    #[wasm_bindgen(unchecked_param_type = "string")] glob: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] path: &JsValue,
) -> Result<bool, JsValue> {
    let (glob, path) = (string("glob", glob)?, string("path", path)?);
    match Glob::new(&glob) {
        Ok(it) => Ok(it.fits(&path)),
        Err(reason) => Err(type_error(&format!("glob cannot be used: {reason}"))),
    }
}

/// Pairs as an object, in their order.
fn object<S: Serializer>(pairs: &[(String, &'static str)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|it| (&it.0, it.1)))
}
