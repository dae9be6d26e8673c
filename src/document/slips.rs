//! A document that is read with its slips undone: maps between the text as found and the text as read.

use std::borrow::Cow;

use super::{Document, Layout};
use crate::json::{self, NodeId, SyntaxError, SyntaxErrorKind};
use crate::slips::{Readings, TextLevel, find_slips};
use crate::text::{Edit, Span, apply, key_of, sorted};

/// The place from which another reading of a document is possible.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doubt {
    /// The offset in the text as read.
    pub(crate) start: u32,
    /// The reading undoes a slip there.
    pub(crate) is_slip: bool,
}

impl Document<'_> {
    /// Reads the text with its slips undone, if some edits explain what is wrong with it.
    pub(super) fn undo_slips(&mut self, level: TextLevel, readings: Option<&Readings>) {
        if !self.needs_reading() {
            return;
        }
        let Some(slips) = find_slips(self.layout.body, &self.text, level, readings) else { return };
        // If both readings find that only commas are missing, there is no doubt.
        let are_commas = slips.iter().flat_map(|it| &it.edits).all(|it| it.text == "," && it.span.is_empty());
        if self.is_sure && are_commas {
            return;
        }
        // Between the brackets of a pair are other slips.
        let edits = slips.iter().flat_map(|it| it.edits.iter().cloned()).collect();
        let edits = sorted(edits, |it: &Edit| key_of(it.span.start, it.span.end));
        let text = apply(&self.text, &edits);
        let layout = Layout::from(&text, self.skipped().end as usize, true);
        let (mut tree, errors) = json::parse(&text, layout.body);
        self.undone = undone(edits);
        for UndoneEdit { found, read } in &self.undone {
            if found.is_empty() && read.of(&text).ends_with(" null") {
                tree.forget(read.end - 4);
            }
        }
        self.found = Some(std::mem::replace(&mut self.text, Cow::Owned(text)));
        (self.layout, self.tree, self.errors, self.slips, self.is_sure) = (layout, tree, errors, slips, true);
    }

    /// Whether the JSON reader alone may be wrong about the text.
    fn needs_reading(&self) -> bool {
        if !json::needs_explaining(&self.text, &self.errors) && !json::may_be_misread(&self.errors) {
            return false;
        }
        // A choice, as in a template, is for the author to make.
        if self.errors.iter().any(|it| it.kind == SyntaxErrorKind::Choice) {
            return false;
        }
        // A text that ends in a word was cut off there.
        let ends = self.text.trim_end().ends_with(['}', ']', '"', '\'']);
        ends || !self.errors.iter().all(|it| matches!(it.kind, SyntaxErrorKind::Truncated(..)))
    }

    /// Whether the slips are all before the text's end, so that no text is missing there.
    pub(crate) fn has_its_end(&self) -> bool {
        let end = Span::new(0, self.found().trim_end().len()).end;
        !self.slips.is_empty() && self.slips.iter().flat_map(|it| &it.edits).all(|it| it.span.start < end)
    }

    /// The text as found.
    pub fn found(&self) -> &str {
        self.found.as_deref().unwrap_or(&self.text)
    }

    /// Maps a span of the text as read to the text as found.
    pub fn found_at(&self, span: Span) -> Span {
        let start = self.found_offset(span.start, span.is_empty());
        Span { start, end: self.found_offset(span.end, true).max(start) }
    }

    /// `is_end` if the text before the offset counts, not the text after it.
    fn found_offset(&self, offset: u32, is_end: bool) -> u32 {
        let is_before = |it: &UndoneEdit| it.read.start < offset || it.read.start == offset && !is_end;
        let n_before = self.undone.partition_point(is_before);
        let Some(UndoneEdit { found, read }) = n_before.checked_sub(1).and_then(|it| self.undone.get(it)) else {
            return offset;
        };
        if offset < read.end || offset == read.end && is_end && !read.is_empty() {
            return if is_end { found.end } else { found.start };
        }
        offset - read.end + found.end
    }

    /// The place in the text as read after which another reading would differ.
    pub(crate) fn doubt(&self) -> Option<Doubt> {
        let slip = self.slips.iter().flat_map(|it| &it.edits).map(|it| it.span.start).min();
        let is_open = |error: &SyntaxError| {
            let is_comma = matches!(error.kind, SyntaxErrorKind::MissingComma);
            let is_prose = error.kind.is_around() && !json::needs_explaining(&self.text, std::slice::from_ref(error));
            !is_comma && !is_prose && json::known_form(&self.text, error) != Some(0)
        };
        // What looked like another notation before an error may be content that the error exposed.
        let is_unexplained = self.errors.iter().any(is_open);
        let is_inside = |it: &&SyntaxError| !it.kind.is_around();
        let fault = self.errors.iter().filter(|_| is_unexplained).find(is_inside).map(|it| it.span.start);
        let slip = slip.map(|it| Doubt { start: self.read_offset(it), is_slip: true });
        slip.or_else(|| fault.map(|start| Doubt { start, is_slip: false }))
    }

    /// Whether a key has one of JSON's marks in it or a blank at its end: only this shows that a slip changed the key.
    pub(crate) fn has_odd_key(&self) -> bool {
        const MARKS: &[char] = &['"', '\'', '`', '“', '”', '\\', ',', ':', ';', '{', '}', '[', ']'];
        let is_odd = |key: NodeId| {
            let key = self.tree.raw(&self.text, key);
            key.contains(MARKS) || key.trim() != key
        };
        self.tree.objects().flat_map(|it| self.tree.members(it)).any(|it| is_odd(it.0))
    }

    /// Whether a string holds JSON whose quotes are not escaped.
    pub(crate) fn is_raw(&self, string: Span) -> bool {
        self.errors_in(string).any(|it| matches!(it.kind, SyntaxErrorKind::UnescapedQuote(_)))
    }

    /// The errors that begin in a part of the text.
    pub(crate) fn errors_in(&self, part: Span) -> impl Iterator<Item = &SyntaxError> {
        let first = self.errors.partition_point(|it| it.span.start < part.start);
        self.errors.iter().skip(first).take_while(move |it| it.span.start < part.end)
    }

    /// Maps an offset of the text as found to the text as read.
    pub fn read_offset(&self, offset: u32) -> u32 {
        let n_before = self.undone.partition_point(|it| it.found.end <= offset && it.found.start != offset);
        if let Some(edit) = self.undone.get(n_before).filter(|it| it.found.start <= offset) {
            return edit.read.start;
        }
        let last = n_before.checked_sub(1).and_then(|it| self.undone.get(it));
        last.map_or(offset, |it| offset - it.found.end + it.read.end)
    }

    /// Whether an edit of the text as read leaves the slips alone.
    pub(crate) fn is_apart(&self, edit: &Edit) -> bool {
        let next = self.undone.partition_point(|it| it.read.end < edit.span.start);
        self.undone.get(next).is_none_or(|it| edit.span.end < it.read.start)
    }
}

/// An edit that undoes a slip: what it replaces in the text as found, and what is there in the text as read.
#[derive(Clone, Copy, Debug)]
pub(super) struct UndoneEdit {
    found: Span,
    read: Span,
}

/// Where the edits are in both texts, in the order of the text.
fn undone(edits: Vec<Edit>) -> Vec<UndoneEdit> {
    let mut shift = 0_i64;
    let place = |edit: Edit| {
        let start = u32::try_from(i64::from(edit.span.start) + shift).unwrap_or_default();
        shift += edit.text.len() as i64 - edit.span.len() as i64;
        UndoneEdit { found: edit.span, read: Span { start, end: start + Span::new(0, edit.text.len()).end } }
    };
    edits.into_iter().map(place).collect()
}
