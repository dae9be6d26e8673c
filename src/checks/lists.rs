//! Lists: how many items, and what they are to each other.

use std::borrow::Cow;

use super::{Context, fields, number, paths};
use crate::bind::{Member, Object};
use crate::diagnostic::{Fix, Severity, shown};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{Flags, Kind, NodeId, quote};
use crate::rules;
use crate::spec::{Field, Form, List, Shape, Text};
use crate::text::hash;

pub(super) fn check(ctx: &Context, object: &Object, list: &'static List, out: &mut Findings) {
    let flags = ctx.doc(object.doc).tree.node(object.node).flags;
    if !flags.has(Flags::UNCLOSED) && !flags.has(Flags::INCOMPLETE) {
        limits(ctx, object, list, out);
    }
    if let Some(unique) = list.unique {
        duplicates(ctx, (object, list), unique, out);
    }
    if let Some(counting) = list.counting {
        numbers(ctx, object, counting, out);
    }
}

fn limits(ctx: &Context, object: &Object, list: &List, out: &mut Findings) {
    let document = ctx.doc(object.doc);
    let n_items = object.members.len();
    let few = list.min.filter(|it| n_items < it.0 as usize);
    let many = list.max.filter(|it| n_items > it.0 as usize);
    let Some((limit, severity)) = few.or(many) else { return };
    let rule = if few.is_some() { &rules::EMPTY_VALUE } else { &rules::OVER_LIMIT };
    out.report(rule, object.doc, fields::open_bracket(document, object.node), |it| {
        it.severity = severity;
        let name = fields::list_name(ctx, object);
        let items = if n_items == 1 { "item" } else { "items" };
        match few {
            Some(_) if n_items == 0 => it.say(format_args!("`{name}` is empty")),
            Some(_) => it.say(format_args!("`{name}` has {n_items} {items}; expected at least {limit}")),
            None => it.say(format_args!("`{name}` has {n_items} {items}; expected at most {limit}")),
        }
    });
}

/// A member of an item, given by name, or the item itself.
fn part<'a>(ctx: &'a Context, object: &'a Object, item: &'a Member, name: &str) -> Option<&'a Member> {
    if name.is_empty() {
        return Some(item);
    }
    item.inside.and_then(|it| ctx.bindings.objects.get(it as usize)).and_then(|it| it.member(name)).filter(|_| {
        // Items are in the document of their list.
        item.value > object.node
    })
}

/// What a text says: paths to the same file say the same.
fn says<'t>(document: &'t Document, id: NodeId, is_path: bool) -> Cow<'t, str> {
    let text = document.tree.text(&document.text, id);
    if is_path { Cow::Owned(paths::plain(&text).into_owned()) } else { text }
}

/// Texts that appear twice. Sorting finds them quickly even among a million.
fn duplicates(
    ctx: &Context,
    (object, list): (&Object, &List),
    (name, severity): (&'static str, Severity),
    out: &mut Findings,
) {
    let document = ctx.doc(object.doc);
    let (tree, text) = (&document.tree, &*document.text);
    let mut is_path = false;
    let mut ids: Vec<(u64, NodeId)> = Vec::new();
    for item in &object.members {
        let Some(id) = part(ctx, object, item, name).filter(|it| tree.kind(it.value) == Kind::String) else { continue };
        is_path = id.field.is_some_and(|it| matches!(it.shape, Shape::Text(Text { form: Form::Path, .. })));
        if !tree.is_blank(text, id.value) {
            ids.push((hash(&says(document, id.value, is_path)), id.value));
        }
    }
    let holder = object.holder.and_then(|it| ctx.bindings.objects.get(it));
    // Where the second of two lists begins.
    let mut second = 0;
    if let Some(other) = list.apart_from.and_then(|it| holder?.member(it)) {
        second = object.node.max(other.value);
        for id in tree.children(other.value) {
            if tree.kind(id) == Kind::String && !tree.is_blank(text, id) {
                ids.push((hash(&tree.text(text, id)), id));
            }
        }
    }
    ids.sort_unstable();
    let mut previous: Option<(u64, NodeId)> = None;
    let mut taken = None;
    for &(hashed, id) in &ids {
        let is_same = |it: &NodeId| says(document, *it, is_path) == says(document, id, is_path);
        let first = previous.filter(|it| it.0 == hashed && is_same(&it.1));
        let Some((_, first)) = first else {
            previous = Some((hashed, id));
            continue;
        };
        out.report(&rules::DUPLICATE_ITEM, object.doc, tree.span(id), |it| {
            it.severity = severity;
            let found = shown(&tree.text(text, id));
            let what = if name.is_empty() { "item" } else { name };
            let list_name = fields::list_name(ctx, object);
            match list.apart_from.filter(|_| first < second && second < id) {
                Some(other) => {
                    it.say(format_args!(
                        "`{found}` is in both `{other}` and `{list_name}`; it belongs in only one of them"
                    ));
                }
                None => it.say(format_args!("Duplicate {what} `{found}` in `{list_name}`")),
            }
            it.note(tree.span(first), "first used here");
            if let Some(prefix) = list.numbered {
                let taken = taken.get_or_insert_with(|| Taken::new(ctx, object, (name, prefix)));
                let next = quote(&format!("{prefix}{}", taken.free(object, id)));
                it.fix(Fix::safe(format_args!("Replace with `{next}`")).replace(tree.span(id), &next));
            }
        });
    }
}

/// An id for an item that has none: its own number in the list, or one that is free.
pub(super) fn free_id(ctx: &Context, object: &Object, field: &Field) -> Option<String> {
    let holder = object.holder.and_then(|it| ctx.bindings.objects.get(it))?;
    let list = holder.list.filter(|it| it.unique.is_some_and(|it| it.0 == field.name))?;
    Some(format!("{}{}", list.numbered?, free_number(ctx, holder, object.node)?))
}

/// The number in the id of an item that has none.
pub(super) fn free_number(ctx: &Context, object: &Object, item: NodeId) -> Option<usize> {
    // Longer lists would be searched too often.
    const LONGEST: usize = 1000;
    let list = object.list.filter(|_| object.members.len() <= LONGEST)?;
    Some(Taken::new(ctx, object, (list.unique?.0, list.numbered?)).free(object, item))
}

/// The numbers in the ids of a list: for each number of an item whether an id has it, and the greatest of all.
struct Taken {
    is_taken: Vec<bool>,
    greatest: usize,
}

impl Taken {
    fn new(ctx: &Context, object: &Object, (name, prefix): (&str, &str)) -> Self {
        let document = ctx.doc(object.doc);
        let mut greatest = object.members.len();
        let mut is_taken = vec![false; greatest + 1];
        for item in &object.members {
            let Some(id) = part(ctx, object, item, name) else { continue };
            let id = document.tree.text(&document.text, id.value);
            let number = id.strip_prefix(prefix).and_then(|it| it.parse().ok()).unwrap_or(0_u32) as usize;
            if let Some(it) = is_taken.get_mut(number) {
                *it = true;
            }
            greatest = greatest.max(number);
        }
        Self { is_taken, greatest }
    }

    /// A free number for the item that a value is or is in: that of its place, or one that differs for each place.
    fn free(&self, object: &Object, id: NodeId) -> usize {
        let place = object.members.partition_point(|it| it.value <= id);
        if self.is_taken.get(place) == Some(&false) { place } else { self.greatest.saturating_add(place) }
    }
}

/// Numbers that do not count the items; after the first that is wrong nothing more is said.
fn numbers(ctx: &Context, object: &Object, (name, first, severity): (&'static str, u32, Severity), out: &mut Findings) {
    let document = ctx.doc(object.doc);
    let tree = &document.tree;
    let mut due = f64::from(first);
    for item in &object.members {
        let member = part(ctx, object, item, name);
        let Some(member) = member.filter(|it| tree.kind(it.value) == Kind::Number) else { return };
        let raw = tree.raw(&document.text, member.value);
        let found = number(raw);
        // What cannot count anything is out of its range.
        if found < f64::from(first) || found % 1.0 != 0.0 {
            return;
        }
        if found != due {
            return out.report(&rules::VALUE_MISMATCH, object.doc, tree.span(member.value), |it| {
                it.severity = severity;
                let due = super::measure::shown(due);
                it.say(format_args!(
                    "`{name}` is `{}`; expected {due}, because the items are numbered from {first}",
                    shown(raw)
                ));
            });
        }
        due += 1.0;
    }
}
