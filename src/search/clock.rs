//! Time management: how long to think.

use super::limits::{Limits, Settings};
use std::time::Duration;

/// How much time a search takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Allotment {
    /// What the move deserves when nothing is remarkable; looked at between iterations. None: no such thing.
    pub(super) soft: Option<Duration>,
    /// What it gets at most. None: no limit.
    pub(super) hard: Option<Duration>,
}

/// Turns a game is thought to last still, when the clock does not say.
const TURNS: i64 = 28;

impl Allotment {
    /// The allotment for a `go`.
    pub(super) fn new<A>(limits: &Limits<A>, settings: &Settings) -> Self {
        let mut allotment = Self { soft: None, hard: limits.movetime };
        if let Some(clock) = limits.clock {
            let millis = |ms: i64| Duration::from_millis(ms.max(0) as u64);
            let overhead = settings.overhead.as_millis().min(60_000) as i64;
            let left = clock.left.min(1 << 40).saturating_sub(overhead).max(0);
            let turns = clock.moves_to_go.map_or(TURNS, |turns| i64::from(turns).clamp(1, TURNS));
            // What is added after this move is there for the next one.
            let increment = clock.increment.clamp(0, 1 << 40);
            let share = left / turns + increment * 3 / 4;
            // With one move to the time control nearly all may be used, else a part.
            let most = if turns == 1 { left * 9 / 10 } else { left * 3 / 5 };
            allotment.soft = Some(millis(share.min(most)));
            let hard = millis((share * 5).min(most));
            allotment.hard = Some(limits.movetime.map_or(hard, |movetime| movetime.min(hard)));
        }
        allotment
    }
}

/// How settled the search is, which decides how much of the soft limit is used.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Mood {
    /// Iterations for which the best action has been the same.
    stable: u32,
    /// Score of the iteration before.
    score: Option<i32>,
    /// By how much the score has fallen, in centipawns, at the last iteration.
    fall: i32,
}

impl Mood {
    /// Notes the result of an iteration.
    pub(super) fn note(&mut self, same_best: bool, score: i32) {
        self.stable = if same_best { self.stable + 1 } else { 0 };
        self.fall = self.score.map_or(0, |before| before - score);
        self.score = Some(score);
    }

    /// The part of the soft limit that should be used, in percent. `effort` is the percentage of nodes spent on the best action.
    pub(super) fn percent(&self, effort: u64) -> u64 {
        let stability = [170, 140, 120, 105, 95, 88, 82, 78][self.stable.min(7) as usize];
        let fall = (100 + i64::from(self.fall) * 2).clamp(85, 220) as u64;
        let doubt = 165 - effort.min(100);
        stability * fall * doubt / 10_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Clock;

    fn allot(left: i64, increment: i64, moves_to_go: Option<u32>) -> Allotment {
        let limits = Limits::<()> { clock: Some(Clock { left, increment, moves_to_go }), ..Limits::default() };
        Allotment::new(&limits, &Settings::default())
    }

    #[test]
    fn never_more_than_the_clock_less_the_overhead() {
        let values = [i64::MIN, -1, 0, 1, 5, 11, 100, 1_000, 60_000, 7_200_000, i64::MAX];
        for left in values {
            for increment in values {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let Allotment { soft, hard } = allot(left, increment, moves_to_go);
                    let (soft, hard) = (soft.unwrap(), hard.unwrap());
                    assert!(soft <= hard, "{left} {increment} {moves_to_go:?}");
                    assert!(
                        hard.as_millis() as i64 <= (left.saturating_sub(10)).max(0),
                        "{left} {increment} {moves_to_go:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn no_time_left_means_at_once() {
        for left in [-5_000, -1, 0, 10] {
            assert_eq!(allot(left, 1_000, None).hard, Some(Duration::ZERO));
        }
    }

    #[test]
    fn movetime_is_kept_as_it_is() {
        let limits = Limits::<()> { movetime: Some(Duration::from_millis(100)), ..Limits::default() };
        let allotment = Allotment::new(&limits, &Settings::default());
        assert_eq!(allotment, Allotment { soft: None, hard: Some(Duration::from_millis(100)) });
        assert_eq!(Allotment::new(&Limits::<()>::default(), &Settings::default()).hard, None);
    }

    #[test]
    fn doubt_takes_time() {
        let mut calm = Mood::default();
        let mut worried = Mood::default();
        for step in 0..8 {
            calm.note(true, 30);
            worried.note(step % 2 == 0, 30 - 40 * step);
        }
        assert!(calm.percent(80) < 100 && worried.percent(30) > 200);
    }
}
