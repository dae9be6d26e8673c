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
    let of = |safety: Safety| {
        report.diagnostics.iter().filter_map(move |diagnostic| {
            let fix = diagnostic.fixes.first().filter(|it| it.safety == safety && !it.edits.is_empty())?;
            Some((diagnostic, fix))
        })
    };
    let mut out: Vec<_> = of(Safety::Safe).collect();
    if out.is_empty() && suggestions {
        // One guess a round: the next may look different after it.
        out.extend(of(Safety::Suggestion).take(1));
    }
    out
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
        let edits = fix.edits.iter().map(|it| {
            let span = span_of(it);
            let moved = |at: u32| {
                let passed = self.shifts.iter().filter(|(old, _)| old.end <= at);
                let change: i64 =
                    passed.map(|(old, len)| i64::try_from(*len).unwrap_or(0) - i64::from(old.end - old.start)).sum();
                u32::try_from(i64::from(at) + change).unwrap_or(at)
            };
            Edit {
                span: Span { start: moved(span.start), end: moved(span.start) + (span.end - span.start) },
                text: it.text.clone(),
            }
        });
        let edits: Vec<Edit> = edits.collect();
        self.shifts.extend(fix.edits.iter().map(|it| (span_of(it), it.text.len())));
        edits
    }
}

fn span_of(edit: &TextEdit) -> Span {
    Span { start: edit.bytes.from, end: edit.bytes.to }
}

fn entry(text: &str, diagnostic: &Diagnostic, fix: &Fix, edits: &[Edit]) -> AppliedFix {
    let mut index = Utf16Index::new(text);
    AppliedFix {
        code: diagnostic.code,
        message: diagnostic.message.clone(),
        title: fix.title.clone(),
        safety: fix.safety,
        edits: edits.iter().map(|it| text_edit(&mut index, it.span, it.text.clone())).collect(),
    }
}
