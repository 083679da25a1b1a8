//! A person at the terminal plays against the engine: `banneret play VARIANT`.
//!
//! It is a client of the daemon like any other, in the same process, and knows the protocol alone; so it plays every variant there
//! is. What it prints is for people and promises nothing to programs.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod client;

use crate::variants;
use client::{Client, Standing};
use std::io::{self, BufRead, Write};

/// How a game is played.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The variant.
    pub variant: String,
    /// The person's seats; none: the one that moves first. Empty: the engine plays itself.
    pub seats: Option<Vec<String>>,
    /// The engine's time for an action, in milliseconds.
    pub millis: u64,
    /// The engine's strength, 1 to 10.
    pub level: u32,
    /// The position to start from; none: the variant's own.
    pub fen: Option<String>,
}

/// The strongest level: no limit.
pub const STRONGEST: u32 = 10;

const HELP: &str = "\
  a word        plays it: e2e4, e7e8q, W@d4, $N, A:e5, end … (`moves` lists them all)
  several words play one after another, up to a whole turn: e1e2 $N end
  rules         the rules of the game; `rules WORD` only the lines that have it
  moves         lists what you can play; `moves e2` what begins with e2
  undo          takes back to your last decision; `undo 1` one single action. What dice or cards have decided stands
  hint          what the engine would play
  board         shows the board again
  level 1…10    how strong the engine plays; 10 is all it can
  time SECONDS  how long it thinks about an action
  seat NAME     changes your seat; `seat none` lets the engine play itself, `seat all` lets you play everybody
  fen           the position as a line of text; `fen TEXT` sets one up
  new           a new game; `new VARIANT` of another variant
  variants      lists the variants
  resign        gives the game up
  quit          leaves";

/// Plays until the person leaves or the input ends.
///
/// # Errors
/// The terminal or the daemon is gone, or the set-up is not possible (an unknown variant or seat, a bad FEN).
pub fn run(setup: Setup, input: impl BufRead, output: impl Write) -> io::Result<()> {
    let mut client = Client::start()?;
    let seats = Vec::new();
    let mut table =
        Table { client: &mut client, output, setup, seats, last_decisions: Vec::new(), played: 0, decided: 0 };
    table.new_game()?;
    table.play(input)
}

/// What follows a line the person typed.
enum Next {
    /// The game goes on.
    On,
    /// The position is as it was: ask again.
    Again,
    /// The person leaves.
    Leave,
}

struct Table<'a, W> {
    client: &'a mut Client,
    output: W,
    setup: Setup,
    /// All seats' names.
    seats: Vec<String>,
    /// How many actions and events had been played whenever the person was asked.
    last_decisions: Vec<usize>,
    /// How many actions and events have been played.
    played: usize,
    /// How many had been when the table threw or dealt last. Nothing before is taken back: nobody sees a card and then decides not to
    /// draw it, or throws again.
    decided: usize,
}

impl<W: Write> Table<'_, W> {
    /// Asks for something that must not fail.
    fn order(&mut self, line: &str) -> io::Result<Vec<String>> {
        let answer = self.client.ask(line)?;
        match fault(&answer) {
            Some(reason) => Err(io::Error::new(io::ErrorKind::InvalidInput, reason)),
            None => Ok(answer),
        }
    }

    fn new_game(&mut self) -> io::Result<()> {
        let variant = self.setup.variant.clone();
        self.order(&format!("setoption name UCI_Variant value {variant}"))?;
        // A new seed every game, so that dice and cards differ.
        let seed = std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_millis() % 1_000_000_007);
        self.order(&format!("setoption name Seed value {seed}"))?;
        self.set_level()?;
        self.order("ucinewgame")?;
        self.order(&match &self.setup.fen {
            Some(fen) => format!("position fen {fen}"),
            None => "position startpos".to_owned(),
        })?;
        self.seats = self.seat_names()?;
        for seat in self.setup.seats.iter().flatten() {
            if !self.seats.contains(seat) {
                let reason = format!("{variant} has no seat called {seat}; it has {}", self.seats.join(", "));
                return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
            }
        }
        self.last_decisions.clear();
        (self.played, self.decided) = (0, 0);
        writeln!(self.output, "{variant}. Type `rules` for the rules of the game, `help` for what you can say.")
    }

    /// The seats' names: what `viewer` names when it does not know one.
    fn seat_names(&mut self) -> io::Result<Vec<String>> {
        let answer = self.client.ask("viewer ?")?;
        let names = answer.first().and_then(|line| line.rsplit(": ").next()).unwrap_or_default();
        Ok(names.split(' ').map(str::to_owned).collect())
    }

    fn set_level(&mut self) -> io::Result<()> {
        let level = self.setup.level.clamp(1, STRONGEST);
        self.order(&format!("setoption name UCI_LimitStrength value {}", level < STRONGEST))?;
        // From a beginner to just under full strength in even steps.
        self.order(&format!("setoption name UCI_Elo value {}", 500 + (level - 1) * 2000 / (STRONGEST - 1))).map(drop)
    }

    fn is_person(&self, seat: &str) -> bool {
        match &self.setup.seats {
            None => self.seats.first().is_some_and(|first| first == seat),
            Some(seats) => seats.iter().any(|name| name == seat),
        }
    }

    fn play(&mut self, input: impl BufRead) -> io::Result<()> {
        let mut lines = input.lines();
        let mut show = true;
        loop {
            // Whose eyes look at the board: the person's, who must not see the engine's cards.
            let eyes = match (&self.setup.seats, self.seats.first()) {
                (Some(seats), _) if seats.len() == 1 => seats.first().cloned(),
                (None, Some(first)) => Some(first.clone()),
                _ => None,
            };
            self.look(eyes.as_deref().unwrap_or("all"))?;
            let (picture, standing) = self.client.show()?;
            let prompt = match standing {
                Standing::Table => {
                    self.throw(&picture)?;
                    show = true;
                    continue;
                }
                Standing::Seat(seat, _) if !self.is_person(&seat) => {
                    self.think(&seat)?;
                    show = true;
                    continue;
                }
                Standing::Seat(seat, due) => self.prompt(&seat, &due)?,
                Standing::Over(result, reason) => {
                    if show {
                        writeln!(self.output, "\nThe game is over: {result}, {reason}.")?;
                    }
                    "new, undo or quit> ".to_owned()
                }
            };
            if show {
                self.print(&picture)?;
            }
            write!(self.output, "{prompt}")?;
            self.output.flush()?;
            let Some(line) = lines.next() else { return writeln!(self.output) };
            match self.heed(line?.trim())? {
                Next::On => show = true,
                Next::Again => show = false,
                Next::Leave => return Ok(()),
            }
        }
    }

    /// What is asked of the person, with the word that ends a turn of several actions where it may be said.
    fn prompt(&mut self, seat: &str, due: &str) -> io::Result<String> {
        let answer = self.client.ask("actions")?;
        let mut words = answer.iter().flat_map(|line| line.split(' '));
        let end = if words.any(|word| word == "end") { " (`end` ends your turn)" } else { "" };
        Ok(format!("{seat}, {due}{end}> "))
    }

    fn look(&mut self, eyes: &str) -> io::Result<()> {
        self.order(&format!("viewer {eyes}")).map(drop)
    }

    fn print(&mut self, lines: &[String]) -> io::Result<()> {
        writeln!(self.output)?;
        // The FEN and the key are for programs; `fen` shows the one.
        for line in lines.iter().filter(|line| !line.starts_with("Fen: ") && !line.starts_with("Key: ")) {
            writeln!(self.output, "{line}")?;
        }
        writeln!(self.output)
    }

    /// The table throws or deals; `picture` is what it looked like before.
    fn throw(&mut self, picture: &[String]) -> io::Result<()> {
        let answer = self.order("throw")?;
        let (words, _) = played(&answer);
        self.played += words.len();
        self.decided = self.played;
        let words = words.join(" ");
        let line = |name| picture.iter().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        let variant = variants::find(&self.setup.variant);
        let sentence = variant.and_then(|variant| (variant.tell)(line("Fen: "), line("Moves: "), &words));
        writeln!(
            self.output,
            "The table: {words}{}",
            sentence.map_or(String::new(), |sentence| format!("  ({sentence})"))
        )
    }

    /// The engine takes its turn, as far as it can without the table or another seat.
    fn think(&mut self, seat: &str) -> io::Result<()> {
        self.look(seat)?;
        let (words, info) = self.client.go(&format!("movetime {}", self.setup.millis))?;
        if words.is_empty() {
            return Err(io::Error::other(format!("the engine has no answer as {seat}")));
        }
        self.order(&format!("play {}", words.join(" ")))?;
        self.played += words.len();
        writeln!(self.output, "{seat} plays {}{}", words.join(" "), thoughts(&info))
    }

    /// Does what the person typed.
    fn heed(&mut self, line: &str) -> io::Result<Next> {
        let mut words = line.split_ascii_whitespace();
        let Some(first) = words.next() else { return Ok(Next::Again) };
        let rest: Vec<&str> = words.collect();
        match first {
            "help" | "?" => writeln!(self.output, "{HELP}")?,
            "rules" => self.rules(&rest.join(" "))?,
            "moves" => self.list(rest.first().copied().unwrap_or_default())?,
            "board" => return Ok(Next::On),
            "hint" => {
                let (words, info) = self.client.go(&format!("movetime {}", self.setup.millis))?;
                let words = if words.is_empty() { "nothing".to_owned() } else { words.join(" ") };
                writeln!(self.output, "The engine would play {words}{}", thoughts(&info))?;
            }
            "undo" => return self.undo(rest.first().copied()),
            "level" => match rest.first().and_then(|text| text.parse().ok()) {
                Some(level @ 1..=STRONGEST) => {
                    self.setup.level = level;
                    self.set_level()?;
                    writeln!(self.output, "level {level}")?;
                }
                _ => writeln!(self.output, "level {}; say `level` and a number from 1 to 10", self.setup.level)?,
            },
            "time" => match rest.first().and_then(|text| text.parse::<f64>().ok()) {
                Some(seconds) if (0.0..=86_400.0).contains(&seconds) => {
                    self.setup.millis = (seconds * 1000.0) as u64;
                    writeln!(self.output, "{seconds} s an action")?;
                }
                _ => writeln!(self.output, "{} ms an action; say `time` and seconds", self.setup.millis)?,
            },
            "seat" => return self.sit(&rest),
            "fen" if rest.is_empty() => {
                let lines = self.client.ask("d")?;
                for line in lines.iter().filter(|line| line.starts_with("Fen: ") || line.starts_with("Moves: ")) {
                    writeln!(self.output, "{line}")?;
                }
            }
            "fen" => return self.restart(Setup { fen: Some(rest.join(" ")), ..self.setup.clone() }),
            "new" => {
                let variant = rest.first().map_or_else(|| self.setup.variant.clone(), |name| (*name).to_owned());
                let seats = if variant == self.setup.variant { self.setup.seats.clone() } else { None };
                return self.restart(Setup { variant, seats, fen: None, ..self.setup.clone() });
            }
            "variants" => {
                for line in self.client.ask("variants")? {
                    writeln!(self.output, "{line}")?;
                }
            }
            "resign" => {
                writeln!(self.output, "You resign; the engine wins. A new game:")?;
                return self.restart(Setup { fen: None, ..self.setup.clone() });
            }
            "quit" | "exit" => return Ok(Next::Leave),
            _ => return self.act(line),
        }
        Ok(Next::Again)
    }

    fn act(&mut self, words: &str) -> io::Result<Next> {
        if let Some(event) = words.split([' ', ',']).find(|word| word.starts_with('#')) {
            writeln!(self.output, "{event}: dice and cards are the table's, which needs no telling.")?;
            return Ok(Next::Again);
        }
        let before = self.played;
        let answer = self.client.ask(&format!("play {words}"))?;
        if let Some(reason) = fault(&answer) {
            writeln!(self.output, "{reason}. `moves` lists what you can play, `help` the rest.")?;
            return Ok(Next::Again);
        }
        self.played += played(&answer).0.len();
        self.last_decisions.push(before);
        Ok(Next::On)
    }

    /// The rules, or those of their lines that have `about` in them.
    fn rules(&mut self, about: &str) -> io::Result<()> {
        let page = variants::find(&self.setup.variant).map_or("", |variant| variant.rules);
        let about = about.to_lowercase();
        let mut found = false;
        for line in page.lines().filter(|line| line.to_lowercase().contains(&about)) {
            found = true;
            writeln!(self.output, "{line}")?;
        }
        if found { Ok(()) } else { writeln!(self.output, "the rules do not speak of {about}") }
    }

    fn list(&mut self, start: &str) -> io::Result<()> {
        let answer = self.client.ask("actions")?;
        let line = answer.first().map(String::as_str).unwrap_or_default();
        let words: Vec<&str> = line.split(' ').skip(2).filter(|word| word.starts_with(start)).collect();
        if words.is_empty() {
            return writeln!(self.output, "nothing begins with {start}");
        }
        for row in words.chunks(10) {
            let row: Vec<String> = row.iter().map(|word| format!("{word:7}")).collect();
            writeln!(self.output, "  {}", row.join(" ").trim_end())?;
        }
        Ok(())
    }

    fn undo(&mut self, count: Option<&str>) -> io::Result<Next> {
        let steps = match count {
            None => self.last_decisions.last().map_or(0, |before| self.played - before),
            Some(text) => text.parse().unwrap_or(0),
        };
        if steps == 0 || steps > self.played {
            writeln!(self.output, "there is nothing to take back")?;
            return Ok(Next::Again);
        }
        if self.played - steps < self.decided {
            writeln!(self.output, "what dice or cards have decided is not taken back")?;
            return Ok(Next::Again);
        }
        self.order(&format!("undo {steps}"))?;
        self.played -= steps;
        self.last_decisions.retain(|&before| before < self.played);
        Ok(Next::On)
    }

    fn sit(&mut self, names: &[&str]) -> io::Result<Next> {
        let seats: Vec<String> = match names {
            ["none"] => Vec::new(),
            ["all"] => self.seats.clone(),
            _ => names.iter().map(|name| (*name).to_owned()).collect(),
        };
        if names.is_empty() || seats.iter().any(|seat| !self.seats.contains(seat)) {
            writeln!(self.output, "the seats are {}; say one of them, `all` or `none`", self.seats.join(", "))?;
            return Ok(Next::Again);
        }
        self.setup.seats = Some(seats);
        Ok(Next::On)
    }

    /// A new game as set up, or the old one where that is not possible.
    fn restart(&mut self, setup: Setup) -> io::Result<Next> {
        let old = std::mem::replace(&mut self.setup, setup);
        match self.new_game() {
            Err(reason) if reason.kind() == io::ErrorKind::InvalidInput => {
                writeln!(self.output, "{reason}. A new game as before:")?;
                self.setup = old;
                self.new_game()?;
            }
            other => other?,
        }
        Ok(Next::On)
    }
}

/// The sentence of an error, when that is the answer.
fn fault(answer: &[String]) -> Option<String> {
    let line = answer.iter().find_map(|line| line.strip_prefix("error "))?;
    Some(line.splitn(3, ' ').nth(2).unwrap_or(line).to_owned())
}

/// The words of a `played` line, and what follows them.
fn played(answer: &[String]) -> (Vec<String>, String) {
    let line = answer.iter().find_map(|line| line.strip_prefix("played ")).unwrap_or_default();
    let (words, rest) = line.split_once(" actor ").unwrap_or((line, ""));
    (words.split(' ').map(str::to_owned).collect(), rest.to_owned())
}

/// What the engine thought, in a few words.
fn thoughts(info: &str) -> String {
    let after = |name: &str| {
        let mut words = info.split(' ').skip_while(|word| *word != name).skip(1);
        words.next().map(|first| (first.to_owned(), words.next().unwrap_or_default().to_owned()))
    };
    let (Some((depth, _)), Some((kind, value))) = (after("depth"), after("score")) else { return String::new() };
    let score = match value.parse::<f64>() {
        Ok(number) if kind == "cp" => format!("{:+.2}", number / 100.0),
        _ => format!("mate {value}"),
    };
    format!("  ({score}, depth {depth})")
}
