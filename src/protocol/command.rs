//! The commands: one table, and what a line says once it is understood.

use super::Go;

/// Since when a command exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// UCI.
    Uci,
    /// Not UCI, but there for people from the start, as in other engines.
    People,
    /// The extension: after `xuci`.
    Xuci,
}

impl Level {
    /// The level's word in the spec.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::People => "people",
            Self::Xuci => "xuci",
        }
    }
}

/// A command as the client knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    /// What it is.
    pub verb: Verb,
    /// Its first word.
    pub word: &'static str,
    /// Since when it exists.
    pub level: Level,
    /// The whole line: capitals stand for something, brackets mean "or not", dots "and more of the same".
    pub syntax: &'static str,
    /// What it does.
    pub help: &'static str,
}

macro_rules! commands {
    ($($verb:ident $word:literal $level:ident $syntax:literal $help:literal,)*) => {
        /// The first word of a command.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Verb {
            $(#[doc = $help] $verb,)*
        }

        /// Every command.
        pub const COMMANDS: &[Spec] = &[$(
            Spec { verb: Verb::$verb, word: $word, level: Level::$level, syntax: $syntax, help: $help },
        )*];

        impl Verb {
            /// The command's entry in [`COMMANDS`].
            pub const fn spec(self) -> Spec {
                match self {
                    $(Self::$verb => {
                        Spec { verb: Verb::$verb, word: $word, level: Level::$level, syntax: $syntax, help: $help }
                    })*
                }
            }
        }
    };
}

commands! {
    Uci "uci" Uci "uci" "Tells name, author and options, then `uciok`.",
    Xuci "xuci" Uci "xuci" "Begins the extension: version, features, then `xuciok`.",
    Debug "debug" Uci "debug [on | off]" "Switches the log lines for people on or off.",
    IsReady "isready" Uci "isready" "Answers `readyok`.",
    SetOption "setoption" Uci "setoption name NAME [value VALUE]" "Sets an option.",
    Register "register" Uci "register …" "Nothing: there is nothing to register.",
    UciNewGame "ucinewgame" Uci "ucinewgame" "Forgets what was learnt; the start position is set up.",
    Position "position" Uci "position startpos | fen FEN [moves WORD…]" "Sets the position up, all or nothing.",
    Go "go" Uci "go FIELD…" "Searches, or counts (`go perft N`).",
    Stop "stop" Uci "stop" "Ends the search, which then answers.",
    PonderHit "ponderhit" Uci "ponderhit" "The expected move was played: the search goes on on its own clock.",
    Quit "quit" Uci "quit" "Ends the daemon.",
    Show "d" People "d" "Shows the position.",
    Eval "eval" People "eval" "Judges the position without a search.",
    Perft "perft" People "perft N" "Counts the sequences of N actions.",
    Divide "divide" People "divide N" "The same, split by the first action, or by the event that is pending.",
    Bench "bench" People "bench [DEPTH]" "Searches every variant's start position; the sum of the nodes is the engine's signature.",
    Variants "variants" Xuci "variants" "Lists the variants.",
    Describe "describe" Xuci "describe [VARIANT]" "Tells a front end how to draw a variant and offer its actions.",
    State "state" Xuci "state" "Tells all there is to know of the position.",
    Actions "actions" Xuci "actions" "Lists the actions that are generated.",
    Play "play" Xuci "play WORD…" "Plays actions and events, all or nothing.",
    Drop "drop" Xuci "drop PIECE SQUARE" "Plays `PIECE@SQUARE`.",
    Arm "arm" Xuci "arm WEAPON SQUARE [FACING]" "Plays `WEAPON@SQUAREFACING`.",
    Buy "buy" Xuci "buy THING [reissued]" "Plays `$THING`, with a star when reissued.",
    Card "card" Xuci "card RANK [SQUARE [SQUARE]] | card draw | card swap RANK… | card deal SEAT RANK…"
        "Plays a card, draws, swaps, or deals.",
    Roll "roll" Xuci "roll DIE…" "Lets the table throw these dice.",
    End "end" Xuci "end" "Plays `end`.",
    Pass "pass" Xuci "pass" "Plays `pass`.",
    Throw "throw" Xuci "throw" "Lets the table throw or deal by its own generator.",
    Undo "undo" Xuci "undo [N]" "Takes back the last N actions and events.",
    Viewer "viewer" Xuci "viewer SEAT | all" "Chooses whose eyes look.",
    Helpmate "helpmate" Xuci "helpmate N" "Looks for a win within N actions with everybody helping.",
}

/// Where a position starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Base {
    /// The variant's start position.
    Start,
    /// A FEN.
    Fen(String),
}

/// What a line says. Words of a game are kept as text: which game it is, is not known here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`
    Uci,
    /// `xuci`
    Xuci,
    /// `debug`: on or off.
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption`: name and value.
    SetOption(String, Option<String>),
    /// `register`
    Register,
    /// `ucinewgame`
    UciNewGame,
    /// `position`: the start and the words since.
    Position(Base, Vec<String>),
    /// `go`
    Go(Box<Go>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `d`
    Show,
    /// `eval`
    Eval,
    /// `perft` or `go perft` or `divide`.
    Count {
        /// Actions deep.
        depth: u32,
        /// Split by the first action.
        divide: bool,
    },
    /// `bench`: the depth, if given.
    Bench(Option<u32>),
    /// `variants`
    Variants,
    /// `describe`: the variant, if given.
    Describe(Option<String>),
    /// `state`
    State,
    /// `actions`
    Actions,
    /// `play` and everything spelled otherwise that means the same.
    Play(Vec<String>),
    /// `card deal`: the seat that gets the cards, and the event's word.
    Deal(String, String),
    /// `throw`
    Throw,
    /// `undo`: how many.
    Undo(u32),
    /// `viewer`: a seat or `all`.
    Viewer(String),
    /// `helpmate`: how many actions.
    Helpmate(u32),
}
