//! Warrior Chess, for two ([`Warrior`]) and for four ([`WarriorDoubles`]): one position, generic over the number of armies.
//!
//! Clauses cited here are those of the rules page `warrior`. A turn is one movement, then any number of bonus drops, armings
//! and purchases in this order, then `end`. What of these phases is a set is generated once, in canonical order:
//! [`Position`] remembers from where on the order is still open. Any order is accepted.

mod actions;
mod apply;
mod eval;
mod fen;
mod generate;
mod ordering;
mod pieces;
mod text;

#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod eval_tests;

pub use actions::{Action, Arms};
pub use pieces::{Facing, Piece, Ware, Weapon};

use crate::board::{Bitboard, Seat, Square, Team, keys, mix};
use crate::game::{Actor, Flow, Game, Outcome, PerfectInfo, Refusal, no_events};
use arrayvec::ArrayVec;
use pieces::plane;

/// Warrior Chess for two: Red and Blue.
pub type Warrior = Position<2>;
/// Warrior Chess for four: Red and Yellow against Blue and Green, in the turn order Red, Blue, Yellow, Green.
pub type WarriorDoubles = Position<4>;

/// The most dollars a player holds. Clause 7.
pub const MOST_MONEY: u8 = 12;

/// Turns by each player without a drop or a capture that make a draw. Clause 15.
const QUIET_TURNS: u16 = 50;

/// No position has more actions than this.
///
/// Only the movement can offer so many; the later phases together offer at most 64 drops, 8 armings (R, N, B, four
/// facings of S, SS) for each of 63 Warriors, 9 purchases and `end`. In the movement a piece with one swords has four
/// actions for each square it reaches and reaches at most 17 (a bishop's 13 and four steps); all others have fewer than
/// 68 (a queen 27). Turned round, a square is reached by at most 16 own pieces (the nearest in eight directions, eight
/// knights), hence by at most 64 actions. With n pieces and 64 - n other squares that is at most
/// min(68 n, 64 (64 - n)) actions and 64 - n drops: 2141 for n = 31, fewer for any other n. The longest list known
/// has 1152 (the test `the_longest_list_fits`).
pub const MOST_ACTIONS: usize = 2141;

/// What one army has beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Stock {
    /// Dollars, 0 to 12. Clause 7.
    pub(super) money: u8,
    /// Warriors in the reserve.
    pub(super) warriors: u8,
    /// Weapons in the reserve, by rank.
    pub(super) weapons: [u8; 4],
    /// Warriors left in the bank.
    pub(super) bank_warriors: u8,
    /// New weapons left in the bank, by rank.
    pub(super) bank: [u8; 4],
    /// Captured weapons of this army in the bank, by rank. Clause 13.
    pub(super) reissue: [u8; 4],
}

impl Stock {
    /// Every counter, packed for the key.
    const fn packed(&self) -> [u64; 2] {
        let [r, n, b, s] = self.weapons;
        let [bank_r, bank_n, bank_b, bank_s] = self.bank;
        let [again_r, again_n, again_b, again_s] = self.reissue;
        [
            u64::from_le_bytes([self.money, self.warriors, r, n, b, s, self.bank_warriors, bank_r]),
            u64::from_le_bytes([bank_n, bank_b, bank_s, again_r, again_n, again_b, again_s, 0]),
        ]
    }

    /// How many of a ware the bank can sell this army.
    pub(super) const fn on_sale(&self, ware: Ware) -> u8 {
        match ware {
            Ware::New(weapon) => self.bank[weapon.index()],
            Ware::Reissued(weapon) => self.reissue[weapon.index()],
            Ware::Warrior => self.bank_warriors,
        }
    }
}

/// Where in a turn a position is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// The turn starts; the movement is due. Clause 8.
    Movement,
    /// The movement is made; everything that follows is open. Clause 9.
    Drops,
    /// Something was armed: no more drops. Clause 10.
    Arming,
    /// Something was bought: no more armings. Clause 11.
    Buying,
    /// The player to act has captured a King. Clause 14.
    Over,
}

/// A position of Warrior Chess with `SEATS` armies, 2 or 4.
///
/// Planes of bits say what stands where; a stack is a count (clause 13). 208 bytes for two armies, 248 for four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<const SEATS: usize> {
    key: u64,
    /// The pieces' properties, by [`plane`].
    planes: [Bitboard; plane::COUNT],
    armies: [Bitboard; SEATS],
    /// Warriors dropped this turn: they cannot be armed (clause 10). Empty once buying has begun.
    fresh: Bitboard,
    /// Captured Warriors under the piece on each square.
    stacks: [u8; 64],
    stocks: [Stock; SEATS],
    /// The turn's number, from 1.
    turn: u32,
    /// Turns since the last drop or capture. Clause 15.
    quiet: u16,
    /// Canonical order: only what ranks at or above this is generated in the present phase. Clause 12.
    open: u16,
    seat: Seat,
    phase: Phase,
    /// Whether this turn saw a drop or a capture.
    eventful: bool,
}

/// Bases of the Zobrist keys, one for each sort of fact. A fact's own key is its number mixed into the base of its sort.
const BASES: [u64; 6] = keys(30);

const fn fact(sort: usize, number: u64) -> u64 {
    mix(BASES[sort] ^ number)
}

const fn piece_key(seat: Seat, square: Square, piece: Piece) -> u64 {
    fact(0, (seat.index() << 14 | square.index() << 8) as u64 | piece.0 as u64)
}

/// No stack has no key, so that the squares without one cost nothing.
const fn stack_key(square: Square, count: u8) -> u64 {
    if count == 0 { 0 } else { fact(1, (square.index() << 8) as u64 | count as u64) }
}

const fn stock_key(seat: Seat, stock: &Stock) -> u64 {
    let [low, high] = stock.packed();
    fact(2, mix(low) ^ fact(5, high) ^ seat.index() as u64)
}

const fn turn_key(seat: Seat, phase: Phase, open: u16) -> u64 {
    fact(3, (seat.index() << 20 | (phase as usize) << 16) as u64 | open as u64)
}

const fn dropped_key(fresh: Bitboard) -> u64 {
    if fresh.is_empty() { 0 } else { fact(4, fresh.0) }
}

impl<const SEATS: usize> Position<SEATS> {
    /// A board without pieces: what a FEN is read into.
    fn bare() -> Self {
        Self {
            key: 0,
            planes: [Bitboard::EMPTY; plane::COUNT],
            armies: [Bitboard::EMPTY; SEATS],
            fresh: Bitboard::EMPTY,
            stacks: [0; 64],
            stocks: [Stock::default(); SEATS],
            turn: 1,
            quiet: 0,
            open: 0,
            seat: Seat::FIRST,
            phase: Phase::Movement,
            eventful: false,
        }
    }

    /// The squares with any piece.
    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.armies.iter().fold(Bitboard::EMPTY, |all, &army| all | army)
    }

    /// The squares of a team's pieces.
    #[inline]
    pub(super) fn team_pieces(&self, team: Team) -> Bitboard {
        self.armies.iter().skip(team.index()).step_by(2).fold(Bitboard::EMPTY, |all, &army| all | army)
    }

    /// What stands on an occupied square.
    #[inline]
    pub(super) fn piece(&self, square: Square) -> Piece {
        let bits = self.planes.iter().enumerate().map(|(plane, set)| u8::from(set.has(square)) << plane);
        Piece(bits.fold(0, |all, bit| all | bit))
    }

    /// Whose piece stands on a square.
    #[inline]
    pub(super) fn owner(&self, square: Square) -> Option<Seat> {
        self.armies.iter().position(|army| army.has(square)).map(|seat| Seat::new(seat as u8))
    }

    /// The stock of the player to act.
    #[inline]
    pub(super) fn stock(&self) -> &Stock {
        &self.stocks[self.seat.index()]
    }

    /// The team of a seat, without the contract's bounds in the way.
    #[inline]
    pub(super) const fn team_of(seat: Seat) -> Team {
        if seat.index().is_multiple_of(2) { Team::First } else { Team::Second }
    }

    /// What a player is paid when a turn comes to them: $1 for each own square, $1 for each Warrior stacked under
    /// own pieces. Clause 7.
    #[inline]
    pub(super) fn income(&self, seat: Seat) -> u32 {
        let army = self.armies[seat.index()];
        army.len() + army.map(|square| u32::from(self.stacks[square.index()])).sum::<u32>()
    }
}

impl<const SEATS: usize> Game for Position<SEATS> {
    type Action = Action;
    no_events!();
    type Actions = ArrayVec<Action, MOST_ACTIONS>;

    const SEATS: usize = SEATS;
    // Clause 15: fixed when a turn start first shows the limit reached.
    const VERDICT_STANDS: bool = true;

    fn team(seat: Seat) -> Team {
        Self::team_of(seat)
    }

    #[inline]
    fn turn(&self) -> Actor {
        match self.phase {
            // Clause 14.
            Phase::Over => Actor::Over(Outcome::win(Self::team_of(self.seat), "king")),
            _ => Actor::Seat(self.seat),
        }
    }

    fn stuck(&self) -> Option<Outcome> {
        // Clauses 8 and 12: there is always a movement or `pass`, and then `end`.
        None
    }

    #[inline]
    fn generate(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        self.generate_actions(sink)
    }

    #[inline]
    fn count(&self) -> u64 {
        self.count_actions()
    }

    fn accepts(&self, action: Action) -> Result<(), Refusal> {
        self.check(action)
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
        let mut key = turn_key(self.seat, self.phase, self.open) ^ dropped_key(self.fresh);
        for (index, army) in self.armies.iter().enumerate() {
            let seat = Seat::new(index as u8);
            for square in *army {
                key ^= piece_key(seat, square, self.piece(square)) ^ stack_key(square, self.stacks[square.index()]);
            }
            key ^= stock_key(seat, &self.stocks[index]);
        }
        key
    }

    #[inline]
    fn at_turn_start(&self) -> bool {
        self.phase == Phase::Movement
    }

    #[inline]
    fn reversible(&self) -> u32 {
        // The rules of record know no repetition in this game.
        0
    }

    fn verdict(&self, _: u32) -> Option<Outcome> {
        // Clause 15.
        (self.quiet >= QUIET_TURNS * SEATS as u16).then(|| Outcome::draw("quiet"))
    }
}

impl<const SEATS: usize> PerfectInfo for Position<SEATS> {}
