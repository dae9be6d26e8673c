//! Mutations of good and faulty texts, on which laws are checked: a text that breaks one is made as small as possible.

#![allow(dead_code, unused_imports)] // Each of the programs that include it needs a part.

mod laws;
mod minimize;
mod mutate;
mod removals;

use std::panic::{AssertUnwindSafe, catch_unwind};

use agent_response::Options;

pub(crate) use laws::laws;
pub(crate) use mutate::mutated;

use crate::examples::{examples, root};
use crate::one_text::{Law, Seen};
use crate::random::Random;
use crate::slips::{found_in, made};

/// Longer texts are skipped.
const MOST_BYTES: usize = 8_000;

/// A text that breaks a law, no longer than necessary.
pub(crate) struct Broken {
    pub(crate) law: &'static str,
    pub(crate) text: String,
    pub(crate) options: Options,
    /// What is wrong.
    pub(crate) reason: String,
}

/// The initial texts, each with its options.
pub(crate) fn texts() -> Vec<(String, Options)> {
    let mut out = examples();
    let files = found_in(&root().join("samples")).into_iter().chain(made(1));
    out.extend(files.map(|it| (it.text, Options { file_name: Some(it.name), ..Options::default() })));
    out.retain(|it| it.0.len() < MOST_BYTES);
    out
}

/// Checks the laws over a number of mutations. A text that breaks one is passed to `look`, minimized for up to `most`
/// texts per law. At the end, it prints how many texts broke each law.
pub(crate) fn check(
    texts: &[(String, Options)],
    laws: &[Law],
    (seed, n): (u64, usize),
    most: usize,
    mut look: impl FnMut(Broken),
) -> Vec<usize> {
    let mut random = Random::new(seed);
    let mut n_broken = vec![0; laws.len() + 1];
    for _ in 0..n {
        let (text, options) = mutate::mutated(&mut random, texts);
        for (idx, law, reason) in broken(&text, options, laws) {
            n_broken[idx] += 1;
            if n_broken[idx] <= most {
                look(smallest(&text, options, (idx, law, reason), laws));
            }
        }
    }
    n_broken
}

/// The laws that do not hold for the text: index, name, reason. The last index stands for a panic.
fn broken(text: &str, options: &Options, laws: &[Law]) -> Vec<(usize, &'static str, String)> {
    let checked = catch_unwind(AssertUnwindSafe(|| {
        let seen = Seen::new(text, options);
        let check = |(idx, law): (usize, &Law)| Some((idx, law.name, (law.check)(&seen).err()?));
        laws.iter().enumerate().filter_map(check).collect()
    }));
    checked.unwrap_or_else(|_| vec![(laws.len(), "no panic", "it panics".to_owned())])
}

fn smallest(text: &str, options: &Options, found: (usize, &'static str, String), laws: &[Law]) -> Broken {
    let (idx, law, reason) = found;
    let only = laws.get(idx..=idx).unwrap_or(laws);
    let text = minimize::smallest(text, |it| broken(it, options, only).iter().any(|it| it.1 == law));
    let reason = broken(&text, options, only).into_iter().find(|it| it.1 == law).map_or(reason, |it| it.2);
    Broken { law, text, options: options.clone(), reason }
}
