//! What a position of chess is worth.
//!
//! A sum of terms, each a middlegame and an endgame value, mixed by how many pieces are left: material and place,
//! mobility, pawn structure, king safety, threats; then what endings need. Nothing is remembered between positions.

mod endings;
mod king;
mod pawns;
mod pieces;
mod score;
pub(super) mod tables;

use self::endings::WHOLE;
use self::score::Score;
use self::tables::{PHASE, TEMPO, VALUES};
use super::{Action, Hands, Kind, NoHands, Position};
use crate::board::{Bitboard, Colour, Square, Team, attacks};
use crate::game::{Evaluate, Flow, Hint};

/// The direction of a colour's pawns in ranks.
fn up(us: Colour) -> i8 {
    if us == Colour::White { 1 } else { -1 }
}

/// The rank as the colour counts it, 0 to 7.
fn relative_rank(us: Colour, square: Square) -> u8 {
    if us == Colour::White { square.rank() } else { 7 - square.rank() }
}

/// All squares of higher relative rank.
fn forward(us: Colour, square: Square) -> Bitboard {
    let rank = u32::from(square.rank());
    match us {
        Colour::White => Bitboard(u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0)),
        Colour::Black => Bitboard((1 << (8 * rank)) - 1),
    }
}

/// All squares of lower relative rank.
fn behind(us: Colour, square: Square) -> Bitboard {
    forward(us.other(), square)
}

/// What is found out about a position on the way, by colour.
struct Judge<'a, H: Hands> {
    position: &'a Position<H>,
    attacked: [[Bitboard; Kind::COUNT]; 2],
    all: [Bitboard; 2],
    twice: [Bitboard; 2],
    pinned: [Bitboard; 2],
    /// The king's surroundings, that the enemy's pieces aim at.
    zone: [Bitboard; 2],
    /// What has been brought up against the other side's king.
    assault: [i32; 2],
    passed: [Bitboard; 2],
}

impl<'a, H: Hands> Judge<'a, H> {
    fn new(position: &'a Position<H>) -> Self {
        let mut judge = Self {
            position,
            attacked: [[Bitboard::EMPTY; Kind::COUNT]; 2],
            all: [Bitboard::EMPTY; 2],
            twice: [Bitboard::EMPTY; 2],
            pinned: [Bitboard::EMPTY; 2],
            zone: [Bitboard::EMPTY; 2],
            assault: [0; 2],
            passed: [Bitboard::EMPTY; 2],
        };
        for us in Colour::ALL {
            let king = position.king(us);
            let middle = Square::at(king.file().clamp(1, 6), king.rank().clamp(1, 6));
            judge.zone[us.index()] = attacks::king(middle).with(middle);
            judge.pinned[us.index()] = position.shields(us);
        }
        for us in Colour::ALL {
            let pawns = position.those(us, Kind::Pawn);
            let (east, west) = (pawns.shift(1, up(us)), pawns.shift(-1, up(us)));
            let side = us.index();
            judge.attacked[side][Kind::Pawn.index()] = east | west;
            judge.attacked[side][Kind::King.index()] = attacks::king(position.king(us));
            judge.all[side] = east | west | attacks::king(position.king(us));
            judge.twice[side] = east & west | (east | west) & attacks::king(position.king(us));
        }
        judge
    }

    fn by(&self, colour: Colour, kind: Kind) -> Bitboard {
        self.attacked[colour.index()][kind.index()]
    }

    fn places(&self, us: Colour) -> Score {
        let mut score = Score::ZERO;
        for kind in Kind::ALL {
            for square in self.position.those(us, kind) {
                score += tables::place(us, kind, square);
            }
        }
        score
    }

    /// Everything, from White's side.
    fn total(&mut self) -> Score {
        let (white, black) = (Colour::White, Colour::Black);
        let mut score = self.places(white) - self.places(black);
        score += self.structure(white) - self.structure(black);
        score += self.pieces(white) - self.pieces(black);
        score += self.safety(white) - self.safety(black);
        score += self.threats(white) - self.threats(black);
        score + self.passers(white) - self.passers(black)
    }
}

/// How much of the middlegame is left, 0 to 24.
fn phase<H: Hands>(position: &Position<H>) -> i32 {
    let kinds = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];
    let sum: i32 = kinds.iter().map(|&kind| position.all(kind).len() as i32 * PHASE[kind.index()]).sum();
    sum.min(24)
}

impl Position<NoHands> {
    /// The value from White's side in centipawns.
    fn worth(&self) -> i32 {
        if self.dead() {
            return 0;
        }
        let mut score = Judge::new(self).total();
        if self.side() == Colour::White {
            score += TEMPO;
        } else {
            score -= TEMPO;
        }
        let phase = phase(self);
        let strong = if score.end() > 0 { Colour::White } else { Colour::Black };
        let end = score.end() * endings::scale(self, strong) / WHOLE;
        let mixed = (score.middle() * phase + end * (24 - phase)) / 24;
        let mixed = mixed + endings::drive(self, Colour::White) - endings::drive(self, Colour::Black);
        // An advantage with which nothing happens fades towards the fifty-move draw.
        let quiet = i32::from(self.quiet.min(100));
        (mixed * (240 - quiet) / 240).clamp(-19_000, 19_000)
    }
}

impl Evaluate for Position<NoHands> {
    const SLOTS: usize = 2 * Self::ORIGINS * 64;

    fn evaluate(&self, team: Team) -> i32 {
        match team {
            Team::First => self.worth(),
            Team::Second => -self.worth(),
        }
    }

    fn tactical(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        self.list_lively(sink)
    }

    fn hint(&self, action: Action) -> Hint {
        self.first_look(action, &VALUES)
    }

    fn slot(&self, action: Action) -> usize {
        self.move_slot(action)
    }

    fn exchange(&self, action: Action) -> i32 {
        self.swap_off(action, &VALUES)
    }

    fn urgent(&self) -> bool {
        self.checkers.any()
    }

    fn null(&self) -> Option<Self> {
        // With pawns alone, having to move is often what loses.
        (self.checkers.is_empty() && self.officers(self.turn).any()).then(|| self.passed())
    }
}

/// What chess knows of a position that other games on its board can use: the middlegame side of the evaluation
/// without material and king safety, and what both sides attack.
pub(in crate::games) struct Survey {
    /// Place, mobility, pawns and threats from White's side, in centipawns.
    pub(in crate::games) score: i32,
    /// What each side attacks.
    pub(in crate::games) attacked: [Bitboard; 2],
    /// What each side attacks with two pieces or more.
    pub(in crate::games) twice: [Bitboard; 2],
    /// Each king's surroundings.
    pub(in crate::games) zone: [Bitboard; 2],
    /// What each side has brought up against the other's king.
    pub(in crate::games) assault: [i32; 2],
    /// What the pawns before each king are worth, in centipawns.
    pub(in crate::games) shelter: [i32; 2],
}

impl<H: Hands> Position<H> {
    /// Looks at a position for a game that values it in its own way.
    pub(in crate::games) fn survey(&self) -> Survey {
        let (white, black) = (Colour::White, Colour::Black);
        let mut judge = Judge::new(self);
        let mut score = judge.structure(white) - judge.structure(black);
        score += judge.pieces(white) - judge.pieces(black);
        score += judge.threats(white) - judge.threats(black);
        score += judge.places(white) - judge.places(black);
        for kind in Kind::COMMONERS {
            let more = self.those(white, kind).len() as i32 - self.those(black, kind).len() as i32;
            score -= tables::MATERIAL[kind.index()] * more;
        }
        Survey {
            score: score.middle(),
            shelter: Colour::ALL.map(|us| judge.shelter(us, self.king(us))),
            attacked: judge.all,
            twice: judge.twice,
            zone: judge.zone,
            assault: judge.assault,
        }
    }

    /// A side's pieces that are neither pawns nor the king.
    pub(in crate::games) fn officers(&self, colour: Colour) -> Bitboard {
        self.of(colour) & !self.all(Kind::Pawn) & !self.all(Kind::King)
    }

    /// Captures and promotions to a queen; in check, everything.
    pub(in crate::games) fn list_lively(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        let check = self.checkers.any();
        self.list_tactical(&mut |action| match action {
            Action::Step { promotion: Some(kind), .. } if kind != Kind::Queen && !check => Flow::Continue(()),
            _ => sink(action),
        })
    }

    /// The pieces of a side that stand between its king and an enemy slider.
    fn shields(&self, us: Colour) -> Bitboard {
        if us == self.turn {
            return self.pinned;
        }
        let king = self.king(us);
        let straight = (self.all(Kind::Rook) | self.all(Kind::Queen)) & attacks::straight_lines(king);
        let diagonal = (self.all(Kind::Bishop) | self.all(Kind::Queen)) & attacks::diagonal_lines(king);
        let mut shields = Bitboard::EMPTY;
        for sniper in (straight | diagonal) & self.of(us.other()) {
            let between = attacks::between(king, sniper) & self.occupied();
            if !between.many() {
                shields |= between & self.of(us);
            }
        }
        shields
    }
}
