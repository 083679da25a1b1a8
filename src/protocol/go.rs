//! The fields of `go`.

use super::Mode;
use super::fault::{Code, Fault};
use super::parse::{number, whole};

/// What a `go` asks for. Times are milliseconds and may be zero or less.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Go {
    /// `searchmoves`: words of the game; of a turn of several actions, joined by commas, the first counts.
    pub searchmoves: Vec<String>,
    /// `ponder`
    pub ponder: bool,
    /// `infinite`
    pub infinite: bool,
    /// `wtime`
    pub wtime: Option<i64>,
    /// `btime`
    pub btime: Option<i64>,
    /// `winc`
    pub winc: Option<i64>,
    /// `binc`
    pub binc: Option<i64>,
    /// `ptime`: one a seat, in turn order.
    pub ptime: Vec<i64>,
    /// `pinc`: one a seat, in turn order.
    pub pinc: Vec<i64>,
    /// `movestogo`
    pub movestogo: Option<u32>,
    /// `depth`, at least 1.
    pub depth: Option<u32>,
    /// `nodes`, at least 1.
    pub nodes: Option<u64>,
    /// `mate`, at least 1.
    pub mate: Option<u32>,
    /// `movetime`
    pub movetime: Option<i64>,
    /// `perft`: a count instead of a search.
    pub perft: Option<u32>,
}

/// The fields, each with what follows it.
pub const FIELDS: &[(&str, &str)] = &[
    ("searchmoves", "WORD…"),
    ("ponder", ""),
    ("wtime", "MS"),
    ("btime", "MS"),
    ("winc", "MS"),
    ("binc", "MS"),
    ("ptime", "MS…"),
    ("pinc", "MS…"),
    ("movestogo", "N"),
    ("depth", "N"),
    ("nodes", "N"),
    ("mate", "N"),
    ("movetime", "MS"),
    ("infinite", ""),
    ("perft", "N"),
];

fn is_field(word: &str) -> bool {
    FIELDS.iter().any(|(name, _)| *name == word)
}

impl Go {
    /// Reads the words after `go`.
    ///
    /// # Errors
    /// A number is missing or is none; after `xuci`, a word is not known.
    pub fn parse(words: &[&str], mode: Mode) -> Result<Self, Fault> {
        let mut go = Self::default();
        let mut rest = words.iter().copied().peekable();
        while let Some(field) = rest.next() {
            let mut value = || rest.next_if(|word| !is_field(word)).unwrap_or_default();
            match field {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "wtime" => go.wtime = Some(number(field, value())?),
                "btime" => go.btime = Some(number(field, value())?),
                "winc" => go.winc = Some(number(field, value())?),
                "binc" => go.binc = Some(number(field, value())?),
                "movestogo" => go.movestogo = Some(count(field, value())?).filter(|&moves| moves > 0),
                "depth" => go.depth = Some(count(field, value())?.max(1)),
                "nodes" => go.nodes = Some(number(field, value())?.max(1).unsigned_abs()),
                "mate" => go.mate = Some(count(field, value())?.max(1)),
                "movetime" => go.movetime = Some(number(field, value())?),
                "perft" => go.perft = Some(whole(field, value())?),
                "searchmoves" => {
                    while let Some(word) = rest.next_if(|word| !is_field(word)) {
                        go.searchmoves.extend(word.split(',').find(|part| !part.is_empty()).map(str::to_owned));
                    }
                }
                "ptime" | "pinc" => {
                    let list = if field == "ptime" { &mut go.ptime } else { &mut go.pinc };
                    list.clear();
                    while let Some(word) = rest.next_if(|word| word.parse::<f64>().is_ok()) {
                        list.push(number(field, word)?);
                    }
                }
                _ if mode == Mode::Plain => {}
                _ => return Err(Fault::new(Code::UnexpectedWord, field, "go has no such field")),
            }
        }
        Ok(go)
    }
}

/// A number of things: what is below zero is none.
fn count(field: &str, word: &str) -> Result<u32, Fault> {
    Ok(u32::try_from(number(field, word)?.max(0)).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str, mode: Mode) -> Result<Go, Fault> {
        Go::parse(&text.split_whitespace().collect::<Vec<_>>(), mode)
    }

    #[test]
    fn every_field() {
        let all = "wtime 1 btime 2 winc 3 binc 4 movestogo 5 depth 6 nodes 7 mate 8 movetime 9 infinite ponder \
                   ptime 1 -2 3 pinc 0 0 0 perft 2 searchmoves e2e4 e1e2,$N,end";
        let read = go(all, Mode::Extended).unwrap();
        assert_eq!(
            read,
            Go {
                searchmoves: vec!["e2e4".into(), "e1e2".into()],
                ponder: true,
                infinite: true,
                wtime: Some(1),
                btime: Some(2),
                winc: Some(3),
                binc: Some(4),
                ptime: vec![1, -2, 3],
                pinc: vec![0, 0, 0],
                movestogo: Some(5),
                depth: Some(6),
                nodes: Some(7),
                mate: Some(8),
                movetime: Some(9),
                perft: Some(2),
            }
        );
        for (field, value) in FIELDS {
            let text = format!(
                "{field} {}",
                value.replace("WORD…", "a1a2").replace("MS…", "5").replace("MS", "5").replace('N', "5")
            );
            assert_ne!(go(&text, Mode::Extended).unwrap(), Go::default(), "{field}");
        }
    }

    #[test]
    fn odd_numbers_are_legal_input() {
        let read =
            go("wtime -1 btime 99999999999999999999999 depth -3 nodes 0 mate 0 movetime 0 movestogo 0", Mode::Plain);
        let read = read.unwrap();
        assert_eq!((read.wtime, read.btime), (Some(-1), Some(i64::MAX)));
        assert_eq!((read.depth, read.nodes, read.mate), (Some(1), Some(1), Some(1)));
        assert_eq!((read.movetime, read.movestogo), (Some(0), None));
    }

    #[test]
    fn a_missing_number_and_an_unknown_word() {
        for bad in ["depth", "depth x", "wtime btime 5", "nodes 1e6", "depth 0x10", "perft -1"] {
            assert_eq!(go(bad, Mode::Plain).unwrap_err().code, Code::BadNumber, "{bad}");
        }
        assert_eq!(go("deep 5 depth 3", Mode::Plain).unwrap().depth, Some(3));
        let fault = go("deep 5", Mode::Extended).unwrap_err();
        assert_eq!((fault.code, fault.token.as_str()), (Code::UnexpectedWord, "deep"));
    }
}
