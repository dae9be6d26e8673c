//! Moves what was found in a part of a text to where it is in the text, or back.

use super::{AppliedFix, Diagnostic, Offsets, Position, Range, TextEdit};

/// How far a part is from the beginning of a text; what is in the text and not in the part is negative.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shift {
    /// How many lines.
    pub(crate) lines: i64,
    /// On which line of what is moved the characters move, too, and how many UTF-16 code units: where the part begins
    /// in the middle of a line.
    pub(crate) characters: (u32, i64),
    /// How many UTF-16 code units.
    pub(crate) units: i64,
    /// How many bytes.
    pub(crate) bytes: i64,
}

impl Shift {
    /// Moves a finding with its fixes. The places in decoded documents stay.
    pub(crate) fn diagnostic(self, it: &mut Diagnostic) {
        self.place(&mut it.range, &mut it.from, &mut it.to, &mut it.bytes);
        for it in &mut it.related {
            self.place(&mut it.range, &mut it.from, &mut it.to, &mut it.bytes);
        }
        it.fixes.iter_mut().for_each(|it| self.edits(&mut it.edits));
    }

    /// Moves an entry of a ledger.
    pub(crate) fn applied(self, it: &mut AppliedFix) {
        self.place(&mut it.range, &mut it.from, &mut it.to, &mut it.bytes);
        self.edits(&mut it.edits);
    }

    fn edits(self, edits: &mut [TextEdit]) {
        for it in edits {
            self.place(&mut it.range, &mut it.from, &mut it.to, &mut it.bytes);
        }
    }

    fn place(self, range: &mut Range, from: &mut u32, to: &mut u32, bytes: &mut Offsets) {
        for at in [&mut range.start, &mut range.end] {
            self.position(at);
        }
        for at in [from, to] {
            *at = moved(*at, self.units);
        }
        for at in [&mut bytes.from, &mut bytes.to] {
            *at = moved(*at, self.bytes);
        }
    }

    fn position(self, at: &mut Position) {
        if at.line == self.characters.0 {
            at.character = moved(at.character, self.characters.1);
        }
        at.line = moved(at.line, self.lines);
    }
}

fn moved(at: u32, by: i64) -> u32 {
    u32::try_from(i64::from(at) + by).unwrap_or_default()
}
