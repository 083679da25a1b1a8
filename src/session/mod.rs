//! What one client has set up: variant, options, position, history.
//!
//! This is where the game's type is erased, once: a [`Session`] is an object, what it does inside is compiled per game.
//!
//! | module | what |
//! | --- | --- |
//! | [`running`] | the session of a game and a searcher |
//! | [`record`] | the actions and events so far |
//! | [`eyes`] | what the viewer sees |
//! | [`speak`] | actions, turns and reports to words |
//! | [`job`] | work for the searcher's thread |

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::unreachable)
)]

mod eyes;
pub mod job;
mod record;
pub mod running;
pub mod speak;

pub use job::{Job, Kind, Memory, Reply};
pub use running::Running;

use crate::game::Choices;
use crate::protocol::{Base, Fault, Go};
use crate::search::Settings;
use parking_lot::Mutex;
use std::sync::Arc;

/// What the client has set that bears on a search.
#[derive(Clone, Debug)]
pub struct Engine {
    /// The options.
    pub settings: Settings,
    /// The transposition table, shared by every variant: one client needs one.
    pub memory: Arc<Mutex<Memory>>,
}

/// A game set up by a client. Whatever fails changes nothing, but for [`position`](Session::position).
pub trait Session: Send {
    /// Sets the start position up and forgets what the search has learnt. `seed`: of what the table throws.
    fn new_game(&mut self, choices: &Choices, seed: u64);

    /// Takes over changed options; an untouched start position is set up again.
    fn configure(&mut self, choices: &Choices, seed: u64);

    /// Sets a position up; without one on any error.
    ///
    /// # Errors
    /// Which word failed, and why.
    fn position(&mut self, base: &Base, words: &[String]) -> Result<(), Fault>;

    /// What is wrong with the position that was set up, though it was not refused.
    fn warning(&self) -> Option<String>;

    /// Has no position any more.
    fn drop_position(&mut self);

    /// Whether a position stands.
    fn has_position(&self) -> bool;

    /// Plays actions and events, all or none.
    ///
    /// # Errors
    /// Which word failed, and why.
    fn play(&mut self, words: &[String]) -> Result<String, Fault>;

    /// Plays a deal to a seat.
    ///
    /// # Errors
    /// Nothing is due to that seat, or the word is not possible.
    fn deal(&mut self, seat: &str, word: &str) -> Result<String, Fault>;

    /// Lets the table decide by its own generator.
    ///
    /// # Errors
    /// It is not the table's turn.
    fn throw(&mut self) -> Result<String, Fault>;

    /// Takes back the last actions and events.
    ///
    /// # Errors
    /// There are fewer.
    fn undo(&mut self, steps: u32) -> Result<String, Fault>;

    /// Chooses whose eyes look.
    ///
    /// # Errors
    /// There is no such seat.
    fn set_viewer(&mut self, name: &str) -> Result<String, Fault>;

    /// The line of `state`.
    ///
    /// # Errors
    /// No position stands.
    fn state(&self) -> Result<String, Fault>;

    /// The line of `actions`.
    ///
    /// # Errors
    /// No position stands.
    fn actions(&self) -> Result<String, Fault>;

    /// The lines of `d`.
    ///
    /// # Errors
    /// No position stands.
    fn show(&self) -> Result<Vec<String>, Fault>;

    /// The line of `eval`.
    ///
    /// # Errors
    /// No position stands.
    fn eval(&self) -> Result<String, Fault>;

    /// A search, for the searcher's thread.
    ///
    /// # Errors
    /// No position stands, or a field of `go` makes no sense here.
    fn go(&mut self, go: &Go, engine: &Engine) -> Result<Job, Fault>;

    /// A count, for the searcher's thread.
    ///
    /// # Errors
    /// No position stands, or the depth is too great.
    fn count(&self, depth: u32, divide: bool, threads: usize) -> Result<Job, Fault>;

    /// A search for a win with everybody helping, for the searcher's thread.
    ///
    /// # Errors
    /// No position stands, or the depth is too great.
    fn helpmate(&self, depth: u32) -> Result<Job, Fault>;

    /// A search has panicked: whatever it may have left behind is thrown away.
    fn recover(&mut self);
}
