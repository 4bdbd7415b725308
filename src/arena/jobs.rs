//! Numbered jobs on threads.
//!
//! In: a number of jobs, how one is done, who takes the results. Out: nothing but what was taken.
//! Invariant: jobs are begun in the order of their numbers and each that was begun is finished, so at the end the jobs
//! done are the first so many.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::base::fault::Fault;

/// Does the jobs `0..jobs` on so many threads. Each thread makes a `worker` for itself. `take` gets the results one at a
/// time, in whatever order they come; when it answers `Break`, no further job is begun, and the results of those in
/// progress are still taken.
///
/// # Errors
/// If there is no thread, or the threads cannot be started.
pub(crate) fn run<W, T>(
    threads: usize,
    jobs: u32,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u32) -> T + Sync,
    take: impl FnMut(u32, T) -> ControlFlow<()> + Send,
) -> Result<(), Fault> {
    if threads == 0 {
        return Err(Fault::input("threads: must be 1 or more, found 0"));
    }
    let threads = threads.min(jobs as usize).max(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Fault::failed(format!("cannot start {threads} threads: {error}")))?;
    let (next, stopped, take) = (AtomicU32::new(0), AtomicBool::new(false), Mutex::new(take));
    pool.broadcast(|_| {
        let mut worker = worker();
        while !stopped.load(Ordering::Relaxed) {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= jobs {
                break;
            }
            let done = work(&mut worker, job);
            let mut take = take.lock().unwrap_or_else(PoisonError::into_inner);
            if (*take)(job, done).is_break() {
                stopped.store(true, Ordering::Relaxed);
            }
        }
    });
    Ok(())
}

/// Hands results on in the order of their numbers, whatever the order in which they come.
pub(crate) struct InOrder<T> {
    next: u32,
    waiting: BTreeMap<u32, T>,
}

impl<T> InOrder<T> {
    /// Nothing has come yet; 0 is the first.
    pub fn new() -> Self {
        Self { next: 0, waiting: BTreeMap::new() }
    }

    /// A result has come.
    pub fn put(&mut self, number: u32, result: T) {
        self.waiting.insert(number, result);
    }

    /// The next result in order, if it has come.
    pub fn take(&mut self) -> Option<T> {
        let result = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_jobs_are_done_once_and_a_break_leaves_a_prefix() {
        for threads in [1, 2, 5] {
            for stop_at in [7, 1000] {
                let mut done = Vec::new();
                let take = |job: u32, square: u32| {
                    assert_eq!(square, job * job);
                    done.push(job);
                    if done.len() == stop_at { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                run(threads, 100, || (), |(), job| job * job, take).unwrap();
                done.sort_unstable();
                let length = done.len() as u32;
                assert_eq!(done, (0..length).collect::<Vec<_>>());
                assert!(length == 100 || (7..7 + threads as u32).contains(&length), "{length} by {threads}");
            }
        }
        assert!(run(0, 1, || (), |(), _| (), |_, ()| ControlFlow::Continue(())).is_err());
    }

    #[test]
    fn results_wait_for_their_turn() {
        let mut order = InOrder::new();
        order.put(1, 'b');
        assert_eq!(order.take(), None);
        order.put(0, 'a');
        assert_eq!([order.take(), order.take(), order.take()], [Some('a'), Some('b'), None]);
    }
}
