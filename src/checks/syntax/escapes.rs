//! Backslashes that begin no escape, and what they were meant to be.

use super::fault::Fault;
use super::repair::{maybe, put};
use super::{controls, strings};
use crate::diagnostic::{Fix, Safety};
use crate::json::{Kind, NodeId, SyntaxError, SyntaxErrorKind};
use crate::text::{Span, sorted};

/// Whether a bad escape is a backslash of the text, which is repaired with all of them in its string.
pub(super) fn is_of_text(fault: Fault) -> bool {
    match fault.found().chars().nth(1) {
        Some('\'' | '!') => false,
        Some('_') => !strings::is_markdown(fault.document(), fault.error),
        _ if is_half_line_end(fault) || code(fault).is_some() => false,
        ch => {
            let is_after_drive = fault.before().strip_suffix(':').is_some_and(|it| it.ends_with(char::is_alphabetic));
            let may_hide = !is_after_drive && strings::hides_quote(fault.text(), fault.span());
            ch.is_some_and(|it| it.is_ascii()) && !may_hide
        }
    }
}

pub(super) fn bad_escape(fault: Fault, _: &'static str) -> Option<Fix> {
    let (span, found) = (fault.span(), fault.found());
    if is_of_text(fault) {
        return Some(strings::double_all(fault.text(), &literal(fault)));
    }
    if matches!(found.as_bytes(), [_, 0xE2, 0x80, 0x9C..=0x9F]) {
        return maybe("Replace with `$`", span, "\\\"");
    }
    match found.chars().nth(1) {
        Some('\'') => (),
        // Shells escape `!`, Markdown `_`, and before a word of another script, a backslash is the rest of `\u`.
        Some(ch) if matches!(ch, '!' | '_') || ch.is_alphabetic() && !ch.is_ascii() && !is_in_path(fault) => {
            return maybe("Remove the backslash", Span { end: span.start + 1, ..span }, "");
        }
        _ if is_half_line_end(fault) => return maybe("Insert `$`", Span::empty(span.start + 1), "n"),
        _ => {
            let Some((code, len)) = code(fault) else { return Some(strings::mend_escape(fault.document(), span)) };
            return maybe("Replace with `$`", Span::new(span.start as usize, span.start as usize + 1 + len), &code);
        }
    }
    // An apostrophe that a shell escaped in single quotes, `'\\''`.
    let around = Span { start: span.start.saturating_sub(1), end: span.end + 1 };
    if around.of(fault.text()) == "'\\''" {
        return maybe("Replace with `$`", around, "'");
    }
    // Where strings begin and end, it may have been meant to be another quote.
    let safety = if strings::hides_quote(fault.text(), span) { Safety::Suggestion } else { Safety::Safe };
    put(safety, "Remove the backslash", Span { end: span.start + 1, ..span }, "")
}

/// The backslashes of a string that were meant literally, in order: those of this and later bad escapes and, next to them, of
/// escapes that JSON has.
fn literal(fault: Fault) -> Vec<usize> {
    let mut all: Vec<usize> = bad_escapes(fault).map(|it| it.span.start as usize).collect();
    let Some(node) = string_of(fault) else { return all };
    let bytes = fault.text().as_bytes();
    let letters = |at: &usize| bytes.get(at + 1..at + 3).is_some_and(|it| it.iter().all(u8::is_ascii_alphabetic));
    let has_commands = all.iter().any(letters);
    all.extend(controls::literal(bytes, fault.document().tree.span(node), has_commands));
    sorted(all, |it| *it as u64)
}

/// The string in which a fault is.
fn string_of(fault: Fault) -> Option<NodeId> {
    let tree = &fault.document().tree;
    tree.begun_before(fault.span().start).filter(|it| tree.kind(*it) == Kind::String)
}

/// The bad escapes that are repaired with this one: those of the text in the same string.
pub(super) fn bad_escapes(fault: Fault) -> impl Iterator<Item = SyntaxError> {
    let tree = &fault.document().tree;
    let start = fault.span().start;
    let string = string_of(fault).filter(|_| is_of_text(fault));
    // Without a string, there are none.
    let end = string.map_or(start, |it| tree.span(it).end);
    let errors = fault.document().errors_in(Span { start, end }).copied();
    errors.filter(move |it| it.kind == SyntaxErrorKind::BadEscape && is_of_text(Fault { error: *it, ..fault }))
}

/// Whether a name or a drive precedes, as in `C:\Übung`.
fn is_in_path(fault: Fault) -> bool {
    fault.before().ends_with(|it: char| it.is_alphanumeric() || matches!(it, ':' | '\\' | '.' | '_'))
}

/// Whether a carriage return precedes, which a line feed follows: its letter is missing.
fn is_half_line_end(fault: Fault) -> bool {
    matches!(fault.before().as_bytes(), [.., before, b'\\', b'r'] if !b"\\:".contains(before))
}

/// What an escape of Python or C is in JSON, and the length of what is after its backslash.
fn code(fault: Fault) -> Option<(String, usize)> {
    strings::other_escape(fault.text().get(fault.span().start as usize + 1..)?)
}
