//! `check --reader`: what the programs that read a file do with it.

use serde::Serialize;

use super::{
    output::{BOLD, Look},
    visible::visible,
};
use agent_response::{
    names::{FileKind, FileName},
    report::Report,
};
use agent_response_readers::{Outcome, Reading, readings};

/// Of an agent response; no public program reads other files.
pub(super) fn of(name: Option<&str>, bytes: &[u8], report: &Report) -> Vec<Reading> {
    let is_named = name.is_some_and(|it| FileName::new(it).kind == FileKind::Response);
    let is_response = is_named || report.format.id == Some("agent-response");
    if is_response { readings(bytes, name) } else { Vec::new() }
}

/// One line for each.
pub(super) fn lines(path: &str, readings: &[Reading], look: Look) -> String {
    let line = |it: &Reading| {
        let verb = if it.outcome == Outcome::Refuses { "refuses it: " } else { "" };
        format!("{}: {} {verb}{}\n", look.paint(BOLD, visible(path)), it.title, visible(&it.words))
    };
    let lines: String = readings.iter().map(line).collect();
    if lines.is_empty() { lines } else { lines + "\n" }
}

/// A reading for programs.
#[derive(Serialize)]
pub(super) struct ReadingItem<'r> {
    reader: &'static str,
    title: &'static str,
    /// `reads`, `differs` or `refuses`
    outcome: &'static str,
    words: &'r str,
}

impl<'r> ReadingItem<'r> {
    pub(super) fn all(readings: &'r [Reading]) -> Vec<Self> {
        let item =
            |it: &'r Reading| Self { reader: it.reader, title: it.title, outcome: it.outcome.name(), words: &it.words };
        readings.iter().map(item).collect()
    }
}
