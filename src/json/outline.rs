//! The parents of all nodes of a tree, to look up many places without walking from the root each time.

use super::tree::{Kind, NodeId, Tree};

/// A tree that can be walked from its leaves.
pub struct Outline<'t> {
    tree: &'t Tree,
    /// For each node, its parent and its index among the parent's children; the root is its own parent.
    parents: Vec<(NodeId, u32)>,
}

impl<'t> Outline<'t> {
    /// Visits each node once.
    pub fn new(tree: &'t Tree) -> Self {
        let n_nodes = NodeId::try_from(tree.len()).unwrap_or(NodeId::MAX);
        let mut parents = Vec::with_capacity(tree.len());
        // The open containers, and how many children each has had.
        let mut open: Vec<(NodeId, u32)> = Vec::new();
        for id in 0..n_nodes {
            while open.last().is_some_and(|it| tree.node(it.0).next <= id) {
                open.pop();
            }
            parents.push(open.last().copied().unwrap_or((id, 0)));
            if let Some(parent) = open.last_mut() {
                parent.1 += 1;
            }
            if matches!(tree.kind(id), Kind::Array | Kind::Object) {
                open.push((id, 0));
            }
        }
        Self { tree, parents }
    }

    /// The same as [`Tree::at`].
    pub fn at(&self, offset: u32) -> Option<NodeId> {
        let mut at = self.tree.begun_before(offset).unwrap_or_default();
        let holds = |id| {
            let span = self.tree.span(id);
            span.start <= offset && offset < span.end
        };
        while at != 0 && !holds(at) {
            at = self.parents.get(at as usize)?.0;
        }
        self.tree.root().map(|_| at)
    }

    /// The object or array that holds a node; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.parents.get(id as usize).filter(|it| it.0 != id).map(|it| it.0)
    }

    /// Whether a node is the key of a member.
    pub fn is_key(&self, id: NodeId) -> bool {
        // Keys and values alternate.
        let Some(&(parent, idx)) = self.parents.get(id as usize) else { return false };
        parent != id && idx % 2 == 0 && self.tree.kind(parent) == Kind::Object
    }

    /// The same as [`Tree::pointer`], up to a key of more than `most` bytes.
    pub fn pointer(&self, text: &str, id: NodeId, most: usize) -> String {
        let mut path = Vec::new();
        let mut at = id;
        while at != 0 {
            let Some(&(parent, idx)) = self.parents.get(at as usize) else { break };
            path.push((parent, at, idx));
            at = parent;
        }
        let mut out = String::new();
        for &(parent, child, idx) in path.iter().rev() {
            // Keys and values alternate.
            let key = if idx % 2 == 0 { child } else { child - 1 };
            let key = (self.tree.kind(parent) == Kind::Object).then_some(key);
            if key.is_some_and(|it| self.tree.raw(text, it).len() > most) {
                break;
            }
            self.tree.push_token(text, key, idx as usize, &mut out);
        }
        out
    }
}
