//! What a worker keeps from node to node and from search to search. All of it is allocated before a search starts.

use super::order::Candidate;
use super::path::Path;
use crate::board::List;
use crate::game::{Evaluate, Game};
use crate::search::report::{Line, MAX_PLY};
use crate::search::value::NONE;

/// The memory of one worker.
pub(super) struct Memory<G: Evaluate> {
    /// The candidates of all nodes on the way from the root: each node uses the end of it and takes it away again.
    pub(super) arena: Vec<Candidate<G::Action>>,
    /// What is known of each ply on the way.
    pub(super) frames: Box<[Frame<G::Action>]>,
    /// The best line from each ply on.
    pub(super) lines: Box<[Line<G::Action>]>,
    /// The turn starts up to the node.
    pub(super) path: Path,
    /// What has proved good before.
    pub(super) merit: Merit<G::Action>,
    /// The root's actions, best first.
    pub(super) roots: Vec<RootAction<G::Action>>,
    /// The best line as last reported.
    pub(super) told: Line<G::Action>,
    /// Plies to reduce by, for depth and number of the action.
    pub(super) reductions: [[u8; 64]; 64],
}

/// A node on the way from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<A> {
    /// Turn starts since the root.
    pub(super) turns: i32,
    /// The latest static evaluation for each team, [`NONE`] when there is none.
    pub(super) evals: [i32; 2],
    /// The slot of the action that led here; none at the root, after a null move and after an event.
    pub(super) slot: Option<usize>,
    /// A null move led here.
    pub(super) null: bool,
    /// Quiet actions that refuted siblings.
    pub(super) killers: [Option<A>; 2],
    /// An action left out, by ordinal, while it is tested whether it is the only good one.
    pub(super) excluded: Option<u16>,
}

impl<A> Default for Frame<A> {
    fn default() -> Self {
        Self { turns: 0, evals: [NONE; 2], slot: None, null: false, killers: [None, None], excluded: None }
    }
}

/// An action of the root.
#[derive(Clone, Debug)]
pub(super) struct RootAction<A> {
    /// The action.
    pub(super) action: A,
    /// Whether it changes the balance at once.
    pub(super) tactical: bool,
    /// Its score; minus infinity until it has one.
    pub(super) score: i32,
    /// Its score in the iteration before.
    pub(super) before: i32,
    /// Nodes spent on it in this search.
    pub(super) nodes: u64,
    /// The longest line looked at below it.
    pub(super) seldepth: usize,
    /// Its line, itself included.
    pub(super) line: Line<A>,
}

impl<G: Evaluate> Memory<G> {
    pub(super) fn new() -> Self {
        let capacity = <G as Game>::Actions::CAPACITY;
        let mut reductions = [[0; 64]; 64];
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (number, plies) in row.iter_mut().enumerate().skip(1) {
                *plies = (1.1 + (depth as f64).ln() * (number as f64).ln() / 2.3) as u8;
            }
        }
        Self {
            // A node adds at most one list; pages never touched cost nothing.
            arena: Vec::with_capacity((MAX_PLY + 2) * capacity),
            frames: vec![Frame::default(); MAX_PLY + 4].into_boxed_slice(),
            lines: vec![Line::new(); MAX_PLY + 4].into_boxed_slice(),
            path: Path::new(),
            merit: Merit::new(G::SLOTS),
            roots: Vec::with_capacity(capacity),
            told: Line::new(),
            reductions,
        }
    }

    /// Forgets everything learnt.
    pub(super) fn clear(&mut self) {
        self.merit.clear();
    }
}

/// Counts of success by which actions are ordered. A count moves towards its limit the slower the nearer it is.
pub(super) struct Merit<A> {
    slots: usize,
    quiet: Box<[i16]>,
    tactical: Box<[i16]>,
    after: Box<[i16]>,
    counters: Box<[Option<A>]>,
}

/// Limit of a count.
pub(super) const MERIT_MAX: i32 = 16_384;
/// Size of the table of pairs: all of them where slots are few, else pairs share places.
const PAIRS: usize = 1 << 20;

impl<A: Copy + Eq> Merit<A> {
    fn new(slots: usize) -> Self {
        Self {
            slots,
            quiet: vec![0; 2 * slots].into_boxed_slice(),
            tactical: vec![0; 2 * slots].into_boxed_slice(),
            after: vec![0; (slots * slots).min(PAIRS)].into_boxed_slice(),
            counters: vec![None; slots].into_boxed_slice(),
        }
    }

    fn clear(&mut self) {
        self.quiet.fill(0);
        self.tactical.fill(0);
        self.after.fill(0);
        self.counters.fill(None);
    }

    fn pair(&self, before: usize, slot: usize) -> usize {
        let pair = before * self.slots + slot;
        if self.slots * self.slots <= PAIRS {
            pair
        } else {
            ((pair as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 44) as usize
        }
    }

    /// How a quiet action has fared: by itself, and after each of the two actions before it.
    #[inline]
    pub(super) fn quiet(&self, team: usize, slot: usize, before: [Option<usize>; 2]) -> i32 {
        let mut sum = i32::from(self.quiet[2 * slot + team]);
        for before in before.into_iter().flatten() {
            sum += i32::from(self.after[self.pair(before, slot)]);
        }
        sum
    }

    /// How a tactical action has fared.
    #[inline]
    pub(super) fn tactical(&self, team: usize, slot: usize) -> i32 {
        i32::from(self.tactical[2 * slot + team])
    }

    /// What refuted the action of this slot the last time.
    #[inline]
    pub(super) fn counter(&self, before: Option<usize>) -> Option<A> {
        self.counters[before?]
    }

    /// Notes a refutation.
    pub(super) fn note_counter(&mut self, before: Option<usize>, action: A) {
        if let Some(before) = before {
            self.counters[before] = Some(action);
        }
    }

    /// Praises (or, negative, blames) a quiet action.
    pub(super) fn note_quiet(&mut self, team: usize, slot: usize, before: [Option<usize>; 2], bonus: i32) {
        shift(&mut self.quiet[2 * slot + team], bonus);
        for before in before.into_iter().flatten() {
            let pair = self.pair(before, slot);
            shift(&mut self.after[pair], bonus);
        }
    }

    /// Praises (or, negative, blames) a tactical action.
    pub(super) fn note_tactical(&mut self, team: usize, slot: usize, bonus: i32) {
        shift(&mut self.tactical[2 * slot + team], bonus);
    }
}

fn shift(count: &mut i16, bonus: i32) {
    let now = i32::from(*count);
    *count = (now + bonus - now * bonus.abs() / MERIT_MAX) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_stay_within_their_limit() {
        for bonus in [1_500, -1_500, MERIT_MAX, -MERIT_MAX] {
            let mut count = 0;
            for _ in 0..10_000 {
                shift(&mut count, bonus);
                assert!(i32::from(count).abs() <= MERIT_MAX);
            }
            assert!(i32::from(count).abs() > MERIT_MAX - 100);
        }
    }

    #[test]
    fn pairs_of_many_slots_share_places() {
        let mut merit = Merit::<()>::new(5_000);
        merit.note_quiet(1, 4_999, [Some(4_999), None], 100);
        assert_eq!(merit.quiet(1, 4_999, [Some(4_999), None]), 200);
        assert_eq!(merit.quiet(0, 4_999, [None, None]), 0);
        merit.clear();
        assert_eq!(merit.quiet(1, 4_999, [Some(4_999), None]), 0);
    }
}
