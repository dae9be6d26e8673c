//! The values of a text in text order, through all documents in it.

use super::inner::NestedDocument;
use super::view::View;
use crate::document::DocId;
use crate::json::{Kind, NodeId};

/// A value, with the key that it belongs to.
#[derive(Clone, Copy)]
pub(super) struct Visit<'o> {
    pub(super) doc: DocId,
    pub(super) key: Option<NodeId>,
    pub(super) node: NodeId,
    /// Its index among the items of an array.
    pub(super) idx: usize,
    /// How many values it is in.
    pub(super) level: usize,
    /// The document in the string.
    pub(super) inside: Option<&'o NestedDocument>,
}

/// Deeper values are left out.
pub(super) const DEEPEST: usize = 128;

impl<'o> View<'o> {
    /// A lazy walk over the values of the text, outer before inner.
    pub(super) fn values(&self) -> Walk<'o> {
        let mut walk = Walk { view: *self, todo: Vec::new() };
        let root = match self.opened.read.inners.iter().find(|it| self.is_own(it)) {
            Some(NestedDocument { object: Some(object), .. }) => *object,
            _ => 0,
        };
        if !self.document(self.window.doc).tree.is_empty() {
            walk.push(self.window.doc, None, (root, 0), 0);
        }
        walk
    }

    /// Whether a document is this text.
    pub(super) fn is_own(&self, inner: &NestedDocument) -> bool {
        inner.doc == self.window.doc
            && inner.span.start == self.window.base
            && inner.span.len() == self.window.text.len()
    }
}

/// See [`View::values`].
pub(super) struct Walk<'o> {
    view: View<'o>,
    todo: Vec<Visit<'o>>,
}

impl Walk<'_> {
    fn push(&mut self, doc: DocId, key: Option<NodeId>, (node, idx): (NodeId, usize), level: usize) {
        let is_text = self.view.document(doc).tree.kind(node) == Kind::String;
        let inside = self.view.inside(doc, node).filter(|_| is_text);
        self.todo.push(Visit { doc, key, node, idx, level, inside });
    }
}

impl<'o> Iterator for Walk<'o> {
    type Item = Visit<'o>;

    fn next(&mut self) -> Option<Visit<'o>> {
        let step = self.todo.pop()?;
        if step.level >= DEEPEST {
            return Some(step);
        }
        // The members of a document in a string are the members of the string.
        let (doc, node) = match step.inside {
            Some(inside) => (inside.doc, inside.object.unwrap_or_default()),
            None => (step.doc, step.node),
        };
        let from = self.todo.len();
        let tree = &self.view.document(doc).tree;
        match tree.kind(node) {
            Kind::Object => {
                let members = tree.members(node).enumerate();
                members.for_each(|(idx, (key, value))| self.push(doc, Some(key), (value, idx), step.level + 1));
            }
            Kind::Array => {
                let items = tree.children(node).enumerate();
                items.for_each(|(idx, value)| self.push(doc, None, (value, idx), step.level + 1));
            }
            _ => (),
        }
        // So that the first one is taken next.
        if let Some(added) = self.todo.get_mut(from..) {
            added.reverse();
        }
        Some(step)
    }
}
