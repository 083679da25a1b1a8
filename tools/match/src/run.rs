//! A job played by a pool of workers in this process. Each worker has engines of its own and takes the next game there is.

use crate::bench::Bench;
use crate::job::{Job, Task};
use crate::record::Record;
use crate::referee::{self, Cost, Unplayed};
use crate::rules::Rules;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Plays games and hands every record to `sink` as it ends, until all are played, `stop` is raised or the sink breaks; what is in
/// progress then is given up. What the referee cost.
///
/// # Errors
/// A game that cannot be begun.
pub fn run(
    job: &Job,
    rules: &Rules,
    tasks: &[Task],
    workers: usize,
    stderr: Option<&Path>,
    stop: &AtomicBool,
    sink: &mut dyn FnMut(Record) -> ControlFlow<()>,
) -> Result<Cost, String> {
    let next = AtomicUsize::new(0);
    // The sink may end the match by itself; that is nobody else's business.
    let enough = AtomicBool::new(false);
    let halted = || stop.load(Ordering::Relaxed) || enough.load(Ordering::Relaxed);
    let (sender, results) = mpsc::channel::<Result<Record, String>>();
    let work = |sender: mpsc::Sender<Result<Record, String>>| {
        let mut bench = Bench::new(job, stderr);
        let mut cost = Cost::default();
        while !halted()
            && let Some(&task) = tasks.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let played = referee::play(job, rules, task, &mut bench, &halted, &mut cost);
            let sent = match played {
                Ok(record) => sender.send(Ok(record)),
                Err(Unplayed::Stopped) => break,
                Err(Unplayed::Broken(reason)) => sender.send(Err(reason)),
            };
            if sent.is_err() {
                break;
            }
        }
        cost
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..workers.max(1))
            .map(|_| {
                let sender = sender.clone();
                scope.spawn(move || work(sender))
            })
            .collect();
        drop(sender);
        let mut outcome = Ok(());
        for result in results {
            match result {
                Ok(record) if outcome.is_ok() && !enough.load(Ordering::Relaxed) => {
                    if sink(record).is_break() {
                        enough.store(true, Ordering::Relaxed);
                    }
                }
                Ok(_) => {}
                Err(reason) => {
                    outcome = Err(reason);
                    enough.store(true, Ordering::Relaxed);
                }
            }
        }
        let mut total = Cost::default();
        for worker in workers {
            let cost = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            total.asked += cost.asked;
            total.time += cost.time;
        }
        outcome.map(|()| total)
    })
}
