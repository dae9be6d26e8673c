//! Slips that were undone to read a text: each is reported with the edits that undo it.

use super::change::Change;
use super::rows::{FaultRow, row_of};
use crate::checks::say::{Filled, Shown};
use crate::diagnostic::{Finding, Fix, shown};
use crate::document::DocId;
use crate::findings::Findings;
use crate::query::Context;
use crate::rules;
use crate::slips::{ReadingFault, Slip, sign};
use crate::text::Edit;

/// Up to this many slips of one kind are each reported at their place.
const FEW: usize = 10;

/// Reports the slips of a document. Many of a kind are one finding: whoever makes a fault makes it everywhere.
pub(super) fn check(ctx: &Context, doc: DocId, out: &mut Findings) {
    let mut kinds: Vec<Vec<ReportedSlip>> = Vec::new();
    for slip in &ctx.doc(doc).slips {
        let Some(change) = Change::of(ctx, doc, slip) else { continue };
        let reported = ReportedSlip::new(slip, change);
        match kinds.iter_mut().find(|it| it.first().is_some_and(|it| it.is_like(&reported))) {
            Some(all) => all.push(reported),
            None => kinds.push(vec![reported]),
        }
    }
    for all in kinds {
        match all.as_slice() {
            [first, rest @ ..] if rest.len() >= FEW => first.report(rest, out),
            few => few.iter().for_each(|it| it.report(&[], out)),
        }
    }
}

/// A slip, the edit at whose place it is reported, and what is said.
struct ReportedSlip<'d> {
    slip: &'d Slip,
    change: Change<'d>,
    row: &'static FaultRow,
    title: String,
}

impl<'d> ReportedSlip<'d> {
    fn new(slip: &'d Slip, change: Change<'d>) -> Self {
        let row = row_of(&change);
        let title = title(slip, &change, row);
        Self { slip, change, row, title }
    }

    /// Whether both are of one kind: where the rule does not say what it is, the title does.
    fn is_like(&self, other: &Self) -> bool {
        let is_said = self.row.rule.id != rules::SYNTAX.id;
        std::ptr::eq(self.row, other.row) && (is_said || self.title == other.title)
    }

    /// Reports it, with others of its kind as one.
    fn report(&self, rest: &[Self], out: &mut Findings) {
        let change = &self.change;
        out.report(self.row.rule, change.doc, change.span(), |finding| {
            finding.is_as_found = true;
            self.row.describe_change(change, finding);
            #[cfg(feature = "tool-calls")]
            if change.ctx.is_of_call(change.doc) && change.invents() {
                return;
            }
            let edits = std::iter::once(self).chain(rest).flat_map(|it| &it.slip.edits);
            let fix = Fix::guess(self.title_with(rest)).of_reading(change.doc);
            finding.fix(edits.fold(fix, |fix, edit| fix.replace(edit.span, edit.text.clone())));
            also(rest, finding);
        });
    }

    fn title_with(&self, rest: &[Self]) -> String {
        match rest.len() {
            0 => self.title.clone(),
            n if rest.iter().all(|it| it.title == self.title) => format!("{} at all {} places", self.title, n + 1),
            n => format!("Repair all {} places", n + 1),
        }
    }
}

fn also(rest: &[ReportedSlip], finding: &mut Finding) {
    if !rest.is_empty() {
        finding.message += &format!("; the same at {} more places", rest.len());
    }
    for other in rest {
        finding.note(other.change.span(), "also here");
    }
}

/// The title of the fix: that of the row, unless the edits are more than one.
fn title(slip: &Slip, change: &Change, row: &FaultRow) -> String {
    let found = change.document().found();
    let is_quote = |it: &Edit| it.span.of(found) == "\"";
    match slip.edits.as_slice() {
        [open, close] if matches!(sign(open, found), "[" | "{") => {
            let verb = match (open.span.is_empty(), open.text.is_empty()) {
                (true, _) => "Insert",
                (_, true) => "Remove",
                _ => "Use",
            };
            return format!("{verb} `{}` and `{}`", sign(open, found), sign(close, found));
        }
        [_] if slip.fault == ReadingFault::RawQuote && !change.is_removal() => {
            return if change.escapes_quote() { "Escape the quote" } else { "Escape the backslash" }.to_owned();
        }
        all if all.len() > 1 && slip.fault == ReadingFault::RawQuote && !all.iter().all(is_quote) => {
            return "Escape the quotes and control characters inside the string".to_owned();
        }
        _ => (),
    }
    let new = shown(change.titled());
    match row.title.strip_suffix(" $") {
        Some(verb) => format!("{verb} `{}` with `{new}`", Shown(change.found())),
        None => Filled(row.title, &new).to_string(),
    }
}
