//! What a position of crazyhouse is worth.
//!
//! There is no endgame: pieces come back. Heavy pieces count for less than in chess and pieces in hand for a little
//! more than on the board, but most of all it is the kings that matter: every hole beside one is a square to drop on.

use super::Position;
use crate::board::{Bitboard, Colour, Team};
use crate::game::{Evaluate, Flow, Hint};
use crate::games::chess::{Action, Hands, Kind, Survey, Values, reach};

/// On the board, in centipawns.
const VALUES: Values = [100, 235, 245, 310, 530, 0];
/// In hand: able to go anywhere at once, but not yet doing anything.
const IN_HAND: [i32; 5] = [115, 260, 255, 330, 560];
/// A promoted piece that is lost gives the captor a pawn only.
const PROMOTED: i32 = 40;
/// To be on the move, in a game of attack.
const TEMPO: i32 = 35;

/// What each kind in the enemy's hand adds to the danger of a king.
const LURKING: [i32; 5] = [3, 7, 6, 8, 12];
/// What it adds when the kind can be dropped with check on a square where it is safe.
const DROP_CHECK: [i32; 5] = [5, 16, 12, 18, 26];

fn material(position: &Position, us: Colour) -> i32 {
    let held = Kind::COMMONERS.iter().map(|&kind| {
        let on_board = position.those(us, kind).len() as i32 * VALUES[kind.index()];
        on_board + position.hands().held(us, kind) as i32 * IN_HAND[kind.index()]
    });
    held.sum::<i32>() + (position.hands().promoted() & position.of(us)).len() as i32 * PROMOTED
}

/// How bad it looks for a king, in centipawns.
fn danger(position: &Position, survey: &Survey, us: Colour) -> i32 {
    let them = us.other();
    let king = position.king(us);
    let (ours, theirs) = (survey.attacked[us.index()], survey.attacked[them.index()]);
    let empty = !position.occupied();
    // The king alone defends badly: what it takes, it must be able to take.
    let guarded = survey.twice[us.index()] | ours & !survey.zone[us.index()];
    let holes = survey.zone[us.index()] & empty & !survey.twice[us.index()];
    let weak = survey.zone[us.index()] & theirs & !survey.twice[us.index()];
    let mut units = survey.assault[them.index()] + 7 * weak.len() as i32 - survey.shelter[us.index()] / 4;
    let mut lurking = 0;
    for kind in Kind::COMMONERS {
        let held = position.hands().held(them, kind) as i32;
        if held == 0 {
            continue;
        }
        lurking += LURKING[kind.index()] * held.min(3);
        let last_ranks = Bitboard::rank(0) | Bitboard::rank(7);
        let ground = if kind == Kind::Pawn { empty & !last_ranks } else { empty };
        // A piece reaches the king from where the king would reach as that piece.
        let checks = reach(us, kind, king, position.occupied()) & ground;
        if (checks & (!guarded | theirs & !survey.twice[us.index()])).any() {
            units += DROP_CHECK[kind.index()];
        }
    }
    units += lurking * (2 + holes.len().min(6) as i32) / 4;
    // Where can it still go?
    let exits = reach(us, Kind::King, king, empty) & !position.of(us) & !theirs;
    units += match exits.len() {
        0 => 8,
        1 => 3,
        _ => 0,
    };
    let units = (units - 14).max(0);
    (units * units / 14).min(900 + units)
}

fn worth(position: &Position) -> i32 {
    let survey = position.survey();
    let (white, black) = (Colour::White, Colour::Black);
    let mut worth = material(position, white) - material(position, black);
    worth += survey.score * 2 / 3 + survey.shelter[0] - survey.shelter[1];
    worth += danger(position, &survey, black) - danger(position, &survey, white);
    worth += if position.side() == white { TEMPO } else { -TEMPO };
    worth.clamp(-19_000, 19_000)
}

impl Evaluate for Position {
    const SLOTS: usize = 2 * Self::ORIGINS * 64;

    fn evaluate(&self, team: Team) -> i32 {
        match team {
            Team::First => worth(self),
            Team::Second => -worth(self),
        }
    }

    fn tactical(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        self.list_lively(sink)
    }

    fn hint(&self, action: Action) -> Hint {
        let Action::Drop { kind, to } = action else { return self.first_look(action, &VALUES) };
        let king = self.king(self.side().other());
        let check = reach(self.side(), kind, to, self.occupied()).has(king);
        let near = 4 - i32::from(to.distance(king)).min(4);
        Hint { tactical: false, order: near * 12 + if check { 90 } else { 0 } }
    }

    fn slot(&self, action: Action) -> usize {
        self.move_slot(action)
    }

    fn exchange(&self, action: Action) -> i32 {
        self.swap_off(action, &VALUES)
    }

    fn urgent(&self) -> bool {
        self.checkers().any()
    }

    fn null(&self) -> Option<Self> {
        // Pieces in hand are moves as well: nobody is in zugzwang with one.
        let side = self.side();
        let spare = self.officers(side).any() || Kind::COMMONERS.iter().any(|&kind| self.hands().held(side, kind) > 0);
        (!self.urgent() && spare).then(|| self.passed())
    }
}
