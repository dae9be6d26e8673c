//! Calls whose arguments are in fragments, a record each: the fragments are joined and judged where they are.

use std::collections::{BTreeMap, HashSet};

use super::finding::LineFinding;
use super::place::{LineSpan, Start};
use crate::diagnostic::shown;
use crate::document::Document;
use crate::json::{Kind, NodeId, decode, is_sound};
use crate::options::Options;
use crate::report::{Diagnostic, Related};
use crate::rules;
use crate::spec::CallStream;
use crate::text::Span;

/// A string of a record, without its quotes, and where it is.
#[derive(Clone, Debug)]
pub(super) struct LinePart {
    /// As it is written, with its escapes.
    raw: String,
    start: Start,
    pub(super) pointer: String,
}

impl LinePart {
    fn text(&self) -> String {
        decode(&self.raw).text
    }

    pub(super) fn span(&self) -> LineSpan {
        LineSpan { start: self.start, end: self.start.after(&self.raw) }
    }
}

/// A call so far.
#[derive(Debug, Default)]
pub(super) struct JoinedCall {
    id: Option<LinePart>,
    name: Option<LinePart>,
    fragments: Vec<LinePart>,
    /// The arguments as the end repeats them.
    whole: Option<LinePart>,
    /// Fragments of another call are among them, or one that belongs to none.
    is_mixed: bool,
}

/// What a record says about the calls of its stream.
#[derive(Default)]
pub(super) struct StreamParts {
    /// Calls that are complete.
    pub(super) ended: Vec<JoinedCall>,
    /// Calls of which nothing follows.
    pub(super) lost: Vec<JoinedCall>,
    /// Ids in the place of other ones.
    pub(super) reused: Vec<LineFinding>,
}

/// The calls that are not complete, by what tells them apart: JSON, with a line break after each part.
#[derive(Default)]
pub(super) struct OpenCalls {
    calls: BTreeMap<String, JoinedCall>,
    /// What tells those apart that a fragment without a number may be of.
    mixed: HashSet<String>,
}

/// A sound record.
struct StreamRecord<'a> {
    document: &'a Document<'a>,
    start: Start,
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
            start: self.start.after(text.get(..span.start as usize)?),
            pointer: tree.pointer(text, node),
        })
    }
}

impl OpenCalls {
    /// Takes what a record says.
    pub(super) fn read(&mut self, document: &Document, start: Start, stream: &CallStream) -> StreamParts {
        let mut parts = StreamParts::default();
        let Some(root) = document.tree.root().filter(|_| document.errors.is_empty()) else { return parts };
        let record = StreamRecord { document, start };
        let kind = record.at(root, "type");
        if stream.begins.is_some_and(|it| record.is_text(kind, it)) {
            parts.lost = self.rest();
        }
        let mut ended = Vec::new();
        let mut items = vec![(root, String::new())];
        for (level, keys) in stream.keys.iter().enumerate() {
            let is_last = level == stream.lists.len();
            items =
                items.into_iter().filter_map(|(node, key)| self.keyed(&record, (node, key), keys, is_last)).collect();
            if level == stream.end.level {
                let those = items.iter().filter(|it| has_ended(&record, it.0, stream));
                ended.extend(those.map(|it| (it.1.clone(), stream.end.whole.and_then(|path| record.part(it.0, path)))));
            }
            if let Some(path) = stream.lists.get(level) {
                let inner = |(node, key): (NodeId, String)| record.items(node, path).map(move |it| (it, key.clone()));
                items = items.into_iter().flat_map(inner).collect();
            }
        }
        items.into_iter().for_each(|it| self.fragment(&record, it, (stream, kind), &mut parts));
        for (key, whole) in ended {
            let calls = self.remove(&key).into_iter();
            parts.ended.extend(calls.map(|it| JoinedCall { whole: whole.clone(), ..it }));
        }
        parts
    }

    /// Adds what tells an item apart to its key.
    fn keyed(
        &mut self,
        record: &StreamRecord,
        (node, mut key): (NodeId, String),
        paths: &[&str],
        is_last: bool,
    ) -> Option<(NodeId, String)> {
        match paths.iter().find_map(|it| record.at(node, it)) {
            Some(part) => key.push_str(record.document.tree.span(part).of(&record.document.text)),
            // Without its number, a fragment may be one of any call.
            None if is_last && !key.is_empty() => {
                drop(self.remove(&key));
                self.mixed.insert(key);
                return None;
            }
            None => (),
        }
        key.push('\n');
        Some((node, key))
    }

    /// Removes the calls whose keys begin with this one.
    fn remove(&mut self, key: &str) -> Vec<JoinedCall> {
        let of_key = self.calls.range(key.to_owned()..).take_while(|it| it.0.starts_with(key));
        let keys: Vec<String> = of_key.map(|it| it.0.clone()).collect();
        keys.iter().filter_map(|it| self.calls.remove(it)).collect()
    }

    fn fragment(
        &mut self,
        record: &StreamRecord,
        (node, key): (NodeId, String),
        (stream, kind): (&CallStream, Option<NodeId>),
        parts: &mut StreamParts,
    ) {
        let is_text = stream.kind.is_none_or(|it| record.is_text(kind, it));
        let [id, name] = [stream.id, stream.name].map(|it| record.part(node, it).filter(|it| !it.raw.is_empty()));
        let fragment = record.part(node, stream.fragment).filter(|_| is_text);
        if id.is_none() && name.is_none() && fragment.is_none() {
            return;
        }
        let (others, index) = key.trim_end().rsplit_once('\n').unwrap_or(("", &key));
        let (is_mixed, index) = (self.mixed.contains(&format!("{others}\n")), index.to_owned());
        let call = self.calls.entry(key).or_default();
        call.is_mixed |= is_mixed;
        if let (Some(first), Some(id)) = (&call.id, &id)
            && first.text() != id.text()
        {
            let [first, second] = [first.text(), id.text()].map(|it| shown(&it));
            call.is_mixed = true;
            let message = format!("Index {index} is used for `{first}` and `{second}`");
            parts.reused.push(LineFinding::new(&rules::DUPLICATE_ITEM, id.span(), message).of(&id.pointer));
        }
        call.id = id.or(call.id.take());
        call.name = name.or(call.name.take());
        call.fragments.extend(fragment);
    }

    /// The calls that are not complete, all of them.
    pub(super) fn rest(&mut self) -> Vec<JoinedCall> {
        std::mem::take(&mut self.calls).into_values().collect()
    }
}

fn has_ended(record: &StreamRecord, node: NodeId, stream: &CallStream) -> bool {
    let value = record.at(node, stream.end.path);
    match stream.end.is {
        Some(text) => record.is_text(value, text),
        None => value.is_some_and(|it| record.document.tree.kind(it) != Kind::Null),
    }
}

/// A response with a call, around the name of its tool and its arguments.
const AROUND: [&str; 3] = [
    r#"{"choices": [{"index": 0, "message": {"role": "assistant", "content": null, "tool_calls": [{"id": "call", "type": "function", "function": {"name": ""#,
    r#"", "arguments": ""#,
    r#""}}]}, "finish_reason": "tool_calls"}]}"#,
];

impl JoinedCall {
    /// The arguments, decoded.
    fn arguments(&self) -> String {
        decode(&self.fragments.iter().map(|it| &*it.raw).collect::<String>()).text
    }

    /// The last fragment, if the arguments have no end.
    pub(super) fn cut(&self) -> Option<(&LinePart, String)> {
        let last = self.fragments.last().filter(|_| !self.is_mixed && !is_sound(&self.arguments()))?;
        let id = self.id.as_ref().or(self.name.as_ref()).map_or_else(String::new, LinePart::text);
        Some((last, format!("The stream ends before the arguments of `{}` do", shown(&id))))
    }

    /// What the end repeats, if the fragments say something else. Broken ones may be those of a repaired end.
    pub(super) fn other_end(&self) -> Option<&LinePart> {
        let whole = self.whole.as_ref().filter(|_| !self.is_mixed && !self.fragments.is_empty())?;
        let arguments = self.arguments();
        (whole.text() != arguments && is_sound(&arguments)).then_some(whole)
    }

    /// A file with nothing but the call; `None` if there is nothing to judge.
    pub(super) fn alone(&self) -> Option<JoinedFile<'_>> {
        let arguments = self.whole.as_ref().map_or(&self.fragments[..], std::slice::from_ref);
        if self.is_mixed || arguments.iter().all(|it| it.raw.is_empty()) {
            return None;
        }
        let mut file = JoinedFile { text: AROUND[0].to_owned(), parts: Vec::new() };
        match &self.name {
            Some(name) => file.push(name),
            None => file.text.push_str("call"),
        }
        file.text.push_str(AROUND[1]);
        arguments.iter().for_each(|it| file.push(it));
        file.text.push_str(AROUND[2]);
        Some(file)
    }

    /// The options for that file.
    pub(super) fn options(&self, given: &Options) -> Options {
        let mut options = given.clone();
        options.file_name = Some("call.json".to_owned());
        options.format = Some("chat-completion");
        if self.name.is_none() {
            options.rules.push((rules::UNKNOWN_TOOL.id.to_owned(), None));
        }
        options
    }
}

/// A call on one line, and where the parts of the line are from.
pub(super) struct JoinedFile<'a> {
    pub(super) text: String,
    /// Where in the text each begins.
    parts: Vec<(usize, &'a LinePart)>,
}

impl<'a> JoinedFile<'a> {
    fn push(&mut self, part: &'a LinePart) {
        self.parts.push((self.text.len(), part));
        self.text.push_str(&part.raw);
    }

    /// Moves a finding to where its parts are from; `None` if it is about what is around them.
    pub(super) fn moved(&self, mut found: Diagnostic) -> Option<Diagnostic> {
        let (part, at) = self.place(found.bytes.from, found.bytes.to, true)?;
        (found.range, found.from, found.to, found.bytes) = at.all();
        found.pointer.clone_from(&part.pointer);
        found.related.retain_mut(|it| self.moved_note(it));
        found.fixes.retain_mut(|fix| {
            fix.reading = None;
            fix.edits.iter_mut().all(|it| {
                let place = self.place(it.bytes.from, it.bytes.to, false);
                place.map(|place| (it.range, it.from, it.to, it.bytes) = place.1.all()).is_some()
            })
        });
        Some(found)
    }

    fn moved_note(&self, it: &mut Related) -> bool {
        let place = self.place(it.bytes.from, it.bytes.to, true);
        place.map(|place| (it.range, it.from, it.to, it.bytes) = place.1.all()).is_some()
    }

    /// The part in which a range begins, and its place, cut at the end of the part if it may be.
    fn place(&self, from: u32, to: u32, may_be_cut: bool) -> Option<(&'a LinePart, LineSpan)> {
        let span = Span { start: from, end: to };
        let [from, to] = [from, to].map(|it| it as usize);
        // Where one ends and the next begins, a range is in the next.
        let (start, part) = self.parts.get(self.parts.partition_point(|it| it.0 <= from).checked_sub(1)?)?;
        if from > start + part.raw.len() {
            return None;
        }
        let end = to.min(start + part.raw.len());
        if (end < to && !may_be_cut) || (from == start + part.raw.len() && !span.is_empty()) {
            return None;
        }
        let at = |offset: usize| Some(part.start.after(part.raw.get(..offset - start)?));
        Some((part, LineSpan { start: at(from)?, end: at(end)? }))
    }
}
