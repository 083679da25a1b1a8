//! Alpha-beta in worlds.
//!
//! The root's plans are judged in the same worlds, each searched from after the plan, and averaged in expected results. Depth
//! after depth the better part of the plans goes on, so that the effort goes to those in question (successive halving).
//!
//! What it cannot see is that a plan may be good in each world only by different ways to go on (strategy fusion). Averages are
//! taken at the root alone, so the root's own decision is never fused.

use super::plan::{self, Plan};
use super::world::World;
use super::{Teller, answer, view};
use crate::board::{Rng, Team};
use crate::game::{Actor, Evaluate, Game, Hidden, Viewer};
use crate::history::History;
use crate::search::alphabeta::strength;
use crate::search::clock::Allotment;
use crate::search::value::{self, INFINITE, MATE, WIN};
use crate::search::{AlphaBeta, Best, Control, Limits, Report, Root, STACK, Score, Searcher, Settings, Table};
use std::sync::atomic::{AtomicI32, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// The most worlds searched at one depth.
const WORLDS: usize = 12;
/// Plans that are searched at all: the best at a glance.
const FIRST: usize = 20;
/// Plans that go on whatever their scores.
const LAST: usize = 2;
/// How many of a hundred plans go on to the next depth.
const GO_ON: usize = 40;
/// The highest score where nothing is proved.
const MOST: i32 = 20_000;
/// The deepest search after a plan, in plies.
const DEEPEST: u32 = 24;

/// The searcher: alpha-beta over filled-in worlds.
pub struct Worlds<G: Evaluate + Hidden> {
    engines: Vec<AlphaBeta<World<G>>>,
    plans: Vec<Plan<G::Action>>,
    worlds: Vec<World<G>>,
    scores: Box<[AtomicI32]>,
}

impl<G: Evaluate + Hidden> Default for Worlds<G> {
    fn default() -> Self {
        Self {
            engines: Vec::new(),
            plans: Vec::with_capacity(plan::MOST),
            worlds: Vec::with_capacity(WORLDS),
            scores: (0..FIRST).map(|_| AtomicI32::new(0)).collect(),
        }
    }
}

/// What the searches of one `go` share.
struct Errand<'a, A> {
    limits: &'a Limits<A>,
    settings: Settings,
    table: &'a Table,
    control: &'a Control,
    allotment: Allotment,
    team: Team,
    node_limit: u64,
    nodes: AtomicU64,
}

impl<A> Errand<'_, A> {
    fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether time or nodes are used up.
    fn over(&self) -> bool {
        self.control.stopped() || self.nodes() >= self.node_limit || self.past(self.allotment.hard)
    }

    /// Whether a limit of time has passed; never while nobody waits for an answer.
    fn past(&self, limit: Option<Duration>) -> bool {
        !self.limits.infinite
            && !self.control.pondering()
            && limit.is_some_and(|limit| self.control.own_time() >= limit)
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
        limits: &Limits<G::Action>,
        settings: &Settings,
        table: &Table,
        control: &Control,
        sink: &mut dyn FnMut(&Report<'_, G::Action>),
    ) -> Best<G::Action> {
        self.prepare(settings);
        table.grow_older();
        let teller = Teller { settings, table, control };
        let Actor::Seat(seat) = root.position.turn() else { return teller.nothing(&root.position, limits, sink) };
        plan::collect(&root.position, &limits.searchmoves, &mut self.plans);
        if self.plans.is_empty() {
            return teller.nothing(&root.position, limits, sink);
        }
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let errand = Errand {
            limits,
            settings: Settings { threads: 1, multipv: 1, elo: None, ..settings.clone() },
            table,
            control,
            allotment: Allotment::new(limits, settings),
            team: G::team(seat),
            node_limit: strength::nodes(settings).map_or(nodes, |most| most.min(nodes)),
            nodes: AtomicU64::new(0),
        };
        let mut rng = Rng::new(settings.seed);
        self.fill(&root.position, &mut rng);
        self.glance(root, &errand, &mut rng);
        self.tell(&teller, &errand, 1, sink);
        // An army is placed by its looks: what the opponent places against it is hardly an answer to it.
        let whole_turns = self.plans.iter().any(|plan| plan.line.len() > 1);
        let forced = self.plans.len() == 1 && limits.clock.is_some() && !settings.analyse;
        if !whole_turns && !forced {
            self.deepen(&teller, &errand, &mut rng, sink);
        }
        if let Some(elo) = settings.elo {
            self.blunder(elo, &mut rng);
        }
        control.wait(limits.infinite);
        answer(&self.plans[0])
    }
}

impl<G: Evaluate + Hidden> Worlds<G> {
    /// Draws the worlds; one is enough when nothing is unknown.
    fn fill(&mut self, masked: &G, rng: &mut Rng) {
        self.worlds.clear();
        for _ in 0..WORLDS {
            let world = World::draw(masked, rng);
            self.worlds.push(world);
            if world.0 == *masked {
                break;
            }
        }
    }

    /// Orders the plans by what they look like at once.
    fn glance(&mut self, root: &Root<G>, errand: &Errand<'_, G::Action>, rng: &mut Rng) {
        for plan in &mut self.plans {
            let mut seen = World(plan.play(root.position));
            seen.settle(rng);
            plan.repeats = root.history.keys().iter().filter(|&&key| key == seen.key()).count() as i32;
            plan.sum = 0;
            for &world in &self.worlds {
                let mut next = plan.play(world);
                next.settle(rng);
                let exchange = if let [action] = plan.line[..] { world.exchange(action).min(0) } else { 0 };
                plan.sum += value::utility(next.evaluate(errand.team) + exchange);
            }
            plan.score = plan.fresh(mean(plan.sum, self.worlds.len(), self.worlds.len()));
        }
        errand.nodes.fetch_add(self.plans.len() as u64, Ordering::Relaxed);
        sort(&mut self.plans);
    }

    fn deepen(
        &mut self,
        teller: &Teller<'_>,
        errand: &Errand<'_, G::Action>,
        rng: &mut Rng,
        sink: &mut dyn FnMut(&Report<'_, G::Action>),
    ) {
        let deepest = errand.limits.depth.map_or(DEEPEST, |depth| depth.saturating_sub(1).min(DEEPEST));
        let mut active = self.plans.len().min(FIRST);
        for depth in 1..=deepest {
            for plan in &mut self.plans[..active] {
                plan.sum = 0;
            }
            let mut searched = 0;
            while searched < self.worlds.len() && self.row(errand, active, searched, depth, rng) {
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
            self.tell(teller, errand, depth + 1, sink);
            if self.enough(errand, active) || searched < self.worlds.len() {
                return;
            }
            active = active.min((active * GO_ON / 100).max(LAST).max(teller.settings.multipv));
        }
    }

    /// Whether a complete depth is enough to answer.
    fn enough(&self, errand: &Errand<'_, G::Action>, active: usize) -> bool {
        let best = self.plans[0].score;
        let mated = errand
            .limits
            .mate
            .is_some_and(|most| matches!(value::report(best), Score::Mate(turns) if turns > 0 && turns as u32 <= most));
        // The next depth would take longer than all so far.
        let half = errand.allotment.soft.map(|soft| soft / 2);
        // Against a clock a clear lead need not grow.
        let clear = half.is_some() && active > 1 && best - self.plans[1].score > 1_500;
        mated || clear || errand.over() || errand.past(half)
    }

    /// Searches one world after each active plan and adds what it found; false, and nothing added, when it had to stop.
    fn row(&mut self, errand: &Errand<'_, G::Action>, active: usize, world: usize, depth: u32, rng: &mut Rng) -> bool {
        let world = self.worlds[world];
        let plans = &self.plans[..active];
        let scores = &self.scores;
        let seed = rng.next();
        let next = AtomicUsize::new(0);
        let work = |engine: &mut AlphaBeta<World<G>>| {
            while !errand.over() {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(plan) = plans.get(index) else { return };
                let score = after(engine, errand, plan.play(world), depth, seed);
                scores[index].store(score, Ordering::Relaxed);
            }
        };
        match &mut self.engines[..] {
            [alone] => work(alone),
            engines => std::thread::scope(|scope| {
                for (index, engine) in engines.iter_mut().enumerate() {
                    let work = &work;
                    let thread = std::thread::Builder::new().name(format!("world {index}")).stack_size(STACK);
                    if let Err(error) = thread.spawn_scoped(scope, move || work(engine)) {
                        log::warn!("a search thread less: {error}");
                    }
                }
            }),
        }
        if errand.over() || next.load(Ordering::Relaxed) < active {
            return false;
        }
        for (plan, score) in self.plans[..active].iter_mut().zip(&self.scores) {
            plan.sum += value::utility(score.load(Ordering::Relaxed));
        }
        true
    }

    /// Reports the best plans.
    fn tell(
        &self,
        teller: &Teller<'_>,
        errand: &Errand<'_, G::Action>,
        depth: u32,
        sink: &mut dyn FnMut(&Report<'_, G::Action>),
    ) {
        for (index, plan) in self.plans.iter().enumerate().take(teller.settings.multipv.max(1)) {
            sink(&teller.report(depth, index + 1, plan.score, errand.nodes(), &plan.line));
        }
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
fn sort<A>(plans: &mut [Plan<A>]) {
    // A stable sort may allocate; the order of the ties is kept by hand.
    for (index, plan) in plans.iter_mut().enumerate() {
        plan.sum = index as i64;
    }
    plans.sort_unstable_by(|a, b| b.score.cmp(&a.score).then(a.sum.cmp(&b.sum)));
}

/// The score whose utility is the average over those worlds `searched`. Where several worlds fit what is known, nothing is
/// proved by some of them.
fn mean(sum: i64, searched: usize, worlds: usize) -> i32 {
    let score = value::from_utility(sum / searched as i64);
    if worlds > 1 { score.clamp(-MOST, MOST) } else { score }
}

/// What the position after a plan is worth to the errand's team, at best play to `depth`.
fn after<G: Evaluate + Hidden>(
    engine: &mut AlphaBeta<World<G>>,
    errand: &Errand<'_, G::Action>,
    mut position: World<G>,
    depth: u32,
    seed: u64,
) -> i32 {
    let left = errand.node_limit.saturating_sub(errand.nodes()).max(1);
    let limits = Limits {
        depth: Some(depth),
        nodes: (errand.node_limit < u64::MAX).then_some(left),
        movetime: errand.allotment.hard.filter(|_| !errand.limits.infinite),
        ..Limits::default()
    };
    position.settle(&mut Rng::new(seed));
    if position.at_turn_start()
        && let Some(outcome) = position.verdict(1)
    {
        return value::outcome(outcome, errand.team, 1);
    }
    let team = match position.turn() {
        Actor::Seat(seat) => G::team(seat),
        _ => Team::First,
    };
    let root = Root { position, history: History::default() };
    let mut found = (Score::Cp(0), 0);
    engine.find(&root, &limits, &errand.settings, errand.table, errand.control, &mut |report| {
        found = (report.score, report.nodes);
    });
    errand.nodes.fetch_add(found.1.max(1), Ordering::Relaxed);
    let score = match found.0 {
        Score::Cp(score) => score,
        // One turn start more, seen from the root.
        Score::Mate(turns @ 1..) => MATE - 2 * turns,
        Score::Mate(turns) => 2 * -turns + 1 - MATE,
    };
    debug_assert!(score.abs() < INFINITE && (matches!(found.0, Score::Cp(_)) || score.abs() >= WIN));
    if team == errand.team { score } else { -score }
}
