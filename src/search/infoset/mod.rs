//! Search of games with hidden cards.
//!
//! The root is masked: what its seat may not see is not there ([`Searcher::view`](crate::search::Searcher::view)). Both searchers fill it in again and
//! again with what could be (*worlds*) and decide by all of them:
//!
//! | module | what |
//! | --- | --- |
//! | [`worlds`] | alpha-beta in each world, averaged over the root's plans |
//! | [`tree`] | Monte-Carlo tree search over information sets: one tree for all worlds |
//! | [`world`] | a filled-in position, in which cards drawn from now on stay face down |
//! | [`plan`] | the root's turns |
//! | [`rows`], [`desk`] | the searches after the plans, and who does them |

mod desk;
mod plan;
mod rows;
pub mod tree;
mod world;
pub mod worlds;

#[cfg(test)]
mod tests;

pub use tree::Tree;
pub use worlds::Worlds;

use super::report::{Best, Bound, Line, Report};
use super::{Task, value};
use crate::board::Team;
use crate::game::{Actor, Evaluate, Hidden, Viewer};
use plan::Plan;

/// The searcher for games with hidden cards. Over 200 paired deals of Battle Chess, at 3000 nodes an answer,
/// [`Worlds`] beat [`Tree`] by 386 games to 13, one drawn.
pub type InfoSet<G> = Worlds<G>;

/// What a search on behalf of `viewer` may know. Without a viewer it is what the seat to act knows: no search sees
/// everything.
fn view<G: Hidden>(position: &G, viewer: Viewer) -> G {
    match (viewer, position.turn()) {
        (Viewer::Seat(seat), _) | (Viewer::All, Actor::Seat(seat)) => position.mask(seat),
        // Nobody is to act, so nobody will search; whatever all may see.
        (Viewer::All, _) => {
            (0..G::SEATS as u8).fold(*position, |masked, seat| masked.mask(crate::board::Seat::new(seat)))
        }
    }
}

impl<A: Copy> Task<'_, A> {
    fn report<'r>(&self, depth: u32, multipv: usize, score: i32, nodes: u64, pv: &'r [A]) -> Report<'r, A> {
        Report {
            depth,
            seldepth: depth.max(pv.len() as u32),
            multipv,
            score: value::report(score),
            bound: Bound::Exact,
            wdl: self.settings.show_wdl.then(|| value::wdl(score)),
            nodes,
            hashfull: self.table.hashfull(),
            elapsed: self.control.elapsed(),
            pv,
        }
    }

    /// The answer where there is nothing to do: the game is over, the table is to act, or only unknown cards might help.
    fn nothing<G: Evaluate<Action = A>>(&self, position: &G, sink: &mut dyn FnMut(&Report<'_, A>)) -> Best<A> {
        let team = match position.turn() {
            Actor::Seat(seat) => G::team(seat),
            _ => Team::First,
        };
        let score = match position.actor() {
            Actor::Over(outcome) => value::outcome(outcome, team, 0),
            _ => position.evaluate(team),
        };
        sink(&self.report(0, 1, score, 0, &[]));
        self.control.wait(self.limits.infinite);
        Best { pv: Line::new() }
    }
}

/// The answer a plan stands for.
fn answer<A: Copy>(plan: &Plan<A>) -> Best<A> {
    Best { pv: plan.line.iter().copied().collect() }
}
