//! The turn starts from the beginning of the game to the node, for the rules of the match that look back.

use crate::game::{Game, Outcome};
use crate::history::History;
use crate::search::report::MAX_PLY;

/// How far back before the root anything is looked for.
const REACH: usize = 4_096;
/// A position that occurs again within the search path is judged as if it had occurred this often: who can return to it
/// once can do so again.
const AGAIN: u32 = 3;

/// The keys of the turn starts up to the node.
pub(super) struct Path {
    keys: Vec<u64>,
    /// Those from here on belong to the search.
    root: usize,
    /// Those before are cut off by a null move, which no game contains.
    barrier: usize,
}

impl Path {
    pub(super) fn new() -> Self {
        Self { keys: Vec::with_capacity(REACH + MAX_PLY + 4), root: 0, barrier: 0 }
    }

    /// Begins a search after `history`.
    pub(super) fn begin(&mut self, history: &History) {
        let keys = history.keys();
        self.keys.clear();
        self.keys.extend_from_slice(&keys[keys.len().saturating_sub(REACH)..]);
        self.root = self.keys.len();
        self.barrier = 0;
    }

    /// Notes that the turn start `position` has been reached, and says what the rules of the match say of it.
    #[inline]
    pub(super) fn arrive<G: Game>(&mut self, position: &G) -> Option<Outcome> {
        let key = position.key();
        let reach = position.reversible() as usize;
        let lowest = self.keys.len().saturating_sub(reach).max(self.barrier);
        let mut occurrences = 1;
        for index in (lowest..self.keys.len()).rev() {
            if self.keys[index] == key {
                occurrences += 1;
                if index + 1 >= self.root {
                    // The root itself is the last before the search.
                    occurrences = occurrences.max(AGAIN);
                    break;
                }
            }
        }
        self.keys.push(key);
        position.verdict(occurrences)
    }

    /// Leaves the turn start reached last.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.keys.pop();
    }

    /// A null move is made here: nothing before can be repeated after it. Returns what [`unbar`](Path::unbar) needs.
    pub(super) fn bar(&mut self) -> usize {
        std::mem::replace(&mut self.barrier, self.keys.len())
    }

    /// The null move is taken back.
    pub(super) fn unbar(&mut self, barrier: usize) {
        self.barrier = barrier;
    }
}
