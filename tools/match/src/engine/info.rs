//! What an engine tells of its search: the last of everything in its `info` lines.

use serde::{Deserialize, Serialize};

/// Depth, score, nodes and time of an answer, as the engine said them last before it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Info {
    /// Centipawns, from the engine's own side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cp: Option<i64>,
    /// Turns to the mate it has found; negative: against it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i64>,
    /// Depth in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl Info {
    /// Takes in a line, if it is an `info` line of the first principal variation. True when it is an `info` line at all.
    pub fn read(&mut self, line: &str) -> bool {
        let mut words = line.split_ascii_whitespace();
        if words.next() != Some("info") {
            return false;
        }
        let mut next = *self;
        while let Some(word) = words.next() {
            match word {
                "string" | "pv" => break,
                "multipv" if words.next().is_some_and(|number| number != "1") => return true,
                "depth" => next.depth = number(words.next()).or(next.depth),
                "nodes" => next.nodes = number(words.next()).or(next.nodes),
                "score" => {
                    let (unit, value) = (words.next(), number(words.next()));
                    match unit {
                        Some("cp") if value.is_some() => (next.cp, next.mate) = (value, None),
                        Some("mate") if value.is_some() => (next.cp, next.mate) = (None, value),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        *self = next;
        true
    }

    /// The score in centipawns for adjudication, mates as ±100 000.
    pub fn centipawns(&self) -> Option<i64> {
        self.cp.or(self.mate.map(|mate| if mate > 0 { 100_000 } else { -100_000 }))
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_everything_counts() {
        let mut info = Info::default();
        assert!(
            info.read("info depth 3 seldepth 5 multipv 1 score cp -12 lowerbound nodes 99 nps 5 time 1 pv e2e4 depth")
        );
        assert!(info.read("info multipv 2 depth 4 score cp 900"));
        assert!(info.read("info string depth 77 score cp 1"));
        assert_eq!(info, Info { cp: Some(-12), mate: None, depth: Some(3), nodes: Some(99) });
        assert!(info.read("info depth 9 score mate -2"));
        assert_eq!((info.cp, info.mate, info.depth, info.nodes), (None, Some(-2), Some(9), Some(99)));
        assert_eq!(info.centipawns(), Some(-100_000));
    }

    #[test]
    fn nonsense_is_harmless() {
        let mut info = Info::default();
        for line in
            ["info", "info depth", "info score", "info score cp", "info score cp x depth -1 nodes 1e5", "info multipv"]
        {
            assert!(info.read(line), "{line}");
        }
        assert_eq!(info, Info::default());
        assert!(!info.read("infodepth 3") && !info.read("") && !info.read("bestmove e2e4"));
    }
}
