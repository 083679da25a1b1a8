//! Alpha-beta in worlds.
//!
//! The root's plans are judged in the same worlds, each searched from after the plan, and averaged in expected results. Depth
//! after depth the better part of the plans goes on, so that the effort goes to those in question (successive halving).
//!
//! What it cannot see:
//!
//! - A plan may be good in each world only by different ways to go on (strategy fusion). Averages are taken at the root alone, so
//!   the root's own decision is never fused; those after it are. Beyond the root everybody plays as if all hands lay open: the opponent walks
//!   round a joker that in the game would surprise. What a card is worth for being unknown is therefore the evaluation's to say.
//! - Worlds are drawn evenly, whatever the opponent has shown by what was not played. In Battle Chess a hand after some turns holds
//!   what strikes and rescues up to twice as often as an even draw, knights and bishops a fifth as often. To draw worlds by that won
//!   nothing in 160 pairs: it makes the search expect every strike and play nothing that could be struck.

use super::desk::Desk;
use super::plan::{self, Plan};
use super::rows::Rows;
use super::world::World;
use super::{answer, view};
use crate::board::{Rng, Team};
use crate::game::{Actor, Evaluate, Game, Hidden, Viewer};
use crate::search::alphabeta::strength;
use crate::search::clock::Allotment;
use crate::search::value;
use crate::search::{AlphaBeta, Best, Report, Root, Searcher, Settings, Task};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The most worlds searched at one depth.
const WORLDS: usize = 12;
/// Plans that are searched at all: the best at a glance.
pub(super) const FIRST: usize = 20;
/// The highest score where nothing is proved.
const MOST: i32 = 20_000;
/// Plans that are glanced at whatever the time: so many take about a quarter of a millisecond. Every list of single actions is shorter, but for
/// armies to be placed and the widest of zones.
const GLANCED: usize = 512;

/// The searcher: alpha-beta over filled-in worlds.
pub struct Worlds<G: Evaluate + Hidden> {
    engines: Vec<AlphaBeta<World<G>>>,
    plans: Vec<Plan<G::Action>>,
    worlds: Vec<World<G>>,
}

impl<G: Evaluate + Hidden> Default for Worlds<G> {
    fn default() -> Self {
        Self { engines: Vec::new(), plans: Vec::with_capacity(plan::MOST), worlds: Vec::with_capacity(WORLDS) }
    }
}

/// What the searches of one `go` share.
pub(super) struct Errand<'a, A> {
    pub(super) task: Task<'a, A>,
    /// How a world is searched: by one thread, for one line, at full strength.
    pub(super) settings: Settings,
    pub(super) allotment: Allotment,
    pub(super) team: Team,
    pub(super) node_limit: u64,
    pub(super) nodes: AtomicU64,
}

impl<A> Errand<'_, A> {
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether time or nodes are used up.
    pub(super) fn over(&self) -> bool {
        self.task.control.stopped() || self.nodes() >= self.node_limit || self.past(self.allotment.hard)
    }

    /// Whether a limit of time has passed; never while nobody waits for an answer.
    pub(super) fn past(&self, limit: Option<Duration>) -> bool {
        !self.task.limits.infinite
            && !self.task.control.pondering()
            && limit.is_some_and(|limit| self.task.control.own_time() >= limit)
    }
}

impl<G: Evaluate + Hidden> Searcher<G> for Worlds<G> {
    const HIDDEN: bool = true;

    fn view(position: &G, viewer: Viewer) -> G {
        view(position, viewer)
    }

    fn world(position: &G, rng: &mut Rng) -> G {
        position.fill(rng)
    }

    fn prepare(&mut self, settings: &Settings) {
        let threads = settings.workers();
        self.engines.truncate(threads);
        self.engines.resize_with(threads, AlphaBeta::default);
        self.engines.iter_mut().for_each(|engine| engine.set_up(1));
    }

    fn clear(&mut self) {
        self.engines.iter_mut().for_each(AlphaBeta::forget);
    }

    fn search(
        &mut self,
        root: &Root<G>,
        task: Task<'_, G::Action>,
        sink: &mut dyn FnMut(&Report<'_, G::Action>),
    ) -> Best<G::Action> {
        self.think(root, task, sink).0
    }
}

impl<G: Evaluate + Hidden> Worlds<G> {
    /// The answer, and how many nodes it took.
    pub(super) fn think(
        &mut self,
        root: &Root<G>,
        task: Task<'_, G::Action>,
        sink: &mut dyn FnMut(&Report<'_, G::Action>),
    ) -> (Best<G::Action>, u64) {
        let Task { limits, settings, .. } = task;
        self.prepare(settings);
        task.table.grow_older();
        let Actor::Seat(seat) = root.position.turn() else { return (task.nothing(&root.position, sink), 0) };
        plan::collect(&root.position, &limits.searchmoves, &mut self.plans);
        if self.plans.is_empty() {
            return (task.nothing(&root.position, sink), 0);
        }
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let errand = Errand {
            task,
            settings: Settings { threads: 1, multipv: 1, elo: None, ..settings.clone() },
            allotment: Allotment::new(limits, settings),
            team: G::team(seat),
            node_limit: strength::nodes(settings).map_or(nodes, |most| most.min(nodes)),
            nodes: AtomicU64::new(0),
        };
        let mut rng = Rng::new(settings.seed);
        // An army is placed by its looks: what the opponent places against it is hardly an answer to it, nor are the cards it holds.
        let whole_turns = self.plans.iter().any(|plan| plan.line.len() > 1);
        self.worlds.clear();
        if whole_turns {
            self.worlds.push(World(root.position));
        } else {
            self.fill(&root.position, &mut rng);
        }
        self.glance(root, &errand, &mut rng);
        let Self { engines, plans, worlds } = self;
        let mut rows = Rows { plans, worlds, errand: &errand, desk: &Desk::new(), scores: &Default::default() };
        rows.tell(1, sink);
        let forced = rows.plans.len() == 1 && limits.clock.is_some() && !settings.analyse;
        if !whole_turns && !forced {
            match &mut engines[..] {
                [alone] => rows.deepen(alone, &mut rng, sink),
                [leader, helpers @ ..] => rows.deepen_together(leader, helpers, &mut rng, sink),
                [] => unreachable!("one is prepared at least"),
            }
        }
        if let Some(elo) = settings.elo {
            self.blunder(elo, &mut rng);
        }
        task.control.wait(limits.infinite);
        (answer(&self.plans[0]), errand.nodes())
    }

    /// Draws worlds; one is enough when nothing is unknown.
    fn fill(&mut self, masked: &G, rng: &mut Rng) {
        for _ in 0..WORLDS {
            let world = World::draw(masked, rng);
            self.worlds.push(world);
            if world.0 == *masked {
                break;
            }
        }
    }

    /// Orders the plans by what they look like at once, world by world as long as there is time. Of very many plans even the first world
    /// may see only some: then it is a fair choice of them.
    fn glance(&mut self, root: &Root<G>, errand: &Errand<'_, G::Action>, rng: &mut Rng) {
        let plans = &mut self.plans;
        if plans.len() > GLANCED {
            for index in 0..GLANCED {
                let other = index + rng.below((plans.len() - index) as u32) as usize;
                plans.swap(index, other);
            }
        }
        for plan in plans.iter_mut() {
            let mut seen = World(plan.play(root.position));
            seen.settle(rng);
            plan.repeats = root.history.keys().iter().filter(|&&key| key == seen.key()).count() as i32;
            plan.sum = 0;
        }
        let mut worlds = 0;
        for &world in &self.worlds {
            let mut done = 0;
            for plan in plans.iter_mut() {
                if (worlds > 0 || done >= GLANCED) && errand.over() {
                    break;
                }
                let mut next = plan.play(world);
                next.settle(rng);
                let exchange = if let [action] = plan.line[..] { world.exchange(action).min(0) } else { 0 };
                plan.score = next.evaluate(errand.team) + exchange;
                done += 1;
            }
            if worlds == 0 {
                plans.truncate(done);
            } else if done < plans.len() {
                break;
            }
            worlds += 1;
            for plan in plans.iter_mut() {
                plan.sum += value::utility(plan.score);
            }
        }
        for plan in plans.iter_mut() {
            plan.score = plan.fresh(mean(plan.sum, worlds, self.worlds.len()));
        }
        errand.nodes.fetch_add(plans.len() as u64, Ordering::Relaxed);
        sort(plans);
    }

    /// A limited player misjudges the best few plans.
    fn blunder(&mut self, elo: u32, rng: &mut Rng) {
        let choice = self.plans.len().min(strength::CHOICE);
        for plan in &mut self.plans[..choice] {
            plan.score += strength::error(elo, rng);
        }
        sort(&mut self.plans[..choice]);
    }
}
/// Best first; equal ones stay as they are.
pub(super) fn sort<A>(plans: &mut [Plan<A>]) {
    // A stable sort may allocate; the order of the ties is kept by hand.
    for (index, plan) in plans.iter_mut().enumerate() {
        plan.sum = index as i64;
    }
    plans.sort_unstable_by(|a, b| b.score.cmp(&a.score).then(a.sum.cmp(&b.sum)));
}

/// The score whose utility is the average over those worlds `searched`. Where several worlds fit what is known, nothing is
/// proved by some of them.
pub(super) fn mean(sum: i64, searched: usize, worlds: usize) -> i32 {
    let score = value::from_utility(sum / searched as i64);
    if worlds > 1 { score.clamp(-MOST, MOST) } else { score }
}
