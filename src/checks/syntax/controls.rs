//! `\b` and `\f` in strings: JSON has them, but text has no backspaces and form feeds. A backslash was meant, as in
//! `\bfoo\b` and `\frac`.

use super::strings::double_backslashes;
use crate::diagnostic::Severity;
use crate::document::DocId;
use crate::findings::Findings;
use crate::json::Flags;
use crate::query::Context;
use crate::rules;
use crate::text::{Span, find_byte};

/// Reports the first one in each string.
pub(super) fn check(ctx: &Context, doc: DocId, out: &mut Findings) {
    let document = ctx.doc(doc);
    for node in document.tree.strings().filter(|it| it.flags.has(Flags::BACKSPACE)) {
        // What else is wrong with its escapes may explain these; and in a payload it is a raw character, which is an error.
        let is_payload =
            ctx.bindings.payloads.iter().any(|it| it.doc == doc && document.tree.span(it.node) == node.span);
        let Some(at) =
            first(document.text.as_bytes(), node.span).filter(|_| !node.flags.has(Flags::FAULTY) && !is_payload)
        else {
            continue;
        };
        let span = Span::new(at, at + 2);
        out.report(&rules::BAD_ESCAPE, doc, span, |finding| {
            let escape = span.of(&document.text);
            let name = if escape == "\\b" { "backspace" } else { "form feed" };
            finding.severity = Severity::Warning;
            finding.say(format_args!("`{escape}` is a {name}; double the backslash if it is part of the text"));
            finding.fix(double_backslashes(&document.text, span));
        });
    }
}

/// The first `\b` or `\f` in a string.
fn first(bytes: &[u8], string: Span) -> Option<usize> {
    let bytes = bytes.get(..string.end as usize)?;
    let mut at = string.start as usize;
    while let Some(found) = find_byte(bytes, at, b'\\') {
        if matches!(bytes.get(found + 1), Some(b'b' | b'f')) {
            return Some(found);
        }
        at = found + 2;
    }
    None
}
