//! FEN, words, pictures, the self-description.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::{Action, Kind, PASSES, Phase, Position, seat_of};
use crate::board::{Bitboard, Colour, Square};
use crate::game::{Board, Choices, Description, Detail, Display, Game, Malformed, NoEvent, Notation, Placed, Viewer};

const BOARD: &str = "s3ppps/pnaptanp/1pp1w3/8/8/1PP1W3/PNAPTANP/S3PPPS";

fn piece_of(letter: char) -> Option<(Colour, Kind)> {
    let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())?;
    Some((if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black }, kind))
}

/// A number written with digits alone.
fn number(text: &str) -> Option<u32> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
    }
}

impl Position {
    fn empty() -> Self {
        Self {
            kinds: [Bitboard::EMPTY; 6],
            colours: [Bitboard::EMPTY; 2],
            key: 0,
            settled: Bitboard::EMPTY,
            quiet: 0,
            turn: 1,
            side: Colour::Black,
            phase: Phase::Move,
            passes: 0,
            spent: None,
        }
    }

    fn letter_at(&self, square: Square) -> Option<char> {
        Some(self.colour_at(square)?.dress(self.kind_at(square)?.letter()))
    }

    /// Reads the field with this index, of five.
    fn read_field(&mut self, index: usize, text: &str, reasons: &mut Vec<Malformed>) {
        let mut refuse = |reason: &str| reasons.push(Malformed(format!("{text}: {reason}")));
        match index {
            0 => self.read_board(text, reasons),
            1 => match text {
                "w" => self.side = Colour::White,
                "b" => self.side = Colour::Black,
                _ => refuse("the side to move is w or b"),
            },
            2 => match number(text).and_then(|count| u8::try_from(count).ok()) {
                Some(count @ ..=PASSES) => self.passes = count,
                _ => refuse(&format!("expected the passes in a row so far, 0 to {PASSES}")),
            },
            3 => match number(text) {
                Some(count) => self.quiet = count,
                None => refuse("expected the number of turns since the last death"),
            },
            4 => match number(text) {
                Some(count) => self.turn = count,
                None => refuse("expected the turn's number"),
            },
            _ => {}
        }
    }

    fn read_board(&mut self, text: &str, reasons: &mut Vec<Malformed>) {
        let mut refuse = |reason: String| reasons.push(Malformed(reason));
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 8 {
            refuse(format!("{text}: the board has 8 ranks, not {}", rows.len()));
        }
        for (row, rank) in rows.iter().zip((0..8u8).rev()) {
            let mut file = 0u32;
            for letter in row.chars() {
                if let Some(gap @ 1..) = letter.to_digit(10) {
                    file += gap;
                } else if let Some((colour, kind)) = piece_of(letter) {
                    if let Some(file) = u8::try_from(file).ok().filter(|&file| file < 8) {
                        self.toggle(colour, kind, Square::at(file, rank));
                    }
                    file += 1;
                } else {
                    refuse(format!("{letter}: expected a digit above 0 or a piece letter of PSANWT, either case"));
                }
            }
            if file != 8 {
                refuse(format!("{row}: rank {} has 8 squares, not {file}", rank + 1));
            }
        }
        for colour in Colour::ALL {
            let towers = self.of(colour, Kind::Tower).len();
            if towers != 1 {
                refuse(format!("{} has one tower, not {towers}", name(colour)));
            }
        }
    }

    pub(super) fn board_text(&self) -> String {
        let rows = (0..8).rev().map(|rank| {
            let mut row = String::new();
            let mut gap = 0;
            for file in 0..8 {
                match self.letter_at(Square::at(file, rank)) {
                    None => gap += 1,
                    Some(letter) => {
                        if gap > 0 {
                            row.push_str(&gap.to_string());
                            gap = 0;
                        }
                        row.push(letter);
                    }
                }
            }
            if gap > 0 {
                row.push_str(&gap.to_string());
            }
            row
        });
        rows.collect::<Vec<_>>().join("/")
    }
}

/// Reads the squares after `*`: joined by `+`, in square order, no other order.
fn read_kills(text: &str) -> Option<Bitboard> {
    let mut kills = Bitboard::EMPTY;
    let mut last = None;
    for part in text.split('+') {
        let square = Square::parse(part)?;
        if last >= Some(square) {
            return None;
        }
        last = Some(square);
        kills.insert(square);
    }
    Some(kills)
}

impl Notation for Position {
    const NAME: &'static str = "warlord";
    const RULES: &'static str = include_str!("../../../rules/warlord.md");
    const SEAT_NAMES: &'static [&'static str] = &["black", "white"];

    fn start(choices: &Choices) -> Self {
        Self::read_fen(&format!("{BOARD} b 0 0 1"), choices).unwrap_or_else(|_| Self::empty())
    }

    fn read_fen(fen: &str, _: &Choices) -> Result<Self, Vec<Malformed>> {
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let mut position = Self::empty();
        let mut reasons = Vec::new();
        if fields.len() != 5 {
            let found = fields.len();
            reasons.push(Malformed(format!("expected 5 fields, <board> <side> <passes> <quiet> <turn>, not {found}")));
        }
        // Every field there is has its say, whatever is wrong before it.
        for (index, &field) in fields.iter().enumerate() {
            position.read_field(index, field, &mut reasons);
        }
        position.key = position.fresh_key();
        if reasons.is_empty() { Ok(position) } else { Err(reasons) }
    }

    fn fen(&self) -> String {
        format!("{} {} {} {} {}", self.board_text(), self.side.letter(), self.passes, self.quiet, self.turn)
    }

    fn read_action(&self, word: &str) -> Result<Action, Malformed> {
        let expected = |what: &str| Malformed(format!("{word}: expected {what}"));
        if word == "pass" {
            return Ok(Action::Pass);
        }
        if let Some(squares) = word.strip_prefix('*') {
            return read_kills(squares)
                .map(Action::Kill)
                .ok_or_else(|| expected("squares in square order joined by +, such as *d5+e6"));
        }
        Square::split(word)
            .and_then(|(from, rest)| Some(Action::Move { from, to: Square::parse(rest)? }))
            .ok_or_else(|| expected("a move such as b3c4, `pass`, or kills such as *d5+e6"))
    }

    fn action_word(&self, action: Action) -> String {
        match action {
            Action::Move { from, to } => format!("{from}{to}"),
            Action::Pass => "pass".to_owned(),
            Action::Kill(kills) => {
                format!("*{}", kills.map(|square| square.to_string()).collect::<Vec<_>>().join("+"))
            }
        }
    }

    fn event_word(&self, event: NoEvent) -> String {
        match event {}
    }

    fn due(&self) -> &'static str {
        if self.phase == Phase::Move { "move" } else { "combat" }
    }

    fn picture(&self, _: Viewer) -> String {
        let mut lines: Vec<String> = (0..8u8)
            .rev()
            .map(|rank| {
                let row = (0..8).map(|file| self.letter_at(Square::at(file, rank)).unwrap_or('.').to_string());
                format!("{}  {}", rank + 1, row.collect::<Vec<_>>().join(" "))
            })
            .collect();
        lines.push("   a b c d e f g h".to_owned());
        lines.push(match self.chooser() {
            None => format!("{} to move, {} passes in a row", name(self.side), self.passes),
            Some(chooser) if self.settled.any() => {
                let kills = self.action_word(Action::Kill(self.settled));
                format!("{}'s turn, combat: {kills}, {} to choose", name(self.side), name(chooser))
            }
            Some(chooser) => format!("{}'s turn, combat: {} to choose", name(self.side), name(chooser)),
        });
        lines.join("\n")
    }

    fn describe(_: &Choices) -> Description {
        Description {
            boards: vec![Board { name: "Field", files: "abcdefgh", ranks: 8 }],
            pieces: vec![
                ("P", "peasant"),
                ("S", "spearman"),
                ("A", "archer"),
                ("N", "knight"),
                ("W", "warlord"),
                ("T", "tower"),
            ],
            abilities: Vec::new(),
            display: Display {
                files: 8,
                ranks: 8,
                pocket: 0,
                template: "fairy",
                // Boards of chess know no T: the tower is drawn as what it looks like, a rook.
                startpos: format!("{} b - - 0 1", BOARD.replace('t', "r").replace('T', "R")),
                // A dash (D) must not leap (n); only the knight moves onto others. The tower never moves.
                moves: vec![("P", "mFmnD"), ("S", "mK"), ("A", "mK"), ("N", "Q"), ("W", "mF")],
            },
        }
    }

    fn pieces(&self) -> Vec<Placed> {
        self.occupied()
            .filter_map(|square| {
                Some(Placed {
                    square: square.to_string(),
                    letter: self.kind_at(square)?.letter().to_string(),
                    seat: seat_of(self.colour_at(square)?),
                    details: Vec::new(),
                })
            })
            .collect()
    }

    fn details(&self, _: Viewer) -> Vec<(&'static str, Detail)> {
        let squares = |set: Bitboard| Detail::List(set.map(|square| Detail::Text(square.to_string())).collect());
        let mut details = vec![("passes", Detail::Number(i64::from(self.passes)))];
        if let Some(chooser) = self.chooser() {
            details.push(("victims", squares(self.victims(chooser))));
            details.push(("settled", squares(self.settled)));
        }
        details
    }
}
