//! Counting with more than one thread, a table of counts, and a way to stop.

use super::{below, table::Table};
use crate::game::{Actor, Flow, Game, Odds};
use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// Why there is no count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// An event lies on the way whose outcomes cannot be listed (a deal).
    SampleOnly,
    /// The stop flag was raised.
    Cancelled,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SampleOnly => "perft cannot go through an event whose outcomes are not listed (a deal)",
            Self::Cancelled => "stopped",
        })
    }
}

impl std::error::Error for Stopped {}

/// How to count.
pub struct Counter<'a> {
    threads: usize,
    table: Option<Table>,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Counter<'a> {
    /// Counts with this many threads (at least one), a table of this many MiB (0: none), until `stop` is raised.
    pub fn new(threads: usize, hash_mib: usize, stop: Option<&'a AtomicBool>) -> Self {
        Self { threads: threads.max(1), table: (hash_mib > 0).then(|| Table::new(hash_mib)), stop }
    }

    /// Counts the sequences of exactly `depth` player actions from `position`.
    ///
    /// # Errors
    /// A deal lies on the way, or the stop flag was raised.
    pub fn count<G: Game>(&self, position: &G, depth: u32) -> Result<u64, Stopped> {
        if self.threads == 1 || depth < 3 {
            return self.descend(position, depth);
        }
        let next = AtomicUsize::new(0);
        let share = || {
            let first = next.fetch_add(1, Relaxed);
            // Two actions deep there are enough pieces of work for any number of threads to share evenly.
            self.share(
                position,
                depth,
                &Share { next: &next, seen: Cell::new(0), mine: Cell::new(first), depth: depth - 2 },
            )
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (1..self.threads).map(|_| scope.spawn(share)).collect();
            let mut total = share();
            for thread in threads {
                let other = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                total = total.and_then(|sum| other.map(|nodes| sum + nodes));
            }
            total
        })
    }

    /// The count of every first action, in generation order: perft split at the root. Empty when no seat is to act, or at
    /// depth 0.
    ///
    /// # Errors
    /// A deal lies on the way, or the stop flag was raised.
    pub fn divide<G: Game>(&self, position: &G, depth: u32) -> Result<Vec<(G::Action, u64)>, Stopped> {
        let mut actions = Vec::new();
        if depth > 0 {
            let _ = position.generate(&mut |action| {
                actions.push(action);
                Flow::Continue(())
            });
        }
        let count = |action| {
            let mut next = *position;
            next.act(action);
            self.count(&next, depth - 1).map(|nodes| (action, nodes))
        };
        actions.into_iter().map(count).collect()
    }

    /// The count of every outcome of the event that is pending. Empty when a seat is to act or the game is over.
    ///
    /// # Errors
    /// The outcomes cannot be listed, a deal lies on the way, or the stop flag was raised.
    pub fn divide_event<G: Game>(&self, position: &G, depth: u32) -> Result<Vec<(G::Event, u64)>, Stopped> {
        let mut events = Vec::new();
        if position.turn() == Actor::Table && position.events(&mut |event, _| events.push(event)) == Odds::SampleOnly {
            return Err(Stopped::SampleOnly);
        }
        let count = |event| {
            let mut next = *position;
            next.happen(event);
            self.count(&next, depth).map(|nodes| (event, nodes))
        };
        events.into_iter().map(count).collect()
    }

    /// What one thread counts. Every thread walks down to the pieces of work and does those it drew the numbers of: a list of
    /// them would be large where dice or cards are thrown on the way.
    fn share<G: Game>(&self, position: &G, depth: u32, share: &Share) -> Result<u64, Stopped> {
        if depth > share.depth {
            return below(position, depth, &|position, depth| self.share(position, depth, share));
        }
        if share.seen.replace(share.seen.get() + 1) != share.mine.get() {
            return Ok(0);
        }
        share.mine.set(share.next.fetch_add(1, Relaxed));
        self.descend(position, depth)
    }

    fn descend<G: Game>(&self, position: &G, depth: u32) -> Result<u64, Stopped> {
        match depth {
            0 => return Ok(1),
            1 => {}
            _ if self.stop.is_some_and(|stop| stop.load(Relaxed)) => return Err(Stopped::Cancelled),
            _ => {
                if let Some(count) = self.table.as_ref().and_then(|table| table.get(position.key(), depth)) {
                    return Ok(count);
                }
            }
        }
        let count = below(position, depth, &|position, depth| self.descend(position, depth))?;
        if let Some(table) = self.table.as_ref().filter(|_| depth > 1) {
            table.put(position.key(), depth, count);
        }
        Ok(count)
    }
}

/// A thread's share of a count.
struct Share<'a> {
    /// The next number to be drawn.
    next: &'a AtomicUsize,
    /// How many pieces of work the thread has come by.
    seen: Cell<usize>,
    /// The number of the next one it is to do.
    mine: Cell<usize>,
    /// The depth that is left where a piece begins.
    depth: u32,
}
