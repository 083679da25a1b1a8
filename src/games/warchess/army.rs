//! Armies: the two ready ones, and the limits of clause 24.

use super::Position;
use super::actions::Spell;
use super::field;
use super::piece::{Crew, Kind};
use crate::board::{Colour, Square};
use crate::game::{Choices, GameOption, OptionKind};

const ARMIES: OptionKind = OptionKind::Combo { default: "classic", vars: &["classic", "castle"] };

/// White's army: `classic` or `castle` (clause 25).
pub(super) const WHITE_ARMY: GameOption = GameOption { name: "WhiteArmy", kind: ARMIES };
/// Black's army.
pub(super) const BLACK_ARMY: GameOption = GameOption { name: "BlackArmy", kind: ARMIES };

/// Clause 24: points of an army.
const POINTS: u32 = 30;
/// Clause 24: the fewest pawns.
const PAWNS: u32 = 4;
/// Clause 17: spells a side chooses.
const SPELLS: u32 = 3;

/// Clause 25: an army as it stands, from its own side.
struct Army {
    back: &'static str,
    front: &'static str,
    /// What is inside the towers: pawns, catapult. All towers have a catapult, or the first one has a pawn.
    pawn_in_first: bool,
    catapults: bool,
    spells: &'static [Spell],
}

const CLASSIC: Army = Army {
    back: "RNBQKBNR",
    front: "PPPPPPPP",
    pawn_in_first: true,
    catapults: false,
    spells: &[Spell::Lightning, Spell::Heroism, Spell::Teleport],
};

const CASTLE: Army = Army { back: "NB.RK.BN", front: "PPRPPRPP", pawn_in_first: false, catapults: true, spells: &[] };

/// The start position with the armies chosen.
pub(super) fn start(choices: &Choices) -> Position {
    let mut position = Position::empty();
    for (colour, option) in [(Colour::White, WHITE_ARMY), (Colour::Black, BLACK_ARMY)] {
        let army = if choices.combo(&option) == "castle" { CASTLE } else { CLASSIC };
        deploy(&mut position, colour, &army);
    }
    position
}

fn deploy(position: &mut Position, colour: Colour, army: &Army) {
    let [home, _] = field::entries(colour);
    let second = home.rank().wrapping_add_signed(field::forward(colour));
    let mut pawn = army.pawn_in_first;
    for (rank, row) in [(home.rank(), army.back), (second, army.front)] {
        for (file, letter) in (0..).zip(row.chars()) {
            let Some(kind) = Kind::of(letter) else { continue };
            let at = Square::at(file, rank);
            position.put(at, colour, kind);
            if kind == Kind::Tower {
                let inside = Crew::new(u8::from(std::mem::take(&mut pawn)), None, army.catapults);
                position.set_crew(at, inside.unwrap_or_default());
            }
        }
    }
    position.spells[colour.index()] = army.spells.iter().fold(0, |set, spell| set | spell.bit());
}

/// What of the limits of clause 24 (and 17) a side's army breaks, in sentences. Nothing of it is refused.
pub(super) fn warnings(position: &Position) -> Vec<String> {
    let mut warnings = Vec::new();
    for (colour, name) in [(Colour::White, "white"), (Colour::Black, "black")] {
        let (mut points, mut pawns) = (0u32, 0u32);
        for kind in Kind::ALL {
            let men = position.men(colour, kind);
            let waiting = position.waiting[colour.index()].get(kind.index()).map_or(0, |&count| u32::from(count));
            points += u32::from(kind.cost()) * (men.len() + waiting);
            if kind == Kind::Pawn {
                pawns += men.len() + waiting;
            }
        }
        for tower in position.men(colour, Kind::Tower) {
            let crew = position.crews[tower.index()];
            points += u32::from(crew.cost());
            pawns += u32::from(crew.pawns());
        }
        if points > POINTS {
            warnings.push(format!("{name} has {points} points, more than the {POINTS} of an army (clause 24)"));
        }
        if pawns < PAWNS {
            warnings.push(format!("{name} has {pawns} pawns, fewer than the {PAWNS} of an army (clause 24)"));
        }
        let spells = position.spells[colour.index()].count_ones();
        if spells > SPELLS {
            warnings.push(format!("{name} has {spells} spells, more than the {SPELLS} a side chooses (clause 17)"));
        }
    }
    warnings
}
