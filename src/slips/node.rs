//! A text with some edits applied, and how far strict parsing gets in it.

use std::cell::OnceCell;
use std::rc::Rc;

use super::judgment::Judgment;
use super::moves::Move;
use super::scan::{Lexeme, LexemeKind, NONE, Next, Stop, Why};
use crate::text::{key_of, unsigned};

/// A text with some edits applied.
pub(super) struct Candidate {
    pub(super) text: String,
    pub(super) tokens: Vec<Lexeme>,
    pub(super) stop: Stop,
    pub(super) steps: Vec<Move>,
    pub(super) price: i32,
    pub(super) is_dialect: bool,
    /// The price, including that of the reading so far.
    pub(super) total: i32,
    /// How plausible its beginning is, which most edits do not change.
    pub(super) judgment: Judgment,
    /// For each bracket, the token that closes it; computed on demand.
    pub(super) closers: OnceCell<Vec<usize>>,
}

/// A promising edit of a text. The edited text is created only if the search continues from it.
pub(super) struct Expansion {
    pub(super) node: Rc<Candidate>,
    pub(super) step: Move,
    pub(super) stop: Stop,
    /// The price of all edits, including that of the reading so far.
    pub(super) total: i32,
}

impl Candidate {
    /// Whether strict parsing succeeds.
    pub(super) fn is_whole(&self) -> bool {
        self.stop.why == Why::Whole
    }

    /// Whether distant text does not affect where reading stops, because no string or comment is open there.
    pub(super) fn is_settled(&self) -> bool {
        let first = self.text.as_bytes().get(self.stop.at);
        let is_broken = self.stop.why == Why::Broken && !self.is_dialect && !self.is_unclosed();
        is_broken && !matches!(first, None | Some(b'/' | b'#' | 0xE2))
    }

    /// The token that closes a bracket.
    pub(super) fn closer(&self, bracket: usize) -> Option<usize> {
        let closers = self.closers.get_or_init(|| {
            let mut all = vec![NONE; self.tokens.len()];
            for (before, pair) in self.tokens.windows(2).enumerate() {
                if let [token, closer] = pair
                    && matches!(closer.kind, LexemeKind::CloseBrace | LexemeKind::CloseBracket)
                    && let Some(known) = all.get_mut(token.holder)
                {
                    *known = before + 1;
                }
            }
            all
        });
        closers.get(bracket).copied().filter(|it| *it != NONE)
    }

    /// The string around an offset, by its opening quote. Nonstandard quotes do not count.
    pub(super) fn string_at(&self, at: usize) -> Option<usize> {
        let token = self.tokens.get(self.tokens.partition_point(|it| it.end <= at));
        let start = match token {
            Some(token) if matches!(token.kind, LexemeKind::Key | LexemeKind::Text) => token.start,
            None if self.is_unclosed() => self.stop.at,
            _ => return None,
        };
        (start < at && self.text.as_bytes().get(start) == Some(&b'"')).then_some(start)
    }

    /// Whether reading stopped at a string that is never closed and so is not a token.
    pub(super) fn is_unclosed(&self) -> bool {
        let is_due = self.tokens.last().is_none_or(|it| !matches!(it.next, Next::Colon | Next::After | Next::Nothing));
        is_due && self.text.as_bytes().get(self.stop.at) == Some(&b'"')
    }
}

impl Expansion {
    /// All edits, in the order in which they are made.
    pub(super) fn steps(&self) -> impl Iterator<Item = &Move> {
        self.node.steps.iter().chain([&self.step])
    }

    pub(super) fn price(&self) -> i32 {
        self.node.price + self.step.price
    }

    /// The bytes read after the last edit.
    pub(super) fn has_read(&self) -> usize {
        self.stop.at.saturating_sub(self.step.at + self.step.text.len())
    }

    /// Lower is more promising.
    pub(super) fn rank(&self) -> i32 {
        let reached = self.stop.at.min(1 << 24);
        let gained = i32::try_from(reached).unwrap_or(i32::MAX >> 2);
        self.total - (gained / 2)
    }

    /// Lower is better. Among edits with the same effect, missing text goes on a line that is blank now, or else as
    /// early as possible; of a character that appears twice, the second is superfluous.
    pub(super) fn order(&self) -> u64 {
        let place = |step: &Move| u32::try_from(step.at).unwrap_or(u32::MAX / 8);
        let at = |step: &Move| match () {
            () if step.len > 0 && self.byte(step.at) != Some(b'\\') => u32::MAX / 8 - place(step),
            () if self.is_on_blank_line(step) => 0,
            () => place(step),
        };
        key_of(unsigned(self.total), self.steps().map(at).fold(0, u32::saturating_add))
    }

    /// Whether the inserted text is alone on its line.
    fn is_on_blank_line(&self, step: &Move) -> bool {
        let mut before = (0..step.at).rev().map(|it| self.byte(it));
        before.find(|it| !matches!(it, Some(b' ' | b'\t'))) == Some(Some(b'\n'))
            && self.byte(step.at + step.text.len()) == Some(b'\n')
    }

    /// The edited text in parts: before the edit, the edit, and after it.
    fn parts(&self) -> [&[u8]; 3] {
        let (text, step) = (self.node.text.as_bytes(), &self.step);
        let before = text.get(..step.at).unwrap_or_default();
        [before, step.text.as_bytes(), text.get(step.at + step.len..).unwrap_or_default()]
    }

    /// A byte of the edited text.
    fn byte(&self, mut at: usize) -> Option<u8> {
        for part in self.parts() {
            match part.get(at) {
                Some(byte) => return Some(*byte),
                None => at -= part.len(),
            }
        }
        None
    }

    /// Whether another edit produces the same text.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let len = |it: &Self| it.parts().iter().map(|it| it.len()).sum::<usize>();
        self.stop == other.stop && len(self) == len(other) && are_equal(self.parts(), other.parts())
    }
}

/// Whether two texts of equal length, each given in parts, are equal.
fn are_equal(left: [&[u8]; 3], right: [&[u8]; 3]) -> bool {
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    let (mut one, mut other): (&[u8], &[u8]) = (&[], &[]);
    loop {
        while one.is_empty() {
            let Some(next) = left.next() else { return true };
            one = next;
        }
        while other.is_empty() {
            let Some(next) = right.next() else { return true };
            other = next;
        }
        let len = one.len().min(other.len());
        let ((one_begin, one_rest), (begin, rest)) = (one.split_at(len), other.split_at(len));
        if one_begin != begin {
            return false;
        }
        (one, other) = (one_rest, rest);
    }
}
