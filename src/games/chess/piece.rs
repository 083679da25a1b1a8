//! The kinds of chessmen.

use crate::board::Colour;
use std::fmt;

/// A kind of chessman, in the order of the bitboards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl Kind {
    /// Number of kinds.
    pub const COUNT: usize = 6;
    /// All kinds, pawn first.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];
    /// All kinds but the king: what can be captured, and dropped in crazyhouse.
    pub const COMMONERS: [Self; 5] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen];
    /// What a pawn may become, the strongest first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// 0 to 5, for tables.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with this index; anything above 4 is the king.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        match index {
            0 => Self::Pawn,
            1 => Self::Knight,
            2 => Self::Bishop,
            3 => Self::Rook,
            4 => Self::Queen,
            _ => Self::King,
        }
    }

    /// The upper-case letter: `P N B R Q K`.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// The English name, lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }

    /// The kind of an upper-case letter.
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Reads a letter of a FEN's placement: upper case is White, lower case Black.
    pub fn of_fen(letter: char) -> Option<(Colour, Self)> {
        let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
        Self::of_letter(letter.to_ascii_uppercase()).map(|kind| (colour, kind))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
