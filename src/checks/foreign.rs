//! Keys that the object does not know, and fields that have no place in it.

use super::fields::{accepts, is_required, member_span, member_with_comma, record_of};
use super::{Context, conditions};
use crate::bind::{How, Member, Object};
use crate::diagnostic::{Fix, Severity, shown};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{Flags, Kind, Node, NodeId, quote};
use crate::rules;
use crate::spec::{Field, Stray, Unknown};
use crate::text::hash;

pub(super) fn unknown(ctx: &Context, object: &Object, out: &mut Findings) {
    let record = object.record;
    if !knows_others(object) {
        return;
    }
    let document = ctx.doc(object.doc);
    let tree = &document.tree;
    let mut taker = None;
    let mut is_made = false;
    for member in object.members.iter().filter(|it| it.how == How::Foreign) {
        let is_it = |it: &&Stray| it.key.is_empty() || tree.is_text(&document.text, member.key, it.key);
        let stray = record.strays.iter().find(is_it);
        let (severity, takes) = match (stray, record.unknown) {
            (Some(stray), _) => (stray.severity, None),
            (None, Unknown::Reported(severity, takes)) => (severity, takes),
            (None, _) => (Severity::Hint, None),
        };
        if let Some(place) = place(ctx, object, member) {
            misplaced(ctx, (object, member), (place, severity), &mut is_made, out);
            continue;
        }
        if stray.is_none() && !matches!(record.unknown, Unknown::Reported(..)) {
            continue;
        }
        out.report(&rules::UNKNOWN_FIELD, object.doc, tree.span(member.key), |it| {
            let key = shown(&tree.text(&document.text, member.key));
            it.severity = severity;
            it.say(format_args!("`{key}` is not a field of {}", record.title_with_article()));
            it.message.push_str(stray.map_or("", |it| it.advice));
            if let Some(name) = takes {
                it.message.push_str(&format!("; additional data belongs in `{name}`"));
                let taker = taker.get_or_insert_with(|| Taker::new(document, object.member(name)?.value));
                let fix = Fix::guess(format_args!("Move it into `{name}`"));
                if let Some(fix) = taker.as_ref().and_then(|taker| move_into(document, object, member, taker, fix)) {
                    it.fix(fix);
                }
            }
        });
    }
}

/// Whether something is said of keys that are no fields; never of the items of a list.
fn knows_others(object: &Object) -> bool {
    !object.record.strays.is_empty() || matches!(object.record.unknown, Unknown::Reported(..))
}

/// The field beside a key that no one knows, and the field of its object that the key is meant for: one that has to be
/// there, and is not.
fn place(ctx: &Context, object: &Object, member: &Member) -> Option<(&'static Field, &'static Field)> {
    let document = ctx.doc(object.doc);
    let is_key = |name: &str| document.tree.is_text(&document.text, member.key, name);
    for taker in object.record.fields {
        let Some(record) = record_of(ctx, object, taker) else { continue };
        let is_due = |it: &&Field| it.required.is_some() && is_key(it.name);
        let Some(field) = record.fields.iter().find(is_due) else { continue };
        let is_there = inside(ctx, object, taker).is_some_and(|it| it.member(field.name).is_some());
        let is_out_of_place = taker.otherwise.is_some() && !conditions::all_hold(ctx, object, taker.when);
        if !is_there && !is_out_of_place && accepts(&field.shape, document.tree.kind(member.value)) {
            return Some((taker, field));
        }
    }
    None
}

/// The object in a field.
fn inside<'a>(ctx: &Context<'a>, object: &Object, field: &Field) -> Option<&'a Object> {
    ctx.bindings.objects.get(object.member(field.name)?.inside? as usize)
}

/// A key that belongs in a sibling object. If there is none, it is created, once.
fn misplaced(
    ctx: &Context,
    (object, member): (&Object, &Member),
    ((taker, field), severity): ((&'static Field, &'static Field), Severity),
    is_made: &mut bool,
    out: &mut Findings,
) {
    let document = ctx.doc(object.doc);
    let tree = &document.tree;
    out.report(&rules::MISPLACED_FIELD, object.doc, tree.span(member.key), |it| {
        let (holder, due) = inside(ctx, object, taker).map_or((object, taker), |it| (it, field));
        it.severity = severity.min(due.required.filter(|_| is_required(ctx, holder, due)).unwrap_or(severity));
        it.say(format_args!("`{}` belongs in `{}`", field.name, taker.name));
        let fix = Fix::safe(format_args!("Move it into `{}`", taker.name));
        match object.member(taker.name) {
            _ if !document.is_sure => (),
            Some(taker) => {
                let taker = Taker::new(document, taker.value);
                if let Some(fix) = taker.and_then(|taker| move_into(document, object, member, &taker, fix)) {
                    it.fix(fix);
                }
            }
            None if *is_made => (),
            None => {
                *is_made = true;
                let span = member_span(tree, member);
                let text = format!("{}: {{{}}}", quote(taker.name), span.of(&document.text));
                it.fix(fix.replace(span, text));
            }
        }
    });
}

/// An object that takes members from the one around it. Looked through once: both may hold thousands.
struct Taker {
    /// What its keys hash to, sorted.
    keys: Vec<(u64, NodeId)>,
    /// Behind its last member, or its bracket.
    end: u32,
}

impl Taker {
    fn new(document: &Document, node: NodeId) -> Option<Self> {
        let (tree, text) = (&document.tree, &*document.text);
        let Node { kind, flags, span, .. } = tree.node(node);
        let mut taker = Self { keys: Vec::new(), end: span.start + 1 };
        for (key, value) in tree.members(node) {
            taker.keys.push((hash(&tree.text(text, key)), key));
            taker.end = tree.span(value).end;
        }
        taker.keys.sort_unstable();
        (*kind == Kind::Object && !flags.has(Flags::UNCLOSED)).then_some(taker)
    }
}

/// Moves a member into a sibling object that has no member of that name.
fn move_into(document: &Document, object: &Object, member: &Member, taker: &Taker, fix: Fix) -> Option<Fix> {
    let tree = &document.tree;
    let key = hash(&tree.text(&document.text, member.key));
    let place = taker.keys.partition_point(|it| it.0 < key);
    if taker.keys.get(place).is_some_and(|it| it.0 == key) {
        return None;
    }
    let fix = fix.delete(member_with_comma(document, object, member)?);
    let inside = member_span(tree, member).of(&document.text);
    let insert = if taker.keys.is_empty() { inside.to_owned() } else { format!(", {inside}") };
    Some(fix.insert(taker.end, insert))
}

/// Members that have no place where another field says what it says.
pub(super) fn unexpected(ctx: &Context, object: &Object, out: &mut Findings) {
    let document = ctx.doc(object.doc);
    let (tree, text) = (&document.tree, &*document.text);
    for member in &object.members {
        let Some((field, severity)) = member.field.and_then(|it| Some((it, it.otherwise?))) else { continue };
        let Some(test) = conditions::failing(ctx, object, field.when) else { continue };
        out.report(&rules::UNEXPECTED_FIELD, object.doc, tree.span(member.key), |it| {
            it.say(format_args!("`{}` is allowed only when {}", field.name, conditions::described(test)));
            let is_nothing = match tree.kind(member.value) {
                Kind::Null => true,
                Kind::String => tree.is_blank(text, member.value),
                Kind::Array | Kind::Object => tree.children(member.value).next().is_none(),
                _ => false,
            };
            it.message.push_str(if is_nothing { "; remove it" } else { "" });
            it.severity = if is_nothing { severity.max(Severity::Warning) } else { severity };
            if let Some(span) = member_with_comma(document, object, member).filter(|_| is_nothing) {
                it.fix(Fix::safe(format_args!("Remove `{}`", field.name)).replace(span, "").redundant());
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

/// Whether an absent field, or a member that belongs in it, is next to the object, where it is reported.
pub(super) fn is_beside(ctx: &Context, object: &Object, field: &Field) -> bool {
    let is_meant = |from: &Object| {
        let is_it = |it: (&Field, &Field)| std::ptr::eq(it.0, field) || std::ptr::eq(it.1, field);
        // Of a list all items would ask, each looking at all.
        let mut foreign = from.members.iter().filter(|it| it.how == How::Foreign);
        knows_others(from) && foreign.any(|it| place(ctx, from, it).is_some_and(is_it))
    };
    is_meant(object) || ctx.bindings.holder(object).is_some_and(is_meant)
}
