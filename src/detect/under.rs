//! Envelopes that stand under a key of another object.

use super::{Detection, ENVELOPE, Keys, by_content};
use crate::document::Document;

/// An object with so many of its fields is an envelope, wherever it stands; with fewer it may be anything.
pub(crate) const MOST_FIELDS: usize = 5;

/// Keys that say nothing of what they hold.
const EMPTY_WORDS: &[&str] =
    &["agent_response", "agentResponse", "response", "result", "data", "output", "envelope", "content", "body"];

/// Whether nothing is lost with the key that an envelope stands under.
pub(crate) fn says_nothing(key: &str) -> bool {
    EMPTY_WORDS.contains(&key)
}

/// An envelope that is all that an object holds is looked at instead, where one is due or its key says nothing. With other
/// keys beside it, or under an id, the object may be a log.
#[inline(never)]
pub(super) fn unwrap(document: &Document, out: &mut Detection) {
    let mut members = document.tree.members(out.root.1);
    let Some((key, value)) = members.next().filter(|_| members.next().is_none()) else { return };
    if out.format.is_none() && !says_nothing(&document.tree.text(&document.text, key)) {
        return;
    }
    let keys = Keys::of(document, value);
    let found = by_content(document, &keys).filter(|it| out.format.is_none_or(|due| due.id == it.format.id));
    let Some(found) = found.filter(|_| keys.present(ENVELOPE).len() >= MOST_FIELDS) else { return };
    out.take(&found);
    (out.root.1, out.under) = (value, Some(key));
}
