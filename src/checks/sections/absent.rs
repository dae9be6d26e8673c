//! What the list leaves out, and what is not there at all.

use super::Sections;
use super::list::Name;
use crate::bind::same_word;
use crate::checks::fields;
use crate::diagnostic::{Fix, listed};
use crate::findings::Findings;
use crate::json::{Kind, NodeId, quote};
use crate::rules;

/// `meant` are keys that a name in the list only misses by a slip.
pub(super) fn check(sections: &Sections, names: &[Name], meant: &[NodeId], out: &mut Findings) {
    if !sections.has_list {
        missing(sections, out);
    } else if sections.list.is_some() {
        unlisted(sections, names, meant, out);
    }
    asked_for(sections, names, out);
}

/// Sections and no list: it can be made from their keys.
fn missing(sections: &Sections, out: &mut Findings) {
    let object = sections.object;
    let document = sections.document;
    if sections.is_incomplete {
        return;
    }
    let list = sections.listing.list;
    out.report(&rules::MISSING_SECTION_LIST, object.doc, fields::open_bracket(document, object.node), |it| {
        it.message = format!("`{list}` is missing; without this list no section is read");
        let names: Vec<&str> = known_members(sections).iter().filter(|it| it.2).map(|it| it.1).collect();
        let first = object.members.first().map(|it| document.tree.span(it.key).start);
        let (Some(first), false) = (first, names.is_empty()) else { return };
        let inside = document.tree.span(object.node).start as usize + 1;
        let gap = document.text.get(inside..first as usize).filter(|it| it.contains('\n')).unwrap_or(" ");
        let member = format!("{}: {},{gap}", quote(list), array(&names));
        it.fix(Fix::safe(format!("insert `{list}` with the sections that follow")).insert(first, member));
    });
}

fn array(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|it| quote(it)).collect();
    format!("[{}]", names.join(", "))
}

/// Members with the name of a known section: key, name, and whether its value is a text with something in it.
fn known_members(sections: &Sections) -> Vec<(NodeId, &'static str, bool)> {
    let (tree, text) = (&sections.document.tree, &*sections.document.text);
    let mut out: Vec<(NodeId, &'static str, bool)> = Vec::new();
    // From the end: of a key that stands twice readers take the last.
    for member in sections.object.members.iter().rev().filter(|it| it.field.is_none()) {
        let known = sections.listing.sections.iter().find(|known| tree.is_text(text, member.key, known.name));
        let Some(known) = known.filter(|known| !out.iter().any(|it| it.1 == known.name)) else { continue };
        let is_text = tree.kind(member.value) == Kind::String && !tree.raw(text, member.value).trim().is_empty();
        out.push((member.key, known.name, is_text));
    }
    out.reverse();
    out
}

/// An empty list, or known sections that it leaves out.
fn unlisted(sections: &Sections, names: &[Name], meant: &[NodeId], out: &mut Findings) {
    let Some(list) = sections.list else { return };
    let tree = &sections.document.tree;
    let doc = sections.object.doc;
    let word = sections.listing.list;
    let is_empty = tree.kind(list) == Kind::Array && tree.children(list).next().is_none();
    if sections.is_incomplete {
        return;
    }
    if is_empty {
        return out.report(&rules::NO_SECTIONS, doc, tree.span(list), |it| {
            it.message = format!("`{word}` is empty, so no section is read");
            let names: Vec<&str> = known_members(sections).iter().filter(|it| it.2).map(|it| it.1).collect();
            if !names.is_empty() {
                it.fix(Fix::safe("list the sections that follow").replace(tree.span(list), array(&names)));
            }
        });
    }
    let last = tree.children(list).last().map(|it| tree.span(it).end);
    // Behind a fault that leaves extents in doubt, the end of the list is only a guess.
    let is_sure = sections.document.errors.iter().all(|it| it.kind.is_minor());
    for (key, name, is_text) in known_members(sections) {
        if meant.contains(&key) || names.iter().any(|it| it.1 == name) {
            continue;
        }
        out.report(&rules::UNLISTED_SECTION, doc, tree.span(key), |it| {
            it.message = format!("`{name}` is not in `{word}`, so it is not read");
            if let Some(at) = last.filter(|_| is_text && is_sure) {
                it.fix(Fix::safe(format!("add `{name}` to the list")).insert(at, format!(", {}", quote(name))));
            }
        });
    }
}

/// What readers ask for and the object does not have.
fn asked_for(sections: &Sections, names: &[Name], out: &mut Findings) {
    if sections.is_incomplete || (sections.has_list && sections.list.is_none()) {
        return;
    }
    let tree = &sections.document.tree;
    let doc = sections.object.doc;
    let place = fields::open_bracket(sections.document, sections.list.unwrap_or(sections.object.node));
    let has =
        |name: &str| sections.member(name).is_some() || names.iter().any(|it| it.1 == name || same_word(&it.1, name));
    for parted in sections.listing.sections.iter().filter(|it| it.is_expected && !it.parts.is_empty()) {
        if !has(parted.name) {
            out.report(&rules::BOUNDARIES_MISSING, doc, place, |it| {
                it.message = format!("There are no `{}`; generic ones are put in instead", parted.name);
            });
        }
    }
    // An empty list, or one that is missing, is reported itself.
    let is_list = sections.list.is_some_and(|it| tree.kind(it) == Kind::Array && tree.children(it).next().is_some());
    let lacking = sections.listing.sections.iter().filter(|it| it.is_expected && it.parts.is_empty() && !has(it.name));
    let lacking: Vec<&str> = lacking.filter(|_| is_list).map(|it| it.name).collect();
    if lacking.is_empty() {
        return;
    }
    out.report(&rules::FEW_SECTIONS, doc, place, |it| {
        let verb = if lacking.len() == 1 { "is" } else { "are" };
        let names = listed(lacking.iter().copied(), " and ");
        it.message = format!("{names} {verb} asked for and not there");
    });
}
