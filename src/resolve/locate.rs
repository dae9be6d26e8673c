//! From pointers to places. A pointer continues through encoded strings; many are followed in one reading of the text.

use super::{Places, Utf16Span, offsets};
use crate::document::{DocId, Document, Documents};
use crate::json::{Kind, NodeId, number, unescaped};
use crate::report::Location;
use crate::text::{hash, in_order, key_of};

/// The places of pointers, or of their keys, if wanted and if there are any; `None` for a pointer that leads nowhere.
pub(crate) fn locate_all(text: &str, pointers: &[&str], of_keys: bool) -> Vec<Option<Location>> {
    let mut docs = Documents::new(Document::file(text));
    let mut seen = Visited::default();
    let found: Vec<Option<PointerTarget>> = pointers.iter().map(|it| seen.follow(&mut docs, it)).collect();
    let mut places = Places::new(&docs, String::new(), pointers.len() > super::FEW_FINDINGS);
    let mut place = |PointerTarget { doc, key, value }: PointerTarget| {
        let document = docs.get(doc);
        let span = document.tree.span(key.filter(|_| of_keys).unwrap_or(value));
        let found = document.found_at(span);
        let (file, inner) = (docs.found_to_file(doc, found), places.outward(doc, found));
        let Utf16Span { range, from, to } = places.place(0, file);
        Location { range, from, to, bytes: offsets(file), inner }
    };
    found.into_iter().map(|it| it.map(&mut place)).collect()
}

/// What a pointer leads to.
#[derive(Clone, Copy)]
struct PointerTarget {
    doc: DocId,
    key: Option<NodeId>,
    value: NodeId,
}

/// The values visited on the way, sorted: many pointers lead through the same ones.
#[derive(Default)]
struct Visited {
    strings: Vec<(u64, (DocId, NodeId))>,
    containers: Vec<(u64, ContainerMembers)>,
}

/// The items of an array, or the members of an object, and their indices by the hashes of their keys.
struct ContainerMembers {
    all: Vec<(Option<NodeId>, NodeId)>,
    by_hash: Vec<(u64, u32)>,
}

impl Visited {
    fn follow(&mut self, docs: &mut Documents, pointer: &str) -> Option<PointerTarget> {
        let mut at = PointerTarget { doc: 0, key: None, value: docs.get(0).tree.root()? };
        if !pointer.is_empty() && !pointer.starts_with('/') {
            return None;
        }
        for token in pointer.split('/').skip(1) {
            at = self.step(docs, at, token)?;
        }
        Some(at)
    }

    /// The member or item that a token of the pointer names.
    fn step(&mut self, docs: &mut Documents, from: PointerTarget, token: &str) -> Option<PointerTarget> {
        let (doc, node) = self.inside(docs, from)?;
        let document = docs.get(doc);
        let members = self.members(document, key_of(u32::try_from(doc).ok()?, node), node)?;
        if document.tree.kind(node) == Kind::Array {
            let (key, value) = *members.all.get(number(token)?)?;
            return Some(PointerTarget { doc, key, value });
        }
        let name = unescaped(token);
        let hashed = hash(&name);
        let first = members.by_hash.partition_point(|it| it.0 < hashed);
        let same = members.by_hash.get(first..)?.iter().take_while(|it| it.0 == hashed);
        let same = same.filter_map(|it| members.all.get(it.1 as usize));
        // The last one if the key appears twice, as in readers.
        let is_it =
            |it: &&(Option<NodeId>, NodeId)| it.0.is_some_and(|key| document.tree.is_text(&document.text, key, &name));
        let (key, value) = *same.filter(is_it).last()?;
        Some(PointerTarget { doc, key, value })
    }

    /// The value, or the content of its string, through all levels of encoding.
    fn inside(&mut self, docs: &mut Documents, from: PointerTarget) -> Option<(DocId, NodeId)> {
        // A text is shorter than the string that holds it; more levels than these hold no JSON.
        const MOST: usize = 32;
        let mut at = (from.doc, from.value);
        if docs.get(at.0).tree.kind(at.1) != Kind::String {
            return Some(at);
        }
        let key = key_of(u32::try_from(at.0).ok()?, at.1);
        let idx = match self.strings.binary_search_by_key(&key, |it| it.0) {
            Ok(idx) => return self.strings.get(idx).map(|it| it.1),
            Err(idx) => idx,
        };
        for _ in 0..MOST {
            if docs.get(at.0).tree.kind(at.1) != Kind::String {
                break;
            }
            let nested = docs.nest(at.0, at.1);
            at = (nested, docs.get(nested).tree.root()?);
        }
        self.strings.insert(idx, (key, at));
        Some(at)
    }

    fn members(&mut self, document: &Document, key: u64, node: NodeId) -> Option<&ContainerMembers> {
        let idx = match self.containers.binary_search_by_key(&key, |it| it.0) {
            Ok(idx) => idx,
            Err(idx) => {
                self.containers.insert(idx, (key, members(document, node)));
                idx
            }
        };
        self.containers.get(idx).map(|it| &it.1)
    }
}

fn members(document: &Document, node: NodeId) -> ContainerMembers {
    let tree = &document.tree;
    if tree.kind(node) == Kind::Array {
        return ContainerMembers { all: tree.children(node).map(|it| (None, it)).collect(), by_hash: Vec::new() };
    }
    let all: Vec<_> = tree.members(node).map(|(key, value)| (Some(key), value)).collect();
    let by_hash = in_order(tree.members(node).map(|it| hash(&tree.text(&document.text, it.0))));
    ContainerMembers { all, by_hash }
}
