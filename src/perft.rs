//! Perft: the number of sequences of exactly N player actions, by which generators are proved.
//!
//! Events use up no depth: each distinct outcome is one branch, resolved only when a further player action is needed.
//! At depth 1 actions are counted in bulk, never played.

use crate::game::{Actor, Flow, Game, Odds};

/// Perft met an event whose outcomes cannot be listed (a deal).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampleOnly;

impl std::fmt::Display for SampleOnly {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("perft cannot go through an event whose outcomes are not listed (a deal)")
    }
}

impl std::error::Error for SampleOnly {}

/// Counts the sequences of exactly `depth` player actions from `position`.
///
/// # Errors
/// [`SampleOnly`] when a deal lies on the way.
pub fn perft<G: Game>(position: &G, depth: u32) -> Result<u64, SampleOnly> {
    if depth == 0 {
        return Ok(1);
    }
    match position.turn() {
        Actor::Over(_) => Ok(0),
        Actor::Seat(_) if depth == 1 => Ok(position.count()),
        Actor::Seat(_) => {
            let mut total = Ok(0);
            let _ = position.generate(&mut |action| {
                let mut next = *position;
                next.act(action);
                match (total, perft(&next, depth - 1)) {
                    (Ok(before), Ok(nodes)) => {
                        total = Ok(before + nodes);
                        Flow::Continue(())
                    }
                    _ => {
                        total = Err(SampleOnly);
                        Flow::Break(())
                    }
                }
            });
            total
        }
        Actor::Table => {
            let mut total = Ok(0);
            let odds = position.events(&mut |event, _| {
                if let Ok(before) = total {
                    let mut next = *position;
                    next.happen(event);
                    total = perft(&next, depth).map(|nodes| before + nodes);
                }
            });
            if odds == Odds::SampleOnly { Err(SampleOnly) } else { total }
        }
    }
}

/// The count of every first action, in generation order: perft split at the root.
///
/// # Errors
/// [`SampleOnly`] when a deal lies on the way.
pub fn divide<G: Game>(position: &G, depth: u32) -> Result<Vec<(G::Action, u64)>, SampleOnly> {
    let mut actions = Vec::new();
    if depth > 0 {
        let _ = position.generate(&mut |action| {
            actions.push(action);
            Flow::Continue(())
        });
    }
    let count = |action| {
        let mut next = *position;
        next.act(action);
        perft(&next, depth - 1).map(|nodes| (action, nodes))
    };
    actions.into_iter().map(count).collect()
}
