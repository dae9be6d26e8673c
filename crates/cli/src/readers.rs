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

/// A line for each; programs that do the same share one.
pub(super) fn lines(path: &str, readings: &[Reading], look: Look) -> String {
    let path = look.paint(BOLD, visible(path));
    let is_same = |a: &Reading, b: &Reading| (a.outcome, &a.words) == (b.outcome, &b.words);
    let mut out = String::new();
    for (idx, reading) in readings.iter().enumerate() {
        if readings.iter().take(idx).any(|it| is_same(it, reading)) {
            continue;
        }
        let others = readings.iter().skip(idx + 1).filter(|it| is_same(it, reading)).map(|it| it.title);
        let others = others.collect::<Vec<_>>().join(" and ");
        let mut sentence = reading.sentence();
        if !others.is_empty() {
            sentence.insert_str(reading.title.len(), &format!(", like {others},"));
        }
        out += &format!("{path}: {}\n", visible(&sentence));
    }
    out
}
