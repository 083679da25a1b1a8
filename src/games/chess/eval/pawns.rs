//! Pawn structure and passed pawns.

use super::score::{Score, s};
use super::tables::{BACKWARD, CONNECTED, DOUBLED, EXPOSED, ISOLATED, PASSED};
use super::{Judge, behind, forward, relative_rank};
use crate::board::{Bitboard, Colour, Square};
use crate::games::chess::{Hands, Kind};

/// The files next to a square's.
pub(super) fn neighbours(square: Square) -> Bitboard {
    let file = Bitboard::file(square.file());
    file.shift(1, 0) | file.shift(-1, 0)
}

impl<H: Hands> Judge<'_, H> {
    /// The pawns of one side. Notes the passed ones.
    pub(super) fn structure(&mut self, us: Colour) -> Score {
        let mut score = Score::ZERO;
        let own = self.position.those(us, Kind::Pawn);
        let enemy = self.position.those(us.other(), Kind::Pawn);
        for square in own {
            let rank = relative_rank(us, square) as usize;
            let ahead = forward(us, square);
            let (file, beside) = (Bitboard::file(square.file()), neighbours(square));
            let opposed = (enemy & file & ahead).any();
            if (enemy & (file | beside) & ahead).is_empty() && (own & file & ahead).is_empty() {
                self.passed[us.index()].insert(square);
            }
            let phalanx = own & beside & Bitboard::rank(square.rank());
            let supported = crate::board::attacks::pawn(us.other(), square) & own;
            if (phalanx | supported).any() {
                let worth = CONNECTED[rank & 7];
                score += if opposed { s(worth.middle() / 2, worth.end() / 2) } else { worth };
                if supported.many() {
                    score += s(5, 4);
                }
            } else if (own & beside).is_empty() {
                score += ISOLATED;
                if !opposed {
                    score += EXPOSED;
                }
            } else if (own & beside & (behind(us, square) | Bitboard::rank(square.rank()))).is_empty()
                && self.stopped(us, square, enemy)
            {
                score += BACKWARD;
                if !opposed {
                    score += EXPOSED;
                }
            }
            if supported.is_empty() && (own & file & behind(us, square)).any() {
                score += DOUBLED;
            }
        }
        score
    }

    /// Whether a pawn's next step is taken from it by an enemy pawn.
    fn stopped(&self, us: Colour, square: Square, enemy: Bitboard) -> bool {
        let next = Bitboard::of(square).shift(0, super::up(us));
        ((self.by(us.other(), Kind::Pawn) | enemy) & next).any()
    }

    /// The passed pawns of one side: how far, how free is the way, and whose king is near.
    pub(super) fn passers(&self, us: Colour) -> Score {
        let mut score = Score::ZERO;
        let them = us.other();
        let position = self.position;
        for square in self.passed[us.index()] {
            let rank = i32::from(relative_rank(us, square));
            score += PASSED[rank as usize & 7];
            let Some(stop) = square.offset(0, super::up(us)) else { continue };
            let weight = rank - 2;
            if weight <= 0 {
                continue;
            }
            let near = |colour| i32::from(position.king(colour).distance(stop)).min(5);
            score += s(0, (near(them) * 4 - near(us) * 2) * weight);
            let path = forward(us, square) & Bitboard::file(square.file());
            if !position.occupied().has(stop) {
                let hit = self.all[them.index()] & path;
                let bonus = match () {
                    _ if hit.is_empty() => 9,
                    _ if !hit.has(stop) => 5,
                    _ if self.all[us.index()].has(stop) => 3,
                    _ => 0,
                };
                score += s(bonus * weight, bonus * weight * 2);
            } else if position.of(them).has(stop) {
                score -= s(3 * weight, 8 * weight);
            }
            // Behind a passed pawn a rook is at its best.
            let file_behind = behind(us, square) & Bitboard::file(square.file());
            if (position.those(us, Kind::Rook) & file_behind).any() {
                score += s(2, 5) * weight;
            }
            score += self.race(us, square, path);
        }
        score
    }

    /// Against a bare king and pawns, a pawn that the king cannot catch is as good as a queen.
    fn race(&self, us: Colour, square: Square, path: Bitboard) -> Score {
        let them = us.other();
        let position = self.position;
        let pieces = position.of(them) & !position.all(Kind::Pawn) & !position.all(Kind::King);
        if pieces.any() || (path & position.occupied()).any() || H::DROPS {
            return Score::ZERO;
        }
        let goal = Square::at(square.file(), if us == Colour::White { 7 } else { 0 });
        let steps = path.len().min(5) as i32;
        let king = i32::from(position.king(them).distance(goal)) - i32::from(position.side() == them);
        if king > steps { s(0, 260 + 20 * (6 - steps)) } else { Score::ZERO }
    }
}
