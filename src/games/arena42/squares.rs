//! The 42 squares and where pieces reach on them.
//!
//! Both boards lie side by side in one word, ten columns by six rows: the Field in columns 0 to 4, the Arena in
//! columns 6 to 8 of the four lower rows. The columns between are walls, so one shift and one mask move a whole set
//! of pieces one step on both boards, and nothing ever walks from one to the other. Only a knight could leap a
//! wall; its sets are masked board by board.

use crate::board::Colour;
use std::fmt;

/// A set of squares, one bit each.
pub(super) type Set = u64;

/// Columns of the layout, walls included.
const WIDTH: u8 = 10;
/// The column of the Arena's file A.
const ARENA_COLUMN: u8 = 6;

/// The 30 squares of the Field.
pub(super) const FIELD: Set = block(0, 5, 6);
/// The 12 squares of the Arena.
pub(super) const ARENA: Set = block(ARENA_COLUMN, 3, 4);
/// Both boards.
pub(super) const BOARDS: Set = FIELD | ARENA;

/// Clause 6: where a pawn becomes a guard: the Field's second-last rank, the Arena's last.
pub(super) const PROMOTION: [Set; 2] = [field_rank(5) | arena_rank(4), field_rank(2) | arena_rank(1)];

/// The four orthogonal steps, as shifts.
pub(super) const ORTHOGONAL: [i32; 4] = [10, 1, -1, -10];
/// The four diagonal steps, as shifts.
pub(super) const DIAGONAL: [i32; 4] = [11, 9, -9, -11];
/// The knight's leaps, as shifts.
pub(super) const LEAPS: [i32; 8] = [21, 19, 12, 8, -8, -12, -19, -21];

const fn block(column: u8, files: u8, ranks: u8) -> Set {
    let mut set = 0;
    let mut rank = 0;
    while rank < ranks {
        set |= ((1 << files) - 1) << (rank * WIDTH + column);
        rank += 1;
    }
    set
}

/// A rank of the Field, named from 1.
pub(super) const fn field_rank(rank: u8) -> Set {
    0x1F << ((rank - 1) * WIDTH)
}

/// A rank of the Arena, named from 1.
pub(super) const fn arena_rank(rank: u8) -> Set {
    0x7 << ((rank - 1) * WIDTH + ARENA_COLUMN)
}

/// The set moved by one step; what leaves its board is gone. Not for leaps.
#[inline]
pub(super) const fn step(set: Set, by: i32) -> Set {
    (if by > 0 { set << by } else { set >> -by }) & BOARDS
}

/// The set moved by one knight's leap, each board for itself.
#[inline]
pub(super) const fn leap(set: Set, by: i32) -> Set {
    step(set & FIELD, by) & FIELD | step(set & ARENA, by) & ARENA
}

/// Everything one step away in the given directions.
#[inline]
fn near(set: Set, directions: [i32; 4]) -> Set {
    directions.into_iter().fold(0, |reach, by| reach | step(set, by))
}

/// Everything one or two steps away in the given directions, the second only over an empty square.
#[inline]
fn short(set: Set, directions: [i32; 4], occupied: Set) -> Set {
    directions.into_iter().fold(0, |reach, by| {
        let first = step(set, by);
        reach | first | step(first & !occupied, by)
    })
}

/// What a set of royal wazirs attacks.
#[inline]
pub(super) fn wazirs(set: Set) -> Set {
    near(set, ORTHOGONAL)
}

/// What a set of guards attacks.
#[inline]
pub(super) fn guards(set: Set) -> Set {
    near(set, ORTHOGONAL) | near(set, DIAGONAL)
}

/// What a set of short-bishops attacks.
#[inline]
pub(super) fn bishops(set: Set, occupied: Set) -> Set {
    short(set, DIAGONAL, occupied)
}

/// What a set of short-rooks attacks.
#[inline]
pub(super) fn rooks(set: Set, occupied: Set) -> Set {
    short(set, ORTHOGONAL, occupied)
}

/// What a set of knights attacks.
#[inline]
pub(super) fn knights(set: Set) -> Set {
    LEAPS.into_iter().fold(0, |reach, by| reach | leap(set, by))
}

/// The squares in front of a set of pawns.
#[inline]
pub(super) fn ahead(colour: Colour, set: Set) -> Set {
    step(set, forward(colour))
}

/// What a set of pawns attacks.
#[inline]
pub(super) fn pawns(colour: Colour, set: Set) -> Set {
    let front = forward(colour);
    step(set, front - 1) | step(set, front + 1)
}

/// The shift of a pawn's step.
#[inline]
pub(super) const fn forward(colour: Colour) -> i32 {
    match colour {
        Colour::White => 10,
        Colour::Black => -10,
    }
}

/// One of the 42 squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// How many indices the layout has, walls included.
    pub(super) const INDICES: usize = 64;

    /// The square of the Field on this file and rank, both from 0.
    pub(super) const fn field(file: u8, rank: u8) -> Option<Self> {
        if file < 5 && rank < 6 { Some(Self(rank * WIDTH + file)) } else { None }
    }

    /// The square of the Arena on this file and rank, both from 0.
    pub(super) const fn arena(file: u8, rank: u8) -> Option<Self> {
        if file < 3 && rank < 4 { Some(Self(rank * WIDTH + ARENA_COLUMN + file)) } else { None }
    }

    /// The first square of a set; a1 when it is empty.
    #[inline]
    pub(super) const fn first_of(set: Set) -> Self {
        Self(set.trailing_zeros() as u8 & 63)
    }

    /// Place in the layout, below [`INDICES`](Square::INDICES).
    #[inline]
    pub(super) const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The set of this square.
    #[inline]
    pub(super) const fn set(self) -> Set {
        1 << self.index()
    }

    /// The rank, from 0.
    pub(super) const fn rank(self) -> u8 {
        self.0 / WIDTH
    }

    /// Whether it is on the Field.
    #[inline]
    pub(super) const fn on_field(self) -> bool {
        self.set() & FIELD != 0
    }

    /// Reads a square at the beginning of `text` and returns what follows it.
    pub(super) fn split(text: &str) -> Option<(Self, &str)> {
        let square = match *text.as_bytes() {
            [file @ b'a'..=b'e', rank @ b'1'..=b'6', ..] => Self::field(file - b'a', rank - b'1'),
            [file @ b'A'..=b'C', rank @ b'1'..=b'4', ..] => Self::arena(file - b'A', rank - b'1'),
            _ => None,
        };
        Some((square?, text.get(2..)?))
    }
}

/// The squares of a set, lowest rank first.
pub(super) fn each(mut set: Set) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| Square::first_of(set));
        set &= set.wrapping_sub(1);
        square
    })
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = self.0 % WIDTH;
        let file = if column < ARENA_COLUMN { b'a' + column } else { b'A' + column - ARENA_COLUMN };
        write!(f, "{}{}", char::from(file), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
