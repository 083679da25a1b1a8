//! The desk where the workers of one search find what to do.
//!
//! Workers are started once a search. Row after row the leader lays out jobs; everybody takes one after the other, and the leader goes on
//! when the last is done. The locks are those of the standard library: they need no memory of their own, so that rows allocate
//! nothing, however many there are.

use super::world::World;
use super::worlds::FIRST;
use arrayvec::ArrayVec;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A world after a plan, to be searched.
#[derive(Clone, Copy)]
pub(super) struct Job<G> {
    /// The plan's place in the row.
    pub(super) place: usize,
    /// The world after the plan.
    pub(super) position: World<G>,
    /// How many plies deep.
    pub(super) depth: u32,
    /// For whatever happens before a player is to act again.
    pub(super) seed: u64,
}

/// See the [module](self).
pub(super) struct Desk<G> {
    tray: Mutex<Tray<G>>,
    /// There is something in the tray, or the desk is closed.
    filled: Condvar,
    /// Nothing is being worked at.
    cleared: Condvar,
}

struct Tray<G> {
    /// Last job first.
    jobs: ArrayVec<Job<G>, FIRST>,
    /// Jobs taken and not yet done.
    taken: usize,
    closed: bool,
}

/// A job that has been taken; done when dropped, be it by a panic.
pub(super) struct Taken<'a, G> {
    pub(super) job: Job<G>,
    desk: &'a Desk<G>,
}

/// Closes the desk when dropped.
pub(super) struct Opening<'a, G>(&'a Desk<G>);

impl<G: Copy> Desk<G> {
    pub(super) fn new() -> Self {
        let tray = Tray { jobs: ArrayVec::new(), taken: 0, closed: false };
        Self { tray: Mutex::new(tray), filled: Condvar::new(), cleared: Condvar::new() }
    }

    /// The desk is open as long as this lives.
    pub(super) fn open(&self) -> Opening<'_, G> {
        Opening(self)
    }

    /// Lays out the jobs of a row, the first to be taken first.
    pub(super) fn lay_out(&self, jobs: impl DoubleEndedIterator<Item = Job<G>>) {
        self.tray().jobs.extend(jobs.rev());
        self.filled.notify_all();
    }

    /// Takes a job if there is one.
    pub(super) fn take(&self) -> Option<Taken<'_, G>> {
        self.tray().take().map(|job| Taken { job, desk: self })
    }

    /// Takes a job as soon as there is one; none when the desk is closed.
    pub(super) fn wait(&self) -> Option<Taken<'_, G>> {
        let mut tray = self.tray();
        loop {
            if tray.closed {
                return None;
            }
            if let Some(job) = tray.take() {
                return Some(Taken { job, desk: self });
            }
            tray = self.filled.wait(tray).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes away what nobody has taken, and waits for what is being worked at.
    pub(super) fn clear(&self) {
        let mut tray = self.tray();
        tray.jobs.clear();
        while tray.taken > 0 {
            tray = self.cleared.wait(tray).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn tray(&self) -> MutexGuard<'_, Tray<G>> {
        self.tray.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Copy> Tray<G> {
    fn take(&mut self) -> Option<Job<G>> {
        let job = self.jobs.pop()?;
        self.taken += 1;
        Some(job)
    }
}

impl<G> Drop for Taken<'_, G> {
    fn drop(&mut self) {
        let mut tray = self.desk.tray.lock().unwrap_or_else(PoisonError::into_inner);
        tray.taken -= 1;
        if tray.taken == 0 {
            self.desk.cleared.notify_all();
        }
    }
}

impl<G> Drop for Opening<'_, G> {
    fn drop(&mut self) {
        self.0.tray.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.0.filled.notify_all();
    }
}
