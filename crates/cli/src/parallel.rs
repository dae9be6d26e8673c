//! Work on many items in parallel, with the results in the order of the items.

use std::{
    collections::BTreeMap,
    num::NonZero,
    sync::{Condvar, Mutex, PoisonError, mpsc},
    thread,
};

/// Below this number of items, starting threads costs more than it saves.
const FEW: usize = 16;
/// How many items are taken at once if there are many: each time, another thread may have to be woken.
const MOST_AT_ONCE: usize = 16;
/// How many results of large items may wait for an earlier one, for each thread.
const AHEAD: usize = 2;

/// Does `work` on every item, on all processors, and passes on the results in order. Idle threads take items from the
/// iterator: one by one at first, later several at once.
pub(super) fn in_order<T: Send, R: Send>(
    mut items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    done: impl FnMut(R),
) {
    let first: Vec<T> = items.by_ref().take(FEW).collect();
    let most_at_once = if first.len() < FEW { 0 } else { MOST_AT_ONCE };
    spread(first.into_iter().chain(items), (most_at_once, usize::MAX), work, done);
}

/// The same for any number of items that are large, or that come slowly: each is taken by itself, its result is passed on
/// as soon as those before it are, and few results wait in memory.
pub(super) fn one_by_one<T: Send, R: Send>(
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    done: impl FnMut(R),
) {
    spread(items, (1, AHEAD), work, done);
}

/// How many items are taken at once, and how many results of each thread may wait. With 0 items at once, no other thread
/// helps.
fn spread<T: Send, R: Send>(
    items: impl Iterator<Item = T> + Send,
    (most_at_once, ahead): (usize, usize),
    work: impl Fn(T) -> R + Sync,
    mut done: impl FnMut(R),
) {
    // WebAssembly has no threads; without what starts them, the command in Node is smaller.
    let workers =
        if cfg!(target_family = "wasm") { 1 } else { thread::available_parallelism().map_or(1, NonZero::get) };
    if workers == 1 || most_at_once == 0 {
        return items.for_each(|it| done(work(it)));
    }
    let items = Mutex::new((0, items));
    let gate = Gate { open_to: Mutex::new(0), moved: Condvar::new(), ahead: ahead.saturating_mul(workers) };
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, items, work, gate) = (sender.clone(), &items, &work, &gate);
            scope.spawn(move || {
                let _opened = GateOpener(gate);
                while let Some((start, some)) = next(items, most_at_once) {
                    gate.wait(start);
                    let some: Vec<R> = some.into_iter().map(work).collect();
                    if sender.send((start, some)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        sort(results, &gate, done);
    });
}

/// Passes on results in order; those that arrive early wait.
fn sort<R>(results: mpsc::Receiver<(usize, Vec<R>)>, gate: &Gate, mut done: impl FnMut(R)) {
    let _opened = GateOpener(gate);
    let (mut waiting, mut due) = (BTreeMap::new(), 0);
    for (start, some) in results {
        waiting.insert(start, some);
        while let Some(some) = waiting.remove(&due) {
            due += some.len();
            some.into_iter().for_each(&mut done);
            gate.open(due);
        }
    }
}

/// The next items, and how many were taken before them.
fn next<T>(items: &Mutex<(usize, impl Iterator<Item = T>)>, most_at_once: usize) -> Option<(usize, Vec<T>)> {
    let (n_taken, items) = &mut *items.lock().unwrap_or_else(PoisonError::into_inner);
    let some: Vec<T> = items.take((*n_taken / FEW).clamp(1, most_at_once)).collect();
    let start = *n_taken;
    *n_taken += some.len();
    (!some.is_empty()).then_some((start, some))
}

/// Keeps the threads from running ahead of a result that takes long, so that few results wait in memory.
struct Gate {
    /// The results before this one have been passed on.
    open_to: Mutex<usize>,
    moved: Condvar,
    ahead: usize,
}

impl Gate {
    /// Waits until an item is near enough. The next one always is.
    fn wait(&self, start: usize) {
        let open_to = self.open_to.lock().unwrap_or_else(PoisonError::into_inner);
        let is_far = |open_to: &mut usize| start >= open_to.saturating_add(self.ahead);
        drop(self.moved.wait_while(open_to, is_far).unwrap_or_else(PoisonError::into_inner));
    }

    fn open(&self, to: usize) {
        let mut open_to = self.open_to.lock().unwrap_or_else(PoisonError::into_inner);
        *open_to = (*open_to).max(to);
        self.moved.notify_all();
    }
}

/// Opens the gate for good: nobody waits for a thread that has ended, in whatever way.
struct GateOpener<'a>(&'a Gate);

impl Drop for GateOpener<'_> {
    fn drop(&mut self) {
        self.0.open(usize::MAX);
    }
}

#[cfg(test)]
mod tests {
    use std::{
        panic::{AssertUnwindSafe, catch_unwind},
        sync::atomic::{AtomicUsize, Ordering},
    };

    use super::{in_order, one_by_one};

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..1_000).collect();
        let mut seen = Vec::new();
        in_order(items.iter().copied(), |it| it * 2, |it| seen.push(it));
        one_by_one(items.iter().copied(), |it| it * 2, |it| seen.push(it));
        assert_eq!(seen, items.iter().chain(&items).map(|it| it * 2).collect::<Vec<_>>());
    }

    #[test]
    fn few_results_wait_for_a_slow_one() {
        let (n_taken, mut n_done, mut most) = (AtomicUsize::new(0), 0, 0);
        let items = (0..2_000).inspect(|_| {
            n_taken.fetch_add(1, Ordering::Relaxed);
        });
        let slow = |it| {
            if it == 0 {
                std::thread::sleep(std::time::Duration::from_millis(50))
            }
        };
        one_by_one(items, slow, |()| {
            most = most.max(n_taken.load(Ordering::Relaxed) - n_done);
            n_done += 1;
        });
        let workers = std::thread::available_parallelism().unwrap().get();
        // Each thread has one, and takes one that waits at the gate.
        assert!(n_done == 2_000 && most <= (super::AHEAD + 2) * workers, "{most}");
    }

    #[test]
    fn a_panic_leaves_nobody_waiting() {
        let work = |it| assert!(it != 3, "as wanted");
        assert!(catch_unwind(AssertUnwindSafe(|| one_by_one(0..500, work, drop))).is_err());
        assert!(catch_unwind(|| one_by_one(0..500, drop, |()| panic!("as wanted"))).is_err());
    }
}
