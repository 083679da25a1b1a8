//! Alpha-beta: iterative deepening principal-variation search with a shared table.
//!
//! One ply is one action. Scores belong to a team and change their sign only when the team to act changes. Positions
//! inside a turn are not evaluated but searched on to the end of the turn. Where the table acts, the outcomes are averaged.
//!
//! For dice a Monte-Carlo search was tried instead: PUCT over a graph of positions, exact averages at the table's nodes, evaluated
//! leaves, priors from the evaluation a ply further. Over 100 paired games of War Chess at 100 ms an answer alpha-beta scored
//! 52.5 % ± 10.2, so nothing was gained by keeping two searches.
//!
//! | module | what |
//! | --- | --- |
//! | [`iterate`] | the root: deeper and deeper, aspiration windows, several lines, when to end |
//! | [`node`] | a player's node |
//! | [`visit`] | from a node to what follows it: the end, a player, the table |
//! | [`quiescence`] | beyond the depth: until nothing hangs and the turn is over |
//! | [`order`] | what to look at first |
//! | [`memory`] | what a worker keeps |
//! | [`path`] | repetitions |
//! | [`strength`] | playing worse on purpose |

mod iterate;
mod memory;
mod node;
mod order;
mod path;
mod quiescence;
pub(super) mod strength;
mod visit;

#[cfg(test)]
mod tests;

use super::clock::Allotment;
use super::limits::Settings;
use super::report::{Best, Report};
use super::value::NONE;
use super::{Root, STACK, Searcher, Task};
use crate::board::Rng;
use crate::game::{Evaluate, PerfectInfo, Viewer};
use memory::Memory;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The alpha-beta searcher.
///
/// It is a [`Searcher`] for games of perfect information. For others [`run`](AlphaBeta::run) searches full positions only.
pub struct AlphaBeta<G: Evaluate> {
    workers: Vec<Memory<G>>,
    counters: Vec<AtomicU64>,
    /// Off: nothing is pruned, reduced or extended, which makes scores those of plain minimax. For tests.
    selective: bool,
}

impl<G: Evaluate> Default for AlphaBeta<G> {
    fn default() -> Self {
        Self { workers: Vec::new(), counters: Vec::new(), selective: true }
    }
}

impl<G: Evaluate + PerfectInfo> Searcher<G> for AlphaBeta<G> {
    fn view(position: &G, _: Viewer) -> G {
        *position
    }

    fn prepare(&mut self, settings: &Settings) {
        self.set_up(settings.workers());
    }

    fn clear(&mut self) {
        self.forget();
    }

    fn search(
        &mut self,
        root: &Root<G>,
        task: Task<'_, G::Action>,
        sink: &mut dyn FnMut(&Report<'_, G::Action>),
    ) -> Best<G::Action> {
        self.run(root, task, sink)
    }
}

/// What the workers of one search share.
pub(in crate::search) struct Shared<'a, A> {
    task: Task<'a, A>,
    allotment: Allotment,
    /// The first worker has ended: the others end too.
    done: AtomicBool,
    /// Nodes of each worker, brought up to date now and then.
    counters: &'a [AtomicU64],
}

/// A worker's search.
struct Search<'a, G: Evaluate> {
    memory: &'a mut Memory<G>,
    shared: &'a Shared<'a, G::Action>,
    /// 0 for the worker that reports and decides.
    index: usize,
    nodes: u64,
    /// Most nodes of this worker; the limit of the whole search when it is alone.
    node_limit: u64,
    /// When to look at the clock again, in nodes.
    next_check: u64,
    check_interval: u64,
    last_check: Instant,
    /// The soft limit as iterations have scaled it; counts while pondering too.
    soft: Option<Duration>,
    /// Depth 1 is complete, so that there is something to answer.
    abortable: bool,
    /// Scores are worth nothing any more: return.
    aborted: bool,
    /// The depth of the current iteration.
    root_depth: i32,
    seldepth: usize,
    rng: Rng,
    selective: bool,
}

impl<G: Evaluate> AlphaBeta<G> {
    /// Sets up memory for this number of threads.
    pub fn set_up(&mut self, threads: usize) {
        let threads = threads.max(1);
        self.workers.truncate(threads);
        self.workers.resize_with(threads, Memory::new);
        self.counters.resize_with(threads, AtomicU64::default);
        self.counters.truncate(threads);
    }

    /// Forgets everything learnt.
    pub(in crate::search) fn forget(&mut self) {
        self.workers.iter_mut().for_each(Memory::clear);
    }

    /// Searches; see [`Searcher::search`].
    pub fn run(
        &mut self,
        root: &Root<G>,
        task: Task<'_, G::Action>,
        sink: &mut dyn FnMut(&Report<'_, G::Action>),
    ) -> Best<G::Action> {
        task.table.grow_older();
        self.set_up(task.settings.workers());
        let active = if task.settings.elo.is_some() { 1 } else { self.workers.len() };
        let counters = &self.counters[..active];
        for counter in counters {
            counter.store(0, Ordering::Relaxed);
        }
        let shared = Shared {
            task,
            allotment: Allotment::new(task.limits, task.settings),
            done: AtomicBool::new(false),
            counters,
        };
        let selective = self.selective;
        let best = match &mut self.workers[..active] {
            [alone] => Search::new(alone, &shared, 0, selective).lead(root, sink),
            [leader, helpers @ ..] => std::thread::scope(|scope| {
                for (index, memory) in helpers.iter_mut().enumerate() {
                    let shared = &shared;
                    let help = move || Search::new(memory, shared, index + 1, selective).help(root);
                    let thread = std::thread::Builder::new().name(format!("search {}", index + 1)).stack_size(STACK);
                    if let Err(error) = thread.spawn_scoped(scope, help) {
                        log::warn!("a search thread less: {error}");
                    }
                }
                let best = Search::new(leader, &shared, 0, selective).lead(root, sink);
                shared.done.store(true, Ordering::Relaxed);
                best
            }),
            [] => unreachable!("set_up makes at least one worker"),
        };
        task.control.wait(task.limits.infinite);
        best
    }

    /// Searches as a part of another search, alone: the score for the team to act, and the nodes it took. No score when it was told to end
    /// before it knew; it need not even complete depth 1. Leaves the table its age.
    pub(in crate::search) fn judge(&mut self, root: &Root<G>, task: Task<'_, G::Action>) -> (Option<i32>, u64) {
        self.set_up(1);
        let shared = Shared {
            task,
            allotment: Allotment::new(task.limits, task.settings),
            done: AtomicBool::new(false),
            counters: &self.counters,
        };
        let mut search = Search::new(&mut self.workers[0], &shared, 0, self.selective);
        let score = search.judge(root);
        (score, search.nodes)
    }
}

impl<'a, G: Evaluate> Search<'a, G> {
    fn new(memory: &'a mut Memory<G>, shared: &'a Shared<'a, G::Action>, index: usize, selective: bool) -> Self {
        let alone = shared.counters.len() == 1;
        let node_limit = strength::nodes(shared.task.settings).into_iter().chain(shared.task.limits.nodes).min();
        Self {
            memory,
            shared,
            index,
            nodes: 0,
            node_limit: if alone { node_limit.unwrap_or(u64::MAX) } else { u64::MAX },
            next_check: 0,
            check_interval: 64,
            last_check: Instant::now(),
            soft: shared.allotment.soft,
            abortable: false,
            aborted: false,
            root_depth: 0,
            seldepth: 0,
            rng: Rng::new(shared.task.settings.seed.wrapping_add(index as u64)),
            selective,
        }
    }

    /// Counts a node and looks now and then whether to go on.
    #[inline]
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check();
        }
    }

    /// Whether the search is to end now.
    #[cold]
    fn check(&mut self) {
        self.shared.counters[self.index].store(self.nodes, Ordering::Relaxed);
        // The interval is adapted to about a quarter of a millisecond, whatever the game.
        let now = Instant::now();
        match now.duration_since(self.last_check).as_micros() {
            0..=125 => self.check_interval = (self.check_interval * 2).min(4_096),
            500.. => self.check_interval = (self.check_interval / 2).max(16),
            _ => {}
        }
        self.last_check = now;
        self.next_check = (self.nodes + self.check_interval).min(self.node_limit.max(self.nodes + 1));
        if self.abortable && (self.nodes >= self.node_limit || self.over()) {
            self.aborted = true;
        }
    }

    /// Whether something outside this worker's tree ends the search.
    fn over(&self) -> bool {
        let Shared { task: Task { limits, control, .. }, allotment, done, .. } = self.shared;
        if control.stopped() || done.load(Ordering::Relaxed) {
            return true;
        }
        if self.index > 0 {
            return false;
        }
        if self.shared.counters.len() > 1 && limits.nodes.is_some_and(|most| self.total_nodes() >= most) {
            return true;
        }
        if control.pondering() || limits.infinite {
            return false;
        }
        allotment.hard.is_some_and(|hard| control.own_time() >= hard)
            // Time used on the opponent's clock counts too, once it is known to be well used.
            || limits.ponder && self.soft.is_some_and(|soft| control.elapsed() >= soft)
    }

    /// Nodes of all workers.
    fn total_nodes(&self) -> u64 {
        let others = self.shared.counters.iter().enumerate().filter(|(index, _)| *index != self.index);
        self.nodes + others.map(|(_, counter)| counter.load(Ordering::Relaxed)).sum::<u64>()
    }

    /// The static evaluation, kept within the contract's range.
    #[inline]
    fn evaluate(&self, position: &G, team: crate::board::Team) -> i32 {
        let score = position.evaluate(team);
        debug_assert!(score != NONE && score.abs() <= 20_000);
        score
    }
}
