//! What a search says: scores, lines, the answer.

use arrayvec::ArrayVec;
use std::time::Duration;

/// The longest line, in actions; also how deep a search goes at most.
pub const MAX_PLY: usize = 200;

/// A line of actions, from the root on.
pub type Line<A> = ArrayVec<A, MAX_PLY>;

/// How good a position is for the seat to act, or rather its team.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// The end is forced: in that many turns of the mover when above zero, against them otherwise (0: it has come).
    /// A turn counts once, however many actions it has.
    Mate(i32),
}

/// What a score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
    /// It is this.
    Exact,
}

/// Expected results per thousand games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// Won.
    pub win: u32,
    /// Drawn.
    pub draw: u32,
    /// Lost.
    pub loss: u32,
}

/// One `info` line. Lent by the search while it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report<'a, A> {
    /// Plies searched in full.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Which of the best lines this is, from 1.
    pub multipv: usize,
    /// The score of the line for the seat to act.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Expected results, when asked for.
    pub wdl: Option<Wdl>,
    /// Positions looked at so far, all threads.
    pub nodes: u64,
    /// How full the transposition table is, per thousand.
    pub hashfull: u32,
    /// Time since the `go`.
    pub elapsed: Duration,
    /// The line. It ends where the table decides something; empty only where there is no action at all.
    pub pv: &'a [A],
}

/// The answer of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Best<A> {
    /// The best line: at least one action unless there is none, and at least the rest of the actor's turn up to the first event or
    /// another seat's choice. What the others are expected to answer follows where it is known.
    pub pv: Line<A>,
}
