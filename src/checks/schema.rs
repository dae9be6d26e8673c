//! Violations of the caller's schema in payloads, as findings.

use crate::diagnostic::{Fix, is_unprintable, shown};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{NodeId, Tree, quote};
use crate::query::{Context, Judged, is_container, open_bracket_in};
use crate::rules::{self, Rule};
use crate::schema::Violation;
use crate::text::{Span, first_line};

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    let Some(schema) = ctx.options.schema.as_ref().filter(|_| !out.is_off(&rules::PAYLOAD_SCHEMA)) else { return };
    for judged in ctx.judged() {
        let Some(json) = ctx.json_of(judged) else { continue };
        for violation in schema.violations(&json) {
            report(&rules::PAYLOAD_SCHEMA, ctx.doc(judged.doc), judged, violation, out);
        }
    }
}

/// Reports a violation where it is.
pub(super) fn report(
    rule: &'static Rule,
    document: &Document,
    judged: Judged,
    violation: Violation,
    out: &mut Findings,
) {
    let span = marked(document, judged, &violation.pointer, violation.is_key);
    out.report(rule, judged.doc, span, |finding| {
        finding.message = in_one_line(&violation.message);
        let Some(meant) = violation.meant.filter(|_| !judged.is_text) else { return };
        finding.fix(if violation.is_key {
            Fix::guess(format_args!("Rename to `{}`", shown(&meant))).replace(span, quote(&meant))
        } else {
            Fix::guess(format_args!("Replace with `{}`", shown(&meant))).replace(span, meant)
        });
    });
}

/// The message on one line: as the validator is the caller's, it may contain anything.
pub(super) fn in_one_line(message: &str) -> String {
    const LONGEST: usize = 500;
    message.chars().map(|it| if is_unprintable(it) { ' ' } else { it }).take(LONGEST).collect()
}

/// The smallest span that shows a violation: the key, the value, or the opening bracket of an object or array.
fn marked(document: &Document, judged: Judged, pointer: &str, is_key: bool) -> Span {
    if judged.is_text {
        return first_line(&document.text, Span::new(0, document.text.len()));
    }
    place_in((&document.tree, &document.text), judged.node, pointer, is_key)
}

/// The same in a tree, below a node.
pub(super) fn place_in((tree, text): (&Tree, &str), node: NodeId, pointer: &str, is_key: bool) -> Span {
    let (mut key, mut value) = (None, node);
    for token in pointer.split('/').skip(1) {
        // If the pointer's target does not exist, the value around it is marked.
        let Some(next) = tree.step(text, value, token) else { break };
        (key, value) = next;
    }
    let span = tree.span(value);
    match key.filter(|_| is_key) {
        Some(key) => tree.span(key),
        None if is_container(tree.kind(value)) => open_bracket_in(text, span),
        None => span,
    }
}
