//! Calls whose arguments are in fragments, a record each: the fragments are joined and judged where they are.

use std::collections::HashMap;

use super::finding::LineFinding;
use super::joined::{JoinedCall, LinePart};
use super::place::{LineSpan, PlaceCounter, Start};
use crate::diagnostic::{Severity, shown};
use crate::document::Document;
use crate::json::{Kind, NodeId};
use crate::rules;
use crate::spec::CallStream;

/// What a record says about the calls of its stream.
#[derive(Default)]
pub(super) struct StreamParts {
    /// Calls that are complete.
    pub(super) ended: Vec<JoinedCall>,
    /// Calls of which nothing follows.
    pub(super) lost: Vec<JoinedCall>,
    /// Ids in the place of other ones, and fragments without a number or of calls that have not begun.
    pub(super) misplaced: Vec<LineFinding>,
    /// The pointers of the fragments without a number.
    pub(super) unnumbered: Vec<String>,
}

/// The calls that are not complete.
#[derive(Default)]
pub(super) struct OpenCalls {
    calls: Vec<Option<JoinedCall>>,
    /// Those that end together.
    groups: Vec<CallGroup>,
    /// The indices of both by their keys.
    by_key: HashMap<String, usize>,
    groups_by_key: HashMap<String, usize>,
    /// The bytes of the fragments since all calls were complete.
    n_bytes: usize,
    /// The beginning of the stream was seen, and it is the only one.
    has_begun: bool,
}

#[derive(Default)]
struct CallGroup {
    /// The keys of its calls.
    calls: Vec<String>,
    /// A fragment has no number, so it may be one of any call.
    is_mixed: bool,
    /// How many calls have begun, and the number of the last one.
    n_begun: usize,
    number: Option<String>,
}

/// The key of a call that nothing tells apart.
const NO_KEY: &str = "\n";

/// A part of a record.
struct StreamItem {
    node: NodeId,
    /// What tells its call apart: JSON, with a line break after each part.
    key: String,
    /// The length of that part of the key which is the group's.
    group: usize,
}

impl StreamItem {
    /// Adds what tells it apart to its key.
    fn add_key(&mut self, record: &StreamRecord, paths: &[&str]) {
        if let Some(part) = paths.iter().find_map(|it| record.at(self.node, it)) {
            self.key.push_str(record.document.tree.span(part).of(&record.document.text));
        }
        self.key.push('\n');
    }

    /// Its key is that of a group; the key and the arguments that the end repeats, if the calls of the group end with it.
    fn ended(&mut self, record: &StreamRecord, stream: &CallStream) -> Option<(String, Option<LinePart>)> {
        self.group = self.key.len();
        let whole = || stream.end.whole.and_then(|path| record.part(self.node, path));
        has_ended(record, self.node, stream).then(|| (self.key.clone(), whole()))
    }

    /// Whether its last number is missing, so that it may be a part of any call.
    fn lacks_number(&self) -> bool {
        self.key.ends_with("\n\n")
    }

    /// The items of a list in it.
    fn inner(&self, record: &StreamRecord, path: &str) -> Vec<Self> {
        let item = |node| Self { node, key: self.key.clone(), group: self.group };
        record.items(self.node, path).map(item).collect()
    }
}

/// A sound record.
struct StreamRecord<'a> {
    document: &'a Document<'a>,
    places: PlaceCounter<'a>,
}

impl StreamRecord<'_> {
    fn at(&self, mut node: NodeId, path: &str) -> Option<NodeId> {
        for name in path.split('/') {
            node = self.document.tree.get(&self.document.text, node, name)?;
        }
        Some(node)
    }

    fn is_text(&self, node: Option<NodeId>, text: &str) -> bool {
        let tree = &self.document.tree;
        node.is_some_and(|it| tree.kind(it) == Kind::String && tree.is_text(&self.document.text, it, text))
    }

    /// The items of the list at a path.
    fn items(&self, node: NodeId, path: &str) -> impl Iterator<Item = NodeId> {
        let list = self.at(node, path).filter(|it| self.document.tree.kind(*it) == Kind::Array);
        list.into_iter().flat_map(|it| self.document.tree.children(it))
    }

    /// The string at a path.
    fn part(&self, node: NodeId, path: &str) -> Option<LinePart> {
        let (tree, text) = (&self.document.tree, &*self.document.text);
        let node = self.at(node, path).filter(|it| tree.kind(*it) == Kind::String)?;
        let span = tree.content_span(node);
        Some(LinePart {
            raw: span.of(text).to_owned(),
            start: self.places.at(span.start as usize),
            pointer: tree.pointer(text, node),
        })
    }
}

impl OpenCalls {
    /// Takes what a record says.
    pub(super) fn read(&mut self, document: &Document, start: Start, stream: &CallStream) -> StreamParts {
        let mut parts = StreamParts::default();
        let Some(root) = document.tree.root().filter(|_| document.errors.is_empty()) else { return parts };
        let record = StreamRecord { document, places: PlaceCounter::new(&document.text, start) };
        let kind = record.at(root, "type");
        if stream.begins.is_some_and(|it| record.is_text(kind, it)) {
            parts.lost = self.begun();
        }
        let mut ended = Vec::new();
        let mut items = vec![StreamItem { node: root, key: String::new(), group: 0 }];
        for (level, keys) in stream.keys.iter().enumerate() {
            items.iter_mut().for_each(|it| it.add_key(&record, keys));
            if level == stream.lists.len() {
                items = self.numbered(&record, items, stream, &mut parts);
            }
            if level == stream.end.level {
                ended.extend(items.iter_mut().filter_map(|it| it.ended(&record, stream)));
            }
            if let Some(path) = stream.lists.get(level) {
                items = items.iter().flat_map(|it| it.inner(&record, path)).collect();
            }
        }
        if stream.repeats.is_some_and(|it| record.is_text(kind, it)) {
            items.iter().for_each(|it| drop(self.remove(&it.key)));
            return parts;
        }
        items.into_iter().for_each(|it| self.fragment(&record, it, (stream, kind), &mut parts));
        for (key, whole) in ended {
            for mut call in self.remove(&key) {
                call.whole.clone_from(&whole);
                call.key.clone_from(&key);
                parts.ended.push(call);
            }
        }
        parts
    }

    /// Reports the items that have no number, and returns the others.
    fn numbered(
        &mut self,
        record: &StreamRecord,
        items: Vec<StreamItem>,
        stream: &CallStream,
        parts: &mut StreamParts,
    ) -> Vec<StreamItem> {
        let (kept, others): (Vec<_>, Vec<_>) = items.into_iter().partition(|it| !it.lacks_number());
        let is_alone = kept.is_empty() && others.len() == 1;
        others.iter().for_each(|it| self.unnumbered(record, it, (stream, is_alone), parts));
        kept
    }

    /// Reports an item without its number, which is that of the only call.
    fn unnumbered(
        &mut self,
        record: &StreamRecord,
        item: &StreamItem,
        (stream, is_alone): (&CallStream, bool),
        parts: &mut StreamParts,
    ) {
        let key = item.key.get(..item.group).unwrap_or_default();
        drop(self.remove(key));
        let begins = [stream.id, stream.name].iter().any(|it| record.part(item.node, it).is_some());
        let Some(group) = self.group(key) else { return };
        group.is_mixed = true;
        group.n_begun += usize::from(begins);
        let start = record.places.at(record.document.tree.span(item.node).start as usize);
        let at = LineSpan { start, end: start.after("{") };
        let found = LineFinding::new(&rules::MISSING_FIELD, at, "Missing `index`; readers cannot join this fragment");
        let pointer = record.document.tree.pointer(&record.document.text, item.node);
        let found = found.of(&pointer);
        let is_only = is_alone && group.n_begun < 2;
        let number = group.number.as_deref().unwrap_or("0");
        let insert = || format!("\"index\": {number}, ");
        let end = LineSpan { start: at.end, ..at };
        parts.misplaced.push(if is_only { found.suggestion("Insert `index`", end, insert()) } else { found });
        parts.unnumbered.push(pointer);
    }

    fn group(&mut self, key: &str) -> Option<&mut CallGroup> {
        let idx = self.groups_by_key.get(key).copied().unwrap_or(self.groups.len());
        if idx == self.groups.len() {
            self.groups.push(CallGroup::default());
            self.groups_by_key.insert(key.to_owned(), idx);
        }
        self.groups.get_mut(idx)
    }

    /// Removes the calls of a group.
    fn remove(&mut self, key: &str) -> Vec<JoinedCall> {
        let group = self.groups_by_key.get(key).and_then(|it| self.groups.get_mut(*it));
        let mut out = Vec::new();
        for key in group.map(|it| std::mem::take(&mut it.calls)).unwrap_or_default() {
            let call = self.by_key.remove(&key).and_then(|it| self.calls.get_mut(it));
            out.extend(call.and_then(Option::take));
        }
        if self.by_key.is_empty() {
            self.calls.clear();
            self.n_bytes = 0;
        }
        out
    }

    /// The call of an item, which may be a new one.
    fn call(&mut self, item: &StreamItem) -> Option<&mut JoinedCall> {
        if let Some(idx) = self.by_key.get(&item.key) {
            return self.calls.get_mut(*idx)?.as_mut();
        }
        let group = self.group(item.key.get(..item.group)?)?;
        group.calls.push(item.key.clone());
        group.n_begun += 1;
        group.number = item.key.trim_end().rsplit('\n').next().map(str::to_owned);
        let call = JoinedCall { is_mixed: group.is_mixed, ..JoinedCall::default() };
        self.by_key.insert(item.key.clone(), self.calls.len());
        self.calls.push(Some(call));
        self.calls.last_mut()?.as_mut()
    }

    /// Whether an item is of a call that has not begun, although others have.
    fn is_stray(&self, item: &StreamItem) -> bool {
        let group = item.key.get(..item.group).and_then(|it| self.groups_by_key.get(it));
        let group = group.and_then(|it| self.groups.get(*it)).filter(|it| !it.is_mixed);
        let first = group.and_then(|it| it.calls.first()).and_then(|it| self.by_key.get(it));
        let first = first.and_then(|it| self.calls.get(*it)?.as_ref());
        let has_others = self.has_begun || first.is_some_and(|it| it.name.is_some());
        has_others && ![&*item.key, NO_KEY].iter().any(|it| self.by_key.contains_key(*it))
    }

    fn fragment(
        &mut self,
        record: &StreamRecord,
        item: StreamItem,
        (stream, kind): (&CallStream, Option<NodeId>),
        parts: &mut StreamParts,
    ) {
        let part = |path: &str| record.part(item.node, path);
        let is_text = stream.kind.is_none_or(|it| record.is_text(kind, it));
        let [id, name] = [stream.id, stream.name].map(|it| part(it).filter(|it| !it.raw.is_empty()));
        let fragment = part(stream.fragment).filter(|_| is_text);
        if id.is_none() && name.is_none() && fragment.is_none() {
            return;
        }
        let index = item.key.trim_end().rsplit('\n').next().unwrap_or_default();
        let stray = fragment.as_ref().filter(|_| id.is_none() && name.is_none() && self.is_stray(&item));
        let is_stray = stray.map(|it| parts.misplaced.push(strayed(index, it))).is_some();
        self.n_bytes += fragment.as_ref().map_or(0, |it| it.raw.len() + size_of::<LinePart>());
        let Some(call) = self.call(&item) else { return };
        call.is_mixed |= is_stray;
        if let (Some(first), Some(id)) = (&call.id, &id)
            && first.text() != id.text()
        {
            let [first, second] = [first.text(), id.text()].map(|it| shown(&it));
            call.is_mixed = true;
            let message = format!("Index {index} is used for `{first}` and `{second}`");
            parts.misplaced.push(LineFinding::new(&rules::DUPLICATE_ITEM, id.span(), message).of(&id.pointer));
        }
        call.id = id.or(call.id.take());
        call.name = name.or(call.name.take());
        call.fragments.extend(fragment);
    }

    /// What it takes in memory, about.
    pub(super) fn size(&self) -> usize {
        self.n_bytes + (self.groups.len() + self.calls.len()) * size_of::<JoinedCall>()
    }

    /// Another stream begins; returns the calls that the one before it has left open.
    fn begun(&mut self) -> Vec<JoinedCall> {
        let lost = self.rest();
        self.has_begun = lost.is_empty();
        lost
    }

    /// The calls that are not complete, all of them.
    pub(super) fn rest(&mut self) -> Vec<JoinedCall> {
        self.by_key.clear();
        self.groups.iter_mut().for_each(|it| it.calls.clear());
        std::mem::take(&mut self.calls).into_iter().flatten().collect()
    }
}

fn strayed(index: &str, part: &LinePart) -> LineFinding {
    let index = shown(index.trim_matches('"'));
    let message = format!("No call has begun at `{index}`, so that readers cannot place this fragment");
    LineFinding::new(&rules::VALUE_MISMATCH, part.span(), message).of(&part.pointer).at_most(Severity::Warning)
}

fn has_ended(record: &StreamRecord, node: NodeId, stream: &CallStream) -> bool {
    let value = record.at(node, stream.end.path);
    match stream.end.is {
        Some(text) => record.is_text(value, text),
        None => value.is_some_and(|it| record.document.tree.kind(it) != Kind::Null),
    }
}
