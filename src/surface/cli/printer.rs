//! The output as a whole: every file in turn, the sums at the end, and the exit status that follows.

use std::io::{self, Write};

use super::{
    Status, Trouble,
    config::Config,
    counts::Counts,
    files,
    format::json,
    output::{self, Stderr, Stdout},
    view::View,
};

/// What became of one file.
pub(super) struct Outcome {
    /// The requested result, a fixed text or its diff; always printed to standard output.
    pub(super) result: Vec<u8>,
    /// What is said about the file.
    pub(super) notes: String,
    pub(super) counts: Counts,
    pub(super) status: Status,
    /// Why there is nothing else; always on standard error.
    pub(super) failure: Option<String>,
}

impl Outcome {
    /// A file that could not be checked.
    pub(super) fn failed(path: &str, trouble: &Trouble, view: &View) -> Self {
        let failure = json::Failed { path, failure: &trouble.why };
        let notes = if view.is_json() { json::print(&failure) } else { String::new() };
        let failure = Some(format!("{path}: {}", trouble.why));
        Self { result: Vec::new(), notes, counts: Counts::failure(), status: trouble.status, failure }
    }

    /// A project file that something is wrong with. That is wrong usage, whatever the other files hold.
    pub(super) fn config(config: &Config, view: &View) -> Self {
        let Config { shown, text, report, .. } = config;
        let notes = view.findings(shown, text, report);
        let counts = Counts::of(report, view.least);
        Self { result: Vec::new(), notes, counts, status: Status::Input, failure: None }
    }
}

/// Prints outcomes and adds them up.
pub(super) struct Printer {
    view: View,
    out: Stdout,
    /// Where notes and sums go, when not to standard output.
    aside: Option<Stderr>,
    counts: Counts,
    status: Status,
    n_printed: usize,
    broken: io::Result<()>,
}

impl Printer {
    /// Prints results and notes to standard output.
    pub(super) fn new(view: View) -> Self {
        let mut printer = Self {
            view,
            out: output::stdout(view.look.colours),
            aside: None,
            counts: Counts::default(),
            status: Status::Clean,
            n_printed: 0,
            broken: Ok(()),
        };
        if view.is_json() {
            printer.note(json::HEAD);
        }
        printer
    }

    /// Keeps standard output for the results.
    pub(super) fn with_notes_aside(self) -> Self {
        Self { aside: Some(output::stderr(self.view.look.colours)), ..self }
    }

    pub(super) fn add(&mut self, outcome: Outcome) {
        self.counts.add(outcome.counts);
        self.status = self.status.max(outcome.status);
        if self.view.is_json() {
            self.note(if self.n_printed == 0 { "\n" } else { ",\n" });
        }
        self.n_printed += 1;
        self.print(&outcome.result);
        self.note(&outcome.notes);
        if let Some(failure) = outcome.failure {
            output::tell("error", failure);
        }
    }

    /// The end of the output, and the status of the run.
    pub(super) fn finish(mut self, summary: impl FnOnce(&Counts) -> String) -> Result<Status, Trouble> {
        if self.view.is_json() {
            self.note(&format!("\n],\"summary\":{}}}\n", json::print(&self.counts)));
        } else if self.n_printed == 0 {
            output::tell("note", files::NOTHING_FOUND);
        } else if self.view.has_summary() {
            self.note(&format!("{}\n", summary(&self.counts)));
        }
        let flushed = self.out.flush();
        self.broken.and(flushed).map_err(Trouble::stdout)?;
        Ok(self.status)
    }

    fn print(&mut self, text: &[u8]) {
        if self.broken.is_ok() {
            self.broken = self.out.write_all(text);
        }
    }

    fn note(&mut self, text: &str) {
        match &mut self.aside {
            Some(aside) => {
                // What both streams show on one terminal comes in its order.
                self.broken = std::mem::replace(&mut self.broken, Ok(())).and(self.out.flush());
                // Nothing can be said when standard error is closed.
                let _ = aside.write_all(text.as_bytes());
            }
            None => self.print(text.as_bytes()),
        }
    }
}
