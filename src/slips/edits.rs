//! Where edits go: where people look for them.

use super::Slip;
use crate::reading::ReadingFault;
use crate::text::{Edit, Span};

/// Whether a text ends in a word, in a number that may continue, before a value, or with the first quote of one.
pub(super) fn ends_open(text: &str) -> bool {
    let text = text.trim_end();
    let before = text.strip_suffix('"').map_or(text, str::trim_end);
    let is_open = |it: char| matches!(it, ',' | ':' | '[' | '{' | '.');
    before.ends_with(is_open) || text.ends_with(char::is_alphanumeric)
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

/// What an edit inserts or, if it only removes something, that.
pub(crate) fn sign<'t>(edit: &'t Edit, text: &'t str) -> &'t str {
    if edit.text.is_empty() { edit.span.of(text) } else { &edit.text }
}

/// The brackets around a tuple or set are one slip, and so are two braces that are there twice.
pub(super) fn join_pairs(text: &str, slips: Vec<Slip>) -> Vec<Slip> {
    let (mut out, mut open): (Vec<Slip>, Vec<usize>) = (Vec::with_capacity(slips.len()), Vec::new());
    for slip in slips {
        let is_pair = matches!(slip.fault, ReadingFault::RoundBracket | ReadingFault::DoubledBrace);
        let opens = slip.edits.first().is_some_and(|it| matches!(sign(it, text), "[" | "{"));
        let is_partner = |it: &mut usize| out.get(*it).is_some_and(|it| it.fault == slip.fault);
        if is_pair && opens {
            open.push(out.len());
        } else if is_pair && let Some(first) = open.pop_if(is_partner).and_then(|it| out.get_mut(it)) {
            first.edits.extend(slip.edits);
            continue;
        }
        out.push(slip);
    }
    out
}
