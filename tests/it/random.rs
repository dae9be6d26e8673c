//! Pseudorandom numbers that are the same on every run.

#![allow(dead_code)] // Each of the programs that include it needs a part.

/// Whether each test reads only a fifth of its texts (`make quick`).
pub(crate) fn is_quick() -> bool {
    std::env::var_os("QUICK").is_some()
}

/// A number of texts, or a fifth of it.
pub(crate) fn few(n: usize) -> usize {
    if is_quick() { n.div_ceil(5) } else { n }
}

/// All, or every fifth.
pub(crate) fn some<T>(all: Vec<T>) -> Vec<T> {
    let step = if is_quick() { 5 } else { 1 };
    all.into_iter().step_by(step).collect()
}

pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Numbers that depend only on a text.
    pub(crate) fn of(text: &str) -> Self {
        Self(hash(text))
    }

    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to below `end`; 0 if there is none.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).unwrap()
    }

    pub(crate) fn one_of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// FNV-1a.
pub(crate) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, it| (hash ^ u64::from(it)).wrapping_mul(0x0100_0000_01b3))
}
