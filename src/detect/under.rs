//! Envelopes under a key of another object.

use super::Detection;
use super::signs::{ReadObject, by_content};
use crate::document::{DocId, Document, Documents};
use crate::formats::built_by;
use crate::json::{Kind, NodeId};
use crate::spec::Builder;

/// An object with this many of an envelope's fields is one wherever it is; with fewer, it may be anything.
pub(crate) const MOST_FIELDS: usize = 5;

/// Keys that say nothing about their content.
const EMPTY_WORDS: &[&str] =
    &["agent_response", "agentResponse", "response", "result", "data", "output", "envelope", "content", "body"];

/// Whether nothing is lost if an envelope's key is dropped.
pub(crate) fn says_nothing(key: &str) -> bool {
    EMPTY_WORDS.contains(&key)
}

/// In an object with more keys than this, the few that contain objects are not an envelope.
const MOST_KEYS: usize = 32;

/// The only envelope in an object is checked instead, if one is expected or it is the whole content under a key that
/// says nothing. It is a member of the object, or a text in the response of a model's server.
pub(super) fn unwrap(docs: &mut Documents, out: &mut Detection) {
    let (doc, root) = out.root;
    let n_members = docs.get(doc).tree.members(root).take(MOST_KEYS + 1).count();
    let is_alone = n_members == 1;
    if n_members > MOST_KEYS || !is_alone && out.format.is_none() {
        return;
    }
    if !is_alone && has_own(docs.get(doc), root) {
        return;
    }
    let mut envelopes = Vec::new();
    for (key, value) in values(docs.get(doc), root) {
        envelopes.extend(envelope(docs, doc, value).map(|it| (key, it)));
    }
    let [(key, place)] = *envelopes else { return };
    let (tree, text) = (&docs.get(doc).tree, &docs.get(doc).text);
    let is_whole = tree.members(root).any(|it| it.0 == key) && says_nothing(&tree.text(text, key));
    if out.format.is_none() && !is_whole {
        return;
    }
    let found = by_content(&ReadObject::new(docs.get(place.0), place.1));
    let Some(found) = found.filter(|it| out.format.is_none_or(|due| due.id == it.format.id)) else { return };
    out.take(&found);
    (out.root, out.under) = (place, Some((doc, key)));
}

/// Whether an object has fields of the envelope itself.
fn has_own(document: &Document, root: NodeId) -> bool {
    let answer = built_by(Builder::Answer);
    let is_own = |it: &str| answer.field(it).is_some() && !says_nothing(it);
    document.tree.members(root).any(|it| is_own(&document.tree.text(&document.text, it.0)))
}

/// The members of an object, and the texts of the messages in it, with their keys: `content[0].text`,
/// `choices[0].message.content`.
fn values(document: &Document, root: NodeId) -> Vec<(NodeId, NodeId)> {
    const DEEPEST: usize = 4;
    let tree = &document.tree;
    let mut out: Vec<(NodeId, NodeId)> = tree.members(root).collect();
    let mut level = out.clone();
    for _ in 0..DEEPEST {
        let mut next = Vec::new();
        for (_, value) in level {
            let items = tree.children(value).filter(|_| tree.kind(value) == Kind::Array);
            for object in items.chain([value]).take(MOST_KEYS) {
                next.extend(tree.members(object).take(MOST_KEYS));
            }
        }
        out.extend(next.iter().filter(|it| tree.kind(it.1) == Kind::String));
        level = next;
    }
    out
}

/// The envelope, if a value is one or is a text that contains one.
fn envelope(docs: &mut Documents, doc: DocId, value: NodeId) -> Option<(DocId, NodeId)> {
    let document = docs.get(doc);
    let mut place = (doc, value);
    if document.tree.kind(value) == Kind::String {
        let raw = document.tree.raw(&document.text, value);
        if !raw.trim_start_matches(['\\', 'n', ' ']).starts_with('{') || !raw.contains("\\\"request_id\\\"") {
            return None;
        }
        place.0 = docs.nest(doc, value);
        place.1 = docs.get(place.0).tree.root()?;
    }
    (ReadObject::new(docs.get(place.0), place.1).n_fields(built_by(Builder::Answer)) >= MOST_FIELDS).then_some(place)
}
