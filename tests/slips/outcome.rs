//! The outcome of a slip.

use std::ops::RangeInclusive;

use agent_response::report::{Diagnostic, Offsets};
use agent_response::{FixResult, Report, Severity, fix, validate};

use super::good::{Counts, Good, options};
use super::slip::Slip;
use super::values::{is_near, read};

/// The properties that a slip may have, in the order of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// There are more errors than the good file has.
    Found,
    /// There is at most one more error for each slip, and no more warnings.
    One,
    /// The range of an error, or an edit of its first fix, touches the slip, give or take one character.
    Place,
    /// The safe fixes restore the good value.
    Safe,
    /// All fixes restore the good value, or their result for the good file.
    Best,
    /// The safe fixes leave a file without errors but with a different value. This must never happen.
    Harm,
    /// All fixes together do that; the fewer, the better.
    Wrong,
    /// The broken file is called valid. This must never happen.
    Valid,
}

impl Mark {
    pub(crate) const ALL: [Self; 8] =
        [Self::Found, Self::One, Self::Place, Self::Safe, Self::Best, Self::Harm, Self::Wrong, Self::Valid];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::One => "one",
            Self::Place => "place",
            Self::Safe => "safe",
            Self::Best => "best",
            Self::Harm => "harm",
            Self::Wrong => "wrong",
            Self::Valid => "valid",
        }
    }
}

/// What was measured for a slip, and the library's report.
pub(crate) struct Outcome {
    pub(crate) marks: Vec<Mark>,
    pub(crate) report: Report,
}

impl Outcome {
    pub(crate) fn of(good: &Good, slip: &Slip, n_slips: usize) -> Self {
        let options = options(&good.file.name);
        let report = validate(&slip.text, &options);
        let mut marks = explained(good, slip, n_slips, &report);
        let value = Some(&good.value);
        let fixed = fix(&slip.text, &options, false);
        marks.extend(restored(&fixed, &[value, good.fixed.as_ref()], n_slips, [Mark::Safe, Mark::Harm]));
        let mended = fix(&slip.text, &options, true);
        let goods = [value, good.fixed.as_ref(), good.mended.as_ref()];
        marks.extend(restored(&mended, &goods, n_slips, [Mark::Best, Mark::Wrong]));
        Self { marks, report }
    }

    pub(crate) fn has(&self, mark: Mark) -> bool {
        self.marks.contains(&mark)
    }
}

fn explained(good: &Good, slip: &Slip, n_slips: usize, report: &Report) -> Vec<Mark> {
    let (before, after) = (good.counts, Counts::of(report));
    let is_found = after.n_errors > before.n_errors;
    let is_one = after.n_errors <= before.n_errors + n_slips && after.n_warnings <= before.n_warnings;
    let near = surroundings(&slip.text, slip.at);
    let touches = |it: &Offsets| it.from as usize <= *near.end() && it.to as usize >= *near.start();
    let is_there = |it: &Diagnostic| {
        let edits = it.fixes.first().map_or(&[][..], |it| &it.edits);
        touches(&it.bytes) || edits.iter().any(|it| touches(&it.bytes))
    };
    let is_placed = report.diagnostics.iter().filter(|it| it.severity == Severity::Error).any(is_there);
    let all = [
        (Mark::Found, is_found),
        (Mark::One, is_found && is_one),
        (Mark::Place, is_placed),
        (Mark::Valid, report.valid),
    ];
    all.into_iter().filter(|it| it.1).map(|it| it.0).collect()
}

/// From one character before the slip to one after it.
fn surroundings(text: &str, at: usize) -> RangeInclusive<usize> {
    let before = text[..at].chars().next_back().map_or(0, char::len_utf8);
    let behind: usize = text[at..].chars().take(2).map(char::len_utf8).sum();
    at - before..=at + behind
}

/// The first mark if one of the good values is restored, the second if the value is different.
fn restored(
    fixed: &FixResult,
    goods: &[Option<&serde_json::Value>],
    n_slips: usize,
    [back, other]: [Mark; 2],
) -> Option<Mark> {
    let value = read(&fixed.text);
    if goods.iter().any(|it| is_near(value.as_ref(), *it, n_slips)) {
        return Some(back);
    }
    fixed.report.valid.then_some(other)
}
