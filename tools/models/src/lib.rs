//! The transposition table and the line between a search and whoever started it, compiled from the daemon's own source over the
//! atomics, locks and threads of the model checker [`loom`]. `tests/models.rs` runs them through the orders in which two or three
//! threads can get in each other's way.

#[path = "../../../src/search/control.rs"]
pub mod control;
#[path = "../../../src/search/table.rs"]
pub mod table;

// The unit tests beside the source are compiled with it by lints, though not run.
#[cfg(test)]
mod board {
    pub(crate) use banneret::board::Rng;
}

mod report {
    pub(crate) use banneret::search::Bound;
}

/// What `src/search/sync.rs` offers, of the checker's kind.
mod sync {
    pub(super) use loom::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
    use loom::sync::{Condvar, Mutex};

    #[derive(Default, Debug)]
    pub(super) struct Bell {
        lock: Mutex<()>,
        change: Condvar,
    }

    impl Bell {
        pub(super) fn wait_while(&self, idle: impl Fn() -> bool) {
            // The checker never poisons a lock: a panic in one of its threads ends the test.
            let Ok(mut guard) = self.lock.lock() else { return };
            while idle() {
                guard = match self.change.wait(guard) {
                    Ok(guard) => guard,
                    Err(_) => return,
                };
            }
        }

        pub(super) fn ring(&self) {
            drop(self.lock.lock());
            self.change.notify_all();
        }
    }
}
