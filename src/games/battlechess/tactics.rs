//! What a search should look at first, and what it cannot leave out.

use super::cards::{Card, Cards};
use super::eval::{centre, depth, value};
use super::generate::Group;
use super::{Action, Deed, Position};
use crate::board::{Bitboard, Square, attacks};
use crate::game::{Flow, Hint};
use crate::games::chess::{Kind, reach};

/// The cards that hit enemy pieces.
const STRIKES: [Card; 4] = [Card::Ace, Card::Two, Card::Seven, Card::Eight];

impl Position {
    /// Captures, cards that hit the best there is, and the joker. Of no check.
    pub(super) fn tactical_actions(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        let Some(threats) = self.threats() else { return Flow::Continue(()) };
        let board = &self.board;
        let (us, them) = (self.side, self.side.other());
        let enemies = board.colour(them) & !board.of(them, Kind::King);
        let officers = enemies & !board.of(them, Kind::Pawn);
        let kinds = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];
        let best = kinds.iter().map(|&kind| board.of(them, kind)).find(|set| set.any()).unwrap_or(Bitboard::EMPTY);
        if self.nope_is_legal() {
            sink(Action::Nope)?;
        }
        let mut visit = |group: Group, targets: Bitboard| {
            let wanted = match group {
                Group::Move(_) => enemies,
                Group::Killshot(_) => officers,
                Group::Play(_) => best,
                Group::Place(_) | Group::Teleport(_) => Bitboard::EMPTY,
            };
            for to in targets & wanted {
                sink(group.action(to))?;
            }
            Flow::Continue(())
        };
        self.moves(&threats, &mut visit)?;
        let hand = self.hand(us);
        let mut strikes = Cards::EMPTY;
        for card in STRIKES.into_iter().filter(|&card| hand.has(card)) {
            strikes.add(Some(card));
        }
        self.plays(&threats, strikes, &mut visit)
    }
}

pub(super) fn hint(position: &Position, action: Action) -> Hint {
    let (us, board) = (position.side, &position.board);
    let worth = |at| board.kind(at).map_or(0, value);
    let tactical = |order| Hint { tactical: true, order };
    let quiet = |order| Hint { tactical: false, order };
    match action {
        Action::Move(from, to) => {
            let kind = board.kind(from).unwrap_or(Kind::Pawn);
            if board.colour(us.other()).has(to) {
                return tactical(worth(to) - value(kind) / 10);
            }
            quiet(place(position, kind, to) - place(position, kind, from))
        }
        Action::Killshot(_, at) => tactical(worth(at) - 60),
        Action::Play(Card::Ace | Card::Two | Card::Seven, at) => {
            let worth = worth(at);
            // To spend such a card on a pawn is hardly ever right.
            if worth > value(Kind::Pawn) { tactical(worth - 150) } else { quiet(-100) }
        }
        Action::Play(card, at) => {
            let kind = card.piece().unwrap_or(Kind::Pawn);
            quiet(value(kind) / 8 + place(position, kind, at))
        }
        Action::Teleport(from, to) => {
            let kind = board.kind(from).unwrap_or(Kind::Pawn);
            quiet(place(position, kind, to) - place(position, kind, from) - 90)
        }
        Action::Nope => tactical(position.last.map_or(0, |last| match last.deed {
            Deed::Removed(_, _, kind) | Deed::Turned(_, _, kind) => value(kind),
            Deed::Moved(..) => 100,
        })),
        Action::Draw => quiet(60),
        Action::Swap(_) => quiet(70),
        Action::Place(Kind::King, at) => quiet(i32::from(7 - depth(us, at))),
        Action::Place(_, at) => quiet(centre(at)),
    }
}

/// How good a piece looks on a square: near the enemy king, with check, in the centre.
fn place(position: &Position, kind: Kind, at: Square) -> i32 {
    let (us, board) = (position.side, &position.board);
    let Some(enemy) = board.king(us.other()) else { return 0 };
    if kind == Kind::King {
        return -6 * i32::from(depth(us, at));
    }
    let targets = reach(us, kind, at, board.occupied());
    let check = if targets.has(enemy) { 90 } else { 0 };
    let advance = if kind == Kind::Pawn { 3 * i32::from(depth(us, at)) } else { 0 };
    check + 6 * (targets & attacks::king(enemy)).len() as i32 + 2 * centre(at) + advance
}
