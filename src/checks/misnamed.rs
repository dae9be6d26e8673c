//! Fields under another name.

use super::say::type_name;
use super::types::{expected_type, meant};
use crate::bind::{How, accepts, same_word};
use crate::diagnostic::{Finding, Fix, Safety, Severity, listed, shown};
use crate::findings::Findings;
use crate::json::{Flags, Kind, quote};
use crate::query::{At, On, is_id, is_uuid};
use crate::rules;
use crate::spec::{Field, Shape, Unknown};

pub(super) fn check(on: On, out: &mut Findings) {
    for at in on.members() {
        let Some(field) = at.member.field else { continue };
        if matches!(at.member.how, How::Name | How::Foreign | How::Repeated) {
            continue;
        }
        let describe = |finding: &mut Finding| {
            let severity = match on.object.record.unknown {
                Unknown::Reported(severity, _) => severity,
                // The API ignores it, or says that it is unknown.
                #[cfg(feature = "tool-calls")]
                _ if on.object.format.conversation.is_some() && at.member.how == How::Alias(true) => Severity::Error,
                // If any key is allowed, another name for the field is only probable.
                Unknown::Allowed | Unknown::Values(_) => Severity::Info,
            };
            finding.severity = field.required.unwrap_or(severity);
            if !at.parts().is_empty() {
                return split(at, finding);
            }
            renamed(at, field, finding);
        };
        out.beyond(field.is_beyond(), |out| {
            out.report(&rules::MISNAMED_FIELD, on.object.doc, at.key_span(), describe);
        });
    }
}

/// The expected key, and the fix if the value means the same under it.
fn renamed(at: At, field: &Field, finding: &mut Finding) {
    let (name, kind) = (field.name, at.kind());
    let key = shown(&at.key());
    let is_payload = field.is_payload();
    let needs_encoding = is_payload && matches!(kind, Kind::Object | Kind::Array);
    let is_fit = needs_encoding || accepts(&field.shape, kind);
    let is_other = !is_fit && cannot_mean(at, field);
    if is_other && at.member.how != How::Slip {
        finding.severity = finding.severity.min(field.mistyped);
    }
    let more = match (&field.shape, at.member.how) {
        (Shape::Number(number), How::Alias(false)) => format!(", in {}", number.unit),
        _ if is_other => {
            format!(" and must be {}, but is {}", expected_type(&field.shape), type_name(kind))
        }
        _ if needs_encoding => " and must be a JSON-encoded string".to_owned(),
        _ => String::new(),
    };
    finding.say(format_args!("`{key}` should be `{name}`{more}"));
    // A value that would mean something else under the right name, or be of the wrong type.
    if at.member.how == How::Alias(false) || !is_fit {
        return;
    }
    let and = if needs_encoding { " and encode it as a JSON string" } else { "" };
    // If two members could be the field, only the author knows which one is meant.
    let is_guess =
        at.member.how == How::Slip || is_other_id(at, field) || at.on().members().any(|it| is_rival(it, field));
    let safety = if is_guess { Safety::Suggestion } else { Safety::Safe };
    let fix = Fix::new(safety, format_args!("Rename to `{name}`{and}"));
    let fix = fix.replace(at.key_span(), quote(name));
    finding.fix(if needs_encoding { at.encoded(fix) } else { fix });
}

/// Whether a value is wrong under the right name, too, so that name and value are one mistake.
fn cannot_mean(at: At, field: &Field) -> bool {
    match at.member.how {
        How::Slip => true,
        How::Alias(true) => meant(at, field).is_none(),
        How::Name | How::Alias(false) | How::Foreign | How::Repeated => false,
    }
}

/// Whether an id under another name does not look like one of the field's: programs have ids of their own.
fn is_other_id(at: At, field: &Field) -> bool {
    let is_it = |id: &str| {
        is_uuid(id) || at.on().ctx.request.as_ref().and_then(|it| it.text(field.name)).is_some_and(|it| it == id)
    };
    is_id(field) && at.kind() == Kind::String && !same_word(&at.key(), field.name) && !is_it(&at.text())
}

/// Whether a key without a field of its own is another name for a field that is taken.
fn is_rival(at: At, field: &Field) -> bool {
    let is_it = |key: &str| field.aliases.iter().any(|it| same_word(key, it.key));
    at.member.how == How::Foreign && is_it(&at.key())
}

/// Splits one object where two fields belong.
fn split(at: At, finding: &mut Finding) {
    let (tree, parts) = (at.tree(), at.parts());
    let key = shown(&at.key());
    let names = listed(parts.iter().map(|it| it.1), " and ");
    finding.say(format_args!("`{key}` is an object; its members belong in {names}"));
    let is_plain = parts.iter().all(|it| matches!(tree.kind(it.0), Kind::String | Kind::Null));
    let is_all = tree.members(at.member.value).count() == parts.len();
    let is_free = parts.iter().all(|(_, name)| at.object.member(name).is_none_or(|it| it.key == at.member.key));
    let is_whole = !at.node().flags.has(Flags::INCOMPLETE);
    if is_plain && is_all && is_free && is_whole && at.document().is_sure {
        let mut members = String::new();
        for (value, name) in &parts {
            members.push_str(if members.is_empty() { "" } else { ", " });
            members.push_str(&quote(name));
            members.push_str(": ");
            members.push_str(tree.span(*value).of(at.on().source()));
        }
        finding.fix(Fix::guess(format_args!("Split it into {names}")).replace(at.whole(), members).redundant());
    }
}
