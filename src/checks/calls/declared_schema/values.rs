//! Values that a schema lists and does not accept itself.

use super::TYPES;
use crate::diagnostic::Severity;
use crate::document::{DocId, Document};
use crate::findings::Findings;
use crate::json::{Kind, NodeId};
use crate::query::{number, open_bracket};
use crate::rules;

/// Reports a list of values of which none is accepted.
pub(super) fn check((document, doc): (&Document, DocId), node: NodeId, out: &mut Findings) {
    let (tree, text) = (&document.tree, &*document.text);
    let Some(list) = tree.get(text, node, "enum").filter(|it| tree.kind(*it) == Kind::Array) else { return };
    let is_empty = tree.children(list).next().is_none();
    if is_empty || !has_one(document, node, list) {
        out.report(&rules::INVALID_SCHEMA, doc, open_bracket(document, list), |finding| {
            finding.severity = Severity::Warning;
            match is_empty {
                true => finding.say(format_args!("`enum` is empty, so no value is accepted")),
                false => finding.say(format_args!("No value of `enum` has the `type` next to it, so none is accepted")),
            }
        });
    }
}

/// Whether a value of a list has the type that the schema names, as far as that is known.
fn has_one(document: &Document, node: NodeId, list: NodeId) -> bool {
    let (tree, text) = (&document.tree, &*document.text);
    let Some(kind) = tree.get(text, node, "type") else { return true };
    let words: Vec<NodeId> = if tree.kind(kind) == Kind::Array { tree.children(kind).collect() } else { vec![kind] };
    let is_known = |it: &NodeId| tree.kind(*it) == Kind::String && TYPES.contains(&&*tree.text(text, *it));
    if words.is_empty() || !words.iter().all(is_known) {
        return true;
    }
    let is_of = |value: NodeId, word: &str| match tree.kind(value) {
        Kind::String => word == "string",
        Kind::Number => word == "number" || (word == "integer" && number(tree.span(value).of(text)).fract() == 0.0),
        Kind::True | Kind::False => word == "boolean",
        Kind::Null => word == "null",
        Kind::Object => word == "object",
        Kind::Array => word == "array",
        Kind::Broken => true,
    };
    tree.children(list).any(|value| words.iter().any(|word| is_of(value, &tree.text(text, *word))))
}
