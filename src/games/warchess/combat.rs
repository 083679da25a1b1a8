//! Strengths and dice: clauses 1, 2, 6 to 8, 11 to 14 and 17.

use super::Position;
use super::actions::{Attack, Event, Means, Spell};
use super::field::{self, Squares};
use super::piece::Kind;
use crate::board::{Square, attacks};

/// What a throw means (clause 6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fortune {
    Win,
    Tie,
    Loss,
}

/// Of the 36 throws, how many win, tie and lose when A exceeds D by `edge`.
pub(super) fn odds(edge: i32) -> [u32; 3] {
    ODDS[(edge.clamp(-EDGE, EDGE) + EDGE) as usize]
}

/// From this difference on nothing but the sign matters: two dice differ by five at most.
const EDGE: i32 = 6;

static ODDS: [[u32; 3]; 2 * EDGE as usize + 1] = {
    let mut table = [[0; 3]; 2 * EDGE as usize + 1];
    let mut index = 0;
    while index < table.len() {
        let edge = index as i32 - EDGE;
        let mut throw = 0;
        while throw < 36 {
            let margin = throw / 6 + edge - throw % 6;
            let fortune = if margin > 0 {
                0
            } else if margin == 0 {
                1
            } else {
                2
            };
            table[index][fortune] += 1;
            throw += 1;
        }
        index += 1;
    }
    table
};

/// What a throw means when A exceeds D by `edge`.
pub(super) fn fortune(edge: i32, attack: u8, defence: u8) -> Fortune {
    match (i32::from(attack) + edge).cmp(&i32::from(defence)) {
        std::cmp::Ordering::Greater => Fortune::Win,
        std::cmp::Ordering::Equal => Fortune::Tie,
        std::cmp::Ordering::Less => Fortune::Loss,
    }
}

/// The outcomes that some throw gives when A exceeds D by `edge`, each as one throw that stands for all of its kind,
/// with how many of the 36 do.
pub(super) fn throws(edge: i32) -> impl Iterator<Item = (Event, u32)> {
    let [win, tie, loss] = odds(edge);
    // Sixes against ones win if anything does; a tie needs dice that differ by the edge.
    let even = (1 + (-edge).max(0), 1 + edge.max(0));
    let throw = |attack: i32, defence: i32| Event::Throw { attack: attack as u8, defence: defence as u8 };
    [(throw(6, 1), win), (throw(even.0, even.1), tie), (throw(1, 6), loss)]
        .into_iter()
        .filter(|&(_, weight)| weight > 0)
}

impl Position {
    /// How much the attacker's A exceeds the defender's D.
    pub(super) fn edge(&self, attack: Attack) -> i32 {
        self.strength(attack) - self.resistance(attack.to)
    }

    /// The attacker's A with all bonuses, as the attack's action begins.
    pub(super) fn strength(&self, attack: Attack) -> i32 {
        let from = attack.from;
        let kind = self.kind_at(from);
        let base = match attack.means {
            // Clauses 13 and 14: bow and catapult have A 1; clause 17: so has lightning, pain has 2.
            Means::Shot | Means::Spell(Spell::Lightning) => 1,
            Means::Spell(_) => 2,
            Means::Melee => match kind {
                Kind::Pawn => Kind::Pawn.attack() + self.support(from),
                Kind::Tower => self.crews[from.index()].attack(),
                // Clause 12: a charge runs along a rank or a file.
                Kind::Knight if from.file() == attack.to.file() || from.rank() == attack.to.rank() => {
                    Kind::Knight.attack() + 1
                }
                _ => kind.attack(),
            },
        };
        // Clauses 2 and 11: the king's presence and heroism count for every attack.
        let hero = self.marked == Some(from);
        base + i32::from(kind != Kind::King && self.in_presence(from)) + i32::from(hero)
    }

    /// The defender's D: clause 1 supports a pawn, clause 12 weakens an exhausted knight, clause 17 the fearful.
    pub(super) fn resistance(&self, at: Square) -> i32 {
        let kind = self.kind_at(at);
        let support = if kind == Kind::Pawn { self.support(at) } else { 0 };
        let weakened = i32::from(self.exhausted.has(at)) + i32::from(self.marked == Some(at));
        kind.defence() + support - weakened
    }

    /// Clause 1: the own pawns beside this square; those inside towers are on no square.
    pub(super) fn support(&self, at: Square) -> i32 {
        let pawns = self.sides[self.owner(at).index()] & self.kinds[Kind::Pawn.index()];
        (attacks::king(at) & pawns).len() as i32
    }

    /// Clause 2: whether the piece stands beside its king, who is on the board.
    pub(super) fn in_presence(&self, at: Square) -> bool {
        let king = self.sides[self.owner(at).index()] & self.kinds[Kind::King.index()];
        (attacks::king(at) & king).any()
    }

    /// Clause 6: the squares a tie can push the defender back to.
    pub(super) fn retreats(&self, attack: Attack) -> Squares {
        let back = field::behind(self.kind_at(attack.to), self.owner(attack.to), attack.to);
        back & !self.occupied() & !barred(attack)
    }

    /// Clause 10: what may be given for the king under attack, and the empty squares he may step to. Against shots
    /// and spells he stays.
    pub(super) fn ransom(&self, attack: Attack) -> (Squares, Squares) {
        let given = field::within(attack.to, 2) & self.sides[self.owner(attack.to).index()];
        let steps = attacks::king(attack.to) & !self.occupied() & !barred(attack);
        (given, steps)
    }

    /// Clause 10: whether any sacrifice is possible.
    pub(super) fn can_give(&self, attack: Attack) -> bool {
        let (given, steps) = self.ransom(attack);
        // A piece beside the king frees the square it stood on.
        given.any() && (!attack.is_melee() || steps.any() || (given & attacks::king(attack.to)).any())
    }
}

/// Clause 6: nothing is jumped over, so what is on the attacker's way cannot be used.
fn barred(attack: Attack) -> Squares {
    if attack.is_melee() { field::way(attack.from, attack.to) } else { Squares::EMPTY }
}
