//! What people and front ends see: the `Notation` of the game.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::actions::{Action, Event, Means, Spell};
use super::combat::{Fortune, fortune, odds};
use super::field::{self, RANKS};
use super::piece::Kind;
use super::{MOVES, Phase, Position, army, fen, seat, words};
use crate::board::{Colour, Square};
use crate::game::{Board, Choices, Description, Detail, Display, GameOption, Malformed, Notation, Placed, Viewer};
use std::fmt::Write;

impl Notation for Position {
    const NAME: &'static str = "warchess";
    const RULES: &'static str = include_str!("../../../rules/warchess.md");
    const SEAT_NAMES: &'static [&'static str] = &["white", "black"];
    const OPTIONS: &'static [GameOption] = &[army::WHITE_ARMY, army::BLACK_ARMY];

    fn start(choices: &Choices) -> Self {
        army::start(choices)
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

    fn read_event(&self, word: &str) -> Result<Event, Malformed> {
        words::read_event(word)
    }

    fn event_word(&self, event: Event) -> String {
        words::event_word(event)
    }

    fn tell(&self, event: Event) -> Option<String> {
        match (self.phase, event) {
            (Phase::Throw(attack), Event::Throw { attack: thrown, defence }) => {
                let decided = match fortune(self.edge(attack), thrown, defence) {
                    Fortune::Win => "the attack wins",
                    Fortune::Tie if self.retreats(attack).any() => "a tie: the defender steps back",
                    Fortune::Tie => "a tie without a square to step back to: the attack wins",
                    Fortune::Loss => "the defender holds",
                };
                let (from, to) = (self.name_at(attack.from), self.name_at(attack.to));
                let (strength, resistance) = (self.strength(attack), self.resistance(attack.to));
                let verb = verb(attack.means);
                Some(format!("{from} {verb} {to}: {thrown} + {strength} against {defence} + {resistance}, {decided}"))
            }
            (Phase::Rider(attack), Event::Die(thrown)) => {
                let decided =
                    if thrown % 2 == 0 { "even: its rider fights on as a pawn" } else { "odd: its rider falls too" };
                Some(format!("{} is beaten; {thrown} is {decided}", self.name_at(attack.to)))
            }
            _ => None,
        }
    }

    fn warnings(&self) -> Vec<String> {
        army::warnings(self)
    }

    fn due(&self) -> &'static str {
        match self.phase {
            Phase::Moves | Phase::Over(_) => "move",
            Phase::Throw(_) => "roll",
            Phase::Rider(_) => "rider",
            Phase::Retreat(_) => "retreat",
            Phase::Sacrifice(_) => "sacrifice",
            Phase::Entry { .. } => "entry",
        }
    }

    fn picture(&self, _viewer: Viewer) -> String {
        let mut text = String::new();
        for rank in (0..RANKS).rev() {
            let _ = write!(text, "{:>2}", rank + 1);
            for file in 0..8 {
                let at = Square::at(file, rank);
                let man = if self.occupied().has(at) { fen::man(self, at) } else { ".".into() };
                let _ = write!(text, " {man:<7}");
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text += "   a       b       c       d       e       f       g       h";
        for (colour, name) in [(Colour::White, "white"), (Colour::Black, "black")] {
            let dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
            let spells = dash(fen::spell_letters(self, colour));
            let waiting = dash(fen::waiting_letters(self, colour));
            let _ = write!(text, "\n{name}: spells {spells}, waiting {waiting}");
        }
        let mover = if self.mover == Colour::White { "white" } else { "black" };
        let left = MOVES.saturating_sub(self.moves);
        let _ = write!(text, "\n{mover}'s turn {}: {left} moves left, {} points", self.turn, self.bonus);
        let acted = self.acted.map(|at| at.to_string()).collect::<Vec<_>>().join(" ");
        if !acted.is_empty() {
            let _ = write!(text, "\nacted: {acted}");
        }
        if let Some(at) = self.marked {
            let _ = write!(text, "\n{}: {at}", self.mark_name(at));
        }
        if let Some(attack) = self.pending() {
            let [win, tie, loss] = odds(self.edge(attack));
            let (from, to) = (self.name_at(attack.from), self.name_at(attack.to));
            let (strength, resistance) = (self.strength(attack), self.resistance(attack.to));
            let _ = write!(text, "\nattack: {from} (A {strength}) {} {to} (D {resistance})", verb(attack.means));
            if let Phase::Throw(_) = self.phase {
                let _ = write!(text, "; of 36 throws {win} win, {tie} tie, {loss} lose");
            }
        }
        text
    }

    fn describe(choices: &Choices) -> Description {
        let recruits = [("P", "pawn"), ("R", "tower"), ("N", "knight"), ("B", "bishop")];
        let mut spells = Vec::new();
        for (letter, spell) in ["L", "P", "H", "F", "T", "S"].into_iter().zip(Spell::ALL) {
            spells.push((letter, spell.name()));
        }
        Description {
            boards: vec![Board { name: "main", files: "abcdefgh", ranks: RANKS }],
            pieces: vec![
                ("P", "pawn"),
                ("R", "tower"),
                ("N", "knight"),
                ("B", "bishop"),
                ("Q", "queen"),
                ("K", "king"),
                ("c", "catapult"),
            ],
            abilities: vec![
                ("drop", recruits.to_vec()),
                ("entry", vec![("white", "a1 h1"), ("black", "a8 h8")]),
                ("buy", recruits.to_vec()),
                ("cast", spells),
                ("dismount", vec![("P", "pawn"), ("B", "bishop"), ("Q", "queen"), ("K", "king")]),
                (
                    "throw",
                    vec![("#62", "the attacker's die and the defender's"), ("#4", "the die for a knight's rider")],
                ),
            ],
            display: Display {
                files: 8,
                ranks: RANKS,
                pocket: Kind::RECRUITS.len() as u8,
                template: "fairy",
                startpos: display_fen(&army::start(choices)),
                moves: vec![("P", "fFfW"), ("R", "W"), ("N", "N"), ("B", "B3"), ("Q", "Q4"), ("K", "K")],
            },
        }
    }

    fn pieces(&self) -> Vec<Placed> {
        let placed = |at: Square| {
            let (owner, kind) = (self.owner(at), self.kind_at(at));
            Placed {
                square: at.to_string(),
                letter: kind.letter().to_string(),
                seat: seat(owner),
                details: self.marks_of(at),
            }
        };
        self.occupied().map(placed).collect()
    }

    fn details(&self, _viewer: Viewer) -> Vec<(&'static str, Detail)> {
        let sides = |text: fn(&Self, Colour) -> String| {
            let side = |colour, name: &str| (name.to_owned(), Detail::Text(text(self, colour)));
            Detail::Map(vec![side(Colour::White, "white"), side(Colour::Black, "black")])
        };
        let squares = |set: field::Squares| Detail::List(set.map(|at| Detail::Text(at.to_string())).collect());
        let mut details = vec![
            ("spells", sides(fen::spell_letters)),
            ("waiting", sides(fen::waiting_letters)),
            ("bonus", Detail::Number(self.bonus.into())),
            ("quiet", Detail::Number(self.quiet.into())),
            ("moves_left", Detail::Number(MOVES.saturating_sub(self.moves).into())),
            ("cast", Detail::Flag(self.cast)),
            ("acted", squares(self.acted)),
        ];
        if let Some(attack) = self.pending() {
            let square = |at: Square| Detail::Text(at.to_string());
            details.push((
                "attack",
                Detail::Map(vec![
                    ("from".into(), square(attack.from)),
                    ("to".into(), square(attack.to)),
                    ("strength".into(), Detail::Number(self.strength(attack).into())),
                    ("resistance".into(), Detail::Number(self.resistance(attack.to).into())),
                ]),
            ));
        }
        details
    }
}

impl Position {
    /// The attack that is not settled yet.
    fn pending(&self) -> Option<super::Attack> {
        match self.phase {
            Phase::Throw(attack) | Phase::Retreat(attack) | Phase::Rider(attack) | Phase::Sacrifice(attack) => {
                Some(attack)
            }
            Phase::Moves | Phase::Entry { .. } | Phase::Over(_) => None,
        }
    }

    /// Who stands on an occupied square, in words.
    fn name_at(&self, at: Square) -> String {
        let side = if self.owner(at) == Colour::White { "white" } else { "black" };
        format!("{side} {} {at}", self.kind_at(at).name())
    }

    /// What this turn's spell has made of the piece on a square.
    fn mark_name(&self, at: Square) -> &'static str {
        if self.owner(at) == self.mover { "hero" } else { "afraid" }
    }

    /// What there is to know of the piece on an occupied square: who stands in the tower, marks, whether it has acted.
    fn marks_of(&self, at: Square) -> Vec<(&'static str, Detail)> {
        let mut details = Vec::new();
        let crew = self.crews.get(at.index()).copied().unwrap_or_default();
        let inside = fen::crew_letters(self, at);
        if !inside.is_empty() {
            details.push(("crew", Detail::Text(inside)));
        }
        if crew.pawns_acted() > 0 {
            details.push(("crew_pawns_acted", Detail::Number(crew.pawns_acted().into())));
        }
        if crew.officer_acted() {
            details.push(("crew_officer_acted", Detail::Flag(true)));
        }
        let marks = [("exhausted", self.exhausted), ("stoned", self.stoned), ("acted", self.acted)];
        for (name, set) in marks {
            if set.has(at) {
                details.push((name, Detail::Flag(true)));
            }
        }
        if self.marked == Some(at) {
            details.push((self.mark_name(at), Detail::Flag(true)));
        }
        details
    }
}

/// What an attacker does to its target, in words.
fn verb(means: Means) -> String {
    match means {
        Means::Melee => "attacks".into(),
        Means::Shot => "shoots at".into(),
        Means::Spell(spell) => format!("casts {} on", spell.name()),
    }
}

/// The start position in a front end's terms: board and side, without what is inside towers.
fn display_fen(position: &Position) -> String {
    let fen = fen::write(position);
    let mut inside = false;
    let mut board = String::new();
    for letter in fen.split_whitespace().next().unwrap_or_default().chars() {
        match letter {
            '(' => inside = true,
            ')' => inside = false,
            _ if inside => {}
            _ => board.push(letter),
        }
    }
    format!("{board} w - - 0 1")
}
