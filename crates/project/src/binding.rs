//! The project file for JavaScript: a small WebAssembly of its own, which the extension loads with the first project file.
//! The core's binding is without it: the parser would be a sixth of what programs and pages load, and they have no such file.

use serde::{Serialize, Serializer};
use tsify::Tsify;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use crate::{ConfigFinding, FilesEntry, Glob, KEYS, Key, Project, ValueShape};
use agent_response::{Profile, Severity, report::Range, text::Utf16Index};

#[wasm_bindgen(typescript_custom_section)]
const NAMES: &str = r#"import type { FormatId, Range, RuleId, Severity } from "agent-response";"#;

/// A project file, `agent-response.toml`, that was read.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ProjectFile {
    /// The profile it sets, or null.
    #[tsify(type = "\"default\" | \"strict\" | \"upstream\" | null")]
    profile: Option<&'static str>,
    /// What it says about hints and info on payloads, or null.
    #[tsify(type = "\"on\" | \"off\" | null")]
    payloads: Option<&'static str>,
    /// The severities of rules that it sets.
    #[serde(serialize_with = "object")]
    #[tsify(type = "Partial<Record<RuleId, Severity | \"off\">>")]
    rules: Vec<(String, &'static str)>,
    /// The files and folders to skip, relative to the folder of the project file: for `coversPath`.
    exclude: Vec<String>,
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
    /// The JSON Schema of their payloads, or null.
    #[tsify(type = "ProjectPath | null")]
    payload_schema: Option<ProjectPath>,
    /// The tools that calls in them may refer to, or null.
    #[tsify(type = "ProjectPath | null")]
    tools: Option<ProjectPath>,
}

/// A file that a project file names.
#[derive(Serialize, Tsify)]
pub struct ProjectPath {
    /// Its path from the folder of the project file.
    path: String,
    /// Where it is named.
    range: Range,
}

/// Something wrong in a project file.
#[derive(Serialize, Tsify)]
pub struct ProjectFinding {
    /// What is wrong and what is expected.
    message: String,
    /// Lines and UTF-16 characters.
    range: Range,
    /// What was probably meant in place of the marked text, or null.
    #[tsify(type = "string | null")]
    meant: Option<String>,
}

/// A change of a project file.
#[derive(Serialize, Tsify)]
pub struct ProjectEdit {
    /// What is replaced: lines and UTF-16 characters.
    range: Range,
    /// What replaces it.
    text: String,
}

/// What is known of a place in a project file.
#[derive(Serialize, Tsify)]
pub struct ProjectHover {
    /// The key there, or its value.
    range: Range,
    /// What is known, in Markdown.
    markdown: String,
    /// The rule whose severity is set there, or null.
    #[tsify(type = "RuleId | null")]
    rule: Option<&'static str>,
}

/// A key that a project file may have.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ProjectKey {
    /// The table it is in: empty at the top of the file, else `rules` or `files`.
    #[tsify(type = "\"\" | \"rules\" | \"files\"")]
    table: &'static str,
    /// Its name; empty for the names of rules.
    name: &'static str,
    /// What its value is, in words.
    shape: String,
    /// The words that its value may be; empty if it is something else.
    words: Vec<ProjectWord>,
    /// Whether its value is an array of texts.
    is_list: bool,
    /// What it sets.
    about: &'static str,
}

/// A word that a value may be.
#[derive(Serialize, Tsify)]
pub struct ProjectWord {
    /// The word.
    name: &'static str,
    /// What it means.
    about: &'static str,
}

/// The keys that a project file may have, in the order of the documentation.
#[wasm_bindgen(js_name = projectKeys, unchecked_return_type = "ProjectKey[]")]
pub fn project_keys() -> Result<JsValue, JsValue> {
    let words = |it: &Key| it.words().iter().map(|it| ProjectWord { name: it.name, about: it.about }).collect();
    let key = |it: &Key| {
        let is_list = matches!(it.shape, ValueShape::List(_));
        ProjectKey { table: it.table, name: it.name, shape: it.shape(), words: words(it), is_list, about: it.about }
    };
    plain(&KEYS.iter().map(key).collect::<Vec<_>>())
}

/// What is known of the place at an offset in UTF-16 code units, or null.
#[wasm_bindgen(js_name = hoverProject, unchecked_return_type = "ProjectHover | null")]
pub fn hover_project(text: &str, offset: u32) -> Result<JsValue, JsValue> {
    let byte = Utf16Index::new(text).byte(offset);
    let found = byte.and_then(|it| crate::hover(text, it as usize));
    plain(&found.map(|it| ProjectHover {
        range: crate::range(text, it.span),
        markdown: it.markdown,
        rule: it.rule.map(|it| it.id),
    }))
}

/// Reads the text of a project file. If it is not TOML, none of it counts; otherwise each wrong entry is reported and left
/// out.
#[wasm_bindgen(js_name = readProject, unchecked_return_type = "ProjectFile")]
pub fn read_project(text: &str) -> Result<JsValue, JsValue> {
    let Project { wishes, findings, is_toml } = crate::read(text);
    let name = |wanted: Profile| Profile::ALL.iter().find(|it| it.1 == wanted).map(|it| it.0);
    plain(&ProjectFile {
        profile: wishes.profile.and_then(name),
        payloads: wishes.payloads.map(|it| if it { "on" } else { "off" }),
        rules: wishes.rules.into_iter().map(|it| (it.0, it.1.map_or("off", Severity::name))).collect(),
        exclude: wishes.exclude.into_iter().map(|it| it.text).collect(),
        files: wishes.files.into_iter().map(|it| entry(it, text)).collect(),
        findings: findings.into_iter().map(finding).collect(),
        is_toml,
    })
}

fn entry(FilesEntry { pattern, format, schema, tools }: FilesEntry, text: &str) -> ProjectEntry {
    let [payload_schema, tools] =
        [schema, tools].map(|it| it.map(|it| ProjectPath { path: it.path, range: crate::range(text, it.span) }));
    ProjectEntry { glob: pattern.text, format: format.unwrap_or("auto"), payload_schema, tools }
}

fn finding(ConfigFinding { message, range, meant, .. }: ConfigFinding) -> ProjectFinding {
    ProjectFinding { message, range, meant }
}

/// Whether a glob of a project file that was read matches a path, which is relative to the folder of the file and separates
/// its folders by `/`.
#[wasm_bindgen(js_name = matchesGlob)]
pub fn matches_glob(glob: &str, path: &str) -> bool {
    Glob::new(glob).is_ok_and(|it| it.fits(path))
}

/// Whether such a glob matches a path, or a folder that the path is in.
#[wasm_bindgen(js_name = coversPath)]
pub fn covers_path(glob: &str, path: &str) -> bool {
    Glob::new(glob).is_ok_and(|it| it.covers(path))
}

/// The change that turns a rule off and keeps everything else as it is, or null if the text is not TOML.
#[wasm_bindgen(js_name = turnedOff, unchecked_return_type = "ProjectEdit | null")]
pub fn turned_off(text: &str, code: &str) -> Result<JsValue, JsValue> {
    let edit = crate::turned_off(text, code);
    plain(&edit.map(|(at, new)| ProjectEdit { range: crate::range(text, at), text: new }))
}

/// With null for what is absent.
fn plain(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let json = serde_wasm_bindgen::Serializer::new();
    Ok(value.serialize(&json.serialize_missing_as_null(true).serialize_maps_as_objects(true))?)
}

/// Pairs as an object, in their order.
fn object<S: Serializer>(pairs: &[(String, &'static str)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|it| (&it.0, it.1)))
}
