//! A toy for tests, with every part of the contract in it: four seats in two teams, turns of several actions, answers by
//! the other side inside a turn, events with weights, a deal that can only be sampled, hidden cards.
//!
//! The board is three by three. In a turn a seat puts a stone on an empty cell. A stone next to an enemy stone attacks it, the
//! first in cell order, and the next seat answers: it yields the stone, which changes hands, or pays a coin to keep it; without
//! coins it must yield. Who has a coin may put further stones for a coin each, or end the turn. Then, where dice are in
//! play, the table decides: nothing happens (3), the stone put last is washed away (1), the next team finds a coin (2, unless it has
//! three). Where cards are in play, each seat is dealt one of four when the third turn comes. Three in a row win at once. After
//! eight turns, or when there is no cell left, the team with more points wins: one a stone, two for a stone on a cell
//! that a card of the team names.

use crate::board::{Rng, Seat, Team, mix};
use crate::game::{Actor, Evaluate, Flow, Game, Hidden, Hint, Odds, Outcome, Refusal};
use arrayvec::ArrayVec;

/// Turns of a game.
const TURNS: u8 = 8;
/// The turn before which cards are dealt.
const DEAL: u8 = 2;
/// Most coins of a team.
const PURSE: u8 = 3;
const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    Put(u8),
    Yield,
    Pay,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    Calm,
    Storm,
    Coin,
    Deal([u8; 4]),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Begin,
    More,
    Answer { attacked: u8 },
    Dice,
    Deal,
    Won,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Card {
    None,
    Unknown,
    Cell(u8),
}

/// How cards are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cards {
    None,
    Listed,
    Sampled,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Toy {
    cells: [Option<Team>; 9],
    coins: [u8; 2],
    hands: [Card; 4],
    seat: u8,
    turn: u8,
    last: u8,
    phase: Phase,
    dice: bool,
    cards: Cards,
}

impl Toy {
    pub(crate) fn new(coins: [u8; 2], dice: bool, cards: Cards) -> Self {
        Self {
            cells: [None; 9],
            coins,
            hands: [Card::None; 4],
            seat: 0,
            turn: 0,
            last: 0,
            phase: Phase::Begin,
            dice,
            cards,
        }
    }

    fn side(&self) -> Team {
        Self::team(Seat::new(self.seat))
    }

    fn neighbours(cell: u8) -> impl Iterator<Item = u8> {
        (0..9u8).filter(move |other| (cell / 3).abs_diff(other / 3) + (cell % 3).abs_diff(other % 3) == 1)
    }

    fn points(&self, team: Team) -> i32 {
        let stones = self.cells.iter().filter(|&&cell| cell == Some(team)).count() as i32;
        let named = |seat: usize| match self.hands[seat] {
            Card::Cell(cell) => self.cells[cell as usize] == Some(team),
            Card::None | Card::Unknown => false,
        };
        stones + 2 * (team.index()..4).step_by(2).filter(|&seat| named(seat)).count() as i32
    }

    fn by_points(&self) -> Outcome {
        match self.points(Team::First) - self.points(Team::Second) {
            0 => Outcome::draw("points"),
            1.. => Outcome::win(Team::First, "points"),
            _ => Outcome::win(Team::Second, "points"),
        }
    }

    fn row(&self) -> Option<Team> {
        let full = |line: &&[usize; 3]| line.iter().all(|&cell| self.cells[cell] == self.cells[line[0]]);
        LINES.iter().filter(full).find_map(|line| self.cells[line[0]])
    }

    fn after_put(&mut self) {
        if self.row().is_some() {
            self.phase = Phase::Won;
        } else if self.coins[self.side().index()] > 0 && self.cells.contains(&None) {
            self.phase = Phase::More;
        } else {
            self.end();
        }
    }

    fn end(&mut self) {
        if self.dice {
            self.phase = Phase::Dice;
        } else {
            self.pass_on();
        }
    }

    fn pass_on(&mut self) {
        self.seat = (self.seat + 1) % 4;
        self.turn += 1;
        self.last = 0;
        self.phase = if self.turn == DEAL && self.cards != Cards::None { Phase::Deal } else { Phase::Begin };
    }

    fn put(&mut self, cell: u8) {
        let side = self.side();
        if self.phase == Phase::More {
            self.coins[side.index()] -= 1;
        }
        self.cells[cell as usize] = Some(side);
        self.last = cell;
        match Self::neighbours(cell).find(|&other| self.cells[other as usize] == Some(side.other())) {
            Some(attacked) if self.coins[side.other().index()] > 0 => self.phase = Phase::Answer { attacked },
            Some(attacked) => {
                self.cells[attacked as usize] = Some(side);
                self.after_put();
            }
            None => self.after_put(),
        }
    }

    fn attacks(&self, cell: u8) -> bool {
        Self::neighbours(cell).any(|other| self.cells[other as usize] == Some(self.side().other()))
    }
}

impl Game for Toy {
    type Action = Action;
    type Event = Event;
    // Nine cells and the end of the turn.
    type Actions = ArrayVec<Action, 10>;

    const SEATS: usize = 4;

    fn team(seat: Seat) -> Team {
        [Team::First, Team::Second][seat.index() % 2]
    }

    fn turn(&self) -> Actor {
        match self.phase {
            Phase::Begin | Phase::More => Actor::Seat(Seat::new(self.seat)),
            Phase::Answer { .. } => Actor::Seat(Seat::new(self.seat).next(4)),
            Phase::Dice | Phase::Deal => Actor::Table,
            Phase::Won => Actor::Over(self.row().map_or(Outcome::draw("row"), |team| Outcome::win(team, "row"))),
        }
    }

    fn stuck(&self) -> Option<Outcome> {
        Some(self.by_points())
    }

    fn generate(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        match self.phase {
            Phase::Answer { .. } => {
                sink(Action::Yield)?;
                sink(Action::Pay)
            }
            Phase::Begin | Phase::More => {
                for cell in (0..9).filter(|&cell| self.cells[cell as usize].is_none()) {
                    sink(Action::Put(cell))?;
                }
                if self.phase == Phase::More { sink(Action::End) } else { Flow::Continue(()) }
            }
            _ => Flow::Continue(()),
        }
    }

    fn accepts(&self, action: Action) -> Result<(), Refusal> {
        let found = self.generate(&mut |other| if other == action { Flow::Break(()) } else { Flow::Continue(()) });
        if found.is_break() { Ok(()) } else { Err(Refusal::new("not here")) }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Put(cell) => self.put(cell),
            Action::End => self.end(),
            Action::Yield | Action::Pay => {
                let side = self.side();
                if let Phase::Answer { attacked } = self.phase {
                    if action == Action::Pay {
                        self.coins[side.other().index()] -= 1;
                    } else {
                        self.cells[attacked as usize] = Some(side);
                    }
                    self.after_put();
                }
            }
        }
    }

    fn events(&self, sink: &mut impl FnMut(Event, u32)) -> Odds {
        if self.phase == Phase::Deal {
            if self.cards == Cards::Sampled {
                return Odds::SampleOnly;
            }
            for code in 0..256u32 {
                let hands = [0, 2, 4, 6].map(|shift| (code >> shift & 3) as u8);
                if (0..4).all(|card| hands.contains(&card)) {
                    sink(Event::Deal(hands), 1);
                }
            }
            return Odds::Total(24);
        }
        // What changes nothing is calm.
        let washed = self.cells[self.last as usize].is_some();
        let found = self.coins[self.side().other().index()] < PURSE;
        sink(Event::Calm, 3 + u32::from(!washed) + 2 * u32::from(!found));
        if washed {
            sink(Event::Storm, 1);
        }
        if found {
            sink(Event::Coin, 2);
        }
        Odds::Total(6)
    }

    fn admits(&self, _: Event) -> Result<(), Refusal> {
        if self.turn() == Actor::Table { Ok(()) } else { Err(Refusal::new("no dice")) }
    }

    fn sample(&self, rng: &mut Rng) -> Event {
        if self.phase == Phase::Deal {
            let mut hands = [0, 1, 2, 3];
            for index in 1..4 {
                hands.swap(index, rng.below(index as u32 + 1) as usize);
            }
            return Event::Deal(hands);
        }
        let mut throw = rng.below(6);
        let mut drawn = Event::Calm;
        self.events(&mut |event, weight| {
            if throw < weight {
                drawn = event;
                throw = u32::MAX;
            } else if throw != u32::MAX {
                throw -= weight;
            }
        });
        drawn
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Deal(hands) => {
                self.hands = hands.map(Card::Cell);
                self.phase = Phase::Begin;
                return;
            }
            Event::Storm => self.cells[self.last as usize] = None,
            Event::Coin => self.coins[self.side().other().index()] += 1,
            Event::Calm => {}
        }
        self.pass_on();
    }

    fn key(&self) -> u64 {
        self.fresh_key()
    }

    fn fresh_key(&self) -> u64 {
        let mut key = 0x70;
        let mut note = |value: u8| key = mix(key ^ u64::from(value));
        self.cells.iter().for_each(|cell| note(cell.map_or(0, |team| 1 + team.index() as u8)));
        self.coins.iter().for_each(|&coins| note(coins));
        for hand in self.hands {
            note(match hand {
                Card::None => 0,
                Card::Unknown => 1,
                Card::Cell(cell) => 2 + cell,
            });
        }
        note(self.seat);
        note(self.turn);
        note(self.last);
        note(match self.phase {
            Phase::Begin => 0,
            Phase::More => 1,
            Phase::Dice => 2,
            Phase::Deal => 3,
            Phase::Won => 4,
            Phase::Answer { attacked } => 5 + attacked,
        });
        note(u8::from(self.dice));
        note(self.cards as u8);
        key
    }

    fn at_turn_start(&self) -> bool {
        self.phase == Phase::Begin
    }

    fn verdict(&self, _: u32) -> Option<Outcome> {
        (self.turn >= TURNS).then(|| self.by_points())
    }
}

impl Evaluate for Toy {
    const SLOTS: usize = 12;

    fn evaluate(&self, team: Team) -> i32 {
        let worth = |team: Team| {
            let cells = self.cells.iter().enumerate().filter(|&(_, &cell)| cell == Some(team));
            let shape: i32 = cells.map(|(cell, _)| [7, 3, 7, 3, 11, 3, 7, 3, 7][cell]).sum();
            100 * self.points(team) + 40 * i32::from(self.coins[team.index()]) + shape
        };
        worth(team) - worth(team.other())
    }

    fn tactical(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        self.generate(&mut |action| {
            if self.hint(action).tactical || self.urgent() { sink(action) } else { Flow::Continue(()) }
        })
    }

    fn hint(&self, action: Action) -> Hint {
        match action {
            Action::Put(cell) => Hint { tactical: self.attacks(cell), order: i32::from(cell == 4) * 50 },
            _ => Hint { tactical: true, order: 0 },
        }
    }

    fn slot(&self, action: Action) -> usize {
        match action {
            Action::Put(cell) => cell as usize,
            Action::Yield => 9,
            Action::Pay => 10,
            Action::End => 11,
        }
    }

    fn urgent(&self) -> bool {
        matches!(self.phase, Phase::Answer { .. })
    }

    fn null(&self) -> Option<Self> {
        let mut next = *self;
        next.pass_on();
        (self.phase == Phase::Begin && next.phase == Phase::Begin && next.turn < TURNS).then_some(next)
    }
}

impl Hidden for Toy {
    fn mask(&self, seat: Seat) -> Self {
        let mut masked = *self;
        for other in (0..4).filter(|&other| other != seat.index()) {
            if let Card::Cell(_) = masked.hands[other] {
                masked.hands[other] = Card::Unknown;
            }
        }
        masked
    }

    fn fill(&self, rng: &mut Rng) -> Self {
        let mut left: ArrayVec<u8, 4> = (0..4).filter(|&cell| !self.hands.contains(&Card::Cell(cell))).collect();
        let mut filled = *self;
        for hand in filled.hands.iter_mut().filter(|hand| **hand == Card::Unknown) {
            *hand = Card::Cell(left.swap_remove(rng.below(left.len() as u32) as usize));
        }
        filled
    }

    fn info_key(&self, seat: Seat) -> u64 {
        self.mask(seat).key()
    }
}
