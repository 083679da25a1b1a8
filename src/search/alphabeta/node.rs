//! A player's node.

use super::Search;
use super::memory::MERIT_MAX;
use super::order::Candidate;
use super::visit::{Plan, Window};
use crate::board::Team;
use crate::game::Evaluate;
use crate::search::report::{Bound, MAX_PLY};
use crate::search::table::Entry;
use crate::search::value::{self, INFINITE, MATE, NONE, WIN, decided};

/// What a node knows of itself before any action is tried.
#[derive(Clone, Copy)]
struct Outlook {
    /// The static evaluation; [`NONE`] inside a turn and where the actor must react.
    eval: i32,
    /// Better than when the team was last evaluated.
    improving: bool,
}

/// How far the search of a node has come.
struct Progress {
    best: i32,
    ordinal: u16,
    alpha: i32,
    tried: usize,
    quiet: usize,
}

impl<G: Evaluate> Search<'_, G> {
    /// The score of a player's position for the team to act.
    pub(super) fn node<const PV: bool>(
        &mut self,
        position: &G,
        team: Team,
        mut window: Window,
        mut plan: Plan,
        ply: usize,
    ) -> i32 {
        let excluded = self.memory.frames[ply].excluded.take();
        if plan.depth <= 0 {
            if self.selective {
                return self.quiescence::<PV>(position, team, window, plan, ply);
            }
            if position.at_turn_start() {
                return self.leaf(position, team, ply);
            }
        }
        if ply + 1 >= MAX_PLY {
            return self.evaluate(position, team);
        }
        let turns = self.memory.frames[ply].turns;
        // No line from here is better than a win in this turn, nor worse than having lost already.
        window.alpha = window.alpha.max(turns - MATE);
        window.beta = window.beta.min(MATE - turns - 1);
        if window.alpha >= window.beta {
            return window.alpha;
        }

        let key = position.key();
        let known = if excluded.is_some() { None } else { self.shared.task.table.probe(key) };
        if let Some(entry) = known.filter(|_| !PV) {
            let enough = if self.selective {
                i32::from(entry.depth) >= plan.depth
            } else {
                i32::from(entry.depth) == plan.depth
            };
            let score = value::from_table(entry.score, turns);
            let fits = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= window.beta,
                Bound::Upper => score <= window.alpha,
            };
            if enough && fits {
                return score;
            }
        }

        let outlook = self.outlook(position, team, known, ply, excluded.is_some());
        if self.selective
            && !PV
            && excluded.is_none()
            && outlook.eval != NONE
            && let Some(score) = self.prune_node(position, team, window, plan, ply, outlook)
        {
            return score;
        }
        let table_ordinal = known.map_or(Entry::NO_ORDINAL, |entry| entry.ordinal);
        if self.selective && plan.depth >= 4 && table_ordinal == Entry::NO_ORDINAL && excluded.is_none() {
            // Nothing is known here: a shallower search finds out sooner what to begin with.
            plan.depth -= 1;
        }
        let singular = match known {
            Some(entry) if excluded.is_none() => self.singular(position, team, entry, window, plan, ply),
            _ => 0,
        };
        if self.aborted {
            return 0;
        }

        self.memory.frames[ply + 2].killers = [None, None];
        let base = self.memory.arena.len();
        let mut all = false;
        if table_ordinal == Entry::NO_ORDINAL || !self.table_candidate(position, table_ordinal) {
            self.candidates(position, team, ply);
            all = true;
            if self.memory.arena.len() == base {
                return self.nothing_to_do(position, team, ply);
            }
        }
        let mut progress =
            Progress { best: -INFINITE, ordinal: Entry::NO_ORDINAL, alpha: window.alpha, tried: 0, quiet: 0 };
        let mut next = base;
        loop {
            if next == self.memory.arena.len() && !all {
                self.collect(position, team, table_ordinal, ply, true);
                all = true;
            }
            if next == self.memory.arena.len() {
                break;
            }
            let place = next;
            next += 1;
            let candidate = self.pick(position, place);
            if excluded == Some(candidate.ordinal) {
                continue;
            }
            if self.selective && ply > 0 && Self::skip::<PV>(position, candidate, plan, outlook, &progress) {
                continue;
            }
            let extension = if candidate.ordinal == table_ordinal { singular } else { 0 };
            let score =
                self.try_action::<PV>(position, team, candidate, window, plan, ply, outlook, extension, &progress);
            if self.aborted {
                break;
            }
            progress.tried += 1;
            progress.quiet += usize::from(!candidate.tactical);
            if score > progress.best {
                progress.best = score;
                if score > progress.alpha {
                    progress.alpha = score;
                    progress.ordinal = candidate.ordinal;
                    if PV {
                        self.note_line(ply, candidate.action);
                    }
                    if score >= window.beta {
                        self.note_cutoff(position, team, base, place, plan.depth, ply);
                        break;
                    }
                }
            }
        }
        self.memory.arena.truncate(base);
        if self.aborted {
            return 0;
        }
        if excluded.is_some() {
            return if progress.tried == 0 { window.alpha } else { progress.best };
        }
        if plan.depth >= 0 {
            let bound = match progress.best {
                best if best >= window.beta => Bound::Lower,
                best if best > window.alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let entry = Entry {
                ordinal: progress.ordinal,
                score: value::to_table(progress.best, turns),
                eval: outlook.eval as i16,
                depth: plan.depth.min(255) as u8,
                bound,
            };
            self.shared.task.table.store(key, entry);
        }
        progress.best
    }

    /// A turn start at the end of plain minimax.
    fn leaf(&mut self, position: &G, team: Team, ply: usize) -> i32 {
        if position.count() == 0 { self.nothing_to_do(position, team, ply) } else { self.evaluate(position, team) }
    }

    fn outlook(&mut self, position: &G, team: Team, known: Option<Entry>, ply: usize, again: bool) -> Outlook {
        if !position.at_turn_start() || position.urgent() {
            return Outlook { eval: NONE, improving: false };
        }
        let frame_eval = self.memory.frames[ply].evals[team.index()];
        let eval = match known {
            Some(entry) if entry.eval != Entry::NO_EVAL => i32::from(entry.eval),
            _ if again => frame_eval,
            _ => self.evaluate(position, team),
        };
        let improving = frame_eval != NONE && eval > frame_eval;
        self.memory.frames[ply].evals[team.index()] = eval;
        Outlook { eval, improving }
    }

    /// Whether the node need not be searched, because it is so good already.
    fn prune_node(
        &mut self,
        position: &G,
        team: Team,
        window: Window,
        plan: Plan,
        ply: usize,
        outlook: Outlook,
    ) -> Option<i32> {
        let beta = window.beta;
        let Outlook { eval, improving } = outlook;
        let depth = plan.depth;
        // Reverse futility: far above the window, a few plies will not bring it down.
        if depth <= 8 && !decided(beta) && eval - 75 * (depth - i32::from(improving)) >= beta {
            return Some((eval + beta) / 2);
        }
        // Null move: if doing nothing for a turn is good enough, so is the best action.
        if depth >= 3 && eval >= beta && !decided(beta) && !self.memory.frames[ply].null {
            let null = position.null()?;
            let reduction = 3 + depth / 4 + ((eval - beta) / 200).min(3);
            let barrier = self.memory.path.bar();
            self.memory.frames[ply + 1].slot = None;
            self.memory.frames[ply + 1].null = true;
            let below = Plan { depth: depth - 1 - reduction, ..plan };
            let score = self.visit::<false>(&null, team, Window::new(beta - 1, beta), below, ply + 1);
            self.memory.path.unbar(barrier);
            if self.aborted {
                return Some(0);
            }
            if score >= beta {
                return Some(if decided(score) { beta } else { score });
            }
        }
        None
    }

    /// Whether the table's action is so much better than all others that it deserves a ply more (1), or less (-1).
    fn singular(&mut self, position: &G, team: Team, entry: Entry, window: Window, plan: Plan, ply: usize) -> i32 {
        let turns = self.memory.frames[ply].turns;
        let score = value::from_table(entry.score, turns);
        if !self.selective
            || ply == 0
            || plan.depth < 8
            || entry.ordinal == Entry::NO_ORDINAL
            || entry.bound == Bound::Upper
            || i32::from(entry.depth) < plan.depth - 3
            || decided(score)
            || ply as i32 >= 2 * self.root_depth
        {
            return 0;
        }
        let beta = score - 2 * plan.depth;
        let below = Plan { depth: (plan.depth - 1) / 2, cut: plan.cut };
        self.memory.frames[ply].excluded = Some(entry.ordinal);
        let second = self.node::<false>(position, team, Window::new(beta - 1, beta), below, ply);
        match second {
            _ if second < beta => 1,
            _ if score >= window.beta => -1,
            _ => 0,
        }
    }

    /// Whether the action need not be tried.
    fn skip<const PV: bool>(
        position: &G,
        candidate: Candidate<G::Action>,
        plan: Plan,
        outlook: Outlook,
        progress: &Progress,
    ) -> bool {
        if progress.tried == 0 || progress.best <= -WIN {
            return false;
        }
        let depth = plan.depth;
        if candidate.tactical {
            return depth <= 7 && candidate.exchange < -90 * depth;
        }
        if outlook.eval == NONE {
            // Inside a turn: the more actions it has, the less each of the late ones matters.
            return depth <= 4 && progress.quiet as i32 >= 8 + depth * depth && !position.urgent();
        }
        // Late quiet actions near the leaves.
        let many = (G::BREADTH + depth * depth) / (2 - i32::from(outlook.improving));
        if depth <= 8 && progress.quiet as i32 >= many {
            return true;
        }
        // Futility: quiet actions do not lift the evaluation by so much.
        if !PV && depth <= 7 && outlook.eval + 120 + 90 * depth <= progress.alpha && !decided(progress.alpha) {
            return true;
        }
        depth <= 6 && position.exchange(candidate.action) < -25 * depth * depth
    }

    /// Plays the action and searches what follows.
    #[allow(clippy::too_many_arguments)]
    fn try_action<const PV: bool>(
        &mut self,
        position: &G,
        team: Team,
        candidate: Candidate<G::Action>,
        window: Window,
        plan: Plan,
        ply: usize,
        outlook: Outlook,
        mut extension: i32,
        progress: &Progress,
    ) -> i32 {
        let slot = position.slot(candidate.action);
        let mut next = *position;
        next.act(candidate.action);
        self.memory.frames[ply + 1].slot = Some(slot);
        self.memory.frames[ply + 1].null = false;
        let Window { beta, .. } = window;
        let alpha = progress.alpha;
        let urgent = self.selective && next.urgent();
        if extension == 0 && urgent && candidate.exchange >= 0 && (ply as i32) < 2 * self.root_depth {
            extension = 1;
        }
        let depth = plan.depth - 1 + extension;
        let open = Window::new(alpha, beta);
        if progress.tried == 0 {
            let cut = if PV { false } else { plan.cut };
            return self.visit::<PV>(&next, team, open, Plan { depth, cut }, ply + 1);
        }
        if PV {
            // When the narrow search fails high, no line is known; an earlier action's must not be taken for one.
            self.memory.lines[ply + 1].clear();
        }
        let narrow = Window::new(alpha, alpha + 1);
        let mut score = alpha + 1;
        if self.selective && plan.depth >= 3 && progress.tried > usize::from(PV) {
            let reduction = self.reduction::<PV>(team, candidate, slot, plan, ply, outlook, progress, urgent);
            let reduced = (depth - reduction).clamp(1.min(depth), depth);
            if reduced < depth {
                score = self.visit::<false>(&next, team, narrow, Plan { depth: reduced, cut: false }, ply + 1);
            }
        }
        if score > alpha && !self.aborted {
            score = self.visit::<false>(&next, team, narrow, Plan { depth, cut: plan.cut }, ply + 1);
        }
        if score > alpha && score < beta && !self.aborted {
            score = self.visit::<PV>(&next, team, open, Plan { depth, cut: false }, ply + 1);
        }
        score
    }

    /// By how many plies a late action is searched less deeply at first.
    #[allow(clippy::too_many_arguments)]
    fn reduction<const PV: bool>(
        &self,
        team: Team,
        candidate: Candidate<G::Action>,
        slot: usize,
        plan: Plan,
        ply: usize,
        outlook: Outlook,
        progress: &Progress,
        urgent: bool,
    ) -> i32 {
        let row = &self.memory.reductions[plan.depth.clamp(0, 63) as usize];
        let mut reduction = i32::from(row[progress.tried.min(63)]);
        if candidate.tactical {
            if candidate.exchange >= 0 {
                return 0;
            }
            reduction /= 2;
        } else {
            let merit = self.memory.merit.quiet(team.index(), slot, self.before(ply));
            reduction -= (merit / (MERIT_MAX / 2)).clamp(-2, 2);
            reduction += i32::from(outlook.eval != NONE && !outlook.improving);
        }
        reduction - i32::from(PV) + i32::from(plan.cut) - i32::from(urgent)
    }

    /// Learns from the candidate at `place`, which refuted the node, and from those tried before it.
    fn note_cutoff(&mut self, position: &G, team: Team, base: usize, place: usize, depth: i32, ply: usize) {
        let depth = depth.max(0);
        let bonus = (depth * depth * 12 + 60 * depth).min(1_600);
        let before = self.before(ply);
        let side = team.index();
        let best = self.memory.arena[place];
        let slot = position.slot(best.action);
        if best.tactical {
            self.memory.merit.note_tactical(side, slot, bonus);
        } else {
            self.memory.merit.note_quiet(side, slot, before, bonus);
            self.memory.merit.note_counter(before[0], best.action);
            let killers = &mut self.memory.frames[ply].killers;
            if killers[0] != Some(best.action) {
                *killers = [Some(best.action), killers[0]];
            }
        }
        for index in base..place {
            let tried = self.memory.arena[index];
            let slot = position.slot(tried.action);
            if tried.tactical {
                self.memory.merit.note_tactical(side, slot, -bonus);
            } else if !best.tactical {
                self.memory.merit.note_quiet(side, slot, before, -bonus);
            }
        }
    }
}
