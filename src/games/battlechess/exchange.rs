//! What an action wins or loses at once, with the captures that follow on its square.

use super::board::Board;
use super::cards::Card;
use super::eval::value;
use super::{Action, Deed, Position};
use crate::board::{Bitboard, Colour, Square};
use crate::games::chess::Kind;

/// In a fight for a square the king is worth more than anything.
const fn stake(kind: Kind) -> i32 {
    match kind {
        Kind::King => 10_000,
        kind => value(kind),
    }
}

/// What the actor wins by the action, in centipawns.
pub(super) fn of(position: &Position, action: Action) -> i32 {
    let (us, board) = (position.side, &position.board);
    let worth = |at| board.kind(at).map_or(0, value);
    match action {
        Action::Move(from, to) => {
            let Some(kind) = board.kind(from) else { return 0 };
            let occupied = board.occupied().without(from).with(to);
            // Whoever captures en passant captures a pawn.
            let passing = kind == Kind::Pawn && position.passed == Some(to);
            let won = if passing { value(Kind::Pawn) } else { worth(to) };
            settle(board, us, to, kind, occupied, won)
        }
        Action::Play(Card::Ace, at) | Action::Killshot(_, at) => worth(at),
        Action::Play(Card::Two, at) => worth(at) - value(Kind::Pawn),
        Action::Play(Card::Seven, at) => worth(at) + value(Kind::Pawn),
        Action::Play(card, at) => {
            let Some(kind) = card.piece() else { return 0 };
            settle(board, us, at, kind, board.occupied().with(at), 0)
        }
        Action::Teleport(from, to) => {
            let Some(kind) = board.kind(from) else { return 0 };
            settle(board, us, to, kind, board.occupied().without(from).with(to), 0)
        }
        Action::Nope => position.last.map_or(0, |last| match last.deed {
            Deed::Removed(_, _, kind) | Deed::Turned(_, _, kind) => value(kind),
            Deed::Moved(..) => 0,
        }),
        Action::Place(..) | Action::Draw | Action::Swap(_) => 0,
    }
}

/// Static exchange: `mover` has won `won` by bringing a piece to `at`; both sides then capture there with their least
/// valuable piece, as long as it pays.
fn settle(board: &Board, mover: Colour, at: Square, mut standing: Kind, mut occupied: Bitboard, won: i32) -> i32 {
    // No longer fight for a square is followed; in a game there is none.
    let mut gains = [0; 32];
    gains[0] = won;
    let mut last = 0;
    let mut side = mover.other();
    while last < 31 {
        let attackers = board.attackers(side, at, occupied) & occupied;
        let next =
            Kind::ALL.into_iter().find_map(|kind| (attackers & board.of(side, kind)).first().map(|from| (kind, from)));
        let Some((kind, from)) = next else { break };
        if kind == Kind::King && (board.attackers(side.other(), at, occupied) & occupied.without(from)).any() {
            break;
        }
        last += 1;
        gains[last] = stake(standing) - gains[last - 1];
        standing = kind;
        occupied.remove(from);
        side = side.other();
    }
    while last > 0 {
        gains[last - 1] = -gains[last].max(-gains[last - 1]);
        last -= 1;
    }
    gains[0]
}
