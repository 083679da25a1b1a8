//! Words, and what front ends are told.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::generate::castled;
use super::{Action, Hands, Kind, Position, picture, seat};
use crate::board::{Colour, Square};
use crate::game::{
    Board, Choices, Description, Detail, Display, GameOption, Malformed, NoEvent, Notation, OptionKind, Placed, Viewer,
};

/// `UCI_Chess960`: castling is written as the king taking its own rook, `e1h1`, and may begin from other squares.
pub const CHESS960: GameOption = GameOption { name: "UCI_Chess960", kind: OptionKind::Check { default: false } };

const LETTERS: [(&str, &str); 6] =
    [("P", "pawn"), ("N", "knight"), ("B", "bishop"), ("R", "rook"), ("Q", "queen"), ("K", "king")];
const DROPS: [(&str, &str); 5] = [("P", "pawn"), ("N", "knight"), ("B", "bishop"), ("R", "rook"), ("Q", "queen")];

fn promotion_of(letter: &str) -> Option<Kind> {
    Some(match letter {
        "q" => Kind::Queen,
        "r" => Kind::Rook,
        "b" => Kind::Bishop,
        "n" => Kind::Knight,
        _ => return None,
    })
}

impl<H: Hands> Position<H> {
    /// The castling that the squares of a word mean here: as in Stockfish, the king's arrival in plain chess and its
    /// rook in Chess960, never both.
    fn castling_of(&self, from: Square, to: Square) -> Option<Square> {
        if from != self.king(self.turn) {
            return None;
        }
        let mut own = self.castlers & self.of(self.turn);
        own.find(|&rook| if self.chess960 { rook == to } else { castled(from, rook).0 == to && from.distance(to) == 2 })
    }
}

impl<H: Hands> Notation for Position<H> {
    const NAME: &'static str = H::NAME;
    const RULES: &'static str = include_str!("../../../rules/chess.md");
    const SEAT_NAMES: &'static [&'static str] = &["white", "black"];
    const OPTIONS: &'static [GameOption] = &[CHESS960];

    fn start(choices: &Choices) -> Self {
        Self::initial(choices.check(&CHESS960))
    }

    fn read_fen(fen: &str, choices: &Choices) -> Result<Self, Vec<Malformed>> {
        Self::read(fen, choices.check(&CHESS960))
    }

    fn fen(&self) -> String {
        self.write_fen()
    }

    fn read_action(&self, word: &str) -> Result<Action, Malformed> {
        let malformed = || {
            let drops = if H::DROPS { ", or a drop such as N@f3" } else { "" };
            Malformed(format!("{word}: expected a move such as e2e4 or e7e8q (n, b, r or q){drops}"))
        };
        if let Some((letter, square)) = word.split_once('@').filter(|_| H::DROPS) {
            let mut letters = letter.chars();
            let kind = letters.next().and_then(Kind::of_letter).filter(|&kind| kind != Kind::King);
            return match (kind, letters.next(), Square::parse(square)) {
                (Some(kind), None, Some(to)) => Ok(Action::Drop { kind, to }),
                _ => Err(malformed()),
            };
        }
        let (from, rest) = Square::split(word).ok_or_else(malformed)?;
        let (to, rest) = Square::split(rest).ok_or_else(malformed)?;
        let promotion = promotion_of(rest);
        if promotion.is_none() && !rest.is_empty() {
            return Err(malformed());
        }
        if promotion.is_none()
            && let Some(rook) = self.castling_of(from, to)
        {
            return Ok(Action::Castle { rook });
        }
        Ok(Action::Step { from, to, promotion })
    }

    fn action_word(&self, action: Action) -> String {
        match action {
            Action::Step { from, to, promotion: None } => format!("{from}{to}"),
            Action::Step { from, to, promotion: Some(kind) } => {
                format!("{from}{to}{}", kind.letter().to_ascii_lowercase())
            }
            Action::Castle { rook } => {
                let king = self.king(self.turn);
                format!("{king}{}", if self.chess960 { rook } else { castled(king, rook).0 })
            }
            Action::Drop { kind, to } => format!("{}@{to}", kind.letter()),
        }
    }

    fn event_word(&self, event: NoEvent) -> String {
        match event {}
    }

    fn picture(&self, _: Viewer) -> String {
        let board = picture(|square| self.piece(square).map_or(' ', |(colour, kind)| colour.dress(kind.letter())));
        if !H::DROPS {
            return board;
        }
        let [white, black] = Colour::ALL.map(|colour| self.hand_letters(colour));
        format!("{board}\n\nin hand: White [{white}] Black [{black}]")
    }

    fn describe(_: &Choices) -> Description {
        let template = if H::DROPS { "crazyhouse" } else { "chess" };
        Description {
            boards: vec![Board { name: "board", files: "abcdefgh", ranks: 8 }],
            pieces: LETTERS.to_vec(),
            abilities: if H::DROPS { vec![("drop", DROPS.to_vec())] } else { Vec::new() },
            display: Display {
                files: 8,
                ranks: 8,
                pocket: if H::DROPS { 5 } else { 0 },
                template,
                startpos: Self::initial(false).fen(),
                moves: Vec::new(),
            },
        }
    }

    fn pieces(&self) -> Vec<Placed> {
        let placed = |square: Square| {
            let (colour, kind) = self.piece(square)?;
            let promoted = self.hands.promoted().has(square);
            Some(Placed {
                square: square.to_string(),
                letter: kind.letter().to_string(),
                seat: seat(colour),
                details: if promoted { vec![("promoted", Detail::Flag(true))] } else { Vec::new() },
            })
        };
        self.occupied().filter_map(placed).collect()
    }

    fn details(&self, _: Viewer) -> Vec<(&'static str, Detail)> {
        if !H::DROPS {
            return Vec::new();
        }
        let hands = Self::SEAT_NAMES.iter().zip(Colour::ALL);
        let hands = hands.map(|(name, colour)| {
            let letters = self.hand_letters(colour).to_ascii_uppercase();
            (name.to_string(), Detail::List(letters.chars().map(|letter| Detail::Text(letter.to_string())).collect()))
        });
        vec![("hands", Detail::Map(hands.collect()))]
    }
}
