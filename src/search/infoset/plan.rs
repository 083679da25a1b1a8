//! The root's plans: what the actor can do before anybody else decides anything.

use crate::game::{Actor, Evaluate, Flow, Game};
use arrayvec::ArrayVec;

/// The longest plan, in actions: an army of four pieces is placed in one turn. Longer turns are planned so far.
const LONGEST: usize = 8;
/// The most plans that are looked at. All 7280 ways to place an army, or any list of single actions.
pub(super) const MOST: usize = 8_192;

/// Some actions of one turn, up to the end of it, to an event, or to another seat's choice.
#[derive(Clone, Debug)]
pub(super) struct Plan<A> {
    pub(super) line: ArrayVec<A, LONGEST>,
    /// What it is worth to the actor's team: at a glance, then as searched last.
    pub(super) score: i32,
    /// Utilities of the worlds searched at the present depth.
    pub(super) sum: i64,
    /// How often the game has been where the plan leads.
    pub(super) repeats: i32,
}

impl<A: Copy> Plan<A> {
    /// The position after the plan.
    pub(super) fn play<G: Game<Action = A>>(&self, mut position: G) -> G {
        for &action in &self.line {
            position.act(action);
        }
        position
    }

    /// A score of the plan, less what is lost by going round in circles. Where no rule ends a repetition, perpetual check would
    /// go on for ever: each check forbids the opponent to draw, and looks like a gain.
    pub(super) const fn fresh(&self, score: i32) -> i32 {
        if score > 0 { score * 2 / (2 + 3 * self.repeats) } else { score }
    }
}

/// Collects the plans of the seat to act into `plans`, at most [`MOST`]. `only`: the first actions to be considered;
/// empty: all but pointless ones.
pub(super) fn collect<G: Evaluate>(position: &G, only: &[G::Action], plans: &mut Vec<Plan<G::Action>>) {
    plans.clear();
    let wanted = |action| if only.is_empty() { !position.pointless(action) } else { only.contains(&action) };
    extend(position, &mut ArrayVec::new(), &wanted, plans);
    if plans.is_empty() {
        extend(position, &mut ArrayVec::new(), &|action| only.is_empty() || only.contains(&action), plans);
    }
}

fn extend<G: Evaluate>(
    position: &G,
    line: &mut ArrayVec<G::Action, LONGEST>,
    wanted: &dyn Fn(G::Action) -> bool,
    plans: &mut Vec<Plan<G::Action>>,
) {
    let actor = position.turn();
    let _ = position.generate(&mut |action| {
        if plans.len() == MOST {
            return Flow::Break(());
        }
        if !wanted(action) {
            return Flow::Continue(());
        }
        let mut next = *position;
        next.act(action);
        line.push(action);
        let goes_on = matches!(actor, Actor::Seat(_)) && next.turn() == actor && !line.is_full();
        let before = plans.len();
        if goes_on {
            extend(&next, line, &|_| true, plans);
        }
        if plans.len() == before && plans.len() < MOST {
            plans.push(Plan { line: line.clone(), score: 0, sum: 0, repeats: 0 });
        }
        line.pop();
        Flow::Continue(())
    });
}
