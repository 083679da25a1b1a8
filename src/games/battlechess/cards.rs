//! Cards: their ranks, and multisets of them (a hand, the discard pile, the pool of what is unseen).

use crate::games::chess::Kind;

/// The rank of a card. Suits never matter (clause 1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Card {
    /// `A`, Assassinate.
    Ace,
    /// `2`, Chicken.
    Two,
    /// `3`, a pawn.
    Three,
    /// `4`, a pawn.
    Four,
    /// `5`, a pawn.
    Five,
    /// `6`, a pawn.
    Six,
    /// `7`, Friendly chicken.
    Seven,
    /// `8`, Killshot.
    Eight,
    /// `9`, a knight.
    Nine,
    /// `T`, a bishop.
    Ten,
    /// `J`, a rook.
    Jack,
    /// `Q`, a queen.
    Queen,
    /// `K`, Teleport.
    King,
    /// `X`, Nope.
    Joker,
}

impl Card {
    /// All ranks in the order of the rules' texts.
    pub const ALL: [Self; 14] = [
        Self::Ace,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Joker,
    ];

    /// The letters of [`ALL`](Self::ALL).
    const LETTERS: &'static str = "A23456789TJQKX";

    /// Its letter.
    pub fn letter(self) -> char {
        char::from(Self::LETTERS.as_bytes()[self as usize])
    }

    /// The card of a letter.
    pub fn of(letter: char) -> Option<Self> {
        Self::LETTERS.chars().position(|known| known == letter).and_then(|index| Self::ALL.get(index).copied())
    }

    /// The piece that the card puts on the board, if it is one of those.
    #[inline]
    pub const fn piece(self) -> Option<Kind> {
        match self {
            Self::Three | Self::Four | Self::Five | Self::Six => Some(Kind::Pawn),
            Self::Nine => Some(Kind::Knight),
            Self::Ten => Some(Kind::Bishop),
            Self::Jack => Some(Kind::Rook),
            Self::Queen => Some(Kind::Queen),
            _ => None,
        }
    }
}

/// A multiset of cards, some of which may be unknown.
///
/// Four bits a rank in the order of [`Card::ALL`], and above them a byte that counts the cards whose rank is unknown: a
/// hand is one word, and equal hands are equal words.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cards(u64);

impl Cards {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All 54 (clause 1): four of each rank and two jokers.
    pub const PACK: Self = Self(0x0024_4444_4444_4444);
    /// How many cards there are.
    pub const TOTAL: u32 = 54;

    const KNOWN: u64 = (1 << 56) - 1;
    const UNKNOWN: u64 = 1 << 56;

    const fn unit(card: Card) -> u64 {
        1 << (card as u32 * 4)
    }

    /// How many of a rank are known to be here.
    #[inline]
    pub const fn count(self, card: Card) -> u32 {
        (self.0 >> (card as u32 * 4) & 15) as u32
    }

    /// Whether a card of this rank is known to be here.
    #[inline]
    pub const fn has(self, card: Card) -> bool {
        self.count(card) > 0
    }

    /// How many cards of known rank there are.
    #[inline]
    pub const fn known_len(self) -> u32 {
        const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        let known = self.0 & Self::KNOWN;
        // Two ranks a byte, then all bytes summed up in the highest.
        ((known & LOW) + (known >> 4 & LOW)).wrapping_mul(0x0101_0101_0101_0101).wrapping_shr(56) as u32
    }

    /// How many cards of unknown rank there are.
    #[inline]
    pub const fn unknown(self) -> u32 {
        (self.0 >> 56) as u32
    }

    /// How many cards there are.
    #[inline]
    pub const fn len(self) -> u32 {
        self.known_len() + self.unknown()
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Only the cards of known rank.
    #[inline]
    #[must_use]
    pub const fn known(self) -> Self {
        Self(self.0 & Self::KNOWN)
    }

    /// The same number of cards, all of them unknown.
    #[inline]
    #[must_use]
    pub const fn hidden(self) -> Self {
        Self(Self::UNKNOWN * self.len() as u64)
    }

    /// Adds a card; none is one of unknown rank.
    #[inline]
    pub const fn add(&mut self, card: Option<Card>) {
        self.0 += match card {
            Some(card) => Self::unit(card),
            None => Self::UNKNOWN,
        };
    }

    /// Takes a card of this rank away: a known one if there is one, else an unknown one turns out to be it (clause 2).
    #[inline]
    pub const fn spend(&mut self, card: Card) {
        debug_assert!(self.has(card) || self.unknown() > 0);
        self.0 -= if self.has(card) { Self::unit(card) } else { Self::UNKNOWN };
    }

    /// These cards and those.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// What is left of known cards when `other`, all of them here, are taken away.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// The ranks known to be here, each once, in order.
    #[inline]
    pub fn ranks(self) -> impl Iterator<Item = Card> {
        let mut left = self.0 & Self::KNOWN;
        std::iter::from_fn(move || {
            let index = left.trailing_zeros() / 4;
            let card = Card::ALL.get(index as usize).copied()?;
            left &= !(15 << (index * 4));
            Some(card)
        })
    }

    /// The card at this place when the known ones are laid out in order.
    #[inline]
    pub fn nth(self, mut index: u32) -> Option<Card> {
        self.ranks().find(|&card| {
            let count = self.count(card);
            let here = index < count;
            index = index.wrapping_sub(count);
            here
        })
    }

    /// The word as it is kept: equal for equal multisets, for keys.
    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The letters in order, unknown cards last; `-` for none.
    pub fn text(self) -> String {
        if self.is_empty() {
            return "-".into();
        }
        let known = self.ranks().flat_map(|card| (0..self.count(card)).map(move |_| card.letter()));
        known.chain((0..self.unknown()).map(|_| '?')).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pack_has_54_cards() {
        assert_eq!(Cards::PACK.len(), Cards::TOTAL);
        assert_eq!(Cards::PACK.count(Card::Joker), 2);
        assert!(Card::ALL[..13].iter().all(|&card| Cards::PACK.count(card) == 4));
        assert_eq!(Cards::PACK.ranks().collect::<Vec<_>>(), Card::ALL);
    }

    #[test]
    fn cards_come_and_go() {
        let mut hand = Cards::EMPTY;
        for card in [Some(Card::King), None, Some(Card::Ace), Some(Card::King)] {
            hand.add(card);
        }
        assert_eq!((hand.len(), hand.known_len(), hand.unknown()), (4, 3, 1));
        assert_eq!(hand.text(), "AKK?");
        assert_eq!(
            (0..4).map(|n| hand.nth(n)).collect::<Vec<_>>(),
            [Some(Card::Ace), Some(Card::King), Some(Card::King), None]
        );
        hand.spend(Card::King);
        hand.spend(Card::Queen);
        assert_eq!(hand.text(), "AK");
        assert_eq!(hand.hidden().text(), "??");
        assert_eq!(Cards::EMPTY.text(), "-");
    }

    #[test]
    fn letters_both_ways() {
        for card in Card::ALL {
            assert_eq!(Card::of(card.letter()), Some(card));
        }
        assert_eq!(Card::of('a'), None);
        assert_eq!(Card::of('1'), None);
    }
}
