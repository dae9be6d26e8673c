//! Syntax faults that the JSON reader met, in the file and in every payload that is JSON.

mod change;
mod controls;
mod cut;
mod duplicates;
mod errors;
mod escapes;
mod fault;
mod fence;
mod habit;
mod lines;
mod message;
mod plain_number;
mod repair;
mod rows;
mod slips;
mod strings;
mod trial;

use self::errors::is_around;
use super::numbers;
use crate::bind::PayloadKind;
use crate::diagnostic::{Fix, Severity};
use crate::document::{DocId, Document, trimmed};
use crate::findings::Findings;
use crate::json::{self, SyntaxErrorKind};
use crate::query::Context;
use crate::rules;
use crate::spec::Format;
use crate::text::{Span, first_line};

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    let root = ctx.detection.root.0;
    if root != 0 {
        check_document(ctx, CheckedDocument { doc: 0, is_payload: false, is_prose: false }, out);
    }
    if !ctx.detection.is_markdown {
        let around = ctx.detection.format.and_then(|it| it.text_around);
        // Parsers read text that begins as JSON and stop at prose.
        let around = around.filter(|_| !json::begins_as_json(&ctx.doc(root).text));
        let (mut root, mut more) = (root, ctx.detection.more.iter());
        loop {
            check_document(ctx, CheckedDocument { doc: root, is_payload: false, is_prose: around.is_some() }, out);
            if let Some((format, around)) = ctx.detection.format.zip(around)
                && !has_conflict(ctx.doc(root))
                && !another(ctx.doc(root), root, format, out)
            {
                text_around(ctx.doc(root), root, around, out);
            }
            root = match more.next() {
                Some(next) => next.0,
                None => break,
            };
        }
    }
    for payload in ctx.bindings.payloads.iter().filter(|it| it.kind.is_json()) {
        for doc in &payload.inner {
            let is_prose = payload.kind == PayloadKind::Prose;
            check_document(ctx, CheckedDocument { doc: *doc, is_payload: true, is_prose }, out);
        }
    }
    for doc in &ctx.bindings.texts {
        out.as_warnings(|out| {
            check_document(ctx, CheckedDocument { doc: *doc, is_payload: true, is_prose: false }, out)
        });
    }
}

/// The rule that reports an error.
#[cfg(feature = "tool-calls")]
pub(super) fn rule_of(kind: SyntaxErrorKind) -> &'static rules::Rule {
    rows::row(kind).rule
}

/// A document to check.
#[derive(Clone, Copy)]
struct CheckedDocument {
    doc: DocId,
    /// It is in a string.
    is_payload: bool,
    /// Text may be around its JSON.
    is_prose: bool,
}

impl CheckedDocument {
    /// Whether it must be nothing but JSON.
    fn is_alone(self) -> bool {
        !self.is_payload && !self.is_prose
    }
}

fn check_document(ctx: &Context, part: CheckedDocument, out: &mut Findings) {
    let (document, doc) = (ctx.doc(part.doc), part.doc);
    if let Some(mark) = document.layout.mark {
        out.report(&rules::BYTE_ORDER_MARK, doc, mark, |finding| {
            finding.say(format_args!("A byte order mark precedes the JSON; readers reject it"));
            finding.fix(Fix::safe("Remove the byte order mark").replace(mark, ""));
        });
    }
    let is_inside_out = is_inside_out(ctx, document);
    if !is_inside_out {
        slips::check(ctx, doc, out);
    }
    fence::check(document, part, out);
    if !is_inside_out && !document.errors.is_empty() {
        errors::check(ctx, part, out);
    }
    controls::check(ctx, doc, out);
    duplicates::check(document, doc, out);
    numbers::infinite(document, doc, out);
}

/// Whether the text has the two versions of a merge conflict, which has its own finding.
fn has_conflict(document: &Document) -> bool {
    document.errors.iter().any(|it| it.kind == SyntaxErrorKind::Conflict)
}

/// Reports a second response in a text, which readers may use instead of the first.
fn another(document: &Document, doc: DocId, format: &Format, out: &mut Findings) -> bool {
    let begins_alike =
        |it: &Document| format.fields.first().is_some_and(|due| it.tree.get(&it.text, 0, due.name).is_some());
    let Some(other) = document.behind().and_then(|it| document.other(it, &begins_alike)) else { return false };
    out.report(&rules::TRAILING_CONTENT, doc, first_line(&document.text, other.tree.span(0)), |finding| {
        finding.severity = Severity::Warning;
        finding.say(format_args!(
            "A second response follows the first; only the first is checked, but readers may use this one"
        ));
    });
    true
}

/// Reports text around the JSON, if readers of the format extract the JSON from a text.
fn text_around(document: &Document, doc: DocId, (severity, message): (Severity, &str), out: &mut Findings) {
    let start = document.tree.root().map_or(0, |it| document.tree.span(it).start);
    let words = document.errors.iter().find(|it| is_around(document, it, start)).map(|it| it.span);
    // The errors before the JSON do not begin at the start of the text if other JSON is there.
    let before = trimmed(&document.text, Span { start: document.layout.mark.map_or(0, |it| it.end), end: start });
    let Some(around) = Some(before).filter(|it| !it.is_empty()).or(words) else { return };
    out.report(&rules::TEXT_AROUND, doc, first_line(&document.text, around), |finding| {
        finding.severity = severity;
        finding.say(format_args!("{message}"));
    });
}

/// Whether a quote is missing in the string around a document, so that the strings in it are uncertain.
fn is_inside_out(ctx: &Context, document: &Document) -> bool {
    let Some(parent) = document.parent.as_ref().filter(|_| !document.errors.is_empty() || !document.slips.is_empty())
    else {
        return false;
    };
    let outer = ctx.doc(parent.doc);
    let string = outer.tree.span(parent.node);
    let is_hidden = outer
        .errors_in(string)
        .any(|it| it.kind == SyntaxErrorKind::BadEscape && strings::hides_quote(&outer.text, it.span));
    is_hidden && !strings::is_whole_json(outer.tree.raw(&outer.text, parent.node))
}
