//! A slow twin of the generator, from the rules page alone: two grids of letters, every move tried, every attack walked.

use super::Position;
use crate::game::Notation;

/// The boards as letters; index 0 the Field, 1 the Arena.
#[derive(Clone)]
pub(super) struct Twin {
    boards: [Vec<Vec<char>>; 2],
    white_to_move: bool,
    lives: [u32; 2],
    quiet: u32,
    turn: u32,
}

type Place = (usize, i32, i32);

const ORTHOGONAL: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

impl Twin {
    pub(super) fn of(position: &Position) -> Self {
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let board = |text: &str| {
            let mut rows: Vec<Vec<char>> = Vec::new();
            for row in text.split('/') {
                let mut squares = Vec::new();
                for letter in row.chars() {
                    match letter.to_digit(10) {
                        Some(gap) => squares.extend((0..gap).map(|_| ' ')),
                        None => squares.push(letter),
                    }
                }
                rows.insert(0, squares);
            }
            rows
        };
        let (field, arena) = fields[0].split_once('|').unwrap();
        let lives: Vec<u32> = fields[2].split('+').map(|count| count.parse().unwrap()).collect();
        Self {
            boards: [board(field), board(arena)],
            white_to_move: fields[1] == "w",
            lives: [lives[0], lives[1]],
            quiet: fields[3].parse().unwrap(),
            turn: fields[4].parse().unwrap(),
        }
    }

    /// The position in FEN, counters included.
    pub(super) fn fen(&self) -> String {
        let board = |rows: &Vec<Vec<char>>| {
            let rows = rows.iter().rev().map(|row| row.iter().collect::<String>());
            let mut text = rows.collect::<Vec<_>>().join("/");
            for gap in (1..=5).rev() {
                text = text.replace(&" ".repeat(gap), &gap.to_string());
            }
            text
        };
        let side = if self.white_to_move { 'w' } else { 'b' };
        let [white, black] = self.lives;
        let [field, arena] = &self.boards;
        format!("{}|{} {side} {white}+{black} {} {}", board(field), board(arena), self.quiet, self.turn)
    }

    fn get(&self, (board, file, rank): Place) -> Option<char> {
        let row = self.boards[board].get(usize::try_from(rank).ok()?)?;
        row.get(usize::try_from(file).ok()?).copied()
    }

    fn places(&self) -> Vec<Place> {
        let mut all = Vec::new();
        for board in 0..2 {
            for rank in 0..self.boards[board].len() {
                for file in 0..self.boards[board][rank].len() {
                    all.push((board, file as i32, rank as i32));
                }
            }
        }
        all
    }

    fn is_white(letter: char) -> bool {
        letter.is_ascii_uppercase()
    }

    /// Clauses 4 and 5: the squares a piece attacks; pawn steps are not among them.
    fn attacks(&self, from: Place) -> Vec<Place> {
        let letter = self.get(from).unwrap();
        let (board, file, rank) = from;
        let mut result = Vec::new();
        let mut walk = |directions: &[(i32, i32)], steps: i32| {
            for (right, up) in directions {
                for distance in 1..=steps {
                    let to = (board, file + right * distance, rank + up * distance);
                    match self.get(to) {
                        None => break,
                        Some(' ') => result.push(to),
                        Some(_) => {
                            result.push(to);
                            break;
                        }
                    }
                }
            }
        };
        match letter.to_ascii_uppercase() {
            'W' => walk(&ORTHOGONAL, 1),
            'G' => {
                walk(&ORTHOGONAL, 1);
                walk(&DIAGONAL, 1);
            }
            'B' => walk(&DIAGONAL, 2),
            'R' => walk(&ORTHOGONAL, 2),
            'N' => walk(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)], 1),
            'P' => {
                let up = if Self::is_white(letter) { 1 } else { -1 };
                walk(&[(-1, up), (1, up)], 1);
            }
            other => panic!("{other}"),
        }
        result
    }

    fn in_check(&self, white: bool) -> bool {
        let wazir = if white { 'W' } else { 'w' };
        let place = self.places().into_iter().find(|&place| place.0 == 0 && self.get(place) == Some(wazir)).unwrap();
        self.places().into_iter().any(|from| {
            let letter = self.get(from).unwrap();
            letter != ' ' && Self::is_white(letter) != white && self.attacks(from).contains(&place)
        })
    }

    fn name((board, file, rank): Place) -> String {
        let first = if board == 0 { 'a' } else { 'A' };
        format!("{}{}", (first as u8 + file as u8) as char, rank + 1)
    }

    fn eliminate(&mut self, letter: char) {
        self.lives[usize::from(!Self::is_white(letter))] -= 1;
    }

    fn set(&mut self, (board, file, rank): Place, letter: char) {
        self.boards[board][rank as usize][file as usize] = letter;
    }

    fn after(&self, from: Place, to: Place) -> (String, Self) {
        let mut next = self.clone();
        let letter = self.get(from).unwrap();
        let victim = self.get(to).unwrap();
        let mut word = Self::name(from) + &Self::name(to);
        next.set(from, ' ');
        next.set(to, letter);
        // Clause 6.
        let last = match (to.0, self.white_to_move) {
            (0, true) => 4,
            (0, false) => 1,
            (_, true) => 3,
            (_, false) => 0,
        };
        if letter.eq_ignore_ascii_case(&'p') && to.2 == last {
            next.set(to, if self.white_to_move { 'G' } else { 'g' });
            word.push('g');
        }
        // Clauses 8 and 9.
        if victim != ' ' {
            let row = match victim {
                'P' => 1,
                'p' => 2,
                _ if Self::is_white(victim) => 0,
                _ => 3,
            };
            match (0..3).map(|file| (1, file, row)).find(|&place| next.get(place) == Some(' ')) {
                Some(place) if to.0 == 0 => next.set(place, victim),
                _ => next.eliminate(victim),
            }
        }
        next.quiet = if victim != ' ' || letter.eq_ignore_ascii_case(&'p') { 0 } else { self.quiet + 1 };
        next.turn += u32::from(!self.white_to_move);
        next.white_to_move = !self.white_to_move;
        (word, next)
    }

    /// Every legal move and what follows.
    pub(super) fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if self.lives.contains(&0) {
            return moves;
        }
        for from in self.places() {
            let letter = self.get(from).unwrap();
            if letter == ' ' || Self::is_white(letter) != self.white_to_move {
                continue;
            }
            let pawn = letter.eq_ignore_ascii_case(&'p');
            let mut targets = self.attacks(from);
            targets.retain(|&to| match self.get(to).unwrap() {
                ' ' => !pawn,
                other => Self::is_white(other) != self.white_to_move,
            });
            if pawn {
                let to = (from.0, from.1, from.2 + if self.white_to_move { 1 } else { -1 });
                targets.extend((self.get(to) == Some(' ')).then_some(to));
            }
            for to in targets {
                let (word, next) = self.after(from, to);
                if !next.in_check(self.white_to_move) {
                    moves.push((word, next));
                }
            }
        }
        moves
    }

    pub(super) fn checked(&self) -> bool {
        self.in_check(self.white_to_move)
    }
}
