//! A document before anything but its text is known.

use super::data::{DocumentKind, Language};
use crate::document::DocId;
use crate::json::NodeId;

/// A document that was found, before anything else is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) doc: DocId,
    pub(super) object: Option<NodeId>,
    pub(super) kind: DocumentKind,
    pub(super) language: Language,
}

impl Found {
    pub(super) fn new(doc: DocId, kind: DocumentKind, language: Language) -> Self {
        Self { doc, object: None, kind, language }
    }
}

/// Whether a text has marks of Markdown.
pub(super) fn is_markdown(text: &str) -> bool {
    let is_marked = |line: &str| {
        let line = line.trim_start();
        ["# ", "## ", "### ", "- ", "* ", "> ", "```", "---", "1. ", "| "].iter().any(|it| line.starts_with(it))
    };
    text.lines().any(is_marked)
}
