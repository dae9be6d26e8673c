//! One file in the output, in any of its formats.

use super::{
    args::{OutputFormat, SeverityArg, Showing},
    format::{File, concise, human, json},
    output::Look,
};
use crate::{diagnostic::Severity, report::Report};

/// What is shown, and how.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) format: OutputFormat,
    /// What is less serious than this is left out.
    pub(super) least: Severity,
    pub(super) quiet: bool,
    pub(super) look: Look,
}

impl View {
    pub(super) fn new(showing: &Showing, look: Look) -> Self {
        let least = match (showing.format, showing.quiet) {
            (OutputFormat::Json, _) => Severity::Hint,
            (_, true) => Severity::Error,
            (_, false) => showing.min_severity.map_or(Severity::Info, SeverityArg::severity),
        };
        Self { format: showing.format, least, quiet: showing.quiet, look }
    }

    pub(super) fn is_json(&self) -> bool {
        self.format.is_json()
    }

    /// Whether a summary is printed at the end.
    pub(super) fn has_summary(&self) -> bool {
        self.format == OutputFormat::Human && !self.quiet
    }

    /// What is said about one file.
    pub(super) fn findings(&self, path: &str, text: &str, report: &Report) -> String {
        let file = File { path, text, report, least: self.least, look: self.look };
        match self.format {
            OutputFormat::Human => human::file(&file),
            OutputFormat::Concise => concise::file(&file),
            OutputFormat::Json => json::print(&json::Checked::new(path, report)),
        }
    }
}
