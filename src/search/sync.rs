//! The transposition table and the line of `stop` and `ponderhit` are built of these, and of nothing else: `tools/models` puts a model
//! checker's in their place and goes through the orders in which things can happen.

use parking_lot::{Condvar, Mutex};
pub(super) use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

/// Wakes whoever waits for a change of flags.
#[derive(Default, Debug)]
pub(super) struct Bell {
    lock: Mutex<()>,
    change: Condvar,
}

impl Bell {
    /// Sleeps while `idle` says so; it is asked again after every [`ring`](Bell::ring).
    pub(super) fn wait_while(&self, idle: impl Fn() -> bool) {
        let mut guard = self.lock.lock();
        while idle() {
            self.change.wait(&mut guard);
        }
    }

    /// After a change of the flags.
    pub(super) fn ring(&self) {
        // The lock makes sure that a waiter is either before its test or already asleep.
        drop(self.lock.lock());
        self.change.notify_all();
    }
}
