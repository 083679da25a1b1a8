//! A slow twin, from the rules page alone: a grid of letters, every move tried, every way to hand out attacks gone through.

use super::Position;
use crate::game::Notation;
use std::collections::BTreeSet;

type Place = (i32, i32);

/// Who chooses, and what the mover has settled for.
#[derive(Clone, Debug, PartialEq)]
enum Waiting {
    Move,
    Mover,
    Opponent(BTreeSet<Place>),
    Over,
}

#[derive(Clone, Debug)]
pub(super) struct Twin {
    grid: [[char; 8]; 8],
    white: bool,
    passes: u32,
    quiet: u32,
    turn: u32,
    waiting: Waiting,
    /// The knight that has overrun somebody in this round.
    rider: Option<Place>,
}

const ALL: [Place; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const DIAGONAL: [Place; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const ORTHOGONAL: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

fn name((file, rank): Place) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// Square order.
fn in_order(places: &BTreeSet<Place>) -> Vec<Place> {
    let mut list: Vec<Place> = places.iter().copied().collect();
    list.sort_by_key(|&(file, rank)| (rank, file));
    list
}

impl Twin {
    pub(super) fn of(position: &Position) -> Self {
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut grid = [[' '; 8]; 8];
        for (row, rank) in fields[0].split('/').zip((0..8).rev()) {
            let mut file = 0;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(gap) => file += gap as usize,
                    None => {
                        grid[rank][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        let mut twin = Self {
            grid,
            white: fields[1] == "w",
            passes: fields[2].parse().unwrap(),
            quiet: fields[3].parse().unwrap(),
            turn: fields[4].parse().unwrap(),
            waiting: Waiting::Move,
            rider: None,
        };
        twin.look_for_the_end();
        twin
    }

    /// What [`told`](Twin::told) should say of a position.
    pub(super) fn of_board(position: &Position) -> String {
        Self::of(position).told()
    }

    fn get(&self, (file, rank): Place) -> Option<char> {
        let row = self.grid.get(usize::try_from(rank).ok()?)?;
        row.get(usize::try_from(file).ok()?).copied()
    }

    fn set(&mut self, (file, rank): Place, letter: char) {
        self.grid[rank as usize][file as usize] = letter;
    }

    fn places(&self) -> Vec<Place> {
        (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank))).collect()
    }

    fn belongs(letter: char, white: bool) -> bool {
        letter != ' ' && letter.is_ascii_uppercase() == white
    }

    fn owned(&self, white: bool) -> Vec<Place> {
        self.places().into_iter().filter(|&place| Self::belongs(self.get(place).unwrap(), white)).collect()
    }

    fn men(&self, white: bool) -> usize {
        self.owned(white).into_iter().filter(|&place| !self.get(place).unwrap().eq_ignore_ascii_case(&'t')).count()
    }

    fn towers(&self, white: bool) -> usize {
        self.owned(white).len() - self.men(white)
    }

    pub(super) fn board(&self) -> String {
        self.grid.iter().rev().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
    }

    /// The table of pieces: the range column.
    fn range(&self, from: Place) -> Vec<Place> {
        let letter = self.get(from).unwrap();
        let up = if letter.is_ascii_uppercase() { 1 } else { -1 };
        let mut squares = Vec::new();
        match letter.to_ascii_lowercase() {
            's' => {
                for file in -1..=1 {
                    for rank in 1..=2 {
                        squares.push((from.0 + file, from.1 + rank * up));
                    }
                }
            }
            'a' => {
                for file in -1..=1 {
                    for far in 1..8 {
                        let to = (from.0 + file * far, from.1 + far * up);
                        squares.push(to);
                        if self.get(to) != Some(' ') {
                            break;
                        }
                    }
                }
            }
            _ => squares.extend(ALL.map(|(file, rank)| (from.0 + file, from.1 + rank))),
        }
        squares.retain(|&to| self.get(to).is_some());
        squares
    }

    /// The table of pieces: the moves column, and marches.
    fn turns(&self) -> Vec<(String, Self)> {
        let mut list = Vec::new();
        for from in self.owned(self.white) {
            let letter = self.get(from).unwrap();
            let mut targets = Vec::new();
            let step = |(file, rank): Place, times: i32| (from.0 + file * times, from.1 + rank * times);
            match letter.to_ascii_lowercase() {
                'p' => {
                    targets.extend(DIAGONAL.map(|way| step(way, 1)));
                    for way in ORTHOGONAL {
                        if self.get(step(way, 1)) == Some(' ') {
                            targets.push(step(way, 2));
                        }
                    }
                }
                's' | 'a' => targets.extend(ALL.map(|way| step(way, 1))),
                'w' => targets.extend(DIAGONAL.map(|way| step(way, 1))),
                'n' => {
                    for way in ALL {
                        let mut far = 1;
                        while self.get(step(way, far)) == Some(' ') {
                            targets.push(step(way, far));
                            far += 1;
                        }
                        if let Some(other) = self.get(step(way, far))
                            && !Self::belongs(other, self.white)
                            && !"wt".contains(other.to_ascii_lowercase())
                        {
                            targets.push(step(way, far));
                        }
                    }
                }
                't' => continue,
                other => panic!("{other}"),
            }
            for to in targets {
                let Some(there) = self.get(to) else { continue };
                if there == ' ' || letter.eq_ignore_ascii_case(&'n') {
                    let mut next = self.clone();
                    next.set(from, ' ');
                    next.set(to, letter);
                    next.rider = (there != ' ').then_some(to);
                    list.push((name(from) + &name(to), next));
                }
            }
            for way in DIAGONAL {
                let mut group = vec![from];
                while let Some(next) = self.get(step(way, group.len() as i32)) {
                    if !Self::belongs(next, self.white) || next.eq_ignore_ascii_case(&'t') {
                        break;
                    }
                    group.push(step(way, group.len() as i32));
                }
                let ahead = step(way, group.len() as i32);
                let seen = self.owned(!self.white).into_iter().any(|enemy| {
                    let range = self.range(enemy);
                    group.iter().any(|man| range.contains(man))
                });
                if group.len() >= 2 && self.get(ahead) == Some(' ') && !seen {
                    let mut next = self.clone();
                    for &man in group.iter().rev() {
                        next.set((man.0 + way.0, man.1 + way.1), self.get(man).unwrap());
                        next.set(man, ' ');
                    }
                    list.push((name(from) + &name(group[1]), next));
                }
            }
        }
        for (_, next) in &mut list {
            next.passes = 0;
            next.quiet = if next.rider.is_some() { 0 } else { self.quiet + 1 };
        }
        list
    }

    /// Every maximal kill set of one side: all attackers hand out their attacks in every way, and what is overwhelmed in
    /// one way or another is compared with everything else.
    fn kill_sets(&self, white: bool) -> Vec<BTreeSet<Place>> {
        let enemies = self.owned(!white);
        // For every enemy the attacks that fall on it: how many (more than three make no difference), and whether from near.
        let mut outcomes: BTreeSet<Vec<(u8, bool)>> = BTreeSet::from([vec![(0, false); enemies.len()]]);
        for attacker in self.owned(white) {
            if self.rider == Some(attacker) {
                continue;
            }
            let range = self.range(attacker);
            let mut more = outcomes.clone();
            for (index, enemy) in enemies.iter().enumerate().filter(|(_, enemy)| range.contains(enemy)) {
                let near = (enemy.0 - attacker.0).abs() <= 1 && (enemy.1 - attacker.1).abs() <= 1;
                for outcome in &outcomes {
                    let mut outcome = outcome.clone();
                    outcome[index] = (3.min(outcome[index].0 + 1), outcome[index].1 || near);
                    more.insert(outcome);
                }
            }
            outcomes = more;
        }
        let mut kills: BTreeSet<BTreeSet<Place>> = BTreeSet::new();
        for outcome in outcomes {
            let dead = enemies.iter().zip(outcome).filter(|&(&enemy, (attacks, near))| {
                match self.get(enemy).unwrap().to_ascii_lowercase() {
                    'w' => attacks >= 3,
                    'a' => attacks >= 2 || near,
                    _ => attacks >= 2,
                }
            });
            kills.insert(dead.map(|(&enemy, _)| enemy).collect());
        }
        kills.iter().filter(|set| !kills.iter().any(|other| other.is_superset(set) && other != *set)).cloned().collect()
    }

    fn fight(mut self, mut mover: Option<BTreeSet<Place>>, mut opponent: Option<BTreeSet<Place>>) -> Self {
        loop {
            let first = match mover.take() {
                Some(set) => set,
                None => match &self.kill_sets(self.white)[..] {
                    [only] => only.clone(),
                    _ => {
                        self.waiting = Waiting::Mover;
                        return self;
                    }
                },
            };
            let second = match opponent.take() {
                Some(set) => set,
                None => match &self.kill_sets(!self.white)[..] {
                    [only] => only.clone(),
                    _ => {
                        self.waiting = Waiting::Opponent(first);
                        return self;
                    }
                },
            };
            let something = !first.is_empty() || !second.is_empty();
            for &dead in first.union(&second) {
                self.set(dead, ' ');
            }
            self.quiet = if something { 0 } else { self.quiet };
            let ridden = self.rider.take().is_some();
            if !(something || ridden) || self.towers(true) + self.towers(false) < 2 {
                break;
            }
        }
        self.next_turn();
        self
    }

    fn next_turn(&mut self) {
        self.turn += u32::from(self.white);
        self.white = !self.white;
        self.waiting = Waiting::Move;
        self.look_for_the_end();
    }

    fn look_for_the_end(&mut self) {
        let fallen = self.towers(true) + self.towers(false) < 2;
        if fallen || self.passes == 3 || self.men(true) < 2 && self.men(false) < 2 {
            self.waiting = Waiting::Over;
        }
    }

    /// Every action and what follows.
    pub(super) fn actions(&self) -> Vec<(String, Self)> {
        let choices = |white: bool| {
            self.kill_sets(white).into_iter().map(|set| {
                let squares: Vec<String> = in_order(&set).into_iter().map(name).collect();
                (format!("*{}", squares.join("+")), set)
            })
        };
        match &self.waiting {
            Waiting::Over => Vec::new(),
            Waiting::Move => {
                let mut list: Vec<_> =
                    self.turns().into_iter().map(|(word, next)| (word, next.fight(None, None))).collect();
                let mut pass = self.clone();
                pass.passes += 1;
                pass.quiet += 1;
                pass.next_turn();
                list.push(("pass".to_owned(), pass));
                list
            }
            Waiting::Mover => {
                choices(self.white).map(|(word, set)| (word, self.clone().fight(Some(set), None))).collect()
            }
            Waiting::Opponent(first) => choices(!self.white)
                .map(|(word, set)| (word, self.clone().fight(Some(first.clone()), Some(set))))
                .collect(),
        }
    }

    /// Everything that can be compared with a FEN: board with blanks, side, passes, quiet, turn.
    pub(super) fn told(&self) -> String {
        let side = if self.white { 'w' } else { 'b' };
        format!("{} {side} {} {} {}", self.board(), self.passes, self.quiet, self.turn)
    }

    /// Sequences of `depth` actions.
    pub(super) fn perft(&self, depth: u32) -> u64 {
        let actions = self.actions();
        if depth == 1 {
            return actions.len() as u64;
        }
        actions.iter().map(|(_, next)| next.perft(depth - 1)).sum()
    }
}
