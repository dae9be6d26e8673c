//! The expected root of a text, by the names in the text.

use super::Level;
use super::judge::Root;
use crate::formats::{self, FORMATS};
use crate::spec::Format;
use crate::text::{find_byte, hash};

/// The format whose names are the most frequent among the keys of a text.
pub(super) fn likely(names: &Names, level: Level) -> Option<&'static Format> {
    const PAYLOADS: &[&Format] =
        &[&formats::ENHANCEMENT, &formats::ANALYSIS, &formats::AGENTS, &formats::DELEGATOR, &formats::FACTORY];
    let all = if level == Level::File { FORMATS } else { PAYLOADS };
    let mut best = (0, None);
    for format in all {
        let n_met = format.record.fields.iter().filter(|it| names.has(it.name)).count();
        let due = format.record.fields.iter().filter(|it| it.is_always_due());
        let (n_due, n_there) = due.fold((0, 0), |acc, it| (acc.0 + 1, acc.1 + usize::from(names.has(it.name))));
        // Names such as `status` are in many formats.
        let is_likely = level == Level::File || 2 * n_there >= n_due;
        if is_likely && n_met > best.0 {
            best = (n_met, Some(*format));
        }
    }
    best.1
}

/// The texts between quotes, as sorted hashes.
pub(super) struct Names(Vec<u64>);

impl Names {
    fn has(&self, name: &str) -> bool {
        self.0.binary_search(&hash(name)).is_ok()
    }
}

/// The texts between quotes that are written like this.
pub(super) fn names(text: &str, quote: &str) -> Names {
    /// No field has a longer name.
    const LONGEST: usize = 64;
    let bytes = text.as_bytes();
    let (mut out, mut at) = (Vec::new(), 0);
    while let Some(found) = find_byte(bytes, at, b'"') {
        at = found + 1;
        let before = bytes.get(..at).and_then(|it| it.strip_suffix(quote.as_bytes()));
        if before.is_none_or(|it| it.ends_with(b"\\")) {
            continue;
        }
        let near = bytes.get(at..bytes.len().min(at + LONGEST)).unwrap_or_default();
        let len = near.iter().position(|it| quote.as_bytes().first() == Some(it));
        let name = len.and_then(|it| text.get(at..at + it));
        if let Some(name) =
            name.filter(|it| bytes.get(at + it.len()..).is_some_and(|it| it.starts_with(quote.as_bytes())))
        {
            out.push(hash(name));
        }
    }
    out.sort_unstable();
    out.dedup();
    Names(out)
}

pub(super) fn root_of(format: Option<&'static Format>, names: &Names) -> Root {
    let record = format.filter(|it| !it.is_list()).map(|it| &it.record);
    let mut named = 0;
    for (idx, field) in record.iter().flat_map(|it| it.fields.iter().enumerate()) {
        named |= u64::from(names.has(field.name)) << idx.min(63);
    }
    Root { record, listing: format.and_then(|it| it.listing.as_ref()), is_container: true, named }
}
