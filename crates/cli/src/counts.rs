//! Counts of files, of findings by severity, and of repairs.

use serde::Serialize;

use super::needs::Needs;
use agent_response::{
    diagnostic::{Safety, Severity},
    report::{AppliedFix, Diagnostic, DiagnosticFix, Report},
    rules,
};

/// The totals of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Counts {
    /// Files that were checked.
    pub(super) files: usize,
    /// Files with a finding that is shown.
    pub(super) files_with_findings: usize,
    pub(super) errors: usize,
    pub(super) warnings: usize,
    pub(super) infos: usize,
    pub(super) hints: usize,
    /// Findings that `fix` repairs, including those that are not shown.
    pub(super) fixable: usize,
    /// Findings of which `fix` repairs a part.
    pub(super) fixable_in_part: usize,
    /// Files in which `fix --complete` inserts all fields that are missing.
    #[serde(skip)]
    pub(super) completable: usize,
    /// What they need for it.
    #[serde(skip)]
    needs: Needs,
    /// Files with calls of tools that are declared nowhere.
    #[serde(skip)]
    unjudged: usize,
    /// Findings that only `fix --suggestions` repairs.
    pub(super) fixable_by_suggestion: usize,
    /// Findings that `fix` repaired.
    pub(super) fixed: usize,
    /// Findings of which `fix` repaired a part.
    pub(super) fixed_in_part: usize,
    /// Files that `fix` changed.
    pub(super) files_changed: usize,
    /// Files in which `fix` stopped early.
    #[serde(skip)]
    pub(super) unsettled: usize,
    /// Files in an encoding that `fix` could not repair.
    #[serde(skip)]
    pub(super) unread: usize,
    /// Files that could not be read or written.
    pub(super) failures: usize,
    /// Findings below the requested severity.
    #[serde(skip)]
    pub(super) hidden: usize,
    /// What repairs them.
    #[serde(skip)]
    hidden_fixes: HiddenFixes,
    /// Reports that do not list all their findings.
    #[serde(skip)]
    cut: usize,
    /// All findings by severity, the most serious first, including those that are not shown.
    #[serde(skip)]
    found: [usize; 4],
}

/// How many of the findings that are not shown are repaired in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct HiddenFixes {
    safe: usize,
    in_part: usize,
    by_suggestion: usize,
}

/// Whether a finding has at least the requested severity.
pub(super) fn is_shown(diagnostic: &Diagnostic, least: Severity) -> bool {
    diagnostic.severity <= least
}

/// The repair that `fix` would make.
fn repair(diagnostic: &Diagnostic) -> Option<&DiagnosticFix> {
    diagnostic.fixes.first().filter(|it| !it.edits.is_empty())
}

impl Counts {
    /// The totals of one report.
    pub(super) fn of(report: &Report, least: Severity) -> Self {
        let mut counts = Self { files: 1, unjudged: usize::from(report.lacks_tools), ..Self::default() };
        for finding in &report.diagnostics {
            let hidden = usize::from(!is_shown(finding, least));
            let (all, not_shown) = match repair(finding) {
                Some(DiagnosticFix { partial: true, .. }) => {
                    (&mut counts.fixable_in_part, &mut counts.hidden_fixes.in_part)
                }
                Some(DiagnosticFix { safety: Safety::Safe, .. }) => {
                    (&mut counts.fixable, &mut counts.hidden_fixes.safe)
                }
                Some(DiagnosticFix { safety: Safety::Suggestion, .. }) => {
                    (&mut counts.fixable_by_suggestion, &mut counts.hidden_fixes.by_suggestion)
                }
                None => (&mut 0, &mut 0),
            };
            *all += 1;
            *not_shown += hidden;
            if let Some(n) = counts.found.get_mut(finding.severity as usize) {
                *n += 1;
            }
            counts.hidden += hidden;
            if hidden > 0 {
                continue;
            }
            counts.files_with_findings = 1;
            counts.cut += usize::from(finding.code == rules::TOO_MANY_FINDINGS.id);
            match finding.severity {
                Severity::Error => counts.errors += 1,
                Severity::Warning => counts.warnings += 1,
                Severity::Info => counts.infos += 1,
                Severity::Hint => counts.hints += 1,
            }
        }
        counts
    }

    /// Adds what was done to the file.
    pub(super) fn add_fixes(&mut self, applied: &[AppliedFix]) {
        self.fixed_in_part = applied.iter().filter(|it| it.partial).count();
        self.fixed = applied.len() - self.fixed_in_part;
    }

    /// Adds how `fix --complete` inserts what is missing in the file, if it does.
    pub(super) fn add_way(&mut self, way: Option<Needs>) {
        self.completable = usize::from(way.is_some());
        self.needs = way.unwrap_or_default();
    }

    pub(super) fn failure() -> Self {
        Self { failures: 1, ..Self::default() }
    }

    pub(super) fn add(&mut self, other: Self) {
        self.files += other.files;
        self.files_with_findings += other.files_with_findings;
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.infos += other.infos;
        self.hints += other.hints;
        self.fixable += other.fixable;
        self.fixable_in_part += other.fixable_in_part;
        self.completable += other.completable;
        self.needs = self.needs.or(other.needs);
        self.unjudged += other.unjudged;
        self.fixable_by_suggestion += other.fixable_by_suggestion;
        self.fixed += other.fixed;
        self.fixed_in_part += other.fixed_in_part;
        self.files_changed += other.files_changed;
        self.unsettled += other.unsettled;
        self.unread += other.unread;
        self.failures += other.failures;
        self.hidden += other.hidden;
        self.hidden_fixes.safe += other.hidden_fixes.safe;
        self.hidden_fixes.in_part += other.hidden_fixes.in_part;
        self.hidden_fixes.by_suggestion += other.hidden_fixes.by_suggestion;
        self.cut += other.cut;
        self.found.iter_mut().zip(other.found).for_each(|(sum, it)| *sum += it);
    }

    /// How many findings have this severity, including those that are not shown.
    pub(super) fn found_of(&self, severity: Severity) -> usize {
        self.found.get(severity as usize).copied().unwrap_or_default()
    }

    /// How many findings have at least this severity, including those that are not shown.
    pub(super) fn found_from(&self, least: Severity) -> usize {
        self.found.iter().take(least as usize + 1).sum()
    }

    /// One line for people about what was found.
    pub(super) fn found(&self) -> String {
        let line = match self.listed() {
            None if self.files == 0 && self.failures > 0 => return self.failed("file", "checked"),
            None => self.nothing_in("file"),
            Some(listed) => format!("{listed} in {}", self.share(self.files_with_findings, "file")),
        };
        let failed = self.and_failed("file", "checked");
        let plus = self.plus();
        let fixable = match (self.fixable - self.hidden_fixes.safe, self.suggested()) {
            (0, 0) => String::new(),
            (n, 0) => format!("; {n}{plus} can be fixed with `agent-response fix`"),
            (0, n) => format!("; {n}{plus} can be fixed with `agent-response fix --suggestions`"),
            (n, more) => {
                format!("; {n}{plus} can be fixed with `agent-response fix`, {more}{plus} more with `--suggestions`")
            }
        };
        let part = match self.fixable_in_part - self.hidden_fixes.in_part {
            0 => String::new(),
            n if fixable.is_empty() => format!("; {n}{plus} can be fixed in part with `agent-response fix`"),
            n => format!(", {n}{plus} in part"),
        };
        let (hidden, completable) = (self.hidden(self.hidden_fixes.safe), self.completable("agent-response fix "));
        format!("{line}{hidden}{fixable}{part}{completable}{failed}{}", self.unjudged())
    }

    /// The same about the lines of an archive, none of which `fix` repairs.
    pub(super) fn found_in_lines(&self) -> String {
        let line = match self.listed() {
            None => self.nothing_in("line"),
            Some(listed) => format!("{listed} in {}", self.share(self.files_with_findings, "line")),
        };
        format!("{line}{}{}", self.hidden(0), self.and_failed("line", "checked"))
    }

    fn nothing_in(&self, noun: &str) -> String {
        let nothing = if self.hidden > 0 { "nothing to report" } else { "no findings" };
        format!("{nothing} in {}", count(self.files, noun))
    }

    /// One line for people about what was fixed; `done` is `fixed` or `would be fixed`.
    pub(super) fn repaired(&self, done: &str) -> String {
        let changed = || self.share(self.files_changed, "file");
        let repaired = match (self.fixed, self.fixed_in_part) {
            (0, 0) if self.files == 0 && self.failures > 0 => return self.failed("file", "fixed"),
            (0, 0) if self.unread + self.fixable + self.fixable_in_part + self.fixable_by_suggestion > 0 => {
                format!("nothing fixed in {}", count(self.files, "file"))
            }
            (0, 0) => format!("nothing to fix in {}", count(self.files, "file")),
            (n, 0) => format!("{} {done} in {}", count(n, "finding"), changed()),
            (0, n) => format!("{} {done} in part in {}", count(n, "finding"), changed()),
            (n, part) => format!("{} {done}, {part} in part, in {}", count(n, "finding"), changed()),
        };
        let left = match (self.listed(), self.fixed) {
            (Some(listed), _) => format!("; {listed} left"),
            (None, 0) => String::new(),
            (None, _) if done.starts_with("would") => "; none would be left".to_owned(),
            (None, _) => "; none left".to_owned(),
        };
        let more = match self.suggested() {
            0 => String::new(),
            n => format!("; {n} can be fixed with `--suggestions`"),
        };
        let again = if self.unsettled > 0 { "; run it again to fix more" } else { "" };
        let (hidden, failed) = (self.hidden(0), self.and_failed("file", "fixed"));
        format!("{repaired}{left}{hidden}{more}{}{again}{failed}", self.completable(""))
    }

    /// How the fields that are missing get there.
    fn completable(&self, command: &str) -> String {
        let arguments = self.needs.arguments();
        // A request belongs to one response.
        let each = match self.needs.request {
            true if self.completable > 1 => ", one at a time",
            true if self.files > 1 => ", given its name",
            _ => "",
        };
        match self.completable {
            0 => String::new(),
            n => format!("; {} can be completed with `{command}{arguments}`{each}", count(n, "file")),
        }
    }

    /// How the arguments of calls are compared with the schemas of their tools.
    fn unjudged(&self) -> String {
        let calls = if self.unjudged == 1 { "calls tools that it does" } else { "call tools that they do" };
        match self.unjudged {
            0 => String::new(),
            n => format!(
                "\nnote: {} {calls} not declare, so arguments were only read; `tools` in `[[files]]` of \
                 agent-response.toml names the file with the tools",
                count(n, "file")
            ),
        }
    }

    fn failed(&self, noun: &str, done: &str) -> String {
        format!("{} could not be {done}", count(self.failures, noun))
    }

    fn and_failed(&self, noun: &str, done: &str) -> String {
        if self.failures > 0 { format!("; {}", self.failed(noun, done)) } else { String::new() }
    }

    /// What follows a number of findings if there may be more of them.
    fn plus(&self) -> &'static str {
        if self.cut > 0 { "+" } else { "" }
    }

    /// The findings that are shown, in words; `None` if there are none.
    pub(super) fn listed(&self) -> Option<String> {
        // What says that there are more is none of them.
        let infos = self.infos.saturating_sub(self.cut);
        let found = [(self.errors, "error"), (self.warnings, "warning"), (infos, "info"), (self.hints, "hint")];
        let counted = |&(n, word): &(usize, &str)| count(n, word).replacen(' ', &format!("{} ", self.plus()), 1);
        let found: Vec<_> = found.iter().filter(|(n, _)| *n > 0).map(counted).collect();
        (!found.is_empty()).then(|| found.join(", "))
    }

    fn share(&self, part: usize, noun: &str) -> String {
        match self.files {
            1 => format!("1 {noun}"),
            all => format!("{part} of {all} {noun}s"),
        }
    }

    /// How many of the findings that are shown only a suggestion repairs; 0 if all suggestions were tried.
    fn suggested(&self) -> usize {
        self.fixable_by_suggestion.saturating_sub(self.hidden_fixes.by_suggestion)
    }

    /// How many findings are not shown, and how many of these `fix` repairs.
    fn hidden(&self, fixable: usize) -> String {
        let fixed = match fixable {
            0 => ",".to_owned(),
            1 if self.hidden == 1 => ", which `agent-response fix` fixes;".to_owned(),
            n => format!(", of which `agent-response fix` fixes {n};"),
        };
        match self.hidden {
            0 => String::new(),
            n => format!(" ({n} not shown{fixed} see --min-severity)"),
        }
    }
}

/// A number and its noun.
pub(super) fn count(n: usize, word: &str) -> String {
    let plural = if word.ends_with('x') { "es" } else { "s" };
    if n == 1 { format!("{n} {word}") } else { format!("{n} {word}{plural}") }
}
