//! Places in a file of records.

use std::cell::Cell;

use crate::report::{Offsets, Position, Range, Shift};
use crate::text::utf16_len;

/// Where a line begins, in every coordinate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Start {
    pub(super) line: u32,
    pub(super) bytes: u32,
    pub(super) units: u32,
    /// The units before the line.
    pub(super) line_units: u32,
}

impl Start {
    pub(super) fn shift(self) -> Shift {
        let [lines, units, bytes, in_line] =
            [self.line, self.units, self.bytes, self.units - self.line_units].map(i64::from);
        Shift { lines, characters: (0, in_line), units, bytes }
    }

    pub(super) fn after(self, text: &str) -> Self {
        let n_breaks = text.bytes().filter(|it| *it == b'\n').count();
        let last = text.rfind('\n').map(|it| it + 1);
        let before = |end: usize| utf16_len(text.get(..end).unwrap_or_default().as_bytes());
        Self {
            line: self.line + u32::try_from(n_breaks).unwrap_or(u32::MAX),
            bytes: self.bytes + u32::try_from(text.len()).unwrap_or(u32::MAX),
            units: self.units + utf16_len(text.as_bytes()),
            line_units: last.map_or(self.line_units, |it| self.units + before(it)),
        }
    }
}

/// Counts the places of offsets, each from the one before: most follow each other.
pub(super) struct PlaceCounter<'t> {
    text: &'t str,
    begin: Start,
    last: Cell<(usize, Start)>,
}

impl<'t> PlaceCounter<'t> {
    /// Of a text that begins at a place.
    pub(super) fn new(text: &'t str, begin: Start) -> Self {
        Self { text, begin, last: Cell::new((0, begin)) }
    }

    pub(super) fn at(&self, offset: usize) -> Start {
        let (from, start) = Some(self.last.get()).filter(|it| it.0 <= offset).unwrap_or((0, self.begin));
        let there = start.after(self.text.get(from..offset).unwrap_or_default());
        self.last.set((offset, there));
        there
    }
}

/// A range, in every coordinate.
#[derive(Clone, Copy)]
pub(super) struct LineSpan {
    pub(super) start: Start,
    pub(super) end: Start,
}

impl LineSpan {
    /// Its range, its offsets in UTF-16 code units, and those in bytes.
    pub(super) fn all(self) -> (Range, u32, u32, Offsets) {
        let Self { start, end } = self;
        let place = |it: Start| Position { line: it.line, character: it.units - it.line_units };
        let range = Range { start: place(start), end: place(end) };
        (range, start.units, end.units, Offsets { from: start.bytes, to: end.bytes })
    }
}

/// All of a line.
pub(super) fn whole_line(line: &str, start: Start) -> LineSpan {
    LineSpan { start, end: start.after(line) }
}
