//! The weights of the evaluation's terms.
//!
//! They were fitted to games the engine played against itself: a logistic regression of results and of deeper searches on the terms, over
//! and over with the games of the weights before, each step confirmed by a match. What looks odd may be, but it wins.

use super::judge::term;

/// Parts of a centipawn.
pub(super) const FINE: i32 = 16;

const fn put<const N: usize>(table: &mut [i32; term::COUNT], from: usize, weights: [i32; N]) {
    let mut index = 0;
    while index < N {
        table[from + index] = weights[index];
        index += 1;
    }
}

/// What one of each is worth, in parts of a centipawn.
pub(super) const WEIGHTS: [i32; term::COUNT] = {
    let mut table = [0; term::COUNT];
    // Ranks a line a kind, from the owner's first; files from the edge.
    #[rustfmt::skip]
    let () = {
    put(&mut table, term::MAN, [120, 1434, 970, 567, 1780]);
    put(&mut table, term::EMPTYING, [32, -23, 9, 73, 57]);
    put(
        &mut table,
        term::RANK,
        [
            74, 238, 242, 108, 179, -53, 563, 175,
            485, 744, 809, 666, 590, 51, 0, 429,
            963, 949, 841, 981, 0, 0, 0, 0,
            784, 921, 788, 705, 532, 679, 826, 885,
            -1410, -386, 151, 543, 625, 760, 1059, 461,
        ],
    );
    put(
        &mut table,
        term::FILE,
        [
            163, 145, 124, 81,
            525, 774, 1192, 1362,
            760, 926, 994, 899,
            726, 612, 529, 581,
            -443, 0, 445, 581,
        ],
    );
    put(&mut table, term::PRESSED, [158, 303, 212, 368, 725, -112]);
    put(&mut table, term::FALLING, [-226, -745, -686, -201, -1356, -753]);
    put(&mut table, term::FALLEN, [-114, -378, -969, 726, 0, 0]);
    put(&mut table, term::OVERRUN, [-65, -413, -241, -353]);
    put(&mut table, term::TRADED, [-35, -287, -217, -150, -1133, -860]);
    put(&mut table, term::FORKED, [52]);
    put(&mut table, term::HECKLED, [363]);
    put(&mut table, term::LONE_ARCHER, [35]);
    put(&mut table, term::SPEAR_BEHIND, [-90]);
    put(&mut table, term::SHOT_BLOCKED, [-106]);
    put(&mut table, term::RIDE, [16]);
    put(&mut table, term::STEP, [2]);
    put(&mut table, term::RETREAT, [46]);
    put(&mut table, term::FREE, [235]);
    put(&mut table, term::MARCH, [-1]);
    put(&mut table, term::GROUND, [-36, 3, -14]);
    put(&mut table, term::HELD, [-60, -3, 8]);
    put(&mut table, term::SHIELD, [32]);
    put(&mut table, term::GUARD, [177, 22, -113, 255, 471]);
    put(&mut table, term::GATE, [111]);
    put(&mut table, term::GATE_HELD, [29]);
    put(&mut table, term::SIEGE, [-214, -372, 312, -189, -86]);
    put(&mut table, term::NEAR_HOME, [4]);
    put(&mut table, term::TEMPO, [174]);
    };
    table
};
