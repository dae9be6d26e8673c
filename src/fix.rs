//! Fixes a text: applies all permitted fixes in rounds until none is left.

mod chosen;
mod origin;
mod stepwise;
mod sweep;

use crate::deadline::{self, Running};
use crate::diagnostic::{Safety, Severity};
use crate::options::Options;
use crate::pipeline::{validate_again, validate_up_to};
use crate::report::{AppliedFix, Diagnostic, DiagnosticFix, FixResult, Report};
use crate::rules;
use crate::slips::Readings;
use crate::text::hash;

/// The most findings in one round: more than in a report, so that a text full of mistakes is fixed in the end. So many
/// fixes are the last ones of a call, because telling them takes memory.
const MAX_IN_ROUND: usize = 80_000;

/// How many bytes all rounds together may read. Long texts have fewer rounds, because somebody waits. Most need two; each
/// guess takes another one, and `settled` says whether there are more.
fn most_read(text: &str) -> usize {
    let few = text.len().saturating_mul(2).max(1 << 22);
    text.len().saturating_mul(8).saturating_add(1 << 18).min(few)
}

pub use self::chosen::{Only, fix_only};
pub(crate) use self::origin::place;
pub use self::stepwise::{FixOffer, StepwiseFix};
use self::sweep::round;

/// Which findings are fixed.
pub(crate) type Wanted<'a> = &'a dyn Fn(&Diagnostic) -> bool;

/// Which fixes are applied.
#[derive(Clone, Copy)]
pub(crate) struct FixChoice<'a> {
    /// Suggestions, too.
    pub(crate) suggestions: bool,
    pub(crate) is_wanted: Wanted<'a>,
}

/// Applies every safe fix, and suggestions on request, and says what was done.
/// The edits of each entry apply to the result of the entries before it; its place is in the given text.
pub fn fix(text: &str, options: &Options, suggestions: bool) -> FixResult {
    fix_all(text, options, suggestions, &|_| true)
}

/// Does the same for chosen findings.
pub(crate) fn fix_all(text: &str, options: &Options, suggestions: bool, is_wanted: Wanted) -> FixResult {
    let mut result = fix_again(text, options, FixChoice { suggestions, is_wanted }, &Readings::default());
    place(text, &mut result.applied);
    result
}

/// The same in a call that has read more than this text, as a part of a longer ledger: the places of the entries are not
/// yet set.
pub(crate) fn fix_again(text: &str, options: &Options, choice: FixChoice, readings: &Readings) -> FixResult {
    let _running = Running::begin(options.timeout);
    let mut rounds = Rounds::new(text, options, choice, readings);
    let settled = rounds.run();
    let Rounds { text, mut report, applied, .. } = rounds;
    if report.diagnostics.len() > options.max_findings {
        report = validate_again(&text, options, readings);
    }
    FixResult { text, applied, report, settled }
}

/// A text between two rounds.
struct Rounds<'o> {
    options: &'o Options,
    readings: &'o Readings,
    choice: FixChoice<'o>,
    text: String,
    report: Report,
    /// How many bytes may still be read.
    n_left: usize,
    applied: Vec<AppliedFix>,
    tried: Tried,
    /// The round before, if it was kept.
    before: Option<Before>,
}

/// What was known before a round.
struct Before {
    /// The hash of the text.
    text: u64,
    tried: Tried,
    n_applied: usize,
}

impl<'o> Rounds<'o> {
    fn new(text: &str, options: &'o Options, choice: FixChoice<'o>, readings: &'o Readings) -> Self {
        Self {
            options,
            readings,
            choice,
            text: text.to_owned(),
            report: validate_up_to(text, options, MAX_IN_ROUND, readings),
            n_left: most_read(text),
            applied: Vec::new(),
            tried: Tried::default(),
            before: None,
        }
    }

    /// Applies fixes until none is left; false if that takes too long.
    fn run(&mut self) -> bool {
        loop {
            let chosen = choose(&self.report, &self.tried, self.choice);
            if chosen.is_empty() {
                // If findings were omitted, which one more finding tells, some of them may have fixes.
                return self.report.diagnostics.len() <= MAX_IN_ROUND && !deadline::is_over();
            }
            if self.n_left < self.text.len() || self.applied.len() >= MAX_IN_ROUND || deadline::is_over() {
                return false;
            }
            self.n_left -= self.text.len();
            self.tried.n_chosen = chosen.len();
            let is_safe = chosen.iter().all(|it| it.1.safety == Safety::Safe);
            let (next, entries) = round(&self.text, chosen);
            self.keep(next, entries, is_safe);
        }
    }

    /// Keeps the result of a round, unless it is the same text, undoes the round before or has more errors.
    fn keep(&mut self, next: String, mut entries: Vec<AppliedFix>, is_safe: bool) {
        if next == self.text {
            return self.tried.refuse();
        }
        let found = validate_up_to(&next, self.options, MAX_IN_ROUND, self.readings);
        // Two rounds that undo each other would never end.
        if let Some(before) = self.before.take_if(|it| it.text == hash(&next)) {
            (self.text, self.report, self.tried) = (next, found, before.tried);
            self.applied.truncate(before.n_applied);
            return self.tried.refuse();
        }
        // If findings were omitted, the number of errors is unknown.
        let is_known = self.report.diagnostics.len() <= MAX_IN_ROUND;
        if is_safe
            && is_known
            && n_errors(&found, self.choice.is_wanted) > n_errors(&self.report, self.choice.is_wanted)
        {
            return self.tried.refuse();
        }
        self.before = Some(Before { text: hash(&self.text), tried: self.tried, n_applied: self.applied.len() });
        (self.text, self.report, self.tried) = (next, found, Tried::default());
        self.applied.append(&mut entries);
    }
}

/// The fixes tried on a text. A round that leaves more errors than before, or that the next round undoes, is rejected;
/// then half of it is tried, and so on, until the fix at fault is found and left out.
#[derive(Clone, Copy, Default)]
struct Tried {
    /// The number of fixes left out.
    n_refused: usize,
    /// How many are tried at once, if not all.
    most: Option<usize>,
    /// How many were tried last.
    n_chosen: usize,
}

impl Tried {
    fn refuse(&mut self) {
        if self.n_chosen > 1 {
            self.most = Some(self.n_chosen / 2);
        } else {
            *self = Self { n_refused: self.n_refused + 1, ..Self::default() };
        }
    }
}

/// The number of errors. Schema violations do not count: one that appears only once the text can be parsed is not
/// caused by the fix.
fn n_errors(report: &Report, is_wanted: Wanted) -> usize {
    const OF_SCHEMAS: &[&str] = &[
        rules::PAYLOAD_SCHEMA.id,
        #[cfg(feature = "tool-calls")]
        rules::ARGUMENTS_SCHEMA.id,
    ];
    let counts = |it: &&Diagnostic| it.severity == Severity::Error && !OF_SCHEMAS.contains(&it.code);
    report.diagnostics.iter().filter(counts).filter(|it| is_wanted(it)).count()
}

/// The first applicable fix of each finding; safe ones first, so that no suggestion blocks them.
fn choose<'r>(
    report: &'r Report,
    tried: &Tried,
    FixChoice { suggestions, is_wanted }: FixChoice,
) -> Vec<(&'r Diagnostic, &'r DiagnosticFix)> {
    let (mut safe, mut guesses) = (Vec::new(), Vec::new());
    for diagnostic in report.diagnostics.iter().filter(|it| is_wanted(it)) {
        let Some(fix) = diagnostic.fixes.first().filter(|it| !it.edits.is_empty()) else { continue };
        match fix.safety {
            Safety::Safe => safe.push((diagnostic, fix)),
            Safety::Suggestion => guesses.push((diagnostic, fix)),
        }
    }
    // What one reading says belongs together: what is safe may lead to another reading.
    let reading = guesses.first().and_then(|it: &(&Diagnostic, &DiagnosticFix)| it.1.reading);
    if suggestions && reading.is_some() && tried.n_refused == 0 && tried.most.is_none() {
        let fixes = report.diagnostics.iter().filter(|it| is_wanted(it)).filter_map(|it| Some((it, it.fixes.first()?)));
        return fixes.filter(|it| it.1.reading == reading && !it.1.edits.is_empty()).collect();
    }
    if tried.n_refused < safe.len() {
        safe.drain(..tried.n_refused);
        safe.truncate(tried.most.unwrap_or(usize::MAX));
        return safe;
    }
    // One guess per round, because it may change the next one, and with it the others of its reading.
    guesses.drain(..(tried.n_refused - safe.len()).min(guesses.len()));
    match guesses.first().and_then(|it| it.1.reading) {
        Some(reading) => guesses.retain(|it| it.1.reading == Some(reading)),
        None => guesses.truncate(1),
    }
    guesses.truncate(tried.most.unwrap_or(usize::MAX));
    if suggestions { guesses } else { Vec::new() }
}
