//! Texts that are written in another way than JSON throughout: by Python or JavaScript, a word processor, an East Asian
//! keyboard.

use super::repair::replaced;
use crate::diagnostic::Fix;
use crate::document::Document;
use crate::json::{BracketFault, SyntaxError, SyntaxErrorKind};
use crate::text::Span;

/// Up to this many errors of one habit are each reported at their place.
const FEW: usize = 4;

/// The first fault of a text that is written with quotes of Python or of a word processor throughout, with keys as JavaScript has
/// them, or with full-width signs: that is one mistake of the program or the keyboard, reported once for all of them if its rule is on.
pub(super) fn first(document: &Document, is_told: &dyn Fn(SyntaxErrorKind) -> bool) -> Option<Span> {
    let (mut n_faults, mut first) = (0, None);
    // Values of JavaScript are strings of JSON more often than not.
    let share = if has_bare_keys(document) { 4 } else { 2 };
    for error in &document.errors {
        if is_habit(document, *error) {
            n_faults += 1;
            first = first.or(Some(error.span).filter(|_| is_told(error.kind)));
        }
    }
    first.filter(|_| n_faults > FEW.max(document.tree.strings().count() / share))
}

/// Whether keys have no quotes, as in JavaScript.
pub(super) fn has_bare_keys(document: &Document) -> bool {
    document.errors.iter().any(|it| matches!(it.kind, SyntaxErrorKind::UnquotedKey))
}

/// Whether an error is one of those.
pub(super) fn is_habit(document: &Document, error: SyntaxError) -> bool {
    match error.kind {
        SyntaxErrorKind::PythonLiteral | SyntaxErrorKind::UnquotedKey => true,
        SyntaxErrorKind::WrongQuotes | SyntaxErrorKind::Bracket(BracketFault::Wrong(_)) => {
            matches!(document.text.as_bytes().get(error.span.start as usize), Some(b'\'' | b'`' | 0x80..))
        }
        _ => false,
    }
}

/// Whether a fault leaves in doubt where strings begin and end that are not written as JSON writes them: what stands
/// between two of their quotes may be no string.
pub(super) fn leaves_doubt(document: &Document, error: SyntaxError) -> bool {
    match error.kind {
        SyntaxErrorKind::WrongQuotes | SyntaxErrorKind::UnquotedKey => false,
        SyntaxErrorKind::LeadingText | SyntaxErrorKind::TrailingContent => false,
        SyntaxErrorKind::MissingComma => true,
        kind => !kind.is_minor() && !is_habit(document, error),
    }
}

/// The repair of all of them at once.
pub(super) fn rewritten(document: &Document) -> Option<Fix> {
    let mut fix = Fix::safe("Convert it to JSON");
    for error in &document.errors {
        if is_habit(document, *error) {
            fix = fix.and(replaced(&document.text, *error)?);
        }
    }
    Some(fix)
}
