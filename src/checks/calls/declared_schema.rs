//! The schemas that tools declare: whether they are schemas at all, and whether the API accepts them.

use super::declared::with_member;
use super::strict;
use crate::bind::closest;
use crate::checks::say::type_name;
use crate::diagnostic::{Fix, Severity, shown};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{Kind, NodeId, quote};
use crate::query::{Declared, open_bracket, subschemas};
use crate::rules;
use crate::spec::Conversation;
use crate::text::Span;

/// The types of JSON Schema.
const TYPES: &[&str] = &["string", "number", "integer", "object", "array", "boolean", "null"];

/// Words of other languages for them.
const MEANT: &[(&str, &str)] = &[
    ("float", "number"),
    ("double", "number"),
    ("decimal", "number"),
    ("int", "integer"),
    ("long", "integer"),
    ("str", "string"),
    ("text", "string"),
    ("bool", "boolean"),
    ("dict", "object"),
    ("map", "object"),
    ("list", "array"),
    ("tuple", "array"),
    ("none", "null"),
];

/// More deeply nested schemas are not looked at.
const DEEPEST: usize = 64;

/// Checks the schemas of a tool; false if nothing can be checked with that of its arguments.
pub(super) fn check(tool: Declared, rules: &'static Conversation, out: &mut Findings) -> bool {
    let Some(at) = tool.schema() else { return false };
    let document = at.document();
    let mut schemas = SchemaCheck { document, doc: at.object.doc, rules, is_sound: true };
    let (tree, text) = (&document.tree, &*document.text);
    let root = at.member.value;
    let kind = tree.get(text, root, "type");
    // A word that is no type at all has its own finding.
    let word = kind.map(|it| tree.text(text, it).into_owned());
    let word = if rules.schemas.has_capitals { word.map(|it| it.to_ascii_lowercase()) } else { word };
    let is_known = word.as_deref().is_none_or(|it| TYPES.contains(&it));
    if is_known && word.as_deref() != Some("object") && is_plain(document, root) {
        let severity = kind.map_or(rules.schemas.untyped, |_| Severity::Error);
        out.report(&rules::INVALID_SCHEMA, at.object.doc, open_bracket(document, root), |finding| {
            finding.severity = severity;
            let name = tool.name.text();
            finding.say(format_args!("The schema of `{}` must have the `type` `object`", shown(&name)));
            if kind.is_none() {
                finding.fix(with_member(at, "Add `\"type\": \"object\"`", "type", "\"object\""));
            }
        });
    }
    for word in rules.schemas.refused {
        if let Some(value) = tree.get(text, root, word) {
            out.report(&rules::UNSUPPORTED_SCHEMA, at.object.doc, open_bracket(document, value), |finding| {
                finding.severity = Severity::Error;
                finding.say(format_args!("`{word}` is not accepted at the root of `{}`", at.name()));
            });
        }
    }
    schemas.walk(root, out);
    if tool.is_strict() && schemas.is_sound {
        strict::check(at, out);
    }
    schemas.is_sound
}

/// Whether nothing but its own type can make a schema one of objects.
fn is_plain(document: &Document, root: NodeId) -> bool {
    let (tree, text) = (&document.tree, &*document.text);
    !["$ref", "anyOf", "oneOf", "allOf"].iter().any(|it| tree.get(text, root, it).is_some())
}

/// A walk through a schema.
struct SchemaCheck<'d, 't> {
    document: &'d Document<'t>,
    doc: usize,
    rules: &'static Conversation,
    is_sound: bool,
}

impl SchemaCheck<'_, '_> {
    fn walk(&mut self, root: NodeId, out: &mut Findings) {
        let mut todo = vec![(root, 0)];
        while let Some((node, depth)) = todo.pop() {
            if depth > DEEPEST {
                continue;
            }
            match self.document.tree.kind(node) {
                Kind::Object => self.object(node, out),
                // Booleans are schemas, too; what is broken has its own finding.
                Kind::True | Kind::False | Kind::Broken => continue,
                kind => {
                    self.fault(node, format_args!("A schema must be an object, but is {}", type_name(kind)), out);
                    continue;
                }
            }
            let inside = subschemas(self.document, node);
            todo.extend(inside.into_iter().rev().map(|it| (it, depth + 1)));
        }
    }

    fn object(&mut self, node: NodeId, out: &mut Findings) {
        let (tree, text) = (&self.document.tree, &*self.document.text);
        for (key, value) in tree.members(node) {
            let (word, kind) = (tree.name(text, key), tree.kind(value));
            match &*word {
                "type" => self.types(value, out),
                "properties" | "patternProperties" | "$defs" | "definitions" if kind != Kind::Object => {
                    self.fault(value, format_args!("`{word}` must be an object, but is {}", type_name(kind)), out);
                }
                "required" | "enum" if kind != Kind::Array => {
                    self.fault(value, format_args!("`{word}` must be an array, but is {}", type_name(kind)), out);
                }
                "required" => {
                    let other = tree.children(value).find(|it| tree.kind(*it) != Kind::String);
                    if let Some(other) = other {
                        self.fault(other, format_args!("`required` must name properties as strings"), out);
                    }
                }
                "anyOf" | "oneOf" | "allOf" if kind != Kind::Array => {
                    self.fault(value, format_args!("`{word}` must be an array, but is {}", type_name(kind)), out);
                }
                "$ref" | "$dynamicRef" if kind == Kind::String && !tree.text(text, value).starts_with('#') => {
                    self.is_sound = false;
                    out.report(&rules::UNSUPPORTED_SCHEMA, self.doc, tree.span(value), |finding| {
                        finding.severity = Severity::Info;
                        finding.say(format_args!("References to other documents are not followed"));
                    });
                }
                _ => (),
            }
        }
        let is_array = tree.get(text, node, "type").is_some_and(|it| tree.is_text(text, it, "array"));
        let has_items = ["items", "prefixItems"].iter().any(|it| tree.get(text, node, it).is_some());
        if self.rules.schemas.needs_items && is_array && !has_items {
            out.report(&rules::UNSUPPORTED_SCHEMA, self.doc, open_bracket(self.document, node), |finding| {
                finding.say(format_args!("An array without `items`; the API rejects it"));
            });
        }
    }

    fn types(&mut self, value: NodeId, out: &mut Findings) {
        let (tree, text) = (&self.document.tree, &*self.document.text);
        let words = match tree.kind(value) {
            Kind::Array => tree.children(value).collect(),
            Kind::Broken => return,
            _ => vec![value],
        };
        for word in words {
            let says = tree.text(text, word);
            let is_type = |it: &str| TYPES.contains(&it);
            let is_capital = || self.rules.schemas.has_capitals && is_type(&says.to_ascii_lowercase());
            if tree.kind(word) == Kind::String && (is_type(&says) || is_capital()) {
                continue;
            }
            self.is_sound = false;
            out.report(&rules::INVALID_SCHEMA, self.doc, tree.span(word), |finding| {
                finding.say(format_args!("`{}` is not a type of JSON Schema", shown(&says)));
                let plain = says.to_ascii_lowercase();
                let other = MEANT.iter().find(|it| it.0 == plain).map(|it| it.1);
                if let Some(meant) = other.or_else(|| closest(&plain, TYPES.iter().copied())) {
                    finding.message.push_str(&format!("; did you mean `{meant}`?"));
                    let fix = Fix::guess(format_args!("Replace with `{meant}`"));
                    finding.fix(fix.replace(tree.span(word), quote(meant)));
                }
            });
        }
    }

    fn fault(&mut self, node: NodeId, message: std::fmt::Arguments, out: &mut Findings) {
        self.is_sound = false;
        let span: Span = match self.document.tree.kind(node) {
            Kind::Array | Kind::Object => open_bracket(self.document, node),
            _ => self.document.tree.span(node),
        };
        out.report(&rules::INVALID_SCHEMA, self.doc, span, |finding| finding.say(message));
    }
}
