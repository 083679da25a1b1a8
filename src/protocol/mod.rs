//! The protocol: lines to typed commands and replies to text. Knows no game.
//!
//! | module | what |
//! | --- | --- |
//! | [`line`](mod@line) | bytes to lines: encoding, line ends, the length limit |
//! | [`command`] | the table of commands, and what a line says once it is understood |
//! | [`parse`] | lines to commands |
//! | [`go`] | the fields of `go` |
//! | [`options`] | the options and their values |
//! | [`fault`] | the closed list of error codes |
//! | [`due`] | the closed list of what a position can wait for |
//! | [`write`](mod@write) | replies to text |
//! | [`json`] | the lines of JSON |
//!
//! What the lines mean is written down in `protocol-spec.md`; a test compares its tables with those here.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::unreachable)
)]

pub mod command;
pub mod due;
pub mod fault;
pub mod go;
pub mod json;
pub mod line;
pub mod options;
pub mod parse;
pub mod write;

pub use command::{Base, Command, Level, Verb};
pub use fault::{Code, Fault};
pub use go::Go;
pub use line::{Input, Lines};

/// The version of the extension: the first line of the answer to `xuci`.
pub const VERSION: u32 = 1;

/// What the extension can do, told between `xuci 1` and `xuciok`.
pub const FEATURES: &[&str] =
    &["describe", "state", "actions", "play", "throw", "undo", "viewer", "ptime", "perft", "helpmate", "bench"];

/// Which language the client speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// UCI and nothing else: errors are `info string error …`, unknown trailing words are skipped.
    Plain,
    /// The client has sent `xuci`: errors are `error …`, an unknown trailing word is one.
    Extended,
}
