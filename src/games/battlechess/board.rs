//! The pieces on the board, without cards, turns or history.

use crate::board::{Bitboard, Colour, Square, attacks, keys};
use crate::games::chess::{Kind, reach};

/// How many pieces of a kind one player can come to have: no card adds to that many (the table of cards), and nothing else makes pieces.
/// A FEN may show more.
#[inline]
pub(super) const fn cap(kind: Kind) -> u32 {
    match kind {
        Kind::Pawn => 8,
        Kind::Knight | Kind::Bishop | Kind::Rook => 2,
        Kind::Queen | Kind::King => 1,
    }
}

static KEYS: [[[u64; 64]; 6]; 2] = {
    const FLAT: [u64; 2 * 6 * 64] = keys(50);
    let mut table = [[[0; 64]; 6]; 2];
    let mut index = 0;
    while index < FLAT.len() {
        table[index / 384][index / 64 % 6][index % 64] = FLAT[index];
        index += 1;
    }
    table
};

/// Who stands where, with its share of the key.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Board {
    kinds: [Bitboard; 6],
    colours: [Bitboard; 2],
    key: u64,
}

impl Board {
    /// Everybody's squares.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colours[0].0 | self.colours[1].0)
    }

    /// The squares of one player's pieces.
    #[inline]
    pub const fn colour(&self, colour: Colour) -> Bitboard {
        self.colours[colour.index()]
    }

    /// The squares of one player's pieces of one kind.
    #[inline]
    pub const fn of(&self, colour: Colour, kind: Kind) -> Bitboard {
        Bitboard(self.colours[colour.index()].0 & self.kinds[kind as usize].0)
    }

    /// The kind of the piece on a square.
    #[inline]
    pub fn kind(&self, square: Square) -> Option<Kind> {
        Kind::ALL.into_iter().find(|&kind| self.kinds[kind as usize].has(square))
    }

    /// The piece on a square and whose it is.
    pub fn at(&self, square: Square) -> Option<(Colour, Kind)> {
        let colour = Colour::ALL.into_iter().find(|&colour| self.colour(colour).has(square))?;
        Some((colour, self.kind(square)?))
    }

    /// Where a player's king stands. Once the armies are placed there always is one.
    #[inline]
    pub fn king(&self, colour: Colour) -> Option<Square> {
        self.of(colour, Kind::King).first()
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub fn put(&mut self, colour: Colour, kind: Kind, square: Square) {
        debug_assert!(!self.occupied().has(square));
        self.toggle(colour, kind, square);
    }

    /// Takes a piece off the square it stands on.
    #[inline]
    pub fn take(&mut self, colour: Colour, kind: Kind, square: Square) {
        debug_assert!(self.of(colour, kind).has(square));
        self.toggle(colour, kind, square);
    }

    #[inline]
    fn toggle(&mut self, colour: Colour, kind: Kind, square: Square) {
        self.kinds[kind as usize].0 ^= 1 << square.index();
        self.colours[colour.index()].0 ^= 1 << square.index();
        self.key ^= KEYS[colour.index()][kind as usize][square.index()];
    }

    /// The board's share of the key, kept incrementally.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The same from nothing but the pieces.
    pub fn fresh_key(&self) -> u64 {
        let mut key = 0;
        for square in Square::all() {
            if let Some((colour, kind)) = self.at(square) {
                key ^= KEYS[colour.index()][kind as usize][square.index()];
            }
        }
        key
    }

    /// The pieces of `by` that attack a square on a board occupied like this.
    #[inline]
    pub fn attackers(&self, by: Colour, square: Square, occupied: Bitboard) -> Bitboard {
        let kind = |kind: Kind| self.kinds[kind as usize];
        let straight = kind(Kind::Rook) | kind(Kind::Queen);
        let diagonal = kind(Kind::Bishop) | kind(Kind::Queen);
        let all = attacks::pawn(by.other(), square) & kind(Kind::Pawn)
            | attacks::knight(square) & kind(Kind::Knight)
            | attacks::king(square) & kind(Kind::King)
            | attacks::rook(square, occupied) & straight
            | attacks::bishop(square, occupied) & diagonal;
        all & self.colour(by)
    }

    /// Whether a player's king is attacked.
    #[inline]
    pub fn in_check(&self, colour: Colour) -> bool {
        self.king(colour).is_some_and(|king| self.attackers(colour.other(), king, self.occupied()).any())
    }

    /// Every square that `by` attacks on a board occupied like this.
    pub fn attacked(&self, by: Colour, occupied: Bitboard) -> Bitboard {
        let side = if matches!(by, Colour::White) { 1 } else { -1 };
        let pawns = self.of(by, Kind::Pawn);
        let mut set = pawns.shift(-1, side) | pawns.shift(1, side);
        for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King] {
            for from in self.of(by, kind) {
                set |= reach(by, kind, from, occupied);
            }
        }
        set
    }

    /// Clause 10: the zone of control. From the own back rank to the furthest pawn; the back rank alone without pawns, and
    /// when encircled.
    #[inline]
    pub fn zone(&self, colour: Colour) -> Bitboard {
        let back = back_rank(colour);
        let pawns = self.of(colour, Kind::Pawn);
        if self.besiegers(colour).any() || pawns.is_empty() {
            return back;
        }
        match colour {
            // All ranks up to that of the highest bit, and down to that of the lowest.
            Colour::White => Bitboard(!0 >> (pawns.0.leading_zeros() & 0x38)),
            Colour::Black => Bitboard(!0 << (pawns.0.trailing_zeros() & 0x38)),
        }
    }

    /// The enemy pawns on a player's back rank: one encircles (clause 10), two forbid drawing (clause 7).
    #[inline]
    pub const fn besiegers(&self, colour: Colour) -> Bitboard {
        Bitboard(self.of(colour.other(), Kind::Pawn).0 & back_rank(colour).0)
    }

    /// Whether a player can have one more piece of a kind.
    #[inline]
    pub const fn has_room(&self, colour: Colour, kind: Kind) -> bool {
        self.of(colour, kind).len() < cap(kind)
    }
}

/// A player's first rank.
#[inline]
pub(super) const fn back_rank(colour: Colour) -> Bitboard {
    match colour {
        Colour::White => Bitboard::rank(0),
        Colour::Black => Bitboard::rank(7),
    }
}

/// A player's first two ranks: where the army is placed, and from where pawns may advance two squares.
#[inline]
pub(super) const fn home(colour: Colour) -> Bitboard {
    match colour {
        Colour::White => Bitboard(0xFFFF),
        Colour::Black => Bitboard(0xFFFF << 48),
    }
}

/// One rank forward, as a change of rank.
#[inline]
pub(super) const fn forward(colour: Colour) -> i8 {
    match colour {
        Colour::White => 1,
        Colour::Black => -1,
    }
}
