//! A slow twin of the position, written from the rules page alone: a board of texts, loops over squares, words in and words out.
//! It shares nothing with the fast one.

use std::collections::BTreeMap;

#[derive(Clone, PartialEq, Debug)]
struct Man {
    army: char,
    /// `K`, or the weapons in order, nothing for an unarmed Warrior.
    arms: String,
    facing: Option<char>,
    stack: u32,
}

#[derive(Clone, Default, PartialEq, Debug)]
struct Purse {
    money: i32,
    /// `W`, `R`, `N`, `B`, `S` to their numbers.
    reserve: BTreeMap<char, i32>,
    bank: BTreeMap<char, i32>,
    reissue: BTreeMap<char, i32>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Naive {
    board: BTreeMap<(i32, i32), Man>,
    purses: BTreeMap<char, Purse>,
    order: Vec<char>,
    side: char,
    quiet: u32,
    turn: u32,
    /// What was done this turn.
    done: Vec<String>,
    dropped: Vec<(i32, i32)>,
    busy: bool,
    pub(super) over: bool,
}

const PRICES: [(char, i32); 4] = [('R', 6), ('N', 5), ('B', 4), ('S', 2)];

fn price(weapon: char) -> i32 {
    PRICES.iter().find(|(letter, _)| *letter == weapon).map_or(0, |(_, price)| *price)
}

fn name(square: (i32, i32)) -> String {
    format!("{}{}", (b'a' + square.0 as u8) as char, square.1 + 1)
}

fn square(text: &str) -> (i32, i32) {
    let bytes = text.as_bytes();
    ((bytes[0] - b'a') as i32, (bytes[1] - b'1') as i32)
}

/// The place of a word in the order of what is generated in its phase.
fn rank(word: &str) -> (i32, i32) {
    if let Some(ware) = word.strip_prefix('$') {
        let place = ["R", "R*", "N", "N*", "B", "B*", "S", "S*", "W"].iter().position(|name| *name == ware);
        return (0, place.unwrap() as i32);
    }
    let (what, at) = word.split_once('@').unwrap();
    let (file, rank) = square(at);
    let weapon = "RNBS".find(&what[..1]).map_or(0, |place| place as i32);
    (rank * 8 + file, weapon)
}

fn phase(word: &str) -> i32 {
    match word {
        word if word.starts_with('$') => 3,
        word if word.starts_with("W@") => 1,
        word if word.contains('@') => 2,
        _ => 0,
    }
}

impl Naive {
    pub(super) fn read(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let purse_fields: Vec<Vec<&str>> = fields[2..6].iter().map(|field| field.split('/').collect()).collect();
        let order: Vec<char> = "rbyg".chars().take(purse_fields[0].len()).collect();
        let mut board = BTreeMap::new();
        for (row, rank) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for entry in rank.split(',') {
                if let Ok(gap) = entry.parse::<i32>() {
                    file += gap;
                    continue;
                }
                let (body, stack) = entry.split_once('+').unwrap_or((entry, "0"));
                let arms: String = body.chars().skip(1).filter(|c| c.is_uppercase() && *c != 'W').collect();
                let facing = body.chars().skip(1).find(|c| c.is_lowercase());
                let army = body.chars().next().unwrap();
                board.insert((file, 7 - row as i32), Man { army, arms, facing, stack: stack.parse().unwrap() });
                file += 1;
            }
        }
        let digits = |text: &str, keys: &str| {
            keys.chars().zip(text.chars().map(|c| c.to_digit(10).unwrap() as i32)).collect::<BTreeMap<_, _>>()
        };
        let mut purses = BTreeMap::new();
        for (index, army) in order.iter().enumerate() {
            let reserve = "WRNBS".chars().map(|c| (c, purse_fields[1][index].matches(c).count() as i32)).collect();
            purses.insert(
                *army,
                Purse {
                    money: purse_fields[0][index].parse().unwrap(),
                    reserve,
                    bank: digits(purse_fields[2][index], "WRNBS"),
                    reissue: digits(purse_fields[3][index], "RNBS"),
                },
            );
        }
        Self {
            board,
            purses,
            order,
            side: fields[1].chars().next().unwrap(),
            quiet: fields[6].parse().unwrap(),
            turn: fields[7].parse().unwrap(),
            done: Vec::new(),
            dropped: Vec::new(),
            busy: false,
            over: false,
        }
    }

    pub(super) fn write(&self) -> String {
        let mut ranks = Vec::new();
        for rank in (0..8).rev() {
            let mut text = String::new();
            let mut gap = 0;
            for file in 0..8 {
                let Some(man) = self.board.get(&(file, rank)) else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    text += &format!("{gap},");
                    gap = 0;
                }
                text.push(man.army);
                text += if man.arms.is_empty() { "W" } else { &man.arms };
                text.extend(man.facing);
                if man.stack > 0 {
                    text += &format!("+{}", man.stack);
                }
                text.push(',');
            }
            if gap > 0 {
                text += &format!("{gap},");
            }
            ranks.push(text.trim_end_matches(',').to_owned());
        }
        let each = |field: &dyn Fn(&Purse) -> String| {
            self.order.iter().map(|army| field(&self.purses[army])).collect::<Vec<_>>().join("/")
        };
        let digits = |map: &BTreeMap<char, i32>, keys: &str| keys.chars().map(|c| map[&c].to_string()).collect();
        format!(
            "{} {} {} {} {} {} {} {}",
            ranks.join("/"),
            self.side,
            each(&|purse| purse.money.to_string()),
            each(&|purse| {
                let text: String = "WRNBS".chars().map(|c| c.to_string().repeat(purse.reserve[&c] as usize)).collect();
                if text.is_empty() { "-".to_owned() } else { text }
            }),
            each(&|purse| digits(&purse.bank, "WRNBS")),
            each(&|purse| digits(&purse.reissue, "RNBS")),
            self.quiet,
            self.turn
        )
    }

    fn partners(&self, a: char, b: char) -> bool {
        let place = |army| self.order.iter().position(|other| *other == army).unwrap() % 2;
        place(a) == place(b)
    }

    fn empty(&self, (file, rank): (i32, i32)) -> bool {
        (0..8).contains(&file) && (0..8).contains(&rank) && !self.board.contains_key(&(file, rank))
    }

    fn enemy(&self, square: (i32, i32)) -> bool {
        self.board.get(&square).is_some_and(|man| !self.partners(man.army, self.side))
    }

    /// Where the man on a square may go: all squares, tested one by one.
    fn targets(&self, from: (i32, i32)) -> Vec<(i32, i32)> {
        let man = &self.board[&from];
        let mut found = Vec::new();
        for rank in 0..8 {
            for file in 0..8 {
                let to = (file, rank);
                if to != from && self.goes(man, from, to) {
                    found.push(to);
                }
            }
        }
        found
    }

    fn goes(&self, man: &Man, from: (i32, i32), to: (i32, i32)) -> bool {
        let (df, dr) = (to.0 - from.0, to.1 - from.1);
        let (far, near) = (df.abs().max(dr.abs()), df.abs().min(dr.abs()));
        let (empty, enemy) = (self.empty(to), self.enemy(to));
        if !empty && !enemy {
            return false;
        }
        if man.arms.is_empty() {
            return far == 1 && empty;
        }
        if man.arms == "SS" {
            let way = (from.0 + df.signum(), from.1 + dr.signum());
            return empty && near == 0 && (far == 1 || far == 2 && self.empty(way)) || enemy && far == 1 && near == 1;
        }
        man.arms.chars().any(|weapon| match weapon {
            'K' => far == 1,
            'R' => near == 0 && self.clear(from, to),
            'B' => near == far && self.clear(from, to),
            'N' => far == 2 && near == 1,
            _ => {
                let faced = match man.facing.unwrap() {
                    'n' => dr == 1,
                    's' => dr == -1,
                    'e' => df == 1,
                    _ => df == -1,
                };
                empty && far == 1 && near == 0 || enemy && far == 1 && near == 1 && faced
            }
        })
    }

    fn clear(&self, from: (i32, i32), to: (i32, i32)) -> bool {
        let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let mut at = (from.0 + step.0, from.1 + step.1);
        while at != to {
            if !self.empty(at) {
                return false;
            }
            at = (at.0 + step.0, at.1 + step.1);
        }
        true
    }

    fn movements(&self) -> Vec<String> {
        let mut words = Vec::new();
        for (from, man) in &self.board {
            if man.army != self.side {
                continue;
            }
            for to in self.targets(*from) {
                if man.facing.is_some() {
                    words.extend("nesw".chars().map(|facing| format!("{}{}{facing}", name(*from), name(to))));
                } else {
                    words.push(name(*from) + &name(to));
                }
            }
        }
        let purse = &self.purses[&self.side];
        if purse.bank[&'W'] > 0 && purse.money > 0 {
            words.extend(self.empty_squares().into_iter().map(|at| format!("W@{}", name(at))));
        }
        if words.is_empty() {
            words.push("pass".to_owned());
        }
        words
    }

    fn empty_squares(&self) -> Vec<(i32, i32)> {
        (0..64).map(|index| (index % 8, index / 8)).filter(|at| self.empty(*at)).collect()
    }

    /// Everything accepted after the movement, but for the two-step way to two swords, in no order.
    fn afterwards(&self) -> Vec<String> {
        let now = self.done.iter().map(|word| phase(word)).max().unwrap();
        let purse = &self.purses[&self.side];
        let mut words = vec!["end".to_owned()];
        if now <= 1 && purse.reserve[&'W'] > 0 {
            words.extend(self.empty_squares().into_iter().map(|at| format!("W@{}", name(at))));
        }
        for (at, man) in &self.board {
            if now > 2 || man.army != self.side || man.arms == "K" || man.arms.len() > 1 || self.dropped.contains(at) {
                continue;
            }
            for (weapon, _) in PRICES {
                if purse.reserve[&weapon] == 0 || weapon != 'S' && man.arms.contains(weapon) {
                    continue;
                }
                let at = name(*at);
                if weapon == 'S' && !man.arms.contains('S') {
                    words.extend("nesw".chars().map(|facing| format!("S@{at}{facing}")));
                    if man.arms.is_empty() && purse.reserve[&'S'] > 1 {
                        words.push(format!("SS@{at}"));
                    }
                } else {
                    words.push(format!("{weapon}@{at}"));
                }
            }
        }
        for (weapon, price) in PRICES {
            if purse.bank[&weapon] > 0 && purse.money >= price {
                words.push(format!("${weapon}"));
            }
            if purse.reissue[&weapon] > 0 && purse.money >= 2 * price {
                words.push(format!("${weapon}*"));
            }
        }
        if purse.bank[&'W'] > 0 && purse.money >= 5 {
            words.push("$W".to_owned());
        }
        words
    }

    /// What is accepted, in no order.
    pub(super) fn accepted(&self) -> Vec<String> {
        if self.over {
            return Vec::new();
        }
        if self.done.is_empty() { self.movements() } else { self.afterwards() }
    }

    /// What is generated, in no order.
    pub(super) fn generated(&self) -> Vec<String> {
        let mut words = self.accepted();
        if self.done.is_empty() {
            return words;
        }
        words.retain(|word| {
            let same = self.done[1..].iter().filter(|before| phase(before) == phase(word));
            match phase(word) {
                0 => true,
                3 => same.into_iter().all(|before| rank(before) <= rank(word)),
                _ => same.into_iter().all(|before| rank(before) < rank(word)),
            }
        });
        words
    }

    pub(super) fn play(&mut self, word: &str) {
        let side = self.side;
        let first = self.done.is_empty();
        if word == "end" {
            return self.end();
        }
        self.done.push(word.to_owned());
        let purse = self.purses.get_mut(&side).unwrap();
        if word == "pass" {
        } else if let Some(ware) = word.strip_prefix('$') {
            let letter = ware.chars().next().unwrap();
            let (stock, cost) = match ware.chars().nth(1) {
                Some(_) => (&mut purse.reissue, 2 * price(letter)),
                None if letter == 'W' => (&mut purse.bank, 5),
                None => (&mut purse.bank, price(letter)),
            };
            *stock.get_mut(&letter).unwrap() -= 1;
            *purse.reserve.get_mut(&letter).unwrap() += 1;
            purse.money -= cost;
        } else if let Some((what, place)) = word.split_once('@') {
            let at = square(place);
            if what == "W" {
                if first {
                    purse.money -= 1;
                    *purse.bank.get_mut(&'W').unwrap() -= 1;
                } else {
                    *purse.reserve.get_mut(&'W').unwrap() -= 1;
                }
                self.board.insert(at, Man { army: side, arms: String::new(), facing: None, stack: 0 });
                self.dropped.push(at);
                self.busy = true;
                return;
            }
            let man = self.board.get_mut(&at).unwrap();
            for weapon in what.chars() {
                *purse.reserve.get_mut(&weapon).unwrap() -= 1;
                man.arms.push(weapon);
            }
            let mut arms: Vec<char> = man.arms.chars().collect();
            arms.sort_by_key(|weapon| "RNBS".find(*weapon));
            man.arms = arms.into_iter().collect();
            if man.arms == "SS" {
                man.facing = None;
            } else if let Some(facing) = place.chars().nth(2) {
                man.facing = Some(facing);
            }
        } else {
            let mut man = self.board.remove(&square(word)).unwrap();
            if let Some(facing) = word.chars().nth(4) {
                man.facing = Some(facing);
            }
            if let Some(captured) = self.board.remove(&square(&word[2..])) {
                self.busy = true;
                man.stack += captured.stack;
                if captured.arms == "K" {
                    self.over = true;
                } else {
                    man.stack += 1;
                    for weapon in captured.arms.chars() {
                        *self.purses.get_mut(&captured.army).unwrap().reissue.get_mut(&weapon).unwrap() += 1;
                        let purse = self.purses.get_mut(&side).unwrap();
                        purse.money = (purse.money + price(weapon)).min(12);
                    }
                }
            }
            self.board.insert(square(&word[2..]), man);
        }
    }

    fn end(&mut self) {
        self.quiet = if self.busy { 0 } else { self.quiet + 1 };
        self.busy = false;
        self.done.clear();
        self.dropped.clear();
        let place = self.order.iter().position(|army| *army == self.side).unwrap();
        self.side = self.order[(place + 1) % self.order.len()];
        if self.side == 'r' {
            self.turn += 1;
        }
        for man in self.board.values().filter(|man| man.army == self.side) {
            let purse = self.purses.get_mut(&self.side).unwrap();
            purse.money = (purse.money + 1 + man.stack as i32).min(12);
        }
    }
}
