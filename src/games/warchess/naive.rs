//! The generator's naive twin: written from the rules page with plain loops over a mailbox, as slow and as obvious as can
//! be. It shares no table and no helper with the generator; it only reads what the position holds.

use super::{Attack, Kind, Means, Phase, Position, Spell};
use crate::board::{Colour, Square};

/// A piece as the page sees it.
#[derive(Clone)]
struct Man {
    white: bool,
    letter: char,
    acted: bool,
    stoned: bool,
    exhausted: bool,
    marked: bool,
    pawns: i32,
    pawns_acted: i32,
    officer: Option<char>,
    officer_acted: bool,
    catapult: bool,
}

/// The mailbox, `[rank][file]`.
struct Mailbox {
    men: Vec<Vec<Option<Man>>>,
    white: bool,
}

type Spot = (i32, i32);

const AROUND: [Spot; 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
const STRAIGHT: [Spot; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const SLANTED: [Spot; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn name((file, rank): Spot) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn spot(square: Square) -> Spot {
    (square.index() as i32 % 8, square.index() as i32 / 8)
}

fn on_board((file, rank): Spot) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

fn spots() -> Vec<Spot> {
    let mut all = Vec::new();
    for rank in 0..8 {
        for file in 0..8 {
            all.push((file, rank));
        }
    }
    all
}

fn far(a: Spot, b: Spot) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

fn own_half(white: bool, at: Spot) -> bool {
    if white { at.1 <= 3 } else { at.1 >= 4 }
}

fn places(man: &Man) -> i32 {
    man.pawns + if man.officer.is_some() { 2 } else { 0 } + if man.catapult { 1 } else { 0 }
}

impl Mailbox {
    fn of(position: &Position) -> Self {
        let mut men = vec![vec![None; 8]; 8];
        for index in 0..64u8 {
            let square = Square::new(index);
            for (side, set) in position.sides.iter().enumerate() {
                for (kind, kinds) in position.kinds.iter().enumerate() {
                    if set.has(square) && kinds.has(square) {
                        let crew = position.crews[index as usize];
                        men[index as usize / 8][index as usize % 8] = Some(Man {
                            white: side == 0,
                            letter: ['P', 'R', 'N', 'B', 'Q', 'K'][kind],
                            acted: position.acted.has(square),
                            stoned: position.stoned.has(square),
                            exhausted: position.exhausted.has(square),
                            marked: position.marked == Some(square),
                            pawns: crew.pawns().into(),
                            pawns_acted: crew.pawns_acted().into(),
                            officer: crew.officer().map(Kind::letter),
                            officer_acted: crew.officer_acted(),
                            catapult: crew.catapult(),
                        });
                    }
                }
            }
        }
        Self { men, white: position.mover == Colour::White }
    }

    fn at(&self, spot: Spot) -> Option<&Man> {
        if on_board(spot) { self.men[spot.1 as usize][spot.0 as usize].as_ref() } else { None }
    }

    fn empty(&self, spot: Spot) -> bool {
        on_board(spot) && self.at(spot).is_none()
    }

    /// An enemy of the mover that can be attacked.
    fn target(&self, spot: Spot) -> bool {
        self.at(spot).is_some_and(|man| man.white != self.white && !man.stoned)
    }

    /// Whether a walk or an attack may end here.
    fn goal(&self, spot: Spot) -> bool {
        self.empty(spot) || self.target(spot)
    }

    fn moves(&self, position: &Position) -> Vec<String> {
        let mut words = Vec::new();
        for from in spots() {
            let Some(man) = self.at(from) else { continue };
            if man.white != self.white {
                continue;
            }
            if man.letter == 'R' {
                self.dismounts(from, man, &mut words);
            }
            if man.acted || man.stoned || man.exhausted {
                continue;
            }
            let up = if man.white { 1 } else { -1 };
            let mut goals: Vec<Spot> = Vec::new();
            match man.letter {
                'P' => {
                    for side in -1..=1 {
                        goals.push((from.0 + side, from.1 + up));
                    }
                }
                'R' => {
                    for step in STRAIGHT {
                        let to = (from.0 + step.0, from.1 + step.1);
                        if own_half(man.white, to) {
                            goals.push(to);
                        }
                    }
                }
                'N' => {
                    goals.extend(self.knight(from));
                    goals.extend(self.charge(from));
                }
                'B' => goals.extend(self.slide(from, &SLANTED, 3)),
                'Q' => goals.extend(self.slide(from, &AROUND, 4)),
                _ => goals.extend(self.slide(from, &AROUND, 1)),
            }
            for to in goals {
                if self.goal(to) {
                    words.push(name(from) + &name(to));
                }
            }
            if matches!(man.letter, 'P' | 'B' | 'Q' | 'K') {
                let needs = if man.letter == 'P' { 1 } else { 2 };
                for step in AROUND {
                    let to = (from.0 + step.0, from.1 + step.1);
                    if let Some(tower) = self.at(to)
                        && tower.white == man.white
                        && tower.letter == 'R'
                        && places(tower) + needs <= 3
                    {
                        words.push(name(from) + &name(to));
                    }
                }
            }
            if man.letter == 'B' || man.letter == 'R' && man.catapult && man.pawns >= 2 {
                for step in AROUND {
                    let to = (from.0 + step.0, from.1 + step.1);
                    if self.target(to) {
                        words.push(format!("{}*{}", name(from), name(to)));
                    }
                }
            }
            if man.letter == 'Q' && !position.cast {
                let known = position.spells[if man.white { 0 } else { 1 }];
                for spell in Spell::ALL {
                    if known & spell.bit() != 0 {
                        self.cast(from, spell, &mut words);
                    }
                }
            }
        }
        words.push("end".into());
        words
    }

    fn dismounts(&self, from: Spot, tower: &Man, words: &mut Vec<String>) {
        let mut who = Vec::new();
        if tower.pawns > tower.pawns_acted {
            who.push('P');
        }
        if let Some(officer) = tower.officer
            && !tower.officer_acted
        {
            who.push(officer);
        }
        for letter in who {
            for step in AROUND {
                let to = (from.0 + step.0, from.1 + step.1);
                if self.empty(to) {
                    words.push(format!("{letter}-{}{}", name(from), name(to)));
                }
            }
        }
    }

    /// Up to `reach` squares in each direction, until something stands in the way; that square too.
    fn slide(&self, from: Spot, steps: &[Spot], reach: i32) -> Vec<Spot> {
        let mut goals = Vec::new();
        for step in steps {
            for count in 1..=reach {
                let to = (from.0 + step.0 * count, from.1 + step.1 * count);
                if on_board(to) {
                    goals.push(to);
                }
                if !self.empty(to) {
                    break;
                }
            }
        }
        goals
    }

    fn knight(&self, from: Spot) -> Vec<Spot> {
        let mut goals = Vec::new();
        for step in STRAIGHT {
            let first = (from.0 + step.0, from.1 + step.1);
            let second = (from.0 + step.0 * 2, from.1 + step.1 * 2);
            if self.empty(first) && self.empty(second) {
                for turn in STRAIGHT {
                    if turn.0 * step.0 + turn.1 * step.1 == 0 {
                        goals.push((second.0 + turn.0, second.1 + turn.1));
                    }
                }
            }
        }
        goals
    }

    fn charge(&self, from: Spot) -> Vec<Spot> {
        let mut goals = Vec::new();
        for step in STRAIGHT {
            let mut end = None;
            for count in 1..=5 {
                let to = (from.0 + step.0 * count, from.1 + step.1 * count);
                if !on_board(to) {
                    break;
                }
                end = Some(to);
                if !self.empty(to) {
                    break;
                }
            }
            goals.extend(end);
        }
        goals
    }

    fn cast(&self, queen: Spot, spell: Spell, words: &mut Vec<String>) {
        for at in spots() {
            let Some(man) = self.at(at) else { continue };
            let distance = far(queen, at);
            if distance == 0 || distance > 2 {
                continue;
            }
            let own = man.white == self.white;
            let (letter, fits) = match spell {
                Spell::Lightning => ('L', !own && !man.stoned),
                Spell::Pain => ('P', !own && !man.stoned && distance == 1),
                Spell::Heroism => ('H', own),
                Spell::Fear => ('F', !own),
                Spell::Stone => ('S', true),
                Spell::Teleport => {
                    for to in spots() {
                        let own_last = if man.white { 7 } else { 0 };
                        let home = man.letter != 'R' || own_half(man.white, to);
                        let back = man.letter != 'P' || own || to.1 != own_last;
                        if self.empty(to) && far(queen, to) <= 2 && home && back {
                            words.push(format!("T!{}{}", name(at), name(to)));
                        }
                    }
                    continue;
                }
            };
            if fits {
                words.push(format!("{letter}!{}", name(at)));
            }
        }
    }

    /// The squares a melee attacker passes, its own included.
    fn passed(&self, attack: Attack) -> Vec<Spot> {
        let (from, to) = (spot(attack.from), spot(attack.to));
        let mut passed = vec![from];
        if attack.means != Means::Melee {
            return passed;
        }
        let (files, ranks) = (to.0 - from.0, to.1 - from.1);
        if files.abs() == 1 && ranks.abs() == 2 {
            passed.push((from.0, from.1 + ranks / 2));
            passed.push((from.0, from.1 + ranks));
        } else if files.abs() == 2 && ranks.abs() == 1 {
            passed.push((from.0 + files / 2, from.1));
            passed.push((from.0 + files, from.1));
        } else {
            for count in 1..far(from, to) {
                passed.push((from.0 + files.signum() * count, from.1 + ranks.signum() * count));
            }
        }
        passed
    }

    fn retreats(&self, attack: Attack) -> Vec<String> {
        let at = spot(attack.to);
        let man = self.at(at).unwrap();
        let back = if man.white { -1 } else { 1 };
        let sides: &[i32] = match man.letter {
            'P' | 'Q' | 'K' => &[-1, 0, 1],
            'R' | 'N' => &[0],
            _ => &[-1, 1],
        };
        let mut words = Vec::new();
        for side in sides {
            let to = (at.0 + side, at.1 + back);
            if self.empty(to) && !self.passed(attack).contains(&to) {
                words.push(name(at) + &name(to));
            }
        }
        words
    }

    fn sacrifices(&self, attack: Attack) -> Vec<String> {
        let king = spot(attack.to);
        let white = self.at(king).unwrap().white;
        let mut words = vec!["pass".to_owned()];
        for given in spots() {
            if given == king || far(given, king) > 2 || self.at(given).is_none_or(|man| man.white != white) {
                continue;
            }
            if attack.means != Means::Melee {
                words.push(format!("sac:{}", name(given)));
                continue;
            }
            for step in AROUND {
                let to = (king.0 + step.0, king.1 + step.1);
                if (self.empty(to) || to == given) && !self.passed(attack).contains(&to) {
                    words.push(format!("sac:{}{}", name(given), name(to)));
                }
            }
        }
        words
    }

    fn entry(&self, position: &Position, bought: Kind, entered: u8) -> Vec<String> {
        let rank = if self.white { 0 } else { 7 };
        let waiting = position.waiting[if self.white { 0 } else { 1 }];
        let mut words = vec!["end".to_owned()];
        for (index, (letter, cost)) in [('P', 1), ('R', 2), ('N', 3), ('B', 3)].into_iter().enumerate() {
            if entered == 0 && index >= bought as usize && cost <= position.bonus {
                words.push(format!("${letter}"));
            }
            for (order, file) in [0, 7].into_iter().enumerate() {
                if waiting[index] > 0 && order >= entered as usize && self.empty((file, rank)) {
                    words.push(format!("{letter}@{}", name((file, rank))));
                }
            }
        }
        words
    }

    /// A − D of an attack.
    fn edge(&self, attack: Attack) -> i32 {
        let (from, to) = (spot(attack.from), spot(attack.to));
        let (attacker, defender) = (self.at(from).unwrap(), self.at(to).unwrap());
        let beside = |at: Spot, white: bool, letter: char| {
            let mut count = 0;
            for step in AROUND {
                if self.at((at.0 + step.0, at.1 + step.1)).is_some_and(|man| man.white == white && man.letter == letter)
                {
                    count += 1;
                }
            }
            count
        };
        let printed = |letter: char| match letter {
            'P' => 1,
            'N' | 'B' => 2,
            'Q' | 'K' => 3,
            _ => 0,
        };
        let mut a = match attack.means {
            Means::Shot => 1,
            Means::Spell(Spell::Pain) => 2,
            Means::Spell(_) => 1,
            Means::Melee => match attacker.letter {
                'R' => attacker.pawns + attacker.officer.map_or(0, printed),
                'P' => 1 + beside(from, attacker.white, 'P'),
                'N' if from.0 == to.0 || from.1 == to.1 => 3,
                letter => printed(letter),
            },
        };
        if attacker.letter != 'K' && beside(from, attacker.white, 'K') > 0 {
            a += 1;
        }
        if attacker.marked {
            a += 1;
        }
        let mut d = match defender.letter {
            'P' => 1 + beside(to, defender.white, 'P'),
            'R' | 'Q' => 3,
            'K' => 4,
            _ => 2,
        };
        if defender.exhausted {
            d -= 1;
        }
        if defender.marked {
            d -= 1;
        }
        a - d
    }
}

/// The words of all generated actions, in no particular order.
pub(super) fn words(position: &Position) -> Vec<String> {
    let mailbox = Mailbox::of(position);
    match position.phase {
        Phase::Moves => mailbox.moves(position),
        Phase::Retreat(attack) => mailbox.retreats(attack),
        Phase::Sacrifice(attack) => mailbox.sacrifices(attack),
        Phase::Entry { bought, entered } => mailbox.entry(position, bought, entered),
        Phase::Throw(_) | Phase::Rider(_) | Phase::Over(_) => Vec::new(),
    }
}

/// How much A exceeds D in an attack.
pub(super) fn edge(position: &Position, attack: Attack) -> i32 {
    Mailbox::of(position).edge(attack)
}
