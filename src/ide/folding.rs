//! What can be folded, and what an expanding selection covers.

use super::data::{Fold, FoldKind, Place};
use super::markdown::headings;
use super::places::place;
use super::view::View;
use crate::document::DocId;
use crate::json::{Kind, NodeId};
use crate::text::Span;

impl View<'_> {
    /// Objects, arrays and the texts under headings, also within one line.
    pub fn folding(&self) -> Vec<Fold> {
        let mut index = self.index();
        let mut out = Vec::new();
        let mut add = |kind: FoldKind, span: Option<Span>| {
            out.extend(span.map(|it| Fold { kind, place: place(&mut index, it) }));
        };
        if self.document(self.window.doc).tree.is_empty() {
            for heading in headings(self.window.text) {
                add(FoldKind::Section, Some(heading.all));
            }
        }
        for step in self.values() {
            let (doc, node) = step.inside.map_or((step.doc, step.node), |it| (it.doc, it.object.unwrap_or_default()));
            let document = self.document(doc);
            let kind = match document.tree.kind(node) {
                Kind::Object => FoldKind::Object,
                Kind::Array => FoldKind::Array,
                _ => {
                    if step.inside.is_some() && document.tree.is_empty() {
                        headings(document.found()).iter().for_each(|heading| {
                            add(FoldKind::Section, self.span_of_found(doc, heading.all));
                        });
                    }
                    continue;
                }
            };
            if document.tree.children(node).next().is_some() {
                add(kind, self.span_of(doc, document.tree.span(node)));
            }
        }
        out
    }

    /// For each offset, the ranges around it, innermost first.
    pub fn selection_ranges(&self, offsets: &[u32]) -> Vec<Vec<Place>> {
        let mut index = self.index();
        let mut around = |offset: u32| {
            let mut spans: Vec<Span> = Vec::new();
            for span in self.around(offset) {
                let is_wider = spans.last().is_none_or(|it| span.contains(*it) && span != *it);
                if is_wider && !span.is_empty() {
                    spans.push(span);
                }
            }
            spans.into_iter().map(|it| place(&mut index, it)).collect()
        };
        offsets.iter().map(|it| around(*it)).collect()
    }

    /// The ranges around an offset, through all documents that contain it.
    fn around(&self, offset: u32) -> Vec<Span> {
        let spot = self.spot(offset);
        let mut out = Vec::new();
        let (mut doc, mut read) = (spot.doc, spot.read);
        if spot.document.tree.is_empty() {
            let text = spot.document.found();
            let spans = in_words(text, spot.found as usize);
            out.extend(spans.into_iter().filter_map(|it| self.span_of_found(doc, it)));
        }
        loop {
            let nodes = self.nodes_around(doc, read);
            out.extend(nodes.into_iter().filter_map(|it| self.span_of(doc, it)));
            if doc == self.window.doc {
                break;
            }
            out.extend(self.span_of_found(doc, Span::new(0, self.document(doc).found().len())));
            let Some(parent) = &self.document(doc).parent else { break };
            let outer = self.document(parent.doc);
            (doc, read) = (parent.doc, outer.tree.span(parent.node).start);
        }
        out.push(Span::new(0, self.window.text.len()));
        out
    }

    /// The nodes of a document around an offset, innermost first: the inside of each, the node itself, its member.
    fn nodes_around(&self, doc: DocId, read: u32) -> Vec<Span> {
        let document = self.document(doc);
        let tree = &document.tree;
        let mut out = Vec::new();
        let Some(mut at) = tree.root() else { return out };
        let holds = |it: NodeId| tree.span(it).start <= read && read <= tree.span(it).end;
        loop {
            let span = tree.span(at);
            if !holds(at) {
                break;
            }
            out.push(span);
            if tree.kind(at) == Kind::String && tree.content_span(at).contains(Span::empty(read)) {
                out.push(tree.content_span(at));
            }
            let is_closed = span.of(&document.text).ends_with(['}', ']']);
            let inside = span.shrunk(1, u32::from(is_closed));
            let next = match tree.kind(at) {
                Kind::Object => {
                    tree.members(at).find(|it| tree.span(it.0).start <= read && read <= tree.span(it.1).end)
                }
                Kind::Array => tree.children(at).find(|it| holds(*it)).map(|it| (it, it)),
                _ => None,
            };
            if matches!(tree.kind(at), Kind::Object | Kind::Array) && inside.contains(Span::empty(read)) {
                out.push(inside);
            }
            let Some((key, value)) = next else { break };
            out.push(Span { start: tree.span(key).start, end: tree.span(value).end });
            at = if holds(key) { key } else { value };
        }
        out.reverse();
        out
    }
}

/// The word, the line and the paragraph at an offset of a text.
fn in_words(text: &str, at: usize) -> [Span; 3] {
    let (before, behind) = text.split_at_checked(at).unwrap_or_default();
    let stretch = |is_end: &dyn Fn(char) -> bool| {
        let start = before.char_indices().rev().find(|it| is_end(it.1)).map_or(0, |it| it.0 + it.1.len_utf8());
        let end = behind.find(is_end).map_or(text.len(), |it| at + it);
        Span::new(start, end)
    };
    let word = stretch(&|it| !it.is_alphanumeric() && it != '_');
    let line = stretch(&|it| it == '\n' || it == '\r');
    let start = ["\n\n", "\n\r\n"].iter().filter_map(|it| before.rfind(it).map(|at| at + it.len())).max();
    let end = ["\n\n", "\r\n\r\n"].iter().filter_map(|it| behind.find(it)).min();
    [word, line, Span::new(start.unwrap_or(0), end.map_or(text.len(), |it| at + it))]
}
