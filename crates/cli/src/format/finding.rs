//! What the formats for programs have in common: places as people count them, and a fingerprint that survives edits
//! elsewhere.

use std::collections::HashMap;

use super::{
    File,
    inside::{Inside, InsidePlace},
    place::{CharPlace, ColumnCounter},
};
use crate::visible::visible;
use agent_response::{
    diagnostic::Severity,
    report::{Diagnostic, DiagnosticFix, Offsets, Range},
};

/// A finding with its places counted from one.
pub(super) struct PlacedFinding {
    pub(super) code: &'static str,
    pub(super) severity: Severity,
    /// The message and the place in the decoded texts.
    pub(super) message: String,
    /// Nothing if it is about the whole file.
    pub(super) place: Option<PointRange>,
    /// The pointers of the value in the file and in each decoded text.
    pub(super) pointers: Vec<String>,
    pub(super) related: Vec<(Option<PointRange>, String)>,
    /// Fixes with edits, the best first.
    pub(super) fixes: Vec<PlacedFix>,
    /// Identifies the finding as long as the value and the keys around it stay the same.
    pub(super) fingerprint: String,
}

#[derive(Clone, Copy)]
pub(super) struct PointRange {
    pub(super) start: Point,
    /// After the last character.
    pub(super) end: Point,
}

/// A place, counted from one.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub(super) line: u32,
    /// In characters.
    pub(super) column: u32,
    /// In bytes.
    pub(super) byte_column: u32,
}

pub(super) struct PlacedFix {
    pub(super) title: String,
    pub(super) edits: Vec<(PointRange, String)>,
    /// All edits as one replacement.
    pub(super) whole: (PointRange, String),
}

/// A checked file, or why it was not checked.
pub(crate) struct Entry {
    /// From the root of the repository, with `/` between folders.
    pub(super) path: String,
    pub(super) outcome: Result<Vec<PlacedFinding>, String>,
}

impl Entry {
    pub(crate) fn new(file: &File) -> Self {
        let mut counter = Counter { text: file.text, places: ColumnCounter::default(), inside: Inside::new(file.text) };
        let mut seen = HashMap::new();
        let findings = file.findings().map(|it| counter.finding(file, it, &mut seen)).collect();
        Self { path: file.path.to_owned(), outcome: Ok(findings) }
    }

    pub(crate) fn failed(path: &str, why: &str) -> Self {
        Self { path: path.to_owned(), outcome: Err(visible(why).into_owned()) }
    }

    /// The findings; a file that was not checked has none.
    pub(super) fn findings(&self) -> &[PlacedFinding] {
        self.outcome.as_deref().unwrap_or_default()
    }

    /// Why it was not checked.
    pub(super) fn failure(&self) -> Option<&str> {
        self.outcome.as_ref().err().map(String::as_str)
    }
}

struct Counter<'a> {
    text: &'a str,
    places: ColumnCounter,
    inside: Inside<'a>,
}

impl Counter<'_> {
    fn finding(&mut self, file: &File, diagnostic: &Diagnostic, seen: &mut HashMap<u64, usize>) -> PlacedFinding {
        let inside = self.inside.places(diagnostic);
        let related =
            diagnostic.related.iter().map(|it| (self.span(it.range, it.bytes), visible(&it.message).into_owned()));
        let related = related.collect();
        PlacedFinding {
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: message(diagnostic, &inside),
            place: self.span(diagnostic.range, diagnostic.bytes),
            pointers: [&diagnostic.pointer]
                .into_iter()
                .chain(diagnostic.inner.iter().map(|it| &it.pointer))
                .cloned()
                .collect(),
            related,
            fixes: diagnostic.fixes.iter().filter_map(|it| self.fix(it)).collect(),
            fingerprint: fingerprint(file, diagnostic, seen),
        }
    }

    fn fix(&mut self, fix: &DiagnosticFix) -> Option<PlacedFix> {
        let (first, last) = (fix.edits.first()?, fix.edits.last()?);
        let mut whole = String::new();
        let mut done = first.bytes.from;
        let mut edits = Vec::new();
        for edit in &fix.edits {
            whole += self.text.get(done as usize..edit.bytes.from as usize).unwrap_or_default();
            whole += &edit.text;
            done = edit.bytes.to;
            edits.push((self.place(edit.range, edit.bytes), edit.text.clone()));
        }
        let range = Range { start: first.range.start, end: last.range.end };
        let place = self.place(range, Offsets { from: first.bytes.from, to: last.bytes.to });
        Some(PlacedFix { title: visible(&fix.title).into_owned(), edits, whole: (place, whole) })
    }

    /// Nothing if it is about the whole file.
    fn span(&mut self, range: Range, bytes: Offsets) -> Option<PointRange> {
        (bytes.to > 0).then(|| self.place(range, bytes))
    }

    fn place(&mut self, range: Range, bytes: Offsets) -> PointRange {
        let mut point = |line: u32, byte: u32| {
            let CharPlace { line_start, column } = self.places.at(self.text, byte as usize);
            let from_one = |it: usize| u32::try_from(it).unwrap_or(u32::MAX).saturating_add(1);
            let byte_column = from_one((byte as usize).saturating_sub(line_start));
            Point { line: line + 1, column: from_one(column), byte_column }
        };
        PointRange { start: point(range.start.line, bytes.from), end: point(range.end.line, bytes.to) }
    }
}

/// The message. Formats allow one place per finding, so it names the other places.
fn message(finding: &Diagnostic, inside: &[InsidePlace]) -> String {
    let words = visible(&finding.message);
    let place = |it: &InsidePlace| format!("inside `{}`: line {}, column {}", visible(&it.holder), it.line, it.column);
    let places: Vec<_> = inside.iter().map(place).collect();
    if places.is_empty() { words.into_owned() } else { format!("{words} ({})", places.join("; ")) }
}

/// Made from the rule, the keys that lead to the value, and the marked text, but not from lines, columns, array indices
/// or the words of the message. Equal ones are numbered in text order.
fn fingerprint(file: &File, finding: &Diagnostic, seen: &mut HashMap<u64, usize>) -> String {
    let mut hash = Hash::new();
    hash.add(file.path);
    hash.add(finding.code);
    for pointer in [&finding.pointer].into_iter().chain(finding.inner.iter().map(|it| &it.pointer)) {
        let is_index = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
        pointer.split('/').for_each(|it| hash.add(if is_index(it) { "*" } else { it }));
    }
    hash.add(file.text.get(finding.bytes.from as usize..finding.bytes.to as usize).unwrap_or_default());
    let count = seen.entry(hash.0).or_default();
    *count += 1;
    format!("{:016x}:{count}", hash.0)
}

/// FNV-1a: fingerprints are compared with those of other versions, so the hash must never change.
struct Hash(u64);

impl Hash {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds a text, and an end mark that no text contains.
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Hash;

    #[test]
    fn the_hash_is_that_of_the_published_vectors() {
        let of = |bytes: &[u8]| {
            bytes.iter().fold(Hash::new().0, |hash, it| (hash ^ u64::from(*it)).wrapping_mul(0x100_0000_01b3))
        };
        assert_eq!(of(b"foobar"), 0x85944171f73967e8);
        let mut hash = Hash::new();
        hash.add("foobar");
        assert_eq!(hash.0, of(b"foobar\xff"));
    }
}
