//! The whole output: every file in turn, the totals at the end, and the resulting exit status.

use std::io::{self, Write};

use super::{
    Status, Trouble,
    config::Config,
    counts::Counts,
    files,
    format::{Entry, json},
    output::{self, BufferedStdout, Stderr},
    policy::Policy,
    view::{FileOutput, OutputView},
};
use agent_response::{report::Report, rules};

/// The result for one file.
pub(super) struct FileOutcome {
    /// The requested result, a fixed text or its diff; always printed to standard output.
    pub(super) result: Vec<u8>,
    /// The output about the file.
    pub(super) note: FileOutput,
    pub(super) counts: Counts,
    pub(super) status: Status,
    /// Why there is no other output; always on standard error.
    pub(super) failure: Option<String>,
}

impl FileOutcome {
    /// A file that could not be checked.
    pub(super) fn failed(path: &str, trouble: &Trouble, view: &OutputView) -> Self {
        let note = view.failure(path, &trouble.why);
        let failure = Some(format!("{path}: {}", trouble.why));
        Self { result: Vec::new(), note, counts: Counts::failure(), status: trouble.status, failure }
    }

    /// The same outcome, but if the file is too large, only its syntax was checked, which is reported even if no
    /// findings are shown.
    pub(super) fn or_too_large(mut self, path: &str, report: &Report) -> Self {
        if let Some(it) = report.diagnostics.iter().find(|it| it.code == rules::TOO_LARGE.id) {
            self.status = self.status.max(Status::Input);
            self.failure = Some(format!("{path}: {}", it.message));
        }
        self
    }

    /// A project file with faults. That is wrong usage, whatever the other files contain.
    pub(super) fn config(config: &Config, view: &OutputView) -> Self {
        let Config { shown, text, report, .. } = config;
        let note = view.findings(shown, text, report, None);
        let counts = Counts::of(report, view.least);
        Self { result: Vec::new(), note, counts, status: Status::Input, failure: None }
    }
}

/// Prints outcomes and adds them up.
pub(super) struct Printer {
    view: OutputView,
    policy: Policy,
    out: BufferedStdout,
    /// The files for the document at the end.
    entries: Vec<Entry>,
    /// Where notes and totals go, if not to standard output.
    aside: Option<Stderr>,
    counts: Counts,
    status: Status,
    n_printed: usize,
    broken: io::Result<()>,
}

impl Printer {
    /// Prints results and notes to standard output.
    pub(super) fn new(view: OutputView, policy: Policy) -> Self {
        let mut printer = Self {
            out: output::stdout(view.look.colors),
            view,
            policy,
            entries: Vec::new(),
            aside: None,
            counts: Counts::default(),
            status: Status::Clean,
            n_printed: 0,
            broken: Ok(()),
        };
        if printer.view.format.is_json() {
            printer.note(json::HEAD);
        }
        printer
    }

    /// Reserves standard output for the results.
    pub(super) fn with_notes_aside(self) -> Self {
        Self { aside: Some(output::stderr(self.view.look.colors)), ..self }
    }

    pub(super) fn add(&mut self, outcome: FileOutcome) {
        self.counts.add(outcome.counts);
        self.status = self.status.max(outcome.status);
        if self.view.format.is_json() {
            self.note(if self.n_printed == 0 { "\n" } else { ",\n" });
        }
        self.n_printed += 1;
        self.print(&outcome.result);
        match outcome.note {
            FileOutput::Text(text) => self.note(&text),
            FileOutput::Entry(entry) => self.entries.push(entry),
        }
        if let Some(failure) = outcome.failure {
            output::tell("error", failure);
        }
    }

    /// The end of the output, and the status of the run.
    pub(super) fn finish(mut self, summary: impl FnOnce(&Counts) -> String) -> Result<Status, Trouble> {
        if self.view.format.is_json() {
            self.note(&format!("\n],\"summary\":{}}}\n", json::print(&self.counts)));
        } else if let Some(document) = self.view.document(&self.entries, self.policy.least) {
            self.note(&document);
        } else if self.view.has_summary() && self.n_printed > 0 {
            self.note(&format!("{}\n", summary(&self.counts)));
        }
        if self.n_printed == 0 && self.policy.needs_files {
            self.status = Status::Input;
            output::tell("error", files::NOTHING_FOUND);
        } else if self.n_printed == 0 && !self.view.format.is_json() {
            output::tell("note", files::NOTHING_FOUND);
        }
        let flushed = self.out.flush();
        self.broken.and(flushed).map_err(Trouble::stdout)?;
        Ok(self.policy.status(&self.counts, self.status))
    }

    fn print(&mut self, text: &[u8]) {
        if self.broken.is_ok() {
            self.broken = self.out.write_all(text);
        }
    }

    fn note(&mut self, text: &str) {
        match &mut self.aside {
            Some(aside) => {
                // If both streams are on one terminal, their output stays in order.
                self.broken = std::mem::replace(&mut self.broken, Ok(())).and(self.out.flush());
                // Nothing can be done if standard error is closed.
                let _ = aside.write_all(text.as_bytes());
            }
            None => self.print(text.as_bytes()),
        }
    }
}
