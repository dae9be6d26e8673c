//! Compares an object with the signs of the formats.

use std::borrow::Cow;

use crate::bind::{closest, has_listing, same_word};
use crate::diagnostic::Severity::Error;
use crate::document::Document;
use crate::formats;
use crate::json::{Kind, NodeId};
use crate::spec::{ANY_FIELD, ANY_ITEM, Form, Format, Is, Mark, Shape, Sign, Text, is_like_any, step};

/// Longer lists have their signs in the first items.
const MOST_ITEMS: usize = 1000;

/// A format and the evidence for it.
pub(super) struct Evidence {
    pub(super) format: &'static Format,
    pub(super) sign: &'static Sign,
    /// The members of the sign.
    pub(super) members: Vec<&'static str>,
}

/// The first format that an object has a sign of.
pub(super) fn by_content(seen: &ReadObject) -> Option<Evidence> {
    formats::BY_CONTENT.iter().find_map(|format| by_sign(seen, format))
}

/// The first kind of a format with tool calls that an object has a sign of; some kinds only lines of a file can be.
#[cfg(feature = "tool-calls")]
pub(super) fn with_tools(seen: &ReadObject, name: &str, asked: Option<&Format>) -> Option<Evidence> {
    let may_be = |it: &&'static Format| {
        asked.is_none_or(|asked| asked.id == it.id) && (it.files.is_empty() || is_like_any(name, it.files))
    };
    formats::with_tools().filter(may_be).find_map(|format| by_sign(seen, format))
}

/// A format, if an object has one of its signs.
pub(super) fn by_sign(seen: &ReadObject, format: &'static Format) -> Option<Evidence> {
    format.signs.iter().find_map(|sign| Some(Evidence { format, sign, members: seen.members(format, sign)? }))
}

/// An object and its members, read once because they are queried many times.
pub(super) struct ReadObject<'t> {
    document: &'t Document<'t>,
    node: NodeId,
    list: Vec<(Cow<'t, str>, NodeId)>,
    /// A bit for each key: most queried names are absent.
    bits: u64,
}

/// The bit of a key.
#[inline]
fn bit(key: &str) -> u64 {
    let first = key.as_bytes().first().copied().unwrap_or_default();
    1 << ((key.len() ^ usize::from(first) << 1) & 63)
}

impl<'t> ReadObject<'t> {
    /// A value that is not an object has no members.
    pub(super) fn new(document: &'t Document, node: NodeId) -> Self {
        // Envelopes have about ten.
        let mut list = Vec::with_capacity(16);
        list.extend(document.tree.members(node).map(|(key, value)| (document.tree.name(&document.text, key), value)));
        let bits = list.iter().fold(0, |acc, it| acc | bit(&it.0));
        Self { document, node, list, bits }
    }

    /// The value of a key; the last one if it is duplicated, as in readers.
    #[inline]
    fn get(&self, key: &str) -> Option<NodeId> {
        if self.bits & bit(key) == 0 {
            return None;
        }
        self.list.iter().rev().find(|it| it.0 == key).map(|it| it.1)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// How many of the format's fields exist under their own names.
    pub(super) fn n_fields(&self, format: &Format) -> usize {
        format.fields.iter().filter(|it| self.has(it.name)).count()
    }

    /// The members of a sign; `None` if the object does not have the sign.
    pub(super) fn members(&self, format: &Format, sign: &Sign) -> Option<Vec<&'static str>> {
        if !sign.when.iter().all(|mark| self.is(format, mark)) {
            return None;
        }
        let mut members: Vec<&'static str> = Vec::new();
        for group in sign.has {
            members.push(group.iter().find_map(|mark| self.member(format, mark, &members))?);
        }
        Some(members)
    }

    /// The member that matches a mark, or the mark for any field, and is not in `before`.
    fn member(&self, format: &Format, (path, is): &Mark, before: &[&str]) -> Option<&'static str> {
        let fits = |path: &&'static str| self.is(format, &(*path, *is)) && !before.contains(&step(path).0);
        let found = if *path == ANY_FIELD {
            format.fields.iter().map(|it| it.name).find(fits)
        } else {
            Some(*path).filter(fits)
        };
        found.map(|it| step(it).0)
    }

    fn is(&self, format: &Format, (path, is): &Mark) -> bool {
        if let Is::No(other) = is {
            return !self.is(format, &(*path, **other));
        }
        let (first, rest) = step(path);
        let value = if first.is_empty() { Some(self.node) } else { self.get(first) };
        self.is_at(value, rest, (format, path, is))
    }

    /// Whether a member at the rest of a path matches, or a member of any of the first items of a list.
    fn is_at(
        &self,
        mut value: Option<NodeId>,
        mut rest: Option<&str>,
        (format, path, is): (&Format, &&'static str, &Is),
    ) -> bool {
        let (tree, text) = (&self.document.tree, &*self.document.text);
        while let Some((at, steps)) = value.zip(rest) {
            let (name, more) = step(steps);
            if cfg!(feature = "tool-calls") && name == ANY_ITEM {
                let mut items = tree.children(at).take(MOST_ITEMS).filter(|_| tree.kind(at) == Kind::Array);
                return items.any(|it| self.is_at(Some(it), more, (format, path, is)));
            }
            (value, rest) = (tree.get(text, at, name), more);
        }
        let Some(value) = value else {
            return *is == Is::Unfilled;
        };
        let kind = tree.kind(value);
        let is_filled = || kind == Kind::String && !tree.is_blank(text, value);
        match is {
            Is::There => true,
            Is::Filled => is_filled(),
            Is::Unfilled => !is_filled(),
            Is::Like(patterns) => kind == Kind::String && is_like_any(&tree.text(text, value), patterns),
            Is::Array => kind == Kind::Array,
            Is::Empty => kind == Kind::Array && tree.children(value).next().is_none(),
            #[cfg(feature = "tool-calls")]
            Is::Object => kind == Kind::Object,
            #[cfg(feature = "tool-calls")]
            Is::Lacking(names) => kind == Kind::Object && names.iter().all(|it| tree.get(text, value, it).is_none()),
            Is::Own => self.is_own(value, shape_of(format, path), false),
            Is::Meant => self.is_own(value, shape_of(format, path), true),
            Is::No(_) => false,
            Is::Listing => format.listing.as_ref().is_some_and(|it| has_listing(self.document, value, it)),
        }
    }

    fn is_own(&self, value: NodeId, shape: Option<&Shape>, with_meant: bool) -> bool {
        let (tree, text) = (&self.document.tree, &*self.document.text);
        let first = || tree.children(value).next().filter(|_| tree.kind(value) == Kind::Array);
        let (shape, object) = match shape {
            Some(Shape::List(list)) => (Some(&list.item.shape), first()),
            _ => (shape, Some(value)),
        };
        match (shape, object) {
            (Some(Shape::Text(Text { form: Form::Word(words), .. })), _) if tree.kind(value) == Kind::String => {
                let word = tree.text(text, value);
                let is_meant = || {
                    words.meant.iter().any(|it| same_word(&word, it.0))
                        || closest(&word, words.known.iter().copied()).is_some()
                };
                words.known.contains(&&*word) || with_meant && is_meant()
            }
            (Some(Shape::Record(record)), Some(object)) => {
                let mut own = record.fields.iter().filter(|it| it.required.is_none_or(|it| it == Error));
                own.any(|it| tree.get(text, object, it.name).is_some())
            }
            _ => false,
        }
    }
}

fn shape_of(format: &Format, name: &str) -> Option<&'static Shape> {
    format.field(name).map(|it| &it.shape)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::bit;
    use crate::formats::FORMATS;

    #[test]
    fn most_names_of_fields_have_a_bit_of_their_own() {
        let names: BTreeSet<&str> = FORMATS.iter().flat_map(|it| it.fields).map(|it| it.name).collect();
        let bits: BTreeSet<u64> = names.iter().map(|it| bit(it)).collect();
        assert!(bits.len() * 5 > names.len() * 3, "{} bits for {} names", bits.len(), names.len());
    }
}
