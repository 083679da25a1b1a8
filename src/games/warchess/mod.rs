//! War Chess: dice, support, towers with crews, charges, spells.
//!
//! | file | what |
//! | --- | --- |
//! | `field` | the board's geometry; the only place that knows its height |
//! | `piece` | kinds, costs, strengths; crews of towers |
//! | `actions` | actions, spells, attacks, throws |
//! | `combat` | strengths, odds, retreats, what may be given for a king |
//! | `generate` | the generator |
//! | `apply` | what actions and throws do |
//! | `accept` | what is accepted, and the sentence why not |
//! | `army` | the ready armies and the limits of an army |
//! | `fen`, `words`, `show` | text |
//! | `eval` | judgement for the search |

mod accept;
mod actions;
mod apply;
mod army;
mod combat;
mod eval;
mod fen;
mod field;
mod generate;
mod piece;
mod show;
mod words;

#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;

pub use actions::{Action, Attack, Event, Means, Spell};
pub use piece::{Crew, Kind};

use crate::board::{Colour, Rng, Seat, Square, Team, keys, mix};
use crate::game::{Actor, Flow, Game, Odds, Outcome, PerfectInfo, Refusal};
use arrayvec::ArrayVec;
use field::Squares;

/// What the position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// One of the mover's three moves, or `end` (clause 4).
    Moves,
    /// The two dice of an attack (clause 6).
    Throw(Attack),
    /// The defender's choice of a square after a tie (clause 6).
    Retreat(Attack),
    /// The die of a fallen knight's owner (clause 9).
    Rider(Attack),
    /// The defender's choice of what to give for the king (clause 10).
    Sacrifice(Attack),
    /// The mover's purchases and entries (clause 21): how far each has come in the order they are generated in.
    Entry {
        /// The highest kind bought.
        bought: Kind,
        /// How many entry squares, in square order, are at or below the highest one entered.
        entered: u8,
    },
    /// A king is gone (clause 22).
    Over(Colour),
}

/// A position of War Chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The squares of each side's pieces. Who is inside a tower is on no square.
    sides: [Squares; 2],
    /// The squares of each kind.
    kinds: [Squares; 6],
    /// The mover's pieces that have acted this turn (clause 4).
    acted: Squares,
    /// Stoned pieces (clause 17).
    stoned: Squares,
    /// The mover's pieces stoned during this very turn, which stay so after it (clause 19).
    fresh: Squares,
    /// Exhausted knights (clause 12). The mover's that have also acted charged this turn and stay so after it
    /// (clause 19): one that was exhausted before cannot act.
    exhausted: Squares,
    /// The part of the key that is kept incrementally: everything by square.
    squares_key: u64,
    /// What is inside each tower; empty elsewhere.
    crews: [Crew; Square::COUNT],
    /// Each side's pieces waiting outside, by kind P R N B (clause 21).
    waiting: [[u16; 4]; 2],
    /// Turn number, up after Black.
    turn: u32,
    /// Points the mover can spend at the end of this turn (clauses 3, 9 and 21).
    bonus: u16,
    /// Turns since the last attack or promotion (clause 23).
    quiet: u16,
    /// What the position waits for.
    phase: Phase,
    /// The piece under heroism if it is the mover's, under fear if it is not: one spell a turn makes it one piece.
    marked: Option<Square>,
    /// Each side's spells, a bit each.
    spells: [u8; 2],
    /// Whose turn it is.
    mover: Colour,
    /// How many of the three moves have been made.
    moves: u8,
    /// Whether a spell was cast this turn.
    cast: bool,
    /// Whether there was an attack or a promotion this turn (clause 23).
    eventful: bool,
}

/// Clause 4: moves a turn.
const MOVES: u8 = 3;
/// Clause 3: points for a promotion.
const PROMOTION: u16 = 3;
/// Clause 23: quiet turns to a draw.
const QUIET_LIMIT: u16 = 100;

static PIECE_KEYS: [u64; 2 * 6 * Square::COUNT] = keys(40);
static ACTED_KEYS: [u64; Square::COUNT] = keys(41);
static STONED_KEYS: [u64; Square::COUNT] = keys(42);
static FRESH_KEYS: [u64; Square::COUNT] = keys(43);
static EXHAUSTED_KEYS: [u64; Square::COUNT] = keys(44);
/// Seeds of the keys that are mixed from a value, for what has too many values for a table.
const MIXED: [u64; 5] = keys(45);

fn piece_key(colour: Colour, kind: Kind, at: Square) -> u64 {
    PIECE_KEYS[(colour.index() * 6 + kind.index()) * Square::COUNT + at.index()]
}

/// An empty crew weighs nothing, so that squares without a tower need no care.
fn crew_key(at: Square, crew: Crew) -> u64 {
    if crew == Crew::EMPTY {
        return 0;
    }
    mix(MIXED[0].wrapping_add((at.index() as u64) << 8 | u64::from(crew.bits())))
}

impl Position {
    /// The empty board before the first turn.
    fn empty() -> Self {
        Self {
            sides: [Squares::EMPTY; 2],
            kinds: [Squares::EMPTY; 6],
            acted: Squares::EMPTY,
            stoned: Squares::EMPTY,
            fresh: Squares::EMPTY,
            exhausted: Squares::EMPTY,
            squares_key: 0,
            crews: [Crew::EMPTY; Square::COUNT],
            waiting: [[0; 4]; 2],
            turn: 1,
            bonus: 0,
            quiet: 0,
            phase: Phase::Moves,
            marked: None,
            spells: [0; 2],
            mover: Colour::White,
            moves: 0,
            cast: false,
            eventful: false,
        }
    }

    fn occupied(&self) -> Squares {
        self.sides[0] | self.sides[1]
    }

    /// One side's pieces of one kind on the board.
    fn men(&self, colour: Colour, kind: Kind) -> Squares {
        self.sides[colour.index()] & self.kinds[kind.index()]
    }

    /// The kind of the piece on an occupied square. Sums instead of branches: which kind it is, nothing predicts.
    fn kind_at(&self, at: Square) -> Kind {
        debug_assert!(self.occupied().has(at));
        let bit = |kind: Kind| usize::from(self.kinds[kind.index()].has(at));
        let index = bit(Kind::Tower)
            + 2 * bit(Kind::Knight)
            + 3 * bit(Kind::Bishop)
            + 4 * bit(Kind::Queen)
            + 5 * bit(Kind::King);
        Kind::ALL[index % Kind::ALL.len()]
    }

    /// The owner of the piece on an occupied square.
    fn owner(&self, at: Square) -> Colour {
        if self.sides[0].has(at) { Colour::White } else { Colour::Black }
    }

    /// Who is on an occupied square; none on an empty one.
    fn man(&self, at: Square) -> Option<(Colour, Kind)> {
        self.occupied().has(at).then(|| (self.owner(at), self.kind_at(at)))
    }

    /// The entry squares that are empty (clause 20).
    fn open_entries(&self, colour: Colour) -> Squares {
        field::entries(colour).into_iter().collect::<Squares>() & !self.occupied()
    }

    /// Everything the key covers that is not by square, mixed.
    fn small_key(&self) -> u64 {
        let attack = |phase: u64, attack: Attack| {
            let means = match attack.means {
                Means::Melee => 0,
                Means::Shot => 1,
                Means::Spell(spell) => 2 + spell as u64,
            };
            phase | means << 4 | (attack.from.index() as u64) << 8 | (attack.to.index() as u64) << 16
        };
        let phase = match self.phase {
            Phase::Moves => 0,
            Phase::Throw(pending) => attack(1, pending),
            Phase::Retreat(pending) => attack(2, pending),
            Phase::Rider(pending) => attack(3, pending),
            Phase::Sacrifice(pending) => attack(4, pending),
            Phase::Entry { bought, entered } => 5 | (bought as u64) << 4 | u64::from(entered) << 8,
            Phase::Over(winner) => 6 | (winner as u64) << 4,
        };
        let marked = self.marked.map_or(0, |at| 1 + at.index() as u64);
        let state = phase
            | marked << 24
            | u64::from(self.moves) << 32
            | u64::from(self.cast) << 34
            | (self.mover as u64) << 35
            | u64::from(self.spells[0]) << 36
            | u64::from(self.spells[1]) << 42
            | u64::from(self.bonus) << 48;
        let waits = |colour: Colour| {
            self.waiting[colour.index()].iter().fold(0, |packed, &count| packed << 16 | u64::from(count))
        };
        mix(MIXED[1] ^ state) ^ mix(MIXED[2] ^ waits(Colour::White)) ^ mix(MIXED[3] ^ waits(Colour::Black))
    }
}

/// The seat of a colour.
const fn seat(colour: Colour) -> Seat {
    match colour {
        Colour::White => Seat::FIRST,
        Colour::Black => Seat::SECOND,
    }
}

/// The team of a colour.
const fn team(colour: Colour) -> Team {
    match colour {
        Colour::White => Team::First,
        Colour::Black => Team::Second,
    }
}

impl Game for Position {
    type Action = Action;
    type Event = Event;
    /// The bound is proved where the generator is: [`generate::MOST`].
    type Actions = ArrayVec<Action, { generate::MOST }>;

    const SEATS: usize = 2;

    fn team(seat: Seat) -> Team {
        if seat == Seat::FIRST { Team::First } else { Team::Second }
    }

    fn turn(&self) -> Actor {
        match self.phase {
            Phase::Moves | Phase::Entry { .. } => Actor::Seat(seat(self.mover)),
            Phase::Retreat(_) | Phase::Sacrifice(_) => Actor::Seat(seat(self.mover.other())),
            Phase::Throw(_) | Phase::Rider(_) => Actor::Table,
            Phase::Over(winner) => Actor::Over(Outcome::win(team(winner), "king")),
        }
    }

    fn stuck(&self) -> Option<Outcome> {
        // Never asked: `end` or `pass` is always there.
        None
    }

    fn generate(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        generate::generate(self, sink)
    }

    fn count(&self) -> u64 {
        generate::count(self)
    }

    fn accepts(&self, action: Action) -> Result<(), Refusal> {
        accept::accepts(self, action)
    }

    fn act(&mut self, action: Action) {
        apply::act(self, action);
    }

    fn events(&self, sink: &mut impl FnMut(Event, u32)) -> Odds {
        match self.phase {
            Phase::Throw(attack) => {
                combat::throws(self.edge(attack)).for_each(|(event, weight)| sink(event, weight));
                Odds::Total(36)
            }
            Phase::Rider(_) => {
                sink(Event::Die(2), 3);
                sink(Event::Die(1), 3);
                Odds::Total(6)
            }
            _ => Odds::Total(0),
        }
    }

    fn admits(&self, event: Event) -> Result<(), Refusal> {
        accept::admits(self, event)
    }

    fn sample(&self, rng: &mut Rng) -> Event {
        let mut die = || 1 + rng.below(6) as u8;
        match self.phase {
            Phase::Rider(_) => Event::Die(die()),
            _ => Event::Throw { attack: die(), defence: die() },
        }
    }

    fn happen(&mut self, event: Event) {
        apply::happen(self, event);
    }

    fn key(&self) -> u64 {
        self.squares_key ^ self.small_key()
    }

    fn fresh_key(&self) -> u64 {
        let mut key = self.small_key();
        for at in self.occupied() {
            key ^= piece_key(self.owner(at), self.kind_at(at), at) ^ crew_key(at, self.crews[at.index()]);
        }
        let marks = [
            (self.acted, &ACTED_KEYS),
            (self.stoned, &STONED_KEYS),
            (self.fresh, &FRESH_KEYS),
            (self.exhausted, &EXHAUSTED_KEYS),
        ];
        for (set, table) in marks {
            set.for_each(|at| key ^= table[at.index()]);
        }
        key
    }

    fn at_turn_start(&self) -> bool {
        // Until an action is taken nothing has acted and nothing is pending; every action of a turn counts as a
        // move, closes the turn, or leads into its entry phase.
        self.phase == Phase::Moves && self.moves == 0
    }

    fn verdict(&self, _occurrences: u32) -> Option<Outcome> {
        // Clause 23. Repetition means nothing here.
        (self.quiet >= QUIET_LIMIT).then_some(Outcome::draw("quiet"))
    }
}

impl PerfectInfo for Position {}
