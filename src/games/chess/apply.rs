//! Making a move, and what follows from it: checkers, pins, en passant, the key.

use super::generate::castled;
use super::{Action, Hands, Kind, Position, zobrist};
use crate::board::{Bitboard, Colour, Square, attacks};

impl<H: Hands> Position<H> {
    /// Puts a piece on a square, or takes it off again.
    #[inline]
    pub(super) fn toggle(&mut self, colour: Colour, kind: Kind, square: Square) {
        self.colours[colour.index()] ^= Bitboard::of(square);
        self.kinds[kind.index()] ^= Bitboard::of(square);
        self.key ^= zobrist::piece(colour, kind, square);
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn apply(&mut self, action: Action) {
        match self.turn {
            Colour::White => self.play::<true>(action),
            Colour::Black => self.play::<false>(action),
        }
    }

    fn play<const WHITE: bool>(&mut self, action: Action) {
        let us = if WHITE { Colour::White } else { Colour::Black };
        let passed = self.en_passant.take();
        if let Some(square) = passed {
            self.key ^= zobrist::en_passant(square);
        }
        self.quiet = self.quiet.saturating_add(1);
        let mut skipped = None;
        match action {
            Action::Step { from, to, promotion } => {
                let kind = self.kind_on(from);
                if self.of(us.other()).has(to) {
                    self.take(us, to);
                }
                self.toggle(us, kind, from);
                self.toggle(us, promotion.unwrap_or(kind), to);
                self.key ^= self.hands.moved(from, to, promotion.is_some());
                let mut lost = Bitboard::of(from).with(to);
                if kind == Kind::Pawn {
                    self.quiet = 0;
                    if from.index().abs_diff(to.index()) == 16 {
                        skipped = Some(Square::new((from.index() + to.index()) as u8 / 2));
                    } else if passed == Some(to) {
                        self.take(us, Square::at(to.file(), from.rank()));
                    }
                } else if kind == Kind::King {
                    lost |= self.of(us);
                }
                self.lose_rights(lost);
            }
            Action::Castle { rook } => {
                let king = self.king(us);
                let (king_to, rook_to) = castled(king, rook);
                self.toggle(us, Kind::King, king);
                self.toggle(us, Kind::Rook, rook);
                self.toggle(us, Kind::King, king_to);
                self.toggle(us, Kind::Rook, rook_to);
                // In crazyhouse the rook is never a promoted one: the right is lost when the first is captured.
                self.lose_rights(Bitboard::rank(king.rank()));
            }
            Action::Drop { kind, to } => {
                self.toggle(us, kind, to);
                self.key ^= self.hands.spend(us, kind);
                if kind == Kind::Pawn {
                    self.quiet = 0;
                }
            }
        }
        self.pass_turn(us.other());
        if let Some(square) = skipped {
            self.offer_en_passant(square);
        }
    }

    /// The piece of the other side on the square is captured.
    #[inline]
    fn take(&mut self, us: Colour, square: Square) {
        let kind = self.kind_on(square);
        self.toggle(us.other(), kind, square);
        self.key ^= self.hands.capture(us, kind, square);
        self.quiet = 0;
    }

    #[inline]
    fn lose_rights(&mut self, squares: Bitboard) {
        let lost = self.castlers & squares;
        if lost.any() {
            self.key ^= zobrist::castlers(lost);
            self.castlers &= !lost;
        }
    }

    /// Gives the move to `next`.
    #[inline]
    fn pass_turn(&mut self, next: Colour) {
        self.turn = next;
        self.key ^= zobrist::TURN;
        if next == Colour::White {
            self.number = self.number.saturating_add(1);
        }
        self.find_checks();
    }

    /// Finds the checkers and pins of the side to move.
    #[inline]
    pub(super) fn find_checks(&mut self) {
        let us = self.turn;
        let king = self.king(us);
        let enemy = self.of(us.other());
        let occupied = self.occupied();
        let straight = (self.all(Kind::Rook) | self.all(Kind::Queen)) & attacks::straight_lines(king);
        let diagonal = (self.all(Kind::Bishop) | self.all(Kind::Queen)) & attacks::diagonal_lines(king);
        let pawns = self.all(Kind::Pawn) & attacks::pawn(us, king);
        self.checkers = (self.all(Kind::Knight) & attacks::knight(king) | pawns) & enemy;
        self.pinned = Bitboard::EMPTY;
        for sniper in (straight | diagonal) & enemy {
            let shields = attacks::between(king, sniper) & occupied;
            if shields.is_empty() {
                self.checkers.insert(sniper);
            } else if !shields.many() {
                self.pinned |= shields & self.of(us);
            }
        }
    }

    /// Notes that a pawn has just gone over `square`, if it can be captured there: only then is it another position.
    pub(super) fn offer_en_passant(&mut self, square: Square) {
        let us = self.turn;
        let king = self.king(us);
        let mut pawns = attacks::pawn(us.other(), square) & self.those(us, Kind::Pawn);
        if pawns.find(|&from| self.may_pass(us, king, from, square)).is_some() {
            self.en_passant = Some(square);
            self.key ^= zobrist::en_passant(square);
        }
    }

    /// The position after a move that moves nothing. Not for positions in check.
    pub(in crate::games) fn passed(&self) -> Self {
        let mut next = *self;
        if let Some(square) = next.en_passant.take() {
            next.key ^= zobrist::en_passant(square);
        }
        next.quiet = next.quiet.saturating_add(1);
        next.pass_turn(self.turn.other());
        next
    }
}
