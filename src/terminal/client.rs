//! A client of the daemon in the same process: lines down one pipe, lines up another.

use crate::daemon;
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::thread;

/// The daemon, and a way to ask it things. It ends when the client is dropped.
pub(super) struct Client {
    to: PipeWriter,
    from: BufReader<PipeReader>,
}

/// Who is to act, as `played`, `undone` and `d` tell it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    /// A seat, by its name, and what is due from it.
    Seat(String, String),
    /// The table.
    Table,
    /// Nobody: the result and its reason.
    Over(String, String),
}

impl Client {
    /// Starts a daemon and speaks the extension with it.
    ///
    /// # Errors
    /// Pipes or threads are not to be had.
    pub(super) fn start() -> io::Result<Self> {
        let (input, to) = io::pipe()?;
        let (from, output) = io::pipe()?;
        thread::Builder::new().name("daemon".to_owned()).spawn(move || {
            if let Err(reason) = daemon::run(input, output) {
                log::error!("the daemon ended: {reason}");
            }
        })?;
        let mut client = Self { to, from: BufReader::new(from) };
        client.say("xuci")?;
        client.until("xuciok")?;
        Ok(client)
    }

    /// Says a line.
    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.to, "{line}")
    }

    /// The lines up to and including the first one that begins with `word`.
    fn until(&mut self, word: &str) -> io::Result<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line)? == 0 {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the daemon is gone"));
            }
            lines.push(line.trim_end().to_owned());
            if line.split_ascii_whitespace().next() == Some(word) {
                return Ok(lines);
            }
        }
    }

    /// Says a line and returns everything it is answered by: all there is before the answer to the `isready` sent behind it.
    pub(super) fn ask(&mut self, line: &str) -> io::Result<Vec<String>> {
        self.say(line)?;
        self.say("isready")?;
        let mut lines = self.until("readyok")?;
        lines.pop();
        Ok(lines)
    }

    /// Searches, and returns the words of the best turn and the last `info` line before it.
    pub(super) fn go(&mut self, limits: &str) -> io::Result<(Vec<String>, String)> {
        self.say(&format!("go {limits}"))?;
        let mut lines = self.until("bestmove")?;
        let best = lines.pop().unwrap_or_default();
        let turn = best.split_ascii_whitespace().nth(1).unwrap_or_default();
        let words = turn.split(',').filter(|word| *word != "(none)").map(str::to_owned).collect();
        Ok((words, lines.pop().unwrap_or_default()))
    }

    /// The lines of the picture, and who is to act.
    pub(super) fn show(&mut self) -> io::Result<(Vec<String>, Standing)> {
        let mut lines = self.ask("d")?;
        let last = lines.pop().unwrap_or_default();
        let standing = standing(&last).ok_or_else(|| io::Error::other(format!("the daemon says: {last}")))?;
        Ok((lines, standing))
    }
}

fn standing(line: &str) -> Option<Standing> {
    if let Some(rest) = line.strip_prefix("Result: ") {
        let (result, reason) = rest.split_once(' ')?;
        return Some(Standing::Over(result.to_owned(), reason.to_owned()));
    }
    let (actor, due) = line.strip_prefix("To act: ")?.strip_suffix(')')?.split_once(" (")?;
    Some(if actor == "table" { Standing::Table } else { Standing::Seat(actor.to_owned(), due.to_owned()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_who_is_to_act() {
        let seat = Standing::Seat("white".into(), "move".into());
        assert_eq!(standing("To act: white (move)"), Some(seat));
        assert_eq!(standing("To act: table (roll)"), Some(Standing::Table));
        assert_eq!(standing("Result: 1-0 checkmate"), Some(Standing::Over("1-0".into(), "checkmate".into())));
        assert_eq!(standing("error no-position d there is none"), None);
    }
}
