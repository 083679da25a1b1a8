//! What the search asks of a position: how good it is, which moves kill, what to look at first.

use super::weights::{FINE, WEIGHTS};
use super::{Action, Kind, Phase, Position, QUIET_LIMIT, team_of};
use crate::board::{Bitboard, Colour, Square, Team, attacks};
use crate::game::{Actor, Evaluate, Flow, Game, Hint};

/// Centipawns by kind. The tower's is for exchanges only.
const VALUE: [i32; 6] = [100, 210, 190, 300, 520, 5_000];

/// So many turns without a death would take all of an advantage.
const WAITING: i32 = 150;

/// How far ahead a square is for a colour, from 0.
fn advance(colour: Colour, square: Square) -> i32 {
    i32::from(match colour {
        Colour::White => square.rank(),
        Colour::Black => 7 - square.rank(),
    })
}

impl Position {
    /// Men and tower by value.
    fn material(&self, colour: Colour) -> i32 {
        Kind::ALL.into_iter().map(|kind| VALUE[kind as usize] * self.of(colour, kind).len() as i32).sum()
    }

    /// Own material less the enemy's.
    fn balance(&self, colour: Colour) -> i32 {
        self.material(colour) - self.material(colour.other())
    }

    /// Whether anybody may die when the man on `from` goes to `to`: he overruns or marches, or he or an enemy near him is attacked
    /// enough there, or he opens an archer's line. Where nobody may, the combat need not be fought to know how it ends.
    pub(super) fn stirs(&self, from: Square, to: Square) -> bool {
        let foe = self.side.other();
        let occupied = self.occupied();
        let Some(kind) = self.kind_at(from) else { return false };
        if occupied.has(to) || self.archers_bearing(from) {
            return true;
        }
        let occupied = occupied.without(from);
        let against = self.attackers_across(foe, to, occupied);
        let beside = attacks::king(to);
        if against.any() && self.enough(kind, against, beside) {
            return true;
        }
        for enemy in self.range(self.side, kind, to, occupied) & self.own(foe) {
            let with = self.attackers_across(self.side, enemy, occupied).without(from).with(to);
            if self.kind_at(enemy).is_some_and(|kind| self.enough(kind, with, attacks::king(enemy))) {
                return true;
            }
        }
        false
    }

    /// Clause 6: whether attacks from these squares overwhelm a piece of this kind, beside which are those of `beside`.
    fn enough(&self, kind: Kind, from: Bitboard, beside: Bitboard) -> bool {
        match kind {
            Kind::Warlord => from.len() > 2,
            Kind::Archer => from.many() || (from & beside).any(),
            _ => from.many(),
        }
    }

    /// Whether `square` is in the way of an archer of either side.
    fn archers_bearing(&self, square: Square) -> bool {
        Colour::ALL.into_iter().any(|colour| {
            let shots = self.range(colour.other(), Kind::Archer, square, self.occupied());
            (shots & self.of(colour, Kind::Archer)).any()
        })
    }

    /// What the actor gains in men by the action, as far as combat goes by itself; and whether anybody dies or has to
    /// choose.
    fn gain(&self, action: Action) -> (i32, bool) {
        let side = self.chooser().unwrap_or(self.side);
        let mut next = *self;
        next.act(action);
        let sudden = next.phase != Phase::Move || next.occupied().len() != self.occupied().len();
        (next.balance(side) - self.balance(side), sudden)
    }
}

impl Evaluate for Position {
    // By colour, kind and square gone to; choices by colour and first square; the pass.
    const SLOTS: usize = 2 * 7 * 64 + 1;
    const BREADTH: i32 = 20;

    fn evaluate(&self, team: Team) -> i32 {
        let side = self.side;
        let own = self.pressure(side, None);
        let enemy = self.pressure(side.other(), None);
        let mut score = 0;
        self.terms(side, &own, &enemy, &mut |term, count| score += WEIGHTS[term] * count);
        self.terms(side.other(), &enemy, &own, &mut |term, count| score -= WEIGHTS[term] * count);
        let score = (score / FINE).clamp(-15_000, 15_000);
        // Who is ahead and lets the turns go by without a death has less and less of it (clause 13).
        let score = score - score * self.quiet.min(QUIET_LIMIT) as i32 / WAITING;
        if team_of(side) == team { score } else { -score }
    }

    fn tactical(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        if self.urgent() {
            return self.generate(sink);
        }
        if !matches!(self.turn(), Actor::Seat(_)) {
            return Flow::Continue(());
        }
        // Kills: whatever leaves the enemy with fewer men, or somebody with a choice.
        let enemies = self.own(self.side.other()).len();
        self.generate_moves(&mut |action| {
            let Action::Move { from, to } = action else { return Flow::Continue(()) };
            if !self.stirs(from, to) {
                return Flow::Continue(());
            }
            let mut next = *self;
            next.act(action);
            if next.phase != Phase::Move || next.own(self.side.other()).len() < enemies {
                return sink(action);
            }
            Flow::Continue(())
        })
    }

    fn hint(&self, action: Action) -> Hint {
        match action {
            Action::Pass => Hint { tactical: false, order: -50 },
            Action::Kill(_) => Hint { tactical: true, order: self.gain(action).0 },
            Action::Move { from, to } if self.stirs(from, to) => {
                let (gain, sudden) = self.gain(action);
                // To lose men without killing any is no tactical stroke.
                Hint { tactical: sudden && gain >= 0, order: gain }
            }
            Action::Move { from, to } => {
                Hint { tactical: false, order: 2 * (advance(self.side, to) - advance(self.side, from)) }
            }
        }
    }

    fn slot(&self, action: Action) -> usize {
        let side = self.chooser().unwrap_or(self.side).index();
        match action {
            Action::Pass => Self::SLOTS - 1,
            Action::Kill(kills) => (side * 7 + 6) * 64 + kills.first().map_or(0, Square::index),
            Action::Move { from, to } => {
                let kind = self.kind_at(from).map_or(0, |kind| kind as usize);
                (side * 7 + kind) * 64 + to.index()
            }
        }
    }

    fn exchange(&self, action: Action) -> i32 {
        match action {
            Action::Move { from, to } if !self.stirs(from, to) => 0,
            _ => self.gain(action).0,
        }
    }

    fn urgent(&self) -> bool {
        self.phase != Phase::Move
    }

    fn null(&self) -> Option<Self> {
        // To do nothing is a legal turn here, the pass; but three of them end the game.
        if !self.at_turn_start() || self.passes > 0 {
            return None;
        }
        let mut next = *self;
        next.quiet = 0;
        next.end_turn();
        Some(next)
    }
}
