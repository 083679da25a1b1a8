//! A child process: lines in, lines out with the instant of their arrival, standard error kept.

use super::config::Config;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Longer lines are cut: an engine that floods must not fill our memory.
const LONGEST_LINE: u64 = 1 << 20;
/// Lines that wait to be read; a flood beyond them blocks the engine, not us.
const WAITING_LINES: usize = 4096;
/// Lines of the conversation, and of standard error, that are kept to show.
const KEPT_LINES: usize = 20;
/// How long an engine may take to quit before it is killed.
const GRACE: Duration = Duration::from_millis(500);

/// A line and when it came.
type Line = (Instant, String);

/// Why no line came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// Not in time.
    Timeout,
    /// The engine has closed its output, or ended.
    Ended,
}

/// The last lines of something, the oldest forgotten.
#[derive(Clone, Default)]
struct Tail(Arc<Mutex<VecDeque<String>>>);

impl Tail {
    fn push(&self, line: String) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == KEPT_LINES {
            lines.pop_front();
        }
        lines.push_back(line);
    }

    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

/// A running engine.
pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    said: Tail,
    errors: Tail,
}

impl Process {
    /// Starts the engine; `stderr` gets what it prints there.
    pub(super) fn start(config: &Config, stderr: Option<Box<dyn Write + Send>>) -> io::Result<Self> {
        let mut command = Command::new(&config.cmd);
        command.args(&config.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(dir) = &config.dir {
            command.current_dir(dir);
        }
        // Ctrl-C in a terminal is for the referee alone; it stops its engines in good order.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
        let (said, errors) = (Tail::default(), Tail::default());
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || forward(output, &sender));
        }
        if let Some(output) = child.stderr.take() {
            let errors = errors.clone();
            thread::spawn(move || keep(output, &errors, stderr));
        }
        Ok(Self { stdin: child.stdin.take(), child, lines, said, errors })
    }

    /// Sends a line. An engine that has ended is noticed when it is listened to.
    pub(super) fn say(&mut self, line: &str) {
        self.said.push(format!("> {}", shorten(line)));
        if let Some(stdin) = &mut self.stdin {
            let _ = stdin.write_all(format!("{line}\n").as_bytes()).and_then(|()| stdin.flush());
        }
    }

    /// The next line, if it comes before `deadline` (none: whenever it comes).
    pub(super) fn hear(&mut self, deadline: Option<Instant>) -> Result<Line, Silence> {
        let heard = match deadline {
            None => self.lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        };
        match heard {
            Ok((when, line)) => {
                self.said.push(format!("< {}", shorten(&line)));
                Ok((when, line))
            }
            Err(RecvTimeoutError::Timeout) => Err(Silence::Timeout),
            Err(RecvTimeoutError::Disconnected) => Err(Silence::Ended),
        }
    }

    /// The last lines of the conversation (`>` to the engine, `<` from it) and of its standard error (`!`).
    pub(super) fn last_lines(&mut self) -> Vec<String> {
        // A crashing engine's last words may still be on their way.
        if self.ended(Duration::from_millis(100)) {
            thread::sleep(Duration::from_millis(10));
        }
        let mut lines = self.said.lines();
        if let Ok(Some(status)) = self.child.try_wait() {
            lines.push(format!("! {status}"));
        }
        lines.extend(self.errors.lines().into_iter().map(|line| format!("! {line}")));
        lines
    }

    fn ended(&mut self, within: Duration) -> bool {
        let deadline = Instant::now() + within;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) => return false,
                _ => return true,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        // An engine that hears nothing more quits, whatever it thinks of the word.
        self.stdin = None;
        if !self.ended(GRACE) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn shorten(line: &str) -> String {
    const MOST: usize = 300;
    if line.chars().count() <= MOST { line.to_owned() } else { line.chars().take(MOST).chain("…".chars()).collect() }
}

fn forward(output: impl Read, sender: &SyncSender<Line>) {
    let _ = for_lines(output, |line| sender.send((Instant::now(), line)).is_ok());
}

fn keep(output: impl Read, tail: &Tail, mut file: Option<Box<dyn Write + Send>>) {
    let _ = for_lines(output, |line| {
        if let Some(file) = &mut file {
            let _ = writeln!(file, "{line}");
        }
        tail.push(shorten(&line));
        true
    });
}

/// Hands every line to `sink` until it says false; what is no UTF-8 is replaced, what is too long is cut.
fn for_lines(output: impl Read, mut sink: impl FnMut(String) -> bool) -> io::Result<()> {
    let mut reader = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        if !sink(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned()) {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_bytes_are_read() {
        let mut lines = Vec::new();
        for_lines(&b"one\r\n\xff\xfe two\n\nlast"[..], |line| {
            lines.push(line);
            true
        })
        .unwrap();
        assert_eq!(lines, ["one", "\u{fffd}\u{fffd} two", "", "last"]);
    }

    #[test]
    fn a_tail_forgets_the_oldest() {
        let tail = Tail::default();
        for number in 0..30 {
            tail.push(number.to_string());
        }
        assert_eq!(tail.lines().len(), KEPT_LINES);
        assert_eq!(tail.lines().last().map(String::as_str), Some("29"));
    }
}
