//! Ordering: what a move looks like before it is tried, and what an exchange on one square comes to.

use super::eval::tables::betterment;
use super::{Action, Hands, Kind, Position};
use crate::board::{Bitboard, Colour, Square, attacks};
use crate::game::Hint;

/// What the kinds of pieces count for in an exchange.
pub(in crate::games) type Values = [i32; Kind::COUNT];

impl<H: Hands> Position<H> {
    /// What is captured by a step.
    fn prey(&self, from: Square, to: Square) -> Option<Kind> {
        if self.of(self.turn.other()).has(to) {
            return Some(self.kind_on(to));
        }
        (self.en_passant == Some(to) && self.those(self.turn, Kind::Pawn).has(from)).then_some(Kind::Pawn)
    }

    /// Captures by victim and attacker, promotions by what they gain, quiet moves by where they lead.
    pub(in crate::games) fn first_look(&self, action: Action, values: &Values) -> Hint {
        let Action::Step { from, to, promotion } = action else {
            return Hint { tactical: false, order: 30 };
        };
        let value = |kind: Kind| values[kind.index()];
        let kind = self.kind_on(from);
        let prey = self.prey(from, to);
        if prey.is_none() && promotion.is_none_or(|kind| kind != Kind::Queen) {
            // Underpromotions are rarely what is wanted.
            let order = if promotion.is_some() { -500 } else { betterment(self.turn, kind, from, to) };
            return Hint { tactical: false, order };
        }
        let won = prey.map_or(0, value);
        let gained = promotion.map_or(0, |kind| value(kind) - value(Kind::Pawn));
        Hint { tactical: true, order: won + gained - value(kind) / 16 }
    }

    /// Where moves and drops come from: a square or a kind in hand.
    pub(in crate::games) const ORIGINS: usize = if H::DROPS { 64 + Kind::COMMONERS.len() } else { 64 };

    /// A slot by colour, origin and square of arrival.
    pub(in crate::games) fn move_slot(&self, action: Action) -> usize {
        let (origin, to) = match action {
            Action::Step { from, to, .. } => (from.index(), to),
            Action::Castle { rook } => (self.king(self.turn).index(), rook),
            Action::Drop { kind, to } => (64 + kind.index(), to),
        };
        (self.turn.index() * Self::ORIGINS + origin) * 64 + to.index()
    }

    /// What the mover wins by the move if both sides then take on its square as long as it pays, the cheapest piece
    /// first. Sliders behind sliders are seen, pins are not.
    pub(in crate::games) fn swap_off(&self, action: Action, values: &Values) -> i32 {
        let value = |kind: Kind| values[kind.index()];
        let (from, to, promotion) = match action {
            Action::Step { from, to, promotion } => (Some(from), to, promotion),
            Action::Castle { .. } => return 0,
            Action::Drop { to, .. } => (None, to, None),
        };
        let prey = from.and_then(|from| self.prey(from, to));
        let mut occupied = self.occupied().with(to);
        let mut standing = match action {
            Action::Drop { kind, .. } => value(kind),
            _ => from.map_or(0, |from| value(promotion.unwrap_or(self.kind_on(from)))),
        };
        if let Some(from) = from {
            occupied.remove(from);
            if prey.is_some() && !self.of(self.turn.other()).has(to) {
                occupied.remove(Square::at(to.file(), from.rank()));
            }
        }
        let mut gains = [0; 34];
        gains[0] = prey.map_or(0, value) + promotion.map_or(0, |kind| value(kind) - value(Kind::Pawn));
        let mut depth = 0;
        let mut side = self.turn.other();
        let mut attackers = self.attackers(to, occupied);
        while let Some((square, kind)) = self.cheapest(attackers & occupied & self.of(side)) {
            if kind == Kind::King && (attackers & occupied & self.of(side.other())).any() {
                // The king may not take what is defended.
                break;
            }
            depth += 1;
            if depth >= gains.len() {
                break;
            }
            gains[depth] = standing - gains[depth - 1];
            standing = value(kind);
            occupied.remove(square);
            attackers |= self.rakers(to, occupied);
            side = side.other();
        }
        // Backwards: whoever is to take may also stop.
        while depth > 0 {
            gains[depth - 1] = -gains[depth].max(-gains[depth - 1]);
            depth -= 1;
        }
        gains[0]
    }

    /// All pieces that attack the square when these squares are occupied.
    fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::pawn(Colour::Black, square) & self.those(Colour::White, Kind::Pawn)
            | attacks::pawn(Colour::White, square) & self.those(Colour::Black, Kind::Pawn)
            | attacks::knight(square) & self.all(Kind::Knight)
            | attacks::king(square) & self.all(Kind::King)
            | self.rakers(square, occupied)
    }

    /// The sliders among them.
    fn rakers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.all(Kind::Queen);
        attacks::bishop(square, occupied) & (self.all(Kind::Bishop) | queens)
            | attacks::rook(square, occupied) & (self.all(Kind::Rook) | queens)
    }

    fn cheapest(&self, among: Bitboard) -> Option<(Square, Kind)> {
        Kind::ALL.into_iter().find_map(|kind| Some(((among & self.all(kind)).first()?, kind)))
    }
}
