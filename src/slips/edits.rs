//! Turns the steps of a search into edits of the original text.

use super::Slip;
use super::moves::Move;
use crate::json;
use crate::text::{Edit, Span, apply};

/// The steps as edits of the original text; edits that touch are merged.
pub(super) fn slips(text: &str, steps: &[Move]) -> Vec<Slip> {
    let mut edits: Vec<Edit> = Vec::new();
    for step in steps {
        add(text, &mut edits, step);
    }
    edits.into_iter().map(|it| Slip { edits: apart(text, it), others: Vec::new() }).collect()
}

/// Splits an edit that only escapes characters into one edit per character.
fn apart(text: &str, edit: Edit) -> Vec<Edit> {
    let mut rest = edit.text.as_str();
    let mut out = Vec::new();
    for (at, ch) in edit.span.of(text).char_indices() {
        if let Some(behind) = rest.strip_prefix(ch) {
            rest = behind;
            continue;
        }
        let escapes = [1, 2].map(|it| json::escaped(ch.encode_utf8(&mut [0; 4]), it));
        let Some(escape) = escapes.into_iter().find(|it| rest.starts_with(it)) else { return vec![edit] };
        rest = rest.get(escape.len()..).unwrap_or_default();
        let start = edit.span.start as usize + at;
        out.push(Edit { span: Span::new(start, start + ch.len_utf8()), text: escape });
    }
    if rest.is_empty() && !out.is_empty() { out } else { vec![edit] }
}

/// Adds an edit of the text that the earlier edits produce.
fn add(text: &str, edits: &mut Vec<Edit>, step: &Move) {
    let (from, to) = (step.at, step.at + step.len);
    // The current place of each edit.
    let mut shift = 0_isize;
    let mut places = Vec::with_capacity(edits.len());
    for edit in edits.iter() {
        let start = (edit.span.start as isize + shift) as usize;
        places.push((start, start + edit.text.len()));
        shift += edit.text.len() as isize - edit.span.len() as isize;
    }
    let first = places.partition_point(|it| it.1 < from);
    let last = places.partition_point(|it| it.0 <= to);
    let now = apply(text, edits);
    let touched = places.get(first..last).unwrap_or_default();
    let start = touched.first().map_or(from, |it| it.0.min(from));
    let end = touched.last().map_or(to, |it| it.1.max(to));
    let before = now.get(start..from).unwrap_or_default();
    let behind = now.get(to..end).unwrap_or_default();
    let replacement = format!("{before}{}{behind}", step.text);
    let back = |at: usize, n_before: usize| {
        let mut out = at as isize;
        for edit in edits.iter().take(n_before) {
            out += edit.span.len() as isize - edit.text.len() as isize;
        }
        out as usize
    };
    let span = Span::new(back(start, first), back(end, last));
    edits.splice(first..last, [Edit { span, text: replacement }]);
}

/// The edits that close what is open at the end of a text.
pub(super) fn closes<'s>(text: &str, slips: &'s [Slip]) -> impl Iterator<Item = &'s Edit> {
    let end = Span::new(0, text.trim_end().len()).end;
    slips.iter().flat_map(|it| &it.edits).filter(move |it| it.span.end >= end && !it.text.is_empty())
}

/// Whether edits close a text of which more is missing.
pub(super) fn is_cut(text: &str, slips: &[Slip]) -> bool {
    let is_open = ends_open(text);
    closes(text, slips).any(|it| is_open || it.text.starts_with('"'))
}

/// Whether a text ends in a word, in a number that may continue, or before a value.
pub(super) fn ends_open(text: &str) -> bool {
    text.trim_end().ends_with(|it: char| it.is_alphanumeric() || matches!(it, ',' | ':' | '[' | '{' | '.'))
}

/// A bracket that is missing before equal ones at the end of a text may as well be missing after them, where people
/// look for it.
pub(super) fn move_to_end(text: &str, slips: &mut [Slip]) {
    for edit in slips.iter_mut().flat_map(|it| &mut it.edits) {
        let is_bracket = edit.span.is_empty() && matches!(edit.text.as_str(), "}" | "]");
        let rest = text.get(edit.span.start as usize..).unwrap_or_default();
        let behind = rest.trim_start_matches(edit.text.as_str());
        if is_bracket && behind.trim().is_empty() {
            edit.span = Span::empty(edit.span.start + (rest.len() - behind.len()) as u32);
        }
    }
}

/// If both brackets around a text are missing, that is one slip.
pub(super) fn join_brackets(text: &str, slips: &mut Vec<Slip>) {
    let start = text.len() - text.trim_start().len();
    let opens = |it: &Slip, open: &str| matches!(it.edits.as_slice(), [it] if it.span.is_empty() && it.span.start as usize <= start && it.text == open);
    let end = text.trim_end().len();
    let closes = |it: &Slip, close: &str| matches!(it.edits.as_slice(), [it] if it.span.is_empty() && it.span.start as usize >= end && it.text == close);
    if let [first, last] = slips.as_slice()
        && [("{", "}"), ("[", "]")].iter().any(|(open, close)| opens(first, open) && closes(last, close))
        && let Some(last) = slips.pop()
        && let Some(first) = slips.first_mut()
    {
        first.edits.extend(last.edits);
    }
}
