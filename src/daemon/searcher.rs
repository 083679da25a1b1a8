//! The searcher's thread: one job after the other.

use crate::protocol::{Code, Fault, write};
use crate::search::{Control, STACK};
use crate::session::{Job, Kind, Reply};
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

/// What comes back from a job.
#[derive(Debug)]
pub(super) enum Said {
    /// Something to print while it goes on.
    Reply(Reply),
    /// It has ended; its last replies, and whether it ended by a panic. They travel with the end, so that no client can see a
    /// `bestmove` before the loop knows that the search is over.
    Done(Vec<Reply>, Crashed),
}

/// Whether a job ended by a panic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Crashed(pub(super) bool);

/// The loop's end of the searcher.
pub(super) struct Searcher {
    jobs: Sender<(Job, Arc<Control>)>,
    /// What the jobs say.
    pub(super) said: Receiver<Said>,
}

impl Searcher {
    /// Hands a job over; it starts at once, since there is only one at a time. What it is controlled by is returned.
    pub(super) fn start(&self, job: Job) -> Arc<Control> {
        let control = Arc::new(Control::new(job.ponder));
        if self.jobs.send((job, Arc::clone(&control))).is_err() {
            log::error!("the searcher's thread is gone");
        }
        control
    }
}

/// Starts a searcher.
///
/// # Errors
/// The thread cannot be started.
pub(super) fn spawn() -> io::Result<Searcher> {
    let (jobs, inbox) = bounded::<(Job, Arc<Control>)>(1);
    let (outbox, said) = unbounded();
    thread::Builder::new().name("searcher".to_owned()).stack_size(STACK).spawn(move || {
        for (job, control) in inbox {
            let (last, crashed) = work(job, &control, &outbox);
            if outbox.send(Said::Done(last, Crashed(crashed))).is_err() {
                return;
            }
        }
    })?;
    Ok(Searcher { jobs, said })
}

fn work(job: Job, control: &Control, outbox: &Sender<Said>) -> (Vec<Reply>, bool) {
    let kind = job.kind;
    // Nothing a job leaves half done is used again: the session throws its searcher away.
    let caught = catch_unwind(AssertUnwindSafe(|| {
        (job.work)(control, &mut |reply| {
            let _ = outbox.send(Said::Reply(reply));
        })
    }));
    match caught {
        Ok(last) => (last, false),
        Err(_) => {
            let fault = Fault::new(Code::Internal, "-", "the search has failed; this is a bug");
            let mut last = vec![Reply::Fault(fault)];
            if kind == Kind::Search {
                last.push(Reply::Line(write::NO_MOVE.to_owned()));
            }
            (last, true)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(kind: Kind) -> (Vec<String>, Crashed) {
        let searcher = spawn().unwrap();
        searcher.start(Job { kind, ponder: false, work: Box::new(|_, _| panic!("a bug, on purpose")) });
        match searcher.said.recv().unwrap() {
            Said::Done(replies, crashed) => {
                let text = |reply| match reply {
                    Reply::Line(line) => line,
                    Reply::Fault(fault) => fault.to_string(),
                };
                (replies.into_iter().map(text).collect(), crashed)
            }
            Said::Reply(reply) => panic!("{reply:?}"),
        }
    }

    #[test]
    fn a_panic_is_an_error_and_a_search_still_answers() {
        let error = "error internal - the search has failed; this is a bug".to_owned();
        assert_eq!(last(Kind::Search), (vec![error.clone(), "bestmove (none)".to_owned()], Crashed(true)));
        assert_eq!(last(Kind::Count), (vec![error], Crashed(true)));
    }
}
