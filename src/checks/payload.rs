//! The content of a payload's string: JSON, JSON in some wrapper, or other text.

mod kinds;

use super::say::{Shown, When, is_prose};
use crate::bind::{Payload, PayloadKind, lost};
use crate::detect::EnvelopeKind;
use crate::diagnostic::{Fix, Severity};
use crate::document::{DocId, trimmed};
use crate::findings::Findings;
use crate::json::NodeId;
use crate::query::{Context, is_container, open_bracket};
use crate::rules;
use crate::spec::{Expects, Field, Format};
use crate::text::{Span, first_line};
use crate::unpack::{is_json, undo};

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    // Arguments of tools are checked with their calls.
    #[cfg(feature = "tool-calls")]
    if is_of_call(ctx) {
        return;
    }
    for payload in &ctx.bindings.payloads {
        if ctx.bindings.objects.get(payload.object).is_some_and(|it| ctx.on(it).is_unread()) {
            continue;
        }
        match payload.kind {
            PayloadKind::Blank => (),
            PayloadKind::Placeholder => placeholder(ctx, payload, out),
            PayloadKind::Text | PayloadKind::Prose if is_written_otherwise(ctx, payload, out) => (),
            PayloadKind::Text => plain_text(ctx, payload, out),
            PayloadKind::Json => (),
            PayloadKind::Fenced => fenced(ctx, payload, out),
            PayloadKind::Prose => prose(ctx, payload, out),
        }
        double_encoded(ctx, payload, out);
    }
    kinds::check(ctx, out);
}

/// Whether the payloads of a file are arguments of calls.
#[cfg(feature = "tool-calls")]
fn is_of_call(ctx: &Context) -> bool {
    ctx.detection.format.is_some_and(|it| it.conversation.is_some())
}

/// The phase, and what payload it expects.
fn expected(ctx: &Context) -> Option<(u32, Expects)> {
    let format = ctx.detection.format?;
    let phase = ctx.phase().filter(|_| !ctx.takes_any_payload())?;
    format.phases.iter().copied().find(|it| it.0 == phase)
}

fn content(ctx: &Context, payload: &Payload) -> (DocId, Span) {
    let doc = payload.inner.last().copied().unwrap_or_default();
    let text = &ctx.doc(doc).text;
    (doc, trimmed(text, Span::new(0, text.len())))
}

fn placeholder(ctx: &Context, payload: &Payload, out: &mut Findings) {
    let (doc, span) = content(ctx, payload);
    let text = span.of(&ctx.doc(doc).text);
    out.report(&rules::PAYLOAD_PLACEHOLDER, doc, span, |finding| {
        let found = Shown(text);
        if let Some(origin) = lost(text) {
            // As with any payload, it is an error if it begins like JSON.
            finding.severity = if text.starts_with('[') { Severity::Error } else { Severity::Warning };
            return finding.say(format_args!("`{found}` is {origin}; the agent's output is lost"));
        }
        finding.say(format_args!("`{found}` is a placeholder; the agent's output belongs here"));
    });
}

/// Reports JSON that became plain text because something was done to all of it, such as a mark before each line. The programs
/// of `upstream` take it as text.
fn is_written_otherwise(ctx: &Context, payload: &Payload, out: &mut Findings) -> bool {
    let (doc, span) = content(ctx, payload);
    let text = &*ctx.doc(doc).text;
    let found = undo(text).filter(|it| it.0.rule.id == rules::SYNTAX.id && !ctx.is_upstream() && is_json(&it.1));
    let Some((habit, inside)) = found else { return false };
    out.report(habit.rule, doc, first_line(text, span), |finding| {
        finding.say(format_args!("{}", habit.message));
        finding.fix(Fix::guess(habit.title).replace(Span::new(0, text.len()), inside).redundant());
    });
    true
}

fn plain_text(ctx: &Context, payload: &Payload, out: &mut Findings) {
    let (doc, span) = content(ctx, payload);
    out.report(&rules::PLAIN_TEXT_PAYLOAD, doc, first_line(&ctx.doc(doc).text, span), |finding| {
        let list = ctx.detection.format.and_then(Format::payload_listing).map(|it| it.list);
        let expected = expected(ctx).filter(|_| payload.object == 0);
        let Some((phase, expects)) = expected else {
            return finding.say(format_args!("The payload is plain text; most readers expect JSON"));
        };
        let with = list.filter(|_| expects == Expects::Listing);
        if ctx.is_upstream() {
            finding.severity = Severity::Error;
        } else if with.is_some() {
            finding.severity = Severity::Warning;
        }
        let with = When(with.is_some(), format_args!(" with `{}`", with.unwrap_or_default()));
        finding.say(format_args!("The payload is plain text; phase {phase} expects JSON{with}"));
    });
}

pub(super) fn fenced(ctx: &Context, payload: &Payload, out: &mut Findings) {
    let (doc, _) = content(ctx, payload);
    let document = ctx.doc(doc);
    let Some(fence) = &document.layout.fence else { return };
    out.report(&rules::FENCED_PAYLOAD, doc, trimmed(&document.text, fence.open), |finding| {
        finding.say(format_args!("The JSON is in a Markdown code fence, which not all readers accept"));
        let body = trimmed(&document.text, document.layout.body);
        let fix = Fix::guess(REMOVE_FENCE);
        // A program parses the whole text of arguments.
        #[cfg(feature = "tool-calls")]
        let fix = if is_of_call(ctx) && fence.close.is_some() { Fix::safe(REMOVE_FENCE) } else { fix };
        finding.fix(json_alone(fix, &document.text, body));
    });
}

const REMOVE_FENCE: &str = "Remove the code fence";

/// Removes the text around the JSON.
fn json_alone(fix: Fix, text: &str, json: Span) -> Fix {
    let mut fix = fix;
    for around in [Span { start: 0, end: json.start }, Span::new(json.end as usize, text.len())] {
        if !around.is_empty() {
            fix = fix.replace(around, "");
        }
    }
    fix
}

pub(super) fn prose(ctx: &Context, payload: &Payload, out: &mut Findings) {
    let (doc, _) = content(ctx, payload);
    let document = ctx.doc(doc);
    let text = &*document.text;
    let fence = document.layout.fence.as_ref();
    if let Some((next, n_blocks)) = fence.and_then(|it| Some((it.next?, it.n_blocks))) {
        return out.report(&rules::SEVERAL_JSON_BLOCKS, doc, trimmed(text, next), |finding| {
            finding.say(format_args!("The payload has {n_blocks} JSON blocks; only the first is read"));
        });
    }
    let root = document.tree.root().map_or(document.layout.body, |it| document.tree.span(it));
    let (before, after) = match fence {
        Some(_) => (document.layout.before(text), document.layout.after(text)),
        None => {
            let before = Span { start: 0, end: root.start };
            (trimmed(text, before), trimmed(text, Span::new(root.end as usize, text.len())))
        }
    };
    let (marked, other) = if before.is_empty() { (after, before) } else { (before, after) };
    out.report(&rules::PROSE_AROUND_PAYLOAD, doc, marked, |finding| {
        let found = Shown(marked.of(text));
        let side = if before.is_empty() { "follows" } else { "precedes" };
        finding.say(format_args!("`{found}` {side} the JSON; readers discard it and may not find the JSON"));
        // Of several values, readers find at most one.
        if fence.is_none() && (!is_prose(after.of(text)) || is_overlooked(ctx, payload, root.of(text))) {
            finding.severity = Severity::Error;
        }
        if !other.is_empty() {
            finding.note(other, "this follows the JSON");
        }
        // Text with brackets or quotes may also be JSON, and just as valuable.
        if is_prose(before.of(text)) && is_prose(after.of(text)) {
            finding.fix(json_alone(Fix::guess("Keep only the JSON"), text, root));
        }
    });
}

/// Whether the public reader of the phase does not find the JSON in a text: only that of sections looks for a pair of
/// braces.
fn is_overlooked(ctx: &Context, payload: &Payload, json: &str) -> bool {
    let expected = expected(ctx).filter(|_| ctx.is_upstream() && payload.object == 0);
    expected.is_some_and(|it| it.1 != Expects::Listing || json.find('}').is_some_and(|it| it + 1 < json.len()))
}

/// The string at the last level but one is what belongs in the field, with its escapes.
pub(super) fn double_encoded(ctx: &Context, payload: &Payload, out: &mut Findings) {
    let levels = payload.inner.len();
    let (Some(&first), Some(&last_but_one)) =
        (payload.inner.first(), levels.checked_sub(2).and_then(|it| payload.inner.get(it)))
    else {
        return;
    };
    let (outer, inner) = (ctx.doc(first), ctx.doc(last_but_one));
    let (Some(outer_root), Some(inner_root)) = (outer.tree.root(), inner.tree.root()) else { return };
    // This is a syntax error and reported as one.
    if inner.tree.is_inside() {
        return;
    }
    let quote = open_bracket(outer, outer_root);
    let Some((doc, marked)) = ctx.docs.outward(first, quote) else { return };
    out.report(&rules::DOUBLE_ENCODED, doc, marked, |finding| {
        match levels {
            2 => finding.say(format_args!("The payload is encoded twice; it should be encoded once")),
            _ => finding.say(format_args!("The payload is encoded {levels} times; it should be encoded once")),
        }
        let content = ctx.doc(payload.doc).tree.content_span(payload.node);
        let once = inner.tree.raw(&inner.text, inner_root);
        finding.fix(Fix::safe("Encode it only once").replace(content, once).redundant());
    });
}

/// The roots of all payloads, encoded or not; the root of the file's own object comes first.
fn roots(ctx: &Context) -> Vec<(DocId, NodeId)> {
    let mut out: Vec<(DocId, NodeId)> = Vec::new();
    if matches!(ctx.detection.envelope, EnvelopeKind::Raw(_)) {
        out.push(ctx.detection.root);
    }
    for on in ctx.all() {
        let object = on.object;
        if on.around().is_some_and(|it| (it.object.doc, it.object.node) == (object.doc, object.node)) {
            out.push((object.doc, object.node));
        }
        if on.is_unread() {
            continue;
        }
        for at in on.members().filter(|it| it.member.field.is_some_and(Field::is_payload)) {
            let value = at.member.value;
            let payload = ctx.bindings.payloads.iter().find(|it| (it.doc, it.node) == (object.doc, value));
            match payload {
                Some(payload) if payload.kind.is_json() => {
                    let inner = payload.inner.last().copied().unwrap_or_default();
                    if let Some(root) = ctx.doc(inner).tree.root() {
                        out.push((inner, root));
                    }
                }
                Some(_) => (),
                None if is_container(at.kind()) => out.push((object.doc, value)),
                None => (),
            }
        }
    }
    out
}
