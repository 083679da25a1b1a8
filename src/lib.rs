//! banneret: a chess-variant engine daemon.
//!
//! The house, from the ground up; a module uses only what stands above it in this list:
//!
//! | module | what |
//! | --- | --- |
//! | [`board`] | what games share: squares, bitboards, attack tables, keys, seats and teams |
//! | [`game`] | the contract every game fulfils |
//! | [`history`] | the turn starts before a position |
//! | [`games`] | the games, a folder each |
//! | [`play`] | words played on a position |
//! | [`perft`] | generic perft and divide |
//! | [`helpmate`] | generic cooperative search for the shortest game |
//! | [`search`] | generic search: limits, control, transposition table, alpha-beta, information sets |
//! | [`protocol`] | lines to commands, replies to text; knows no game |
//! | [`session`] | what one client has set up; erases the game type once |
//! | [`variants`] | the registry: the only place that names every game |
//! | [`daemon`] | threads and channels |
//! | [`terminal`] | a person at the terminal, a client of the daemon |

pub mod board;
pub mod game;
pub mod history;
pub mod games;
pub mod play;
pub mod perft;
pub mod helpmate;
pub mod search;
pub mod protocol;
pub mod session;
pub mod variants;
pub mod daemon;
pub mod terminal;

#[cfg(test)]
mod laws;
