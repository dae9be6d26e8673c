//! Uncertain readings: after a slip, or an unexplained error, no fix is safe. Nor is any fix in a text with errors and
//! an implausible key, which may be due to another slip that JSON allows.

use crate::diagnostic::{Finding, Fix, Safety};
use crate::document::{DocId, Documents, Doubt};

/// Turns the fixes of all doubtful findings into suggestions; after a slip, they wait until it is undone.
pub(crate) fn soften(docs: &Documents, findings: &mut [Finding]) {
    if findings.iter().all(|it| it.fixes.is_empty()) {
        return;
    }
    let doubts: Vec<Option<Doubt>> = docs.iter().map(|(doc, _)| doubt(docs, doc)).collect();
    for finding in findings.iter_mut().filter(|it| !it.is_as_found) {
        let Some(doubt) = doubts.get(finding.doc).copied().flatten() else { continue };
        let is_behind =
            |fix: &Fix| doubt.start <= finding.span.end || fix.edits.iter().any(|it| doubt.start <= it.span.end);
        if doubt.is_slip {
            finding.fixes.retain(|it| !is_behind(it));
        }
        for fix in finding.fixes.iter_mut().filter(|it| doubt.is_slip || is_behind(it)) {
            fix.repair().safety = Safety::Suggestion;
        }
    }
    let is_safe = |it: &&mut Finding| !it.is_as_found && it.fixes.iter().any(|it| it.safety == Safety::Safe);
    let has_faults = docs.iter().any(|(_, it)| !it.errors.is_empty() || !it.slips.is_empty());
    let mut safe = findings.iter_mut().filter(is_safe).peekable();
    if has_faults && safe.peek().is_some() && docs.iter().any(|(_, it)| it.has_odd_key()) {
        safe.flat_map(|it| &mut it.fixes).for_each(|it| it.repair().safety = Safety::Suggestion);
    }
}

/// The doubt about a document; all of a payload is in doubt if the string that holds it is.
fn doubt(docs: &Documents, doc: DocId) -> Option<Doubt> {
    let mut at = doc;
    while let Some(parent) = &docs.get(at).parent {
        let outer = docs.get(parent.doc);
        if let Some(doubt) = outer.doubt().filter(|it| it.start <= outer.tree.span(parent.node).end) {
            return Some(Doubt { start: 0, ..doubt });
        }
        // Only its unescaped quotes suggest that it is a document, and escaping them is a guess.
        if outer.is_raw(outer.tree.span(parent.node)) {
            return Some(Doubt { start: 0, is_slip: false });
        }
        at = parent.doc;
    }
    docs.get(doc).doubt()
}
