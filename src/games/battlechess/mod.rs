//! Battle Chess: chess with a deck of cards and hidden hands.
//!
//! The clauses cited are those of the rules of record. A [`Position`] is the [board](Board), two hands, the discard pile,
//! and what is due; the deck is what is left of the pack. What a player may not see are *unknown* cards in a hand: a
//! number, no ranks. The pool they come from is then the same as the one the deck comes from (clause 16).

mod accept;
mod actions;
mod apply;
mod board;
mod cards;
mod eval;
mod exchange;
mod fen;
mod generate;
mod hidden;
mod show;
mod tactics;
mod words;

#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;

pub use actions::{Action, DEAL, Turned};
pub use board::Board;
pub use cards::{Card, Cards};

use crate::board::{Colour, Rng, Seat, Square, Team, keys, mix};
use crate::game::{Actor, Flow, Game, Odds, Outcome, Refusal};
use crate::games::chess::{Kind, seat, team};
use arrayvec::ArrayVec;

/// What a position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The side to move places its army.
    Place,
    /// The side to move is dealt so many more cards, having placed its army.
    Deal(u8),
    /// The side to move takes its turn.
    Turn,
    /// The side to move draws so many more cards, which ends its turn.
    Draw(u8),
}

/// What a card did that a joker can answer: enough to undo it and to do it again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Deed {
    /// `A` or `8`: an enemy piece removed.
    Removed(Card, Square, Kind),
    /// `2` or `7`: an enemy piece turned into a pawn, the enemy's or one's own.
    Turned(Card, Square, Kind),
    /// `K`: an own piece moved from the first square to the second.
    Moved(Square, Square),
}

impl Deed {
    /// The card that did it.
    const fn card(self) -> Card {
        match self {
            Self::Removed(card, ..) | Self::Turned(card, ..) => card,
            Self::Moved(..) => Card::King,
        }
    }
}

/// The deed of the action just before, as long as it can be answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Last {
    deed: Deed,
    /// Jokers played on it: none (the deed stands), one (it is undone) or two (it stands again).
    jokers: u8,
}

impl Last {
    /// Whether the deed stands at present.
    const fn stands(self) -> bool {
        self.jokers != 1
    }
}

/// A position of Battle Chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    hands: [Cards; 2],
    discards: Cards,
    turn: u32,
    quiet: u16,
    side: Colour,
    phase: Phase,
    /// The square a pawn has just passed over.
    passed: Option<Square>,
    last: Option<Last>,
}

// Copied at every node of a search.
const _: () = assert!(size_of::<Position>() <= 120);

/// Pawns in an army (clause 3).
const PAWNS: u32 = 3;

/// Clause 15.
const QUIET_LIMIT: u16 = 100;

impl Position {
    /// The empty board, White to place.
    fn empty() -> Self {
        Self {
            board: Board::default(),
            hands: [Cards::EMPTY; 2],
            discards: Cards::EMPTY,
            turn: 1,
            quiet: 0,
            side: Colour::White,
            phase: Phase::Place,
            passed: None,
            last: None,
        }
    }

    /// The pieces on the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is, or for whom the table deals.
    pub fn side(&self) -> Colour {
        self.side
    }

    /// A player's cards.
    #[inline]
    pub fn hand(&self, colour: Colour) -> Cards {
        self.hands[colour.index()]
    }

    /// The discard pile.
    pub fn discards(&self) -> Cards {
        self.discards
    }

    /// How many cards the deck holds.
    #[inline]
    pub fn deck(&self) -> u32 {
        Cards::TOTAL - self.hands[0].len() - self.hands[1].len() - self.discards.len()
    }

    /// Clause 16: the cards that are neither in the discard pile nor known to be in a hand: the deck, and the unknown cards
    /// of the hands.
    #[inline]
    fn pool(&self) -> Cards {
        Cards::PACK.minus(self.hands[0].known()).minus(self.hands[1].known()).minus(self.discards)
    }

    /// What the next card turned up can be: of an empty deck it is the discards that have just been shuffled (clauses 13
    /// and 16). They are moved when the first of them is drawn.
    #[inline]
    fn next_card(&self) -> Cards {
        if self.deck() == 0 { self.discards } else { self.pool() }
    }

    /// Whether a player has still to place the king, and how many pawns.
    fn unplaced(&self, colour: Colour) -> (bool, u32) {
        let placing = matches!(self.phase, Phase::Place | Phase::Deal(_));
        if !placing || (colour == Colour::White && self.side == Colour::Black) {
            return (false, 0);
        }
        let pawns = self.board.of(colour, Kind::Pawn).len();
        (self.board.king(colour).is_none(), PAWNS.saturating_sub(pawns))
    }

    /// How many cards the table has still to turn up.
    fn due_cards(&self) -> u8 {
        match self.phase {
            Phase::Deal(cards) | Phase::Draw(cards) => cards,
            Phase::Place | Phase::Turn => 0,
        }
    }

    /// Clauses 7 and 8, but for the check: whether the actor could draw.
    #[inline]
    fn may_draw(&self) -> bool {
        !self.board.besiegers(self.side).many() && (self.deck() > 0 || !self.discards.is_empty())
    }

    /// Everything but the board that a rule can tell apart, mixed into one key. Each hand is one word already.
    fn rest_key(&self) -> u64 {
        const SALT: [u64; 4] = keys(51);
        let square = |square: Option<Square>| square.map_or(64, |square| square.index() as u64);
        let (due, cards) = match self.phase {
            Phase::Place => (0, 0),
            Phase::Deal(cards) => (1, cards),
            Phase::Turn => (2, 0),
            Phase::Draw(cards) => (3, cards),
        };
        let last = match self.last {
            None => 0,
            Some(Last { deed, jokers }) => {
                let (card, a, b) = match deed {
                    Deed::Removed(card, at, kind) | Deed::Turned(card, at, kind) => (card, at.index(), kind as usize),
                    Deed::Moved(from, to) => (Card::King, from.index(), to.index()),
                };
                1 + jokers as u64 + ((card as u64) << 2) + ((a as u64) << 6) + ((b as u64) << 12)
            }
        };
        let state = self.side.index() as u64 | due << 1 | (cards as u64) << 3 | square(self.passed) << 6 | last << 13;
        mix(self.hands[0].bits() ^ SALT[0])
            ^ mix(self.hands[1].bits() ^ SALT[1])
            ^ mix(self.discards.bits() ^ SALT[2])
            ^ mix(state ^ SALT[3])
    }
}

/// The colour of a seat.
#[inline]
pub const fn colour(seat: Seat) -> Colour {
    if seat.index() == 0 { Colour::White } else { Colour::Black }
}

impl Game for Position {
    type Action = Action;
    type Event = Turned;
    type Actions = ArrayVec<Action, { generate::CAPACITY }>;

    const SEATS: usize = 2;

    fn team(seat: Seat) -> Team {
        team(colour(seat))
    }

    #[inline]
    fn turn(&self) -> Actor {
        match self.phase {
            Phase::Place | Phase::Turn => Actor::Seat(seat(self.side)),
            Phase::Deal(_) | Phase::Draw(_) => Actor::Table,
        }
    }

    /// Clause 14. Unknown cards might hold a way out, so nothing is over while the actor has any.
    fn stuck(&self) -> Option<Outcome> {
        if self.hand(self.side).unknown() > 0 {
            None
        } else if self.board.in_check(self.side) {
            Some(Outcome::win(team(self.side.other()), "checkmate"))
        } else {
            Some(Outcome::draw("stalemate"))
        }
    }

    fn generate(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        self.generate_actions(sink)
    }

    fn count(&self) -> u64 {
        self.count_actions()
    }

    fn accepts(&self, action: Action) -> Result<(), Refusal> {
        self.check_action(action)
    }

    fn act(&mut self, action: Action) {
        self.apply(action);
    }

    /// Single cards, each distinct rank once (clause 16). Of a deal nothing is listed (clause 4).
    fn events(&self, sink: &mut impl FnMut(Turned, u32)) -> Odds {
        match self.phase {
            Phase::Deal(_) => Odds::SampleOnly,
            Phase::Draw(_) => {
                let cards = self.next_card();
                for card in cards.ranks() {
                    sink(Turned::one(Some(card)), cards.count(card));
                }
                Odds::Total(cards.known_len())
            }
            Phase::Place | Phase::Turn => Odds::Total(0),
        }
    }

    fn admits(&self, event: Turned) -> Result<(), Refusal> {
        self.check_event(event)
    }

    /// The next card of a draw; all that is left of a deal.
    fn sample(&self, rng: &mut Rng) -> Turned {
        let due = if matches!(self.phase, Phase::Deal(_)) { self.due_cards() } else { 1 };
        let mut after = *self;
        let mut event = Turned::NONE;
        for _ in 0..due {
            let cards = after.next_card();
            let card = cards.nth(rng.below(cards.known_len()));
            let _ = event.push(card);
            after.turn_up(card);
        }
        event
    }

    fn happen(&mut self, event: Turned) {
        for card in event.iter() {
            self.turn_up(card);
        }
    }

    fn key(&self) -> u64 {
        self.board.key() ^ self.rest_key()
    }

    fn fresh_key(&self) -> u64 {
        self.board.fresh_key() ^ self.rest_key()
    }

    /// Between placements too: a FEN can describe it.
    fn at_turn_start(&self) -> bool {
        matches!(self.phase, Phase::Place | Phase::Turn)
    }

    /// Clause 15: 100 quiet actions are a draw, unless the actor is checkmated or stalemated.
    fn verdict(&self, _occurrences: u32) -> Option<Outcome> {
        if self.quiet < QUIET_LIMIT || matches!(self.actor(), Actor::Over(_)) {
            return None;
        }
        Some(Outcome::draw("quiet"))
    }
}
