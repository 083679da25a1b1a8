//! Where pieces reach on the 8x8 board.
//!
//! Leapers are tables. Sliders need no table beyond their lines: on a line through the square the occupied
//! squares are a binary number, and subtracting the slider from it borrows exactly up to the nearest blocker
//! above; the same on the mirrored line gives the blocker below. All of it is computed by the compiler, so there
//! is nothing to initialise and the tables stay in the first-level cache.

use super::{Bitboard, Colour, Square};

type Table = [Bitboard; 64];

const fn leaper<const N: usize>(steps: [(i8, i8); N]) -> Table {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < N {
            if let Some(to) = Square::new(square).offset(steps[step].0, steps[step].1) {
                table[square as usize] = table[square as usize].with(to);
            }
            step += 1;
        }
        square += 1;
    }
    table
}

/// The squares reached from `square` by repeating one step on an empty board.
const fn ray(square: Square, files: i8, ranks: i8) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut at = square;
    while let Some(next) = at.offset(files, ranks) {
        set = set.with(next);
        at = next;
    }
    set
}

const fn lines(files: i8, ranks: i8) -> Table {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let at = Square::new(square);
        table[square as usize] = Bitboard(ray(at, files, ranks).0 | ray(at, -files, -ranks).0);
        square += 1;
    }
    table
}

static KNIGHT: Table = leaper([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: Table = leaper([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static PAWN: [Table; 2] = [leaper([(-1, 1), (1, 1)]), leaper([(-1, -1), (1, -1)])];
static FILES: Table = lines(0, 1);
static RANKS: Table = lines(1, 0);
static DIAGONALS: Table = lines(1, 1);
static ANTIDIAGONALS: Table = lines(1, -1);

/// For every two squares on one line: the squares strictly between them, and the whole line.
struct Pairs {
    between: [[Bitboard; 64]; 64],
    line: [[Bitboard; 64]; 64],
}

static PAIRS: Pairs = {
    let mut pairs = Pairs { between: [[Bitboard::EMPTY; 64]; 64], line: [[Bitboard::EMPTY; 64]; 64] };
    let directions = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let mut from = 0;
    while from < 64 {
        let start = Square::new(from);
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = directions[direction];
            let line = ray(start, files, ranks).0 | ray(start, -files, -ranks).0 | 1 << from;
            let mut passed = Bitboard::EMPTY;
            let mut at = start;
            while let Some(next) = at.offset(files, ranks) {
                pairs.between[from as usize][next.index()] = passed;
                pairs.line[from as usize][next.index()] = Bitboard(line);
                passed = passed.with(next);
                at = next;
            }
            direction += 1;
        }
        from += 1;
    }
    pairs
};

/// The knight's leaps.
#[inline]
pub fn knight(from: Square) -> Bitboard {
    KNIGHT[from.index()]
}

/// The eight adjacent squares: a king's steps.
#[inline]
pub fn king(from: Square) -> Bitboard {
    KING[from.index()]
}

/// The two squares a chess pawn attacks.
#[inline]
pub fn pawn(colour: Colour, from: Square) -> Bitboard {
    PAWN[colour.index()][from.index()]
}

#[inline]
fn slide(from: Square, line: Bitboard, occupied: Bitboard) -> Bitboard {
    let slider = 1u64 << from.index();
    let blockers = occupied.0 & line.0;
    let up = blockers.wrapping_sub(slider << 1);
    let down = blockers.swap_bytes().wrapping_sub(slider.swap_bytes() << 1).swap_bytes();
    Bitboard((up ^ down) & line.0)
}

/// Along a rank byte swapping mirrors nothing, so the blocker below is found by its leading bit.
#[inline]
fn slide_rank(from: Square, occupied: Bitboard) -> Bitboard {
    let line = RANKS[from.index()].0;
    let blockers = occupied.0 & line;
    let slider = 1u64 << from.index();
    let up = blockers.wrapping_sub(slider << 1) ^ blockers;
    let below = slider - 1;
    let down = !0u64 << (63 - (blockers & below | 1).leading_zeros()) & below;
    Bitboard((up | down) & line)
}

/// A bishop's reach: up to and including the first piece on each diagonal.
#[inline]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    slide(from, DIAGONALS[from.index()], occupied) | slide(from, ANTIDIAGONALS[from.index()], occupied)
}

/// A rook's reach: up to and including the first piece on its rank and file.
#[inline]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    slide(from, FILES[from.index()], occupied) | slide_rank(from, occupied)
}

/// A queen's reach: rook and bishop together.
#[inline]
pub fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    bishop(from, occupied) | rook(from, occupied)
}

/// The diagonal through the square that rises to the right, without the square.
#[inline]
pub fn diagonal(square: Square) -> Bitboard {
    DIAGONALS[square.index()]
}

/// The diagonal through the square that falls to the right, without the square.
#[inline]
pub fn antidiagonal(square: Square) -> Bitboard {
    ANTIDIAGONALS[square.index()]
}

/// Both diagonals through the square, without it: a bishop's reach on an empty board.
#[inline]
pub fn diagonal_lines(square: Square) -> Bitboard {
    DIAGONALS[square.index()] | ANTIDIAGONALS[square.index()]
}

/// Rank and file through the square, without it: a rook's reach on an empty board.
#[inline]
pub fn straight_lines(square: Square) -> Bitboard {
    FILES[square.index()] | RANKS[square.index()]
}

/// The squares strictly between two squares of one rank, file or diagonal; empty otherwise.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    PAIRS.between[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two different squares; empty when they share none.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    PAIRS.line[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rng;

    fn walk(from: Square, steps: &[(i8, i8)], occupied: Bitboard) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for &(files, ranks) in steps {
            let mut at = from;
            while let Some(next) = at.offset(files, ranks) {
                set.insert(next);
                if occupied.has(next) {
                    break;
                }
                at = next;
            }
        }
        set
    }

    #[test]
    fn sliders_agree_with_walking() {
        let mut rng = Rng::new(1);
        for round in 0..2000 {
            let occupied = Bitboard(match round % 3 {
                0 => rng.next() & rng.next(),
                1 => rng.next(),
                _ => rng.next() & rng.next() & rng.next(),
            });
            for from in Square::all() {
                let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
                let diagonal = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
                assert_eq!(rook(from, occupied), walk(from, &straight, occupied), "rook {from} {occupied:?}");
                assert_eq!(bishop(from, occupied), walk(from, &diagonal, occupied), "bishop {from} {occupied:?}");
            }
        }
    }

    #[test]
    fn pairs_agree_with_walking() {
        let d4 = Square::at(3, 3);
        let g7 = Square::at(6, 6);
        assert_eq!(format!("{:?}", between(d4, g7)), "{e5, f6}");
        assert_eq!(line(d4, g7), line(g7, d4));
        assert_eq!(line(d4, g7).len(), 8);
        assert!(between(d4, Square::at(4, 5)).is_empty());
        assert!(line(d4, d4).is_empty());
    }
}
