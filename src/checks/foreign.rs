//! Keys that the object does not know, and fields that have no place in it.

use super::fields::{member_span, member_with_comma};
use super::{Context, conditions};
use crate::bind::{How, Member, Object};
use crate::diagnostic::{Fix, Severity, shown};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{Flags, Kind, NodeId, quote};
use crate::rules;
use crate::spec::{Field, Stray, Unknown};

pub(super) fn unknown(ctx: &Context, object: &Object, out: &mut Findings) {
    let record = object.record;
    if record.strays.is_empty() && !matches!(record.unknown, Unknown::Reported(..)) {
        return;
    }
    let document = ctx.doc(object.doc);
    let tree = &document.tree;
    for member in object.members.iter().filter(|it| it.how == How::Foreign) {
        let stray = record.strays.iter().find(|it| tree.is_text(&document.text, member.key, it.key));
        let (severity, takes) = match (stray, record.unknown) {
            (Some(stray), _) => (stray.severity, None),
            (None, Unknown::Reported(severity, takes)) => (severity, takes),
            (None, _) => continue,
        };
        if let Some((stray, taker)) = stray.and_then(|it| Some((it, it.belongs?))) {
            misplaced(ctx, (object, member), (stray, taker), out);
            continue;
        }
        out.report(&rules::UNKNOWN_FIELD, object.doc, tree.span(member.key), |it| {
            let key = shown(&tree.text(&document.text, member.key));
            it.severity = severity;
            it.say(format_args!("`{key}` is not a field of the {}", record.title));
            it.message.push_str(stray.map_or("", |it| it.advice));
            if let Some(name) = takes {
                it.message.push_str(&format!("; other data belongs into `{name}`"));
                let taker = object.member(name).map(|it| it.value);
                let fix = Fix::guess(format!("move it into `{name}`"));
                if let Some(fix) = taker.and_then(|taker| move_into(document, object, member, taker, fix)) {
                    it.fix(fix);
                }
            }
        });
    }
}

/// A key that belongs into an object beside it.
fn misplaced(
    ctx: &Context,
    (object, member): (&Object, &Member),
    (stray, name): (&Stray, &'static str),
    out: &mut Findings,
) {
    let document = ctx.doc(object.doc);
    let tree = &document.tree;
    out.report(&rules::MISPLACED_FIELD, object.doc, tree.span(member.key), |it| {
        it.severity = stray.severity;
        it.say(format_args!("`{}` belongs into `{name}`{}", stray.key, stray.advice));
        let fix = Fix::safe(format!("move it into `{name}`"));
        let is_whole = !tree.node(member.value).flags.has(Flags::UNCLOSED);
        match object.member(name) {
            _ if !is_whole => (),
            Some(taker) => {
                if let Some(fix) = move_into(document, object, member, taker.value, fix) {
                    it.fix(fix);
                }
            }
            None => {
                let span = member_span(tree, member);
                let text = format!("{}: {{{}}}", quote(name), span.of(&document.text));
                it.fix(fix.replace(span, text));
            }
        }
    });
}

/// Moves a member into an object beside it.
fn move_into(document: &Document, object: &Object, member: &Member, taker: NodeId, fix: Fix) -> Option<Fix> {
    let tree = &document.tree;
    let node = tree.node(taker);
    let is_whole = node.kind == Kind::Object && !node.flags.has(Flags::UNCLOSED);
    let key = tree.text(&document.text, member.key);
    if !is_whole || tree.get(&document.text, taker, &key).is_some() {
        return None;
    }
    let text = member_span(tree, member);
    let is_empty = tree.children(taker).next().is_none();
    let fix = fix.delete(member_with_comma(document, object, member)?);
    let inside = text.of(&document.text);
    let insert = if is_empty { inside.to_owned() } else { format!(", {inside}") };
    let last = tree.children(taker).last().map_or(node.span.start + 1, |it| tree.span(it).end);
    Some(fix.insert(last, insert))
}

/// Members that have no place where another field says what it says.
pub(super) fn unexpected(ctx: &Context, object: &Object, out: &mut Findings) {
    let document = ctx.doc(object.doc);
    let (tree, text) = (&document.tree, &*document.text);
    for member in &object.members {
        let Some((field, severity)) = member.field.and_then(|it| Some((it, it.otherwise?))) else { continue };
        let Some(test) = conditions::failing(ctx, object, field.when) else { continue };
        out.report(&rules::UNEXPECTED_FIELD, object.doc, tree.span(member.key), |it| {
            it.say(format_args!("`{}` belongs here only where {}", field.name, conditions::described(test)));
            let is_nothing = match tree.kind(member.value) {
                Kind::Null => true,
                Kind::String => tree.is_blank(text, member.value),
                Kind::Array | Kind::Object => tree.children(member.value).next().is_none(),
                _ => false,
            };
            it.severity = if is_nothing { severity.max(Severity::Warning) } else { severity };
            let is_whole = is_nothing && !tree.node(member.value).flags.has(Flags::UNCLOSED);
            if let Some(span) = member_with_comma(document, object, member).filter(|_| is_whole) {
                it.fix(Fix::safe(format!("remove `{}`", field.name)).delete(span));
            }
        });
    }
}

/// Whether an object is in a field that has no place where it is, so that nothing has to be in it.
pub(super) fn is_out_of_place(ctx: &Context, object: &Object) -> bool {
    let Some(holder) = ctx.bindings.holder(object).filter(|it| it.list.is_none()) else { return false };
    let field = holder.members.iter().find(|it| it.value == object.node).and_then(|it| it.field);
    field.is_some_and(|it| it.otherwise.is_some() && conditions::failing(ctx, holder, it.when).is_some())
}

/// Whether a field that is absent stands beside the object, where it is reported.
pub(super) fn is_beside(ctx: &Context, object: &Object, field: &Field) -> bool {
    let Some(holder) = ctx.bindings.holder(object) else { return false };
    let is_due = |it: &&Stray| it.key == field.name && it.belongs.is_some();
    let Some(stray) = holder.record.strays.iter().find(is_due) else { return false };
    let document = ctx.doc(holder.doc);
    let mut foreign = holder.members.iter().filter(|it| it.how == How::Foreign);
    foreign.any(|it| document.tree.is_text(&document.text, it.key, stray.key))
}
