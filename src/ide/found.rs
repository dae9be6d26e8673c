//! Documents of which only the text is known so far.

use super::data::{DocumentKind, Language};
use crate::document::{DocId, Documents};
use crate::json::NodeId;
use crate::text::key_of;

/// A document that was found, before anything else is known about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundDocument {
    pub(super) doc: DocId,
    pub(super) object: Option<NodeId>,
    pub(super) kind: DocumentKind,
    pub(super) language: Language,
}

impl FoundDocument {
    pub(super) fn new(doc: DocId, kind: DocumentKind, language: Language) -> Self {
        Self { doc, object: None, kind, language }
    }
}

/// Whether a text has Markdown markup.
pub(super) fn is_markdown(text: &str) -> bool {
    let is_marked = |line: &str| {
        let line = line.trim_start();
        ["# ", "## ", "### ", "- ", "* ", "> ", "```", "---", "1. ", "| "].iter().any(|it| line.starts_with(it))
    };
    text.lines().any(is_marked)
}

/// The string that holds a document: the outer one if the document is a string that was encoded once more.
pub(super) fn string_of(docs: &Documents, doc: DocId) -> Option<u64> {
    let parent = docs.get(doc).parent.as_ref()?;
    let outer = docs.get(parent.doc).parent.as_ref().filter(|_| parent.node == 0);
    Some(outer.map_or(node_key(parent.doc, parent.node), |it| node_key(it.doc, it.node)))
}

/// A node of a document as one key.
pub(super) fn node_key(doc: DocId, node: NodeId) -> u64 {
    key_of(u32::try_from(doc).unwrap_or(u32::MAX), node)
}
