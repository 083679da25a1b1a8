//! What pieces have in range, for whole armies at once.

use super::{Kind, Position};
use crate::board::{Bitboard, Colour, Square, attacks};

/// A step of a whole set of pieces: a rotation, and the squares that can be reached by it without leaving the board.
#[derive(Clone, Copy)]
pub(super) struct Step {
    rotation: u32,
    keep: Bitboard,
}

impl Step {
    pub(super) const fn new(files: i8, ranks: i8) -> Self {
        let by = ranks as i32 * 8 + files as i32;
        Self { rotation: by.rem_euclid(64) as u32, keep: Bitboard::ALL.shift(files, ranks) }
    }

    #[inline]
    pub(super) const fn of(self, set: Bitboard) -> Bitboard {
        Bitboard(set.0.rotate_left(self.rotation) & self.keep.0)
    }

    /// The same step taken so many times; for sets of which nothing leaves the board on the way.
    #[inline]
    const fn times(self, set: Bitboard, times: u32) -> Bitboard {
        Bitboard(set.0.rotate_left(self.rotation * times % 64))
    }

    /// Every square up to and including the first piece, from each of `set`: doubling the distance three times.
    #[inline]
    fn rays(self, set: Bitboard, occupied: Bitboard) -> Bitboard {
        let mut open = !occupied & self.keep;
        let mut reach = set;
        reach |= open & self.times(reach, 1);
        open &= self.times(open, 1);
        reach |= open & self.times(reach, 2);
        open &= self.times(open, 2);
        reach |= open & self.times(reach, 4);
        self.of(reach)
    }
}

pub(super) const ORTHOGONAL: [Step; 4] = [Step::new(0, 1), Step::new(1, 0), Step::new(-1, 0), Step::new(0, -1)];
pub(super) const DIAGONAL: [Step; 4] = [Step::new(1, 1), Step::new(-1, 1), Step::new(1, -1), Step::new(-1, -1)];

/// The three squares in front.
const FRONT: [[Step; 3]; 2] =
    [[Step::new(-1, 1), Step::new(0, 1), Step::new(1, 1)], [Step::new(-1, -1), Step::new(0, -1), Step::new(1, -1)]];
/// The three squares beyond those.
const BEYOND: [[Step; 3]; 2] =
    [[Step::new(-1, 2), Step::new(0, 2), Step::new(1, 2)], [Step::new(-1, -2), Step::new(0, -2), Step::new(1, -2)]];

/// By colour and square: the spear's six squares.
static SPEARS: [[Bitboard; 64]; 2] = [spears(0), spears(1)];
/// By colour and square: forward and both forward diagonals, to the edge.
static CONES: [[Bitboard; 64]; 2] = [cones(0), cones(1)];

const fn spears(colour: usize) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let set = Bitboard::of(Square::new(square));
        let mut step = 0;
        while step < 3 {
            let reach = FRONT[colour][step].of(set).0 | BEYOND[colour][step].of(set).0;
            table[square as usize].0 |= reach;
            step += 1;
        }
        square += 1;
    }
    table
}

const fn cones(colour: usize) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < 3 {
            let mut at = FRONT[colour][step].of(Bitboard::of(Square::new(square)));
            while at.any() {
                table[square as usize].0 |= at.0;
                at = FRONT[colour][step].of(at);
            }
            step += 1;
        }
        square += 1;
    }
    table
}

/// How many attacks of one army may fall on a square, up to three.
#[derive(Clone, Copy, Default)]
pub(super) struct Pressure {
    /// Squares in range of one piece or more.
    pub(super) once: Bitboard,
    /// Of two or more.
    pub(super) twice: Bitboard,
    /// Of three or more.
    pub(super) thrice: Bitboard,
    /// In range of a piece on an adjacent square.
    pub(super) near: Bitboard,
}

impl Pressure {
    #[inline]
    fn add(&mut self, reach: Bitboard) {
        self.thrice |= self.twice & reach;
        self.twice |= self.once & reach;
        self.once |= reach;
    }
}

impl Position {
    /// The pieces of a colour that attack the eight adjacent squares.
    #[inline]
    pub(super) fn melee(&self, colour: Colour) -> Bitboard {
        self.own(colour) & !(self.kind(Kind::Spearman) | self.kind(Kind::Archer))
    }

    /// What the pieces of `colour` have in range, but for the one on `spent`.
    ///
    /// Every direction of every kind of attack is one layer, and a layer brings one attack to a square at most: on a ray the
    /// nearest archer hides those behind it.
    #[inline]
    pub(super) fn pressure(&self, colour: Colour, spent: Option<Square>) -> Pressure {
        let mut sum = Pressure::default();
        let mut melee = self.melee(colour);
        if let Some(square) = spent {
            melee.remove(square);
        }
        for step in ORTHOGONAL.iter().chain(&DIAGONAL) {
            sum.add(step.of(melee));
        }
        sum.near = sum.once;
        let spears = self.of(colour, Kind::Spearman);
        let archers = self.of(colour, Kind::Archer);
        let occupied = self.occupied();
        for (front, beyond) in FRONT[colour.index()].iter().zip(&BEYOND[colour.index()]) {
            sum.near |= front.of(spears | archers);
            sum.add(front.of(spears));
            sum.add(beyond.of(spears));
            sum.add(front.rays(archers, occupied));
        }
        sum
    }

    /// What a piece of this kind and colour would have in range on `square`.
    #[inline]
    pub(super) fn range(&self, colour: Colour, kind: Kind, square: Square, occupied: Bitboard) -> Bitboard {
        match kind {
            Kind::Spearman => SPEARS[colour.index()][square.index()],
            Kind::Archer => attacks::queen(square, occupied) & CONES[colour.index()][square.index()],
            _ => attacks::king(square),
        }
    }

    /// The pieces of `colour` that have `square` in range. Ranges are looked at from their other end: a spear or an arrow
    /// comes from where the other colour's would go.
    #[inline]
    pub(super) fn attackers(&self, colour: Colour, square: Square) -> Bitboard {
        self.attackers_across(colour, square, self.occupied())
    }

    /// The same, on a board occupied otherwise.
    #[inline]
    pub(super) fn attackers_across(&self, colour: Colour, square: Square, occupied: Bitboard) -> Bitboard {
        let back = colour.other();
        let mut set = attacks::king(square) & self.melee(colour);
        set |= self.range(back, Kind::Spearman, square, Bitboard::EMPTY) & self.of(colour, Kind::Spearman);
        let archers = self.of(colour, Kind::Archer) & CONES[back.index()][square.index()];
        if archers.any() {
            set |= attacks::queen(square, occupied) & archers;
        }
        set
    }
}
