//! Texts that differ from JSON throughout: written by Python or JavaScript, a word processor, or an East Asian
//! keyboard.

use super::fault::Fault;
use super::message::fill;
use super::repair::{wrong_bracket, wrong_sign};
use super::rows::row;
use crate::diagnostic::{Finding, Fix};
use crate::document::Document;
use crate::json::{BracketFault, SyntaxError, SyntaxErrorKind};
use crate::slips::{ReadingFault, Slip};
use crate::text::{Span, sorted};

/// Up to this many errors of one habit are each reported at their place, unless no string has the quotes of JSON.
const FEW: usize = 4;
const TITLE: &str = "Convert it to JSON";

/// The first fault of a text that has the quotes of Python or of a word processor throughout, JavaScript's keys, or
/// full-width punctuation: that is one mistake of the program or the keyboard, reported once for all of them if its
/// rule is on.
pub(super) fn first(document: &Document, is_told: &dyn Fn(SyntaxErrorKind) -> bool) -> Option<Span> {
    let (mut n_faults, mut n_quotes, mut first) = (0, 0, None);
    for error in document.errors.iter().filter(|it| is_habit(document, **it)) {
        n_faults += 1;
        n_quotes += usize::from(matches!(error.kind, SyntaxErrorKind::WrongQuotes));
        first = first.or(Some(error.span).filter(|_| is_told(error.kind)));
    }
    let n_strings = document.tree.strings().count();
    // JavaScript's string values usually are JSON strings.
    let share = if has_bare_keys(document) { 4 } else { 2 };
    let is_whole = n_quotes > 1 && n_quotes == n_strings;
    first.filter(|_| is_whole || n_faults > FEW.max(n_strings / share))
}

/// Whether keys have no quotes, as in JavaScript.
fn has_bare_keys(document: &Document) -> bool {
    document.errors.iter().any(|it| matches!(it.kind, SyntaxErrorKind::UnquotedKey))
}

/// Whether an error comes from such a habit.
pub(super) fn is_habit(document: &Document, error: SyntaxError) -> bool {
    match error.kind {
        SyntaxErrorKind::PythonLiteral | SyntaxErrorKind::UnquotedKey => true,
        SyntaxErrorKind::WrongQuotes | SyntaxErrorKind::Bracket(BracketFault::Wrong(_)) => {
            matches!(document.text.as_bytes().get(error.span.start as usize), Some(b'\'' | b'`' | 0x80..))
        }
        _ => false,
    }
}

/// Whether an error is one of the finding for a habit: tuples, too, are part of a text that is Python.
pub(super) fn is_part(document: &Document, error: SyntaxError) -> bool {
    is_habit(document, error) || is_of_tuple(document, error)
}

/// Whether it is the first bracket of a tuple, or the comma before the last one.
fn is_of_tuple(document: &Document, error: SyntaxError) -> bool {
    let end = document.found_at(error.span).end as usize;
    match error.kind {
        SyntaxErrorKind::Bracket(BracketFault::Wrong(_)) => is_round(document, error),
        SyntaxErrorKind::TrailingComma => {
            document.found().get(end..).is_some_and(|it| it.trim_ascii_start().starts_with(')'))
        }
        _ => false,
    }
}

fn is_round(document: &Document, error: SyntaxError) -> bool {
    error.span.of(&document.text) == "("
}

/// Whether a slip is one of the finding for a habit, whose first error is given: sets and calls of the same language.
pub(super) fn has(document: &Document, first: Option<Span>, slip: &Slip) -> bool {
    matches!(slip.fault, ReadingFault::RoundBracket | ReadingFault::Call)
        && first.is_some_and(|it| it.of(&document.text).is_char_boundary(1))
}

/// Whether a fault leaves in doubt where nonstandard strings begin and end: the text between two of their quotes may
/// not be a string.
pub(super) fn leaves_doubt(document: &Document, error: SyntaxError) -> bool {
    match error.kind {
        SyntaxErrorKind::WrongQuotes | SyntaxErrorKind::UnquotedKey => false,
        SyntaxErrorKind::LeadingText | SyntaxErrorKind::TrailingContent => false,
        SyntaxErrorKind::MissingComma => true,
        kind => !kind.is_minor() && !is_habit(document, error),
    }
}

/// Sets the message for the first of them.
pub(super) fn describe(first: Fault, finding: &mut Finding) {
    let found = first.found();
    let sentence = match found.is_char_boundary(1) {
        true if has_bare_keys(first.document()) => {
            "This is JavaScript, not JSON, as `$` shows; use `JSON.stringify` to write it"
        }
        true => "This is Python, not JSON, as `$` shows; use `json.dumps` to write it",
        false => "The text uses non-ASCII punctuation, as in `$`; JSON requires the ASCII characters",
    };
    fill(sentence, found, finding);
}

/// The repair of all of them at once, which the first offers, and how many they are.
pub(super) fn rewritten(first: Fault) -> Option<(Fix, usize)> {
    let document = first.document();
    let mut fix = Fix::safe(TITLE);
    let mut n_errors = 0;
    for error in document.errors.iter().filter(|it| is_part(document, **it)) {
        let fault = Fault { error: *error, ..first };
        n_errors += 1;
        fix = match error.kind {
            SyntaxErrorKind::TrailingComma => fix.delete(error.span),
            SyntaxErrorKind::Bracket(_) if is_round(document, *error) => fix.and(wrong_bracket(fault, "")?),
            // Its partner is an error of its own.
            SyntaxErrorKind::Bracket(_) => fix.and(wrong_sign(fault)?),
            kind => fix.and(row(kind).repair(fault)?),
        };
    }
    in_order(&mut fix);
    Some((fix, n_errors))
}

/// Adds the slips that belong to the habit, which are edits of the text as found.
pub(super) fn with_slips(first: Fault, finding: &mut Finding) {
    let document = first.document();
    let mut slips = document.slips.iter().filter(|it| has(document, Some(first.span()), it)).peekable();
    if slips.peek().is_none() {
        return;
    }
    finding.is_as_found = true;
    finding.span = document.found_at(finding.span);
    let mut fix = finding.fixes.pop().unwrap_or_else(|| Fix::guess(TITLE)).unsure().of_reading(first.doc);
    for edit in &mut fix.repair().edits {
        edit.span = document.found_at(edit.span);
    }
    let edits = slips.flat_map(|it| &it.edits);
    fix = edits.fold(fix, |fix, edit| fix.replace(edit.span, edit.text.clone()));
    in_order(&mut fix);
    finding.fix(fix);
}

/// Sorts the edits: those of brackets have others between them.
fn in_order(fix: &mut Fix) {
    let edits = &mut fix.repair().edits;
    *edits = sorted(std::mem::take(edits), |it| u64::from(it.span.start) << 32 | u64::from(it.span.end));
}
