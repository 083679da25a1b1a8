//! Playing a move.

use super::squares::{Set, Square, arena_rank};
use super::{Action, Kind, Position, SIDE_KEY, lives_key, piece_key};
use crate::board::Colour;

/// Clause 8: the Arena rank on which a captured piece lands.
pub(super) const fn landing_rank(colour: Colour, kind: Kind) -> Set {
    arena_rank(match (colour, kind) {
        (Colour::White, Kind::Pawn) => 2,
        (Colour::White, _) => 1,
        (Colour::Black, Kind::Pawn) => 3,
        (Colour::Black, _) => 4,
    })
}

impl Position {
    /// Adds the piece, or takes it away when it is there.
    #[inline]
    fn toggle(&mut self, colour: Colour, kind: Kind, square: Square) {
        self.colours[colour.index()] ^= square.set();
        self.kinds[kind as usize] ^= square.set();
        self.key ^= piece_key(colour, kind, square);
    }

    fn eliminate(&mut self, colour: Colour) {
        let lives = self.lives[colour.index()];
        let left = lives.saturating_sub(1);
        self.key ^= lives_key(colour, lives) ^ lives_key(colour, left);
        self.lives[colour.index()] = left;
    }

    /// Puts a captured piece where clauses 8 and 9 say.
    fn capture(&mut self, colour: Colour, kind: Kind, square: Square) {
        self.toggle(colour, kind, square);
        if square.on_field() {
            let free = landing_rank(colour, kind) & !self.occupied();
            if free != 0 {
                return self.toggle(colour, kind, Square::first_of(free));
            }
        }
        self.eliminate(colour);
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, Action { from, to, promotes }: Action) {
        let side = self.side;
        let Some(kind) = self.kind_at(from) else { return debug_assert!(false, "no piece on {from}") };
        self.quiet = if kind == Kind::Pawn { 0 } else { self.quiet.saturating_add(1) };
        if self.colours[side.other().index()] & to.set() != 0 {
            if let Some(victim) = self.kind_at(to) {
                self.capture(side.other(), victim, to);
            }
            self.quiet = 0;
        }
        self.toggle(side, kind, from);
        self.toggle(side, if promotes { Kind::Guard } else { kind }, to);
        self.pass_turn();
        self.turn = self.turn.saturating_add(u32::from(side == Colour::Black));
    }

    /// Gives the move to the other side.
    pub(super) fn pass_turn(&mut self) {
        self.side = self.side.other();
        self.key ^= SIDE_KEY[0];
    }
}
