//! Required properties that a schema does not have.

use crate::bind::closest;
use crate::diagnostic::{Fix, Severity, shown};
use crate::document::{DocId, Document};
use crate::findings::Findings;
use crate::json::{Kind, NodeId, quote};
use crate::rules;
use crate::text::Span;

/// Keywords whose schemas are parts of what another one says.
const PARTS: &[&str] = &[
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "dependentSchemas",
    "$defs",
    "definitions",
    "contains",
    "patternProperties",
];

/// Keywords next to which properties may be described elsewhere.
const ELSEWHERE: &[&str] = &["$ref", "allOf", "anyOf", "oneOf", "if", "then", "else", "patternProperties"];

/// More names are not compared.
const MOST_NAMES: usize = 100;

/// Where the parts of a schema are that do not say all about their objects.
pub(super) fn parts(document: &Document, node: NodeId) -> Vec<Span> {
    let (tree, text) = (&document.tree, &*document.text);
    PARTS.iter().filter_map(|it| tree.get(text, node, it)).map(|it| tree.span(it)).collect()
}

/// Reports names in `required` that `properties` lacks.
pub(super) fn check((document, doc): (&Document, DocId), (node, is_part): (NodeId, bool), out: &mut Findings) {
    let (tree, text) = (&document.tree, &*document.text);
    let Some((properties, required)) = both(document, node) else { return };
    let additional = tree.get(text, node, "additionalProperties").map(|it| tree.kind(it));
    let is_closed = additional == Some(Kind::False);
    let is_all = is_closed || (additional.is_none() && !is_part);
    if !is_all || ELSEWHERE.iter().any(|it| tree.get(text, node, it).is_some()) {
        return;
    }
    let n_names = tree.members(properties).count().max(tree.children(required).count());
    for item in tree.children(required).filter(|it| n_names <= MOST_NAMES && tree.kind(*it) == Kind::String) {
        let name = tree.text(text, item);
        if tree.members(properties).any(|it| tree.name(text, it.0) == name) {
            continue;
        }
        out.report(&rules::INVALID_SCHEMA, doc, tree.span(item), |finding| {
            finding.severity = Severity::Warning;
            finding.say(format_args!("`required` names `{}`, which `properties` lacks", shown(&name)));
            if let Some(meant) = meant(document, node, &name) {
                finding.message.push_str(&format!("; did you mean `{}`?", shown(&meant)));
                let fix = Fix::guess(format_args!("Replace with `{}`", shown(&meant)));
                finding.fix(fix.replace(tree.span(item), quote(&meant)));
            }
        });
    }
}

/// The properties of a schema, and the list of those that are required.
fn both(document: &Document, node: NodeId) -> Option<(NodeId, NodeId)> {
    let (tree, text) = (&document.tree, &*document.text);
    let properties = tree.get(text, node, "properties").filter(|it| tree.kind(*it) == Kind::Object)?;
    let required = tree.get(text, node, "required").filter(|it| tree.kind(*it) == Kind::Array)?;
    Some((properties, required))
}

/// The property that is meant by a name in `required`: one that is not required.
pub(super) fn meant(document: &Document, node: NodeId, name: &str) -> Option<String> {
    let (tree, text) = (&document.tree, &*document.text);
    let (properties, required) = both(document, node)?;
    let is_required = |name: &str| tree.children(required).any(|it| tree.is_text(text, it, name));
    let names = tree.members(properties).map(|it| tree.name(text, it.0).into_owned()).take(MOST_NAMES);
    let free: Vec<String> = names.filter(|it| !is_required(it)).collect();
    closest(name, free.iter().map(String::as_str)).map(str::to_owned)
}
