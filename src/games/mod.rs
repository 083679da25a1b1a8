//! The games, a folder each. What they have in common is in [`board`](crate::board); none knows another, but for
//! those built on the parts of chess.

pub mod arena42;
pub mod battlechess;
pub mod chess;
pub mod crazyhouse;
pub mod warchess;
pub mod warlord;
pub mod warrior;

#[cfg(test)]
pub(crate) mod toy;
