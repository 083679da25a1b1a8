//! Search, generic over the contract and compiled per game.
//!
//! | module | what |
//! | --- | --- |
//! | [`limits`] | what a search is asked for |
//! | [`control`] | stop and ponderhit |
//! | [`report`] | what a search says |
//! | [`table`] | the transposition table |
//! | `sync` | what table and control are built of |
//! | [`alphabeta`] | alpha-beta for games of perfect information |
//! | [`infoset`] | search of games with hidden cards |
//!
//! A [`Searcher`] is what the session talks to. It is set up once per variant, keeps what it has learnt and its memory from
//! `go` to `go`, and knows nothing of the protocol.

pub mod alphabeta;
mod clock;
pub mod control;
pub mod infoset;
pub mod limits;
pub mod report;
mod sync;
pub mod table;
mod value;

pub use alphabeta::AlphaBeta;
pub use control::Control;
pub use infoset::InfoSet;
pub use limits::{Clock, Limits, Settings};
pub use report::{Best, Bound, Line, MAX_PLY, Report, Score, Wdl};
pub use table::Table;

use crate::board::Rng;
use crate::game::{Game, Viewer};
use crate::history::History;

/// The stack a thread needs that calls [`Searcher::search`], in bytes. Only what is used is ever backed by memory.
pub const STACK: usize = 64 << 20;

/// Where a search begins.
#[derive(Clone, Debug)]
pub struct Root<G> {
    /// The position: a player's or, for analysis, anybody's.
    pub position: G,
    /// The turn starts before it, itself included when it is one.
    pub history: History,
}

/// One `go`: what a search is given besides the position.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a, A> {
    /// What is asked for.
    pub limits: &'a Limits<A>,
    /// How the client wants it done.
    pub settings: &'a Settings,
    /// What earlier searches found out.
    pub table: &'a Table,
    /// The line to whoever waits for the answer.
    pub control: &'a Control,
}

/// A way to search a game.
pub trait Searcher<G: Game>: Default + Send + 'static {
    /// Whether it is made for games in which seats hide things from each other.
    const HIDDEN: bool = false;

    /// What a search on behalf of `viewer` may know of the position. The session builds every [`Root`] by it, so nothing
    /// else ever reaches a search. The position itself where every seat sees everything.
    fn view(position: &G, viewer: Viewer) -> G;

    /// A full position that fits what is known of this one: what is unknown is drawn. The position itself where every seat sees
    /// everything.
    fn world(position: &G, rng: &mut Rng) -> G {
        let _ = rng;
        *position
    }

    /// Sets memory up for searches with these settings; a later search with the same settings allocates nothing. Without
    /// it the first search does the same.
    fn prepare(&mut self, settings: &Settings);

    /// Forgets everything learnt (`ucinewgame`); the [`Table`] is cleared by its owner.
    fn clear(&mut self);

    /// Searches until the limits say so, the control stops it or nothing is left to do, handing a [`Report`] to `sink` at least
    /// once before it returns. Blocks meanwhile; the thread needs a stack of [`STACK`] bytes.
    fn search(
        &mut self,
        root: &Root<G>,
        task: Task<'_, G::Action>,
        sink: &mut dyn FnMut(&Report<'_, G::Action>),
    ) -> Best<G::Action>;
}
