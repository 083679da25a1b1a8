//! Weapons, facings, wares and what a piece is made of.

use crate::board::{Bitboard, Square};

/// A weapon, in the order in which the rules list and rank them (clause 2, clause 12).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Weapon {
    /// `R`.
    Rook,
    /// `N`.
    Knight,
    /// `B`.
    Bishop,
    /// `S`.
    Swords,
}

impl Weapon {
    /// All weapons in rank order.
    pub const ALL: [Self; 4] = [Self::Rook, Self::Knight, Self::Bishop, Self::Swords];

    /// The price when new, in dollars: also what its capture pays. Clause 1.
    pub const fn price(self) -> u8 {
        match self {
            Self::Rook => 6,
            Self::Knight => 5,
            Self::Bishop => 4,
            Self::Swords => 2,
        }
    }

    /// The letter in FEN and words.
    pub const fn letter(self) -> char {
        match self {
            Self::Rook => 'R',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Swords => 'S',
        }
    }

    /// The weapon with this letter.
    pub const fn of(letter: char) -> Option<Self> {
        match letter {
            'R' => Some(Self::Rook),
            'N' => Some(Self::Knight),
            'B' => Some(Self::Bishop),
            'S' => Some(Self::Swords),
            _ => None,
        }
    }

    /// The place in rank order, from 0.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Where a piece with exactly one swords looks: it captures on the two diagonal squares on that side. Clause 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Facing {
    /// `n`: north-west and north-east.
    North,
    /// `e`: north-east and south-east.
    East,
    /// `s`: south-east and south-west.
    South,
    /// `w`: south-west and north-west.
    West,
}

impl Facing {
    /// All facings, clockwise.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The letter in FEN and words.
    pub const fn letter(self) -> char {
        match self {
            Self::North => 'n',
            Self::East => 'e',
            Self::South => 's',
            Self::West => 'w',
        }
    }

    /// The facing with this letter.
    pub const fn of(letter: char) -> Option<Self> {
        match letter {
            'n' => Some(Self::North),
            'e' => Some(Self::East),
            's' => Some(Self::South),
            'w' => Some(Self::West),
            _ => None,
        }
    }
}

/// Something the bank sells. Clause 11.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ware {
    /// A weapon never used before.
    New(Weapon),
    /// A captured weapon, at double price.
    Reissued(Weapon),
    /// A Warrior for the reserve.
    Warrior,
}

impl Ware {
    /// All wares in rank order. Clause 12.
    pub const ALL: [Self; 9] = {
        let mut all = [Self::Warrior; 9];
        let mut index = 0;
        while index < 4 {
            all[2 * index] = Self::New(Weapon::ALL[index]);
            all[2 * index + 1] = Self::Reissued(Weapon::ALL[index]);
            index += 1;
        }
        all
    };

    /// The place in rank order, from 0: R, R*, N, N*, B, B*, S, S*, W.
    pub const fn rank(self) -> u16 {
        match self {
            Self::New(weapon) => 2 * weapon as u16,
            Self::Reissued(weapon) => 2 * weapon as u16 + 1,
            Self::Warrior => 8,
        }
    }

    /// What it costs, in dollars. Clauses 1 and 11.
    pub const fn price(self) -> u8 {
        match self {
            Self::New(weapon) => weapon.price(),
            Self::Reissued(weapon) => 2 * weapon.price(),
            Self::Warrior => 5,
        }
    }
}

/// What a piece is, its owner and its stack apart: one bit per property. The bits are the indices of the position's
/// planes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Piece(pub(super) u8);

/// The planes of a position, and the bits of a [`Piece`]: rook, knight and bishop, then these.
pub(super) mod plane {
    /// Carries exactly one swords.
    pub(in super::super) const SWORDS: usize = 3;
    /// Carries two swords.
    pub(in super::super) const DOUBLE: usize = 4;
    /// Is a King.
    pub(in super::super) const KING: usize = 5;
    /// The low bit of the facing of a piece with exactly one swords; the high bit follows.
    pub(in super::super) const FACING: usize = 6;
    /// Number of planes.
    pub(in super::super) const COUNT: usize = 8;
}

impl Piece {
    /// An unarmed Warrior.
    pub const WARRIOR: Self = Self(0);
    /// A King.
    pub const KING: Self = Self(1 << plane::KING);

    /// Whether it is a King.
    pub const fn is_king(self) -> bool {
        self.0 >> plane::KING & 1 != 0
    }

    /// Whether it is a Warrior without weapons.
    pub const fn is_unarmed(self) -> bool {
        self.0 == 0
    }

    /// How many of this weapon it carries.
    pub const fn carries(self, weapon: Weapon) -> u8 {
        match weapon {
            Weapon::Swords => (self.0 >> plane::SWORDS & 1) + 2 * (self.0 >> plane::DOUBLE & 1),
            _ => self.0 >> weapon as u8 & 1,
        }
    }

    /// How many weapons it carries.
    pub const fn weapons(self) -> u8 {
        (self.0 & 0b1111).count_ones() as u8 + 2 * (self.0 >> plane::DOUBLE & 1)
    }

    /// The facing, if it carries exactly one swords.
    pub const fn facing(self) -> Option<Facing> {
        if self.0 >> plane::SWORDS & 1 == 0 { None } else { Some(Facing::ALL[(self.0 >> plane::FACING) as usize & 3]) }
    }

    /// The same piece with another facing, if it has one.
    #[must_use]
    pub const fn facing_to(self, facing: Option<Facing>) -> Self {
        match facing {
            Some(facing) => Self(self.0 & 0b11_1111 | (facing as u8) << plane::FACING),
            None => self,
        }
    }

    /// The piece with one more weapon; a first swords faces `facing`. Not for a King or a third weapon.
    #[must_use]
    pub const fn armed(self, weapon: Weapon, facing: Option<Facing>) -> Self {
        match weapon {
            Weapon::Swords if self.0 >> plane::SWORDS & 1 != 0 => Self(1 << plane::DOUBLE),
            _ => Self(self.0 | 1 << weapon as u8).facing_to(facing),
        }
    }

    /// What its weapons cost new, in dollars: what its capture pays. Clause 13.
    pub const fn worth(self) -> u8 {
        let mut sum = 0;
        let mut index = 0;
        while index < 4 {
            sum += self.carries(Weapon::ALL[index]) * Weapon::ALL[index].price();
            index += 1;
        }
        sum
    }
}

type Table = [Bitboard; 64];

const fn steps<const N: usize>(steps: [(i8, i8); N]) -> Table {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < N {
            if let Some(to) = Square::new(square).offset(steps[step].0, steps[step].1) {
                table[square as usize].insert(to);
            }
            step += 1;
        }
        square += 1;
    }
    table
}

static ORTHOGONAL: Table = steps([(0, 1), (1, 0), (0, -1), (-1, 0)]);
static DIAGONAL: Table = steps([(1, 1), (1, -1), (-1, -1), (-1, 1)]);
static STRIDE: Table = steps([(0, 1), (1, 0), (0, -1), (-1, 0), (0, 2), (2, 0), (0, -2), (-2, 0)]);
static FACED: [Table; 4] =
    [steps([(-1, 1), (1, 1)]), steps([(1, 1), (1, -1)]), steps([(1, -1), (-1, -1)]), steps([(-1, -1), (-1, 1)])];

/// The orthogonal neighbours: where a piece with one swords steps.
#[inline]
pub(super) fn orthogonal(from: Square) -> Bitboard {
    ORTHOGONAL[from.index()]
}

/// The diagonal neighbours: what two swords strike.
#[inline]
pub(super) fn diagonal(from: Square) -> Bitboard {
    DIAGONAL[from.index()]
}

/// One and two squares in a straight line, leaping not yet excluded: where two swords stride.
#[inline]
pub(super) fn stride(from: Square) -> Bitboard {
    STRIDE[from.index()]
}

/// The two diagonal neighbours on one side: what one swords strikes.
#[inline]
pub(super) fn faced(from: Square, facing: Facing) -> Bitboard {
    FACED[facing as usize][from.index()]
}
