//! Code fences of Markdown around JSON that should be alone.

use super::CheckedDocument;
use crate::checks::say::is_prose;
use crate::diagnostic::Fix;
use crate::document::{DocId, Document, trimmed};
use crate::findings::Findings;
use crate::json::SyntaxErrorKind;
use crate::rules;
use crate::text::Span;

/// Reports a fence.
pub(super) fn check(document: &Document, part: CheckedDocument, out: &mut Findings) {
    // Payloads have a separate rule for that.
    if part.is_alone() {
        block(document, part.doc, out);
    }
    // Readers of payloads look for fences, but not for one that only follows the JSON.
    let is_wrong = |it: &HalfFence| part.is_alone() || part.is_payload && !part.is_prose && it.before.is_none();
    if let Some(half) = half(document).filter(is_wrong) {
        on_line(&document.text, (part.doc, half), out);
    }
}

/// A fence that is not a Markdown block: half of one, or on one line with the JSON.
pub(super) struct HalfFence {
    before: Option<Span>,
    after: Option<Span>,
}

/// The half of a fence around a document, if there is one.
pub(super) fn half(document: &Document) -> Option<HalfFence> {
    // These are the first and the last error of a text, if there are any.
    let leading =
        document.errors.first().filter(|it| matches!(it.kind, SyntaxErrorKind::LeadingText)).map(|it| it.span);
    let trailing =
        document.errors.last().filter(|it| matches!(it.kind, SyntaxErrorKind::TrailingContent)).map(|it| it.span);
    let is_fence = |span: Span| {
        let rest = span.of(&document.text).trim_start_matches(['`', '~']);
        const WORDS: &[&str] = &["", "json", "json5", "jsonc", "javascript"];
        rest.len() < span.len() && WORDS.iter().any(|it| rest.eq_ignore_ascii_case(it))
    };
    let is_all = leading.is_none_or(is_fence) && trailing.is_none_or(is_fence);
    (is_all && leading.or(trailing).is_some()).then_some(HalfFence { before: leading, after: trailing })
}

/// A Markdown block around the JSON.
fn block(document: &Document, doc: DocId, out: &mut Findings) {
    let Some(fence) = &document.layout.fence else { return };
    let marked = trimmed(&document.text, fence.open);
    out.report(&rules::MARKDOWN_FENCE, doc, marked, |finding| {
        let before = document.layout.before(&document.text);
        let after = document.layout.after(&document.text);
        finding.say(format_args!("{}", fenced(doc)));
        if is_prose(before.of(&document.text)) && is_prose(after.of(&document.text)) {
            let has_words = !before.is_empty() || !after.is_empty();
            let open = Span { start: before.start, ..fence.open };
            let close = fence.close.map(|it| if after.is_empty() { it } else { Span { end: after.end, ..it } });
            let fix = without(has_words, Some(open), close);
            // A string that ends before its fence may have ended too early.
            finding.fix(if close.is_none() && document.parent.is_some() { fix.unsure() } else { fix });
        }
    });
}

/// Half of a fence, or one on the line of the JSON.
fn on_line(text: &str, (doc, half): (DocId, HalfFence), out: &mut Findings) {
    let Some(marked) = half.before.or(half.after) else { return };
    out.report(&rules::MARKDOWN_FENCE, doc, marked, |finding| {
        // With the blanks between the fence and the JSON.
        let before = half.before.map(|it| {
            let blanks = text.get(it.end as usize..).unwrap_or_default();
            Span::new(it.start as usize, it.end as usize + blanks.len() - blanks.trim_start().len())
        });
        let after = half.after.map(|it| {
            let json = text.get(..it.start as usize).unwrap_or_default().trim_end();
            Span::new(json.len(), it.end as usize)
        });
        finding.say(format_args!("{}", fenced(doc)));
        finding.fix(without(false, before, after));
    });
}

fn fenced(doc: DocId) -> &'static str {
    match doc {
        0 => "The JSON is wrapped in a Markdown code fence; the file should contain only the JSON",
        _ => "The JSON is wrapped in a Markdown code fence; the string should contain only the JSON",
    }
}

/// Removes the marks of a fence; removing the prose around it is only a suggestion.
fn without(has_words: bool, open: Option<Span>, close: Option<Span>) -> Fix {
    let mut fix = match has_words {
        true => Fix::guess("Keep only the JSON"),
        false => Fix::safe("Remove the code fence"),
    };
    for part in [open, close].into_iter().flatten() {
        fix = fix.replace(part, "");
    }
    fix
}
