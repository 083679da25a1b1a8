//! What players do and what the deck decides.

use super::cards::Card;
use crate::board::Square;
use crate::games::chess::Kind;

/// The smallest decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// `K@e1`: place the king or a pawn before the game (clause 3).
    Place(Kind, Square),
    /// `e2e4`: move a piece as in chess (clause 5).
    Move(Square, Square),
    /// `X`: undo the effect of the card just played.
    Nope,
    /// `A:e5`, `3:d4`: play a card that needs one square: any but 8, K and X.
    Play(Card, Square),
    /// `8:d4e5`: capture without moving.
    Killshot(Square, Square),
    /// `K:a1d4`: move an own piece into one's zone.
    Teleport(Square, Square),
    /// `draw`: take a card (clause 7).
    Draw,
    /// `swap:357`: discard three cards, in order of rank, and draw two (clause 8).
    Swap([Card; 3]),
}

/// The most cards that can be due at once: a deal (clause 4).
pub const DEAL: usize = 7;

/// Cards turned up for a player, one or several; none is one that may not be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turned {
    cards: [Option<Card>; DEAL],
    len: u8,
}

impl Turned {
    /// No card yet.
    pub const NONE: Self = Self { cards: [None; DEAL], len: 0 };

    /// One card.
    #[inline]
    pub const fn one(card: Option<Card>) -> Self {
        let mut cards = [None; DEAL];
        cards[0] = card;
        Self { cards, len: 1 }
    }

    /// Adds a card, unless there are as many as can ever be due.
    #[inline]
    #[must_use]
    pub fn push(&mut self, card: Option<Card>) -> bool {
        let Some(place) = self.cards.get_mut(self.len as usize) else { return false };
        *place = card;
        self.len += 1;
        true
    }

    /// How many.
    #[inline]
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Whether there is none: no event.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cards in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Option<Card>> {
        self.cards.into_iter().take(self.len as usize)
    }
}
