//! The words of actions and events.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

use super::cards::Card;
use super::{Action, DEAL, Turned};
use crate::board::Square;
use crate::game::Malformed;
use crate::games::chess::Kind;

const EXPECTED: &str = "expected a move (e2e4), a placement (K@e1), a card (A:e5, 8:d4e5, X), draw or swap:357";

fn malformed<T>(word: &str, reason: &str) -> Result<T, Malformed> {
    Err(Malformed(format!("{word}: {reason}")))
}

/// Splits a card off: its rank, and a suit that may follow and is dropped (clause 1).
fn split_card(text: &str) -> Option<(Card, &str)> {
    let mut letters = text.chars();
    let card = Card::of(letters.next()?)?;
    let rest = letters.as_str();
    Some((card, rest.strip_prefix(['c', 'd', 'h', 's']).unwrap_or(rest)))
}

fn squares(text: &str) -> Option<(Square, Square)> {
    let (from, rest) = Square::split(text)?;
    Some((from, Square::parse(rest)?))
}

pub(super) fn read_action(word: &str) -> Result<Action, Malformed> {
    if word == "draw" {
        return Ok(Action::Draw);
    }
    if let Some(cards) = word.strip_prefix("swap:") {
        return read_swap(word, cards);
    }
    if let Some((piece, at)) = word.split_once('@') {
        let kind = match piece {
            "K" => Kind::King,
            "P" => Kind::Pawn,
            _ => return malformed(word, "expected K@ or P@ and a square"),
        };
        return match Square::parse(at) {
            Some(at) => Ok(Action::Place(kind, at)),
            None => malformed(word, "expected a square, a1 to h8, after the @"),
        };
    }
    if let Some((from, to)) = squares(word) {
        return Ok(Action::Move(from, to));
    }
    match split_card(word) {
        Some((Card::Joker, "")) => Ok(Action::Nope),
        Some((Card::Joker, _)) => malformed(word, "the joker X stands alone"),
        Some((card, rest)) => match rest.strip_prefix(':') {
            Some(target) => read_card(word, card, target),
            None => malformed(word, EXPECTED),
        },
        None => malformed(word, EXPECTED),
    }
}

fn read_card(word: &str, card: Card, target: &str) -> Result<Action, Malformed> {
    match card {
        Card::Eight | Card::King => match squares(target) {
            Some((from, to)) if card == Card::Eight => Ok(Action::Killshot(from, to)),
            Some((from, to)) => Ok(Action::Teleport(from, to)),
            None => malformed(word, "expected two squares after the colon, such as d4e5"),
        },
        _ => match Square::parse(target) {
            Some(at) => Ok(Action::Play(card, at)),
            None => malformed(word, "expected one square after the colon, such as e5"),
        },
    }
}

fn read_swap(word: &str, mut text: &str) -> Result<Action, Malformed> {
    let mut cards = [Card::Ace; 3];
    for card in &mut cards {
        match split_card(text) {
            Some((read, rest)) => (*card, text) = (read, rest),
            None => return malformed(word, "expected three cards after swap:, such as swap:357"),
        }
    }
    if !text.is_empty() {
        return malformed(word, "expected exactly three cards after swap:");
    }
    // Clause 8: read in any order, kept in one.
    cards.sort_unstable();
    Ok(Action::Swap(cards))
}

pub(super) fn action_word(action: Action) -> String {
    match action {
        Action::Place(kind, at) => format!("{}@{at}", kind.letter()),
        Action::Move(from, to) => format!("{from}{to}"),
        Action::Nope => "X".into(),
        Action::Play(card, at) => format!("{}:{at}", card.letter()),
        Action::Killshot(from, at) => format!("8:{from}{at}"),
        Action::Teleport(from, to) => format!("K:{from}{to}"),
        Action::Draw => "draw".into(),
        Action::Swap(cards) => format!("swap:{}", cards.map(Card::letter).iter().collect::<String>()),
    }
}

/// Clause 4: one card or several, `?` for one that may not be seen.
pub(super) fn read_event(word: &str) -> Result<Turned, Malformed> {
    let Some(mut text) = word.strip_prefix('#').filter(|text| !text.is_empty()) else {
        return malformed(word, "expected # and the cards turned up, such as #Q, #A23456X or #?");
    };
    let mut event = Turned::NONE;
    while !text.is_empty() {
        let card;
        if let Some(rest) = text.strip_prefix('?') {
            (card, text) = (None, rest);
        } else if let Some((read, rest)) = split_card(text) {
            (card, text) = (Some(read), rest);
        } else {
            return malformed(word, "expected cards after the #: A 2 to 9 T J Q K X, or ?");
        }
        if !event.push(card) {
            return malformed(word, &format!("there are never more than {DEAL} cards due"));
        }
    }
    Ok(event)
}

pub(super) fn event_word(event: Turned) -> String {
    std::iter::once('#').chain(event.iter().map(|card| card.map_or('?', Card::letter))).collect()
}
