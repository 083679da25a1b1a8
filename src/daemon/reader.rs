//! The reader's thread: input to lines.

use crate::protocol::{Input, Lines};
use crossbeam_channel::{Receiver, bounded};
use std::io::{self, Read};
use std::thread;

/// Starts a reader. Its channel is closed at the end of the input, and where the input cannot be read any more.
///
/// # Errors
/// The thread cannot be started.
pub(super) fn spawn(input: impl Read + Send + 'static) -> io::Result<Receiver<Input>> {
    // Lines wait in the pipe, not here, when the loop is busy.
    let (sender, receiver) = bounded(64);
    thread::Builder::new().name("reader".to_owned()).spawn(move || {
        let mut lines = Lines::new(input);
        loop {
            match lines.next_line() {
                Ok(Some(line)) => {
                    if sender.send(line).is_err() {
                        return;
                    }
                }
                Ok(None) => return,
                Err(error) => {
                    log::error!("the input cannot be read: {error}");
                    return;
                }
            }
        }
    })?;
    Ok(receiver)
}
