//! Work on many items in parallel, with the results in the order of the items.

use std::{
    collections::BTreeMap,
    num::NonZero,
    sync::{Mutex, PoisonError, mpsc},
    thread,
};

/// Below this number of items, starting threads costs more than it saves.
const FEW: usize = 16;
/// How many items are taken at once if there are many: each time, another thread may have to be woken.
const MOST_AT_ONCE: usize = 16;

/// Does `work` on every item, on all processors, and passes on the results in order. Idle threads take items from the
/// iterator: one by one at first, later several at once.
pub(super) fn in_order<T: Send, R: Send>(
    mut items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut done: impl FnMut(R),
) {
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let first: Vec<T> = items.by_ref().take(FEW).collect();
    if workers == 1 || first.len() < FEW {
        return first.into_iter().chain(items).for_each(|it| done(work(it)));
    }
    let items = Mutex::new((0, first.into_iter().chain(items)));
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, items, work) = (sender.clone(), &items, &work);
            scope.spawn(move || {
                while let Some((start, some)) = next(items) {
                    let some: Vec<R> = some.into_iter().map(work).collect();
                    if sender.send((start, some)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Results that arrive early wait.
        let (mut waiting, mut due) = (BTreeMap::new(), 0);
        for (start, some) in results {
            waiting.insert(start, some);
            while let Some(some) = waiting.remove(&due) {
                due += some.len();
                some.into_iter().for_each(&mut done);
            }
        }
    });
}

/// The next items, and how many were taken before them.
fn next<T>(items: &Mutex<(usize, impl Iterator<Item = T>)>) -> Option<(usize, Vec<T>)> {
    let (n_taken, items) = &mut *items.lock().unwrap_or_else(PoisonError::into_inner);
    let some: Vec<T> = items.take((*n_taken / FEW).clamp(1, MOST_AT_ONCE)).collect();
    let start = *n_taken;
    *n_taken += some.len();
    (!some.is_empty()).then_some((start, some))
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..1_000).collect();
        let mut seen = Vec::new();
        super::in_order(items.iter().copied(), |it| it * 2, |it| seen.push(it));
        assert_eq!(seen, items.iter().map(|it| it * 2).collect::<Vec<_>>());
    }
}
