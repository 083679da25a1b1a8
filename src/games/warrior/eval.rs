//! Judgement: weapons and Warriors, money and what it will buy, control of the middle, the Kings' safety.
//!
//! The guide of the game's author is the source of what is valued: Warriors early for income, one kept back to block with,
//! weapons that cannot be blocked, ways of escape for the King, and threats that need not be carried out.

use super::pieces::{Piece, Weapon, plane};
use super::{MOST_MONEY, Phase, Position, Stock};
use crate::board::{Bitboard, Seat, Square, Team, attacks};

/// Centipawns of a weapon on the board.
const ARMED: [i32; 4] = [350, 320, 225, 110];
/// Centipawns of a weapon in the reserve: it may still go where it is needed, but has cost no turn to place well.
const STORED: [i32; 4] = [305, 285, 195, 95];
/// More weapons than this in the reserve wait too long for their turn.
const STORE: i32 = 3;
/// A Warrior on the board: a place for weapons.
pub(super) const BODY: i32 = 80;
/// What pairs are worth beyond their weapons.
const PAIRS: [(Weapon, Weapon, i32); 7] = [
    (Weapon::Rook, Weapon::Knight, 90),
    (Weapon::Rook, Weapon::Bishop, 80),
    (Weapon::Knight, Weapon::Bishop, 70),
    (Weapon::Rook, Weapon::Swords, 15),
    (Weapon::Knight, Weapon::Swords, 25),
    (Weapon::Bishop, Weapon::Swords, -30),
    (Weapon::Swords, Weapon::Swords, -25),
];
/// What the purse is worth, by dollars. The nearer to the limit, the less: what is over is lost.
const PURSE: [i32; MOST_MONEY as usize + 1] = [0, 38, 74, 108, 142, 176, 208, 238, 262, 282, 298, 310, 316];
/// What a captured weapon pays, a dollar.
pub(super) const DOLLAR: i32 = 32;
/// What an income is worth, by dollars a turn. Above the limit it is worth nothing more.
const INCOME: [i32; 17] = [0, 26, 52, 78, 104, 130, 154, 176, 196, 214, 230, 242, 250, 254, 257, 259, 260];
/// Warriors in the bank: the last one is kept to block with.
const BANK: [i32; 10] = [0, 125, 195, 257, 315, 371, 425, 477, 527, 570];
/// Warriors in the reserve, which block and still leave the movement.
const RESERVE: [i32; 5] = [0, 230, 350, 430, 470];
/// For being near the middle, by distance from the edge.
const MIDDLE: [i32; 4] = [0, 6, 12, 16];
/// For each square an armed piece strikes.
const REACH: i32 = 3;
/// For each of the sixteen squares in the middle a team strikes.
const CONTROL: i32 = 4;
/// Squares around a King the enemy strikes: by pieces that cannot be blocked, by sliders, by sliders while the King's owner has a
/// Warrior to drop.
const SIEGE: [i32; 3] = [11, 9, 6];
/// How many ways of escape a King has.
const ESCAPES: [i32; 9] = [110, 65, 34, 16, 6, 0, 0, 0, 0];
/// An enemy Warrior near a King that the enemy's reserve can arm.
const BLUFF: i32 = 14;
/// The same a knight's leap away, with a knight in that reserve.
const KNIGHT_BLUFF: i32 = 26;
/// Having the move.
const TEMPO: i32 = 16;

const fn worth(bits: u8) -> i32 {
    let piece = Piece(bits);
    if piece.is_king() {
        return 0;
    }
    let mut sum = BODY;
    let mut index = 0;
    while index < 4 {
        sum += piece.carries(Weapon::ALL[index]) as i32 * ARMED[index];
        index += 1;
    }
    let mut index = 0;
    while index < PAIRS.len() {
        let (first, second, bonus) = PAIRS[index];
        let least = if first as u8 == second as u8 { 2 } else { 1 };
        if piece.carries(first) >= least && piece.carries(second) >= least {
            sum += bonus;
        }
        index += 1;
    }
    sum
}

/// What pieces are worth, by their bits without the facing.
static WORTH: [i32; 64] = {
    let mut table = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        table[bits as usize] = worth(bits);
        bits += 1;
    }
    table
};

/// Centipawns of a piece on the board, its square and its stack apart. Kings have no price.
#[inline]
pub(super) fn piece_worth(piece: Piece) -> i32 {
    WORTH[piece.0 as usize & 63]
}

/// How near the middle a square is, in centipawns.
#[inline]
pub(super) fn middle(square: Square) -> i32 {
    let inwards = |line: u8| MIDDLE[line.min(7 - line) as usize & 3];
    (inwards(square.file()) + inwards(square.rank())) / 2
}

/// The sixteen squares in the middle.
const CENTRE: Bitboard = Bitboard(0x0000_3C3C_3C3C_0000);

impl Stock {
    /// Centipawns of what an army has beside the board; `room` is how many more weapons its Warriors can carry.
    fn judge(&self, room: i32) -> i32 {
        let look = |table: &[i32], count: u8| table[usize::from(count).min(table.len() - 1)];
        let mut score = look(&PURSE, self.money) + look(&BANK, self.bank_warriors) + look(&RESERVE, self.warriors);
        let count: i32 = self.weapons.iter().map(|&count| i32::from(count)).sum();
        if count > 0 {
            let stored: i32 = self.weapons.iter().zip(STORED).map(|(&count, worth)| i32::from(count) * worth).sum();
            // Of what cannot be placed, or not soon, only the threat counts.
            let room = room + 2 * i32::from(self.bank_warriors + self.warriors);
            let placed = count.min(room);
            let soon = placed.min(STORE);
            score += stored * (10 * soon + 6 * (placed - soon) + (count - placed)) / (10 * count);
        }
        score
    }
}

/// What is struck, and by whom.
struct Scene {
    occupied: Bitboard,
    teams: [Bitboard; 2],
    /// Squares a team's armed pieces strike, without its Kings.
    struck: [Bitboard; 2],
    /// With its Kings.
    held: [Bitboard; 2],
    /// Squares around a team's Kings struck by the enemy, weighed.
    siege: [i32; 2],
}

impl<const SEATS: usize> Position<SEATS> {
    /// Whether this seat has a Warrior to block a line with on its turn.
    fn can_block(&self, seat: Seat) -> bool {
        let stock = &self.stocks[seat.index()];
        stock.warriors > 0 || stock.bank_warriors > 0
    }

    /// Centipawns for the first team.
    pub(super) fn judge(&self) -> i32 {
        let occupied = self.occupied();
        let teams = [self.team_pieces(Team::First), self.team_pieces(Team::Second)];
        let mut scene =
            Scene { occupied, teams, struck: [Bitboard::EMPTY; 2], held: [Bitboard::EMPTY; 2], siege: [0; 2] };
        let mut scores = [0; 2];
        for (index, team) in [Team::First, Team::Second].into_iter().enumerate() {
            scores[index] += self.judge_pieces(team, &mut scene);
        }
        for index in 0..SEATS {
            let seat = Seat::new(index as u8);
            let team = Self::team_of(seat).index();
            scores[team] += INCOME[(self.income(seat) as usize).min(INCOME.len() - 1)];
            scores[team] += self.stocks[index].judge(self.room(seat));
            scores[team] -= self.judge_king(seat, &scene);
        }
        for (score, struck) in scores.iter_mut().zip(scene.struck) {
            *score += CONTROL * (struck & CENTRE).len() as i32;
        }
        if self.phase != Phase::Over {
            scores[Self::team_of(self.seat).index()] += TEMPO;
        }
        scores[0] - scores[1]
    }

    /// How many more weapons the Warriors on the board can carry.
    fn room(&self, seat: Seat) -> i32 {
        let [rooks, knights, bishops, swords, double, kings, ..] = self.planes;
        let army = self.armies[seat.index()];
        let carried = [rooks, knights, bishops, swords, double, double];
        2 * (army & !kings).len() as i32 - carried.iter().map(|set| (*set & army).len() as i32).sum::<i32>()
    }

    /// The pieces of a team: worth, place, reach; what they strike goes into the scene.
    fn judge_pieces(&self, team: Team, scene: &mut Scene) -> i32 {
        let side = team.index();
        let kings = self.planes[plane::KING];
        let sliders = self.planes[0] | self.planes[2];
        let mut score = 0;
        for square in scene.teams[side] {
            let piece = self.piece(square);
            score += middle(square);
            if piece.is_king() {
                scene.held[side] |= attacks::king(square);
                continue;
            }
            score += piece_worth(piece);
            if piece.is_unarmed() {
                continue;
            }
            let strikes = self.strikes(square, scene.occupied);
            scene.struck[side] |= strikes;
            score += REACH * (strikes & !scene.teams[side]).len() as i32;
            for king in kings & scene.teams[1 - side] {
                let near = (strikes & attacks::king(king)).len() as i32;
                if near > 0 {
                    let blockable = self.owner(king).is_some_and(|seat| self.can_block(seat));
                    let class = if !sliders.has(square) { 0 } else { 1 + usize::from(blockable) };
                    scene.siege[1 - side] += near * SIEGE[class];
                }
            }
        }
        scene.held[side] |= scene.struck[side];
        score
    }

    /// How much a King has to fear.
    fn judge_king(&self, seat: Seat, scene: &Scene) -> i32 {
        let [rooks, knights, bishops, swords, double, kings, ..] = self.planes;
        let side = Self::team_of(seat).index();
        let enemy = 1 - side;
        let Some(king) = (self.armies[seat.index()] & kings).first() else { return 0 };
        let ring = attacks::king(king);
        let siege = scene.siege[side];
        let escapes = ring & !scene.teams[side] & !scene.held[enemy];
        let mut fear = siege + siege * siege / 160 + ESCAPES[escapes.len() as usize];
        // Threats that need not be carried out: enemy Warriors within reach of their owner's reserve.
        let pairs = rooks & knights | (rooks | knights) & bishops | (rooks | knights | bishops) & swords | double;
        let near = ring | around(ring);
        for index in (enemy..SEATS).step_by(2) {
            let stock = &self.stocks[index];
            let weapons: i32 = stock.weapons.iter().map(|&count| i32::from(count)).sum();
            if weapons > 0 {
                let ready = self.armies[index] & !(kings | pairs);
                fear += BLUFF * weapons.min((ready & near).len() as i32);
                if stock.weapons[Weapon::Knight.index()] > 0 && (ready & attacks::knight(king)).any() {
                    fear += KNIGHT_BLUFF;
                }
            }
        }
        fear
    }
}

/// A set of squares and all their neighbours.
fn around(set: Bitboard) -> Bitboard {
    let wide = set | set.shift(1, 0) | set.shift(-1, 0);
    wide | wide.shift(0, 1) | wide.shift(0, -1)
}
