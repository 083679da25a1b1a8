//! Judgement for the search: what stands on the board, how far pawns have come, and what the dice threaten.
//!
//! Whoever is to move attacks up to three times before the other side can answer, and an attack that fails costs the
//! attacker little. So what a side is about to lose is put down in numbers here, from exact odds, rather than looked for
//! beyond the horizon, where every attack branches three ways.

use super::actions::{Action, Attack, Means, Spell};
use super::combat::odds;
use super::field::{self, Squares};
use super::piece::{Crew, Kind};
use super::{MOVES, Phase, Position, team};
use crate::board::{Colour, Square, Team, attacks};
use crate::game::{Evaluate, Flow, Game, Hint};

/// Centipawns by kind. A king is no material: he is under the threats.
const VALUE: [i32; 6] = [100, 180, 320, 300, 560, 0];
/// A catapult that two pawns can serve.
const CATAPULT: i32 = 90;
/// Each spell a queen on the board can cast.
const SPELL: i32 = 25;
/// Of a piece's value, in per cent, what it is worth inside a tower, and outside the board.
const INSIDE: i32 = 90;
const WAITING: i32 = 70;
/// A point to be spent at the end of this turn: three buy a knight that will have to wait.
const POINT: i32 = 70;
/// A pawn by ranks still to go: a step a turn, and the last one is worth three points.
const TO_GO: [i32; 8] = [150, 150, 85, 45, 22, 10, 3, 0];
/// Each pair of pawns that support each other.
const SUPPORT: i32 = 7;
/// Each piece that attacks in its king's presence.
const PRESENCE: i32 = 6;
/// What a king can give when he is beaten: nothing, one piece, two, more.
const GUARD: [i32; 4] = [-90, 0, 25, 40];
/// A king inside a tower has no answer when it falls.
const LODGED_KING: i32 = -60;
/// A piece that cannot act in its owner's next turn.
const STONED: i32 = 35;
const EXHAUSTED: i32 = 20;
/// For each square of distance between an officer and the enemy king: wars are won there.
const DISTANCE: i32 = 3;
/// What the king's fall is worth as a threat, and a beaten king who still has something to give.
const KING_LOST: i32 = 2_600;
const KING_BEATEN: i32 = 220;
/// Of what three attacks are expected to win, in per cent, what the side to move is granted, and the other side.
const THREAT_NOW: i32 = 75;
const THREAT_LATER: i32 = 30;
/// The side to move.
const TEMPO: i32 = 15;
/// Attacks that are expected to win so much belong into quiescence, inside a turn.
const PROMISING: i32 = 45;

/// A chance of 1 in the sums of threats.
const ONE: i32 = 1 << 10;

/// The chance, out of [`ONE`], that an attack whose A exceeds D by `edge` eliminates. Ties do when there is no retreat:
/// one in four, say.
fn chance(edge: i32) -> i32 {
    let [win, tie, _] = odds(edge);
    (4 * win + tie) as i32 * ONE / 144
}

fn crew_value(crew: Crew) -> i32 {
    let pieces = i32::from(crew.pawns()) * VALUE[Kind::Pawn.index()]
        + crew.officer().map_or(0, |officer| VALUE[officer.index()]);
    let catapult = match (crew.catapult(), crew.pawns()) {
        (false, _) => 0,
        (true, 2..) => CATAPULT,
        (true, _) => CATAPULT / 2,
    };
    pieces * INSIDE / 100 + catapult
}

/// Ranks a pawn still has to go.
fn to_go(colour: Colour, at: Square) -> usize {
    match colour {
        Colour::White => usize::from(field::RANKS - 1 - at.rank()),
        Colour::Black => usize::from(at.rank()),
    }
}

/// What attacks are expected to eliminate, square by square.
struct Threats {
    /// The chance, out of [`ONE`], that the piece survives all of them.
    survives: [i32; Square::COUNT],
    resistance: [i8; Square::COUNT],
    hit: Squares,
}

impl Threats {
    fn strike(&mut self, position: &Position, strength: i32, targets: Squares) {
        for at in targets {
            if !self.hit.has(at) {
                self.hit.insert(at);
                self.survives[at.index()] = ONE;
                self.resistance[at.index()] = position.resistance(at) as i8;
            }
            let edge = strength - i32::from(self.resistance[at.index()]);
            let survives = &mut self.survives[at.index()];
            *survives = *survives * (ONE - chance(edge)) / ONE;
        }
    }
}

impl Position {
    /// Centipawns of what a side has, threats apart.
    fn assets(&self, colour: Colour) -> i32 {
        let mut score = 0;
        for kind in Kind::ALL {
            score += VALUE[kind.index()] * self.men(colour, kind).len() as i32;
        }
        let waiting = self.waiting[colour.index()];
        for (value, count) in VALUE.into_iter().zip(waiting) {
            score += value * i32::from(count) * WAITING / 100;
        }
        let pawns = self.men(colour, Kind::Pawn);
        let mut pairs = 0;
        for pawn in pawns {
            score += TO_GO[to_go(colour, pawn) & 7];
            pairs += (attacks::king(pawn) & pawns).len() as i32;
        }
        score += pairs / 2 * SUPPORT;
        for tower in self.men(colour, Kind::Tower) {
            score += crew_value(self.crews[tower.index()]);
        }
        if self.men(colour, Kind::Queen).any() {
            score += self.spells[colour.index()].count_ones() as i32 * SPELL;
        }
        let own = self.sides[colour.index()];
        score -= STONED * (own & self.stoned).len() as i32 + EXHAUSTED * (own & self.exhausted).len() as i32;
        match self.men(colour, Kind::King).first() {
            Some(king) => {
                score += PRESENCE * (attacks::king(king) & own).len() as i32;
                score += GUARD[((field::within(king, 2) & own).len() as usize).min(3)];
            }
            None => score += LODGED_KING,
        }
        let officers = [Kind::Knight, Kind::Bishop, Kind::Queen].map(|kind| self.men(colour, kind));
        let enemy = self.royal_square(colour.other());
        for officer in officers[0] | officers[1] | officers[2] {
            score -= DISTANCE * i32::from(officer.distance(enemy));
        }
        score
    }

    /// Where the king is, on foot or in a tower.
    fn royal_square(&self, colour: Colour) -> Square {
        self.men(colour, Kind::King).first().unwrap_or_else(|| {
            let lodges = |tower: &Square| self.crews[tower.index()].officer() == Some(Kind::King);
            self.men(colour, Kind::Tower).find(lodges).unwrap_or(field::entries(colour)[0])
        })
    }

    /// What the loss of the piece on a square costs its owner.
    fn price(&self, at: Square) -> i32 {
        let owner = self.owner(at);
        match self.kind_at(at) {
            Kind::Pawn => VALUE[Kind::Pawn.index()] + TO_GO[to_go(owner, at) & 7],
            // The rider lives half of the time.
            Kind::Knight => VALUE[Kind::Knight.index()] - VALUE[Kind::Pawn.index()] / 2,
            Kind::Tower => {
                let crew = self.crews[at.index()];
                let king = if crew.officer() == Some(Kind::King) { KING_LOST } else { 0 };
                VALUE[Kind::Tower.index()] + crew_value(crew) + king
            }
            Kind::King if (field::within(at, 2) & self.sides[owner.index()]).any() => KING_BEATEN,
            Kind::King => KING_LOST,
            kind => VALUE[kind.index()],
        }
    }

    /// Centipawns that a side can expect to win by `moves` attacks with the pieces that can act.
    fn threats(&self, colour: Colour, prey: Squares, moves: usize) -> i32 {
        let mut threats =
            Threats { survives: [ONE; Square::COUNT], resistance: [0; Square::COUNT], hit: Squares::EMPTY };
        let able = self.sides[colour.index()] & !(self.acted | self.stoned | self.exhausted);
        let occupied = self.occupied();
        let presence = self.men(colour, Kind::King).first().map_or(Squares::EMPTY, attacks::king);
        let bonus = |at: Square| i32::from(presence.has(at));
        let kind = |kind: Kind| able & self.kinds[kind.index()];
        for from in kind(Kind::Pawn) {
            let targets = field::front(colour, from) & prey;
            if targets.any() {
                threats.strike(self, Kind::Pawn.attack() + self.support(from) + bonus(from), targets);
            }
        }
        for from in kind(Kind::Tower) {
            let crew = self.crews[from.index()];
            if crew.attack() > 0 {
                let targets = field::cross(from) & field::half(colour) & prey;
                threats.strike(self, crew.attack() + bonus(from), targets);
            }
            if crew.can_shoot() {
                threats.strike(self, 1 + bonus(from), attacks::king(from) & prey);
            }
        }
        for from in kind(Kind::Knight) {
            let strength = Kind::Knight.attack() + bonus(from);
            threats.strike(self, strength, field::leaps(from, occupied) & prey);
            threats.strike(self, strength + 1, field::charges(from, occupied) & prey);
        }
        for from in kind(Kind::Bishop) {
            let melee = attacks::bishop(from, occupied) & field::within(from, 3) & prey;
            threats.strike(self, Kind::Bishop.attack() + bonus(from), melee);
            threats.strike(self, 1 + bonus(from), attacks::king(from) & prey & !melee);
        }
        for from in kind(Kind::Queen) {
            let targets = attacks::queen(from, occupied) & field::within(from, 4) & prey;
            threats.strike(self, Kind::Queen.attack() + bonus(from), targets);
        }
        for from in kind(Kind::King) {
            threats.strike(self, Kind::King.attack(), attacks::king(from) & prey);
        }
        let mut best = [0; MOVES as usize];
        for at in threats.hit {
            let mut loss = self.price(at) * (ONE - threats.survives[at.index()]) / ONE;
            for kept in &mut best {
                if loss > *kept {
                    std::mem::swap(kept, &mut loss);
                }
            }
        }
        best.iter().take(moves).sum()
    }

    /// What an attack can be expected to win.
    fn hope(&self, attack: Attack) -> i32 {
        self.price(attack.to) * chance(self.edge(attack)) / ONE
    }

    /// The attack that an action of the mover begins.
    fn begins(&self, action: Action) -> Option<Attack> {
        let enemies = self.sides[self.mover.other().index()];
        match action {
            Action::Move { from, to } if enemies.has(to) => Some(Attack { means: Means::Melee, from, to }),
            Action::Shoot { from, to } => Some(Attack { means: Means::Shot, from, to }),
            Action::Cast { spell: spell @ (Spell::Lightning | Spell::Pain), at } => {
                let from = self.men(self.mover, Kind::Queen).first()?;
                Some(Attack { means: Means::Spell(spell), from, to: at })
            }
            _ => None,
        }
    }

    /// Whether an action walks or sends an own pawn to its promotion.
    fn promotes(&self, action: Action) -> bool {
        match action {
            Action::Move { from, to } | Action::Teleport { from, to } => {
                field::last_rank(self.mover).has(to) && self.men(self.mover, Kind::Pawn).has(from)
            }
            _ => false,
        }
    }

    fn move_hint(&self, action: Action) -> Hint {
        if let Some(attack) = self.begins(action) {
            return Hint { tactical: true, order: self.hope(attack) };
        }
        if self.promotes(action) {
            return Hint { tactical: true, order: POINT * 3 - VALUE[Kind::Pawn.index()] };
        }
        let order = match action {
            Action::Move { from, to } => match self.kind_at(from) {
                Kind::Pawn => TO_GO[to_go(self.mover, to) & 7] - TO_GO[to_go(self.mover, from) & 7] + 10,
                Kind::King => -10,
                Kind::Tower => -5,
                _ => {
                    let enemy = self.royal_square(self.mover.other());
                    4 * (i32::from(from.distance(enemy)) - i32::from(to.distance(enemy)))
                }
            },
            Action::Dismount { .. } => -5,
            Action::Cast { spell: Spell::Heroism | Spell::Fear, .. } => 15,
            Action::Cast { at, .. } if self.sides[self.mover.other().index()].has(at) => 10,
            Action::Cast { .. } | Action::Teleport { .. } => -20,
            Action::End => -40,
            _ => 0,
        };
        Hint { tactical: false, order }
    }
}

impl Evaluate for Position {
    const SLOTS: usize = 2 * 17 * Square::COUNT;

    fn evaluate(&self, team: Team) -> i32 {
        let (mover, other) = (self.mover, self.mover.other());
        let mut score = self.assets(mover) - self.assets(other) + POINT * i32::from(self.bonus) + TEMPO;
        // What is stoned can be attacked again when the other side's turn has come.
        let moves = usize::from(MOVES - self.moves.min(MOVES));
        score += self.threats(mover, self.sides[other.index()] & !self.stoned, moves) * THREAT_NOW / 100;
        score -= self.threats(other, self.sides[mover.index()], MOVES.into()) * THREAT_LATER / 100;
        let score = score.clamp(-15_000, 15_000);
        if self::team(mover) == team { score } else { -score }
    }

    fn tactical(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        match self.phase {
            // The threats are in the evaluation already.
            Phase::Moves if self.moves == 0 => Flow::Continue(()),
            Phase::Moves => self.generate(&mut |action| {
                let worth = action == Action::End
                    || self.promotes(action)
                    || self.begins(action).is_some_and(|attack| self.hope(attack) >= PROMISING);
                if worth { sink(action) } else { Flow::Continue(()) }
            }),
            _ => self.generate(sink),
        }
    }

    fn hint(&self, action: Action) -> Hint {
        match (self.phase, action) {
            (Phase::Sacrifice(_), Action::Sacrifice { given, .. }) => {
                Hint { tactical: true, order: 600 - self.price(given) }
            }
            (Phase::Entry { .. }, Action::Buy(kind)) => Hint { tactical: true, order: VALUE[kind.index()] },
            (Phase::Entry { .. }, Action::Enter { kind, .. }) => Hint { tactical: true, order: VALUE[kind.index()] },
            (Phase::Moves, action) => self.move_hint(action),
            _ => Hint::default(),
        }
    }

    fn slot(&self, action: Action) -> usize {
        let (class, at) = match action {
            Action::Move { from, to } => (self.kind_at(from).index(), to),
            Action::Cast { spell, at } => (6 + spell as usize, at),
            // Teleport has its place among the spells.
            Action::Teleport { to, .. } => (6 + Spell::Teleport as usize, to),
            Action::Shoot { to, .. } => (12, to),
            Action::Dismount { to, .. } => (13, to),
            Action::Sacrifice { given, .. } => (14, given),
            Action::Enter { at, .. } => (15, at),
            Action::Buy(kind) => (16, Square::new(kind.index() as u8)),
            Action::End => (16, Square::new(8)),
            Action::Pass => (16, Square::new(9)),
        };
        (self.mover.index() * 17 + class) * Square::COUNT + at.index()
    }

    fn null(&self) -> Option<Self> {
        // `end` is legal, so doing nothing is a lower bound as it stands; but a turn start must follow.
        if !self.at_turn_start() {
            return None;
        }
        let mut next = *self;
        next.act(Action::End);
        next.at_turn_start().then_some(next)
    }

    fn pointless(&self, action: Action) -> bool {
        let last = self.moves + 1 >= MOVES;
        match (self.phase, action) {
            // Whatever is given for the king is better than having lost.
            (Phase::Sacrifice(_), Action::Pass) => true,
            // Points are lost, and who could enter waits, for nothing.
            (Phase::Entry { .. }, Action::End) => {
                let more =
                    self.generate(&mut |other| if other == Action::End { Flow::Continue(()) } else { Flow::Break(()) });
                more.is_break()
            }
            // Clause 17: heroism and fear end with the turn, and stone is no stronger twice.
            (Phase::Moves, Action::Cast { spell: Spell::Heroism, at }) => last || !self.able().has(at),
            (Phase::Moves, Action::Cast { spell: Spell::Fear, at }) => last || self.stoned.has(at),
            (Phase::Moves, Action::Cast { spell: Spell::Stone, at }) => {
                self.stoned.has(at) && self.owner(at) != self.mover
            }
            _ => false,
        }
    }
}
