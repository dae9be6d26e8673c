//! The texts of sections: each is a document of its own, so that spans in it map to the file.

use super::Object;
use crate::document::{DocId, Documents};
use crate::json::{Flags, Kind, NodeId};
use crate::spec::{Listing, Section};

/// The text of a section.
#[derive(Debug)]
pub(crate) struct SectionText {
    /// The index of the object it is in.
    pub(crate) object: usize,
    /// Its key.
    pub(crate) key: NodeId,
    /// What is known about sections with this name.
    pub(crate) section: Option<&'static Section>,
    /// The document with its text.
    pub(crate) doc: DocId,
}

/// Reads the sections of an object: those that are listed, and those whose name is known.
pub(super) fn read(
    docs: &mut Documents,
    object: &Object,
    (idx, listing): (usize, &'static Listing),
    out: &mut Vec<SectionText>,
) {
    let document = docs.get(object.doc);
    let tree = &document.tree;
    let listed = object.member(listing.list).map(|it| it.value).filter(|it| tree.kind(*it) == Kind::Array);
    let names: Vec<_> = listed
        .into_iter()
        .flat_map(|list| tree.children(list))
        .filter(|it| tree.kind(*it) == Kind::String)
        .map(|it| tree.text(&document.text, it))
        .take(MAX_LISTED)
        .collect();
    let mut found = Vec::new();
    let mut seen = Vec::new();
    // From the end, because readers take the last of duplicate keys.
    for member in object.members.iter().rev().filter(|it| it.field.is_none()) {
        let name = tree.text(&document.text, member.key);
        let section = listing.sections.iter().find(|it| it.name == name);
        if seen.contains(&name) || (section.is_none() && !names.contains(&name)) {
            continue;
        }
        seen.push(name);
        let node = tree.node(member.value);
        if node.kind == Kind::String && !node.flags.has(Flags::UNCLOSED) {
            found.push((member.key, member.value, section));
        }
    }
    for (key, value, section) in found.into_iter().rev() {
        let doc = docs.nest_text(object.doc, value);
        out.push(SectionText { object: idx, key, section, doc });
    }
}

/// A longer list is not a list of sections; the limit keeps the lookup of names linear.
const MAX_LISTED: usize = 256;
