//! The line between a running search and whoever started it.

use super::sync::{AtomicBool, AtomicU64, Bell, Ordering};
use std::time::{Duration, Instant};

/// Shared by a search and the loop that started it, one per `go`.
#[derive(Debug)]
pub struct Control {
    start: Instant,
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Nanoseconds from the start to the ponderhit; 0 when the search never pondered.
    hit: AtomicU64,
    bell: Bell,
}

impl Control {
    /// For a `go` that arrives now. `ponder`: it asks to think on the opponent's time.
    pub fn new(ponder: bool) -> Self {
        Self {
            start: Instant::now(),
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(ponder),
            hit: AtomicU64::new(0),
            bell: Bell::default(),
        }
    }

    /// Tells the search to end. It answers within a millisecond or so.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.bell.ring();
    }

    /// Tells a pondering search that the expected move was played: its own clock runs from now.
    pub fn ponderhit(&self) {
        let elapsed = self.start.elapsed().as_nanos().try_into().unwrap_or(u64::MAX);
        self.hit.store(elapsed, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Release);
        self.bell.ring();
    }

    /// Whether the search is to end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The stop flag itself, for work that is not a search (perft).
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether it is the opponent's time that is being used.
    pub fn pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Time since the `go`.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time since our own clock runs: since the `go`, or since the ponderhit.
    pub fn own_time(&self) -> Duration {
        self.elapsed().saturating_sub(Duration::from_nanos(self.hit.load(Ordering::Relaxed)))
    }

    /// Sleeps until the search is told to end or, unless `infinite`, pondering is over.
    pub fn wait(&self, infinite: bool) {
        self.bell.wait_while(|| !self.stopped() && (infinite || self.pondering()));
    }
}
