//! From paths to files: paths become batches of files in the same folder.

use std::{
    collections::{HashSet, VecDeque},
    io::ErrorKind,
    iter::Peekable,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    config::{Config, Configs, Named},
    host::{self, EntryKind},
    output::{does_not_exist, tell_once, words},
    walk::{is_below, walk},
};
use agent_response::{
    formats,
    names::{FileKind, FileName, file_name},
    report::Report,
    spec::is_like_any,
};

/// Files of one folder.
pub(super) struct Batch {
    /// What is checked, in the order of the output.
    pub(super) targets: Vec<Target>,
    /// Files in the same folder that are only compared with.
    pub(super) beside: Vec<PathBuf>,
    /// Project files that no batch before had, and that something is wrong with.
    pub(super) faulty: Vec<Arc<Config>>,
}

/// One file to check.
pub(super) struct Target {
    /// The path for people.
    pub(super) shown: String,
    pub(super) source: InputSource,
    /// The project file that decides about it.
    pub(super) config: Option<Arc<Config>>,
    /// What the project file says about it, if it names it.
    pub(super) named: Named,
    /// Whether it counts only if its content matches what its name resembles.
    pub(super) is_guess: bool,
    /// Whether the other files in its folder are checked, too.
    pub(super) with_folder: bool,
}

/// Where the text comes from.
pub(super) enum InputSource {
    /// Standard input, checked as a file with this path.
    Stdin(Option<PathBuf>),
    File(PathBuf),
    /// A folder that could not be listed, and why.
    Unreadable(String),
}

impl Target {
    fn new(shown: String, source: InputSource, with_folder: bool) -> Self {
        Self { shown, source, config: None, named: Named::default(), is_guess: false, with_folder }
    }

    /// The path that decides what is expected.
    pub(super) fn path(&self) -> Option<&Path> {
        match &self.source {
            InputSource::Stdin(name) => name.as_deref(),
            InputSource::File(path) => Some(path),
            InputSource::Unreadable(_) => None,
        }
    }

    /// Consults its project file. For standard input, that is the one of the current folder.
    fn configured(mut self, configs: &Configs) -> Self {
        let folder = match &self.source {
            InputSource::File(path) => path.parent().unwrap_or(Path::new("")),
            InputSource::Stdin(_) => Path::new(""),
            InputSource::Unreadable(_) => return self,
        };
        self.config = configs.of_folder(folder);
        let path = self.path().unwrap_or(Path::new(""));
        let is_below = self.config.is_some() && path.file_name().is_some();
        self.named = if is_below { configs.entry(folder, path).unwrap_or_default() } else { Named::default() };
        self
    }

    /// Whether it belongs to another program and only its name resembles ours, so that nothing is reported.
    pub(super) fn is_foreign(&self, report: &Report) -> bool {
        let ours = |id| agent_response::formats().iter().any(|it| it.id == id && !it.files.is_empty());
        self.is_guess && !report.format.id.is_some_and(ours)
    }

    fn folder(&self) -> Option<PathBuf> {
        self.path().and_then(Path::parent).map(Path::to_owned)
    }

    /// The last part of the path.
    pub(super) fn name(&self) -> Option<String> {
        self.path().and_then(name_of)
    }
}

impl Batch {
    /// Treats files that were not named explicitly as those found in a folder.
    pub(super) fn as_found(&mut self, configs: &Configs) {
        for target in &mut self.targets {
            target.is_guess = target.path().is_some_and(|it| !is_wanted(it, configs));
        }
    }

    /// Whether the rules about pairs of files have something to go by.
    pub(super) fn is_paired(&self) -> bool {
        self.targets.iter().any(|it| it.path().is_some_and(is_ours))
    }
}

/// The message for folders without such files.
pub(super) const NOTHING_FOUND: &str = "no .agent-response*.json or .agent-request*.json found";

/// More files than this in one folder are not all compared with each other, but each with its namesakes:
/// comparing all would take the square of their number.
const COMPARED: usize = 16;

/// The files that the paths of a command line refer to, in a fixed order, each file once. Lists folders on the way.
pub(super) fn find<'a>(
    paths: &'a [PathBuf],
    stdin_name: Option<&'a Path>,
    configs: &'a Configs,
) -> Result<impl Iterator<Item = Batch> + Send + 'a, String> {
    let missing: Vec<_> = paths.iter().filter(|it| !is_dash(it) && is_missing(it)).collect();
    if let Some(first) = missing.first() {
        let more = if missing.len() > 1 { format!(" (and {} more)", missing.len() - 1) } else { String::new() };
        return Err(does_not_exist(&first.to_string_lossy()) + &more);
    }
    if stdin_name.is_some() && !paths.iter().any(|it| is_dash(it)) {
        return Err("--stdin-filename requires the path `-`, for standard input".to_owned());
    }
    let targets = paths.iter().flat_map(move |it| targets(it, stdin_name, configs));
    let mut seen = HashSet::new();
    let is_new = move |it: &Target| paths.len() < 2 || seen.insert(identity(it));
    let targets = targets.filter(is_new).map(|it| it.configured(configs)).peekable();
    Ok(Batches { targets, ready: VecDeque::new(), configs, told: HashSet::new() })
}

/// Whether the path means standard input, or standard output where something is written.
pub(super) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn is_missing(path: &Path) -> bool {
    host::link_kind(path).is_err_and(|it| matches!(it.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory))
}

/// The names that agents and their callers use.
fn is_ours(path: &Path) -> bool {
    name_of(path).is_some_and(|name| formats().iter().any(|it| is_like_any(&name, it.files)))
}

/// Names that almost match. Other programs may use them, too, so only the content decides.
pub(super) fn is_near_miss(path: &Path) -> bool {
    name_of(path).is_some_and(|it| FileName::new(&it).meant.is_some())
}

fn name_of(path: &Path) -> Option<String> {
    path.file_name().map(|it| it.to_string_lossy().into_owned())
}

/// The files that one path refers to.
fn targets<'a>(
    path: &'a Path,
    stdin_name: Option<&Path>,
    configs: &'a Configs,
) -> Box<dyn Iterator<Item = Target> + Send + 'a> {
    if is_dash(path) {
        Box::new(std::iter::once(stdin(stdin_name)))
    } else if host::is_folder(path) {
        // Read even if the folder is empty, because it says what to look for.
        configs.of_folder(path);
        Box::new(in_folder(path, configs))
    } else {
        Box::new(std::iter::once(target(path, false)))
    }
}

fn stdin(name: Option<&Path>) -> Target {
    let shown = name.map_or("<stdin>".into(), Path::to_string_lossy).into_owned();
    Target::new(shown, InputSource::Stdin(name.map(Path::to_owned)), false)
}

fn target(path: &Path, with_folder: bool) -> Target {
    Target::new(path.to_string_lossy().into_owned(), InputSource::File(path.to_owned()), with_folder)
}

fn in_folder<'a>(root: &'a Path, configs: &'a Configs) -> impl Iterator<Item = Target> + Send + 'a {
    // Whoever names an excluded folder means what is in it.
    let is_named = configs.is_excluded(root);
    let is_left_out = move |it: &Path, kind| is_of_another_program(it, kind) || !is_named && configs.is_excluded(it);
    walk(root, is_left_out, || configs.is_over()).filter_map(move |found| match found {
        Ok((path, kind)) if is_special(&path, kind) => None,
        Ok((path, EntryKind::Link)) if !is_below(&path, root) => {
            let shown = without_dot(root, &path).to_string_lossy();
            let note = format!("{shown}: links to a file outside the folder, so it was skipped; name it to check it");
            is_wanted(&path, configs).then(|| tell_once(note));
            None
        }
        Ok((path, _)) if is_wanted(&path, configs) => Some(target(without_dot(root, &path), true)),
        Ok((path, _)) if is_near_miss(&path) => {
            Some(Target { is_guess: true, ..target(without_dot(root, &path), true) })
        }
        Ok(_) => None,
        Err((folder, why)) => {
            Some(Target::new(folder.to_string_lossy().into_owned(), InputSource::Unreadable(words(&why)), true))
        }
    })
}

/// Whether it is neither a file nor a link to one: a folder, or a pipe, whose reading might never end.
/// A link that leads nowhere is a file that cannot be read.
fn is_special(path: &Path, kind: EntryKind) -> bool {
    match kind {
        EntryKind::Link => host::kind(path).is_ok_and(|it| it != EntryKind::File),
        EntryKind::File => false,
        EntryKind::Folder | EntryKind::Other => true,
    }
}

/// A file that is looked at by itself: one that is open in an editor, or an archive.
pub(super) fn single(path: &Path, configs: &Configs) -> Target {
    let target = if is_dash(path) { stdin(None) } else { target(path, false) };
    target.configured(configs)
}

/// The files that a file in an editor is compared with; none if the rules about pairs do not apply.
#[cfg(not(target_family = "wasm"))]
pub(super) fn compared_with(path: &Path) -> Option<Vec<PathBuf>> {
    if !is_ours(path) {
        return None;
    }
    let beside = beside(&[target(path, false)]);
    if beside.len() < COMPARED {
        return Some(beside);
    }
    Some(namesakes(path, &beside.into_iter().collect()))
}

/// What is checked without being named: by its own name, or because the project file names it.
pub(super) fn is_wanted(path: &Path, configs: &Configs) -> bool {
    is_ours(path) || configs.entry(path.parent().unwrap_or(Path::new("")), path).is_some()
}

/// Paths in the current folder are shown without it.
fn without_dot<'a>(root: &Path, path: &'a Path) -> &'a Path {
    if root == Path::new(".") { path.strip_prefix(root).unwrap_or(path) } else { path }
}

/// The folders of Git and npm, which have many files.
fn is_of_another_program(path: &Path, kind: EntryKind) -> bool {
    kind == EntryKind::Folder && path.file_name().is_some_and(|it| it == ".git" || it == "node_modules")
}

/// What two paths to one file have in common.
fn identity(target: &Target) -> PathBuf {
    match &target.source {
        InputSource::File(path) => host::canonicalize(path).unwrap_or_else(|_| path.clone()),
        InputSource::Stdin(_) => PathBuf::from("-"),
        InputSource::Unreadable(_) => PathBuf::from(&target.shown),
    }
}

/// Groups adjacent files that are in one folder.
struct Batches<'a, I: Iterator<Item = Target>> {
    targets: Peekable<I>,
    ready: VecDeque<Batch>,
    configs: &'a Configs,
    /// The paths of project files with faults that went out.
    told: HashSet<String>,
}

impl<I: Iterator<Item = Target>> Iterator for Batches<'_, I> {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        if self.ready.is_empty() {
            let Some(first) = self.targets.next() else { return self.rest() };
            let folder = first.folder();
            let mut group = vec![first];
            if folder.is_some() {
                group.extend(std::iter::from_fn(|| self.targets.next_if(|it| it.folder() == folder)));
            }
            let mut faulty: Vec<_> = group.iter().filter_map(|it| it.config.clone()).collect();
            faulty.retain(|it| !it.report.valid && self.told.insert(it.shown.clone()));
            split(group, faulty, &mut self.ready);
        }
        self.ready.pop_front()
    }
}

impl<I: Iterator<Item = Target>> Batches<'_, I> {
    /// Project files that no file brought up, once.
    fn rest(&mut self) -> Option<Batch> {
        let mut faulty = self.configs.faulty();
        faulty.retain(|it| self.told.insert(it.shown.clone()));
        (!faulty.is_empty()).then(|| Batch { targets: Vec::new(), beside: Vec::new(), faulty })
    }
}

/// Adds the files of one folder: as one batch, or as several when they are many.
fn split(targets: Vec<Target>, mut faulty: Vec<Arc<Config>>, out: &mut VecDeque<Batch>) {
    let beside = beside(&targets);
    if targets.len() + beside.len() <= COMPARED {
        return out.push_back(Batch { targets, beside, faulty });
    }
    let there: HashSet<PathBuf> = targets.iter().filter_map(Target::path).map(Path::to_owned).chain(beside).collect();
    for target in targets {
        let beside = target.path().map(|it| namesakes(it, &there)).unwrap_or_default();
        out.push_back(Batch { targets: vec![target], beside, faulty: std::mem::take(&mut faulty) });
    }
}

/// The files in the folder that are not checked.
fn beside(targets: &[Target]) -> Vec<PathBuf> {
    if targets.iter().any(|it| it.with_folder) {
        return Vec::new();
    }
    let Some(folder) = targets.iter().filter_map(Target::path).find(|it| is_ours(it)).and_then(Path::parent) else {
        return Vec::new();
    };
    let asked: HashSet<_> = targets.iter().filter_map(Target::name).collect();
    // A folder that cannot be listed has nothing to compare with; the requested files are read anyway.
    let mut found = Vec::new();
    for entry in host::list(folder).unwrap_or_default() {
        let path = folder.join(entry.name);
        let is_new = is_ours(&path) && name_of(&path).is_some_and(|it| !asked.contains(&it));
        let is_elsewhere = entry.kind == EntryKind::Link && !is_below(&path, folder);
        if is_new && !is_elsewhere && !is_special(&path, entry.kind) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The request of a response, the response of a request, and the response without a phase.
fn namesakes(path: &Path, there: &HashSet<PathBuf>) -> Vec<PathBuf> {
    let partner = name_of(path).and_then(|it| FileName::new(&it).partner());
    let names = partner.into_iter().chain([file_name(FileKind::Response, None)]);
    let mut found: Vec<_> = names.map(|it| path.with_file_name(it)).collect();
    found.retain(|it| it != path && there.contains(it));
    found.dedup();
    found
}
