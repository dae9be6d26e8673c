//! The lines of a file that is too long for memory, one after the other.

use std::mem;

use super::place::Start;
use super::{LineState, RecordChecks, ahead};
use crate::deadline::Running;
use crate::findings::MAX_FINDINGS;
use crate::options::Options;
use crate::report::{Diagnostic, Report};
use crate::slips::Readings;

/// What lines say is forgotten when it takes more bytes, about.
const MOST_KEPT: usize = 64 << 20;

/// Checks lines as those of one file, in memory that does not grow with it: of calls that stay open and of ids, only so
/// much is kept.
#[derive(Default)]
pub struct RecordSequence {
    state: LineState,
}

impl RecordSequence {
    /// Learns from the beginning of the file what its first lines are.
    pub fn begin(&mut self, text: &str, options: &Options) {
        self.state.session.get_mut().kind = ahead::kind(text, options);
    }

    /// What is found in a line, and with it in lines before. Places have the number of their line, counted from 0, and
    /// offsets in it.
    pub fn line(&mut self, number: u32, text: &str, options: &Options) -> Report {
        self.with(options, |checks| checks.record(text, Start { line: number, ..Start::default() }))
    }

    /// What the lines leave open.
    pub fn end(mut self, options: &Options) -> Vec<Diagnostic> {
        self.with(options, |checks| checks.open_at_end()).diagnostics
    }

    fn with(&mut self, options: &Options, check: impl FnOnce(&mut RecordChecks)) -> Report {
        let _running = Running::begin(options.timeout);
        let mut checks = RecordChecks {
            options,
            readings: &Readings::default(),
            most: options.max_findings.min(MAX_FINDINGS),
            state: mem::take(&mut self.state),
            format: None,
            lacks_tools: false,
            n_met: 0,
            out: Vec::new(),
            spent: 0,
        };
        check(&mut checks);
        self.state = mem::take(&mut checks.state);
        self.forget();
        checks.finish()
    }

    fn forget(&mut self) {
        let state = &mut self.state;
        if state.calls.size() > MOST_KEPT {
            state.calls = Default::default();
        }
        if state.sessions.size() > MOST_KEPT {
            state.sessions = Default::default();
            state.sessions.has_forgotten = true;
        }
        state.repeated.forget(MOST_KEPT);
        state.session.get_mut().forget(MOST_KEPT);
    }
}
