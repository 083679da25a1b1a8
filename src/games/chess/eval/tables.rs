//! The numbers: what pieces are worth, and where.
//!
//! Set by hand, then fitted to what another engine's short searches said of some thousand quiet positions (the error
//! on positions held out fell by a sixth); tables were smoothed again afterwards.

use super::score::{Score, s};
use crate::board::{Colour, Square};
use crate::games::chess::Kind;

/// What a piece is worth by itself.
pub(super) const MATERIAL: [Score; Kind::COUNT] =
    [s(74, 88), s(341, 311), s(358, 329), s(475, 527), s(1012, 962), s(0, 0)];

/// One round value per kind, for exchanges and ordering.
pub(super) const VALUES: [i32; Kind::COUNT] = [100, 320, 335, 500, 975, 0];

/// How much of the middlegame a piece keeps alive. All pieces of the start position: 24.
pub(super) const PHASE: [i32; Kind::COUNT] = [0, 1, 1, 2, 4, 0];

/// The left half of a board as it is printed, rank 8 on top, files a to d. The right half mirrors it.
type Half = [i32; 32];

#[rustfmt::skip]
const MIDDLE: [Half; Kind::COUNT] = [
    [
          0,   0,   0,   0,
         35,  45,  40,  50,
          8,  15,  22,  28,
         -6,   4,   6,  16,
        -12,  -4,   6,  18,
        -14,  -2,  -2,   6,
        -12,   6,   0, -12,
          0,   0,   0,   0,
    ],
    [
       -120, -60, -30, -20,
        -45, -25,  20,  15,
        -20,  20,  30,  40,
         -5,  12,  22,  35,
        -10,   6,  16,  18,
        -18,   2,  10,  16,
        -25, -20,   0,   4,
        -70, -18, -25, -14,
    ],
    [
        -25, -10, -40, -30,
        -20,   8,  -8,  -8,
         -6,  20,  22,  22,
         -4,   4,  14,  28,
         -2,   8,  10,  22,
          2,  12,  12,  12,
          6,  16,  14,   4,
        -20,  -4, -12, -12,
    ],
    [
         20,  25,  18,  30,
         15,  18,  35,  38,
         -2,  12,  16,  20,
        -14,  -6,   6,  12,
        -22, -14,  -8,   0,
        -26, -14, -10,  -6,
        -28, -12,  -8,  -4,
        -16, -12,   0,  10,
    ],
    [
        -10,   5,  15,  25,
        -10, -25,   0,  -2,
          0,  -2,  10,  18,
        -14, -14,  -6,  -4,
         -8, -10,  -6,  -6,
         -8,   2,  -4,  -4,
        -14,  -4,   6,   4,
         -8, -12,  -6,   8,
    ],
    [
        -50, -20, -30, -50,
        -20, -10, -20, -30,
        -15,   0, -15, -30,
        -30, -20, -30, -40,
        -40, -25, -35, -50,
        -20, -14, -30, -45,
          5,   8, -18, -40,
          6,  30,  -6, -14,
    ],
];

#[rustfmt::skip]
const END: [Half; Kind::COUNT] = [
    [
          0,   0,   0,   0,
         60,  55,  50,  45,
         32,  28,  22,  18,
         12,   8,   2,  -2,
          4,   2,  -4,  -6,
         -2,   0,  -3,   0,
          2,   3,   3,   5,
          0,   0,   0,   0,
    ],
    [
        -60, -40, -18, -18,
        -30, -12,  -8,  -2,
        -22,  -8,   8,  10,
        -14,   2,  16,  22,
        -14,   2,  14,  22,
        -20,  -4,   2,  14,
        -32, -18,  -8,  -2,
        -45, -42, -20, -14,
    ],
    [
        -16, -14, -10,  -8,
         -8,  -4,   2,  -6,
          0,  -4,   2,   0,
         -2,   6,   8,  10,
         -4,   2,   8,  12,
         -8,   0,   6,   8,
        -14, -12,  -4,   0,
        -18, -10, -16,  -6,
    ],
    [
         10,   8,  10,   8,
         10,  10,   8,   4,
          6,   6,   4,   4,
          5,   4,   6,   2,
          2,   2,   2,   0,
         -2,  -2,  -4,  -4,
         -4,  -4,  -2,  -4,
         -6,  -2,  -2,  -6,
    ],
    [
          0,  15,  18,  20,
         -4,  20,  28,  36,
         -4,  10,  22,  40,
          8,  26,  32,  46,
         -4,  24,  24,  40,
        -12,  -8,  12,  10,
        -22, -22, -20, -14,
        -32, -28, -22, -20,
    ],
    [
        -60, -30, -20, -16,
        -12,  12,  12,  14,
          6,  18,  22,  18,
         -6,  20,  26,  28,
        -16,   2,  22,  28,
        -18,   2,  14,  22,
        -26,  -8,   6,  12,
        -50, -32, -20, -24,
    ],
];

/// Material and place of White's pieces.
static PLACES: [[Score; 64]; Kind::COUNT] = {
    let mut places = [[Score::ZERO; 64]; Kind::COUNT];
    let mut kind = 0;
    while kind < Kind::COUNT {
        let mut square = 0;
        while square < 64 {
            let (file, rank) = (square % 8, square / 8);
            let column = if file < 4 { file } else { 7 - file };
            let at = (7 - rank) * 4 + column;
            let material = MATERIAL[kind];
            places[kind][square] = s(material.middle() + MIDDLE[kind][at], material.end() + END[kind][at]);
            square += 1;
        }
        kind += 1;
    }
    places
};

/// What a piece is worth on a square.
#[inline]
pub(super) fn place(colour: Colour, kind: Kind, square: Square) -> Score {
    let square = if colour == Colour::White { square } else { square.flip() };
    PLACES[kind.index()][square.index()]
}

/// By how much a quiet step betters a piece's place in the middlegame.
pub(in super::super) fn betterment(colour: Colour, kind: Kind, from: Square, to: Square) -> i32 {
    (place(colour, kind, to) - place(colour, kind, from)).middle()
}

/// What the number of squares a piece can go to is worth.
pub(super) static KNIGHT_MOBILITY: [Score; 9] =
    [s(-32, -48), s(-16, -30), s(-3, -10), s(0, 2), s(4, 10), s(11, 13), s(14, 16), s(19, 22), s(22, 22)];
pub(super) static BISHOP_MOBILITY: [Score; 14] = [
    s(-22, -38),
    s(-10, -22),
    s(1, -6),
    s(9, 4),
    s(13, 11),
    s(19, 17),
    s(23, 21),
    s(25, 26),
    s(27, 29),
    s(30, 35),
    s(35, 37),
    s(37, 38),
    s(39, 39),
    s(40, 40),
];
pub(super) static ROOK_MOBILITY: [Score; 15] = [
    s(-34, -54),
    s(-13, -25),
    s(-8, -8),
    s(-4, 3),
    s(-2, 13),
    s(1, 23),
    s(4, 30),
    s(6, 35),
    s(8, 38),
    s(10, 40),
    s(11, 42),
    s(13, 44),
    s(15, 47),
    s(17, 50),
    s(19, 52),
];
pub(super) static QUEEN_MOBILITY: [Score; 28] = {
    let mut table = [Score::ZERO; 28];
    let mut count = 0;
    while count < 28 {
        let useful = if count < 20 { count as i32 } else { 20 };
        table[count] = s(2 * useful - 18, 4 * useful - 40);
        count += 1;
    }
    table
};

// Pawns, by relative rank where there is a list.
pub(super) static PASSED: [Score; 8] = [s(0, 0), s(0, 6), s(0, 9), s(4, 23), s(26, 60), s(54, 96), s(94, 164), s(0, 0)];
pub(super) static CONNECTED: [Score; 8] =
    [s(0, 0), s(5, -4), s(11, 0), s(14, 6), s(21, 22), s(44, 44), s(70, 75), s(0, 0)];
pub(super) const ISOLATED: Score = s(-3, -12);
pub(super) const BACKWARD: Score = s(-5, -7);
/// What an isolated or backward pawn loses more when no enemy pawn stands before it on its file.
pub(super) const EXPOSED: Score = s(-4, -11);
pub(super) const DOUBLED: Score = s(-7, -20);

// Pieces.
pub(super) const BISHOP_PAIR: Score = s(26, 46);
pub(super) const PAWN_ON_BISHOPS_COLOUR: Score = s(-2, -2);
pub(super) const KNIGHT_OUTPOST: Score = s(29, 16);
pub(super) const BISHOP_OUTPOST: Score = s(18, 8);
pub(super) const BEHIND_PAWN: Score = s(8, 7);
pub(super) const OPEN_FILE: Score = s(27, 6);
pub(super) const HALF_OPEN_FILE: Score = s(16, 9);
pub(super) const SEVENTH_RANK: Score = s(8, 22);
pub(super) const TRAPPED_ROOK: Score = s(-32, -8);

// Threats.
pub(super) const HIT_BY_PAWN: Score = s(58, 38);
pub(super) const HIT_BY_MINOR: Score = s(40, 36);
pub(super) const QUEEN_HIT_BY_ROOK: Score = s(38, 22);
pub(super) const HANGING: Score = s(27, 27);
pub(super) const PUSH_THREAT: Score = s(12, 14);
pub(super) const RESTRICTED: Score = s(3, -2);

/// To be on the move.
pub(super) const TEMPO: Score = s(28, 16);
