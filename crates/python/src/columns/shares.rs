//! Divides rows among threads. The results come back in the order of the rows, whoever made them.

use std::{
    ops::Range,
    sync::atomic::{AtomicUsize, Ordering},
};

/// Rows that a thread takes at once: few, since one of them may be large.
const SHARE: usize = 32;

/// Does the work for each row.
pub(super) fn in_order<T: Send>(rows: Range<usize>, n_threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let n_threads = n_threads.min(rows.len().div_ceil(SHARE));
    if n_threads < 2 {
        return rows.map(work).collect();
    }
    let next = AtomicUsize::new(rows.start);
    let take = || {
        let mut done = Vec::new();
        loop {
            let start = next.fetch_add(SHARE, Ordering::Relaxed);
            if start >= rows.end {
                return done;
            }
            done.push((start, (start..rows.end.min(start + SHARE)).map(&work).collect::<Vec<_>>()));
        }
    };
    let mut done = std::thread::scope(|scope| {
        // The rows of a thread that cannot be started are left to the others.
        let others: Vec<_> =
            (1..n_threads).filter_map(|_| std::thread::Builder::new().spawn_scoped(scope, take).ok()).collect();
        let mut done = take();
        for it in others {
            match it.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_unstable_by_key(|it| it.0);
    done.into_iter().flat_map(|it| it.1).collect()
}
