//! `check --reader`: what the programs that read a file do with it.

use super::{
    output::{BOLD, Look},
    visible::visible,
};
use agent_response::{is_response, report::Report};
use agent_response_readers::{Reading, readings};

/// Of an agent response; no public program reads other files.
pub(super) fn of(name: Option<&str>, bytes: &[u8], report: &Report) -> Vec<Reading> {
    if is_response(name, report.format.id) { readings(bytes, name) } else { Vec::new() }
}

/// One line for each.
pub(super) fn lines(path: &str, readings: &[Reading], look: Look) -> String {
    let path = look.paint(BOLD, visible(path));
    let lines: String = readings.iter().map(|it| format!("{path}: {}\n", visible(&it.sentence()))).collect();
    if lines.is_empty() { lines } else { lines + "\n" }
}
