//! Answers as one row of numbers and one text; `fast.js` reads them in the same order.

use super::super::wire::{self, Wire};
use crate::ide::{DocumentKind, InnerDocument, InnerOffset, Language, Place};
use crate::report::Location;

/// What an answer is: its number in the list of readers in `fast.js`.
#[derive(Clone, Copy)]
pub(super) enum Answer {
    Documents,
    Document,
    Edits,
    Place,
    InnerOffsets,
    Locations,
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
