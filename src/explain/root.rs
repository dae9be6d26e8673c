//! What the root of a text is expected to be, by the names that stand in the text.

use super::Level;
use super::judge::Root;
use crate::formats::{self, FORMATS};
use crate::spec::Format;

/// The format most of whose names stand in a text as keys, between quotes that are written like this.
pub(super) fn likely(text: &str, level: Level, quote: &str) -> Option<&'static Format> {
    const PAYLOADS: &[&Format] =
        &[&formats::ENHANCEMENT, &formats::ANALYSIS, &formats::AGENTS, &formats::DELEGATOR, &formats::FACTORY];
    let all = if level == Level::File { FORMATS } else { PAYLOADS };
    let mut best = (0, None);
    for format in all {
        let n_met = format.record.fields.iter().filter(|it| has_key(text, it.name, quote)).count();
        let due = format.record.fields.iter().filter(|it| it.is_always_due());
        let (n_due, n_there) =
            due.fold((0, 0), |acc, it| (acc.0 + 1, acc.1 + usize::from(has_key(text, it.name, quote))));
        // Names such as `status` are in many formats.
        let is_likely = level == Level::File || 2 * n_there >= n_due;
        if is_likely && n_met > best.0 {
            best = (n_met, Some(*format));
        }
    }
    best.1
}

fn has_key(text: &str, name: &str, quote: &str) -> bool {
    let mut behind = 0;
    while let Some(at) = text.get(behind..).and_then(|it| it.find(name)).map(|it| behind + it) {
        behind = at + name.len();
        let before = text.get(..at).and_then(|it| it.strip_suffix(quote));
        let is_closed = text.get(behind..).is_some_and(|it| it.starts_with(quote));
        if is_closed && before.is_some_and(|it| !it.ends_with('\\')) {
            return true;
        }
    }
    false
}

pub(super) fn root_of(format: Option<&'static Format>, text: &str, quote: &str) -> Root {
    let record = format.filter(|it| !it.is_list()).map(|it| &it.record);
    let mut named = 0;
    for (idx, field) in record.iter().flat_map(|it| it.fields.iter().enumerate()) {
        named |= u64::from(has_key(text, field.name, quote)) << idx.min(63);
    }
    Root { record, listing: format.and_then(|it| it.listing.as_ref()), is_container: true, named }
}
