//! Pieces: where they stand, where they can go, what they threaten.

use super::king::ASSAULT;
use super::pawns::neighbours;
use super::score::Score;
use super::tables::*;
use super::{Judge, forward, relative_rank, up};
use crate::board::{Bitboard, Colour, Square, attacks};
use crate::games::chess::{Hands, Kind};

const DARK: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);

impl<H: Hands> Judge<'_, H> {
    /// One side's knights, bishops, rooks and queens. Notes what they attack.
    pub(super) fn pieces(&mut self, us: Colour) -> Score {
        let position = self.position;
        let occupied = position.occupied();
        let king = position.king(us);
        // Where a piece gains nothing by going: taken by a pawn, or in the way of its own.
        let free = !(self.by(us.other(), Kind::Pawn) | position.those(us, Kind::Pawn) | position.those(us, Kind::King));
        let mut score = Score::ZERO;
        // Sliders of one side look through each other: a battery is worth both.
        let queens = position.all(Kind::Queen);
        let own_straight = position.those(us, Kind::Rook) | queens;
        for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            for square in position.those(us, kind) {
                let mut reach = match kind {
                    Kind::Knight => attacks::knight(square),
                    Kind::Bishop => attacks::bishop(square, occupied & !queens),
                    Kind::Rook => attacks::rook(square, occupied & !own_straight),
                    _ => attacks::queen(square, occupied),
                };
                if self.pinned[us.index()].has(square) {
                    reach &= attacks::line(king, square);
                }
                self.note(us, kind, reach);
                let count = (reach & free).len() as usize;
                score += match kind {
                    Kind::Knight => KNIGHT_MOBILITY[count.min(8)] + self.minor(us, kind, square),
                    Kind::Bishop => BISHOP_MOBILITY[count.min(13)] + self.minor(us, kind, square),
                    Kind::Rook => ROOK_MOBILITY[count.min(14)] + self.rook(us, square, count),
                    _ => QUEEN_MOBILITY[count.min(27)],
                };
            }
        }
        let bishops = position.those(us, Kind::Bishop);
        if (bishops & DARK).any() && (bishops & !DARK).any() {
            score += BISHOP_PAIR;
        }
        score
    }

    fn minor(&self, us: Colour, kind: Kind, square: Square) -> Score {
        let position = self.position;
        let mut score = Score::ZERO;
        let own = position.those(us, Kind::Pawn);
        let enemy = position.those(us.other(), Kind::Pawn);
        if (3..=5).contains(&relative_rank(us, square))
            && self.by(us, Kind::Pawn).has(square)
            && (enemy & neighbours(square) & forward(us, square)).is_empty()
        {
            score += if kind == Kind::Knight { KNIGHT_OUTPOST } else { BISHOP_OUTPOST };
        }
        if (Bitboard::of(square).shift(0, up(us)) & (own | enemy)).any() {
            score += BEHIND_PAWN;
        }
        if kind == Kind::Bishop {
            let colour = if DARK.has(square) { DARK } else { !DARK };
            score += PAWN_ON_BISHOPS_COLOUR * (own & colour).len() as i32;
        }
        score
    }

    fn rook(&self, us: Colour, square: Square, count: usize) -> Score {
        let position = self.position;
        let mut score = Score::ZERO;
        let file = Bitboard::file(square.file());
        let enemy = position.those(us.other(), Kind::Pawn);
        if (position.those(us, Kind::Pawn) & file).is_empty() {
            score += if (enemy & file).is_empty() { OPEN_FILE } else { HALF_OPEN_FILE };
        } else if count <= 3 {
            // Shut in beside its own king, which has lost the right to let it out.
            let king = position.king(us);
            let outside = (king.file() < 4) == (square.file() < king.file());
            if outside && relative_rank(us, king) == 0 && (position.castlers & position.of(us)).is_empty() {
                score += TRAPPED_ROOK;
            }
        }
        if relative_rank(us, square) == 6 {
            let rank = Bitboard::rank(square.rank());
            if relative_rank(us, position.king(us.other())) == 7 || (enemy & rank).any() {
                score += SEVENTH_RANK;
            }
        }
        score
    }

    /// Notes what a piece attacks.
    pub(super) fn note(&mut self, us: Colour, kind: Kind, reach: Bitboard) {
        let side = us.index();
        self.twice[side] |= self.all[side] & reach;
        self.all[side] |= reach;
        self.attacked[side][kind.index()] |= reach;
        let zone = reach & self.zone[us.other().index()];
        if zone.any() {
            self.assault[side] += ASSAULT[kind.index()] + 3 * zone.len() as i32;
        }
    }

    /// What one side threatens to win.
    pub(super) fn threats(&self, us: Colour) -> Score {
        let position = self.position;
        let them = us.other();
        let (ours, theirs) = (self.all[us.index()], self.all[them.index()]);
        let pieces = position.of(them) & !position.all(Kind::Pawn) & !position.all(Kind::King);
        let heavy = position.those(them, Kind::Rook) | position.those(them, Kind::Queen);
        let count = |set: Bitboard| set.len() as i32;
        let mut score = HIT_BY_PAWN * count(pieces & self.by(us, Kind::Pawn));
        score += HIT_BY_MINOR * count(heavy & (self.by(us, Kind::Knight) | self.by(us, Kind::Bishop)));
        score += QUEEN_HIT_BY_ROOK * count(position.those(them, Kind::Queen) & self.by(us, Kind::Rook));
        // Attacked, and not defended or defended too little.
        let loose = position.of(them) & !position.all(Kind::King) & ours & !self.by(them, Kind::Pawn);
        let hanging = loose & (!theirs | self.twice[us.index()] & !self.twice[them.index()] & pieces);
        score += HANGING * count(hanging);
        // Pawns that come to hit something by a step they can make.
        let pawns = position.those(us, Kind::Pawn);
        let steps = pawns.shift(0, up(us)) & !position.occupied();
        let safe = steps & !self.by(them, Kind::Pawn) & (ours | !theirs);
        let hits = safe.shift(1, up(us)) | safe.shift(-1, up(us));
        score += PUSH_THREAT * count(hits & pieces & !self.by(us, Kind::Pawn));
        // Squares the other side would like to use.
        let contested = theirs & ours & !self.by(them, Kind::Pawn) & !self.twice[them.index()];
        score += RESTRICTED * count(contested & !position.of(them));
        score
    }
}
