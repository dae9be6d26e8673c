//! Answers as one list of numbers and one text; `fast.js` reads them in the same order.

use super::super::wire::{self, Wire};
use crate::ide::{
    Completion, CompletionKind, Definition, DefinitionTarget, DocumentKind, DocumentSymbol, Fold, FoldKind, Hover,
    InnerDocument, InnerOffset, Language, Place, SymbolKind,
};
use crate::report::Location;

/// The kind of an answer: its index in the list of readers in `fast.js`.
#[derive(Clone, Copy)]
pub(super) enum Answer {
    Documents,
    Document,
    Edits,
    Place,
    InnerOffsets,
    Locations,
    Hover,
    Completions,
    Symbols,
    Definitions,
    Folds,
    Selections,
}

pub(super) fn document(wire: &mut Wire, it: &InnerDocument) {
    wire.text(&it.pointer);
    wire.text(&it.parent);
    wire.number(match it.kind {
        DocumentKind::Payload => 0,
        DocumentKind::Section => 1,
        DocumentKind::Text => 2,
    });
    wire.number(match it.language {
        Language::Json => 0,
        Language::Markdown => 1,
        Language::Text => 2,
    });
    wire.text(&it.title);
    wire.option(it.format, Wire::text);
    wire.text(&it.text);
    wire.number(it.depth);
    wire.number(it.broken.into());
    place(wire, &it.place);
}

pub(super) fn place(wire: &mut Wire, it: &Place) {
    wire::place(wire, it.range, it.from, it.to);
    wire::offsets(wire, it.bytes);
}

pub(super) fn inner_offset(wire: &mut Wire, it: &InnerOffset) {
    wire.text(&it.pointer);
    wire.number(it.offset);
    wire.number(it.position.line);
    wire.number(it.position.character);
    wire.number(it.byte);
}

pub(super) fn location(wire: &mut Wire, it: &Location) {
    wire::place(wire, it.range, it.from, it.to);
    wire::offsets(wire, it.bytes);
    wire.list(&it.inner, wire::inner_place);
}

pub(super) fn hover(wire: &mut Wire, it: &Hover) {
    wire.text(&it.markdown);
    wire.text(&it.text);
    wire.list(&it.rules, |wire, rule| {
        wire.text(rule.code);
        wire.number(wire::severity(rule.severity));
        wire.text(rule.summary);
        wire.text(&rule.docs);
    });
    place(wire, &it.place);
}

pub(super) fn completion(wire: &mut Wire, it: &Completion) {
    wire.text(&it.label);
    wire.number(match it.kind {
        CompletionKind::Field => 0,
        CompletionKind::Value => 1,
        CompletionKind::Section => 2,
        CompletionKind::Id => 3,
        CompletionKind::Snippet => 4,
    });
    wire.option(it.detail.as_deref(), Wire::text);
    wire.option(it.documentation.as_deref(), Wire::text);
    wire.number(it.required.into());
    wire.text(&it.filter);
    wire::edit(wire, &it.edit);
    wire.option(it.snippet.as_deref(), Wire::text);
    wire.list(&it.more, wire::edit);
}

/// Children after their parent, which has their number.
pub(super) fn symbol(wire: &mut Wire, it: &DocumentSymbol) {
    wire.text(&it.name);
    wire.text(&it.detail);
    wire.number(match it.kind {
        SymbolKind::Object => 0,
        SymbolKind::Array => 1,
        SymbolKind::String => 2,
        SymbolKind::Number => 3,
        SymbolKind::Boolean => 4,
        SymbolKind::Null => 5,
        SymbolKind::Section => 6,
        SymbolKind::Heading => 7,
    });
    wire.text(&it.pointer);
    place(wire, &it.place);
    place(wire, &it.selection);
    wire.list(&it.children, symbol);
}

pub(super) fn definition(wire: &mut Wire, it: &Definition) {
    place(wire, &it.origin);
    wire.number(match it.target {
        DefinitionTarget::File => 0,
        DefinitionTarget::Request => 1,
        DefinitionTarget::Response => 2,
    });
    wire.option(it.name.as_deref(), Wire::text);
    place(wire, &it.place);
}

pub(super) fn fold(wire: &mut Wire, it: &Fold) {
    wire.number(match it.kind {
        FoldKind::Object => 0,
        FoldKind::Array => 1,
        FoldKind::Section => 2,
    });
    place(wire, &it.place);
}
