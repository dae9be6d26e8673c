//! The schemas that a text declares, compiled.

use super::{At, Context};
use crate::document::Document;
use crate::json::{Kind, NodeId};
use crate::schema::Schema;
use crate::text::{Edit, Span, apply, key_of, sorted};

/// The schemas that are kept for the next lines.
const MOST_KEPT: usize = 100;

/// Larger schemas are not compiled.
const MOST_EDITS: usize = 100_000;

/// A schema that values are compared with.
pub(crate) struct CompiledSchema {
    pub(crate) schema: Schema,
    /// The first pattern in it, if texts are compared with none: one of them cannot be compiled.
    pub(crate) skipped: Option<NodeId>,
}

/// The schema at a place, if the host can compile it, maybe without its patterns.
pub(crate) fn compiled(at: At) -> Option<CompiledSchema> {
    at.ctx.options.compiler.as_ref()?;
    let json = at.ctx.json_of(at.ctx.inside(at)?)?;
    let rules = at.object.format.conversation?;
    let edits = if rules.schemas.has_capitals { in_json_schema(at) } else { Vec::new() };
    let start = at.span().start;
    if let Some(schema) = compile(at.ctx, &edited(&json, start, edits.clone())) {
        return Some(CompiledSchema { schema, skipped: None });
    }
    let (less, skipped) = without_refused(at);
    let schema = compile(at.ctx, &edited(&json, start, [edits, less].concat()))?;
    Some(CompiledSchema { schema, skipped })
}

fn compile(ctx: &Context, json: &str) -> Option<Schema> {
    let compiler = ctx.options.compiler.as_ref()?;
    let Some(memory) = ctx.session else { return compiler.compile(json).ok() };
    // Each line of a log may declare the same tools.
    if let Some(known) = memory.borrow().compiled.get(json) {
        return known.clone();
    }
    let schema = compiler.compile(json).ok();
    let mut memory = memory.borrow_mut();
    if memory.compiled.len() >= MOST_KEPT {
        memory.compiled.clear();
    }
    memory.compiled.insert(json.to_owned(), schema.clone());
    schema
}

/// A text with edits at places of the file, in which it begins at `start`.
fn edited(json: &str, start: u32, mut edits: Vec<Edit>) -> String {
    for Edit { span, .. } in &mut edits {
        *span = Span { start: span.start - start, end: span.end - start };
    }
    apply(json, &sorted(edits, |it| key_of(it.span.start, it.span.end)))
}

/// Replaces what may not be compiled with what accepts everything: patterns, of which those that look around or back may take
/// forever, and lists of items, which are of an older dialect.
fn without_refused(at: At) -> (Vec<Edit>, Option<NodeId>) {
    let document = at.document();
    let (tree, text) = (&document.tree, &*document.text);
    let (mut out, mut skipped) = (Vec::new(), None);
    for node in all(document, at.member.value) {
        if let Some(pattern) = tree.get(text, node, "pattern").filter(|it| tree.kind(*it) == Kind::String) {
            skipped = skipped.or(Some(pattern));
            out.push(Edit { span: tree.span(pattern), text: "\"\"".to_owned() });
        }
        if let Some(items) = tree.get(text, node, "items").filter(|it| tree.kind(*it) == Kind::Array) {
            out.push(Edit { span: tree.span(items), text: "true".to_owned() });
        }
    }
    (out, skipped)
}

/// What makes a JSON Schema of a schema whose types are in capitals, whose numbers are texts, and whose values may be null
/// where `nullable` says so.
fn in_json_schema(at: At) -> Vec<Edit> {
    let document = at.document();
    let (tree, text) = (&document.tree, &*document.text);
    let mut out = Vec::new();
    for node in all(document, at.member.value) {
        let may_be_null = tree.get(text, node, "nullable").is_some_and(|it| tree.kind(it) == Kind::True);
        let types = tree.get(text, node, "type");
        let items = types.into_iter().flat_map(|it| tree.children(it));
        for word in items.chain(types).filter(|it| tree.kind(*it) == Kind::String) {
            let span = tree.span(word);
            let lower = span.of(text).to_ascii_lowercase();
            let is_one = types == Some(word);
            out.push(Edit { span, text: if is_one && may_be_null { format!("[{lower}, \"null\"]") } else { lower } });
        }
        for limit in LIMITS.iter().filter_map(|it| tree.get(text, node, it)) {
            let digits = tree.text(text, limit);
            if tree.kind(limit) == Kind::String && digits.parse::<u64>().is_ok() {
                out.push(Edit { span: tree.span(limit), text: digits.into_owned() });
            }
        }
        for (list, null) in NULLS.iter().filter(|_| may_be_null) {
            let list = tree.get(text, node, list).filter(|it| tree.kind(*it) == Kind::Array);
            let items = || list.into_iter().flat_map(|it| tree.children(it));
            if let Some(last) = items().last().filter(|_| items().all(|it| tree.kind(it) != Kind::Null)) {
                out.push(Edit { span: Span::empty(tree.span(last).end), text: format!(", {null}") });
            }
        }
    }
    out
}

/// Numbers of 64 bits, which protocol buffers write as texts.
const LIMITS: &[&str] = &["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"];

/// What each list in a schema needs, so that a value may be null.
const NULLS: &[(&str, &str)] = &[("enum", "null"), ("anyOf", r#"{"type": "null"}"#), ("oneOf", r#"{"type": "null"}"#)];

/// A schema and all schemas in it, as far as they are compiled.
fn all(document: &Document, root: NodeId) -> Vec<NodeId> {
    let mut out = vec![root];
    let mut idx = 0;
    while let Some(node) = out.get(idx).filter(|_| out.len() < MOST_EDITS) {
        out.extend(subschemas(document, *node));
        idx += 1;
    }
    out
}

/// Keywords whose values are schemas, objects of schemas, or lists of them.
const ONE: &[&str] = &["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"];
const NAMED: &[&str] = &["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const SEVERAL: &[&str] = &["anyOf", "oneOf", "allOf", "prefixItems"];

/// The schemas in a schema.
pub(crate) fn subschemas(document: &Document, node: NodeId) -> Vec<NodeId> {
    let (tree, text) = (&document.tree, &*document.text);
    let mut out = Vec::new();
    for (key, value) in tree.members(node) {
        let word = tree.name(text, key);
        let kind = tree.kind(value);
        if ONE.contains(&&*word) && kind == Kind::Object {
            out.push(value);
        } else if NAMED.contains(&&*word) && kind == Kind::Object {
            out.extend(tree.members(value).map(|it| it.1));
        } else if SEVERAL.contains(&&*word) && kind == Kind::Array {
            out.extend(tree.children(value));
        }
    }
    out
}
