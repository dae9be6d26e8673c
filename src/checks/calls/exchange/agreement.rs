//! The structured content of a result, compared with its text.

use std::collections::HashMap;

use super::texts::only_json;
use crate::diagnostic::{Severity, shown};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{self, Kind, NodeId};
use crate::query::{On, number, open_bracket};
use crate::rules;
use crate::text::Span;

/// A text that says something else than the structured content: clients differ in what they read.
pub(super) fn check(result: On, out: &mut Findings) {
    let Some((structured, text)) = result.member("structuredContent").zip(only_json(result)) else { return };
    let (tree, _) = json::parse(&text, Span::new(0, text.len()));
    let other = OtherValue { tree: &tree, text: &text, node: tree.root().unwrap_or_default() };
    let document = structured.document();
    let this = OtherValue { tree: &document.tree, text: &document.text, node: structured.member.value };
    // What is no object is in one, and the text has it as it is, or its only item.
    if let Some(inner) = wrapped(result) {
        let mut items = document.tree.children(inner);
        let item = items.next().filter(|_| items.next().is_none()).unwrap_or(inner);
        if this.at(inner).is_text(&text) || [inner, item].iter().any(|it| this.at(*it).difference(other).is_none()) {
            return;
        }
    }
    let Some((found, due)) = this.difference(other) else { return };
    let span = match document.tree.kind(found) {
        Kind::Object | Kind::Array => open_bracket(document, found),
        _ => document.tree.span(found),
    };
    out.report(&rules::VALUE_MISMATCH, structured.object.doc, span, |finding| {
        finding.severity = Severity::Warning;
        let name = name_of(document, found).unwrap_or_else(|| "structuredContent".to_owned());
        match due {
            Some(due) if document.tree.kind(found) != Kind::Object => {
                let here = shown(span.of(&document.text));
                finding.say(format_args!("`{name}` is `{here}` here and `{}` in the text", shown(due)));
            }
            _ => finding.say(format_args!("`{name}` has another value in the text")),
        }
    });
}

/// The value that servers in Python put into an object, because structured content has to be one: `{"result": [1, 2]}`.
pub(super) fn wrapped(result: On) -> Option<NodeId> {
    let structured = result.member("structuredContent")?;
    let (tree, text) = (structured.tree(), structured.on().source());
    let mut members = tree.members(structured.member.value);
    let (key, value) = members.next().filter(|_| members.next().is_none())?;
    (tree.name(text, key) == "result").then_some(value)
}

/// The key of a value.
fn name_of(document: &Document, node: NodeId) -> Option<String> {
    let pointer = document.tree.pointer(&document.text, node);
    pointer.rsplit('/').next().filter(|it| !it.is_empty()).map(shown)
}

/// A value of one of two texts.
#[derive(Clone, Copy)]
struct OtherValue<'t> {
    tree: &'t json::Tree,
    text: &'t str,
    node: NodeId,
}

impl<'t> OtherValue<'t> {
    fn at(self, node: NodeId) -> Self {
        Self { node, ..self }
    }

    fn raw(self) -> &'t str {
        self.tree.span(self.node).of(self.text)
    }

    /// A string, and just this one: what it says may be JSON.
    fn is_text(self, text: &str) -> bool {
        self.tree.kind(self.node) == Kind::String && self.tree.text(self.text, self.node).trim() == text
    }

    /// The first value that differs from that in the other text, and what that is; `None` if both say the same. Numbers
    /// are compared as numbers, and members in any order.
    fn difference(self, other: Self) -> Option<(NodeId, Option<&'t str>)> {
        let mut todo = vec![(self, other)];
        while let Some((this, that)) = todo.pop() {
            let (kind, due) = (this.tree.kind(this.node), that.tree.kind(that.node));
            let is_same = kind == due
                && match kind {
                    Kind::Number => number(this.raw()) == number(that.raw()),
                    Kind::String => this.tree.text(this.text, this.node) == that.tree.text(that.text, that.node),
                    _ => true,
                };
            if !is_same {
                return Some((this.node, Some(that.raw())));
            }
            let mut pairs = match kind {
                Kind::Array => this.items(that),
                Kind::Object => this.members(that),
                _ => Ok(Vec::new()),
            };
            match &mut pairs {
                Ok(pairs) => todo.extend(pairs.drain(..).rev()),
                Err(node) => return Some((*node, None)),
            }
        }
        None
    }

    /// The items of two arrays; the array if it has more or fewer than the other.
    fn items(self, other: Self) -> Result<Vec<(Self, Self)>, NodeId> {
        let left: Vec<_> = self.tree.children(self.node).map(|it| self.at(it)).collect();
        let right: Vec<_> = other.tree.children(other.node).map(|it| other.at(it)).collect();
        if left.len() == right.len() { Ok(left.into_iter().zip(right).collect()) } else { Err(self.node) }
    }

    /// The members of two objects with the same key; the object, or a member that the other lacks.
    fn members(self, other: Self) -> Result<Vec<(Self, Self)>, NodeId> {
        let members: Vec<_> = other.tree.members(other.node).collect();
        let name = |it: NodeId| other.tree.name(other.text, it).into_owned();
        let others: HashMap<String, usize> = members.iter().zip(0..).map(|(it, idx)| (name(it.0), idx)).collect();
        let mut pairs = Vec::new();
        for (key, value) in self.tree.members(self.node) {
            let same = others.get(&*self.tree.name(self.text, key)).and_then(|it| members.get(*it));
            pairs.push((self.at(value), other.at(same.ok_or(value)?.1)));
        }
        if pairs.len() == others.len() { Ok(pairs) } else { Err(self.node) }
    }
}
