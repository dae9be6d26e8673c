//! Derives the exit status from the findings.

use super::{
    Status,
    args::{Failing, SeverityArg},
    counts::Counts,
};
use agent_response::diagnostic::Severity;

/// What makes a run fail.
#[derive(Clone, Copy)]
pub(super) struct Policy {
    /// The lowest severity of findings that do.
    pub(super) least: Severity,
    max_warnings: Option<usize>,
    exit_zero: bool,
    /// Whether there must be a file to check.
    pub(super) needs_files: bool,
}

impl Policy {
    pub(super) fn new(args: &Failing) -> Self {
        Self {
            least: args.error_on.map_or(Severity::Error, SeverityArg::severity),
            max_warnings: args.max_warnings,
            exit_zero: args.exit_zero,
            needs_files: args.error_on_no_files,
        }
    }

    /// The status of the run. A file that could not be checked always counts.
    pub(super) fn status(&self, counts: &Counts, status: Status) -> Status {
        let is_too_much = self.max_warnings.is_some_and(|it| counts.found_of(Severity::Warning) > it);
        let fails = is_too_much || counts.found_from(self.least) > 0;
        match status.max(if fails { Status::Findings } else { Status::Clean }) {
            Status::Findings if self.exit_zero => Status::Clean,
            status => status,
        }
    }
}
