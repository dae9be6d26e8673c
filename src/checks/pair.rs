//! Request and response together: names, ids, times. The partner is found among the siblings by name.

use std::borrow::Cow;
use std::fmt::Arguments;

use super::say::Shown;
use crate::bind::How;
use crate::diagnostic::{Finding, Fix, Safety};
use crate::document::Document;
use crate::envelope::{Envelope, envelope_text};
use crate::findings::Findings;
use crate::json::{Kind, quote};
use crate::names::{FileKind, FileName, PHASES, file_name};
use crate::query::{At, Context, On, Request, is_placeholder, is_uuid, number};
use crate::rules;
use crate::spec::Pairing;
use crate::text::Span;
use crate::timestamp;

/// The clock is read a little before and after the agent runs.
const TOLERANCE_SECONDS: f64 = 2.0;

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    let Some(on) = ctx.root_object().map(|it| ctx.on(it)) else { return };
    names(ctx, out);
    if on.object.format.field("phase").is_some() {
        phase_in_name(on, out);
    }
    let Some(pairing) = on.object.format.pairing.as_ref() else { return };
    duplicate_id(on, pairing, out);
    if let Some(request) = &ctx.request {
        let pair = Pair { on, pairing, request };
        pair.id(out);
        pair.version(out);
        pair.times(out);
        pair.agent(out);
    }
}

/// Whether the version of a response differs from its request's, which has its own rule.
pub(super) fn is_other_version(at: At, out: &Findings) -> bool {
    let name = at.name();
    let is_version = at.object.format.pairing.as_ref().is_some_and(|it| it.version == name) && at.on().is_root();
    let due = at.ctx.request.as_ref().filter(|_| is_version && !out.is_off(&rules::PAIR_VERSION));
    due.and_then(|it| it.text(&name)).is_some_and(|due| at.string().is_some_and(|it| it != due))
}

/// Whether the file's name has a finding other than that its phase does not exist.
pub(super) fn has_other_name(ctx: &Context, out: &Findings) -> bool {
    ctx.options.siblings.is_some() && !out.is_off(&rules::PAIR_NAME) && other_name(ctx).is_some()
}

/// Reports a name without a phase, unless a partner shows that the name is wrong, which is reported instead.
pub(super) fn unphased_name(ctx: &Context, out: &mut Findings) {
    if !ctx.name.is_unphased() || other_name(ctx).is_some() || phased_twin(ctx).is_some() {
        return;
    }
    out.report(&rules::UNPHASED_NAME, 0, Span::default(), |finding| {
        let phase = match ctx.name.kind {
            FileKind::Request => own_phase(ctx),
            FileKind::Response | FileKind::Other => ctx.phase(),
        };
        let kind = ctx.name.kind;
        let expected = match phase {
            Some(_) => file_name(kind, phase),
            None => format!(".agent-{}-phaseN.json", kind.word()),
        };
        finding.say(format_args!(
            "Newer readers look for `{expected}`; only older ones accept `{}`",
            Shown(&ctx.name.name)
        ));
        if phase.is_some() {
            rename(finding, expected);
        }
    });
}

/// Offers another name for the file.
pub(super) fn rename(finding: &mut Finding, name: String) {
    finding.fix(Fix::guess(format_args!("Rename the file to `{name}`")).rename_file(name));
}

/// The phase given in the request itself.
fn own_phase(ctx: &Context) -> Option<u32> {
    ctx.on(ctx.root_object()?).member("phase")?.raw().parse().ok()
}

/// The first other response in the folder that meets a condition.
fn response(ctx: &Context, is_so: &dyn Fn(&FileName, &str) -> bool) -> Option<FileName> {
    for (name, text) in ctx.options.siblings.as_deref()? {
        let sibling = FileName::new(name);
        let is_other = *name != ctx.name.name && sibling.prefix == ctx.name.prefix;
        if is_other && sibling.kind == FileKind::Response && is_so(&sibling, text) {
            return Some(sibling);
        }
    }
    None
}

/// The name that this response should have, if the only request in its folder has another phase. Readers do not look
/// for names with a prefix.
fn other_name(ctx: &Context) -> Option<(String, String)> {
    let request = ctx.request.as_ref()?.name.as_ref()?;
    let expected = request.partner()?;
    let is_wrong = expected != ctx.name.name && ctx.name.prefix.is_empty();
    (ctx.name.kind == FileKind::Response && is_wrong).then(|| (request.name.clone(), expected))
}

/// The response with a phase that is in the same folder as this response without one.
fn phased_twin(ctx: &Context) -> Option<String> {
    if ctx.name.kind != FileKind::Response || !ctx.name.is_unphased() {
        return None;
    }
    response(ctx, &|it, _| it.phase.is_some()).map(|it| it.name)
}

fn names(ctx: &Context, out: &mut Findings) {
    let start = Span::default();
    if ctx.options.siblings.is_none() || ctx.name.kind == FileKind::Other {
        return;
    }
    if let Some(twin) = phased_twin(ctx) {
        return out.report(&rules::PAIR_BOTH_NAMES, 0, start, |finding| {
            let twin = Shown(&twin);
            finding.say(format_args!("`{twin}` is in the same folder; newer readers ignore this file"));
        });
    }
    if let Some((request, expected)) = other_name(ctx) {
        return out.report(&rules::PAIR_NAME, 0, start, |finding| {
            let request = Shown(&request);
            finding
                .say(format_args!("The request is `{request}`, so readers look for `{expected}`, not for this file"));
            rename(finding, expected);
        });
    }
    let Some(partner) = ctx.name.partner().filter(|_| ctx.name.prefix.is_empty()) else { return };
    if ctx.name.kind == FileKind::Response && ctx.request.is_none() {
        out.report(&rules::PAIR_REQUEST_MISSING, 0, start, |finding| {
            let partner = Shown(&partner);
            finding.say(format_args!("`{partner}` is not in this folder, so the ids cannot be compared"));
        });
    }
    let answer = response(ctx, &|it, _| it.name == partner || it.is_unphased());
    if ctx.name.kind == FileKind::Request && answer.is_none() {
        out.report(&rules::PAIR_RESPONSE_MISSING, 0, start, |finding| {
            finding.say(format_args!("There is no response yet; the reader waits for `{partner}`"));
            finding.fix(Fix::guess(format_args!("Create `{partner}`")).create_file(partner, skeleton(ctx)));
        });
    }
}

/// A response to be filled in.
fn skeleton(ctx: &Context) -> String {
    let id = ctx.root_object().and_then(|it| ctx.on(it).member("request_id")?.string());
    let now = ctx.options.now.as_deref().unwrap_or("...");
    envelope_text(&Envelope::of_content("{...}", Some(id.as_deref().unwrap_or("...")), now))
}

fn phase_in_name(on: On, out: &mut Findings) {
    let (Some(named), Some(at)) = (on.ctx.name.phase, on.member("phase")) else { return };
    let raw = at.raw();
    // A phase that does not exist has its own finding.
    let exists = |it: f64, rule| PHASES.contains(&(it as u32)) && it % 1.0 == 0.0 || out.is_off(rule);
    let is_known = exists(number(raw), &rules::OUT_OF_RANGE) && exists(f64::from(named), &rules::PHASE_RANGE);
    if at.kind() != Kind::Number || !is_known || number(raw) == f64::from(named) {
        return;
    }
    out.report(&rules::PHASE_MISMATCH, on.object.doc, at.span(), |finding| {
        finding.say(format_args!("`phase` is `{}`, but the file name says phase {named}", Shown(raw)));
    });
}

fn duplicate_id(on: On, pairing: &Pairing, out: &mut Findings) {
    let Some(at) = on.member(pairing.id) else { return };
    let Some(id) = at.string().filter(|it| is_uuid(it)) else { return };
    // If only one of two names has a phase, they are two files for one answer, which has its own finding.
    let are_all_meant = out.is_off(&rules::PAIR_BOTH_NAMES);
    let same_id = |name: &FileName, text: &str| {
        if name.is_unphased() != on.ctx.name.is_unphased() && !are_all_meant {
            return false;
        }
        let other = Document::file(text);
        let value = other.tree.root().and_then(|root| other.tree.get(&other.text, root, pairing.id));
        value.is_some_and(|it| other.tree.is_text(&other.text, it, &id))
    };
    let Some(other) = response(on.ctx, &same_id) else { return };
    out.report(&rules::PAIR_DUPLICATE_ID, on.object.doc, at.span(), |finding| {
        finding.say(format_args!("`{}` has the same `{}`; a request has one response", Shown(&other.name), pairing.id));
    });
}

/// A response and the request it answers.
struct Pair<'a> {
    on: On<'a>,
    pairing: &'a Pairing,
    request: &'a Request<'a>,
}

/// A member that is a string in both files.
struct PairedText<'a> {
    at: At<'a>,
    found: Cow<'a, str>,
    /// The value in the request.
    expected: String,
}

impl<'a> Pair<'a> {
    fn both(&self, field: &str) -> Option<PairedText<'a>> {
        let at = self.on.member(field)?;
        Some(PairedText { at, found: at.string()?, expected: self.request.text(field)? })
    }

    fn id(&self, out: &mut Findings) {
        let name = self.pairing.id;
        let Some(PairedText { at, found, expected }) = self.both(name) else { return };
        if found == expected || found.trim().is_empty() || expected.trim().is_empty() {
            return;
        }
        out.report(&rules::PAIR_ID, at.object.doc, at.span(), |finding| {
            finding.say(format_args!(
                "`{name}` is `{}`, but the request has `{}`; this may be the response to another request",
                Shown(&found),
                Shown(&expected)
            ));
            // A different id may be correct and belong to another request.
            let is_unwritten =
                at.member.field.is_some_and(|it| is_placeholder(&found, it) && !is_placeholder(&expected, it));
            let safety = if is_unwritten { Safety::Safe } else { Safety::Suggestion };
            finding.fix(Fix::new(safety, "Copy the id from the request").replace(at.span(), quote(&expected)));
        });
    }

    fn version(&self, out: &mut Findings) {
        let name = self.pairing.version;
        let Some(PairedText { at, found, expected }) = self.both(name) else { return };
        if found != expected {
            let (found, expected) = (Shown(&found), Shown(&expected));
            let message = format_args!("`{name}` is `{found}`, but the request has `{expected}`");
            report(&rules::PAIR_VERSION, at, message, out);
        }
    }

    fn times(&self, out: &mut Findings) {
        let mut between = None;
        if let Some(PairedText { at, found, expected }) = self.both(self.pairing.time)
            && let (Ok(answer), Ok(asked)) = (timestamp::parse(&found), timestamp::parse(&expected))
        {
            let seconds = answer.seconds - asked.seconds;
            between = u64::try_from(seconds).ok();
            if seconds < 0 {
                let message =
                    format_args!("The response is older than its request; it may be left over from another run");
                report(&rules::PAIR_TIME_ORDER, at, message, out);
            }
        }
        self.duration(between, out);
    }

    fn duration(&self, between: Option<u64>, out: &mut Findings) {
        let name = self.pairing.duration;
        // Under another name, it may have another unit, and the name is already a finding.
        let Some(at) = self.on.member(name).filter(|it| it.member.how == How::Name) else { return };
        if at.kind() != Kind::Number {
            return;
        }
        let raw = at.raw();
        let took = number(raw);
        let found = Shown(raw);
        if let Some(seconds) = between.filter(|it| took > *it as f64 + TOLERANCE_SECONDS) {
            let message =
                format_args!("`{name}` is `{found}`, but the response was created only {seconds} s after the request");
            return report(&rules::PAIR_DURATION, at, message, out);
        }
        let (status, in_time) = self.pairing.in_time;
        let limit = self.request.number(self.pairing.limit).filter(|it| took > *it);
        if limit.is_some() && self.on.member(status).is_some_and(|it| it.is_text(in_time)) {
            let limit = self.request.get(self.pairing.limit).unwrap_or_default();
            let limit = Shown(self.request.document.tree.raw(&self.request.document.text, limit));
            let message = format_args!("`{name}` is `{found}`, but the request allows only {limit} s");
            report(&rules::PAIR_DURATION, at, message, out);
        }
    }

    fn agent(&self, out: &mut Findings) {
        let (asked, (object, key)) = self.pairing.agent;
        let (tree, text) = (self.on.tree(), self.on.source());
        let value = self.on.member(object).and_then(|it| tree.get(text, it.member.value, key));
        let Some(value) = value.filter(|it| tree.kind(*it) == Kind::String) else { return };
        let (Some(expected), found) = (self.request.text(asked), tree.text(text, value)) else { return };
        if expected != found {
            let (expected, found) = (Shown(&expected), Shown(&found));
            let message = format_args!("The request is for `{expected}`, but the response is from `{found}`");
            out.report(&rules::PAIR_AGENT, self.on.object.doc, tree.span(value), |it| it.say(message));
        }
    }
}

/// Reports a member of the response.
fn report(rule: &'static rules::Rule, at: At, message: Arguments, out: &mut Findings) {
    out.report(rule, at.object.doc, at.span(), |it| it.say(message));
}
