//! Squares of a board of eight by eight.

use std::fmt;

/// A square of the 8x8 board, in the rules' square order: a1, b1, … h1, a2, … h8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Number of squares.
    pub const COUNT: usize = 64;

    /// The square at this place in square order. Only the low six bits count.
    #[inline]
    pub const fn new(index: u8) -> Self {
        Self(index & 63)
    }

    /// The square on `file` and `rank`, both from 0 and taken modulo 8.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Self {
        Self((rank & 7) << 3 | (file & 7))
    }

    /// The square `files` to the right and `ranks` up, or none when that is off the board.
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file < 0 || file > 7 || rank < 0 || rank > 7 { None } else { Some(Self::at(file as u8, rank as u8)) }
    }

    /// The place in square order, 0 to 63. The mask lets the compiler drop bounds checks.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The file, 0 (a) to 7 (h).
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// The rank, 0 to 7.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The same square seen from the other side of the board (a1 and a8 change places).
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// Number of king steps between two squares (Chebyshev distance).
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// All squares in square order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    /// Reads `a1` … `h8`; anything else is none.
    pub fn parse(text: &str) -> Option<Self> {
        let (square, rest) = Self::split(text)?;
        rest.is_empty().then_some(square)
    }

    /// Reads a square at the beginning of `text` and returns what follows it.
    pub fn split(text: &str) -> Option<(Self, &str)> {
        let [file @ b'a'..=b'h', rank @ b'1'..=b'8', ..] = text.as_bytes() else { return None };
        Some((Self::at(file - b'a', rank - b'1'), text.get(2..)?))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), char::from(b'1' + self.rank()))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_index_agree() {
        for (index, square) in Square::all().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::parse(&square.to_string()), Some(square));
        }
        assert_eq!(Square::parse("a1"), Some(Square::at(0, 0)));
        assert_eq!(Square::parse("b1").map(Square::index), Some(1));
        for bad in ["", "a", "a9", "i1", "A1", "a1 ", "é1", "aé"] {
            assert_eq!(Square::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn offsets_stay_on_the_board() {
        let h8 = Square::at(7, 7);
        assert_eq!(h8.offset(1, 0), None);
        assert_eq!(h8.offset(0, 1), None);
        assert_eq!(h8.offset(-7, -7), Some(Square::at(0, 0)));
        assert_eq!(h8.distance(Square::at(5, 0)), 7);
    }
}
