//! Counts instead of findings: by rule, and by day or hour of `created_at`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    args::Step,
    counts::{Counts, is_shown},
};
use agent_response::{
    Severity,
    document::Document,
    json::Kind,
    report::Report,
    timestamp::{from_unix, parse},
};

/// More times than this are counted together, so that an archive does not decide how much memory its summary takes.
const MOST_TIMES: usize = 10_000;

/// All severities, the most serious first.
const SEVERITIES: [Severity; 4] = [Severity::Error, Severity::Warning, Severity::Info, Severity::Hint];

/// The counts so far.
pub(super) struct LineTally {
    step: Step,
    rules: BTreeMap<(&'static str, Severity), RuleCount>,
    times: BTreeMap<Time, TimeCount>,
}

/// A day or an hour, as its number since 1970.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Time {
    At(i64),
    /// There are too many.
    Other,
    /// There is no time, or it cannot be read.
    None,
}

#[derive(Clone, Copy, Default)]
struct RuleCount {
    findings: u64,
    lines: u64,
}

#[derive(Default)]
struct TimeCount {
    lines: u64,
    lines_with_findings: u64,
    /// Findings by severity, the most serious first.
    found: [u64; 4],
    rules: BTreeMap<&'static str, u64>,
}

/// The value of `created_at` in seconds since 1970.
pub(super) fn time_of(text: &str) -> Option<i64> {
    let document = Document::file(text);
    let (tree, text) = (&document.tree, &document.text);
    let value = tree.get(text, tree.root()?, "created_at").filter(|it| tree.kind(*it) == Kind::String)?;
    parse(&tree.text(text, value)).ok().map(|it| it.seconds)
}

impl LineTally {
    pub(super) fn new(step: Step) -> Self {
        Self { step, rules: BTreeMap::new(), times: BTreeMap::new() }
    }

    /// Adds a line, with its time in seconds and what was found that is at least this severe.
    pub(super) fn add(&mut self, seconds: Option<i64>, report: &Report, least: Severity) {
        let time = seconds.map_or(Time::None, |it| Time::At(it.div_euclid(self.step.seconds())));
        self.times.entry(time).or_default().lines += 1;
        self.found(time, report, least, true);
    }

    /// Adds what was found in a line that was added before, whose time is no longer known; it may have been without findings.
    pub(super) fn add_later(&mut self, report: &Report, least: Severity, is_first: bool) {
        self.found(Time::None, report, least, is_first);
    }

    fn found(&mut self, time: Time, report: &Report, least: Severity, is_first: bool) {
        let count = self.times.entry(time).or_default();
        let mut found: BTreeMap<_, u64> = BTreeMap::new();
        for it in report.diagnostics.iter().filter(|it| is_shown(it, least)) {
            *found.entry((it.code, it.severity)).or_default() += 1;
        }
        count.lines_with_findings += u64::from(is_first && !found.is_empty());
        for ((code, severity), n) in found {
            count.found.iter_mut().skip(severity as usize).take(1).for_each(|it| *it += n);
            *count.rules.entry(code).or_default() += n;
            let rule = self.rules.entry((code, severity)).or_default();
            rule.findings += n;
            rule.lines += 1;
        }
    }

    /// Adds the counts of other lines.
    pub(super) fn merge(&mut self, other: Self) {
        for (key, more) in other.rules {
            let rule = self.rules.entry(key).or_default();
            rule.findings += more.findings;
            rule.lines += more.lines;
        }
        for (time, more) in other.times {
            let is_one_too_many = self.times.len() >= MOST_TIMES && !self.times.contains_key(&time);
            let time = if is_one_too_many && time != Time::None { Time::Other } else { time };
            let count = self.times.entry(time).or_default();
            count.lines += more.lines;
            count.lines_with_findings += more.lines_with_findings;
            count.found.iter_mut().zip(more.found).for_each(|(sum, it)| *sum += it);
            more.rules.into_iter().for_each(|(code, n)| *count.rules.entry(code).or_default() += n);
        }
    }

    /// Two tables for people: the rules, the most frequent first, and the times.
    pub(super) fn tables(&self, least: Severity) -> String {
        let rule = |((code, severity), count): (&(&str, Severity), &RuleCount)| {
            vec![count.findings.to_string(), count.lines.to_string(), format!("{}[{code}]", severity.name())]
        };
        let mut rules: Vec<_> = self.rules.iter().collect();
        rules.sort_by_key(|it| std::cmp::Reverse(it.1.findings));
        let rows = rules.into_iter().map(rule).collect();
        let mut out =
            if self.rules.is_empty() { String::new() } else { table(&["findings", "lines", "rule"], rows, 2) };

        let shown = SEVERITIES.iter().filter(|it| **it <= least);
        let heads: Vec<_> = shown.clone().map(|it| format!("{}s", it.name())).collect();
        let heads = [self.step.head(), "lines", "with findings"].into_iter().chain(heads.iter().map(String::as_str));
        let row = |(time, count): (&Time, &TimeCount)| {
            let found = shown.clone().zip(count.found).map(|it| it.1.to_string());
            let lines = [count.lines, count.lines_with_findings].map(|it| it.to_string());
            [time.shown(self.step)].into_iter().chain(lines).chain(found).collect()
        };
        if !self.times.is_empty() {
            out += &table(&heads.collect::<Vec<_>>(), self.times.iter().map(row).collect(), 0);
        }
        out
    }

    /// The same for programs.
    pub(super) fn document<'a>(&'a self, path: &'a str, summary: &'a LineCounts) -> impl Serialize + 'a {
        let rule = |((code, severity), count): (&(&'static str, Severity), &RuleCount)| RuleRow {
            code,
            severity: severity.name(),
            findings: count.findings,
            lines: count.lines,
        };
        let time = |(time, count): (&Time, &'a TimeCount)| {
            let [errors, warnings, infos, hints] = count.found;
            let TimeCount { lines, lines_with_findings, ref rules, .. } = *count;
            let time = (*time != Time::None).then(|| time.shown(self.step));
            TimeRow { time, lines, lines_with_findings, errors, warnings, infos, hints, rules }
        };
        let (rules, times) = (self.rules.iter().map(rule).collect(), self.times.iter().map(time).collect());
        Summary { version: 1, path, rules, times, summary }
    }
}

impl Step {
    fn seconds(self) -> i64 {
        match self {
            Self::Day => 86_400,
            Self::Hour => 3_600,
        }
    }

    fn head(self) -> &'static str {
        match self {
            Self::Day => "day (UTC)",
            Self::Hour => "hour (UTC)",
        }
    }
}

impl Time {
    fn shown(self, step: Step) -> String {
        let length = match step {
            Step::Day => "2025-11-24".len(),
            Step::Hour => "2025-11-24T14:00".len(),
        };
        match self {
            Self::At(n) => from_unix(n * step.seconds()).chars().take(length).collect(),
            Self::Other => "other".to_owned(),
            Self::None => "no time".to_owned(),
        }
    }
}

/// Rows under their heads, and an empty line. All columns are numbers but one, which is the first or the last.
fn table(heads: &[&str], rows: Vec<Vec<String>>, words: usize) -> String {
    let heads = heads.iter().map(|it| (*it).to_owned()).collect();
    let rows: Vec<Vec<String>> = [heads].into_iter().chain(rows).collect();
    let n_columns = rows.first().map_or(0, Vec::len);
    let width = |idx: usize| rows.iter().filter_map(|it| it.get(idx)).map(String::len).max().unwrap_or_default();
    let widths: Vec<_> = (0..n_columns).map(width).collect();
    let cell = |(idx, (cell, width)): (usize, (&String, &usize))| match idx == words {
        true => format!("{cell:<width$}"),
        false => format!("{cell:>width$}"),
    };
    let line = |row: &Vec<String>| row.iter().zip(&widths).enumerate().map(cell).collect::<Vec<_>>().join("  ");
    rows.iter().map(|it| line(it).trim_end().to_owned() + "\n").collect::<String>() + "\n"
}

#[derive(Serialize)]
struct Summary<'a> {
    version: u32,
    path: &'a str,
    rules: Vec<RuleRow>,
    times: Vec<TimeRow<'a>>,
    summary: &'a LineCounts,
}

#[derive(Serialize)]
struct RuleRow {
    code: &'static str,
    severity: &'static str,
    findings: u64,
    lines: u64,
}

#[derive(Serialize)]
struct TimeRow<'a> {
    /// Absent or unreadable: null. `other` if there are too many times.
    time: Option<String>,
    lines: u64,
    lines_with_findings: u64,
    errors: u64,
    warnings: u64,
    infos: u64,
    hints: u64,
    rules: &'a BTreeMap<&'static str, u64>,
}

/// The counts of the lines of an archive, for programs.
#[derive(Serialize)]
pub(super) struct LineCounts {
    lines: usize,
    lines_with_findings: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
    hints: usize,
    failures: usize,
}

impl LineCounts {
    pub(super) fn of(counts: &Counts) -> Self {
        let Counts { files, files_with_findings, errors, warnings, infos, hints, failures, .. } = *counts;
        Self { lines: files, lines_with_findings: files_with_findings, errors, warnings, infos, hints, failures }
    }
}
