//! `\b` and `\f` in strings: JSON has them, but text has no backspaces or form feeds. A literal backslash was meant, as
//! in `\bfoo\b` and `\frac`.

use super::strings::double_backslashes;
use crate::diagnostic::Severity;
use crate::document::DocId;
use crate::findings::Findings;
use crate::json::{Flags, Node};
use crate::query::Context;
use crate::rules;
use crate::text::{Span, find_byte, sorted};

/// Reports the first one in each string.
pub(super) fn check(ctx: &Context, doc: DocId, out: &mut Findings) {
    let document = ctx.doc(doc);
    // Other wrong escapes in the string may explain these.
    let is_it = |it: &&Node| it.flags.has(Flags::BACKSPACE) && !it.flags.has(Flags::FAULTY);
    let mut strings = document.tree.strings().filter(is_it).peekable();
    if strings.peek().is_none() {
        return;
    }
    // In a payload, it becomes a raw character, which is an error there.
    let payloads = ctx.bindings.payloads.iter().filter(|it| it.doc == doc);
    let payloads = sorted(payloads.map(|it| document.tree.span(it.node).start).collect(), |it| u64::from(*it));
    for node in strings.filter(|it| payloads.binary_search(&it.span.start).is_err()) {
        let Some(at) = first(document.text.as_bytes(), node.span) else { continue };
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
