//! A second chess, slow and obvious: a mailbox, moves tried out, and a position is illegal if the king could be
//! taken. It reads FEN by itself and shares nothing with the fast one but the words. It knows crazyhouse too.

use std::collections::{BTreeMap, BTreeSet};

const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const SLANTED: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

#[derive(Clone, Copy, PartialEq, Debug)]
struct Man {
    letter: char,
    promoted: bool,
}

/// A position.
#[derive(Clone)]
pub(crate) struct Naive {
    men: BTreeMap<(i32, i32), Man>,
    hands: Vec<char>,
    white: bool,
    /// The rooks that may castle.
    rooks: BTreeSet<(i32, i32)>,
    passed: Option<(i32, i32)>,
    chess960: bool,
    drops: bool,
}

fn name(square: (i32, i32)) -> String {
    format!("{}{}", char::from(b'a' + square.0 as u8), square.1 + 1)
}

impl Naive {
    /// Reads a good FEN. An en passant square is taken at its word.
    pub(crate) fn new(fen: &str, chess960: bool) -> Self {
        let fields: Vec<_> = fen.split(' ').collect();
        let drops = fields[0].contains('[');
        let (board, hands) = fields[0].split_once('[').unwrap_or((fields[0], "]"));
        let mut men = BTreeMap::new();
        for (row, text) in board.split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                match letter {
                    '1'..='8' => file += letter as i32 - '0' as i32,
                    '~' => {
                        men.entry((file - 1, 7 - row as i32))
                            .and_modify(|man: &mut Man| man.promoted = true)
                            .or_insert_with(|| panic!())
                            .promoted = true
                    }
                    _ => {
                        men.insert((file, 7 - row as i32), Man { letter, promoted: false });
                        file += 1;
                    }
                }
            }
        }
        let mut naive = Self {
            men,
            hands: hands.trim_end_matches(']').chars().collect(),
            white: fields[1] == "w",
            rooks: BTreeSet::new(),
            passed: None,
            chess960,
            drops,
        };
        for letter in fields[2].chars().filter(|&letter| letter != '-') {
            let white = letter.is_uppercase();
            let rank = if white { 0 } else { 7 };
            let king = naive.king(white);
            let rook = |file: &i32| {
                naive.men.get(&(*file, rank)).is_some_and(|man| man.letter == if white { 'R' } else { 'r' })
            };
            let file = match letter.to_ascii_uppercase() {
                'K' => (king.0..8).rev().find(rook).unwrap(),
                'Q' => (0..king.0).find(rook).unwrap(),
                file => file as i32 - 'A' as i32,
            };
            naive.rooks.insert((file, rank));
        }
        if let [file, rank] = fields[3].as_bytes() {
            naive.passed = Some((i32::from(file - b'a'), i32::from(rank - b'1')));
        }
        naive
    }

    fn king(&self, white: bool) -> (i32, i32) {
        let letter = if white { 'K' } else { 'k' };
        *self.men.iter().find(|(_, man)| man.letter == letter).unwrap().0
    }

    fn is_own(&self, square: (i32, i32), white: bool) -> bool {
        self.men.get(&square).is_some_and(|man| man.letter.is_uppercase() == white)
    }

    /// Where a piece could go, with captures and without castling.
    fn targets(&self, from: (i32, i32)) -> Vec<(i32, i32)> {
        let man = self.men[&from];
        let white = man.letter.is_uppercase();
        let on_board = |(file, rank): (i32, i32)| (0..8).contains(&file) && (0..8).contains(&rank);
        let mut targets = Vec::new();
        let mut walk = |steps: &[(i32, i32)], far: i32| {
            for step in steps {
                for times in 1..=far {
                    let to = (from.0 + step.0 * times, from.1 + step.1 * times);
                    if !on_board(to) || self.is_own(to, white) {
                        break;
                    }
                    targets.push(to);
                    if self.men.contains_key(&to) {
                        break;
                    }
                }
            }
        };
        match man.letter.to_ascii_lowercase() {
            'n' => walk(&KNIGHT, 1),
            'b' => walk(&SLANTED, 7),
            'r' => walk(&STRAIGHT, 7),
            'q' => [STRAIGHT, SLANTED].iter().for_each(|steps| walk(steps, 7)),
            'k' => [STRAIGHT, SLANTED].iter().for_each(|steps| walk(steps, 1)),
            _ => {
                let up = if white { 1 } else { -1 };
                for side in [-1, 1] {
                    let to = (from.0 + side, from.1 + up);
                    if self.is_own(to, !white) || self.passed == Some(to) {
                        targets.push(to);
                    }
                }
                let one = (from.0, from.1 + up);
                let two = (from.0, from.1 + 2 * up);
                if !self.men.contains_key(&one) {
                    targets.push(one);
                    if from.1 == if white { 1 } else { 6 } && !self.men.contains_key(&two) {
                        targets.push(two);
                    }
                }
            }
        }
        targets
    }

    /// Whether `white`'s king could be taken if the other side were to move, or anything else on the square.
    fn hit(&self, square: (i32, i32), white: bool) -> bool {
        let mut probe = self.clone();
        probe.passed = None;
        // Something to take, so that pawns look there.
        probe.men.insert(square, Man { letter: if white { 'N' } else { 'n' }, promoted: false });
        let men: Vec<_> =
            probe.men.iter().filter(|(_, man)| man.letter.is_uppercase() != white).map(|(at, _)| *at).collect();
        men.into_iter().any(|at| probe.targets(at).contains(&square))
    }

    fn capture(&mut self, square: (i32, i32)) {
        if let Some(man) = self.men.remove(&square)
            && self.drops
        {
            let letter = if man.promoted { 'p' } else { man.letter.to_ascii_lowercase() };
            self.hands.push(if self.white { letter.to_ascii_uppercase() } else { letter });
        }
        self.rooks.remove(&square);
    }

    /// Every legal move by its word, with the position it leads to.
    pub(crate) fn moves(&self) -> BTreeMap<String, Naive> {
        let mut moves = BTreeMap::new();
        for (&from, man) in self.men.iter().filter(|(_, man)| man.letter.is_uppercase() == self.white) {
            for to in self.targets(from) {
                let mut next = self.clone();
                let pawn = man.letter.eq_ignore_ascii_case(&'p');
                next.capture(to);
                if pawn && self.passed == Some(to) {
                    next.capture((to.0, from.1));
                }
                next.men.remove(&from);
                next.rooks.remove(&from);
                next.men.insert(to, *man);
                next.passed = (pawn && (from.1 - to.1).abs() == 2).then_some((from.0, (from.1 + to.1) / 2));
                if man.letter.eq_ignore_ascii_case(&'k') {
                    next.rooks.retain(|rook| rook.1 != if self.white { 0 } else { 7 });
                }
                if pawn && (to.1 == 0 || to.1 == 7) {
                    for piece in ['q', 'r', 'b', 'n'] {
                        let mut next = next.clone();
                        let letter = if self.white { piece.to_ascii_uppercase() } else { piece };
                        next.men.insert(to, Man { letter, promoted: true });
                        moves.insert(format!("{}{}{piece}", name(from), name(to)), next);
                    }
                } else {
                    moves.insert(format!("{}{}", name(from), name(to)), next);
                }
            }
        }
        self.castlings(&mut moves);
        for &letter in self.hands.iter().filter(|letter| letter.is_uppercase() == self.white) {
            for to in (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank))) {
                let pawn = letter.eq_ignore_ascii_case(&'p');
                if self.men.contains_key(&to) || pawn && (to.1 == 0 || to.1 == 7) {
                    continue;
                }
                let mut next = self.clone();
                next.hands.remove(next.hands.iter().position(|&held| held == letter).unwrap());
                next.men.insert(to, Man { letter, promoted: false });
                next.passed = None;
                moves.insert(format!("{}@{}", letter.to_ascii_uppercase(), name(to)), next);
            }
        }
        moves.retain(|_, next| !next.hit(next.king(self.white), self.white));
        moves.values_mut().for_each(|next| next.white = !self.white);
        moves
    }

    fn castlings(&self, moves: &mut BTreeMap<String, Naive>) {
        let king = self.king(self.white);
        for &rook in self.rooks.iter().filter(|rook| rook.1 == if self.white { 0 } else { 7 }) {
            let (king_to, rook_to) = if rook.0 > king.0 { (6, 5) } else { (2, 3) };
            let span = |a: i32, b: i32| a.min(b)..=a.max(b);
            let mut next = self.clone();
            let (k, r) = (next.men.remove(&king).unwrap(), next.men.remove(&rook).unwrap());
            let free =
                span(king.0, king_to).chain(span(rook.0, rook_to)).all(|file| !next.men.contains_key(&(file, rook.1)));
            // The king's way is looked at with the rook where it was; where it arrives is looked at with the rest.
            let safe = span(king.0, king_to).all(|file| {
                let mut on_the_way = next.clone();
                on_the_way.men.insert((file, king.1), k);
                if (file, king.1) != rook {
                    on_the_way.men.insert(rook, r);
                }
                file == king_to || !on_the_way.hit((file, king.1), self.white)
            });
            if !free || !safe || self.hit(king, self.white) {
                continue;
            }
            next.men.insert((king_to, king.1), k);
            next.men.insert((rook_to, king.1), r);
            next.rooks.retain(|rook| rook.1 != king.1);
            next.passed = None;
            let to = if self.chess960 { rook } else { (king_to, king.1) };
            moves.insert(format!("{}{}", name(king), name(to)), next);
        }
    }

    /// Placement, hands and side as a FEN writes them, the hands sorted.
    pub(crate) fn essence(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            for file in 0..8 {
                match self.men.get(&(file, rank)) {
                    Some(man) if man.promoted && self.drops => text.extend([man.letter, '~']),
                    Some(man) => text.push(man.letter),
                    None => text.push('1'),
                }
            }
            text.push('/');
        }
        let mut hands = self.hands.clone();
        hands.sort_unstable();
        text.extend(hands);
        format!("{text} {}", self.white)
    }
}
