//! Fixes a text step by step: somebody decides about each fix.

use super::chosen::Chosen;
use super::sweep::round;
use super::{FixChoice, fix_again, most_read, place};
use crate::diagnostic::{Safety, Severity};
use crate::options::Options;
use crate::pipeline::validate_again;
use crate::report::{AppliedFix, Diagnostic, DiagnosticFix, FixResult, Offsets, Range, Report};
use crate::slips::Readings;
use crate::text::hash;

/// A repair in progress. Safe fixes come first, as in [`fix`](crate::fix), because they may spare a suggestion.
pub struct StepwiseFix<'o> {
    given: String,
    options: &'o Options,
    /// Less serious findings are left alone.
    least: Severity,
    readings: Readings,
    text: String,
    report: Report,
    applied: Vec<AppliedFix>,
    declined: Vec<Chosen<'static>>,
    /// The texts so far: of two fixes that undo each other, the second one is not offered.
    seen: Vec<u64>,
    /// How many bytes the fixes of whole rules may still read.
    n_left: usize,
    settled: bool,
}

/// A fix to decide about.
pub struct FixOffer<'s> {
    /// What is wrong.
    pub diagnostic: &'s Diagnostic,
    /// What would be done.
    pub fix: &'s DiagnosticFix,
    /// How many fixes of the same reading would be applied with it.
    pub n_together: usize,
    /// How many fixes there are, with this one, as far as they are known.
    pub n_open: usize,
    /// The text with it.
    pub after: String,
}

type Candidate<'s> = (&'s Diagnostic, &'s DiagnosticFix);

impl<'o> StepwiseFix<'o> {
    /// Begins with a text.
    pub fn new(text: &str, options: &'o Options, least: Severity) -> Self {
        let readings = Readings::default();
        Self {
            given: text.to_owned(),
            options,
            least,
            report: validate_again(text, options, &readings),
            readings,
            text: text.to_owned(),
            applied: Vec::new(),
            declined: Vec::new(),
            seen: vec![hash(text)],
            n_left: most_read(text),
            settled: true,
        }
    }

    /// The text that was given.
    pub fn given(&self) -> &str {
        &self.given
    }

    /// The text so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The findings in it.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Where a finding is in the text that was given.
    pub fn given_place(&self, finding: &Diagnostic) -> (Offsets, Range) {
        let mut entries = self.applied.clone();
        let entry = AppliedFix::new(finding.code, String::new(), String::new(), Safety::Safe);
        entries.push(AppliedFix { bytes: finding.bytes, ..entry });
        place(&self.given, &mut entries);
        entries.last().map(|it| (it.bytes, it.range)).unwrap_or_default()
    }

    /// The next fix to decide about.
    pub fn offer(&self) -> Option<FixOffer<'_>> {
        let open = self.open();
        let &(diagnostic, fix) = open.first()?;
        let together = self.together(&open, fix);
        let (n_together, n_open) = (together.len().max(1) - 1, open.len());
        let after = round(&self.text, together).0;
        Some(FixOffer { diagnostic, fix, n_together, n_open, after })
    }

    /// Applies it.
    pub fn accept(&mut self) {
        self.accept_first(|_| true);
    }

    /// Leaves it out.
    pub fn decline(&mut self) {
        let open = self.open();
        let Some(&(_, fix)) = open.first() else { return };
        let declined: Vec<_> = self.together(&open, fix).into_iter().map(|it| Chosen::at(it.0)).collect();
        self.declined.extend(declined);
    }

    /// Applies it and all others of its rule that are as safe, but for those that were left out.
    pub fn accept_rule(&mut self) {
        let Some((code, safety)) = self.open().first().map(|it| (it.0.code, it.1.safety)) else { return };
        let is_of_rule = |it: Candidate| it.0.code == code && it.1.safety == safety;
        if self.declined.iter().any(|it| it.is_of(code)) {
            while self.n_left >= self.text.len() && self.accept_first(is_of_rule) {
                self.n_left -= self.text.len();
            }
        } else {
            let (least, guesses) = (self.least, safety == Safety::Suggestion);
            let is_wanted = |it: &Diagnostic| it.code == code && it.severity <= least;
            let choice = FixChoice { suggestions: guesses, is_wanted: &is_wanted };
            let fixed = fix_again(&self.text, self.options, choice, &self.readings);
            self.settled &= fixed.settled;
            self.keep(fixed.text, fixed.report, fixed.applied);
        }
        // Those that are left would do harm, or take too long.
        let left: Vec<_> = self.open().into_iter().filter(|it| is_of_rule(*it)).map(|it| Chosen::at(it.0)).collect();
        self.settled &= left.is_empty() || self.n_left >= self.text.len();
        self.declined.extend(left);
    }

    /// Applies the first such fix; false if there is none.
    fn accept_first(&mut self, is_wanted: impl Fn(Candidate) -> bool) -> bool {
        let open = self.open();
        let Some((diagnostic, fix)) = open.iter().copied().find(|it| is_wanted(*it)) else { return false };
        let (next, entries) = round(&self.text, self.together(&open, fix));
        if self.seen.contains(&hash(&next)) {
            let declined = Chosen::at(diagnostic);
            self.declined.push(declined);
        } else {
            let report = validate_again(&next, self.options, &self.readings);
            self.keep(next, report, entries);
        }
        true
    }

    fn keep(&mut self, text: String, report: Report, entries: Vec<AppliedFix>) {
        for entry in &entries {
            self.declined.iter_mut().for_each(|it| it.follow(entry.edits.iter()));
        }
        self.seen.push(hash(&text));
        (self.text, self.report) = (text, report);
        self.applied.extend(entries);
    }

    /// What was done.
    pub fn finish(self) -> FixResult {
        let Self { given, text, report, mut applied, settled, .. } = self;
        place(&given, &mut applied);
        FixResult { text, applied, report, settled }
    }

    /// The fixes that nobody has decided about, safe ones first.
    fn open(&self) -> Vec<Candidate<'_>> {
        let is_open = |it: &&Diagnostic| it.severity <= self.least && !self.declined.iter().any(|no| no.is(it));
        let diagnostics = self.report.diagnostics.iter().filter(is_open);
        let mut open: Vec<Candidate> = diagnostics.filter_map(|it| Some((it, it.fixes.first()?))).collect();
        open.retain(|it| !it.1.edits.is_empty());
        open.sort_by_key(|it| it.1.safety == Safety::Suggestion);
        open
    }

    /// The fix and, if it is a guess about how the text is read, the others of that reading: they are applied together.
    fn together<'s>(&self, open: &[Candidate<'s>], fix: &'s DiagnosticFix) -> Vec<Candidate<'s>> {
        let reading = fix.reading.filter(|_| fix.safety == Safety::Suggestion);
        let is_alike = |it: &&Candidate| std::ptr::eq(it.1, fix) || reading.is_some() && it.1.reading == reading;
        let mut together: Vec<_> = open.iter().filter(is_alike).copied().collect();
        together.sort_by_key(|it| it.1.edits.first().map(|it| it.bytes.from));
        together
    }
}
