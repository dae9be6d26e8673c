//! Work on many things at once, with the results in the order of the things.

use std::{
    collections::BTreeMap,
    num::NonZero,
    sync::{Mutex, PoisonError, mpsc},
    thread,
};

/// Below this number starting threads costs more than it saves.
const FEW: usize = 16;

/// Does `work` on every item, on all processors, and hands the results on in order.
/// Items are taken from the iterator by whoever has time for them.
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
    let items = Mutex::new(first.into_iter().chain(items).enumerate());
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let Some((idx, item)) = next() {
                    if sender.send((idx, work(item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Results that come too early wait.
        let (mut waiting, mut due) = (BTreeMap::new(), 0);
        for (idx, result) in results {
            waiting.insert(idx, result);
            while let Some(result) = waiting.remove(&due) {
                done(result);
                due += 1;
            }
        }
    });
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
