//! Faults of the text, as the reader of JSON met them, in the file and in every payload that is JSON.

mod cut;
mod duplicates;
mod fault;
mod habit;
mod lines;
mod message;
mod plain_number;
mod repair;
mod rows;
mod slips;
mod strings;
mod trial;

use self::fault::Fault;
use self::rows::row;
use super::say::{first_line, is_prose};
use super::{envelope, numbers};
use crate::bind::PayloadKind;
use crate::diagnostic::{Finding, Fix, Severity};
use crate::document::{DocId, Document, trimmed};
use crate::findings::Findings;
use crate::json::{self, Expected, Flags, SyntaxError, SyntaxErrorKind, unicode_escape};
use crate::query::Context;
use crate::rules;
use crate::spec::Format;
use crate::text::Span;

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    let root = ctx.detection.root.0;
    if root != 0 {
        check_document(ctx, 0, (PayloadKind::Json, false), out);
    }
    if !ctx.detection.is_markdown {
        let around = ctx.detection.format.and_then(|it| it.text_around);
        // Parsers read text that begins as JSON and stop at prose.
        let around = around.filter(|_| !json::begins_as_json(&ctx.doc(root).text));
        let kind = if around.is_some() { PayloadKind::Prose } else { PayloadKind::Json };
        let (mut root, mut more) = (root, ctx.detection.more.iter());
        loop {
            check_document(ctx, root, (kind, false), out);
            if let Some((format, around)) = ctx.detection.format.zip(around)
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
            check_document(ctx, *doc, (payload.kind, true), out);
        }
    }
}

fn check_document(ctx: &Context, doc: DocId, (kind, is_payload): (PayloadKind, bool), out: &mut Findings) {
    let document = ctx.doc(doc);
    if let Some(mark) = document.layout.mark {
        out.report(&rules::BYTE_ORDER_MARK, doc, mark, |finding| {
            finding.say(format_args!("A byte order mark precedes the JSON; readers reject it"));
            finding.fix(Fix::safe("Remove the byte order mark").replace(mark, ""));
        });
    }
    if !is_inside_out(ctx, document) {
        slips::check(document, doc, out);
    }
    // Payloads have a rule of their own for that.
    let is_prose = kind == PayloadKind::Prose;
    let is_alone = !is_prose && !is_payload;
    if is_alone {
        fence(document, doc, out);
    }
    let half = half_fence(document);
    let has_half_fence = half.is_some();
    // Readers of payloads look for fences, but not for one that only follows the JSON.
    if let Some(around) = half.filter(|it| is_alone || is_payload && !is_prose && it.0.is_none()) {
        fence_on_line(&document.text, (doc, around), out);
    }
    // The text before the JSON is not broken JSON.
    let start = document.tree.root().map_or(0, |it| document.tree.span(it).start);
    let mut trials = trial::Trials::new(document);
    let is_inside_out = is_inside_out(ctx, document);
    // One that the options make less of does not speak for the others.
    let is_plain = |it| !ctx.options.rules.iter().any(|(id, _)| *id == row(it).rule.id);
    let habit = habit::first(document, &is_plain).or_else(|| habit::first(document, &|it| !out.is_off(row(it).rule)));
    let is_doubtful = document.errors.iter().any(|it| habit::leaves_doubt(document, *it));
    for error in &document.errors {
        let is_known = match error.kind {
            kind if kind.is_around() && (is_payload && is_prose || has_half_fence) => true,
            // When the string around a payload was cut off, so was the payload.
            SyntaxErrorKind::Truncated(..) => is_in_string(ctx, document, Flags::UNCLOSED),
            _ => is_echo(ctx, doc, error),
        };
        let is_first = habit.is_some_and(|it| it == error.span);
        let is_said = habit.is_some() && !is_first && habit::is_habit(document, *error);
        if is_known || is_said || is_inside_out || is_prose && is_around(document, error, start) {
            continue;
        }
        let row = row(error.kind);
        out.report(row.rule, doc, error.span, |finding| {
            let fault = Fault { ctx, doc, error: *error };
            if is_first {
                habit::describe(fault, finding);
            } else {
                row.describe(fault, finding);
            }
            // The right escape is uncertain while the string around it has errors of its own.
            if !matches!(error.kind, SyntaxErrorKind::ControlCharacter(_))
                || !is_in_string(ctx, document, Flags::FAULTY)
            {
                offer(fault, (is_first, is_doubtful), &mut trials, finding);
            }
            if let SyntaxErrorKind::Truncated(kind, _) = error.kind {
                cut::keep(ctx, doc, kind, finding);
            }
            if doc == 0 && matches!(error.kind, SyntaxErrorKind::Unexpected(Expected::Value)) {
                envelope::around_text(ctx, finding);
            }
        });
    }
    duplicates::check(document, doc, out);
    numbers::infinite(document, doc, out);
}

/// Offers a fix, or the fix for all errors of the habit if this is its first. The ends of strings may be uncertain.
fn offer(fault: Fault, (is_habit, is_doubtful): (bool, bool), trials: &mut trial::Trials, finding: &mut Finding) {
    let error = fault.error;
    let Some(fix) = (if is_habit { habit::rewritten(fault) } else { row(error.kind).repair(fault) }) else { return };
    let n_mended = if is_habit { fix.edits.len() } else { 1 };
    let is_sure = !is_doubtful || !is_habit && !matches!(error.kind, SyntaxErrorKind::WrongQuotes);
    let fix = if is_sure { fix } else { fix.unsure() };
    if trials.helps((error, n_mended), &fix) {
        finding.fix(fix);
    }
}

/// Whether an error concerns the prose around the JSON. Missing JSON, or a missing bracket of it, is in no prose, and
/// a bracket after the JSON is not prose.
fn is_around(document: &Document, error: &SyntaxError, start: u32) -> bool {
    match error.kind {
        SyntaxErrorKind::TrailingContent => !error.span.of(&document.text).starts_with(['}', ']', '\0']),
        _ => !error.span.is_empty() && error.span.end <= start,
    }
}

/// A second response in a text, which readers may use instead of the first.
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

/// Readers of the format take the JSON out of a text.
fn text_around(document: &Document, doc: DocId, (severity, message): (Severity, &str), out: &mut Findings) {
    let start = document.tree.root().map_or(0, |it| document.tree.span(it).start);
    let words = document.errors.iter().find(|it| is_around(document, it, start)).map(|it| it.span);
    // Errors before the JSON do not begin at the start of the text if other JSON is there.
    let before = trimmed(&document.text, Span { start: document.layout.mark.map_or(0, |it| it.end), end: start });
    let Some(around) = Some(before).filter(|it| !it.is_empty()).or(words) else { return };
    out.report(&rules::TEXT_AROUND, doc, first_line(&document.text, around), |finding| {
        finding.severity = severity;
        finding.say(format_args!("{message}"));
    });
}

/// Whether an error in a nested document is only a consequence of one at that place in the string around it:
/// a quote or a control character that has no backslash there, a backslash that escapes nothing, or a curled quote.
fn is_echo(ctx: &Context, doc: DocId, error: &SyntaxError) -> bool {
    let Some((outer, place)) = ctx.docs.outward(doc, error.span) else { return false };
    let parent = ctx.doc(doc).parent.as_ref().map_or(0, |it| it.node);
    let outer = ctx.doc(outer);
    let found = outer.text.as_bytes().get(place.start as usize..).unwrap_or_default();
    let is_raw = matches!(found, [b'"' | ..0x20, ..] | [b'\\', ..0x20, ..] | [b'\\', 0xE2, 0x80, 0x9C..=0x9F, ..]);
    let is_escape = found.starts_with(br"\\\") && unicode_escape(found, 2).is_none();
    let is_bad = matches!(error.kind, SyntaxErrorKind::BadEscape) && is_escape;
    (is_raw || is_bad) && !outer.tree.node(parent).flags.has(Flags::VERBATIM)
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

/// Whether the string around a document is of such a kind.
fn is_in_string(ctx: &Context, document: &Document, kind: Flags) -> bool {
    document.parent.as_ref().is_some_and(|it| ctx.doc(it.doc).tree.node(it.node).flags.has(kind))
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

fn fence(document: &Document, doc: DocId, out: &mut Findings) {
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
            finding.fix(without(has_words, Some(open), close));
        }
    });
}

/// A fence that is not a Markdown block: half of one, or on one line with the JSON; the text before and after it.
fn half_fence(document: &Document) -> Option<(Option<Span>, Option<Span>)> {
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
    (is_all && leading.or(trailing).is_some()).then_some((leading, trailing))
}

fn fence_on_line(text: &str, (doc, (before, after)): (DocId, (Option<Span>, Option<Span>)), out: &mut Findings) {
    let Some(marked) = before.or(after) else { return };
    out.report(&rules::MARKDOWN_FENCE, doc, marked, |finding| {
        // With the blanks between the fence and the JSON.
        let before = before.map(|it| {
            let blanks = text.get(it.end as usize..).unwrap_or_default();
            Span::new(it.start as usize, it.end as usize + blanks.len() - blanks.trim_start().len())
        });
        let after = after.map(|it| {
            let json = text.get(..it.start as usize).unwrap_or_default().trim_end();
            Span::new(json.len(), it.end as usize)
        });
        finding.say(format_args!("{}", fenced(doc)));
        finding.fix(without(false, before, after));
    });
}
