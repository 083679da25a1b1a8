//! What a search is asked for: the fields of `go`, and the options that bear on it.

use once_cell::sync::Lazy;
use std::num::NonZero;
use std::time::Duration;

/// When a search ends: the fields of `go`, with the clock of the seat to move already picked out. With none of them set
/// it ends at the depth limit of the searcher.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits<A> {
    /// Only these actions are considered first; empty: all.
    pub searchmoves: Vec<A>,
    /// No deeper than this many plies; at least one.
    pub depth: Option<u32>,
    /// About this many nodes, all threads together. With one thread the count is exact enough to be repeatable.
    pub nodes: Option<u64>,
    /// Until a win in at most this many turns of the mover is found.
    pub mate: Option<u32>,
    /// Exactly this long.
    pub movetime: Option<Duration>,
    /// On this clock.
    pub clock: Option<Clock>,
    /// Until told to stop; the answer waits for [`Control::stop`](super::Control::stop) even where there is nothing
    /// left to search.
    pub infinite: bool,
    /// On the opponent's time: as `infinite` until [`Control::ponderhit`](super::Control::ponderhit), then by the other limits.
    pub ponder: bool,
}

impl<A> Default for Limits<A> {
    fn default() -> Self {
        Self {
            searchmoves: Vec::new(),
            depth: None,
            nodes: None,
            mate: None,
            movetime: None,
            clock: None,
            infinite: false,
            ponder: false,
        }
    }
}

impl<A> Limits<A> {
    /// Whether nothing but a win to be found ends the search.
    pub(super) fn only_mate(&self) -> bool {
        let others = self.depth.is_some() || self.nodes.is_some() || self.movetime.is_some() || self.clock.is_some();
        self.mate.is_some() && !others && !self.infinite && !self.ponder
    }
}

/// A chess clock as the seat to move sees it, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Clock {
    /// Time left. Zero and less are legal and mean: answer at once.
    pub left: i64,
    /// What every move adds.
    pub increment: i64,
    /// Moves until time is added again; none: the whole game.
    pub moves_to_go: Option<u32>,
}

/// The options of the protocol that bear on a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Threads that search, at least 1.
    pub threads: usize,
    /// Number of first actions for which a line is reported, at least 1.
    pub multipv: usize,
    /// Time that passes between our answer and the clock's notice of it.
    pub overhead: Duration,
    /// Play as well as a player rated so (`UCI_LimitStrength`, `UCI_Elo`); none: as well as possible.
    pub elo: Option<u32>,
    /// The seed of everything random in the search. The same seed, nodes and one thread: the same output.
    pub seed: u64,
    /// Report chances of win, draw and loss.
    pub show_wdl: bool,
    /// An analysis, not a game (`UCI_AnalyseMode`): nothing is played at once for being forced.
    pub analyse: bool,
}

/// How many threads this machine runs at once.
static PROCESSORS: Lazy<usize> = Lazy::new(|| std::thread::available_parallelism().map_or(1, NonZero::get));

impl Settings {
    /// How many threads search: those asked for, but never more than the machine has processors. Threads that wait for each
    /// other's processor search no more together, and keep the one that looks at the clock from doing so.
    pub fn workers(&self) -> usize {
        self.threads.clamp(1, Self::MAX_THREADS).min(*PROCESSORS)
    }

    /// The most threads that can be asked for.
    pub const MAX_THREADS: usize = 256;
    /// The most lines that can be asked for.
    pub const MAX_MULTIPV: usize = 256;
    /// The weakest strength that can be asked for.
    pub const MIN_ELO: u32 = 500;
    /// The greatest strength that can be asked for; above it, do not limit it.
    pub const MAX_ELO: u32 = 2500;
    /// The move overhead before anybody sets it.
    pub const DEFAULT_OVERHEAD: Duration = Duration::from_millis(10);
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            multipv: 1,
            overhead: Self::DEFAULT_OVERHEAD,
            elo: None,
            seed: 1,
            show_wdl: false,
            analyse: false,
        }
    }
}
