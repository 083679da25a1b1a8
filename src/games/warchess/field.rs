//! The field: where things lie on the board. Everything that knows its height stands here.
//!
//! Joined boards (clause 26) are taller: they replace this file, with a wider set of squares behind the same
//! names. The position holds sets of [`Squares`] and tables by square, never a number of ranks.

use super::piece::Kind;
use crate::board::{Bitboard, Colour, Square, attacks};

/// A set of squares of the field.
pub(super) type Squares = Bitboard;

/// Number of ranks. A tower never goes beyond half of them.
pub(super) const RANKS: u8 = 8;

type Table = [Squares; Square::COUNT];

/// The squares of one side's own half: where its towers may stand (clause table, clause 8).
pub(super) const fn half(colour: Colour) -> Squares {
    let mut set = 0;
    let mut rank = 0;
    while rank < RANKS {
        if (rank < RANKS / 2) == matches!(colour, Colour::White) {
            set |= Squares::rank(rank).0;
        }
        rank += 1;
    }
    Bitboard(set)
}

/// The rank on which a side's pawns promote (clause 3).
pub(super) const fn last_rank(colour: Colour) -> Squares {
    match colour {
        Colour::White => Squares::rank(RANKS - 1),
        Colour::Black => Squares::rank(0),
    }
}

/// A side's two entry squares in square order: its corners (clause 20).
pub(super) const fn entries(colour: Colour) -> [Square; 2] {
    let rank = match colour {
        Colour::White => 0,
        Colour::Black => RANKS - 1,
    };
    [Square::at(0, rank), Square::at(7, rank)]
}

/// One rank forward: +1 for White, −1 for Black.
pub(super) const fn forward(colour: Colour) -> i8 {
    match colour {
        Colour::White => 1,
        Colour::Black => -1,
    }
}

const fn steps<const N: usize>(steps: [(i8, i8); N]) -> Table {
    let mut table = [Squares::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let mut step = 0;
        while step < N {
            if let Some(to) = Square::new(index as u8).offset(steps[step].0, steps[step].1) {
                table[index] = table[index].with(to);
            }
            step += 1;
        }
        index += 1;
    }
    table
}

const fn discs(radius: u8) -> Table {
    let mut table = [Squares::EMPTY; Square::COUNT];
    let mut a = 0;
    while a < Square::COUNT {
        let mut b = 0;
        while b < Square::COUNT {
            if a != b && Square::new(a as u8).distance(Square::new(b as u8)) <= radius {
                table[a] = table[a].with(Square::new(b as u8));
            }
            b += 1;
        }
        a += 1;
    }
    table
}

static UP: Table = steps([(-1, 1), (0, 1), (1, 1)]);
static DOWN: Table = steps([(-1, -1), (0, -1), (1, -1)]);
static CROSS: Table = steps([(0, 1), (1, 0), (0, -1), (-1, 0)]);
static WITHIN: [Table; 4] = [discs(1), discs(2), discs(3), discs(4)];

/// The three squares one rank forward: where a pawn goes.
pub(super) fn front(colour: Colour, from: Square) -> Squares {
    match colour {
        Colour::White => UP[from.index()],
        Colour::Black => DOWN[from.index()],
    }
}

/// The four orthogonal neighbours: where a tower goes.
pub(super) fn cross(from: Square) -> Squares {
    CROSS[from.index()]
}

/// The other squares at most `radius` (1 to 4) king steps away (clauses 10 and 17).
pub(super) fn within(from: Square, radius: usize) -> Squares {
    WITHIN[(radius - 1) & 3][from.index()]
}

/// Clause 6: the squares a tie pushes a piece back to, if they are empty: adjacent, one rank nearer its own side, in
/// the directions it moves in.
pub(super) fn behind(kind: Kind, colour: Colour, from: Square) -> Squares {
    let back = front(colour.other(), from);
    match kind {
        Kind::Pawn | Kind::Queen | Kind::King => back,
        Kind::Tower | Kind::Knight => back & cross(from),
        Kind::Bishop => back & !cross(from),
    }
}

/// The four directions of a charge and of a knight's first two squares.
const DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// How a knight goes in one direction.
#[derive(Clone, Copy)]
struct Ride {
    /// The two squares straight on; empty when the second is off the board.
    legs: Squares,
    /// The squares at a right angle of the second one.
    ends: Squares,
    /// The squares of a charge: five, or as many as there are (clause 12).
    lane: Squares,
}

static RIDES: [[Ride; 4]; Square::COUNT] = {
    let none = Ride { legs: Squares::EMPTY, ends: Squares::EMPTY, lane: Squares::EMPTY };
    let mut table = [[none; 4]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let from = Square::new(index as u8);
        let mut direction = 0;
        while direction < 4 {
            let (files, ranks) = DIRECTIONS[direction];
            let mut ride = none;
            let mut step = 1;
            while step <= 5 {
                if let Some(at) = from.offset(files * step, ranks * step) {
                    ride.lane = ride.lane.with(at);
                    if step == 2 {
                        ride.legs = ride.lane;
                        if let Some(end) = at.offset(ranks, files) {
                            ride.ends = ride.ends.with(end);
                        }
                        if let Some(end) = at.offset(-ranks, -files) {
                            ride.ends = ride.ends.with(end);
                        }
                    }
                }
                step += 1;
            }
            table[index][direction] = ride;
            direction += 1;
        }
        index += 1;
    }
    table
};

/// Where a knight's ordinary move leads when these squares are occupied, whatever stands at its end: both squares
/// on the way are empty.
pub(super) fn leaps(from: Square, occupied: Squares) -> Squares {
    let open = |ride: &&Ride| (ride.legs & occupied).is_empty();
    RIDES[from.index()].iter().filter(open).fold(Squares::EMPTY, |set, ride| set | ride.ends)
}

/// Clause 12: where charges lead: to the first of the `occupied` squares within five in each direction, else to the
/// fifth square or the last before the edge.
pub(super) fn charges(from: Square, occupied: Squares) -> Squares {
    let mut set = Squares::EMPTY;
    for (direction, ride) in RIDES[from.index()].iter().enumerate() {
        let met = ride.lane & occupied;
        // Directions 0 and 1 run up the square order, the others down it.
        let end = match (met.is_empty(), direction < 2) {
            (true, true) | (false, false) => last(if met.is_empty() { ride.lane } else { met }),
            (true, false) => ride.lane.first(),
            (false, true) => met.first(),
        };
        if let Some(end) = end {
            set.insert(end);
        }
    }
    set
}

fn last(set: Squares) -> Option<Square> {
    (!set.is_empty()).then(|| Square::new(63 - set.0.leading_zeros() as u8))
}

/// The squares a piece passes between `from` and `to`: those of the line, or a knight's two.
pub(super) fn way(from: Square, to: Square) -> Squares {
    let ride = RIDES[from.index()].iter().find(|ride| ride.ends.has(to) && attacks::knight(from).has(to));
    ride.map_or_else(|| attacks::between(from, to), |ride| ride.legs)
}

/// The last square before `to` on the way from `from`: where an attack that fails stops (clause 6).
pub(super) fn last_before(from: Square, to: Square) -> Square {
    way(from, to).max_by_key(|square| square.distance(from)).unwrap_or(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Square {
        Square::parse(text).unwrap()
    }

    fn set(text: &str) -> Squares {
        text.split_whitespace().map(at).collect()
    }

    #[test]
    fn a_knight_goes_round_the_corner() {
        assert_eq!(leaps(at("d4"), Squares::EMPTY), attacks::knight(at("d4")));
        assert_eq!(leaps(at("d4"), set("d5")), attacks::knight(at("d4")) & !set("c6 e6"));
        assert_eq!(leaps(at("a1"), set("a3")), set("c2"));
        assert_eq!(way(at("d4"), at("e6")), set("d5 d6"));
        assert_eq!(way(at("d4"), at("f5")), set("e4 f4"));
        assert_eq!(last_before(at("d4"), at("e6")), at("d6"));
        assert_eq!(last_before(at("d4"), at("b3")), at("b4"));
    }

    #[test]
    fn charges_end_at_the_fifth_square_the_edge_or_a_piece() {
        assert_eq!(charges(at("b2"), Squares::EMPTY), set("b7 g2 b1 a2"));
        assert_eq!(charges(at("b2"), set("b4 b6 e2 g2 a2")), set("b4 e2 b1 a2"));
        assert_eq!(charges(at("h8"), set("h2 f8 d8")), set("h3 f8"));
    }

    #[test]
    fn what_fails_stops_before_its_target() {
        assert_eq!(last_before(at("a1"), at("d4")), at("c3"));
        assert_eq!(last_before(at("h8"), at("e8")), at("f8"));
        assert_eq!(last_before(at("d4"), at("d5")), at("d4"));
    }

    #[test]
    fn retreats_go_towards_the_own_side() {
        assert_eq!(behind(Kind::Pawn, Colour::White, at("d4")), set("c3 d3 e3"));
        assert_eq!(behind(Kind::Bishop, Colour::Black, at("a4")), set("b5"));
        assert_eq!(behind(Kind::Knight, Colour::Black, at("d4")), set("d5"));
        assert_eq!(behind(Kind::King, Colour::White, at("d1")), Squares::EMPTY);
    }
}
