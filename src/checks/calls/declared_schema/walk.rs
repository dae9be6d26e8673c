//! A walk through a schema and all schemas in it.

use std::collections::HashMap;

use super::keywords::{self, Takes};
use super::references::References;
use super::{TYPES, references, values};
use crate::bind::closest;
use crate::checks::calls::properties;
use crate::checks::say::type_name;
use crate::diagnostic::{Finding, Fix, Severity, shown};
use crate::document::{DocId, Document};
use crate::findings::Findings;
use crate::json::{Kind, NodeId, quote};
use crate::query::{At, is_container, open_bracket, subschemas};
use crate::rules;
use crate::spec::Conversation;

/// Words of other languages for types.
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

/// A walk through a schema.
pub(super) struct SchemaCheck<'d> {
    document: &'d Document<'d>,
    doc: DocId,
    root: NodeId,
    /// Types may be in capitals, and numbers in strings, as in the schemas of OpenAPI.
    is_open_api: bool,
    needs_items: bool,
    is_sound: bool,
}

impl<'d> SchemaCheck<'d> {
    pub(super) fn new(at: At<'d>, rules: &Conversation, needs_items: bool) -> Self {
        let is_open_api = rules.schemas.has_capitals;
        let (document, doc, root) = (at.document(), at.object.doc, at.member.value);
        Self { document, doc, root, is_open_api, needs_items, is_sound: true }
    }

    /// Checks the schema; false if nothing can be checked with it.
    pub(super) fn walk(mut self, out: &mut Findings) -> bool {
        self.is_sound &= references::dialect(self.document, (self.doc, self.root), out);
        let mut references = References::new(self.document, self.root);
        let mut todo = vec![(self.root, 0, false)];
        while let Some((node, depth, is_part)) = todo.pop() {
            if depth > DEEPEST {
                continue;
            }
            match self.document.tree.kind(node) {
                Kind::Object => self.object(node, &mut references, out),
                // Booleans are schemas, too; what is broken has its own finding.
                Kind::True | Kind::False | Kind::Broken => continue,
                kind => {
                    self.fault(node, out, |finding| {
                        finding.say(format_args!("A schema must be an object, but is {}", type_name(kind)));
                    });
                    continue;
                }
            }
            properties::check((self.document, self.doc), (node, is_part), out);
            if !self.is_open_api {
                values::check((self.document, self.doc), node, out);
            }
            let (inside, parts) = (subschemas(self.document, node), properties::parts(self.document, node));
            let is_in_part = |it: NodeId| parts.iter().any(|part| part.contains(self.document.tree.span(it)));
            todo.extend(inside.into_iter().rev().map(|it| (it, depth + 1, is_part || is_in_part(it))));
        }
        self.is_sound & references.check(self.doc, out)
    }

    fn object(&mut self, node: NodeId, references: &mut References, out: &mut Findings) {
        let (tree, text) = (&self.document.tree, &*self.document.text);
        for (key, value) in tree.members(node) {
            let word = tree.name(text, key);
            match &*word {
                "type" => self.types(value, out),
                _ => {
                    self.keyword(&word, value, out);
                    self.misspelled(node, (key, &word, value), out);
                }
            }
            references.note(&word, value);
        }
        if self.needs_items {
            self.items(node, out);
        }
    }

    /// A word that is no keyword, and one slip away from one that is not there.
    fn misspelled(&mut self, node: NodeId, (key, word, value): (NodeId, &str, NodeId), out: &mut Findings) {
        let (tree, text) = (&self.document.tree, &*self.document.text);
        let meant = keywords::misspelled(word, self.is_open_api);
        let meant = meant.filter(|it| it.1.is(self.document, value) && tree.get(text, node, it.0).is_none());
        let Some((meant, takes)) = meant else { return };
        // What it says is not known to those who read the schema.
        self.is_sound &= !takes.is_structure();
        out.report(&rules::INVALID_SCHEMA, self.doc, tree.span(key), |finding| {
            finding.severity = Severity::Warning;
            finding.say(format_args!("`{}` is not a keyword of JSON Schema; did you mean `{meant}`?", shown(word)));
            finding.fix(Fix::guess(format_args!("Rename to `{meant}`")).replace(tree.span(key), quote(meant)));
        });
    }

    /// Whether the schema names the dialect in which `exclusiveMinimum` is a flag.
    fn is_draft_04(&self) -> bool {
        let (tree, text) = (&self.document.tree, &*self.document.text);
        tree.get(text, self.root, "$schema").is_some_and(|it| tree.text(text, it).contains("draft-04"))
    }

    /// A keyword with a value of another type than it takes.
    fn keyword(&mut self, word: &str, value: NodeId, out: &mut Findings) {
        let Some(wanted) = keywords::wanted(word).filter(|it| !self.is_open_api || it.is_structure()) else { return };
        let (tree, text) = (&self.document.tree, &*self.document.text);
        if wanted.is(self.document, value) {
            return self.list(word, value, out);
        }
        let kind = tree.kind(value);
        let is_schema = |it: NodeId| matches!(tree.kind(it), Kind::Object | Kind::True | Kind::False);
        // People may leave descriptions out, SDKs write null for what is not there, and in an older dialect lists have a list of
        // schemas, and limits a flag.
        let is_other = matches!((wanted, kind), (Takes::Text, Kind::Null) | (_, Kind::Broken))
            || (self.is_open_api && kind == Kind::Null)
            || (word == "items" && kind == Kind::Array && tree.children(value).all(is_schema))
            || (word.starts_with("exclusiveM") && matches!(kind, Kind::True | Kind::False) && self.is_draft_04());
        if is_other {
            return;
        }
        self.fault(value, out, |finding| {
            let found = match kind {
                Kind::Number => format!("`{}`", shown(tree.span(value).of(text))),
                kind => type_name(kind).to_owned(),
            };
            finding.say(format_args!("`{word}` must be {}, but is {found}", wanted.in_words()));
            if let Some(meant) = keywords::meant(wanted, self.document, value) {
                let fix = Fix::guess(format_args!("Replace with `{}`", shown(&meant)));
                finding.fix(fix.replace(tree.span(value), meant));
            }
        });
    }

    /// What lists of the right type may not contain.
    fn list(&mut self, word: &str, value: NodeId, out: &mut Findings) {
        let (tree, text) = (&self.document.tree, &*self.document.text);
        if matches!(word, "anyOf" | "oneOf" | "allOf") && tree.children(value).next().is_none() {
            return self.fault(value, out, |finding| finding.say(format_args!("`{word}` must not be empty")));
        }
        if word != "required" {
            return;
        }
        // A set would be compiled for this alone.
        let mut names: HashMap<String, usize> = HashMap::new();
        for item in tree.children(value) {
            if tree.kind(item) != Kind::String {
                return self.fault(item, out, |finding| {
                    finding.say(format_args!("`required` must name properties as strings"));
                });
            }
            let name = tree.text(text, item);
            if names.insert(name.clone().into_owned(), 0).is_some() {
                return self.fault(item, out, |finding| {
                    finding.say(format_args!("`required` names `{}` twice", shown(&name)));
                });
            }
        }
    }

    fn items(&self, node: NodeId, out: &mut Findings) {
        let (tree, text) = (&self.document.tree, &*self.document.text);
        let says_array = |it: NodeId| tree.is_text(text, it, "array");
        let kind = tree.get(text, node, "type");
        let is_array = kind.is_some_and(|it| says_array(it) || tree.children(it).any(says_array));
        // What is wrong with a list at the root is that it is one.
        if !is_array
            || node == self.root
            || ["items", "prefixItems"].iter().any(|it| tree.get(text, node, it).is_some())
        {
            return;
        }
        out.report(&rules::UNSUPPORTED_SCHEMA, self.doc, open_bracket(self.document, node), |finding| {
            match keywords::name_of_property(self.document, node) {
                Some(name) => {
                    finding.say(format_args!("`{name}` is an array without `items`; the API rejects it"));
                }
                None => finding.say(format_args!("An array without `items`; the API rejects it")),
            }
        });
    }

    fn types(&mut self, value: NodeId, out: &mut Findings) {
        let (tree, text) = (&self.document.tree, &*self.document.text);
        let words = match tree.kind(value) {
            Kind::Array => tree.children(value).collect(),
            Kind::Broken => return,
            // The finding about the root says what it must be.
            Kind::Null if tree.get(text, self.root, "type") == Some(value) => {
                self.is_sound = false;
                return;
            }
            _ => vec![value],
        };
        for word in words {
            let says = tree.text(text, word);
            let is_type = |it: &str| TYPES.contains(&it);
            let is_capital = || self.is_open_api && is_type(&says.to_ascii_lowercase());
            if tree.kind(word) == Kind::String && (is_type(&says) || is_capital()) {
                continue;
            }
            self.fault(word, out, |finding| {
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

    fn fault(&mut self, node: NodeId, out: &mut Findings, describe: impl FnOnce(&mut Finding)) {
        self.is_sound = false;
        let tree = &self.document.tree;
        let span = if is_container(tree.kind(node)) { open_bracket(self.document, node) } else { tree.span(node) };
        out.report(&rules::INVALID_SCHEMA, self.doc, span, describe);
    }
}
