//! The generator: legal actions by masks, listed or counted by the same code.
//!
//! No action may leave the own king attacked (clause 9). What attacks the king, what would if a piece left its line, and
//! which squares block a check are worked out once; then each action needs an intersection of sets, no trial.

use super::board::{forward, home};
use super::cards::{Card, Cards};
use super::{Action, Phase, Position};
use crate::board::{Bitboard, Square, attacks};
use crate::game::Flow;
use crate::games::chess::{Kind, reach};

/// More actions than any position has, be there as many pieces as a FEN can show: n own ones, e of the enemy's with the king, m empty
/// squares.
///
/// | what | at most |
/// | --- | --- |
/// | moves: to a square comes one piece along each of eight lines, and eight knights | 16 (m + e − 1) |
/// | `8`: likewise | 16 (e − 1) |
/// | `A`, `2`, `7` | 3 (e − 1) |
/// | `3` to `6`, `9` to `Q` | 8 m |
/// | `K` | n m |
/// | `X`, `draw` | 2 |
/// | `swap`: three of fourteen ranks, with repetition (two jokers only) | 364 + 14·13 + 13 = 559 |
///
/// From n = 11 on an empty square counts for as much as an enemy, so that it is at most (24 + n) m + 561 with m = 63 − n,
/// which is 2453 (n = 19 or 20). Fewer pieces have at most 27 moves and 8 shots each: 35 n + 8 m + 3 (e − 1) + n m + 561 is less.
/// The test `the_longest_list_fits` has witnesses.
pub(super) const CAPACITY: usize = 2456;

/// Actions that differ in their last square only.
#[derive(Clone, Copy)]
pub(super) enum Group {
    Place(Kind),
    Move(Square),
    Play(Card),
    Killshot(Square),
    Teleport(Square),
}

impl Group {
    #[inline]
    pub(super) const fn action(self, to: Square) -> Action {
        match self {
            Self::Place(kind) => Action::Place(kind, to),
            Self::Move(from) => Action::Move(from, to),
            Self::Play(card) => Action::Play(card, to),
            Self::Killshot(from) => Action::Killshot(from, to),
            Self::Teleport(from) => Action::Teleport(from, to),
        }
    }
}

/// What bears on a king.
pub(super) struct Threats {
    pub(super) king: Square,
    /// Enemy pieces that attack it.
    pub(super) checkers: Bitboard,
    /// Own pieces alone between it and an enemy slider.
    pinned: Bitboard,
    /// Enemy pieces alone between it and an enemy slider: once gone, there is a check.
    screens: Bitboard,
    /// Empty squares on which a piece put there ends every check: all of them when there is none.
    block: Bitboard,
    /// Squares attacked by the enemy, seen through the king.
    danger: Bitboard,
}

impl Threats {
    /// Whether the removal of the enemy piece on each square leaves the king safe.
    #[inline]
    fn removable(&self, enemies: Bitboard) -> Bitboard {
        self.replaceable(enemies) & !self.screens
    }

    /// Enemy pieces that can be replaced by harmless ones: the only checker, anything when there is no check.
    #[inline]
    fn replaceable(&self, enemies: Bitboard) -> Bitboard {
        if self.checkers.is_empty() {
            enemies
        } else if self.checkers.many() {
            Bitboard::EMPTY
        } else {
            enemies & self.checkers
        }
    }
}

impl Position {
    pub(super) fn generate_actions(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        self.groups(&mut |group, targets| {
            for to in targets {
                sink(group.action(to))?;
            }
            Flow::Continue(())
        })?;
        if self.phase != Phase::Turn {
            return Flow::Continue(());
        }
        if self.nope_is_legal() {
            sink(Action::Nope)?;
        }
        if self.drawing_is_legal() {
            sink(Action::Draw)?;
            swaps(self.hand(self.side).known(), sink)?;
        }
        Flow::Continue(())
    }

    pub(super) fn count_actions(&self) -> u64 {
        let mut count = 0;
        let _ = self.groups(&mut |_, targets| {
            count += u64::from(targets.len());
            Flow::Continue(())
        });
        if self.phase == Phase::Turn {
            count += u64::from(self.nope_is_legal());
            if self.drawing_is_legal() {
                count += 1 + count_swaps(self.hand(self.side).known());
            }
        }
        count
    }

    fn groups(&self, visit: &mut impl FnMut(Group, Bitboard) -> Flow) -> Flow {
        match self.phase {
            Phase::Place => {
                let (kind, targets) = self.placements();
                visit(Group::Place(kind), targets)
            }
            Phase::Turn => match self.threats() {
                Some(threats) => {
                    self.moves(&threats, visit)?;
                    self.plays(&threats, self.hand(self.side), visit)
                }
                None => Flow::Continue(()),
            },
            Phase::Deal(_) | Phase::Draw(_) => Flow::Continue(()),
        }
    }

    /// Clause 3: the king first, then the pawns on ascending squares that leave room for those to come; anywhere at home
    /// where an earlier order leaves no such square.
    fn placements(&self) -> (Kind, Bitboard) {
        let empty = home(self.side) & !self.board.occupied();
        let (king_to_come, pawns) = self.unplaced(self.side);
        if king_to_come {
            return (Kind::King, empty);
        }
        let highest = 64 - self.board.of(self.side, Kind::Pawn).0.leading_zeros();
        let mut ascending = empty & Bitboard(u64::MAX.checked_shl(highest).unwrap_or(0));
        for _ in 1..pawns {
            // The highest square is for the last pawn, and so on.
            ascending.0 &= !(1u64 << 63).wrapping_shr(ascending.0.leading_zeros());
        }
        (Kind::Pawn, if ascending.is_empty() { empty } else { ascending })
    }

    /// What bears on the king of the side to move; none before there is one.
    pub(super) fn threats(&self) -> Option<Threats> {
        let (us, them) = (self.side, self.side.other());
        let king = self.board.king(us)?;
        let occupied = self.board.occupied();
        let own = self.board.colour(us);
        let checkers = self.board.attackers(them, king, occupied);
        let queens = self.board.of(them, Kind::Queen);
        let snipers = attacks::rook(king, Bitboard::EMPTY) & (self.board.of(them, Kind::Rook) | queens)
            | attacks::bishop(king, Bitboard::EMPTY) & (self.board.of(them, Kind::Bishop) | queens);
        let (mut pinned, mut screens) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & occupied;
            if !blockers.many() {
                pinned |= blockers & own;
                screens |= blockers & !own;
            }
        }
        let block = match checkers.first() {
            None => Bitboard::ALL,
            Some(checker) if !checkers.many() => attacks::between(king, checker),
            Some(_) => Bitboard::EMPTY,
        };
        let danger = self.board.attacked(them, occupied.without(king));
        Some(Threats { king, checkers, pinned, screens, block, danger })
    }

    /// Clause 5: moves of pieces as in chess, without castling and promotion.
    pub(super) fn moves(&self, threats: &Threats, visit: &mut impl FnMut(Group, Bitboard) -> Flow) -> Flow {
        let us = self.side;
        let board = &self.board;
        let (own, occupied) = (board.colour(us), board.occupied());
        let king = threats.king;
        visit(Group::Move(king), attacks::king(king) & !own & !threats.danger)?;
        if threats.checkers.many() {
            return Flow::Continue(());
        }
        let allowed = (threats.block | threats.checkers) & !own;
        let on_its_line = |from| if threats.pinned.has(from) { attacks::line(king, from) } else { Bitboard::ALL };
        for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            for from in board.of(us, kind) {
                visit(Group::Move(from), reach(us, kind, from, occupied) & allowed & on_its_line(from))?;
            }
        }
        let enemies = board.colour(us.other());
        for from in board.of(us, Kind::Pawn) {
            let mut targets = attacks::pawn(us, from) & enemies;
            if let Some(near) = from.offset(0, forward(us)).filter(|&near| !occupied.has(near)) {
                targets.insert(near);
                if let Some(far) = near.offset(0, forward(us))
                    && home(us).has(from)
                    && !occupied.has(far)
                {
                    targets.insert(far);
                }
            }
            targets &= allowed & on_its_line(from);
            if let Some(passed) = self.passed
                && attacks::pawn(us, from).has(passed)
                && self.en_passant_is_legal(king, from, passed)
            {
                targets.insert(passed);
            }
            visit(Group::Move(from), targets)?;
        }
        Flow::Continue(())
    }

    /// Two pieces leave their lines at once, so the king is looked at afterwards.
    fn en_passant_is_legal(&self, king: Square, from: Square, passed: Square) -> bool {
        let Some(taken) = passed.offset(0, -forward(self.side)) else { return false };
        let occupied = self.board.occupied().without(from).without(taken).with(passed);
        self.board.attackers(self.side.other(), king, occupied).without(taken).is_empty()
    }

    /// Clause 6 and the table of cards, but for the joker. `hand`: the cards to be looked at.
    pub(super) fn plays(
        &self,
        threats: &Threats,
        hand: Cards,
        visit: &mut impl FnMut(Group, Bitboard) -> Flow,
    ) -> Flow {
        let (us, them) = (self.side, self.side.other());
        let board = &self.board;
        if hand.known().is_empty() {
            return Flow::Continue(());
        }
        let occupied = board.occupied();
        let kings = board.of(them, Kind::King);
        let enemies = board.colour(them) & !kings;
        let officers = enemies & !board.of(them, Kind::Pawn);
        let open = board.zone(us) & !occupied;
        for card in hand.ranks() {
            match card {
                Card::Ace => visit(Group::Play(card), threats.removable(enemies))?,
                Card::Two if board.has_room(them, Kind::Pawn) => {
                    // The new enemy pawn must not attack the king.
                    let checking = attacks::pawn(us, threats.king);
                    visit(Group::Play(card), threats.replaceable(officers) & !checking)?;
                }
                Card::Seven if board.has_room(us, Kind::Pawn) => {
                    visit(Group::Play(card), threats.replaceable(officers))?;
                }
                Card::Eight => {
                    let targets = threats.removable(enemies);
                    for from in board.colour(us) {
                        let Some(kind) = board.kind(from) else { continue };
                        visit(Group::Killshot(from), reach(us, kind, from, occupied) & targets)?;
                    }
                }
                Card::King => {
                    for from in board.colour(us) {
                        visit(Group::Teleport(from), self.teleports(threats, from, open))?;
                    }
                }
                Card::Two | Card::Seven | Card::Joker => {}
                _ => {
                    if card.piece().is_some_and(|kind| board.has_room(us, kind)) {
                        visit(Group::Play(card), open & threats.block)?;
                    }
                }
            }
        }
        Flow::Continue(())
    }

    /// Where a piece can be teleported: the king out of danger, a pinned piece between the king and whoever pins it.
    fn teleports(&self, threats: &Threats, from: Square, open: Bitboard) -> Bitboard {
        if from == threats.king {
            return open & !threats.danger;
        }
        if !threats.pinned.has(from) {
            return open & threats.block;
        }
        // On the pinned piece's side of the king, up to the piece that pins it.
        let occupied = self.board.occupied().without(from);
        let ray = attacks::line(threats.king, from) & attacks::queen(threats.king, occupied);
        let pinner = ray & self.board.colour(self.side.other());
        let kept = pinner.map(|pinner| attacks::between(threats.king, pinner)).filter(|between| between.has(from));
        open & threats.block & kept.fold(Bitboard::EMPTY, |all, between| all | between)
    }

    /// The effect is looked at afterwards: undoing a teleport can open a line.
    pub(super) fn nope_is_legal(&self) -> bool {
        if !self.hand(self.side).has(Card::Joker) || self.last.is_none() {
            return false;
        }
        let mut after = *self;
        after.toggle_last();
        !after.board.in_check(self.side)
    }

    /// Clauses 7 to 9: drawing never ends a check.
    #[inline]
    fn drawing_is_legal(&self) -> bool {
        self.may_draw() && !self.board.in_check(self.side)
    }
}

/// Clause 8: every three known cards, each set once, in order of rank.
fn swaps(hand: Cards, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
    let pick = |left: Cards, from: Card| left.ranks().filter(move |&card| card >= from);
    for first in hand.ranks() {
        let mut left = hand;
        left.spend(first);
        for second in pick(left, first) {
            let mut left = left;
            left.spend(second);
            for third in pick(left, second) {
                sink(Action::Swap([first, second, third]))?;
            }
        }
    }
    Flow::Continue(())
}

/// How many [`swaps`] there are: three different ranks, a pair and another rank, three of a kind.
fn count_swaps(hand: Cards) -> u64 {
    let (mut ranks, mut pairs, mut threes) = (0u64, 0, 0);
    for card in hand.ranks() {
        ranks += 1;
        pairs += u64::from(hand.count(card) >= 2);
        threes += u64::from(hand.count(card) >= 3);
    }
    ranks * ranks.saturating_sub(1) * ranks.saturating_sub(2) / 6 + pairs * ranks.saturating_sub(1) + threes
}
