//! The generator: legal by construction.
//!
//! It works in sets: a piece and all its targets at once. What may be reached is settled by masks before (in check
//! only the squares that end the check, pinned only the line of the pin), so nothing is tried out and taken back;
//! only the king's squares and en passant are looked at one by one. Listing and counting consume the same sets.

use super::{Action, Hands, Kind, Position};
use crate::board::{Bitboard, Colour, Square, attacks};
use crate::game::Flow;

/// Who consumes the sets.
trait Sets {
    /// A piece, no promotions, and its targets.
    fn piece(&mut self, from: Square, to: Bitboard) -> Flow;
    /// Pawns that go `step` squares on in square order, by where they arrive. On the last rank they promote.
    fn pawns(&mut self, to: Bitboard, step: i8) -> Flow;
    /// Castling with a rook.
    fn castle(&mut self, rook: Square) -> Flow;
    /// A piece in hand and where it may be dropped.
    fn drop(&mut self, kind: Kind, to: Bitboard) -> Flow;
}

const LAST_RANKS: Bitboard = Bitboard(0xFF00_0000_0000_00FF);

struct Counter(u64);

impl Sets for Counter {
    #[inline]
    fn piece(&mut self, _: Square, to: Bitboard) -> Flow {
        self.0 += u64::from(to.len());
        Flow::Continue(())
    }

    #[inline]
    fn pawns(&mut self, to: Bitboard, _: i8) -> Flow {
        self.0 += u64::from(to.len());
        let promotions = to & LAST_RANKS;
        if promotions.any() {
            self.0 += 3 * u64::from(promotions.len());
        }
        Flow::Continue(())
    }

    #[inline]
    fn castle(&mut self, _: Square) -> Flow {
        self.0 += 1;
        Flow::Continue(())
    }

    #[inline]
    fn drop(&mut self, _: Kind, to: Bitboard) -> Flow {
        self.0 += u64::from(to.len());
        Flow::Continue(())
    }
}

struct Lister<'a, F>(&'a mut F);

impl<F: FnMut(Action) -> Flow> Sets for Lister<'_, F> {
    #[inline]
    fn piece(&mut self, from: Square, to: Bitboard) -> Flow {
        for to in to {
            (self.0)(Action::Step { from, to, promotion: None })?;
        }
        Flow::Continue(())
    }

    #[inline]
    fn pawns(&mut self, to: Bitboard, step: i8) -> Flow {
        let from = |to: Square| Square::new((to.index() as u8).wrapping_sub(step as u8));
        for to in to & LAST_RANKS {
            for kind in Kind::PROMOTIONS {
                (self.0)(Action::Step { from: from(to), to, promotion: Some(kind) })?;
            }
        }
        for to in to & !LAST_RANKS {
            (self.0)(Action::Step { from: from(to), to, promotion: None })?;
        }
        Flow::Continue(())
    }

    #[inline]
    fn castle(&mut self, rook: Square) -> Flow {
        (self.0)(Action::Castle { rook })
    }

    #[inline]
    fn drop(&mut self, kind: Kind, to: Bitboard) -> Flow {
        for to in to {
            (self.0)(Action::Drop { kind, to })?;
        }
        Flow::Continue(())
    }
}

/// The squares king and rook arrive on when they castle.
pub(super) fn castled(king: Square, rook: Square) -> (Square, Square) {
    let rank = king.rank();
    if rook.file() > king.file() {
        (Square::at(6, rank), Square::at(5, rank))
    } else {
        (Square::at(2, rank), Square::at(3, rank))
    }
}

impl<H: Hands> Position<H> {
    /// Hands every legal move to `sink`.
    pub(super) fn list(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        self.sets::<false>(&mut Lister(sink))
    }

    /// Hands the captures and promotions to `sink`; in check, every move.
    pub(super) fn list_tactical(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        if self.checkers.any() { self.list(sink) } else { self.sets::<true>(&mut Lister(sink)) }
    }

    /// How many legal moves there are.
    pub(super) fn number_of_moves(&self) -> u64 {
        let mut counter = Counter(0);
        let _ = self.sets::<false>(&mut counter);
        counter.0
    }

    #[inline]
    fn sets<const TACTICAL: bool>(&self, out: &mut impl Sets) -> Flow {
        match (self.turn, self.checkers.any()) {
            (Colour::White, false) => self.moves::<true, false, TACTICAL>(out),
            (Colour::White, true) => self.moves::<true, true, TACTICAL>(out),
            (Colour::Black, false) => self.moves::<false, false, TACTICAL>(out),
            (Colour::Black, true) => self.moves::<false, true, TACTICAL>(out),
        }
    }

    fn moves<const WHITE: bool, const CHECK: bool, const TACTICAL: bool>(&self, out: &mut impl Sets) -> Flow {
        let us = if WHITE { Colour::White } else { Colour::Black };
        let king = self.king(us);
        let own = self.of(us);
        let enemy = self.of(us.other());
        let occupied = own | enemy;
        if CHECK && self.checkers.many() {
            // A double check: only the king can help.
            return self.king_moves::<TACTICAL>(us, king, out);
        }
        // Where a piece other than the king may arrive as far as the king's safety is concerned.
        let saving = match self.checkers.first() {
            Some(checker) if CHECK => attacks::between(king, checker).with(checker),
            _ => Bitboard::ALL,
        };
        let mask = saving & if TACTICAL { enemy } else { !own };
        self.pawn_moves::<WHITE, TACTICAL>(king, saving, out)?;
        let free = own & !self.pinned;
        for from in self.all(Kind::Knight) & free {
            out.piece(from, attacks::knight(from) & mask)?;
        }
        let diagonal = self.all(Kind::Bishop) | self.all(Kind::Queen);
        let straight = self.all(Kind::Rook) | self.all(Kind::Queen);
        for from in diagonal & free {
            out.piece(from, attacks::bishop(from, occupied) & mask)?;
        }
        for from in straight & free {
            out.piece(from, attacks::rook(from, occupied) & mask)?;
        }
        // A pinned piece cannot end a check: the lines of pin and check meet in the king only.
        if !CHECK && self.pinned.any() {
            for from in diagonal & self.pinned & attacks::diagonal_lines(king) {
                out.piece(from, attacks::bishop(from, occupied) & mask & attacks::line(king, from))?;
            }
            for from in straight & self.pinned & attacks::straight_lines(king) {
                out.piece(from, attacks::rook(from, occupied) & mask & attacks::line(king, from))?;
            }
        }
        self.king_moves::<TACTICAL>(us, king, out)?;
        if TACTICAL {
            return Flow::Continue(());
        }
        if !CHECK && (self.castlers & own).any() {
            for rook in self.castlers & own {
                if self.may_castle(us, king, rook) {
                    out.castle(rook)?;
                }
            }
        }
        if H::DROPS {
            let empty = saving & !occupied;
            for kind in Kind::COMMONERS {
                if self.hands.held(us, kind) > 0 {
                    out.drop(kind, if kind == Kind::Pawn { empty & !LAST_RANKS } else { empty })?;
                }
            }
        }
        Flow::Continue(())
    }

    /// All pawns together: each of the four ways to go is one shift. A pinned pawn may go where its way is the line
    /// of the pin.
    #[inline]
    fn pawn_moves<const WHITE: bool, const TACTICAL: bool>(
        &self,
        king: Square,
        saving: Bitboard,
        out: &mut impl Sets,
    ) -> Flow {
        let (us, up) = if WHITE { (Colour::White, 1) } else { (Colour::Black, -1) };
        let enemy = self.of(us.other());
        let empty = !self.occupied();
        let pawns = self.those(us, Kind::Pawn);
        let (rising, falling) = (attacks::diagonal(king), attacks::antidiagonal(king));
        let (eastern, western) = if WHITE { (rising, falling) } else { (falling, rising) };

        let east = (pawns & (!self.pinned | eastern)).shift(1, up) & enemy & saving;
        let west = (pawns & (!self.pinned | western)).shift(-1, up) & enemy & saving;
        out.pawns(east, up * 8 + 1)?;
        out.pawns(west, up * 8 - 1)?;

        let ahead = (pawns & (!self.pinned | Bitboard::file(king.file()))).shift(0, up) & empty;
        if TACTICAL {
            out.pawns(ahead & saving & LAST_RANKS, up * 8)?;
        } else {
            let third = Bitboard::rank(if WHITE { 2 } else { 5 });
            let double = (ahead & third).shift(0, up) & empty;
            out.pawns(ahead & saving, up * 8)?;
            out.pawns(double & saving, up * 16)?;
        }
        // Kept in the position only if one of these is legal, so it is looked at only then.
        if let Some(to) = self.en_passant {
            for from in attacks::pawn(us.other(), to) & pawns {
                if self.may_pass(us, king, from, to) {
                    out.piece(from, Bitboard::of(to))?;
                }
            }
        }
        Flow::Continue(())
    }

    /// Whether a pawn may capture en passant: the only move that takes two pieces off a line at once, so the king's
    /// lines are looked at as they will be.
    pub(super) fn may_pass(&self, us: Colour, king: Square, from: Square, to: Square) -> bool {
        let captured = Square::at(to.file(), from.rank());
        let after = self.occupied().without(from).without(captured).with(to);
        let leapers = self.checkers & (self.all(Kind::Knight) | self.all(Kind::Pawn));
        leapers.without(captured).is_empty() && !self.raked(king, us.other(), after)
    }

    #[inline]
    fn king_moves<const TACTICAL: bool>(&self, us: Colour, king: Square, out: &mut impl Sets) -> Flow {
        let mut targets = attacks::king(king) & if TACTICAL { self.of(us.other()) } else { !self.of(us) };
        // The king must not hide behind itself from a slider.
        let without = self.occupied().without(king);
        for to in targets {
            if self.attacked(to, us.other(), without) {
                targets.remove(to);
            }
        }
        out.piece(king, targets)
    }

    /// Whether castling with the rook is legal, not in check and the right not lost: every square that king and rook
    /// cross or arrive on is empty but for the two of them, and the king crosses and arrives on no attacked one. The rook is
    /// taken off first, because in Chess960 it can be what shields the king's arrival.
    pub(super) fn may_castle(&self, us: Colour, king: Square, rook: Square) -> bool {
        let (king_to, rook_to) = castled(king, rook);
        let walked = attacks::between(king, king_to).with(king_to);
        let crossed = walked | attacks::between(rook, rook_to).with(rook_to);
        let others = self.occupied().without(king).without(rook);
        (crossed & others).is_empty() && walked.into_iter().all(|square| !self.attacked(square, us.other(), others))
    }
}
