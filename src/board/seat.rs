//! Who sits at the table: colours, seats and teams.

use std::fmt;

/// A place at the table, counted in turn order from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(u8);

impl Seat {
    /// The seat that moves first in a fresh game.
    pub const FIRST: Self = Self(0);
    /// The seat that moves second.
    pub const SECOND: Self = Self(1);

    /// The seat with this place in the turn order.
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// The place in the turn order, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat in turn order at a table of `seats`.
    pub const fn next(self, seats: usize) -> Self {
        Self((self.0 + 1) % seats as u8)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// One of the two sides that win or lose together. Every game has exactly two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Team {
    /// The team of the seat that moves first.
    First,
    /// The other team.
    Second,
}

impl Team {
    /// The opposing team.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 or 1, for tables.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The two armies of a game that calls them White and Black.
///
/// Which of them moves first is the game's business (Black does in Warlord).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// The army that moves towards higher ranks.
    White,
    /// The army that moves towards lower ranks.
    Black,
}

impl Colour {
    /// Both colours, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The opposing colour.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the FEN's side field: `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// A piece letter in this colour's case: upper for White, lower for Black.
    pub const fn dress(self, letter: char) -> char {
        match self {
            Self::White => letter.to_ascii_uppercase(),
            Self::Black => letter.to_ascii_lowercase(),
        }
    }
}
