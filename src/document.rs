//! A text with its tree, and the documents nested in it as encoded strings.
//! Spans of a nested document are mapped outward, level by level, to the file; nothing is searched for.

use std::borrow::Cow;

use crate::json::{self, Escapes, NodeId, Pieces, SyntaxError, Tree, escape_into};
use crate::text::{Edit, Span};

/// The number of a document; the file is 0.
pub type DocId = usize;

/// One JSON text: the file, a payload, or a payload in a payload.
#[derive(Debug)]
pub struct Document<'t> {
    /// The whole text, also what stands around the JSON.
    pub text: Cow<'t, str>,
    /// Where the JSON stands and what surrounds it.
    pub layout: Layout,
    /// The nodes.
    pub tree: Tree,
    /// The faults of the text, in the order in which they were met.
    pub errors: Vec<SyntaxError>,
    /// The string that holds this document; none for the file.
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
    pub fn file(text: &'t str) -> Self {
        Self::read(Cow::Borrowed(text), None)
    }

    /// Reads what the string `node` of `parent` says.
    pub fn nested(parent: &Self, doc: DocId, node: NodeId) -> Document<'static> {
        let content = parent.tree.content_span(node);
        let raw = content.of(&parent.text);
        let escapes = parent.tree.escapes(node);
        let decoded = match escapes {
            Escapes::Json => json::decode(raw),
            Escapes::None => json::Decoded { text: raw.to_owned(), pieces: Pieces::default() },
        };
        let parent = Parent { doc, node, content, escapes, pieces: decoded.pieces };
        Document::read(Cow::Owned(decoded.text), Some(parent))
    }

    fn read(text: Cow<'t, str>, parent: Option<Parent>) -> Self {
        let layout = Layout::of(&text);
        let (tree, errors) = json::parse(&text, layout.body);
        Self { text, layout, tree, errors, parent }
    }
}

/// Where the JSON of a text stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// A byte order mark at the start.
    pub mark: Option<Span>,
    /// The JSON, with blanks around it.
    pub body: Span,
    /// The Markdown fence around it.
    pub fence: Option<Fence>,
}

/// A Markdown code fence around JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    /// The line that opens it, its line end included.
    pub open: Span,
    /// The line that closes it, with the line end before it; none when it is never closed.
    pub close: Option<Span>,
    /// How many fenced blocks with JSON the text has.
    pub n_blocks: usize,
}

impl Layout {
    fn of(text: &str) -> Self {
        let mark = text.starts_with('\u{feff}').then(|| Span::new(0, 3));
        let start = mark.map_or(0, |it| it.end as usize);
        let whole = Self { mark, body: Span::new(start, text.len()), fence: None };
        let begins_json = text.get(start..).unwrap_or_default().trim_start().starts_with(['{', '[', '"']);
        if begins_json || !text.contains("```") {
            return whole;
        }
        let blocks = fenced_blocks(text);
        let is_json = |it: &&Block| it.info.of(text).trim().eq_ignore_ascii_case("json");
        let looks_json = |it: &&Block| it.body.of(text).trim_start().starts_with(['{', '[']);
        let n_blocks = blocks.iter().filter(is_json).count().max(1);
        let found = blocks.iter().find(is_json).or_else(|| blocks.iter().find(looks_json));
        match found {
            Some(block) => {
                let fence = Fence { open: block.open, close: block.close, n_blocks };
                Self { mark, body: block.body, fence: Some(fence) }
            }
            None => whole,
        }
    }

    /// What stands before the fence, blanks left out.
    pub fn before(&self, text: &str) -> Span {
        let start = self.mark.map_or(0, |it| it.end);
        let end = self.fence.as_ref().map_or(start, |it| it.open.start);
        trimmed(text, Span { start, end })
    }

    /// What stands behind the fence, blanks left out.
    pub fn after(&self, text: &str) -> Span {
        let close = self.fence.as_ref().and_then(|it| it.close);
        let start = close.map_or(text.len(), |it| it.end as usize);
        trimmed(text, Span::new(start, text.len()))
    }
}

/// The span without blanks at both ends.
pub fn trimmed(text: &str, span: Span) -> Span {
    let inside = span.of(text);
    let start = inside.len() - inside.trim_start().len();
    let start = span.start as usize + start;
    Span::new(start, start + inside.trim().len())
}

struct Block {
    info: Span,
    open: Span,
    body: Span,
    close: Option<Span>,
}

/// The fenced code blocks of a Markdown text; fences count only on lines of their own.
fn fenced_blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_open = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let word = line.trim();
        match blocks.last_mut().filter(|_| is_open) {
            Some(block) if word.starts_with("```") => {
                block.body.end = Span::new(0, start).end;
                // The line end before the closing fence goes with it.
                let before = text.get(..start).unwrap_or_default();
                let body_end = before.strip_suffix('\n').map_or(start, |it| it.strip_suffix('\r').unwrap_or(it).len());
                let close_start = body_end.max(block.body.start as usize);
                block.body.end = Span::new(0, close_start).end;
                block.close = Some(Span::new(close_start, start + line.trim_end_matches(['\r', '\n']).len()));
                is_open = false;
            }
            Some(_) => (),
            None if word.starts_with("```") && !word.trim_start_matches('`').contains('`') => {
                let indent = line.len() - line.trim_start().len();
                let ticks = word.len() - word.trim_start_matches('`').len();
                let info = Span::new(start + indent + ticks, start + indent + word.len());
                blocks.push(Block { info, open: Span::new(start, end), body: Span::new(end, text.len()), close: None });
                is_open = true;
            }
            None => (),
        }
        start = end;
    }
    blocks
}

/// The file and all that is nested in it.
#[derive(Debug)]
pub struct Documents<'t> {
    list: Vec<Document<'t>>,
}

impl<'t> Documents<'t> {
    /// Starts with the file.
    pub fn new(file: Document<'t>) -> Self {
        Self { list: vec![file] }
    }

    /// Reads the document in a string and adds it.
    pub fn nest(&mut self, doc: DocId, node: NodeId) -> DocId {
        let nested = Document::nested(self.get(doc), doc, node);
        self.list.push(nested);
        self.list.len() - 1
    }

    /// The document with that number; the file where there is none.
    pub fn get(&self, doc: DocId) -> &Document<'t> {
        static NONE: Document<'static> = Document {
            text: Cow::Borrowed(""),
            layout: Layout { mark: None, body: Span { start: 0, end: 0 }, fence: None },
            tree: Tree::NONE,
            errors: Vec::new(),
            parent: None,
        };
        self.list.get(doc).or(self.list.first()).unwrap_or(&NONE)
    }

    /// All of them, the file first.
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
        let parent = self.get(doc).parent.as_ref()?;
        let shift = parent.content.start;
        let raw = parent.content.of(&self.get(parent.doc).text);
        let start = match parent.escapes {
            Escapes::None => span.start,
            Escapes::Json => parent.pieces.outward(raw, span.start),
        };
        let end = match parent.escapes {
            Escapes::None => span.end,
            Escapes::Json => parent.pieces.outward(raw, span.end),
        };
        Some((parent.doc, Span { start: shift + start, end: shift + end.max(start) }))
    }

    /// The same place in the file.
    pub fn to_file(&self, doc: DocId, span: Span) -> Span {
        let mut place = (doc, span);
        while let Some(outer) = self.outward(place.0, place.1) {
            place = outer;
        }
        place.1
    }

    /// An edit of a document as an edit of the file: its text is encoded once for each level.
    pub fn edit_to_file(&self, doc: DocId, edit: Edit) -> Edit {
        let mut at = doc;
        let mut edit = edit;
        while let Some((outer, span)) = self.outward(at, edit.span) {
            let verbatim = self.get(at).parent.as_ref().is_some_and(|it| it.escapes == Escapes::None)
                && self.get(outer).tree.node(self.parent_node(at)).flags.has(json::Flags::VERBATIM);
            let mut text = String::with_capacity(edit.text.len());
            if verbatim { text = edit.text } else { escape_into(&edit.text, &mut text) }
            edit = Edit { span, text };
            at = outer;
        }
        edit
    }

    fn parent_node(&self, doc: DocId) -> NodeId {
        self.get(doc).parent.as_ref().map_or(NodeId::MAX, |it| it.node)
    }
}
