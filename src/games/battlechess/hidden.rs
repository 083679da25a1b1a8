//! Hidden hands (clause 2): masking a position, and filling it in again.

use super::{Position, Turned, colour};
use crate::board::{Colour, Rng, Seat};
use crate::game::Hidden;

impl Hidden for Position {
    /// The opponent's cards become unknown. Everything else lies open, or is unknown to both.
    fn mask(&self, seat: Seat) -> Self {
        let mut masked = *self;
        let theirs = &mut masked.hands[colour(seat).other().index()];
        *theirs = theirs.hidden();
        masked
    }

    fn fill(&self, rng: &mut Rng) -> Self {
        let mut filled = *self;
        for hand in Colour::ALL.map(Colour::index) {
            let unknown = filled.hands[hand].unknown();
            filled.hands[hand] = filled.hands[hand].known();
            for _ in 0..unknown {
                // The other hand's unknown cards are still in the pool: they come from the same one.
                let pool = filled.pool();
                filled.hands[hand].add(pool.nth(rng.below(pool.known_len())));
            }
        }
        filled
    }

    fn info_key(&self, viewer: Seat) -> u64 {
        crate::game::Game::key(&self.mask(viewer))
    }

    fn unseen(&self) -> Option<Turned> {
        let mut event = Turned::NONE;
        for _ in 0..self.due_cards() {
            let _ = event.push(None);
        }
        (!event.is_empty()).then_some(event)
    }
}
