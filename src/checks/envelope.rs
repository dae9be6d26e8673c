//! The envelope as a whole: a payload without one, and a payload mixed with one.

use super::fields::{absent, member_span, member_with_comma, open_bracket};
use super::outcome::{begins_with_failure, is_failure, says_something};
use super::say::Shown;
use super::{Context, payload};
use crate::bind::{How, Member, Object};
use crate::detect::{Envelope, MOST_FIELDS};
use crate::diagnostic::{Finding, Fix, Safety, Severity, listed, shown};
use crate::document::{DocId, Document};
use crate::findings::Findings;
use crate::json::{Flags, Kind, NodeId, quote};
use crate::rules;
use crate::spec::Field;
use crate::wrap::{Envelope as NewEnvelope, envelope_text};

/// The payload without its envelope.
pub(super) fn missing(ctx: &Context, out: &mut Findings) {
    let Envelope::Raw(what) = ctx.detection.envelope else { return };
    let (doc, root) = ctx.detection.root;
    let document = ctx.doc(doc);
    out.report(&rules::MISSING_ENVELOPE, doc, open_bracket(document, root), |it| {
        it.say(format_args!("This is {what} without its envelope; it belongs in `response`, encoded as a JSON string"));
        // A text that ends too early would only be hidden in its envelope, and some of its members may follow it.
        let flags = document.tree.node(root).flags;
        let is_failure = ctx.detection.format.is_some_and(|it| is_failure(document, root, &it.record));
        if !flags.has(Flags::UNCLOSED) && !flags.has(Flags::INCOMPLETE) && !is_failure {
            enveloped(ctx, (doc, root), Safety::Safe, it);
        }
    });
}

/// An envelope around a file of words, where the format has one; damaged JSON is none.
pub(super) fn around_text(ctx: &Context, it: &mut Finding) {
    let document = ctx.doc(0);
    let is_text = document.tree.kind(0) == Kind::Broken && !document.text.contains("\":");
    if is_text && !begins_with_failure(&document.text) && ctx.detection.format.and_then(payload::listing).is_some() {
        enveloped(ctx, (0, 0), Safety::Suggestion, it);
    }
}

/// Offers an envelope around a value.
fn enveloped(ctx: &Context, (doc, root): (DocId, NodeId), safety: Safety, it: &mut Finding) {
    let Some(now) = ctx.options.now.as_deref() else { return };
    let document = ctx.doc(doc);
    let body = document.tree.span(root);
    let request_id = ctx.request.as_ref().and_then(|it| it.text("request_id"));
    let new = NewEnvelope::of_content(body.of(&document.text), request_id.as_deref(), now);
    let end = if document.text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut text = String::new();
    for line in envelope_text(&new).trim_end().split('\n') {
        text.push_str(if text.is_empty() { "" } else { end });
        text.push_str(line);
    }
    it.fix(Fix::new(safety, "Wrap it in an envelope").replace(body, &text));
}

/// Payload and envelope in one object.
pub(super) fn mixed(ctx: &Context, object: &Object, out: &mut Findings) {
    let document = ctx.doc(object.doc);
    let tree = &document.tree;
    let foreign: Vec<&Member> = object.members.iter().filter(|it| it.how == How::Foreign).collect();
    let Some(first) = foreign.first() else { return };
    out.report(&rules::HALF_ENVELOPE, object.doc, tree.span(first.key), |it| {
        let keys: Vec<String> = foreign.iter().map(|it| shown(&tree.text(&document.text, it.key))).collect();
        let names = listed(keys.iter().map(String::as_str).take(5), " and ");
        let more = if keys.len() > 5 { format!(" and {} more keys", keys.len() - 5) } else { String::new() };
        let (belong, them) = if keys.len() == 1 { ("belongs", "it") } else { ("belong", "them") };
        it.message = format!("{names}{more} {belong} in `response`, encoded as a JSON string");
        it.message.push_str(&missing_too(ctx, object));
        for other in foreign.iter().skip(1).take(8) {
            it.note(tree.span(other.key), "this belongs there, too");
        }
        let payload = object.member("response");
        let has_payload = payload.is_some_and(|it| says_something(document, it.value));
        let is_whole = !tree.node(object.node).flags.has(Flags::INCOMPLETE);
        if has_payload || !is_whole || !document.is_sure {
            return;
        }
        let mut content = "{".to_owned();
        for (idx, member) in foreign.iter().enumerate() {
            content.push_str(if idx == 0 { "" } else { ", " });
            content.push_str(member_span(tree, member).of(&document.text));
        }
        content.push('}');
        let mut fix = Fix::safe(format_args!("Encode {them} as a JSON string in `response`"));
        if let Some(payload) = payload {
            fix = fix.replace(tree.span(payload.value), quote(&content));
        }
        for (idx, member) in foreign.iter().enumerate() {
            let span = member_span(tree, member);
            if idx == 0 && payload.is_none() {
                fix = fix.replace(span, format!("\"response\": {}", quote(&content)));
            } else if let Some(span) = member_with_comma(document, object, member) {
                fix = fix.delete(span);
            }
        }
        it.fix(fix);
    });
}

/// What else a mixed object lacks.
fn missing_too(ctx: &Context, object: &Object) -> String {
    let absent: Vec<&str> = absent(ctx, object, true).iter().map(|it| it.name).collect();
    let verb = if absent.len() == 1 { "is" } else { "are" };
    let names = listed(&absent, " and ");
    if absent.is_empty() { String::new() } else { format!("; {names} {verb} also missing") }
}

/// The envelope whose payload an envelope of the same format is.
pub(super) fn around_envelope<'a>(ctx: &Context<'a>, inner: &Object) -> Option<&'a Object> {
    let outer = inner.holder.and_then(|it| ctx.bindings.objects.get(it))?;
    let n_fields = inner.members.iter().filter(|it| it.how == How::Name).count();
    (std::ptr::eq(inner.record, outer.record) && n_fields >= MOST_FIELDS).then_some(outer)
}

/// An envelope in an envelope. With another id it may be the answer to another request that is handed on; `is_due` says
/// that other content has to be there.
pub(super) fn nested(ctx: &Context, (outer, inner): (&Object, &Object), is_due: bool, out: &mut Findings) {
    let (document, content) = (ctx.doc(outer.doc), ctx.doc(inner.doc));
    let (mut is_safe, mut is_other, mut key) = (true, false, outer.node);
    for member in &outer.members {
        if member.field.is_some_and(Field::is_payload) {
            key = member.key;
            continue;
        }
        let again = member.field.and_then(|it| inner.member(it.name));
        if again.is_none_or(|it| raw(content, it.value) != raw(document, member.value)) {
            is_safe = false;
            is_other |= member.field.is_some_and(|it| it.from_request);
        }
    }
    let severity = if is_other && !is_due && inner.doc != outer.doc { Severity::Warning } else { Severity::Error };
    let is_lost = is_failure(document, outer.node, outer.record) && !is_failure(content, inner.node, inner.record);
    let safety = match (is_lost, is_safe) {
        (true, _) => None,
        (false, true) => Some(Safety::Safe),
        (false, false) => Some(Safety::Suggestion),
    };
    around(ctx, (outer.doc, outer.node, key), (inner.doc, inner.node), (severity, safety), out);
}

fn raw<'a>(document: &'a Document, node: NodeId) -> &'a str {
    document.tree.raw(&document.text, node)
}

/// An envelope under a key, whose object says nothing else.
pub(super) fn around(
    ctx: &Context,
    (doc, outer, key): (DocId, NodeId, NodeId),
    (inner_doc, inner): (DocId, NodeId),
    (severity, safety): (Severity, Option<Safety>),
    out: &mut Findings,
) {
    let (document, content) = (ctx.doc(doc), ctx.doc(inner_doc));
    let (tree, text) = (&document.tree, &*document.text);
    out.report(&rules::NESTED_ENVELOPE, doc, tree.span(key), |it| {
        it.severity = severity;
        it.say(format_args!(
            "`{}` contains a complete envelope, which should be the whole file",
            Shown(&tree.text(text, key))
        ));
        // The envelope around it may say that the run failed.
        if let Some(safety) = safety.filter(|_| document.is_sure && content.is_sure) {
            let fix = Fix::new(safety, "Keep only that envelope");
            let fix = fix.replace(tree.span(outer), raw(content, inner));
            // Where it is safe, the one around it says nothing else.
            it.fix(if safety == Safety::Safe { fix.redundant() } else { fix });
        }
    });
}
