//! What a player may do, and the list of it.

use crate::board::{Bitboard, List, Square};
use arrayvec::ArrayVec;

/// What a player does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// A man moves, or overruns, or marches: then a man of one's own stands on `to`.
    Move {
        /// The man, or the rearmost of those that march.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// Nobody moves (clause 3).
    Pass,
    /// The enemies to be overwhelmed this round (clause 9).
    Kill(Bitboard),
}

/// How many actions are held without allocating.
///
/// Moves always fit. An empty or enemy square is entered from each of the eight directions by the nearest piece there at
/// most, a dashing peasant included; a square of one's own by marches from the four diagonals. With m men that is at most
/// 8(63 - m) + 4m + 1 (the pass), and no man has more than 27: at most 441, at m = 16.
///
/// Kill sets are another matter: in a melee set up by hand, archers among archers, there are thousands to choose from
/// (`tests::a_melee_has_thousands_of_kill_sets`), and no bound worth an array is known: every archer who dies from near or from afar
/// doubles what there is to go through. Choices of battles begun from the start are few. So the list moves to the heap when it
/// is full, rather than lose an action or fail.
///
/// A search holds no such list: the actions of all nodes on its path share one room, made before it starts, for so many times the most plies
/// there can be. A melee or two in it are no matter (`tests/alloc.rs`). Only a search *begun* inside such a melee, the choice
/// itself its root, makes its list of root actions longer once, before the first node.
const INLINE: usize = 512;

/// A list of actions.
#[derive(Clone, Debug, Default)]
pub struct Actions {
    inline: ArrayVec<Action, INLINE>,
    /// Everything, once it is more than fits.
    spilled: Vec<Action>,
}

impl List<Action> for Actions {
    /// What it holds without allocating, which is what a search makes room for; it can hold more.
    const CAPACITY: usize = INLINE;

    #[inline]
    fn push(&mut self, item: Action) {
        if self.spilled.is_empty() {
            match self.inline.try_push(item) {
                Ok(()) => return,
                Err(_) => self.spilled.extend_from_slice(&self.inline),
            }
        }
        self.spilled.push(item);
    }

    #[inline]
    fn items(&self) -> &[Action] {
        if self.spilled.is_empty() { &self.inline } else { &self.spilled }
    }

    #[inline]
    fn items_mut(&mut self) -> &mut [Action] {
        if self.spilled.is_empty() { &mut self.inline } else { &mut self.spilled }
    }
}
