//! A board of eight by eight as text.

use crate::board::Square;

/// The board as people expect it on a terminal: rank 8 on top, files and ranks named. `letter` says what is drawn on a
/// square. Without a line end after the last line.
pub fn picture(letter: impl Fn(Square) -> char) -> String {
    let line = format!("  {}+\n", "+---".repeat(8));
    let mut text = line.clone();
    for rank in (0..8).rev() {
        text.push_str(&format!("{} ", rank + 1));
        for file in 0..8 {
            text.push_str(&format!("| {} ", letter(Square::at(file, rank))));
        }
        text.push_str("|\n");
        text.push_str(&line);
    }
    text.push_str("    a   b   c   d   e   f   g   h");
    text
}
