//! Judgement, after the game's own notes on strategy: men, who stands under one attack and fears a second, the tower's
//! guard, archers in the open, knights on an emptying board, men who are free to march.

use super::ranges::Pressure;
use super::{Action, Kind, Phase, Position, team_of};
use crate::board::{Bitboard, Colour, Square, Team, attacks};
use crate::game::{Actor, Evaluate, Flow, Game, Hint};

/// Centipawns by kind. The tower's is for exchanges only.
const VALUE: [i32; 6] = [100, 210, 190, 300, 520, 5_000];
/// A knight for every piece gone from the sixteen a side of the start.
const KNIGHT_ON_EMPTYING: i32 = 6;
/// An enemy man who is one attack short of being overwhelmed.
const THREAT: i32 = 14;
/// The same for the tower.
const TOWER_THREAT: i32 = 60;
/// A friend next to the tower.
const TOWER_GUARD: i32 = 8;
/// An archer without a friend who fights next to him.
const OPEN_ARCHER: i32 = 22;
/// A man out of every enemy's range: free to march and at liberty to stay.
const FREE: i32 = 4;
/// A square ahead of the start ranks in range.
const GROUND: i32 = 2;
/// A man's step ahead.
const ADVANCE: i32 = 2;
/// The side to move.
const TEMPO: i32 = 8;

/// How far ahead a square is for a colour, from 0.
fn advance(colour: Colour, square: Square) -> i32 {
    i32::from(match colour {
        Colour::White => square.rank(),
        Colour::Black => 7 - square.rank(),
    })
}

fn neighbours(set: Bitboard) -> Bitboard {
    set.fold(Bitboard::EMPTY, |reach, square| reach | attacks::king(square))
}

impl Position {
    /// Men and tower by value.
    fn material(&self, colour: Colour) -> i32 {
        Kind::ALL.into_iter().map(|kind| VALUE[kind as usize] * self.of(colour, kind).len() as i32).sum()
    }

    /// Centipawns of what `colour` has, given its own and its enemy's pressure.
    fn assets(&self, colour: Colour, own: &Pressure, enemy: &Pressure) -> i32 {
        let occupied = self.occupied();
        let mut score = self.material(colour);
        let knights = self.of(colour, Kind::Knight);
        score += KNIGHT_ON_EMPTYING * (32 - occupied.len() as i32).max(0) * knights.len() as i32;
        for knight in knights {
            score += (attacks::queen(knight, occupied) & !occupied).len() as i32;
        }
        // Threats: enemies one attack short. A warlord bears one more.
        let targets = self.men(colour.other());
        let short = own.once & !self.kind(Kind::Warlord) | own.twice & self.kind(Kind::Warlord);
        score += (targets & short).map(|square| THREAT + self.worth_at(square) / 32).sum::<i32>();
        let tower = self.of(colour, Kind::Tower);
        if (self.of(colour.other(), Kind::Tower) & own.once).any() {
            score += TOWER_THREAT;
        }
        score += TOWER_GUARD * (neighbours(tower) & self.men(colour)).len().min(5) as i32;
        // One attack from next to him kills an archer: he wants somebody there who strikes back.
        let escort = self.own(colour) & !self.kind(Kind::Archer);
        let lone = self.of(colour, Kind::Archer) & !neighbours(escort);
        score -= OPEN_ARCHER * lone.len() as i32;
        score += FREE * (self.men(colour) & !enemy.once).len() as i32;
        let ground = match colour {
            Colour::White => Bitboard(0x00FF_FFFF_FF00_0000),
            Colour::Black => Bitboard(0x0000_00FF_FFFF_FF00),
        };
        score += GROUND * (own.once & ground).len() as i32;
        score + ADVANCE * self.men(colour).map(|square| advance(colour, square)).sum::<i32>()
    }

    fn worth_at(&self, square: Square) -> i32 {
        self.kind_at(square).map_or(0, |kind| VALUE[kind as usize])
    }

    /// Own material less the enemy's.
    fn balance(&self, colour: Colour) -> i32 {
        self.material(colour) - self.material(colour.other())
    }

    /// Whether the man who goes from `from` to `to` comes into touch with the enemy there: has one in range or is in the
    /// range of one. Marches are counted in touch; lines opened behind the man are not looked at.
    fn touches(&self, from: Square, to: Square) -> bool {
        let enemies = self.own(self.side.other());
        let Some(kind) = self.kind_at(from) else { return false };
        let occupied = self.occupied().without(from);
        self.occupied().has(to)
            || (self.range(self.side, kind, to, occupied) & enemies).any()
            || self.attackers(self.side.other(), to).any()
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

    fn evaluate(&self, team: Team) -> i32 {
        let side = self.side;
        let own = self.pressure(side, None);
        let enemy = self.pressure(side.other(), None);
        let score = self.assets(side, &own, &enemy) - self.assets(side.other(), &enemy, &own) + TEMPO;
        let score = score.clamp(-15_000, 15_000);
        if team_of(side) == team { score } else { -score }
    }

    fn tactical(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        if self.urgent() {
            return self.generate(sink);
        }
        if !matches!(self.turn(), Actor::Seat(_)) {
            return Flow::Continue(());
        }
        // Kills: whoever comes into touch and leaves the enemy with fewer men, or somebody with a choice.
        let enemies = self.own(self.side.other()).len();
        self.generate_moves(&mut |action| {
            let Action::Move { from, to } = action else { return Flow::Continue(()) };
            if !self.touches(from, to) {
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
            Action::Move { from, to } if self.touches(from, to) => {
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
            Action::Move { from, to } if !self.touches(from, to) => 0,
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
