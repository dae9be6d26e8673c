//! The format of a payload: by its identifying members and by what its phase expects.

use super::due_kind;
use crate::document::{DocId, Document, Documents};
use crate::json::{Kind, NodeId};
use crate::spec::{Expects, Format, Listing, Shape};

/// The format that a value looks like; `due` is what the phase expects.
pub(super) fn fitting(
    document: &Document,
    node: NodeId,
    formats: &[&'static Format],
    due: Option<Expects>,
) -> Option<&'static Format> {
    formats.iter().copied().find(|it| fits(document, node, it, due))
}

fn fits(document: &Document, node: NodeId, format: &Format, due: Option<Expects>) -> bool {
    match (document.tree.kind(node), &format.listing) {
        (Kind::Object, Some(listing)) => has_listing(document, node, listing),
        // The format that the phase expects needs less evidence.
        (Kind::Object, None) if format.list.is_none() => {
            tells(document, node, format, if matches!(due, Some(Expects::Object(_))) { 1 } else { 2 })
        }
        (Kind::Array, None) if format.list.is_some() => {
            let mut items = document.tree.children(node).take(16);
            due == Some(Expects::Array) || items.any(|it| tells(document, it, format, 2))
        }
        _ => false,
    }
}

/// Whether an object has this many of the members that identify its format; one with a table counts only if its type is
/// right.
fn tells(document: &Document, node: NodeId, format: &Format, n_needed: usize) -> bool {
    let record = match format.list.map(|it| &it.item.shape) {
        Some(Shape::Record(record)) => record,
        _ => &format.record,
    };
    let is_there = |name: &&&str| {
        let Some(value) = document.tree.get(&document.text, node, name) else { return false };
        let due = record.fields.iter().find(|it| it.name == **name).and_then(|it| due_kind(&it.shape));
        due.is_none_or(|it| it == document.tree.kind(value))
    };
    format.telling.iter().filter(is_there).count() >= n_needed
}

/// The format of a payload that is in place of its envelope.
pub(crate) fn payload_format(docs: &Documents, at: (DocId, NodeId), envelope: &Format) -> Option<&'static Format> {
    envelope.fields.iter().find_map(|it| match it.shape.inner() {
        Shape::Encoded(formats) => fitting(docs.get(at.0), at.1, formats, None),
        _ => None,
    })
}

/// Whether an object has the list of names, or sections that identify it without the list.
pub(crate) fn has_listing(document: &Document, node: NodeId, listing: &Listing) -> bool {
    let (tree, text) = (&document.tree, &document.text);
    let mut n_known = 0;
    for (key, _) in tree.members(node) {
        let key = tree.name(text, key);
        if key == listing.list {
            return true;
        }
        let known = listing.sections.iter().find(|it| it.name == key);
        // `title` and `examples` occur in objects of any kind; `quick_start` does not.
        let is_telling = known.is_some_and(|it| it.name.contains('_') || !it.parts.is_empty());
        n_known += usize::from(known.is_some()) + usize::from(is_telling);
    }
    n_known >= 2
}
