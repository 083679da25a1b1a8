//! Beyond the depth: until nothing hangs and the turn is over, so that the evaluation can be trusted.

use super::Search;
use super::visit::{Plan, Window};
use crate::board::Team;
use crate::game::Evaluate;
use crate::search::report::{Bound, MAX_PLY};
use crate::search::table::Entry;
use crate::search::value::{self, INFINITE, NONE, WIN};

/// Plies after which a turn start is evaluated as it stands.
const CALM: i32 = 16;
/// Plies after which any position is, even inside a turn.
const CAP: i32 = 2 * CALM;
/// What an event counts in plies: what follows in the turn is looked at, further turns are not.
pub(super) const EVENT: i32 = CALM;
/// Quiet actions tried inside a turn that offers no tactical ones.
const QUIET: usize = 3;
/// What an exchange may be worth beyond what it wins at once, in centipawns.
const MARGIN: i32 = 180;

impl<G: Evaluate> Search<'_, G> {
    /// The score of a player's position with no plies left; `plan.depth` counts on below zero.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &G,
        team: Team,
        window: Window,
        plan: Plan,
        ply: usize,
    ) -> i32 {
        let Window { mut alpha, beta } = window;
        let turns = self.memory.frames[ply].turns;
        let key = position.key();
        let known = self.shared.task.table.probe(key);
        if let Some(entry) = known.filter(|_| !PV) {
            let score = value::from_table(entry.score, turns);
            match entry.bound {
                Bound::Exact => return score,
                Bound::Lower if score >= beta => return score,
                Bound::Upper if score <= alpha => return score,
                _ => {}
            }
        }
        let start = position.at_turn_start();
        if plan.depth <= -CAP || start && plan.depth <= -CALM || ply + 1 >= MAX_PLY {
            return self.evaluate(position, team);
        }
        // Who is at a turn start and not pressed may do nothing special: the evaluation is a lower bound.
        let quiet = start && !position.urgent();
        let mut eval = NONE;
        let mut best = -INFINITE;
        if quiet {
            eval = match known {
                Some(entry) if entry.eval != Entry::NO_EVAL => i32::from(entry.eval),
                _ => self.evaluate(position, team),
            };
            best = eval;
            if best >= beta {
                if known.is_none() {
                    self.remember(key, best, eval, Bound::Lower, turns);
                }
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut base = self.tactical_candidates(position, team);
        let mut most = usize::MAX;
        if !quiet && self.memory.arena.len() == base {
            base = self.candidates(position, team, ply);
            if self.memory.arena.len() == base {
                return self.nothing_to_do(position, team, ply);
            }
            most = QUIET;
        }
        let end = self.memory.arena.len();
        for place in base..end.min(base.saturating_add(most)) {
            let candidate = self.pick(position, place);
            if quiet && candidate.tactical {
                if candidate.exchange < 0 {
                    break;
                }
                let hoped = eval + candidate.exchange + MARGIN;
                if candidate.exchange > 0 && hoped <= alpha {
                    best = best.max(hoped);
                    continue;
                }
            }
            if !quiet && best > -WIN && candidate.exchange < 0 {
                continue;
            }
            let mut next = *position;
            next.act(candidate.action);
            self.memory.frames[ply + 1].slot = Some(position.slot(candidate.action));
            self.memory.frames[ply + 1].null = false;
            let plan = Plan { depth: plan.depth - 1, ..plan };
            let score = self.visit::<PV>(&next, team, Window::new(alpha, beta), plan, ply + 1);
            if self.aborted {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if PV {
                        self.note_line(ply, candidate.action);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.memory.arena.truncate(base);
        if self.aborted {
            return 0;
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.remember(key, best, eval, bound, turns);
        best
    }

    fn remember(&self, key: u64, score: i32, eval: i32, bound: Bound, turns: i32) {
        let entry = Entry {
            ordinal: Entry::NO_ORDINAL,
            score: value::to_table(score, turns),
            eval: eval as i16,
            depth: 0,
            bound,
        };
        self.shared.task.table.store(key, entry);
    }

    /// The score of a position whose seat to act has no action.
    pub(super) fn nothing_to_do(&self, position: &G, team: Team, ply: usize) -> i32 {
        let inside = i32::from(!position.at_turn_start());
        match position.stuck() {
            Some(outcome) => value::outcome(outcome, team, self.memory.frames[ply].turns + inside),
            None => self.evaluate(position, team),
        }
    }

    /// Makes `action` and the line after it the line of `ply`.
    pub(super) fn note_line(&mut self, ply: usize, action: G::Action) {
        let (head, tail) = self.memory.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(action);
        for &next in tail[0].iter().take(line.remaining_capacity()) {
            line.push(next);
        }
    }
}
