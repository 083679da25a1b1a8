//! The protocol as a referee speaks it: UCI, and its extension where the engine knows it.

use super::config::Config;
use super::info::Info;
use super::process::{Process, Silence};
use crate::clock::Clock;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::time::{Duration, Instant};

/// What an engine did wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// It ended before or during its handshake, or never finished it.
    Start,
    /// It ended in the middle of the game.
    Crash,
    /// It did not answer, and said nothing that is no protocol either.
    Hang,
    /// It did not answer, but printed lines that are no protocol.
    Nonsense,
    /// Its answer is no word of the game.
    Malformed,
    /// Its answer may not be played.
    Illegal,
    /// It answered more than once.
    Twice,
    /// It overstepped its time.
    Time,
}

impl Fault {
    /// The reason's word in records.
    pub fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Nonsense => "nonsense",
            Self::Malformed => "malformed",
            Self::Illegal => "illegal",
            Self::Twice => "twice",
            Self::Time => "time",
        }
    }
}

/// A fault with what there is to say of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The kind.
    pub fault: Fault,
    /// A sentence.
    pub detail: String,
}

/// How long an engine may take where no clock limits it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// To start and say `uciok`, and to say `readyok`.
    pub handshake: Duration,
    /// To answer when limited by nodes or depth.
    pub answer: Duration,
    /// To come to rest after its flag has fallen.
    pub rest: Duration,
}

/// What is asked of an engine.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The whole `position` command.
    pub position: &'a str,
    /// The clocks in turn order.
    pub clocks: &'a [Clock],
    /// Whose turn it is to answer.
    pub seat: usize,
    /// The seat whose clock UCI calls white's.
    pub white: usize,
}

/// What an engine answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The words after `bestmove`, commas and all; `(none)` for none.
    pub words: String,
    /// How long it took.
    pub time: Duration,
    /// What it told of its search.
    pub info: Info,
}

/// An engine that has been started and has said who it is.
pub struct Client {
    process: Process,
    patience: Patience,
    name: String,
    options: Vec<String>,
    extended: bool,
    /// Whether it is known to be at rest: nothing can be on its way.
    settled: bool,
}

impl Client {
    /// Starts an engine and shakes hands. Its standard error goes to `stderr`.
    ///
    /// # Errors
    /// [`Fault::Start`], with the last lines in the sentence's place of evidence.
    pub fn start(
        config: &Config,
        variant: &str,
        choices: &[(String, String)],
        patience: Patience,
        stderr: Option<Box<dyn Write + Send>>,
    ) -> Result<Self, (Failure, Vec<String>)> {
        let failure = |detail: String| Failure { fault: Fault::Start, detail };
        let process =
            Process::start(config, stderr).map_err(|e| (failure(format!("{}: {e}", config.cmd)), Vec::new()))?;
        let mut client =
            Self { process, patience, name: String::new(), options: Vec::new(), extended: false, settled: false };
        match client.greet(config, variant, choices) {
            Ok(()) => Ok(client),
            Err(detail) => {
                let lines = client.last_lines();
                Err((failure(detail), lines))
            }
        }
    }

    fn greet(&mut self, config: &Config, variant: &str, choices: &[(String, String)]) -> Result<(), String> {
        self.process.say("uci");
        let deadline = Instant::now() + self.patience.handshake;
        loop {
            let line = self.hear(deadline, "uciok")?;
            let mut words = line.split_ascii_whitespace();
            match (words.next(), words.next()) {
                (Some("uciok"), _) => break,
                (Some("id"), Some("name")) => self.name = words.collect::<Vec<_>>().join(" "),
                (Some("option"), Some("name")) => {
                    self.options.push(words.take_while(|&word| word != "type").collect::<Vec<_>>().join(" "));
                }
                _ => {}
            }
        }
        // An engine that does not know the word says nothing, or that it does not know it; then comes `readyok`.
        self.process.say("xuci");
        self.process.say("isready");
        loop {
            match self.hear(deadline, "readyok")?.trim() {
                "xuciok" => self.extended = true,
                "readyok" => break,
                _ => {}
            }
        }
        let plain = variant == "chess" && !self.has_option("UCI_Variant");
        if !plain {
            self.set_option("UCI_Variant", variant);
        }
        for (name, value) in choices.iter().chain(&config.options) {
            self.set_option(name, value);
        }
        self.settle().map_err(|failure| failure.detail)
    }

    fn hear(&mut self, deadline: Instant, awaited: &str) -> Result<String, String> {
        self.process.hear(Some(deadline)).map(|(_, line)| line).map_err(|silence| match silence {
            Silence::Timeout => format!("no `{awaited}` in {:?}", self.patience.handshake),
            Silence::Ended => format!("it ended before `{awaited}`"),
        })
    }

    /// What the engine calls itself, with its version.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the engine knows the extension.
    pub fn is_extended(&self) -> bool {
        self.extended
    }

    /// Whether the engine has such an option; case does not matter, as in UCI.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.eq_ignore_ascii_case(name))
    }

    /// Sets an option.
    pub fn set_option(&mut self, name: &str, value: &str) {
        self.process.say(&format!("setoption name {name} value {value}"));
        self.settled = false;
    }

    /// Begins a new game. `seed` is for engines that play by chance; `viewer` is whose eyes they have, where seats hide things.
    ///
    /// # Errors
    /// The engine has crashed, hangs, or had one more answer to give.
    pub fn new_game(&mut self, seed: Option<u64>, viewer: Option<&str>) -> Result<(), Failure> {
        if let Some(seed) = seed {
            self.set_option("Seed", &seed.to_string());
        }
        self.process.say("ucinewgame");
        if let Some(viewer) = viewer {
            self.process.say(&format!("viewer {viewer}"));
        }
        self.settled = false;
        self.settle()
    }

    /// Waits until the engine is at rest.
    ///
    /// # Errors
    /// It has crashed, hangs, or had one more answer to give.
    pub fn settle(&mut self) -> Result<(), Failure> {
        self.process.say("isready");
        let deadline = Instant::now() + self.patience.handshake;
        let mut nonsense = 0;
        loop {
            match self.process.hear(Some(deadline)) {
                Ok((_, line)) => match line.split_ascii_whitespace().next() {
                    Some("readyok") => {
                        self.settled = true;
                        return Ok(());
                    }
                    Some("bestmove") => return Err(twice(&line)),
                    Some("info" | "error") | None => {}
                    Some(_) => nonsense += 1,
                },
                Err(silence) => return Err(self.silent(silence, nonsense, "readyok", self.patience.handshake)),
            }
        }
    }

    /// Asks for an answer and waits for it.
    ///
    /// # Errors
    /// Any fault but [`Fault::Illegal`], which the caller finds.
    pub fn ask(&mut self, ask: &Ask<'_>) -> Result<Answer, Failure> {
        self.process.say(ask.position);
        // Whatever is still on its way comes before `readyok`, and the clock starts when the position has been read.
        self.settle()?;
        let clock = &ask.clocks[ask.seat];
        self.process.say(&go(ask, self.extended));
        let start = Instant::now();
        let patience = clock.patience();
        let deadline = start + patience.unwrap_or(self.patience.answer);
        let mut info = Info::default();
        let mut nonsense = 0;
        self.settled = false;
        loop {
            match self.process.hear(Some(deadline)) {
                Ok((when, line)) => {
                    let mut words = line.split_ascii_whitespace();
                    match words.next() {
                        Some("bestmove") => {
                            let time = when.saturating_duration_since(start);
                            let Some(words) = words.next() else {
                                let detail = "`bestmove` without a word".to_owned();
                                return Err(Failure { fault: Fault::Malformed, detail });
                            };
                            return Ok(Answer { words: words.to_owned(), time, info });
                        }
                        Some("info") => _ = info.read(&line),
                        Some("error") | None => {}
                        Some(_) => nonsense += 1,
                    }
                }
                Err(Silence::Timeout) if patience.is_some() => return Err(self.flag_fell(start, nonsense)),
                Err(silence) => return Err(self.silent(silence, nonsense, "bestmove", self.patience.answer)),
            }
        }
    }

    /// The flag has fallen. An engine that still answers to `stop` has lost on time and is as good as before; one that does
    /// not hangs.
    fn flag_fell(&mut self, start: Instant, mut nonsense: usize) -> Failure {
        self.process.say("stop");
        let deadline = Instant::now() + self.patience.rest;
        loop {
            match self.process.hear(Some(deadline)) {
                Ok((when, line)) if line.split_ascii_whitespace().next() == Some("bestmove") => {
                    let time = when.saturating_duration_since(start).as_millis();
                    return Failure { fault: Fault::Time, detail: format!("the answer took {time} ms") };
                }
                Ok((_, line)) => {
                    nonsense += usize::from(!matches!(line.split(' ').next(), Some("info" | "error" | "")))
                }
                Err(silence) => return self.silent(silence, nonsense, "bestmove", start.elapsed()),
            }
        }
    }

    fn silent(&self, silence: Silence, nonsense: usize, awaited: &str, waited: Duration) -> Failure {
        let waited = waited.as_millis();
        let (fault, detail) = match silence {
            Silence::Ended => (Fault::Crash, format!("it ended before `{awaited}`")),
            Silence::Timeout if nonsense > 0 => {
                (Fault::Nonsense, format!("{nonsense} lines that are no protocol, and no `{awaited}` in {waited} ms"))
            }
            Silence::Timeout => (Fault::Hang, format!("no `{awaited}` in {waited} ms")),
        };
        Failure { fault, detail }
    }

    /// The last lines of the conversation (`>` to the engine, `<` from it) and of its standard error (`!`).
    pub fn last_lines(&mut self) -> Vec<String> {
        self.process.last_lines()
    }
}

fn twice(line: &str) -> Failure {
    Failure { fault: Fault::Twice, detail: format!("`{line}` although nothing was asked any more") }
}

/// The `go` command for the seat that is asked.
fn go(ask: &Ask<'_>, extended: bool) -> String {
    let clock = &ask.clocks[ask.seat];
    let control = clock.control();
    let mut words = vec!["go".to_owned()];
    let list = |value: &dyn Fn(&Clock) -> String| ask.clocks.iter().map(value).collect::<Vec<_>>().join(" ");
    if control.time > 0 {
        let left = |clock: &Clock| clock.left().to_string();
        let increment = |clock: &Clock| clock.control().increment.to_string();
        if ask.clocks.len() > 2 && extended {
            words.push(format!("ptime {} pinc {}", list(&left), list(&increment)));
        } else {
            // Without the extension the engine sees its own clock and that of the next seat.
            let (white, black) = if ask.clocks.len() == 2 {
                (&ask.clocks[ask.white], &ask.clocks[1 - ask.white])
            } else {
                (clock, clock)
            };
            words.push(format!("wtime {} btime {}", left(white), left(black)));
            words.push(format!("winc {} binc {}", increment(white), increment(black)));
        }
        if let Some(turns) = clock.turns_to_go() {
            words.push(format!("movestogo {turns}"));
        }
    }
    let one = |word: &str, value: Option<u64>| value.map(|value| format!("{word} {value}"));
    words.extend(one("movetime", clock.movetime()));
    words.extend(one("nodes", control.nodes));
    words.extend(one("depth", control.depth.map(u64::from)));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Control;

    fn clocks(seats: usize, words: &[(&str, &str)]) -> Vec<Clock> {
        let mut control = Control::default();
        for (key, value) in words {
            control.set(key, value).unwrap();
        }
        vec![Clock::new(&control); seats]
    }

    #[test]
    fn limits_become_words_of_go() {
        let ask = |clocks: &[Clock], seat, white, extended| go(&Ask { position: "", clocks, seat, white }, extended);
        let tc = [("tc", "40/60+0.5")];
        assert_eq!(ask(&clocks(2, &tc), 1, 0, true), "go wtime 60000 btime 60000 winc 500 binc 500 movestogo 40");
        assert_eq!(
            ask(&clocks(4, &tc), 2, 0, true),
            "go ptime 60000 60000 60000 60000 pinc 500 500 500 500 movestogo 40"
        );
        assert_eq!(ask(&clocks(2, &[("st", "0.1")]), 0, 0, false), "go movetime 100");
        assert_eq!(ask(&clocks(2, &[("nodes", "7"), ("depth", "3")]), 0, 0, false), "go nodes 7 depth 3");
        // Where Black moves first, the first seat's clock is UCI's second.
        let mut uneven = clocks(2, &[("tc", "1")]);
        uneven[0].run(Duration::from_millis(400));
        assert_eq!(ask(&uneven, 0, 1, true), "go wtime 1000 btime 600 winc 0 binc 0");
    }
}
