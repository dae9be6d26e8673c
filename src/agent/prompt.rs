//! A self-contained request to repair a file: task, rules, findings, file.

use std::fmt::Write;

use super::{Plan, rules};
use crate::diagnostic::shown;
use crate::formats;
use crate::options::Options;
use crate::pipeline::{validate, validate_again};
use crate::slips::Readings;
use crate::spec::Format;
use crate::text::{line_and_column, seen};
use crate::wrap::unwrap_again;

/// Longer files are shown only in parts.
const WHOLE: usize = 12_000;
/// In a long file, this many lines are shown before and after a finding.
const NEAR: usize = 3;
/// In a long line, this many characters are shown on both sides of a place.
const REACH: usize = 300;

const ENCODED: &str = "A JSON-encoded string contains JSON as text: inside its quotes, write every `\"` as `\\\"`, every \
    `\\` as `\\\\` and every line break as `\\n`. Encode once, not twice.\n";

pub(super) fn write(plan: &Plan, path: &str, options: &Options, readings: &Readings) -> String {
    let path = shown(path);
    let is_whole = plan.text.len() <= WHOLE;
    let mut out = format!("Repair the file `{path}`. Change only what the findings ask for, and keep the content.\n");
    out.push_str(match is_whole {
        true => "Reply with the complete repaired file as raw JSON: no code fence, no comments, no line numbers.\n",
        false => "Edit the file in place; it is too long to be repeated.\n",
    });
    let formats = formats_of(plan, options, readings);
    if !formats.is_empty() {
        out.push_str("\n# Format\n\n");
        formats.iter().for_each(|it| rules::write(it, &mut out));
        if formats.iter().any(|it| !it.payloads().is_empty()) {
            out.push_str(ENCODED);
        }
    }
    let _ = write!(out, "\n# Findings\n\n{}", plan.text(&path));
    let _ = write!(out, "\n# File\n\nEach line begins with its number and `|`, which are not part of the file.\n\n");
    let shown = if is_whole { numbered(plan.text) } else { parts(plan) };
    let fence = "`".repeat(3.max(longest_run(&shown) + 1));
    let _ = writeln!(out, "{fence}\n{shown}{fence}");
    out
}

/// The format of the file and that of its payload, if they are known.
fn formats_of(plan: &Plan, options: &Options, readings: &Readings) -> Vec<&'static Format> {
    let after = validate_again(&plan.repaired, options, readings).format.id.or(plan.report.format.id);
    let mut out: Vec<_> = after.and_then(formats::by_id).into_iter().collect();
    let inside = unwrap_again(&plan.repaired, readings).filter(|it| it.kind == "json");
    let inside = inside.and_then(|it| validate(&it.content, &Options::default()).format.id).and_then(formats::by_id);
    out.extend(inside.filter(|it| !out.iter().any(|known| known.id == it.id)));
    out
}

fn numbered(text: &str) -> String {
    let mut out = String::new();
    for (idx, line) in text.lines().enumerate() {
        let _ = writeln!(out, "{}|{}", idx + 1, visible(line));
    }
    out
}

/// The lines near the findings; long lines are shortened to what is near them.
fn parts(plan: &Plan) -> String {
    let findings = plan.items.iter().filter_map(|it| it.finding).take(plan.n_shown);
    let places: Vec<_> = findings.map(|it| line_and_column(plan.text, it.bytes.from)).collect();
    let mut out = String::new();
    let mut is_cut = false;
    for (idx, line) in plan.text.lines().enumerate() {
        let number = idx + 1;
        if !places.iter().any(|it| it.0.abs_diff(number) <= NEAR) {
            out.push_str(if is_cut { "" } else { "…\n" });
            is_cut = true;
            continue;
        }
        is_cut = false;
        let columns: Vec<usize> = places.iter().filter(|it| it.0 == number).map(|it| it.1).collect();
        let _ = writeln!(out, "{number}|{}", visible(&near(line, &columns)));
    }
    out
}

/// A line without the text that is far from the given columns.
fn near(line: &str, columns: &[usize]) -> String {
    let n_chars = line.chars().count();
    if n_chars <= 2 * REACH {
        return line.to_owned();
    }
    let mut out = String::new();
    let mut is_cut = false;
    for (idx, ch) in line.chars().enumerate() {
        let is_near = columns.iter().any(|it| it.abs_diff(idx + 1) <= REACH) || (columns.is_empty() && idx < REACH);
        if is_near {
            out.push(ch);
        } else if !is_cut {
            out.push('…');
        }
        is_cut = !is_near;
    }
    out
}

/// The line with escapes for what controls a terminal, hides text or makes a command for what shows logs.
fn visible(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for it in seen(line) {
        if it.is_unsafe && it.ch != '\t' {
            it.push_escape(&mut out);
        } else {
            out.push(it.ch);
        }
    }
    out
}

/// The most backticks in a row.
fn longest_run(text: &str) -> usize {
    text.split(|it| it != '`').map(str::len).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{REACH, near};

    #[test]
    fn only_the_neighborhood_of_columns_is_shown_of_a_long_line() {
        let line = format!("{}X{}", "a".repeat(3 * REACH), "b".repeat(3 * REACH));
        let (a, b) = ("a".repeat(REACH), "b".repeat(REACH));
        assert_eq!(near(&line, &[3 * REACH + 1]), format!("…{a}X{b}…"));
        assert_eq!(near(&line, &[1, 6 * REACH + 1]), format!("{a}a…{b}b"));
        assert_eq!(near(&line, &[]), format!("{a}…"));
        assert_eq!(near(&line[..2 * REACH], &[1]), line[..2 * REACH]);
    }
}
