//! Moves, dashes, overruns and marches.

use super::ranges::{DIAGONAL, ORTHOGONAL, Step};
use super::{Action, Kind, Position};
use crate::board::{Bitboard, Colour, Square, attacks};
use crate::game::{Flow, Refusal};

/// The step between two diagonal neighbours.
pub(super) fn direction(from: Square, to: Square) -> (i8, i8) {
    (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8)
}

/// The four diagonals: files, ranks, and the step back.
const MARCHES: [(i8, i8, Step); 4] =
    [(1, 1, Step::new(-1, -1)), (-1, 1, Step::new(1, -1)), (1, -1, Step::new(-1, 1)), (-1, -1, Step::new(1, 1))];

impl Position {
    /// The men of the side to move standing next to each other from `from` in this direction.
    pub(super) fn line_of(&self, from: Square, files: i8, ranks: i8) -> Bitboard {
        let men = self.men(self.side);
        let mut line = Bitboard::EMPTY;
        let mut at = Some(from);
        while let Some(square) = at.filter(|&square| men.has(square)) {
            line.insert(square);
            at = square.offset(files, ranks);
        }
        line
    }

    /// Clause 8: what a knight may overrun.
    fn overrunnable(&self) -> Bitboard {
        self.own(self.side.other()) & !(self.kind(Kind::Warlord) | self.kind(Kind::Tower))
    }

    /// Clause 2: the men that may be the rearmost of a march against the step `back`; `safe` men are out of every enemy's range.
    #[inline]
    fn marchers(safe: Bitboard, empty: Bitboard, back: Step) -> Bitboard {
        let mut rear = safe & back.of(safe & back.of(empty));
        let mut all = rear;
        while rear.any() {
            rear = safe & back.of(rear);
            all |= rear;
        }
        all
    }

    /// The squares a man of the side to move on `from` reaches by itself.
    #[inline]
    fn reach(&self, kind: Kind, from: Square) -> Bitboard {
        let occupied = self.occupied();
        let empty = !occupied;
        let set = Bitboard::of(from);
        match kind {
            Kind::Peasant => {
                let steps = DIAGONAL.iter().fold(Bitboard::EMPTY, |reach, step| reach | step.of(set));
                let dashes =
                    ORTHOGONAL.iter().fold(Bitboard::EMPTY, |reach, step| reach | step.of(step.of(set) & empty));
                (steps | dashes) & empty
            }
            Kind::Spearman | Kind::Archer => attacks::king(from) & empty,
            Kind::Knight => attacks::queen(from, occupied) & (empty | self.overrunnable()),
            Kind::Warlord => DIAGONAL.iter().fold(Bitboard::EMPTY, |reach, step| reach | step.of(set)) & empty,
            Kind::Tower => Bitboard::EMPTY,
        }
    }

    /// The men that are out of every enemy's range.
    #[inline]
    fn safe(&self) -> Bitboard {
        self.men(self.side) & !self.pressure(self.side.other(), None).once
    }

    /// Marches first, then each man's own moves, kind by kind in square order, then the pass.
    pub(super) fn generate_moves(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        self.generate_marches(sink)?;
        for kind in [Kind::Knight, Kind::Warlord, Kind::Archer, Kind::Spearman, Kind::Peasant] {
            for from in self.of(self.side, kind) {
                for to in self.reach(kind, from) {
                    sink(Action::Move { from, to })?;
                }
            }
        }
        sink(Action::Pass)
    }

    /// How many marches men out of every enemy's range can make.
    pub(super) fn marches(&self, safe: Bitboard) -> u32 {
        let empty = !self.occupied();
        MARCHES.iter().map(|&(_, _, back)| Self::marchers(safe, empty, back).len()).sum()
    }

    pub(super) fn generate_marches(&self, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        let empty = !self.occupied();
        let safe = self.safe();
        for (files, ranks, back) in MARCHES {
            for from in Self::marchers(safe, empty, back) {
                if let Some(to) = from.offset(files, ranks) {
                    sink(Action::Move { from, to })?;
                }
            }
        }
        Flow::Continue(())
    }

    /// How many [`generate_moves`](Position::generate_moves) gives: a direction at a time for all men together.
    pub(super) fn count_moves(&self) -> u64 {
        let occupied = self.occupied();
        let empty = !occupied;
        let peasants = self.of(self.side, Kind::Peasant);
        let guards = self.of(self.side, Kind::Spearman) | self.of(self.side, Kind::Archer);
        let warlords = self.of(self.side, Kind::Warlord);
        let safe = self.safe();
        let mut count = 1;
        for step in ORTHOGONAL {
            count += (step.of(guards) & empty).len();
            count += (step.of(step.of(peasants) & empty) & empty).len();
        }
        let steppers = peasants | guards | warlords;
        for step in DIAGONAL {
            count += (step.of(steppers) & empty).len();
        }
        count += self.marches(safe);
        let targets = empty | self.overrunnable();
        for knight in self.of(self.side, Kind::Knight) {
            count += (attacks::queen(knight, occupied) & targets).len();
        }
        u64::from(count)
    }

    /// Whether a man may go from `from` to `to`; else the clause that forbids it.
    pub(super) fn accepts_move(&self, from: Square, to: Square) -> Result<(), Refusal> {
        let refuse = |reason: String| Err(Refusal(reason));
        let whose = if self.side == Colour::White { "White" } else { "Black" };
        let Some(kind) = self.kind_at(from) else { return refuse(format!("there is no piece on {from}")) };
        if !self.own(self.side).has(from) {
            return refuse(format!("the piece on {from} is not {whose}'s"));
        }
        if kind == Kind::Tower {
            return refuse("a tower never moves".into());
        }
        if self.own(self.side).has(to) {
            return self.accepts_march(from, to);
        }
        if self.reach(kind, from).has(to) {
            return Ok(());
        }
        if self.occupied().has(to) && kind != Kind::Knight {
            return refuse(format!("{to} is not empty, and only a knight overruns"));
        }
        if self.occupied().has(to) && !self.overrunnable().has(to) {
            return refuse("a warlord or tower is never overrun".into());
        }
        refuse(format!("{} on {from} does not reach {to}", kind.letter()))
    }

    fn accepts_march(&self, from: Square, to: Square) -> Result<(), Refusal> {
        let refuse = |reason: String| Err(Refusal(reason));
        let (files, ranks) = direction(from, to);
        if files.abs() != 1 || ranks.abs() != 1 {
            return refuse(format!("{to} is held by a piece of one's own, and a march goes one square diagonally"));
        }
        if self.kind(Kind::Tower).has(to) {
            return refuse("no tower may be in the line of a march".into());
        }
        let line = self.line_of(from, files, ranks);
        if let Some(man) = (line & self.pressure(self.side.other(), None).once).first() {
            return refuse(format!("{man} is in an enemy's range: nobody marches from there"));
        }
        let mut ahead = Some(from);
        while let Some(square) = ahead.filter(|&square| line.has(square)) {
            ahead = square.offset(files, ranks);
        }
        match ahead {
            None => refuse("the march would leave the board".into()),
            Some(square) if self.occupied().has(square) => {
                refuse(format!("{square}, ahead of the march, is not empty"))
            }
            Some(_) => Ok(()),
        }
    }
}
