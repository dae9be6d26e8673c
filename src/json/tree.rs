//! The tree: a flat list of nodes in the order of the text, children after their parent.

use std::borrow::Cow;

use super::flags::Flags;
use super::string::{Escapes, decode};
use crate::text::Span;

/// A key with more bytes than this between its quotes is not a name that somebody chose: it is usually the text after a
/// string that was not closed.
pub(crate) const LONGEST_NAME: usize = 1000;

/// The number of a node; the root is 0.
pub type NodeId = u32;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`, also Python's `None`.
    Null,
    /// `true`, also Python's `True`.
    True,
    /// `false`, also Python's `False`.
    False,
    /// A number, also one that JSON does not allow, such as `NaN` or `01`.
    Number,
    /// A string or a key, whatever its quotes.
    String,
    /// An array.
    Array,
    /// An object; its children are keys and values in turn.
    Object,
    /// Text that is not a value, or nothing where a value is expected.
    Broken,
}

/// One node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// What else is known.
    pub flags: Flags,
    /// Its text, quotes and brackets included.
    pub span: Span,
    /// The node after this one and all its children.
    pub(super) next: NodeId,
}

/// The nodes of one text.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub(super) nodes: Vec<Node>,
}

impl Tree {
    /// A tree without nodes.
    pub const NONE: Self = Self { nodes: Vec::new() };

    /// The node with this number; a broken one if there is none.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        static NONE: Node =
            Node { kind: Kind::Broken, flags: Flags(0), span: Span { start: 0, end: 0 }, next: NodeId::MAX };
        self.nodes.get(id as usize).unwrap_or(&NONE)
    }

    /// Makes a value that nobody wrote an unknown one.
    pub(crate) fn forget(&mut self, start: u32) {
        let id = self.nodes.partition_point(|it| it.span.start < start);
        if let Some(node) = self.nodes.get_mut(id).filter(|it| it.kind == Kind::Null && it.span.start == start) {
            node.kind = Kind::Broken;
        }
    }

    /// All strings, keys included.
    pub fn strings(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|it| it.kind == Kind::String)
    }

    /// All objects.
    pub fn objects(&self) -> impl Iterator<Item = NodeId> {
        (0..).zip(&self.nodes).filter(|it| it.1.kind == Kind::Object).map(|it| it.0)
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True when the text holds no value at all.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The outermost value.
    pub fn root(&self) -> Option<NodeId> {
        (!self.nodes.is_empty()).then_some(0)
    }

    /// True when the text is the inside of a string, without its quotes.
    pub fn is_inside(&self) -> bool {
        let root = self.node(0);
        root.kind == Kind::String && root.flags.has(Flags::UNOPENED)
    }

    /// What the node is.
    pub fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    /// Its place in the text.
    pub fn span(&self, id: NodeId) -> Span {
        self.node(id).span
    }

    /// The items of an array, or the keys and values of an object in turn.
    pub fn children(&self, id: NodeId) -> Children<'_> {
        let node = self.node(id);
        let is_container = matches!(node.kind, Kind::Array | Kind::Object);
        Children { tree: self, at: id + 1, end: if is_container { node.next.min(self.count()) } else { 0 } }
    }

    /// The members of an object: key and value.
    pub fn members(&self, id: NodeId) -> Members<'_> {
        let is_object = self.kind(id) == Kind::Object;
        let mut children = self.children(id);
        if !is_object {
            children.end = 0;
        }
        Members { children }
    }

    /// The blanks before the first item or member, which a new one gets, too; `None` for an empty object or array.
    pub(crate) fn indent<'t>(&self, text: &'t str, id: NodeId) -> Option<&'t str> {
        let first = self.children(id).next()?;
        let blanks = Span { start: self.span(id).start + 1, end: self.span(first).start }.of(text);
        Some(if blanks.trim().is_empty() { blanks } else { "" })
    }

    /// The value that belongs to a key.
    pub fn value(&self, key: NodeId) -> NodeId {
        self.node(key).next
    }

    /// The value of a member; the last one if the key appears twice, as in readers.
    pub fn get(&self, text: &str, id: NodeId, key: &str) -> Option<NodeId> {
        self.members(id).filter(|&(name, _)| self.is_text(text, name, key)).last().map(|(_, value)| value)
    }

    /// True when the string's decoded content is `expected`.
    #[inline]
    pub fn is_text(&self, text: &str, id: NodeId, expected: &str) -> bool {
        let raw = self.raw(text, id);
        if !self.node(id).flags.has(Flags::ESCAPES) {
            return raw == expected;
        }
        // An escape has at most six bytes for one byte of text: a payload need not be decoded to see that it differs.
        raw.len() <= expected.len() * 6 && self.text(text, id) == expected
    }

    /// True when a string's content is only blanks; long ones are not decoded to find out.
    pub fn is_blank(&self, text: &str, id: NodeId) -> bool {
        let raw = self.raw(text, id).trim_start();
        raw.is_empty() || (raw.starts_with('\\') && self.text(text, id).trim().is_empty())
    }

    /// A string's decoded content; for other nodes, their text.
    #[inline]
    pub fn text<'t>(&self, text: &'t str, id: NodeId) -> Cow<'t, str> {
        let raw = self.raw(text, id);
        match self.escapes(id) {
            Escapes::Json => Cow::Owned(decode(raw).text),
            Escapes::None => Cow::Borrowed(raw),
        }
    }

    /// The text of a key, decoded unless it is too long to be a name.
    #[inline]
    pub(crate) fn name<'t>(&self, text: &'t str, key: NodeId) -> Cow<'t, str> {
        let raw = self.raw(text, key);
        if raw.len() > LONGEST_NAME { Cow::Borrowed(raw) } else { self.text(text, key) }
    }

    /// How to decode the content of a string.
    pub fn escapes(&self, id: NodeId) -> Escapes {
        let node = self.node(id);
        let decoded = node.kind == Kind::String && node.flags.0 & (1 | 8) == Flags::ESCAPES.0;
        if decoded { Escapes::Json } else { Escapes::None }
    }

    /// A string's text between its quotes, escapes included; for other nodes, their whole text, and for Python's
    /// literals, JSON's.
    #[inline]
    pub fn raw<'t>(&self, text: &'t str, id: NodeId) -> &'t str {
        match self.kind(id) {
            Kind::True => "true",
            Kind::False => "false",
            _ => self.content_span(id).of(text),
        }
    }

    /// The content of a string, without its quotes; for other nodes the whole node.
    #[inline]
    pub fn content_span(&self, id: NodeId) -> Span {
        let node = self.node(id);
        // Nearly all strings have ordinary quotes.
        if node.kind == Kind::String && !node.flags.has_any(Flags::ODD_QUOTES) {
            return node.span.shrunk(1, 1);
        }
        if node.kind != Kind::String || node.flags.has(Flags::BARE) {
            return node.span;
        }
        let quote = |is_missing: Flags, is_wide: Flags| {
            if node.flags.has(is_missing) {
                0
            } else if node.flags.has(is_wide) {
                3
            } else {
                1
            }
        };
        node.span.shrunk(quote(Flags::UNOPENED, Flags::WIDE_OPEN), quote(Flags::UNCLOSED, Flags::WIDE_CLOSE))
    }

    /// The RFC 6901 pointer of a node; a key has the pointer of its value.
    pub fn pointer(&self, text: &str, id: NodeId) -> String {
        let mut out = String::new();
        self.pointer_into(text, id, usize::MAX, &mut out);
        out
    }

    /// Appends a node's pointer to a text, up to a key of more than `most` bytes. The text is unchanged if there is no
    /// such node.
    pub(crate) fn pointer_into(&self, text: &str, id: NodeId, most: usize, out: &mut String) {
        let before = out.len();
        let mut at = 0;
        while at != id {
            let is_object = self.kind(at) == Kind::Object;
            let mut key = None;
            let holds = |(idx, child): &(usize, NodeId)| {
                // Keys and values alternate.
                if is_object && idx % 2 == 0 {
                    key = Some(*child);
                }
                *child <= id && id < self.node(*child).next
            };
            let Some((idx, child)) = self.children(at).enumerate().find(holds) else { return out.truncate(before) };
            if key.is_some_and(|it| self.raw(text, it).len() > most) {
                return;
            }
            self.push_token(text, key, idx, out);
            at = child;
        }
    }

    /// Appends one step of a pointer: the key of a member, or the number of an item.
    pub(super) fn push_token(&self, text: &str, key: Option<NodeId>, idx: usize, out: &mut String) {
        out.push('/');
        let Some(key) = key else { return out.push_str(&format!("{idx}")) };
        let key = self.text(text, key);
        if !key.contains(['~', '/']) {
            return out.push_str(&key);
        }
        for ch in key.chars() {
            match ch {
                '~' => out.push_str("~0"),
                '/' => out.push_str("~1"),
                _ => out.push(ch),
            }
        }
    }

    /// The last node that begins at an offset or before it.
    pub(crate) fn begun_before(&self, offset: u32) -> Option<NodeId> {
        let n_begun = self.nodes.partition_point(|it| it.span.start <= offset);
        NodeId::try_from(n_begun).ok()?.checked_sub(1)
    }

    /// The innermost node whose text holds the offset; keys count.
    pub fn at(&self, offset: u32) -> Option<NodeId> {
        let mut at = self.root()?;
        loop {
            let holds = |node: &NodeId| {
                let span = self.span(*node);
                span.start <= offset && offset < span.end
            };
            match self.children(at).find(holds) {
                Some(child) => at = child,
                None => return Some(at),
            }
        }
    }

    fn count(&self) -> NodeId {
        NodeId::try_from(self.nodes.len()).unwrap_or(NodeId::MAX)
    }
}

/// The children of a node.
pub struct Children<'t> {
    tree: &'t Tree,
    at: NodeId,
    end: NodeId,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        if self.at >= self.end {
            return None;
        }
        let id = self.at;
        self.at = self.tree.node(id).next;
        Some(id)
    }
}

/// Keys and values of an object.
pub struct Members<'t> {
    children: Children<'t>,
}

impl Iterator for Members<'_> {
    type Item = (NodeId, NodeId);

    fn next(&mut self) -> Option<(NodeId, NodeId)> {
        Some((self.children.next()?, self.children.next()?))
    }
}
