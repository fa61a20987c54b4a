//! Many games on all cores, their results in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// How many cores there are.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Does `job` for every index on `threads` threads and hands each result to `take`, in the order of `indices`, until
/// it has had enough. Each thread works with a thing of its own, made by `tool`.
///
/// Results are taken in order, so the outcome does not depend on the number of threads.
pub fn in_order<S, T: Send>(
    indices: &[u64],
    threads: usize,
    tool: impl Fn() -> S + Sync,
    job: impl Fn(&mut S, u64) -> T + Sync,
    mut take: impl FnMut(u64, T) -> ControlFlow<()>,
) {
    let (next, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, indices.len().max(1)) {
            let sender = sender.clone();
            scope.spawn(|| {
                let (sender, mut tool) = (sender, tool());
                while !enough.load(Ordering::Relaxed) {
                    let nth = next.fetch_add(1, Ordering::Relaxed);
                    let Some(index) = indices.get(nth) else { return };
                    if sender.send((nth, job(&mut tool, *index))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut taken = 0;
        for (nth, result) in results {
            waiting.insert(nth, result);
            while let Some(result) = waiting.remove(&taken) {
                if !enough.load(Ordering::Relaxed) && take(indices[taken], result).is_break() {
                    enough.store(true, Ordering::Relaxed);
                }
                taken += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_stop_where_they_should() {
        let indices: Vec<u64> = (0..500).collect();
        for threads in [1, 2, 7] {
            let mut seen = Vec::new();
            in_order(
                &indices,
                threads,
                || (),
                |(), index| index * index,
                |index, square| {
                    assert_eq!(square, index * index);
                    seen.push(index);
                    if index == 123 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!(seen, (0..=123).collect::<Vec<u64>>());
        }
    }
}
