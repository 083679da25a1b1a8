//! Evaluation: material and place, cards in hand, zones, encirclement, kings.
//!
//! Everything is measured against an action: one that does nothing else draws a card. A card that puts a piece on the board is
//! worth the piece less the action it takes, and so on; that makes drawing and playing an ordinary card about equal, and
//! lets the rest of the position decide when to do which.

use super::board::back_rank;
use super::cards::Card;
use super::{Action, DEAL, Phase, Position, exchange, tactics};
use crate::board::{Bitboard, Colour, Square, Team, attacks};
use crate::game::{Evaluate, Flow, Hint};
use crate::games::chess::{Kind, reach, team};

/// What a card whose rank is still open is worth, and so the action of drawing it.
const OPEN: i32 = 170;
/// What it costs to play a card: the action, less the surprise.
const COST: i32 = 130;
/// What it is worth to be on the move.
const MOVE: i32 = 85;

/// What a piece is worth. Pawns do not promote; what they are good for is the zone.
pub(super) const fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 85,
        Kind::Knight => 300,
        Kind::Bishop => 320,
        Kind::Rook => 480,
        Kind::Queen => 900,
        Kind::King => 0,
    }
}

/// What it is worth to have placed a king and a pawn well, value and all.
const PLACED: [i32; 2] = [53, 93];

/// By how many ranks the furthest pawn has advanced: a wide zone, a threat to encircle.
const ADVANCE: [i32; 8] = [0, 4, 12, 22, 34, 50, 75, 0];
/// The enemy's back rank is held by one pawn (the zone is gone), by two (no more cards), by more.
const SIEGE: [i32; 4] = [0, 70, 230, 250];

impl Position {
    /// What one player has, in centipawns.
    fn worth(&self, us: Colour) -> i32 {
        let them = us.other();
        let board = &self.board;
        let occupied = board.occupied();
        let mut score = 0;
        let ring = board.king(them).map_or(Bitboard::EMPTY, attacks::king);
        let mut assault = 0;
        for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            for from in board.of(us, kind) {
                let targets = reach(us, kind, from, occupied);
                let mobility = (targets & !board.colour(us)).len() as i32;
                score += value(kind) + 3 * mobility + 2 * centre(from);
                assault += 9 * (targets & ring).len() as i32;
            }
        }
        let mut furthest = 0;
        let pawns = board.of(us, Kind::Pawn);
        for pawn in pawns {
            let depth = depth(us, pawn);
            score += value(Kind::Pawn) + 3 * i32::from(depth) + centre(pawn);
            if depth < 7 {
                furthest = furthest.max(depth as usize);
            }
            // Who protects whom.
            score += 5 * (attacks::pawn(us, pawn) & board.colour(us)).len() as i32;
        }
        score += ADVANCE[furthest] + SIEGE[(board.besiegers(them).len() as usize).min(3)];
        score += assault + self.shelter(us) + self.hand_worth(us) + self.owed(us);
        // Cards bring pieces next to the enemy king when the zone reaches it.
        let reserves = self.hand(us).len().min(7) as i32;
        score + 3 * reserves * (board.zone(us) & ring & !occupied).len() as i32
    }

    /// What a player is still to place and to be dealt, as if it were there: the players do so one after the other, and who is later has
    /// lost nothing by it.
    fn owed(&self, us: Colour) -> i32 {
        let cards = match self.phase {
            Phase::Turn | Phase::Draw(_) => return 0,
            Phase::Deal(cards) if us == self.side => cards,
            // White is dealt its hand before Black places.
            _ if us == Colour::White && self.side == Colour::Black => 0,
            Phase::Place | Phase::Deal(_) => DEAL as u8,
        };
        let (king, pawns) = self.unplaced(us);
        OPEN * i32::from(cards) + PLACED[0] * i32::from(king) + PLACED[1] * pawns as i32
    }

    /// How safe the king is at home.
    fn shelter(&self, us: Colour) -> i32 {
        let Some(king) = self.board.king(us) else { return 0 };
        let around = attacks::king(king) & self.board.colour(us);
        let pawns = around & self.board.of(us, Kind::Pawn);
        let home = if back_rank(us).has(king) { 12 } else { -4 * i32::from(depth(us, king)) };
        home + 9 * (pawns.len() as i32).min(3) + 4 * (around.len() as i32).min(4)
    }

    fn hand_worth(&self, us: Colour) -> i32 {
        let hand = self.hand(us);
        let prey = self.prey(us);
        let mut worth = OPEN * hand.unknown() as i32;
        for card in hand.ranks() {
            let one = self.card_worth(us, card, prey);
            // A second of the kind finds less to do.
            worth += one + one * 2 / 3 * (hand.count(card) as i32 - 1);
        }
        worth
    }

    /// The value of the best piece that cards can act on.
    fn prey(&self, us: Colour) -> i32 {
        let them = us.other();
        let kinds = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];
        kinds.into_iter().find(|&kind| self.board.of(them, kind).any()).map_or(0, value)
    }

    /// What a card in hand is worth.
    pub(super) fn card_worth(&self, us: Colour, card: Card, prey: i32) -> i32 {
        let them = us.other();
        if let Some(kind) = card.piece() {
            let worth = (value(kind) * 9 / 10 - COST).max(25);
            return if self.board.has_room(us, kind) { worth } else { worth / 2 };
        }
        // What there is to be hit now, or may be later.
        let prey = prey.max(330);
        match card {
            Card::Ace => prey - COST,
            Card::Two if self.board.has_room(them, Kind::Pawn) => prey - COST - 80,
            Card::Seven if self.board.has_room(us, Kind::Pawn) => prey - COST + 80,
            Card::Two | Card::Seven => 60,
            Card::Eight => 130,
            // An escape from checks that nothing else answers, and a reply to whatever the opponent plays.
            Card::King => 150,
            _ => 160,
        }
    }

    /// The worth of a card for the side to move when it is thrown away.
    fn junk_worth(&self, card: Card) -> i32 {
        self.card_worth(self.side, card, self.prey(self.side)) * 16 + card as i32
    }

    /// Whether no three known cards are worth less than these.
    fn is_junk(&self, cards: [Card; 3]) -> bool {
        let mut left = self.hand(self.side).known();
        let dearest = cards.map(|card| self.junk_worth(card)).into_iter().max().unwrap_or(0);
        for card in cards {
            left.spend(card);
        }
        left.ranks().all(|card| self.junk_worth(card) >= dearest)
    }
}

/// The rank, counted from the player's own side from 0.
#[inline]
pub(super) const fn depth(us: Colour, at: Square) -> u8 {
    match us {
        Colour::White => at.rank(),
        Colour::Black => 7 - at.rank(),
    }
}

/// How central a square is, 0 to 6.
#[inline]
pub(super) const fn centre(at: Square) -> i32 {
    const fn inward(line: u8) -> u8 {
        if line < 4 { line } else { 7 - line }
    }
    (inward(at.file()) + inward(at.rank())) as i32
}

impl Evaluate for Position {
    // Moves by kind and target; cards by rank and target; placements; X, draw, swap.
    const SLOTS: usize = 64 * (6 + 14 + 2) + 3;

    fn evaluate(&self, view: Team) -> i32 {
        let mut score = self.worth(Colour::White) - self.worth(Colour::Black);
        if self.phase == Phase::Turn {
            let mut tempo = MOVE;
            if self.board.in_check(self.side) {
                // Asked in check only where nothing is known to help: an unknown card rarely does.
                tempo = -700;
            }
            score += if self.side == Colour::White { tempo } else { -tempo };
        }
        // Who shuffles towards the hundredth quiet action (clause 15) is not winning.
        score -= score * i32::from(self.quiet.min(100)) / 120;
        let score = score.clamp(-20_000, 20_000);
        if view == team(Colour::White) { score } else { -score }
    }

    fn tactical(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        if self.urgent() { self.generate_actions(sink) } else { self.tactical_actions(sink) }
    }

    fn hint(&self, action: Action) -> Hint {
        tactics::hint(self, action)
    }

    fn slot(&self, action: Action) -> usize {
        let index = |row: usize, at: Square| row * 64 + at.index();
        match action {
            Action::Move(from, to) => index(self.board.kind(from).map_or(0, Kind::index), to),
            Action::Play(card, at) => index(6 + card as usize, at),
            Action::Killshot(_, at) => index(6 + Card::Eight as usize, at),
            Action::Teleport(_, to) => index(6 + Card::King as usize, to),
            Action::Place(kind, at) => index(20 + usize::from(kind == Kind::King), at),
            Action::Nope => 64 * 22,
            Action::Draw => 64 * 22 + 1,
            Action::Swap(_) => 64 * 22 + 2,
        }
    }

    fn exchange(&self, action: Action) -> i32 {
        exchange::of(self, action)
    }

    fn urgent(&self) -> bool {
        self.phase == Phase::Turn && self.board.in_check(self.side)
    }

    fn null(&self) -> Option<Self> {
        if self.phase != Phase::Turn || self.urgent() {
            return None;
        }
        let mut next = *self;
        next.passed = None;
        next.last = None;
        next.side = self.side.other();
        Some(next)
    }

    /// Of swaps only the one that gives the least away; of pawns to place, only those of one card.
    fn pointless(&self, action: Action) -> bool {
        match action {
            Action::Swap(cards) => !self.is_junk(cards),
            Action::Play(card @ (Card::Four | Card::Five | Card::Six), _) => {
                let hand = self.hand(self.side);
                [Card::Three, Card::Four, Card::Five].iter().any(|&other| other < card && hand.has(other))
            }
            _ => false,
        }
    }
}
