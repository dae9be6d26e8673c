//! The subset of JSON Schema that strict tools are limited to: every object says all that it may contain.

use std::collections::HashSet;

use super::declared::with_member;
use crate::diagnostic::{Fix, shown};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{Kind, NodeId, quote};
use crate::query::{At, open_bracket};
use crate::rules;

/// Keywords that the subset lacks.
const REFUSED: &[&str] = &["allOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas"];

/// Checks a strict schema.
pub(super) fn check(at: At, out: &mut Findings) {
    let document = at.document();
    let (tree, text) = (&document.tree, &*document.text);
    let mut todo = vec![at.member.value];
    let mut n_met = 0;
    while let Some(node) = todo.pop() {
        n_met += 1;
        if n_met > MOST {
            return;
        }
        if tree.kind(node) == Kind::Array {
            todo.extend(tree.children(node));
        }
        if tree.kind(node) != Kind::Object {
            continue;
        }
        object(at, document, node, out);
        for (key, value) in tree.members(node) {
            match &*tree.name(text, key) {
                "properties" | "$defs" | "definitions" if tree.kind(value) == Kind::Object => {
                    todo.extend(tree.members(value).map(|it| it.1));
                }
                "items" | "anyOf" => todo.push(value),
                word if REFUSED.contains(&word) => {
                    out.report(&rules::UNSUPPORTED_SCHEMA, at.object.doc, tree.span(key), |finding| {
                        finding.severity = crate::diagnostic::Severity::Error;
                        finding.say(format_args!("`{}` is not accepted in a strict schema", shown(word)));
                    });
                }
                _ => (),
            }
        }
    }
}

/// Larger schemas are refused by the API.
const MOST: usize = 20_000;

/// What a strict object must say.
fn object(at: At, document: &Document, node: NodeId, out: &mut Findings) {
    let (tree, text) = (&document.tree, &*document.text);
    let is_object = tree.get(text, node, "type").is_some_and(|it| tree.is_text(text, it, "object"));
    let properties = tree.get(text, node, "properties").filter(|it| tree.kind(*it) == Kind::Object);
    if !is_object && properties.is_none() {
        return;
    }
    let member = crate::bind::Member { value: node, ..*at.member };
    let here = At { member: &member, ..at };
    let additional = tree.get(text, node, "additionalProperties");
    if additional.is_none_or(|it| tree.kind(it) != Kind::False) {
        out.report(&rules::STRICT_SCHEMA, at.object.doc, open_bracket(document, node), |finding| {
            finding.say(format_args!("A strict schema needs `additionalProperties: false`"));
            finding.fix(match additional {
                Some(value) => Fix::guess("Replace with `false`").replace(tree.span(value), "false"),
                None => with_member(here, "Add `\"additionalProperties\": false`", "additionalProperties", "false"),
            });
        });
    }
    let required = tree.get(text, node, "required").filter(|it| tree.kind(*it) == Kind::Array);
    let required_names: HashSet<_> =
        required.into_iter().flat_map(|it| tree.children(it)).map(|it| tree.text(text, it)).collect();
    for (key, _) in properties.into_iter().flat_map(|it| tree.members(it)) {
        let name = tree.name(text, key);
        if required_names.contains(&name) {
            continue;
        }
        out.report(&rules::STRICT_SCHEMA, at.object.doc, tree.span(key), |finding| {
            let name = shown(&name);
            finding.say(format_args!("`{name}` must be in `required`; make it nullable if it is optional"));
            let last = required.and_then(|it| tree.children(it).last());
            if let Some(last) = last {
                let fix = Fix::guess(format_args!("Add `{name}` to `required`"));
                finding.fix(fix.insert(tree.span(last).end, format!(", {}", quote(&tree.text(text, key)))));
            }
        });
    }
}
