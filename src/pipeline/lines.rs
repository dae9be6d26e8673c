//! Files of records, one JSON value in each line: each line is checked by itself, and lines know what the lines before
//! them declared, asked and used.

mod across;
mod ahead;
mod finding;
mod fragments;
mod joined;
mod place;
mod repeated;
mod sequence;
mod sessions;

use std::cell::RefCell;

use self::finding::LineFinding;
use self::fragments::OpenCalls;
use self::place::{LineSpan, Start, whole_line};
use self::repeated::Repeated;
pub use self::sequence::RecordSequence;
use self::sessions::Sessions;
use super::{Checked, check_with};
use crate::checks::type_name;
use crate::deadline;
use crate::diagnostic::{Fix, Severity};
use crate::document::{Document, Documents};
use crate::json::{self, Kind};
use crate::options::{Options, Profile};
use crate::query::LineMemory;
use crate::report::{DetectedFormat, Diagnostic, Report};
use crate::rules::{self, Rule};
use crate::slips::Readings;
use crate::text::{Span, find_byte};

/// Whether a file has a record in each line, by its name.
pub(super) fn is_of_records(options: &Options) -> bool {
    let is_ending = |it: &str| it.eq_ignore_ascii_case("jsonl") || it.eq_ignore_ascii_case("ndjson");
    let name = options.file_name.as_deref().unwrap_or_default();
    name.rsplit_once('.').is_some_and(|it| is_ending(it.1))
}

/// Checks a file of records, up to so many findings.
pub(super) fn report(text: &str, options: &Options, most: usize, readings: &Readings) -> Report {
    let mut options = options.clone();
    // A record is on one line.
    options.rules.insert(0, (rules::NOT_PRETTY.id.to_owned(), None));
    let mut lines = RecordChecks {
        options: &options,
        readings,
        most,
        state: LineState::default(),
        format: None,
        lacks_tools: false,
        n_met: 0,
        out: Vec::new(),
        spent: 0,
    };
    if !lines.is_array(text) {
        lines.state.session.get_mut().kind = ahead::kind(text, &options);
        lines.run(text);
    }
    lines.finish()
}

/// A file that is being checked.
struct RecordChecks<'o> {
    options: &'o Options,
    readings: &'o Readings,
    most: usize,
    state: LineState,
    format: Option<DetectedFormat>,
    lacks_tools: bool,
    n_met: usize,
    out: Vec<Diagnostic>,
    /// How many bytes were read to find the ends of records on several lines.
    spent: usize,
}

/// What lines know of those before them.
#[derive(Default)]
struct LineState {
    session: RefCell<LineMemory>,
    /// Calls whose arguments are not complete.
    calls: OpenCalls,
    /// Calls and results of sessions.
    sessions: Sessions,
    /// What events of a stream repeat.
    repeated: Repeated,
}

impl RecordChecks<'_> {
    fn run(&mut self, text: &str) {
        let mut start = Start::default();
        let mut rest = text;
        while !rest.is_empty() {
            if deadline::is_over() {
                let message = "Not all lines were checked within the time limit; findings may be missing".to_owned();
                return self.add(Diagnostic::of_text(rules::TOO_LARGE.id, rules::TOO_LARGE.severity, message));
            }
            let end = find_byte(rest.as_bytes(), 0, b'\n').map_or(rest.len(), |it| it + 1);
            let mut whole = rest.get(..end).unwrap_or(rest);
            if whole.trim().is_empty() {
                self.blank(whole, start);
            } else if let Some(more) = self.split(rest, whole) {
                whole = more;
                self.joined(whole, start);
            } else if let Some(first) = self.in_a_row(whole, start) {
                whole = first;
                self.record(whole, start);
            } else {
                let line = self.without_comma(whole.trim_end_matches(['\n', '\r']), start);
                self.record(line, start);
            }
            start = start.after(whole);
            rest = rest.get(whole.len()..).unwrap_or_default();
        }
        self.open_at_end();
        if self.n_met == 0 && self.format.is_none() && text.trim().is_empty() {
            let message = "The file is empty".to_owned();
            self.add(Diagnostic::of_text(rules::EMPTY_FILE.id, rules::EMPTY_FILE.severity, message));
        }
    }

    /// Checks a record and moves what was found to its line.
    fn record(&mut self, line: &str, start: Start) {
        let docs = Documents::new(Document::file_again(line, self.readings));
        let root = docs.get(0).tree.root().map(|it| docs.get(0).tree.kind(it));
        let checked = check_with(docs, self.options, self.most, Some(&self.state.session));
        let again = self.across(&checked, start);
        let mut report = checked.report();
        report.diagnostics.retain(|it| !again.iter().any(|again| is_below(&it.pointer, again)));
        // A line with nothing but a comment has one finding.
        if report.diagnostics.iter().any(|it| it.code == rules::COMMENT.id) {
            report.diagnostics.retain(|it| it.code != rules::EMPTY_FILE.id);
        }
        self.lacks_tools |= report.lacks_tools;
        if self.format.as_ref().is_none_or(|it| it.id.is_none()) {
            self.format = Some(report.format);
        }
        for mut found in report.diagnostics {
            start.shift().diagnostic(&mut found);
            // Readings are those of one text.
            found.fixes.iter_mut().for_each(|it| it.reading = None);
            self.add(found);
        }
        if let Some(kind) = root.filter(|it| !matches!(it, Kind::Object | Kind::Broken)) {
            let message = format!("Expected an object, found {}", type_name(kind));
            self.say(LineFinding::new(&rules::TOP_LEVEL_TYPE, whole_line(line, start), message));
        }
    }

    /// A record with a comma after it, as in a list.
    fn without_comma<'t>(&mut self, line: &'t str, start: Start) -> &'t str {
        let record = line.trim_end().strip_suffix(',').map(str::trim_end).filter(|it| json::is_sound(it));
        let Some(record) = record.filter(|it| it.trim_start().starts_with('{')) else { return line };
        let from = start.after(record);
        let at = LineSpan { start: from, end: start.after(line) };
        let found = LineFinding::new(&rules::TRAILING_COMMA, at, "A comma after the record; JSON Lines has none");
        self.say(found.fix("Remove the comma", at, String::new()));
        record
    }

    /// The first of several records on a line.
    fn in_a_row<'t>(&mut self, line: &'t str, start: Start) -> Option<&'t str> {
        if !line.contains("}{") && !line.contains("} {") {
            return None;
        }
        let first = line.get(..end_of_value(line)?)?;
        let rest = line.get(first.len()..)?;
        let second = rest.trim_start();
        if !second.starts_with('{') || !json::is_sound(first) {
            return None;
        }
        let between = LineSpan { start: start.after(first), end: start.after(line.get(..line.len() - second.len())?) };
        let at = LineSpan { start: between.end, end: between.end.after("{") };
        let found = LineFinding::new(&rules::TRAILING_CONTENT, at, "A second record on the line; JSON Lines has one");
        self.say(found.suggestion("Put it on a line of its own", between, "\n".to_owned()));
        Some(first)
    }

    /// A line without a record; the end of the last line is not one.
    fn blank(&mut self, line: &str, start: Start) {
        let at = whole_line(line, start);
        let begin = LineSpan { end: at.start, ..at };
        let found = LineFinding::new(&rules::BLANK_LINE, begin, "Blank line; some readers stop here");
        self.say(found.fix(Fix::REMOVE, at, String::new()));
    }

    /// The lines of a record that begins at a line and ends on a later one.
    fn split<'t>(&mut self, rest: &'t str, line: &'t str) -> Option<&'t str> {
        let is_begun = line.trim_start().starts_with('{') && !line.trim_end().ends_with('}');
        // Texts in which every record is broken would be read again and again.
        if !is_begun || line.len() == rest.len() || self.spent > rest.len().saturating_mul(4) {
            return None;
        }
        let end = end_of_value(rest);
        self.spent += end.unwrap_or(rest.len());
        let end = end?;
        let parsed = rest.get(..end)?;
        if !parsed.contains('\n') || !json::is_sound(&on_one_line(parsed)) {
            return None;
        }
        let end = find_byte(rest.as_bytes(), end, b'\n').map_or(rest.len(), |it| it + 1);
        rest.get(..end)
    }

    /// A record on several lines. It is joined first, unless its lines are permitted.
    fn joined(&mut self, lines: &str, start: Start) {
        let record = lines.trim_end_matches(['\n', '\r']);
        if self.severity(&rules::SPLIT_RECORD, Severity::Error).is_none() {
            return self.record(record, start);
        }
        let end = start.after(record);
        let message = match json::is_sound(record) {
            true => format!("The record ends on line {}; JSON Lines needs it on one line", end.line + 1),
            false => {
                format!("A string has line breaks, so the record ends on line {}; write them as `\\n`", end.line + 1)
            }
        };
        let first = LineSpan { start, end: start.after(record.lines().next().unwrap_or_default()) };
        let found = LineFinding::new(&rules::SPLIT_RECORD, first, message);
        self.say(found.fix("Join the lines", LineSpan { start, end }, on_one_line(record)));
    }

    /// A file that is an array of records.
    fn is_array(&mut self, text: &str) -> bool {
        if !text.trim_start().starts_with('[') || !json::is_sound(text.trim()) {
            return false;
        }
        let (tree, _) = json::parse(text, Span::new(0, text.len()));
        let root = tree.root().unwrap_or_default();
        let records: Vec<String> = tree.children(root).map(|it| on_one_line(tree.span(it).of(text))).collect();
        // A file with one line may be a record that is an array.
        if !text.trim().contains('\n') && records.is_empty() {
            return false;
        }
        let span = tree.span(root);
        let from = Start::default().after(text.get(..span.start as usize).unwrap_or_default());
        let at = LineSpan { start: from, end: from.after("[") };
        let all = LineSpan { start: from, end: from.after(span.of(text)) };
        let found = LineFinding::new(&rules::TOP_LEVEL_TYPE, at, "Expected one object per line, found an array");
        self.say(found.suggestion("Put each record on a line of its own", all, records.join("\n")));
        true
    }

    /// Adds a finding about lines.
    fn say(&mut self, found: LineFinding) {
        let Some(severity) = self.severity(found.rule, found.most) else { return };
        self.add(found.diagnostic(severity));
    }

    /// How serious a finding is of which the tables say that it is `most` or what its rule says; `None` if it is off.
    fn severity(&self, rule: &Rule, most: Severity) -> Option<Severity> {
        let set = self.options.rules.iter().rev().find(|it| it.0 == rule.id);
        let by_profile = match self.options.profile {
            Profile::Strict => rule.strict,
            Profile::Upstream => rule.upstream,
            Profile::Default => None,
        };
        set.map_or(by_profile.or(Some(rule.severity.max(most))), |it| it.1)
    }

    fn add(&mut self, found: Diagnostic) {
        self.n_met += 1;
        if self.out.len() < self.most {
            self.out.push(found);
        }
    }

    /// Puts the findings of joined records where their lines are.
    fn by_line(&mut self) {
        let mut order: Vec<(u64, u32)> = (0..).zip(&self.out).map(|it| (it.1.range.start.line.into(), it.0)).collect();
        if order.is_sorted() {
            return;
        }
        order.sort_unstable();
        let mut all: Vec<Option<Diagnostic>> = std::mem::take(&mut self.out).into_iter().map(Some).collect();
        self.out.extend(order.into_iter().filter_map(|it| all.get_mut(it.1 as usize)?.take()));
    }

    fn finish(mut self) -> Report {
        self.by_line();
        let valid = self.out.iter().all(|it| it.severity != Severity::Error);
        if self.n_met > self.out.len() {
            let rest = self.n_met - self.out.len();
            let message = format!("{rest} more findings are not shown; fix these first");
            self.out.push(Diagnostic::of_text(rules::TOO_MANY_FINDINGS.id, rules::TOO_MANY_FINDINGS.severity, message));
        }
        let reason = "no line has a known format".to_owned();
        let format = self.format.unwrap_or(DetectedFormat { id: None, reason });
        Report { valid, format, diagnostics: self.out, paths: Vec::new(), lacks_tools: self.lacks_tools }
    }
}

/// Whether a pointer leads to what another one leads to, or into it.
fn is_below(pointer: &str, other: &str) -> bool {
    pointer.strip_prefix(other).is_some_and(|it| it.is_empty() || it.starts_with('/'))
}

/// The offset after the first object or array in a text.
fn end_of_value(text: &str) -> Option<usize> {
    let (mut depth, mut is_string, mut is_escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_string => is_escaped = true,
            b'"' => is_string = !is_string,
            b'{' | b'[' if !is_string => depth += 1,
            b'}' | b']' if !is_string => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => (),
        }
    }
    None
}

/// A record without its line breaks: in strings they are escaped, and between tokens they are dropped.
fn on_one_line(record: &str) -> String {
    let mut out = String::with_capacity(record.len());
    let mut is_string = false;
    for (idx, line) in record.replace("\r\n", "\n").split(['\n', '\r']).enumerate() {
        let line = if is_string { line } else { line.trim_start() };
        if is_string && idx > 0 {
            out.push_str("\\n");
        } else if !line.is_empty() && !out.is_empty() && !out.ends_with(['{', '[']) && !line.starts_with(['}', ']']) {
            out.push(' ');
        }
        is_string = ends_in_string(line, is_string);
        out.push_str(if is_string { line } else { line.trim_end() });
    }
    out
}

/// Whether a line ends inside a string.
fn ends_in_string(line: &str, begins_in_string: bool) -> bool {
    let (mut is_string, mut is_escaped) = (begins_in_string, false);
    for byte in line.bytes() {
        is_string ^= byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
    }
    is_string
}

#[cfg(test)]
mod tests {
    use super::{end_of_value, on_one_line};

    #[test]
    fn values_end_where_their_brackets_do() {
        assert_eq!(end_of_value("{\"a}\\\"\": [1]} x"), Some(13));
        assert_eq!(end_of_value("{\"a\": 1"), None);
        assert_eq!(end_of_value("]"), None);
    }

    #[test]
    fn line_breaks_between_tokens_are_dropped() {
        assert_eq!(on_one_line("{\n  \"a\": 1,\r\n  \"b\": [\n    2\n  ]\n}"), "{\"a\": 1, \"b\": [2]}");
        assert_eq!(on_one_line("{\"a\": \"x\n\r\n  y\\\"\n\",\n\n  \"b\": 1}"), r#"{"a": "x\n\n  y\"\n", "b": 1}"#);
    }
}
