//! King safety: the pawns before it and the pieces around it.

use super::score::{Score, s};
use super::{Judge, behind, relative_rank};
use crate::board::{Bitboard, Colour, Square, attacks};
use crate::games::chess::{Hands, Kind};

/// What a pawn before the king is worth by its relative rank; none at all is entry 0.
const SHIELD: [i32; 8] = [-21, 15, 11, -3, -11, -13, -14, 0];
/// What an enemy pawn that comes near costs, by its rank relative to the king's side.
const STORM: [i32; 8] = [0, 0, 23, 16, 5, 2, 0, 0];
/// What each kind of piece adds to an attack when it reaches the king's zone.
pub(super) const ASSAULT: [i32; Kind::COUNT] = [0, 11, 7, 9, 12, 0];

impl<H: Hands> Judge<'_, H> {
    /// The pawns before a king on `king`, in middlegame centipawns.
    pub(super) fn shelter(&self, us: Colour, king: Square) -> i32 {
        let own = self.position.those(us, Kind::Pawn);
        let enemy = self.position.those(us.other(), Kind::Pawn);
        let ahead = !behind(us, king);
        let centre = king.file().clamp(1, 6);
        (centre - 1..=centre + 1).fold(0, |sum, file| {
            let rank_of = |pawns: Bitboard| {
                let file = pawns & Bitboard::file(file) & ahead;
                let nearest = if us == Colour::White { file.first() } else { file.last() };
                nearest.map_or(0, |pawn| relative_rank(us, pawn) as usize & 7)
            };
            let (shield, storm) = (rank_of(own), rank_of(enemy));
            let open = if shield == 0 && file == king.file() { 10 } else { 0 };
            let halted = shield != 0 && storm == shield + 1;
            sum + SHIELD[shield] - open - if halted { STORM[storm] / 3 } else { STORM[storm] }
        })
    }

    /// What the king's place is worth, with what the enemy has brought up against it.
    pub(super) fn safety(&self, us: Colour) -> Score {
        let position = self.position;
        let king = position.king(us);
        let mut shelter = self.shelter(us, king);
        // A king that can still castle is judged by where it may go.
        for rook in position.castlers & position.of(us) {
            shelter = shelter.max(self.shelter(us, crate::games::chess::generate::castled(king, rook).0) - 8);
        }
        let danger = self.danger(us, king) - shelter / 4;
        let mut score = s(shelter, 0);
        if danger > 0 {
            score -= s((danger * danger / 24).min(620), danger * 2 / 3);
        }
        score
    }

    /// How much is going on around the king, in units of its own.
    fn danger(&self, us: Colour, king: Square) -> i32 {
        let position = self.position;
        let them = us.other();
        let zone = self.zone[us.index()];
        let (ours, theirs) = (self.all[us.index()], self.all[them.index()]);
        // Attacked and defended by nothing but king or queen.
        let thin = self.by(us, Kind::King) | self.by(us, Kind::Queen);
        let weak = theirs & !self.twice[us.index()] & (!ours | thin);
        let mut units = self.assault[them.index()] + 6 * (zone & weak).len() as i32;

        // Checks that cannot simply be answered by taking the piece.
        let safe = !position.of(them) & (!ours | weak & self.twice[them.index()]);
        let occupied = position.occupied() & !position.those(us, Kind::Queen);
        let straight = attacks::rook(king, occupied);
        let diagonal = attacks::bishop(king, occupied);
        let reach = |kind, lines: Bitboard| lines & self.by(them, kind) & !position.of(them);
        for (kind, lines, danger) in [
            (Kind::Rook, straight, 30),
            (Kind::Queen, straight | diagonal, 24),
            (Kind::Bishop, diagonal, 16),
            (Kind::Knight, attacks::knight(king), 28),
        ] {
            let checks = reach(kind, lines);
            if (checks & safe).any() {
                units += danger;
            } else if checks.any() {
                units += 7;
            }
        }
        if position.those(them, Kind::Queen).is_empty() {
            units -= 36;
        }
        if (self.by(us, Kind::Knight) & zone).any() {
            units -= 4;
        }
        units - 12
    }
}
