//! Explanations during one call: fixes read a text repeatedly while they try what helps.

use std::cell::RefCell;

use super::{Slip, TextLevel};

/// How many texts are remembered.
const MOST: usize = 64;

/// An explained text.
struct Explained {
    text: String,
    level: TextLevel,
    slips: Option<Vec<Slip>>,
}

#[derive(Default)]
struct Memory {
    /// How many nested calls are remembering.
    n_calls: usize,
    entries: Vec<Explained>,
    /// The entry that is replaced next.
    oldest: usize,
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
        let entry = Explained { text: text.to_owned(), level, slips: slips.clone() };
        let oldest = memory.oldest;
        match memory.entries.get_mut(oldest) {
            Some(old) => *old = entry,
            None => memory.entries.push(entry),
        }
        memory.oldest = (oldest + 1) % MOST;
    });
    slips
}
