//! Jobs in pieces, for clusters. A shard is a pure function of the job and its number (as far as no clock is involved), so any
//! order on any machines, and any number of tries, gives the same result.

use crate::bench::Bench;
use crate::job::{Job, Task};
use crate::record::Record;
use crate::referee::{self, Cost, Unplayed};
use crate::rules::Rules;
use banneret::game::{Actor, Choices, Evaluate, Flow, Notation, Odds};
use banneret::perft::perft;
use banneret::play;
use banneret::search::Searcher;
use banneret::variants::{self, Visitor};
use serde::{Deserialize, Serialize};

/// Anything that can be cut into shards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum AnyJob {
    /// A match or tournament; a shard is a pair.
    Match(Job),
    /// A count; a shard is a part of the tree.
    Perft(PerftJob),
}

/// A perft cut into the trees below its first actions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerftJob {
    /// The variant.
    pub variant: String,
    /// Its options.
    #[serde(default)]
    pub choices: Vec<(String, String)>,
    /// Where it starts; none: the start position.
    #[serde(default)]
    pub fen: Option<String>,
    /// Words played from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Actions deep.
    pub depth: u32,
    /// Actions at the root that tell the shards apart.
    pub split: u32,
}

/// What a shard came to: one line of JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Shard {
    /// The games of a pair.
    Match {
        /// Its number.
        shard: u64,
        /// In order.
        games: Vec<Record>,
    },
    /// A count.
    Perft {
        /// Its number.
        shard: u64,
        /// The actions and events that lead to it.
        moves: Vec<String>,
        /// How many sequences go through it.
        nodes: u64,
    },
}

impl Shard {
    /// Its number.
    pub fn number(&self) -> u64 {
        match self {
            Self::Match { shard, .. } | Self::Perft { shard, .. } => *shard,
        }
    }
}

impl AnyJob {
    /// Number of shards.
    ///
    /// # Errors
    /// The job is not sound.
    pub fn shards(&self) -> Result<u64, String> {
        match self {
            Self::Match(job) => job.check().map(|_| job.pairs()),
            Self::Perft(job) => job.visit(None).map(|(count, _)| count),
        }
    }

    /// Works on shard `number`.
    ///
    /// # Errors
    /// The job is not sound, has no such shard, or was stopped.
    pub fn shard(&self, number: u64, halted: &dyn Fn() -> bool) -> Result<Shard, String> {
        let none = |count: u64| format!("there is no shard {number}; there are {count}, from 0");
        match self {
            Self::Match(job) => {
                let rules = job.check()?;
                if number >= job.pairs() {
                    return Err(none(job.pairs()));
                }
                Ok(Shard::Match { shard: number, games: play_pair(job, &rules, number, halted)? })
            }
            Self::Perft(job) => {
                let (count, shard) = job.visit(Some(number))?;
                let (moves, nodes) = shard.ok_or_else(|| none(count))?;
                Ok(Shard::Perft { shard: number, moves, nodes })
            }
        }
    }
}

fn play_pair(job: &Job, rules: &Rules, pair: u64, halted: &dyn Fn() -> bool) -> Result<Vec<Record>, String> {
    let mut bench = Bench::new(job, None);
    let play = |game| {
        referee::play(job, rules, Task { pair, game }, &mut bench, halted, &mut Cost::default()).map_err(|reason| {
            match reason {
                Unplayed::Stopped => "stopped".to_owned(),
                Unplayed::Broken(reason) => reason,
            }
        })
    };
    (0..job.games).map(play).collect()
}

/// The number of shards, and the words and count of the one asked for.
type Counted = (u64, Option<(Vec<String>, u64)>);

impl PerftJob {
    fn visit(&self, number: Option<u64>) -> Result<Counted, String> {
        // Refuses unknown variants and options with a sentence.
        let rules = Rules::find(&self.variant, &self.choices)?;
        let work = Work { job: self, choices: rules.choices(), number };
        variants::visit(rules.name, work).unwrap_or_else(|| Err(format!("no variant is called `{}`", self.variant)))
    }
}

struct Work<'a> {
    job: &'a PerftJob,
    choices: &'a Choices,
    number: Option<u64>,
}

impl Visitor for Work<'_> {
    type Output = Result<Counted, String>;

    fn visit<G: Notation + Evaluate, S: Searcher<G>>(self) -> Self::Output {
        let mut position = match &self.job.fen {
            None => G::start(self.choices),
            Some(fen) => G::read_fen(fen, self.choices).map_err(|reasons| format!("bad FEN `{fen}`: {reasons:?}"))?,
        };
        for (index, word) in self.job.moves.iter().enumerate() {
            play::play(&mut position, word).map_err(|reason| format!("word {}, {word}: {reason}", index + 1))?;
        }
        let split = self.job.split.min(self.job.depth);
        let mut parts = Parts { wanted: self.number, count: 0, found: None };
        parts.collect(&position, split, &mut Vec::new())?;
        let counted = match parts.found {
            None => None,
            Some((moves, position)) => {
                Some((moves, perft(&position, self.job.depth - split).map_err(|reason| reason.to_string())?))
            }
        };
        Ok((parts.count, counted))
    }
}

/// Goes through the positions some actions deep, and keeps the wanted one.
struct Parts<G> {
    wanted: Option<u64>,
    count: u64,
    found: Option<(Vec<String>, G)>,
}

impl<G: Notation> Parts<G> {
    fn collect(&mut self, position: &G, left: u32, path: &mut Vec<String>) -> Result<(), String> {
        if left == 0 {
            if self.wanted == Some(self.count) {
                self.found = Some((path.clone(), *position));
            }
            self.count += 1;
            return Ok(());
        }
        let mut result = Ok(());
        match position.turn() {
            Actor::Over(_) => {}
            Actor::Seat(_) => {
                let _ = position.generate(&mut |action| {
                    let mut next = *position;
                    next.act(action);
                    path.push(position.action_word(action));
                    result = self.collect(&next, left - 1, path);
                    path.pop();
                    if result.is_ok() { Flow::Continue(()) } else { Flow::Break(()) }
                });
            }
            Actor::Table => {
                let odds = position.events(&mut |event, _| {
                    if result.is_ok() {
                        let mut next = *position;
                        next.happen(event);
                        path.push(position.event_word(event));
                        result = self.collect(&next, left, path);
                        path.pop();
                    }
                });
                if odds == Odds::SampleOnly {
                    return Err("perft cannot go through an event whose outcomes are not listed (a deal)".into());
                }
            }
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn perft_job(depth: u32, split: u32) -> AnyJob {
        let moves = vec!["a2a3".to_owned()];
        AnyJob::Perft(PerftJob { variant: "arena42".into(), choices: vec![], fen: None, moves, depth, split })
    }

    fn nodes(job: &AnyJob, number: u64) -> u64 {
        match job.shard(number, &|| false).unwrap() {
            Shard::Perft { nodes, .. } => nodes,
            Shard::Match { .. } => panic!("a match"),
        }
    }

    #[test]
    fn the_shards_of_a_perft_add_up() {
        let whole = nodes(&perft_job(3, 0), 0);
        for split in 1..=3 {
            let job = perft_job(3, split);
            let shards = job.shards().unwrap();
            assert!(shards > 1);
            assert_eq!((0..shards).map(|number| nodes(&job, number)).sum::<u64>(), whole, "split {split}");
        }
    }

    #[test]
    fn a_shard_that_is_not_there_is_refused() {
        let job = perft_job(2, 1);
        let count = job.shards().unwrap();
        assert_eq!(
            job.shard(count, &|| false).unwrap_err(),
            format!("there is no shard {count}; there are {count}, from 0")
        );
        let broken = AnyJob::Perft(PerftJob {
            variant: "draughts".into(),
            choices: vec![],
            fen: None,
            moves: vec![],
            depth: 1,
            split: 1,
        });
        assert!(broken.shards().unwrap_err().starts_with("no variant is called"));
    }

    #[test]
    fn survives_json() {
        let job = perft_job(3, 2);
        let text = serde_json::to_string(&job).unwrap();
        assert!(text.contains("\"kind\":\"perft\""));
        assert_eq!(serde_json::from_str::<AnyJob>(&text).unwrap(), job);
    }
}
