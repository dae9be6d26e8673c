//! Finds what is at an offset of a text that an editor shows, and maps spans to it.

use super::data::Place;
use super::found::node_key;
use super::inner::NestedDocument;
use super::places::{Window, place};
use super::{Opened, places};
use crate::bind::{Member, Object};
use crate::document::{DocId, Document};
use crate::json::{Kind, NodeId};
use crate::text::{Span, Utf16Index};

/// A text that an editor shows: the file, or a document in it. Offsets of questions are bytes of its text.
#[derive(Clone, Copy, Debug)]
pub struct View<'o> {
    pub(super) opened: &'o Opened,
    pub(super) window: Window<'o>,
}

/// What is at an offset: the innermost document, and the offset in it.
#[derive(Clone, Copy)]
pub(super) struct Spot<'o> {
    pub(super) doc: DocId,
    pub(super) document: &'o Document<'static>,
    /// The offset in the text as found.
    pub(super) found: u32,
    /// The offset in the text as read.
    pub(super) read: u32,
}

impl<'o> View<'o> {
    /// The text.
    pub fn text(&self) -> &'o str {
        self.window.text
    }

    pub(super) fn document(&self, doc: DocId) -> &'o Document<'static> {
        self.opened.read.docs.get(doc)
    }

    /// What is at an offset of the text.
    pub(super) fn spot(&self, offset: u32) -> Spot<'o> {
        let read = &self.opened.read;
        let at = offset.min(self.end()) + self.window.base;
        let in_file = read.to_file(self.window.doc, Span::empty(at)).start;
        let is_inside = |it: &&NestedDocument| it.in_file.start <= in_file && in_file <= it.in_file.end;
        let inside = read.shown_documents().filter(is_inside).filter_map(|it| Some((it, read.inward(it, in_file)?)));
        let deepest = inside.max_by_key(|it| it.0.depth).filter(|it| self.holds(it.0.doc));
        let (doc, found) = match deepest {
            Some((inner, offset)) if inner.doc != self.window.doc => (inner.doc, offset + inner.span.start),
            _ => (self.window.doc, at),
        };
        let document = self.document(doc);
        Spot { doc, document, found, read: document.read_offset(found) }
    }

    /// Whether a document is the one shown, or is inside it.
    pub(super) fn holds(&self, doc: DocId) -> bool {
        self.window.doc == 0 || self.opened.read.docs.chain(doc).contains(&self.window.doc)
    }

    fn end(&self) -> u32 {
        Span::new(0, self.window.text.len()).end
    }

    /// Maps a span of a document as found to this text; `None` if it is not in it.
    pub(super) fn span_of_found(&self, doc: DocId, found: Span) -> Option<Span> {
        let docs = &self.opened.read.docs;
        let (mut doc, mut span) = (doc, found);
        while doc != self.window.doc {
            let (outer, read) = docs.outward_found(doc, span)?;
            (doc, span) = (outer, docs.get(outer).found_at(read));
        }
        let start = span.start.checked_sub(self.window.base)?;
        let end = span.end - self.window.base;
        (end <= self.end()).then_some(Span { start, end })
    }

    /// The same for a span of a document as read.
    pub(super) fn span_of(&self, doc: DocId, read: Span) -> Option<Span> {
        self.span_of_found(doc, self.document(doc).found_at(read))
    }

    /// The place in this text of a span of a document as read.
    pub(super) fn place_of(&self, index: &mut Utf16Index, doc: DocId, read: Span) -> Option<Place> {
        Some(place(index, self.span_of(doc, read)?))
    }

    pub(super) fn index(&self) -> Utf16Index<'o> {
        places::index(self.window.text)
    }

    /// The innermost bound object or list that contains an offset.
    pub(super) fn object_at(&self, doc: DocId, read: u32) -> Option<&'o Object> {
        let span = |it: &Object| self.document(doc).tree.span(it.node);
        let objects = self.opened.read.bindings.objects.iter().filter(|it| it.doc == doc);
        objects.filter(|it| span(it).start <= read && read <= span(it).end).max_by_key(|it| span(it).start)
    }

    /// The document in a string.
    pub(super) fn inside(&self, doc: DocId, node: NodeId) -> Option<&'o NestedDocument> {
        let (strings, key) = (&self.opened.read.strings, node_key(doc, node));
        let (found, idx) = strings.get(strings.partition_point(|it| it.0 < key))?;
        self.opened.read.inners.get(*idx as usize).filter(|_| *found == key)
    }
}

impl Spot<'_> {
    /// The innermost node at the offset; a string includes its end.
    pub(super) fn node(&self) -> Option<NodeId> {
        let tree = &self.document.tree;
        let at = tree.at(self.read)?;
        let is_leaf = |it: NodeId| !matches!(tree.kind(it), Kind::Object | Kind::Array);
        if is_leaf(at) && tree.span(at).start <= self.read {
            return Some(at);
        }
        let before = self.read.checked_sub(1).and_then(|it| tree.at(it));
        before.filter(|it| is_leaf(*it) && tree.span(*it).end == self.read).or(Some(at))
    }
}

/// The member of an object that an offset is in: in its key, or in its value.
pub(super) fn member_at<'o>(document: &Document, object: &'o Object, read: u32) -> Option<&'o Member> {
    let span = |it: &Member| Span { start: document.tree.span(it.key).start, end: document.tree.span(it.value).end };
    object.members.iter().find(|it| span(it).start <= read && read <= span(it).end)
}
