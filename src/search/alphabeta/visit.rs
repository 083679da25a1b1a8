//! From a node to what follows it.

use super::Search;
use super::quiescence::EVENT;
use crate::board::{Seat, Team};
use crate::game::{Actor, Evaluate, Odds};
use crate::search::report::MAX_PLY;
use crate::search::value::{self, INFINITE, MATE, WIN};

/// How many outcomes of an event are drawn when they cannot be listed.
const SAMPLES: i32 = 4;

/// A window of scores, of a team.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const fn new(alpha: i32, beta: i32) -> Self {
        Self { alpha, beta }
    }

    /// The same window for the other team.
    pub(super) const fn flip(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// How a node is to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// Plies left.
    pub(super) depth: i32,
    /// A fail high is expected; counted for the team to act.
    pub(super) cut: bool,
}

impl<G: Evaluate> Search<'_, G> {
    /// The score, for `view`, of `next`, reached from the node at `ply - 1` by an action or event. `plan.cut` is told
    /// for `view` and turned where the other team acts.
    pub(super) fn visit<const PV: bool>(
        &mut self,
        next: &G,
        view: Team,
        window: Window,
        plan: Plan,
        ply: usize,
    ) -> i32 {
        self.count_node();
        if PV {
            self.memory.lines[ply].clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if self.aborted {
            return 0;
        }
        let actor = next.turn();
        let start = next.at_turn_start();
        let turns = self.memory.frames[ply - 1].turns + i32::from(start || matches!(actor, Actor::Over(_)));
        self.memory.frames[ply].turns = turns;
        self.memory.frames[ply].evals = self.memory.frames[ply - 1].evals;
        if let Actor::Over(outcome) = actor {
            return value::outcome(outcome, view, turns);
        }
        if ply >= MAX_PLY {
            return self.evaluate(next, view);
        }
        let verdict = if start { self.memory.path.arrive(next) } else { None };
        let score = match (verdict, actor) {
            (Some(verdict), _) => value::outcome(verdict, view, turns),
            (None, Actor::Seat(seat)) => self.seat::<PV>(next, seat, view, window, plan, ply),
            (None, _) => self.chance(next, view, window, plan, ply),
        };
        if start {
            self.memory.path.leave();
        }
        score
    }

    fn seat<const PV: bool>(
        &mut self,
        position: &G,
        seat: Seat,
        view: Team,
        window: Window,
        plan: Plan,
        ply: usize,
    ) -> i32 {
        let team = G::team(seat);
        if team == view {
            self.node::<PV>(position, team, window, plan, ply)
        } else {
            -self.node::<PV>(position, team, window.flip(), Plan { cut: !plan.cut, ..plan }, ply)
        }
    }

    /// The table acts: the average over what it may decide.
    fn chance(&mut self, position: &G, view: Team, window: Window, mut plan: Plan, ply: usize) -> i32 {
        if self.selective && plan.depth <= 0 {
            plan.depth -= EVENT;
        }
        let mut total = 0i64;
        let odds = position.events(&mut |_, weight| total += i64::from(weight));
        let mut average = Average::new(window, total);
        if odds == Odds::SampleOnly {
            average = Average::new(window, i64::from(SAMPLES));
            // A few draws prove nothing.
            (average.won, average.lost) = (false, false);
            for _ in 0..SAMPLES {
                let event = position.sample(&mut self.rng);
                self.outcome(position, event, 1, &mut average, view, plan, ply);
            }
        } else {
            position.events(&mut |event, weight| {
                self.outcome(position, event, i64::from(weight), &mut average, view, plan, ply);
            });
        }
        average.score()
    }

    #[allow(clippy::too_many_arguments)]
    fn outcome(
        &mut self,
        position: &G,
        event: G::Event,
        weight: i64,
        average: &mut Average,
        view: Team,
        plan: Plan,
        ply: usize,
    ) {
        if average.settled || self.aborted {
            return;
        }
        let mut next = *position;
        next.happen(event);
        self.memory.frames[ply + 1].slot = None;
        self.memory.frames[ply + 1].null = false;
        let window = average.window(weight);
        let score = self.visit::<false>(&next, view, window, plan, ply + 1);
        average.add(weight, score, window);
    }
}

/// An average of utilities that is known to be needed only within a window (Ballard's Star1): what is still to come
/// is worth at least a loss and at most a win.
struct Average {
    /// The window, as utilities times the total weight.
    alpha: i64,
    beta: i64,
    total: i64,
    /// Weight still to come.
    rest: i64,
    sum: i64,
    /// It lies outside of the window, whatever is still to come.
    settled: bool,
    /// Every outcome so far is a proved win, or every one a proved loss.
    won: bool,
    lost: bool,
}

/// The utility of a win.
const MOST: i64 = value::utility(MATE);

impl Average {
    fn new(window: Window, total: i64) -> Self {
        // Among wins and losses there is no cutting short: whether an average of wins is one, the last outcome tells.
        let alpha = if window.alpha <= -WIN { -INFINITE } else { window.alpha };
        let beta = if window.beta >= WIN { INFINITE } else { window.beta };
        let (alpha, beta) = (value::utility(alpha) * total, value::utility(beta) * total);
        Self { alpha, beta, total, rest: total, sum: 0, settled: false, won: true, lost: true }
    }

    /// The window in which an outcome of this weight has to be known.
    fn window(&self, weight: i64) -> Window {
        let others = (self.rest - weight) * MOST;
        // Rounded outwards.
        let alpha = value::from_utility((self.alpha - self.sum - others).div_euclid(weight)) - 1;
        let beta = value::from_utility((self.beta - self.sum + others).div_euclid(weight) + 1) + 1;
        Window::new(alpha.max(-INFINITE), beta.min(INFINITE))
    }

    fn add(&mut self, weight: i64, score: i32, window: Window) {
        self.sum += weight * value::utility(score);
        self.rest -= weight;
        self.won &= score >= WIN;
        self.lost &= score <= -WIN;
        if score >= window.beta {
            self.settled = true;
            self.sum -= self.rest * MOST;
        } else if score <= window.alpha {
            self.settled = true;
            self.sum += self.rest * MOST;
        }
    }

    fn score(&self) -> i32 {
        let score = value::from_utility(self.sum / self.total);
        let least = if self.lost { -MATE } else { 1 - WIN };
        let most = if self.won { MATE } else { WIN - 1 };
        score.clamp(least, most)
    }
}
