//! Threads and channels.
//!
//! ```text
//! input → reader (lines) ────→ ┐
//!                              ├ main loop (never waits for a search) → output
//! searcher (info, done) ─────→ ┘        └─ jobs → searcher
//! ```
//!
//! The main loop owns the session and the output; nothing is shared but the flags of [`Control`](crate::search::Control). A
//! job goes to the searcher's thread as one box, what it prints comes back as lines. A search that panics is caught: the daemon
//! says so, answers, and goes on.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::unreachable)
)]

pub mod bench;
mod main_loop;
mod reader;
mod searcher;
mod setup;
pub mod states;
#[cfg(test)]
mod tests;

use std::io::{self, Read, Write};

/// Runs a daemon until `input` ends or says `quit`.
///
/// # Errors
/// A thread cannot be started. That the client is gone is no error: it ends the daemon like the end of the input.
pub fn run(input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    main_loop::MainLoop::new(reader::spawn(input)?, searcher::spawn()?, output).run();
    Ok(())
}
