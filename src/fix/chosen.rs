//! Fixes what a caller has chosen and leaves the rest unchanged.

use super::sweep::Sweep;
use super::{FixChoice, MAX_IN_ROUND, fix_again, most_read, place};
use crate::deadline::{self, Running};
use crate::diagnostic::Safety;
use crate::options::Options;
use crate::pipeline::{validate_again, validate_up_to};
use crate::report::{AppliedFix, Diagnostic, DiagnosticFix, FixResult, Report, TextEdit};
use crate::slips::Readings;

/// What to fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Only {
    /// All findings of a rule, including those that appear later.
    Rule(String),
    /// One finding of the text, by its rule and its place in UTF-16 code units.
    Finding {
        /// The rule.
        code: String,
        /// Where it begins.
        from: u32,
        /// Where it ends.
        to: u32,
    },
}

impl Only {
    /// The rule.
    pub fn code(&self) -> &str {
        match self {
            Self::Rule(code) | Self::Finding { code, .. } => code,
        }
    }
}

/// Applies the fixes of these findings, each once, then those of these rules, as [`fix`](crate::fix) does.
pub fn fix_only(text: &str, options: &Options, suggestions: bool, only: &[Only]) -> FixResult {
    let mut result = fix_each(text, options, suggestions, only);
    place(text, &mut result.applied);
    result
}

fn fix_each(text: &str, options: &Options, suggestions: bool, only: &[Only]) -> FixResult {
    let _running = Running::begin(options.timeout);
    let readings = Readings::default();
    let (mut text, mut applied) = (text.to_owned(), Vec::new());
    let mut left: Vec<Chosen> = only.iter().filter_map(Chosen::of).collect();
    let mut n_left = most_read(&text);
    let mut report = validate_up_to(&text, options, MAX_IN_ROUND, &readings);
    let mut settled = true;
    while !left.is_empty() {
        let (next, mut entries) = round(&text, &report, suggestions, &mut left);
        if entries.is_empty() {
            break;
        }
        applied.append(&mut entries);
        report = validate_up_to(&next, options, MAX_IN_ROUND, &readings);
        text = next;
        if n_left < text.len() || deadline::is_over() {
            settled = left.is_empty();
            break;
        }
        n_left -= text.len();
    }
    let is_chosen = |it: &Diagnostic| only.iter().any(|only| matches!(only, Only::Rule(code) if code == it.code));
    if settled && only.iter().any(|it| matches!(it, Only::Rule(_))) {
        let choice = FixChoice { suggestions, is_wanted: &is_chosen };
        let mut result = fix_again(&text, options, choice, &readings);
        applied.append(&mut result.applied);
        result.applied = applied;
        return result;
    }
    if report.diagnostics.len() > options.max_findings {
        report = validate_again(&text, options, &readings);
    }
    FixResult { text, applied, report, settled }
}

/// A finding that is not yet fixed, at its current place.
pub(super) struct Chosen<'o> {
    code: &'o str,
    from: i64,
    to: i64,
}

impl<'o> Chosen<'o> {
    fn of(only: &'o Only) -> Option<Self> {
        match only {
            Only::Rule(_) => None,
            Only::Finding { code, from, to } => Some(Self { code, from: i64::from(*from), to: i64::from(*to) }),
        }
    }

    /// A finding at its place.
    pub(super) fn at(finding: &Diagnostic) -> Self {
        Self { code: finding.code, from: i64::from(finding.from), to: i64::from(finding.to) }
    }

    pub(super) fn is_of(&self, code: &str) -> bool {
        self.code == code
    }

    pub(super) fn is(&self, finding: &Diagnostic) -> bool {
        self.code == finding.code && self.from == i64::from(finding.from) && self.to == i64::from(finding.to)
    }

    /// Moves it along with edits before and inside it.
    pub(super) fn follow<'e>(&mut self, edits: impl Iterator<Item = &'e TextEdit>) {
        let (mut from, mut to) = (self.from, self.to);
        for edit in edits {
            let grown = edit.text.encode_utf16().count() as i64 - i64::from(edit.to - edit.from);
            let end = i64::from(edit.to);
            from += if end <= self.from { grown } else { 0 };
            // Text inserted right after it does not belong to it.
            to += if end < self.to || (end == self.to && edit.from < edit.to) || end <= self.from { grown } else { 0 };
        }
        (self.from, self.to) = (from, to);
    }
}

/// One pass: a finding that follows the previous fix is fixed now, the rest next time.
fn round(text: &str, report: &Report, suggestions: bool, left: &mut Vec<Chosen>) -> (String, Vec<AppliedFix>) {
    let (mut sweep, mut entries, mut fixes) = (Sweep::new(text), Vec::new(), Vec::new());
    for diagnostic in &report.diagnostics {
        let Some(fix) = diagnostic.fixes.first().filter(|it| !it.edits.is_empty()) else { continue };
        let is_allowed = suggestions || fix.safety == Safety::Safe;
        let Some(idx) = left.iter().position(|it| it.is(diagnostic)).filter(|_| is_allowed) else { continue };
        if let Some(entry) = sweep.apply(diagnostic, fix) {
            left.swap_remove(idx);
            entries.push(entry);
            fixes.push(fix);
        }
    }
    sweep.copy(text.len());
    left.iter_mut().for_each(|it| it.follow(fixes.iter().flat_map(|fix: &&DiagnosticFix| &fix.edits)));
    (sweep.out, entries)
}
