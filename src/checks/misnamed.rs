//! Fields under another name.

use super::fields::{accepts, encode, member_span};
use super::types::{expected_type, meant};
use super::{Context, type_name};
use crate::bind::{How, Member, Object, same_word};
use crate::diagnostic::{Finding, Fix, Safety, Severity, listed, shown};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{Flags, Kind, NodeId, quote};
use crate::rules;
use crate::spec::{Field, Shape, Unknown};

pub(super) fn check(ctx: &Context, object: &Object, out: &mut Findings) {
    let document = ctx.doc(object.doc);
    let tree = &document.tree;
    for member in &object.members {
        let Some(field) = member.field else { continue };
        if matches!(member.how, How::Name | How::Foreign | How::Repeated) {
            continue;
        }
        out.beyond(object.is_beyond || field.is_beyond());
        out.report(&rules::MISNAMED_FIELD, object.doc, tree.span(member.key), |it| {
            let severity = match object.record.unknown {
                Unknown::Reported(severity, _) => severity,
                // Where any key may be, another one is no more than likely meant for the field.
                Unknown::Allowed | Unknown::Values(_) => Severity::Info,
            };
            it.severity = field.required.unwrap_or(severity);
            if !parts(document, member).is_empty() {
                return split(document, object, member, it);
            }
            renamed(ctx, (object, member, field), it);
        });
    }
}

/// What the key should be, and the repair where the value means the same under it.
fn renamed(ctx: &Context, (object, member, field): (&Object, &Member, &Field), it: &mut Finding) {
    let document = ctx.doc(object.doc);
    let tree = &document.tree;
    let (name, kind) = (field.name, tree.kind(member.value));
    let key = shown(&tree.text(&document.text, member.key));
    let is_payload = field.is_payload();
    let needs_encoding = is_payload && matches!(kind, Kind::Object | Kind::Array);
    let is_fit = needs_encoding || accepts(&field.shape, kind);
    let is_other = !is_fit && cannot_mean(ctx, object, member, field);
    if is_other && member.how != How::Slip {
        it.severity = it.severity.min(field.mistyped);
    }
    let more = match (&field.shape, member.how) {
        (Shape::Number(number), How::Alias(false)) => format!(", in {}", number.unit),
        _ if is_other => {
            format!(" and must be {}, but is {}", expected_type(&field.shape), type_name(kind))
        }
        _ if needs_encoding => " and must be a JSON-encoded string".to_owned(),
        _ => String::new(),
    };
    it.say(format_args!("`{key}` should be `{name}`{more}"));
    // A value that would mean something else under the right name, or be of the wrong type.
    if member.how == How::Alias(false) || !is_fit {
        return;
    }
    let and = if needs_encoding { " and encode it as a JSON string" } else { "" };
    // When two members could be the field, only the author knows which one is meant.
    let is_guess = member.how == How::Slip || object.members.iter().any(|it| is_rival(document, it, field));
    let safety = if is_guess { Safety::Suggestion } else { Safety::Safe };
    let fix = Fix::new(safety, format_args!("Rename to `{name}`{and}"));
    let fix = fix.replace(tree.span(member.key), quote(name));
    it.fix(if needs_encoding { encode(document, member.value, fix) } else { fix });
}

/// Whether a value says nothing under the right name either, so that name and value are one mistake.
fn cannot_mean(ctx: &Context, object: &Object, member: &Member, field: &Field) -> bool {
    match member.how {
        How::Slip => true,
        How::Alias(true) => meant(ctx, object, field, member.value).is_none(),
        How::Name | How::Alias(false) | How::Foreign | How::Repeated => false,
    }
}

/// Whether a key without a field of its own is another name for a field that is taken.
fn is_rival(document: &Document, member: &Member, field: &Field) -> bool {
    let is_it = |key: &str| field.aliases.iter().any(|it| same_word(key, it.key));
    member.how == How::Foreign && is_it(&document.tree.text(&document.text, member.key))
}

/// The members of an object under another name that are fields of their own: its key, the field's name.
pub(super) fn parts(document: &Document, member: &Member) -> Vec<(NodeId, &'static str)> {
    let (tree, text) = (&document.tree, &*document.text);
    let Some(field) = member.field.filter(|_| member.how == How::Alias(true)) else { return Vec::new() };
    if field.aliases.iter().all(|it| it.parts.is_empty()) || tree.kind(member.value) != Kind::Object {
        return Vec::new();
    }
    let key = tree.text(text, member.key);
    let alias = field.aliases.iter().find(|it| same_word(&key, it.key));
    let parts = alias.map_or(&[][..], |it| it.parts);
    let found = parts.iter().filter_map(|(key, name)| Some((tree.get(text, member.value, key)?, *name)));
    found.collect()
}

/// One object where two fields belong.
fn split(document: &Document, object: &Object, member: &Member, it: &mut Finding) {
    let (tree, text) = (&document.tree, &*document.text);
    let parts = parts(document, member);
    let key = shown(&tree.text(text, member.key));
    let names = listed(parts.iter().map(|it| it.1), " and ");
    it.say(format_args!("`{key}` is an object; its members belong in {names}"));
    let is_plain = parts.iter().all(|it| matches!(tree.kind(it.0), Kind::String | Kind::Null));
    let is_all = tree.members(member.value).count() == parts.len();
    let is_free = parts.iter().all(|(_, name)| object.member(name).is_none_or(|it| it.key == member.key));
    let is_whole = !tree.node(member.value).flags.has(Flags::INCOMPLETE);
    if is_plain && is_all && is_free && is_whole && document.is_sure {
        let mut members = String::new();
        for (value, name) in &parts {
            members.push_str(if members.is_empty() { "" } else { ", " });
            members.push_str(&quote(name));
            members.push_str(": ");
            members.push_str(tree.span(*value).of(text));
        }
        it.fix(
            Fix::guess(format_args!("Split it into {names}")).replace(member_span(tree, member), members).redundant(),
        );
    }
}
