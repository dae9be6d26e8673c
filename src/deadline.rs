//! When a call must end even if it has not checked everything.

use std::cell::Cell;

/// Milliseconds since any moment.
type Clock = fn() -> u64;

/// After how many milliseconds the checks, the search for repairs and the rounds of `fix` end early; a report that is
/// incomplete because of that says so with the rule `too-large`. Reading a text does not end early: it takes time in
/// proportion to the text.
#[derive(Clone, Copy, Debug)]
pub struct Timeout {
    millis: u64,
    clock: Clock,
}

impl Timeout {
    /// A timeout by the caller's clock, in milliseconds since any moment: the library has no clock.
    pub fn new(millis: u64, clock: Clock) -> Self {
        Self { millis, clock }
    }

    /// Begins now: while the result lives, all calls on this thread end within this time together.
    #[must_use]
    pub fn begin(self) -> Running {
        Running::begin(Some(self))
    }
}

impl PartialEq for Timeout {
    fn eq(&self, other: &Self) -> bool {
        self.millis == other.millis
    }
}

impl Eq for Timeout {}

thread_local! {
    /// The clock, and the time at which the current call must end.
    static CURRENT: Cell<Option<(Clock, u64)>> = const { Cell::new(None) };
}

/// While this lives, calls on its thread have one deadline, whatever their options say.
#[derive(Debug)]
pub struct Running {
    is_outermost: bool,
}

impl Running {
    #[must_use]
    pub(crate) fn begin(timeout: Option<Timeout>) -> Self {
        let is_outermost = CURRENT.get().is_none();
        if is_outermost {
            CURRENT.set(timeout.map(|it| (it.clock, (it.clock)().saturating_add(it.millis))));
        }
        Self { is_outermost }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.is_outermost {
            CURRENT.set(None);
        }
    }
}

/// Whether the current call must end.
pub(crate) fn is_over() -> bool {
    CURRENT.get().is_some_and(|(clock, end)| clock() >= end)
}
