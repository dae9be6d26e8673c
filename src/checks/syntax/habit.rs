//! Texts that differ from JSON throughout: written by Python or JavaScript, a word processor, or an East Asian
//! keyboard.

use super::fault::Fault;
use super::message::fill;
use super::repair::wrong_sign;
use super::rows::row;
use crate::diagnostic::{Finding, Fix};
use crate::document::Document;
use crate::json::{BracketFault, SyntaxError, SyntaxErrorKind};
use crate::text::Span;

/// Up to this many errors of one habit are each reported at their place, unless no string has the quotes of JSON.
const FEW: usize = 4;

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

/// The repair of all of them at once, which the first offers.
pub(super) fn rewritten(first: Fault) -> Option<Fix> {
    let document = first.document();
    let mut fix = Fix::safe("Convert it to JSON");
    for error in document.errors.iter().filter(|it| is_habit(document, **it)) {
        let fault = Fault { error: *error, ..first };
        fix = fix.and(match error.kind {
            // Its partner is an error of its own.
            SyntaxErrorKind::Bracket(_) => wrong_sign(fault)?,
            kind => row(kind).repair(fault)?,
        });
    }
    Some(fix)
}
