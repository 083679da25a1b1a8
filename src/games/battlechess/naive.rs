//! The naive twin of the generator: from a FEN to words, by plain loops over letters on an 8x8 array. Written from the
//! rules page alone; it shares nothing with the fast generator.

/// The board by rank and file, `.` for an empty square.
type Letters = [[char; 8]; 8];
type At = (usize, usize);

struct Naive {
    board: Letters,
    to_place: String,
    white: bool,
    passed: Option<At>,
    hand: String,
    cards_out: usize,
    discards: usize,
    last: String,
}

/// Every generated action of the turn start described by `fen`, sorted.
pub(super) fn actions(fen: &str) -> Vec<String> {
    let fields: Vec<&str> = fen.split(' ').collect();
    let (ranks, to_place) = fields[0].trim_end_matches(']').split_once('[').unwrap();
    let mut board = [['.'; 8]; 8];
    for (row, text) in ranks.split('/').enumerate() {
        let mut file = 0;
        for letter in text.chars() {
            match letter.to_digit(10) {
                Some(empty) => file += empty as usize,
                None => {
                    board[7 - row][file] = letter;
                    file += 1;
                }
            }
        }
    }
    let white = fields[1] == "w";
    let hands: Vec<&str> = fields[3].split('/').map(|hand| hand.trim_matches('-')).collect();
    let naive = Naive {
        board,
        to_place: to_place.into(),
        white,
        passed: (fields[2] != "-").then(|| square(fields[2])),
        hand: hands[usize::from(!white)].into(),
        cards_out: hands[0].len() + hands[1].len(),
        discards: fields[4].trim_matches('-').len(),
        last: fields[5].into(),
    };
    let mut words = if to_place.is_empty() { naive.turn() } else { naive.placements() };
    words.sort();
    words
}

fn square(text: &str) -> At {
    let bytes = text.as_bytes();
    ((bytes[1] - b'1') as usize, (bytes[0] - b'a') as usize)
}

fn name((rank, file): At) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn squares() -> impl Iterator<Item = At> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (rank, file)))
}

fn step((rank, file): At, up: i32, right: i32) -> Option<At> {
    let (rank, file) = (rank as i32 + up, file as i32 + right);
    ((0..8).contains(&rank) && (0..8).contains(&file)).then_some((rank as usize, file as usize))
}

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [(i32, i32); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

/// The squares a piece could capture on, whatever stands there.
fn reach(board: &Letters, from: At) -> Vec<At> {
    let letter = board[from.0][from.1];
    let directions: Vec<(i32, i32)> = match letter.to_ascii_lowercase() {
        'p' if letter == 'P' => vec![(1, -1), (1, 1)],
        'p' => vec![(-1, -1), (-1, 1)],
        'n' => LEAPS.to_vec(),
        'b' => DIAGONAL.to_vec(),
        'r' => STRAIGHT.to_vec(),
        _ => STRAIGHT.iter().chain(&DIAGONAL).copied().collect(),
    };
    let far = matches!(letter.to_ascii_lowercase(), 'b' | 'r' | 'q');
    let mut found = Vec::new();
    for (up, right) in directions {
        let mut at = step(from, up, right);
        while let Some(here) = at {
            found.push(here);
            at = if far && board[here.0][here.1] == '.' { step(here, up, right) } else { None };
        }
    }
    found
}

impl Naive {
    fn is_own(&self, letter: char) -> bool {
        letter != '.' && letter.is_ascii_uppercase() == self.white
    }

    fn is_enemy(&self, letter: char) -> bool {
        letter != '.' && letter.is_ascii_uppercase() != self.white
    }

    fn own(&self, letter: char) -> char {
        if self.white { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
    }

    fn enemy(&self, letter: char) -> char {
        if self.white { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    }

    fn at(&self, at: At) -> char {
        self.board[at.0][at.1]
    }

    fn number(&self, letter: char) -> usize {
        squares().filter(|&at| self.at(at) == letter).count()
    }

    /// The rank, counted from the own side from 0.
    fn depth(&self, at: At) -> usize {
        if self.white { at.0 } else { 7 - at.0 }
    }

    fn besiegers(&self) -> usize {
        squares().filter(|&at| self.depth(at) == 0 && self.at(at) == self.enemy('p')).count()
    }

    fn in_zone(&self, at: At) -> bool {
        let furthest = squares().filter(|&at| self.at(at) == self.own('p')).map(|at| self.depth(at)).max();
        let last = if self.besiegers() > 0 { 0 } else { furthest.unwrap_or(0) };
        self.depth(at) <= last
    }

    fn safe(&self, board: &Letters) -> bool {
        let attacked = |target: At| {
            squares().any(|from| self.is_enemy(board[from.0][from.1]) && reach(board, from).contains(&target))
        };
        squares().filter(|&at| board[at.0][at.1] == self.own('k')).all(|at| !attacked(at))
    }

    fn placements(&self) -> Vec<String> {
        let mine: Vec<char> = self.to_place.chars().filter(|&letter| self.is_own(letter)).collect();
        let empty: Vec<At> = squares().filter(|&at| self.depth(at) < 2 && self.at(at) == '.').collect();
        if mine.contains(&self.own('k')) {
            return empty.into_iter().map(|at| format!("K@{}", name(at))).collect();
        }
        let above = |at: At| squares().all(|pawn| self.at(pawn) != self.own('p') || pawn < at);
        let good: Vec<At> = empty
            .iter()
            .copied()
            .filter(|&at| above(at) && empty.iter().filter(|&&later| later > at).count() + 1 >= mine.len())
            .collect();
        let squares = if good.is_empty() { empty } else { good };
        squares.into_iter().map(|at| format!("P@{}", name(at))).collect()
    }

    fn turn(&self) -> Vec<String> {
        let mut found: Vec<(String, Letters)> = Vec::new();
        for from in squares().filter(|&at| self.is_own(self.at(at))) {
            self.moves(from, &mut found);
        }
        for card in "A23456789TJQKX".chars().filter(|&card| self.hand.contains(card)) {
            self.plays(card, &mut found);
        }
        let mut words: Vec<String> =
            found.into_iter().filter(|(_, board)| self.safe(board)).map(|(word, _)| word).collect();
        let deck = 54 - self.cards_out - self.discards;
        if self.safe(&self.board) && self.besiegers() < 2 && deck + self.discards > 0 {
            words.push("draw".into());
            let hand: Vec<char> = self.hand.chars().filter(|&card| card != '?').collect();
            let mut swaps = Vec::new();
            for a in 0..hand.len() {
                for b in a + 1..hand.len() {
                    for c in b + 1..hand.len() {
                        swaps.push(format!("swap:{}{}{}", hand[a], hand[b], hand[c]));
                    }
                }
            }
            swaps.sort();
            swaps.dedup();
            words.extend(swaps);
        }
        words
    }

    fn moves(&self, from: At, found: &mut Vec<(String, Letters)>) {
        let pawn = self.at(from) == self.own('p');
        let mut add = |to: At, also_gone: Option<At>| {
            let mut board = self.board;
            if let Some(gone) = also_gone {
                board[gone.0][gone.1] = '.';
            }
            board[to.0][to.1] = board[from.0][from.1];
            board[from.0][from.1] = '.';
            found.push((format!("{}{}", name(from), name(to)), board));
        };
        for to in reach(&self.board, from) {
            if self.is_enemy(self.at(to)) || (self.at(to) == '.' && !pawn) {
                add(to, None);
            } else if pawn && self.passed == Some(to) {
                add(to, Some((from.0, to.1)));
            }
        }
        if pawn {
            let up = if self.white { 1 } else { -1 };
            if let Some(one) = step(from, up, 0).filter(|&at| self.at(at) == '.') {
                add(one, None);
                if let Some(two) = step(one, up, 0).filter(|&at| self.at(at) == '.' && self.depth(from) < 2) {
                    add(two, None);
                }
            }
        }
    }

    fn plays(&self, card: char, found: &mut Vec<(String, Letters)>) {
        let mut add = |word: String, changes: &[(At, char)]| {
            let mut board = self.board;
            for &(at, letter) in changes {
                board[at.0][at.1] = letter;
            }
            found.push((word, board));
        };
        let place = |letter: char, cap: usize| (self.own(letter), self.number(self.own(letter)) < cap);
        let (piece, room) = match card {
            '3'..='7' => place('p', 8),
            '9' => place('n', 2),
            'T' => place('b', 2),
            'J' => place('r', 2),
            'Q' => place('q', 1),
            '2' => (self.enemy('p'), self.number(self.enemy('p')) < 8),
            _ => ('.', true),
        };
        for at in squares() {
            let there = self.at(at);
            let officer = self.is_enemy(there) && !"pPkK".contains(there);
            let target = self.is_enemy(there) && !"kK".contains(there);
            match card {
                'A' if target => add(format!("A:{}", name(at)), &[(at, '.')]),
                '2' | '7' if officer && room => add(format!("{card}:{}", name(at)), &[(at, piece)]),
                '3'..='6' | '9' | 'T' | 'J' | 'Q' if there == '.' && room && self.in_zone(at) => {
                    add(format!("{card}:{}", name(at)), &[(at, piece)]);
                }
                '8' if target => {
                    for from in squares().filter(|&from| self.is_own(self.at(from))) {
                        if reach(&self.board, from).contains(&at) {
                            add(format!("8:{}{}", name(from), name(at)), &[(at, '.')]);
                        }
                    }
                }
                'K' if self.is_own(there) => {
                    for to in squares().filter(|&to| self.at(to) == '.' && self.in_zone(to)) {
                        add(format!("K:{}{}", name(at), name(to)), &[(at, '.'), (to, there)]);
                    }
                }
                _ => {}
            }
        }
        if card == 'X' && self.last != "-" {
            let deed = self.last.trim_start_matches('X');
            let undone = self.last.len() - deed.len() == 1;
            // By whom the deed was done: when it is undone, by the one who would now bring it back.
            let (doer_own, doer_enemy): (char, &dyn Fn(char) -> char) =
                if undone { (self.own('p'), &|c| self.enemy(c)) } else { (self.enemy('p'), &|c| self.own(c)) };
            let at = square(&deed[2..4]);
            let after_at = deed.chars().nth(4).unwrap();
            match deed.chars().next().unwrap() {
                'A' | '8' if undone => add("X".into(), &[(at, '.')]),
                '2' if undone => add("X".into(), &[(at, doer_enemy('p'))]),
                '7' if undone => add("X".into(), &[(at, doer_own)]),
                'K' => {
                    let to = square(&deed[4..6]);
                    let (now, then) = if undone { (at, to) } else { (to, at) };
                    add("X".into(), &[(now, '.'), (then, self.at(now))]);
                }
                _ => add("X".into(), &[(at, doer_enemy(after_at))]),
            }
        }
    }
}
