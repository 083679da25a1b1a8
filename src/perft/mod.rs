//! Perft: the number of sequences of exactly N player actions, by which generators are proved.
//!
//! Events use up no depth: each distinct outcome is one branch, resolved only when a further player action is needed.
//! At depth 1 actions are counted in bulk, never played. [`perft`] is the figure to quote: one thread, no table.
//! [`Counter`] adds threads, a table of counts and a way to stop; [`suite`] reads files of known counts.

mod count;
pub mod runner;
pub mod suite;
mod table;

pub use count::{Counter, Stopped};

use crate::game::{Actor, Flow, Game, Odds};

/// Counts the sequences of exactly `depth` player actions from `position`.
///
/// # Errors
/// [`Stopped::SampleOnly`] when a deal lies on the way.
pub fn perft<G: Game>(position: &G, depth: u32) -> Result<u64, Stopped> {
    if depth == 0 { Ok(1) } else { below(position, depth, &|position, depth| perft(position, depth)) }
}

/// One step of perft: the children of `position`, each counted by `child`. `depth` is at least 1.
#[inline]
fn below<G: Game>(position: &G, depth: u32, child: &impl Fn(&G, u32) -> Result<u64, Stopped>) -> Result<u64, Stopped> {
    match position.turn() {
        Actor::Over(_) => Ok(0),
        Actor::Seat(_) if depth == 1 => Ok(position.count()),
        Actor::Seat(_) => {
            let mut total = 0;
            let mut stopped = None;
            let _ = position.generate(&mut |action| {
                let mut next = *position;
                next.act(action);
                match child(&next, depth - 1) {
                    Ok(nodes) => {
                        total += nodes;
                        Flow::Continue(())
                    }
                    Err(reason) => {
                        stopped = Some(reason);
                        Flow::Break(())
                    }
                }
            });
            stopped.map_or(Ok(total), Err)
        }
        Actor::Table => {
            let mut total = Ok(0);
            let odds = position.events(&mut |event, _| {
                if let Ok(before) = total {
                    let mut next = *position;
                    next.happen(event);
                    total = child(&next, depth).map(|nodes| before + nodes);
                }
            });
            if odds == Odds::SampleOnly { Err(Stopped::SampleOnly) } else { total }
        }
    }
}
