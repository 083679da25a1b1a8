//! The root: deeper and deeper, until the limits say so.

use super::memory::{Frame, RootAction};
use super::visit::{Plan, Window};
use super::{Search, strength};
use crate::board::Team;
use crate::game::{Actor, Evaluate};
use crate::search::Root;
use crate::search::clock::Mood;
use crate::search::report::{self, Best, Bound, Line, Report, Score};
use crate::search::table::Entry;
use crate::search::value::{self, INFINITE, MATE, decided};

/// The deepest iteration.
const MAX_DEPTH: u32 = 128;
/// Half of the first aspiration window, in centipawns.
const ASPIRATION: i32 = 16;

type Sink<'s, A> = &'s mut dyn FnMut(&Report<'_, A>);

impl<G: Evaluate> Search<'_, G> {
    /// Searches as the worker that reports and decides.
    pub(super) fn lead(mut self, root: &Root<G>, sink: Sink<'_, G::Action>) -> Best<G::Action> {
        let Actor::Seat(seat) = root.position.turn() else {
            return self.nothing_at_root(root, Team::First, sink);
        };
        let team = G::team(seat);
        self.begin(root, team);
        if self.memory.roots.is_empty() {
            return self.nothing_at_root(root, team, sink);
        }
        self.iterate(root, team, sink);
        let chosen = self.choose();
        let mut line = std::mem::take(&mut self.memory.roots[chosen].line);
        let depth = self.root_depth;
        self.complete(root, team, &mut line);
        self.root_depth = depth;
        // Whoever reads the reports must have seen what is played: an unfinished iteration may have changed the rest of the turn.
        if self.memory.told != line {
            self.memory.roots.swap(0, chosen);
            self.memory.roots[0].line.clone_from(&line);
            self.report(0, self.memory.roots[0].score, Bound::Exact, sink);
        }
        Best { pv: line }
    }

    /// The score for the team to act; none when the search is told to end before it knows.
    pub(super) fn judge(&mut self, root: &Root<G>) -> Option<i32> {
        self.abortable = true;
        let team = match root.position.turn() {
            Actor::Seat(seat) => G::team(seat),
            _ => Team::First,
        };
        self.begin(root, team);
        if self.memory.roots.is_empty() {
            return Some(self.worth_without_actions(root, team));
        }
        self.iterate(root, team, &mut |_| ());
        (!self.aborted).then(|| self.memory.roots[0].score)
    }

    /// Searches beside the leader, for what it leaves in the table.
    pub(super) fn help(mut self, root: &Root<G>) {
        if let Actor::Seat(seat) = root.position.turn() {
            self.begin(root, G::team(seat));
            if !self.memory.roots.is_empty() {
                self.iterate(root, G::team(seat), &mut |_| ());
            }
        }
    }

    /// Collects the root's actions.
    fn begin(&mut self, root: &Root<G>, team: Team) {
        let memory = &mut *self.memory;
        memory.arena.clear();
        memory.roots.clear();
        memory.path.begin(&root.history);
        memory.frames.fill(Frame::default());
        memory.told.clear();
        let only = &self.shared.task.limits.searchmoves;
        let base = self.candidates(&root.position, team, 0);
        if !only.is_empty() {
            // What is asked for is searched even where it is pointless.
            self.memory.arena.truncate(base);
            self.collect(&root.position, team, Entry::NO_ORDINAL, 0, false);
            self.memory.arena.retain(|candidate| only.contains(&candidate.action));
        }
        for place in base..self.memory.arena.len() {
            let candidate = self.pick(&root.position, place);
            let mut line = Line::new();
            line.push(candidate.action);
            let (score, before) = (-INFINITE, -INFINITE);
            let action = RootAction {
                action: candidate.action,
                tactical: candidate.tactical,
                score,
                before,
                nodes: 0,
                seldepth: 0,
                line,
            };
            self.memory.roots.push(action);
        }
        self.memory.arena.truncate(base);
    }

    /// One iteration after the other.
    fn iterate(&mut self, root: &Root<G>, team: Team, sink: Sink<'_, G::Action>) {
        let settings = self.shared.task.settings;
        let count = self.memory.roots.len();
        let wanted = if settings.elo.is_some() { settings.multipv.max(strength::CHOICE) } else { settings.multipv };
        let (shown, lines) = (settings.multipv.clamp(1, count), wanted.clamp(1, count));
        let deepest = self.shared.task.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut mood = Mood::default();
        let mut best_before = None;
        for depth in 1..=deepest {
            self.root_depth = depth as i32;
            for action in &mut self.memory.roots {
                action.before = action.score;
            }
            for first in 0..lines {
                self.seldepth = 0;
                self.aspire(root, team, first, shown, sink);
                if self.aborted {
                    break;
                }
            }
            if self.index > 0 {
                if self.aborted {
                    return;
                }
                self.abortable = true;
                continue;
            }
            let best = &self.memory.roots[0];
            let (score, action) = (best.score, best.action);
            let same_best = best_before == Some(action);
            if self.aborted {
                return;
            }
            self.abortable = true;
            for line in 0..shown {
                self.report(line, self.memory.roots[line].score, Bound::Exact, sink);
            }
            mood.note(same_best, score);
            best_before = Some(action);
            if self.enough(&mood, score) {
                return;
            }
            if depth == 1 && self.prove(root, team, sink) || self.aborted {
                return;
            }
        }
    }

    /// Looks for a win in as few turns as `go mate` allows, without leaving anything out. Only wins and losses are told apart, and
    /// no line is followed for more turns than asked for. Reports it and says so when there is one.
    fn prove(&mut self, root: &Root<G>, team: Team, sink: Sink<'_, G::Action>) -> bool {
        let most = self.shared.task.limits.mate.unwrap_or(0).min(MAX_DEPTH / 2) as i32;
        let selective = std::mem::replace(&mut self.selective, false);
        let mut won = false;
        for turns in 1..=most {
            self.seldepth = 0;
            // The winner has one turn more than the other side.
            let window = Window::new(MATE - 2 * turns, INFINITE);
            self.root_depth = report::MAX_PLY as i32;
            let score = self.root(&root.position, team, window, 0);
            won = score > window.alpha;
            if won || self.aborted {
                break;
            }
        }
        self.selective = selective;
        self.root_depth = self.memory.roots[0].line.len() as i32;
        if won {
            self.report(0, self.memory.roots[0].score, Bound::Exact, sink);
        }
        won
    }

    /// Whether a complete iteration is enough to answer.
    fn enough(&mut self, mood: &Mood, score: i32) -> bool {
        let limits = self.shared.task.limits;
        if let (Some(most), Score::Mate(turns)) = (limits.mate, value::report(score))
            && turns > 0
            && turns as u32 <= most
        {
            return true;
        }
        if limits.mate.is_some_and(|most| self.root_depth > 2 * most.min(MAX_DEPTH / 2) as i32) && limits.only_mate() {
            // There is none; what is best otherwise has been looked at as deeply.
            return true;
        }
        if let Some(soft) = self.shared.allotment.soft {
            let effort = self.memory.roots[0].nodes * 100 / self.nodes.max(1);
            self.soft = Some(soft * mood.percent(effort) as u32 / 100);
        }
        if self.shared.task.control.pondering() || limits.infinite {
            return self.over();
        }
        if limits.clock.is_some() && self.memory.roots.len() == 1 && !self.shared.task.settings.analyse {
            return true;
        }
        self.soft.is_some_and(|soft| self.shared.task.control.elapsed() >= soft)
            || self.nodes >= self.node_limit
            || self.over()
    }

    /// One iteration for the best of the actions from `first` on, with a window around what is expected.
    fn aspire(&mut self, root: &Root<G>, team: Team, first: usize, shown: usize, sink: Sink<'_, G::Action>) {
        let expected = self.memory.roots[first].before;
        let mut width = ASPIRATION;
        let mut window = Window::new(-INFINITE, INFINITE);
        if self.root_depth >= 5 && !decided(expected) {
            window = Window::new(expected - width, expected + width);
        }
        loop {
            let score = self.root(&root.position, team, window, first);
            if self.aborted {
                break;
            }
            width *= 2;
            let bound = if score <= window.alpha && window.alpha > -INFINITE {
                window.beta = i32::midpoint(window.alpha, window.beta);
                window.alpha = if width > 500 { -INFINITE } else { score - width };
                Bound::Upper
            } else if score >= window.beta && window.beta < INFINITE {
                window.beta = if width > 500 { INFINITE } else { score + width };
                Bound::Lower
            } else {
                break;
            };
            // A search limited by nodes says the same every time, so nothing it says may depend on the clock.
            let repeatable = self.shared.task.limits.nodes.is_some();
            let late = self.shared.task.control.elapsed().as_secs() >= 2;
            if self.index == 0 && first < shown && late && !repeatable {
                self.report(first, score, bound, sink);
            }
        }
        // The lines before this one were searched with their own windows: the better score comes first.
        let mut place = first;
        while place > 0 && self.memory.roots[place].score > self.memory.roots[place - 1].score {
            self.memory.roots.swap(place, place - 1);
            place -= 1;
        }
    }

    /// Searches the root's actions from `first` on and brings the best to `first`.
    fn root(&mut self, position: &G, team: Team, window: Window, first: usize) -> i32 {
        let Window { mut alpha, beta } = window;
        let depth = self.root_depth - 1;
        let mut best = -INFINITE;
        for index in first..self.memory.roots.len() {
            let action = self.memory.roots[index].action;
            let slot = position.slot(action);
            let nodes = self.nodes;
            let mut next = *position;
            next.act(action);
            self.memory.frames[1].slot = Some(slot);
            self.memory.frames[1].null = false;
            let plan = Plan { depth, cut: false };
            let open = Window::new(alpha, beta);
            let score = if index == first {
                self.visit::<true>(&next, team, open, plan, 1)
            } else {
                self.late(&next, team, open, plan, index)
            };
            let known = &mut self.memory.roots[index];
            known.nodes += self.nodes - nodes;
            if self.aborted {
                return best;
            }
            if index == first || score > alpha {
                known.score = score;
                known.seldepth = self.seldepth;
                if score > alpha {
                    known.line.clear();
                    known.line.push(action);
                    let below = &self.memory.lines[1];
                    known.line.extend(below.iter().copied().take(report::MAX_PLY - 1));
                }
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.memory.roots[first..=index].rotate_right(1);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        best
    }

    /// A root action that is not expected to be the best.
    fn late(&mut self, next: &G, team: Team, open: Window, plan: Plan, index: usize) -> i32 {
        let narrow = Window::new(open.alpha, open.alpha + 1);
        let mut score = open.beta;
        if self.selective && plan.depth >= 2 && index >= 3 && !self.memory.roots[index].tactical && !next.urgent() {
            let row = &self.memory.reductions[(plan.depth + 1).clamp(0, 63) as usize];
            let reduced = (plan.depth + 1 - i32::from(row[index.min(63)])).clamp(1, plan.depth);
            score = self.visit::<false>(next, team, narrow, Plan { depth: reduced, cut: false }, 1);
        }
        if score > open.alpha && !self.aborted {
            score = self.visit::<false>(next, team, narrow, plan, 1);
        }
        if score > open.alpha && !self.aborted {
            score = self.visit::<true>(next, team, open, plan, 1);
        }
        score
    }

    fn report(&mut self, index: usize, score: i32, bound: Bound, sink: Sink<'_, G::Action>) {
        if index == 0 {
            self.memory.told.clone_from(&self.memory.roots[0].line);
        }
        let action = &self.memory.roots[index];
        sink(&Report {
            depth: self.root_depth as u32,
            seldepth: action.seldepth.max(self.root_depth as usize) as u32,
            multipv: index + 1,
            score: value::report(score),
            bound,
            wdl: self.shared.task.settings.show_wdl.then(|| value::wdl(score)),
            nodes: self.total_nodes(),
            hashfull: self.shared.task.table.hashfull(),
            elapsed: self.shared.task.control.elapsed(),
            pv: &action.line,
        });
    }

    /// A root without actions: the game is over, or it is the table's turn.
    fn nothing_at_root(&self, root: &Root<G>, team: Team, sink: Sink<'_, G::Action>) -> Best<G::Action> {
        let score = self.worth_without_actions(root, team);
        sink(&Report {
            depth: 0,
            seldepth: 0,
            multipv: 1,
            score: value::report(score),
            bound: Bound::Exact,
            wdl: self.shared.task.settings.show_wdl.then(|| value::wdl(score)),
            nodes: 0,
            hashfull: self.shared.task.table.hashfull(),
            elapsed: self.shared.task.control.elapsed(),
            pv: &[],
        });
        Best { pv: Line::new() }
    }

    fn worth_without_actions(&self, root: &Root<G>, team: Team) -> i32 {
        match root.position.actor() {
            Actor::Over(outcome) => value::outcome(outcome, team, 0),
            _ => self.evaluate(&root.position, team),
        }
    }

    /// Which of the root's actions to play: the first, unless the strength is limited.
    fn choose(&mut self) -> usize {
        let Some(elo) = self.shared.task.settings.elo else { return 0 };
        let mut chosen = 0;
        let mut most = i32::MIN;
        for (index, action) in self.memory.roots.iter().enumerate().take(strength::CHOICE) {
            if action.score == -INFINITE {
                break;
            }
            let score = action.score + if decided(action.score) { 0 } else { strength::error(elo, &mut self.rng) };
            if score > most {
                (chosen, most) = (index, score);
            }
        }
        chosen
    }

    /// Brings the line to the end of the actor's turn, or to the first event or another seat's choice in it.
    fn complete(&mut self, root: &Root<G>, team: Team, line: &mut Line<G::Action>) {
        let mut position = root.position;
        let mine = position.turn();
        let mut known = 0;
        while !line.is_full() {
            if known < line.len() {
                position.act(line[known]);
                known += 1;
            }
            if position.turn() != mine || position.at_turn_start() {
                return;
            }
            if known == line.len() {
                let Some(action) = self.at_hand(root, &position, team) else { return };
                line.push(action);
            }
        }
    }

    /// The action that looks best at once.
    fn at_hand(&mut self, root: &Root<G>, position: &G, team: Team) -> Option<G::Action> {
        (self.aborted, self.abortable, self.root_depth) = (false, false, 1);
        self.memory.arena.clear();
        self.memory.path.begin(&root.history);
        self.memory.frames[0] = Frame::default();
        self.memory.lines[0].clear();
        self.node::<true>(position, team, Window::new(-INFINITE, INFINITE), Plan { depth: 1, cut: false }, 0);
        self.memory.lines[0].first().copied()
    }
}
