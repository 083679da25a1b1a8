//! Arena Chess 42: two boards; what is captured on the Field comes back to fight in the Arena.
//!
//! The position is a set of squares per kind and per colour, over both boards at once ([`squares`]). Checkers and pins
//! are found when moves are wanted; with pieces that reach two squares at most they cost a handful of shifts.

mod apply;
mod eval;
mod generate;
mod squares;
mod text;

#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;

use crate::board::{Colour, Seat, Team, keys};
use crate::game::{Actor, Flow, Game, Outcome, PerfectInfo, Refusal, no_events};
use arrayvec::ArrayVec;
pub use squares::Square;
use squares::{FIELD, Set};

/// The kinds of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One square orthogonally; royal.
    Wazir,
    /// One square in any direction.
    Guard,
    /// One or two squares diagonally.
    Bishop,
    /// As in chess.
    Knight,
    /// One or two squares orthogonally.
    Rook,
    /// Forward; captures diagonally.
    Pawn,
}

impl Kind {
    /// All kinds.
    pub(crate) const ALL: [Self; 6] = [Self::Wazir, Self::Guard, Self::Bishop, Self::Knight, Self::Rook, Self::Pawn];

    /// The letter (clause 3), upper case.
    pub const fn letter(self) -> char {
        match self {
            Self::Wazir => 'W',
            Self::Guard => 'G',
            Self::Bishop => 'B',
            Self::Knight => 'N',
            Self::Rook => 'R',
            Self::Pawn => 'P',
        }
    }
}

/// A move on one of the boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// Whether a pawn becomes a guard there (clause 6).
    pub promotes: bool,
}

/// A position. 88 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    kinds: [Set; 6],
    colours: [Set; 2],
    key: u64,
    /// Moves since the last capture or pawn move.
    quiet: u32,
    /// Turn number, up after Black.
    turn: u32,
    /// How many more pieces each colour can lose to elimination (clause 12).
    lives: [u8; 2],
    side: Colour,
}

static PIECE_KEYS: [[u64; 64]; 12] = {
    let flat = keys::<768>(10);
    let mut table = [[0; 64]; 12];
    let mut index = 0;
    while index < 768 {
        table[index / 64][index % 64] = flat[index];
        index += 1;
    }
    table
};
static LIVES_KEYS: [u64; 16] = keys(11);
static SIDE_KEY: [u64; 1] = keys(12);

/// Most lives a side has (clause 12: four eliminations lose).
const LIVES: u8 = 4;
/// Clause 13: so many quiet moves are a draw.
const QUIET_LIMIT: u32 = 100;

#[inline]
fn piece_key(colour: Colour, kind: Kind, square: Square) -> u64 {
    PIECE_KEYS[colour.index() * 6 + kind as usize][square.index()]
}

#[inline]
fn lives_key(colour: Colour, lives: u8) -> u64 {
    LIVES_KEYS[colour.index() * 8 + (lives & 7) as usize]
}

fn team_of(colour: Colour) -> Team {
    match colour {
        Colour::White => Team::First,
        Colour::Black => Team::Second,
    }
}

impl Position {
    #[inline]
    fn of(&self, colour: Colour, kind: Kind) -> Set {
        self.colours[colour.index()] & self.kinds[kind as usize]
    }

    #[inline]
    fn occupied(&self) -> Set {
        self.colours[0] | self.colours[1]
    }

    fn kind_at(&self, square: Square) -> Option<Kind> {
        Kind::ALL.into_iter().find(|&kind| self.kinds[kind as usize] & square.set() != 0)
    }

    fn colour_at(&self, square: Square) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| self.colours[colour.index()] & square.set() != 0)
    }

    /// What the pieces of one colour within `among` attack when `occupied` squares block.
    #[inline]
    fn attacks(&self, colour: Colour, among: Set, occupied: Set) -> Set {
        let of = |kind| self.of(colour, kind) & among;
        squares::wazirs(of(Kind::Wazir))
            | squares::guards(of(Kind::Guard))
            | squares::bishops(of(Kind::Bishop), occupied)
            | squares::rooks(of(Kind::Rook), occupied)
            | squares::knights(of(Kind::Knight))
            | squares::pawns(colour, of(Kind::Pawn))
    }

    /// The pieces of `colour` that attack `square`.
    #[inline]
    fn attackers(&self, colour: Colour, square: Set, occupied: Set) -> Set {
        squares::wazirs(square) & self.of(colour, Kind::Wazir)
            | squares::guards(square) & self.of(colour, Kind::Guard)
            | squares::bishops(square, occupied) & self.of(colour, Kind::Bishop)
            | squares::rooks(square, occupied) & self.of(colour, Kind::Rook)
            | squares::knights(square) & self.of(colour, Kind::Knight)
            | squares::pawns(colour.other(), square) & self.of(colour, Kind::Pawn)
    }

    /// Clause 11: whether the royal wazir of `colour` is attacked. Attacks stay on their board, and the wazir is on the
    /// Field, so no piece of the Arena counts.
    #[inline]
    fn in_check(&self, colour: Colour) -> bool {
        let wazir = self.of(colour, Kind::Wazir) & FIELD;
        self.attackers(colour.other(), wazir, self.occupied()) != 0
    }

    /// Whether a side has lost its last life (clause 12).
    #[inline]
    fn eliminated(&self) -> bool {
        self.lives.contains(&0)
    }
}

impl Game for Position {
    type Action = Action;
    no_events!();
    // At most 8 moves a piece, and at most 24 pieces reach one square (8 from next to it, 8 by leaps, 8 from two steps away):
    // with s of the Field's 30 squares one's own, there are at most min(8s, 24(30 - s)) moves, at most 180. In the Arena a
    // move is a pair of one's own square and another one: at most 6 x 6. The fullest position known has 88
    // (`tests::capacity_has_a_witness`).
    type Actions = ArrayVec<Action, 216>;

    const SEATS: usize = 2;

    fn team(seat: Seat) -> Team {
        if seat == Seat::FIRST { Team::First } else { Team::Second }
    }

    #[inline]
    fn turn(&self) -> Actor {
        // Clause 12: at once, whatever the position on the Field.
        match self.lives {
            [0, _] => Actor::Over(Outcome::win(Team::Second, "lives")),
            [_, 0] => Actor::Over(Outcome::win(Team::First, "lives")),
            _ => Actor::Seat(Seat::new(self.side.index() as u8)),
        }
    }

    fn stuck(&self) -> Option<Outcome> {
        // Clauses 12 and 13.
        Some(if self.in_check(self.side) {
            Outcome::win(team_of(self.side.other()), "checkmate")
        } else {
            Outcome::draw("stalemate")
        })
    }

    fn generate(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        self.generate_moves(squares::BOARDS, sink)
    }

    fn count(&self) -> u64 {
        self.count_moves()
    }

    fn accepts(&self, action: Action) -> Result<(), Refusal> {
        self.accepts_move(action)
    }

    fn act(&mut self, action: Action) {
        self.play(action);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn fresh_key(&self) -> u64 {
        let mut key = if self.side == Colour::Black { SIDE_KEY[0] } else { 0 };
        for colour in Colour::ALL {
            key ^= lives_key(colour, self.lives[colour.index()]);
            for kind in Kind::ALL {
                key = squares::each(self.of(colour, kind)).fold(key, |key, at| key ^ piece_key(colour, kind, at));
            }
        }
        key
    }

    fn reversible(&self) -> u32 {
        self.quiet
    }

    fn verdict(&self, occurrences: u32) -> Option<Outcome> {
        // Clause 13; what the last move has decided (mate, elimination) stands.
        if occurrences < 3 && self.quiet < QUIET_LIMIT || matches!(self.actor(), Actor::Over(_)) {
            None
        } else {
            Some(Outcome::draw(if occurrences >= 3 { "repetition" } else { "quiet" }))
        }
    }
}

impl PerfectInfo for Position {}
