//! What a search looks at, and in what order.
//!
//! The game has no check: a King that can be captured is captured. So whoever can capture a King considers nothing else,
//! and whoever has left one to be captured sees no sense in arming and buying.

use super::eval::{BODY, DOLLAR, middle, piece_worth};
use super::pieces::{Facing, Piece, Ware, faced, plane};
use super::{Action, Arms, MOST_MONEY, Phase, Position};
use crate::board::{Bitboard, Square, Team, attacks};
use crate::game::{Evaluate, Flow, Hint};

/// What capturing a King is worth to the ordering.
const KING: i32 = 20_000;
/// More of one weapon in the reserve than this is hoarding.
const HOARD: [u8; 4] = [2, 2, 2, 3];
/// So many weapons in the reserve are enough, whatever they are.
const STORE: u32 = 5;
/// More Warriors in the reserve than this are hoarding.
const GUARDS: u8 = 2;
/// What a square under a body and a stack pays over the next turns, in centipawns a Warrior: one side's gain and, for the
/// one captured, the other's loss.
const STACKED: i32 = 26;

/// How eagerly wares are tried, by rank: R, R*, N, N*, B, B*, S, S*, W.
const WARES: [i32; 9] = [70, 20, 75, 25, 50, 10, 60, 15, 35];
/// Ending the turn is tried after what looks useful and before the rest.
const END: i32 = 30;

impl<const SEATS: usize> Position<SEATS> {
    fn own_team(&self) -> Team {
        Self::team_of(self.seat)
    }

    /// The Kings of a team.
    fn kings(&self, team: Team) -> Bitboard {
        self.planes[plane::KING] & self.team_pieces(team)
    }

    /// The pieces of the player to act that can capture a King, if there are any.
    fn regicides(&self) -> Bitboard {
        let (army, occupied) = (self.armies[self.seat.index()], self.occupied());
        self.kings(self.own_team().other())
            .fold(Bitboard::EMPTY, |all, king| all | self.attackers(king, army, occupied))
    }

    /// For each King of the own team that the next player could capture as things stand: the King and its attackers.
    fn threats(&self) -> impl Iterator<Item = (Square, Bitboard)> {
        let (next, occupied) = (self.armies[self.seat.next(SEATS).index()], self.occupied());
        self.kings(self.own_team())
            .map(move |king| (king, self.attackers(king, next, occupied)))
            .filter(|(_, attackers)| attackers.any())
    }

    fn threatened(&self) -> bool {
        self.threats().next().is_some()
    }

    /// The squares on which a piece put there blocks an attack on a King.
    fn blocks(&self) -> Bitboard {
        let between = |(king, attackers): (Square, Bitboard)| {
            attackers.fold(Bitboard::EMPTY, |all, from| all | attacks::between(king, from))
        };
        self.threats().map(between).fold(Bitboard::EMPTY, |all, set| all | set)
    }

    /// The squares that matter to an attack on a King: the attackers' and those between.
    fn answers(&self) -> Bitboard {
        self.threats().fold(self.blocks(), |all, (_, attackers)| all | attackers)
    }

    /// Whether the enemy takes for nothing what is put on a square.
    fn thrown_away(&self, square: Square) -> bool {
        let occupied = self.occupied();
        let team = self.own_team();
        self.attackers(square, self.team_pieces(team.other()), occupied).any()
            && self.attackers(square, self.team_pieces(team), occupied).is_empty()
    }

    /// How well a swords on `at` would look in a direction: enemies first, then the ground round the enemy's Kings and own
    /// pieces to guard.
    fn view(&self, at: Square, facing: Facing, field: &View) -> i32 {
        let seen = faced(at, facing);
        let mut score = 8 * seen.len() as i32;
        for square in seen {
            if field.enemies.has(square) {
                score += 40 + piece_worth(self.piece(square)) / 4;
            } else if field.friends.has(square) {
                score += 6;
            }
            let far = field.kings.map(|king| king.distance(square)).min().unwrap_or(0);
            score += 7 - i32::from(far);
        }
        score
    }

    /// Whether another facing on `at` sees all the enemies this one sees, and more of the rest.
    fn looks_away(&self, at: Square, facing: Facing, from: Option<Square>) -> bool {
        let field = self.views(from);
        let seen = faced(at, facing) & field.enemies;
        let score = self.view(at, facing, &field);
        Facing::ALL.into_iter().any(|other| {
            let rival = self.view(at, other, &field);
            let better = rival > score || rival == score && (other as u8) < facing as u8;
            better && (seen & !faced(at, other)).is_empty()
        })
    }

    fn views(&self, from: Option<Square>) -> View {
        let team = self.own_team();
        let mut friends = self.team_pieces(team);
        if let Some(from) = from {
            friends.remove(from);
        }
        View { enemies: self.team_pieces(team.other()), friends, kings: self.kings(team.other()) }
    }

    /// Whether a purchase is never as good as keeping the money or buying something else.
    fn wasted(&self, ware: Ware) -> bool {
        let stock = self.stock();
        match ware {
            Ware::Warrior => stock.warriors >= GUARDS,
            Ware::Reissued(weapon) if stock.on_sale(Ware::New(weapon)) > 0 => true,
            Ware::New(weapon) | Ware::Reissued(weapon) => {
                stock.weapons[weapon.index()] >= HOARD[weapon.index()]
                    || stock.weapons.iter().map(|&count| u32::from(count)).sum::<u32>() >= STORE
            }
        }
    }

    /// What capturing a piece with its stack wins, in centipawns.
    fn prize(&self, victim: Piece, stack: u8) -> i32 {
        let pay = i32::from(victim.worth().min(MOST_MONEY - self.stock().money));
        piece_worth(victim) + DOLLAR * pay + STACKED * (2 * i32::from(stack) + 2)
    }

    /// What the player to act loses when the piece on a square is captured.
    fn price(&self, piece: Piece, stack: u8) -> i32 {
        if piece.is_king() {
            return KING;
        }
        piece_worth(piece) + DOLLAR * i32::from(piece.worth()) + STACKED * (2 * i32::from(stack) + 2)
    }

    /// What remains of `gain` when the enemy may take back a piece of price `loss` on `square`, with these squares
    /// occupied and these attackers of ours beside it.
    fn after_recapture(&self, square: Square, gain: i32, loss: i32, occupied: Bitboard, support: Bitboard) -> i32 {
        let enemies = self.team_pieces(self.own_team().other());
        let takers = self.attackers(square, enemies.without(square), occupied);
        let backing = self.attackers(square, support, occupied);
        let mut cheapest = i32::MAX;
        for taker in takers {
            let piece = self.piece(taker);
            if piece.is_king() {
                // A King does not take what is guarded.
                if backing.is_empty() {
                    cheapest = cheapest.min(0);
                }
                continue;
            }
            cheapest = cheapest.min(piece_worth(piece));
        }
        if cheapest == i32::MAX {
            return gain;
        }
        let back = if backing.any() { cheapest } else { 0 };
        gain.min(gain - loss + back)
    }

    /// Movements that may get a King out of danger.
    fn escapes(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        let kings = self.planes[plane::KING];
        let answers = self.answers();
        let field = self.field();
        self.generate_actions(&mut |action| match action {
            Action::Move { from, to, .. } if kings.has(from) || answers.has(to) || field.enemies.has(to) => {
                sink(action)
            }
            Action::Drop(square) if answers.has(square) => sink(action),
            _ => Flow::Continue(()),
        })
    }
}

/// What a swords could look at.
struct View {
    enemies: Bitboard,
    friends: Bitboard,
    /// The enemy's Kings.
    kings: Bitboard,
}

/// Where each sort of action has its slots.
mod slots {
    pub(super) const TURNING: usize = 64 * 64;
    pub(super) const DROP: usize = TURNING + 64 * 4;
    pub(super) const ARM: usize = DROP + 2 * 64;
    pub(super) const BUY: usize = ARM + 9 * 64;
    pub(super) const END: usize = BUY + 9;
    pub(super) const PASS: usize = END + 1;
    pub(super) const COUNT: usize = PASS + 1;
}

impl<const SEATS: usize> Evaluate for Position<SEATS> {
    const SLOTS: usize = slots::COUNT;

    fn evaluate(&self, team: Team) -> i32 {
        let score = self.judge().clamp(-15_000, 15_000);
        if team == Team::First { score } else { -score }
    }

    fn tactical(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        match self.phase {
            Phase::Over => Flow::Continue(()),
            Phase::Movement => {
                if self.regicides().is_empty() && self.threatened() {
                    return self.escapes(sink);
                }
                let field = self.field();
                for from in self.armies[self.seat.index()] {
                    let captures = self.reach(from, &field) & field.enemies;
                    let turns = self.planes[plane::SWORDS].has(from);
                    for to in captures {
                        if turns {
                            for facing in Facing::ALL {
                                sink(Action::Move { from, to, facing: Some(facing) })?;
                            }
                        } else {
                            sink(Action::Move { from, to, facing: None })?;
                        }
                    }
                }
                Flow::Continue(())
            }
            _ => {
                // Inside a turn nothing is decided any more, but for a Warrior of the reserve thrown in front of the King.
                if self.phase == Phase::Drops && self.stock().warriors > 0 {
                    let open = self.blocks() & !self.occupied();
                    for square in open {
                        if Self::opens(Action::Drop(square)) > self.open {
                            sink(Action::Drop(square))?;
                        }
                    }
                }
                sink(Action::End)
            }
        }
    }

    fn hint(&self, action: Action) -> Hint {
        let quiet = |order| Hint { tactical: false, order };
        match action {
            Action::Move { from, to, facing } => {
                let piece = self.piece(from);
                match self.owner(to) {
                    Some(_) => {
                        let victim = self.piece(to);
                        let order = if victim.is_king() {
                            KING
                        } else {
                            self.prize(victim, self.stacks[to.index()]) - piece_worth(piece) / 16
                        };
                        Hint { tactical: true, order }
                    }
                    None => {
                        let look = facing.map_or(0, |facing| self.view(to, facing, &self.views(Some(from))));
                        quiet(2 * (middle(to) - middle(from)) + look)
                    }
                }
            }
            Action::Drop(square) => {
                let far = self.kings(self.own_team().other()).map(|king| king.distance(square)).min().unwrap_or(0);
                let stays = if self.phase == Phase::Movement { 40 } else { 0 };
                quiet(stays + 2 * middle(square) - 2 * i32::from(far))
            }
            Action::Arm(square, arms) => {
                let mut armed = *self;
                armed.apply(action);
                let strikes = armed.strikes(square, self.occupied());
                let view = self.views(None);
                let mut order = piece_worth(armed.piece(square)) / 16;
                if (strikes & view.kings).any() {
                    order += 150;
                }
                for target in strikes & view.enemies & !view.kings {
                    order += 20 + piece_worth(self.piece(target)) / 10;
                }
                if self.thrown_away(square) {
                    order -= 120;
                }
                let look = arms.facing().map_or(0, |facing| self.view(square, facing, &view) / 4);
                quiet(order + look)
            }
            Action::Buy(ware) => quiet(WARES[usize::from(ware.rank()) % WARES.len()]),
            Action::End => quiet(END),
            Action::Pass => quiet(0),
        }
    }

    fn slot(&self, action: Action) -> usize {
        match action {
            Action::Move { from, to, facing: None } => from.index() << 6 | to.index(),
            Action::Move { to, facing: Some(facing), .. } => slots::TURNING + (to.index() << 2 | facing as usize),
            Action::Drop(square) => slots::DROP + (square.index() << 1) + usize::from(self.phase == Phase::Movement),
            Action::Arm(square, arms) => {
                let sort = match arms {
                    Arms::Rook => 0,
                    Arms::Knight => 1,
                    Arms::Bishop => 2,
                    Arms::Swords(facing) => 3 + facing as usize,
                    Arms::Second => 7,
                    Arms::Both => 8,
                };
                slots::ARM + sort * 64 + square.index()
            }
            Action::Buy(ware) => slots::BUY + usize::from(ware.rank()),
            Action::End => slots::END,
            Action::Pass => slots::PASS,
        }
    }

    fn exchange(&self, action: Action) -> i32 {
        match action {
            Action::Move { from, to, .. } => {
                let (piece, stack) = (self.piece(from), self.stacks[from.index()]);
                let gain = match self.owner(to) {
                    Some(_) if self.piece(to).is_king() => return KING,
                    Some(_) => self.prize(self.piece(to), self.stacks[to.index()]),
                    None => 0,
                };
                let occupied = self.occupied().without(from).with(to);
                let support = self.team_pieces(self.own_team()).without(from);
                self.after_recapture(to, gain, self.price(piece, stack), occupied, support)
            }
            Action::Drop(square) => {
                let occupied = self.occupied().with(square);
                let support = self.team_pieces(self.own_team());
                self.after_recapture(square, 0, BODY + 2 * STACKED, occupied, support)
            }
            _ => 0,
        }
    }

    fn urgent(&self) -> bool {
        // The next player captures a King unless something is done. A line that a Warrior of the reserve can close
        // leaves the movement free.
        self.phase == Phase::Movement
            && self.threats().any(|(king, attackers)| {
                let closes = |from: Square| attacks::between(king, from).any();
                self.stock().warriors == 0 || attackers.many() || !attackers.into_iter().all(closes)
            })
    }

    fn null(&self) -> Option<Self> {
        // More choice never hurts here but by want of room: a turn without a movement is a fair lower bound.
        if self.phase != Phase::Movement || self.threatened() {
            return None;
        }
        let mut next = *self;
        next.apply(Action::Pass);
        next.apply(Action::End);
        Some(next)
    }

    fn pointless(&self, action: Action) -> bool {
        if self.phase == Phase::Movement {
            let regicides = self.regicides();
            if regicides.any() {
                // Clause 14: it wins at once.
                return !matches!(action, Action::Move { to, .. } if self.kings(self.own_team().other()).has(to));
            }
        } else if self.threatened() {
            // The King falls next turn, whatever is armed or bought.
            return match action {
                Action::End => false,
                Action::Drop(square) => !self.blocks().has(square),
                _ => true,
            };
        }
        match action {
            Action::Move { from, to, facing: Some(facing) } => self.looks_away(to, facing, Some(from)),
            Action::Drop(square) => self.thrown_away(square) && !self.blocks().has(square),
            Action::Arm(square, Arms::Swords(facing)) => self.looks_away(square, facing, None),
            Action::Buy(ware) => self.wasted(ware),
            _ => false,
        }
    }
}
