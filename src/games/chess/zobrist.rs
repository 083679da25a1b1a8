//! The numbers that are added up to the key of a position.

use super::Kind;
use crate::board::{Bitboard, Colour, Square, keys};

static PIECES: [u64; 768] = keys(1);
static CASTLERS: [u64; 64] = keys(2);
static EN_PASSANT: [u64; 8] = keys(3);
/// Black is to move.
pub(super) const TURN: u64 = keys::<1>(4)[0];

/// A piece on a square.
#[inline]
pub(super) fn piece(colour: Colour, kind: Kind, square: Square) -> u64 {
    PIECES[(kind.index() * 2 + colour.index()) * 64 + square.index()]
}

/// The rooks that may castle.
#[inline]
pub(super) fn castlers(rooks: Bitboard) -> u64 {
    rooks.fold(0, |key, rook| key ^ CASTLERS[rook.index()])
}

/// A legal capture en passant exists on this file.
#[inline]
pub(super) fn en_passant(square: Square) -> u64 {
    EN_PASSANT[square.file() as usize & 7]
}
