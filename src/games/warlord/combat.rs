//! Combat: who can be overwhelmed, which sets of kills are maximal, and the rounds.
//!
//! In most positions nobody can be: the [`Pressure`](super::ranges::Pressure) of an army tells that in about a hundred
//! operations on sets, and nothing else is computed.

use super::{Kind, Phase, Position};
use crate::board::{Bitboard, Colour, Square, attacks};
use crate::game::{Flow, Refusal};
use arrayvec::ArrayVec;

/// An enemy that could be overwhelmed if it alone were attacked.
#[derive(Clone, Copy)]
struct Victim {
    square: Square,
    /// How many attacks overwhelm it (clause 6), and by whom they may be made.
    need: u32,
    from: Bitboard,
    /// An archer that one adjacent attacker kills: those further away, of whom two do it as well. Two attackers with an
    /// adjacent one among them are one too many.
    far: Option<Bitboard>,
}

/// The attack of one army in one round: everybody who could be overwhelmed, in square order. Sets of victims are bits by
/// their places in the list.
pub(super) struct Assault {
    victims: ArrayVec<Victim, 64>,
}

/// Which victim each attacker has been given to.
struct Orders {
    given: Bitboard,
    to: [u8; 64],
}

/// The places in a set of victims.
fn places(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        place
    })
}

impl Assault {
    /// All victims.
    fn all(&self) -> u64 {
        if self.victims.len() >= 64 { !0 } else { (1 << self.victims.len()) - 1 }
    }

    fn squares(&self, set: u64) -> Bitboard {
        places(set).map(|place| self.victims[place].square).collect()
    }

    /// Whether the victims of `set` can all be overwhelmed in one round, one attack a piece (clause 9).
    ///
    /// With the ways to kill archers fixed it is a matter of handing out attackers, which augmenting paths decide exactly;
    /// the archers that can be killed from near or from afar are gone through both ways.
    fn possible(&self, set: u64) -> bool {
        let both_ways =
            places(set).filter(|&place| self.victims[place].far.is_some()).fold(0, |set, place| set | 1 << place);
        let mut afar = 0u64;
        loop {
            if self.hand_out(set, afar) {
                return true;
            }
            // The next subset of those that can die both ways.
            afar = afar.wrapping_sub(both_ways) & both_ways;
            if afar == 0 {
                return false;
            }
        }
    }

    /// What a victim needs: how many attackers, out of whom.
    fn demand(&self, place: usize, afar: u64) -> (u32, Bitboard) {
        let victim = &self.victims[place];
        match victim.far {
            Some(far) if afar >> place & 1 != 0 => (2, far),
            _ => (victim.need, victim.from),
        }
    }

    fn hand_out(&self, set: u64, afar: u64) -> bool {
        let mut orders = Orders { given: Bitboard::EMPTY, to: [0; 64] };
        places(set).all(|place| {
            let (need, _) = self.demand(place, afar);
            (0..need).all(|_| self.give(place, afar, &mut orders, &mut Bitboard::EMPTY.clone()))
        })
    }

    /// Gives one more attacker to the victim, if need be by giving another victim a different one. `tried` attackers have
    /// been asked for already.
    fn give(&self, place: usize, afar: u64, orders: &mut Orders, tried: &mut Bitboard) -> bool {
        let (_, from) = self.demand(place, afar);
        if let Some(idle) = (from & !orders.given).first() {
            orders.given.insert(idle);
            orders.to[idle.index()] = place as u8;
            return true;
        }
        for attacker in from {
            let other = usize::from(orders.to[attacker.index()]);
            if tried.has(attacker) || other == place {
                continue;
            }
            tried.insert(attacker);
            if self.give(other, afar, orders, tried) {
                orders.to[attacker.index()] = place as u8;
                return true;
            }
        }
        false
    }

    /// Hands every maximal kill set (clause 9) to `sink`.
    ///
    /// Each exactly once: the victims are decided on in order, first with each, then without it, so every set of victims is
    /// reached by one path of decisions only. Every set handed out is possible, for a victim is taken only if the set stays so.
    /// And it is maximal: whenever a victim is left out, it is checked for all those left out so far that none could join
    /// everybody taken or still undecided; that stays true while the undecided are taken, and at the end nobody is undecided.
    /// No maximal set is missed: of such a set no victim left out can join it, let alone a larger one.
    pub(super) fn maximal(&self, sink: &mut impl FnMut(Bitboard) -> Flow) -> Flow {
        self.decide(0, 0, self.all(), sink)
    }

    fn decide(&self, taken: u64, left_out: u64, undecided: u64, sink: &mut impl FnMut(Bitboard) -> Flow) -> Flow {
        if undecided == 0 {
            return sink(self.squares(taken));
        }
        let victim = undecided & undecided.wrapping_neg();
        let undecided = undecided ^ victim;
        if self.possible(taken | victim) {
            self.decide(taken | victim, left_out, undecided, sink)?;
        }
        let left_out = left_out | victim;
        if places(left_out).all(|place| !self.possible(taken | undecided | 1 << place)) {
            self.decide(taken, left_out, undecided, sink)?;
        }
        Flow::Continue(())
    }
}

impl Position {
    /// The knight of `colour` that has no attack in this round.
    fn spent_of(&self, colour: Colour) -> Option<Square> {
        self.spent.filter(|_| colour == self.side)
    }

    /// Clause 6: the enemies of `colour` that it could overwhelm one at a time.
    #[inline]
    pub(super) fn victims(&self, colour: Colour) -> Bitboard {
        let pressure = self.pressure(colour, self.spent_of(colour));
        let archers = self.kind(Kind::Archer) & pressure.near;
        let doomed = pressure.twice & !self.kind(Kind::Warlord) | pressure.thrice | archers;
        self.own(colour.other()) & doomed
    }

    /// Everything about this round's attack of `colour`.
    pub(super) fn assault(&self, colour: Colour) -> Assault {
        let spent = self.spent_of(colour).map_or(Bitboard::EMPTY, Bitboard::of);
        let victims = self.victims(colour).map(|square| {
            let from = self.attackers(colour, square) & !spent;
            let mut victim = Victim { square, need: 2, from, far: None };
            if self.kind(Kind::Warlord).has(square) {
                victim.need = 3;
            } else if self.kind(Kind::Archer).has(square) {
                let near = from & attacks::king(square);
                let far = from & !near;
                if near.any() {
                    victim = Victim { square, need: 1, from: near, far: far.many().then_some(far) };
                }
            }
            victim
        });
        Assault { victims: victims.collect() }
    }

    /// The only maximal kill set of `colour` in this round; none when there are several to choose from. There is one just
    /// if everybody who could be overwhelmed can be together.
    fn forced(&self, colour: Colour) -> Option<Bitboard> {
        let victims = self.victims(colour);
        if victims.is_empty() {
            return Some(victims);
        }
        let assault = self.assault(colour);
        assault.possible(assault.all()).then_some(victims)
    }

    /// Fights, with what the mover and then the opponent have settled for in the first round, until combat has ended and
    /// the turn is over, or somebody has to choose.
    pub(super) fn fight(&mut self, mut mover: Option<Bitboard>, mut opponent: Option<Bitboard>) {
        loop {
            // Clause 10: the mover first, then the opponent, who knows; the deaths when both are settled.
            let Some(kills) = mover.take().or_else(|| self.forced(self.side)) else {
                return self.set_phase(Phase::Mover);
            };
            let Some(losses) = opponent.take().or_else(|| self.forced(self.side.other())) else {
                self.set_settled(kills);
                return self.set_phase(Phase::Opponent);
            };
            // Clause 7: an overrun's first round counts as one with a death.
            let last = (kills | losses).is_empty() && self.spent.is_none();
            self.set_spent(None);
            self.bury(kills | losses);
            // Clause 11: combat stops when a tower has fallen.
            if last || !self.kind(Kind::Tower).many() {
                return self.end_turn();
            }
        }
    }

    fn bury(&mut self, dead: Bitboard) {
        for square in dead {
            if let (Some(colour), Some(kind)) = (self.colour_at(square), self.kind_at(square)) {
                self.toggle(colour, kind, square);
                self.quiet = 0;
            }
        }
    }

    /// Whether `kills` is a maximal kill set of `chooser`; else what is wrong with it.
    pub(super) fn accepts_kills(&self, chooser: Colour, kills: Bitboard) -> Result<(), Refusal> {
        let assault = self.assault(chooser);
        let set = places(assault.all())
            .filter(|&place| kills.has(assault.victims[place].square))
            .fold(0, |set, place| set | 1 << place);
        if let Some(safe) = (kills & !assault.squares(set)).first() {
            return Err(Refusal(format!("nothing on {safe} can be overwhelmed in this round")));
        }
        if !assault.possible(set) {
            return Err(Refusal::new("there are not enough attacks to overwhelm all of these"));
        }
        match places(assault.all() & !set).find(|&place| assault.possible(set | 1 << place)) {
            Some(place) => Err(Refusal(format!(
                "attacks are always pressed: {} could be overwhelmed too",
                assault.victims[place].square
            ))),
            None => Ok(()),
        }
    }
}
