//! Keys that the object does not know, and fields that have no place in it.

use super::fields::{member_span, member_with_comma};
use super::say::{guess, safe};
use super::{Context, conditions};
use crate::bind::{How, Member, Object};
use crate::diagnostic::{Fix, Severity, shown};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{Flags, Kind, Node, NodeId, quote};
use crate::rules;
use crate::spec::{Field, Stray, Unknown};
use crate::text::{hash, sort_pairs};

pub(super) fn unknown(ctx: &Context, object: &Object, out: &mut Findings) {
    let record = object.record;
    if record.strays.is_empty() && !matches!(record.unknown, Unknown::Reported(..)) {
        return;
    }
    let document = ctx.doc(object.doc);
    let tree = &document.tree;
    let mut taker = None;
    for member in object.members.iter().filter(|it| it.how == How::Foreign) {
        let is_it = |it: &&Stray| it.key.is_empty() || tree.is_text(&document.text, member.key, it.key);
        let stray = record.strays.iter().find(is_it);
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
                it.message.push_str(&format!("; other data belongs in `{name}`"));
                let taker = taker.get_or_insert_with(|| Taker::new(document, object.member(name)?.value));
                let fix = guess(format_args!("move it into `{name}`"));
                if let Some(fix) = taker.as_ref().and_then(|taker| move_into(document, object, member, taker, fix)) {
                    it.fix(fix);
                }
            }
        });
    }
}

/// A key that belongs in an object beside it.
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
        it.say(format_args!("`{}` belongs in `{name}`{}", stray.key, stray.advice));
        let fix = safe(format_args!("move it into `{name}`"));
        let is_whole = document.is_sure;
        match object.member(name) {
            _ if !is_whole => (),
            Some(taker) => {
                let taker = Taker::new(document, taker.value);
                if let Some(fix) = taker.and_then(|taker| move_into(document, object, member, &taker, fix)) {
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
        sort_pairs(&mut taker.keys);
        (*kind == Kind::Object && !flags.has(Flags::UNCLOSED)).then_some(taker)
    }
}

/// Moves a member into an object beside it that has none of that name.
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
            it.say(format_args!("`{}` belongs here only where {}", field.name, conditions::described(test)));
            let is_nothing = match tree.kind(member.value) {
                Kind::Null => true,
                Kind::String => tree.is_blank(text, member.value),
                Kind::Array | Kind::Object => tree.children(member.value).next().is_none(),
                _ => false,
            };
            it.message.push_str(if is_nothing { "; leave it out" } else { "" });
            it.severity = if is_nothing { severity.max(Severity::Warning) } else { severity };
            if let Some(span) = member_with_comma(document, object, member).filter(|_| is_nothing) {
                it.fix(safe(format_args!("remove `{}`", field.name)).with(span, ""));
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
