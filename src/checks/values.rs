//! Values: their types, words, numbers, ids and times.

mod words;

use std::borrow::Cow;

use super::{Context, conditions, fields, lists, lookup, numbers, paths, types};
use crate::bind::{How, Member, Object, is_stand_in};
use crate::diagnostic::{Fix, Severity, shown};
use crate::findings::Findings;
use crate::json::{Flags, Kind, NodeId, quote};
use crate::rules;
use crate::spec::{Field, Form, Marker, Shape, Text};
use crate::text::Span;
use crate::timestamp;

/// A day; clocks of other machines may be that far off.
const TOLERANCE: i64 = 86_400;

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    for object in &ctx.bindings.objects {
        if !ctx.enter(object, out) {
            continue;
        }
        for member in &object.members {
            let Some(field) = member.field else { continue };
            out.beyond(object.is_beyond || field.is_beyond());
            let value = Value { ctx, object, field, member, node: member.value };
            if value.can_be_judged() {
                value.check(out);
            }
        }
        out.beyond(object.is_beyond);
        if let Some(list) = object.list {
            lists::check(ctx, object, list, out);
        }
        made_by_tool(ctx, object, out);
    }
    out.beyond(false);
}

/// One value and its field.
struct Value<'a> {
    ctx: &'a Context<'a>,
    object: &'a Object,
    field: &'static Field,
    member: &'a Member,
    node: NodeId,
}

impl Value<'_> {
    /// Whether it is there whole, under a name that means the field, and in a place that it may have.
    fn can_be_judged(&self) -> bool {
        let Self { ctx, object, field, .. } = *self;
        let node = ctx.doc(object.doc).tree.node(self.node);
        if self.member.how == How::Alias(false) || node.kind == Kind::Broken || node.flags.has(Flags::UNCLOSED) {
            return false;
        }
        // Where a field is not allowed, a valid value is no better; null is wrong only where a value is required.
        match field.otherwise {
            Some(_) if node.kind == Kind::Null => conditions::all_hold(ctx, object, field.when),
            Some(_) => conditions::failing(ctx, object, field.when).is_none(),
            None => true,
        }
    }

    fn check(&self, out: &mut Findings) {
        let Self { ctx, object, field, member, node } = *self;
        let kind = ctx.doc(object.doc).tree.kind(node);
        if !fields::accepts(&field.shape, kind) {
            if kind == Kind::String && self.is_placeholder() {
                // No string that can be read all the same; where another type is none of the worst, nor is this.
                return self.placeholder(self.softened(field.mistyped.min(Severity::Warning)), out);
            }
            return types::wrong_type(ctx, object, member, field, out);
        }
        if field.lookup.is_some() && !self.is_stand_in() && lookup::check(ctx, (object, member), field, out) {
            return;
        }
        match field.shape.inner() {
            Shape::Text(text) if kind == Kind::String => self.text(text, out),
            Shape::Number(limits) if kind == Kind::Number => {
                numbers::check(ctx, (object, member), (field, limits), out);
            }
            _ => (),
        }
    }

    fn text(&self, facts: &Text, out: &mut Findings) {
        let document = self.ctx.doc(self.object.doc);
        let text = document.tree.text(&document.text, self.node);
        if text.trim().is_empty() {
            if let Some(severity) = facts.blank {
                return self.blank(severity, out);
            }
        } else if self.is_placeholder() {
            return self.placeholder(facts.placeholder, out);
        }
        if let Some((limit, severity)) = facts.max_bytes.filter(|it| text.len() > it.0 as usize) {
            out.report(&rules::OVER_LIMIT, self.object.doc, self.span(), |it| {
                it.severity = severity;
                it.say(format_args!("`{}` has {} bytes; the limit is {limit}", self.name(), text.len()));
            });
        }
        match facts.form {
            Form::Free => (),
            Form::Path => paths::check(self.ctx, (self.object.doc, self.span()), (&self.name(), &text), out),
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
        out.report(&rules::UNUSUAL_FORM, self.object.doc, self.span(), |it| {
            it.severity = severity;
            let (name, found) = (self.name(), shown(text));
            it.say(format_args!("`{name}` is `{found}`; expected lowercase words joined by hyphens"));
        });
    }

    /// What it is called in a message.
    fn name(&self) -> Cow<'static, str> {
        fields::name_of(self.ctx, self.object, self.member, self.field)
    }

    /// Nothing, or a placeholder.
    fn is_stand_in(&self) -> bool {
        let document = self.ctx.doc(self.object.doc);
        document.tree.kind(self.node) == Kind::String
            && (document.tree.is_blank(&document.text, self.node) || self.is_placeholder())
    }

    fn span(&self) -> Span {
        self.ctx.doc(self.object.doc).tree.span(self.node)
    }

    /// What the paired request has for this field.
    fn requested(&self) -> Option<String> {
        let is_asked = self.field.from_request && fields::is_root(self.ctx, self.object);
        let request = self.ctx.request.as_ref().filter(|_| is_asked)?;
        request.text(self.field.name).filter(|it| !it.trim().is_empty())
    }

    fn blank(&self, severity: Severity, out: &mut Findings) {
        out.report(&rules::EMPTY_VALUE, self.object.doc, self.span(), |it| {
            it.severity = self.softened(severity);
            it.say(format_args!("`{}` is empty", self.name()));
            if self.field.from_request {
                it.message.push_str("; expected the one from the request");
            }
            if let Some(id) = self.requested() {
                it.fix(Fix::safe("Copy it from the request").replace(self.span(), quote(&id)));
            }
            if let Some(id) = lists::free_id(self.ctx, self.object, self.field) {
                it.fix(Fix::safe(format_args!("Replace with `{id}`")).replace(self.span(), quote(&id)));
            }
        });
    }

    fn is_placeholder(&self) -> bool {
        let document = self.ctx.doc(self.object.doc);
        is_placeholder(&document.tree.text(&document.text, self.node), self.field)
    }

    fn placeholder(&self, severity: Severity, out: &mut Findings) {
        let document = self.ctx.doc(self.object.doc);
        let text = document.tree.text(&document.text, self.node);
        // With the request at hand it is one of the ids that differ, and reported as that.
        if self.requested().is_some_and(|it| it != text) {
            return;
        }
        out.report(&rules::PLACEHOLDER, self.object.doc, self.span(), |it| {
            it.severity = severity;
            it.say(format_args!("`{}` still contains the placeholder `{}`", self.name(), shown(&text)));
        });
    }

    /// What the public programs never look at is no error in their profile.
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
        // An id that differs from the request's is reported as that.
        let differs = self.requested().is_some_and(|it| it != text);
        if is_uuid(text) || text.trim().is_empty() || is_marked || differs {
            return;
        }
        let span = self.span();
        out.report(&rules::NOT_A_UUID, self.object.doc, span, |it| {
            it.say(format_args!("`{}` is `{}`; expected a UUID", self.name(), shown(text)));
        });
    }

    fn time(&self, severity: Severity, text: &str, out: &mut Findings) {
        let doc = self.object.doc;
        let span = self.span();
        let time = match timestamp::parse(text) {
            Ok(time) => time,
            Err(reason) => {
                return out.report(&rules::BAD_TIMESTAMP, doc, span, |it| {
                    it.severity = self.softened(severity);
                    let unix = types::from_unix(text);
                    let reason = if unix.is_some() { "it is a Unix time" } else { reason };
                    let (name, text) = (self.name(), shown(text));
                    it.say(format_args!(
                        "`{name}` is `{text}`; expected an ISO 8601 time such as 2025-11-24T14:22:45+00:00 ({reason})"
                    ));
                    if let Some(json) = unix {
                        it.fix(Fix::guess(format_args!("Replace with `{json}`")).replace(span, &json));
                    }
                });
            }
        };
        if !time.has_zone {
            out.report(&rules::NO_TIME_ZONE, doc, span, |it| {
                let name = self.name();
                it.message =
                    format!("`{name}` has no time zone; expected `Z` or an offset such as `+00:00` at the end");
            });
        }
        if self.ctx.now.is_some_and(|now| time.seconds > now.seconds + TOLERANCE) {
            out.report(&rules::FUTURE_TIMESTAMP, doc, span, |it| {
                it.say(format_args!("`{}` is in the future", self.name()));
            });
        }
    }
}

/// Words that templates have in place of a value.
pub(super) fn is_placeholder(text: &str, field: &Field) -> bool {
    let plain = text.trim();
    let is_id = matches!(field.shape.inner(), Shape::Text(it) if matches!(it.form, Form::Uuid));
    let id_words = ["uuid", "uuid-here", "your-uuid-here", "uuid-from-request-file", "todo", "none", "null"];
    is_stand_in(plain)
        || plain.eq_ignore_ascii_case("placeholder")
        || (is_id && (id_words.iter().any(|it| plain.eq_ignore_ascii_case(it)) || is_variable(plain)))
}

/// A variable that nothing was put in place of: `${REQUEST_ID}`, `$REQUEST_ID`, `{request_id}`, `{{ id }}`, `%REQUEST_ID%`.
fn is_variable(text: &str) -> bool {
    let name = match text.as_bytes() {
        [b'$', ..] | [b'{', .., b'}'] | [b'%', .., b'%'] => {
            text.trim_start_matches(['$', '{', '%', ' ']).trim_end_matches(['}', '%', ' '])
        }
        _ => "",
    };
    !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'.' | b'-'))
}

/// Eight, four, four, four and twelve hexadecimal digits.
pub(super) fn is_uuid(text: &str) -> bool {
    let fits =
        |(idx, it): (usize, u8)| if matches!(idx, 8 | 13 | 18 | 23) { it == b'-' } else { it.is_ascii_hexdigit() };
    text.len() == 36 && text.bytes().enumerate().all(fits)
}

/// An envelope that a tool wrote around a payload cannot be matched to its request.
fn made_by_tool(ctx: &Context, object: &Object, out: &mut Findings) {
    let document = ctx.doc(object.doc);
    let (tree, text) = (&document.tree, &*document.text);
    let marked = object.format.made_by_tool.iter().find_map(|marker| match *marker {
        Marker::Text(field, values) => {
            let value = object.member(field)?.value;
            let says = tree.kind(value) == Kind::String && values.iter().any(|it| tree.is_text(text, value, it));
            says.then_some(value)
        }
        Marker::Flag(field, key) => {
            let value = tree.get(text, object.member(field)?.value, key)?;
            (tree.kind(value) == Kind::True).then_some(value)
        }
    });
    let Some(value) = marked else { return };
    out.report(&rules::MADE_BY_TOOL, object.doc, tree.span(value), |it| {
        it.say(format_args!("A tool created this envelope, so it cannot be matched to its request"));
    });
}

#[cfg(test)]
mod tests {
    use super::is_uuid;

    #[test]
    fn uuids_have_five_groups() {
        assert!(is_uuid("32ecfadc-2b66-4daa-a7c0-a03c449fcea5"));
        assert!(!is_uuid("32ecfadc-2b66-4daa-a7c0-a03c449fcea"));
        assert!(!is_uuid("32ecfadc2b664daaa7c0a03c449fcea5"));
    }
}
