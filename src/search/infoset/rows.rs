//! Depth after depth, and at each depth world after world: the rows of searches that judge the plans.

use super::desk::{Desk, Job};
use super::plan::Plan;
use super::world::World;
use super::worlds::{Errand, FIRST, mean, sort};
use crate::board::{Rng, Team};
use crate::game::{Actor, Evaluate, Game, Hidden};
use crate::history::History;
use crate::search::value::{self, LOSS, WIN};
use crate::search::{AlphaBeta, Limits, Report, Root, STACK, Score, Task};
use std::sync::atomic::{AtomicI32, Ordering};

/// Plans that go on whatever their scores.
const LAST: usize = 2;
/// How many of a hundred plans go on to the next depth.
const GO_ON: usize = 40;
/// The deepest search after a plan, in plies.
const DEEPEST: u32 = 24;

/// The plans of one search and what judges them.
pub(super) struct Rows<'a, G: Evaluate + Hidden> {
    pub(super) plans: &'a mut [Plan<G::Action>],
    pub(super) worlds: &'a [World<G>],
    pub(super) errand: &'a Errand<'a, G::Action>,
    pub(super) desk: &'a Desk<G>,
    /// What the searches of a row have found.
    pub(super) scores: &'a [AtomicI32; FIRST],
}

type Sink<'s, A> = &'s mut dyn FnMut(&Report<'_, A>);

impl<G: Evaluate + Hidden> Rows<'_, G> {
    /// As [`deepen`](Rows::deepen), with helpers.
    pub(super) fn deepen_together(
        &mut self,
        leader: &mut AlphaBeta<World<G>>,
        helpers: &mut [AlphaBeta<World<G>>],
        rng: &mut Rng,
        sink: Sink<'_, G::Action>,
    ) {
        let (desk, errand, scores) = (self.desk, self.errand, self.scores);
        std::thread::scope(|scope| {
            let _open = desk.open();
            for (index, engine) in helpers.iter_mut().enumerate() {
                let help = move || {
                    while let Some(taken) = desk.wait() {
                        search(engine, errand, taken.job, scores);
                    }
                };
                let thread = std::thread::Builder::new().name(format!("world {}", index + 1)).stack_size(STACK);
                if let Err(error) = thread.spawn_scoped(scope, help) {
                    log::warn!("a search thread less: {error}");
                }
            }
            self.deepen(leader, rng, sink);
        });
    }

    /// Searches the plans deeper and deeper, fewer and fewer of them.
    pub(super) fn deepen(&mut self, engine: &mut AlphaBeta<World<G>>, rng: &mut Rng, sink: Sink<'_, G::Action>) {
        let errand = self.errand;
        let deepest = errand.task.limits.depth.map_or(DEEPEST, |depth| depth.saturating_sub(1).min(DEEPEST));
        let mut active = self.plans.len().min(FIRST);
        for depth in 1..=deepest {
            for plan in &mut self.plans[..active] {
                plan.sum = 0;
            }
            let mut searched = 0;
            while searched < self.worlds.len() && self.row(engine, active, searched, depth, rng) {
                searched += 1;
                if errand.past(errand.allotment.soft) {
                    break;
                }
            }
            // A new depth in a single world says less than the depth before in all of them.
            if searched == 0 || (searched < self.worlds.len().min(3) && depth > 1) {
                return;
            }
            for plan in &mut self.plans[..active] {
                plan.score = plan.fresh(mean(plan.sum, searched, self.worlds.len()));
            }
            sort(&mut self.plans[..active]);
            self.tell(depth + 1, sink);
            if self.enough(active) || searched < self.worlds.len() {
                return;
            }
            active = active.min((active * GO_ON / 100).max(LAST).max(self.errand.task.settings.multipv));
        }
    }

    /// Whether a complete depth is enough to answer.
    fn enough(&self, active: usize) -> bool {
        let errand = self.errand;
        let best = self.plans[0].score;
        let mated =
            errand.task.limits.mate.is_some_and(
                |most| matches!(value::report(best), Score::Mate(turns) if turns > 0 && turns as u32 <= most),
            );
        // The next depth would take longer than all so far.
        let half = errand.allotment.soft.map(|soft| soft / 2);
        // Against a clock a clear lead need not grow.
        let clear = half.is_some() && active > 1 && best - self.plans[1].score > 1_500;
        mated || clear || errand.over() || errand.past(half)
    }

    /// Searches one world after each active plan and adds what it found; false, and nothing added, when it had to stop.
    fn row(
        &mut self,
        engine: &mut AlphaBeta<World<G>>,
        active: usize,
        world: usize,
        depth: u32,
        rng: &mut Rng,
    ) -> bool {
        let (errand, world, seed) = (self.errand, self.worlds[world], rng.next());
        let jobs = self.plans[..active].iter().enumerate();
        self.desk.lay_out(jobs.map(|(place, plan)| Job { place, position: plan.play(world), depth, seed }));
        while !errand.over()
            && let Some(taken) = self.desk.take()
        {
            search(engine, errand, taken.job, self.scores);
        }
        self.desk.clear();
        if errand.over() {
            return false;
        }
        for (plan, score) in self.plans[..active].iter_mut().zip(self.scores) {
            plan.sum += value::utility(score.load(Ordering::Relaxed));
        }
        true
    }

    /// Reports the best plans.
    pub(super) fn tell(&self, depth: u32, sink: Sink<'_, G::Action>) {
        for (index, plan) in self.plans.iter().enumerate().take(self.errand.task.settings.multipv.max(1)) {
            sink(&self.errand.task.report(depth, index + 1, plan.score, self.errand.nodes(), &plan.line));
        }
    }
}

/// Finds out what the position of a job is worth to the errand's team, at best play. Nothing when it is told to end before.
fn search<G: Evaluate + Hidden>(
    engine: &mut AlphaBeta<World<G>>,
    errand: &Errand<'_, G::Action>,
    job: Job<G>,
    scores: &[AtomicI32; FIRST],
) {
    let Job { place, mut position, depth, seed } = job;
    if errand.over() {
        return;
    }
    position.settle(&mut Rng::new(seed));
    if position.at_turn_start()
        && let Some(outcome) = position.verdict(1)
    {
        scores[place].store(value::outcome(outcome, errand.team, 1), Ordering::Relaxed);
        return;
    }
    let team = match position.turn() {
        Actor::Seat(seat) => G::team(seat),
        _ => Team::First,
    };
    let left = errand.node_limit.saturating_sub(errand.nodes());
    let limits = Limits {
        depth: Some(depth),
        nodes: (errand.node_limit < u64::MAX).then_some(left),
        movetime: errand.allotment.hard.filter(|_| !errand.task.limits.infinite),
        ..Limits::default()
    };
    let root = Root { position, history: History::default() };
    let (score, nodes) = engine.judge(&root, Task { limits: &limits, settings: &errand.settings, ..errand.task });
    errand.nodes.fetch_add(nodes.max(1), Ordering::Relaxed);
    let Some(score) = score else { return };
    // One turn start more, seen from the root.
    let score = match score {
        WIN.. => score - 1,
        ..=LOSS => score + 1,
        _ => score,
    };
    scores[place].store(if team == errand.team { score } else { -score }, Ordering::Relaxed);
}
