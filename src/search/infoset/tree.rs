//! Monte-Carlo tree search over information sets.
//!
//! One tree for all worlds, seen by the root's seat: a node is a sequence of actions, and what is available below it
//! depends on the world at hand. An action's count of visits is measured against how often it was available. The leaves are
//! not played out but judged by quiescence: a random game of cards tells little.

use super::plan::{self, Plan};
use super::world::World;
use super::{answer, view};
use crate::board::{Rng, Seat, Team};
use crate::game::{Actor, Evaluate, Flow, Game, Hidden, Viewer};
use crate::search::clock::Allotment;
use crate::search::value;
use crate::search::{Best, Report, Root, Searcher, Settings, Task};
use arrayvec::ArrayVec;

/// The most edges of a tree; when they are used up it only gets better known, not larger.
const EDGES: usize = 1 << 20;
/// The longest way down.
const DEEPEST: usize = 64;
/// How deep quiescence looks.
const QUIET: u32 = 8;
/// How much an action that has hardly been tried deserves a visit, in utilities of which a win is 1.
const CURIOSITY: f64 = 0.35;
/// Iterations between two looks at the clock.
const BREATH: u64 = 16;
/// No edge, no node.
const NONE: u32 = u32::MAX;

/// An action below a node.
struct Edge<A> {
    action: A,
    /// The next edge of the node.
    sibling: u32,
    /// The first edge of the node that the action leads to.
    child: u32,
    visits: u32,
    /// Visits of the node in which the action was available.
    seen: u32,
    /// Utilities for the actor's team.
    sum: f64,
}

/// The searcher: Monte-Carlo tree search.
pub struct Tree<G: Evaluate + Hidden> {
    edges: Vec<Edge<G::Action>>,
    plans: Vec<Plan<G::Action>>,
    /// The actions available at the node in hand, by promise.
    available: Vec<(i32, G::Action)>,
}

impl<G: Evaluate + Hidden> Default for Tree<G> {
    fn default() -> Self {
        Self { edges: Vec::new(), plans: Vec::with_capacity(plan::MOST), available: Vec::new() }
    }
}

impl<G: Evaluate + Hidden> Searcher<G> for Tree<G> {
    const HIDDEN: bool = true;

    fn view(position: &G, viewer: Viewer) -> G {
        view(position, viewer)
    }

    fn world(position: &G, rng: &mut Rng) -> G {
        position.fill(rng)
    }

    fn prepare(&mut self, _: &Settings) {
        use crate::board::List;
        self.edges.reserve_exact(EDGES.saturating_sub(self.edges.len()));
        self.available.reserve_exact(G::Actions::CAPACITY.saturating_sub(self.available.len()));
    }

    fn clear(&mut self) {}

    fn search(
        &mut self,
        root: &Root<G>,
        task: Task<'_, G::Action>,
        sink: &mut dyn FnMut(&Report<'_, G::Action>),
    ) -> Best<G::Action> {
        let Task { limits, settings, control, .. } = task;
        self.prepare(settings);
        let Actor::Seat(seat) = root.position.turn() else { return task.nothing(&root.position, sink) };
        plan::collect(&root.position, &limits.searchmoves, &mut self.plans);
        if self.plans.is_empty() {
            return task.nothing(&root.position, sink);
        }
        let allotment = Allotment::new(limits, settings);
        let limit = allotment.soft.or(allotment.hard);
        let mut rng = Rng::new(settings.seed);
        let team = G::team(seat);
        self.plant(&root.position, team, &mut rng);
        let mut iterations = 0;
        let mut nodes = self.plans.len() as u64;
        if self.plans[0].line.len() == 1 {
            loop {
                let world = World::draw(&root.position, &mut rng);
                nodes += self.descend(world, &mut rng);
                iterations += 1;
                let free = limits.infinite || control.pondering();
                let late = |limit: std::time::Duration| !free && control.own_time() >= limit;
                if control.stopped()
                    || limits.nodes.is_some_and(|most| nodes >= most)
                    || limits.depth.is_some_and(|depth| iterations >= 1 << depth.min(30))
                    || iterations % BREATH == 0 && limit.is_some_and(late)
                {
                    break;
                }
            }
            self.harvest();
        }
        let depth = 64 - u64::from(iterations > 0) as u32 * (iterations.leading_zeros() + 1);
        for (index, plan) in self.plans.iter().enumerate().take(settings.multipv.max(1)) {
            sink(&task.report(depth.clamp(1, 60), index + 1, plan.score, nodes, &plan.line));
        }
        control.wait(limits.infinite);
        answer(&self.plans[0])
    }
}

impl<G: Evaluate + Hidden> Tree<G> {
    /// The root's edges: one for each plan, the best at a glance first.
    fn plant(&mut self, masked: &G, team: Team, rng: &mut Rng) {
        let world = World::draw(masked, rng);
        for plan in &mut self.plans {
            let mut next = plan.play(world);
            next.settle(rng);
            plan.score = next.evaluate(team);
            if let [action] = plan.line[..] {
                plan.score += world.exchange(action).min(0);
            }
        }
        self.plans.sort_unstable_by_key(|plan| -plan.score);
        self.edges.clear();
        let count = self.plans.len() as u32;
        for (index, plan) in (1..).zip(&self.plans) {
            let sibling = if index < count { index } else { NONE };
            self.edges.push(Edge { action: plan.line[0], sibling, child: NONE, visits: 0, seen: 0, sum: 0.0 });
        }
    }

    /// One iteration: down the tree in a world, one edge further, and the result back up. The nodes it took.
    fn descend(&mut self, mut position: World<G>, rng: &mut Rng) -> u64 {
        let mut path: ArrayVec<(u32, Team), DEEPEST> = ArrayVec::new();
        let mut first = 0;
        let mut visits = self.edges.iter().take(self.plans.len()).map(|edge| u64::from(edge.visits)).sum::<u64>();
        let mut nodes = 0;
        let (view, utility) = loop {
            nodes += 1;
            position.settle(rng);
            let seat = match position.turn() {
                Actor::Seat(seat) => seat,
                Actor::Over(outcome) => break (Team::First, utility(value::outcome(outcome, Team::First, 0))),
                Actor::Table => unreachable!("settled"),
            };
            let team = G::team(seat);
            if position.at_turn_start()
                && let Some(outcome) = position.verdict(1)
            {
                break (team, utility(value::outcome(outcome, team, 0)));
            }
            let width = (4.0 + 1.5 * (visits as f64).sqrt()) as usize;
            self.look_around(&position, width);
            if self.available.is_empty() {
                let score = position
                    .stuck()
                    .map_or_else(|| position.evaluate(team), |outcome| value::outcome(outcome, team, 0));
                break (team, utility(score));
            }
            let Some((edge, fresh)) = self.choose(first, path.last().map(|&(edge, _)| edge)) else {
                break (team, utility(position.evaluate(team)));
            };
            position.act(self.edges[edge as usize].action);
            path.push((edge, team));
            if fresh || path.is_full() {
                position.settle(rng);
                break (team, utility(judge(&position, team, -value::INFINITE, value::INFINITE, QUIET, &mut nodes)));
            }
            visits = u64::from(self.edges[edge as usize].visits);
            first = self.edges[edge as usize].child;
        };
        for &(edge, team) in &path {
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            edge.sum += if team == view { utility } else { -utility };
        }
        nodes
    }

    /// The `width` most promising actions.
    fn look_around(&mut self, position: &World<G>, width: usize) {
        let available = &mut self.available;
        available.clear();
        for keep_pointless in [false, true] {
            let _ = position.generate(&mut |action| {
                if keep_pointless || !position.pointless(action) {
                    let hint = position.hint(action);
                    let mut order = hint.order;
                    if hint.tactical {
                        order += if position.exchange(action) < 0 { -10_000 } else { 10_000 };
                    }
                    available.push((order, action));
                }
                Flow::Continue(())
            });
            if !available.is_empty() {
                break;
            }
        }
        if available.len() > width {
            available.select_nth_unstable_by_key(width - 1, |&(order, _)| std::cmp::Reverse(order));
            available.truncate(width);
        }
        available.sort_unstable_by_key(|&(order, _)| std::cmp::Reverse(order));
    }

    /// The edge to go down, among those available, and whether it is new. None when there is no room for a new one and none
    /// is known.
    fn choose(&mut self, first: u32, parent: Option<u32>) -> Option<(u32, bool)> {
        let mut best: Option<(u32, f64)> = None;
        let mut fresh = None;
        for index in 0..self.available.len() {
            let action = self.available[index].1;
            let mut at = first;
            while at != NONE && self.edges[at as usize].action != action {
                at = self.edges[at as usize].sibling;
            }
            if at == NONE || self.edges[at as usize].visits == 0 {
                fresh = fresh.or(Some((action, at)));
                continue;
            }
            let edge = &mut self.edges[at as usize];
            edge.seen += 1;
            let visits = f64::from(edge.visits);
            let bound = edge.sum / visits + CURIOSITY * (f64::from(edge.seen + edge.visits).ln() / visits).sqrt();
            if best.is_none_or(|(_, most)| bound > most) {
                best = Some((at, bound));
            }
        }
        match fresh {
            Some((_, at)) if at != NONE => return Some((at, true)),
            Some((action, _)) if self.edges.len() < EDGES => {
                let at = self.edges.len() as u32;
                // A new edge comes first below its parent; the root's are all there.
                let sibling =
                    parent.map_or(NONE, |parent| std::mem::replace(&mut self.edges[parent as usize].child, at));
                self.edges.push(Edge { action, sibling, child: NONE, visits: 0, seen: 0, sum: 0.0 });
                return Some((at, true));
            }
            _ => {}
        }
        best.map(|(at, _)| (at, false))
    }

    /// The plans by the visits of their edges.
    fn harvest(&mut self) {
        for (plan, edge) in self.plans.iter_mut().zip(&self.edges) {
            plan.sum = i64::from(edge.visits);
            if edge.visits > 0 {
                let utility = edge.sum / f64::from(edge.visits) * UNIT;
                plan.score = value::from_utility(utility as i64).clamp(-20_000, 20_000);
            }
        }
        self.plans.sort_unstable_by_key(|plan| (-plan.sum, -plan.score));
    }
}

const UNIT: f64 = value::utility(value::MATE) as f64;

fn utility(score: i32) -> f64 {
    value::utility(score) as f64 / UNIT
}

/// The score of a position for `view` when everything that hangs has been taken.
fn judge<G: Evaluate + Hidden>(
    position: &World<G>,
    view: Team,
    mut alpha: i32,
    beta: i32,
    depth: u32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let seat: Seat = match position.turn() {
        Actor::Seat(seat) => seat,
        Actor::Over(outcome) => return value::outcome(outcome, view, 0),
        Actor::Table => return position.evaluate(view),
    };
    if G::team(seat) != view {
        return -judge(position, view.other(), -beta, -alpha, depth, nodes);
    }
    let urgent = position.urgent();
    let mut best = -value::INFINITE;
    if !urgent || depth == 0 {
        best = position.evaluate(view);
        if best >= beta || depth == 0 {
            return best;
        }
        alpha = alpha.max(best);
    }
    let mut any = false;
    let _ = position.tactical(&mut |action| {
        if !urgent && (position.pointless(action) || position.exchange(action) < 0) {
            return Flow::Continue(());
        }
        any = true;
        let mut next = *position;
        next.act(action);
        next.settle(&mut Rng::new(0));
        let score = judge(&next, view, alpha, beta, depth - 1, nodes);
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta { Flow::Break(()) } else { Flow::Continue(()) }
    });
    if urgent && !any {
        return position.stuck().map_or_else(|| position.evaluate(view), |outcome| value::outcome(outcome, view, 0));
    }
    best
}
