//! A table of counts, shared by the threads that count.

use crate::board::mix;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counts by position key and depth. Two words an entry: the count, and the key mixed with the depth and the count, so that
/// an entry half written by another thread is not recognised.
pub(super) struct Table(Vec<[AtomicU64; 2]>);

impl Table {
    /// A table of this many MiB.
    pub(super) fn new(mib: usize) -> Self {
        let entries = mib.saturating_mul(1 << 20) / size_of::<[AtomicU64; 2]>();
        Self((0..entries).map(|_| [const { AtomicU64::new(0) }; 2]).collect())
    }

    fn slot(&self, key: u64, depth: u32) -> Option<(&[AtomicU64; 2], u64)> {
        let mixed = mix(key ^ u64::from(depth).rotate_left(56));
        let index = ((u128::from(mixed) * self.0.len() as u128) >> 64) as usize;
        // The entry's place takes the high bits; a check of zero would match an empty entry.
        Some((self.0.get(index)?, mixed | 1))
    }

    pub(super) fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let (slot, check) = self.slot(key, depth)?;
        let count = slot[0].load(Relaxed);
        (slot[1].load(Relaxed) == check ^ count).then_some(count)
    }

    pub(super) fn put(&self, key: u64, depth: u32, count: u64) {
        if let Some((slot, check)) = self.slot(key, depth) {
            slot[0].store(count, Relaxed);
            slot[1].store(check ^ count, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_put_and_nothing_else() {
        let table = Table::new(1);
        assert_eq!(table.get(5, 3), None);
        table.put(5, 3, 8902);
        assert_eq!(table.get(5, 3), Some(8902));
        assert_eq!(table.get(5, 4), None);
        assert_eq!(table.get(6, 3), None);
        assert_eq!(Table::new(0).get(5, 3), None);
    }
}
