//! One file in the output, in any of its formats.

use std::sync::Arc;

use super::{
    args::{SeverityArg, Showing},
    config,
    format::{Entry, File, FileAsides, OutputFormat, OutputWriter, Readers, RunEnd},
    host,
    output::Look,
    root::Root,
};
use agent_response::{Options, diagnostic::Severity, report::Report};

/// What is shown, and how.
#[derive(Clone)]
pub(super) struct OutputView {
    pub(super) format: &'static OutputFormat,
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
        let Showing { format, quiet, max_findings, .. } = *showing;
        let asked = showing.min_severity.map(SeverityArg::severity);
        let least = match format.readers {
            Readers::Programs => Severity::Hint,
            _ if quiet => Severity::Error,
            Readers::Models => asked.unwrap_or(Severity::Warning),
            Readers::People | Readers::Services => asked.unwrap_or(Severity::Info),
        };
        let root = (format.readers == Readers::Services).then(|| Arc::new(Root::find()));
        Self { format, least, quiet, look, most: usize::from(max_findings), root }
    }

    /// Whether a summary is printed at the end.
    pub(super) fn has_summary(&self) -> bool {
        self.format.has_summary && !self.quiet
    }

    /// The output about one file, checked with these options.
    pub(super) fn findings(&self, path: &str, text: &str, report: &Report, options: Option<&Options>) -> FileOutput {
        self.findings_and_asides((path, text, report), options, FileAsides::default())
    }

    /// The same with what else is said of the file.
    pub(super) fn findings_and_asides(
        &self,
        (path, text, report): (&str, &str, &Report),
        options: Option<&Options>,
        asides: FileAsides,
    ) -> FileOutput {
        let path = &self.path(path);
        let Self { least, look, most, .. } = *self;
        let file = File { path, text, report, least, look, options, most, asides };
        match self.format.writer {
            OutputWriter::Files(write) | OutputWriter::Items(write, _) => FileOutput::Text(write(&file)),
            OutputWriter::Entries(write) => FileOutput::Text(write(&Entry::new(&file))),
            OutputWriter::Document(_) => FileOutput::Entry(Entry::new(&file)),
        }
    }

    /// The output with a hint for people.
    pub(super) fn with_hint(&self, output: FileOutput, hint: impl FnOnce() -> Option<String>) -> FileOutput {
        match output {
            FileOutput::Text(text) if self.has_summary() => {
                FileOutput::Text(text + &hint().map_or_else(String::new, |it| format!("{it}\n")))
            }
            output => output,
        }
    }

    /// The output about a file that could not be checked.
    pub(super) fn failure(&self, path: &str, why: &str) -> FileOutput {
        let path = &self.path(path);
        match self.format.writer {
            OutputWriter::Files(_) => FileOutput::Text(String::new()),
            OutputWriter::Items(_, write) => FileOutput::Text(write(path, why)),
            OutputWriter::Entries(write) => FileOutput::Text(write(&Entry::failed(path, why))),
            OutputWriter::Document(_) => FileOutput::Entry(Entry::failed(path, why)),
        }
    }

    /// The document about all files, if the format has one; `fails` are the least severe findings that fail the run.
    pub(super) fn document(&self, entries: &[Entry], fails: Severity) -> Option<String> {
        match self.format.writer {
            OutputWriter::Document(write) => Some(write(entries, &RunEnd { fails, page_of })),
            OutputWriter::Files(_) | OutputWriter::Items(..) | OutputWriter::Entries(_) => None,
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
