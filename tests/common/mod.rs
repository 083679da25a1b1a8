//! A client of the real daemon, over a pipe in memory.
#![allow(dead_code, unreachable_pub)]

use banneret::daemon;
use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};
use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long a daemon may be silent before a test gives up.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A client and its daemon.
pub struct Client {
    to: Option<PipeWriter>,
    from: Receiver<String>,
    daemon: JoinHandle<std::io::Result<()>>,
}

impl Client {
    /// A daemon fresh from its start.
    pub fn new() -> Self {
        let (input, to) = pipe().unwrap();
        let (from, output) = pipe().unwrap();
        let daemon = thread::spawn(move || daemon::run(input, output));
        let (sender, receiver) = unbounded();
        thread::spawn(move || {
            for line in BufReader::new(from).lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Self { to: Some(to), from: receiver, daemon }
    }

    /// One that speaks the extension and plays `variant`.
    pub fn of(variant: &str) -> Self {
        let mut client = Self::new();
        client.say("xuci");
        client.until("xuciok");
        client.say(&format!("setoption name UCI_Variant value {variant}"));
        client.fence();
        client
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) {
        self.bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.to.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// The next line.
    pub fn hear(&mut self) -> String {
        let line = self.from.recv_timeout(PATIENCE).expect("the daemon is silent");
        assert_eq!(line.trim_end(), line, "a line ends in a blank");
        line
    }

    /// The next line, if one comes in time.
    pub fn hear_within(&mut self, time: Duration) -> Option<String> {
        match self.from.recv_timeout(time) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the daemon has ended"),
        }
    }

    /// Every line up to the first that begins with `start`, which is the last.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.hear();
            let last = line.starts_with(start);
            lines.push(line);
            if last {
                return lines;
            }
        }
    }

    /// Every line up to the answer to an `isready` of its own, which is left out.
    pub fn fence(&mut self) -> Vec<String> {
        self.say("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Sends a line that is answered by exactly one.
    pub fn ask(&mut self, line: &str) -> String {
        self.say(line);
        let lines = self.fence();
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        lines.into_iter().next().unwrap()
    }

    /// Sends a line that is not answered.
    pub fn tell(&mut self, line: &str) {
        self.say(line);
        let lines = self.fence();
        assert!(lines.is_empty(), "{line}: {lines:?}");
    }

    /// Searches and returns everything up to the `bestmove`.
    pub fn go(&mut self, fields: &str) -> Vec<String> {
        self.say(&format!("go {fields}"));
        self.until("bestmove ")
    }

    /// The words of `actions`.
    pub fn actions(&mut self) -> Vec<String> {
        let line = self.ask("actions");
        let mut words = line.split(' ').map(str::to_owned);
        assert_eq!(words.next().as_deref(), Some("actions"));
        let count: usize = words.next().unwrap().parse().unwrap();
        let words: Vec<String> = words.collect();
        assert_eq!(words.len(), count);
        words
    }

    /// The object of `state`.
    pub fn state(&mut self) -> serde_json::Value {
        serde_json::from_str(&self.ask("state")).unwrap()
    }

    /// Ends the input and returns what is still said.
    pub fn close(mut self) -> Vec<String> {
        self.to = None;
        let end = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        while let Ok(line) = self.from.recv_deadline(end) {
            lines.push(line);
        }
        assert!(Instant::now() < end, "the daemon does not end");
        self.daemon.join().unwrap().unwrap();
        lines
    }
}

/// The move of a `bestmove` line.
pub fn best(line: &str) -> &str {
    let mut words = line.split(' ');
    assert_eq!(words.next(), Some("bestmove"), "{line}");
    words.next().expect("a bestmove line has a move")
}

/// The value of a field of an `info` line.
pub fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut words = line.split(' ');
    words.find(|word| *word == name)?;
    words.next()
}

/// Whether there is an `info` line that says all that clients need before a `bestmove`.
pub fn informed(lines: &[String]) -> bool {
    lines.iter().any(|line| {
        line.starts_with("info depth ")
            && ["score", "nodes", "nps", "time", "pv"].iter().all(|name| field(line, name).is_some())
    })
}

/// Lines with times and rates left out: what must be the same every time.
pub fn timeless(lines: &[String]) -> Vec<String> {
    let without_times = |line: &String| {
        let mut words: Vec<&str> = line.split(' ').collect();
        for name in ["time", "nps"] {
            if let Some(index) = words.iter().position(|word| *word == name) {
                words.drain(index..index + 2);
            }
        }
        words.join(" ")
    };
    lines.iter().map(without_times).collect()
}

/// A small generator of random numbers for tests.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound.max(1)
    }

    /// One of several.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}
