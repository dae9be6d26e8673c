//! How an open text is checked: with its project file, its pair and the files it names, as `check` does.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::documents::{CheckedText, OpenDocument, OpenDocuments, Role};
use crate::{
    args::Checking,
    clock,
    config::{self, Config, Configs},
    files, host, load, tools,
};
use agent_response::{
    Options,
    ide::Validated,
    names::{FileKind, FileName, file_name},
    query,
};

/// The project files and the settings of the editor.
pub(super) struct Checker {
    configs: Configs,
    pub(super) checking: Checking,
    /// Whether files in which models call tools are checked without being named.
    pub(super) finds_calls: bool,
}

impl Default for Checker {
    fn default() -> Self {
        Self { configs: Configs::nearest(), checking: Checking::default(), finds_calls: true }
    }
}

impl Checker {
    /// Project files may have changed.
    pub(super) fn forget(&mut self) {
        self.configs = Configs::nearest();
    }

    /// How a file is treated. For most files, the name alone decides.
    pub(super) fn role(&self, path: Option<&Path>) -> Role {
        match path {
            Some(path) if path.file_name().is_some_and(|it| it == config::NAME) => Role::Project,
            Some(path) if self.configs.is_excluded(path) => Role::Foreign,
            Some(path) if files::is_wanted(path, &self.configs) => Role::Checked,
            Some(path) if self.finds_calls && tools::may_have_calls(path) => Role::Candidate,
            _ => Role::Foreign,
        }
    }

    /// Checks a text; none if it is not an agent file.
    pub(super) fn check(&self, document: &OpenDocument, role: Role, documents: &OpenDocuments) -> Option<CheckedText> {
        match role {
            Role::Foreign => None,
            Role::Project => {
                let folder = document.path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
                Some(CheckedText::Project(config::check(&document.text, folder)))
            }
            Role::Checked => self.checked(document, documents),
            Role::Candidate if !tools::has_signs(&document.text) => None,
            Role::Candidate => self.checked(document, documents).filter(|it| tools::has_calls(it.report())),
        }
    }

    fn checked(&self, document: &OpenDocument, documents: &OpenDocuments) -> Option<CheckedText> {
        let path = document.path.as_deref()?;
        let target = files::single(path, &self.configs);
        let siblings = files::compared_with(path).map(|it| siblings(&it, documents));
        let mut options = Options { now: Some(clock::now()), siblings, ..Options::default() };
        load::set_for(&mut options, &target, &self.checking);
        let mut read = Validated::new(document.text.as_str(), &options);
        if !read.report().paths.is_empty() {
            options.files = Some(load::there(&read.report().paths, &target));
            read = Validated::new(document.text.as_str(), &options);
        }
        Some(CheckedText::Text(Box::new(read.open(options))))
    }

    /// The request that a file answers. A file with another name counts as the response without a phase.
    pub(super) fn request(&self, path: &Path, documents: &OpenDocuments) -> Option<String> {
        let mut name = FileName::new(&path.file_name()?.to_string_lossy());
        let mut path = path.to_owned();
        if name.kind != FileKind::Response {
            let usual = file_name(FileKind::Response, None);
            path.set_file_name(&usual);
            name = FileName::new(&usual);
        }
        let siblings = siblings(&files::compared_with(&path)?, documents);
        let options = Options { siblings: Some(siblings), ..Options::default() };
        Some(query::request(&options, &name)?.document.text.to_string())
    }

    /// The project file that decides about a file.
    pub(super) fn project(&self, path: &Path) -> Option<PathBuf> {
        Some(self.configs.of_folder(path.parent()?)?.folder().join(config::NAME))
    }

    /// The files in some folders that are checked without being named, in a fixed order.
    pub(super) fn files(&self, folders: &[PathBuf]) -> Vec<PathBuf> {
        let there: Vec<PathBuf> = folders.iter().filter(|it| host::is_folder(it)).cloned().collect();
        let Ok(batches) = files::find(&there, None, &self.configs) else { return Vec::new() };
        let paths = batches.flat_map(|it| it.targets).filter_map(|it| it.path().map(Path::to_owned));
        paths.filter(|it| self.role(Some(it.as_path())) == Role::Checked).collect()
    }

    /// Whether a known project names a file for its schema or its tools.
    pub(super) fn is_named_by_project(&self, path: &Path) -> bool {
        let real = config::real(path);
        self.configs.all().iter().any(|it| it.named_files().any(|it| config::real(&it) == real))
    }

    /// The project files that something is wrong with.
    pub(super) fn faulty(&self) -> Vec<Arc<Config>> {
        self.configs.faulty()
    }
}

/// The texts that a text is compared with: as they are in the editor, else as they are on the disk.
fn siblings(beside: &[PathBuf], documents: &OpenDocuments) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for path in beside {
        let open = documents.text_of(path).map(str::to_owned);
        let text = open.or_else(|| load::text(&host::read(path).ok()?));
        if let (Some(name), Some(text)) = (path.file_name(), text) {
            out.push((name.to_string_lossy().into_owned(), text));
        }
    }
    out
}
