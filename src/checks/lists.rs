//! Lists: the number of items and their relations.

use std::borrow::Cow;

use crate::bind::Object;
use crate::diagnostic::{Fix, Severity, shown};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{Kind, NodeId, quote};
use crate::query::{At, On, files, number, shown_number};
use crate::rules;
#[cfg(feature = "tool-calls")]
use crate::spec::{Condition, Should, Test};
use crate::spec::{Counting, Field, Form, List, Shape, Text};
use crate::text::hash;

pub(super) fn check(on: On, list: &'static List, out: &mut Findings) {
    if on.is_whole() {
        limits(on, list, out);
    }
    if let Some(unique) = list.unique {
        duplicates(on, list, unique, out);
    }
    if let Some(counting) = list.counting {
        numbers(on, counting, out);
    }
}

fn limits(on: On, list: &List, out: &mut Findings) {
    let n_items = on.object.members.len();
    let few = list.min.filter(|it| n_items < it.0 as usize);
    let many = list.max.filter(|it| n_items > it.0 as usize);
    let Some((limit, severity)) = few.or(many) else { return };
    let rule = if few.is_some() { &rules::EMPTY_VALUE } else { &rules::OVER_LIMIT };
    out.report(rule, on.object.doc, on.open(), |finding| {
        finding.severity = severity;
        let name = on.list_name();
        let items = if n_items == 1 { "item" } else { "items" };
        match few {
            Some(_) if n_items == 0 => finding.say(format_args!("`{name}` is empty")),
            Some(_) => finding.say(format_args!("`{name}` has {n_items} {items}; expected at least {limit}")),
            None => finding.say(format_args!("`{name}` has {n_items} {items}; expected at most {limit}")),
        }
        #[cfg(feature = "tool-calls")]
        if let Some(fix) = left_out(on, severity).filter(|_| n_items == 0) {
            finding.message.push_str("; leave it out");
            finding.fix(fix);
        }
    });
}

/// Removes an empty list that an API refuses, and that need not be there.
#[cfg(feature = "tool-calls")]
fn left_out(on: On, severity: Severity) -> Option<Fix> {
    let holder = on.holder().filter(|_| on.object.format.conversation.is_some())?;
    let list = holder.members().find(|it| it.member.value == on.object.node)?;
    let removed = list.removed().filter(|_| list.member.field.is_some_and(|it| !holder.is_required(it)))?;
    if is_needed_without(holder, on.list_name()) {
        return None;
    }
    let fix = if severity == Severity::Error { Fix::safe(Fix::REMOVE).redundant() } else { Fix::guess(Fix::REMOVE) };
    Some(fix.delete(removed))
}

/// Whether something must be there that is not, if a member is absent.
#[cfg(feature = "tool-calls")]
fn is_needed_without(holder: On, name: &str) -> bool {
    let record = holder.object.record;
    let is_nothing = |it: &str| holder.member(it).is_none_or(|it| it.kind() == Kind::Null);
    let is_without = |tests: &[Test]| tests.iter().any(|it| it.0 == name && it.1 == Should::BeAbsent);
    let asks = |it: &Condition| matches!(it.should, Should::BeThere | Should::NotBeNull) && is_without(it.when);
    record.conditions.iter().any(|it| asks(it) && is_nothing(it.field))
        || record.fields.iter().any(|it| it.required.is_some() && is_without(it.when) && is_nothing(it.name))
}

/// A member of an item, given by name, or the item itself.
fn part<'a>(item: At<'a>, name: &str) -> Option<At<'a>> {
    if name.is_empty() { Some(item) } else { item.inside()?.member(name) }
}

/// The meaning of a text: paths to the same file are equal.
fn says<'t>(document: &'t Document, id: NodeId, is_path: bool) -> Cow<'t, str> {
    let text = document.tree.text(&document.text, id);
    if is_path { Cow::Owned(files::plain(&text).into_owned()) } else { text }
}

/// Texts that appear twice. Sorting finds them quickly even among a million.
fn duplicates(on: On, list: &List, (name, severity): (&'static str, Severity), out: &mut Findings) {
    let (document, tree) = (on.document(), on.tree());
    let parts = on.members().filter_map(|it| part(it, name)).filter(|it| it.kind() == Kind::String);
    let are_paths = parts.clone().last().is_some_and(is_path);
    let filled = parts.filter(|it| !it.is_blank());
    let mut ids: Vec<(u64, NodeId)> =
        filled.map(|it| (hash(&says(document, it.member.value, is_path(it))), it.member.value)).collect();
    let other = list.apart_from.and_then(|it| on.around()?.member(it)).map(|it| it.member.value);
    ids.extend(other.into_iter().flat_map(|it| texts(on, it)));
    // Where the second of two lists begins.
    let second = other.map_or(0, |it| it.max(on.object.node));
    let mut taken = None;
    let is_same = |left, right| says(document, left, are_paths) == says(document, right, are_paths);
    for (first, id) in repeated(&mut ids, is_same) {
        out.report(&rules::DUPLICATE_ITEM, on.object.doc, tree.span(id), |finding| {
            finding.severity = severity;
            let found = shown(&tree.text(on.source(), id));
            let what = if name.is_empty() { "item" } else { name };
            let list_name = on.list_name();
            match list.apart_from.filter(|_| first < second && second < id) {
                Some(other) => {
                    finding.say(format_args!(
                        "`{found}` is in both `{other}` and `{list_name}`; it belongs in only one of them"
                    ));
                }
                None => finding.say(format_args!("Duplicate {what} `{found}` in `{list_name}`")),
            }
            finding.note(tree.span(first), "first used here");
            if let Some(prefix) = list.numbered {
                let taken = taken.get_or_insert_with(|| Taken::new(on, (name, prefix)));
                let next = quote(&format!("{prefix}{}", taken.free(on.object, id)));
                finding.fix(Fix::safe(format_args!("Replace with `{next}`")).replace(tree.span(id), &next));
            }
        });
    }
}

fn is_path(item: At) -> bool {
    matches!(item.member.field.map(|it| &it.shape), Some(Shape::Text(Text { form: Form::Path, .. })))
}

/// The texts in an array with their hashes, without blank ones.
fn texts<'a>(on: On<'a>, array: NodeId) -> impl Iterator<Item = (u64, NodeId)> + 'a {
    let (tree, source) = (on.tree(), on.source());
    let filled = tree.children(array).filter(|&it| tree.kind(it) == Kind::String && !tree.is_blank(source, it));
    filled.map(|it| (hash(&tree.text(source, it)), it))
}

/// Sorts texts by their hashes and returns each that was used before, together with its first use.
fn repeated(
    ids: &mut [(u64, NodeId)],
    is_same: impl Fn(NodeId, NodeId) -> bool,
) -> impl Iterator<Item = (NodeId, NodeId)> {
    ids.sort_unstable();
    let mut previous: Option<(u64, NodeId)> = None;
    ids.iter().filter_map(move |&(hashed, id)| {
        let first = previous.filter(|it| it.0 == hashed && is_same(it.1, id));
        if first.is_none() {
            previous = Some((hashed, id));
        }
        first.map(|it| (it.1, id))
    })
}

/// An id for an item that has none: its number in the list, or a free one.
pub(super) fn free_id(on: On, field: &Field) -> Option<String> {
    let holder = on.around()?;
    let list = holder.object.list.filter(|it| it.unique.is_some_and(|it| it.0 == field.name))?;
    Some(format!("{}{}", list.numbered?, free_number(holder, on.object.node)?))
}

/// The number for the id of an item without one.
pub(super) fn free_number(on: On, item: NodeId) -> Option<usize> {
    // Longer lists would be searched too often.
    const LONGEST: usize = 1000;
    let list = on.object.list.filter(|_| on.object.members.len() <= LONGEST)?;
    Some(Taken::new(on, (list.unique?.0, list.numbered?)).free(on.object, item))
}

/// The numbers in a list's ids: for each item number, whether an id has it, and the greatest of all.
struct Taken {
    is_taken: Vec<bool>,
    greatest: usize,
}

impl Taken {
    fn new(on: On, (name, prefix): (&str, &str)) -> Self {
        let mut greatest = on.object.members.len();
        let mut is_taken = vec![false; greatest + 1];
        for id in on.members().filter_map(|it| part(it, name)) {
            let id = id.text();
            let number = id.strip_prefix(prefix).and_then(|it| it.parse().ok()).unwrap_or(0_u32) as usize;
            if let Some(it) = is_taken.get_mut(number) {
                *it = true;
            }
            greatest = greatest.max(number);
        }
        Self { is_taken, greatest }
    }

    /// A free number for the item that a value is or is in: that of its position, or one that differs for each
    /// position.
    fn free(&self, object: &Object, id: NodeId) -> usize {
        let place = object.members.partition_point(|it| it.value <= id);
        if self.is_taken.get(place) == Some(&false) { place } else { self.greatest.saturating_add(place) }
    }
}

/// Numbers that do not match their items; only the first wrong one is reported.
fn numbers(on: On, counting: Counting, out: &mut Findings) {
    let Counting { field: name, first, severity } = counting;
    let mut due = f64::from(first);
    for item in on.members() {
        let Some(at) = part(item, name).filter(|it| it.kind() == Kind::Number) else { return };
        let found = number(at.raw());
        // A value that cannot be a count is out of range.
        if found < f64::from(first) || found % 1.0 != 0.0 {
            return;
        }
        if found != due {
            return out.report(&rules::VALUE_MISMATCH, on.object.doc, at.span(), |finding| {
                finding.severity = severity;
                let due = shown_number(due);
                finding.say(format_args!(
                    "`{name}` is `{}`; expected {due}, because the items are numbered from {first}",
                    shown(at.raw())
                ));
            });
        }
        due += 1.0;
    }
}
