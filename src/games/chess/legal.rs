//! Is a move legal, and if not, why.

use super::fen::home;
use super::generate::castled;
use super::{Action, Hands, Kind, Position, reach};
use crate::board::{Bitboard, Colour, Square, attacks};
use crate::game::{Flow, Refusal};

impl<H: Hands> Position<H> {
    /// Whether the move is legal: whether the generator gives it.
    pub(super) fn judge(&self, action: Action) -> Result<(), Refusal> {
        let found = self.list(&mut |legal| if legal == action { Flow::Break(()) } else { Flow::Continue(()) });
        match found {
            Flow::Break(()) => Ok(()),
            Flow::Continue(()) => Err(Refusal(self.explain(action))),
        }
    }

    /// Why a move is not legal.
    fn explain(&self, action: Action) -> String {
        match action {
            Action::Step { from, to, promotion } => self.explain_step(from, to, promotion),
            Action::Castle { rook } => self.explain_castling(rook),
            Action::Drop { kind, to } => self.explain_drop(kind, to),
        }
    }

    fn explain_step(&self, from: Square, to: Square, promotion: Option<Kind>) -> String {
        let us = self.turn;
        let Some((colour, kind)) = self.piece(from) else {
            return format!("{from} is empty: there is nothing to move");
        };
        if colour != us {
            return format!("the {kind} on {from} is the other side's");
        }
        if kind == Kind::King && self.means_castling(from, to) {
            return "castling there is not allowed: king or rook has moved, or the rook is gone".to_owned();
        }
        if from == to {
            return format!("the {kind} would not move");
        }
        if let Some((_, own)) = self.piece(to).filter(|&(colour, _)| colour == us) {
            return format!("a {own} of one's own stands on {to}");
        }
        if !self.attainable(kind, from).has(to) {
            let free = kind != Kind::Pawn && reach(us, kind, from, Bitboard::EMPTY).has(to);
            return match free {
                true => format!("something stands between {from} and {to}"),
                false => format!("a {kind} does not go from {from} to {to} here"),
            };
        }
        let last = kind == Kind::Pawn && to.rank() == home(us.other());
        if last && promotion.is_none() {
            return format!("a pawn that reaches {to} becomes n, b, r or q: {from}{to}q");
        }
        if !last && promotion.is_some() {
            return format!("the {kind} on {from} does not promote on {to}");
        }
        self.explain_danger(kind, from, to)
    }

    /// Where a piece may go as far as the way it moves is concerned.
    fn attainable(&self, kind: Kind, from: Square) -> Bitboard {
        let us = self.turn;
        let occupied = self.occupied();
        if kind != Kind::Pawn {
            return reach(us, kind, from, occupied) & !self.of(us);
        }
        let up = if us == Colour::White { 1 } else { -1 };
        let one = Bitboard::of(from).shift(0, up) & !occupied;
        let two = (one & Bitboard::rank(if us == Colour::White { 2 } else { 5 })).shift(0, up) & !occupied;
        let passed = self.en_passant.map_or(Bitboard::EMPTY, Bitboard::of);
        one | two | attacks::pawn(us, from) & (self.of(us.other()) | passed)
    }

    /// Why a piece that could go there must not.
    fn explain_danger(&self, kind: Kind, from: Square, to: Square) -> String {
        if kind == Kind::King {
            return format!("the king would be in check on {to}");
        }
        if self.checkers.many() {
            return "two pieces give check: the king must move".to_owned();
        }
        match self.checkers.first() {
            Some(checker) => format!("{from}{to} leaves the king in check from {checker}"),
            None => format!("{from}{to} would put the own king in check: the {kind} on {from} shields it"),
        }
    }

    /// Whether a king's move looks like castling.
    fn means_castling(&self, from: Square, to: Square) -> bool {
        let us = self.turn;
        if self.chess960 {
            from.rank() == to.rank() && self.those(us, Kind::Rook).has(to)
        } else {
            from == Square::at(4, home(us)) && from.rank() == to.rank() && from.distance(to) == 2
        }
    }

    fn explain_castling(&self, rook: Square) -> String {
        let us = self.turn;
        let king = self.king(us);
        if !(self.castlers & self.of(us)).has(rook) {
            return format!("castling with the rook on {rook} is not allowed: king or rook has moved");
        }
        if self.checkers.any() {
            return "castling is not allowed in check".to_owned();
        }
        let (king_to, rook_to) = castled(king, rook);
        let walked = attacks::between(king, king_to).with(king_to);
        let crossed = walked | attacks::between(rook, rook_to).with(rook_to);
        let others = self.occupied().without(king).without(rook);
        match (crossed & others).first() {
            Some(square) => format!("castling is not allowed: {square} is not empty"),
            None => match { walked }.find(|&square| self.attacked(square, us.other(), others)) {
                Some(square) => format!("castling is not allowed: {square} is attacked"),
                None => "castling is not allowed".to_owned(),
            },
        }
    }

    fn explain_drop(&self, kind: Kind, to: Square) -> String {
        if !H::DROPS {
            return "nothing is dropped in chess".to_owned();
        }
        if self.hands.held(self.turn, kind) == 0 {
            return format!("there is no {kind} in hand");
        }
        if self.occupied().has(to) {
            return format!("{to} is not empty");
        }
        if kind == Kind::Pawn && (to.rank() == 0 || to.rank() == 7) {
            return "pawns are not dropped on the first or last rank".to_owned();
        }
        format!("a {kind} on {to} does not end the check")
    }
}
