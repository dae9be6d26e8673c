//! From a name to what it refers to, and back.

use super::data::{Definition, DefinitionTarget, Place};
use super::places::{index, place};
use super::view::{Spot, View, member_at};
use crate::bind::{Member, Object};
use crate::document::{DocId, Document};
use crate::formats::FORMATS;
use crate::json::{Kind, NodeId};
use crate::names::{FileKind, FileName};
use crate::query;

impl<'o> View<'o> {
    /// Where the thing at an offset is defined or referred to: a section's name and its text, a task's id and its
    /// entries, the request's id and the request file.
    pub fn definition(&self, offset: u32) -> Vec<Definition> {
        let spot = self.spot(offset);
        self.found_from(&spot).unwrap_or_default()
    }

    fn found_from(&self, spot: &Spot<'o>) -> Option<Vec<Definition>> {
        let object = self.object_at(spot.doc, spot.read)?;
        let member = member_at(spot.document, object, spot.read)?;
        let node = spot.node().filter(|it| spot.document.tree.kind(*it) == Kind::String)?;
        let origin = self.place_of(&mut self.index(), spot.doc, spot.document.tree.span(node))?;
        #[cfg(feature = "tool-calls")]
        {
            let partners = self.partners(spot.doc, node);
            if !partners.is_empty() {
                return Some(partners.into_iter().filter_map(|it| self.there(&origin, it.0, it.1)).collect());
            }
        }
        let here = |node: NodeId| self.there(&origin, spot.doc, node);
        if let Some(found) = section(spot.document, object, member, node) {
            return Some(here(found).into_iter().collect());
        }
        let field = member.field?;
        let mut pairings = FORMATS.iter().filter_map(|it| it.pairing);
        let is_id = object.format.named == FileKind::Request && pairings.any(|it| it.id == field.name);
        let is_paired = field.from_request || is_id;
        if is_paired && node == member.value {
            return Some(self.in_partner(&origin, field.name).into_iter().collect());
        }
        let ids = self.same_id(spot, object, member, node)?;
        Some(ids.into_iter().filter_map(|it| self.there(&origin, it.0, it.1)).collect())
    }

    /// A place in the same text.
    fn there(&self, origin: &Place, doc: DocId, node: NodeId) -> Option<Definition> {
        let place = self.place_of(&mut self.index(), doc, self.document(doc).tree.span(node))?;
        Some(Definition { origin: *origin, target: DefinitionTarget::File, name: None, place })
    }

    /// The same field in the paired request, or in the response to this request.
    fn in_partner(&self, origin: &Place, name: &str) -> Option<Definition> {
        let options = &self.opened.options;
        let file = options.file_name.as_deref().map(FileName::new).unwrap_or_default();
        let at = |document: &Document| {
            let tree = &document.tree;
            let value = tree.get(&document.text, tree.root()?, name)?;
            Some(place(&mut index(document.found()), document.found_at(tree.span(value))))
        };
        if let Some(request) = query::request(options, &file) {
            let name = request.name.as_ref().map(|it| it.name.clone());
            let place = at(&request.document)?;
            return Some(Definition { origin: *origin, target: DefinitionTarget::Request, name, place });
        }
        let partner = file.partner().filter(|_| file.kind == FileKind::Request)?;
        let (name, text) = options.siblings.iter().flatten().find(|it| it.0 == partner)?;
        let place = at(&Document::unexplained(text))?;
        Some(Definition { origin: *origin, target: DefinitionTarget::Response, name: Some(name.clone()), place })
    }

    /// The other entries with the id at the offset, in a field of the same name or in a list of ids.
    fn same_id(&self, spot: &Spot, object: &Object, member: &Member, node: NodeId) -> Option<Vec<(DocId, NodeId)>> {
        let read = &self.opened.read;
        let holder = object.holder.and_then(|it| read.bindings.objects.get(it));
        let own = member.field.map(|it| it.name).filter(|it| !it.is_empty());
        let list = holder.and_then(|it| it.members.iter().find(|it| it.value == object.node)?.field);
        let name = own.or(list.map(|it| it.name))?;
        let one = name.strip_suffix('s').unwrap_or(name);
        if !one.ends_with("_id") || node != member.value {
            return None;
        }
        let id = spot.document.tree.text(&spot.document.text, node);
        let mut out = Vec::new();
        for other in &read.bindings.objects {
            let Some(entry) = other.member(one) else { continue };
            let document = self.document(other.doc);
            let is_same = document.tree.is_text(&document.text, entry.value, &id);
            if is_same && (other.doc, entry.value) != (spot.doc, node) {
                out.push((other.doc, entry.value));
            }
        }
        Some(out)
    }
}

/// The text of a section, given its name in the list; or its name in the list, given its key.
fn section(document: &Document, object: &Object, member: &Member, node: NodeId) -> Option<NodeId> {
    let listing = object.format.listing.as_ref().filter(|_| object.is_outermost())?;
    let (tree, text) = (&document.tree, &*document.text);
    let name = tree.text(text, node);
    let list = object.member(listing.list)?;
    if member.key == list.key {
        let is_it = |it: &&Member| it.field.is_none() && tree.is_text(text, it.key, &name);
        return object.members.iter().rev().find(is_it).map(|it| it.key).filter(|_| node != list.key);
    }
    if node != member.key || member.field.is_some() {
        return None;
    }
    tree.children(list.value).find(|it| tree.kind(*it) == Kind::String && tree.is_text(text, *it, &name))
}
