//! Legal moves, by masks: no move is generated and taken back.
//!
//! Pieces reach two squares at most, which keeps checks and pins small: a pinned piece stands next to its wazir with
//! the pinning slider right behind it, so all it may ever do is capture that slider; a check can be blocked only on
//! the one square between.

use super::squares::{self, DIAGONAL, FIELD, LEAPS, ORTHOGONAL, PROMOTION, Set, Square};
use super::{Action, Kind, Position};
use crate::board::Colour;
use crate::game::{Flow, Refusal};

/// What the side to move may do, but for its wazir.
struct Freedom {
    /// Pieces that move without regard to their wazir.
    free: Set,
    /// Squares they may go to: everything but their own pieces; in check, what answers it.
    targets: Set,
    /// Pinned pieces.
    pinned: Set,
    /// The sliders that pin them.
    pinners: Set,
}

impl Position {
    /// Clause 11: the squares the wazir may step to. It does not hide squares behind itself from a slider.
    #[inline]
    fn wazir_steps(&self) -> Set {
        let wazir = self.of(self.side, Kind::Wazir);
        let steps = squares::wazirs(wazir) & !self.colours[self.side.index()];
        if steps == 0 {
            return 0;
        }
        steps & !self.attacks(self.side.other(), FIELD, self.occupied() ^ wazir)
    }

    #[inline]
    fn freedom(&self) -> Freedom {
        let own = self.colours[self.side.index()];
        let enemy = self.side.other();
        let occupied = self.occupied();
        let wazir = self.of(self.side, Kind::Wazir);
        let mut checkers = squares::guards(wazir) & self.of(enemy, Kind::Guard)
            | squares::wazirs(wazir) & self.of(enemy, Kind::Wazir)
            | squares::knights(wazir) & self.of(enemy, Kind::Knight)
            | squares::pawns(self.side, wazir) & self.of(enemy, Kind::Pawn);
        let mut blocks = 0;
        let mut pinned = 0;
        let mut pinners = 0;
        for (directions, sliders) in
            [(ORTHOGONAL, self.of(enemy, Kind::Rook)), (DIAGONAL, self.of(enemy, Kind::Bishop))]
        {
            for by in directions {
                let first = squares::step(wazir, by);
                // The square between, when a slider stands behind it.
                let between = first & squares::step(squares::step(first, by) & sliders, -by);
                let behind = squares::step(between & own, by);
                checkers |= first & sliders | squares::step(between & !occupied, by);
                blocks |= between & !occupied;
                pinned |= between & own;
                pinners |= behind;
            }
        }
        let free = own & !wazir & !pinned;
        if checkers == 0 {
            Freedom { free, targets: !own, pinned, pinners }
        } else if checkers & (checkers - 1) == 0 {
            // One checker: take it or step between, on the Field; in the Arena nothing helps.
            Freedom { free: free & FIELD, targets: checkers | blocks, pinned: 0, pinners: 0 }
        } else {
            Freedom { free: 0, targets: 0, pinned: 0, pinners: 0 }
        }
    }

    /// Where the piece of the side to move on `from` could go by its way of moving, its own pieces' squares not left out.
    #[inline]
    fn reach(&self, kind: Kind, from: Set) -> Set {
        let occupied = self.occupied();
        match kind {
            Kind::Wazir => squares::wazirs(from),
            Kind::Guard => squares::guards(from),
            Kind::Bishop => squares::bishops(from, occupied),
            Kind::Knight => squares::knights(from),
            Kind::Rook => squares::rooks(from, occupied),
            Kind::Pawn => {
                squares::ahead(self.side, from) & !occupied
                    | squares::pawns(self.side, from) & self.colours[self.side.other().index()]
            }
        }
    }

    /// The legal moves to squares `among`: the wazir's first, then kind by kind in square order, pinned pieces last.
    /// Promotions go with `among` the promotion squares.
    pub(super) fn generate_moves(&self, among: Set, sink: &mut impl FnMut(Action) -> Flow) -> Flow {
        if self.eliminated() {
            return Flow::Continue(());
        }
        let promotion = PROMOTION[self.side.index()];
        let mut emit = |kind, from: Set, targets| {
            let from = Square::first_of(from);
            for to in squares::each(targets & among) {
                sink(Action { from, to, promotes: kind == Kind::Pawn && to.set() & promotion != 0 })?;
            }
            Flow::Continue(())
        };
        emit(Kind::Wazir, self.of(self.side, Kind::Wazir), self.wazir_steps())?;
        let freedom = self.freedom();
        for kind in [Kind::Guard, Kind::Bishop, Kind::Knight, Kind::Rook, Kind::Pawn] {
            for from in squares::each(self.kinds[kind as usize] & freedom.free) {
                emit(kind, from.set(), self.reach(kind, from.set()) & freedom.targets)?;
            }
        }
        for (kind, from, targets) in self.pinned_moves(&freedom) {
            emit(kind, from, targets)?;
        }
        Flow::Continue(())
    }

    /// The pinned pieces, each with the pinner behind it where it can capture that; the line through the wazir allows
    /// nothing else.
    fn pinned_moves(&self, freedom: &Freedom) -> impl Iterator<Item = (Kind, Set, Set)> {
        let wazir = Square::first_of(self.of(self.side, Kind::Wazir)).index() as i32;
        let pinners = freedom.pinners;
        squares::each(freedom.pinned).map(move |from| {
            let pinner = squares::step(from.set(), from.index() as i32 - wazir) & pinners;
            let kind = self.kind_at(from).unwrap_or(Kind::Pawn);
            (kind, from.set(), self.reach(kind, from.set()) & pinner)
        })
    }

    /// How many moves [`generate_moves`](Position::generate_moves) gives, a direction at a time for all pieces together.
    pub(super) fn count_moves(&self) -> u64 {
        if self.eliminated() {
            return 0;
        }
        let freedom = self.freedom();
        let Freedom { free, targets, .. } = freedom;
        let mut count = self.wazir_steps().count_ones();
        if free != 0 {
            let of = |kind| self.kinds[kind as usize] & free;
            let empty = !self.occupied();
            let guards = of(Kind::Guard);
            for (directions, sliders) in [(ORTHOGONAL, of(Kind::Rook)), (DIAGONAL, of(Kind::Bishop))] {
                for by in directions {
                    count += (squares::step(guards | sliders, by) & targets).count_ones();
                    count += (squares::step(squares::step(sliders, by) & empty, by) & targets).count_ones();
                }
            }
            let knights = of(Kind::Knight);
            if knights != 0 {
                for by in LEAPS {
                    count += (squares::leap(knights, by) & targets).count_ones();
                }
            }
            let pawns = of(Kind::Pawn);
            let enemies = self.colours[self.side.other().index()];
            let forward = squares::forward(self.side);
            count += (squares::step(pawns, forward) & empty & targets).count_ones();
            count += (squares::step(pawns, forward - 1) & enemies & targets).count_ones();
            count += (squares::step(pawns, forward + 1) & enemies & targets).count_ones();
        }
        count += self.pinned_moves(&freedom).map(|(_, _, targets)| targets.count_ones()).sum::<u32>();
        u64::from(count)
    }

    /// Whether the move is legal; else the clause that forbids it.
    pub(super) fn accepts_move(&self, action: Action) -> Result<(), Refusal> {
        let Action { from, to, promotes } = action;
        let refuse = |reason: String| Err(Refusal(reason));
        if self.eliminated() {
            return refuse("the game is over: four pieces of one side are eliminated".into());
        }
        let Some(kind) = self.kind_at(from) else { return refuse(format!("there is no piece on {from}")) };
        if self.colour_at(from) != Some(self.side) {
            return refuse(format!("the piece on {from} is not {}'s", name(self.side)));
        }
        if from.on_field() != to.on_field() {
            return refuse("no piece moves from one board to the other".into());
        }
        if self.colour_at(to) == Some(self.side) {
            return refuse(format!("{to} is held by {}'s own piece", name(self.side)));
        }
        if self.reach(kind, from.set()) & to.set() == 0 {
            return refuse(format!("{} on {from} does not reach {to}", kind.letter()));
        }
        let arrives = kind == Kind::Pawn && PROMOTION[self.side.index()] & to.set() != 0;
        if arrives && !promotes {
            return refuse(format!("a pawn becomes a guard on {to}: write {from}{to}g"));
        }
        if promotes && !arrives {
            return refuse(format!("nothing is promoted on {to}: write {from}{to}"));
        }
        let mut legal = false;
        let _ = self.generate_moves(to.set(), &mut |found| {
            legal |= found == action;
            Flow::Continue(())
        });
        if legal { Ok(()) } else { refuse("the royal wazir would stand attacked".into()) }
    }
}

fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
    }
}
