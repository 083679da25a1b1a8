//! Chooses each action of its turn by chance.

use super::{Budget, Choice, Player, goes_on, random_action};
use banneret::board::Rng;
use banneret::game::Evaluate;
use banneret::search::Searcher;

/// A player without a thought.
pub struct RandomMover;

impl Player for RandomMover {
    const NAME: &'static str = "random";
    const NODES: u64 = 1;

    fn choose<G: Evaluate, S: Searcher<G>>(position: &G, _: Budget, rng: &mut Rng) -> Choice<G::Action> {
        let mut position = *position;
        let mut turn = Vec::new();
        let actor = position.turn();
        while let Some(action) = random_action(&position, rng) {
            turn.push(action);
            position.act(action);
            if !goes_on(actor, &position) {
                break;
            }
        }
        Choice { nodes: turn.len() as u64, turn, score: 0 }
    }
}
