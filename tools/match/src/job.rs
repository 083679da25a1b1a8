//! A job: everything that determines a match, in one JSON document. Shard `K` of it is pair `K`, and without clocks what is played
//! in it is a pure function of the job and `K`.

use crate::engine::Config;
use crate::rules::Rules;
use crate::stats::Sprt;
use banneret::board::mix;
use serde::{Deserialize, Serialize};

/// When a game is decided before its rules say so.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Adjudication {
    /// A side loses that has reported a score this low for so many answers in a row.
    pub resign: Option<Resign>,
    /// A draw when every side has reported scores this near 0.
    pub draw: Option<Draw>,
    /// A draw after this many turns; 0: no limit.
    pub max_turns: u32,
}

/// `--resign movecount=3 score=400 twosided=true`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resign {
    /// Answers in a row.
    pub movecount: u32,
    /// Centipawns below zero.
    pub score: i64,
    /// Whether the winning side must report as much above zero.
    pub twosided: bool,
}

/// `--draw movenumber=34 movecount=8 score=20`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Draw {
    /// Turns of each side before it is looked for.
    pub movenumber: u32,
    /// Answers in a row of each side.
    pub movecount: u32,
    /// Centipawns at most, either way.
    pub score: i64,
}

/// In which order opening lines are taken.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// As they stand, again and again.
    #[default]
    Sequential,
    /// By chance, from the seed.
    Random,
}

/// How games begin.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Openings {
    /// `FEN [moves …]`, `startpos [moves …]`; empty: the start position.
    pub lines: Vec<String>,
    /// Their order.
    pub order: Order,
    /// The line to begin with, from 1, where they are taken as they stand.
    pub start: u64,
    /// Random legal turns after that.
    pub random: u32,
}

/// Who meets whom: engines by their number. Two for two teams, or one a seat.
pub type Encounter = Vec<usize>;

/// A match or tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// What it is called.
    pub event: String,
    /// The variant.
    pub variant: String,
    /// Options of the variant (`UCI_Chess960`, `WhiteArmy`).
    #[serde(default)]
    pub choices: Vec<(String, String)>,
    /// The engines.
    pub engines: Vec<Config>,
    /// Who meets whom in every round.
    pub encounters: Vec<Encounter>,
    /// Rounds.
    pub rounds: u64,
    /// Games of a pair: 1, 2, or as many as there are seats.
    pub games: u32,
    /// How games begin.
    #[serde(default)]
    pub openings: Openings,
    /// What everything random comes from.
    pub seed: u64,
    /// When games are cut short.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// When the match is decided early.
    #[serde(default)]
    pub sprt: Option<Sprt>,
    /// Milliseconds an engine may take to start, and to answer where no clock limits it.
    pub patience: (u64, u64),
    /// Whether the match goes on after a fault, with the engine restarted.
    pub recover: bool,
}

/// One game of a job.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Task {
    /// Which pair; the shard's number.
    pub pair: u64,
    /// Which rotation of the seats in it.
    pub game: u32,
}

impl Job {
    /// Checks what can be checked before a game is played.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<Rules, String> {
        let rules = Rules::find(&self.variant, &self.choices)?;
        let seats = rules.seats.len();
        for encounter in &self.encounters {
            if encounter.len() != 2 && encounter.len() != seats {
                return Err(format!("{} engines for {} seats; expected 2 or {seats}", encounter.len(), seats));
            }
            if let Some(unknown) = encounter.iter().find(|&&engine| engine >= self.engines.len()) {
                return Err(format!("there is no engine {unknown}"));
            }
        }
        let names: std::collections::HashSet<_> = self.engines.iter().map(|engine| &engine.name).collect();
        if names.len() < self.engines.len() {
            return Err("two engines have one name; tell them apart with `name=`".into());
        }
        let most = self.encounters.iter().map(Vec::len).max().unwrap_or(2) as u32;
        if self.encounters.is_empty() || !(self.games == 1 || self.games == 2 || self.games == most) {
            return Err(format!("{} games a pair; expected 1, 2 or {most}", self.games));
        }
        crate::openings::check(&self.openings, &rules)?;
        Ok(rules)
    }

    /// Number of pairs: of shards.
    pub fn pairs(&self) -> u64 {
        self.rounds * self.encounters.len() as u64
    }

    /// Every game, in order.
    pub fn tasks(&self) -> impl Iterator<Item = Task> + use<> {
        let games = self.games;
        (0..self.pairs()).flat_map(move |pair| (0..games).map(move |game| Task { pair, game }))
    }

    /// Who meets whom in a pair.
    pub fn encounter(&self, pair: u64) -> &[usize] {
        &self.encounters[(pair % self.encounters.len() as u64) as usize]
    }

    /// Which round a pair belongs to. Every encounter of a round has the same openings, dice and cards.
    pub fn round(&self, pair: u64) -> u64 {
        pair / self.encounters.len() as u64
    }

    /// Which engine sits where, by seat.
    pub fn seating(&self, task: Task, seats: usize) -> Vec<usize> {
        let encounter = self.encounter(task.pair);
        let turn = self.rotation(task);
        (0..seats).map(|seat| encounter[(seat + turn) % encounter.len()]).collect()
    }

    /// How far the table is turned in a game. Single games turn it from round to round.
    fn rotation(&self, task: Task) -> usize {
        if self.games == 1 { self.round(task.pair) as usize } else { task.game as usize }
    }

    /// The team of the encounter's first engine in a game.
    pub fn first_team(&self, task: Task) -> usize {
        self.rotation(task) % 2
    }

    /// What everything random in a pair comes from.
    pub fn pair_seed(&self, pair: u64) -> u64 {
        mix(mix(self.seed).wrapping_add(self.round(pair)))
    }

    /// The seed an engine gets in a game, where it has an option for it: below 2³¹, which every engine can read.
    pub fn engine_seed(&self, task: Task, engine: usize) -> u64 {
        mix(self.pair_seed(task.pair) ^ mix(u64::from(task.game) << 32 | engine as u64)) >> 33
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn job(variant: &str, engines: usize, games: u32) -> Job {
        let engine = |index: usize| Config {
            name: format!("engine{index}"),
            cmd: "none".into(),
            args: vec![],
            dir: None,
            options: vec![],
            control: crate::clock::Control { nodes: Some(10), ..Default::default() },
        };
        Job {
            event: "test".into(),
            variant: variant.into(),
            choices: vec![],
            engines: (0..engines).map(engine).collect(),
            encounters: vec![(0..engines).collect()],
            rounds: 3,
            games,
            openings: Openings::default(),
            seed: 1,
            adjudication: Adjudication::default(),
            sprt: None,
            patience: (10_000, 10_000),
            recover: true,
        }
    }

    #[test]
    fn seats_are_swapped_within_a_pair() {
        let job = job("chess", 2, 2);
        let seatings: Vec<_> = job.tasks().map(|task| job.seating(task, 2)).collect();
        assert_eq!(seatings, [[0, 1], [1, 0], [0, 1], [1, 0], [0, 1], [1, 0]]);
        assert!(job.tasks().all(|task| job.first_team(task) == task.game as usize));
        let single = super::tests::job("chess", 2, 1);
        let seatings: Vec<_> = single.tasks().map(|task| single.seating(task, 2)).collect();
        assert_eq!(seatings, [[0, 1], [1, 0], [0, 1]]);
    }

    #[test]
    fn in_doubles_every_rotation_is_played() {
        let job = job("warrior-doubles", 4, 4);
        assert!(job.check().is_ok());
        let seatings: Vec<_> = job.tasks().take(4).map(|task| job.seating(task, 4)).collect();
        assert_eq!(seatings, [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]);
        let teams = super::tests::job("warrior-doubles", 2, 2);
        assert_eq!(teams.seating(Task { pair: 0, game: 1 }, 4), [1, 0, 1, 0]);
    }

    #[test]
    fn seeds_depend_on_the_round_alone() {
        let mut job = job("chess", 2, 2);
        job.engines.push(Config { name: "third".into(), ..job.engines[0].clone() });
        job.encounters = vec![vec![0, 1], vec![0, 2]];
        assert_eq!(job.pair_seed(0), job.pair_seed(1));
        assert_ne!(job.pair_seed(0), job.pair_seed(2));
        assert_eq!(job.pairs(), 6);
    }

    #[test]
    fn says_what_is_wrong() {
        assert!(job("draughts", 2, 2).check().err().unwrap().starts_with("no variant is called `draughts`"));
        assert!(job("chess", 3, 2).check().err().unwrap().starts_with("3 engines for 2 seats"));
        assert!(job("chess", 2, 3).check().err().unwrap().starts_with("3 games a pair"));
        let mut same = job("chess", 2, 2);
        same.engines[1].name = same.engines[0].name.clone();
        assert!(same.check().err().unwrap().starts_with("two engines have one name"));
    }

    #[test]
    fn survives_json() {
        let job = job("warrior-doubles", 4, 4);
        assert_eq!(serde_json::from_str::<Job>(&serde_json::to_string(&job).unwrap()).unwrap(), job);
    }
}
