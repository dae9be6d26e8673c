//! Measures the outcomes of slips, one table per run: `cargo slips --seed 3 --n 4000 --show 2`.
//!
//! `--files DIR` breaks the response files below a folder instead of files made from the seed, `--slips 2` makes two
//! slips in each, `--kind "missing: payload"` keeps only kinds that contain the words, and `--show 10` prints up to ten
//! slips of each kind that do harm, are called valid or are not restored; `--only wrong` shows only slips in that
//! column, `--only not-found` only those that are not in it. `--save DIR` writes each slip that is shown to a folder,
//! next to the good file.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)] // A test program may panic.

#[path = "../tests/it/random.rs"]
mod random;
#[path = "../tests/slips/mod.rs"]
mod slips;

use std::{collections::HashMap, path::Path, time::Instant};

use agent_response::Severity;
use slips::{Good, Mark, Outcome, Plan, Slip, found_in, made, measure};

/// Bytes shown on either side of a slip.
const SHOWN: usize = 50;

struct Arguments {
    plan: Plan,
    files: Option<String>,
    /// How many failing slips of each kind are shown.
    n_shown: usize,
    /// Only slips with this mark, or only those without it.
    only: Option<(Mark, bool)>,
    /// The folder that they are written to.
    saved: Option<String>,
}

fn main() {
    let arguments = Arguments::read(std::env::args().skip(1));
    let plan = &arguments.plan;
    let files = arguments.files.as_ref().map_or_else(|| made(plan.seed), |it| found_in(Path::new(it)));
    let start = Instant::now();
    let mut n_shown: HashMap<String, usize> = HashMap::new();
    let tally = measure(&files, plan, |good, slip, outcome| {
        let is_failure = outcome.has(Mark::Harm) || outcome.has(Mark::Valid) || !outcome.has(Mark::Best);
        let is_failure = arguments.only.map_or(is_failure, |(mark, is_in)| outcome.has(mark) == is_in);
        let n_shown = n_shown.entry(slip.kind.clone()).or_default();
        if is_failure && *n_shown < arguments.n_shown {
            *n_shown += 1;
            show(good, slip, outcome);
            if let Some(folder) = &arguments.saved {
                save(Path::new(folder), good, slip);
            }
        }
    });
    println!("{tally}, in {:.1} s", start.elapsed().as_secs_f64());
}

impl Arguments {
    fn read(mut words: impl Iterator<Item = String>) -> Self {
        let plan = Plan { seed: 1, n: 3000, n_slips: 1, kind: None };
        let mut out = Self { plan, files: None, n_shown: 0, only: None, saved: None };
        while let Some(word) = words.next() {
            let value = words.next().unwrap_or_else(|| panic!("{word} has no value"));
            let number = || value.parse::<usize>().unwrap_or_else(|_| panic!("{word} {value}: expected a number"));
            match word.as_str() {
                "--seed" => out.plan.seed = number() as u64,
                "--n" => out.plan.n = number(),
                "--slips" => out.plan.n_slips = number(),
                "--kind" => out.plan.kind = Some(value),
                "--files" => out.files = Some(value),
                "--only" => out.only = Some(mark(&value)),
                "--save" => out.saved = Some(value),
                "--show" => out.n_shown = number(),
                _ => panic!("{word}: expected --seed, --n, --slips, --kind, --files, --show, --save or --only"),
            }
        }
        out
    }
}

/// A column, and whether slips in it are meant or, if its name begins with `not-`, those not in it.
fn mark(name: &str) -> (Mark, bool) {
    let (name, is_in) = name.strip_prefix("not-").map_or((name, true), |it| (it, false));
    let all: Vec<_> = Mark::ALL.iter().map(|it| it.name()).collect();
    let found = Mark::ALL.into_iter().find(|it| it.name() == name).map(|it| (it, is_in));
    found.unwrap_or_else(|| panic!("--only {name}: expected one of {}", all.join(", ")))
}

fn show(good: &Good, slip: &Slip, outcome: &Outcome) {
    let verdict = if outcome.has(Mark::Valid) {
        "CALLED VALID"
    } else if outcome.has(Mark::Harm) {
        "HARM"
    } else if outcome.has(Mark::Wrong) {
        "WRONG"
    } else if outcome.has(Mark::Best) {
        "RESTORED"
    } else {
        "NOT RESTORED"
    };
    let marks: Vec<_> = outcome.marks.iter().map(|it| it.name()).collect();
    println!("{verdict} {} in {} at {}: {}", slip.kind, good.file.origin, slip.at, marks.join(" "));
    println!("    …{:?}…", around(&slip.text, slip.at));
    for error in outcome.report.diagnostics.iter().filter(|it| it.severity == Severity::Error).take(3) {
        let start = error.range.start;
        println!("    {}:{} {}: {}", start.line + 1, start.character + 1, error.code, error.message);
    }
}

fn save(folder: &Path, good: &Good, slip: &Slip) {
    std::fs::create_dir_all(folder).unwrap();
    // The origin of a file from a folder is its path.
    let origin = good.file.origin.replace('/', "-");
    for (what, text) in [("good", &good.file.text), ("broken", &slip.text)] {
        std::fs::write(folder.join(format!("{origin}-{}.{what}.json", slip.at)), text).unwrap();
    }
}

fn around(text: &str, at: usize) -> &str {
    let from = (0..=at.saturating_sub(SHOWN)).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0);
    let to = (at + SHOWN..text.len()).find(|it| text.is_char_boundary(*it)).unwrap_or(text.len());
    &text[from..to]
}
