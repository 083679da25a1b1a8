//! What crazyhouse has beside the board, as chess sees it.

use super::{Action, Kind};
use crate::board::{Bitboard, Colour, List, Square};
use arrayvec::ArrayVec;
use std::fmt;

/// Pieces in hand: what makes crazyhouse of chess.
///
/// Chess has [none](NoHands), and everything that depends on [`DROPS`](Hands::DROPS) is compiled away there. The
/// methods that change something return by what the key of the position changes.
pub trait Hands: Copy + Eq + fmt::Debug + Default + Send + Sync + 'static {
    /// The variant's name.
    const NAME: &'static str;
    /// Whether captured pieces can be dropped.
    const DROPS: bool;
    /// A list for the moves of any position.
    type Actions: List<Action>;

    /// How many of a kind are in a player's hand.
    fn held(&self, colour: Colour, kind: Kind) -> u32;

    /// The pieces that were pawns: captured, they are pawns again.
    fn promoted(&self) -> Bitboard;

    /// The key of all this.
    fn key(&self) -> u64;

    /// A piece goes into a hand.
    fn gain(&mut self, colour: Colour, kind: Kind) -> u64;

    /// A piece leaves a hand.
    fn spend(&mut self, colour: Colour, kind: Kind) -> u64;

    /// `by` captures what stands on `square`.
    fn capture(&mut self, by: Colour, kind: Kind, square: Square) -> u64;

    /// A piece has moved; `promoted` if it was a pawn until now.
    fn moved(&mut self, from: Square, to: Square, promoted: bool) -> u64;

    /// Marks a piece as one that was a pawn.
    fn mark(&mut self, square: Square) -> u64;
}

/// Chess: captured pieces are gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoHands;

impl Hands for NoHands {
    const NAME: &'static str = "chess";
    const DROPS: bool = false;
    // A FEN allows a side its king and fifteen more pieces. None of them has more moves than a queen in the middle
    // of an empty board, 27 (a pawn has at most twelve: three squares, four promotions); the king has eight and two
    // castlings: 15 * 27 + 10 = 415. The most that are known are 218 with the pieces of a game, and the tests hold a
    // position of fifteen queens with more.
    type Actions = ArrayVec<Action, 416>;

    #[inline]
    fn held(&self, _: Colour, _: Kind) -> u32 {
        0
    }

    #[inline]
    fn promoted(&self) -> Bitboard {
        Bitboard::EMPTY
    }

    #[inline]
    fn key(&self) -> u64 {
        0
    }

    #[inline]
    fn gain(&mut self, _: Colour, _: Kind) -> u64 {
        0
    }

    #[inline]
    fn spend(&mut self, _: Colour, _: Kind) -> u64 {
        0
    }

    #[inline]
    fn capture(&mut self, _: Colour, _: Kind, _: Square) -> u64 {
        0
    }

    #[inline]
    fn moved(&mut self, _: Square, _: Square, _: bool) -> u64 {
        0
    }

    #[inline]
    fn mark(&mut self, _: Square) -> u64 {
        0
    }
}
