//! Values that follow from other fields, as tables say.

use super::Context;
use crate::bind::{Decided, Member, Object};
use crate::diagnostic::{Fix, shown};
use crate::findings::Findings;
use crate::json::{Kind, quote};
use crate::rules;
use crate::spec::{Field, Lookup, Shape};

/// The JSON of an absent field, when another one says what it is.
pub(super) fn json(ctx: &Context, object: &Object, field: &Field) -> Option<String> {
    let lookup = field.lookup?;
    match ctx.bindings.row(ctx.docs, object, lookup.by, lookup.rows) {
        Decided::Row(_, _, text) => Some(written(field, text)),
        Decided::Nothing | Decided::Unknown => None,
    }
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
    let span = tree.span(member.value);
    out.report(rule, object.doc, span, |it| {
        let (name, found) = (field.name, shown(&found));
        let softer = if is_other { None } else { softer(lookup, &found) };
        it.severity = softer.map_or(lookup.severity, |it| it.severity);
        let by = decides.1.field.map_or("", |it| it.name);
        let document = ctx.doc(decides.0.doc);
        let word = shown(&document.tree.text(&document.text, decides.1.value));
        let is = if lookup.is_usual { "is usually" } else { "is" };
        it.say(format_args!("`{name}` is `{found}`; for the {by} `{word}` it {is} `{expected}`"));
        it.message.push_str(softer.map_or("", |it| it.message));
        if !lookup.is_usual && softer.is_none_or(|it| it.is_repaired) {
            let json = written(field, expected);
            it.fix(Fix::safe(format!("write `{json}`")).replace(span, json));
        }
    });
    true
}

fn softer<'l>(lookup: &'l Lookup, found: &str) -> Option<&'l crate::spec::Softer> {
    lookup.softer.iter().find(|it| super::measure::is_like(found.as_bytes(), it.pattern.as_bytes()))
}
