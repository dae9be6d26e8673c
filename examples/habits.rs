//! Measures what becomes of texts with the same fault everywhere, one table per run: `cargo habits --seed 3 --n 3000`.
//!
//! `--kind "raw quotes"` keeps only kinds that contain the words, and `--show 5` prints up to five texts of each kind that are
//! not restored.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)] // A test program may panic.

#[path = "../tests/habits/mod.rs"]
mod habits;
#[path = "../tests/it/random.rs"]
mod random;

use std::{collections::HashMap, time::Instant};

use habits::{HabitMark, HabitPlan, measure};

fn main() {
    let mut plan = HabitPlan { seed: 1, n: 3000, kind: None };
    let mut most_shown = 0;
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().unwrap_or_else(|| panic!("{word} has no value"));
        let number = || value.parse::<usize>().unwrap_or_else(|_| panic!("{word} {value}: expected a number"));
        match word.as_str() {
            "--seed" => plan.seed = number() as u64,
            "--n" => plan.n = number(),
            "--show" => most_shown = number(),
            "--kind" => plan.kind = Some(value),
            _ => panic!("{word}: expected --seed, --n, --kind or --show"),
        }
    }
    let start = Instant::now();
    let mut n_shown: HashMap<&str, usize> = HashMap::new();
    let tally = measure(&plan, |text, marks| {
        let n_shown = n_shown.entry(text.kind).or_default();
        if !marks.contains(&HabitMark::Restored) && *n_shown < most_shown {
            *n_shown += 1;
            println!("{}, {:?}: {marks:?}\n{}\n", text.kind, text.form, text.text);
        }
    });
    println!("{tally}\nin {:.1} s", start.elapsed().as_secs_f64());
}
