//! What is accepted, and what it does.

use super::actions::{Action, Arms};
use super::pieces::{Piece, Ware, Weapon, plane};
use super::{MOST_MONEY, Phase, Position, dropped_key, piece_key, stack_key, stock_key, turn_key};
use crate::board::{Bitboard, Seat, Square};
use crate::game::Refusal;

fn refuse(sentence: String) -> Result<(), Refusal> {
    Err(Refusal(sentence))
}

impl<const SEATS: usize> Position<SEATS> {
    /// Puts a piece with its stack on an empty square.
    #[inline]
    pub(super) fn put(&mut self, seat: Seat, square: Square, piece: Piece, stack: u8) {
        for (plane, set) in self.planes.iter_mut().enumerate() {
            set.0 |= u64::from(piece.0 >> plane & 1) << square.index();
        }
        self.armies[seat.index()].insert(square);
        self.stacks[square.index()] = stack;
        self.key ^= piece_key(seat, square, piece) ^ stack_key(square, stack);
    }

    /// Takes a piece with its stack off the board.
    #[inline]
    fn lift(&mut self, seat: Seat, square: Square) -> (Piece, u8) {
        let piece = self.piece(square);
        for set in &mut self.planes {
            set.remove(square);
        }
        self.armies[seat.index()].remove(square);
        let stack = std::mem::take(&mut self.stacks[square.index()]);
        self.key ^= piece_key(seat, square, piece) ^ stack_key(square, stack);
        (piece, stack)
    }

    /// Changes the stock of an army.
    #[inline]
    fn restock(&mut self, seat: Seat, change: impl FnOnce(&mut super::Stock)) {
        let stock = &mut self.stocks[seat.index()];
        let before = stock_key(seat, stock);
        change(stock);
        self.key ^= before ^ stock_key(seat, stock);
    }

    /// Goes to a phase of the turn; within a phase the order open only rises, whatever the order of the input.
    #[inline]
    fn enter(&mut self, phase: Phase, open: u16) {
        self.key ^= turn_key(self.seat, self.phase, self.open);
        self.open = if phase == self.phase { open.max(self.open) } else { open };
        self.phase = phase;
        self.key ^= turn_key(self.seat, self.phase, self.open);
    }

    #[inline]
    fn set_fresh(&mut self, fresh: Bitboard) {
        self.key ^= dropped_key(self.fresh) ^ dropped_key(fresh);
        self.fresh = fresh;
    }

    /// Plays an accepted action.
    pub(super) fn apply(&mut self, action: Action) {
        let open = Self::opens(action);
        match action {
            Action::Drop(square) => {
                let from_bank = self.phase == Phase::Movement;
                self.restock(self.seat, |stock| {
                    if from_bank {
                        stock.bank_warriors -= 1;
                        stock.money -= 1;
                    } else {
                        stock.warriors -= 1;
                    }
                });
                self.put(self.seat, square, Piece::WARRIOR, 0);
                self.set_fresh(self.fresh.with(square));
                self.eventful = true;
                // The movement is not part of any set: after it all bonus drops are open.
                self.enter(Phase::Drops, if from_bank { 0 } else { open });
            }
            Action::Move { from, to, facing } => {
                let next = self.displace(from, to, facing);
                self.enter(next, 0);
            }
            Action::Pass => self.enter(Phase::Drops, 0),
            Action::Arm(square, arms) => {
                self.restock(self.seat, |stock| stock.weapons[arms.weapon().index()] -= arms.count());
                let (piece, stack) = self.lift(self.seat, square);
                let piece = match arms {
                    Arms::Both => Piece(1 << plane::DOUBLE),
                    _ => piece.armed(arms.weapon(), arms.facing()),
                };
                self.put(self.seat, square, piece, stack);
                self.enter(Phase::Arming, open);
            }
            Action::Buy(ware) => {
                self.restock(self.seat, |stock| {
                    stock.money -= ware.price();
                    match ware {
                        Ware::New(weapon) => {
                            stock.bank[weapon.index()] -= 1;
                            stock.weapons[weapon.index()] += 1;
                        }
                        Ware::Reissued(weapon) => {
                            stock.reissue[weapon.index()] -= 1;
                            stock.weapons[weapon.index()] += 1;
                        }
                        Ware::Warrior => {
                            stock.bank_warriors -= 1;
                            stock.warriors += 1;
                        }
                    }
                });
                self.set_fresh(Bitboard::EMPTY);
                self.enter(Phase::Buying, open);
            }
            Action::End => self.end_turn(),
        }
    }

    /// Moves or captures; returns the phase that follows. Clauses 4, 13 and 14.
    fn displace(&mut self, from: Square, to: Square, facing: Option<super::Facing>) -> Phase {
        let (piece, mut stack) = self.lift(self.seat, from);
        let mut next = Phase::Drops;
        if let Some(victim) = self.owner(to) {
            let (captured, beneath) = self.lift(victim, to);
            self.eventful = true;
            stack = stack.saturating_add(beneath);
            if captured.is_king() {
                next = Phase::Over;
            } else {
                stack = stack.saturating_add(1);
                if !captured.is_unarmed() {
                    self.restock(victim, |stock| {
                        for weapon in Weapon::ALL {
                            stock.reissue[weapon.index()] += captured.carries(weapon);
                        }
                    });
                    self.restock(self.seat, |stock| {
                        stock.money = (stock.money + captured.worth()).min(MOST_MONEY);
                    });
                }
            }
        }
        self.put(self.seat, to, piece.facing_to(facing), stack);
        next
    }

    /// Passes the turn on; the next player collects. Clauses 7, 12 and 15.
    fn end_turn(&mut self) {
        self.quiet = if self.eventful { 0 } else { self.quiet.saturating_add(1) };
        self.eventful = false;
        self.set_fresh(Bitboard::EMPTY);
        self.key ^= turn_key(self.seat, self.phase, self.open);
        self.seat = self.seat.next(SEATS);
        self.phase = Phase::Movement;
        self.open = 0;
        self.key ^= turn_key(self.seat, self.phase, self.open);
        if self.seat == Seat::FIRST {
            self.turn = self.turn.saturating_add(1);
        }
        let income = self.income(self.seat);
        self.restock(self.seat, |stock| {
            stock.money = (u32::from(stock.money) + income).min(u32::from(MOST_MONEY)) as u8;
        });
    }

    /// Whether an action is accepted, in any order within its phase.
    pub(super) fn check(&self, action: Action) -> Result<(), Refusal> {
        if self.phase == Phase::Over {
            return refuse("the game is over: a King was captured".to_owned());
        }
        let moving = self.phase == Phase::Movement;
        match action {
            Action::Drop(square) if moving => self.check_drop(square, self.stock().bank_warriors, "bank", 1),
            Action::Drop(square) if self.phase == Phase::Drops => {
                self.check_drop(square, self.stock().warriors, "reserve", 0)
            }
            Action::Drop(_) => refuse("drops come before arming and buying".to_owned()),
            Action::Move { from, to, facing } if moving => self.check_move(from, to, facing.is_some()),
            Action::Move { .. } | Action::Pass if !moving => {
                refuse("the movement of this turn is made; only one is allowed".to_owned())
            }
            Action::Pass if self.has_movement() => refuse("no pass: a movement is possible".to_owned()),
            Action::Pass => Ok(()),
            _ if moving => refuse("the movement comes first: a drop, a move or a capture".to_owned()),
            Action::Arm(..) if self.phase == Phase::Buying => refuse("arming comes before buying".to_owned()),
            Action::Arm(square, arms) => self.check_arming(square, arms),
            Action::Buy(ware) => self.check_purchase(ware),
            _ => Ok(()),
        }
    }

    fn check_drop(&self, square: Square, warriors: u8, place: &str, price: u8) -> Result<(), Refusal> {
        if warriors == 0 {
            return refuse(format!("no Warrior in the {place}"));
        }
        if self.stock().money < price {
            return refuse(format!("no money: ${} of ${price}", self.stock().money));
        }
        if self.occupied().has(square) {
            return refuse(format!("{square} is not empty"));
        }
        Ok(())
    }

    fn check_move(&self, from: Square, to: Square, turns: bool) -> Result<(), Refusal> {
        match self.owner(from) {
            None => return refuse(format!("{from} is empty")),
            Some(owner) if owner != self.seat => return refuse(format!("the piece on {from} is another player's")),
            Some(_) => {}
        }
        if !self.reach(from, &self.field()).has(to) {
            return refuse(format!("the piece on {from} cannot go to {to}"));
        }
        match (self.piece(from).facing(), turns) {
            (Some(_), false) => refuse(format!("the piece on {from} has one swords: name its facing, as {from}{to}n")),
            (None, true) => refuse(format!("the piece on {from} has no facing")),
            _ => Ok(()),
        }
    }

    fn check_arming(&self, square: Square, arms: Arms) -> Result<(), Refusal> {
        let weapon = arms.weapon();
        let held = self.stock().weapons[weapon.index()];
        if held < arms.count() {
            return refuse(format!("{held} {} in the reserve, {} needed", weapon.letter(), arms.count()));
        }
        if !self.armies[self.seat.index()].has(square) {
            return refuse(format!("no own piece on {square}"));
        }
        if self.fresh.has(square) {
            return refuse(format!("the Warrior on {square} was dropped this turn"));
        }
        let piece = self.piece(square);
        if piece.is_king() {
            return refuse("a King carries no weapons".to_owned());
        }
        if piece.weapons() == 2 {
            return refuse(format!("the Warrior on {square} carries two weapons"));
        }
        let swords = piece.carries(Weapon::Swords);
        match arms {
            Arms::Both if piece.weapons() > 0 => refuse(format!("the Warrior on {square} carries a weapon already")),
            Arms::Second if swords == 0 => refuse(format!("a first swords needs a facing, as S@{square}n")),
            Arms::Swords(_) if swords == 1 => refuse(format!("two swords have no facing: S@{square}")),
            Arms::Rook | Arms::Knight | Arms::Bishop if piece.carries(weapon) > 0 => {
                refuse(format!("two {} on one Warrior are not allowed", weapon.letter()))
            }
            _ => Ok(()),
        }
    }

    fn check_purchase(&self, ware: Ware) -> Result<(), Refusal> {
        if self.stock().on_sale(ware) == 0 {
            return refuse(match ware {
                Ware::New(weapon) => format!("no new {} in the bank", weapon.letter()),
                Ware::Reissued(weapon) => format!("no captured {} in the bank", weapon.letter()),
                Ware::Warrior => "no Warrior in the bank".to_owned(),
            });
        }
        if self.stock().money < ware.price() {
            return refuse(format!("no money: ${} of ${}", self.stock().money, ware.price()));
        }
        Ok(())
    }
}
