//! Words, pictures and the self-description.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::pieces::{Facing, Ware, Weapon};
use super::{Action, Arms, Phase, Position, Stock};
use crate::board::Square;
use crate::game::{
    Actor, Board, Choices, Description, Detail, Display, Game, Malformed, NoEvent, Notation, Placed, Viewer,
};

const START_FOR_TWO: &str = "3,bK,4/8/8/8/8/8/8/4,rK,3 r 1/1 -/- 83234/83234 0000/0000 0 1";
const START_FOR_FOUR: &str = "3,yK,4/8/8/7,gK/bK,7/8/8/4,rK,3 r 1/1/0/1 -/-/-/- 83234/83234/83234/83234 \
                              0000/0000/0000/0000 0 1";

const FORMS: &str = "e2e3, c3c4n, W@d4, R@d4, S@d4n, SS@d4, $R, $R*, $W, pass or end";

/// What the rest of a word after its square says.
fn facing_at_end(rest: &str) -> Result<Option<Facing>, Malformed> {
    let mut letters = rest.chars();
    match (letters.next(), letters.next()) {
        (None, _) => Ok(None),
        (Some(letter), None) => match Facing::of(letter) {
            Some(facing) => Ok(Some(facing)),
            None => Err(Malformed(format!("{letter}: a facing was expected (n e s w)"))),
        },
        _ => Err(Malformed(format!("{rest}: too long"))),
    }
}

fn read_purchase(word: &str, ware: &str) -> Result<Action, Malformed> {
    let ware = match ware.strip_suffix('*') {
        None if ware == "W" => Some(Ware::Warrior),
        None => one_weapon(ware).map(Ware::New),
        Some(weapon) => one_weapon(weapon).map(Ware::Reissued),
    };
    ware.map(Action::Buy).ok_or_else(|| Malformed(format!("{word}: $R $N $B $S (* for reissued) or $W was expected")))
}

fn one_weapon(text: &str) -> Option<Weapon> {
    let mut letters = text.chars();
    let weapon = Weapon::of(letters.next()?)?;
    letters.next().is_none().then_some(weapon)
}

fn read_placing(word: &str, what: &str, place: &str) -> Result<Action, Malformed> {
    let Some((square, rest)) = Square::split(place) else {
        return Err(Malformed(format!("{word}: a square was expected after @")));
    };
    let facing = facing_at_end(rest).map_err(|fault| Malformed(format!("{word}: {fault}")))?;
    match (what, one_weapon(what), facing) {
        ("W", _, None) => Ok(Action::Drop(square)),
        ("SS", _, None) => Ok(Action::Arm(square, Arms::Both)),
        (_, Some(Weapon::Rook), None) => Ok(Action::Arm(square, Arms::Rook)),
        (_, Some(Weapon::Knight), None) => Ok(Action::Arm(square, Arms::Knight)),
        (_, Some(Weapon::Bishop), None) => Ok(Action::Arm(square, Arms::Bishop)),
        (_, Some(Weapon::Swords), None) => Ok(Action::Arm(square, Arms::Second)),
        (_, Some(Weapon::Swords), Some(facing)) => Ok(Action::Arm(square, Arms::Swords(facing))),
        ("W" | "SS", ..) | (_, Some(_), Some(_)) => Err(Malformed(format!("{word}: only one S has a facing"))),
        _ => Err(Malformed(format!("{word}: W, R, N, B, S or SS was expected before @"))),
    }
}

impl<const SEATS: usize> Position<SEATS> {
    fn describe_all() -> Description {
        let weapons = vec![("R", "rook"), ("N", "knight"), ("B", "bishop"), ("S", "swords")];
        let mut pieces = vec![("K", "king"), ("W", "warrior")];
        pieces.extend(&weapons);
        let mut arms = weapons.clone();
        arms.push(("SS", "double swords"));
        let mut wares = weapons;
        wares.extend([
            ("R*", "reissued rook"),
            ("N*", "reissued knight"),
            ("B*", "reissued bishop"),
            ("S*", "reissued swords"),
            ("W", "warrior"),
        ]);
        // A board of two colours: one for each team. Facings cannot be said in Betza's notation, so swords strike all
        // around there.
        let startpos = if SEATS == 2 { "3k4/8/8/8/8/8/8/4K3" } else { "3K4/8/8/7k/k7/8/8/4K3" };
        Description {
            boards: vec![Board { name: "main", files: "abcdefgh", ranks: 8 }],
            pieces,
            abilities: vec![("drop", vec![("W", "warrior")]), ("arm", arms), ("buy", wares)],
            display: Display {
                files: 8,
                ranks: 8,
                pocket: 5,
                template: "fairy",
                startpos: format!("{startpos} w - - 0 1"),
                moves: vec![("K", "K"), ("W", "mK"), ("R", "R"), ("N", "N"), ("B", "B"), ("S", "mWcF")],
            },
        }
    }

    fn word_for(action: Action) -> String {
        let facing = |facing: Option<Facing>| facing.map(|facing| facing.letter().to_string()).unwrap_or_default();
        match action {
            Action::Drop(square) => format!("W@{square}"),
            Action::Move { from, to, facing: new } => format!("{from}{to}{}", facing(new)),
            Action::Pass => "pass".to_owned(),
            Action::End => "end".to_owned(),
            Action::Arm(square, Arms::Both) => format!("SS@{square}"),
            Action::Arm(square, arms) => format!("{}@{square}{}", arms.weapon().letter(), facing(arms.facing())),
            Action::Buy(Ware::Warrior) => "$W".to_owned(),
            Action::Buy(Ware::New(weapon)) => format!("${}", weapon.letter()),
            Action::Buy(Ware::Reissued(weapon)) => format!("${}*", weapon.letter()),
        }
    }

    fn read_word(word: &str) -> Result<Action, Malformed> {
        match word {
            "end" => return Ok(Action::End),
            "pass" => return Ok(Action::Pass),
            _ => {}
        }
        if let Some(ware) = word.strip_prefix('$') {
            return read_purchase(word, ware);
        }
        if let Some((what, place)) = word.split_once('@') {
            return read_placing(word, what, place);
        }
        let squares = Square::split(word).and_then(|(from, rest)| Some((from, Square::split(rest)?)));
        let Some((from, (to, rest))) = squares else {
            return Err(Malformed(format!("{word}: expected {FORMS}")));
        };
        let facing = facing_at_end(rest).map_err(|fault| Malformed(format!("{word}: {fault}")))?;
        Ok(Action::Move { from, to, facing })
    }

    fn due_word(&self) -> &'static str {
        match self.phase {
            Phase::Movement | Phase::Over => "movement",
            Phase::Drops => "drops",
            Phase::Arming => "arming",
            Phase::Buying => "buying",
        }
    }

    /// The board, and beside it what every army has.
    fn draw(&self, names: &[&str]) -> String {
        let mut beside = vec![
            match self.turn() {
                Actor::Over(_) => format!("turn {}: a King was captured", self.turn),
                _ => format!(
                    "turn {}: {} to act, {}, quiet {}",
                    self.turn,
                    names.get(self.seat.index()).unwrap_or(&""),
                    self.due_word(),
                    self.quiet
                ),
            },
            format!("{:8}{:>4}  {:14}{:18}{}", "", "$", "reserve", "bank", "reissued"),
        ];
        for (name, stock) in names.iter().zip(&self.stocks) {
            let mut bank = format!("W{}", stock.bank_warriors);
            for (weapon, count) in Weapon::ALL.into_iter().zip(stock.bank) {
                bank += &format!(" {}{count}", weapon.letter());
            }
            let reissued = Weapon::ALL.into_iter().zip(stock.reissue);
            let reissued: String =
                reissued.map(|(weapon, count)| weapon.letter().to_string().repeat(count.into())).collect();
            beside.push(format!("{name:8}{:>4}  {:14}{bank:18}{reissued}", stock.money, stock.reserve_text()));
        }
        let mut lines = Vec::new();
        for (row, rank) in (0..8).rev().enumerate() {
            let mut line = format!("{} ", rank + 1);
            for file in 0..8 {
                line += &format!(" {:7}", self.entry(Square::at(file, rank)).unwrap_or_else(|| ".".to_owned()));
            }
            line += beside.get(row).map_or("", String::as_str);
            lines.push(line.trim_end().to_owned());
        }
        let files: String = ('a'..='h').map(|file| format!(" {file:7}")).collect();
        lines.push(format!("  {}", files.trim_end()));
        lines.join("\n")
    }

    fn all_pieces(&self) -> Vec<Placed> {
        let placed = |square: Square| {
            let seat = self.owner(square)?;
            let piece = self.piece(square);
            let mut details = Vec::new();
            if let Some(facing) = piece.facing() {
                details.push(("facing", Detail::Text(facing.letter().to_string())));
            }
            match self.stacks.get(square.index()) {
                Some(0) | None => {}
                Some(&stack) => details.push(("stack", Detail::Number(stack.into()))),
            }
            Some(Placed { square: square.to_string(), letter: piece.letters(), seat, details })
        };
        Square::all().filter_map(placed).collect()
    }

    fn all_details(&self, names: &[&str]) -> Vec<(&'static str, Detail)> {
        let per_army = |write: fn(&Stock) -> Detail| {
            let entry = |(name, stock): (&&str, &Stock)| ((*name).to_owned(), write(stock));
            Detail::Map(names.iter().zip(&self.stocks).map(entry).collect())
        };
        let stacks = Square::all().zip(self.stacks).filter(|(_, stack)| *stack > 0);
        vec![
            ("purse", per_army(|stock| Detail::Number(stock.money.into()))),
            ("reserve", per_army(|stock| counts(Some(stock.warriors), stock.weapons))),
            ("bank", per_army(|stock| counts(Some(stock.bank_warriors), stock.bank))),
            ("reissue", per_army(|stock| counts(None, stock.reissue))),
            (
                "stacks",
                Detail::Map(stacks.map(|(square, stack)| (square.to_string(), Detail::Number(stack.into()))).collect()),
            ),
        ]
    }
}

/// Warriors and weapons by letter.
fn counts(warriors: Option<u8>, weapons: [u8; 4]) -> Detail {
    let warriors = warriors.map(|count| ("W".to_owned(), Detail::Number(count.into())));
    let weapons = Weapon::ALL.into_iter().zip(weapons);
    let weapons = weapons.map(|(weapon, count)| (weapon.letter().to_string(), Detail::Number(count.into())));
    Detail::Map(warriors.into_iter().chain(weapons).collect())
}

/// The two variants differ in their names and start positions only.
macro_rules! notation {
    ($seats:literal, $name:literal, $names:expr, $start:expr) => {
        impl Notation for Position<$seats> {
            const NAME: &'static str = $name;
            const RULES: &'static str = include_str!("../../../rules/warrior.md");
            const SEAT_NAMES: &'static [&'static str] = $names;

            #[allow(clippy::expect_used)]
            fn start(_: &Choices) -> Self {
                Self::parse_fen($start).expect("a constant, read in the tests")
            }

            fn read_fen(fen: &str, _: &Choices) -> Result<Self, Vec<Malformed>> {
                Self::parse_fen(fen)
            }

            fn fen(&self) -> String {
                self.write_fen()
            }

            fn read_action(&self, word: &str) -> Result<Action, Malformed> {
                Self::read_word(word)
            }

            fn action_word(&self, action: Action) -> String {
                Self::word_for(action)
            }

            fn event_word(&self, event: NoEvent) -> String {
                match event {}
            }

            fn due(&self) -> &'static str {
                self.due_word()
            }

            fn picture(&self, _: Viewer) -> String {
                self.draw(Self::SEAT_NAMES)
            }

            fn describe(_: &Choices) -> Description {
                Self::describe_all()
            }

            fn pieces(&self) -> Vec<Placed> {
                self.all_pieces()
            }

            fn details(&self, _: Viewer) -> Vec<(&'static str, Detail)> {
                self.all_details(Self::SEAT_NAMES)
            }
        }
    };
}

notation!(2, "warrior", &["red", "blue"], START_FOR_TWO);
notation!(4, "warrior-doubles", &["red", "blue", "yellow", "green"], START_FOR_FOUR);
