//! A text with its tree, and the documents nested in it as encoded strings.
//! Spans of a nested document are mapped outward, level by level, to the file; nothing is searched for.

mod layout;
mod slips;

pub(crate) use layout::without_code;
pub use layout::{Fence, Layout, trimmed};
pub(crate) use slips::Doubt;

use std::borrow::Cow;

use crate::json::{self, Escapes, Flags, NodeId, Pieces, SyntaxError, SyntaxErrorKind, Tree, escape_into};
use crate::slips::{Slip, TextLevel};
use crate::text::{Edit, Span};

/// The index of a document; the file is 0.
pub type DocId = usize;

/// One JSON text: the file, a payload, or a payload in a payload.
#[derive(Debug)]
pub struct Document<'t> {
    /// The whole text as read, which is with its slips undone.
    pub text: Cow<'t, str>,
    /// The text as found, if it has slips.
    found: Option<Cow<'t, str>>,
    /// The undone slips, in text order; their spans refer to the text as found.
    pub(crate) slips: Vec<Slip>,
    /// All their edits, in both texts.
    undone: Vec<slips::UndoneEdit>,
    /// The place of the JSON and what surrounds it.
    pub layout: Layout,
    /// The nodes.
    pub tree: Tree,
    /// The syntax errors, in the order in which they were found.
    pub errors: Vec<SyntaxError>,
    /// No error leaves in doubt where a value begins and ends.
    pub is_sure: bool,
    /// The string that contains this document; `None` for the file.
    pub parent: Option<Parent>,
}

/// The string in which a document is encoded.
#[derive(Debug)]
pub struct Parent {
    /// The document of that string.
    pub doc: DocId,
    /// The string.
    pub node: NodeId,
    content: Span,
    escapes: Escapes,
    pieces: Pieces,
}

impl<'t> Document<'t> {
    /// Reads a file.
    pub fn file(text: impl Into<Cow<'t, str>>) -> Self {
        Self::read(text.into(), None)
    }

    /// Reads a file without explaining its errors.
    pub(crate) fn unexplained(text: &'t str) -> Self {
        Self::at(Cow::Borrowed(text), Layout::from(text, 0, true), None)
    }

    /// Reads the content of the string `node` of `parent`. If it is not JSON, the document is a text without a tree.
    fn nested(parent: &Self, doc: DocId, node: NodeId, is_json: bool) -> Document<'static> {
        // If the string was cut off, so was its content.
        let is_cut = parent.tree.node(node).flags.has(Flags::UNCLOSED);
        let (text, parent) = Self::decoded(parent, doc, node);
        if is_json && is_cut {
            let layout = Layout::from(&text, 0, true);
            return Document::at(Cow::Owned(text), layout, Some(parent));
        }
        if is_json {
            return Document::read(Cow::Owned(text), Some(parent));
        }
        let layout = Layout { body: Span::new(0, text.len()), ..Layout::default() };
        Document { text: Cow::Owned(text), layout, parent: Some(parent), ..Document::NONE }
    }

    fn decoded(parent: &Self, doc: DocId, node: NodeId) -> (String, Parent) {
        let content = parent.tree.content_span(node);
        let raw = content.of(&parent.text);
        let escapes = parent.tree.escapes(node);
        let decoded = match escapes {
            Escapes::Json => json::decode(raw),
            Escapes::None => json::Decoded { text: raw.to_owned(), pieces: Pieces::default() },
        };
        (decoded.text, Parent { doc, node, content, escapes, pieces: decoded.pieces })
    }

    fn read(text: Cow<'t, str>, parent: Option<Parent>) -> Self {
        let layout = Layout::from(&text, 0, true);
        let level = if parent.is_some() { TextLevel::Payload } else { TextLevel::File };
        let mut document = Self::at(text, layout, parent);
        document.undo_slips(level);
        document
    }

    fn at(text: Cow<'t, str>, layout: Layout, parent: Option<Parent>) -> Self {
        let (tree, errors) = json::parse(&text, layout.body);
        let is_sure = errors.iter().all(|it| it.kind.is_minor());
        Self { text, layout, tree, errors, is_sure, parent, ..Document::NONE }
    }

    const NONE: Document<'static> = Document {
        text: Cow::Borrowed(""),
        found: None,
        slips: Vec::new(),
        undone: Vec::new(),
        layout: Layout { mark: None, body: Span { start: 0, end: 0 }, fence: None },
        tree: Tree::NONE,
        errors: Vec::new(),
        is_sure: true,
        parent: None,
    };

    /// The first wanted JSON after this many bytes of the text. JSON in fences comes first.
    pub fn other(&self, from: usize, is_wanted: &dyn Fn(&Document) -> bool) -> Option<Document<'_>> {
        // Each value may be read to the end of the text.
        const MOST: usize = 16;
        let (mut at, mut has_fences) = (from, true);
        for _ in 0..MOST {
            let layout = Layout::from(&self.text, at, has_fences);
            let other = Document::at(Cow::Borrowed(&self.text), layout, None);
            if is_wanted(&other) {
                return Some(other);
            }
            at = match other.behind() {
                Some(behind) => behind,
                None if has_fences => {
                    has_fences = false;
                    from
                }
                None => break,
            };
        }
        None
    }

    /// Where reading continues after the JSON, if there is any.
    pub fn behind(&self) -> Option<usize> {
        let trailing = self.errors.iter().find(|it| it.kind == SyntaxErrorKind::TrailingContent);
        let json = self.tree.span(self.tree.root()?);
        Some(trailing.map_or_else(|| self.layout.behind(json), |it| it.span.start as usize))
    }

    /// The objects of which the text consists, if an array of them may be meant.
    pub fn listed(&self) -> Option<Vec<Span>> {
        let [SyntaxError { kind: SyntaxErrorKind::TrailingContent, .. }] = &*self.errors else { return None };
        let body = self.layout.body;
        let objects = json::listed(body.of(&self.text))?;
        Some(objects.into_iter().map(|it| Span { start: it.start + body.start, end: it.end + body.start }).collect())
    }
}

/// The file and all documents nested in it.
#[derive(Debug)]
pub struct Documents<'t> {
    list: Vec<Document<'t>>,
}

impl<'t> Documents<'t> {
    /// Starts with the file.
    pub fn new(file: Document<'t>) -> Self {
        // Usually, a payload and some sections follow.
        let mut list = Vec::with_capacity(8);
        list.push(file);
        Self { list }
    }

    /// Reads the document in a string and adds it.
    pub fn nest(&mut self, doc: DocId, node: NodeId) -> DocId {
        self.add(doc, node, true)
    }

    /// Adds the content of a string that is not JSON.
    pub fn nest_text(&mut self, doc: DocId, node: NodeId) -> DocId {
        self.add(doc, node, false)
    }

    fn add(&mut self, doc: DocId, node: NodeId, is_json: bool) -> DocId {
        let nested = Document::nested(self.get(doc), doc, node, is_json);
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
