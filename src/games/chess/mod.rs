//! Orthodox chess, with Chess960 castling: the reference variant.
//!
//! The position is generic over what is [in hand](Hands): nothing in chess, captured pieces in
//! [crazyhouse](crate::games::crazyhouse). The kinds of pieces, their [`reach`] and the [`picture()`] of a
//! board serve other games on eight by eight squares too.
//!
//! Results (`reason`): `checkmate`, `stalemate`, and by the rules of the match `repetition` (third occurrence), in
//! chess also `fifty` (a hundred plies without capture or pawn move; a mate by the last of them stands) and `material`
//! (neither side can mate whatever happens).

mod action;
mod apply;
mod eval;
mod exchange;
mod fen;
mod generate;
mod hands;
mod legal;
#[cfg(test)]
mod naive;
mod picture;
mod piece;
#[cfg(test)]
pub(crate) mod tests;
mod text;
mod zobrist;

pub use action::Action;
pub(in crate::games) use eval::Survey;
pub(in crate::games) use exchange::Values;
pub use hands::{Hands, NoHands};
pub use picture::picture;
pub use piece::Kind;
pub use text::CHESS960;

use crate::board::{Bitboard, Colour, Seat, Square, Team, attacks};
use crate::game::{Actor, Flow, Game, Outcome, PerfectInfo, Refusal, no_events};
use std::fmt;

/// What a piece attacks from a square.
#[inline]
pub fn reach(colour: Colour, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Pawn => attacks::pawn(colour, from),
        Kind::Knight => attacks::knight(from),
        Kind::Bishop => attacks::bishop(from, occupied),
        Kind::Rook => attacks::rook(from, occupied),
        Kind::Queen => attacks::queen(from, occupied),
        Kind::King => attacks::king(from),
    }
}

/// A position of chess, or with [`Hands`] of crazyhouse.
///
/// Plain bitboards, copied for every move. Checkers and pins are found when the move is made and kept, so that the
/// generator only looks at masks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position<H: Hands = NoHands> {
    colours: [Bitboard; 2],
    kinds: [Bitboard; Kind::COUNT],
    /// The enemy pieces that attack the king of the side to move.
    checkers: Bitboard,
    /// The pieces of the side to move that may not leave their line with its king.
    pinned: Bitboard,
    /// The rooks, of both sides, with which castling is still allowed.
    castlers: Bitboard,
    key: u64,
    hands: H,
    /// Plies since the last capture or pawn move.
    quiet: u16,
    /// The number of the move, counted from 1, the same for White and Black.
    number: u16,
    /// The square behind a pawn that has just made a double step, if it can legally be captured there.
    en_passant: Option<Square>,
    turn: Colour,
    /// `UCI_Chess960`: how castling is written. No rule depends on it.
    chess960: bool,
}

impl<H: Hands> Position<H> {
    /// Whose move it is.
    #[inline]
    pub fn side(&self) -> Colour {
        self.turn
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colours[0] | self.colours[1]
    }

    /// One side's pieces.
    #[inline]
    pub fn of(&self, colour: Colour) -> Bitboard {
        self.colours[colour.index()]
    }

    /// One side's pieces of a kind.
    #[inline]
    pub fn those(&self, colour: Colour, kind: Kind) -> Bitboard {
        self.colours[colour.index()] & self.kinds[kind.index()]
    }

    /// Both sides' pieces of a kind.
    #[inline]
    pub fn all(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// What stands on a square.
    pub fn piece(&self, square: Square) -> Option<(Colour, Kind)> {
        let colour = Colour::ALL.into_iter().find(|&colour| self.of(colour).has(square))?;
        Some((colour, self.kind_on(square)))
    }

    /// The enemy pieces that give check.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The pieces in hand.
    #[inline]
    pub fn hands(&self) -> &H {
        &self.hands
    }

    /// The king's square: a position always has both kings.
    #[inline]
    pub fn king(&self, colour: Colour) -> Square {
        Square::new(self.those(colour, Kind::King).0.trailing_zeros() as u8)
    }

    /// The kind of the piece on an occupied square. Sums instead of branches: which kind it is, nothing predicts.
    #[inline]
    fn kind_on(&self, square: Square) -> Kind {
        let bit = |kind: Kind| (self.kinds[kind.index()].0 >> square.index() & 1) as usize;
        let index = bit(Kind::Knight)
            + 2 * bit(Kind::Bishop)
            + 3 * bit(Kind::Rook)
            + 4 * bit(Kind::Queen)
            + 5 * bit(Kind::King);
        Kind::from_index(index)
    }

    /// Whether `by` attacks the square when these squares are occupied.
    #[inline]
    fn attacked(&self, square: Square, by: Colour, occupied: Bitboard) -> bool {
        (attacks::pawn(by.other(), square) & self.those(by, Kind::Pawn)).any()
            || (attacks::knight(square) & self.those(by, Kind::Knight)).any()
            || (attacks::king(square) & self.those(by, Kind::King)).any()
            || self.raked(square, by, occupied)
    }

    /// Whether a bishop, rook or queen of `by` attacks the square. Looks along the lines only if such a piece is on
    /// one.
    #[inline]
    fn raked(&self, square: Square, by: Colour, occupied: Bitboard) -> bool {
        let straight = (self.all(Kind::Rook) | self.all(Kind::Queen)) & self.of(by) & occupied;
        let diagonal = (self.all(Kind::Bishop) | self.all(Kind::Queen)) & self.of(by) & occupied;
        (attacks::straight_lines(square) & straight).any() && (attacks::rook(square, occupied) & straight).any()
            || (attacks::diagonal_lines(square) & diagonal).any()
                && (attacks::bishop(square, occupied) & diagonal).any()
    }

    fn key_from_scratch(&self) -> u64 {
        let mut key = self.hands.key() ^ zobrist::castlers(self.castlers);
        for square in self.occupied() {
            if let Some((colour, kind)) = self.piece(square) {
                key ^= zobrist::piece(colour, kind, square);
            }
        }
        if self.turn == Colour::Black {
            key ^= zobrist::TURN;
        }
        key ^ self.en_passant.map_or(0, zobrist::en_passant)
    }

    /// Whether no sequence of moves leads to mate: bare kings, one minor piece, or bishops on squares of one colour.
    /// In crazyhouse nothing is ever gone for good.
    fn dead(&self) -> bool {
        const DARK: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);
        if H::DROPS || (self.all(Kind::Pawn) | self.all(Kind::Rook) | self.all(Kind::Queen)).any() {
            return false;
        }
        let bishops = self.all(Kind::Bishop);
        let minors = bishops | self.all(Kind::Knight);
        !minors.many() || minors == bishops && ((bishops & DARK).is_empty() || (bishops & !DARK).is_empty())
    }
}

impl<H: Hands> fmt::Debug for Position<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use crate::game::Notation;
        f.write_str(&self.fen())
    }
}

/// The seat that plays a colour.
#[inline]
pub fn seat(colour: Colour) -> Seat {
    Seat::new(colour.index() as u8)
}

/// The team of a colour.
#[inline]
pub fn team(colour: Colour) -> Team {
    match colour {
        Colour::White => Team::First,
        Colour::Black => Team::Second,
    }
}

impl<H: Hands> Game for Position<H> {
    type Action = Action;
    no_events!();
    type Actions = H::Actions;

    const SEATS: usize = 2;

    fn team(seat: Seat) -> Team {
        if seat == Seat::FIRST { Team::First } else { Team::Second }
    }

    #[inline]
    fn turn(&self) -> Actor {
        Actor::Seat(seat(self.turn))
    }

    fn stuck(&self) -> Option<Outcome> {
        Some(match self.checkers.any() {
            true => Outcome::win(team(self.turn.other()), "checkmate"),
            false => Outcome::draw("stalemate"),
        })
    }

    #[inline]
    fn generate(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        self.list(sink)
    }

    #[inline]
    fn count(&self) -> u64 {
        self.number_of_moves()
    }

    fn accepts(&self, action: Action) -> Result<(), Refusal> {
        self.judge(action)
    }

    #[inline]
    fn act(&mut self, action: Action) {
        self.apply(action);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn fresh_key(&self) -> u64 {
        self.key_from_scratch()
    }

    #[inline]
    fn reversible(&self) -> u32 {
        // What is captured in crazyhouse can be dropped again: any position can come back.
        u32::from(if H::DROPS { u16::MAX } else { self.quiet })
    }

    fn verdict(&self, occurrences: u32) -> Option<Outcome> {
        if occurrences >= 3 {
            return Some(Outcome::draw("repetition"));
        }
        if !H::DROPS && self.quiet >= 100 && (self.checkers.is_empty() || self.count() > 0) {
            return Some(Outcome::draw("fifty"));
        }
        self.dead().then(|| Outcome::draw("material"))
    }
}

impl<H: Hands> PerfectInfo for Position<H> {}
