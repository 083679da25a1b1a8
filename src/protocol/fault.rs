//! What can go wrong: the closed list of error codes.

use std::fmt;

macro_rules! codes {
    ($($name:ident $word:literal $help:literal,)*) => {
        /// The code of an error. The list is closed: within a version of the protocol it only grows.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Code {
            $(#[doc = $help] $name,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The code's word on the wire.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }

            /// When it is used.
            pub const fn help(self) -> &'static str {
                match self {
                    $(Self::$name => $help,)*
                }
            }
        }
    };
}

codes! {
    UnknownCommand "unknown-command" "The first word of the line is no command, or one of the extension before `xuci`.",
    Syntax "syntax" "A word is missing, or stands where another was expected.",
    UnexpectedWord "unexpected-word" "A word too many (after `xuci` only; in plain UCI it is skipped).",
    BadNumber "bad-number" "Not a number, or not one that makes sense here.",
    LineTooLong "line-too-long" "The line has more than 1 MiB; all of it was dropped.",
    NotUtf8 "not-utf8" "The line is not UTF-8; all of it was dropped.",
    UnknownOption "unknown-option" "There is no option of this name.",
    BadValue "bad-value" "The option does not take this value; it keeps the one it has.",
    UnknownVariant "unknown-variant" "There is no variant of this name.",
    UnknownSeat "unknown-seat" "The variant has no seat of this name.",
    Busy "busy" "Not while a search is running; nothing has changed.",
    NoPosition "no-position" "The last position was refused and no good one has come since.",
    BadFen "bad-fen" "The FEN is refused; the sentence gives every reason.",
    BadWord "bad-word" "Not a word of this variant.",
    Illegal "illegal" "A word of this variant, but not possible here.",
    NotDue "not-due" "The table has nothing to throw or deal here.",
    NothingToUndo "nothing-to-undo" "Fewer actions and events have been played than are to be taken back.",
    SampleOnly "sample-only" "The count would have to go through a deal, whose outcomes cannot be listed.",
    Stopped "stopped" "The count was stopped before its end.",
    NoMemory "no-memory" "The system refuses the memory asked for; a smaller table is used.",
    Internal "internal" "A bug in the engine; the daemon goes on.",
}

/// An error: `error <code> <token> <sentence>`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Which kind.
    pub code: Code,
    /// The word that is to blame: one word, `-` where there is none.
    pub token: String,
    /// A sentence for people.
    pub sentence: String,
}

/// The most characters of a client's word that an error repeats.
const TOKEN: usize = 64;

impl Fault {
    /// An error about `token`, which may be any text.
    pub fn new(code: Code, token: &str, sentence: impl fmt::Display) -> Self {
        Self { code, token: shorten(token), sentence: tame(&sentence.to_string()) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error {} {} {}", self.code.word(), self.token, self.sentence)
    }
}

/// One printable word of reasonable length.
pub fn shorten(token: &str) -> String {
    let mut word: String = token.chars().take(TOKEN).map(printable).collect();
    word.retain(|c| c != ' ');
    if token.chars().nth(TOKEN).is_some() {
        word.push('…');
    }
    if word.is_empty() { "-".to_owned() } else { word }
}

/// One printable line: a client's word may be part of a sentence.
fn tame(sentence: &str) -> String {
    const SENTENCE: usize = 2000;
    let mut text: String = sentence.chars().take(SENTENCE).map(printable).collect();
    if sentence.chars().nth(SENTENCE).is_some() {
        text.push('…');
    }
    text.trim().to_owned()
}

fn printable(c: char) -> char {
    if c.is_whitespace() {
        ' '
    } else if c.is_control() {
        '\u{FFFD}'
    } else {
        c
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn codes_are_single_words_and_differ() {
        let words: HashSet<_> = Code::ALL.iter().map(|code| code.word()).collect();
        assert_eq!(words.len(), Code::ALL.len());
        for word in words {
            assert!(
                word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-' || byte.is_ascii_digit()),
                "{word}"
            );
        }
    }

    #[test]
    fn an_error_is_one_line_whatever_the_token() {
        for token in ["", " ", "a b", "a\tb\n", "\0\u{7}", &"x".repeat(100_000), "\u{2028}\u{A0}"] {
            let text = Fault::new(Code::BadWord, token, format!("{token} is not a word\n")).to_string();
            assert!(!text.contains(['\n', '\t', '\0']), "{text:?}");
            assert_eq!(text.trim_end(), text);
            let words: Vec<_> = text.split(' ').take(3).collect();
            assert_eq!(words[..2], ["error", "bad-word"]);
            assert!(!words[2].is_empty() && words[2].chars().count() <= TOKEN + 1);
            assert!(text.len() < 10_000);
        }
    }
}
