//! The envelope as a whole: a payload without one, and a payload mixed with one.

use super::missing::absent;
use super::say::Shown;
use crate::bind::How;
use crate::detect::{self, By};
use crate::diagnostic::{Finding, Fix, Safety, Severity, listed, shown};
use crate::document::{DocId, Document};
use crate::envelope::{Envelope, envelope_text};
use crate::findings::Findings;
use crate::json::{Flags, Kind, NodeId, has_key, quote};
use crate::query::{At, Context, On, is_any_failure, is_failure, open_bracket, reports_failure};
use crate::rules;
use crate::spec::Format;
use crate::text::Span;
use crate::unpack::error_line;

/// Reports a payload without its envelope.
pub(super) fn missing(ctx: &Context, out: &mut Findings) {
    let detect::EnvelopeKind::Raw(known) = ctx.detection.envelope else { return };
    let (doc, root) = ctx.detection.root;
    let document = ctx.doc(doc);
    out.report(&rules::MISSING_ENVELOPE, doc, open_bracket(document, root), |finding| {
        // The program puts what has the list of a payload into an envelope itself.
        let list = ctx.detection.format.and_then(Format::payload_listing).map_or("", |it| it.list);
        let mut keys = document.tree.members(root).map(|it| it.0);
        let is_wrapped_later = ctx.is_upstream() && keys.any(|it| document.tree.is_text(&document.text, it, list));
        // Neither the name nor an option asks for an envelope, and what does is a text that cannot be read yet.
        let is_guess = ctx.detection.by == By::Content && !(document.errors.is_empty() && document.slips.is_empty());
        if is_wrapped_later || is_guess {
            finding.severity = Severity::Warning;
        }
        let what = known.unwrap_or("the agent's output");
        finding.say(format_args!(
            "This is {what} without its envelope; it belongs in `response`, encoded as a JSON string"
        ));
        // An envelope would only hide that a text ends too early, and some of its members may follow it.
        let flags = document.tree.node(root).flags;
        let record = ctx.detection.format.map(|it| &it.record);
        let is_failure = record.is_some_and(|it| is_failure(document, root, it));
        if flags.has(Flags::UNCLOSED) || flags.has(Flags::INCOMPLETE) || is_failure {
            return;
        }
        match known {
            // Words that stay around an envelope keep it from being read.
            Some(_) if has_words_around(document, root) => enveloped(ctx, (doc, root), Safety::Suggestion, finding),
            Some(_) => enveloped(ctx, (doc, root), Safety::Safe, finding),
            None => around_value(ctx, finding),
        }
    });
}

/// Whether a text has more than a value, and a fence around it.
fn has_words_around(document: &Document, root: NodeId) -> bool {
    let (text, layout, value) = (&*document.text, &document.layout, document.tree.span(root));
    let fenced = layout
        .fence
        .as_ref()
        .map_or(layout.body, |it| Span { start: it.open.start, end: it.close.map_or(layout.body.end, |it| it.end) });
    let end = Span::new(0, text.len()).end;
    let start = layout.mark.map_or(0, |it| it.end);
    [(start, fenced.start), (layout.body.start, value.start), (value.end, layout.body.end), (fenced.end, end)]
        .into_iter()
        .any(|(start, end)| start < end && !Span { start, end }.of(text).trim().is_empty())
}

/// Offers an envelope around a value that is not a known payload, if the format has one. The value may be meant for
/// something else.
pub(super) fn around_value(ctx: &Context, finding: &mut Finding) {
    let (doc, root) = ctx.detection.root;
    let Some(format) = ctx.detection.format.filter(|it| it.payload_listing().is_some()) else { return };
    let (document, record) = (ctx.doc(doc), &format.record);
    // A key that a repair moved into a string may report a failure, too.
    let says_failure = || reports_failure(document.tree.span(root).of(&document.text), record);
    let is_failure = || is_any_failure(document, root, record) || says_failure();
    // Errors are harder to see inside a string.
    if document.errors.is_empty() && document.slips.is_empty() && !is_failure() {
        enveloped(ctx, (doc, root), Safety::Suggestion, finding);
    }
}

/// Offers an envelope around a file of prose, if the format has one; broken JSON is not prose.
pub(super) fn around_text(ctx: &Context, finding: &mut Finding) {
    let document = ctx.doc(0);
    let is_text = document.tree.kind(0) == Kind::Broken && !has_key(document.text.as_bytes());
    let Some(format) = ctx.detection.format.filter(|it| is_text && it.payload_listing().is_some()) else { return };
    if !reports_failure(&document.text, &format.record) && error_line(&document.text).is_none() {
        enveloped(ctx, (0, 0), Safety::Suggestion, finding);
    }
}

/// Offers an envelope around a value.
fn enveloped(ctx: &Context, (doc, root): (DocId, NodeId), safety: Safety, finding: &mut Finding) {
    let Some(now) = ctx.options.now.as_deref() else { return };
    let document = ctx.doc(doc);
    let body = document.tree.span(root);
    let request_id = ctx.request.as_ref().and_then(|it| it.text("request_id"));
    let new = Envelope::of_content(body.of(&document.text), request_id.as_deref(), now);
    let end = if document.text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut text = String::new();
    for line in envelope_text(&new).trim_end().split('\n') {
        text.push_str(if text.is_empty() { "" } else { end });
        text.push_str(line);
    }
    finding.fix(Fix::new(safety, "Wrap it in an envelope").replace(body, &text));
}

/// Reports a payload and its envelope in one object.
pub(super) fn mixed(on: On, out: &mut Findings) {
    let foreign: Vec<At> = on.members().filter(|it| it.member.how == How::Foreign).collect();
    let Some(first) = foreign.first() else { return };
    out.report(&rules::HALF_ENVELOPE, on.object.doc, first.key_span(), |finding| {
        let keys: Vec<String> = foreign.iter().map(|it| shown(&it.key())).collect();
        let names = listed(keys.iter().take(5), " and ");
        let more = if keys.len() > 5 { format!(" and {} more keys", keys.len() - 5) } else { String::new() };
        let (belong, them) = if keys.len() == 1 { ("belongs", "it") } else { ("belong", "them") };
        finding.message = format!("{names}{more} {belong} in `response`, encoded as a JSON string");
        finding.message.push_str(&missing_too(on));
        for other in foreign.iter().skip(1).take(8) {
            finding.note(other.key_span(), "this belongs there, too");
        }
        let is_whole = !on.node().flags.has(Flags::INCOMPLETE);
        if !on.member("response").is_some_and(At::says_something) && is_whole && on.document().is_sure {
            // A key that no payload has may be a note of the program that wrote the envelope.
            let are_parts = foreign.iter().all(|it| is_part(on, &it.key(), &foreign));
            let safety = if are_parts { Safety::Safe } else { Safety::Suggestion };
            let fix = Fix::new(safety, format_args!("Encode {them} as a JSON string in `response`"));
            finding.fix(moved(on, &foreign, fix));
        }
    });
}

/// Whether payloads have a member with this key: a field, or a section that is known or named in the list.
fn is_part(on: On, key: &str, members: &[At]) -> bool {
    let names = |list: &At| on.tree().children(list.member.value).any(|it| on.tree().is_text(on.source(), it, key));
    on.object.format.payloads().iter().any(|it| {
        let is_listed = it.listing.as_ref().is_some_and(|listing| {
            listing.sections.iter().any(|it| it.name == key)
                || members.iter().any(|it| it.key() == listing.list && it.kind() == Kind::Array && names(it))
        });
        is_listed || it.field(key).is_some()
    })
}

/// Moves members into the payload.
fn moved(on: On, members: &[At], mut fix: Fix) -> Fix {
    let payload = on.member("response");
    let mut content = String::new();
    for at in members {
        content.push_str(if content.is_empty() { "{" } else { ", " });
        content.push_str(at.whole().of(on.source()));
    }
    content.push('}');
    if let Some(payload) = payload {
        fix = fix.replace(payload.span(), quote(&content));
    }
    let is_moved = |it: &At| it.member.how == How::Foreign;
    // If there is no payload, the first of them stays in place and becomes its key.
    let n_first = if payload.is_some() { on.members().take_while(is_moved).count() } else { 0 };
    for (idx, at) in members.iter().enumerate() {
        if idx == 0 && payload.is_none() {
            fix = fix.replace(at.whole(), format!("\"response\": {}", quote(&content)));
        } else if let Some(span) = at.removed_with(n_first) {
            fix = fix.delete(span);
        }
    }
    fix
}

/// The other fields that a mixed object lacks, for its message.
fn missing_too(on: On) -> String {
    let absent: Vec<&str> = absent(on, true).iter().map(|it| it.name).collect();
    let verb = if absent.len() == 1 { "is" } else { "are" };
    let names = listed(&absent, " and ");
    if absent.is_empty() { String::new() } else { format!("; {names} {verb} also missing") }
}

/// An envelope in an envelope. With a different id, it may be a forwarded response to another request; `is_due` says
/// whether other content is expected there.
pub(super) fn nested(outer: On, inner: On, is_due: bool, out: &mut Findings) {
    let (mut is_safe, mut is_other, mut key) = (true, false, outer.object.node);
    for at in outer.members() {
        let Some(field) = at.member.field.filter(|it| !it.is_payload()) else {
            is_safe &= at.member.field.is_some();
            key = if at.member.field.is_some() { at.member.key } else { key };
            continue;
        };
        if inner.member(field.name).is_none_or(|it| it.raw() != at.raw()) {
            is_safe = false;
            is_other |= field.from_request;
        }
    }
    let is_here = inner.object.doc == outer.object.doc;
    let severity = if is_other && !is_due && !is_here { Severity::Warning } else { Severity::Error };
    let fails = |on: On| is_failure(on.document(), on.object.node, on.object.record);
    let is_lost = fails(outer) && !fails(inner);
    let safety = match (is_lost, is_safe) {
        (true, _) => None,
        (false, true) => Some(Safety::Safe),
        (false, false) => Some(Safety::Suggestion),
    };
    let (from, to) = (outer.object, inner.object);
    let outer_member = OnlyMember { doc: from.doc, object: from.node, key };
    around(outer.ctx, outer_member, (to.doc, to.node), (severity, safety), out);
}

fn raw<'a>(document: &'a Document, node: NodeId) -> &'a str {
    document.tree.raw(&document.text, node)
}

/// The only member of an object.
pub(super) struct OnlyMember {
    pub(super) doc: DocId,
    pub(super) object: NodeId,
    pub(super) key: NodeId,
}

/// An envelope under the only key of its object.
pub(super) fn around(
    ctx: &Context,
    OnlyMember { doc, object: outer, key }: OnlyMember,
    (inner_doc, inner): (DocId, NodeId),
    (severity, safety): (Severity, Option<Safety>),
    out: &mut Findings,
) {
    let (document, content) = (ctx.doc(doc), ctx.doc(inner_doc));
    let (tree, text) = (&document.tree, &*document.text);
    out.report(&rules::NESTED_ENVELOPE, doc, tree.span(key), |finding| {
        finding.severity = severity;
        finding.say(format_args!(
            "`{}` contains a complete envelope, which should be the whole file",
            Shown(&tree.text(text, key))
        ));
        // The outer envelope may say that the run failed.
        if let Some(safety) = safety.filter(|_| document.is_sure && content.is_sure) {
            let fix = Fix::new(safety, "Keep only that envelope");
            let fix = fix.replace(tree.span(outer), raw(content, inner));
            // It is safe if the outer one says nothing more.
            finding.fix(if safety == Safety::Safe { fix.redundant() } else { fix });
        }
    });
}
