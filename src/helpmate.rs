//! Cooperative search: the shortest way in which all sides together, dice and all, bring about an end of the game.
//!
//! For people who set problems, and for what a rules page says of its shortest game. Depth first, one bound after the other;
//! the rules of the match (repetition, quiet turns) are left out, as in perft.

use crate::game::{Actor, Flow, Game, Odds, Outcome};
use crate::play::Step;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What the length of a sequence is counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Actions of players.
    Actions,
    /// Turns: whatever is done after the first action of a turn until the next turn start is free.
    Turns,
}

/// The shortest sequences that lead to the end looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<A, E> {
    /// Their length.
    pub length: u32,
    /// The first in generation order, events included.
    pub line: Vec<Step<A, E>>,
    /// How many there are; 1 when the first was enough.
    pub count: u64,
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unanswered {
    /// An event lies on the way whose outcomes cannot be listed (a deal).
    SampleOnly,
    /// The stop flag was raised.
    Cancelled,
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SampleOnly => "nobody can help with an event whose outcomes are not listed (a deal)",
            Self::Cancelled => "stopped",
        })
    }
}

impl std::error::Error for Unanswered {}

/// What is looked for.
#[derive(Clone, Copy)]
pub struct Problem<'a> {
    /// Length at most.
    pub most: u32,
    /// What length is counted in.
    pub unit: Unit,
    /// Which ends of the game are meant.
    pub goal: &'a dyn Fn(Outcome) -> bool,
    /// Whether all sequences of the shortest length are counted, or the first is enough.
    pub all: bool,
}

/// The answer to a problem: none when there is no sequence so short.
pub type Answer<G> = Result<Option<Solution<<G as Game>::Action, <G as Game>::Event>>, Unanswered>;

/// Looks for the shortest sequences of actions and events from `position` that reach the problem's goal.
///
/// # Errors
/// A deal lies on the way, or `stop` was raised.
pub fn solve<G: Game>(position: &G, problem: Problem<'_>, stop: Option<&AtomicBool>) -> Answer<G> {
    let mut search = Search { problem, stop, nodes: 0, line: Vec::new(), first: None, hopeless: vec![0; HOPELESS] };
    for length in 0..=problem.most {
        let count = search.descend(position, length)?;
        if let Some(line) = search.first.take() {
            return Ok(Some(Solution { length, line, count }));
        }
    }
    Ok(None)
}

/// Entries of the table of hopeless positions: 8 MiB.
const HOPELESS: usize = 1 << 20;

struct Search<'a, G: Game> {
    problem: Problem<'a>,
    stop: Option<&'a AtomicBool>,
    nodes: u64,
    line: Vec<Step<G::Action, G::Event>>,
    first: Option<Vec<Step<G::Action, G::Event>>>,
    /// Positions without a solution: the key but for its last eight bits, and how many units were left.
    hopeless: Vec<u64>,
}

impl<G: Game> Search<'_, G> {
    /// How many sequences of at most `left` units reach the goal. All shorter bounds have been searched in vain, so they
    /// all take the whole bound.
    fn descend(&mut self, position: &G, left: u32) -> Result<u64, Unanswered> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) && self.stop.is_some_and(|stop| stop.load(Relaxed)) {
            return Err(Unanswered::Cancelled);
        }
        match position.actor() {
            Actor::Over(outcome) => {
                let reached = (self.problem.goal)(outcome);
                if reached && self.first.is_none() {
                    self.first = Some(self.line.clone());
                }
                Ok(u64::from(reached))
            }
            Actor::Table => self.events(position, left),
            Actor::Seat(_) => self.actions(position, left),
        }
    }

    /// Whether the first sequence has been found and no other is wanted.
    fn enough(&self) -> bool {
        !self.problem.all && self.first.is_some()
    }

    fn actions(&mut self, position: &G, left: u32) -> Result<u64, Unanswered> {
        let cost = u32::from(self.problem.unit == Unit::Actions || position.at_turn_start());
        let Some(rest) = left.checked_sub(cost) else { return Ok(0) };
        let key = position.key();
        let entry = key as usize % HOPELESS;
        let units = u64::from(left.min(0xFF));
        // Nothing within more units is nothing within fewer.
        if (self.hopeless[entry] ^ key) & !0xFF == 0 && self.hopeless[entry] & 0xFF >= units && left <= 0xFF {
            return Ok(0);
        }
        let mut total = Ok(0);
        let _ = position.generate(&mut |action| {
            let mut next = *position;
            next.act(action);
            self.line.push(Step::Action(action));
            let found = self.descend(&next, rest);
            self.line.pop();
            total = total.and_then(|before| found.map(|more| before + more));
            if total.is_ok() && !self.enough() { Flow::Continue(()) } else { Flow::Break(()) }
        });
        if total == Ok(0) {
            self.hopeless[entry] = key & !0xFF | units;
        }
        total
    }

    fn events(&mut self, position: &G, left: u32) -> Result<u64, Unanswered> {
        let mut total = Ok(0);
        let odds = position.events(&mut |event, _| {
            if self.enough() {
                return;
            }
            let mut next = *position;
            next.happen(event);
            self.line.push(Step::Event(event));
            let found = self.descend(&next, left);
            self.line.pop();
            total = total.and_then(|before| found.map(|more| before + more));
        });
        if odds == Odds::SampleOnly { Err(Unanswered::SampleOnly) } else { total }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Team;
    use crate::game::{Choices, NoEvent, Notation};
    use crate::games::{arena42, warlord};
    use crate::play;

    fn position<G: Notation>(fen: &str, moves: &str) -> G {
        let mut position = G::read_fen(fen, &Choices::default()).expect(fen);
        for word in play::words(moves) {
            play::play(&mut position, word).expect(word);
        }
        position
    }

    /// Words joined by blanks.
    fn told<G: Notation<Event = NoEvent>>(start: &G, line: &[Step<G::Action, NoEvent>]) -> String {
        let mut position = *start;
        let words = line.iter().map(|step| {
            let Step::Action(action) = *step else { panic!("an event") };
            let word = position.action_word(action);
            position.act(action);
            word
        });
        words.collect::<Vec<_>>().join(" ")
    }

    fn problem(most: u32, unit: Unit, goal: &dyn Fn(Outcome) -> bool) -> Problem<'_> {
        Problem { most, unit, goal, all: true }
    }

    const START: &str = "s3ppps/pnaptanp/1pp1w3/8/8/1PP1W3/PNAPTANP/S3PPPS b 0 0 1";

    #[test]
    fn warlord_no_tower_falls_within_four_moves() {
        let start: warlord::Position = position(START, "");
        assert_eq!(solve(&start, problem(4, Unit::Turns, &|outcome| outcome.winner.is_some()), None), Ok(None));
    }

    #[test]
    fn warlord_a_tower_falls_in_five_moves() {
        let start: warlord::Position = position(START, "h8g7 a2b3");
        let black = |outcome: Outcome| outcome.winner == Some(Team::First) && outcome.reason == "tower";
        let solution = solve(&start, problem(3, Unit::Turns, &black), None).unwrap().expect("three more moves");
        assert_eq!(solution.length, 3);
        // The page's own line is among them.
        let mut end = start;
        for word in play::words("g8f7 e3d4 f6f3 *e2") {
            play::play(&mut end, word).unwrap();
        }
        assert!(matches!(end.turn(), Actor::Over(outcome) if black(outcome)));
        let words = told(&start, &solution.line);
        assert!(matches!(position::<warlord::Position>(START, &format!("h8g7 a2b3 {words}")).turn(), Actor::Over(_)));
        // Counted in actions, the choice of the tower is one more.
        let page: warlord::Position = position(START, "h8g7 a2b3 g8f7 e3d4");
        assert_eq!(solve(&page, problem(1, Unit::Actions, &black), None), Ok(None));
        let solution = solve(&page, problem(2, Unit::Actions, &black), None).unwrap().expect("a move and a choice");
        assert_eq!((solution.length, told(&page, &solution.line)), (2, "f6f3 *e2".to_owned()));
    }

    #[test]
    fn counts_all_of_the_shortest() {
        // Two guards, each of whom mates by going to b5.
        let start: arena42::Position = position("w4/5/G1G2/5/5/4W|3/3/3/3 w 4+4 0 1", "");
        let mate = |outcome: Outcome| outcome.reason == "checkmate";
        let solution = solve(&start, problem(3, Unit::Actions, &mate), None).unwrap().unwrap();
        assert_eq!((solution.length, solution.count), (1, 2));
        assert_eq!(solve(&start, problem(3, Unit::Turns, &mate), None), Ok(Some(solution)));
        let first = Problem { all: false, ..problem(3, Unit::Actions, &mate) };
        assert_eq!(solve(&start, first, None).unwrap().unwrap().count, 1);
        assert_eq!(solve(&start, problem(0, Unit::Actions, &mate), None), Ok(None));
    }

    #[test]
    fn stops_when_told() {
        let start: warlord::Position = position(START, "");
        let stop = AtomicBool::new(true);
        assert_eq!(solve(&start, problem(9, Unit::Actions, &|_| false), Some(&stop)), Err(Unanswered::Cancelled));
    }
}
