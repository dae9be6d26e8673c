//! Edits of an inner document as the smallest edits of the file.

use super::Read;
use super::data::{EditError, InnerEdit};
use super::inner::NestedDocument;
use super::places::{Window, index, place};
use super::style::Style;
use crate::document::DocId;
use crate::json::{Escapes, Flags};
use crate::options::Options;
use crate::report::TextEdit;
use crate::text::{Edit, Span, apply, in_order, key_of};

/// Edits of the document at a pointer as edits of the file.
pub(super) fn edit(
    read: &Read,
    options: &Options,
    pointer: &str,
    edits: &[InnerEdit],
) -> Result<Vec<TextEdit>, EditError> {
    let view = read.window(pointer).ok_or_else(|| EditError::UnknownPointer(pointer.to_owned()))?;
    let ordered = ordered(view.text, edits)?;
    let smallest = ordered.iter().filter_map(|it| it.smallest(view.text));
    let edits: Vec<Edit> = smallest.map(|it| Edit { span: it.span.moved(view.base), ..it }).collect();
    if edits.is_empty() {
        return Ok(Vec::new());
    }
    let edits = match is_sound(read, view.doc) {
        true => outward(read, (view.doc, 0), &edits),
        false => careful(read, options, view, edits),
    };
    let edits = edits.ok_or_else(|| EditError::Uncertain(pointer.to_owned()))?;
    Ok(as_text_edits(read.docs.get(0).found(), edits))
}

/// Applies edits, in any order, to a text.
pub fn apply_edits(text: &str, edits: &[InnerEdit]) -> Result<String, EditError> {
    Ok(apply(text, &ordered(text, edits)?))
}

/// The edits in ascending order; edits at the same place keep their order.
fn ordered(text: &str, edits: &[InnerEdit]) -> Result<Vec<Edit>, EditError> {
    let mut out: Vec<Edit> = Vec::with_capacity(edits.len());
    for (_, idx) in in_order(edits.iter().map(|it| key_of(it.from, it.to))) {
        let idx = idx as usize;
        let Some(InnerEdit { from, to, text: new }) = edits.get(idx) else { continue };
        if text.get(*from as usize..*to as usize).is_none() {
            return Err(EditError::Outside(idx));
        }
        if out.last().is_some_and(|it| *from < it.span.end) {
            return Err(EditError::Overlap(idx));
        }
        out.push(Edit { span: Span { start: *from, end: *to }, text: new.clone() });
    }
    Ok(out)
}

/// Whether the documents around a document are valid JSON, so that they are read the same way whatever their strings
/// contain.
fn is_sound(read: &Read, doc: DocId) -> bool {
    let around = read.docs.chain(doc).into_iter().filter(|it| *it != doc);
    around.map(|it| read.docs.get(it)).all(|it| it.errors.is_empty() && it.slips.is_empty())
}

/// Edits of a document as found, as edits of one around it: each text is encoded once per level. `None` if an edit
/// would change an undone slip on the way.
pub(super) fn outward(read: &Read, (doc, until): (DocId, DocId), edits: &[Edit]) -> Option<Vec<Edit>> {
    let docs = &read.docs;
    let mut edits = edits.to_vec();
    let mut at = doc;
    while at != until {
        let parent = docs.get(at).parent.as_ref()?;
        let outer = docs.get(parent.doc);
        let is_raw = outer.tree.node(parent.node).flags.has(Flags::VERBATIM);
        let mut style = None;
        for edit in &mut edits {
            edit.span = docs.outward_found(at, edit.span)?.1;
            if !is_raw || outer.tree.escapes(parent.node) == Escapes::Json {
                let mut text = String::with_capacity(edit.text.len());
                let style = match Style::is_indifferent(&edit.text) {
                    true => Style::default(),
                    false => {
                        *style.get_or_insert_with(|| Style::of(outer.tree.raw(&outer.text, parent.node), &outer.text))
                    }
                };
                style.write(&edit.text, &mut text);
                edit.text = text;
            }
            if !outer.is_apart(edit) {
                return None;
            }
            edit.span = outer.found_at(edit.span);
        }
        at = parent.doc;
    }
    Some(edits)
}

/// The same if the text around the document is broken: reading the edited file must give the wanted text. If it does
/// not, the whole string around the document is rewritten.
fn careful(read: &Read, options: &Options, view: Window, edits: Vec<Edit>) -> Option<Vec<Edit>> {
    let docs = &read.docs;
    let wanted = apply(docs.get(view.doc).found(), &edits);
    let (mut doc, mut edits) = (view.doc, edits);
    loop {
        let candidate = outward(read, (doc, 0), &edits);
        if let Some(candidate) = candidate.filter(|it| holds(read, options, (view.doc, &wanted), it)) {
            return Some(candidate);
        }
        let parent = docs.get(doc).parent.as_ref()?;
        let outer = docs.get(parent.doc);
        // The rewritten string would not have the same content.
        if outer.tree.node(parent.node).flags.has(Flags::LONE_SURROGATE) {
            return None;
        }
        let style = Style::of(outer.tree.raw(&outer.text, parent.node), &outer.text);
        let mut text = String::from("\"");
        style.write(&apply(docs.get(doc).found(), &edits), &mut text);
        text.push('"');
        edits = vec![Edit { span: outer.found_at(outer.tree.span(parent.node)), text }];
        doc = parent.doc;
    }
}

/// Whether the edited file has the wanted text in the document, and all other documents are unchanged.
fn holds(read: &Read, options: &Options, (doc, wanted): (DocId, &str), edits: &[Edit]) -> bool {
    let mut after = Read::of(apply(read.docs.get(0).found(), edits), options);
    let chain = read.docs.chain(doc);
    let mut has = |inner: &NestedDocument, text: &str| {
        after.include(&inner.pointer) && after.window(&inner.pointer).is_some_and(|it| it.text == text)
    };
    let is_whole = |it: &&NestedDocument| it.object.is_none() && it.doc == doc;
    let is_apart = |it: &&NestedDocument| !chain.contains(&it.doc) && !read.docs.chain(it.doc).contains(&doc);
    // If the document is not listed, as for an unencoded object in it, the result cannot be checked.
    let edited = read.inners.iter().find(is_whole);
    edited.is_some_and(|it| has(it, wanted)) && read.inners.iter().filter(is_apart).all(|it| has(it, read.text(it)))
}

/// The edits in every coordinate.
pub(super) fn as_text_edits(text: &str, edits: Vec<Edit>) -> Vec<TextEdit> {
    let mut index = index(text);
    let mut out = Vec::with_capacity(edits.len());
    for Edit { span, text } in edits {
        let place = place(&mut index, span);
        out.push(TextEdit { from: place.from, to: place.to, range: place.range, bytes: place.bytes, text });
    }
    out
}
