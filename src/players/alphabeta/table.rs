//! The transposition table.
//!
//! In: the hash of a position, and what a search found there. Out: the same, if the position comes again in the same
//! search. Invariant: entries of an earlier search are never found, and take no part in what is replaced: a search
//! depends on its own positions alone.

use crate::rules::Action;

/// How a stored value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// What a search found about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub value: i32,
    pub bound: Bound,
    pub depth: u8,
    pub best: Action,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    /// The search that it belongs to; 0 is none.
    search: u32,
    value: i32,
    best: u16,
    depth: u8,
    bound: Bound,
}

const EMPTY: Entry = Entry { key: 0, search: 0, value: 0, best: 0, depth: 0, bound: Bound::Exact };

/// Buckets of two: the first keeps the deepest, the second the latest.
pub(super) struct Table {
    buckets: Vec<[Entry; 2]>,
    search: u32,
}

/// Buckets: a power of two. 12 MiB in all.
const BUCKETS: usize = 1 << 18;

impl Table {
    pub fn new() -> Self {
        Self { buckets: vec![[EMPTY; 2]; BUCKETS], search: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.buckets.fill([EMPTY; 2]);
            1
        });
    }

    pub fn get(&self, key: u64, placing: bool) -> Option<Found> {
        let bucket = &self.buckets[index(key)];
        let entry = bucket.iter().find(|entry| entry.key == key && entry.search == self.search)?;
        let best = Action::from_index(usize::from(entry.best), placing)?;
        Some(Found { value: entry.value, bound: entry.bound, depth: entry.depth, best })
    }

    pub fn put(&mut self, key: u64, found: Found) {
        let Found { value, bound, depth, best } = found;
        let entry = Entry { key, search: self.search, value, best: best.index() as u16, depth, bound };
        let [deepest, latest] = &mut self.buckets[index(key)];
        if deepest.search != self.search || deepest.key == key || deepest.depth <= depth {
            if deepest.key != key && deepest.search == self.search {
                *latest = *deepest;
            }
            *deepest = entry;
        } else {
            *latest = entry;
        }
    }
}

fn index(key: u64) -> usize {
    key as usize & (BUCKETS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Point;

    fn found(value: i32, depth: u8) -> Found {
        Found { value, bound: Bound::Exact, depth, best: Action::Stop(Point::ALL[3]) }
    }

    #[test]
    fn a_bucket_keeps_the_deepest_and_the_latest() {
        let mut table = Table::new();
        table.clear();
        let key = |n: u64| n << 32 | 5;
        table.put(key(1), found(10, 6));
        table.put(key(2), found(20, 3));
        table.put(key(3), found(30, 4));
        let value = |n| table.get(key(n), false).map(|found| found.value);
        assert_eq!([value(1), value(2), value(3)], [Some(10), None, Some(30)]);
    }

    #[test]
    fn a_new_search_finds_nothing_old() {
        let mut table = Table::new();
        table.clear();
        table.put(7, found(10, 6));
        table.clear();
        assert!(table.get(7, false).is_none());
        table.put(1 << 32 | 7, found(1, 1));
        table.put(7, found(2, 0));
        assert_eq!(
            table.get(1 << 32 | 7, false).map(|found| found.value),
            Some(1),
            "the old entry was in nobody's way"
        );
    }
}
