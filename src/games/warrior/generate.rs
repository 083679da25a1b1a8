//! What the rules generate: movements, then the canonical sets of bonus drops, armings and purchases.

use super::actions::{Action, Arms, arming_rank};
use super::pieces::{Facing, Ware, Weapon, diagonal, faced, orthogonal, plane, stride};
use super::{Phase, Position};
use crate::board::{Bitboard, Square, attacks};
use crate::game::Flow;

/// What a piece of the player to act may walk on and what it may take.
#[derive(Clone, Copy)]
pub(super) struct Field {
    pub(super) occupied: Bitboard,
    pub(super) empty: Bitboard,
    pub(super) enemies: Bitboard,
}

/// The squares whose index is at least `from`.
#[inline]
fn upwards(from: u16) -> Bitboard {
    Bitboard(u64::MAX.checked_shl(u32::from(from)).unwrap_or(0))
}

/// Where the reserve's weapons may go, by weapon: the Warriors of the army that were not dropped this turn and have room,
/// as far as canonical order is open.
struct Racks {
    /// A rook, knight or bishop may join; one set each.
    join: [Bitboard; 3],
    /// A first swords may join, in any facing.
    first: Bitboard,
    /// A second swords may join.
    second: Bitboard,
    /// Two swords at once may be put.
    both: Bitboard,
}

impl Racks {
    fn all(&self) -> Bitboard {
        self.join[0] | self.join[1] | self.join[2] | self.first | self.second | self.both
    }
}

impl<const SEATS: usize> Position<SEATS> {
    #[inline]
    pub(super) fn field(&self) -> Field {
        let occupied = self.occupied();
        let enemies = self.team_pieces(Self::team_of(self.seat).other());
        // Clause 14: a partner's pieces are neither empty squares nor enemies.
        Field { occupied, empty: !occupied, enemies }
    }

    /// The facing of a piece with exactly one swords.
    #[inline]
    pub(super) fn facing(&self, square: Square) -> Facing {
        let low = usize::from(self.planes[plane::FACING].has(square));
        let high = usize::from(self.planes[plane::FACING + 1].has(square));
        Facing::ALL[high << 1 | low]
    }

    /// The squares a piece may move or capture to. Clauses 3 to 6.
    #[inline]
    pub(super) fn reach(&self, from: Square, field: &Field) -> Bitboard {
        let [rooks, knights, bishops, swords, double, kings, ..] = self.planes;
        if !(rooks | knights | bishops | swords | double | kings).has(from) {
            return attacks::king(from) & field.empty;
        }
        let mut both = Bitboard::EMPTY;
        if kings.has(from) {
            both = attacks::king(from);
        }
        if rooks.has(from) {
            both |= attacks::rook(from, field.occupied);
        }
        if knights.has(from) {
            both |= attacks::knight(from);
        }
        if bishops.has(from) {
            both |= attacks::bishop(from, field.occupied);
        }
        let mut reach = both & (field.empty | field.enemies);
        if swords.has(from) {
            reach |= orthogonal(from) & field.empty | faced(from, self.facing(from)) & field.enemies;
        } else if double.has(from) {
            // A rook's line ends at the first piece, so the second step leaps over nothing.
            let walk = attacks::rook(from, field.occupied) & stride(from) & field.empty;
            reach |= walk | diagonal(from) & field.enemies;
        }
        reach
    }

    /// The pieces among `by` that could capture on a square, with this board occupied.
    #[inline]
    pub(super) fn attackers(&self, square: Square, by: Bitboard, occupied: Bitboard) -> Bitboard {
        let [rooks, knights, bishops, swords, double, kings, low, high] = self.planes;
        let at = Bitboard::of(square);
        // Facings in two bits: north 00, east 01, south 10, west 11. So a swords strikes up and to the right when the high
        // bit is clear, and so on round.
        let faced = at.shift(-1, -1) & !high
            | at.shift(1, -1) & !(low ^ high)
            | at.shift(-1, 1) & (low ^ high)
            | at.shift(1, 1) & high;
        let mut from = attacks::king(square) & kings | attacks::knight(square) & knights;
        from |= diagonal(square) & double | faced & swords;
        if (rooks & by).any() {
            from |= attacks::rook(square, occupied) & rooks;
        }
        if (bishops & by).any() {
            from |= attacks::bishop(square, occupied) & bishops;
        }
        from & by
    }

    /// The squares a piece strikes, whatever stands there.
    #[inline]
    pub(super) fn strikes(&self, from: Square, occupied: Bitboard) -> Bitboard {
        let [rooks, knights, bishops, swords, double, kings, ..] = self.planes;
        let mut strikes = Bitboard::EMPTY;
        if rooks.has(from) {
            strikes |= attacks::rook(from, occupied);
        }
        if knights.has(from) {
            strikes |= attacks::knight(from);
        }
        if bishops.has(from) {
            strikes |= attacks::bishop(from, occupied);
        }
        if swords.has(from) {
            strikes |= faced(from, self.facing(from));
        } else if double.has(from) {
            strikes |= diagonal(from);
        } else if kings.has(from) {
            strikes |= attacks::king(from);
        }
        strikes
    }

    /// Whether the movement may be a drop. Clause 8.
    #[inline]
    pub(super) fn may_drop_from_bank(&self) -> bool {
        self.stock().bank_warriors > 0 && self.stock().money > 0
    }

    /// Whether anything but `pass` is possible as the movement. Clause 8.
    pub(super) fn has_movement(&self) -> bool {
        let field = self.field();
        let mut army = self.armies[self.seat.index()];
        self.may_drop_from_bank() && field.empty.any() || army.find(|&from| self.reach(from, &field).any()).is_some()
    }

    #[inline]
    pub(super) fn generate_actions(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        match self.phase {
            Phase::Movement => self.generate_movements(sink),
            Phase::Over => Flow::Continue(()),
            _ => {
                self.generate_drops(sink)?;
                self.generate_armings(sink)?;
                self.generate_purchases(sink)?;
                sink(Action::End)
            }
        }
    }

    fn generate_movements(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        let field = self.field();
        let mut none = true;
        for from in self.armies[self.seat.index()] {
            let reach = self.reach(from, &field);
            none &= reach.is_empty();
            let turns = self.planes[plane::SWORDS].has(from);
            for to in reach {
                if turns {
                    for facing in Facing::ALL {
                        sink(Action::Move { from, to, facing: Some(facing) })?;
                    }
                } else {
                    sink(Action::Move { from, to, facing: None })?;
                }
            }
        }
        if self.may_drop_from_bank() {
            none &= field.empty.is_empty();
            for square in field.empty {
                sink(Action::Drop(square))?;
            }
        }
        if none { sink(Action::Pass) } else { Flow::Continue(()) }
    }

    /// The squares for bonus drops that canonical order leaves open. Clauses 9 and 12.
    #[inline]
    fn bonus_drops(&self) -> Bitboard {
        if self.phase != Phase::Drops || self.stock().warriors == 0 {
            return Bitboard::EMPTY;
        }
        !self.occupied() & upwards(self.open)
    }

    fn generate_drops(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        for square in self.bonus_drops() {
            sink(Action::Drop(square))?;
        }
        Flow::Continue(())
    }

    /// Where weapons of the reserve may go. Clauses 2, 10 and 12.
    #[inline]
    fn racks(&self) -> Racks {
        let reserve = self.stock().weapons;
        let nothing = Racks {
            join: [Bitboard::EMPTY; 3],
            first: Bitboard::EMPTY,
            second: Bitboard::EMPTY,
            both: Bitboard::EMPTY,
        };
        if self.phase == Phase::Buying || reserve == [0; 4] {
            return nothing;
        }
        let [rooks, knights, bishops, swords, double, kings, ..] = self.planes;
        let pairs = rooks & knights | (rooks | knights) & bishops | (rooks | knights | bishops) & swords | double;
        let room = self.armies[self.seat.index()] & !(kings | self.fresh | pairs);
        let bare = room & !(rooks | knights | bishops | swords);
        // In the arming phase a weapon is open on the squares from which on its rank is at least `open`.
        let open = if self.phase == Phase::Arming { self.open } else { 0 };
        let rack = |weapon: Weapon, least: u8| {
            if reserve[weapon.index()] < least {
                return Bitboard::EMPTY;
            }
            upwards((open + 3 - weapon as u16) / 4)
        };
        let one = rack(Weapon::Swords, 1);
        Racks {
            join: [
                room & !rooks & rack(Weapon::Rook, 1),
                room & !knights & rack(Weapon::Knight, 1),
                room & !bishops & rack(Weapon::Bishop, 1),
            ],
            first: room & !swords & one,
            second: room & swords & one,
            both: bare & rack(Weapon::Swords, 2),
        }
    }

    fn generate_armings(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        let racks = self.racks();
        for square in racks.all() {
            for (set, arms) in racks.join.into_iter().zip([Arms::Rook, Arms::Knight, Arms::Bishop]) {
                if set.has(square) {
                    sink(Action::Arm(square, arms))?;
                }
            }
            if racks.first.has(square) {
                for facing in Facing::ALL {
                    sink(Action::Arm(square, Arms::Swords(facing)))?;
                }
            }
            if racks.second.has(square) {
                sink(Action::Arm(square, Arms::Second))?;
            }
            if racks.both.has(square) {
                sink(Action::Arm(square, Arms::Both))?;
            }
        }
        Flow::Continue(())
    }

    /// Whether the player to act can buy this now, canonical order apart. Clause 11.
    #[inline]
    pub(super) fn can_buy(&self, ware: Ware) -> bool {
        self.stock().on_sale(ware) > 0 && self.stock().money >= ware.price()
    }

    /// The purchases canonical order leaves open. Clause 12.
    #[inline]
    fn purchases(&self) -> impl Iterator<Item = Ware> {
        let first = if self.phase == Phase::Buying { usize::from(self.open) } else { 0 };
        Ware::ALL.into_iter().skip(first).filter(|&ware| self.can_buy(ware))
    }

    fn generate_purchases(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        for ware in self.purchases() {
            sink(Action::Buy(ware))?;
        }
        Flow::Continue(())
    }

    /// The number of generated actions, counted by sets.
    #[inline]
    pub(super) fn count_actions(&self) -> u64 {
        match self.phase {
            Phase::Over => 0,
            Phase::Movement => {
                let field = self.field();
                let swords = self.planes[plane::SWORDS];
                let moves = self.armies[self.seat.index()].map(|from| {
                    let reach = u64::from(self.reach(from, &field).len());
                    if swords.has(from) { 4 * reach } else { reach }
                });
                let drops = if self.may_drop_from_bank() { u64::from(field.empty.len()) } else { 0 };
                // Nothing else possible leaves `pass`.
                (moves.sum::<u64>() + drops).max(1)
            }
            _ => {
                let racks = self.racks();
                let joins: u32 = racks.join.iter().map(|set| set.len()).sum();
                let armings = joins + 4 * racks.first.len() + racks.second.len() + racks.both.len();
                u64::from(self.bonus_drops().len() + armings) + self.purchases().count() as u64 + 1
            }
        }
    }

    /// The rank an action leaves open in its phase: nothing at or below a drop or an arming, nothing below a purchase.
    /// Clause 12.
    #[inline]
    pub(super) fn opens(action: Action) -> u16 {
        match action {
            Action::Drop(square) => square.index() as u16 + 1,
            Action::Arm(square, arms) => arming_rank(square, arms.weapon()) + 1,
            Action::Buy(ware) => ware.rank(),
            _ => 0,
        }
    }
}
