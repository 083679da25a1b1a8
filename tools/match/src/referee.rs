//! One game: asks whoever is to act, throws for the table, runs the clocks, names the result.

use crate::adjudicate::Adjudicator;
use crate::bench::Bench;
use crate::clock::Clock;
use crate::engine::{Ask, Client, Failure, Fault};
use crate::job::{Job, Task};
use crate::openings::{self, Opening};
use crate::record::{Player, Record, Step, throw_rng};
use crate::rules::{Rules, Table, Waits};
use banneret::board::Team;
use banneret::play;
use std::time::{Duration, Instant};

/// Why a game has no record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unplayed {
    /// The match was stopped.
    Stopped,
    /// It cannot be begun.
    Broken(String),
}

/// What the referee itself costs: everything between two questions that is not an engine's thinking.
#[derive(Clone, Copy, Default, Debug)]
pub struct Cost {
    /// Questions asked.
    pub asked: u64,
    /// Time in which no engine was thinking, engine starts left out.
    pub time: Duration,
}

/// How a game ended.
struct End {
    winner: Option<usize>,
    reason: String,
    fault: Option<(usize, String)>,
}

impl End {
    fn fault(seat: usize, failure: Failure) -> Self {
        let winner = Some(1 - Rules::team(seat));
        Self { winner, reason: failure.fault.word().into(), fault: Some((seat, failure.detail)) }
    }
}

/// A game in progress.
struct Game<'a> {
    job: &'a Job,
    rules: &'a Rules,
    seating: &'a [usize],
    opening: &'a Opening,
    seed: u64,
    table: Box<dyn Table>,
    clocks: Vec<Clock>,
    judge: Adjudicator<'a>,
    steps: Vec<Step>,
    throws: u64,
    /// The seat whose turn it is; others may have to answer in it.
    owner: Option<usize>,
    timed: bool,
}

/// Plays a game of a job with engines from the bench.
///
/// # Errors
/// The match was stopped before the game ended, or its opening is refused.
pub fn play(
    job: &Job,
    rules: &Rules,
    task: Task,
    bench: &mut Bench<'_>,
    halted: &dyn Fn() -> bool,
    cost: &mut Cost,
) -> Result<Record, Unplayed> {
    let opening = openings::of_pair(job, rules, task.pair).map_err(Unplayed::Broken)?;
    let table = opening.set_up(rules).map_err(Unplayed::Broken)?;
    let seating = job.seating(task, rules.seats.len());
    let timed = seating.iter().any(|&engine| job.engines[engine].control.is_timed());
    let mut game = Game {
        job,
        rules,
        seating: &seating,
        opening: &opening,
        seed: job.pair_seed(task.pair),
        table,
        clocks: seating.iter().map(|&engine| Clock::new(&job.engines[engine].control)).collect(),
        judge: Adjudicator::new(&job.adjudication, seating.len()),
        steps: Vec::new(),
        throws: 0,
        owner: None,
        timed,
    };
    let ready = (0..seating.len()).find_map(|seat| {
        let viewer = rules.hidden.then(|| rules.seats[seat]);
        let seed = job.engine_seed(task, seating[seat]);
        bench.make_ready(seating[seat], seed, viewer).err().map(|failure| (seat, failure))
    });
    let end = match ready {
        Some((seat, failure)) => End::fault(seat, failure),
        None => game.play(bench, halted, cost)?,
    };
    Ok(game.record(task, end, bench))
}

impl Game<'_> {
    fn play(&mut self, bench: &mut Bench<'_>, halted: &dyn Fn() -> bool, cost: &mut Cost) -> Result<End, Unplayed> {
        let mut free = Instant::now();
        loop {
            if halted() {
                return Err(Unplayed::Stopped);
            }
            let seat = match self.table.waits() {
                Waits::Over(outcome) => {
                    let winner = outcome.winner.map(Team::index);
                    return Ok(End { winner, reason: outcome.reason.into(), fault: None });
                }
                Waits::Table => {
                    self.throw().map_err(Unplayed::Broken)?;
                    continue;
                }
                Waits::Seat(seat) => seat,
            };
            if let Some((winner, reason)) = self.judge.decision() {
                return Ok(End { winner, reason: reason.into(), fault: None });
            }
            let client = bench.client(self.seating[seat]);
            let before = free.elapsed();
            match self.ask(seat, client) {
                Ok(thinking) => {
                    cost.asked += 1;
                    cost.time += before + free.elapsed().saturating_sub(before + thinking);
                    free = Instant::now();
                }
                Err(failure) => return Ok(End::fault(seat, failure)),
            }
        }
    }

    /// Asks a seat and plays what it answers. How long it thought.
    fn ask(&mut self, seat: usize, client: &mut Client) -> Result<Duration, Failure> {
        self.owner.get_or_insert(seat);
        let position = self.position(seat);
        let ask = Ask { position: &position, clocks: &self.clocks, seat, white: self.rules.first_side };
        let answer = client.ask(&ask)?;
        let in_time = self.clocks[seat].run(answer.time);
        if !in_time {
            let detail = format!("the answer took {} ms", answer.time.as_millis());
            return Err(Failure { fault: Fault::Time, detail });
        }
        self.judge.note(seat, answer.info.centipawns());
        let ms = self.timed.then_some(answer.time.as_millis() as u64);
        self.steps.push(Step { seat: Some(seat), words: Vec::new(), info: answer.info, ms });
        let mut played = 0;
        for word in play::words(&answer.words) {
            self.take(seat, word)?;
            played += 1;
        }
        if played == 0 {
            return Err(Failure {
                fault: Fault::Malformed,
                detail: format!("`bestmove {}` has no word", answer.words),
            });
        }
        Ok(answer.time)
    }

    /// Plays a word of a seat.
    fn take(&mut self, seat: usize, word: &str) -> Result<(), Failure> {
        let illegal = |detail: String| Err(Failure { fault: Fault::Illegal, detail });
        if word == "(none)" {
            return illegal("`(none)` although there are actions".into());
        }
        if self.table.waits() != Waits::Seat(seat) {
            return illegal(format!("{word}: {} is not to act any more", self.rules.seats[seat]));
        }
        if word.starts_with('#') {
            return illegal(format!("{word}: events are the table's"));
        }
        match self.table.play(word) {
            Ok(word) => {
                if let Some(step) = self.steps.last_mut() {
                    step.words.push(word);
                }
                self.after_word();
                Ok(())
            }
            Err(play::Fault::Refused(reason)) => illegal(format!("{word}: {reason}")),
            Err(play::Fault::Malformed(reason)) => {
                Err(Failure { fault: Fault::Malformed, detail: format!("{word}: {reason}") })
            }
        }
    }

    fn throw(&mut self) -> Result<(), String> {
        let word = self.table.throw(&mut throw_rng(self.seed, self.throws));
        self.throws += 1;
        let word = self.table.play(&word).map_err(|reason| format!("thrown and refused: {word}: {reason}"))?;
        self.steps.push(Step { words: vec![word], ..Step::default() });
        self.after_word();
        Ok(())
    }

    /// When a turn has passed on, its owner's clock gets its increment.
    fn after_word(&mut self) {
        if !self.table.at_turn_start() {
            return;
        }
        if let Some(owner) = self.owner.take() {
            for (seat, clock) in self.clocks.iter_mut().enumerate() {
                if seat == owner { clock.turn_over() } else { clock.answer_over() }
            }
        }
        self.judge.turn_over();
    }

    /// The `position` command for a seat: the whole game, or, where seats hide things, what it may see.
    fn position(&self, seat: usize) -> String {
        let (base, words) = if self.rules.hidden {
            let (fen, words) = self.table.seen_by(seat);
            (format!("fen {fen}"), words)
        } else {
            let base = self.opening.fen.as_ref().map_or("startpos".into(), |fen| format!("fen {fen}"));
            let played = self.steps.iter().flat_map(|step| &step.words);
            (base, self.opening.words.iter().chain(played).cloned().collect())
        };
        if words.is_empty() { format!("position {base}") } else { format!("position {base} moves {}", words.join(" ")) }
    }

    fn record(self, task: Task, end: End, bench: &mut Bench<'_>) -> Record {
        let players = self.seating.iter().enumerate().map(|(seat, &engine)| Player {
            seat: self.rules.seats[seat].into(),
            name: self.job.engines[engine].name.clone(),
            version: bench.version(engine),
        });
        let players = players.collect();
        let (offender, detail, last_lines) = match end.fault {
            None => (None, None, Vec::new()),
            Some((seat, detail)) => (Some(seat), Some(detail), bench.dismiss(self.seating[seat])),
        };
        Record {
            task,
            event: self.job.event.clone(),
            variant: self.rules.name.into(),
            choices: self.job.choices.clone(),
            seed: self.seed,
            players,
            fen: self.opening.fen.clone(),
            opening: self.opening.words.clone(),
            // An answer of which nothing could be played is in the detail.
            steps: self.steps.into_iter().filter(|step| !step.words.is_empty()).collect(),
            result: self.rules.result(end.winner).into(),
            winner: end.winner,
            reason: end.reason,
            offender,
            detail,
            last_lines,
        }
    }
}
