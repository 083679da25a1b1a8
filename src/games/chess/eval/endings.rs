//! What endings need beyond the sum of their parts: draws recognised, and wins that must be driven home.

use super::tables::VALUES;
use crate::board::{Bitboard, Colour, Square};
use crate::games::chess::{Hands, Kind, Position};

const DARK: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);

/// A whole, for [`scale`].
pub(super) const WHOLE: i32 = 64;

/// What a side's pieces other than pawns are worth.
fn pieces<H: Hands>(position: &Position<H>, colour: Colour) -> i32 {
    let kinds = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];
    kinds.iter().map(|&kind| position.those(colour, kind).len() as i32 * VALUES[kind.index()]).sum()
}

/// How much of its endgame advantage the stronger side can hope to use, in parts of [`WHOLE`].
pub(super) fn scale<H: Hands>(position: &Position<H>, strong: Colour) -> i32 {
    let weak = strong.other();
    let pawns = position.those(strong, Kind::Pawn);
    let (more, less) = (pieces(position, strong), pieces(position, weak));
    if pawns.is_empty() && more - less <= VALUES[Kind::Bishop.index()] {
        // One minor piece more wins nothing without pawns.
        return if more < VALUES[Kind::Rook.index()] { 0 } else { 10 };
    }
    let knights = position.those(strong, Kind::Knight);
    if pawns.is_empty() && more == 2 * VALUES[Kind::Knight.index()] && knights.len() == 2 {
        // Two knights cannot force mate.
        return if position.those(weak, Kind::Pawn).is_empty() { 0 } else { 8 };
    }
    if wrong_bishop(position, strong, more) {
        return 0;
    }
    let (ours, theirs) = (position.those(strong, Kind::Bishop), position.those(weak, Kind::Bishop));
    let opposite = ours.len() == 1 && theirs.len() == 1 && (ours & DARK).any() != (theirs & DARK).any();
    if opposite {
        let bishop = VALUES[Kind::Bishop.index()];
        let bare = more == bishop && less == bishop;
        return if bare { 20 + 4 * pawns.len() as i32 } else { 44 + 2 * pawns.len() as i32 }.min(WHOLE);
    }
    (40 + 6 * pawns.len() as i32).min(WHOLE)
}

/// A bishop and rook's pawns that promote on a square it does not control: a king in the corner draws.
fn wrong_bishop<H: Hands>(position: &Position<H>, strong: Colour, more: i32) -> bool {
    let pawns = position.those(strong, Kind::Pawn);
    let bishops = position.those(strong, Kind::Bishop);
    if more != VALUES[Kind::Bishop.index()] || bishops.len() != 1 || pawns.is_empty() {
        return false;
    }
    [0, 7].into_iter().any(|file| {
        let corner = Square::at(file, if strong == Colour::White { 7 } else { 0 });
        (pawns & !Bitboard::file(file)).is_empty()
            && DARK.has(corner) != (bishops & DARK).any()
            && position.king(strong.other()).distance(corner) <= 1
    })
}

/// Against a bare king: drive it to the edge (with bishop and knight into the bishop's corner) and come near.
pub(super) fn drive<H: Hands>(position: &Position<H>, strong: Colour) -> i32 {
    let weak = strong.other();
    let lone = !position.of(weak).many();
    if !lone || pieces(position, strong) < VALUES[Kind::Rook.index()] || scale(position, strong) == 0 {
        return 0;
    }
    let (hunter, hunted) = (position.king(strong), position.king(weak));
    let from_edge = |at: u8| i32::from(at.min(7 - at));
    let (file, rank) = (hunted.file(), hunted.rank());
    let near = 14 - 2 * i32::from(hunter.distance(hunted));
    let bishops = position.those(strong, Kind::Bishop);
    let knights = position.those(strong, Kind::Knight);
    let only_minors = (bishops | knights | position.those(strong, Kind::King)) == position.of(strong);
    if only_minors && bishops.len() == 1 && knights.len() == 1 {
        let (a, b) = if (bishops & DARK).any() { ((0, 0), (7, 7)) } else { ((0, 7), (7, 0)) };
        let far = |(x, y): (u8, u8)| i32::from(file.abs_diff(x) + rank.abs_diff(y));
        return 300 + near * 5 + (14 - far(a).min(far(b))) * 12;
    }
    300 + near * 5 + (6 - from_edge(file) - from_edge(rank)) * 12
}
