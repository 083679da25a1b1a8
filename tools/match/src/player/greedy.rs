//! Looks at its own turn only and takes the one after which the evaluation is best.
//!
//! Turns of several actions are gone through breadth first, so that short turns come before long ones when the budget ends; a
//! turn that ends in a throw is worth its average. Of equals one is taken by chance.

use super::{Budget, Choice, Player, goes_on};
use banneret::board::{Rng, Team};
use banneret::game::{Actor, Evaluate, Flow, Odds};
use banneret::search::Searcher;
use std::collections::VecDeque;

/// A win, or a loss, beyond every evaluation.
const WIN: i32 = 30_000;

/// A player that sees no further than its own turn.
pub struct Greedy;

impl Player for Greedy {
    const NAME: &'static str = "greedy";
    const NODES: u64 = 20_000;

    fn choose<G: Evaluate, S: Searcher<G>>(position: &G, budget: Budget, rng: &mut Rng) -> Choice<G::Action> {
        let actor = position.turn();
        let mut best = Best { score: i32::MIN, turn: Vec::new(), equals: 0 };
        let mut nodes = 0;
        let Actor::Seat(seat) = actor else { return Choice { turn: best.turn, score: 0, nodes } };
        let team = G::team(seat);
        let mut open = VecDeque::from([(*position, Vec::new())]);
        while let Some((position, path)) = open.pop_front() {
            // The first whole turn is found whatever the budget.
            if best.equals > 0 && budget.is_spent(nodes) {
                break;
            }
            let _ = position.generate(&mut |action| {
                nodes += 1;
                let mut next = position;
                next.act(action);
                let mut path = path.clone();
                path.push(action);
                if goes_on(actor, &next) {
                    open.push_back((next, path));
                } else {
                    best.offer(worth(&next, team), path, rng);
                }
                Flow::Continue(())
            });
        }
        Choice { turn: best.turn, score: best.score, nodes }
    }
}

struct Best<A> {
    score: i32,
    turn: Vec<A>,
    equals: u32,
}

impl<A> Best<A> {
    fn offer(&mut self, score: i32, turn: Vec<A>, rng: &mut Rng) {
        if score > self.score {
            *self = Self { score, turn, equals: 1 };
        } else if score == self.score {
            self.equals += 1;
            if rng.below(self.equals) == 0 {
                self.turn = turn;
            }
        }
    }
}

/// What a position after a turn is worth to a team.
fn worth<G: Evaluate>(position: &G, team: Team) -> i32 {
    if position.actor() != Actor::Table {
        return settled(position, team);
    }
    let mut sum = 0;
    let odds = position.events(&mut |event, weight| {
        let mut next = *position;
        next.happen(event);
        sum += i64::from(weight) * i64::from(settled(&next, team));
    });
    match odds {
        Odds::Total(total) => (sum / i64::from(total.max(1))) as i32,
        Odds::SampleOnly => settled(position, team),
    }
}

/// As [`worth`], but no throw is looked into.
fn settled<G: Evaluate>(position: &G, team: Team) -> i32 {
    match position.actor() {
        Actor::Over(outcome) => outcome.winner.map_or(0, |winner| if winner == team { WIN } else { -WIN }),
        _ => position.evaluate(team),
    }
}
