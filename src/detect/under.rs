//! Envelopes under a key of another object.

use super::Detection;
use super::signs::{Seen, by_content};
use crate::document::Document;
use crate::formats::AGENT_RESPONSE;

/// An object with this many of its fields is an envelope in any place; with fewer it may be anything.
pub(crate) const MOST_FIELDS: usize = 5;

/// Keys that say nothing about their content.
const EMPTY_WORDS: &[&str] =
    &["agent_response", "agentResponse", "response", "result", "data", "output", "envelope", "content", "body"];

/// Whether nothing is lost with the key of an envelope.
pub(crate) fn says_nothing(key: &str) -> bool {
    EMPTY_WORDS.contains(&key)
}

/// An envelope that is the whole content of an object is checked instead, if one is expected or its key says nothing. Other
/// keys next to it count as a log only if no envelope is expected.
pub(super) fn unwrap(document: &Document, out: &mut Detection) {
    // In an object with more keys, the few that contain objects are not an envelope.
    const MOST_KEYS: usize = 32;
    let tree = &document.tree;
    let n_members = tree.members(out.root.1).take(MOST_KEYS + 1).count();
    let is_own = |it: &str| AGENT_RESPONSE.field(it).is_some() && !says_nothing(it);
    let is_alone = n_members == 1;
    if n_members > MOST_KEYS || !is_alone && out.format.is_none() {
        return;
    }
    let mut only = None;
    for (key, value) in tree.members(out.root.1) {
        let word = tree.text(&document.text, key);
        let seen = Seen::new(document, value);
        let is_envelope = seen.n_fields(&AGENT_RESPONSE) >= MOST_FIELDS;
        if !is_alone && (is_own(&word) || is_envelope && only.is_some()) {
            return;
        }
        if is_envelope {
            only = Some((key, value, seen));
        }
    }
    let Some((key, value, seen)) = only else { return };
    if out.format.is_none() && !says_nothing(&tree.text(&document.text, key)) {
        return;
    }
    let found = by_content(&seen).filter(|it| out.format.is_none_or(|due| due.id == it.format.id));
    let Some(found) = found else { return };
    out.take(&found);
    (out.root.1, out.under) = (value, Some(key));
}
