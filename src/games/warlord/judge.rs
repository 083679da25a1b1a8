//! What the evaluation sees: a position as counts of terms, each with a weight.

use super::ranges::{DIAGONAL, ORTHOGONAL, Pressure, Step};
use super::{Kind, Position};
use crate::board::{Bitboard, Colour, Square, attacks};

/// The places of the terms in the table of weights. A term by kind, rank or zone takes as many.
pub(super) mod term {
    /// A man, by kind.
    pub(crate) const MAN: usize = 0;
    /// The same for every piece that is gone from the thirty-two of the start, both sides' counted.
    pub(crate) const EMPTYING: usize = MAN + 5;
    /// A man's rank as its owner counts, by kind.
    pub(crate) const RANK: usize = EMPTYING + 5;
    /// A man's distance from the edge files, by kind.
    pub(crate) const FILE: usize = RANK + 5 * 8;
    /// One attack short of being overwhelmed, by kind, the tower included.
    pub(crate) const PRESSED: usize = FILE + 5 * 4;
    /// About to be overwhelmed by a move to a square where the enemy is not overwhelmed himself, by kind; the owner is to move.
    pub(crate) const FALLING: usize = PRESSED + 6;
    /// The same, the enemy is to move.
    pub(crate) const FALLEN: usize = FALLING + 6;
    /// Where a knight overruns it and lives, by kind but for warlord and tower.
    pub(crate) const OVERRUN: usize = FALLEN + 6;
    /// About to be overwhelmed by a move to a square where the enemy may be overwhelmed too, by kind.
    pub(crate) const TRADED: usize = OVERRUN + 4;
    /// Every piece about to be overwhelmed beyond the first, the owner being to move.
    pub(crate) const FORKED: usize = TRADED + 6;
    /// A warlord in range of one enemy.
    pub(crate) const HECKLED: usize = FORKED + 1;
    /// An archer without a friend next to him who strikes back.
    pub(crate) const LONE_ARCHER: usize = HECKLED + 1;
    /// A spearman behind a friend.
    pub(crate) const SPEAR_BEHIND: usize = LONE_ARCHER + 1;
    /// A friend in the archer's way ahead.
    pub(crate) const SHOT_BLOCKED: usize = SPEAR_BEHIND + 1;
    /// A square a knight may ride to and live.
    pub(crate) const RIDE: usize = SHOT_BLOCKED + 1;
    /// A step or dash of a peasant.
    pub(crate) const STEP: usize = RIDE + 1;
    /// A square behind the warlord he can retreat to.
    pub(crate) const RETREAT: usize = STEP + 1;
    /// A man out of every enemy's range.
    pub(crate) const FREE: usize = RETREAT + 1;
    /// A march that can be made.
    pub(crate) const MARCH: usize = FREE + 1;
    /// An empty square in range, by zone.
    pub(crate) const GROUND: usize = MARCH + 1;
    /// An empty square on which an enemy would be overwhelmed, by zone.
    pub(crate) const HELD: usize = GROUND + 3;
    /// An empty square next to one's own men on which an enemy would be overwhelmed.
    pub(crate) const SHIELD: usize = HELD + 3;
    /// A man next to the tower, by kind.
    pub(crate) const GUARD: usize = SHIELD + 1;
    /// An empty square next to the tower.
    pub(crate) const GATE: usize = GUARD + 5;
    /// A square next to the tower on which an enemy would be overwhelmed.
    pub(crate) const GATE_HELD: usize = GATE + 1;
    /// An enemy within three squares of the tower, by kind.
    pub(crate) const SIEGE: usize = GATE_HELD + 1;
    /// A friend within three squares of the tower.
    pub(crate) const NEAR_HOME: usize = SIEGE + 5;
    /// To be to move.
    pub(crate) const TEMPO: usize = NEAR_HOME + 1;
    /// How many there are.
    pub(crate) const COUNT: usize = TEMPO + 1;
}

/// The kinds of men.
const MEN: [Kind; 5] = [Kind::Peasant, Kind::Spearman, Kind::Archer, Kind::Knight, Kind::Warlord];

/// A side's third of the board: home, middle, beyond; from White's side.
const ZONES: [Bitboard; 3] =
    [Bitboard(0x0000_0000_00FF_FFFF), Bitboard(0x0000_00FF_FF00_0000), Bitboard(0xFFFF_FF00_0000_0000)];

/// The squares around each of the set.
pub(super) fn around(set: Bitboard) -> Bitboard {
    ORTHOGONAL.iter().chain(&DIAGONAL).fold(Bitboard::EMPTY, |reach, step| reach | step.of(set))
}

/// The squares diagonally next to each of the set.
fn diagonals(set: Bitboard) -> Bitboard {
    DIAGONAL.iter().fold(Bitboard::EMPTY, |reach, step| reach | step.of(set))
}

/// The squares a dash away from each of the set.
fn dashes(set: Bitboard, empty: Bitboard) -> Bitboard {
    ORTHOGONAL.iter().fold(Bitboard::EMPTY, |reach, step| reach | step.of(step.of(set) & empty))
}

const fn ahead(colour: Colour) -> Step {
    match colour {
        Colour::White => Step::new(0, 1),
        Colour::Black => Step::new(0, -1),
    }
}

/// The set as it looks from `colour`'s side of the board.
fn seen_by(colour: Colour, set: Bitboard) -> Bitboard {
    if colour == Colour::White { set } else { set.flip() }
}

fn count(set: Bitboard) -> i32 {
    set.len() as i32
}

impl Position {
    /// Hands the terms of what `colour` has to `add`, with their counts.
    pub(super) fn terms(&self, colour: Colour, own: &Pressure, enemy: &Pressure, add: &mut impl FnMut(usize, i32)) {
        self.weigh_men(colour, add);
        self.weigh_dangers(colour, own, enemy, add);
        self.weigh_room(colour, own, enemy, add);
        self.weigh_tower(colour, own, add);
        add(term::TEMPO, i32::from(self.side == colour));
    }

    fn weigh_men(&self, colour: Colour, add: &mut impl FnMut(usize, i32)) {
        let gone = 32 - count(self.occupied());
        for kind in MEN {
            let men = self.of(colour, kind);
            let place = kind as usize;
            add(term::MAN + place, count(men));
            add(term::EMPTYING + place, count(men) * gone);
            for square in seen_by(colour, men) {
                let file = square.file();
                add(term::RANK + 8 * place + usize::from(square.rank()), 1);
                add(term::FILE + 4 * place + usize::from(file.min(7 - file)), 1);
            }
        }
        let step = ahead(colour);
        let archers = self.of(colour, Kind::Archer);
        let fighters = self.own(colour) & !archers;
        add(term::LONE_ARCHER, count(archers & !around(fighters)));
        add(term::SHOT_BLOCKED, count(step.of(archers) & self.own(colour)));
        add(term::SPEAR_BEHIND, count(step.of(self.of(colour, Kind::Spearman)) & self.own(colour)));
    }

    /// Who is one attack short of being overwhelmed, and whether an enemy can bring that attack by a move.
    fn weigh_dangers(&self, colour: Colour, own: &Pressure, enemy: &Pressure, add: &mut impl FnMut(usize, i32)) {
        let foe = colour.other();
        let warlords = self.kind(Kind::Warlord);
        let archers = self.of(colour, Kind::Archer);
        let short = enemy.once & !warlords | enemy.twice & warlords;
        let rides = self.of(foe, Kind::Knight).map(|knight| attacks::queen(knight, self.occupied()));
        let ridden = rides.fold(Bitboard::EMPTY, |reach, ride| reach | ride);
        // Where an enemy who comes is not overwhelmed himself.
        let safe = !own.twice;
        let overrun = ridden & safe & !warlords & !self.kind(Kind::Tower);
        let falls = if self.side == colour { term::FALLING } else { term::FALLEN };
        let mut falling = 0;
        for square in self.own(colour) & (short | overrun | archers) {
            let Some(kind) = self.kind_at(square) else { continue };
            let place = kind as usize;
            let pressed = short.has(square);
            if pressed {
                add(term::PRESSED + place, 1);
            }
            if overrun.has(square) {
                add(term::OVERRUN + place, 1);
                falling += 1;
                continue;
            }
            let alone = if pressed { self.attackers(foe, square) } else { Bitboard::EMPTY };
            // An archer falls to one who comes next to him.
            let joined = |ground| {
                pressed && self.joined(foe, square, alone, ground)
                    || archers.has(square) && self.joined(foe, square, Bitboard::EMPTY, ground & attacks::king(square))
            };
            if joined(safe) {
                add(falls + place, 1);
                falling += 1;
            } else if joined(!safe) {
                add(term::TRADED + place, 1);
            }
        }
        if self.side == colour {
            add(term::FORKED, (falling - 1).max(0));
        }
        add(term::HECKLED, count(self.of(colour, Kind::Warlord) & enemy.once & !enemy.twice));
    }

    /// Whether a man of `colour` other than those on `but` can move to a square of `ground` from which he attacks `target`.
    fn joined(&self, colour: Colour, target: Square, but: Bitboard, ground: Bitboard) -> bool {
        let occupied = self.occupied();
        let men = self.men(colour) & !but;
        let free = ground & !occupied;
        let melee = attacks::king(target) & free;
        let steppers = (self.kind(Kind::Peasant) | self.kind(Kind::Warlord)) & men;
        if (diagonals(melee) & steppers | dashes(melee, !occupied) & self.kind(Kind::Peasant) & men).any() {
            return true;
        }
        // Ranges are looked at from their other end.
        let back = colour.other();
        let spears = self.range(back, Kind::Spearman, target, occupied) & free;
        let shots = self.range(back, Kind::Archer, target, occupied) & free;
        if (around(spears) & self.kind(Kind::Spearman) & men | around(shots) & self.kind(Kind::Archer) & men).any() {
            return true;
        }
        let unridden = self.own(colour) | (self.kind(Kind::Warlord) | self.kind(Kind::Tower));
        let landing = attacks::king(target) & ground & !unridden;
        let knights = self.kind(Kind::Knight) & men;
        let reach = knights.fold(Bitboard::EMPTY, |reach, knight| reach | attacks::queen(knight, occupied));
        (reach & landing).any()
    }

    /// Room to move, and land.
    fn weigh_room(&self, colour: Colour, own: &Pressure, enemy: &Pressure, add: &mut impl FnMut(usize, i32)) {
        let occupied = self.occupied();
        let empty = !occupied;
        let alive = empty & !enemy.twice;
        for knight in self.of(colour, Kind::Knight) {
            add(term::RIDE, count(attacks::queen(knight, occupied) & alive));
        }
        let peasants = self.of(colour, Kind::Peasant);
        for step in DIAGONAL {
            add(term::STEP, count(step.of(peasants) & empty));
        }
        for step in ORTHOGONAL {
            add(term::STEP, count(step.of(step.of(peasants) & empty) & empty));
        }
        let back = if colour == Colour::White { &DIAGONAL[2..] } else { &DIAGONAL[..2] };
        for step in back {
            add(term::RETREAT, count(step.of(self.of(colour, Kind::Warlord)) & alive));
        }
        let free = self.men(colour) & !enemy.once;
        add(term::FREE, count(free));
        add(term::MARCH, self.marches(free) as i32);
        let (once, twice) = (seen_by(colour, own.once & empty), seen_by(colour, own.twice & empty));
        for (zone, &squares) in ZONES.iter().enumerate() {
            add(term::GROUND + zone, count(once & squares));
            add(term::HELD + zone, count(twice & squares));
        }
        add(term::SHIELD, count(around(self.men(colour)) & empty & own.twice));
    }

    fn weigh_tower(&self, colour: Colour, own: &Pressure, add: &mut impl FnMut(usize, i32)) {
        let ring = around(self.of(colour, Kind::Tower));
        let wide = around(around(ring));
        for kind in MEN {
            add(term::GUARD + kind as usize, count(ring & self.of(colour, kind)));
            add(term::SIEGE + kind as usize, count(wide & self.of(colour.other(), kind)));
        }
        let gates = ring & !self.occupied();
        add(term::GATE, count(gates));
        add(term::GATE_HELD, count(gates & own.twice));
        add(term::NEAR_HOME, count(wide & self.men(colour)));
    }
}
