//! Documents that no table mentions: JSON in any other string, a section that is not listed yet, the payload of an
//! unrecognized envelope.

use super::data::{DocumentKind, Language};
use super::found::{FoundDocument, is_markdown, node_key, string_of};
use crate::bind::{Bindings, How, Member};
use crate::document::{DocId, Documents};
use crate::formats::FORMATS;
use crate::json::{self, Flags, Kind, NodeId, Outline, Tree};
use crate::text::{Span, hash, in_order, sorted};

/// Texts above this many bytes are not searched for JSON that no table mentions.
const MAX_BYTES: usize = 16 << 20;

/// Adds them to the bound documents.
pub(super) fn add(docs: &mut Documents, bindings: &Bindings, out: &mut Vec<FoundDocument>) {
    sections(docs, bindings, out);
    markdown(docs, bindings, out);
    if bindings.objects.is_empty() {
        payload(docs, out);
    }
    if docs.get(0).found().len() > MAX_BYTES {
        return;
    }
    let taken = in_order(out.iter().filter_map(|it| string_of(docs, it.doc)));
    json_in(docs, 0, &taken, out);
    let mut at = 0;
    // The documents found are searched, too; each is shorter than the text it is in.
    while let Some(&found) = out.get(at) {
        at += 1;
        if found.object.is_none() && found.language == Language::Json {
            json_in(docs, found.doc, &taken, out);
        }
    }
}

/// Adds texts next to sections that are not listed yet.
fn sections(docs: &mut Documents, bindings: &Bindings, out: &mut Vec<FoundDocument>) {
    for (idx, object) in bindings.objects.iter().enumerate() {
        if object.format.listing.is_none() || !object.is_outermost() {
            continue;
        }
        let known: Vec<NodeId> = bindings.sections.iter().filter(|it| it.object == idx).map(|it| it.key).collect();
        for member in object.members.iter().filter(|it| it.field.is_none() && it.how != How::Repeated) {
            let document = docs.get(object.doc);
            let node = document.tree.node(member.value);
            let is_text = node.kind == Kind::String && !node.flags.has(Flags::UNCLOSED);
            if is_text && known.binary_search(&member.key).is_err() {
                let text = document.tree.text(&document.text, member.value);
                if is_markdown(&text) && !is_bracketed(&text) {
                    let doc = docs.nest_text(object.doc, member.value);
                    out.push(FoundDocument::new(doc, DocumentKind::Section, Language::Markdown));
                }
            }
        }
    }
}

/// Adds fields whose text is Markdown.
fn markdown(docs: &mut Documents, bindings: &Bindings, out: &mut Vec<FoundDocument>) {
    for object in &bindings.objects {
        let is_markdown = |it: &&Member| it.field.is_some_and(|it| it.shape.is_markdown());
        for member in object.members.iter().filter(is_markdown) {
            let node = docs.get(object.doc).tree.node(member.value);
            if node.kind == Kind::String && !node.flags.has(Flags::UNCLOSED) {
                let doc = docs.nest_text(object.doc, member.value);
                out.push(FoundDocument::new(doc, DocumentKind::Section, Language::Markdown));
            }
        }
    }
}

/// Adds the payload of an object that is too broken, or too incomplete, to be recognized as an envelope.
fn payload(docs: &mut Documents, out: &mut Vec<FoundDocument>) {
    let document = docs.get(0);
    let root = document.tree.root().unwrap_or_default();
    let is_payload = |&(key, value): &(NodeId, NodeId)| {
        let begin = document.tree.raw(&document.text, value).trim_start();
        let mut keys = FORMATS.iter().flat_map(|it| it.payload_keys);
        keys.any(|it| document.tree.is_text(&document.text, key, it))
            && document.tree.kind(value) == Kind::String
            && begin.starts_with(['{', '['])
    };
    let Some((_, value)) = document.tree.members(root).filter(is_payload).last() else { return };
    let doc = docs.nest(0, value);
    out.push(FoundDocument::new(doc, DocumentKind::Payload, Language::Json));
}

/// Adds strings of a document that contain only an object or array.
fn json_in(docs: &mut Documents, doc: DocId, taken: &[(u64, u32)], out: &mut Vec<FoundDocument>) {
    let document = docs.get(doc);
    let (tree, text) = (&document.tree, &*document.text);
    let n_nodes = NodeId::try_from(tree.len()).unwrap_or(NodeId::MAX);
    let may_be_json = |&id: &NodeId| tree.kind(id) == Kind::String && is_bracketed(tree.raw(text, id));
    let candidates: Vec<NodeId> = (0..n_nodes).filter(may_be_json).collect();
    if candidates.is_empty() {
        return;
    }
    let outline = Outline::new(tree);
    let is_whole = |&id: &NodeId| {
        let is_odd = [Flags::UNCLOSED, Flags::VERBATIM, Flags::UNOPENED].iter().any(|it| tree.node(id).flags.has(*it));
        if is_odd || outline.is_key(id) || taken.binary_search_by_key(&node_key(doc, id), |it| it.0).is_ok() {
            return false;
        }
        let inside = tree.text(text, id);
        let (inner, errors) = json::parse(&inside, Span::new(0, inside.len()));
        errors.is_empty() && inner.children(0).next().is_some()
    };
    let mut whole: Vec<NodeId> = candidates.into_iter().filter(is_whole).collect();
    if !whole.is_empty() {
        let hidden = hidden(tree, text);
        whole.retain(|node| {
            let span = tree.span(*node);
            let last = hidden.get(hidden.partition_point(|it| it.start <= span.start).wrapping_sub(1));
            last.is_none_or(|it| it.end < span.end)
        });
    }
    for node in whole {
        let nested = docs.nest(doc, node);
        out.push(FoundDocument::new(nested, DocumentKind::Text, Language::Json));
    }
}

/// The spans of values that no pointer leads to, because their key appears again; in text order, without overlap.
fn hidden(tree: &Tree, text: &str) -> Vec<Span> {
    let mut all = Vec::new();
    for object in tree.objects() {
        let members: Vec<_> = tree.members(object).collect();
        let order = in_order(members.iter().map(|it| hash(&tree.text(text, it.0))));
        for pair in order.windows(2) {
            if let [(one, at), (next, _)] = pair
                && one == next
            {
                all.extend(members.get(*at as usize).map(|it| tree.span(it.1)));
            }
        }
    }
    let mut out: Vec<Span> = Vec::new();
    for span in sorted(all, |it| u64::from(it.start)) {
        if out.last().is_none_or(|it| it.end <= span.start) {
            out.push(span);
        }
    }
    out
}

/// Whether the content of a string begins and ends like an object or array; blanks may be escaped.
fn is_bracketed(raw: &str) -> bool {
    let blanks = |it: char| matches!(it, ' ' | '\t' | '\n' | '\r');
    let mut begin = raw.trim_start_matches(blanks);
    while let Some(rest) = ["\\n", "\\r", "\\t"].iter().find_map(|it| begin.strip_prefix(it)) {
        begin = rest.trim_start_matches(blanks);
    }
    let mut end = raw.trim_end_matches(blanks);
    while let Some(rest) = ["\\n", "\\r", "\\t"].iter().find_map(|it| end.strip_suffix(it)) {
        end = rest.trim_end_matches(blanks);
    }
    begin.starts_with('{') && end.ends_with('}') || begin.starts_with('[') && end.ends_with(']')
}
