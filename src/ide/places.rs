//! Maps between the file, the documents in it, and what an editor shows of them.

use super::Read;
use super::data::{InnerDocument, InnerOffset, Place};
use super::inner::NestedDocument;
use crate::document::DocId;
use crate::report::Position;
use crate::resolve::{Utf16Span, offsets, place_of};
use crate::text::{Span, Utf16Index};

/// The text that offsets belong to: the file, or a document in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window<'r> {
    /// The document.
    pub(super) doc: DocId,
    /// The offset of its text in the document as found; not 0 for an object that is not encoded.
    pub(super) base: u32,
    /// The text.
    pub(super) text: &'r str,
}

/// Places in a text.
pub(super) fn index(text: &str) -> Utf16Index<'_> {
    Utf16Index::new(text)
}

/// A span in every coordinate.
pub(super) fn place(index: &mut Utf16Index, span: Span) -> Place {
    let Utf16Span { range, from, to } = place_of(index.at(span.start), index.at(span.end));
    Place { range, from, to, bytes: offsets(span) }
}

impl Read {
    /// The document with this pointer; the file if it is empty.
    pub(super) fn window(&self, pointer: &str) -> Option<Window<'_>> {
        if pointer.is_empty() {
            return Some(Window { doc: 0, base: 0, text: self.docs.get(0).found() });
        }
        let inner = self.shown_documents().find(|it| it.pointer == pointer)?;
        Some(Window { doc: inner.doc, base: inner.span.start, text: self.text(inner) })
    }

    /// The text of a document in the file.
    pub(super) fn text(&self, inner: &NestedDocument) -> &str {
        inner.span.of(self.docs.get(inner.doc).found())
    }

    /// The span in the file of a span in a document as found.
    pub(super) fn to_file(&self, doc: DocId, span: Span) -> Span {
        self.docs.found_to_file(doc, span)
    }

    /// The documents that are not hidden.
    pub(super) fn shown_documents(&self) -> impl Iterator<Item = &NestedDocument> {
        self.inners.iter().filter(|it| !it.is_hidden)
    }

    pub(super) fn documents(&self) -> Vec<InnerDocument> {
        let mut index = index(self.docs.get(0).found());
        self.shown_documents().map(|it| self.shown(&mut index, it)).collect()
    }

    pub(super) fn document(&self, pointer: &str) -> Option<InnerDocument> {
        let inner = self.shown_documents().find(|it| it.pointer == pointer)?;
        Some(self.shown(&mut index(self.docs.get(0).found()), inner))
    }

    fn shown(&self, index: &mut Utf16Index, inner: &NestedDocument) -> InnerDocument {
        let parent = inner.parent.and_then(|it| self.inners.get(it)).map(|it| it.pointer.clone());
        InnerDocument {
            pointer: inner.pointer.clone(),
            parent: parent.unwrap_or_default(),
            kind: inner.kind,
            language: inner.language,
            title: inner.title(),
            format: inner.format,
            text: self.text(inner).to_owned(),
            depth: inner.depth,
            broken: inner.is_broken,
            place: place(index, inner.in_file),
        }
    }

    pub(super) fn to_inner(&self, offset: u32) -> Vec<InnerOffset> {
        let mut out = Vec::new();
        for inner in self.shown_documents().filter(|it| it.in_file.start <= offset && offset <= it.in_file.end) {
            let Some(byte) = self.inward(inner, offset) else { continue };
            let place = index(self.text(inner)).at(byte);
            let position = Position { line: place.line, character: place.character };
            out.push(InnerOffset { pointer: inner.pointer.clone(), offset: place.offset, position, byte });
        }
        out
    }

    /// Maps an offset of the file to a document in it.
    pub(super) fn inward(&self, inner: &NestedDocument, offset: u32) -> Option<u32> {
        let mut at = offset;
        for doc in self.docs.chain(inner.doc).into_iter().skip(1) {
            at = self.docs.inward_found(doc, at)?;
        }
        (inner.span.start..=inner.span.end).contains(&at).then(|| at - inner.span.start)
    }
}
