//! What players and dice decide: actions, spells, attacks, throws.

use super::piece::Kind;
use crate::board::Square;

/// A spell of a queen (clause 17).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spell {
    /// Attack spell, range 2, A 1.
    Lightning,
    /// Attack spell, range 1, A 2.
    Pain,
    /// An own piece's A +1 until the end of this turn; range 2.
    Heroism,
    /// An enemy's D −1 until the end of this turn; range 2.
    Fear,
    /// Any piece within 2 of the queen to an empty square within 2 of her.
    Teleport,
    /// Any piece within 2 cannot act nor be attacked until the end of its owner's next turn.
    Stone,
}

impl Spell {
    /// All spells, in the order of the FEN.
    pub const ALL: [Self; 6] = [Self::Lightning, Self::Pain, Self::Heroism, Self::Fear, Self::Teleport, Self::Stone];

    /// The bit in a set of spells.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The letter in FEN and words.
    pub const fn letter(self) -> char {
        match self {
            Self::Lightning => 'L',
            Self::Pain => 'P',
            Self::Heroism => 'H',
            Self::Fear => 'F',
            Self::Teleport => 'T',
            Self::Stone => 'S',
        }
    }

    /// The spell with this letter.
    pub fn of(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|spell| spell.letter() == letter)
    }

    /// The English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lightning => "lightning",
            Self::Pain => "pain",
            Self::Heroism => "heroism",
            Self::Fear => "fear",
            Self::Teleport => "teleport",
            Self::Stone => "stone",
        }
    }

    /// Chebyshev distance it reaches.
    pub const fn range(self) -> usize {
        match self {
            Self::Pain => 1,
            _ => 2,
        }
    }
}

/// The smallest decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Walk, attack hand to hand, charge, mount a tower, or retreat: `e2e4`.
    Move {
        /// Where the piece stands.
        from: Square,
        /// Where it goes, or whom it attacks.
        to: Square,
    },
    /// Shoot with bow or catapult: `c3*d4` (clauses 13 and 14).
    Shoot {
        /// The shooter.
        from: Square,
        /// The target.
        to: Square,
    },
    /// Step down from a tower: `P-a2b3` (clause 16).
    Dismount {
        /// Who.
        kind: Kind,
        /// The tower.
        from: Square,
        /// The square beside it.
        to: Square,
    },
    /// Cast a spell other than teleport: `H!e3` (clause 17).
    Cast {
        /// Which.
        spell: Spell,
        /// On whom.
        at: Square,
    },
    /// Cast teleport: `T!e3f5` (clause 17).
    Teleport {
        /// Who is sent.
        from: Square,
        /// Where to.
        to: Square,
    },
    /// Give a piece for the king: `sac:e2f1`, `sac:e2` (clause 10).
    Sacrifice {
        /// What is given.
        given: Square,
        /// Where the king steps; he stays when shot at.
        step: Option<Square>,
    },
    /// Give nothing: `pass` (clause 10).
    Pass,
    /// End the moves of the turn, or the entry phase: `end`.
    End,
    /// Buy a piece: `$N` (clause 21).
    Buy(Kind),
    /// Let a waiting piece enter: `N@a1` (clause 21).
    Enter {
        /// Who.
        kind: Kind,
        /// On which entry square.
        at: Square,
    },
}

/// How an attack is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Means {
    /// Hand to hand (clause 6), charges included (clause 12).
    Melee,
    /// Bow or catapult (clauses 13 and 14).
    Shot,
    /// Lightning or pain (clause 17).
    Spell(Spell),
}

/// An attack that has been declared and is not settled. Attacker and target stand where they stood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    /// How.
    pub means: Means,
    /// The attacker's square when its action began.
    pub from: Square,
    /// The target's.
    pub to: Square,
}

impl Attack {
    /// Whether the attacker goes for the target's square.
    pub fn is_melee(self) -> bool {
        self.means == Means::Melee
    }
}

/// What the dice decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The dice of attacker and defender, each 1 to 6: `#52` (clause 6).
    Throw {
        /// The attacker's die.
        attack: u8,
        /// The defender's die.
        defence: u8,
    },
    /// The one die of a fallen knight's owner, 1 to 6: `#4` (clause 9).
    Die(u8),
}
