//! One file in the output, in any of its formats.

use super::{
    args::{OutputFormat, SeverityArg, Showing},
    counts::is_shown,
    human::{Page, finding, style_of, word_for},
    output::Look,
    visible::visible,
};
use crate::{
    diagnostic::Severity,
    report::{Diagnostic, Report},
};

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

    /// The findings of one file for people.
    pub(super) fn findings(&self, path: &str, text: &str, report: &Report) -> String {
        let mut out = String::new();
        let mut page = Page::new(path, text, self.look);
        for it in report.diagnostics.iter().filter(|it| is_shown(it, self.least)) {
            match self.format {
                OutputFormat::Human => finding(&mut page, it, &mut out),
                OutputFormat::Concise => concise(&mut page, it, &mut out),
                OutputFormat::Json => (),
            }
        }
        out
    }
}

/// One line for one finding, as compilers print it.
fn concise(page: &mut Page, it: &Diagnostic, out: &mut String) {
    let at = page.places.at(page.text, it.bytes.from as usize);
    let (line, column) = (it.range.start.line + 1, at.column + 1);
    let severity = page.look.paint(style_of(it.severity), format!("{}[{}]", word_for(it.severity), it.code));
    out.push_str(&format!("{}:{line}:{column}: {severity}: {}\n", visible(page.path), visible(&it.message)));
}
