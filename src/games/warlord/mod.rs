//! Warlord: no captures but combat, in rounds, after every move.
//!
//! The position is a set of squares per kind and per colour. Between the rounds of a combat, when somebody has to choose
//! whom to kill, it also holds whose choice it is, what the mover has settled for and which knight has spent its attack on
//! an overrun.

mod actions;
mod combat;
mod eval;
mod generate;
mod judge;
mod ranges;
mod text;
mod weights;

#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;

use crate::board::{Bitboard, Colour, Seat, Square, Team, keys};
use crate::game::{Actor, Flow, Game, Outcome, PerfectInfo, Refusal, no_events};
pub use actions::{Action, Actions};

/// The kinds of pieces. All but the tower are *men*.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Steps diagonally, dashes two squares orthogonally.
    Peasant,
    /// Attacks six squares ahead, over anything.
    Spearman,
    /// Shoots ahead and along the forward diagonals; dies of one attack from next to it.
    Archer,
    /// Rides any distance; overruns.
    Knight,
    /// Steps diagonally; dies of three attacks.
    Warlord,
    /// Never moves; its owner loses with it.
    Tower,
}

impl Kind {
    /// All kinds.
    pub(crate) const ALL: [Self; 6] =
        [Self::Peasant, Self::Spearman, Self::Archer, Self::Knight, Self::Warlord, Self::Tower];

    /// The letter, upper case.
    pub const fn letter(self) -> char {
        match self {
            Self::Peasant => 'P',
            Self::Spearman => 'S',
            Self::Archer => 'A',
            Self::Knight => 'N',
            Self::Warlord => 'W',
            Self::Tower => 'T',
        }
    }
}

/// What the position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// A move, at a turn start.
    Move,
    /// The choice of whose turn it is.
    Mover,
    /// The other player's choice.
    Opponent,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    kinds: [Bitboard; 6],
    colours: [Bitboard; 2],
    key: u64,
    /// What the mover kills this round, while the opponent chooses; else empty.
    settled: Bitboard,
    /// Turns since the last death.
    quiet: u32,
    /// Turn number, up after White.
    turn: u32,
    /// Whose turn it is.
    side: Colour,
    phase: Phase,
    /// Passes in a row so far.
    passes: u8,
    /// The knight that has spent this round's attack on an overrun.
    spent: Option<Square>,
}

static PIECE_KEYS: [[u64; 64]; 12] = {
    let flat = keys::<768>(20);
    let mut table = [[0; 64]; 12];
    let mut index = 0;
    while index < 768 {
        table[index / 64][index % 64] = flat[index];
        index += 1;
    }
    table
};
static SIDE_KEY: [u64; 1] = keys(21);
static PASSES_KEYS: [u64; 4] = keys(22);
static PHASE_KEYS: [u64; 3] = keys(23);
static SETTLED_KEYS: [u64; 64] = keys(24);
static SPENT_KEYS: [u64; 64] = keys(25);

/// Clause 3: so many passes in a row end the game.
const PASSES: u8 = 3;
/// Clause 13: so many turns without a death are a draw.
const QUIET_LIMIT: u32 = 100;

/// Black moves first.
const fn seat_of(colour: Colour) -> Seat {
    match colour {
        Colour::Black => Seat::FIRST,
        Colour::White => Seat::SECOND,
    }
}

const fn team_of(colour: Colour) -> Team {
    match colour {
        Colour::Black => Team::First,
        Colour::White => Team::Second,
    }
}

impl Position {
    #[inline]
    fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind as usize]
    }

    #[inline]
    fn own(&self, colour: Colour) -> Bitboard {
        self.colours[colour.index()]
    }

    #[inline]
    fn of(&self, colour: Colour, kind: Kind) -> Bitboard {
        self.own(colour) & self.kind(kind)
    }

    #[inline]
    fn occupied(&self) -> Bitboard {
        self.colours[0] | self.colours[1]
    }

    #[inline]
    fn men(&self, colour: Colour) -> Bitboard {
        self.own(colour) & !self.kind(Kind::Tower)
    }

    fn kind_at(&self, square: Square) -> Option<Kind> {
        Kind::ALL.into_iter().find(|&kind| self.kind(kind).has(square))
    }

    fn colour_at(&self, square: Square) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.own(colour).has(square))
    }

    /// Adds the piece, or takes it away when it is there.
    #[inline]
    fn toggle(&mut self, colour: Colour, kind: Kind, square: Square) {
        let set = Bitboard::of(square);
        self.colours[colour.index()] ^= set;
        self.kinds[kind as usize] ^= set;
        self.key ^= PIECE_KEYS[colour.index() * 6 + kind as usize][square.index()];
    }

    fn set_phase(&mut self, phase: Phase) {
        self.key ^= PHASE_KEYS[self.phase as usize] ^ PHASE_KEYS[phase as usize];
        self.phase = phase;
    }

    fn set_settled(&mut self, kills: Bitboard) {
        self.key = (self.settled ^ kills).fold(self.key, |key, at| key ^ SETTLED_KEYS[at.index()]);
        self.settled = kills;
    }

    fn set_spent(&mut self, spent: Option<Square>) {
        for square in [self.spent, spent].into_iter().flatten() {
            self.key ^= SPENT_KEYS[square.index()];
        }
        self.spent = spent;
    }

    fn set_passes(&mut self, passes: u8) {
        self.key ^= PASSES_KEYS[usize::from(self.passes & 3)] ^ PASSES_KEYS[usize::from(passes & 3)];
        self.passes = passes;
    }

    fn end_turn(&mut self) {
        self.turn = self.turn.saturating_add(u32::from(self.side == Colour::White));
        self.side = self.side.other();
        self.key ^= SIDE_KEY[0];
    }

    /// Plays a move, march or overrun, and the combat that follows as far as nobody has to choose.
    fn play(&mut self, from: Square, to: Square) {
        let side = self.side;
        let enemy = side.other();
        self.quiet = self.quiet.saturating_add(1);
        self.set_passes(0);
        if self.own(side).has(to) {
            // Clause 2: the whole line steps.
            let (files, ranks) = generate::direction(from, to);
            let line = self.line_of(from, files, ranks);
            for kind in Kind::ALL {
                for man in self.kind(kind) & line {
                    self.toggle(side, kind, man);
                    if let Some(ahead) = man.offset(files, ranks) {
                        self.toggle(side, kind, ahead);
                    }
                }
            }
        } else if let Some(kind) = self.kind_at(from) {
            if self.own(enemy).has(to) {
                // Clause 8: the kill is the knight's attack in round 1, in which its victim no longer counts.
                if let Some(victim) = self.kind_at(to) {
                    self.toggle(enemy, victim, to);
                }
                self.set_spent(Some(to));
                self.quiet = 0;
            }
            self.toggle(side, kind, from);
            self.toggle(side, kind, to);
        }
        self.fight(None, None);
    }
}

impl Game for Position {
    type Action = Action;
    no_events!();
    type Actions = Actions;

    const SEATS: usize = 2;

    fn team(seat: Seat) -> Team {
        if seat == Seat::FIRST { Team::First } else { Team::Second }
    }

    #[inline]
    fn turn(&self) -> Actor {
        match self.phase {
            Phase::Mover => return Actor::Seat(seat_of(self.side)),
            Phase::Opponent => return Actor::Seat(seat_of(self.side.other())),
            Phase::Move => {}
        }
        // Clause 11: a tower that is not there has fallen.
        let towers = self.kind(Kind::Tower);
        if !towers.many() {
            return Actor::Over(match self.colour_of(towers) {
                Some(colour) => Outcome::win(team_of(colour), "tower"),
                None => Outcome::draw("towers"),
            });
        }
        if self.passes >= PASSES {
            return Actor::Over(Outcome::draw("passes"));
        }
        // Clause 12.
        if !self.men(Colour::White).many() && !self.men(Colour::Black).many() {
            return Actor::Over(Outcome::draw("men"));
        }
        Actor::Seat(seat_of(self.side))
    }

    fn stuck(&self) -> Option<Outcome> {
        // Never asked: whoever may move may pass, and a choice is asked for only where there are two.
        None
    }

    fn generate(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        match (self.turn(), self.chooser()) {
            (Actor::Seat(_), None) => self.generate_moves(sink),
            (Actor::Seat(_), Some(chooser)) => self.assault(chooser).maximal(&mut |kills| sink(Action::Kill(kills))),
            _ => Flow::Continue(()),
        }
    }

    fn count(&self) -> u64 {
        match (self.turn(), self.chooser()) {
            (Actor::Seat(_), None) => self.count_moves(),
            (Actor::Seat(_), Some(chooser)) => {
                let mut count = 0;
                let _ = self.assault(chooser).maximal(&mut |_| {
                    count += 1;
                    Flow::Continue(())
                });
                count
            }
            _ => 0,
        }
    }

    fn accepts(&self, action: Action) -> Result<(), Refusal> {
        if let Actor::Over(outcome) = self.turn() {
            return Err(Refusal(format!("the game is over: {}", outcome.reason)));
        }
        match (action, self.chooser()) {
            (Action::Kill(kills), Some(chooser)) => self.accepts_kills(chooser, kills),
            (Action::Kill(_), None) => Err(Refusal::new("nobody is to be chosen here, a move is due")),
            (_, Some(_)) => Err(Refusal::new("combat first: say who is overwhelmed this round")),
            (Action::Pass, None) => Ok(()),
            (Action::Move { from, to }, None) => self.accepts_move(from, to),
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Move { from, to } => self.play(from, to),
            Action::Pass => {
                self.quiet = self.quiet.saturating_add(1);
                self.set_passes(self.passes.saturating_add(1).min(PASSES));
                self.end_turn();
            }
            Action::Kill(kills) => {
                let mover = if self.phase == Phase::Mover { (kills, None) } else { (self.settled, Some(kills)) };
                self.set_phase(Phase::Move);
                self.set_settled(Bitboard::EMPTY);
                self.fight(Some(mover.0), mover.1);
            }
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn fresh_key(&self) -> u64 {
        let mut key = if self.side == Colour::White { SIDE_KEY[0] } else { 0 };
        key ^= PASSES_KEYS[usize::from(self.passes & 3)] ^ PHASE_KEYS[self.phase as usize];
        key = self.settled.fold(key, |key, at| key ^ SETTLED_KEYS[at.index()]);
        key ^= self.spent.map_or(0, |at| SPENT_KEYS[at.index()]);
        for colour in Colour::ALL {
            for kind in Kind::ALL {
                let keys = &PIECE_KEYS[colour.index() * 6 + kind as usize];
                key = self.of(colour, kind).fold(key, |key, at| key ^ keys[at.index()]);
            }
        }
        key
    }

    #[inline]
    fn at_turn_start(&self) -> bool {
        self.phase == Phase::Move && self.kind(Kind::Tower).many()
    }

    fn reversible(&self) -> u32 {
        self.quiet
    }

    fn verdict(&self, occurrences: u32) -> Option<Outcome> {
        // Clause 13; a game that has ended by itself has ended so.
        if occurrences < 3 && self.quiet < QUIET_LIMIT || matches!(self.turn(), Actor::Over(_)) {
            None
        } else {
            Some(Outcome::draw(if occurrences >= 3 { "repetition" } else { "quiet" }))
        }
    }
}

impl Position {
    /// Who has to say whom to kill; none at a turn start.
    #[inline]
    fn chooser(&self) -> Option<Colour> {
        match self.phase {
            Phase::Move => None,
            Phase::Mover => Some(self.side),
            Phase::Opponent => Some(self.side.other()),
        }
    }

    fn colour_of(&self, set: Bitboard) -> Option<Colour> {
        set.first().and_then(|square| self.colour_at(square))
    }
}

impl PerfectInfo for Position {}
