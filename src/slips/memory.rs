//! Explanations during one call: fixes read a text repeatedly while they try what helps.

use std::{cell::RefCell, collections::VecDeque};

use super::{Slip, TextLevel};

/// How many texts are remembered, and how many bytes of texts and edits if they are more than one.
const MOST: usize = 64;
const MOST_BYTES: usize = 1 << 22;

/// An explained text.
struct Explained {
    text: String,
    level: TextLevel,
    slips: Option<Vec<Slip>>,
}

impl Explained {
    /// How many bytes it takes, at least.
    fn size(&self) -> usize {
        let edits = self.slips.iter().flatten().flat_map(|it| &it.edits);
        self.text.len() + edits.map(|it| size_of_val(it) + it.text.len()).sum::<usize>()
    }
}

#[derive(Default)]
struct Memory {
    /// How many nested calls are remembering.
    n_calls: usize,
    /// The oldest first.
    entries: VecDeque<Explained>,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// While it lives, no text is explained twice on its thread. Without one, nothing is kept between calls.
pub struct Remembering(());

impl Remembering {
    /// Begins remembering.
    #[must_use]
    pub fn begin() -> Self {
        MEMORY.with_borrow_mut(|it| it.n_calls += 1);
        Self(())
    }
}

impl Drop for Remembering {
    fn drop(&mut self) {
        MEMORY.with_borrow_mut(|memory| {
            memory.n_calls -= 1;
            if memory.n_calls == 0 {
                *memory = Memory::default();
            }
        });
    }
}

/// The remembered slips of a text, or those found now.
pub(super) fn recalled(
    text: &str,
    level: TextLevel,
    find_out: impl FnOnce(&str, TextLevel) -> Option<Vec<Slip>>,
) -> Option<Vec<Slip>> {
    let is_it = |it: &&Explained| it.level == level && it.text == text;
    let known = MEMORY.with_borrow(|it| it.entries.iter().find(is_it).map(|it| it.slips.clone()));
    if let Some(known) = known {
        return known;
    }
    let slips = find_out(text, level);
    MEMORY.with_borrow_mut(|memory| {
        if memory.n_calls == 0 {
            return;
        }
        memory.entries.push_back(Explained { text: text.to_owned(), level, slips: slips.clone() });
        let mut size: usize = memory.entries.iter().map(Explained::size).sum();
        while memory.entries.len() > MOST || size > MOST_BYTES && memory.entries.len() > 1 {
            size -= memory.entries.pop_front().map_or(0, |it| it.size());
        }
    });
    slips
}
