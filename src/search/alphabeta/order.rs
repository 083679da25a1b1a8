//! Which action to look at first.

use super::Search;
use crate::board::Team;
use crate::game::{Evaluate, Flow};
use crate::search::table::Entry;

/// An action to be looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<A> {
    pub(super) action: A,
    /// The higher, the earlier.
    pub(super) score: i32,
    /// What the exchange wins, in centipawns; 0 until it has been asked for.
    pub(super) exchange: i32,
    asked: bool,
    /// Place in generation order.
    pub(super) ordinal: u16,
    pub(super) tactical: bool,
}

/// The table's action comes first, then tactical ones that lose nothing, killers and the counter-action, quiet ones by
/// merit, tactical ones that lose something.
const TABLE: i32 = 1 << 30;
const TACTICAL: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
const LOSING: i32 = -(1 << 28);

impl<G: Evaluate> Search<'_, G> {
    /// Appends all actions of the position to the arena; those that are pointless only when all are. Returns the place of
    /// the first.
    pub(super) fn candidates(&mut self, position: &G, team: Team, ply: usize) -> usize {
        let base = self.memory.arena.len();
        self.collect(position, team, Entry::NO_ORDINAL, ply, true);
        if self.memory.arena.len() == base {
            self.collect(position, team, Entry::NO_ORDINAL, ply, false);
        }
        base
    }

    /// Appends the action with this ordinal, which the table knows to be good: tried before the others are even looked
    /// at. Says whether there is one.
    pub(super) fn table_candidate(&mut self, position: &G, ordinal: u16) -> bool {
        let mut place = 0;
        let mut found = None;
        let _ = position.generate(&mut |action| {
            if place == ordinal {
                found = Some(action);
                return Flow::Break(());
            }
            place += 1;
            Flow::Continue(())
        });
        let Some(action) = found else { return false };
        let tactical = position.hint(action).tactical;
        self.memory.arena.push(Candidate { action, score: TABLE, exchange: 0, asked: false, ordinal, tactical });
        true
    }

    /// Appends the actions of the position but for `known`, and but for pointless ones if these are to be left out.
    pub(super) fn collect(&mut self, position: &G, team: Team, known: u16, ply: usize, leave_out: bool) {
        let before = self.before(ply);
        let memory = &mut *self.memory;
        let killers = memory.frames[ply].killers;
        let counter = memory.merit.counter(before[0]);
        let (arena, merit) = (&mut memory.arena, &memory.merit);
        let mut ordinal = 0;
        let _ = position.generate(&mut |action| {
            let place = ordinal;
            ordinal += 1;
            if place == known || leave_out && position.pointless(action) {
                return Flow::Continue(());
            }
            let hint = position.hint(action);
            let score = if hint.tactical {
                TACTICAL + hint.order * 16 + merit.tactical(team.index(), position.slot(action)) / 8
            } else if killers[0] == Some(action) {
                KILLER + 2
            } else if killers[1] == Some(action) {
                KILLER + 1
            } else if counter == Some(action) {
                KILLER
            } else {
                hint.order * 10 + merit.quiet(team.index(), position.slot(action), before)
            };
            arena.push(Candidate { action, score, exchange: 0, asked: false, ordinal: place, tactical: hint.tactical });
            Flow::Continue(())
        });
    }

    /// Appends the tactical actions, for quiescence.
    pub(super) fn tactical_candidates(&mut self, position: &G, team: Team) -> usize {
        let memory = &mut *self.memory;
        let base = memory.arena.len();
        let (arena, merit) = (&mut memory.arena, &memory.merit);
        let _ = position.tactical(&mut |action| {
            if position.pointless(action) {
                return Flow::Continue(());
            }
            let hint = position.hint(action);
            let slot = position.slot(action);
            let score = if hint.tactical {
                TACTICAL + hint.order * 16 + merit.tactical(team.index(), slot) / 8
            } else {
                hint.order * 10 + merit.quiet(team.index(), slot, [None, None])
            };
            let ordinal = Entry::NO_ORDINAL;
            arena.push(Candidate { action, score, exchange: 0, asked: false, ordinal, tactical: hint.tactical });
            Flow::Continue(())
        });
        base
    }

    /// Brings the best of the candidates from `place` on to `place`.
    pub(super) fn pick(&mut self, position: &G, place: usize) -> Candidate<G::Action> {
        loop {
            let rest = &mut self.memory.arena[place..];
            let mut best = 0;
            for index in 1..rest.len() {
                if rest[index].score > rest[best].score {
                    best = index;
                }
            }
            rest.swap(0, best);
            let first = &mut rest[0];
            if first.tactical && !first.asked && first.score < TABLE {
                first.asked = true;
                first.exchange = position.exchange(first.action);
                if first.exchange < 0 {
                    // It loses material: once more, at the end.
                    first.score += LOSING - TACTICAL;
                    continue;
                }
            }
            return *first;
        }
    }

    /// The slots of the two actions before the node at `ply`, the latest first.
    pub(super) fn before(&self, ply: usize) -> [Option<usize>; 2] {
        [self.memory.frames[ply].slot, if ply > 0 { self.memory.frames[ply - 1].slot } else { None }]
    }
}
