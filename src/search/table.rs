//! The transposition table: what earlier nodes found out, shared by all threads without locks.
//!
//! An entry is two words, the data and the key xored with it. Two threads may write one entry at once and mix the words;
//! such an entry no longer fits any key and reads as absent. Two positions of one key can still be taken for each
//! other, and the contract's key leaves out what only the match looks at, so whoever reads must be able to live with
//! a wrong entry: an ordinal is checked against the list generated, a score is a guess as good as the search's.

use super::report::Bound;
use super::sync::{AtomicU8, AtomicU64, Ordering};

/// A table is the memory of one client; searches share it.
#[derive(Debug)]
pub struct Table {
    clusters: Box<[Cluster]>,
    age: AtomicU8,
}

/// The entries a key may be in: one line of the cache.
#[repr(align(64))]
#[derive(Default, Debug)]
struct Cluster([Slot; 4]);

#[derive(Default, Debug)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// What is stored of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The place in generation order of the action that was best; [`Entry::NO_ORDINAL`] when none is known.
    pub ordinal: u16,
    /// The score, for the team to act; wins and losses counted from this node.
    pub score: i16,
    /// The static evaluation, for the team to act; [`Entry::NO_EVAL`] when there is none.
    pub eval: i16,
    /// How deep it was searched, in plies.
    pub depth: u8,
    /// What the score says.
    pub bound: Bound,
}

impl Entry {
    /// No action was best.
    pub const NO_ORDINAL: u16 = u16::MAX;
    /// The position cannot be evaluated as it stands.
    pub const NO_EVAL: i16 = i16::MIN;

    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        u64::from(self.ordinal)
            | u64::from(self.score as u16) << 16
            | u64::from(self.eval as u16) << 32
            | u64::from(self.depth) << 48
            | bound << 56
            | u64::from(age) << 58
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Self {
            ordinal: data as u16,
            score: (data >> 16) as u16 as i16,
            eval: (data >> 32) as u16 as i16,
            depth: (data >> 48) as u8,
            bound,
        })
    }
}

/// There is not as much memory as was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory;

impl std::fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("there is not enough memory for a table of this size")
    }
}

impl std::error::Error for OutOfMemory {}

/// Ages wrap around at this number (6 bits).
const AGES: u8 = 64;

impl Table {
    /// The size before anybody sets it, in MiB.
    pub const DEFAULT_MIB: usize = 16;

    /// An empty table of `mib` MiB, at least one.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the system refuses the memory.
    pub fn new(mib: usize) -> Result<Self, OutOfMemory> {
        Self::of_clusters(mib.max(1).checked_mul(1 << 20).ok_or(OutOfMemory)? / size_of::<Cluster>())
    }

    /// An empty table of `count` clusters of four entries.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the system refuses the memory.
    pub fn of_clusters(count: usize) -> Result<Self, OutOfMemory> {
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count).map_err(|_| OutOfMemory)?;
        clusters.resize_with(count, Cluster::default);
        Ok(Self { clusters: clusters.into_boxed_slice(), age: AtomicU8::new(0) })
    }

    /// Its size in MiB.
    pub fn mib(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// Forgets everything. Not while a search uses the table: it would do no harm, but no good either.
    pub fn clear(&self) {
        for slot in self.clusters.iter().flat_map(|cluster| &cluster.0) {
            slot.data.store(0, Ordering::Relaxed);
            slot.check.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// A new search begins: what the ones before stored may be replaced sooner.
    pub fn grow_older(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// What is stored of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ data == key).then(|| Entry::unpack(data)).flatten()
        })
    }

    /// Stores an entry, over an older one of the same position if that is worth less, else over the least useful
    /// of its cluster.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut chosen = &self.cluster(key).0[0];
        let mut least = i32::MAX;
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            let known = Entry::unpack(data);
            if let Some(known) = known
                && slot.check.load(Ordering::Relaxed) ^ data == key
            {
                if entry.ordinal == Entry::NO_ORDINAL {
                    entry.ordinal = known.ordinal;
                }
                // A much deeper result of this very search is kept.
                let fresh = (data >> 58) as u8 == age;
                if fresh && entry.bound != Bound::Exact && i32::from(entry.depth) + 4 < i32::from(known.depth) {
                    return;
                }
                chosen = slot;
                break;
            }
            let worth = known.map_or(-1_000, |known| {
                let years = (age + AGES - (data >> 58) as u8) % AGES;
                i32::from(known.depth) - 8 * i32::from(years)
            });
            if worth < least {
                least = worth;
                chosen = slot;
            }
        }
        let data = entry.pack(age);
        chosen.data.store(data, Ordering::Relaxed);
        chosen.check.store(key ^ data, Ordering::Relaxed);
    }

    /// How full it is of entries of the latest search, per thousand.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let used = sample.iter().flat_map(|cluster| &cluster.0).filter(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data >> 56 & 3 != 0 && (data >> 58) as u8 == age
        });
        (used.count() * 1_000 / (4 * sample.len())) as u32
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize;
        &self.clusters[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rng;

    const ENTRY: Entry = Entry { ordinal: 7, score: -31_990, eval: Entry::NO_EVAL, depth: 255, bound: Bound::Lower };

    #[test]
    fn entries_come_back_as_stored() {
        let table = Table::new(1).unwrap();
        let mut rng = Rng::new(1);
        for _ in 0..1_000 {
            let bound = [Bound::Lower, Bound::Upper, Bound::Exact][rng.below(3) as usize];
            let bits = rng.next();
            let entry = Entry {
                ordinal: bits as u16,
                score: (bits >> 16) as i16,
                eval: (bits >> 32) as i16,
                depth: (bits >> 48) as u8,
                bound,
            };
            let key = rng.next();
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
            assert_eq!(table.probe(key ^ 1 << 40), None);
        }
        table.clear();
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn size_is_what_was_asked_for() {
        assert_eq!(size_of::<Cluster>(), 64);
        assert_eq!(Table::new(3).unwrap().mib(), 3);
        assert_eq!(Table::new(0).unwrap().mib(), 1);
        assert_eq!(Table::new(usize::MAX).err(), Some(OutOfMemory));
        assert_eq!(Table::new(1 << 42).err(), Some(OutOfMemory));
    }

    #[test]
    fn what_is_old_or_shallow_goes_first() {
        let table = Table::new(1).unwrap();
        // Keys that differ in the low bits alone share a cluster.
        for low in 0..4 {
            table.store(low, Entry { depth: 10 + low as u8, ..ENTRY });
        }
        table.store(4, Entry { depth: 3, ..ENTRY });
        assert_eq!(table.probe(0), None);
        assert_eq!(table.probe(1).map(|entry| entry.depth), Some(11));
        table.grow_older();
        table.grow_older();
        table.store(1, Entry { depth: 1, ..ENTRY });
        table.store(5, Entry { depth: 1, ..ENTRY });
        assert_eq!(table.probe(4), None);
        table.store(6, Entry { depth: 1, ..ENTRY });
        assert_eq!(table.probe(1).map(|entry| entry.depth), Some(1));
        assert_eq!(table.probe(2), None);
    }

    #[test]
    fn an_entry_without_action_keeps_the_known_one() {
        let table = Table::new(1).unwrap();
        table.store(9, ENTRY);
        table.grow_older();
        table.store(9, Entry { ordinal: Entry::NO_ORDINAL, depth: 1, ..ENTRY });
        assert_eq!(table.probe(9), Some(Entry { depth: 1, ..ENTRY }));
    }

    #[test]
    fn torn_entries_fit_no_key() {
        let table = Table::new(1).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    // All of these share one cluster; the score tells which key it was stored for.
                    let mut rng = Rng::new(thread);
                    for _ in 0..100_000 {
                        let key = u64::from(rng.below(64));
                        table.store(key, Entry { score: key as i16, depth: rng.below(200) as u8, ..ENTRY });
                        if let Some(entry) = table.probe(u64::from(rng.below(64)) ^ 32) {
                            assert!((0..64).contains(&entry.score));
                        }
                        if let Some(entry) = table.probe(key) {
                            assert_eq!(entry.score, key as i16);
                        }
                    }
                });
            }
        });
    }
}
