//! One file in the output, in any of its formats.

use std::sync::Arc;

use super::{
    args::{OutputFormat, SeverityArg, Showing},
    config,
    format::{Entry, File, agent, azure, checkstyle, concise, github, gitlab, human, json, junit, rdjson, sarif},
    host,
    output::Look,
    root::Root,
};
use agent_response::{Options, diagnostic::Severity, report::Report};

/// What is shown, and how.
#[derive(Clone)]
pub(super) struct OutputView {
    pub(super) format: OutputFormat,
    /// Less severe findings are omitted.
    pub(super) least: Severity,
    pub(super) quiet: bool,
    pub(super) look: Look,
    /// How many findings a language model is shown.
    most: usize,
    /// For formats with paths from the root of the repository.
    root: Option<Arc<Root>>,
}

/// The output about a file.
pub(super) enum FileOutput {
    /// Printed at once.
    Text(String),
    /// Printed at the end, in a document about all files.
    Entry(Entry),
}

impl OutputView {
    pub(super) fn new(showing: &Showing, look: Look) -> Self {
        let least = match (showing.format, showing.quiet) {
            (OutputFormat::Json, _) => Severity::Hint,
            (_, true) => Severity::Error,
            (OutputFormat::Agent | OutputFormat::Prompt, false) => {
                showing.min_severity.map_or(Severity::Warning, SeverityArg::severity)
            }
            (_, false) => showing.min_severity.map_or(Severity::Info, SeverityArg::severity),
        };
        let Showing { format, quiet, max_findings, .. } = *showing;
        let is_local = format.is_for_people() || format.is_for_models() || format.is_json();
        let root = (!is_local).then(|| Arc::new(Root::find()));
        Self { format, least, quiet, look, most: usize::from(max_findings), root }
    }

    pub(super) fn is_json(&self) -> bool {
        self.format.is_json()
    }

    /// Whether a file is mentioned even if there is nothing to say about it.
    pub(super) fn has_all_files(&self) -> bool {
        matches!(self.format, OutputFormat::Json | OutputFormat::Junit)
    }

    /// Whether a summary is printed at the end.
    pub(super) fn has_summary(&self) -> bool {
        self.format == OutputFormat::Human && !self.quiet
    }

    /// The output about one file, checked with these options.
    pub(super) fn findings(&self, path: &str, text: &str, report: &Report, options: Option<&Options>) -> FileOutput {
        let path = &self.path(path);
        let file = File { path, text, report, least: self.least, look: self.look, options, most: self.most };
        match self.format {
            OutputFormat::Human => FileOutput::Text(human::file(&file)),
            OutputFormat::Concise => FileOutput::Text(concise::file(&file)),
            OutputFormat::Agent => FileOutput::Text(agent::file(&file)),
            OutputFormat::Prompt => FileOutput::Text(agent::prompt(&file)),
            OutputFormat::Json => FileOutput::Text(json::print(&json::CheckedFile::new(path, report))),
            _ => self.note(Entry::new(&file)),
        }
    }

    /// The output about a file that could not be checked; for people, it goes to standard error.
    pub(super) fn failure(&self, path: &str, why: &str) -> FileOutput {
        let path = &self.path(path);
        match self.format {
            OutputFormat::Human | OutputFormat::Concise | OutputFormat::Agent | OutputFormat::Prompt => {
                FileOutput::Text(String::new())
            }
            OutputFormat::Json => FileOutput::Text(json::print(&json::Failed { path, failure: why })),
            _ => self.note(Entry::failed(path, why)),
        }
    }

    fn note(&self, entry: Entry) -> FileOutput {
        match self.format {
            OutputFormat::Github => FileOutput::Text(github(&entry)),
            OutputFormat::Azure => FileOutput::Text(azure(&entry)),
            _ => FileOutput::Entry(entry),
        }
    }

    /// The document about all files, if the format has one; `fails` are the least severe findings that fail the run.
    pub(super) fn document(&self, entries: &[Entry], fails: Severity) -> Option<String> {
        match self.format {
            OutputFormat::Sarif => Some(sarif::document(entries, page_of)),
            OutputFormat::Gitlab => Some(gitlab::document(entries)),
            OutputFormat::Junit => Some(junit(entries, fails)),
            OutputFormat::Checkstyle => Some(checkstyle(entries)),
            OutputFormat::Rdjson => Some(rdjson::document(entries)),
            OutputFormat::Human
            | OutputFormat::Concise
            | OutputFormat::Agent
            | OutputFormat::Prompt
            | OutputFormat::Json
            | OutputFormat::Github
            | OutputFormat::Azure => None,
        }
    }

    fn path(&self, path: &str) -> String {
        self.root.as_ref().map_or_else(|| path.to_owned(), |it| it.path(path))
    }
}

/// The page of a rule.
fn page_of(code: &str) -> String {
    host::page(code).unwrap_or_else(|| config::PAGE.to_owned())
}
