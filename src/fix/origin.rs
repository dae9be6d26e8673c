//! Where the entries of a ledger are in the text that was given, however many changes were made before them.

use crate::report::AppliedFix;
use crate::resolve::{Utf16Span, offsets, place_of};
use crate::text::{Edit, Span, Utf16Index, apply};

use super::sweep::span_of;

/// Sets the place of each entry to that in the given text. Until then, it is the bytes that the entry names in the text
/// that the entries before it left, or else that of its edits.
pub(crate) fn place(given: &str, applied: &mut [AppliedFix]) {
    let mut now = Now { text: given.into(), parts: OriginMap::whole(given), edits: Vec::new(), end: 0, grown: 0 };
    let mut index = Utf16Index::new(given);
    for entry in applied {
        let mut span = Span { start: entry.bytes.from, end: entry.bytes.to };
        if let (0, Some(first), Some(last)) = (span.end, entry.edits.first(), entry.edits.last()) {
            span = Span { start: first.bytes.from, end: last.bytes.to };
        }
        let span = now.origin(span);
        let Utf16Span { range, from, to } = place_of(index.at(span.start), index.at(span.end));
        (entry.range, entry.from, entry.to, entry.bytes) = (range, from, to, offsets(span));
        now.add(entry);
    }
}

/// The text after some entries. Edits that follow each other are kept until one does not, so that many entries cost no
/// more than one pass over the text.
struct Now<'t> {
    /// The text before the kept edits, and where it comes from.
    text: std::borrow::Cow<'t, str>,
    parts: OriginMap,
    /// Edits of this text, in ascending order.
    edits: Vec<Edit>,
    /// Where the last of them ends in the text after it.
    end: u32,
    /// How many bytes longer they make the text.
    grown: i64,
}

impl Now<'_> {
    /// The place in the given text of a place in the text after the entries so far.
    fn origin(&mut self, span: Span) -> Span {
        if span.start < self.end {
            self.apply();
        }
        self.parts.origin(self.before(span))
    }

    /// A place after the kept edits in the text before them.
    fn before(&self, span: Span) -> Span {
        let before = |it: u32| u32::try_from(i64::from(it) - self.grown).unwrap_or_default();
        Span { start: before(span.start), end: before(span.end) }
    }

    /// Adds the edits of an entry, once its own place is known.
    fn add(&mut self, entry: &AppliedFix) {
        if entry.edits.first().is_some_and(|it| it.bytes.from < self.end) {
            self.apply();
        }
        let grown = self.grown;
        for edit in &entry.edits {
            let span = span_of(edit);
            let before = |it: u32| u32::try_from(i64::from(it) - grown).unwrap_or_default();
            self.edits.push(Edit {
                span: Span { start: before(span.start), end: before(span.end) },
                text: edit.text.clone(),
            });
            self.grown += edit.text.len() as i64 - span.len() as i64;
            self.end = u32::try_from(i64::from(span.end) + self.grown - grown).unwrap_or_default();
        }
    }

    fn apply(&mut self) {
        let edits = std::mem::take(&mut self.edits);
        let small: Vec<Edit> = edits.iter().flat_map(|it| it.parts(&self.text)).collect();
        self.parts = self.parts.after(&small);
        self.text = apply(&self.text, &edits).into();
        (self.end, self.grown) = (0, 0);
    }
}

/// A part of a text.
#[derive(Clone, Copy)]
struct OriginPart {
    /// Where it is in the text.
    span: Span,
    /// What it was in the given text.
    origin: Span,
    /// It is unchanged; otherwise it replaced its origin.
    is_kept: bool,
}

/// A text, from the front to the back.
struct OriginMap(Vec<OriginPart>);

impl OriginMap {
    fn whole(text: &str) -> Self {
        let span = Span::new(0, text.len());
        Self(vec![OriginPart { span, origin: span, is_kept: true }])
    }

    /// What was at a place. A place without text is behind what precedes it.
    fn origin(&self, span: Span) -> Span {
        if span.is_empty() {
            return Span::empty(self.end(span.start).unwrap_or_else(|| self.start(span.start)));
        }
        let start = self.start(span.start);
        Span { start, end: self.end(span.end).unwrap_or_default().max(start) }
    }

    /// Where the byte at an offset was.
    fn start(&self, at: u32) -> u32 {
        let idx = self.0.partition_point(|it| it.span.end <= at);
        match self.0.get(idx).or(self.0.last()) {
            Some(part) if part.is_kept => part.origin.start + at.saturating_sub(part.span.start),
            Some(part) => part.origin.start,
            None => 0,
        }
    }

    /// The end of where the byte before an offset was; `None` if there is none.
    fn end(&self, at: u32) -> Option<u32> {
        let idx = self.0.partition_point(|it| it.span.end < at);
        let part = self.0.get(idx).filter(|_| at > 0)?;
        Some(if part.is_kept { part.origin.start + (at - part.span.start) } else { part.origin.end })
    }

    /// The text after edits in ascending order.
    fn after(&self, edits: &[Edit]) -> Self {
        let (mut out, mut at) = (Self(Vec::with_capacity(self.0.len() + 2 * edits.len())), 0);
        for Edit { span, text } in edits {
            self.copy(Span { start: at, end: span.start }, &mut out);
            out.push(text.len(), self.origin(*span), false);
            at = span.end;
        }
        self.copy(Span { start: at, end: u32::MAX }, &mut out);
        out
    }

    /// Appends a part of this text to another one.
    fn copy(&self, span: Span, out: &mut Self) {
        let first = self.0.partition_point(|it| it.span.end <= span.start);
        for part in self.0.iter().skip(first).take_while(|it| it.span.start < span.end) {
            let within = Span { start: part.span.start.max(span.start), end: part.span.end.min(span.end) };
            let origin = if part.is_kept { self.origin(within) } else { part.origin };
            out.push(within.len(), origin, part.is_kept);
        }
    }

    fn push(&mut self, len: usize, origin: Span, is_kept: bool) {
        let start = self.0.last().map_or(0, |it| it.span.end as usize);
        if len > 0 {
            self.0.push(OriginPart { span: Span::new(start, start + len), origin, is_kept });
        }
    }
}
