//! The generator: exactly the actions of the rules, in fans of one actor and a set of squares, so that counting is
//! the same code as listing.

use super::actions::{Action, Spell};
use super::field::{self, Squares};
use super::piece::Kind;
use super::{Attack, Phase, Position};
use crate::board::{Square, attacks};
use crate::game::Flow;

/// The most actions any position has, by this bound:
///
/// - An own piece goes, shoots and lets down through its eight neighbours, and nothing of that through a neighbour
///   holding an own piece, but to mount it: then it is one action. Through a diagonal neighbour a bishop has at
///   most 3 (or a step and a shot), a tower 2 (two kinds stepping down, or a shot), a pawn 1; through an orthogonal one a
///   knight has 3 (two leaps, a charge), a tower 3, a bishop 1. So a piece has at most 20 (a tower's 4 x 2 + 4 x 3), the
///   queen's moves apart, and k own pieces have at most 20k.
/// - Counted from the other end: a square without an own piece is neighbour to eight, so it serves at most
///   8 x 3 = 24, and an own tower is mounted from at most eight: 24(64 - k) + 8k in all.
/// - The smaller of the two is largest at k = 43: 848.
/// - The queen: at most 32 moves; with p pieces within two squares at most p(24 - p) teleports, 8 times pain and p each of
///   lightning, stone, and heroism or fear: at most 190, at p = 13.
/// - `end`.
///
/// Together 848 + 32 + 190 + 1. Answers are fewer (24 gifts x 8 steps, and `pass`), and so are entries.
pub(super) const MOST: usize = 1071;

/// Actions that differ in one square.
#[derive(Clone, Copy)]
enum Verb {
    Move(Square),
    Shoot(Square),
    Dismount(Kind, Square),
    Cast(Spell),
    Teleport(Square),
    /// The king stays; the squares are what may be given.
    Give,
    /// This piece is given; the squares are where the king may step.
    GiveFor(Square),
    Enter(Kind),
}

impl Verb {
    fn action(self, at: Square) -> Action {
        match self {
            Self::Move(from) => Action::Move { from, to: at },
            Self::Shoot(from) => Action::Shoot { from, to: at },
            Self::Dismount(kind, from) => Action::Dismount { kind, from, to: at },
            Self::Cast(spell) => Action::Cast { spell, at },
            Self::Teleport(from) => Action::Teleport { from, to: at },
            Self::Give => Action::Sacrifice { given: at, step: None },
            Self::GiveFor(given) => Action::Sacrifice { given, step: Some(at) },
            Self::Enter(kind) => Action::Enter { kind, at },
        }
    }
}

/// Where generated actions go: listed or counted.
trait Sink {
    fn fan(&mut self, verb: Verb, squares: Squares) -> Flow;
    fn one(&mut self, action: Action) -> Flow;
}

struct Lister<'a, F>(&'a mut F);

impl<F: FnMut(Action) -> Flow> Sink for Lister<'_, F> {
    fn fan(&mut self, verb: Verb, mut squares: Squares) -> Flow {
        squares.try_for_each(|at| (self.0)(verb.action(at)))
    }

    fn one(&mut self, action: Action) -> Flow {
        (self.0)(action)
    }
}

struct Counter(u64);

impl Sink for Counter {
    fn fan(&mut self, _verb: Verb, squares: Squares) -> Flow {
        self.0 += u64::from(squares.len());
        Flow::Continue(())
    }

    fn one(&mut self, _action: Action) -> Flow {
        self.0 += 1;
        Flow::Continue(())
    }
}

pub(super) fn generate(position: &Position, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
    actions(position, &mut Lister(sink))
}

pub(super) fn count(position: &Position) -> u64 {
    let mut counter = Counter(0);
    let _ = actions(position, &mut counter);
    counter.0
}

fn actions(position: &Position, sink: &mut impl Sink) -> Flow {
    match position.phase {
        Phase::Moves => {
            walks(position, sink)?;
            towers(position, sink)?;
            spells(position, sink)?;
            // Clause 4: always.
            sink.one(Action::End)
        }
        Phase::Retreat(attack) => sink.fan(Verb::Move(attack.to), position.retreats(attack)),
        Phase::Sacrifice(attack) => sacrifices(position, attack, sink),
        Phase::Entry { bought, entered } => entry(position, bought, entered, sink),
        Phase::Throw(_) | Phase::Rider(_) | Phase::Over(_) => Flow::Continue(()),
    }
}

impl Position {
    /// The mover's pieces on the board that can act: not those that have, nor the stoned and the exhausted (clauses 4,
    /// 12 and 17).
    pub(super) fn able(&self) -> Squares {
        self.sides[self.mover.index()] & !(self.acted | self.stoned | self.exhausted)
    }

    /// The enemies that can be attacked: not the stoned (clause 17).
    pub(super) fn prey(&self) -> Squares {
        self.sides[self.mover.other().index()] & !self.stoned
    }

    /// Clause 15: the mover's towers with room for a pawn, and those with room for an officer. A stoned tower may be
    /// mounted, and one that has acted (clause 16).
    pub(super) fn mounts(&self) -> [Squares; 2] {
        let mut mounts = [Squares::EMPTY; 2];
        for tower in self.men(self.mover, Kind::Tower) {
            let room = self.crews[tower.index()].room();
            if room >= 1 {
                mounts[0].insert(tower);
            }
            if room >= 2 {
                mounts[1].insert(tower);
            }
        }
        mounts
    }
}

/// The moves of the table of pieces, attacks and charges included, and mounting (clause 15).
fn walks(position: &Position, sink: &mut impl Sink) -> Flow {
    let able = position.able();
    let kind = |kind: Kind| able & position.kinds[kind.index()];
    let occupied = position.occupied();
    let open = !occupied | position.prey();
    let [room, wide] = position.mounts();
    for from in kind(Kind::Pawn) {
        let steps = field::front(position.mover, from) & open | attacks::king(from) & room;
        sink.fan(Verb::Move(from), steps)?;
    }
    for from in kind(Kind::Tower) {
        // Clause 8: never beyond its own half, not even to attack.
        sink.fan(Verb::Move(from), field::cross(from) & field::half(position.mover) & open)?;
    }
    for from in kind(Kind::Knight) {
        // Clause 12: charges go to the end of their lane and nowhere else; knights never mount.
        sink.fan(Verb::Move(from), (field::leaps(from, occupied) | field::charges(from, occupied)) & open)?;
    }
    for from in kind(Kind::Bishop) {
        let steps = attacks::bishop(from, occupied) & field::within(from, 3) & open;
        sink.fan(Verb::Move(from), steps | attacks::king(from) & wide)?;
        // Clause 13: the bow.
        sink.fan(Verb::Shoot(from), attacks::king(from) & position.prey())?;
    }
    for from in kind(Kind::Queen) {
        let steps = attacks::queen(from, occupied) & field::within(from, 4) & open;
        sink.fan(Verb::Move(from), steps | attacks::king(from) & wide)?;
    }
    for from in kind(Kind::King) {
        sink.fan(Verb::Move(from), attacks::king(from) & (open | wide))?;
    }
    Flow::Continue(())
}

/// What is done out of towers: shooting (clause 14) and stepping down (clause 16), also from one that has acted or is
/// stoned.
fn towers(position: &Position, sink: &mut impl Sink) -> Flow {
    let able = position.able();
    for tower in position.men(position.mover, Kind::Tower) {
        let crew = position.crews[tower.index()];
        let around = attacks::king(tower);
        if crew.can_shoot() && able.has(tower) {
            sink.fan(Verb::Shoot(tower), around & position.prey())?;
        }
        for kind in [Some(Kind::Pawn), crew.officer()].into_iter().flatten() {
            if crew.has_idle(kind) {
                sink.fan(Verb::Dismount(kind, tower), around & !position.occupied())?;
            }
        }
    }
    Flow::Continue(())
}

/// Clauses 17 and 18: one spell a turn, by a queen on the board.
fn spells(position: &Position, sink: &mut impl Sink) -> Flow {
    let known = position.spells[position.mover.index()];
    let Some(queen) = (position.able() & position.kinds[Kind::Queen.index()]).first() else {
        return Flow::Continue(());
    };
    if position.cast || known == 0 {
        return Flow::Continue(());
    }
    for spell in Spell::ALL.into_iter().filter(|spell| known & spell.bit() != 0) {
        if spell == Spell::Teleport {
            for from in position.targets(queen, spell) {
                sink.fan(Verb::Teleport(from), position.havens(queen, from))?;
            }
        } else {
            sink.fan(Verb::Cast(spell), position.targets(queen, spell))?;
        }
    }
    Flow::Continue(())
}

impl Position {
    /// Whom the mover's queen can cast a spell on. The range leaves herself out.
    pub(super) fn targets(&self, queen: Square, spell: Spell) -> Squares {
        let whom = match spell {
            Spell::Lightning | Spell::Pain => self.prey(),
            Spell::Heroism => self.sides[self.mover.index()],
            Spell::Fear => self.sides[self.mover.other().index()],
            Spell::Teleport | Spell::Stone => self.occupied(),
        };
        field::within(queen, spell.range()) & whom
    }

    /// Where a teleport can send the piece on `from`: a tower stays in its half, an enemy pawn off its last rank.
    pub(super) fn havens(&self, queen: Square, from: Square) -> Squares {
        let owner = self.owner(from);
        let allowed = match self.kind_at(from) {
            Kind::Tower => field::half(owner),
            Kind::Pawn if owner != self.mover => !field::last_rank(owner),
            _ => Squares::ALL,
        };
        field::within(queen, Spell::Teleport.range()) & !self.occupied() & allowed
    }
}

/// Clause 10: what may be given for the king; or nothing.
fn sacrifices(position: &Position, attack: Attack, sink: &mut impl Sink) -> Flow {
    let (given, steps) = position.ransom(attack);
    if attack.is_melee() {
        for piece in given {
            let vacated = Squares::of(piece) & attacks::king(attack.to);
            sink.fan(Verb::GiveFor(piece), steps | vacated)?;
        }
    } else {
        sink.fan(Verb::Give, given)?;
    }
    sink.one(Action::Pass)
}

/// Clause 21: purchases by rising kind, then entries by rising square.
fn entry(position: &Position, bought: Kind, entered: u8, sink: &mut impl Sink) -> Flow {
    if entered == 0 {
        for kind in Kind::RECRUITS {
            if kind >= bought && kind.cost() <= position.bonus {
                sink.one(Action::Buy(kind))?;
            }
        }
    }
    let later = field::entries(position.mover).into_iter().skip(entered.into()).collect::<Squares>();
    let open = later & position.open_entries(position.mover);
    for kind in Kind::RECRUITS {
        if position.waiting[position.mover.index()][kind.index()] > 0 {
            sink.fan(Verb::Enter(kind), open)?;
        }
    }
    sink.one(Action::End)
}
