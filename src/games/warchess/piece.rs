//! The kinds of pieces, and what stands inside a tower.

use std::fmt;

/// A kind of piece, in the order of purchases (clause 21).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Supports and is supported by its like; promotes.
    Pawn,
    /// Slow and strong; carries others.
    Tower,
    /// Goes round the corner, or charges.
    Knight,
    /// Three squares diagonally; has a bow.
    Bishop,
    /// Four squares in any direction; casts spells.
    Queen,
    /// The piece to be guarded; the others may be given for it.
    King,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Tower, Self::Knight, Self::Bishop, Self::Queen, Self::King];
    /// The kinds that can be bought and can wait outside, in the order of purchases (clause 21).
    pub const RECRUITS: [Self; 4] = [Self::Pawn, Self::Tower, Self::Knight, Self::Bishop];

    /// The place among [`Kind::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The upper-case letter.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Tower => 'R',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// The kind with this upper-case letter.
    pub fn of(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// The English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Tower => "tower",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }

    /// The cost in points; the king is free.
    pub const fn cost(self) -> u16 {
        match self {
            Self::Pawn => 1,
            Self::Tower => 2,
            Self::Knight | Self::Bishop => 3,
            Self::Queen => 5,
            Self::King => 0,
        }
    }

    /// The printed D.
    pub const fn defence(self) -> i32 {
        match self {
            Self::Pawn => 1,
            Self::Knight | Self::Bishop => 2,
            Self::Tower | Self::Queen => 3,
            Self::King => 4,
        }
    }

    /// The printed A.
    pub const fn attack(self) -> i32 {
        match self {
            Self::Tower => 0,
            Self::Pawn => 1,
            Self::Knight | Self::Bishop => 2,
            Self::Queen | Self::King => 3,
        }
    }

    /// Clause 15: the places it takes in a tower; none for those that never mount one.
    pub const fn places(self) -> Option<u8> {
        match self {
            Self::Pawn => Some(1),
            Self::Bishop | Self::Queen | Self::King => Some(2),
            Self::Tower | Self::Knight => None,
        }
    }
}

/// What is inside a tower, and which of it has acted this turn. A byte: two bits of pawns, two of pawns that have
/// acted, two for the officer (there is room for one piece of two places), one for whether it has acted, one for the
/// catapult. Empty is 0.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Crew(u8);

impl Crew {
    /// Nobody inside.
    pub const EMPTY: Self = Self(0);
    /// Clause 15: the places there are.
    pub const PLACES: u8 = 3;
    /// What a catapult costs (clause 24).
    pub const CATAPULT_COST: u16 = 2;

    const PAWN: u8 = 1;
    const PAWN_ACTED: u8 = 1 << 2;
    const OFFICERS: [Option<Kind>; 4] = [None, Some(Kind::Bishop), Some(Kind::Queen), Some(Kind::King)];
    const OFFICER_SHIFT: u8 = 4;
    const OFFICER_ACTED: u8 = 1 << 6;
    const CATAPULT: u8 = 1 << 7;

    /// A crew that has not acted; none when it does not fit, or when `officer` is no piece of two places.
    pub fn new(pawns: u8, officer: Option<Kind>, catapult: bool) -> Option<Self> {
        let code = Self::OFFICERS.iter().position(|&kind| kind == officer)? as u8;
        let taken = u16::from(pawns) + u16::from(catapult) + if officer.is_some() { 2 } else { 0 };
        (taken <= u16::from(Self::PLACES))
            .then_some(Self(pawns | code << Self::OFFICER_SHIFT | if catapult { Self::CATAPULT } else { 0 }))
    }

    /// The byte itself, for keys.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// How many pawns are inside.
    pub const fn pawns(self) -> u8 {
        self.0 & 3
    }

    /// How many of the pawns inside have acted this turn (clause 16).
    pub const fn pawns_acted(self) -> u8 {
        self.0 >> 2 & 3
    }

    /// The bishop, queen or king inside.
    pub const fn officer(self) -> Option<Kind> {
        Self::OFFICERS[(self.0 >> Self::OFFICER_SHIFT & 3) as usize]
    }

    /// Whether the officer has acted this turn (clause 16).
    pub const fn officer_acted(self) -> bool {
        self.0 & Self::OFFICER_ACTED != 0
    }

    /// Whether there is a catapult.
    pub const fn catapult(self) -> bool {
        self.0 & Self::CATAPULT != 0
    }

    /// Whether somebody of this kind is inside who has not acted this turn (clause 16).
    pub fn has_idle(self, kind: Kind) -> bool {
        match kind {
            Kind::Pawn => self.pawns() > self.pawns_acted(),
            _ => self.officer() == Some(kind) && !self.officer_acted(),
        }
    }

    /// The places still free (clause 15).
    pub const fn room(self) -> u8 {
        let officer = if self.officer().is_some() { 2 } else { 0 };
        Self::PLACES - self.pawns() - self.catapult() as u8 - officer
    }

    /// Clause 8: the sum of the printed A of the pieces inside.
    pub fn attack(self) -> i32 {
        i32::from(self.pawns()) * Kind::Pawn.attack() + self.officer().map_or(0, Kind::attack)
    }

    /// Clause 14: whether the catapult can shoot: with at least two pawns.
    pub const fn can_shoot(self) -> bool {
        self.catapult() && self.pawns() >= 2
    }

    /// What everything inside costs.
    pub fn cost(self) -> u16 {
        let catapult = if self.catapult() { Self::CATAPULT_COST } else { 0 };
        u16::from(self.pawns()) * Kind::Pawn.cost() + self.officer().map_or(0, Kind::cost) + catapult
    }

    /// With one more inside, who has acted by mounting. There is room.
    #[must_use]
    pub fn with(self, kind: Kind) -> Self {
        debug_assert!(kind.places().is_some_and(|places| places <= self.room()));
        match Self::OFFICERS.iter().position(|&officer| officer == Some(kind)) {
            Some(code) => Self(self.0 | (code as u8) << Self::OFFICER_SHIFT | Self::OFFICER_ACTED),
            None => Self(self.0 + Self::PAWN + Self::PAWN_ACTED),
        }
    }

    /// Without one who had not acted.
    #[must_use]
    pub fn without(self, kind: Kind) -> Self {
        debug_assert!(self.has_idle(kind));
        match kind {
            Kind::Pawn => Self(self.0 - Self::PAWN),
            _ => Self(self.0 & !(3 << Self::OFFICER_SHIFT)),
        }
    }

    /// The same crew in a new turn: nobody has acted.
    #[must_use]
    pub const fn rested(self) -> Self {
        Self(self.0 & !(3 << 2 | Self::OFFICER_ACTED))
    }

    /// The letters inside a FEN's parentheses, upper case, `c` for the catapult: `PPc`.
    pub fn letters(self) -> impl Iterator<Item = char> {
        std::iter::repeat_n('P', self.pawns().into())
            .chain(self.officer().map(Kind::letter))
            .chain(self.catapult().then_some('c'))
    }
}

impl fmt::Debug for Crew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({} acted {}{})", self.letters().collect::<String>(), self.pawns_acted(), self.officer_acted())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_places() {
        assert!(Crew::new(3, None, false).is_some() && Crew::new(1, Some(Kind::King), false).is_some());
        assert!(Crew::new(3, None, true).is_none() && Crew::new(1, Some(Kind::Queen), true).is_none());
        assert!(Crew::new(255, Some(Kind::Queen), true).is_none());
        assert!(Crew::new(0, Some(Kind::Knight), false).is_none());
        assert_eq!(Crew::new(2, None, true).map(Crew::room), Some(0));
    }

    #[test]
    fn who_mounts_has_acted() {
        let crew = Crew::EMPTY.with(Kind::Bishop).with(Kind::Pawn);
        assert_eq!((crew.room(), crew.attack(), crew.cost()), (0, 3, 4));
        assert!(!crew.has_idle(Kind::Bishop) && !crew.has_idle(Kind::Pawn));
        let next = crew.rested();
        assert!(next.has_idle(Kind::Bishop) && next.has_idle(Kind::Pawn) && !next.has_idle(Kind::Queen));
        assert_eq!(next.without(Kind::Bishop).without(Kind::Pawn), Crew::EMPTY);
        assert_eq!(Crew::new(1, None, false).map(|crew| crew.with(Kind::Pawn).has_idle(Kind::Pawn)), Some(true));
    }
}
