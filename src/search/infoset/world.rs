//! A world: a position filled in with what could be.

use crate::board::{Rng, Seat, Team};
use crate::game::{Evaluate, Flow, Game, Hidden, Hint, Odds, Outcome, Refusal};

/// A full position in which cards drawn from now on stay face down for everybody.
///
/// To go through what each card drawn could be would cost a ply a factor of a dozen for something no one can act on
/// before the next turn; to draw one at random would let the search choose the draws that turn out well. A card face down
/// is worth what a card is worth on average, and cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct World<G>(pub(super) G);

impl<G: Hidden> World<G> {
    /// A world that fits what the masked position tells.
    pub(super) fn draw(masked: &G, rng: &mut Rng) -> Self {
        Self(masked.fill(rng))
    }

    /// Lets the table act until a player is to, or the game is over.
    pub(super) fn settle(&mut self, rng: &mut Rng) {
        while self.0.turn() == crate::game::Actor::Table {
            let event = self.sample(rng);
            self.0.happen(event);
        }
    }
}

impl<G: Hidden> Game for World<G> {
    type Action = G::Action;
    type Event = G::Event;
    type Actions = G::Actions;

    const SEATS: usize = G::SEATS;

    fn team(seat: Seat) -> Team {
        G::team(seat)
    }

    #[inline]
    fn turn(&self) -> crate::game::Actor {
        self.0.turn()
    }

    fn stuck(&self) -> Option<Outcome> {
        self.0.stuck()
    }

    fn generate(&self, sink: &mut impl FnMut(G::Action) -> Flow) -> Flow {
        self.0.generate(sink)
    }

    fn count(&self) -> u64 {
        self.0.count()
    }

    fn accepts(&self, action: G::Action) -> Result<(), Refusal> {
        self.0.accepts(action)
    }

    fn act(&mut self, action: G::Action) {
        self.0.act(action);
    }

    fn events(&self, sink: &mut impl FnMut(G::Event, u32)) -> Odds {
        match self.0.unseen() {
            Some(event) => {
                sink(event, 1);
                Odds::Total(1)
            }
            None => self.0.events(sink),
        }
    }

    fn admits(&self, event: G::Event) -> Result<(), Refusal> {
        self.0.admits(event)
    }

    fn sample(&self, rng: &mut Rng) -> G::Event {
        self.0.unseen().unwrap_or_else(|| self.0.sample(rng))
    }

    fn happen(&mut self, event: G::Event) {
        self.0.happen(event);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.0.key()
    }

    fn fresh_key(&self) -> u64 {
        self.0.fresh_key()
    }

    fn at_turn_start(&self) -> bool {
        self.0.at_turn_start()
    }

    fn reversible(&self) -> u32 {
        self.0.reversible()
    }

    fn verdict(&self, occurrences: u32) -> Option<Outcome> {
        self.0.verdict(occurrences)
    }
}

impl<G: Hidden + Evaluate> Evaluate for World<G> {
    const SLOTS: usize = G::SLOTS;

    fn evaluate(&self, team: Team) -> i32 {
        self.0.evaluate(team)
    }

    fn tactical(&self, sink: &mut impl FnMut(G::Action) -> Flow) -> Flow {
        self.0.tactical(sink)
    }

    fn hint(&self, action: G::Action) -> Hint {
        self.0.hint(action)
    }

    fn slot(&self, action: G::Action) -> usize {
        self.0.slot(action)
    }

    fn exchange(&self, action: G::Action) -> i32 {
        self.0.exchange(action)
    }

    fn urgent(&self) -> bool {
        self.0.urgent()
    }

    fn null(&self) -> Option<Self> {
        self.0.null().map(Self)
    }

    fn pointless(&self, action: G::Action) -> bool {
        self.0.pointless(action)
    }
}
