//! Values: their types, words, numbers, ids and times.

mod words;

use super::{lists, lookup, numbers, paths, types};
use crate::bind::{How, accepts};
use crate::diagnostic::{Fix, Severity, shown};
use crate::findings::Findings;
use crate::json::{Flags, Kind, NodeId, quote};
use crate::query::{At, Context, On, is_uuid, uuid_in};
use crate::rules;
use crate::spec::{Field, Form, Marker, Shape, Text};
use crate::timestamp;

/// A day: the clocks of other machines may differ that much.
const TOLERANCE: i64 = 86_400;

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    ctx.each_read(out, |on, out| {
        for at in on.members() {
            let Some(field) = at.member.field else { continue };
            let value = FieldValue { at, field };
            if value.can_be_judged() {
                out.beyond(field.is_beyond(), |out| value.check(out));
            }
        }
        if let Some(list) = on.object.list {
            lists::check(on, list, out);
        }
        made_by_tool(on, out);
        cut_off(on, out);
    });
}

/// A value and its field.
struct FieldValue<'a> {
    at: At<'a>,
    field: &'static Field,
}

impl<'a> std::ops::Deref for FieldValue<'a> {
    type Target = At<'a>;

    fn deref(&self) -> &At<'a> {
        &self.at
    }
}

impl FieldValue<'_> {
    /// Whether it is complete, under a name that means the field, and in an allowed place.
    fn can_be_judged(&self) -> bool {
        let (on, node) = (self.on(), self.node());
        if self.member.how == How::Alias(false) || node.kind == Kind::Broken || node.flags.has(Flags::UNCLOSED) {
            return false;
        }
        // If a field is not allowed, a valid value is no better; null is wrong only if a value is required.
        match self.field.otherwise {
            Some(_) if node.kind == Kind::Null => on.holds(self.field.when),
            Some(_) => on.failing(self.field.when).is_none(),
            None => true,
        }
    }

    fn check(&self, out: &mut Findings) {
        let Self { at, field } = *self;
        let kind = at.kind();
        if !accepts(&field.shape, kind) {
            if kind == Kind::String && at.is_placeholder() {
                // A placeholder of the wrong type: an error if a wrong type is one, else a warning.
                let instead = field.instead.filter(|it| accepts(it.0, kind));
                let mistyped = instead.map_or(field.mistyped, |it| it.1);
                return self.placeholder(self.softened(mistyped.min(Severity::Warning)), out);
            }
            return types::wrong_type(at, field, out);
        }
        let is_stand_in = || kind == Kind::String && (at.is_blank() || at.is_placeholder());
        if field.lookup.is_some() && !is_stand_in() && lookup::check(at, field, out) {
            return;
        }
        let shape = field.shape.inner();
        #[cfg(feature = "tool-calls")]
        let shape = if kind == Kind::Number { shape.of_kind(|it| accepts(it, kind)) } else { shape };
        match shape {
            Shape::Text(text) if kind == Kind::String => self.facts(text, out),
            Shape::Number(limits) if kind == Kind::Number => numbers::check(at, field, limits, out),
            _ => (),
        }
    }

    fn facts(&self, facts: &Text, out: &mut Findings) {
        let text = self.text();
        if text.trim().is_empty() {
            if let Some(severity) = facts.blank {
                return self.blank(severity, out);
            }
        } else if self.is_placeholder() {
            return self.placeholder(facts.placeholder, out);
        }
        if let Some((limit, severity)) = facts.max_bytes.filter(|it| text.len() > it.0 as usize) {
            out.report(&rules::OVER_LIMIT, self.object.doc, self.span(), |finding| {
                finding.severity = severity;
                finding.say(format_args!("`{}` has {} bytes; the limit is {limit}", self.name(), text.len()));
            });
        }
        match facts.form {
            Form::Free | Form::Markdown => (),
            Form::Path => paths::check(self.at, &text, out),
            Form::Word(words) => self.word(words, &text, out),
            Form::Uuid => self.uuid(&text, out),
            Form::Time(severity) => self.time(severity, &text, out),
            Form::Hyphened(severity) => self.hyphened(severity, &text, out),
        }
    }

    fn hyphened(&self, severity: Severity, text: &str, out: &mut Findings) {
        let is_plain = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-';
        if text.bytes().all(is_plain) && !text.starts_with('-') && !text.ends_with('-') {
            return;
        }
        out.report(&rules::UNUSUAL_FORM, self.object.doc, self.span(), |finding| {
            finding.severity = severity;
            let (name, found) = (self.name(), shown(text));
            finding.say(format_args!("`{name}` is `{found}`; expected lowercase words joined by hyphens"));
        });
    }

    /// The value of this field in the paired request.
    fn requested(&self) -> Option<String> {
        let is_asked = self.field.from_request && self.on().is_root();
        let request = self.ctx.request.as_ref().filter(|_| is_asked)?;
        request.text(self.field.name).filter(|it| !it.trim().is_empty())
    }

    fn blank(&self, severity: Severity, out: &mut Findings) {
        out.report(&rules::EMPTY_VALUE, self.object.doc, self.span(), |finding| {
            finding.severity = self.softened(severity);
            finding.say(format_args!("`{}` is empty", self.name()));
            if self.field.from_request {
                finding.message.push_str("; expected the id from the request");
            }
            if let Some(id) = self.requested() {
                finding.fix(Fix::safe("Copy it from the request").replace(self.span(), quote(&id)));
            }
            if let Some(id) = lists::free_id(self.on(), self.field) {
                finding.fix(Fix::safe(format_args!("Replace with `{id}`")).replace(self.span(), quote(&id)));
            }
        });
    }

    fn placeholder(&self, severity: Severity, out: &mut Findings) {
        let text = self.text();
        // If the request is known, this id is reported as one that differs from the request's.
        if self.requested().is_some_and(|it| it != text) {
            return;
        }
        out.report(&rules::PLACEHOLDER, self.object.doc, self.span(), |finding| {
            finding.severity = severity;
            finding.say(format_args!("`{}` still contains the placeholder `{}`", self.name(), shown(&text)));
        });
    }

    /// A value that the public programs never read is not an error in their profile.
    fn softened(&self, severity: Severity) -> Severity {
        let is_read = !self.field.is_unchecked || matches!(self.field.shape.inner(), Shape::Number(_));
        let is_soft = !is_read && self.ctx.is_upstream() && severity == Severity::Error;
        if is_soft { Severity::Warning } else { severity }
    }

    fn uuid(&self, text: &str, out: &mut Findings) {
        let is_marked = self.object.format.made_by_tool.iter().any(|it| match it {
            Marker::Text(field, values) => *field == self.field.name && values.contains(&text),
            Marker::Flag(..) => false,
        });
        // An id that differs from the request's has its own finding.
        let differs = self.requested().is_some_and(|it| it != text);
        if is_uuid(text) || text.trim().is_empty() || is_marked || differs {
            return;
        }
        let span = self.span();
        out.report(&rules::NOT_A_UUID, self.object.doc, span, |finding| {
            finding.say(format_args!("`{}` is `{}`; expected a UUID", self.name(), shown(text)));
            if let Some(id) = uuid_in(text) {
                let fix = Fix::guess(format_args!("Replace with `{}`", quote(&id)));
                finding.fix(fix.replace(span, quote(&id)).redundant());
            }
        });
    }

    fn time(&self, severity: Severity, text: &str, out: &mut Findings) {
        let doc = self.object.doc;
        let span = self.span();
        let time = match timestamp::parse(text) {
            Ok(time) => time,
            Err(reason) => {
                return out.report(&rules::BAD_TIMESTAMP, doc, span, |finding| {
                    finding.severity = self.softened(severity);
                    let unix = types::from_unix(text);
                    let reason = if unix.is_some() { "it is a Unix time" } else { reason };
                    let (name, found) = (self.name(), shown(text));
                    finding.say(format_args!(
                        "`{name}` is `{found}`; expected an ISO 8601 time such as 2025-11-24T14:22:45+00:00 ({reason})"
                    ));
                    if let Some(json) = unix.or_else(|| timestamp::meant(text).map(|it| quote(&it))) {
                        finding.fix(Fix::guess(format_args!("Replace with `{json}`")).replace(span, &json));
                    }
                });
            }
        };
        if !time.has_zone {
            out.report(&rules::NO_TIME_ZONE, doc, span, |finding| {
                let name = self.name();
                finding.message =
                    format!("`{name}` has no time zone; expected `Z` or an offset such as `+00:00` at the end");
            });
        }
        if self.ctx.now.is_some_and(|now| time.seconds > now.seconds + TOLERANCE) {
            out.report(&rules::FUTURE_TIMESTAMP, doc, span, |finding| {
                finding.say(format_args!("`{}` is more than a day in the future", self.name()));
            });
        }
    }
}

/// Reports an object that says of itself that its text was cut off.
fn cut_off(on: On, out: &mut Findings) {
    let Some((field, key)) = on.object.format.cut_mark else { return };
    let Some(value) = flagged(on, field, key) else { return };
    out.report(&rules::TRUNCATED, on.object.doc, on.tree().span(value), |finding| {
        finding.severity = Severity::Warning;
        finding.say(format_args!("The text was cut off when this was written, so something is missing"));
    });
}

/// Whether the request is known and has the same id.
fn has_requested_id(on: On) -> bool {
    let request = on.ctx.request.as_ref().filter(|_| on.is_root());
    let id = |it: At| request?.text(it.member.field.filter(|it| it.from_request)?.name);
    let is_same = |it: At| id(it).is_some_and(|id| it.is_text(&id));
    on.members().any(is_same)
}

/// The value of a member of the object in a field, if it is true.
fn flagged(on: On, field: &str, key: &str) -> Option<NodeId> {
    let value = on.tree().get(on.source(), on.object.member(field)?.value, key)?;
    (on.tree().kind(value) == Kind::True).then_some(value)
}

/// Reports an envelope that a tool wrote around a payload: it cannot be matched to its request.
fn made_by_tool(on: On, out: &mut Findings) {
    let marked = on.object.format.made_by_tool.iter().find_map(|marker| match *marker {
        Marker::Text(field, values) => {
            let at = on.member(field).filter(|it| it.kind() == Kind::String)?;
            let why = "it cannot be matched to its request";
            values.iter().any(|it| at.is_text(it)).then_some((at.member.value, why))
        }
        Marker::Flag(field, key) => {
            let flag = flagged(on, field, key).filter(|_| !has_requested_id(on))?;
            Some((flag, "its id may not be that of the request"))
        }
    });
    let Some((value, why)) = marked else { return };
    out.report(&rules::MADE_BY_TOOL, on.object.doc, on.tree().span(value), |finding| {
        finding.say(format_args!("A tool created this envelope, so {why}"));
    });
}
