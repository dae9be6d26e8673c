//! A text with its tree, and the documents nested in it as encoded strings.
//! Spans of a nested document are mapped outward, level by level, to the file; nothing is searched for.

mod layout;
mod nesting;
mod slips;

pub(crate) use layout::without_code;
pub use layout::{Fence, Layout, trimmed};
pub use nesting::Documents;
pub(crate) use slips::Doubt;

use std::borrow::Cow;

use crate::json::{self, Escapes, Flags, NodeId, Pieces, SyntaxError, SyntaxErrorKind, Tree};
use crate::slips::{Readings, Slip, TextLevel};
use crate::text::Span;

/// The index of a document; the file is 0.
pub type DocId = usize;

/// How many bytes of a text are before its JSON and are not read with it.
#[cfg(feature = "tool-calls")]
pub(crate) type Skip = fn(&str) -> usize;
#[cfg(not(feature = "tool-calls"))]
pub(crate) type Skip = ();

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
    /// So many bytes before the JSON are not read with it.
    #[cfg(feature = "tool-calls")]
    skipped: usize,
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

    /// The same in a call that reads several texts.
    pub(crate) fn file_again(text: impl Into<Cow<'t, str>>, readings: &Readings) -> Self {
        Self::read(text.into(), Some(readings))
    }

    /// A copy of a file that was read.
    pub(crate) fn copy_of_file(&self) -> Self {
        Self {
            text: self.text.clone(),
            found: self.found.clone(),
            slips: self.slips.clone(),
            undone: self.undone.clone(),
            layout: self.layout.clone(),
            tree: self.tree.clone(),
            errors: self.errors.clone(),
            is_sure: self.is_sure,
            #[cfg(feature = "tool-calls")]
            skipped: self.skipped,
            parent: None,
        }
    }

    /// Reads a file without explaining its errors.
    pub(crate) fn unexplained(text: &'t str) -> Self {
        Self::at(Cow::Borrowed(text), Layout::from(text, 0, true), None)
    }

    /// Reads the content of the string `node` of `parent`, without what `skip` counts before its JSON. If it is not JSON,
    /// the document is a text without a tree.
    fn nested(
        parent: &Self,
        (doc, node): (DocId, NodeId),
        skip: Option<Skip>,
        readings: Option<&Readings>,
    ) -> Document<'static> {
        // If the string was cut off, so was its content.
        let is_cut = parent.tree.node(node).flags.has(Flags::UNCLOSED);
        let (text, parent) = Self::decoded(parent, doc, node);
        if let Some(skip) = skip {
            #[cfg(feature = "tool-calls")]
            let skipped = skip(&text);
            #[cfg(not(feature = "tool-calls"))]
            let ((), skipped) = (skip, 0);
            let mut document = Document::after(Cow::Owned(text), skipped, Some(parent));
            if !is_cut {
                document.undo_slips(TextLevel::Payload, readings);
            }
            return document;
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

    fn read(text: Cow<'t, str>, readings: Option<&Readings>) -> Self {
        let mut document = Self::after(text, 0, None);
        document.undo_slips(TextLevel::File, readings);
        document
    }

    /// Reads the JSON after so many bytes of a text.
    fn after(text: Cow<'t, str>, skipped: usize, parent: Option<Parent>) -> Self {
        let layout = Layout::from(&text, skipped, true);
        Self {
            #[cfg(feature = "tool-calls")]
            skipped,
            ..Self::at(text, layout, parent)
        }
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
        #[cfg(feature = "tool-calls")]
        skipped: 0,
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

    /// The text without what is skipped before its JSON.
    pub(crate) fn read_text(&self) -> &str {
        self.text.get(self.skipped().end as usize..).unwrap_or_default()
    }

    /// What is skipped before its JSON.
    pub(crate) fn skipped(&self) -> Span {
        #[cfg(feature = "tool-calls")]
        let skipped = self.skipped;
        #[cfg(not(feature = "tool-calls"))]
        let skipped = 0;
        Span::new(0, skipped)
    }

    /// The objects of which the text consists, if an array of them may be meant.
    pub fn listed(&self) -> Option<Vec<Span>> {
        let [SyntaxError { kind: SyntaxErrorKind::TrailingContent, .. }] = &*self.errors else { return None };
        let body = self.layout.body;
        let objects = json::listed(body.of(&self.text))?;
        Some(objects.into_iter().map(|it| Span { start: it.start + body.start, end: it.end + body.start }).collect())
    }
}
