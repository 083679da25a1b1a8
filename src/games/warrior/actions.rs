//! The actions of Warrior Chess.

use super::pieces::{Facing, Ware, Weapon};
use crate::board::Square;

/// The smallest decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Puts a Warrior on an empty square: from the bank for $1 as the turn's movement (clause 8), from the reserve for
    /// nothing after it (clause 9).
    Drop(Square),
    /// A move or a capture; with the facing on arrival for a piece with exactly one swords. Clause 8.
    Move {
        /// From here,
        from: Square,
        /// to there.
        to: Square,
        /// The facing on arrival.
        facing: Option<Facing>,
    },
    /// No movement, when none is possible. Clause 8.
    Pass,
    /// Puts weapons from the reserve on a Warrior. Clause 10.
    Arm(Square, Arms),
    /// Buys one thing for the reserve. Clause 11.
    Buy(Ware),
    /// Ends the turn. Clause 12.
    End,
}

/// What is put on a Warrior in one action. Clause 10.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arms {
    /// `R@d4`.
    Rook,
    /// `N@d4`.
    Knight,
    /// `B@d4`.
    Bishop,
    /// `S@d4n`: the first swords, with its facing.
    Swords(Facing),
    /// `S@d4`: the second swords.
    Second,
    /// `SS@d4`: two swords at once on an unarmed Warrior.
    Both,
}

impl Arms {
    /// The kind of weapon.
    pub const fn weapon(self) -> Weapon {
        match self {
            Self::Rook => Weapon::Rook,
            Self::Knight => Weapon::Knight,
            Self::Bishop => Weapon::Bishop,
            Self::Swords(_) | Self::Second | Self::Both => Weapon::Swords,
        }
    }

    /// How many weapons leave the reserve.
    pub const fn count(self) -> u8 {
        if matches!(self, Self::Both) { 2 } else { 1 }
    }

    /// The facing chosen, if one is.
    pub const fn facing(self) -> Option<Facing> {
        if let Self::Swords(facing) = self { Some(facing) } else { None }
    }
}

/// The place of an arming in canonical order: by square, then by weapon, two swords ranking as one. Clause 12.
pub(super) const fn arming_rank(square: Square, weapon: Weapon) -> u16 {
    square.index() as u16 * 4 + weapon as u16
}
