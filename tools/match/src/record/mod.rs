//! Records of games: one object, written as a JSON line and as PGN-like text, and checked by playing it through again.

mod replay;
mod text;

pub(crate) use replay::throw_rng;
pub use replay::{Replayed, replay};
pub use text::{parse, write};

use crate::engine::Info;
use crate::job::Task;
use serde::{Deserialize, Serialize};

/// Who sat where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// The seat's name.
    pub seat: String,
    /// The engine's name in the match.
    pub name: String,
    /// What the engine calls itself, with its version.
    pub version: String,
}

/// What one answer of an engine, or one throw of the table, brought.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The seat that acted; none: the table.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seat: Option<usize>,
    /// Actions, or an event.
    pub words: Vec<String>,
    /// What the engine said of it.
    #[serde(flatten)]
    pub info: Info,
    /// Milliseconds it took. Not recorded where time does not matter, so that the same game is the same record.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ms: Option<u64>,
}

/// A game from its first position to its result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Which pair and which game of it.
    #[serde(flatten)]
    pub task: Task,
    /// The match.
    pub event: String,
    /// The variant.
    pub variant: String,
    /// Its options.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub choices: Vec<(String, String)>,
    /// What openings, dice and cards come from.
    pub seed: u64,
    /// Who sat where, in turn order.
    pub players: Vec<Player>,
    /// The first position; none: the variant's own.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fen: Option<String>,
    /// What was played before the engines were asked.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub opening: Vec<String>,
    /// What was played then.
    pub steps: Vec<Step>,
    /// `1-0`, `0-1`, `1/2-1/2`: from the view of White's or Red's team.
    pub result: String,
    /// The team that won: 0 is that of the first seat. None: a draw.
    pub winner: Option<usize>,
    /// One word for the reason: the rules' own (`checkmate`, `tower`, …), an engine's fault (`crash hang nonsense malformed
    /// illegal twice time start`), or the referee's (`resign adjudication turns`).
    pub reason: String,
    /// The seat whose engine was at fault.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub offender: Option<usize>,
    /// What it did.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub detail: Option<String>,
    /// The last lines of the conversation with it (`>` to it, `<` from it) and of its standard error (`!`).
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub last_lines: Vec<String>,
}

impl Record {
    /// Every word of the game, opening and events included.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.opening.iter().chain(self.steps.iter().flat_map(|step| &step.words)).map(String::as_str)
    }

    /// Half points of the team given.
    pub fn half_points(&self, team: usize) -> usize {
        match self.winner {
            None => 1,
            Some(winner) => 2 * usize::from(winner == team),
        }
    }
}
