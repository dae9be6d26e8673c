//! MCP tool results, whose texts contain the response.

use super::Detection;
use super::signs::{Evidence, ReadObject, by_content};
use crate::bind::Held;
use crate::document::{DocId, Document, Documents};
use crate::json::{Kind, NodeId};
use crate::spec::Format;

/// An MCP tool result contains the response as text, which is checked instead. If no format is given, it must match
/// one.
pub(super) fn unwrap(docs: &mut Documents, out: &mut Detection) {
    let results = results(docs, out.root.0, out.root.1);
    let is_it = |it: &&ResultText| it.found.is_some() && (out.format.is_none() || it.is(out.format));
    let first = results.iter().find(is_it).or(out.format.and(results.first()));
    let Some(first) = first else { return };
    if let Some(found) = first.found.as_ref().filter(|_| out.format.is_none()) {
        out.take(found);
    }
    out.root = first.root;
    out.in_mcp_result = true;
    let is_more = |it: &&ResultText| it.root.0 > first.root.0 && it.is(out.format);
    out.more = results.iter().filter(is_more).map(|it| it.root).collect();
}

/// The content of a text in an MCP tool result.
struct ResultText {
    root: (DocId, NodeId),
    found: Option<Evidence>,
}

impl ResultText {
    fn is(&self, format: Option<&Format>) -> bool {
        self.found.as_ref().is_some_and(|it| format.is_some_and(|due| due.id == it.format.id))
    }
}

/// The content of an MCP tool result.
fn results(docs: &mut Documents, doc: DocId, node: NodeId) -> Vec<ResultText> {
    let mut out = Vec::new();
    for value in blocks(docs.get(doc), node) {
        let mut root = (doc, value);
        if docs.get(doc).tree.kind(value) == Kind::String {
            root.0 = docs.nest(doc, value);
            let Some(inner) = docs.get(root.0).tree.root() else { continue };
            root.1 = inner;
        }
        let found = by_content(&ReadObject::new(docs.get(root.0), root.1));
        out.push(ResultText { root, found });
    }
    out
}

/// The format of an object in a payload, and where that object is; all texts of an MCP tool result are examined. An
/// object that matches two formats gets none: a payload may be anything.
pub(crate) fn recognize(docs: &mut Documents, doc: DocId, node: NodeId) -> Vec<Held> {
    let found = by_content(&ReadObject::new(docs.get(doc), node));
    let inside = match found {
        Some(_) => vec![ResultText { root: (doc, node), found }],
        None => results(docs, doc, node),
    };
    let mut out = Vec::new();
    for ResultText { root, found } in inside {
        if let Some(found) = found.filter(|it| it.sign.or.is_none()) {
            out.push(Held { doc: root.0, node: root.1, format: found.format });
        }
    }
    out
}

/// The texts of an MCP tool result, of its blocks alone, or of a result in a server's message; if it has no text, the
/// object next to them.
fn blocks(document: &Document, node: NodeId) -> Vec<NodeId> {
    let (tree, text) = (&document.tree, &*document.text);
    let mut out = Vec::new();
    let result = tree.get(text, node, "result").unwrap_or(node);
    let content = tree.get(text, result, "content").unwrap_or(result);
    if tree.kind(content) == Kind::Array {
        for item in tree.children(content) {
            let is_text = tree.get(text, item, "type").is_none_or(|it| tree.is_text(text, it, "text"));
            let words = tree.get(text, item, "text").filter(|it| is_text && tree.kind(*it) == Kind::String);
            out.extend(words);
        }
    }
    if out.is_empty() {
        out.extend(tree.get(text, result, "structuredContent"));
    }
    out
}
