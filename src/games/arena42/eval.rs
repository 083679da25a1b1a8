//! Judgement: material on either board, lives, the wazir's safety, pawns on their way, reach.

use super::apply::landing_rank;
use super::squares::{self, ARENA, FIELD, PROMOTION, Set, Square};
use super::{Action, Kind, Position, SIDE_KEY, team_of};
use crate::board::{Colour, Team};
use crate::game::{Evaluate, Flow, Game, Hint};

/// Centipawns on the Field, by kind: reach on a board of 30 squares. The wazir's is what an exchange must not risk.
const FIELD_VALUE: [i32; 6] = [10_000, 360, 250, 300, 330, 100];
/// Centipawns in the Arena, where a piece can only hunt and be hunted.
const ARENA_VALUE: [i32; 6] = [0, 200, 130, 160, 180, 50];
/// What a side that has so many lives left has lost with the others.
const LIVES_LOST: [i32; 5] = [10_000, 1_000, 480, 200, 0];
/// For each square from which enemies attack around the wazir.
const SIEGE: i32 = 14;
/// For each rank a pawn on the Field has gone.
const ADVANCE: i32 = 18;
/// For each square a piece reaches.
const REACH: i32 = 3;
/// For an Arena piece that the side to move can capture and the other does not guard.
const HANGING: i32 = 60;
/// The side to move.
const TEMPO: i32 = 10;

impl Position {
    /// Centipawns of what `colour` has, but for what depends on the side to move.
    fn assets(&self, colour: Colour) -> i32 {
        let occupied = self.occupied();
        let own = self.colours[colour.index()];
        let mut score = -LIVES_LOST[usize::from(self.lives[colour.index()].min(4))];
        for kind in [Kind::Guard, Kind::Bishop, Kind::Knight, Kind::Rook, Kind::Pawn] {
            let pieces = self.of(colour, kind);
            score += FIELD_VALUE[kind as usize] * (pieces & FIELD).count_ones() as i32;
            score += ARENA_VALUE[kind as usize] * (pieces & ARENA).count_ones() as i32;
        }
        // Pawns: each rank on the way to the Field's promotion rank.
        let pawns = self.of(colour, Kind::Pawn) & FIELD;
        let mut stage = PROMOTION[colour.index()] & FIELD;
        for gone in (1..3).rev() {
            stage = squares::step(stage, -squares::forward(colour));
            score += ADVANCE * gone * (pawns & stage).count_ones() as i32;
        }
        // Reach, once a square; and what of it lies around the enemy wazir.
        let attacks = self.attacks(colour, own, occupied);
        score += REACH * (attacks & !own).count_ones() as i32;
        let enemy_wazir = self.of(colour.other(), Kind::Wazir);
        let ring = squares::guards(enemy_wazir);
        score += SIEGE
            * (attacks & ring & !self.attacks(colour.other(), FIELD & !enemy_wazir, occupied)).count_ones() as i32;
        score + SIEGE / 2 * (attacks & ring).count_ones() as i32
    }

    /// Captured on the Field, a piece is lost there, but lands in the Arena while its rank has room.
    fn capture_gain(&self, colour: Colour, kind: Kind, square: Square) -> i32 {
        let life = || {
            let lives = usize::from(self.lives[colour.index()].clamp(1, 4));
            LIVES_LOST[lives - 1] - LIVES_LOST[lives]
        };
        if !square.on_field() {
            ARENA_VALUE[kind as usize] + life()
        } else if landing_rank(colour, kind) & !self.occupied() != 0 {
            FIELD_VALUE[kind as usize] - ARENA_VALUE[kind as usize]
        } else {
            FIELD_VALUE[kind as usize] + life()
        }
    }

    fn is_tactical(&self, action: Action) -> bool {
        action.promotes || self.colours[self.side.other().index()] & action.to.set() != 0
    }

    /// The cheapest piece among `attackers`.
    fn cheapest(&self, attackers: Set) -> Option<(Kind, Set)> {
        [Kind::Pawn, Kind::Bishop, Kind::Knight, Kind::Rook, Kind::Guard, Kind::Wazir].into_iter().find_map(|kind| {
            let found = self.kinds[kind as usize] & attackers;
            (found != 0).then_some((kind, found & found.wrapping_neg()))
        })
    }
}

impl Evaluate for Position {
    const SLOTS: usize = 2 * 6 * Square::INDICES;

    fn evaluate(&self, team: Team) -> i32 {
        let side = self.side;
        let enemy = side.other();
        let occupied = self.occupied();
        let mut score = self.assets(side) - self.assets(enemy) + TEMPO;
        // Every elimination counts for the end: what hangs in the Arena is as good as gone.
        let strikes = self.attacks(side, ARENA, occupied) & self.colours[enemy.index()] & ARENA;
        if strikes & !self.attacks(enemy, ARENA, occupied) != 0 && !self.in_check(side) {
            score += HANGING;
        }
        let score = score.clamp(-15_000, 15_000);
        if team_of(side) == team { score } else { -score }
    }

    fn tactical(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        if self.urgent() {
            return self.generate(sink);
        }
        let among = self.colours[self.side.other().index()] | PROMOTION[self.side.index()];
        self.generate_moves(among, &mut |action| {
            if self.is_tactical(action) { sink(action) } else { Flow::Continue(()) }
        })
    }

    fn hint(&self, action: Action) -> Hint {
        let enemy = self.side.other();
        let Some(kind) = self.kind_at(action.from) else { return Hint::default() };
        if !self.is_tactical(action) {
            // Towards the promotion rank, and out of the corner of the Arena.
            let attacked = squares::pawns(self.side, action.to.set()) & self.of(enemy, Kind::Pawn) != 0;
            return Hint { tactical: false, order: i32::from(kind == Kind::Pawn) * 5 - i32::from(attacked) * 20 };
        }
        let won = match self.kind_at(action.to) {
            Some(victim) => self.capture_gain(enemy, victim, action.to),
            None => 0,
        };
        let promoted =
            if action.promotes { FIELD_VALUE[Kind::Guard as usize] - FIELD_VALUE[Kind::Pawn as usize] } else { 0 };
        Hint { tactical: true, order: won + promoted - FIELD_VALUE[kind as usize].min(400) / 16 }
    }

    fn slot(&self, action: Action) -> usize {
        let kind = self.kind_at(action.from).map_or(0, |kind| kind as usize);
        (self.side.index() * 6 + kind) * Square::INDICES + action.to.index()
    }

    fn exchange(&self, action: Action) -> i32 {
        // Swaps on the one square, the cheapest first; both sides may stop when that is better.
        let target = action.to.set();
        let value = |kind: Kind, colour| self.capture_gain(colour, kind, action.to);
        let Some(mover) = self.kind_at(action.from) else { return 0 };
        let (mut standing, promoted) = match action.promotes {
            true => (Kind::Guard, FIELD_VALUE[Kind::Guard as usize] - FIELD_VALUE[Kind::Pawn as usize]),
            false => (mover, 0),
        };
        let mut gains = [0; 32];
        gains[0] = promoted + self.kind_at(action.to).map_or(0, |kind| value(kind, self.side.other()));
        let mut occupied = self.occupied() & !action.from.set() | target;
        let mut colour = self.side.other();
        let mut depth = 0;
        while depth + 1 < gains.len() {
            let attackers = self.attackers(colour, target, occupied) & occupied & !target;
            let Some((kind, from)) = self.cheapest(attackers) else { break };
            // The wazir takes only what nobody guards.
            let rest = occupied & !from;
            if kind == Kind::Wazir && self.attackers(colour.other(), target, rest) & rest & !target != 0 {
                break;
            }
            depth += 1;
            gains[depth] = value(standing, colour.other()) - gains[depth - 1];
            occupied = rest;
            standing = kind;
            colour = colour.other();
        }
        while depth > 0 {
            gains[depth - 1] = -gains[depth].max(-gains[depth - 1]);
            depth -= 1;
        }
        gains[0]
    }

    fn urgent(&self) -> bool {
        self.in_check(self.side)
    }

    fn null(&self) -> Option<Self> {
        // On boards this small, zugzwang is near when few pieces are left on either.
        let own = self.colours[self.side.index()] & !self.kinds[Kind::Pawn as usize];
        if self.urgent() || own.count_ones() < 4 {
            return None;
        }
        let mut next = *self;
        next.pass_turn();
        next.quiet = 0;
        debug_assert_eq!(next.key, self.key ^ SIDE_KEY[0]);
        Some(next)
    }
}
