//! The findings in reading order, each with the fixes that repair it.

use super::compose::FixEntry;
use crate::diagnostic::Safety;
use crate::report::Diagnostic;
use crate::rules;
use crate::text::{key_of, sorted};

/// One finding, or a fix for one that appears only once others are repaired.
pub(super) struct Item<'a> {
    /// `None` if only the entry mentions it.
    pub(super) finding: Option<&'a Diagnostic>,
    /// The indices of its fixes.
    pub(super) entries: Vec<usize>,
}

/// What was not checked, errors, then causes before effects: the file before the texts in it, and their syntax before their content.
pub fn causes_first(findings: &mut [&Diagnostic]) {
    let rank = |it: &&Diagnostic| {
        let depth = u32::try_from(it.inner.len().min(0x7FFF)).unwrap_or_default();
        if it.code == rules::TOO_LARGE.id {
            return 0;
        }
        (it.severity as u32) << 16 | depth << 1 | u32::from(!rules::is_of_syntax(it.code))
    };
    let ordered = sorted(findings.to_vec(), |it| key_of(rank(it), it.bytes.from));
    findings.copy_from_slice(&ordered);
}

/// The findings with their fixes, followed by the fixes of no listed finding, unless they belong to omitted findings.
pub(super) fn matched<'a>(findings: Vec<&'a Diagnostic>, entries: &[FixEntry], are_all: bool) -> Vec<Item<'a>> {
    let mut items: Vec<Item> = findings.into_iter().map(|it| Item { finding: Some(it), entries: Vec::new() }).collect();
    for (idx, entry) in entries.iter().enumerate() {
        let is_same = |item: &&mut Item| {
            item.entries.is_empty()
                && item.finding.is_some_and(|it| it.code == entry.code && it.message == entry.message)
        };
        // A finding that is partly fixed comes up again in different words.
        let is_rest = |item: &&mut Item| {
            let is_root = |it: &Diagnostic| it.code == entry.code && it.pointer.is_empty();
            !item.entries.is_empty() && item.finding.is_some_and(is_root)
        };
        let is_blank = entry.safety == Safety::Suggestion && entry.code == rules::MISSING_FIELD.id;
        if let Some(item) = items.iter_mut().find(is_same) {
            item.entries.push(idx);
        } else if let Some(item) = items.iter_mut().find(is_rest).filter(|_| is_blank) {
            item.entries.push(idx);
        } else if are_all {
            items.push(Item { finding: None, entries: vec![idx] });
        }
    }
    items
}
