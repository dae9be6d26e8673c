//! Sections that are not in the list, and sections that do not exist.

use super::{ListedName, Sections};
use crate::bind::same_word;
use crate::diagnostic::{Fix, Severity, listed};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{Kind, NodeId, quote};
use crate::query::open_bracket;
use crate::rules;
use crate::text::Span;

/// `meant` are keys that a name in the list misspells.
pub(super) fn check(sections: &Sections, names: &[ListedName], meant: &[NodeId], out: &mut Findings) {
    if !sections.has_list {
        missing(sections, out);
    } else if sections.list.is_some() {
        unlisted(sections, names, meant, out);
    }
    asked_for(sections, names, out);
}

/// Reports sections without a list; the list can be made from their keys.
fn missing(sections: &Sections, out: &mut Findings) {
    let object = sections.object;
    let document = sections.document;
    if sections.is_incomplete {
        return;
    }
    let list = sections.listing.list;
    out.report(&rules::MISSING_SECTION_LIST, object.doc, open_bracket(document, object.node), |finding| {
        finding.say(format_args!("`{list}` is missing; without it, readers ignore all sections"));
        let (Some(names), Some(first)) = (array(sections), object.members.first()) else { return };
        let first = document.tree.span(first.key).start;
        let inside = Span { start: document.tree.span(object.node).start + 1, end: first };
        // An extra bracket is not repeated.
        let is_line = |it: &&str| it.contains('\n') && it.trim().is_empty();
        let gap = Some(inside.of(&document.text)).filter(is_line).unwrap_or(" ");
        let title = format_args!("Insert `{list}` with the names of the sections");
        finding.fix(Fix::guess(title).replace(Span::empty(first), format!("\"{list}\": {names},{gap}")));
    });
}

/// The known sections that exist and have text, as a JSON array.
fn array(sections: &Sections) -> Option<String> {
    let mut out = String::new();
    for KnownSection { name, .. } in known_members(sections).iter().rev().filter(|it| it.is_text) {
        out.push_str(if out.is_empty() { "[" } else { ", " });
        out.push_str(&quote(name));
    }
    out.push(']');
    (out.len() > 1).then_some(out)
}

/// A member with the name of a known section.
struct KnownSection {
    key: NodeId,
    name: &'static str,
    /// Its value is a text that is not empty.
    is_text: bool,
}

/// Members with the name of a known section, the last first.
fn known_members(sections: &Sections) -> Vec<KnownSection> {
    let (tree, text) = (&sections.document.tree, &*sections.document.text);
    let mut out: Vec<KnownSection> = Vec::new();
    // In reverse, because readers use the last of duplicate keys.
    for member in sections.object.members.iter().rev().filter(|it| it.field.is_none()) {
        let key = tree.text(text, member.key);
        let Some(known) = sections.listing.sections.iter().find(|it| it.name == key) else { continue };
        if !out.iter().any(|it| it.name == known.name) {
            let is_text = tree.kind(member.value) == Kind::String && !tree.raw(text, member.value).trim().is_empty();
            out.push(KnownSection { key: member.key, name: known.name, is_text });
        }
    }
    out
}

/// Reports an empty list, or known sections that it leaves out.
fn unlisted(sections: &Sections, names: &[ListedName], meant: &[NodeId], out: &mut Findings) {
    let Some(list) = sections.list else { return };
    let tree = &sections.document.tree;
    let doc = sections.object.doc;
    let word = sections.listing.list;
    if sections.is_incomplete {
        return;
    }
    let Some(last) = sections.items.last() else {
        return out.report(&rules::NO_SECTIONS, doc, tree.span(list), |finding| {
            finding.say(format_args!("`{word}` is empty, so readers ignore all sections"));
            if let Some(names) = array(sections) {
                finding.fix(Fix::guess("List the existing sections").replace(tree.span(list), &names));
            }
        });
    };
    let end = Span::empty(tree.span(*last).end);
    // After a fault that leaves extents in doubt, the end of the list is only a guess.
    let is_sure = sections.document.errors.iter().all(|it| it.kind.is_minor());
    for KnownSection { key, name, is_text } in known_members(sections).into_iter().rev() {
        if meant.contains(&key) || names.iter().any(|it| it.1 == name) {
            continue;
        }
        out.report(&rules::UNLISTED_SECTION, doc, tree.span(key), |finding| {
            finding.say(format_args!("`{name}` is not listed in `{word}`, so readers ignore it"));
            if is_text && is_sure {
                finding.fix(
                    Fix::safe(format_args!("Add `{name}` to the list")).replace(end, format!(", {}", quote(name))),
                );
            }
        });
    }
}

/// Reports recommended sections that the object lacks.
fn asked_for(sections: &Sections, names: &[ListedName], out: &mut Findings) {
    if sections.is_incomplete || (sections.has_list && sections.list.is_none()) {
        return;
    }
    let doc = sections.object.doc;
    let place = open_bracket(sections.document, sections.list.unwrap_or(sections.object.node));
    let is_listed = |name: &str| names.iter().any(|it| it.1 == name || same_word(&it.1, name));
    // An empty or missing list has a finding of its own.
    let is_list = !sections.items.is_empty();
    let mut lacking: Vec<&str> = Vec::new();
    for known in sections.listing.sections {
        if !known.is_expected || sections.member(known.name).is_some() || is_listed(known.name) {
            continue;
        }
        if !known.parts.is_empty() {
            // Today's program inserts it only into JSON that is alone, or in a fence.
            let Document { tree, text, layout, .. } = sections.document;
            let before = Span { start: 0, end: tree.span(0).start }.of(text);
            let is_alone = layout.fence.is_some() || before.trim().is_empty();
            out.report(&rules::BOUNDARIES_MISSING, doc, place, |finding| {
                if sections.is_upstream {
                    finding.severity = if is_alone { Severity::Warning } else { Severity::Error };
                }
                finding.say(format_args!("`{}` is missing; a generic section will be inserted instead", known.name));
            });
        } else if is_list {
            lacking.push(known.name);
        }
    }
    if lacking.is_empty() {
        return;
    }
    out.report(&rules::FEW_SECTIONS, doc, place, |finding| {
        let verb = if lacking.len() == 1 { "is" } else { "are" };
        finding.say(format_args!("{} {verb} recommended but missing", listed(&lacking, " and ")));
    });
}
