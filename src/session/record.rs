//! The actions and events so far.

use crate::board::Seat;
use crate::game::{Actor, Game, Notation, Outcome};
use crate::history::History;
use crate::play::{self, Step};

/// A game from the position that was set up to the one that stands.
#[derive(Clone)]
pub(super) struct Record<G: Game> {
    start: G,
    steps: Vec<Step<G::Action, G::Event>>,
    position: G,
    history: History,
    /// The last turn start, and how many steps led to it.
    turn: (G, usize),
    last_actor: Option<Seat>,
    /// Where a verdict stands: what the rules of the match first said.
    stands: Option<Outcome>,
}

impl<G: Notation> Record<G> {
    pub(super) fn new(start: G) -> Self {
        let mut record = Self {
            start,
            steps: Vec::new(),
            position: start,
            history: History::default(),
            turn: (start, 0),
            last_actor: None,
            stands: None,
        };
        record.note_turn();
        record
    }

    /// Notes a turn start. Where a verdict stands it is asked for now; elsewhere only the last one counts, and looking back at
    /// every turn of a long game would take time that grows with its square.
    fn note_turn(&mut self) {
        if !self.position.at_turn_start() {
            return;
        }
        self.history.push(&self.position);
        self.turn = (self.position, self.steps.len());
        if G::VERDICT_STANDS && self.stands.is_none() {
            self.stands = self.verdict();
        }
    }

    /// What the rules of the match say of the last turn start. The game's own end comes before them.
    fn verdict(&self) -> Option<Outcome> {
        let turn = self.turn();
        if matches!(turn.actor(), Actor::Over(_)) { None } else { self.history.verdict(turn) }
    }

    /// The position that was set up.
    pub(super) fn start(&self) -> &G {
        &self.start
    }

    pub(super) fn position(&self) -> &G {
        &self.position
    }

    pub(super) fn history(&self) -> &History {
        &self.history
    }

    /// The turn starts as `view` shows them: for a search that may not see everything.
    pub(super) fn history_seen(&self, view: impl Fn(&G) -> G) -> History {
        let mut history = History::default();
        let mut position = self.start;
        let mut note = |position: &G| {
            if position.at_turn_start() {
                history.push(&view(position));
            }
        };
        note(&position);
        for &step in &self.steps {
            take(&mut position, step);
            note(&position);
        }
        history
    }

    /// The last turn start.
    pub(super) fn turn(&self) -> &G {
        &self.turn.0
    }

    /// What has happened since the last turn start.
    pub(super) fn since(&self) -> &[Step<G::Action, G::Event>] {
        self.steps.get(self.turn.1..).unwrap_or_default()
    }

    /// Number of actions and events so far.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The seat that acted last.
    pub(super) fn last_actor(&self) -> Option<Seat> {
        self.last_actor
    }

    pub(super) fn play(&mut self, word: &str) -> Result<Step<G::Action, G::Event>, play::Fault> {
        let step = play::read(&self.position, word)?;
        self.take(step);
        Ok(step)
    }

    pub(super) fn take(&mut self, step: Step<G::Action, G::Event>) {
        if let Actor::Seat(seat) = self.position.turn() {
            self.last_actor = Some(seat);
        }
        take(&mut self.position, step);
        self.steps.push(step);
        self.note_turn();
    }

    /// The game `back` steps ago, replayed: nothing has to be kept for it. None when it is not as old as that.
    pub(super) fn undone(&self, back: usize) -> Option<Self> {
        let kept = self.steps.len().checked_sub(back)?;
        let mut record = Self::new(self.start);
        for &step in self.steps.iter().take(kept) {
            record.take(step);
        }
        Some(record)
    }

    /// How the game has ended: by its own rules, or by those of the match at the last turn start, or before where that stands.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let own = match self.position.actor() {
            Actor::Over(outcome) => Some(outcome),
            _ => None,
        };
        if G::VERDICT_STANDS { self.stands.or(own) } else { own.or_else(|| self.verdict()) }
    }
}

fn take<G: Game>(position: &mut G, step: Step<G::Action, G::Event>) {
    match step {
        Step::Action(action) => position.act(action),
        Step::Event(event) => position.happen(event),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Choices;
    use crate::games::warrior::Warrior;

    #[test]
    fn a_draw_by_the_rules_of_the_match_stays_one() {
        let fen = "3,bK,4/8/8/8/8/8/8/4,rK,3 r 5/5 -/- 83234/83234 0000/0000 99 60";
        let mut record = Record::new(Warrior::read_fen(fen, &Choices::default()).unwrap());
        for word in ["e1e2", "end"] {
            assert_eq!(record.outcome(), None);
            record.play(word).unwrap();
        }
        assert_eq!(record.outcome(), Some(Outcome::draw("quiet")));
        record.play("W@a1").unwrap();
        record.play("end").unwrap();
        assert_eq!(record.outcome(), Some(Outcome::draw("quiet")), "whatever is played on");
        assert_eq!(record.undone(3).unwrap().outcome(), None);
    }
    #[test]
    fn elsewhere_the_result_is_that_of_the_last_position() {
        use crate::games::arena42::Position;
        let mut record = Record::new(Position::start(&Choices::default()));
        for word in "b1a3 b6c4 a3b1 c4b6 b1a3 b6c4 a3b1 c4b6".split(' ') {
            assert_eq!(record.outcome(), None, "{word}");
            record.play(word).unwrap();
        }
        // The start position for the third time.
        assert_eq!(record.outcome(), Some(Outcome::draw("repetition")));
        record.play("a2a3").unwrap();
        assert_eq!(record.outcome(), None);
    }
}
