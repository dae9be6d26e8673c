//! The output about an archive: what was found, as soon as it is known, and at the end the counts and the status.

use std::{
    io::{ErrorKind, Write},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use serde::Serialize;

use super::{
    progress::Progress,
    row::CheckedPiece,
    summary::{LineCounts, LineTally},
};
use crate::{
    Status, Trouble,
    args::Step,
    counts::{Counts, count},
    format::json,
    host::{self, Stdout},
    output::tell,
    policy::Policy,
    printer::FileOutcome,
    view::{FileOutput, OutputView},
};

/// Prints what was found in the pieces of an archive, in their order.
pub(super) struct ArchivePrinter {
    view: OutputView,
    path: String,
    out: Stdout,
    place: Arc<Mutex<Progressed>>,
    counts: Counts,
    status: Status,
    tally: Option<LineTally>,
    /// The first failure to print.
    broken: Result<(), std::io::Error>,
    /// Whether the one who reads the output has left.
    is_unread: bool,
}

/// How far the output is.
struct Progressed {
    /// The line before the first one that was wanted.
    start: u64,
    /// All lines up to this one were read, and what was found is printed.
    last: u64,
    progress: Progress,
}

impl ArchivePrinter {
    /// For an archive of which the first lines may not be wanted.
    pub(super) fn new(view: &OutputView, path: String, first: u64, step: Option<Step>, progress: Progress) -> Self {
        let place = Arc::new(Mutex::new(Progressed { start: first - 1, last: 0, progress }));
        let ending = place.clone();
        host::before_end(move || stopped(&ending, step.is_none()));
        Self {
            out: host::stdout(view.look.colors),
            view: view.clone(),
            path,
            place,
            counts: Counts::default(),
            status: Status::Clean,
            tally: step.map(LineTally::new),
            broken: Ok(()),
            is_unread: false,
        }
    }

    /// Prints the findings in a project file.
    pub(super) fn config(&mut self, mut outcome: FileOutcome) {
        self.status = self.status.max(outcome.status);
        // Its findings are not those of lines.
        (outcome.counts.files, outcome.counts.files_with_findings) = (0, 0);
        self.counts.add(outcome.counts);
        if let FileOutput::Text(text) = outcome.note {
            self.print(&if self.view.format.is_json() { text + "\n" } else { text });
        }
    }

    /// Prints what was found in a piece, and returns whether anyone wants to know more.
    pub(super) fn add(&mut self, piece: CheckedPiece) -> bool {
        let place = self.place.clone();
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        place.progress.make_room(!piece.text.is_empty(), !piece.failures.is_empty());
        self.print(&piece.text);
        piece.failures.iter().for_each(|it| tell("error", it));
        place.last = piece.last;
        place.progress.draw(piece.end, piece.last);
        self.counts.add(piece.counts);
        self.status = self.status.max(piece.status);
        if let (Some(tally), Some(more)) = (&mut self.tally, piece.tally) {
            tally.merge(more);
        }
        self.broken.is_ok() && !self.is_unread
    }

    /// The end of the output, and the status of the run.
    pub(super) fn finish(mut self, policy: &Policy) -> Result<Status, Trouble> {
        let mut place = self.place();
        place.progress.clear();
        let (start, last) = (place.start, place.last);
        drop(place);
        let end = match &self.tally {
            Some(tally) if self.view.format.is_json() => {
                json::print(&tally.document(&self.path, &LineCounts::of(&self.counts))) + "\n"
            }
            Some(tally) => tally.tables(self.view.least) + &self.counts.found_in_lines() + "\n",
            None if self.view.format.is_json() => {
                json::print(&ArchiveEnd { version: 1, summary: LineCounts::of(&self.counts) }) + "\n"
            }
            None if self.view.has_summary() => self.counts.found_in_lines() + "\n",
            None => String::new(),
        };
        self.print(&end);
        self.broken.map_err(Trouble::stdout)?;
        if self.counts.files == 0 && policy.needs_files {
            self.status = Status::Input;
            tell("error", "no lines to check");
        } else if last < start && self.status < Status::Input {
            tell("note", format!("the archive has only {}", count(last as usize, "line")));
        }
        Ok(policy.status(&self.counts, self.status))
    }

    fn place(&self) -> MutexGuard<'_, Progressed> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prints at once, because the next lines may take long to come.
    fn print(&mut self, text: &str) {
        if text.is_empty() || self.broken.is_err() || self.is_unread {
            return;
        }
        match self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()) {
            Err(it) if it.kind() == ErrorKind::BrokenPipe => self.is_unread = true,
            outcome => self.broken = outcome,
        }
    }
}

/// Before a signal ends the process: says where to continue. What is being printed comes first, and then nothing more.
fn stopped(place: &Mutex<Progressed>, is_resumable: bool) {
    for _ in 0..50 {
        if let Ok(mut place) = place.try_lock() {
            place.progress.clear();
            if is_resumable {
                let last = place.last.max(place.start);
                tell("note", format!("stopped after line {last}; `--from-line {}` continues there", last + 1));
            }
            return std::mem::forget(place);
        }
        // Whoever reads the output may have stopped reading it.
        thread::sleep(Duration::from_millis(10));
    }
}

/// The last line of the output for programs, by which they know that it is complete.
#[derive(Serialize)]
struct ArchiveEnd {
    version: u32,
    summary: LineCounts,
}
