//! Checks laws over mutations of the project's examples: `cargo mutations --n 1000000 --threads 2`.
//!
//! A text that breaks a law is printed after everything unneeded is removed from it, up to `--show 10` texts for each
//! law. `--law valid` checks only laws whose name contains the word, `--seed 3` makes other mutations.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)] // A test program may panic.
#![allow(dead_code)] // The test modules have more than it needs.

#[path = "../tests/it/blocks.rs"]
mod blocks;
#[path = "../tests/it/examples.rs"]
mod examples;
#[path = "../tests/it/json_texts.rs"]
mod json_texts;
#[path = "../tests/mutations/mod.rs"]
mod mutations;
#[path = "../tests/it/one_text.rs"]
mod one_text;
#[path = "../tests/it/random.rs"]
mod random;
#[path = "../tests/slips/mod.rs"]
mod slips;

use std::{collections::HashSet, sync::Mutex, time::Instant};

use agent_response::Options;
use mutations::{Broken, check, laws, texts};
use one_text::{Law, NOT_YET};

struct Arguments {
    seed: u64,
    /// How many texts.
    n: usize,
    n_threads: usize,
    /// How many texts that break a law are shown.
    n_shown: usize,
    /// A part of the names of laws.
    law: String,
}

fn main() {
    let arguments = Arguments::read(std::env::args().skip(1));
    let laws: Vec<Law> = laws().into_iter().filter(|it| it.name.contains(&arguments.law)).collect();
    let texts = texts();
    // A panic counts as a broken law.
    std::panic::set_hook(Box::new(|_| ()));
    let start = Instant::now();
    let n_broken = run(&arguments, &texts, &laws);
    let seconds = start.elapsed().as_secs_f64();
    for (name, n) in laws.iter().map(|it| it.name).chain(["no panic"]).zip(&n_broken) {
        let note = if NOT_YET.contains(&name) { ", not asserted yet" } else { "" };
        println!("{name:<36} {n:>8} broken{note}");
    }
    println!("{} texts in {seconds:.1} s, {:.0} a second", arguments.n, arguments.n as f64 / seconds);
    let names = laws.iter().map(|it| it.name).chain(["no panic"]);
    if names.zip(&n_broken).any(|(name, n)| *n > 0 && !NOT_YET.contains(&name)) {
        std::process::exit(1);
    }
}

/// How many texts break each law, after all threads.
fn run(arguments: &Arguments, texts: &[(String, Options)], laws: &[Law]) -> Vec<usize> {
    let shown = Mutex::new(HashSet::new());
    let n_of_each = arguments.n.div_ceil(arguments.n_threads);
    let work = |idx: usize| {
        let seed = arguments.seed.wrapping_mul(1_000_003).wrapping_add(idx as u64);
        // Several texts often shrink to the same one.
        let most = arguments.n_shown * 4;
        check(texts, laws, (seed, n_of_each), most, |it| show(&it, &mut shown.lock().unwrap(), arguments.n_shown))
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..arguments.n_threads).map(|idx| scope.spawn(move || work(idx))).collect();
        let counts = threads.into_iter().map(|it| it.join().unwrap());
        counts.reduce(|one, other| one.iter().zip(&other).map(|(one, other)| one + other).collect()).unwrap()
    })
}

fn show(broken: &Broken, shown: &mut HashSet<(&'static str, String)>, most: usize) {
    let n_shown = shown.iter().filter(|it| it.0 == broken.law).count();
    if n_shown < most && shown.insert((broken.law, shape(&broken.text))) {
        let Options { file_name, format, .. } = &broken.options;
        println!("{}: {:?}\n    file {file_name:?}, format {format:?}\n    {}", broken.law, broken.text, broken.reason);
    }
}

/// The text without what makes no difference: two texts of the same shape usually fail for the same reason.
fn shape(text: &str) -> String {
    let mut out: Vec<char> = text.chars().map(|it| if it.is_alphanumeric() { 'a' } else { it }).collect();
    out.dedup();
    out.into_iter().collect()
}

impl Arguments {
    fn read(mut words: impl Iterator<Item = String>) -> Self {
        let mut out = Self { seed: 1, n: 100_000, n_threads: 1, n_shown: 10, law: String::new() };
        while let Some(word) = words.next() {
            let value = words.next().unwrap_or_else(|| panic!("{word} has no value"));
            let number = || value.parse::<usize>().unwrap_or_else(|_| panic!("{word} {value}: expected a number"));
            match word.as_str() {
                "--seed" => out.seed = number() as u64,
                "--n" => out.n = number(),
                "--threads" => out.n_threads = number().max(1),
                "--show" => out.n_shown = number(),
                "--law" => out.law = value,
                _ => panic!("{word}: expected --seed, --n, --threads, --show or --law"),
            }
        }
        out
    }
}
