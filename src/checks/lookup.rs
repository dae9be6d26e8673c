//! Values that follow from other fields, according to tables.

use crate::bind::{Decided, Member};
use crate::diagnostic::{Fix, Safety, shown};
use crate::findings::Findings;
use crate::json::{Kind, quote};
use crate::query::{At, On};
use crate::rules;
use crate::spec::{Field, Lookup, Shape, Softer, is_like};

/// The JSON of an absent field if another one determines it, and whether that is certain.
pub(super) fn json(on: On, field: &Field) -> Option<(String, bool)> {
    let lookup = field.lookup?;
    match on.row(lookup) {
        Decided::Row(_, by, text) => Some((written(field, text), is_certain(lookup, by))),
        Decided::Nothing | Decided::Unknown => None,
    }
}

/// Whether the value that follows from a member is certain.
fn is_certain(lookup: &Lookup, by: &Member) -> bool {
    !lookup.is_usual && by.field.is_some_and(|it| lookup.by.first().is_some_and(|first| first.ends_with(it.name)))
}

fn written(field: &Field, text: &str) -> String {
    if matches!(field.shape.inner(), Shape::Text(_)) { quote(text) } else { text.to_owned() }
}

/// Compares a value with what follows from another one; true if nothing else needs to be reported for it.
pub(super) fn check(at: At, field: &Field, out: &mut Findings) -> bool {
    let Some(lookup) = field.lookup else { return false };
    let (by, expected) = match at.on().row(lookup) {
        Decided::Row(holder, by, expected) => (at.ctx.on(holder).at(by), *expected),
        Decided::Nothing => return false,
        // Nothing is known to follow from an unknown word.
        Decided::Unknown => return !lookup.is_usual,
    };
    let found = at.text();
    if *found == *expected {
        return true;
    }
    let is_other = at.kind() != Kind::String || lookup.rows.iter().any(|it| it.1 == found);
    let rule = if is_other { &rules::VALUE_MISMATCH } else { &rules::UNKNOWN_VALUE };
    let softer = if is_other { None } else { softer(at.on(), lookup, (&found, expected)) };
    if softer.is_some_and(|it| it.1) {
        return true;
    }
    let softer = softer.map(|it| it.0);
    out.report(rule, at.object.doc, at.span(), |finding| {
        let (name, found, word) = (field.name, shown(&found), shown(&by.text()));
        finding.severity = softer.map_or(lookup.severity, |it| it.severity);
        let expected_as = if lookup.is_usual { "usually" } else { "expected" };
        finding.say(format_args!("`{name}` is `{found}`; {expected_as} `{expected}` when `{}` is `{word}`", by.name()));
        finding.message.push_str(softer.map_or("", |it| it.message));
        if !lookup.is_usual && softer.is_none_or(|it| it.is_repaired) {
            let json = written(field, expected);
            let safety = if is_certain(lookup, by.member) { Safety::Safe } else { Safety::Suggestion };
            finding.fix(Fix::new(safety, format_args!("Replace with `{json}`")).replace(at.span(), json));
        }
    });
    true
}

/// The less serious deviation that a value is, and whether its differing part agrees with the field that it is taken
/// from.
fn softer<'l>(on: On, lookup: &'l Lookup, (found, expected): (&str, &str)) -> Option<(&'l Softer, bool)> {
    let softer = lookup.softer.iter().find(|it| is_like(found, it.pattern))?;
    let Some((before, name)) = softer.apart_from else { return Some((softer, false)) };
    let (part, rest) = found.strip_prefix(before)?.split_once('/')?;
    let is_rest_due = expected.strip_prefix(before)?.split_once('/')?.1 == rest;
    let other = on.member(name).filter(|_| is_rest_due)?.string()?;
    Some((softer, other == part))
}
