//! When a game is decided before its rules say so: hopeless by both engines' own scores, dead level, or too long.

use crate::job::{Adjudication, Draw, Resign};
use crate::rules::Rules;

/// What has been reported so far.
pub(crate) struct Adjudicator<'a> {
    rules: &'a Adjudication,
    /// Answers in a row, by seat, of scores that give up, that claim victory, that see nothing.
    hopeless: Vec<u32>,
    winning: Vec<u32>,
    level: Vec<u32>,
    turns: u32,
}

/// A decision: the team that wins, and the reason's word.
pub(crate) type Decision = (Option<usize>, &'static str);

impl<'a> Adjudicator<'a> {
    pub(crate) fn new(rules: &'a Adjudication, seats: usize) -> Self {
        let none = || vec![0; seats];
        Self { rules, hopeless: none(), winning: none(), level: none(), turns: 0 }
    }

    /// A turn has passed on.
    pub(crate) fn turn_over(&mut self) {
        self.turns += 1;
    }

    /// A seat has answered with this score in centipawns. An answer without a score breaks every row.
    pub(crate) fn note(&mut self, seat: usize, score: Option<i64>) {
        let count = |row: &mut u32, holds: bool| *row = if holds { *row + 1 } else { 0 };
        if let Some(resign) = &self.rules.resign {
            count(&mut self.hopeless[seat], score.is_some_and(|score| score <= -resign.score));
            count(&mut self.winning[seat], score.is_some_and(|score| score >= resign.score));
        }
        if let Some(draw) = &self.rules.draw {
            count(&mut self.level[seat], score.is_some_and(|score| score.abs() <= draw.score));
        }
    }

    /// What is to be decided now.
    pub(crate) fn decision(&self) -> Option<Decision> {
        self.resigned().or_else(|| self.drawn()).or_else(|| {
            let limit = self.rules.max_turns;
            (limit > 0 && self.turns >= limit).then_some((None, "turns"))
        })
    }

    fn resigned(&self) -> Option<Decision> {
        let Resign { movecount, twosided, .. } = *self.rules.resign.as_ref()?;
        (0..2).find_map(|team| {
            let every = |rows: &[u32], team: usize| {
                let mut rows = rows.iter().enumerate().filter(|(seat, _)| Rules::team(*seat) == team);
                rows.all(|(_, &row)| row >= movecount)
            };
            let resigns = every(&self.hopeless, team) && (!twosided || every(&self.winning, 1 - team));
            resigns.then_some((Some(1 - team), "resign"))
        })
    }

    fn drawn(&self) -> Option<Decision> {
        let Draw { movenumber, movecount, .. } = *self.rules.draw.as_ref()?;
        let late = self.turns >= movenumber * self.level.len() as u32;
        (late && self.level.iter().all(|&row| row >= movecount)).then_some((None, "adjudication"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(twosided: bool) -> Adjudication {
        Adjudication {
            resign: Some(Resign { movecount: 2, score: 400, twosided }),
            draw: Some(Draw { movenumber: 3, movecount: 2, score: 20 }),
            max_turns: 10,
        }
    }

    #[test]
    fn resigns_after_enough_hopeless_answers_in_a_row() {
        let rules = rules(false);
        let mut judge = Adjudicator::new(&rules, 2);
        for (score, expected) in [(-500, None), (-399, None), (-400, None), (-9000, Some((Some(0), "resign")))] {
            judge.note(1, Some(score));
            assert_eq!(judge.decision(), expected, "{score}");
        }
        judge.note(1, None);
        assert_eq!(judge.decision(), None);
    }

    #[test]
    fn twosided_needs_both() {
        let rules = rules(true);
        let mut judge = Adjudicator::new(&rules, 2);
        for _ in 0..3 {
            judge.note(0, Some(-500));
        }
        assert_eq!(judge.decision(), None);
        for _ in 0..2 {
            judge.note(1, Some(500));
        }
        assert_eq!(judge.decision(), Some((Some(1), "resign")));
    }

    #[test]
    fn in_doubles_partners_resign_together() {
        let rules = rules(false);
        let mut judge = Adjudicator::new(&rules, 4);
        for _ in 0..2 {
            judge.note(1, Some(-500));
        }
        assert_eq!(judge.decision(), None);
        for _ in 0..2 {
            judge.note(3, Some(-500));
        }
        assert_eq!(judge.decision(), Some((Some(0), "resign")));
    }

    #[test]
    fn draws_late_and_level_and_ends_the_endless() {
        let rules = rules(false);
        let mut judge = Adjudicator::new(&rules, 2);
        for seat in [0, 1, 0, 1] {
            judge.note(seat, Some(-20));
            judge.turn_over();
        }
        assert_eq!(judge.decision(), None, "too early");
        judge.turn_over();
        judge.turn_over();
        assert_eq!(judge.decision(), Some((None, "adjudication")));
        judge.note(1, Some(21));
        assert_eq!(judge.decision(), None);
        for _ in 0..4 {
            judge.turn_over();
        }
        assert_eq!(judge.decision(), Some((None, "turns")));
    }
}
