//! The session of a game and a searcher.

use super::record::Record;
use super::{Engine, Job, Session, eyes, job, speak};
use crate::board::{Rng, Seat, Team, mix};
use crate::game::{Actor, Choices, Detail, Evaluate, Game, Notation, Outcome, Viewer};
use crate::play::{self, Step};
use crate::protocol::json::{self, State};
use crate::protocol::{Base, Code, Fault, Go};
use crate::search::{Clock, Limits, Root, Searcher};
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::Duration;

/// A session. There is one per variant that the client has chosen, one at a time.
pub struct Running<G: Game, S> {
    choices: Choices,
    viewer: Viewer,
    /// None after a refused position.
    record: Option<Record<G>>,
    /// Whether the start position stands as it was set up without being asked for.
    untouched: bool,
    /// The table's own generator. No job ever sees it: an engine that could would foresee its dice.
    table: Rng,
    searcher: Arc<Mutex<S>>,
}

impl<G: Notation + Evaluate, S: Searcher<G>> Running<G, S> {
    /// A session with the start position.
    pub fn new(choices: &Choices, seed: u64) -> Self {
        Self {
            choices: choices.clone(),
            viewer: Viewer::All,
            record: Some(Record::new(G::start(choices))),
            untouched: true,
            table: table_rng(seed),
            searcher: Arc::default(),
        }
    }

    fn record(&self) -> Result<&Record<G>, Fault> {
        self.record
            .as_ref()
            .ok_or_else(|| Fault::new(Code::NoPosition, "-", "no position stands since the last was refused"))
    }

    /// The position as the viewer sees it.
    fn seen(&self) -> Result<G, Fault> {
        Ok(eyes::seen::<G, S>(self.record()?.position(), self.viewer))
    }

    /// Plays a step on the record that stands, as it is known to be possible.
    fn replace(&mut self, record: Record<G>) {
        self.record = Some(record);
        self.untouched = false;
    }

    fn play_all(&self, words: &[String]) -> Result<(Record<G>, Vec<String>), Fault> {
        let mut record = self.record()?.clone();
        let mut seen = Vec::new();
        for (index, word) in words.iter().enumerate() {
            let before = *record.position();
            let step = record.play(word).map_err(|reason| refused(index, word, &reason))?;
            seen.push(eyes::word::<G, S>(&before, step, self.viewer));
        }
        Ok((record, seen))
    }

    /// The second half of a reply: who is to act now.
    fn to_act(record: &Record<G>) -> String {
        match record.outcome() {
            Some(outcome) => {
                format!("actor none result {} reason {}", speak::result::<G>(Some(outcome)), outcome.reason)
            }
            None => {
                let position = record.position();
                format!("actor {} due {}", speak::actor::<G>(position.turn()).unwrap_or("none"), position.due())
            }
        }
    }

    fn clock(&self, go: &Go, seat: Seat) -> Result<Option<Clock>, Fault> {
        let moves_to_go = go.movestogo;
        if !go.ptime.is_empty() || !go.pinc.is_empty() {
            for list in [&go.ptime, &go.pinc] {
                if !list.is_empty() && list.len() != G::SEATS {
                    let sentence = format!("{} has {} seats, there are {} numbers", G::NAME, G::SEATS, list.len());
                    return Err(Fault::new(Code::BadNumber, "ptime", sentence));
                }
            }
            let of = |list: &[i64]| list.get(seat.index()).copied().unwrap_or(0);
            return Ok(Some(Clock { left: of(&go.ptime), increment: of(&go.pinc), moves_to_go }));
        }
        if [go.wtime, go.btime, go.winc, go.binc].iter().all(Option::is_none) {
            return Ok(None);
        }
        // `w` is White where there is one, whoever moves first; else the first seat's team.
        let white = match G::SEAT_NAMES.iter().position(|&name| name == "white") {
            Some(index) => seat.index() == index,
            None => G::team(seat) == Team::First,
        };
        let (left, increment) = if white { (go.wtime, go.winc) } else { (go.btime, go.binc) };
        Ok(Some(Clock { left: left.unwrap_or(0), increment: increment.unwrap_or(0), moves_to_go }))
    }

    fn searchmoves(position: &G, words: &[String]) -> Result<Vec<G::Action>, Fault> {
        let read = |word: &String| {
            let action = position
                .read_action(word)
                .map_err(|reason| Fault::new(Code::BadWord, word, format!("searchmoves: {reason}")))?;
            let generated = position.generate(&mut |other| {
                if other == action { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
            });
            if generated.is_continue() {
                return Err(Fault::new(Code::Illegal, word, "searchmoves: not among the actions here"));
            }
            Ok(action)
        };
        words.iter().map(read).collect()
    }

    fn within(depth: u32) -> Result<u32, Fault> {
        if depth > job::DEEPEST {
            let sentence = format!("{} is the greatest depth", job::DEEPEST);
            return Err(Fault::new(Code::BadNumber, &depth.to_string(), sentence));
        }
        Ok(depth)
    }
}

/// The error of the word at `index` of a list.
fn refused(index: usize, word: &str, reason: &play::Fault) -> Fault {
    let code = match reason {
        play::Fault::Malformed(_) => Code::BadWord,
        play::Fault::Refused(_) => Code::Illegal,
    };
    Fault::new(code, word, format!("word {}: {reason}", index + 1))
}

/// The table's generator: from the seed alone, or, where that is 0, a new one every time.
fn table_rng(seed: u64) -> Rng {
    use std::hash::{BuildHasher, RandomState};
    let seed = if seed == 0 { RandomState::new().hash_one(0) } else { seed };
    Rng::new(mix(seed ^ 0x7AB1_E000))
}

impl<G: Notation + Evaluate, S: Searcher<G>> Session for Running<G, S> {
    fn new_game(&mut self, choices: &Choices, seed: u64) {
        self.choices = choices.clone();
        self.table = table_rng(seed);
        self.record = Some(Record::new(G::start(choices)));
        self.untouched = true;
        self.searcher.lock().clear();
    }

    fn configure(&mut self, choices: &Choices, seed: u64) {
        self.table = table_rng(seed);
        if self.choices != *choices {
            self.choices = choices.clone();
            if self.untouched {
                self.record = Some(Record::new(G::start(choices)));
            }
        }
    }

    fn position(&mut self, base: &Base, words: &[String]) -> Result<(), Fault> {
        self.record = None;
        self.untouched = false;
        let start = match base {
            Base::Start => G::start(&self.choices),
            Base::Fen(fen) => G::read_fen(fen, &self.choices).map_err(|reasons| {
                let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
                Fault::new(Code::BadFen, "fen", reasons.join("; "))
            })?,
        };
        let mut record = Record::new(start);
        for (index, word) in words.iter().enumerate() {
            record.play(word).map_err(|reason| refused(index, word, &reason))?;
        }
        self.record = Some(record);
        Ok(())
    }

    fn warning(&self) -> Option<String> {
        let warnings = self.record.as_ref()?.start().warnings();
        if warnings.is_empty() { None } else { Some(warnings.join("; ")) }
    }

    fn drop_position(&mut self) {
        self.record = None;
        self.untouched = false;
    }

    fn has_position(&self) -> bool {
        self.record.is_some()
    }

    fn play(&mut self, words: &[String]) -> Result<String, Fault> {
        let (record, seen) = self.play_all(words)?;
        let reply = format!("played {} {}", seen.join(" "), Self::to_act(&record));
        self.replace(record);
        Ok(reply)
    }

    fn deal(&mut self, seat: &str, word: &str) -> Result<String, Fault> {
        let index = G::SEAT_NAMES.iter().position(|&name| name == seat).ok_or_else(|| unknown_seat::<G>(seat))?;
        // Cards go to the seat that has just placed its army, drawn or swapped.
        if let Some(last) = self.record()?.last_actor()
            && last.index() != index
        {
            return Err(Fault::new(Code::NotDue, seat, "no cards are due to this seat"));
        }
        self.play(&[word.to_owned()])
    }

    fn throw(&mut self) -> Result<String, Fault> {
        let mut record = self.record()?.clone();
        if record.position().turn() != Actor::Table {
            return Err(Fault::new(Code::NotDue, "throw", "the table has nothing to throw or deal"));
        }
        let before = *record.position();
        let step = Step::Event(before.sample(&mut self.table));
        record.take(step);
        let word = eyes::word::<G, S>(&before, step, self.viewer);
        let reply = format!("played {word} {}", Self::to_act(&record));
        self.replace(record);
        Ok(reply)
    }

    fn undo(&mut self, steps: u32) -> Result<String, Fault> {
        let record = self.record()?;
        let Some(undone) = record.undone(steps as usize) else {
            let sentence = format!("{} have been played", record.len());
            return Err(Fault::new(Code::NothingToUndo, &steps.to_string(), sentence));
        };
        let reply = format!("undone {steps} {}", Self::to_act(&undone));
        self.replace(undone);
        Ok(reply)
    }

    fn set_viewer(&mut self, name: &str) -> Result<String, Fault> {
        self.viewer = match G::SEAT_NAMES.iter().zip(0..).find(|&(&seat, _)| seat == name) {
            Some((_, index)) => Viewer::Seat(Seat::new(index)),
            None if name == "all" => Viewer::All,
            None => return Err(unknown_seat::<G>(name)),
        };
        Ok(format!("viewer {name}"))
    }

    fn state(&self) -> Result<String, Fault> {
        let record = self.record()?;
        let seen = self.seen()?;
        let outcome = record.outcome();
        let mut details = seen.details(self.viewer);
        details.extend(self.warning().map(|warning| ("warning", Detail::Text(warning))));
        let state = State {
            variant: G::NAME,
            fen: eyes::seen::<G, S>(record.turn(), self.viewer).fen(),
            moves: eyes::words_since::<G, S>(record, self.viewer),
            actor: if outcome.is_some() { None } else { speak::actor::<G>(record.position().turn()) },
            due: if outcome.is_some() { None } else { Some(record.position().due()) },
            result: speak::result::<G>(outcome),
            reason: outcome.map(|outcome| outcome.reason),
            viewer: match self.viewer {
                Viewer::All => "all",
                Viewer::Seat(seat) => G::SEAT_NAMES.get(seat.index()).copied().unwrap_or("all"),
            },
            pieces: seen.pieces(),
            details,
        };
        Ok(json::state(&state, G::SEAT_NAMES))
    }

    fn actions(&self) -> Result<String, Fault> {
        let words = speak::actions(&self.seen()?);
        let mut line = format!("actions {}", words.len());
        for word in words {
            line.push(' ');
            line.push_str(&word);
        }
        Ok(line)
    }

    fn show(&self) -> Result<Vec<String>, Fault> {
        let record = self.record()?;
        let seen = self.seen()?;
        let mut lines: Vec<String> = seen.picture(self.viewer).lines().map(str::to_owned).collect();
        lines.push(String::new());
        lines.push(format!("Fen: {}", eyes::seen::<G, S>(record.turn(), self.viewer).fen()));
        let words = eyes::words_since::<G, S>(record, self.viewer);
        if !words.is_empty() {
            lines.push(format!("Moves: {}", words.join(" ")));
        }
        lines.push(format!("Key: {:016X}", seen.key()));
        lines.push(match record.outcome() {
            Some(outcome) => format!("Result: {} {}", speak::result::<G>(Some(outcome)), outcome.reason),
            None => format!("To act: {} ({})", speak::actor::<G>(seen.turn()).unwrap_or("none"), seen.due()),
        });
        Ok(lines)
    }

    fn eval(&self) -> Result<String, Fault> {
        let seen = self.seen()?;
        let seat = match seen.turn() {
            Actor::Seat(seat) => seat,
            _ => Seat::FIRST,
        };
        let name = G::SEAT_NAMES.get(seat.index()).copied().unwrap_or_default();
        Ok(format!("eval {name} cp {}", seen.evaluate(G::team(seat))))
    }

    fn go(&mut self, go: &Go, engine: &Engine) -> Result<Job, Fault> {
        let record = self.record()?;
        let eyes = eyes::searching(record.position(), self.viewer);
        let position = S::view(record.position(), eyes);
        let outcome = record.outcome();
        let seat = match position.actor() {
            // A draw by the rules of the match ends nothing for a client that does not claim it.
            Actor::Seat(seat) => seat,
            _ => {
                let lost = matches!(outcome, Some(Outcome { winner: Some(_), .. }));
                return Ok(job::nothing(lost, go.infinite, go.ponder));
            }
        };
        if position.count() == 0 {
            return Ok(job::nothing(false, go.infinite, go.ponder));
        }
        let history =
            if S::HIDDEN { record.history_seen(|position| S::view(position, eyes)) } else { record.history().clone() };
        let limits = Limits {
            searchmoves: Self::searchmoves(&position, &go.searchmoves)?,
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            movetime: go.movetime.map(|time| Duration::from_millis(time.max(0).unsigned_abs())),
            clock: self.clock(go, seat)?,
            infinite: go.infinite,
            ponder: go.ponder,
        };
        let root = Root { position, history };
        Ok(job::search(root, limits, engine.settings.clone(), Arc::clone(&engine.memory), Arc::clone(&self.searcher)))
    }

    fn count(&self, depth: u32, divide: bool, threads: usize) -> Result<Job, Fault> {
        Ok(job::count(self.seen()?, Self::within(depth)?, divide, threads))
    }

    fn helpmate(&self, depth: u32) -> Result<Job, Fault> {
        Ok(job::helpmate(self.seen()?, Self::within(depth)?))
    }

    fn recover(&mut self) {
        self.searcher = Arc::default();
    }
}

fn unknown_seat<G: Notation>(name: &str) -> Fault {
    Fault::new(Code::UnknownSeat, name, format!("the seats are: {}", G::SEAT_NAMES.join(" ")))
}
