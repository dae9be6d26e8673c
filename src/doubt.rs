//! What rests on a reading that may be another one: behind a slip, or a fault that nothing explains, no fix is safe.

use crate::diagnostic::{Finding, Safety};
use crate::document::{DocId, Documents};

/// Makes suggestions of the fixes of all findings that are in doubt.
pub(crate) fn soften(docs: &Documents, findings: &mut [Finding]) {
    let starts: Vec<Option<u32>> = docs.iter().map(|(doc, _)| start(docs, doc)).collect();
    for finding in findings.iter_mut().filter(|it| !it.is_as_found) {
        let start = starts.get(finding.doc).copied().flatten();
        let is_touched = |at: u32| start.is_some_and(|it| it <= at);
        for fix in &mut finding.fixes {
            if is_touched(finding.span.end) || fix.edits.iter().any(|it| is_touched(it.span.end)) {
                fix.repair().safety = Safety::Suggestion;
            }
        }
    }
}

/// Where doubt begins in a document; a payload is in doubt as a whole when the string that holds it is.
fn start(docs: &Documents, doc: DocId) -> Option<u32> {
    let mut at = doc;
    while let Some(parent) = &docs.get(at).parent {
        let outer = docs.get(parent.doc);
        if outer.doubt().is_some_and(|it| it <= outer.tree.span(parent.node).end) {
            return Some(0);
        }
        at = parent.doc;
    }
    docs.get(doc).doubt()
}
