//! Values that follow from other fields, as tables say.

use super::Context;
use crate::bind::{Decided, Member, Object};
use crate::diagnostic::{Fix, shown};
use crate::findings::Findings;
use crate::json::{Kind, quote};
use crate::rules;
use crate::spec::{Field, Lookup, Shape, Softer, is_like};

/// The JSON of an absent field, when another one says what it is, and whether that is certain.
pub(super) fn json(ctx: &Context, object: &Object, field: &Field) -> Option<(String, bool)> {
    let lookup = field.lookup?;
    match ctx.bindings.row(ctx.docs, object, lookup.by, lookup.rows) {
        Decided::Row(_, by, text) => Some((written(field, text), is_certain(lookup, by))),
        Decided::Nothing | Decided::Unknown => None,
    }
}

/// Whether what follows from a member follows for certain.
fn is_certain(lookup: &Lookup, by: &Member) -> bool {
    !lookup.is_usual && by.field.is_some_and(|it| lookup.by.first().is_some_and(|first| first.ends_with(it.name)))
}

fn written(field: &Field, text: &str) -> String {
    if matches!(field.shape.inner(), Shape::Text(_)) { quote(text) } else { text.to_owned() }
}

/// Holds a value against what follows from another; true when nothing else is to be said of it.
pub(super) fn check(ctx: &Context, (object, member): (&Object, &Member), field: &Field, out: &mut Findings) -> bool {
    let Some(lookup) = field.lookup else { return false };
    let document = ctx.doc(object.doc);
    let (tree, text) = (&document.tree, &*document.text);
    let (decides, expected) = match ctx.bindings.row(ctx.docs, object, lookup.by, lookup.rows) {
        Decided::Row(holder, decides, expected) => ((holder, decides), *expected),
        Decided::Nothing => return false,
        // Of what follows from an unknown word nothing is known.
        Decided::Unknown => return !lookup.is_usual,
    };
    let found = tree.text(text, member.value);
    if *found == *expected {
        return true;
    }
    let is_other = tree.kind(member.value) != Kind::String || lookup.rows.iter().any(|it| it.1 == found);
    let rule = if is_other { &rules::VALUE_MISMATCH } else { &rules::UNKNOWN_VALUE };
    let softer = if is_other { None } else { softer(ctx, object, lookup, (&found, expected)) };
    if softer.is_some_and(|it| it.1) {
        return true;
    }
    let softer = softer.map(|it| it.0);
    let span = tree.span(member.value);
    out.report(rule, object.doc, span, |it| {
        let (name, found) = (field.name, shown(&found));
        it.severity = softer.map_or(lookup.severity, |it| it.severity);
        let by = decides.1.field.map_or("", |it| it.name);
        let document = ctx.doc(decides.0.doc);
        let word = shown(&document.tree.text(&document.text, decides.1.value));
        let expected_as = if lookup.is_usual { "usually" } else { "expected" };
        it.say(format_args!("`{name}` is `{found}`; {expected_as} `{expected}` when `{by}` is `{word}`"));
        it.message.push_str(softer.map_or("", |it| it.message));
        if !lookup.is_usual && softer.is_none_or(|it| it.is_repaired) {
            let json = written(field, expected);
            let title = format!("Replace with `{json}`");
            let fix = if is_certain(lookup, decides.1) { Fix::safe(title) } else { Fix::guess(title) };
            it.fix(fix.replace(span, json));
        }
    });
    true
}

/// What a value is that is less serious than others, and whether it agrees with the field that it is apart from.
fn softer<'l>(
    ctx: &Context,
    object: &Object,
    lookup: &'l Lookup,
    (found, expected): (&str, &str),
) -> Option<(&'l Softer, bool)> {
    let softer = lookup.softer.iter().find(|it| is_like(found, it.pattern))?;
    let Some((before, name)) = softer.apart_from else { return Some((softer, false)) };
    let (part, rest) = found.strip_prefix(before)?.split_once('/')?;
    let is_rest_due = expected.strip_prefix(before)?.split_once('/')?.1 == rest;
    let tree = &ctx.doc(object.doc).tree;
    let other = object.member(name).filter(|it| is_rest_due && tree.kind(it.value) == Kind::String)?;
    Some((softer, tree.is_text(&ctx.doc(object.doc).text, other.value, part)))
}
