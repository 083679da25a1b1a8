//! What the referee asks of a game, its type forgotten: one object a table.

use banneret::board::{Rng, Seat};
use banneret::game::{Actor, Choices, Evaluate, GameOption, NoEvent, Notation, OptionKind, Outcome, Viewer};
use banneret::history::History;
use banneret::play::{self, Fault, Step};
use banneret::search::Searcher;
use banneret::variants::{self, Visitor};
use std::any::TypeId;

/// Whoever a game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waits {
    /// A seat, by its place in turn order.
    Seat(usize),
    /// Dice or deck.
    Table,
    /// Nobody: it is over.
    Over(Outcome),
}

/// A game being played.
pub trait Table: Send {
    /// Whoever the game waits for, the rules of the match (repetition, quiet play) taken into account.
    fn waits(&self) -> Waits;

    /// Plays an action or lets an event happen, and gives the word back as the game spells it. On an error nothing has changed.
    ///
    /// # Errors
    /// The word is malformed, or may not be played here.
    fn play(&mut self, word: &str) -> Result<String, Fault>;

    /// The word of what dice or deck decide now, drawn from `rng`. Asked only when the game waits for the table.
    fn throw(&self, rng: &mut Rng) -> String;

    /// The words of the actions the rules generate.
    fn actions(&self) -> Vec<String>;

    /// Whether a turn has just begun.
    fn at_turn_start(&self) -> bool;

    /// The FEN of the last turn start.
    fn fen(&self) -> String;

    /// The FEN the game began with and all words since, as a seat may see them. The whole game: an engine should know what it has repeated.
    fn seen_by(&self, seat: usize) -> (String, Vec<String>);

    /// Another table with the same game on it.
    fn copy(&self) -> Box<dyn Table>;
}

/// Opens a table.
type Open = fn(Option<&str>, &Choices) -> Result<Box<dyn Table>, String>;

/// The rules of a variant, with the options it is played by.
pub struct Rules {
    /// Its name.
    pub name: &'static str,
    /// The seats' names in turn order.
    pub seats: &'static [&'static str],
    /// The seat of the army whose win is written `1-0`, and whose clock UCI calls white's: White, or Red.
    pub first_side: usize,
    /// Whether seats hide anything from each other.
    pub hidden: bool,
    /// Whether dice or deck decide anything.
    pub events: bool,
    choices: Choices,
    open: Open,
}

impl Rules {
    /// The rules of a variant, played with these options.
    ///
    /// # Errors
    /// There is no such variant, or no such option.
    pub fn find(variant: &str, options: &[(String, String)]) -> Result<Self, String> {
        let mut rules = variants::visit(variant, Describe)
            .ok_or_else(|| format!("no variant is called `{variant}`; there are: {}", names().join(", ")))?;
        let known = variants::visit(variant, Options).unwrap_or_default();
        for (name, value) in options {
            let option = known
                .iter()
                .find(|option| option.name.eq_ignore_ascii_case(name))
                .ok_or_else(|| format!("{variant} has no option `{name}`"))?;
            let allowed = match option.kind {
                OptionKind::Check { .. } => &["true", "false"],
                OptionKind::Combo { vars, .. } => vars,
            };
            if !allowed.contains(&value.as_str()) {
                return Err(format!("`{value}` is no value of {name}; expected one of: {}", allowed.join(", ")));
            }
            rules.choices.set(option, value.clone());
        }
        Ok(rules)
    }

    /// A table with a FEN set up, or the start position.
    ///
    /// # Errors
    /// Every reason why the FEN is refused.
    pub fn open(&self, fen: Option<&str>) -> Result<Box<dyn Table>, String> {
        (self.open)(fen, &self.choices)
    }

    /// What the variant's options are set to.
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// The team a seat plays for. Partners sit across: every other seat.
    pub fn team(seat: usize) -> usize {
        seat % 2
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(&self, winner: Option<usize>) -> &'static str {
        match winner {
            None => "1/2-1/2",
            Some(team) if team == Self::team(self.first_side) => "1-0",
            Some(_) => "0-1",
        }
    }
}

/// The names of all variants.
pub fn names() -> Vec<&'static str> {
    variants::VARIANTS.iter().map(|variant| variant.name).collect()
}

struct Options;

impl Visitor for Options {
    type Output = &'static [GameOption];

    fn visit<G: Notation + Evaluate, S: Searcher<G>>(self) -> Self::Output {
        G::OPTIONS
    }
}

struct Describe;

impl Visitor for Describe {
    type Output = Rules;

    fn visit<G: Notation + Evaluate, S: Searcher<G>>(self) -> Rules {
        for index in 0..G::SEATS {
            let team = G::team(Seat::new(index as u8)).index();
            assert_eq!(team, Rules::team(index), "{}: partners are expected at every other seat", G::NAME);
        }
        let first_side = G::SEAT_NAMES.iter().position(|name| matches!(*name, "white" | "red")).unwrap_or(0);
        Rules {
            name: G::NAME,
            seats: G::SEAT_NAMES,
            first_side,
            hidden: S::HIDDEN,
            events: TypeId::of::<G::Event>() != TypeId::of::<NoEvent>(),
            choices: Choices::default(),
            open: Live::<G>::open::<S>,
        }
    }
}

/// A table of a game whose type is known.
#[derive(Clone)]
struct Live<G: Notation> {
    /// Where the game began.
    start: G,
    position: G,
    /// The last turn start.
    turn: G,
    /// What has happened, and who may see it: everybody, or one seat the cards turned up in its turn.
    words: Vec<(String, Option<Seat>)>,
    history: History,
    /// What the rules of the match said of the last turn start.
    verdict: Option<Outcome>,
    view: fn(&G, Viewer) -> G,
}

impl<G: Notation> Live<G> {
    fn open<S: Searcher<G>>(fen: Option<&str>, choices: &Choices) -> Result<Box<dyn Table>, String> {
        let position = match fen {
            None => G::start(choices),
            Some(fen) => G::read_fen(fen, choices).map_err(|reasons| {
                let reasons: Vec<_> = reasons.iter().map(ToString::to_string).collect();
                format!("bad FEN `{fen}`: {}", reasons.join("; "))
            })?,
        };
        let (history, view) = (History::default(), S::view);
        let mut live =
            Self { start: position, position, turn: position, words: Vec::new(), history, verdict: None, view };
        live.note_turn();
        Ok(Box::new(live))
    }

    fn note_turn(&mut self) {
        if self.position.at_turn_start() {
            self.turn = self.position;
            self.history.push(&self.position);
            self.verdict = self.history.verdict(&self.position);
        }
    }
}

impl<G: Notation> Table for Live<G> {
    fn waits(&self) -> Waits {
        match (self.position.actor(), self.verdict) {
            // The game's own end comes first: mate on the hundredth quiet move is mate.
            (Actor::Over(outcome), _) | (_, Some(outcome)) => Waits::Over(outcome),
            (Actor::Seat(seat), None) => Waits::Seat(seat.index()),
            (Actor::Table, None) => Waits::Table,
        }
    }

    fn play(&mut self, word: &str) -> Result<String, Fault> {
        let (word, seen) = match play::read(&self.position, word)? {
            Step::Action(action) => {
                let word = self.position.action_word(action);
                self.position.act(action);
                (word, None)
            }
            Step::Event(event) => {
                let word = self.position.event_word(event);
                self.position.happen(event);
                let owner = if let Actor::Seat(owner) = self.turn.turn() { Some(owner) } else { None };
                (word, owner)
            }
        };
        self.words.push((word.clone(), seen));
        self.note_turn();
        Ok(word)
    }

    fn throw(&self, rng: &mut Rng) -> String {
        self.position.event_word(self.position.sample(rng))
    }

    fn actions(&self) -> Vec<String> {
        let mut words = Vec::new();
        let _ = self.position.generate(&mut |action| {
            words.push(self.position.action_word(action));
            banneret::game::Flow::Continue(())
        });
        words
    }

    fn at_turn_start(&self) -> bool {
        self.position.at_turn_start()
    }

    fn fen(&self) -> String {
        self.turn.fen()
    }

    fn seen_by(&self, seat: usize) -> (String, Vec<String>) {
        let seat = Seat::new(seat as u8);
        let fen = (self.view)(&self.start, Viewer::Seat(seat)).fen();
        let seen = |(word, owner): &(String, Option<Seat>)| match word.strip_prefix('#') {
            Some(cards) if owner.is_some_and(|owner| owner != seat) => {
                format!("#{}", "?".repeat(cards.chars().count()))
            }
            _ => word.clone(),
        };
        (fen, self.words.iter().map(seen).collect())
    }

    fn copy(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(variant: &str) -> Rules {
        Rules::find(variant, &[]).unwrap()
    }

    /// Plays by chance and hands every table on the way to `look`.
    fn wander(rules: &Rules, steps: u32, seed: u64, look: &mut dyn FnMut(&dyn Table)) {
        let (mut table, mut rng) = (rules.open(None).unwrap(), Rng::new(seed));
        for _ in 0..steps {
            look(&*table);
            let word = match table.waits() {
                Waits::Over(_) => return,
                Waits::Table => table.throw(&mut rng),
                Waits::Seat(_) => {
                    let actions = table.actions();
                    actions[rng.below(actions.len() as u32) as usize].clone()
                }
            };
            table.play(&word).unwrap();
        }
    }

    #[test]
    fn a_seat_is_shown_no_card_of_the_other() {
        let rules = rules("battlechess");
        assert!(rules.hidden);
        let mut seen = 0;
        for seed in 0..20 {
            wander(&rules, 120, seed, &mut |table| {
                let Waits::Seat(seat) = table.waits() else { return };
                let (fen, words) = table.seen_by(seat);
                let mut shown = rules.open(Some(&fen)).unwrap();
                for word in &words {
                    shown.play(word).unwrap();
                }
                let (own, fen) = (table.fen(), shown.fen());
                let fields = |fen: &str| fen.split(' ').map(str::to_owned).collect::<Vec<_>>();
                let (mut own, mut fen) = (fields(&own), fields(&fen));
                let (own_hands, hands) = (own.remove(3), fen.remove(3));
                // What is seen is the game but for the other's cards, of which nothing is.
                assert_eq!(own, fen);
                let (own_hands, hands): (Vec<_>, Vec<_>) = (own_hands.split('/').collect(), hands.split('/').collect());
                assert_eq!(own_hands[seat], hands[seat]);
                assert_eq!(own_hands[1 - seat].len(), hands[1 - seat].len());
                assert!(hands[1 - seat].chars().all(|card| matches!(card, '?' | '-')), "{hands:?}");
                seen += u32::from(hands[1 - seat].contains('?'));
            });
        }
        assert!(seen > 500, "{seen}");
    }

    #[test]
    fn the_first_side_is_white_or_red_whoever_begins() {
        for name in names() {
            let rules = rules(name);
            assert!(matches!(rules.seats[rules.first_side], "white" | "red"), "{name}");
            assert_eq!(rules.result(Some(Rules::team(rules.first_side))), "1-0");
        }
        assert_eq!(rules("warlord").first_side, 1, "Black begins");
    }

    #[test]
    fn repetition_ends_a_game() {
        let mut table = rules("chess").open(None).unwrap();
        for word in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8".split(' ') {
            assert!(matches!(table.waits(), Waits::Seat(_)));
            table.play(word).unwrap();
        }
        assert!(matches!(table.waits(), Waits::Over(outcome) if outcome.winner.is_none()), "{:?}", table.waits());
    }

    #[test]
    fn options_are_checked() {
        let option = |name: &str, value: &str| [(name.to_owned(), value.to_owned())];
        assert!(Rules::find("chess", &option("UCI_Chess960", "true")).is_ok());
        assert!(
            Rules::find("chess", &option("UCI_Chess960", "maybe")).err().unwrap().contains("expected one of: true")
        );
        assert!(Rules::find("chess", &option("Army", "x")).err().unwrap().contains("has no option `Army`"));
    }
}
