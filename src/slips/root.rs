//! The expected root of a text, judging by the field names in it.

use super::TextLevel;
use crate::formats::FORMATS;
use crate::spec::Format;
use crate::text::{ascending, find_byte, hash};

/// The format whose names are the most frequent among the keys of a text.
pub(super) fn likely(names: &Names, level: TextLevel) -> Option<&'static Format> {
    let holds = |outer: &Format, inner: &Format| outer.payloads().iter().any(|it| it.id == inner.id);
    let is_payload = |it: &Format| FORMATS.iter().any(|outer| outer.id != it.id && holds(outer, it));
    let mut best = (0, None);
    for format in FORMATS.iter().filter(|it| level == TextLevel::File || is_payload(it)) {
        let n_met = format.record.fields.iter().filter(|it| names.has(it.name)).count();
        let due = format.record.fields.iter().filter(|it| it.is_always_due());
        let (n_due, n_there) = due.fold((0, 0), |acc, it| (acc.0 + 1, acc.1 + usize::from(names.has(it.name))));
        // Names such as `status` are in many formats.
        let is_likely = level == TextLevel::File || 2 * n_there >= n_due;
        if is_likely && n_met > best.0 {
            best = (n_met, Some(*format));
        }
    }
    best.1
}

/// The field names that are between quotes in a text, as sorted hashes.
pub(super) struct Names(Vec<u64>);

impl Names {
    fn has(&self, name: &str) -> bool {
        self.0.binary_search(&hash(name)).is_ok()
    }
}

/// No field's name is longer than this.
const LONGEST: usize = 64;

/// The field names in a text that have this quote on both sides.
pub(super) fn names(text: &str, quote: &str) -> Names {
    let bytes = text.as_bytes();
    let initials = initials();
    let longest = initials.iter().rposition(|it| *it != 0).unwrap_or_default();
    let (mut out, mut at) = (Vec::new(), 0);
    while let Some(found) = find_byte(bytes, at, b'"') {
        at = found + 1;
        let near = bytes.get(at..bytes.len().min(at + longest + 1)).unwrap_or_default();
        let Some(len) = near.iter().position(|it| !is_of_name(*it)) else { continue };
        // Most quoted texts are not field names, and a large file has hundreds of thousands.
        let is_possible = near.first().zip(initials.get(len)).is_some_and(|(first, known)| known & bit(*first) != 0);
        let before = || bytes.get(..at).and_then(|it| it.strip_suffix(quote.as_bytes()));
        if is_possible
            && before().is_some_and(|it| !it.ends_with(b"\\"))
            && bytes.get(at + len..).is_some_and(|it| it.starts_with(quote.as_bytes()))
            && let Some(name) = text.get(at..at + len)
        {
            out.push(hash(name));
        }
    }
    out = ascending(out);
    out.dedup();
    Names(out)
}

/// For each length, the first letters of the fields' names.
fn initials() -> [u32; LONGEST] {
    let mut all = [0; LONGEST];
    for field in FORMATS.iter().flat_map(|it| it.record.fields) {
        if let Some((known, first)) = all.get_mut(field.name.len()).zip(field.name.bytes().next()) {
            *known |= bit(first);
        }
    }
    all
}

fn bit(letter: u8) -> u32 {
    1 << (letter & 31)
}

/// Whether field names have this character.
fn is_of_name(letter: u8) -> bool {
    letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'_'
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, is_of_name};
    use crate::formats::FORMATS;

    #[test]
    fn fields_have_names_that_are_found() {
        for field in FORMATS.iter().flat_map(|it| it.record.fields) {
            assert!(field.name.len() < LONGEST && field.name.bytes().all(is_of_name), "{}", field.name);
        }
    }
}
