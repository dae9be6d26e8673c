//! What was read before in the same call: fixes change a part of a text, and the rest is read again in each round.

use std::{cell::RefCell, collections::VecDeque};

use super::{Slip, TextLevel, whole};

/// How many texts are kept, and how many bytes of texts and edits if they are more than one.
const MOST: usize = 64;
const MOST_BYTES: usize = 1 << 22;

/// The texts that a call has read, so that it reads none of them twice. The oldest are first.
#[derive(Debug, Default)]
pub(crate) struct Readings(RefCell<VecDeque<ReadText>>);

/// A text and its slips.
#[derive(Debug)]
struct ReadText {
    text: String,
    level: TextLevel,
    slips: Option<Vec<Slip>>,
}

impl ReadText {
    /// How many bytes it takes, at least.
    fn size(&self) -> usize {
        let edits = self.slips.iter().flatten().flat_map(|it| &it.edits);
        self.text.len() + edits.map(|it| size_of_val(it) + it.text.len()).sum::<usize>()
    }
}

impl Readings {
    /// The slips of a text, which is read only if it is new.
    pub(super) fn slips(&self, text: &str, level: TextLevel) -> Option<Vec<Slip>> {
        let mut all = self.0.borrow_mut();
        if let Some(known) = all.iter().find(|it| it.level == level && it.text == text) {
            return known.slips.clone();
        }
        let slips = whole::slips(text, level);
        all.push_back(ReadText { text: text.to_owned(), level, slips: slips.clone() });
        let mut size: usize = all.iter().map(ReadText::size).sum();
        while all.len() > MOST || size > MOST_BYTES && all.len() > 1 {
            size -= all.pop_front().map_or(0, |it| it.size());
        }
        slips
    }
}
