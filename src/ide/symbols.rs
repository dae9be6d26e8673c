//! The outline, through all documents of a text.

use super::data::{DocumentKind, DocumentSymbol, Place, SymbolKind};
use super::markdown::headings;
use super::view::View;
use super::walk::Visit;
use crate::diagnostic::shown;
use crate::json::{Kind, NodeId};
use crate::text::{Span, Utf16Index};

/// An outline with more entries than this is of no use to anybody.
const MOST: usize = 5000;

impl View<'_> {
    /// The outline: members and items, including those of documents in strings, and Markdown headings.
    pub fn symbols(&self) -> Vec<DocumentSymbol> {
        let mut index = self.index();
        let mut flat: Vec<(usize, DocumentSymbol)> = Vec::new();
        let own = self.opened.read.inners.iter().find(|it| self.is_own(it));
        let is_text = self.document(self.window.doc).tree.is_empty();
        if is_text && own.is_some() {
            self.headings(&mut index, (self.window.doc, 1), "", &mut flat);
        }
        // The pointers of the open values.
        let mut pointers: Vec<String> = Vec::new();
        for step in self.values() {
            if flat.len() >= MOST {
                break;
            }
            pointers.truncate(step.level);
            let pointer = self.pointer(&step, pointers.last());
            if step.level > 0 {
                flat.extend(self.symbol(&mut index, &step, &pointer).map(|it| (step.level, it)));
                if let Some(inside) = step.inside.filter(|it| self.document(it.doc).tree.is_empty()) {
                    self.headings(&mut index, (inside.doc, step.level + 1), &pointer, &mut flat);
                }
            }
            pointers.push(pointer);
        }
        nested(flat)
    }

    fn pointer(&self, step: &Visit, around: Option<&String>) -> String {
        let mut out = around.cloned().unwrap_or_default();
        let document = self.document(step.doc);
        match step.key {
            _ if step.level == 0 => (),
            Some(key) => {
                out.push('/');
                out.push_str(&document.tree.text(&document.text, key).replace('~', "~0").replace('/', "~1"));
            }
            None => out.push_str(&format!("/{}", step.idx)),
        }
        out
    }

    fn symbol(&self, index: &mut Utf16Index, step: &Visit, pointer: &str) -> Option<DocumentSymbol> {
        let document = self.document(step.doc);
        let (tree, text) = (&document.tree, &*document.text);
        let (value, key) = (tree.span(step.node), step.key.map(|it| tree.span(it)));
        let whole = Span { start: key.unwrap_or(value).start, end: value.end };
        let selected = key.unwrap_or(Span { start: value.start, end: value.end.min(value.start.max(value.end)) });
        let place = self.place_of(index, step.doc, whole)?;
        let selection = self.place_of(index, step.doc, selected)?;
        let name = match step.key {
            Some(key) => shown(&tree.text(text, key)),
            None => step.idx.to_string(),
        };
        let (doc, node) = step.inside.map_or((step.doc, step.node), |it| (it.doc, it.object.unwrap_or_default()));
        let is_section = step.inside.is_some_and(|it| it.kind == DocumentKind::Section);
        let (kind, detail) = match is_section {
            true => (SymbolKind::Section, self.first_line(doc)),
            false => self.kind(doc, node),
        };
        Some(DocumentSymbol { name, detail, kind, pointer: pointer.to_owned(), place, selection, children: Vec::new() })
    }

    /// The kind of a value, and its beginning or its length.
    fn kind(&self, doc: usize, node: NodeId) -> (SymbolKind, String) {
        let document = self.document(doc);
        let (tree, text) = (&document.tree, &*document.text);
        if tree.is_empty() {
            return (SymbolKind::String, self.first_line(doc));
        }
        let items = |n: usize| if n == 1 { "1 item".to_owned() } else { format!("{n} items") };
        match tree.kind(node) {
            Kind::Object => (SymbolKind::Object, String::new()),
            Kind::Array => (SymbolKind::Array, items(tree.children(node).count())),
            Kind::String => {
                let raw = tree.raw(text, node);
                // This is enough for the part that is shown.
                let end = (0..=raw.len().min(400)).rev().find(|it| raw.is_char_boundary(*it)).unwrap_or_default();
                let begin = crate::json::decode(raw.get(..end).unwrap_or_default()).text;
                (SymbolKind::String, shown(if raw.contains('\\') { &begin } else { raw }))
            }
            Kind::Number => (SymbolKind::Number, shown(tree.raw(text, node))),
            Kind::True | Kind::False => (SymbolKind::Boolean, tree.raw(text, node).to_owned()),
            Kind::Null | Kind::Broken => (SymbolKind::Null, shown(tree.raw(text, node))),
        }
    }

    /// The first line of a text that is not blank.
    fn first_line(&self, doc: usize) -> String {
        let mut lines = self.document(doc).found().lines().map(str::trim);
        shown(lines.find(|it| !it.is_empty()).unwrap_or_default().trim_start_matches('#').trim_start())
    }

    /// The headings of a Markdown text.
    fn headings(
        &self,
        index: &mut Utf16Index,
        (doc, level): (usize, usize),
        pointer: &str,
        out: &mut Vec<(usize, DocumentSymbol)>,
    ) {
        let text = self.document(doc).found();
        let mut place_of =
            |span: Span| -> Option<Place> { Some(super::places::place(index, self.span_of_found(doc, span)?)) };
        for heading in headings(text) {
            let (Some(place), Some(selection)) = (place_of(heading.all), place_of(heading.line)) else { continue };
            if out.len() >= MOST {
                return;
            }
            let symbol = DocumentSymbol {
                name: shown(heading.title.of(text)),
                detail: String::new(),
                kind: SymbolKind::Heading,
                pointer: pointer.to_owned(),
                place,
                selection,
                children: Vec::new(),
            };
            out.push((level + heading.level - 1, symbol));
        }
    }
}

/// Puts each symbol among the children of the last one before it that is less deep.
fn nested(flat: Vec<(usize, DocumentSymbol)>) -> Vec<DocumentSymbol> {
    let mut out = Vec::new();
    let mut open: Vec<(usize, DocumentSymbol)> = Vec::new();
    let mut close = |open: &mut Vec<(usize, DocumentSymbol)>| {
        let Some((_, closed)) = open.pop() else { return };
        match open.last_mut() {
            Some((_, holder)) => holder.children.push(closed),
            None => out.push(closed),
        }
    };
    for (level, symbol) in flat {
        while open.last().is_some_and(|it| it.0 >= level) {
            close(&mut open);
        }
        open.push((level, symbol));
    }
    while !open.is_empty() {
        close(&mut open);
    }
    out
}
