//! Requests and answers of JSON-RPC, across the lines of a file, and what tools return there.

use std::collections::HashMap;

use crate::checks::schema;
use crate::detect::Detection;
use crate::diagnostic::{Fix, Severity, shown};
use crate::document::Document;
use crate::findings::Findings;
use crate::json::{self, Kind, NodeId};
use crate::query::{At, Context, Judged, On, number, open_bracket};
use crate::rules;
use crate::schema::Schema;
use crate::text::Span;

pub(super) fn check(ctx: &Context, out: &mut Findings) {
    let Detection { root, .. } = ctx.detection;
    let message = ctx.all().find(|it| (it.object.doc, it.object.node) == *root);
    let Some(message) = message.filter(|it| it.object.record.field("jsonrpc").is_some()) else { return };
    let id = message.member("id").filter(|it| matches!(it.kind(), Kind::String | Kind::Number));
    if id.is_none() && message.member("id").is_some_and(|it| it.kind() == Kind::Null) {
        // The answer to a request that could not be read.
        return;
    }
    let Some((session, id)) = ctx.session.zip(id) else { return };
    let mut session = session.borrow_mut();
    if message.member("method").is_some() {
        let called = message.value("params/name").filter(|it| it.kind() == Kind::String);
        let is_call = message.member("method").is_some_and(|it| it.is_text("tools/call"));
        session.n_requests += 1;
        session.open.insert(written(id).to_owned(), called.filter(|_| is_call).map(|it| it.text().into_owned()));
        return;
    }
    let Some(called) = session.open.remove(written(id)) else {
        // A file may begin in the middle.
        if session.n_requests > 0 {
            let plain = written(id).trim_matches('"');
            let other = if plain.len() == written(id).len() { format!("\"{plain}\"") } else { plain.to_owned() };
            without_request(id, Some(other).filter(|it| session.open.contains_key(it)), out);
        }
        return;
    };
    let tools = session.tools.clone();
    let tool = called.as_deref().and_then(|it| tools.named(it));
    let result = message.member("result").and_then(At::inside);
    if let Some(((name, result), output)) = called.as_deref().zip(result).zip(tool.and_then(|it| it.output.as_ref())) {
        of_call(result, (name, output.as_ref()), out);
    }
    if let Some(result) = result.filter(|_| called.is_some()) {
        agreement(result, out);
    }
}

/// An id as it is written: `1` and `"1"` differ.
fn written(id: At<'_>) -> &str {
    id.span().of(id.on().source())
}

/// An answer to a request that is not in the file.
fn without_request(id: At, other: Option<String>, out: &mut Findings) {
    out.report(&rules::ORPHAN_RESULT, id.object.doc, id.span(), |finding| {
        finding.severity = Severity::Warning;
        finding.say(format_args!("No request has the id `{}`", shown(written(id))));
        if let Some(other) = other {
            finding.message.push_str(&format!("; `{}` is another id", shown(&other)));
        }
    });
}

/// The result of a call of a tool with a schema for it.
fn of_call(result: On, (name, schema): (&str, Option<&Schema>), out: &mut Findings) {
    let has_failed = result.member("isError").is_some_and(|it| it.kind() == Kind::True);
    if has_failed {
        return;
    }
    let Some(structured) = result.member("structuredContent") else {
        return out.report(&rules::MISSING_FIELD, result.object.doc, result.open(), |finding| {
            finding.say(format_args!("Missing `structuredContent`; `{}` declares an `outputSchema`", shown(name)));
            let json = only_json(result).filter(|it| schema.is_some_and(|schema| schema.violations(it).is_empty()));
            let last = result.members().last();
            if let Some((json, last)) = json.zip(last) {
                let fix = Fix::guess("Copy it from the text");
                finding.fix(fix.insert(last.span().end, format!(", \"structuredContent\": {json}")));
            }
        });
    };
    let judged = Judged { doc: structured.object.doc, node: structured.member.value, is_text: false };
    let Some((schema, json)) = schema.zip(result.ctx.json_of(judged)) else { return };
    for violation in schema.violations(&json) {
        schema::report(&rules::RESULT_SCHEMA, structured.document(), judged, violation, out);
    }
}

/// The only text of a result, if it is an object or array in JSON.
fn only_json(result: On) -> Option<String> {
    let blocks = result.member("content")?.inside()?;
    let mut texts = blocks.members().filter_map(|it| it.inside()?.member("text")).filter_map(At::string);
    let text = texts.next().filter(|_| texts.next().is_none())?;
    let text = text.trim();
    (text.starts_with(['{', '[']) && json::is_sound(text)).then(|| text.to_owned())
}

/// A text that says something else than the structured content: clients differ in what they read.
fn agreement(result: On, out: &mut Findings) {
    let Some((structured, text)) = result.member("structuredContent").zip(only_json(result)) else { return };
    let (tree, _) = json::parse(&text, Span::new(0, text.len()));
    let other = OtherValue { tree: &tree, text: &text, node: tree.root().unwrap_or_default() };
    let document = structured.document();
    let this = OtherValue { tree: &document.tree, text: &document.text, node: structured.member.value };
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
            _ => finding.say(format_args!("`{name}` is something else in the text")),
        }
    });
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
        let members = other.tree.members(other.node);
        let others: HashMap<_, _> = members.map(|it| (other.tree.name(other.text, it.0), it.1)).collect();
        let mut pairs = Vec::new();
        for (key, value) in self.tree.members(self.node) {
            let same = others.get(&self.tree.name(self.text, key)).ok_or(value)?;
            pairs.push((self.at(value), other.at(*same)));
        }
        if pairs.len() == others.len() { Ok(pairs) } else { Err(self.node) }
    }
}
