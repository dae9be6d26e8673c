//! One slip of the keyboard or of a tokenizer, at any place of a good file: is it explained, and is the file restored?
//!
//! A slip counts if it leaves the file or its payload unreadable. `outcome` lists what is measured for each.

#![allow(dead_code, unused_imports)] // Each of the programs that include it needs a part.

mod good;
mod made;
mod outcome;
mod places;
mod slip;
mod tally;
mod values;

pub(crate) use good::{File, Good, found_in};
pub(crate) use made::made;
pub(crate) use outcome::{Mark, Outcome};
pub(crate) use slip::Slip;
pub(crate) use tally::Tally;
pub(crate) use values::read;

use crate::random::Random;

/// What to measure.
pub(crate) struct Plan {
    pub(crate) seed: u64,
    /// How many broken files.
    pub(crate) n: usize,
    /// How many slips each of them has.
    pub(crate) n_slips: usize,
    /// Only slips whose kind contains this.
    pub(crate) kind: Option<String>,
}

/// Breaks the files with slips, counts their outcomes, and passes each to `look`.
pub(crate) fn measure(files: &[File], plan: &Plan, mut look: impl FnMut(&Good, &Slip, &Outcome)) -> Tally {
    let goods: Vec<Good> = files.iter().filter_map(Good::new).collect();
    assert!(!goods.is_empty(), "no good file");
    let mut random = Random::new(plan.seed.wrapping_mul(7919).wrapping_add(1));
    let mut tally = Tally::default();
    // Many slips do no harm, and a kind may be rare.
    let most_tries = plan.n.saturating_mul(if plan.kind.is_some() { 2_000 } else { 20 });
    for _ in 0..most_tries {
        if tally.n() == plan.n {
            break;
        }
        let good = random.one_of(&goods);
        let Some(slip) = slip::several(&mut random, good, plan.n_slips) else { continue };
        let is_asked_for = plan.kind.as_ref().is_none_or(|it| slip.kind.contains(it));
        if !is_asked_for || read(&slip.text).is_some() {
            continue;
        }
        let outcome = Outcome::of(good, &slip, plan.n_slips);
        look(good, &slip, &outcome);
        tally.add(&slip.kind, &outcome);
    }
    tally
}
