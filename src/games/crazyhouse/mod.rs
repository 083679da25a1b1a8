//! Crazyhouse: chess in which captured pieces are dropped again by their captor.
//!
//! It is [`chess`] with [`Pockets`]: whoever captures a piece may later, instead of moving, put it
//! on an empty square as one's own (pawns not on the first or last rank; mate by a drop is allowed). A promoted
//! piece that is captured is a pawn again. No piece is ever gone for good, so neither the fifty-move rule nor dead
//! positions exist; the third repetition is a draw.

mod eval;
#[cfg(test)]
mod tests;

use crate::board::{Bitboard, Colour, Square, keys};
use crate::games::chess::{self, Action, Hands, Kind};
use arrayvec::ArrayVec;

/// A position of crazyhouse.
pub type Position = chess::Position<Pockets>;

/// What the players have in hand, and which pieces on the board were pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pockets {
    promoted: Bitboard,
    counts: [[u8; 5]; 2],
}

/// A set has 32 pieces, two of them kings.
const MOST: usize = 30;

static HELD: [u64; 2 * 5 * MOST] = keys(5);
static PROMOTED: [u64; 64] = keys(6);

/// The number by which the keys of `count` and `count + 1` such pieces in hand differ.
fn step(colour: Colour, kind: Kind, count: u8) -> u64 {
    HELD[(colour.index() * 5 + kind.index().min(4)) * MOST + usize::from(count).min(MOST - 1)]
}

impl Pockets {
    fn count(&mut self, colour: Colour, kind: Kind) -> &mut u8 {
        &mut self.counts[colour.index()][kind.index().min(4)]
    }
}

impl Hands for Pockets {
    const NAME: &'static str = "crazyhouse";
    const DROPS: bool = true;
    // A FEN allows 32 pieces on the board and in hand, two of them kings. Of the other 30 let h be in one hand: at most
    // min(h, 5) kinds, 62 empty squares each; the 30 - h on the board have at most 27 moves each, the king 8 and two
    // castlings. The sum is greatest for h = 5: 5 * 62 + 25 * 27 + 10 = 995.
    type Actions = ArrayVec<Action, 1000>;

    #[inline]
    fn held(&self, colour: Colour, kind: Kind) -> u32 {
        self.counts[colour.index()].get(kind.index()).map_or(0, |&count| u32::from(count))
    }

    #[inline]
    fn promoted(&self) -> Bitboard {
        self.promoted
    }

    fn key(&self) -> u64 {
        let mut key = self.promoted.fold(0, |key, square| key ^ PROMOTED[square.index()]);
        for colour in Colour::ALL {
            for kind in Kind::COMMONERS {
                for count in 0..self.counts[colour.index()][kind.index()] {
                    key ^= step(colour, kind, count);
                }
            }
        }
        key
    }

    #[inline]
    fn gain(&mut self, colour: Colour, kind: Kind) -> u64 {
        let count = self.count(colour, kind);
        *count += 1;
        let before = *count - 1;
        step(colour, kind, before)
    }

    #[inline]
    fn spend(&mut self, colour: Colour, kind: Kind) -> u64 {
        let count = self.count(colour, kind);
        *count -= 1;
        let after = *count;
        step(colour, kind, after)
    }

    #[inline]
    fn capture(&mut self, by: Colour, kind: Kind, square: Square) -> u64 {
        if self.promoted.has(square) {
            self.promoted.remove(square);
            PROMOTED[square.index()] ^ self.gain(by, Kind::Pawn)
        } else {
            self.gain(by, kind)
        }
    }

    #[inline]
    fn moved(&mut self, from: Square, to: Square, promoted: bool) -> u64 {
        let mut change = 0;
        if self.promoted.has(from) {
            self.promoted.remove(from);
            change = PROMOTED[from.index()] ^ self.mark(to);
        }
        if promoted {
            change ^= self.mark(to);
        }
        change
    }

    #[inline]
    fn mark(&mut self, square: Square) -> u64 {
        self.promoted.insert(square);
        PROMOTED[square.index()]
    }
}
