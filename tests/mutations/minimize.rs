//! Removes from a text what is not needed for it to fail.

/// The most runs of the check: what is left then is short enough.
const MOST_RUNS: usize = 4_000;

/// The text without all chunks that it can lose and still fail.
pub(crate) fn smallest(text: &str, mut fails: impl FnMut(&str) -> bool) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let mut n_left = MOST_RUNS;
    let mut size = chars.len().div_ceil(2);
    while size > 0 && n_left > 0 {
        let n_before = chars.len();
        let mut at = 0;
        while at < chars.len() && n_left > 0 {
            let rest: Vec<char> = chars[..at].iter().chain(&chars[(at + size).min(chars.len())..]).copied().collect();
            n_left -= 1;
            if fails(&rest.iter().collect::<String>()) {
                chars = rest;
            } else {
                at += size;
            }
        }
        // What could not be removed before may be removable now.
        let is_done = chars.len() == n_before;
        size = if is_done || size > 1 { size / 2 } else { size };
    }
    chars.into_iter().collect()
}
