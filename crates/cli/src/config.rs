//! The project file `agent-response.toml`: which one applies to a file, what it sets, what is wrong with it.

use std::{
    collections::HashMap,
    ffi::OsStr,
    iter,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use super::{
    args::Checking,
    host,
    host::EntryKind,
    output::{self, words},
    schema::{self, Schemas},
    tools::{self, GivenTools, NamedTools},
};
use agent_response::{
    Schema, Severity,
    report::{DetectedFormat, Diagnostic, Offsets, Position, Range, Report},
};
use agent_response_project::{self, ConfigFinding, FilesEntry, Project};
pub(super) use agent_response_project::{CODE, NAME, Wishes};

/// The page of these findings.
pub(super) const PAGE: &str = include_str!("config/config.md");

/// A project file that was read.
pub(super) struct Config {
    /// The path for people.
    pub(super) shown: String,
    pub(super) text: String,
    pub(super) report: Report,
    pub(super) wishes: Wishes,
    /// Where the globs begin, without links.
    folder: PathBuf,
    contents: NamedContents,
}

/// What is in the files that a project file names, by their paths in it.
#[derive(Default)]
struct NamedContents {
    schemas: Schemas,
    tools: NamedTools,
}

/// What a project file says about a file that it names.
#[derive(Clone, Debug, Default)]
pub(super) struct Named {
    /// The format, if it is set.
    pub(super) format: Option<&'static str>,
    /// The schema of its payload.
    pub(super) schema: Option<Schema>,
    /// The tools that calls in it may refer to.
    pub(super) tools: Option<GivenTools>,
}

impl Config {
    fn read(path: &Path, folder: PathBuf, shown: String) -> Self {
        let unreadable = |why| (String::new(), unreadable(why), NamedContents::default());
        let (text, project, contents) = match host::read(path) {
            Err(_) if host::is_folder(path) => unreadable("This is a folder, not a file"),
            Err(it) => unreadable(&format!("The file cannot be read: {}", words(&it))),
            Ok(bytes) => match String::from_utf8(bytes) {
                Err(_) => unreadable("The file is not UTF-8"),
                Ok(text) => {
                    // Editors do not show a byte order mark either, so positions begin after it.
                    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
                    let (project, contents) = read(&text, &folder);
                    (text, project, contents)
                }
            },
        };
        Self { shown, text, report: report(&project), wishes: project.wishes, folder, contents }
    }

    /// One that is not read, because it is a link.
    fn link(folder: PathBuf, shown: String) -> Self {
        let project = unreadable("This is a link, which is not followed; a project file must be a regular file");
        let (text, contents) = (String::new(), NamedContents::default());
        Self { shown, text, report: report(&project), wishes: project.wishes, folder, contents }
    }

    /// Where the project begins, without links.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The settings of an entry.
    fn named(&self, entry: &FilesEntry) -> Named {
        let schema = entry.schema.as_ref().and_then(|it| self.contents.schemas.get(&it.path));
        let tools = entry.tools.as_ref().and_then(|it| self.contents.tools.get(&it.path));
        Named { format: entry.format, schema: schema.cloned(), tools: tools.cloned() }
    }

    /// The files with schemas or tools that it names.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn named_files(&self) -> impl Iterator<Item = PathBuf> {
        let named = self.wishes.files.iter().flat_map(|it| it.schema.iter().chain(&it.tools));
        named.map(|it| self.folder.join(&it.path))
    }

    /// The last entry that names a file, if any. No entry names project files.
    fn entry(&self, folder: &Path, name: &str) -> Option<&FilesEntry> {
        let path = self.path_of(folder, name).filter(|_| name != NAME)?;
        self.wishes.files.iter().rev().find(|it| it.pattern.glob.fits(&path))
    }

    /// The path that globs are compared with; none for what is not below the folder of the project file.
    fn path_of(&self, folder: &Path, name: &str) -> Option<String> {
        let below = folder.strip_prefix(&self.folder).ok()?;
        let names = below.iter().map(|it| it.to_string_lossy().into_owned()).chain(iter::once(name.to_owned()));
        Some(names.collect::<Vec<_>>().join("/"))
    }
}

/// The project files of a run.
pub(super) struct Configs {
    choice: ConfigChoice,
    /// By folder.
    known: Mutex<HashMap<PathBuf, FolderConfig>>,
    /// When folders are no longer searched, since 1970.
    end: Option<Duration>,
}

enum ConfigChoice {
    None,
    Given(Arc<Config>),
    Nearest,
}

/// What applies in a folder.
#[derive(Clone)]
struct FolderConfig {
    /// The folder without links.
    real: Arc<Path>,
    config: Option<Arc<Config>>,
}

impl Configs {
    /// As the options of the command say.
    pub(super) fn new(checking: &Checking) -> Result<Self, String> {
        let choice = match &checking.config {
            _ if checking.no_config => ConfigChoice::None,
            None => ConfigChoice::Nearest,
            Some(path) => {
                host::kind(path).map_err(|it| output::unreadable(&path.to_string_lossy(), &it))?;
                let folder = real(path.parent().unwrap_or(Path::new("")));
                ConfigChoice::Given(Arc::new(Config::read(path, folder, path.to_string_lossy().into_owned())))
            }
        };
        Ok(Self { choice, known: Mutex::default(), end: None })
    }

    /// The nearest ones, as without options.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn nearest() -> Self {
        Self { choice: ConfigChoice::Nearest, known: Mutex::default(), end: None }
    }

    /// Folders are searched until this time, since 1970.
    pub(super) fn until(self, end: Duration) -> Self {
        Self { end: Some(end), ..self }
    }

    /// Whether the time for searching folders is over.
    pub(super) fn is_over(&self) -> bool {
        self.end.is_some_and(|it| host::now() >= it)
    }

    /// The one that decides about the files in a folder.
    pub(super) fn of_folder(&self, folder: &Path) -> Option<Arc<Config>> {
        self.found(folder).config
    }

    /// What the project file says about a file: nothing, or that it is checked, and as what.
    ///
    /// `folder` is where its project file is looked for.
    pub(super) fn entry(&self, folder: &Path, path: &Path) -> Option<Named> {
        let config = self.found(folder).config.filter(|it| !it.wishes.files.is_empty())?;
        let real = self.found(path.parent().unwrap_or(Path::new(""))).real;
        config.entry(&real, &path.file_name()?.to_string_lossy()).map(|it| config.named(it))
    }

    /// Whether the project file excludes a file or a folder.
    pub(super) fn is_excluded(&self, path: &Path) -> bool {
        let folder = self.found(path.parent().unwrap_or(Path::new("")));
        let Some(config) = folder.config.filter(|it| !it.wishes.exclude.is_empty()) else { return false };
        let name = path.file_name().map(OsStr::to_string_lossy);
        let path = name.and_then(|it| config.path_of(&folder.real, &it));
        path.is_some_and(|it| config.wishes.excludes(&it))
    }

    /// All that were read and have findings, even if they name no file, in a fixed order.
    pub(super) fn faulty(&self) -> Vec<Arc<Config>> {
        self.all().into_iter().filter(|it| !it.report.valid).collect()
    }

    /// All that were read, each once, in a fixed order.
    pub(super) fn all(&self) -> Vec<Arc<Config>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let given = match &self.choice {
            ConfigChoice::Given(config) => Some(config),
            ConfigChoice::None | ConfigChoice::Nearest => None,
        };
        let mut all: Vec<_> = known.values().filter_map(|it| it.config.as_ref()).chain(given).cloned().collect();
        all.sort_by(|a, b| a.shown.cmp(&b.shown));
        all.dedup_by(|a, b| a.shown == b.shown);
        all
    }

    fn found(&self, folder: &Path) -> FolderConfig {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(folder) {
            return found.clone();
        }
        // The system looks at each part of a path for links, which takes long in a thousand folders.
        let above = folder.parent().and_then(|it| known.get(it)).zip(folder.file_name());
        let below = above.filter(|_| host::link_kind(folder).is_ok_and(|it| it == EntryKind::Folder));
        let real = below.map_or_else(|| real(folder), |(above, name)| above.real.join(name));
        let config = match &self.choice {
            ConfigChoice::None => None,
            ConfigChoice::Given(config) => Some(config.clone()),
            ConfigChoice::Nearest => nearest_file(&real, &mut known),
        };
        let found = FolderConfig { real: real.into(), config };
        known.insert(folder.to_owned(), found.clone());
        found
    }
}

/// Searches a folder and those above it, as far as they are not known yet.
fn nearest_file(folder: &Path, known: &mut HashMap<PathBuf, FolderConfig>) -> Option<Arc<Config>> {
    let mut config = None;
    let mut passed = Vec::new();
    for ancestor in folder.ancestors() {
        if let Some(found) = known.get(ancestor) {
            config = found.config.clone();
            break;
        }
        passed.push(ancestor);
        let path = ancestor.join(NAME);
        // If it is not a file, that is an error: a folder with this name must be a mistake, and a link in a repository of
        // somebody else can lead to any file, of which the findings would show lines.
        let found = match host::link_kind(&path) {
            Ok(EntryKind::Link) => Config::link(ancestor.to_owned(), shown(&path)),
            Ok(EntryKind::File | EntryKind::Folder) => Config::read(&path, ancestor.to_owned(), shown(&path)),
            Ok(EntryKind::Other) | Err(_) => continue,
        };
        config = Some(Arc::new(found));
        break;
    }
    for visited in passed {
        known.insert(visited.to_owned(), FolderConfig { real: visited.into(), config: config.clone() });
    }
    config
}

/// The folder without links, as far as it exists: standard input may have any name.
pub(super) fn real(folder: &Path) -> PathBuf {
    host::canonicalize(folder).unwrap_or_else(|_| match (folder.parent(), folder.file_name()) {
        (Some(above), Some(name)) => real(above).join(name),
        _ => folder.to_owned(),
    })
}

/// Paths below the current folder are shown from there.
fn shown(path: &Path) -> String {
    path.strip_prefix(real(Path::new(""))).unwrap_or(path).to_string_lossy().into_owned()
}

/// What is reported when there is no text to read, at the beginning of the file.
fn unreadable(why: &str) -> Project {
    let nowhere = Position { line: 0, character: 0 };
    let range = Range { start: nowhere, end: nowhere };
    let bytes = Offsets { from: 0, to: 0 };
    let finding = ConfigFinding { message: why.to_owned(), range, utf16: (0, 0), bytes, meant: None };
    Project { wishes: Wishes::default(), findings: vec![finding], is_toml: false }
}

/// The findings in a text that may not be saved yet.
#[cfg(not(target_family = "wasm"))]
pub(super) fn check(text: &str, folder: &Path) -> Report {
    report(&read(text, folder).0)
}

/// Reads a text, and the files that it names.
fn read(text: &str, folder: &Path) -> (Project, NamedContents) {
    let mut project = agent_response_project::read(text);
    let schemas = schema::read_all(folder, text, &mut project);
    let tools = tools::read_all(folder, text, &mut project);
    (project, NamedContents { schemas, tools })
}

/// The findings in the form that those of other files have.
fn report(project: &Project) -> Report {
    let diagnostic = |it: &ConfigFinding| Diagnostic {
        code: CODE,
        severity: Severity::Error,
        message: it.message.clone(),
        docs: format!("rules/{CODE}"),
        range: it.range,
        from: it.utf16.0,
        to: it.utf16.1,
        bytes: it.bytes,
        pointer: String::new(),
        inner: Vec::new(),
        related: Vec::new(),
        fixes: Vec::new(),
    };
    let reason = format!("`{NAME}` configures how files are checked");
    Report {
        valid: project.findings.is_empty(),
        format: DetectedFormat { id: None, reason },
        diagnostics: project.findings.iter().map(diagnostic).collect(),
        paths: Vec::new(),
        lacks_tools: false,
    }
}

#[cfg(test)]
mod tests;
