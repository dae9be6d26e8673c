//! What is left of a value that a program or a shell did not write as JSON, and of a text of which a part was left out.

use super::say::Shown;
use crate::bind::lost_object;
use crate::diagnostic::Severity;
use crate::document::{DocId, Document};
use crate::findings::Findings;
use crate::json::{Kind, is_sound};
use crate::query::Context;
use crate::rules;
use crate::text::{Span, find};

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    if out.is_off(&rules::LOST_VALUE) || ctx.detection.is_markdown {
        return;
    }
    strings(ctx, ctx.detection.root.0, false, out);
    for payload in ctx.bindings.payloads.iter().filter(|it| it.kind.is_json()) {
        if let Some(doc) = payload.inner.last() {
            strings(ctx, *doc, true, out);
        }
    }
}

/// Examines the strings of a document. Outside of payloads, a format says how to mark what is left out.
fn strings(ctx: &Context, doc: DocId, is_payload: bool, out: &mut Findings) {
    let document = ctx.doc(doc);
    let (tree, text) = (&document.tree, &*document.text);
    keys(document, doc, out);
    let has_marks = is_payload && find(text, "runcated").is_some();
    for id in 0..u32::try_from(tree.len()).unwrap_or(u32::MAX) {
        if tree.kind(id) != Kind::String {
            continue;
        }
        let span = tree.content_span(id);
        let raw = span.of(text);
        // Nearly all texts begin differently.
        if !has_marks && !raw.starts_with(['[', '@', 'S']) {
            continue;
        }
        let (origin, mark) = (lost_object(raw), mark(raw).filter(|_| has_marks));
        let is_found = origin.is_some() || mark.is_some();
        if !is_found || ctx.bindings.payloads.iter().any(|it| (it.doc, it.node) == (doc, id)) {
            continue;
        }
        if let Some(origin) = origin {
            out.report(&rules::LOST_VALUE, doc, tree.span(id), |finding| {
                finding.say(format_args!("`{}` is {origin}; its content is lost", Shown(raw)));
            });
        } else if let Some((start, mark)) = mark {
            let start = span.start as usize + start;
            out.report(&rules::LOST_VALUE, doc, Span::new(start, start + mark.len()), |finding| {
                finding.severity = Severity::Info;
                finding.say(format_args!("`{}` says that a part of the text was left out", Shown(mark)));
            });
        }
    }
}

/// Reports JSON that is a key.
fn keys(document: &Document, doc: DocId, out: &mut Findings) {
    let (tree, text) = (&document.tree, &*document.text);
    for (key, _) in tree.objects().flat_map(|it| tree.members(it)) {
        let is_like_json = tree.content_span(key).of(text).starts_with(['{', '[']);
        let name = if is_like_json { tree.text(text, key) } else { "".into() };
        if name.len() > 2 && is_sound(&name) {
            out.report(&rules::LOST_VALUE, doc, tree.span(key), |finding| {
                finding.say(format_args!("The key `{}` is JSON; it was probably meant as a value", Shown(&name)));
            });
        }
    }
}

/// The first mark that a tool put in the place of what it left out, such as `[output truncated]` or `<120 lines truncated>`.
fn mark(text: &str) -> Option<(usize, &str)> {
    const LONGEST: usize = 60;
    const SUBJECTS: &[&str] =
        &["output", "content", "text", "line", "byte", "char", "token", "message", "response", "log", "file"];
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|it| find(it, "runcated")) {
        at += found;
        let from = text.ceil_char_boundary(at.saturating_sub(LONGEST));
        let before = text.get(from..at).unwrap_or_default();
        let after = text.get(at..).unwrap_or_default();
        at += "runcated".len();
        let Some(open) = before.rfind(['[', '<', '(']) else { continue };
        let Some(close) = after.find([']', '>', ')']).filter(|it| *it < LONGEST) else { continue };
        let (start, end) = (at - "runcated".len() - (before.len() - open), at - "runcated".len() + close + 1);
        let mark = text.get(start..end)?;
        let words = mark.to_ascii_lowercase();
        let is_alone = matches!(words.get(1..words.len() - 1), Some("truncated" | "... truncated ..." | "…truncated…"));
        if is_alone || SUBJECTS.iter().any(|it| words.contains(it)) {
            return Some((start, mark));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::mark;

    #[test]
    fn marks_are_found() {
        let of = |text: &'static str| mark(text).map(|it| it.1);
        assert_eq!(of("a\\n[output truncated]\\nb"), Some("[output truncated]"));
        assert_eq!(of("a <120 lines truncated> b"), Some("<120 lines truncated>"));
        assert_eq!(of("a [Truncated] b"), Some("[Truncated]"));
        assert_eq!(of("… [... truncated ...]"), Some("[... truncated ...]"));
        for text in [
            "a truncated text",
            "is_truncated(x)",
            "f(truncated, x)",
            "[a] truncated [b]",
            "ää[truncated",
            "nä [rücktruncated",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
