//! The referee: engine against engine, in every variant.
//!
//! From the ground up; a module uses only what stands above it in this list:
//!
//! | module | what |
//! | --- | --- |
//! | [`stats`] | score, Elo, normalised Elo, the sequential test |
//! | [`clock`] | limits and clocks |
//! | [`rules`] | a game, its type forgotten |
//! | [`engine`] | processes, the protocol |
//! | [`job`] | everything that determines a match; its pairs are its shards |
//! | [`openings`] | how games begin |
//! | [`record`] | records: JSON, text, replay |
//! | [`adjudicate`] | games cut short |
//! | [`mod@bench`] | the engines of one worker |
//! | [`referee`] | one game |
//! | [`run`] | a job played by a pool of workers |
//! | [`store`] | the folder of a match |
//! | [`tally`] | results counted |
//! | [`report`] | tables, plots, progress |
//! | [`shard`] | one pair of a job, or one part of a perft, for clusters |
//! | [`player`] | the reference players |
//! | [`cli`] | the command line |

pub mod stats;
pub mod clock;
pub mod rules;
pub mod engine;
pub mod job;
pub mod openings;
pub mod record;
mod adjudicate;
pub mod bench;
pub mod referee;
pub mod run;
pub mod store;
pub mod tally;
pub mod report;
pub mod shard;
pub mod player;
pub mod cli;
