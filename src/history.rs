//! What came before a position: the turn starts so far, for the rules of the match that look back.

use crate::game::{Game, Outcome};

/// The keys of a game's turn starts. Beside the position, not in it: a generator never looks here.
#[derive(Clone, Debug, Default)]
pub struct History {
    keys: Vec<u64>,
}

impl History {
    /// An empty history with room for `turns` turn starts, so that a search can push without allocating.
    pub fn with_capacity(turns: usize) -> Self {
        Self { keys: Vec::with_capacity(turns) }
    }

    /// Notes a turn start. A FEN's own position is the first.
    pub fn push<G: Game>(&mut self, position: &G) {
        debug_assert!(position.at_turn_start());
        self.keys.push(position.key());
    }

    /// Forgets the last turn start.
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// The keys of the turn starts, the latest last.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Number of turn starts noted.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether none is noted.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// How often `position`, the last one pushed, has occurred, itself included.
    pub fn occurrences<G: Game>(&self, position: &G) -> u32 {
        let key = position.key();
        let reach = position.reversible() as usize + 1;
        self.keys.iter().rev().take(reach).filter(|&&seen| seen == key).count() as u32
    }

    /// What the rules of the match say of `position`, the last one pushed.
    pub fn verdict<G: Game>(&self, position: &G) -> Option<Outcome> {
        position.verdict(self.occurrences(position))
    }
}
