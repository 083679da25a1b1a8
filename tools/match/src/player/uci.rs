//! The protocol as the reference players speak it: enough of UCI and its extension for a referee. They answer within their
//! budget and hear nothing while they think, so `stop` has nothing to stop.

use super::{Budget, Player};
use banneret::board::Rng;
use banneret::game::{Actor, Choices, Evaluate, Notation, OptionKind, Viewer};
use banneret::play;
use banneret::search::Searcher;
use banneret::variants::{self, Visitor};
use std::io::{self, BufRead, Write};
use std::marker::PhantomData;
use std::time::{Duration, Instant};

/// Time that is left unused for the way to the referee.
const OVERHEAD: Duration = Duration::from_millis(10);
/// Turns that a clock without `movestogo` must still be good for.
const TURNS_TO_GO: i64 = 30;

/// What the client has set.
struct Settings {
    variant: &'static str,
    choices: Choices,
    rng: Rng,
    seed: u64,
    nodes: u64,
    /// The words after `position`.
    position: Vec<String>,
}

/// Serves a client until `quit` or the end of the input.
///
/// # Errors
/// The output is closed.
pub fn serve<P: Player>(input: impl BufRead, mut out: impl Write) -> io::Result<()> {
    let mut settings = Settings {
        variant: "chess",
        choices: Choices::default(),
        rng: Rng::new(1),
        seed: 1,
        nodes: P::NODES,
        position: vec!["startpos".into()],
    };
    for line in input.split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        let words: Vec<_> = line.split_ascii_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { continue };
        match command {
            "uci" => greet::<P>(&mut out)?,
            "xuci" => writeln!(out, "xuci 1\nxuciok")?,
            "isready" => writeln!(out, "readyok")?,
            "setoption" => settings.set_option(rest),
            "ucinewgame" => settings.rng = Rng::new(settings.seed),
            "position" => settings.position = rest.iter().map(|&word| word.to_owned()).collect(),
            "go" => {
                let variant = settings.variant;
                let go = Go::<P> { settings: &mut settings, words: rest, player: PhantomData };
                let answer = variants::visit(variant, go).unwrap_or_else(|| Err(format!("no variant {variant}")));
                match answer {
                    Ok(lines) => writeln!(out, "{lines}")?,
                    Err(reason) => writeln!(out, "info string error {reason}\nbestmove (none)")?,
                }
            }
            "quit" => return Ok(()),
            // We are shown no more than our seat may see, and look at no more.
            "viewer" | "stop" | "ponderhit" | "debug" => {}
            _ => writeln!(out, "info string error unknown command {command}")?,
        }
        out.flush()?;
    }
    Ok(())
}

fn greet<P: Player>(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "id name banneret-player {} {}", P::NAME, env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "id author {}", env!("CARGO_PKG_AUTHORS"))?;
    let vars = |names: &mut dyn Iterator<Item = &str>| names.map(|name| format!(" var {name}")).collect::<String>();
    let names = vars(&mut variants::VARIANTS.iter().map(|variant| variant.name));
    writeln!(out, "option name UCI_Variant type combo default chess{names}")?;
    for option in variants::options() {
        let name = option.name;
        match option.kind {
            OptionKind::Check { default } => writeln!(out, "option name {name} type check default {default}")?,
            OptionKind::Combo { default, vars: all } => {
                let all = vars(&mut all.iter().copied());
                writeln!(out, "option name {name} type combo default {default}{all}")?;
            }
        }
    }
    writeln!(out, "option name Seed type spin default 1 min 0 max 2147483647")?;
    writeln!(out, "option name Nodes type spin default {} min 1 max 1000000000", P::NODES)?;
    writeln!(out, "uciok")
}

impl Settings {
    /// `name N value V`; what cannot be understood is left as it was.
    fn set_option(&mut self, words: &[&str]) {
        let (Some(&"name"), Some(at)) = (words.first(), words.iter().position(|&word| word == "value")) else { return };
        let (name, value) = (words[1..at].join(" "), words[at + 1..].join(" "));
        match name.to_ascii_lowercase().as_str() {
            "uci_variant" => {
                if let Some(variant) = variants::find(&value) {
                    self.variant = variant.name;
                    self.position = vec!["startpos".into()];
                }
            }
            "seed" => self.seed = value.parse().unwrap_or(self.seed),
            "nodes" => self.nodes = value.parse().unwrap_or(self.nodes),
            _ => {
                for option in variants::options() {
                    if option.name.eq_ignore_ascii_case(&name) {
                        self.choices.set(option, value.clone());
                    }
                }
            }
        }
    }
}

/// A `go` command, to be carried out for whatever game is set.
struct Go<'a, P> {
    settings: &'a mut Settings,
    words: &'a [&'a str],
    player: PhantomData<P>,
}

impl<P: Player> Visitor for Go<'_, P> {
    type Output = Result<String, String>;

    fn visit<G: Notation + Evaluate, S: Searcher<G>>(self) -> Self::Output {
        let start = Instant::now();
        let position = set_up::<G>(&self.settings.position, &self.settings.choices)?;
        let Actor::Seat(seat) = position.actor() else { return Ok("bestmove (none)".into()) };
        // Should we have been told more than our seat may know, we do not look at it.
        let mut position = S::view(&position, Viewer::Seat(seat));
        let budget = self.budget(seat.index(), G::SEAT_NAMES, start);
        let choice = P::choose::<G, S>(&position, budget, &mut self.settings.rng);
        let mut words = Vec::new();
        for action in choice.turn {
            words.push(position.action_word(action));
            position.act(action);
        }
        if words.is_empty() {
            return Ok("bestmove (none)".into());
        }
        let (turn, time) = (words.join(","), start.elapsed());
        let rate = (choice.nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
        Ok(format!(
            "info depth 1 score cp {} nodes {} nps {rate} time {} pv {turn}\nbestmove {turn}",
            choice.score,
            choice.nodes,
            time.as_millis()
        ))
    }
}

impl<P: Player> Go<'_, P> {
    /// The number `index` places after a word of `go`.
    fn number(&self, word: &str, index: usize) -> Option<i64> {
        let at = self.words.iter().position(|&known| known == word)?;
        self.words.get(at + 1 + index)?.parse().ok()
    }

    /// The limits of `go`: its nodes, its time or a share of the clock, else the player's own nodes.
    fn budget(&self, seat: usize, names: &[&str], start: Instant) -> Budget {
        let first_side = names.iter().position(|name| matches!(*name, "white" | "red")).unwrap_or(0);
        let (time, increment) = if seat == first_side { ("wtime", "winc") } else { ("btime", "binc") };
        let left = self.number("ptime", seat).or(self.number(time, 0));
        let increment = self.number("pinc", seat).or(self.number(increment, 0)).unwrap_or(0);
        let turns = self.number("movestogo", 0).unwrap_or(TURNS_TO_GO).clamp(1, TURNS_TO_GO);
        let share = left.map(|left| (left / turns + increment / 2).min(left));
        let deadline = self.number("movetime", 0).or(share).map(|milliseconds| {
            let think = Duration::from_millis(milliseconds.max(0) as u64);
            start + think.saturating_sub(OVERHEAD)
        });
        let own = deadline.is_none().then_some(self.settings.nodes);
        Budget { deadline, nodes: self.number("nodes", 0).map(|nodes| nodes.max(1) as u64).or(own) }
    }
}

/// Sets up what came after `position`.
fn set_up<G: Notation>(words: &[String], choices: &Choices) -> Result<G, String> {
    let moves = words.iter().position(|word| word == "moves").unwrap_or(words.len());
    let mut position = match words.first().map(String::as_str) {
        Some("startpos") => G::start(choices),
        Some("fen") => {
            G::read_fen(&words[1..moves].join(" "), choices).map_err(|reasons| format!("bad FEN: {reasons:?}"))?
        }
        _ => return Err("expected `position startpos` or `position fen`".into()),
    };
    for word in words.iter().skip(moves + 1).flat_map(|words| play::words(words)) {
        play::play(&mut position, word).map_err(|reason| format!("{word}: {reason}"))?;
    }
    Ok(position)
}
