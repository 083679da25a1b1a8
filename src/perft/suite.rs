//! Suites of counts: `FEN [moves …] ;D1 n ;D2 n …`, a position a line, `#` begins a comment line.

use super::count::{Counter, Stopped};
use crate::game::{Choices, Notation};
use crate::play;

/// A position of a suite with its known counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Which line of the file it is, from 1.
    pub line: usize,
    /// The turn start.
    pub fen: String,
    /// Actions and events since.
    pub moves: Vec<String>,
    /// Depth and count, in the order of the line.
    pub counts: Vec<(u32, u64)>,
}

impl Entry {
    /// The position as the suite writes it.
    pub fn position(&self) -> String {
        if self.moves.is_empty() { self.fen.clone() } else { format!("{} moves {}", self.fen, self.moves.join(" ")) }
    }
}

/// Reads a suite.
///
/// # Errors
/// The first line that is not understood, with its number.
pub fn parse(text: &str) -> Result<Vec<Entry>, String> {
    let mut entries = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        entries.push(parse_line(index + 1, line).map_err(|reason| format!("line {}: {reason}", index + 1))?);
    }
    Ok(entries)
}

fn parse_line(line: usize, text: &str) -> Result<Entry, String> {
    let mut parts = text.split(';').map(str::trim);
    let mut position = parts.next().unwrap_or_default().split_ascii_whitespace();
    let fen = position.by_ref().take_while(|&word| word != "moves").collect::<Vec<_>>().join(" ");
    let moves = position.flat_map(play::words).map(str::to_owned).collect();
    let counts = parts.map(parse_count).collect::<Result<Vec<_>, _>>()?;
    if fen.is_empty() {
        return Err("no FEN before the first `;`".into());
    }
    if counts.is_empty() {
        return Err("no counts; expected `;D1 n ;D2 n …` after the position".into());
    }
    Ok(Entry { line, fen, moves, counts })
}

fn parse_count(text: &str) -> Result<(u32, u64), String> {
    let read = || {
        let (depth, count) = text.strip_prefix('D')?.split_once(' ')?;
        Some((depth.parse().ok()?, count.trim().parse().ok()?))
    };
    read().ok_or_else(|| format!("`{text}` is not a count; expected `D3 8902`"))
}

/// Counts one position of a suite.
///
/// # Errors
/// The FEN or a word is refused, a deal lies on the way, or the count was stopped.
pub fn count<G: Notation>(entry: &Entry, choices: &Choices, depth: u32, counter: &Counter) -> Result<u64, String> {
    let mut position = G::read_fen(&entry.fen, choices).map_err(|reasons| {
        let reasons: Vec<_> = reasons.iter().map(ToString::to_string).collect();
        format!("bad FEN: {}", reasons.join("; "))
    })?;
    for (index, word) in entry.moves.iter().enumerate() {
        play::play(&mut position, word).map_err(|reason| format!("word {}, {word}: {reason}", index + 1))?;
    }
    counter.count(&position, depth).map_err(|reason: Stopped| reason.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_positions_moves_and_counts() {
        let entries = parse("# a comment\n\n8/8 w - 0 1 moves a1a2,b1b2 c1c2 ;D1 20 ;D3 8902\r\n").unwrap();
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].line, 3);
        assert_eq!(entries[0].fen, "8/8 w - 0 1");
        assert_eq!(entries[0].moves, ["a1a2", "b1b2", "c1c2"]);
        assert_eq!(entries[0].counts, [(1, 20), (3, 8902)]);
        assert_eq!(entries[0].position(), "8/8 w - 0 1 moves a1a2 b1b2 c1c2");
    }

    #[test]
    fn names_what_it_does_not_understand() {
        for (text, reason) in [
            ("8/8 w", "line 1: no counts"),
            (";D1 20", "line 1: no FEN"),
            ("\n8/8 w ;D1 twenty", "line 2: `D1 twenty` is not a count"),
            ("8/8 w ;20", "line 1: `20` is not a count"),
            ("8/8 w ;D99999999999 1", "line 1: `D99999999999 1` is not a count"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.starts_with(reason), "{error}");
        }
    }
}
