//! Text for people and front ends: the picture, the pieces, the hands, the self-description.

use super::cards::{Card, Cards};
use super::{Action, Phase, Position, Turned, accept, colour, fen, words};
use crate::board::{Colour, Square};
use crate::game::{Choices, Description, Detail, Display, Malformed, Notation, Placed, Viewer};
use crate::games::chess::{self, Kind, seat};

/// The letters of the pieces, by kind.
const LETTERS: [&str; Kind::COUNT] = ["P", "N", "B", "R", "Q", "K"];

impl Position {
    /// A hand as the viewer sees it.
    fn seen(&self, owner: Colour, viewer: Viewer) -> Cards {
        match viewer {
            Viewer::Seat(eyes) if colour(eyes) != owner => self.hand(owner).hidden(),
            _ => self.hand(owner),
        }
    }
}

impl Notation for Position {
    const NAME: &'static str = "battlechess";
    const RULES: &'static str = include_str!("../../../rules/battle.md");
    const SEAT_NAMES: &'static [&'static str] = &["white", "black"];

    fn start(_choices: &Choices) -> Self {
        Self::empty()
    }

    fn read_fen(fen: &str, _choices: &Choices) -> Result<Self, Vec<Malformed>> {
        fen::read(fen)
    }

    fn fen(&self) -> String {
        fen::write(self)
    }

    fn read_action(&self, word: &str) -> Result<Action, Malformed> {
        words::read_action(word)
    }

    fn action_word(&self, action: Action) -> String {
        words::action_word(action)
    }

    fn read_event(&self, word: &str) -> Result<Turned, Malformed> {
        words::read_event(word)
    }

    fn event_word(&self, event: Turned) -> String {
        words::event_word(event)
    }

    fn due(&self) -> &'static str {
        match self.phase {
            Phase::Place => "place",
            Phase::Deal(_) => "deal",
            Phase::Turn => "move",
            Phase::Draw(_) => "card",
        }
    }

    fn picture(&self, viewer: Viewer) -> String {
        let letter = |square| self.board.at(square).map_or(' ', |(colour, kind)| colour.dress(kind.letter()));
        let mut picture = chess::picture(letter) + "\n\n";
        for owner in Colour::ALL {
            let hand = self.seen(owner, viewer);
            picture += &format!("{}: {} ({})\n", accept::name(owner), hand.text(), hand.len());
        }
        picture += &format!("discards: {}\ndeck: {}\n", self.discards.text(), self.deck());
        let to_do = match self.phase {
            Phase::Place => "to place",
            Phase::Turn => "to move",
            Phase::Deal(_) => "to be dealt cards",
            Phase::Draw(_) => "to draw",
        };
        picture + &format!("{} {to_do}", accept::name(self.side))
    }

    fn describe(_choices: &Choices) -> Description {
        let cards = vec![
            ("A", "assassinate: remove an enemy piece, not the king (A:e5)"),
            ("2", "chicken: an enemy piece becomes an enemy pawn (2:e5)"),
            ("3", "a pawn into one's zone (3:d4)"),
            ("4", "a pawn into one's zone (4:d4)"),
            ("5", "a pawn into one's zone (5:d4)"),
            ("6", "a pawn into one's zone (6:d4)"),
            ("7", "friendly chicken: an enemy piece becomes one's own pawn (7:e5)"),
            ("8", "killshot: capture without moving (8:d4e5)"),
            ("9", "a knight into one's zone (9:c3)"),
            ("T", "a bishop into one's zone (T:c3)"),
            ("J", "a rook into one's zone (J:c3)"),
            ("Q", "a queen into one's zone (Q:c3)"),
            ("K", "teleport: an own piece into one's zone (K:a1d4)"),
            ("X", "nope: undo the effect of the card just played (X)"),
        ];
        debug_assert_eq!(cards.len(), Card::ALL.len());
        let actions = vec![("draw", "draw a card"), ("swap", "discard three cards and draw two (swap:357)")];
        Description {
            boards: vec![crate::game::Board { name: "board", files: "abcdefgh", ranks: 8 }],
            pieces: Kind::ALL.iter().map(|kind| (LETTERS[kind.index()], kind.name())).collect(),
            abilities: vec![
                ("drop", vec![("K", "place the king"), ("P", "place a pawn")]),
                ("card", cards),
                ("draw", actions),
                ("throw", vec![("#", "cards turned up: #Q, #A23456X, #?")]),
            ],
            display: Display {
                files: 8,
                ranks: 8,
                pocket: 6,
                template: "crazyhouse",
                startpos: "8/8/8/8/8/8/8/8[KPPPkppp] w - - 0 1".into(),
                moves: Vec::new(),
            },
        }
    }

    fn pieces(&self) -> Vec<Placed> {
        let placed = |square: Square| {
            let (owner, kind) = self.board.at(square)?;
            let letter = kind.letter().to_string();
            Some(Placed { square: square.to_string(), letter, seat: seat(owner), details: Vec::new() })
        };
        Square::all().filter_map(placed).collect()
    }

    fn details(&self, viewer: Viewer) -> Vec<(&'static str, Detail)> {
        let text = |cards: Cards| Detail::Text(if cards.is_empty() { String::new() } else { cards.text() });
        let by_colour = |value: &dyn Fn(Colour) -> Detail| {
            Detail::Map(
                Colour::ALL.iter().map(|&colour| (Self::SEAT_NAMES[colour.index()].into(), value(colour))).collect(),
            )
        };
        let to_place = |colour| {
            let (king, pawns) = self.unplaced(colour);
            Detail::Text(king.then_some('K').into_iter().chain((0..pawns).map(|_| 'P')).collect())
        };
        let zone = |colour| Detail::Number((self.board.zone(colour).len() / 8).into());
        vec![
            ("hands", by_colour(&|colour| text(self.seen(colour, viewer)))),
            ("reserve", by_colour(&to_place)),
            ("discards", text(self.discards)),
            ("deck", Detail::Number(self.deck().into())),
            ("due_cards", Detail::Number(self.due_cards().into())),
            ("zone", by_colour(&zone)),
            ("check", Detail::Flag(self.phase == Phase::Turn && self.board.in_check(self.side))),
        ]
    }
}
