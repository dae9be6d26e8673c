//! Reading: the bytes of a batch, and the options each file is checked with.

use std::{
    borrow::Cow,
    path::{Path, PathBuf},
};

use super::{
    args::{Checking, ProfileArg, SwitchArg},
    clock,
    config::real,
    files::{Batch, InputSource, Target, is_dash},
    host,
    output::{unreadable, words},
    tools,
};
use agent_response::{
    Options, formats,
    names::FileKind,
    text::{DecodedFile, decode},
};

/// A batch whose files have been read.
pub(super) struct Loaded<'a> {
    pub(super) files: Vec<(&'a Target, Result<Vec<u8>, String>)>,
    /// The options for these files; the name is set for each in turn.
    pub(super) options: Options,
}

/// Reads the files of a batch and what they are compared with.
pub(super) fn load<'a>(batch: &'a Batch, options: &Options) -> Loaded<'a> {
    let files: Vec<_> = batch.targets.iter().map(|it| (it, read(&it.source))).collect();
    let mut options = options.clone();
    if batch.is_paired() {
        // A file that is alone is not compared with itself.
        let compared = if files.len() > 1 { files.as_slice() } else { &[] };
        let asked = compared.iter().filter_map(|(target, bytes)| Some((target.name()?, text(bytes.as_ref().ok()?)?)));
        let beside = batch.beside.iter().filter_map(|it| Some((name(it)?, text(&host::read(it).ok()?)?)));
        options.siblings = Some(asked.chain(beside).collect());
    }
    Loaded { files, options }
}

/// The text that a report on these bytes is about.
pub(super) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match decode(bytes) {
        DecodedFile::Utf8(text) => Cow::Borrowed(text),
        DecodedFile::Utf16(text, _) | DecodedFile::Broken(text, ..) => Cow::Owned(text),
    }
}

/// The options that are the same for all files of a run.
pub(super) fn options(checking: &Checking) -> Result<Options, String> {
    let request = checking.request.as_deref().map(request).transpose()?;
    Ok(Options { request, now: Some(clock::now()), ..Options::default() })
}

/// The text of a request that the user names. One that says too little to be recognized counts if it has an id.
fn request(path: &Path) -> Result<String, String> {
    let text = read_text(path)?;
    let format = agent_response::validate(&text, &Options::default()).format;
    let is_request = match format.id {
        Some(id) => formats::by_id(id).is_some_and(|it| it.named == FileKind::Request),
        None => agent_response::locate(&text, "/request_id").is_some(),
    };
    let name = if is_dash(path) { "standard input".into() } else { path.to_string_lossy() };
    if is_request { Ok(text) } else { Err(format!("{name} is not a request: {}", format.reason)) }
}

/// Sets what differs from file to file: its name, and what its project file says. Flags win.
pub(super) fn set_for(options: &mut Options, target: &Target, checking: &Checking) {
    let usual = Options::default();
    let wishes = target.config.as_ref().map(|it| &it.wishes);
    let profile = checking.profile.map(ProfileArg::profile).or(wishes.and_then(|it| it.profile));
    let payloads = checking.payloads.map(|it| it == SwitchArg::On).or(wishes.and_then(|it| it.payloads));
    options.file_name = target.name();
    options.format = checking.taken_as.map_or(target.named.format, |it| it.0);
    options.schema = target.named.schema.clone();
    tools::set_for(options, target.named.tools.as_ref(), target.path());
    options.profile = profile.unwrap_or(usual.profile);
    options.payloads = payloads.unwrap_or(usual.payloads);
    // Of two severities for one rule the last counts.
    options.rules = wishes.map(|it| it.rules.clone()).unwrap_or_default();
    options.rules.extend(checking.rules.iter().cloned());
}

/// Those of the paths, relative to the workspace root of a file, that exist.
pub(super) fn there(paths: &[String], target: &Target) -> Vec<String> {
    let root = root(target);
    paths.iter().filter(|it| host::exists(&root.join(it))).cloned().collect()
}

/// The folder of the project file that decides about a file; else the nearest one above the file that looks like a
/// root, or the current one. Standard input belongs to the current folder.
fn root(target: &Target) -> PathBuf {
    if let Some(config) = &target.config {
        return config.folder().to_owned();
    }
    let folder = match &target.source {
        InputSource::File(path) => path.parent().unwrap_or(Path::new("")),
        InputSource::Stdin(_) | InputSource::Unreadable(_) => Path::new(""),
    };
    let folder = real(folder);
    let is_root = |it: &&Path| ROOTS.iter().any(|name| host::exists(&it.join(name)));
    folder.ancestors().find(is_root).map(Path::to_owned).unwrap_or_default()
}

/// What marks the root of a workspace.
const ROOTS: &[&str] = &[".git", ".factory"];

/// The text of a file, or of standard input.
pub(super) fn read_text(path: &Path) -> Result<String, String> {
    let (name, bytes) = match is_dash(path) {
        true => ("standard input".into(), host::read_stdin()),
        false => (path.to_string_lossy(), host::read(path)),
    };
    let bytes = bytes.map_err(|it| unreadable(&name, &it))?;
    match decode(&bytes) {
        DecodedFile::Utf8(text) => Ok(text.to_owned()),
        DecodedFile::Utf16(_, encoding) => Err(format!("{name} is encoded as {encoding}; expected UTF-8")),
        DecodedFile::Broken(_, at, _) => Err(format!("{name} is not valid UTF-8 at offset {at}")),
    }
}

fn read(source: &InputSource) -> Result<Vec<u8>, String> {
    let outcome = match source {
        InputSource::File(path) => host::read(path),
        InputSource::Stdin(_) => host::read_stdin(),
        InputSource::Unreadable(why) => return Err(why.clone()),
    };
    outcome.map_err(|it| words(&it))
}

fn name(path: &Path) -> Option<String> {
    path.file_name().map(|it| it.to_string_lossy().into_owned())
}

/// What is not UTF-8 is reported where it is checked, and not compared.
pub(super) fn text(bytes: &[u8]) -> Option<String> {
    if let DecodedFile::Utf8(text) = decode(bytes) { Some(text.to_owned()) } else { None }
}
