//! The content of a payload's string, through all its levels of encoding.

#[cfg(feature = "tool-calls")]
use super::Member;
#[cfg(feature = "tool-calls")]
use super::tokens;
use super::{Held, Object, Recognize, fit, is_stand_in, lost};
use crate::document::{DocId, Document, Documents};
use crate::json::{self, Flags, Kind, NodeId, SyntaxErrorKind};
use crate::spec::{Expects, Field, Format, Shape};
use crate::text::begins_json;

/// A string that may hold JSON.
#[derive(Debug)]
pub(crate) struct Payload {
    /// The document of the string.
    pub(crate) doc: DocId,
    /// The string.
    pub(crate) node: NodeId,
    /// The index of the object whose payload it is.
    pub(crate) object: usize,
    /// What it holds.
    pub(crate) kind: PayloadKind,
    /// The documents in it, from the outermost to the one with the JSON; one more for each time it is encoded.
    pub(crate) inner: Vec<DocId>,
}

/// What a string holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PayloadKind {
    /// Nothing, or blanks.
    Blank,
    /// `...`, `{...}` or `<…>`, or the trace of a text that was lost on the way, see `lost`.
    Placeholder,
    /// JSON, perhaps with errors.
    Json,
    /// JSON in a Markdown fence.
    Fenced,
    /// JSON with prose around it.
    Prose,
    /// Other text.
    Text,
}

impl PayloadKind {
    /// True if there is JSON in it that can be checked.
    pub(crate) fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::Fenced | Self::Prose)
    }
}

/// At most so many payloads of a text are read: checks compare each with the others. Longer logs have a line for each call.
#[cfg(feature = "tool-calls")]
pub(crate) const MOST_READ: usize = 10_000;

/// Reads an object's payload and returns the values to bind in it.
pub(super) fn held(
    docs: &mut Documents,
    object: &Object,
    idx: usize,
    (recognize, due): (Option<Recognize>, Option<Expects>),
    out: &mut Vec<Payload>,
) -> Vec<Held> {
    #[cfg(feature = "tool-calls")]
    if out.len() >= MOST_READ {
        return Vec::new();
    }
    #[cfg(feature = "tool-calls")]
    let holds = |it: &&Field| it.is_payload() || is_encoded(docs, object, it);
    #[cfg(not(feature = "tool-calls"))]
    let holds = |it: &&Field| it.is_payload();
    let Some(field) = object.record.fields.iter().find(holds) else { return Vec::new() };
    let formats = if let Shape::Encoded(formats) = field.shape.inner() { *formats } else { &[] };
    let mut holder = Holder { docs, object, idx, formats, due, out };
    let value = object.member(field.name).map(|it| it.value);
    let Some((doc, node)) = holder.content(value) else { return Vec::new() };
    // If it is mixed with other fields, only a list of names identifies it.
    let is_apart = (doc, node) != (object.doc, object.node);
    let fit = fit::fitting(holder.docs.get(doc), node, formats, due).filter(|it| is_apart || it.listing.is_some());
    match (fit, recognize) {
        (Some(format), _) => vec![Held { doc, node, format }],
        (None, Some(recognize)) if value.is_some() => {
            let held = recognize(holder.docs, doc, node);
            holder.around(doc, held)
        }
        (None, _) => Vec::new(),
    }
}

/// Whether arguments are encoded although they should be an object: their content is checked all the same.
#[cfg(feature = "tool-calls")]
fn is_encoded(docs: &Documents, object: &Object, field: &Field) -> bool {
    let is_string = |it: &Member| docs.get(object.doc).tree.kind(it.value) == Kind::String;
    matches!(field.shape, Shape::Arguments) && object.member(field.name).is_some_and(is_string)
}

/// An object with a payload.
struct Holder<'h, 'd> {
    docs: &'h mut Documents<'d>,
    object: &'h Object,
    /// Its index.
    idx: usize,
    /// What its payload may be.
    formats: &'static [&'static Format],
    /// What the phase expects.
    due: Option<Expects>,
    out: &'h mut Vec<Payload>,
}

impl Holder<'_, '_> {
    /// Reads the value of the payload and returns where its content is.
    fn content(&mut self, value: Option<NodeId>) -> Option<(DocId, NodeId)> {
        let doc = self.object.doc;
        // It is mixed with the fields around it.
        let Some(value) = value else { return Some((doc, self.object.node)) };
        // It is not encoded at all: the value itself is checked.
        if self.docs.get(doc).tree.kind(value) != Kind::String {
            return Some((doc, value));
        }
        let payload = read(self.docs, self.object, value, self.idx);
        let inside = payload.inner.last().copied().filter(|_| payload.kind.is_json());
        // In prose, the first JSON of a known format is meant, not the first JSON; readers take the first fence.
        let document = inside.map(|it| self.docs.get(it));
        let may_mean_other = document.is_some_and(|it| it.layout.fence.is_none() && !is_followed(it));
        if let Some(inside) = inside.filter(|_| may_mean_other) {
            self.docs.read_on(inside, &|it| fit::fitting(it, 0, self.formats, self.due).is_some());
        }
        self.out.push(payload);
        inside.and_then(|it| self.docs.get(it).tree.root().map(|root| (it, root)))
    }

    /// Adds what was recognized inside something else: if it is in a string, that string is a payload, too.
    fn around(&mut self, doc: DocId, mut held: Vec<Held>) -> Vec<Held> {
        for &mut Held { doc: inner, node, ref mut format } in &mut held {
            let document = self.docs.get(inner);
            // A value that would be a response by itself is the payload here.
            *format = fit::fitting(document, node, self.formats, self.due).unwrap_or(format);
            if inner != doc
                && let Some(string) = document.parent.as_ref().map(|it| it.node)
            {
                let kind = kind_of(self.docs, inner);
                self.out.push(Payload { doc, node: string, object: self.idx, kind, inner: vec![inner] });
            }
        }
        held.retain(|it| self.formats.iter().any(|due| std::ptr::eq(*due, it.format)));
        held
    }
}

/// Reads the document in a string of an object; before arguments, models write control tokens.
fn nest(docs: &mut Documents, object: &Object, node: NodeId) -> DocId {
    #[cfg(feature = "tool-calls")]
    if object.format.conversation.is_some() {
        return docs.nest_after(object.doc, node, tokens::before);
    }
    docs.nest(object.doc, node)
}

/// Reads the payload in a string of an object.
fn read(docs: &mut Documents, holder: &Object, node: NodeId, object: usize) -> Payload {
    let doc = holder.doc;
    let mut inner = vec![nest(docs, holder, node)];
    loop {
        let at = inner.last().copied().unwrap_or_default();
        let kind = kind_of(docs, at);
        let document = docs.get(at);
        let root = document.tree.root().unwrap_or_default();
        let is_json_again = kind == PayloadKind::Json
            && is_read(document)
            && document.tree.kind(root) == Kind::String
            && begins_json(&document.tree.text(&document.text, root));
        if !is_json_again {
            return Payload { doc, node, object, kind, inner };
        }
        let next = docs.nest(at, root);
        let next_document = docs.get(next);
        let next_root = next_document.tree.kind(next_document.tree.root().unwrap_or_default());
        let is_value =
            matches!(next_root, Kind::Object | Kind::Array) || (next_root == Kind::String && is_read(next_document));
        if !is_value {
            return Payload { doc, node, object, kind, inner };
        }
        inner.push(next);
    }
}

/// Whether text after the JSON is the only error of a text.
fn is_followed(document: &Document) -> bool {
    !document.errors.is_empty() && document.errors.iter().all(|it| it.kind == SyntaxErrorKind::TrailingContent)
}

/// Whether the content of a string is certain, even without its quotes, which are reported elsewhere.
fn is_read(document: &Document) -> bool {
    document.errors.is_empty() || document.tree.is_inside()
}

fn kind_of(docs: &Documents, doc: DocId) -> PayloadKind {
    let document = docs.get(doc);
    let text = document.read_text().trim();
    if text.is_empty() {
        return PayloadKind::Blank;
    }
    if is_stand_in(text) || lost(text).is_some() {
        return PayloadKind::Placeholder;
    }
    let layout = &document.layout;
    if layout.fence.is_some() {
        let is_alone = layout.before(&document.text).is_empty() && layout.after(&document.text).is_empty();
        return if is_alone { PayloadKind::Fenced } else { PayloadKind::Prose };
    }
    // Blanks that were escaped twice do not make it plain text.
    let mut plain = text;
    while let [b'\\', b'n' | b'r' | b't', ..] = plain.as_bytes() {
        plain = plain.get(2..).unwrap_or_default().trim_start();
    }
    if json::is_marked(plain) {
        return PayloadKind::Text;
    }
    if is_in_words(document) {
        return PayloadKind::Prose;
    }
    if document.errors.is_empty() || begins_as_json(document, plain) { PayloadKind::Json } else { PayloadKind::Text }
}

/// Whether a text begins as JSON does, also without the bracket before its first key, in quotes, or with full-width brackets.
fn begins_as_json(document: &Document, plain: &str) -> bool {
    let root = document.tree.node(document.tree.root().unwrap_or_default());
    let is_quoted = plain.starts_with(['\'', '"'])
        && root.kind != Kind::String
        && (document.errors.len() == 1 || !root.flags.has(Flags::UNOPENED));
    // In prose, they are around a note.
    let is_wide = plain.starts_with(['｛', '［']) && plain.ends_with(['｝', '］']) && plain.contains(['"', '“']);
    is_quoted || is_wide || json::is_headless(plain) || document.tree.is_inside() || plain.starts_with(['{', '['])
}

/// Whether prose is around the JSON, and nothing is wrong with the JSON itself. A stray bracket or comma is an error of
/// the JSON, and so is everything after it; there must be prose before it.
fn is_in_words(document: &Document) -> bool {
    let (errors, tree) = (&document.errors, &document.tree);
    let holds_something = tree.children(tree.root().unwrap_or_default()).next().is_some();
    let is_word = |it: char| {
        !matches!(
            it,
            '{' | '}' | '[' | ']' | '(' | ')' | ',' | ';' | ':' | '\'' | '`' | '"' | '\\' | ' ' | '\t' | '\r' | '\n'
        )
    };
    holds_something
        && errors.first().is_some_and(|it| matches!(it.kind, SyntaxErrorKind::LeadingText))
        && errors.iter().all(|it| it.kind.is_around())
        && errors.iter().any(|it| it.span.of(&document.text).contains(is_word))
}
