//! Fixes a text: applies all permitted fixes in rounds until none is left.

mod chosen;

use crate::deadline::{self, Running};
use crate::diagnostic::{Safety, Severity};
use crate::options::Options;
use crate::pipeline::{validate, validate_up_to};
use crate::report::{AppliedFix, Diagnostic, DiagnosticFix, FixResult, Report, TextEdit};
use crate::resolve::{Utf16Span, offsets, place_of};
use crate::rules;
use crate::slips::Remembering;
use crate::text::{Span, Utf16Index, Utf16Place, hash};

/// The most findings in one round: more than in a report, so that a text full of mistakes is fixed in the end. If these
/// have no fix, later ones may.
const MAX_IN_ROUND: usize = 80_000;
/// All rounds together read the text at most this many times, plus this many bytes: long texts have fewer rounds, because
/// somebody waits. Most need two; each guess takes another one, and `settled` says whether there are more.
const MOST_READ: (usize, usize) = (8, 1 << 18);

pub use self::chosen::{Only, fix_only};

/// Which findings are fixed.
pub(crate) type Wanted<'a> = &'a dyn Fn(&Diagnostic) -> bool;

/// Applies every safe fix, and suggestions on request, and says what was done.
/// The edits of each entry apply to the result of the entries before it.
pub fn fix(text: &str, options: &Options, suggestions: bool) -> FixResult {
    fix_those(text, options, suggestions, &|_| true)
}

/// Does the same for chosen findings.
pub(crate) fn fix_those(text: &str, options: &Options, suggestions: bool, is_wanted: Wanted) -> FixResult {
    let _remembering = Remembering::begin();
    let _running = Running::begin(options.timeout);
    let mut rounds = Rounds::new(text, options, suggestions, is_wanted);
    let settled = rounds.run();
    let Rounds { text, mut report, applied, .. } = rounds;
    if report.diagnostics.len() > options.max_findings {
        report = validate(&text, options);
    }
    FixResult { text, applied, report, settled }
}

/// A text between two rounds.
struct Rounds<'o> {
    options: &'o Options,
    suggestions: bool,
    is_wanted: Wanted<'o>,
    text: String,
    report: Report,
    /// The most findings that the report may have.
    most: usize,
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
    fn new(text: &str, options: &'o Options, suggestions: bool, is_wanted: Wanted<'o>) -> Self {
        Self {
            options,
            suggestions,
            is_wanted,
            text: text.to_owned(),
            report: validate_up_to(text, options, MAX_IN_ROUND),
            most: MAX_IN_ROUND,
            n_left: text.len().saturating_mul(MOST_READ.0).saturating_add(MOST_READ.1),
            applied: Vec::new(),
            tried: Tried::default(),
            before: None,
        }
    }

    /// Applies fixes until none is left; false if that takes too long.
    fn run(&mut self) -> bool {
        loop {
            let chosen = choose(&self.report, &self.tried, self.suggestions, self.is_wanted);
            let is_last = chosen.is_empty();
            // If findings were omitted, one more finding gives their number.
            if is_last && self.report.diagnostics.len() <= self.most {
                return !deadline::is_over();
            }
            if self.n_left < self.text.len() || deadline::is_over() {
                return false;
            }
            self.n_left -= self.text.len();
            if is_last {
                self.most = self.most.saturating_mul(8);
                self.report = validate_up_to(&self.text, self.options, self.most);
                continue;
            }
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
        let found = validate_up_to(&next, self.options, self.most);
        // Two rounds that undo each other would never end.
        if let Some(before) = self.before.take_if(|it| it.text == hash(&next)) {
            (self.text, self.report, self.tried) = (next, found, before.tried);
            self.applied.truncate(before.n_applied);
            return self.tried.refuse();
        }
        // If findings were omitted, the number of errors is unknown.
        let is_known = self.report.diagnostics.len() <= self.most;
        if is_safe && is_known && n_errors(&found, self.is_wanted) > n_errors(&self.report, self.is_wanted) {
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
    let counts = |it: &&Diagnostic| it.severity == Severity::Error && it.code != rules::PAYLOAD_SCHEMA.id;
    report.diagnostics.iter().filter(counts).filter(|it| is_wanted(it)).count()
}

/// The first applicable fix of each finding; safe ones first, so that no suggestion blocks them.
fn choose<'r>(
    report: &'r Report,
    tried: &Tried,
    suggestions: bool,
    is_wanted: Wanted,
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

/// Applies the chosen fixes from the front to the back and returns their entries. A fix that does not follow the previous
/// one waits for the next round.
fn round(text: &str, chosen: Vec<(&Diagnostic, &DiagnosticFix)>) -> (String, Vec<AppliedFix>) {
    let mut applied = Vec::with_capacity(chosen.len());
    let mut sweep = Sweep::new(text);
    for (diagnostic, fix) in chosen {
        applied.extend(sweep.apply(diagnostic, fix));
    }
    sweep.copy(text.len());
    (sweep.out, applied)
}

/// Fixes applied from the front to the back, in one pass over the text.
struct Sweep<'t> {
    text: &'t str,
    index: Utf16Index<'t>,
    /// The fixed text up to the end of the last edit.
    out: String,
    /// What the last edit replaced.
    last: Option<Span>,
    /// The end of the last edit in the original text and in the fixed one.
    before: Utf16Place,
    after: Utf16Place,
    /// An edit followed a CR: line ends may have merged or split, so places are known only once the text is read again.
    has_split_line_end: bool,
}

impl<'t> Sweep<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            index: Utf16Index::new(text),
            out: String::with_capacity(text.len() + text.len() / 8),
            last: None,
            before: Utf16Place::default(),
            after: Utf16Place::default(),
            has_split_line_end: false,
        }
    }

    /// Applies a fix if it comes next.
    fn apply(&mut self, diagnostic: &Diagnostic, fix: &DiagnosticFix) -> Option<AppliedFix> {
        let Diagnostic { code, message, .. } = diagnostic;
        self.is_next(fix).then(|| AppliedFix {
            code,
            message: message.clone(),
            title: fix.title.clone(),
            safety: fix.safety,
            edits: self.take(fix),
        })
    }

    /// Where the last edit ends in the text.
    fn end(&self) -> usize {
        self.last.map_or(0, |it| it.end as usize)
    }

    /// Whether the fix follows all earlier ones.
    fn is_next(&self, fix: &DiagnosticFix) -> bool {
        let Some(last) = self.last else { return true };
        let first = fix.edits.first().map(span_of).unwrap_or_default();
        let is_apart =
            if first.is_empty() || last.is_empty() { last.end < first.start } else { last.end <= first.start };
        is_apart && !self.has_split_line_end
    }

    /// Applies the next fix and returns where its edits are in the text before it.
    fn take(&mut self, fix: &DiagnosticFix) -> Vec<TextEdit> {
        let (n_before, end) = (self.out.len(), self.end());
        let mut placed = Vec::with_capacity(fix.edits.len());
        for edit in &fix.edits {
            let span = span_of(edit);
            let Utf16Span { range, from, to } = place_of(self.now(span.start), self.now(span.end));
            let moved = |at: u32| at as usize - end + n_before;
            let bytes = offsets(Span::new(moved(span.start), moved(span.end)));
            placed.push(TextEdit { from, to, range, bytes, text: edit.text.clone() });
        }
        for edit in &fix.edits {
            let span = span_of(edit);
            let start = self.now(span.start);
            self.copy(span.start as usize);
            self.has_split_line_end |= self.out.ends_with('\r');
            self.out.push_str(&edit.text);
            self.after = start.behind(&edit.text, self.text.as_bytes().get(span.end as usize).copied());
            self.before = self.index.at(span.end);
            self.last = Some(span);
        }
        placed
    }

    /// Copies the text between the last edit and a byte of the text.
    fn copy(&mut self, to: usize) {
        self.out.push_str(self.text.get(self.end()..to).unwrap_or_default());
    }

    /// The current place of a byte of the text after the last edit.
    fn now(&mut self, byte: u32) -> Utf16Place {
        let (there, before, after) = (self.index.at(byte), self.before, self.after);
        let is_in_line = there.line == before.line;
        Utf16Place {
            line: there.line - before.line + after.line,
            character: if is_in_line { there.character - before.character + after.character } else { there.character },
            offset: there.offset - before.offset + after.offset,
        }
    }
}

fn span_of(edit: &TextEdit) -> Span {
    Span { start: edit.bytes.from, end: edit.bytes.to }
}
