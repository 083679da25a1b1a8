//! Results counted, encounter by encounter.

use crate::job::{Job, Task};
use crate::record::Record;
use crate::stats::{Outcomes, Verdict};
use std::collections::BTreeMap;

/// Games of one encounter, from the view of its first engine's team.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Games lost, drawn and won.
    pub games: Outcomes,
    /// Pairs; games, where they are played singly.
    pub units: Outcomes,
    /// Games the first seat's team won, drew and lost.
    pub first_seat: [u64; 3],
    /// How often games ended for which reason.
    pub reasons: BTreeMap<String, u64>,
    /// Games lost by a fault of each engine of the encounter's, by the engine's name and the reason.
    pub faults: BTreeMap<(String, String), u64>,
}

impl Tally {
    fn new(job: &Job) -> Self {
        Self {
            games: Outcomes::new(1),
            units: Outcomes::new(if job.games == 1 { 1 } else { 2 }),
            first_seat: [0; 3],
            reasons: BTreeMap::new(),
            faults: BTreeMap::new(),
        }
    }

    fn note_game(&mut self, job: &Job, record: &Record) {
        self.games.note(record.half_points(job.first_team(record.task)));
        self.first_seat[2 - record.half_points(0)] += 1;
        *self.reasons.entry(record.reason.clone()).or_default() += 1;
        if let Some(player) = record.offender.and_then(|seat| record.players.get(seat)) {
            *self.faults.entry((player.name.clone(), record.reason.clone())).or_default() += 1;
        }
    }
}

/// A match's results so far. Pairs count when they and all before them are complete, so that fast games are not counted
/// earlier than slow ones, and any number of workers gives the same statistics.
pub struct Board<'a> {
    job: &'a Job,
    /// A tally an encounter.
    pub tallies: Vec<Tally>,
    records: BTreeMap<Task, Record>,
    /// Pairs counted.
    pub pairs: u64,
    /// Half points of the first encounter's first team, unit by unit, for the plot.
    pub course: Vec<usize>,
    /// What the sequential test says.
    pub verdict: Verdict,
}

impl<'a> Board<'a> {
    /// No results yet.
    pub fn new(job: &'a Job) -> Self {
        let tallies = job.encounters.iter().map(|_| Tally::new(job)).collect();
        Self { job, tallies, records: BTreeMap::new(), pairs: 0, course: Vec::new(), verdict: Verdict::Continue }
    }

    /// Takes a finished game in, and counts what is complete now. Nothing is counted once the test has decided.
    pub fn add(&mut self, record: Record) {
        self.records.insert(record.task, record);
        while self.verdict == Verdict::Continue && self.pairs < self.job.pairs() && self.count_pair() {}
    }

    /// Games finished, counted or not.
    pub fn games(&self) -> usize {
        self.records.len()
    }

    /// Every game finished, in order.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.records.values()
    }

    /// Counts the next pair, if it is complete.
    fn count_pair(&mut self) -> bool {
        let (pair, games) = (self.pairs, self.job.games);
        let tasks = (0..games).map(|game| Task { pair, game });
        let Some(records) = tasks.map(|task| self.records.get(&task)).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let encounter = (pair % self.job.encounters.len() as u64) as usize;
        let tally = &mut self.tallies[encounter];
        // Four games of a doubles table are two pairs: neighbours swap the teams.
        for unit in records.chunks(if games == 1 { 1 } else { 2 }) {
            let half_points = unit.iter().map(|record| record.half_points(self.job.first_team(record.task))).sum();
            tally.units.note(half_points);
            if encounter == 0 {
                self.course.push(half_points);
            }
        }
        for record in records {
            tally.note_game(self.job, record);
        }
        self.pairs += 1;
        if let Some(sprt) = &self.job.sprt {
            self.verdict = sprt.verdict(&self.tallies[0].units);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::tests::job;
    use crate::record::Player;
    use crate::stats::{Model, Sprt};

    fn record(task: Task, winner: Option<usize>) -> Record {
        let player = |name: &str| Player { seat: name.into(), name: name.into(), version: String::new() };
        Record {
            task,
            event: String::new(),
            variant: "chess".into(),
            choices: vec![],
            seed: 0,
            players: vec![player("a"), player("b")],
            fen: None,
            opening: vec![],
            steps: vec![],
            result: String::new(),
            winner,
            reason: "checkmate".into(),
            offender: None,
            detail: None,
            last_lines: vec![],
        }
    }

    #[test]
    fn pairs_count_in_order_and_from_the_first_engines_side() {
        let job = job("chess", 2, 2);
        let mut board = Board::new(&job);
        let task = |pair, game| Task { pair, game };
        // The first engine sits first in game 0 and second in game 1: it wins both of the second pair.
        board.add(record(task(1, 0), Some(0)));
        board.add(record(task(1, 1), Some(1)));
        assert_eq!((board.pairs, board.games()), (0, 2));
        board.add(record(task(0, 1), None));
        board.add(record(task(0, 0), Some(1)));
        assert_eq!(board.pairs, 2);
        assert_eq!(board.tallies[0].units.counts(), [0, 1, 0, 0, 1]);
        assert_eq!(board.tallies[0].games.counts(), [1, 1, 2]);
        assert_eq!(board.tallies[0].first_seat, [1, 1, 2]);
        assert_eq!(board.course, [1, 4]);
    }

    #[test]
    fn nothing_counts_after_the_test_has_decided() {
        let mut job = job("chess", 2, 2);
        job.rounds = 1000;
        job.sprt = Some(Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: Model::Normalized });
        let mut board = Board::new(&job);
        for task in job.tasks() {
            board.add(record(task, Some(job.first_team(task))));
        }
        assert_eq!(board.verdict, Verdict::H1);
        assert!(board.pairs < 100 && board.games() == 2000, "{}", board.pairs);
    }
}
