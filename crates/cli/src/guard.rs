//! Panics: a bug affects only the current file and the exit status, 3, and is reported in one line.

use std::{
    cell::RefCell,
    panic::{AssertUnwindSafe, catch_unwind, set_hook},
};

thread_local! {
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the place and the message of a panic instead of printing them.
pub(super) fn install() {
    set_hook(Box::new(|info| LAST_PANIC.with(|it| *it.borrow_mut() = info.to_string().replace('\n', " "))));
}

/// Does the work; if it panics, returns where and why.
pub(super) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| last_panic())
}

/// The message of the last panic.
pub(super) fn last_panic() -> String {
    LAST_PANIC.with(RefCell::take)
}

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use super::{guarded, install};

    #[test]
    fn a_panic_becomes_one_line() {
        install();
        let outcome: Result<(), String> = guarded(|| panic!("two\nlines"));
        let words = outcome.err().unwrap_or_default();
        assert!(words.contains("two lines") && words.contains("guard.rs"), "{words}");
        assert_eq!(guarded(|| 1), Ok(1));
    }
}
