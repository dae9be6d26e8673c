//! Which documents a text contains, and where each is.

use super::data::{DocumentKind, Language};
use super::found::{FoundDocument, is_markdown, node_key, string_of};
use super::loose;
use crate::bind::{Bindings, Object, PayloadKind};
use crate::detect::Detection;
use crate::diagnostic::shown;
use crate::document::{DocId, Document, Documents};
use crate::json::{Kind, NodeId, Outline, SyntaxErrorKind};
use crate::text::{Span, hash, in_order, key_of};

/// A document in the text.
#[derive(Debug)]
pub(super) struct NestedDocument {
    /// The document with its text.
    pub(super) doc: DocId,
    /// The span of its text in that document as found: all of it, or an object that is not encoded.
    pub(super) span: Span,
    /// The object that is not encoded.
    pub(super) object: Option<NodeId>,
    /// Its pointer, which continues through encoded strings.
    pub(super) pointer: String,
    /// The index of the document that contains it; `None` for the file.
    pub(super) parent: Option<usize>,
    pub(super) kind: DocumentKind,
    pub(super) language: Language,
    /// The id of its format.
    pub(super) format: Option<&'static str>,
    /// How many times it is encoded.
    pub(super) depth: u32,
    /// A strict parser rejects it although it should be JSON.
    pub(super) is_broken: bool,
    /// Its place in the file.
    pub(super) in_file: Span,
    /// It was not found but included by the caller.
    pub(super) is_included: bool,
    /// It was included, but is currently not one of the documents.
    pub(super) is_hidden: bool,
}

/// All documents in text order, outer before inner.
pub(super) fn list(docs: &mut Documents, detection: &Detection, bindings: &Bindings) -> Vec<NestedDocument> {
    let mut found = known(docs, detection, bindings);
    loose::add(docs, bindings, &mut found);
    let formats = formats(bindings);
    let mut pointers = Pointers::new(docs);
    let mut out = Vec::with_capacity(found.len());
    for place in found {
        let pointer = pointers.of(place.doc, place.object);
        // If the file is the content of a string, it is still the file.
        if !pointer.is_empty() {
            out.push(NestedDocument::new(docs, place, pointer, Some((bindings, &formats))));
        }
    }
    let mut out = without_repeats(out);
    nest(&mut out);
    out
}

/// Adds the string at a pointer to the documents; false if there is no string.
pub(super) fn include(docs: &mut Documents, inners: &mut Vec<NestedDocument>, pointer: &str) -> bool {
    if let Some(known) = inners.iter_mut().find(|it| it.pointer == pointer) {
        known.is_hidden = false;
        return true;
    }
    let is_around = |it: &&NestedDocument| {
        pointer.strip_prefix(&*it.pointer).is_some_and(|it| it.is_empty() || it.starts_with('/'))
    };
    let around = inners.iter().filter(is_around).max_by_key(|it| it.pointer.len());
    let rest = around.and_then(|it| pointer.strip_prefix(&*it.pointer)).unwrap_or(pointer);
    let (mut doc, mut node) = around.map_or((0, 0), |it| (it.doc, it.object.unwrap_or_default()));
    if !rest.starts_with('/') {
        return false;
    }
    for token in rest.split('/').skip(1) {
        if docs.get(doc).tree.kind(node) == Kind::String {
            (doc, node) = (docs.nest(doc, node), 0);
        }
        let document = docs.get(doc);
        let Some((_, next)) = document.tree.step(&document.text, node, token) else { return false };
        node = next;
    }
    let document = docs.get(doc);
    if document.tree.kind(node) != Kind::String {
        return false;
    }
    let text = document.tree.text(&document.text, node);
    let language = match text.trim_start().as_bytes() {
        [b'{' | b'[', ..] => Language::Json,
        _ if is_markdown(&text) => Language::Markdown,
        _ => Language::Text,
    };
    let doc = if language == Language::Json { docs.nest(doc, node) } else { docs.nest_text(doc, node) };
    let found = FoundDocument::new(doc, DocumentKind::Text, language);
    inners.push(NestedDocument { is_included: true, ..NestedDocument::new(docs, found, pointer.to_owned(), None) });
    *inners = in_text_order(std::mem::take(inners));
    nest(inners);
    true
}

/// The strings that hold a document, as `string_of` finds them, sorted, each with the index of its document.
pub(super) fn strings(docs: &Documents, inners: &[NestedDocument]) -> Vec<(u64, u32)> {
    let mut out = Vec::with_capacity(inners.len());
    for (inner, idx) in inners.iter().zip(0..).filter(|it| it.0.object.is_none() && !it.0.is_hidden) {
        out.extend(string_of(docs, inner.doc).map(|it| (it, idx)));
    }
    out.sort_unstable();
    out
}

/// The documents that were bound: payloads, sections, and the contents of an MCP tool result.
fn known(docs: &Documents, detection: &Detection, bindings: &Bindings) -> Vec<FoundDocument> {
    let mut out = Vec::new();
    for payload in &bindings.payloads {
        let Some(&doc) = payload.inner.last() else { continue };
        out.push(FoundDocument::new(doc, DocumentKind::Payload, language(&docs.get(doc).text, payload.kind)));
    }
    for section in &bindings.sections {
        out.push(FoundDocument::new(section.doc, DocumentKind::Section, Language::Markdown));
    }
    let roots = std::iter::once(&detection.root).chain(&detection.more);
    for &(doc, _) in roots.filter(|it| it.0 != 0) {
        out.push(FoundDocument::new(doc, DocumentKind::Payload, Language::Json));
    }
    for object in bindings.objects.iter().filter(|it| it.is_outermost()) {
        if let Some(value) = not_encoded(docs, object) {
            let found = FoundDocument::new(object.doc, DocumentKind::Payload, Language::Json);
            out.push(FoundDocument { object: Some(value), ..found });
        }
    }
    out
}

/// The object or array in place of an encoded payload.
fn not_encoded(docs: &Documents, object: &Object) -> Option<NodeId> {
    let field = object.record.fields.iter().find(|it| it.is_payload())?;
    let value = object.member(field.name)?.value;
    matches!(docs.get(object.doc).tree.kind(value), Kind::Object | Kind::Array).then_some(value)
}

/// The language of a payload.
fn language(text: &str, kind: PayloadKind) -> Language {
    match kind {
        PayloadKind::Blank | PayloadKind::Placeholder | PayloadKind::Json | PayloadKind::Fenced => Language::Json,
        PayloadKind::Prose | PayloadKind::Text if is_markdown(text) => Language::Markdown,
        PayloadKind::Prose | PayloadKind::Text => Language::Text,
    }
}

/// The root objects of formats, sorted, each with its index.
fn formats(bindings: &Bindings) -> Vec<(u64, u32)> {
    let outermost = bindings.objects.iter().zip(0..).filter(|it| it.0.is_outermost());
    let mut out: Vec<(u64, u32)> = outermost.map(|(it, idx)| (node_key(it.doc, it.node), idx)).collect();
    out.sort_unstable();
    out
}

impl NestedDocument {
    fn new(
        docs: &Documents,
        place: FoundDocument,
        pointer: String,
        bindings: Option<(&Bindings, &[(u64, u32)])>,
    ) -> Self {
        let FoundDocument { doc, object, kind, language } = place;
        let document = docs.get(doc);
        let span = match object {
            Some(node) => document.found_at(document.tree.span(node)),
            None => Span::new(0, document.found().len()),
        };
        let format = bindings.and_then(|(bindings, formats)| {
            let value = node_key(doc, object.unwrap_or_default());
            let (found, idx) = formats.get(formats.partition_point(|it| it.0 < value))?;
            bindings.objects.get(*idx as usize).filter(|_| *found == value).map(|it| it.format.id)
        });
        let depth = u32::try_from(docs.chain(doc).len()).unwrap_or(u32::MAX) - 1;
        let is_broken = language == Language::Json && is_broken(document, object, span);
        let in_file = docs.found_to_file(doc, span);
        Self {
            doc,
            span,
            object,
            pointer,
            parent: None,
            kind,
            language,
            format,
            depth,
            is_broken,
            in_file,
            is_included: false,
            is_hidden: false,
        }
    }

    /// Its key, or its list's key and its index in the list.
    pub(super) fn title(&self) -> String {
        let mut tokens = self.pointer.rsplit('/');
        let last = tokens.next().unwrap_or_default();
        let is_item = !last.is_empty() && last.bytes().all(|it| it.is_ascii_digit());
        let plain = |token: &str| shown(&token.replace("~1", "/").replace("~0", "~"));
        match tokens.next().filter(|it| is_item && !it.is_empty()) {
            Some(list) => format!("{}[{last}]", plain(list)),
            None => plain(last),
        }
    }
}

/// Whether a strict parser rejects the JSON.
fn is_broken(document: &Document, object: Option<NodeId>, span: Span) -> bool {
    // No JSON parser rejects half of a surrogate pair.
    let mut errors = document.errors.iter().filter(|it| it.kind != SyntaxErrorKind::LoneSurrogate);
    let Some(object) = object else {
        let layout = &document.layout;
        return layout.mark.is_some()
            || layout.fence.is_some()
            || !document.slips.is_empty()
            || document.tree.is_empty()
            || errors.next().is_some();
    };
    let read = document.tree.span(object);
    let touches = |one: Span, other: Span| one.start <= other.end && other.start <= one.end;
    let mut slips = document.slips.iter().flat_map(|it| &it.edits);
    errors.any(|it| touches(it.span, read)) || slips.any(|it| touches(it.span, span))
}

/// Pointers through encoded strings.
struct Pointers<'d> {
    docs: &'d Documents<'d>,
    outlines: Vec<Option<Outline<'d>>>,
    /// The pointers of the requested documents.
    known: Vec<Option<String>>,
}

impl<'d> Pointers<'d> {
    fn new(docs: &'d Documents<'d>) -> Self {
        let n_docs = docs.iter().count();
        Self { docs, outlines: (0..n_docs).map(|_| None).collect(), known: vec![None; n_docs] }
    }

    /// The pointer of a document, or of an object in it.
    fn of(&mut self, doc: DocId, object: Option<NodeId>) -> String {
        let mut out = String::new();
        // From the file inward, so that no recursion is needed.
        for doc in self.docs.chain(doc) {
            if let Some(Some(known)) = self.known.get(doc) {
                out.clone_from(known);
                continue;
            }
            if let Some(parent) = &self.docs.get(doc).parent {
                out.push_str(&self.step(parent.doc, parent.node));
            }
            if let Some(slot) = self.known.get_mut(doc) {
                *slot = Some(out.clone());
            }
        }
        if let Some(object) = object {
            out.push_str(&self.step(doc, object));
        }
        out
    }

    fn step(&mut self, doc: DocId, node: NodeId) -> String {
        let document = self.docs.get(doc);
        match self.outlines.get_mut(doc) {
            Some(slot) => {
                slot.get_or_insert_with(|| Outline::new(&document.tree)).pointer(&document.text, node, usize::MAX)
            }
            None => document.tree.pointer(&document.text, node),
        }
    }
}

/// Keeps one document per pointer: of duplicate keys, the last, as in readers.
fn without_repeats(all: Vec<NestedDocument>) -> Vec<NestedDocument> {
    let mut kept: Vec<usize> = Vec::with_capacity(all.len());
    let mut group = 0;
    for (hashed, idx) in in_order(all.iter().map(|it| hash(&it.pointer))) {
        let Some(inner) = all.get(idx as usize) else { continue };
        // Documents with the same hash are adjacent; among them are those with the same pointer.
        let is_same_hash = kept.get(group).and_then(|it| all.get(*it)).is_some_and(|it| hash(&it.pointer) == hashed);
        group = if is_same_hash { group } else { kept.len() };
        let same = kept.iter().skip(group).position(|it| all.get(*it).is_some_and(|it| it.pointer == inner.pointer));
        match same.and_then(|it| kept.get_mut(group + it)) {
            Some(slot) if all.get(*slot).is_some_and(|it| it.in_file.start < inner.in_file.start) => {
                *slot = idx as usize
            }
            Some(_) => (),
            None => kept.push(idx as usize),
        }
    }
    let mut is_kept = vec![false; all.len()];
    kept.into_iter().for_each(|it| is_kept.get_mut(it).into_iter().for_each(|it| *it = true));
    in_text_order(all.into_iter().zip(is_kept).filter(|it| it.1).map(|it| it.0).collect())
}

/// Sorts by text order, outer before inner.
fn in_text_order(all: Vec<NestedDocument>) -> Vec<NestedDocument> {
    let order = in_order(all.iter().map(|it| key_of(it.in_file.start, u32::MAX - it.in_file.end)));
    let mut slots: Vec<Option<NestedDocument>> = all.into_iter().map(Some).collect();
    order.into_iter().filter_map(|(_, idx)| slots.get_mut(idx as usize)?.take()).collect()
}

/// Sets the document around each document.
fn nest(all: &mut [NestedDocument]) {
    let mut open: Vec<(usize, Span)> = Vec::new();
    for (idx, inner) in all.iter_mut().enumerate() {
        while open.last().is_some_and(|it| !it.1.contains(inner.in_file)) {
            open.pop();
        }
        inner.parent = open.last().map(|it| it.0);
        open.push((idx, inner.in_file));
    }
}
