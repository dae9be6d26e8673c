//! Repairs a text: all fixes that may be applied, in rounds, until none is left.

use crate::diagnostic::Safety;
use crate::options::Options;
use crate::surface::report::{AppliedFix, Diagnostic, Fix, FixResult, Report, TextEdit};
use crate::surface::resolve::text_edit;
use crate::text::{Edit, Span, Utf16Index, apply};
use crate::validate;

/// Rounds after which repairing ends even if something is left; fixes settle after two or three.
const MAX_ROUNDS: usize = 12;

/// Applies every safe fix, and suggestions too when asked for, and says what was done.
/// Each entry of the ledger applies to the text as the entries before it left it.
pub fn fix(text: &str, options: &Options, suggestions: bool) -> FixResult {
    let mut text = text.to_owned();
    let mut applied = Vec::new();
    let mut report = validate(&text, options);
    for _ in 0..MAX_ROUNDS {
        let mut round = Round { shifts: Vec::new() };
        let chosen = choose(&report, suggestions);
        let before = text.clone();
        for (diagnostic, fix) in chosen {
            if round.clashes(fix) {
                continue;
            }
            let edits = round.take(fix);
            applied.push(entry(&text, diagnostic, fix, &edits));
            text = apply(&text, &edits);
        }
        if text == before {
            break;
        }
        report = validate(&text, options);
    }
    FixResult { text, applied, report }
}

/// The first applicable fix of each finding; safe ones first, so that no guess stands in their way.
fn choose(report: &Report, suggestions: bool) -> Vec<(&Diagnostic, &Fix)> {
    let mut safe = Vec::new();
    let mut guess = None;
    for diagnostic in &report.diagnostics {
        let Some(fix) = diagnostic.fixes.first().filter(|it| !it.edits.is_empty()) else { continue };
        match fix.safety {
            Safety::Safe => safe.push((diagnostic, fix)),
            Safety::Suggestion => guess = guess.or(Some((diagnostic, fix))),
        }
    }
    // One guess a round: the next may look different after it.
    if let Some(guess) = guess.filter(|_| suggestions && safe.is_empty()) {
        safe.push(guess);
    }
    safe
}

/// What was replaced in this round, in bytes of the text at its start.
struct Round {
    shifts: Vec<(Span, usize)>,
}

impl Round {
    fn clashes(&self, fix: &Fix) -> bool {
        fix.edits.iter().any(|edit| {
            let new = span_of(edit);
            self.shifts.iter().any(|(old, _)| {
                let apart = new.end < old.start || old.end < new.start;
                let touch_only = (new.end == old.start || old.end == new.start) && !new.is_empty() && !old.is_empty();
                !apart && !touch_only
            })
        })
    }

    /// The fix's edits in bytes of the text as it is now.
    fn take(&mut self, fix: &Fix) -> Vec<Edit> {
        let mut edits = Vec::with_capacity(fix.edits.len());
        for edit in &fix.edits {
            let Span { start, end } = span_of(edit);
            let moved = self.moved(start);
            edits.push(Edit { span: Span { start: moved, end: moved + (end - start) }, text: edit.text.clone() });
        }
        for edit in &fix.edits {
            self.shifts.push((span_of(edit), edit.text.len()));
        }
        edits
    }

    /// Where an offset is by now.
    fn moved(&self, at: u32) -> u32 {
        let mut moved = i64::from(at);
        for (old, len) in &self.shifts {
            if old.end <= at {
                moved += i64::try_from(*len).unwrap_or(0) - i64::from(old.end - old.start);
            }
        }
        u32::try_from(moved).unwrap_or(at)
    }
}

fn span_of(edit: &TextEdit) -> Span {
    Span { start: edit.bytes.from, end: edit.bytes.to }
}

fn entry(text: &str, diagnostic: &Diagnostic, fix: &Fix, edits: &[Edit]) -> AppliedFix {
    let mut index = Utf16Index::new(text);
    let mut placed = Vec::with_capacity(edits.len());
    for edit in edits {
        placed.push(text_edit(&mut index, edit.span, edit.text.clone()));
    }
    AppliedFix {
        code: diagnostic.code,
        message: diagnostic.message.clone(),
        title: fix.title.clone(),
        safety: fix.safety,
        edits: placed,
    }
}
