//! Lines to commands.

use super::command::{Base, COMMANDS, Command, Level, Spec, Verb};
use super::fault::{Code, Fault};
use super::{Go, Mode};

/// A line understood: which command it is, and what it says or why it says nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// The command.
    pub verb: Verb,
    /// What it says.
    pub command: Result<Command, Fault>,
}

/// Reads a line. Nothing for a blank one.
///
/// # Errors
/// The first word is no command.
pub fn parse(line: &str, mode: Mode) -> Result<Option<Parsed>, Fault> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((&first, rest)) = words.split_first() else { return Ok(None) };
    let Some(spec) = COMMANDS.iter().find(|spec| spec.word == first) else {
        return Err(Fault::new(Code::UnknownCommand, first, "there is no such command"));
    };
    if spec.level == Level::Xuci && mode == Mode::Plain {
        return Err(Fault::new(Code::UnknownCommand, first, "this command exists after xuci only"));
    }
    Ok(Some(Parsed { verb: spec.verb, command: read(*spec, rest, mode) }))
}

fn read(spec: Spec, words: &[&str], mode: Mode) -> Result<Command, Fault> {
    let reader = Reader { spec, mode };
    match spec.verb {
        Verb::Uci => reader.alone(words, Command::Uci),
        Verb::Xuci => reader.alone(words, Command::Xuci),
        Verb::IsReady => reader.alone(words, Command::IsReady),
        Verb::UciNewGame => reader.alone(words, Command::UciNewGame),
        Verb::Stop => reader.alone(words, Command::Stop),
        Verb::PonderHit => reader.alone(words, Command::PonderHit),
        Verb::Quit => reader.alone(words, Command::Quit),
        Verb::Show => reader.alone(words, Command::Show),
        Verb::Eval => reader.alone(words, Command::Eval),
        Verb::Variants => reader.alone(words, Command::Variants),
        Verb::State => reader.alone(words, Command::State),
        Verb::Actions => reader.alone(words, Command::Actions),
        Verb::Throw => reader.alone(words, Command::Throw),
        Verb::End => reader.alone(words, Command::Play(vec!["end".to_owned()])),
        Verb::Pass => reader.alone(words, Command::Play(vec!["pass".to_owned()])),
        Verb::Register => Ok(Command::Register),
        Verb::Debug => match words.split_first() {
            None => Ok(Command::Debug(true)),
            Some((&"on", rest)) => reader.alone(rest, Command::Debug(true)),
            Some((&"off", rest)) => reader.alone(rest, Command::Debug(false)),
            Some((&word, _)) => Err(reader.syntax(word)),
        },
        Verb::SetOption => reader.set_option(words),
        Verb::Position => reader.position(words),
        Verb::Go => {
            let go = Go::parse(words, mode)?;
            Ok(match go.perft {
                Some(depth) => Command::Count { depth, divide: true },
                None => Command::Go(Box::new(go)),
            })
        }
        Verb::Perft => reader.one(words, |word| Ok(Command::Count { depth: whole("perft", word)?, divide: false })),
        Verb::Divide => reader.one(words, |word| Ok(Command::Count { depth: whole("divide", word)?, divide: true })),
        Verb::Helpmate => reader.one(words, |word| Ok(Command::Helpmate(whole("helpmate", word)?))),
        Verb::Viewer => reader.one(words, |word| Ok(Command::Viewer(word.to_owned()))),
        Verb::Bench => {
            reader.at_most_one(words, |word| Ok(Command::Bench(word.map(|word| whole("bench", word)).transpose()?)))
        }
        Verb::Describe => reader.at_most_one(words, |word| Ok(Command::Describe(word.map(str::to_owned)))),
        Verb::Undo => {
            reader.at_most_one(words, |word| Ok(Command::Undo(word.map_or(Ok(1), |word| whole("undo", word))?)))
        }
        Verb::Play => match game_words(words) {
            words if words.is_empty() => Err(reader.syntax("")),
            words => Ok(Command::Play(words)),
        },
        Verb::Drop => match words {
            [piece, square, rest @ ..] => reader.word(rest, format!("{piece}@{square}")),
            _ => Err(reader.syntax("")),
        },
        Verb::Arm => match words {
            [weapon, square] => reader.word(&[], format!("{weapon}@{square}")),
            [weapon, square, facing, rest @ ..] => reader.word(rest, format!("{weapon}@{square}{facing}")),
            _ => Err(reader.syntax("")),
        },
        Verb::Buy => match words {
            [thing, "reissued", rest @ ..] => reader.word(rest, format!("${thing}*")),
            [thing, rest @ ..] => reader.word(rest, format!("${thing}")),
            _ => Err(reader.syntax("")),
        },
        Verb::Roll => match words {
            [] => Err(reader.syntax("")),
            dice => reader.word(&[], format!("#{}", dice.concat())),
        },
        Verb::Card => match words {
            ["draw", rest @ ..] => reader.word(rest, "draw".to_owned()),
            ["swap", ranks @ ..] if !ranks.is_empty() => reader.word(&[], format!("swap:{}", ranks.concat())),
            ["deal", seat, ranks @ ..] if !ranks.is_empty() => {
                Ok(Command::Deal((*seat).to_owned(), format!("#{}", ranks.concat())))
            }
            ["swap" | "deal", ..] | [] => Err(reader.syntax("")),
            [rank] => reader.word(&[], (*rank).to_owned()),
            [rank, square] => reader.word(&[], format!("{rank}:{square}")),
            [rank, from, to, rest @ ..] => reader.word(rest, format!("{rank}:{from}{to}")),
        },
    }
}

struct Reader {
    spec: Spec,
    mode: Mode,
}

impl Reader {
    /// A command whose words have been read; more of them are too many.
    fn alone(&self, rest: &[&str], command: Command) -> Result<Command, Fault> {
        match rest.first() {
            Some(word) if self.mode == Mode::Extended => {
                Err(Fault::new(Code::UnexpectedWord, word, format!("the command is: {}", self.spec.syntax)))
            }
            _ => Ok(command),
        }
    }

    fn word(&self, rest: &[&str], word: String) -> Result<Command, Fault> {
        self.alone(rest, Command::Play(vec![word]))
    }

    fn one(&self, words: &[&str], read: impl FnOnce(&str) -> Result<Command, Fault>) -> Result<Command, Fault> {
        match words.split_first() {
            Some((word, rest)) => self.alone(rest, read(word)?),
            None => Err(self.syntax("")),
        }
    }

    fn at_most_one(
        &self,
        words: &[&str],
        read: impl FnOnce(Option<&str>) -> Result<Command, Fault>,
    ) -> Result<Command, Fault> {
        let rest = words.get(1..).unwrap_or_default();
        self.alone(rest, read(words.first().copied())?)
    }

    fn syntax(&self, token: &str) -> Fault {
        Fault::new(Code::Syntax, token, format!("the command is: {}", self.spec.syntax))
    }

    /// Names and values may contain blanks: a name ends at `value`, a value at the end of the line.
    fn set_option(&self, words: &[&str]) -> Result<Command, Fault> {
        let Some((&"name", rest)) = words.split_first() else {
            return Err(self.syntax(words.first().copied().unwrap_or_default()));
        };
        let mut halves = rest.splitn(2, |word| *word == "value");
        let name = halves.next().unwrap_or_default().join(" ");
        let value = halves.next().map(|words| words.join(" "));
        if name.is_empty() { Err(self.syntax("name")) } else { Ok(Command::SetOption(name, value)) }
    }

    fn position(&self, words: &[&str]) -> Result<Command, Fault> {
        let (base, rest) = match words {
            ["startpos", rest @ ..] => (Base::Start, rest),
            ["fen", rest @ ..] => {
                let end = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
                let (fen, rest) = rest.split_at(end);
                if fen.is_empty() {
                    return Err(self.syntax("fen"));
                }
                (Base::Fen(fen.join(" ")), rest)
            }
            _ => return Err(self.syntax(words.first().copied().unwrap_or_default())),
        };
        match rest {
            ["moves", words @ ..] => Ok(Command::Position(base, game_words(words))),
            _ => self.alone(rest, Command::Position(base, Vec::new())),
        }
    }
}

/// Words of a game: comma and blank separate alike.
fn game_words(words: &[&str]) -> Vec<String> {
    words.iter().flat_map(|word| word.split(',')).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// A number; beyond the ends of the range it is the end.
pub(super) fn number(field: &str, word: &str) -> Result<i64, Fault> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let token = if word.is_empty() { field } else { word };
        return Err(Fault::new(Code::BadNumber, token, format!("{field} needs a number")));
    }
    Ok(word.parse().unwrap_or(if word.starts_with('-') { i64::MIN } else { i64::MAX }))
}

/// A number that cannot be below zero.
pub(super) fn whole(field: &str, word: &str) -> Result<u32, Fault> {
    let value = number(field, word)?;
    if value < 0 {
        return Err(Fault::new(Code::BadNumber, word, format!("{field} needs a number of at least 0")));
    }
    Ok(u32::try_from(value).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn ok(line: &str) -> Command {
        parse(line, Mode::Extended).unwrap().unwrap().command.unwrap()
    }

    fn fault(line: &str, mode: Mode) -> Fault {
        match parse(line, mode) {
            Err(fault) => fault,
            Ok(parsed) => parsed.unwrap().command.unwrap_err(),
        }
    }

    fn words(list: &[&str]) -> Vec<String> {
        list.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn first_words_differ_and_begin_their_syntax() {
        let names: HashSet<_> = COMMANDS.iter().map(|spec| spec.word).collect();
        assert_eq!(names.len(), COMMANDS.len());
        for spec in COMMANDS {
            assert!(spec.syntax == spec.word || spec.syntax.starts_with(&format!("{} ", spec.word)), "{}", spec.word);
            assert_eq!(spec.verb.spec(), *spec);
            assert!(!spec.word.starts_with("x-"), "x- is for others");
        }
    }

    #[test]
    fn blank_lines_say_nothing_and_any_white_space_separates() {
        for blank in ["", " ", "\t \r", "\u{A0}\u{3000}"] {
            assert_eq!(parse(blank, Mode::Plain), Ok(None));
        }
        let position = Command::Position(Base::Start, words(&["e2e4", "e7e5"]));
        assert_eq!(ok("position startpos moves e2e4 e7e5"), position);
        assert_eq!(ok("\t position\t\tstartpos \u{A0}moves\r e2e4\u{2003}e7e5 \t"), position);
    }

    #[test]
    fn unknown_commands_are_named() {
        for line in ["hello", "x-private", "UCI", "positions startpos", "💥"] {
            let fault = fault(line, Mode::Extended);
            assert_eq!(fault.code, Code::UnknownCommand);
            assert_eq!(fault.token, line.split(' ').next().unwrap());
        }
        for spec in COMMANDS.iter().filter(|spec| spec.level == Level::Xuci) {
            assert_eq!(fault(spec.word, Mode::Plain).code, Code::UnknownCommand, "{}", spec.word);
        }
    }

    #[test]
    fn a_trailing_word_is_skipped_in_plain_uci_and_an_error_after_xuci() {
        for line in
            ["uci", "isready", "stop", "quit", "ucinewgame", "d", "perft 3", "bench 4", "position startpos", "debug on"]
        {
            let junk = format!("{line} junk");
            assert_eq!(parse(&junk, Mode::Plain), parse(line, Mode::Plain), "{junk}");
            let fault = fault(&junk, Mode::Extended);
            assert_eq!((fault.code, fault.token.as_str()), (Code::UnexpectedWord, "junk"), "{junk}");
        }
        for line in [
            "state",
            "actions",
            "throw",
            "end",
            "pass",
            "undo 2",
            "viewer all",
            "drop W d4",
            "buy R reissued",
            "card draw",
        ] {
            assert_eq!(fault(&format!("{line} junk"), Mode::Extended).code, Code::UnexpectedWord, "{line}");
        }
    }

    #[test]
    fn positions() {
        assert_eq!(ok("position startpos"), Command::Position(Base::Start, vec![]));
        assert_eq!(ok("position startpos moves"), Command::Position(Base::Start, vec![]));
        assert_eq!(
            ok("position startpos moves e1e2,$N,end a b"),
            Command::Position(Base::Start, words(&["e1e2", "$N", "end", "a", "b"]))
        );
        // Commas separate words of the game only: a FEN may contain them.
        let fen = Base::Fen("3,bK,4/8 r 1/1".to_owned());
        assert_eq!(ok("position fen 3,bK,4/8   r 1/1 moves ,a,,b,"), Command::Position(fen, words(&["a", "b"])));
        for bad in ["position", "position fen", "position fen moves e2e4", "position moves e2e4", "position sfen x"] {
            assert_eq!(fault(bad, Mode::Plain).code, Code::Syntax, "{bad}");
        }
    }

    #[test]
    fn options_have_names_of_several_words() {
        let set = |name: &str, value: Option<&str>| Command::SetOption(name.to_owned(), value.map(str::to_owned));
        assert_eq!(ok("setoption name Hash value 64"), set("Hash", Some("64")));
        assert_eq!(ok("setoption name Move  Overhead value 10"), set("Move Overhead", Some("10")));
        assert_eq!(ok("setoption name Clear Hash"), set("Clear Hash", None));
        assert_eq!(ok("setoption name X value a value b"), set("X", Some("a value b")));
        assert_eq!(ok("setoption name X value"), set("X", Some("")));
        for bad in ["setoption", "setoption Hash 64", "setoption name", "setoption name value 3"] {
            assert_eq!(fault(bad, Mode::Plain).code, Code::Syntax, "{bad}");
        }
    }

    #[test]
    fn the_same_as_play_spelled_out() {
        for (line, word) in [
            ("drop W d4", "W@d4"),
            ("arm R d4", "R@d4"),
            ("arm S d4 n", "S@d4n"),
            ("buy R", "$R"),
            ("buy R reissued", "$R*"),
            ("card A e5", "A:e5"),
            ("card K a1 d4", "K:a1d4"),
            ("card X", "X"),
            ("card draw", "draw"),
            ("card swap 3 5 7", "swap:357"),
            ("card swap 357", "swap:357"),
            ("roll 5 2", "#52"),
            ("roll 52", "#52"),
            ("end", "end"),
            ("pass", "pass"),
            ("play #52", "#52"),
        ] {
            assert_eq!(ok(line), Command::Play(vec![word.to_owned()]), "{line}");
        }
        assert_eq!(ok("play e1e2,$N end"), Command::Play(words(&["e1e2", "$N", "end"])));
        assert_eq!(ok("card deal white A 2 ?"), Command::Deal("white".into(), "#A2?".into()));
        for bad in [
            "play",
            "play ,",
            "drop W",
            "arm R",
            "buy",
            "roll",
            "card",
            "card swap",
            "card deal white",
            "undo x",
            "perft",
            "viewer",
        ] {
            let fault = fault(bad, Mode::Extended);
            assert!(matches!(fault.code, Code::Syntax | Code::BadNumber), "{bad}: {fault}");
        }
    }
}
