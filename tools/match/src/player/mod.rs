//! The reference players: yardsticks of strength that owe nothing to the engine's search.
//!
//! | player | how it chooses |
//! | --- | --- |
//! | [`RandomMover`] | each action of its turn by chance |
//! | [`Greedy`] | the turn after which the evaluation is best |
//! | [`Uct`] | plain UCT: random playouts, a tree, upper confidence bounds |
//!
//! [`serve`] speaks for them; a player only sees a position, as far as its seat may know it.

mod greedy;
mod random;
mod uci;
mod uct;

pub use greedy::Greedy;
pub use random::RandomMover;
pub use uci::serve;
pub use uct::Uct;

use banneret::board::Rng;
use banneret::game::{Actor, Evaluate, Flow, Game};
use banneret::search::Searcher;
use std::time::Instant;

/// How long a player may think.
#[derive(Clone, Copy, Default, Debug)]
pub struct Budget {
    /// Until then.
    pub deadline: Option<Instant>,
    /// Positions or playouts at most.
    pub nodes: Option<u64>,
}

impl Budget {
    fn is_spent(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|most| nodes >= most) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// What a player did.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<A> {
    /// The actions of its turn, up to the first event or another seat's choice; empty when there is none.
    pub turn: Vec<A>,
    /// Its score, in centipawns from its own side.
    pub score: i32,
    /// Positions looked at, or playouts made.
    pub nodes: u64,
}

/// A way to choose.
pub trait Player {
    /// Its name.
    const NAME: &'static str;
    /// Its own limit, where neither nodes nor time are given.
    const NODES: u64;

    /// Chooses the rest of the turn of the seat that is to act.
    fn choose<G: Evaluate, S: Searcher<G>>(position: &G, budget: Budget, rng: &mut Rng) -> Choice<G::Action>;
}

/// One of the actions, each equally likely; none when there is none.
fn random_action<G: Game>(position: &G, rng: &mut Rng) -> Option<G::Action> {
    let (mut chosen, mut seen) = (None, 0);
    let _ = position.generate(&mut |action| {
        seen += 1;
        // The n-th takes the place of the one before with probability 1/n.
        if rng.below(seen) == 0 {
            chosen = Some(action);
        }
        Flow::Continue(())
    });
    chosen
}

/// Whether whoever was to act before is still to act, in the same turn.
fn goes_on<G: Game>(before: Actor, position: &G) -> bool {
    !position.at_turn_start() && position.turn() == before
}
