//! The contract: what a game must say about itself for perft, search and the protocol to work with it.
//!
//! It is a handful of narrow traits, each for one reader:
//!
//! | trait | who reads it | what it says |
//! | --- | --- | --- |
//! | [`Game`] | everyone | who is to act, what they may do, what the table decides, what follows |
//! | [`Notation`] | the session | FEN, words, pictures, the self-description for front ends |
//! | [`Evaluate`] | the search | how good it looks, what to look at first |
//! | [`PerfectInfo`] or [`Hidden`] | the search | whether every seat sees everything |
//!
//! The words are those of the rules: an *action* is the smallest decision of one player, an *event* is what the
//! table (dice, deck) decides, the *actor* is whoever the position waits for, a *turn* is a player's actions from
//! the moment the turn comes to them until it passes on. A *turn start* is a position in which a turn has just come
//! to a player and nothing is pending.
//!
//! What the contract provides for:
//!
//! - **Several actions a turn.** One step of perft and search is one action. The phase of the turn, what has acted,
//!   what was last chosen in canonical order: all of it is in the position and in its [`key`](Game::key).
//!   [`at_turn_start`](Game::at_turn_start) tells the search where positions may be compared.
//! - **Answers by the other side inside a turn.** [`turn`](Game::turn) names a seat after every action; nothing
//!   assumes that seats alternate.
//! - **More than two seats in two teams.** Scores belong to a [`Team`], never to "the side to move".
//! - **Events with weights**, or events that can only be sampled: [`events`](Game::events), [`Odds`].
//! - **Hidden cards.** [`Hidden`] masks a position to what a seat may see and fills it in again.
//!
//! Positions are flat `Copy` values without pointers. There is no undo: whoever explores copies the position and
//! acts on the copy. No method marked *hot* allocates, locks or does input or output.

use crate::board::{List, Rng, Seat, Team};
use std::fmt;
use std::ops::ControlFlow;

/// What a sink answers: go on, or stop generating.
pub type Flow = ControlFlow<()>;

/// Whoever a position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// A player.
    Seat(Seat),
    /// The table: dice or deck.
    Table,
    /// Nobody: the game has ended.
    Over(Outcome),
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The team that won; none when the game is drawn.
    pub winner: Option<Team>,
    /// One lower-case word for the reason: `checkmate`, `stalemate`, `tower`, …
    pub reason: &'static str,
}

impl Outcome {
    /// A win of `team`.
    pub const fn win(team: Team, reason: &'static str) -> Self {
        Self { winner: Some(team), reason }
    }

    /// A draw.
    pub const fn draw(reason: &'static str) -> Self {
        Self { winner: None, reason }
    }
}

/// How the events listed by [`Game::events`] are distributed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Odds {
    /// Every outcome was listed; the weights add up to this total.
    Total(u32),
    /// Nothing was listed: the outcomes are too many to go through (a deal), they can only be
    /// [sampled](Game::sample).
    SampleOnly,
}

/// Why a well-formed action or event is not possible here: a sentence that names the rule that forbids it, such as
/// `no money: $3 of $5`, `a3 is not empty` or `the table must throw first`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(pub String);

/// Why a text is not a word or a FEN of the game: a sentence that says what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed(pub String);

macro_rules! sentence {
    ($($name:ident),*) => {$(
        impl $name {
            /// Wraps a sentence.
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl std::error::Error for $name {}
    )*};
}

sentence!(Refusal, Malformed);

/// The rules of a game, implemented by its position.
///
/// `Eq` compares everything a rule can tell apart *and* the counters of a FEN (quiet moves, turn number).
pub trait Game: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// The smallest decision of a player.
    type Action: Copy + Eq + fmt::Debug + Send + Sync + 'static;
    /// What the table decides. Games without dice and cards use [`NoEvent`].
    type Event: Copy + Eq + fmt::Debug + Send + Sync + 'static;
    /// A list that holds every action of any position a FEN can describe. The capacity is proved in a comment where
    /// it is chosen, with a witness position in a test.
    type Actions: List<Self::Action>;

    /// Number of seats, 2 to 4.
    const SEATS: usize;

    /// Whether a [`verdict`](Game::verdict), once given, stands whatever is played on. Where not, the result is that of the last
    /// position.
    const VERDICT_STANDS: bool = false;

    /// The team a seat plays for. Seat 0 is always of [`Team::First`].
    fn team(seat: Seat) -> Team;

    /// *Hot.* Whoever the position waits for, as far as it can be told without generating. A [`Actor::Seat`] may
    /// turn out to have no action; what that means, [`stuck`](Game::stuck) tells.
    fn turn(&self) -> Actor;

    /// *Hot.* What it means that the seat to act has no action: checkmate or stalemate, say. None when it ends
    /// nothing (unknown cards might hold a way out). Asked only when [`turn`](Game::turn) is a seat and
    /// [`generate`](Game::generate) gives nothing.
    fn stuck(&self) -> Option<Outcome>;

    /// Whoever the position waits for, with games that are over recognised as such.
    fn actor(&self) -> Actor {
        match self.turn() {
            Actor::Seat(seat) if self.generate(&mut |_| Flow::Break(())).is_continue() => {
                self.stuck().map_or(Actor::Seat(seat), Actor::Over)
            }
            actor => actor,
        }
    }

    /// *Hot.* Hands the actions the rules *generate* to `sink`, until it breaks; the flow returned is the sink's
    /// last. The order is the same every time (the transposition table stores ordinals in it). Nothing when it is
    /// not a seat's turn. Where the rules let a set be played in any order, only its canonical order is generated.
    fn generate(&self, sink: &mut impl FnMut(Self::Action) -> Flow) -> Flow;

    /// *Hot.* How many actions [`generate`](Game::generate) gives. Implementations count in bulk, by the same legality
    /// code.
    fn count(&self) -> u64 {
        let mut count = 0;
        let _ = self.generate(&mut |_| {
            count += 1;
            Flow::Continue(())
        });
        count
    }

    /// Whether the rules *accept* the action here; more than is generated where order within a phase is free.
    ///
    /// # Errors
    /// A sentence with the reason.
    fn accepts(&self, action: Self::Action) -> Result<(), Refusal>;

    /// *Hot.* Plays an accepted action and everything forced by it, up to the next real choice, event or the end.
    fn act(&mut self, action: Self::Action);

    /// *Hot.* Hands the distinct outcomes the table may decide now to `sink`, each with its weight (above zero), and says
    /// what the weights add up to. Where many throws have one effect, one event stands for all of them.
    fn events(&self, sink: &mut impl FnMut(Self::Event, u32)) -> Odds;

    /// Whether the event may happen here; also every single throw that [`events`](Game::events) summed up.
    ///
    /// # Errors
    /// A sentence with the reason.
    fn admits(&self, event: Self::Event) -> Result<(), Refusal>;

    /// *Hot.* Draws the pending event. Called only when it is the table's turn.
    fn sample(&self, rng: &mut Rng) -> Self::Event;

    /// *Hot.* Lets an admitted event happen, and everything forced by it.
    fn happen(&mut self, event: Self::Event);

    /// *Hot.* The Zobrist key over everything a rule can tell apart, kept incrementally. Not in it: the counters that only the
    /// match looks at (quiet moves, turn number).
    fn key(&self) -> u64;

    /// The same key computed from nothing but the position. For tests and assertions.
    fn fresh_key(&self) -> u64;

    /// *Hot.* Whether a turn has just come to a player and nothing is pending: what a FEN can describe.
    fn at_turn_start(&self) -> bool {
        true
    }

    /// *Hot.* How many turn starts back one could be equal to this one: the quiet counter, as a rule. 0 where repetition means
    /// nothing.
    fn reversible(&self) -> u32 {
        0
    }

    /// *Hot.* The rules of the match, asked at turn starts only: what this position is worth when it occurs for the
    /// `occurrences`-th time (1 the first time), by repetition or by its quiet counter. The generator ignores them, and
    /// so do [`turn`](Game::turn) and [`actor`](Game::actor).
    fn verdict(&self, occurrences: u32) -> Option<Outcome> {
        let _ = occurrences;
        None
    }
}

/// The event type of games in which the table decides nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoEvent {}

/// Said once in the [`Game`] of a game in which the table decides nothing: its event type and everything about events.
macro_rules! no_events {
    () => {
        type Event = $crate::game::NoEvent;

        fn events(&self, _: &mut impl FnMut(Self::Event, u32)) -> $crate::game::Odds {
            $crate::game::Odds::Total(0)
        }

        fn admits(&self, event: Self::Event) -> Result<(), $crate::game::Refusal> {
            match event {}
        }

        fn sample(&self, _: &mut $crate::board::Rng) -> Self::Event {
            unreachable!("it is never the table's turn")
        }

        fn happen(&mut self, event: Self::Event) {
            match event {}
        }
    };
}
pub(crate) use no_events;

/// A setting a variant adds to the protocol's options (`UCI_Chess960`, `WhiteArmy`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameOption {
    /// The option's name.
    pub name: &'static str,
    /// What it may be set to.
    pub kind: OptionKind,
}

/// What a [`GameOption`] may be set to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The value before anybody sets it.
        default: bool,
    },
    /// One of several words.
    Combo {
        /// The value before anybody sets it.
        default: &'static str,
        /// All values.
        vars: &'static [&'static str],
    },
}

/// What the client has set the [`GameOption`]s to.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Choices(Vec<(&'static str, String)>);

impl Choices {
    /// Sets an option; the value is one the option allows.
    pub fn set(&mut self, option: &GameOption, value: String) {
        self.0.retain(|(name, _)| *name != option.name);
        self.0.push((option.name, value));
    }

    /// The value of an option of words.
    pub fn combo<'a>(&'a self, option: &'a GameOption) -> &'a str {
        let set = self.0.iter().find(|(name, _)| *name == option.name);
        match (set, option.kind) {
            (Some((_, value)), _) => value,
            (None, OptionKind::Combo { default, .. }) => default,
            (None, OptionKind::Check { default }) => {
                if default {
                    "true"
                } else {
                    "false"
                }
            }
        }
    }

    /// The value of a check option.
    pub fn check(&self, option: &GameOption) -> bool {
        self.combo(option) == "true"
    }
}

/// Whose eyes look at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// Everything is seen.
    All,
    /// What this seat may see.
    Seat(Seat),
}

/// Text: FEN, words, pictures. Nothing here is hot; everything may allocate.
pub trait Notation: Game {
    /// The variant's name on the wire.
    const NAME: &'static str;
    /// The seats' names in turn order: `white`, `black`, `red`, …
    const SEAT_NAMES: &'static [&'static str];
    /// The options this variant adds to the protocol. Variants that share an option share the constant.
    const OPTIONS: &'static [GameOption] = &[];
    /// The rules, for people: the page of record.
    const RULES: &'static str;

    /// The start position.
    fn start(choices: &Choices) -> Self;

    /// Reads a FEN: one turn start.
    ///
    /// # Errors
    /// Every reason why it is refused, not only the first.
    fn read_fen(fen: &str, choices: &Choices) -> Result<Self, Vec<Malformed>>;

    /// Writes the FEN of a turn start. Of another position it writes what a FEN can say.
    fn fen(&self) -> String;

    /// Reads an action word. Its form is checked here and nothing else; [`Game::accepts`] says whether it may be
    /// played.
    ///
    /// # Errors
    /// What was expected instead.
    fn read_action(&self, word: &str) -> Result<Self::Action, Malformed>;

    /// Writes the word of an action, the one [`read_action`](Notation::read_action) reads.
    fn action_word(&self, action: Self::Action) -> String;

    /// Reads an event word, the `#` included.
    ///
    /// # Errors
    /// What was expected instead.
    fn read_event(&self, word: &str) -> Result<Self::Event, Malformed> {
        Err(Malformed(format!("{word}: there are no events in {}", Self::NAME)))
    }

    /// Writes the word of an event.
    fn event_word(&self, event: Self::Event) -> String;

    /// What the event, which may happen here, decides and why: a sentence for people, with the numbers behind the dice. None
    /// where its word says it all.
    fn tell(&self, event: Self::Event) -> Option<String> {
        let _ = event;
        None
    }

    /// What the position breaks of the rules for setting up, though it is not refused for it: sentences.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }

    /// One word for what the position waits for: `move`, `drops`, `retreat`, `roll`, … (a closed list in the
    /// protocol).
    fn due(&self) -> &'static str {
        "move"
    }

    /// The board as `d` shows it, several lines, without a line end after the last.
    fn picture(&self, viewer: Viewer) -> String;

    /// What a front end needs to know to draw the game and offer its actions.
    fn describe(choices: &Choices) -> Description;

    /// What stands where: one entry per piece.
    fn pieces(&self) -> Vec<Placed>;

    /// What the game has beside the board, as `viewer` sees it: purse, reserve, bank, hands, lives, … The keys are
    /// the protocol's.
    fn details(&self, viewer: Viewer) -> Vec<(&'static str, Detail)> {
        let _ = viewer;
        Vec::new()
    }
}

/// A piece on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Where: `e4`, `A3`.
    pub square: String,
    /// The letter or letters of the piece, one of [`Description::pieces`] (joined, for a warrior with two weapons).
    pub letter: String,
    /// Whose it is.
    pub seat: Seat,
    /// What else there is to know of it: facing, stack, crew, marks.
    pub details: Vec<(&'static str, Detail)>,
}

/// A value of the `state` object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Nothing.
    Null,
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Detail>),
    /// A map.
    Map(Vec<(String, Detail)>),
}

/// What a front end that knows no rules needs to draw a game and offer its actions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// The boards, the main one first.
    pub boards: Vec<Board>,
    /// The kinds of pieces.
    pub pieces: Vec<(&'static str, &'static str)>,
    /// What can be done with words that are no moves: `("drop", [("W", "warrior")])`, `("buy", …)`, `("card", …)`,
    /// `("cast", …)`, `("arm", …)`, `("throw", …)`.
    pub abilities: Vec<(&'static str, Vec<(&'static str, &'static str)>)>,
    /// For front ends that draw one board from a FEN (XBoard): see [`Display`].
    pub display: Display,
}

/// A board of a [`Description`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// Its name.
    pub name: &'static str,
    /// The files' letters from left to right.
    pub files: &'static str,
    /// The number of ranks, named from 1.
    pub ranks: u8,
}

/// One rectangular board that stands for the whole game, in the words of the line
/// `info string variant NAME files F ranks R pocket P template T startpos FEN`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Display {
    /// Its width.
    pub files: u8,
    /// Its height.
    pub ranks: u8,
    /// How many kinds of pieces can be in hand.
    pub pocket: u8,
    /// The variant the front end should take for a model: `chess`, `crazyhouse`, `fairy`.
    pub template: &'static str,
    /// A FEN in the front end's own terms (`*` for a hole in the board).
    pub startpos: String,
    /// A line per kind of piece for the front end: letter, and its move in Betza notation, where it has one:
    /// `("G", "K")`. Empty when the template says it all.
    pub moves: Vec<(&'static str, &'static str)>,
}

/// The judgement a search needs. Scores are centipawns; every method is *hot*.
pub trait Evaluate: Game {
    /// Number of slots of the history table.
    const SLOTS: usize;

    /// At how many quiet actions at least a node one ply from the leaves looks, before it leaves out the rest. More where the
    /// best of many actions is hard to guess.
    const BREADTH: i32 = 6;

    /// How good the position is for `team`, in centipawns, at most ±20 000. Exactly the negative for the other team.
    fn evaluate(&self, team: Team) -> i32;

    /// Hands to `sink` the actions that quiescence should look at: captures, kills, promotions, the end of a turn. Where
    /// [`urgent`](Evaluate::urgent), every action. A subset of what is generated, in no particular order.
    fn tactical(&self, sink: &mut impl FnMut(Self::Action) -> Flow) -> Flow;

    /// How promising the action looks before it is tried.
    fn hint(&self, action: Self::Action) -> Hint;

    /// Which slot of the history table counts the action's success, below [`SLOTS`](Evaluate::SLOTS).
    fn slot(&self, action: Self::Action) -> usize;

    /// The material that the actor wins (or, negative, loses) by the action and the best exchange after it, in
    /// centipawns. 0 where it cannot be told; such actions are never pruned for it.
    fn exchange(&self, action: Self::Action) -> i32 {
        let _ = action;
        0
    }

    /// Whether the actor must react at once (in check, say): no static evaluation is trusted here.
    fn urgent(&self) -> bool {
        false
    }

    /// The position after the actor does nothing for a whole turn, for null-move pruning; none where that is not a fair
    /// lower bound (in check, or where zugzwang is likely).
    fn null(&self) -> Option<Self> {
        None
    }

    /// Whether a search should leave the action out although it is legal, because another one is never worse.
    fn pointless(&self, action: Self::Action) -> bool {
        let _ = action;
        false
    }
}

/// A first guess at an action.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Hint {
    /// Whether it changes the balance at once (capture, promotion, kill): such actions come first and are not reduced.
    pub tactical: bool,
    /// The higher, the earlier. Tactical ones are compared with tactical ones (centipawns won, as a rule), quiet ones with
    /// quiet ones.
    pub order: i32,
}

/// A game in which every seat sees everything.
pub trait PerfectInfo: Game {}

/// A game in which seats hide things from each other. A position may hold unknown cards; a search is built from a masked
/// one only.
pub trait Hidden: Game {
    /// The position as `seat` may see it: what it may not see is unknown.
    #[must_use]
    fn mask(&self, seat: Seat) -> Self;

    /// *Hot.* A full position that fits this one: every unknown card drawn from those it could be. Changes nothing that is
    /// known.
    #[must_use]
    fn fill(&self, rng: &mut Rng) -> Self;

    /// *Hot.* A key over what `seat` may see and nothing else.
    fn info_key(&self, seat: Seat) -> u64;

    /// *Hot.* The pending event as those see it who may not see what it brings: a card drawn face down. None where everybody
    /// sees it (dice).
    fn unseen(&self) -> Option<Self::Event> {
        None
    }
}
