//! Request and response together: names, ids, times. What belongs together is found among the siblings by name.

use super::{Context, Request, number};
use crate::bind::Object;
use crate::diagnostic::{Finding, Fix, shown};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{Kind, NodeId, quote};
use crate::names::{FileKind, FileName, file_name};
use crate::rules;
use crate::spec::Pairing;
use crate::text::Span;
use crate::timestamp;
use crate::wrap::{Envelope, envelope_text};

/// Clocks are read a little before and after the agent runs.
const TOLERANCE_SECONDS: f64 = 2.0;

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    let Some(object) = ctx.root_object() else { return };
    names(ctx, out);
    if object.format.fields.iter().any(|it| it.name == "phase") {
        phase_in_name(ctx, object, out);
    }
    let Some(pairing) = object.format.pairing.as_ref() else { return };
    duplicate_id(ctx, object, pairing, out);
    if let Some(request) = &ctx.request {
        let pair = Pair { ctx, object, pairing, request };
        pair.id(out);
        pair.version(out);
        pair.times(out);
        pair.agent(out);
    }
}

/// A name without a phase; where a partner shows that it is wrong, that is said instead.
pub(super) fn unphased_name(ctx: &Context, out: &mut Findings) {
    if !ctx.name.is_unphased() || other_name(ctx).is_some() || phased_twin(ctx).is_some() {
        return;
    }
    out.report(&rules::UNPHASED_NAME, 0, Span::default(), |it| {
        let phase = match ctx.name.kind {
            FileKind::Request => own_phase(ctx),
            FileKind::Response | FileKind::Other => ctx.phase(),
        };
        let kind = ctx.name.kind;
        let expected =
            phase.map_or_else(|| format!(".agent-{}-phaseN.json", kind.word()), |it| file_name(kind, Some(it)));
        it.message = format!("Newer programs look for `{expected}`; only older ones read `{}`", ctx.name.name);
        if phase.is_some() {
            it.fix(Fix::guess(format!("rename the file to `{expected}`")).rename_file(expected));
        }
    });
}

/// The phase that a request itself names.
fn own_phase(ctx: &Context) -> Option<u32> {
    let object = ctx.root_object()?;
    let value = object.member("phase")?.value;
    let document = ctx.doc(object.doc);
    document.tree.raw(&document.text, value).parse().ok()
}

fn siblings<'a>(ctx: &'a Context) -> impl Iterator<Item = (FileName, &'a str)> {
    let all = ctx.options.siblings.as_deref().unwrap_or_default();
    let others = all.iter().filter(|it| it.0 != ctx.name.name);
    others.map(|(name, text)| (FileName::new(name), text.as_str()))
}

/// The name this response should have, when the only request beside it has another phase.
fn other_name(ctx: &Context) -> Option<(String, String)> {
    let request = ctx.request.as_ref()?.name.as_ref()?;
    let expected = request.partner()?;
    (ctx.name.kind == FileKind::Response && expected != ctx.name.name).then(|| (request.name.clone(), expected))
}

/// The response with a phase beside this one without.
fn phased_twin(ctx: &Context) -> Option<String> {
    if ctx.name.kind != FileKind::Response || !ctx.name.is_unphased() {
        return None;
    }
    siblings(ctx).find(|it| it.0.kind == FileKind::Response && it.0.phase.is_some()).map(|it| it.0.name)
}

fn names(ctx: &Context, out: &mut Findings) {
    let start = Span::default();
    if ctx.options.siblings.is_none() || ctx.name.kind == FileKind::Other {
        return;
    }
    if let Some(twin) = phased_twin(ctx) {
        return out.report(&rules::PAIR_BOTH_NAMES, 0, start, |it| {
            let twin = shown(&twin);
            it.message = format!("`{twin}` stands beside this file; newer programs read only `{twin}`");
        });
    }
    if let Some((request, expected)) = other_name(ctx) {
        return out.report(&rules::PAIR_NAME, 0, start, |it| {
            let request = shown(&request);
            it.message =
                format!("The request is `{request}`, so the program looks for `{expected}` and not for this file");
            it.fix(Fix::guess(format!("rename the file to `{expected}`")).rename_file(expected));
        });
    }
    let Some(partner) = ctx.name.partner() else { return };
    if ctx.name.kind == FileKind::Response && ctx.request.is_none() {
        out.report(&rules::PAIR_REQUEST_MISSING, 0, start, |it| {
            it.message = format!("There is no `{partner}` beside this file, so its id cannot be compared");
        });
    }
    let is_answered =
        siblings(ctx).any(|it| it.0.kind == FileKind::Response && (it.0.name == partner || it.0.is_unphased()));
    if ctx.name.kind == FileKind::Request && !is_answered {
        out.report(&rules::PAIR_RESPONSE_MISSING, 0, start, |it| {
            it.message = format!("There is no answer yet; the program waits for `{partner}`");
            it.fix(Fix::guess(format!("create `{partner}`")).create_file(&partner, skeleton(ctx)));
        });
    }
}

/// An answer to be filled in.
fn skeleton(ctx: &Context) -> String {
    let id = ctx.root_object().and_then(|it| text_of(ctx, it, "request_id"));
    let now = ctx.options.now.as_deref().unwrap_or("...");
    envelope_text(&Envelope::of_content("{...}", Some(id.as_deref().unwrap_or("...")), now))
}

fn phase_in_name(ctx: &Context, object: &Object, out: &mut Findings) {
    let document = ctx.doc(object.doc);
    let (Some(named), Some(member)) = (ctx.name.phase, object.member("phase")) else { return };
    let raw = document.tree.raw(&document.text, member.value);
    let is_number = document.tree.kind(member.value) == Kind::Number;
    if !is_number || number(raw) == f64::from(named) {
        return;
    }
    out.report(&rules::PHASE_MISMATCH, object.doc, document.tree.span(member.value), |it| {
        it.message = format!("`phase` is `{}`, but the file name says phase {named}", shown(raw));
    });
}

/// The text of a member that is a string.
fn text_of(ctx: &Context, object: &Object, field: &str) -> Option<String> {
    let document = ctx.doc(object.doc);
    let value = object.member(field)?.value;
    let is_text = document.tree.kind(value) == Kind::String;
    is_text.then(|| document.tree.text(&document.text, value).into_owned())
}

fn duplicate_id(ctx: &Context, object: &Object, pairing: &Pairing, out: &mut Findings) {
    let Some(member) = object.member(pairing.id) else { return };
    let Some(id) = text_of(ctx, object, pairing.id).filter(|it| super::values::is_uuid(it)) else { return };
    let same_id = |text: &str| {
        let other = Document::file(text);
        let value = other.tree.root().and_then(|root| other.tree.get(&other.text, root, pairing.id));
        value.is_some_and(|it| other.tree.is_text(&other.text, it, &id))
    };
    let mut responses = siblings(ctx).filter(|it| it.0.kind == FileKind::Response);
    let Some((other, _)) = responses.find(|it| same_id(it.1)) else { return };
    out.report(&rules::PAIR_DUPLICATE_ID, object.doc, ctx.doc(object.doc).tree.span(member.value), |it| {
        it.message = format!("`{}` answers the same request", shown(&other.name));
    });
}

/// A response and the request it answers.
struct Pair<'a> {
    ctx: &'a Context<'a>,
    object: &'a Object,
    pairing: &'a Pairing,
    request: &'a Request<'a>,
}

impl Pair<'_> {
    fn report(&self, rule: &'static rules::Rule, value: NodeId, out: &mut Findings, build: impl FnOnce(&mut Finding)) {
        let span = self.ctx.doc(self.object.doc).tree.span(value);
        out.report(rule, self.object.doc, span, build);
    }

    /// A member of the response that is a string, with its node.
    fn text(&self, field: &str) -> Option<(NodeId, String)> {
        Some((self.object.member(field)?.value, text_of(self.ctx, self.object, field)?))
    }

    fn id(&self, out: &mut Findings) {
        let (Some((value, found)), Some(expected)) = (self.text(self.pairing.id), self.request.text(self.pairing.id))
        else {
            return;
        };
        if found == expected || found.trim().is_empty() || expected.trim().is_empty() {
            return;
        }
        self.report(&rules::PAIR_ID, value, out, |it| {
            it.message = format!(
                "`{}` is `{}`, but the request has `{}`; this may answer another request",
                self.pairing.id,
                shown(&found),
                shown(&expected)
            );
            let span = it.span;
            it.fix(Fix::safe("copy the id from the request").replace(span, quote(&expected)));
        });
    }

    fn version(&self, out: &mut Findings) {
        let name = self.pairing.version;
        let (Some((value, found)), Some(expected)) = (self.text(name), self.request.text(name)) else { return };
        if found != expected {
            self.report(&rules::PAIR_VERSION, value, out, |it| {
                it.message = format!("`{name}` is `{}`, but the request has `{}`", shown(&found), shown(&expected));
            });
        }
    }

    fn times(&self, out: &mut Findings) {
        let asked = self.request.text(self.pairing.time).and_then(|it| timestamp::parse(&it).ok());
        let answer = self.text(self.pairing.time).and_then(|it| Some((it.0, timestamp::parse(&it.1).ok()?)));
        let between = asked.zip(answer).map(|(asked, (value, answer))| (value, answer.seconds - asked.seconds));
        if let Some((value, _)) = between.filter(|it| it.1 < 0) {
            self.report(&rules::PAIR_TIME_ORDER, value, out, |it| {
                it.message = "The response is older than its request; it may be left over from another run".to_owned();
            });
        }
        self.duration(between.map(|it| it.1).filter(|it| *it >= 0), out);
    }

    fn duration(&self, between: Option<i64>, out: &mut Findings) {
        let name = self.pairing.duration;
        let document = self.ctx.doc(self.object.doc);
        let Some(value) = self.object.member(name).map(|it| it.value) else { return };
        if document.tree.kind(value) != Kind::Number {
            return;
        }
        let raw = document.tree.raw(&document.text, value);
        let took = number(raw);
        let (status, in_time) = self.pairing.in_time;
        let came_in_time = self.text(status).is_some_and(|it| it.1 == in_time);
        let limit = self.request.number(self.pairing.limit).filter(|it| came_in_time && took > *it);
        let longest = between.filter(|it| took > *it as f64 + TOLERANCE_SECONDS);
        let reason = if let Some(seconds) = longest {
            format!("only {seconds} seconds lie between request and response")
        } else if limit.is_some() {
            let raw = self
                .request
                .get(self.pairing.limit)
                .map(|it| self.request.document.tree.raw(&self.request.document.text, it));
            format!("the request allows {} seconds", shown(raw.unwrap_or_default()))
        } else {
            return;
        };
        self.report(&rules::PAIR_DURATION, value, out, |it| {
            it.message = format!("`{name}` is `{}`, but {reason}", shown(raw));
        });
    }

    fn agent(&self, out: &mut Findings) {
        let (asked, (object, key)) = self.pairing.agent;
        let document = self.ctx.doc(self.object.doc);
        let (tree, text) = (&document.tree, &*document.text);
        let value = self.object.member(object).and_then(|it| tree.get(text, it.value, key));
        let Some(value) = value.filter(|it| tree.kind(*it) == Kind::String) else { return };
        let (Some(expected), found) = (self.request.text(asked), tree.text(text, value)) else { return };
        if expected != found {
            self.report(&rules::PAIR_AGENT, value, out, |it| {
                it.message = format!("The request asks for `{}`, but `{}` answers", shown(&expected), shown(&found));
            });
        }
    }
}
