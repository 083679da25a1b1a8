//! What games share: squares, bitboards, attack tables, keys, seats and teams, lists.
//!
//! Nothing here knows a game. A game with boards of another shape brings its own squares.

pub mod attacks;
mod bitboard;
mod keys;
mod list;
mod seat;
mod square;

pub use bitboard::Bitboard;
pub use keys::{Rng, keys, mix};
pub use list::List;
pub use seat::{Colour, Seat, Team};
pub use square::Square;
