//! The moves of chess and crazyhouse.

use super::Kind;
use crate::board::Square;

/// One move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A piece goes from one square to another; captures, en passant and promotions included.
    Step {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes on the last rank.
        promotion: Option<Kind>,
    },
    /// The king castles with the rook on this square. How the word looks depends on `UCI_Chess960`.
    Castle {
        /// The rook.
        rook: Square,
    },
    /// A piece from the hand is put on an empty square (crazyhouse).
    Drop {
        /// What.
        kind: Kind,
        /// Where.
        to: Square,
    },
}
