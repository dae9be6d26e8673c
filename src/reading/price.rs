//! What edits that were found in another way would cost as a reading.

use super::fault::ReadingFault;
use super::strings::INCH;
use super::surroundings::Surroundings;
use crate::text::Edit;

/// An edit of which nothing else is known.
const EDIT: i32 = 100;
/// That a sign of JSON is part of a text.
const SEPARATOR: i32 = 80;

/// What the edits would cost: each quote that they escape costs what it costs in a reading, the next one of them a tenth.
pub(crate) fn price(text: &str, edits: &[Edit]) -> i32 {
    let around = Surroundings::new(text, &[]);
    let (mut sum, mut n_raw) = (0, 0);
    for edit in edits {
        let raw = escaped_quotes(&around, edit);
        sum += raw.iter().map(|it| around.odd(*it)).sum::<i32>();
        sum += if raw.is_empty() { cost(&around, edit) } else { 0 };
        n_raw += i32::try_from(raw.len()).unwrap_or(0);
    }
    sum + if n_raw > 0 { ReadingFault::RawQuote.cost() + (n_raw - 1) * ReadingFault::RawQuote.cost_again() } else { 0 }
}

/// The places of the quotes that an edit escapes.
fn escaped_quotes(around: &Surroundings, edit: &Edit) -> Vec<usize> {
    let (old, start) = (edit.span.of(around.text), edit.span.start as usize);
    if old.is_empty() && edit.text == "\\" && around.at(start) == b'"' {
        return vec![start];
    }
    old.match_indices('"').filter(|_| edit.text.contains("\\\"")).map(|it| start + it.0).collect()
}

/// What it costs to replace one text by another: words that go, brackets that come or go, and signs that become part of a text
/// cost more than a comma.
fn cost(around: &Surroundings, edit: &Edit) -> i32 {
    let (old, new) = (edit.span.of(around.text), edit.text.as_str());
    let n_words = |it: &str| it.bytes().filter(|it| it.is_ascii_alphanumeric() || !it.is_ascii()).count();
    let n_brackets = |it: &str| it.bytes().filter(|it| matches!(it, b'{' | b'}' | b'[' | b']')).count();
    let is_quoted = new.len() > old.len() && new.starts_with('"') && new.ends_with('"') && !old.starts_with('"');
    // A quote that goes over a text is removed and inserted.
    let is_moved = old.len() == new.len() && old.len() > 2 && old.get(1..) == new.get(..new.len() - 1);
    match (old, new) {
        _ if is_moved && old.starts_with('"') => EDIT + without_quote(around, edit.span.start as usize),
        ("", "\"") => EDIT + SEPARATOR * around.n_signs_in_string(edit.span.start as usize),
        ("\"", "") => without_quote(around, edit.span.start as usize),
        _ if is_quoted && !old.is_empty() => {
            let n_signs = n_brackets(old) + old.bytes().filter(|it| matches!(it, b',' | b':')).count();
            ReadingFault::BareText.cost() + SEPARATOR * i32::try_from(n_signs).unwrap_or(10)
        }
        _ if n_words(old) > n_words(new) => ReadingFault::Stray.cost() + EDIT,
        _ if n_brackets(old) != n_brackets(new) => ReadingFault::Closer.cost(),
        _ => EDIT,
    }
}

/// What it costs to remove a quote. It may go if there are two, but not the sign of inches, and in escaped JSON, where one
/// backslash would not be enough.
fn without_quote(around: &Surroundings, at: usize) -> i32 {
    let is_second = around.at(at.wrapping_sub(1)) == b'"';
    let first = at - usize::from(is_second);
    let before = around.slice(0, first).rfind('"');
    let is_nested = before.is_some_and(|it| around.at(it.wrapping_sub(1)) == b'\\');
    let is_doubled = is_second || around.at(at + 1) == b'"';
    let inch = if around.is_inch(before.map_or(0, |it| it + 1), first) { INCH } else { 0 };
    inch + if is_doubled || is_nested { EDIT } else { ReadingFault::Stray.cost() }
}
