//! Replies to text: every line the daemon can print, but for those of JSON.

use super::{FEATURES, Fault, Mode, VERSION};
use crate::game::Display;
use std::fmt::Write;
use std::time::Duration;

/// The only word for "no move".
pub const NO_MOVE: &str = "bestmove (none)";

/// An error, in the form the client understands.
pub fn fault(fault: &Fault, mode: Mode) -> String {
    match mode {
        Mode::Plain => format!("info string {fault}"),
        Mode::Extended => fault.to_string(),
    }
}

/// The answer to `xuci`.
pub fn greeting() -> Vec<String> {
    let mut lines = vec![format!("xuci {VERSION}")];
    lines.extend(FEATURES.iter().map(|feature| format!("feature {feature}")));
    lines.push("xuciok".to_owned());
    lines
}

/// The lines after a change of variant, in the form other variant engines print them in.
pub fn variant(name: &str, display: &Display) -> String {
    let Display { files, ranks, pocket, template, startpos, .. } = display;
    format!(
        "info string variant {name} files {files} ranks {ranks} pocket {pocket} template {template} startpos {startpos}"
    )
}

/// A score for the seat to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Turns to the end.
    Mate(i32),
}

/// What the score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// At least.
    Lower,
    /// At most.
    Upper,
    /// Just that.
    Exact,
}

/// An `info` line of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Plies.
    pub depth: u32,
    /// Plies of the longest line.
    pub seldepth: u32,
    /// Which line, from 1.
    pub multipv: usize,
    /// The score.
    pub score: Score,
    /// How exact it is.
    pub bound: Bound,
    /// Win, draw, loss per thousand.
    pub wdl: Option<[u32; 3]>,
    /// Positions.
    pub nodes: u64,
    /// Per thousand.
    pub hashfull: u32,
    /// Since the `go`.
    pub time: Duration,
    /// Words, a turn each.
    pub pv: Vec<String>,
}

/// The line of an [`Info`]. Words of our own would come before `pv`, which ends the line.
pub fn info(info: &Info) -> String {
    let mut line = format!("info depth {} seldepth {} multipv {} score ", info.depth, info.seldepth, info.multipv);
    let _ = match info.score {
        Score::Cp(score) => write!(line, "cp {score}"),
        Score::Mate(turns) => write!(line, "mate {turns}"),
    };
    line.push_str(match info.bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact => "",
    });
    if let Some([win, draw, loss]) = info.wdl {
        let _ = write!(line, " wdl {win} {draw} {loss}");
    }
    let nps = u128::from(info.nodes) * 1_000_000 / info.time.as_micros().max(1);
    let _ = write!(line, " nodes {} nps {nps} hashfull {} time {}", info.nodes, info.hashfull, info.time.as_millis());
    if !info.pv.is_empty() {
        let _ = write!(line, " pv {}", info.pv.join(" "));
    }
    line
}

/// The `info` line of a position in which there is nothing to search.
pub fn nothing_to_search(lost: bool) -> String {
    let score = if lost { "mate" } else { "cp" };
    format!("info depth 0 seldepth 0 multipv 1 score {score} 0 nodes 0 nps 0 hashfull 0 time 0")
}

/// The answer to `go`: the actor's whole turn, and the turn expected after it.
pub fn best_move(words: &[String]) -> String {
    match words {
        [] => NO_MOVE.to_owned(),
        [best] => format!("bestmove {best}"),
        [best, ponder, ..] => format!("bestmove {best} ponder {ponder}"),
    }
}

/// The counts of every first action, sorted by word, and their sum.
pub fn divided(mut counts: Vec<(String, u64)>) -> Vec<String> {
    counts.sort();
    let total: u64 = counts.iter().map(|(_, count)| count).sum();
    let mut lines: Vec<String> = counts.iter().map(|(word, count)| format!("{word}: {count}")).collect();
    lines.push(String::new());
    lines.push(counted(total));
    lines
}

/// The last line of a count.
pub fn counted(nodes: u64) -> String {
    format!("Nodes searched: {nodes}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Code;

    #[test]
    fn errors_in_both_languages() {
        let error = Fault::new(Code::Busy, "position", "a search is running");
        assert_eq!(fault(&error, Mode::Plain), "info string error busy position a search is running");
        assert_eq!(fault(&error, Mode::Extended), "error busy position a search is running");
    }

    #[test]
    fn the_variant_line() {
        let display = Display {
            files: 9,
            ranks: 6,
            pocket: 0,
            template: "fairy",
            startpos: "9/9 w - - 0 1".to_owned(),
            moves: Vec::new(),
        };
        let line = "info string variant arena42 files 9 ranks 6 pocket 0 template fairy startpos 9/9 w - - 0 1";
        assert_eq!(variant("arena42", &display), line);
    }

    #[test]
    fn info_and_answers() {
        let report = Info {
            depth: 3,
            seldepth: 5,
            multipv: 1,
            score: Score::Mate(-2),
            bound: Bound::Upper,
            wdl: Some([1, 2, 997]),
            nodes: 3000,
            hashfull: 7,
            time: Duration::from_micros(1500),
            pv: vec!["a,b".into(), "c".into()],
        };
        let line = "info depth 3 seldepth 5 multipv 1 score mate -2 upperbound wdl 1 2 997 nodes 3000 nps 2000000 hashfull 7 \
                    time 1 pv a,b c";
        assert_eq!(info(&report), line);
        let words = ["a,b".to_owned(), "c".to_owned()];
        assert_eq!(best_move(&words), "bestmove a,b ponder c");
        assert_eq!(best_move(&words[1..]), "bestmove c");
        assert_eq!(best_move(&[]), "bestmove (none)");
    }

    #[test]
    fn counts_are_sorted_by_word() {
        let lines = divided(vec![("b1c3".into(), 2), ("a2a3".into(), 1), ("W@a1".into(), 4)]);
        assert_eq!(lines, ["W@a1: 4", "a2a3: 1", "b1c3: 2", "", "Nodes searched: 7"]);
    }
}
