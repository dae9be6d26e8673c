//! Values: their types, words, numbers, ids and times.

use super::{Context, fields, number};
use crate::bind::{Object, closest, is_ellipsis, same_word};
use crate::diagnostic::{Fix, Severity, listed, shown};
use crate::findings::Findings;
use crate::json::{Flags, Kind, NodeId, quote};
use crate::rules;
use crate::spec::{Field, Form, Marker, Number, Shape, Text, Words};
use crate::timestamp;

/// A day; clocks of other machines may be that far off.
const TOLERANCE: i64 = 86_400;

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    for object in &ctx.bindings.objects {
        let document = ctx.doc(object.doc);
        for member in &object.members {
            let Some(field) = member.field else { continue };
            let node = document.tree.node(member.value);
            if node.kind == Kind::Broken || node.flags.has(Flags::UNCLOSED) {
                continue;
            }
            if !fields::accepts(&field.shape, node.kind) {
                fields::wrong_type(ctx, object, member, field, out);
                continue;
            }
            let value = Value { ctx, object, field, node: member.value };
            match field.shape.inner() {
                Shape::Text(text) if node.kind == Kind::String => value.text(text, out),
                Shape::Number(limits) => value.number(limits, out),
                Shape::Text(_) | Shape::Encoded(_) | Shape::Object | Shape::Names | Shape::Nullable(_) => (),
            }
        }
        made_by_tool(ctx, object, out);
    }
}

/// One value that has the type of its field.
struct Value<'a> {
    ctx: &'a Context<'a>,
    object: &'a Object,
    field: &'static Field,
    node: NodeId,
}

impl Value<'_> {
    fn text(&self, facts: &Text, out: &mut Findings) {
        let document = self.ctx.doc(self.object.doc);
        let text = document.tree.text(&document.text, self.node);
        let span = document.tree.span(self.node);
        let name = self.field.name;
        let from_request = |it: &mut crate::diagnostic::Finding| {
            let id = self.ctx.request.as_ref().filter(|_| self.field.from_request).and_then(|it| it.text(name));
            if let Some(id) = id {
                it.fix(Fix::safe("copy the id from the request").replace(span, quote(&id)));
            }
        };
        if text.trim().is_empty() {
            if let Some(severity) = facts.blank {
                out.report(&rules::EMPTY_VALUE, self.object.doc, span, |it| {
                    it.severity = severity;
                    it.message = format!("`{name}` is empty");
                    from_request(it);
                });
                return;
            }
        } else if is_placeholder(&text, facts.form) {
            out.report(&rules::PLACEHOLDER, self.object.doc, span, |it| {
                it.severity = facts.placeholder;
                it.message = format!("`{name}` still holds the placeholder `{}`", shown(&text));
                from_request(it);
            });
            return;
        }
        match facts.form {
            Form::Free => (),
            Form::Word(words) => self.word(words, &text, out),
            Form::Uuid => self.uuid(&text, out),
            Form::Time(severity) => self.time(severity, &text, out),
        }
    }

    fn word(&self, words: &Words, text: &str, out: &mut Findings) {
        if words.known.contains(&text) {
            return;
        }
        let span = self.ctx.doc(self.object.doc).tree.span(self.node);
        let name = self.field.name;
        out.report(&rules::UNKNOWN_VALUE, self.object.doc, span, |it| {
            it.severity = words.other;
            if words.other == Severity::Error && self.field.is_unchecked && self.ctx.is_upstream() {
                it.severity = Severity::Warning;
            }
            let expected = listed(words.known.iter().copied(), " or ");
            it.message = format!("`{name}` is `{}`; expected {expected}{}", shown(text), words.consequence);
            let plain = text.trim();
            let same = words.known.iter().find(|it| same_word(plain, it));
            let meant = words.meant.iter().find(|it| same_word(plain, it.0)).map(|it| it.1);
            let fix = if let Some(word) = same {
                Fix::safe(format!("write {}", quote(word))).replace(span, quote(word))
            } else if let Some(word) = meant.or_else(|| closest(plain, words.known.iter().copied())) {
                Fix::guess(format!("write {}", quote(word))).replace(span, quote(word))
            } else {
                return;
            };
            it.fix(fix);
        });
    }

    fn uuid(&self, text: &str, out: &mut Findings) {
        let is_marked = self.object.format.made_by_tool.iter().any(|it| match it {
            Marker::Text(field, values) => *field == self.field.name && values.contains(&text),
            Marker::Flag(..) => false,
        });
        // An id that differs from the request's is reported as that.
        let request_id = self.ctx.request.as_ref().filter(|_| self.field.from_request).and_then(|it| it.text(self.field.name));
        let differs = request_id.is_some_and(|it| it != text);
        if is_uuid(text) || text.trim().is_empty() || is_marked || differs {
            return;
        }
        let span = self.ctx.doc(self.object.doc).tree.span(self.node);
        out.report(&rules::NOT_A_UUID, self.object.doc, span, |it| {
            it.message = format!("`{}` is `{}`; requests are numbered with UUIDs", self.field.name, shown(text));
        });
    }

    fn time(&self, severity: Severity, text: &str, out: &mut Findings) {
        let doc = self.object.doc;
        let span = self.ctx.doc(doc).tree.span(self.node);
        let name = self.field.name;
        let soft = self.field.is_unchecked && self.ctx.is_upstream();
        let time = match timestamp::parse(text) {
            Ok(time) => time,
            Err(reason) => {
                return out.report(&rules::BAD_TIMESTAMP, doc, span, |it| {
                    it.severity = if soft { Severity::Warning } else { severity };
                    let text = shown(text);
                    it.message = format!(
                        "`{name}` is `{text}`; expected an ISO 8601 time such as 2025-11-24T14:22:45+00:00 ({reason})"
                    );
                });
            }
        };
        if !time.has_zone {
            out.report(&rules::NO_TIME_ZONE, doc, span, |it| {
                it.message = format!("`{name}` has no time zone; expected `Z` or an offset such as `+00:00` at its end");
            });
        }
        if self.ctx.now.is_some_and(|now| time.seconds > now.seconds + TOLERANCE) {
            out.report(&rules::FUTURE_TIMESTAMP, doc, span, |it| {
                it.message = format!("`{name}` lies in the future");
            });
        }
    }

    fn number(&self, limits: &Number, out: &mut Findings) {
        let doc = self.object.doc;
        let document = self.ctx.doc(doc);
        let (span, raw) = (document.tree.span(self.node), document.tree.raw(&document.text, self.node));
        let value = number(raw);
        // `NaN` and malformed numbers are faults of the text.
        if value.is_nan() {
            return;
        }
        let name = self.field.name;
        if limits.is_whole && value.fract() != 0.0 {
            return out.report(&rules::WRONG_TYPE, doc, span, |it| {
                it.severity = limits.min.map_or(Severity::Error, |it| it.1);
                it.message = format!("`{name}` should be a whole number; found `{}`", shown(raw));
            });
        }
        let too_small = limits.min.filter(|(min, _)| {
            let min = *min as f64;
            value < min || (limits.above_min && value <= min)
        });
        let too_large = limits.max.filter(|(max, _)| value > *max as f64);
        let Some((_, severity)) = too_small.or(too_large) else { return };
        out.report(&rules::OUT_OF_RANGE, doc, span, |it| {
            it.severity = severity;
            let unit = if limits.unit.is_empty() { String::new() } else { format!(" {}", limits.unit) };
            let raw = shown(raw);
            it.message = match (limits.min, limits.max) {
                (Some((min, _)), Some((max, _))) if !limits.may_be_thousandths => {
                    let from = if limits.above_min { format!("more than {min}") } else { format!("{min}") };
                    format!("`{name}` is `{raw}`; expected {from} to {max}{unit}")
                }
                (Some((min, _)), _) if too_small.is_some() => format!("`{name}` is `{raw}`; expected {min} or more{unit}"),
                _ => format!("`{name}` is `{raw}`{unit}, more than a day; it may be in milliseconds"),
            };
            if limits.may_be_thousandths && too_small.is_none() && !raw.contains(['e', 'E', '.']) {
                it.fix(Fix::guess("divide by 1000").replace(span, thousandths(&raw)));
            }
        });
    }
}

/// A whole number divided by a thousand, digit by digit.
fn thousandths(digits: &str) -> String {
    let cut = digits.len().saturating_sub(3);
    let (whole, rest) = digits.split_at_checked(cut).unwrap_or(("", digits));
    let rest = rest.trim_end_matches('0');
    format!("{}.{}", if whole.is_empty() { "0" } else { whole }, if rest.is_empty() { "0" } else { rest })
}

/// Words that stand in templates where a value is due.
fn is_placeholder(text: &str, form: Form) -> bool {
    let plain = text.trim();
    let in_brackets = plain.starts_with('<') && plain.ends_with('>') && !plain.contains('\n');
    let described = ["string (", "number (", "object ("].iter().any(|it| plain.starts_with(it));
    let is_id = matches!(form, Form::Uuid);
    let id_words = ["placeholder", "uuid", "uuid-here", "your-uuid-here", "uuid-from-request-file"];
    is_ellipsis(plain)
        || in_brackets
        || described
        || (is_id && id_words.iter().any(|it| plain.eq_ignore_ascii_case(it)))
        || plain.eq_ignore_ascii_case("placeholder")
        || plain == "ISO 8601 timestamp"
}

/// Eight, four, four, four and twelve hexadecimal digits.
pub(super) fn is_uuid(text: &str) -> bool {
    let groups = [8, 4, 4, 4, 12];
    let mut parts = text.split('-');
    let fits = |len: &usize| parts.next().is_some_and(|it| it.len() == *len && it.bytes().all(|it| it.is_ascii_hexdigit()));
    groups.iter().all(fits) && parts.next().is_none()
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
        it.message = "A tool made this envelope, so it cannot be matched to its request".to_owned();
    });
}

#[cfg(test)]
mod tests {
    use super::{is_uuid, thousandths};

    #[test]
    fn numbers_are_divided_by_their_digits() {
        assert_eq!(thousandths("120000"), "120.0");
        assert_eq!(thousandths("123456"), "123.456");
        assert_eq!(thousandths("90050"), "90.05");
    }

    #[test]
    fn uuids_have_five_groups() {
        assert!(is_uuid("32ecfadc-2b66-4daa-a7c0-a03c449fcea5"));
        assert!(!is_uuid("32ecfadc-2b66-4daa-a7c0-a03c449fcea"));
        assert!(!is_uuid("32ecfadc2b664daaa7c0a03c449fcea5"));
    }
}
