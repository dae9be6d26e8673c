//! From pointers to places. A pointer goes on through encoded strings; many are followed in one reading of the text.

use super::{Places, offsets};
use crate::document::{DocId, Document, Documents};
use crate::json::{Kind, NodeId};
use crate::report::Location;
use crate::text::{hash, in_order};

/// The places of pointers, of the keys where those are wanted and there are any; none where nothing is.
pub(crate) fn locate_all(text: &str, pointers: &[&str], of_keys: bool) -> Vec<Option<Location>> {
    let mut docs = Documents::new(Document::file(text));
    let mut order: Vec<usize> = (0..pointers.len()).collect();
    // Pointers with the same beginning are adjacent, so that each object is looked into once.
    order.sort_unstable_by(|one, other| tokens(pointers, *one).cmp(tokens(pointers, *other)));
    let mut found = vec![None; pointers.len()];
    let mut way = Way { steps: Vec::new() };
    for idx in order {
        let pointer = pointers.get(idx).copied().unwrap_or_default();
        if let Some(slot) = found.get_mut(idx).filter(|_| pointer.is_empty() || pointer.starts_with('/')) {
            *slot = way.follow(&mut docs, pointer);
        }
    }
    let mut places = Places::new(&docs, pointers.len() > super::FEW_FINDINGS);
    let mut place = |(doc, key, value): (DocId, Option<NodeId>, NodeId)| {
        let document = docs.get(doc);
        let span = document.tree.span(key.filter(|_| of_keys).unwrap_or(value));
        let (file, inner) = places.outward(doc, document.found_at(span));
        let (range, from, to) = places.place(0, file);
        Location { range, from, to, bytes: offsets(file), inner }
    };
    found.into_iter().map(|it| it.map(&mut place)).collect()
}

fn tokens<'p>(pointers: &[&'p str], idx: usize) -> std::str::Split<'p, char> {
    pointers.get(idx).copied().unwrap_or_default().split('/')
}

/// The steps of the pointer before, of which the next one takes as many as it can.
struct Way<'p> {
    steps: Vec<Step<'p>>,
}

struct Step<'p> {
    token: &'p str,
    doc: DocId,
    key: Option<NodeId>,
    value: NodeId,
    /// The object or array to step into: the value, or what its string holds.
    inside: Option<(DocId, NodeId)>,
    members: Option<Members>,
}

/// The items of an array, or the members of an object, and their numbers by the hashes of their keys.
struct Members {
    all: Vec<(Option<NodeId>, NodeId)>,
    by_hash: Vec<(u64, u32)>,
}

impl<'p> Way<'p> {
    fn follow(&mut self, docs: &mut Documents, pointer: &'p str) -> Option<(DocId, Option<NodeId>, NodeId)> {
        if self.steps.is_empty() {
            let root = docs.get(0).tree.root()?;
            self.steps.push(Step::new("", (0, None, root)));
        }
        let same =
            self.steps.iter().skip(1).zip(pointer.split('/').skip(1)).take_while(|(it, token)| it.token == *token);
        let n_same = same.count();
        self.steps.truncate(n_same + 1);
        for token in pointer.split('/').skip(1 + n_same) {
            let next = self.steps.last_mut()?.next(docs, token)?;
            self.steps.push(Step::new(token, next));
        }
        self.steps.last().map(|it| (it.doc, it.key, it.value))
    }
}

impl<'p> Step<'p> {
    fn new(token: &'p str, (doc, key, value): (DocId, Option<NodeId>, NodeId)) -> Self {
        Self { token, doc, key, value, inside: None, members: None }
    }

    /// The member or item that a token of the pointer names.
    fn next(&mut self, docs: &mut Documents, token: &str) -> Option<(DocId, Option<NodeId>, NodeId)> {
        let (doc, node) = match self.inside {
            Some(inside) => inside,
            None => *self.inside.insert(opened(docs, self.doc, self.value)?),
        };
        let document = docs.get(doc);
        let is_array = document.tree.kind(node) == Kind::Array;
        let members = self.members.get_or_insert_with(|| members(document, node));
        if is_array {
            let (key, value) = *members.all.get(number(token)?)?;
            return Some((doc, key, value));
        }
        let name = unescaped(token);
        let hashed = hash(&name);
        let first = members.by_hash.partition_point(|it| it.0 < hashed);
        let same = members.by_hash.get(first..)?.iter().take_while(|it| it.0 == hashed);
        let same = same.filter_map(|it| members.all.get(it.1 as usize));
        // The last one when the key appears twice, as readers take it.
        let is_it =
            |it: &&(Option<NodeId>, NodeId)| it.0.is_some_and(|key| document.tree.is_text(&document.text, key, &name));
        let (key, value) = *same.filter(is_it).last()?;
        Some((doc, key, value))
    }
}

/// What a value holds, through as many levels as it was encoded.
fn opened(docs: &mut Documents, doc: DocId, value: NodeId) -> Option<(DocId, NodeId)> {
    // A text is shorter than the string that holds it; more levels than these hold no JSON.
    const MOST: usize = 32;
    let mut at = (doc, value);
    for _ in 0..MOST {
        if docs.get(at.0).tree.kind(at.1) != Kind::String {
            break;
        }
        let nested = docs.nest(at.0, at.1);
        at = (nested, docs.get(nested).tree.root()?);
    }
    Some(at)
}

/// One step of a pointer within a document.
pub(crate) fn step(document: &Document, node: NodeId, token: &str) -> Option<NodeId> {
    let tree = &document.tree;
    match tree.kind(node) {
        Kind::Object => tree.get(&document.text, node, &unescaped(token)),
        Kind::Array => tree.children(node).nth(number(token)?),
        _ => None,
    }
}

/// A token that is the number of an item.
fn number(token: &str) -> Option<usize> {
    let is_number = token == "0" || (!token.starts_with('0') && token.bytes().all(|it| it.is_ascii_digit()));
    token.parse().ok().filter(|_| is_number)
}

fn members(document: &Document, node: NodeId) -> Members {
    let tree = &document.tree;
    if tree.kind(node) == Kind::Array {
        return Members { all: tree.children(node).map(|it| (None, it)).collect(), by_hash: Vec::new() };
    }
    let all: Vec<_> = tree.members(node).map(|(key, value)| (Some(key), value)).collect();
    let by_hash = in_order(tree.members(node).map(|it| hash(&tree.text(&document.text, it.0))));
    Members { all, by_hash }
}

/// A token of a pointer without its escapes, `~1` for `/` and `~0` for `~`.
fn unescaped(token: &str) -> String {
    let mut out = String::with_capacity(token.len());
    let mut chars = token.chars().peekable();
    while let Some(ch) = chars.next() {
        let meant = match (ch, chars.peek()) {
            ('~', Some('1')) => '/',
            ('~', Some('0')) => '~',
            _ => {
                out.push(ch);
                continue;
            }
        };
        chars.next();
        out.push(meant);
    }
    out
}
