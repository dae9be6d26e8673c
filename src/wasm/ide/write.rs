//! Answers as one list of numbers and one text; `answers.js` reads them in the same order.

use super::super::wire::{self, Wire};
use crate::ide::{
    Completion, CompletionKind, Definition, DefinitionTarget, DocumentKind, DocumentSymbol, Fold, FoldKind, Hover,
    InnerDocument, InnerOffset, Language, Place, SymbolKind,
};

/// The kind of an answer: its index in the list of readers in `answers.js`.
#[derive(Clone, Copy)]
pub(super) enum AnswerKind {
    Documents,
    Document,
    Edits,
    Place,
    InnerOffsets,
    Hover,
    Completions,
    Symbols,
    Definitions,
    Folds,
    Selections,
}

pub(super) fn document(wire: &mut Wire, inner: &InnerDocument) {
    wire.text(&inner.pointer);
    wire.text(&inner.parent);
    wire.number(match inner.kind {
        DocumentKind::Payload => 0,
        DocumentKind::Section => 1,
        DocumentKind::Text => 2,
    });
    wire.number(match inner.language {
        Language::Json => 0,
        Language::Markdown => 1,
        Language::Text => 2,
    });
    wire.text(&inner.title);
    wire.option(inner.format, Wire::text);
    wire.text(&inner.text);
    wire.number(inner.depth);
    wire.number(inner.broken.into());
    place(wire, &inner.place);
}

pub(super) fn place(wire: &mut Wire, at: &Place) {
    wire::place(wire, at.range, at.from, at.to);
    wire::offsets(wire, at.bytes);
}

pub(super) fn inner_offset(wire: &mut Wire, inner: &InnerOffset) {
    wire.text(&inner.pointer);
    wire.number(inner.offset);
    wire.number(inner.position.line);
    wire.number(inner.position.character);
    wire.number(inner.byte);
}

pub(super) fn hover(wire: &mut Wire, card: &Hover) {
    wire.text(&card.markdown);
    wire.text(&card.text);
    wire.list(&card.rules, |wire, rule| {
        wire.text(rule.code);
        wire.number(wire::severity(rule.severity));
        wire.text(rule.summary);
        wire.text(&rule.docs);
    });
    place(wire, &card.place);
}

pub(super) fn completion(wire: &mut Wire, offered: &Completion) {
    wire.text(&offered.label);
    wire.number(match offered.kind {
        CompletionKind::Field => 0,
        CompletionKind::Value => 1,
        CompletionKind::Section => 2,
        CompletionKind::Id => 3,
        CompletionKind::Snippet => 4,
    });
    wire.option(offered.detail.as_deref(), Wire::text);
    wire.option(offered.documentation.as_deref(), Wire::text);
    wire.number(offered.required.into());
    wire.text(&offered.filter);
    wire::edit(wire, &offered.edit);
    wire.option(offered.snippet.as_deref(), Wire::text);
    wire.list(&offered.more, wire::edit);
}

/// Writes a symbol: children follow their parent, which has their count.
pub(super) fn symbol(wire: &mut Wire, entry: &DocumentSymbol) {
    wire.text(&entry.name);
    wire.text(&entry.detail);
    wire.number(match entry.kind {
        SymbolKind::Object => 0,
        SymbolKind::Array => 1,
        SymbolKind::String => 2,
        SymbolKind::Number => 3,
        SymbolKind::Boolean => 4,
        SymbolKind::Null => 5,
        SymbolKind::Section => 6,
        SymbolKind::Heading => 7,
    });
    wire.text(&entry.pointer);
    place(wire, &entry.place);
    place(wire, &entry.selection);
    wire.list(&entry.children, symbol);
}

pub(super) fn definition(wire: &mut Wire, target: &Definition) {
    place(wire, &target.origin);
    wire.number(match target.target {
        DefinitionTarget::File => 0,
        DefinitionTarget::Request => 1,
        DefinitionTarget::Response => 2,
    });
    wire.option(target.name.as_deref(), Wire::text);
    place(wire, &target.place);
}

pub(super) fn fold(wire: &mut Wire, folded: &Fold) {
    wire.number(match folded.kind {
        FoldKind::Object => 0,
        FoldKind::Array => 1,
        FoldKind::Section => 2,
    });
    place(wire, &folded.place);
}
