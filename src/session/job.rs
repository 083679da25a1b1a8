//! Work for the searcher's thread: a search or a count, with the game's type already forgotten.

use super::speak;
use crate::game::{Flow, Game, Notation};
use crate::perft::{Counter, Stopped};
use crate::protocol::{Code, Fault, write};
use crate::search::{Control, Limits, Root, Searcher, Settings, Table};
use parking_lot::Mutex;
use std::collections::HashMap;
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
        let best = searcher.lock().search(&root, &limits, &settings, table, control, &mut |report| {
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
        let lines = if divide && depth > 0 {
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

/// A search for the shortest win with everybody helping, dice and cards too.
pub(super) fn helpmate<G: Notation>(position: G, depth: u32) -> Job {
    let work: Work = Box::new(move |control, _| {
        for depth in 1..=depth {
            let mut search = Helpmate { control, failed: HashMap::new(), line: Vec::new() };
            if search.descend(&position, depth) {
                let words: Vec<String> = search.line.into_iter().rev().collect();
                return vec![Reply::Line(format!("helpmate {depth} {}", words.join(" ")))];
            }
            if control.stopped() {
                return vec![Reply::Fault(Fault::new(Code::Stopped, "helpmate", "stopped"))];
            }
        }
        vec![Reply::Line("helpmate none".to_owned())]
    });
    Job { kind: Kind::Count, ponder: false, work }
}

struct Helpmate<'a> {
    control: &'a Control,
    /// Positions from which there is no win within so many actions.
    failed: HashMap<u64, u32>,
    /// The win, last word first.
    line: Vec<String>,
}

impl Helpmate<'_> {
    /// Whether somebody can win within `depth` actions; then `line` says how.
    fn descend<G: Notation>(&mut self, position: &G, depth: u32) -> bool {
        /// The memory of failures is bounded: past this many it takes no more.
        const MOST: usize = 4 << 20;
        use crate::game::Actor;
        let turn = if depth == 0 { position.actor() } else { position.turn() };
        if let Actor::Over(outcome) = turn {
            return outcome.winner.is_some();
        }
        let spent = depth == 0 && turn != Actor::Table;
        if spent || self.control.stopped() || self.failed.get(&position.key()).is_some_and(|&deep| deep >= depth) {
            return false;
        }
        let mut found = false;
        if turn == Actor::Table {
            position.events(&mut |event, _| {
                let mut next = *position;
                next.happen(event);
                if !found && self.descend(&next, depth) {
                    self.line.push(position.event_word(event));
                    found = true;
                }
            });
        } else {
            let mut any = false;
            let _ = Game::generate(position, &mut |action| {
                any = true;
                let mut next = *position;
                next.act(action);
                if self.descend(&next, depth - 1) {
                    self.line.push(position.action_word(action));
                    found = true;
                    return Flow::Break(());
                }
                Flow::Continue(())
            });
            if !any {
                found = position.stuck().is_some_and(|outcome| outcome.winner.is_some());
            }
        }
        if !found && self.failed.len() < MOST {
            self.failed.insert(position.key(), depth);
        }
        found
    }
}
