//! What actions and throws do, up to the next choice, throw or end.

use super::actions::{Action, Attack, Event, Means, Spell};
use super::combat::{Fortune, fortune};
use super::field::{self, Squares};
use super::piece::{Crew, Kind};
use super::{
    ACTED_KEYS, EXHAUSTED_KEYS, FRESH_KEYS, MOVES, PROMOTION, Phase, Position, STONED_KEYS, crew_key, piece_key,
};
use crate::board::{Colour, Square};

pub(super) fn act(position: &mut Position, action: Action) {
    match (position.phase, action) {
        (Phase::Moves, Action::End) => position.close_moves(),
        (Phase::Moves, action) => {
            position.moves += 1;
            position.make(action);
        }
        (Phase::Retreat(attack), Action::Move { to, .. }) => position.push_back(attack, to),
        (Phase::Sacrifice(attack), Action::Sacrifice { given, step }) => {
            position.take(given);
            if let Some(step) = step {
                position.shift(attack.to, step);
                position.arrive(attack);
            }
            position.finish_move();
        }
        (Phase::Sacrifice(attack), Action::Pass) => position.lose_king(attack),
        (Phase::Entry { bought, .. }, Action::Buy(kind)) => {
            position.bonus -= kind.cost();
            let waiting = &mut position.waiting[position.mover.index()][kind.index()];
            *waiting = waiting.saturating_add(1);
            if kind > bought {
                position.set_entry(|bought, _| *bought = kind);
            }
        }
        (Phase::Entry { .. }, Action::Enter { kind, at }) => {
            position.waiting[position.mover.index()][kind.index()] -= 1;
            position.put(at, position.mover, kind);
            let passed = field::entries(position.mover).iter().filter(|&&square| square <= at).count() as u8;
            position.set_entry(|_, entered| *entered = passed.max(*entered));
        }
        (Phase::Entry { .. }, Action::End) => position.pass_turn(),
        _ => debug_assert!(false, "{action:?} is not accepted in {:?}", position.phase),
    }
}

pub(super) fn happen(position: &mut Position, event: Event) {
    match (position.phase, event) {
        (Phase::Throw(attack), Event::Throw { attack: thrown, defence }) => {
            match fortune(position.edge(attack), thrown, defence) {
                Fortune::Win => position.defeat(attack),
                Fortune::Tie => {
                    let mut retreats = position.retreats(attack);
                    match (retreats.next(), retreats.any()) {
                        // Clause 6: with nowhere to go a tie counts as a win in everything.
                        (None, _) => position.defeat(attack),
                        (Some(only), false) => position.push_back(attack, only),
                        (Some(_), true) => position.phase = Phase::Retreat(attack),
                    }
                }
                Fortune::Loss => {
                    position.stop_short(attack);
                    position.finish_move();
                }
            }
        }
        // Clause 9: even leaves the rider, and the attacker stops before him.
        (Phase::Rider(attack), Event::Die(thrown)) => {
            let owner = position.owner(attack.to);
            position.take(attack.to);
            if thrown % 2 == 0 {
                position.put(attack.to, owner, Kind::Pawn);
                position.stop_short(attack);
            } else {
                position.arrive(attack);
            }
            position.finish_move();
        }
        _ => debug_assert!(false, "{event:?} is not admitted in {:?}", position.phase),
    }
}

impl Position {
    /// One of the three moves of a turn.
    fn make(&mut self, action: Action) {
        match action {
            Action::Move { from, to } => self.walk(from, to),
            Action::Shoot { from, to } => {
                self.set_acted(from);
                self.attack(Attack { means: Means::Shot, from, to });
            }
            Action::Dismount { kind, from, to } => {
                self.set_crew(from, self.crews[from.index()].without(kind));
                self.put(to, self.mover, kind);
                self.set_acted(to);
                self.promote(to);
                self.finish_move();
            }
            Action::Cast { spell, at } => self.cast(spell, at),
            Action::Teleport { from, to } => {
                self.spend_spell();
                self.shift(from, to);
                if self.owner(to) == self.mover {
                    self.promote(to);
                }
                self.finish_move();
            }
            _ => debug_assert!(false, "{action:?} is not a move"),
        }
    }

    fn walk(&mut self, from: Square, to: Square) {
        let kind = self.kind_at(from);
        if self.sides[self.mover.index()].has(to) {
            // Clause 15: onto an own piece means into a tower.
            self.take(from);
            self.set_crew(to, self.crews[to.index()].with(kind));
            return self.finish_move();
        }
        self.set_acted(from);
        // Clause 12: a charge runs along a rank or a file, and exhausts however it ends.
        if kind == Kind::Knight && (from.file() == to.file() || from.rank() == to.rank()) {
            self.exhausted.insert(from);
            self.squares_key ^= EXHAUSTED_KEYS[from.index()];
        }
        if self.occupied().has(to) {
            return self.attack(Attack { means: Means::Melee, from, to });
        }
        self.shift(from, to);
        self.promote(to);
        self.finish_move();
    }

    fn attack(&mut self, attack: Attack) {
        self.eventful = true;
        self.phase = Phase::Throw(attack);
    }

    fn cast(&mut self, spell: Spell, at: Square) {
        let queen = self.spend_spell();
        match spell {
            Spell::Lightning | Spell::Pain => {
                return self.attack(Attack { means: Means::Spell(spell), from: queen, to: at });
            }
            Spell::Heroism | Spell::Fear => self.marked = Some(at),
            Spell::Stone => {
                self.stone(at);
                // Clause 19: put on the mover's own piece during its turn, it outlasts that turn.
                if self.owner(at) == self.mover && !self.fresh.has(at) {
                    self.fresh.insert(at);
                    self.squares_key ^= FRESH_KEYS[at.index()];
                }
            }
            Spell::Teleport => debug_assert!(false, "teleport has an action of its own"),
        }
        self.finish_move();
    }

    /// The queen has acted, and no other spell is cast this turn. Her square.
    fn spend_spell(&mut self) -> Square {
        self.cast = true;
        let queen = self.men(self.mover, Kind::Queen).first().unwrap_or(Square::new(0));
        self.set_acted(queen);
        queen
    }

    /// Clause 6: the defender steps back, the attacker takes the vacated square.
    fn push_back(&mut self, attack: Attack, to: Square) {
        self.shift(attack.to, to);
        self.arrive(attack);
        self.finish_move();
    }

    /// The defender has lost: what follows depends on what it is.
    fn defeat(&mut self, attack: Attack) {
        match self.kind_at(attack.to) {
            Kind::Knight => self.phase = Phase::Rider(attack),
            Kind::King if self.can_give(attack) => self.phase = Phase::Sacrifice(attack),
            Kind::King => self.lose_king(attack),
            // Clause 8: everything inside goes with the tower, a king too.
            Kind::Tower if self.crews[attack.to.index()].officer() == Some(Kind::King) => self.lose_king(attack),
            _ => {
                self.take(attack.to);
                self.arrive(attack);
                self.finish_move();
            }
        }
    }

    /// Clause 22.
    fn lose_king(&mut self, attack: Attack) {
        self.take(attack.to);
        self.arrive(attack);
        self.phase = Phase::Over(self.mover);
    }

    /// The attacker of a melee takes the target's square, which is empty by now. Shooters stay (clause 7).
    fn arrive(&mut self, attack: Attack) {
        if attack.is_melee() {
            self.shift(attack.from, attack.to);
            self.promote(attack.to);
        }
    }

    /// Clauses 6 and 9: the attacker of a melee stops on the last square before its target.
    fn stop_short(&mut self, attack: Attack) {
        let stop = field::last_before(attack.from, attack.to);
        if attack.is_melee() && stop != attack.from {
            self.shift(attack.from, stop);
        }
    }

    /// Clause 3: a pawn of the mover on its last rank is taken off for three points.
    fn promote(&mut self, at: Square) {
        if field::last_rank(self.mover).has(at) && self.kinds[Kind::Pawn.index()].has(at) {
            self.take(at);
            self.eventful = true;
            self.bonus = self.bonus.saturating_add(PROMOTION);
        }
    }

    /// A move is completely settled (clause 5).
    fn finish_move(&mut self) {
        self.phase = Phase::Moves;
        if self.moves == MOVES {
            self.close_moves();
        }
    }

    /// The moves of the turn are over: marks end (clause 19), then points are spent and pieces enter (clause 21).
    /// Nothing in the entry phase looks at the marks.
    fn close_moves(&mut self) {
        self.wear_off();
        let waiting = self.waiting[self.mover.index()].iter().any(|&count| count > 0);
        if self.bonus > 0 || waiting && self.open_entries(self.mover).any() {
            self.phase = Phase::Entry { bought: Kind::Pawn, entered: 0 };
        } else {
            self.pass_turn();
        }
    }

    fn wear_off(&mut self) {
        let own = self.sides[self.mover.index()];
        // Clause 19: what stood when the turn began ends. A knight exhausted before cannot have acted since.
        for at in self.exhausted & own & !self.acted {
            self.exhausted.remove(at);
            self.squares_key ^= EXHAUSTED_KEYS[at.index()];
        }
        for at in self.stoned & own & !self.fresh {
            self.stoned.remove(at);
            self.squares_key ^= STONED_KEYS[at.index()];
        }
        for at in self.fresh {
            self.squares_key ^= FRESH_KEYS[at.index()];
        }
        for at in self.acted {
            self.squares_key ^= ACTED_KEYS[at.index()];
        }
        self.fresh = Squares::EMPTY;
        self.acted = Squares::EMPTY;
        for tower in self.men(self.mover, Kind::Tower) {
            self.set_crew(tower, self.crews[tower.index()].rested());
        }
        self.marked = None;
        self.cast = false;
        self.moves = 0;
    }

    fn pass_turn(&mut self) {
        self.phase = Phase::Moves;
        self.quiet = if self.eventful { 0 } else { self.quiet.saturating_add(1) };
        self.eventful = false;
        if self.mover == Colour::Black {
            self.turn = self.turn.saturating_add(1);
        }
        self.mover = self.mover.other();
        self.bonus = 0;
        // Clause 9: riders that held out on their last rank are cashed in; that is no promotion for clause 23.
        for rider in self.men(self.mover, Kind::Pawn) & field::last_rank(self.mover) {
            self.take(rider);
            self.bonus += PROMOTION;
        }
    }

    fn set_entry(&mut self, change: impl FnOnce(&mut Kind, &mut u8)) {
        if let Phase::Entry { bought, entered } = &mut self.phase {
            change(bought, entered);
        }
    }

    fn set_acted(&mut self, at: Square) {
        if !self.acted.has(at) {
            self.acted.insert(at);
            self.squares_key ^= ACTED_KEYS[at.index()];
        }
    }

    fn stone(&mut self, at: Square) {
        if !self.stoned.has(at) {
            self.stoned.insert(at);
            self.squares_key ^= STONED_KEYS[at.index()];
        }
    }

    pub(super) fn set_crew(&mut self, tower: Square, crew: Crew) {
        self.squares_key ^= crew_key(tower, self.crews[tower.index()]) ^ crew_key(tower, crew);
        self.crews[tower.index()] = crew;
    }

    /// Puts marks on a piece: those a FEN can show.
    pub(super) fn set_marks(&mut self, at: Square, exhausted: bool, stoned: bool) {
        if exhausted {
            self.exhausted.insert(at);
            self.squares_key ^= EXHAUSTED_KEYS[at.index()];
        }
        if stoned {
            self.stone(at);
        }
    }

    /// Puts a new piece on an empty square.
    pub(super) fn put(&mut self, at: Square, colour: Colour, kind: Kind) {
        self.sides[colour.index()].insert(at);
        self.kinds[kind.index()].insert(at);
        self.squares_key ^= piece_key(colour, kind, at);
    }

    /// Takes the piece off an occupied square, with its marks and everything inside.
    pub(super) fn take(&mut self, at: Square) {
        let (colour, kind) = (self.owner(at), self.kind_at(at));
        self.sides[colour.index()].remove(at);
        self.kinds[kind.index()].remove(at);
        self.squares_key ^= piece_key(colour, kind, at);
        let mut key = 0;
        for (set, keys) in self.marks() {
            if set.has(at) {
                set.remove(at);
                key ^= keys[at.index()];
            }
        }
        self.squares_key ^= key;
        self.set_crew(at, Crew::EMPTY);
        if self.marked == Some(at) {
            self.marked = None;
        }
    }

    /// Moves a piece to an empty square, its marks and everything inside with it (clauses 16 and 18).
    fn shift(&mut self, from: Square, to: Square) {
        let (colour, kind) = (self.owner(from), self.kind_at(from));
        let both = Squares::of(from).with(to);
        self.sides[colour.index()] ^= both;
        self.kinds[kind.index()] ^= both;
        let mut key = piece_key(colour, kind, from) ^ piece_key(colour, kind, to);
        for (set, keys) in self.marks() {
            if set.has(from) {
                *set ^= both;
                key ^= keys[from.index()] ^ keys[to.index()];
            }
        }
        self.squares_key ^= key;
        if kind == Kind::Tower {
            let crew = self.crews[from.index()];
            self.set_crew(from, Crew::EMPTY);
            self.set_crew(to, crew);
        }
        if self.marked == Some(from) {
            self.marked = Some(to);
        }
    }

    /// The sets of marks by square, with their keys.
    fn marks(&mut self) -> [(&mut Squares, &'static [u64; Square::COUNT]); 4] {
        [
            (&mut self.acted, &ACTED_KEYS),
            (&mut self.stoned, &STONED_KEYS),
            (&mut self.fresh, &FRESH_KEYS),
            (&mut self.exhausted, &EXHAUSTED_KEYS),
        ]
    }
}
