//! What the caller's schema knows about the payload, for hover texts and completion.

use super::Opened;
use super::data::CompletionKind;
use super::insert::{Here, Offer};
use super::offer::SnippetPart;
use super::view::{Spot, View};
use crate::diagnostic::{is_unprintable, shown};
use crate::document::DocId;
use crate::json::{Kind, NodeId, quote};
use crate::names::FileName;
use crate::query::{self, Context, Judged};
use crate::schema::{Known, KnownMember, KnownValue, Schema};

/// The description of a value, as Markdown and as plain text.
pub(super) struct ValueDescription {
    pub(super) node: NodeId,
    pub(super) markdown: Vec<String>,
    pub(super) text: Vec<String>,
}

impl View<'_> {
    /// Asks about the file as checks do.
    pub(super) fn with_context<T>(&self, ask: impl FnOnce(&Context) -> T) -> T {
        let Opened { options, read, .. } = self.opened;
        let name = options.file_name.as_deref().map(FileName::new).unwrap_or_default();
        let request = query::request(options, &name);
        ask(&Context::new(options, &name, (&read.docs, &read.detection, &read.bindings), request))
    }

    /// The schema, and the payload that contains a node: that of the caller, or that of the tool which a call names.
    fn schema_of(&self, doc: DocId, node: NodeId) -> Option<(Schema, Judged)> {
        let tree = &self.document(doc).tree;
        let holds = |it: &Judged| it.doc == doc && !it.is_text && tree.span(it.node).contains(tree.span(node));
        if let Some(schema) = &self.opened.options.schema {
            let judged = self.with_context(|ctx| ctx.judged().into_iter().find(holds))?;
            return Some((schema.clone(), judged));
        }
        #[cfg(feature = "tool-calls")]
        return self.with_context(|ctx| query::schema_of_call(ctx, &holds));
        #[cfg(not(feature = "tool-calls"))]
        None
    }

    /// The schema, and the pointer of a node in its payload.
    fn schema_at(&self, doc: DocId, node: NodeId) -> Option<(Schema, String)> {
        let (schema, judged) = self.schema_of(doc, node)?;
        let document = self.document(doc);
        let pointer = |node| document.tree.pointer(&document.text, node);
        let rest = pointer(node).strip_prefix(&pointer(judged.node))?.to_owned();
        Some((schema, rest))
    }

    /// What the schema says about the member or value at an offset.
    pub(super) fn said_by_schema(&self, spot: &Spot) -> Option<ValueDescription> {
        let node = spot.node().filter(|it| !matches!(spot.document.tree.kind(*it), Kind::Object | Kind::Array))?;
        let (schema, pointer) = self.schema_at(spot.doc, node)?;
        let known = schema.known(&pointer);
        let (parent, last) = pointer.rsplit_once('/')?;
        let key = crate::json::unescaped(last);
        let of_parent = schema.known(parent);
        let is_required = of_parent.members.iter().any(|it| it.name == key && it.is_required);
        let mut said = ValueDescription { node, markdown: Vec::new(), text: Vec::new() };
        said.head(&key, &known, is_required);
        for words in known.title.iter().chain(&known.description) {
            said.markdown.push(escaped(words));
            said.text.push(plain(words));
        }
        if let Some(example) = &known.example {
            let line = format!("Example: `{}`", shown(example));
            said.markdown.push(line.clone());
            said.text.push(line);
        }
        let is_known = known != Known::default() || is_required;
        is_known.then_some(said)
    }
}

impl ValueDescription {
    fn head(&mut self, key: &str, known: &Known, is_required: bool) {
        let mut rest = known.shape.as_ref().map(|it| format!(": {it}")).unwrap_or_default();
        if is_required {
            rest += if rest.is_empty() { ": required" } else { "; required" };
        }
        self.markdown.push(format!("**`{}`**{rest}", shown(key)));
        self.text.push(format!("`{}`{rest}", shown(key)));
    }
}

impl Here<'_, '_> {
    /// The pointer of an object or array in the payload, with its schema.
    fn schema_around(&self, node: NodeId) -> Option<(Schema, String)> {
        self.view.schema_at(self.spot.doc, node)
    }

    /// Members that the schema names and that neither exist nor are offered yet.
    pub(super) fn keys_of_schema(&self, node: NodeId, present: &[String], out: &mut Vec<Offer>) {
        let Some((schema, pointer)) = self.schema_around(node) else { return };
        let (required, other): (Vec<_>, Vec<_>) =
            schema.known(&pointer).members.into_iter().partition(|it| it.is_required);
        for member in required.into_iter().chain(other) {
            if !present.contains(&member.name) && !out.iter().any(|it| it.label == member.name) {
                out.push(key(member));
            }
        }
    }

    /// Values that the schema names for a member or an item.
    pub(super) fn values_of_schema(&self, node: NodeId, key: Option<&str>, out: &mut Vec<Offer>) {
        let Some((schema, pointer)) = self.schema_around(node) else { return };
        let tree = &self.spot.document.tree;
        let before = |it: &NodeId| tree.span(*it).end <= self.spot.document.read_offset(self.cursor.begun.start);
        let token = match key {
            Some(key) => key.replace('~', "~0").replace('/', "~1"),
            None => tree.children(node).filter(before).count().to_string(),
        };
        for value in schema.known(&format!("{pointer}/{token}")).values {
            if !out.iter().any(|it| it.begins == value.json) {
                out.push(one_of(value));
            }
        }
    }
}

fn key(member: KnownMember) -> Offer {
    let mut detail = member.shape.unwrap_or_default();
    if member.is_required {
        detail = if detail.is_empty() { "required".to_owned() } else { format!("required; {detail}") };
    }
    let value = member.value.unwrap_or_default();
    let mut pieces = vec![SnippetPart::Text(format!("{}: ", quote(&member.name)))];
    // The placeholder is between the quotes or brackets.
    match value.as_str() {
        "\"\"" | "{}" | "[]" => {
            let (open, close) = value.split_at(1);
            pieces.extend([
                SnippetPart::Text(open.to_owned()),
                SnippetPart::Stop(String::new()),
                SnippetPart::Text(close.to_owned()),
            ]);
        }
        _ => pieces.push(SnippetPart::Stop(value)),
    }
    Offer {
        kind: CompletionKind::Field,
        pieces,
        begins: quote(&member.name),
        detail: Some(detail).filter(|it| !it.is_empty()),
        documentation: member.description.as_deref().map(plain),
        is_required: member.is_required,
        label: member.name,
    }
}

fn one_of(value: KnownValue) -> Offer {
    Offer {
        label: value.json.clone(),
        kind: CompletionKind::Value,
        pieces: vec![SnippetPart::Text(value.json.clone())],
        begins: value.json,
        detail: None,
        documentation: value.description.as_deref().map(plain),
        is_required: false,
    }
}

/// Descriptions are a few sentences.
const LONGEST: usize = 2000;

/// The words of a schema, without invisible characters.
pub(super) fn plain(words: &str) -> String {
    words.chars().filter(|it| *it == '\n' || !is_unprintable(*it)).take(LONGEST).collect()
}

/// The same words as Markdown that shows them literally.
pub(super) fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for ch in plain(words).chars() {
        if matches!(ch, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '&' | '!' | '|' | '~') {
            out.push('\\');
        }
        out.push(ch);
    }
    out
}
