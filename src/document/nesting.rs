//! The file and all documents nested in it, and the maps from one to the other.

use std::borrow::Cow;

use super::{DocId, Document, Skip, trimmed};
use crate::json::{Escapes, Flags, NodeId, SyntaxError, SyntaxErrorKind, escape_into};
use crate::slips::Readings;
use crate::text::{Edit, Span};

/// The file and all documents nested in it.
#[derive(Debug)]
pub struct Documents<'t> {
    list: Vec<Document<'t>>,
    /// The JSON of the file is not the first in its text.
    is_other: bool,
    /// What the call has read before, if it reads several texts.
    readings: Option<&'t Readings>,
}

/// Nothing is skipped.
#[cfg(feature = "tool-calls")]
const NOTHING: Skip = |_| 0;
#[cfg(not(feature = "tool-calls"))]
const NOTHING: Skip = ();

impl<'t> Documents<'t> {
    /// Starts with the file.
    pub fn new(file: Document<'t>) -> Self {
        // Usually, a payload and some sections follow.
        let mut list = Vec::with_capacity(8);
        list.push(file);
        Self { list, is_other: false, readings: None }
    }

    /// Starts with the file of a text, in a call that reads several.
    pub(crate) fn again(text: impl Into<Cow<'t, str>>, readings: &'t Readings) -> Self {
        Self { readings: Some(readings), ..Self::new(Document::file_again(text, readings)) }
    }

    /// Reads the document in a string and adds it.
    pub fn nest(&mut self, doc: DocId, node: NodeId) -> DocId {
        self.add(doc, node, Some(NOTHING))
    }

    /// The same for a string in which something may precede the JSON.
    #[cfg(feature = "tool-calls")]
    pub(crate) fn nest_after(&mut self, doc: DocId, node: NodeId, skip: Skip) -> DocId {
        self.add(doc, node, Some(skip))
    }

    /// Adds the content of a string that is not JSON.
    pub fn nest_text(&mut self, doc: DocId, node: NodeId) -> DocId {
        self.add(doc, node, None)
    }

    fn add(&mut self, doc: DocId, node: NodeId, skip: Option<Skip>) -> DocId {
        let nested = Document::nested(self.get(doc), (doc, node), skip, self.readings);
        self.list.push(nested);
        self.list.len() - 1
    }

    /// Searches a document's text for wanted JSON, which then becomes the document's. If none is wanted, nothing
    /// changes.
    pub fn read_on(&mut self, doc: DocId, is_wanted: &dyn Fn(&Document) -> bool) {
        // A text that is only one value has nothing around it.
        let may_have_more =
            |it: &&mut Document| it.layout.fence.is_some() || it.errors.iter().any(|it| it.kind.is_around());
        let document = self.list.get_mut(doc).filter(may_have_more).filter(|it| !is_wanted(it));
        let Some(document) = document else { return };
        let Some(found) = document.other(0, is_wanted) else { return };
        let Document { layout, tree, mut errors, is_sure, .. } = found;
        let end = tree.span(0).start;
        let before = trimmed(&document.text, Span { start: layout.mark.as_ref().map_or(0, |it| it.end), end });
        if !before.is_empty() && layout.fence.is_none() {
            let leading = SyntaxError { kind: SyntaxErrorKind::LeadingText, span: before };
            match errors.first_mut().filter(|it| it.kind == leading.kind) {
                Some(first) => *first = leading,
                None => errors.insert(0, leading),
            }
        }
        (document.layout, document.tree, document.errors, document.is_sure) = (layout, tree, errors, is_sure);
        self.is_other |= doc == 0;
    }

    /// The file as `Document::file` reads it; `None` if its text was searched for other JSON than the first.
    pub fn file(&self) -> Option<&Document<'t>> {
        self.list.first().filter(|_| !self.is_other)
    }

    /// The document with this index; the file if there is none.
    pub fn get(&self, doc: DocId) -> &Document<'t> {
        static NONE: Document<'static> = Document::NONE;
        self.list.get(doc).or(self.list.first()).unwrap_or(&NONE)
    }

    /// All documents, the file first.
    pub fn iter(&self) -> impl Iterator<Item = (DocId, &Document<'t>)> {
        self.list.iter().enumerate()
    }

    /// The documents that hold a document, the file first, itself last.
    pub fn chain(&self, doc: DocId) -> Vec<DocId> {
        let mut out = vec![doc];
        let mut at = doc;
        while let Some(parent) = &self.get(at).parent {
            at = parent.doc;
            out.push(at);
        }
        out.reverse();
        out
    }

    /// One step outward: the same place in the document that holds this one.
    pub fn outward(&self, doc: DocId, span: Span) -> Option<(DocId, Span)> {
        self.outward_found(doc, self.get(doc).found_at(span))
    }

    /// The same for a span of the text as found.
    pub fn outward_found(&self, doc: DocId, span: Span) -> Option<(DocId, Span)> {
        let parent = self.get(doc).parent.as_ref()?;
        let shift = parent.content.start;
        let raw = parent.content.of(&self.get(parent.doc).text);
        let (mut start, mut end) = (span.start, span.end);
        if parent.escapes == Escapes::Json {
            start = parent.pieces.outward(raw, start);
            end = parent.pieces.outward(raw, end);
        }
        Some((parent.doc, Span { start: shift + start, end: shift + end.max(start) }))
    }

    /// The outer document and the span of the string's content in it, in the text as found.
    pub(crate) fn content_found(&self, doc: DocId) -> Option<(DocId, Span)> {
        let parent = self.get(doc).parent.as_ref()?;
        Some((parent.doc, self.get(parent.doc).found_at(parent.content)))
    }

    /// One step inward, between texts as found: maps an offset in the text that holds a document to an offset in that
    /// document.
    pub(crate) fn inward_found(&self, doc: DocId, offset: u32) -> Option<u32> {
        let parent = self.get(doc).parent.as_ref()?;
        let outer = self.get(parent.doc);
        let (_, content) = self.content_found(doc)?;
        if !(content.start..=content.end).contains(&offset) {
            return None;
        }
        // Both ends count, even if a slip is undone there.
        let read = match offset {
            it if it == content.start => parent.content.start,
            it if it == content.end => parent.content.end,
            it => outer.read_offset(it).clamp(parent.content.start, parent.content.end),
        };
        let inside = read - parent.content.start;
        let found = match parent.escapes {
            Escapes::Json => parent.pieces.inward(parent.content.of(&outer.text), inside),
            Escapes::None => inside,
        };
        Some(found.min(Span::new(0, self.get(doc).found().len()).end))
    }

    /// The same place in the file.
    pub fn to_file(&self, doc: DocId, span: Span) -> Span {
        self.found_to_file(doc, self.get(doc).found_at(span))
    }

    /// The span in the file of a span in a document as found.
    pub fn found_to_file(&self, doc: DocId, span: Span) -> Span {
        let mut place = (doc, span);
        while let Some((outer, span)) = self.outward_found(place.0, place.1) {
            place = (outer, self.get(outer).found_at(span));
        }
        place.1
    }

    /// An edit of a document as an edit of the file: its text is encoded once for each level. `None` if it would change
    /// an undone slip on the way.
    pub fn edit_to_file(&self, doc: DocId, edit: Edit) -> Option<Edit> {
        let document = self.get(doc);
        let span = document.found_at(edit.span);
        if document.is_apart(&edit) { self.found_edit_to_file(doc, Edit { span, ..edit }) } else { None }
    }

    /// The same for an edit of the document as found.
    pub fn found_edit_to_file(&self, doc: DocId, edit: Edit) -> Option<Edit> {
        let mut at = doc;
        let mut edit = edit;
        while let Some((outer, span)) = self.outward_found(at, edit.span) {
            let verbatim = self.get(at).parent.as_ref().is_some_and(|it| it.escapes == Escapes::None)
                && self.get(outer).tree.node(self.parent_node(at)).flags.has(Flags::VERBATIM);
            let mut text = String::with_capacity(edit.text.len());
            if verbatim {
                text = edit.text
            } else {
                escape_into(&edit.text, &mut text)
            }
            edit = Edit { span, text };
            at = outer;
            if !self.get(at).is_apart(&edit) {
                return None;
            }
            edit.span = self.get(at).found_at(edit.span);
        }
        Some(edit)
    }

    fn parent_node(&self, doc: DocId) -> NodeId {
        self.get(doc).parent.as_ref().map_or(NodeId::MAX, |it| it.node)
    }
}
