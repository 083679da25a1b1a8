//! Work for the searcher's thread: a search or a count, with the game's type already forgotten.

use super::speak;
use crate::game::{Actor, Notation, Outcome};
use crate::helpmate::{self, Problem, Unanswered, Unit};
use crate::perft::{Counter, Stopped};
use crate::play::Step;
use crate::protocol::{Code, Fault, write};
use crate::search::{Control, Limits, Root, Searcher, Settings, Table, Task};
use parking_lot::Mutex;
use std::sync::Arc;

/// Something the daemon prints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A line.
    Line(String),
    /// An error, written in the client's language.
    Fault(Fault),
}

/// What kind of work it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A search: its last line is a `bestmove`, whatever happens.
    Search,
    /// A count: no `bestmove`.
    Count,
}

/// What a job does: it prints as it goes, and returns what is to be printed at its end.
pub type Work = Box<dyn FnOnce(&Control, &mut dyn FnMut(Reply)) -> Vec<Reply> + Send>;

/// One piece of work.
pub struct Job {
    /// Its kind.
    pub kind: Kind,
    /// Whether it begins by thinking on the opponent's time.
    pub ponder: bool,
    /// The work itself.
    pub work: Work,
}

/// The transposition table, made when it is first needed: a daemon that never searches stays small.
#[derive(Debug)]
pub struct Memory {
    mib: usize,
    table: Option<Table>,
    /// A search is to be expected: the client has begun a game or set the size.
    wanted: bool,
}

impl Default for Memory {
    fn default() -> Self {
        Self { mib: Table::DEFAULT_MIB, table: None, wanted: false }
    }
}

impl Memory {
    /// Wants a table of this many MiB.
    pub fn resize(&mut self, mib: usize) {
        if mib != self.mib {
            *self = Self { mib, table: None, wanted: true };
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table = None;
        self.wanted = true;
    }

    /// Makes the table now if a search is to be expected, so that its clock does not pay for it (`isready`).
    pub fn prepare(&mut self, emit: &mut dyn FnMut(Reply)) {
        if self.wanted {
            self.table(emit);
        }
    }

    /// The table; where the system refuses one of the size wanted, a smaller one and an error.
    pub fn table(&mut self, emit: &mut dyn FnMut(Reply)) -> Option<&Table> {
        while self.table.is_none() {
            match Table::new(self.mib) {
                Ok(table) => self.table = Some(table),
                Err(reason) => {
                    emit(Reply::Fault(Fault::new(Code::NoMemory, "Hash", format!("{} MiB: {reason}", self.mib))));
                    self.mib /= 2;
                    if self.mib == 0 {
                        break;
                    }
                }
            }
        }
        self.table.as_ref()
    }
}

/// A search from `root`.
pub(super) fn search<G: Notation, S: Searcher<G>>(
    root: Root<G>,
    limits: Limits<G::Action>,
    settings: Settings,
    memory: Arc<Mutex<Memory>>,
    searcher: Arc<Mutex<S>>,
) -> Job {
    let ponder = limits.ponder;
    let work: Work = Box::new(move |control, emit| {
        let mut memory = memory.lock();
        let Some(table) = memory.table(emit) else {
            let fault = Fault::new(Code::Internal, "go", "there is no memory to search with");
            return vec![Reply::Fault(fault), Reply::Line(write::NO_MOVE.to_owned())];
        };
        let task = Task { limits: &limits, settings: &settings, table, control };
        let best = searcher.lock().search(&root, task, &mut |report| {
            emit(Reply::Line(speak::info(&root.position, report)));
        });
        vec![Reply::Line(write::best_move(&speak::turns(&root.position, &best.pv)))]
    });
    Job { kind: Kind::Search, ponder, work }
}

/// The answer to a `go` where there is nothing to search: at once, or when `infinite` and `ponder` allow it.
pub(super) fn nothing(lost: bool, infinite: bool, ponder: bool) -> Job {
    let work: Work = Box::new(move |control, emit| {
        emit(Reply::Line(write::nothing_to_search(lost)));
        if infinite || ponder {
            control.wait(infinite);
        }
        vec![Reply::Line(write::NO_MOVE.to_owned())]
    });
    Job { kind: Kind::Search, ponder, work }
}

/// The deepest count. It bounds the stack a count needs.
pub const DEEPEST: u32 = 200;

/// A count from `position`.
pub(super) fn count<G: Notation>(position: G, depth: u32, divide: bool, threads: usize) -> Job {
    let work: Work = Box::new(move |control, _| {
        let counter = Counter::new(threads, 0, Some(control.stop_flag()));
        let lines = if divide && depth > 0 && position.turn() == Actor::Table {
            counter.divide_event(&position, depth).map(|counts| {
                let words = counts.into_iter().map(|(event, count)| (position.event_word(event), count));
                write::divided(words.collect())
            })
        } else if divide && depth > 0 {
            counter.divide(&position, depth).map(|counts| {
                let words = counts.into_iter().map(|(action, count)| (position.action_word(action), count));
                write::divided(words.collect())
            })
        } else {
            counter.count(&position, depth).map(|nodes| vec![write::counted(nodes)])
        };
        match lines {
            Ok(lines) => lines.into_iter().map(Reply::Line).collect(),
            Err(reason) => vec![Reply::Fault(stopped(reason))],
        }
    });
    Job { kind: Kind::Count, ponder: false, work }
}

fn stopped(reason: Stopped) -> Fault {
    let code = match reason {
        Stopped::SampleOnly => Code::SampleOnly,
        Stopped::Cancelled => Code::Stopped,
    };
    Fault::new(code, "perft", reason)
}

/// A search for the shortest win with everybody helping, dice too.
pub(super) fn helpmate<G: Notation>(position: G, most: u32) -> Job {
    let work: Work = Box::new(move |control, _| {
        let goal = |outcome: Outcome| outcome.winner.is_some();
        let problem = Problem { most, unit: Unit::Actions, goal: &goal, all: false };
        vec![match helpmate::solve(&position, problem, Some(control.stop_flag())) {
            Ok(Some(solution)) => {
                let words = words(position, &solution.line);
                Reply::Line(format!("helpmate {} {}", solution.length, words.join(" ")))
            }
            Ok(None) => Reply::Line("helpmate none".to_owned()),
            Err(reason) => {
                let code = match reason {
                    Unanswered::SampleOnly => Code::SampleOnly,
                    Unanswered::Cancelled => Code::Stopped,
                };
                Reply::Fault(Fault::new(code, "helpmate", reason))
            }
        }]
    });
    Job { kind: Kind::Count, ponder: false, work }
}

/// The words of actions and events from `position` on.
fn words<G: Notation>(mut position: G, line: &[Step<G::Action, G::Event>]) -> Vec<String> {
    let word = |&step: &Step<G::Action, G::Event>| match step {
        Step::Action(action) => {
            let word = position.action_word(action);
            position.act(action);
            word
        }
        Step::Event(event) => {
            let word = position.event_word(event);
            position.happen(event);
            word
        }
    };
    line.iter().map(word).collect()
}
