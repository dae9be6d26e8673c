//! What the programs that read a file do with it: for `check --reader`, and for those who ask a server.

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

/// What one does, as a text of its own for an editor.
#[cfg(not(target_family = "wasm"))]
pub(super) fn paragraph(reading: &Reading, is_markdown: bool) -> String {
    let mut out = String::new();
    for ch in visible(&reading.sentence()).chars() {
        if is_markdown && ch.is_ascii_punctuation() {
            out.push('\\');
        }
        if out.is_empty() {
            out.extend(ch.to_uppercase());
        } else {
            out.push(ch);
        }
    }
    out
}

/// One line for each.
pub(super) fn lines(path: &str, readings: &[Reading], look: Look) -> String {
    let path = look.paint(BOLD, visible(path));
    let lines: String = readings.iter().map(|it| format!("{path}: {}\n", visible(&it.sentence()))).collect();
    if lines.is_empty() { lines } else { lines + "\n" }
}
