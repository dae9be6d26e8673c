//! The subset of JSON Schema that strict tools are limited to: every object says all that it may contain.

use std::collections::HashSet;

use super::declared::with_member;
use super::properties;
use crate::diagnostic::{Fix, Severity, shown};
use crate::findings::Findings;
use crate::json::{Kind, NodeId, quote};
use crate::query::{At, Declared, open_bracket};
use crate::rules;
use crate::spec::{Conversation, SchemaRules};
use crate::text::{Span, hash};

/// Larger schemas are refused by the API.
const MOST: usize = 20_000;
/// The most properties and values of `enum` in a schema, and the deepest object.
const MOST_PROPERTIES: usize = 5000;
const MOST_VALUES: usize = 1000;
const DEEPEST: usize = 10;

/// Reports `strict` in the schema, where it has no effect.
pub(super) fn inside(tool: Declared, at: At, out: &mut Findings) {
    let Some(name) = tool.role.strict.rsplit('/').next().filter(|it| !it.is_empty()) else { return };
    let (tree, text) = (at.tree(), &*at.document().text);
    let is_it =
        |it: &(NodeId, NodeId)| matches!(tree.kind(it.1), Kind::True | Kind::False) && &*tree.name(text, it.0) == name;
    let Some((key, value)) = tree.members(at.member.value).find(is_it) else { return };
    out.report(&rules::MISPLACED_FIELD, at.object.doc, tree.span(key), |finding| {
        finding.say(format_args!("`{name}` belongs next to `{}`; in the schema it has no effect", at.name()));
        let members: Vec<(NodeId, NodeId)> = tree.members(at.member.value).collect();
        let idx = members.iter().position(|it| it.0 == key).unwrap_or_default();
        let (start, end) = (tree.span(key).start, tree.span(value).end);
        let removed = match (idx.checked_sub(1).and_then(|it| members.get(it)), members.get(idx + 1)) {
            (Some(before), _) => Span { start: tree.span(before.1).end, end },
            (None, Some(after)) => Span { start, end: tree.span(after.0).start },
            (None, None) => Span { start, end },
        };
        if tool.part(tool.role.strict).is_none() && at.document().is_sure {
            let moved = format!(", {}", Span { start, end }.of(text));
            let fix = Fix::guess(format_args!("Move it next to `{}`", at.name()));
            finding.fix(fix.delete(removed).insert(at.span().end, moved));
        }
    });
}

/// Checks a strict schema.
pub(super) fn check(at: At, rules: &Conversation, out: &mut Findings) {
    let document = at.document();
    let (tree, text) = (&document.tree, &*document.text);
    let schemas = &rules.schemas;
    let mut todo = vec![(at.member.value, 0)];
    let mut size = Size::default();
    while let Some((node, depth)) = todo.pop() {
        size.n_met += 1;
        if size.n_met > MOST {
            return;
        }
        if tree.kind(node) == Kind::Array {
            todo.extend(tree.children(node).map(|it| (it, depth)));
        }
        if tree.kind(node) != Kind::Object {
            continue;
        }
        object(at, node, schemas, out);
        size.depth = size.depth.max(depth);
        for (key, value) in tree.members(node) {
            let word = tree.name(text, key);
            let is_root = node == at.member.value && &*word == "anyOf" && schemas.strict_requires_all;
            if is_root || schemas.strict_refused.contains(&&*word) {
                refused(at, key, if is_root { " at the root of" } else { " in" }, out);
            } else {
                todo.extend(size.inside(at, &word, value).into_iter().map(|(it, deeper)| (it, depth + deeper)));
            }
        }
    }
    if schemas.strict_requires_all {
        size.check(at, out);
    }
}

fn refused(at: At, key: NodeId, place: &str, out: &mut Findings) {
    out.report(&rules::UNSUPPORTED_SCHEMA, at.object.doc, at.tree().span(key), |finding| {
        finding.severity = Severity::Error;
        let word = at.tree().name(&at.document().text, key);
        finding.say(format_args!("`{}` is not accepted{place} a strict schema", shown(&word)));
    });
}

/// How large a schema is.
#[derive(Default)]
struct Size {
    n_met: usize,
    n_properties: usize,
    n_values: usize,
    depth: usize,
}

impl Size {
    /// Counts what a keyword has, and returns the schemas in it, and how much deeper they are.
    fn inside(&mut self, at: At, word: &str, value: NodeId) -> Vec<(NodeId, usize)> {
        let tree = at.tree();
        match word {
            "properties" => {
                let all: Vec<_> = tree.members(value).map(|it| (it.1, 1)).collect();
                self.n_properties += all.len();
                return all;
            }
            "$defs" | "definitions" => return tree.members(value).map(|it| (it.1, 0)).collect(),
            "items" | "anyOf" | "allOf" => return vec![(value, 0)],
            "enum" => self.n_values += tree.children(value).count(),
            _ => (),
        }
        Vec::new()
    }

    fn check(&self, at: At, out: &mut Findings) {
        let all = [
            (self.n_properties, MOST_PROPERTIES, "properties"),
            (self.n_values, MOST_VALUES, "values of `enum`"),
            (self.depth, DEEPEST, "levels"),
        ];
        for (n_found, most, what) in all.into_iter().filter(|it| it.0 > it.1) {
            out.report(&rules::UNSUPPORTED_SCHEMA, at.object.doc, open_bracket(at.document(), at.member.value), |it| {
                it.say(format_args!("{n_found} {what}; the API accepts {most} in a strict schema"));
            });
        }
    }
}

/// What a strict object must say.
fn object(at: At, node: NodeId, schemas: &SchemaRules, out: &mut Findings) {
    let document = at.document();
    let (tree, text) = (&document.tree, &*document.text);
    let is_object = tree.get(text, node, "type").is_some_and(|it| tree.is_text(text, it, "object"));
    let properties = tree.get(text, node, "properties").filter(|it| tree.kind(*it) == Kind::Object);
    if !is_object && properties.is_none() {
        return;
    }
    let additional = tree.get(text, node, "additionalProperties");
    if additional.is_none_or(|it| tree.kind(it) != Kind::False) {
        out.report(&rules::STRICT_SCHEMA, at.object.doc, open_bracket(document, node), |finding| {
            finding.say(format_args!("A strict schema needs `additionalProperties: false`"));
            finding.fix(match additional {
                Some(value) => Fix::guess("Replace with `false`").replace(tree.span(value), "false"),
                None => with_member(
                    document,
                    node,
                    "Add `\"additionalProperties\": false`",
                    ("additionalProperties", "false"),
                ),
            });
        });
    }
    if schemas.strict_requires_all {
        optional(at, node, out);
    }
}

/// Names in `required` that are no properties are refused; returns the properties that they mean.
fn superfluous(at: At, node: NodeId, required: Option<NodeId>, out: &mut Findings) -> Vec<String> {
    let document = at.document();
    let (tree, text) = (&document.tree, &*document.text);
    let mut all = Vec::new();
    for item in required.into_iter().flat_map(|it| tree.children(it)) {
        out.within(&rules::INVALID_SCHEMA, (at.object.doc, tree.span(item)), &mut |finding| {
            finding.severity = Severity::Error;
            all.extend(properties::meant(document, node, &tree.text(text, item)));
        });
    }
    all
}

/// The properties of an object that are not required.
fn optional(at: At, node: NodeId, out: &mut Findings) {
    let document = at.document();
    let (tree, text) = (&document.tree, &*document.text);
    let properties = tree.get(text, node, "properties").filter(|it| tree.kind(*it) == Kind::Object);
    let required = tree.get(text, node, "required").filter(|it| tree.kind(*it) == Kind::Array);
    let required_names: HashSet<u64> =
        required.into_iter().flat_map(|it| tree.children(it)).map(|it| hash(&tree.text(text, it))).collect();
    let meant = superfluous(at, node, required, out);
    for (key, _) in properties.into_iter().flat_map(|it| tree.members(it)) {
        let name = tree.name(text, key);
        if required_names.contains(&hash(&name)) || meant.iter().any(|it| *it == name) {
            continue;
        }
        out.report(&rules::STRICT_SCHEMA, at.object.doc, tree.span(key), |finding| {
            let name = shown(&name);
            finding.say(format_args!("`{name}` must be in `required`; make it nullable if it is optional"));
            let title = format!("Add `{name}` to `required`");
            let fix = Fix::guess(&title);
            let quoted = quote(&tree.text(text, key));
            finding.fix(match (required, required.and_then(|it| tree.children(it).last())) {
                (_, Some(last)) => fix.insert(tree.span(last).end, format!(", {quoted}")),
                (Some(list), None) => fix.insert(tree.span(list).start + 1, quoted),
                (None, _) => with_member(document, node, &title, ("required", &format!("[{quoted}]"))),
            });
        });
    }
}
