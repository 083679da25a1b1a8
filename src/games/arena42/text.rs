//! FEN, words, pictures, the self-description.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::squares::{self, ARENA, FIELD, Set, Square, arena_rank, field_rank};
use super::{Action, Kind, LIVES, Position};
use crate::board::{Colour, Seat};
use crate::game::{Board, Choices, Description, Detail, Display, Game, Malformed, NoEvent, Notation, Placed, Viewer};

const START: &str = "rnbgw/ppppp/5/5/PPPPP/RNBGW|3/3/3/3 w 4+4 0 1";

/// A board in a FEN: how a file and a rank make a square of it, and how large it is.
struct Area {
    name: &'static str,
    square: fn(u8, u8) -> Option<Square>,
    files: u8,
    ranks: u8,
}

const AREAS: [Area; 2] = [
    Area { name: "Field", square: Square::field, files: 5, ranks: 6 },
    Area { name: "Arena", square: Square::arena, files: 3, ranks: 4 },
];

fn piece_of(letter: char) -> Option<(Colour, Kind)> {
    let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())?;
    Some((if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black }, kind))
}

impl Position {
    fn empty() -> Self {
        Self { kinds: [0; 6], colours: [0; 2], key: 0, quiet: 0, turn: 1, lives: [LIVES; 2], side: Colour::White }
    }

    fn put(&mut self, colour: Colour, kind: Kind, square: Square) {
        for (set, here) in self.kinds.iter_mut().zip(Kind::ALL) {
            *set |= if here == kind { square.set() } else { 0 };
        }
        for (set, here) in self.colours.iter_mut().zip(Colour::ALL) {
            *set |= if here == colour { square.set() } else { 0 };
        }
    }

    fn letter_at(&self, square: Square) -> Option<char> {
        Some(self.colour_at(square)?.dress(self.kind_at(square)?.letter()))
    }

    fn read_area(&mut self, area: &Area, text: &str, reasons: &mut Vec<Malformed>) {
        let mut refuse = |reason: String| reasons.push(Malformed(reason));
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != usize::from(area.ranks) {
            refuse(format!("{text}: the {} has {} ranks, not {}", area.name, area.ranks, rows.len()));
        }
        for (row, rank) in rows.iter().zip((0..area.ranks).rev()) {
            let mut file = 0u32;
            for letter in row.chars() {
                if let Some(gap @ 1..) = letter.to_digit(10) {
                    file += gap;
                } else if let Some((colour, kind)) = piece_of(letter) {
                    if let Some(square) = u8::try_from(file).ok().and_then(|file| (area.square)(file, rank)) {
                        self.put(colour, kind, square);
                    }
                    file += 1;
                } else {
                    refuse(format!("{letter}: expected a digit above 0 or a piece letter of WGBNRP, either case"));
                }
            }
            if file != u32::from(area.files) {
                refuse(format!("{row}: rank {} of the {} has {} squares, not {file}", rank + 1, area.name, area.files));
            }
        }
    }

    /// Reads the field with this index, of five.
    fn read_field(&mut self, index: usize, text: &str, reasons: &mut Vec<Malformed>) {
        let mut refuse = |reason: &str| reasons.push(Malformed(format!("{text}: {reason}")));
        match index {
            0 => match text.split_once('|') {
                Some((field, arena)) => {
                    for (area, text) in AREAS.iter().zip([field, arena]) {
                        self.read_area(area, text, reasons);
                    }
                    self.misplaced(reasons);
                }
                None => refuse("expected the Field, |, and the Arena"),
            },
            1 => match text {
                "w" => self.side = Colour::White,
                "b" => self.side = Colour::Black,
                _ => refuse("the side to move is w or b"),
            },
            2 => self.read_lives(text, reasons),
            3 => match number(text) {
                Some(count) => self.quiet = count,
                None => refuse("expected the number of quiet moves"),
            },
            4 => match number(text) {
                Some(count @ 1..) => self.turn = count,
                _ => refuse("expected the turn's number, 1 or more"),
            },
            _ => {}
        }
    }

    /// What the page's FEN section refuses of pieces on their squares.
    fn misplaced(&self, reasons: &mut Vec<Malformed>) {
        let mut refuse = |reason: String| reasons.push(Malformed(reason));
        let list = |set: Set| squares::each(set).map(|at| at.to_string()).collect::<Vec<_>>().join(" ");
        for (colour, name, first) in [(Colour::White, "White", 2), (Colour::Black, "Black", 3)] {
            let pawns = self.of(colour, Kind::Pawn) & FIELD;
            let stray = pawns & !(field_rank(first) | field_rank(first + 1) | field_rank(first + 2));
            if stray != 0 {
                refuse(format!(
                    "{name}'s pawns on the Field stand on ranks {first}-{}, not on {}",
                    first + 2,
                    list(stray)
                ));
            }
            let wazirs = self.of(colour, Kind::Wazir);
            let count = (wazirs & FIELD).count_ones();
            if count != 1 {
                refuse(format!("{name} has one royal wazir on the Field, not {count}"));
            }
            if wazirs & ARENA != 0 {
                refuse(format!("{name}'s royal wazir stays on the Field, not on {}", list(wazirs & ARENA)));
            }
        }
        let stray = self.kinds_in(Kind::Pawn) & ARENA & !(arena_rank(2) | arena_rank(3));
        if stray != 0 {
            refuse(format!("pawns in the Arena stand on ranks 2-3, not on {}", list(stray)));
        }
    }

    fn kinds_in(&self, kind: Kind) -> Set {
        self.of(Colour::White, kind) | self.of(Colour::Black, kind)
    }

    fn read_lives(&mut self, text: &str, reasons: &mut Vec<Malformed>) {
        let mut refuse = |reason: String| reasons.push(Malformed(reason));
        let lives = text.split_once('+').and_then(|(white, black)| Some([number(white)?, number(black)?]));
        match lives {
            None => refuse(format!("{text}: expected White's and Black's lives, such as 4+4")),
            Some([0, 0]) => refuse(format!("{text}: only one side can be out of lives")),
            Some(lives) if lives.iter().any(|&lives| lives > u32::from(LIVES)) => {
                refuse(format!("{text}: nobody has more than {LIVES} lives"));
            }
            Some(lives) => self.lives = lives.map(|lives| lives as u8),
        }
    }
}

/// A number written with digits alone.
fn number(text: &str) -> Option<u32> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

impl Notation for Position {
    const NAME: &'static str = "arena42";
    const RULES: &'static str = include_str!("../../../rules/arena42.md");
    const SEAT_NAMES: &'static [&'static str] = &["white", "black"];

    fn start(choices: &Choices) -> Self {
        Self::read_fen(START, choices).unwrap_or_else(|_| Self::empty())
    }

    fn read_fen(fen: &str, _: &Choices) -> Result<Self, Vec<Malformed>> {
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let mut position = Self::empty();
        let mut reasons = Vec::new();
        if fields.len() != 5 {
            let found = fields.len();
            reasons.push(Malformed(format!(
                "expected 5 fields, <field>|<arena> <side> <lives> <quiet> <turn>, not {found}"
            )));
        }
        // Every field there is has its say, whatever is wrong before it.
        for (index, &field) in fields.iter().enumerate() {
            position.read_field(index, field, &mut reasons);
        }
        if reasons.is_empty() && position.in_check(position.side.other()) {
            let side = position.side.letter();
            reasons.push(Malformed(format!("{side} is to move, but the other side's royal wazir is attacked")));
        }
        position.key = position.fresh_key();
        if reasons.is_empty() { Ok(position) } else { Err(reasons) }
    }

    fn fen(&self) -> String {
        let boards = AREAS.map(|area| {
            let rows = (0..area.ranks).rev().map(|rank| {
                let mut row = String::new();
                let mut gap = 0;
                for square in (0..area.files).filter_map(|file| (area.square)(file, rank)) {
                    let letter = self.letter_at(square);
                    if letter.is_some() && gap > 0 {
                        row.push_str(&gap.to_string());
                        gap = 0;
                    }
                    match letter {
                        Some(letter) => row.push(letter),
                        None => gap += 1,
                    }
                }
                if gap > 0 {
                    row.push_str(&gap.to_string());
                }
                row
            });
            rows.collect::<Vec<_>>().join("/")
        });
        let [white, black] = self.lives;
        format!("{} {} {white}+{black} {} {}", boards.join("|"), self.side.letter(), self.quiet, self.turn)
    }

    fn read_action(&self, word: &str) -> Result<Action, Malformed> {
        let action = Square::split(word).and_then(|(from, rest)| {
            let (to, rest) = Square::split(rest)?;
            let promotes = match rest {
                "" => false,
                "g" => true,
                _ => return None,
            };
            Some(Action { from, to, promotes })
        });
        action.ok_or_else(|| Malformed(format!("{word}: expected a move such as d2d3, A3A2 or d4d5g")))
    }

    fn action_word(&self, Action { from, to, promotes }: Action) -> String {
        format!("{from}{to}{}", if promotes { "g" } else { "" })
    }

    fn event_word(&self, event: NoEvent) -> String {
        match event {}
    }

    fn picture(&self, _: Viewer) -> String {
        let mut lines = Vec::new();
        for rank in (0..6).rev() {
            let mut line = format!("{}  ", rank + 1);
            for area in &AREAS {
                for file in 0..area.files {
                    if let Some(square) = (area.square)(file, rank) {
                        line.push(self.letter_at(square).unwrap_or('.'));
                        line.push(' ');
                    }
                }
                if area.name == "Field" {
                    line.push_str("   ");
                }
            }
            lines.push(line.trim_end().to_owned());
        }
        lines.push("   a b c d e    A B C".to_owned());
        let [white, black] = self.lives;
        lines.push(format!(
            "{} to move, lives {white}+{black}",
            if self.side == Colour::White { "White" } else { "Black" }
        ));
        lines.join("\n")
    }

    fn describe(_: &Choices) -> Description {
        Description {
            boards: vec![
                Board { name: "Field", files: "abcde", ranks: 6 },
                Board { name: "Arena", files: "ABC", ranks: 4 },
            ],
            pieces: vec![
                ("W", "royal wazir"),
                ("G", "guard"),
                ("B", "short-bishop"),
                ("N", "knight"),
                ("R", "short-rook"),
                ("P", "pawn"),
            ],
            abilities: Vec::new(),
            // The Field on files a-e, a wall, the Arena on the three files at the right.
            display: Display {
                files: 9,
                ranks: 6,
                pocket: 0,
                template: "fairy",
                startpos: "rnbgw****/ppppp****/5*3/5*3/PPPPP*3/RNBGW*3 w - - 0 1".to_owned(),
                moves: vec![("W", "W"), ("G", "K"), ("B", "F2"), ("N", "N"), ("R", "W2"), ("P", "fmWfcF")],
            },
        }
    }

    fn pieces(&self) -> Vec<Placed> {
        squares::each(self.occupied())
            .filter_map(|square| {
                Some(Placed {
                    square: square.to_string(),
                    letter: self.kind_at(square)?.letter().to_string(),
                    seat: Seat::new(self.colour_at(square)?.index() as u8),
                    details: Vec::new(),
                })
            })
            .collect()
    }

    fn details(&self, _: Viewer) -> Vec<(&'static str, Detail)> {
        let lives = Self::SEAT_NAMES.iter().zip(self.lives);
        let lives = lives.map(|(&name, lives)| (name.to_owned(), Detail::Number(i64::from(lives)))).collect();
        vec![("lives", Detail::Map(lives))]
    }
}
