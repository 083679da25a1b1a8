//! How games begin: a line of a file, then random turns. Both games of a pair begin alike.

use crate::job::{Job, Openings, Order};
use crate::rules::{Rules, Table, Waits};
use banneret::board::{Rng, mix};

/// How often random turns are begun anew because they ended the game.
const ATTEMPTS: u64 = 200;

/// An opening: a position and the words played from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// None: the start position.
    pub fen: Option<String>,
    /// Actions and events.
    pub words: Vec<String>,
}

impl Opening {
    /// Reads `FEN [moves …]` or `startpos [moves …]`. What follows a `;` is left out.
    pub fn parse(line: &str) -> Self {
        let line = line.split(';').next().unwrap_or_default();
        let mut words = line.split_ascii_whitespace();
        let fen = words.by_ref().take_while(|&word| word != "moves").collect::<Vec<_>>().join(" ");
        let fen = (!fen.is_empty() && fen != "startpos").then_some(fen);
        Self { fen, words: words.flat_map(banneret::play::words).map(str::to_owned).collect() }
    }

    /// Sets it up.
    ///
    /// # Errors
    /// The FEN or a word is refused.
    pub fn set_up(&self, rules: &Rules) -> Result<Box<dyn Table>, String> {
        let mut table = rules.open(self.fen.as_deref())?;
        for (index, word) in self.words.iter().enumerate() {
            table.play(word).map_err(|reason| format!("word {}, {word}: {reason}", index + 1))?;
        }
        Ok(table)
    }
}

/// The lines of a file that hold an opening: all but empty ones and comments.
pub fn lines(text: &str) -> Vec<String> {
    let trimmed = text.lines().map(str::trim);
    trimmed.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// Checks that every line can be set up and leaves a game to play.
///
/// # Errors
/// The first that cannot.
pub fn check(openings: &Openings, rules: &Rules) -> Result<(), String> {
    for line in &openings.lines {
        let table = Opening::parse(line).set_up(rules).map_err(|reason| format!("opening `{line}`: {reason}"))?;
        if let Waits::Over(outcome) = table.waits() {
            return Err(format!("opening `{line}`: the game is over ({})", outcome.reason));
        }
    }
    Ok(())
}

/// The opening of a pair.
///
/// # Errors
/// A line is refused, or random turns end every game.
pub fn of_pair(job: &Job, rules: &Rules, pair: u64) -> Result<Opening, String> {
    let openings = &job.openings;
    let seed = job.pair_seed(pair);
    let opening = match openings.lines.len() as u64 {
        0 => Opening { fen: None, words: Vec::new() },
        count => {
            let index = match openings.order {
                Order::Sequential => job.round(pair) + openings.start.max(1) - 1,
                Order::Random => mix(seed ^ 0x0BE9_1A65),
            };
            Opening::parse(&openings.lines[(index % count) as usize])
        }
    };
    if openings.random == 0 {
        return Ok(opening);
    }
    for attempt in 0..ATTEMPTS {
        let mut rng = Rng::new(mix(seed ^ 0x7A4D_0A11).wrapping_add(attempt));
        if let Some(words) = random_turns(opening.set_up(rules)?, openings.random, &mut rng) {
            let words = opening.words.into_iter().chain(words).collect();
            return Ok(Opening { fen: opening.fen, words });
        }
    }
    Err(format!("{} random turns end every game", openings.random))
}

/// Plays random turns; none when the game ends on the way. Forced events after the last turn are played too.
fn random_turns(mut table: Box<dyn Table>, turns: u32, rng: &mut Rng) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut left = turns;
    loop {
        let word = match table.waits() {
            Waits::Over(_) => return None,
            _ if left == 0 => return Some(words),
            Waits::Table => table.throw(rng),
            Waits::Seat(_) => {
                let mut actions = table.actions();
                if actions.is_empty() {
                    return None;
                }
                actions.swap_remove(rng.below(actions.len() as u32) as usize)
            }
        };
        words.push(table.play(&word).ok()?);
        if table.at_turn_start() {
            left -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::tests::job;

    #[test]
    fn reads_lines() {
        let opening = Opening::parse("startpos moves e2e4,e7e5 g1f3 ; Open game");
        assert_eq!((opening.fen, opening.words.len()), (None, 3));
        let opening = Opening::parse("8/8/8/8/8/8/8/K1k5 w - - 0 1");
        assert_eq!((opening.fen.as_deref(), opening.words.len()), (Some("8/8/8/8/8/8/8/K1k5 w - - 0 1"), 0));
        assert_eq!(lines("# x\n\n a \r\nb"), ["a", "b"]);
    }

    #[test]
    fn random_openings_come_from_the_seed_and_can_be_played() {
        for variant in crate::rules::names() {
            let mut job = job(variant, 2, 2);
            job.openings.random = 6;
            let rules = job.check().unwrap();
            let opening = of_pair(&job, &rules, 0).unwrap();
            assert_eq!(of_pair(&job, &rules, 0).unwrap(), opening);
            assert_ne!(of_pair(&job, &rules, 1).unwrap(), opening, "{variant}");
            assert!(matches!(opening.set_up(&rules).unwrap().waits(), Waits::Seat(_) | Waits::Table));
        }
    }

    #[test]
    fn bad_lines_are_named() {
        let mut job = job("chess", 2, 2);
        job.openings.lines = vec!["startpos moves e2e5".into()];
        assert!(job.check().err().unwrap().starts_with("opening `startpos moves e2e5`: word 1, e2e5: "));
        job.openings.lines = vec!["startpos moves f2f3 e7e5 g2g4 d8h4".into()];
        assert!(job.check().err().unwrap().ends_with("the game is over (checkmate)"));
    }

    #[test]
    fn lines_follow_each_other() {
        let mut job = job("chess", 2, 2);
        job.openings.lines = vec!["startpos moves e2e4".into(), "startpos moves d2d4".into()];
        job.openings.start = 2;
        let rules = job.check().unwrap();
        let words = |pair| of_pair(&job, &rules, pair).unwrap().words;
        assert_eq!((words(0), words(1)), (vec!["d2d4".to_owned()], vec!["e2e4".to_owned()]));
    }
}
