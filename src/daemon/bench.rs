//! The bench: every variant's start position searched to a fixed depth with one thread. The node counts are the engine's
//! signature, the rate its speed.

use crate::protocol::{Code, Fault};
use crate::search::Control;
use crate::session::job::Work;
use crate::session::{Job, Kind, Reply};
use crate::variants::VARIANTS;
use std::time::Instant;

/// The depth when none is asked for.
pub const DEPTH: u32 = 7;

/// A bench, for the searcher's thread.
pub(super) fn job(depth: Option<u32>) -> Job {
    let work: Work = Box::new(move |control, emit| {
        let last = run(depth, control, &mut |line| emit(Reply::Line(line)));
        vec![last.map_or_else(Reply::Fault, Reply::Line)]
    });
    Job { kind: Kind::Count, ponder: false, work }
}

/// Runs a bench: a line per variant to `emit`; the last line is returned.
///
/// # Errors
/// It was stopped.
pub fn run(depth: Option<u32>, control: &Control, emit: &mut dyn FnMut(String)) -> Result<String, Fault> {
    let depth = depth.unwrap_or(DEPTH).max(1);
    let start = Instant::now();
    let mut total = 0;
    for variant in VARIANTS {
        let nodes = (variant.bench)(depth, control);
        if control.stopped() {
            return Err(Fault::new(Code::Stopped, "bench", "stopped"));
        }
        emit(format!("bench {} depth {depth} nodes {nodes}", variant.name));
        total += nodes;
    }
    let rate = u128::from(total) * 1_000_000 / start.elapsed().as_micros().max(1);
    Ok(format!("{total} nodes {rate} nps"))
}
