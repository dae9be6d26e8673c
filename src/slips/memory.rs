//! Explanations during one call: fixes read a text repeatedly while they try what helps.

use std::cell::RefCell;

use super::{Explanation, ReadingScope, TextLevel};

/// How many texts are remembered.
const MOST: usize = 64;

/// An explained text.
struct Explained {
    text: String,
    question: (TextLevel, ReadingScope),
    answer: Option<Explanation>,
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

/// The remembered explanation of a text, or a new one.
pub(super) fn recalled(
    text: &str,
    question: (TextLevel, ReadingScope),
    find_out: impl FnOnce(&str, (TextLevel, ReadingScope)) -> Option<Explanation>,
) -> Option<Explanation> {
    let is_it = |it: &&Explained| it.question == question && it.text == text;
    let known = MEMORY.with_borrow(|it| it.entries.iter().find(is_it).map(|it| it.answer.clone()));
    if let Some(known) = known {
        return known;
    }
    let found = find_out(text, question);
    MEMORY.with_borrow_mut(|memory| {
        if memory.n_calls == 0 {
            return;
        }
        let entry = Explained { text: text.to_owned(), question, answer: found.clone() };
        let oldest = memory.oldest;
        match memory.entries.get_mut(oldest) {
            Some(old) => *old = entry,
            None => memory.entries.push(entry),
        }
        memory.oldest = (oldest + 1) % MOST;
    });
    found
}
