//! `key=value` words after an option, as cutechess-cli and fastchess have them.

use crate::job::{Draw, Openings, Order, Resign};
use crate::openings;
use crate::stats::{Model, Sprt};
use std::fs;
use std::str::FromStr;

/// The words of one option.
pub(super) struct Words<'a> {
    option: &'static str,
    words: Vec<(&'a str, &'a str)>,
}

impl<'a> Words<'a> {
    /// Reads the words of `option`; only keys in `known` are allowed.
    pub(super) fn read(option: &'static str, words: &'a [String], known: &[&str]) -> Result<Self, String> {
        let read = |word: &'a String| {
            let (key, value) = word.split_once('=').ok_or_else(|| format!("{option}: `{word}` is no `key=value`"))?;
            if known.contains(&key) {
                Ok((key, value))
            } else {
                Err(format!("{option}: `{key}` is not known; expected: {}", known.join(" ")))
            }
        };
        Ok(Self { option, words: words.iter().map(read).collect::<Result<_, _>>()? })
    }

    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&'a str> {
        self.words.iter().rev().find(|(known, _)| *known == key).map(|(_, value)| *value)
    }

    fn parse<T: FromStr>(&self, key: &str) -> Result<Option<T>, String> {
        let parse = |value: &str| value.parse().map_err(|_| format!("{}: `{key}={value}` makes no sense", self.option));
        self.get(key).map(parse).transpose()
    }

    fn need<T: FromStr>(&self, key: &str) -> Result<T, String> {
        self.parse(key)?.ok_or_else(|| format!("{}: `{key}=` is missing", self.option))
    }
}

/// `--openings file=F order=random start=1 random=4`
pub(super) fn openings(words: &[String]) -> Result<Openings, String> {
    let words = Words::read("--openings", words, &["file", "format", "order", "start", "random"])?;
    if let Some(format) = words.get("format").filter(|format| !matches!(*format, "epd" | "fen")) {
        return Err(format!("--openings: `format={format}` is not read; a line of an opening file is `FEN [moves …]`"));
    }
    let lines = match words.get("file") {
        None => Vec::new(),
        Some(file) => {
            let lines = openings::lines(&fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?);
            if lines.is_empty() {
                return Err(format!("{file}: no openings"));
            }
            lines
        }
    };
    let order = match words.get("order") {
        None | Some("sequential") => Order::Sequential,
        Some("random") => Order::Random,
        Some(order) => return Err(format!("--openings: `order={order}`; expected sequential or random")),
    };
    Ok(Openings {
        lines,
        order,
        start: words.parse("start")?.unwrap_or(1),
        random: words.parse("random")?.unwrap_or(0),
    })
}

/// `--sprt elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`
pub(super) fn sprt(words: &[String]) -> Result<Option<Sprt>, String> {
    if words.is_empty() {
        return Ok(None);
    }
    let words = Words::read("--sprt", words, &["elo0", "elo1", "alpha", "beta", "model"])?;
    let model = match words.get("model") {
        None | Some("normalized") => Model::Normalized,
        Some("logistic") => Model::Logistic,
        Some(model) => return Err(format!("--sprt: `model={model}`; expected normalized or logistic")),
    };
    let rate = |key| words.parse::<f64>(key).map(|rate| rate.unwrap_or(0.05));
    let sprt = Sprt {
        elo0: words.need("elo0")?,
        elo1: words.need("elo1")?,
        alpha: rate("alpha")?,
        beta: rate("beta")?,
        model,
    };
    let rates = 0.0..0.5;
    if !(sprt.elo0 < sprt.elo1
        && rates.contains(&sprt.alpha)
        && rates.contains(&sprt.beta)
        && sprt.alpha * sprt.beta > 0.0)
    {
        return Err("--sprt: expected elo0 < elo1, and alpha and beta between 0 and 0.5".into());
    }
    Ok(Some(sprt))
}

/// `--resign movecount=3 score=400 twosided=true`
pub(super) fn resign(words: &[String]) -> Result<Option<Resign>, String> {
    if words.is_empty() {
        return Ok(None);
    }
    let words = Words::read("--resign", words, &["movecount", "score", "twosided"])?;
    let (movecount, score) = (words.need("movecount")?, words.need("score")?);
    Ok(Some(Resign { movecount, score, twosided: words.parse("twosided")?.unwrap_or(false) }))
}

/// `--draw movenumber=34 movecount=8 score=20`
pub(super) fn draw(words: &[String]) -> Result<Option<Draw>, String> {
    if words.is_empty() {
        return Ok(None);
    }
    let words = Words::read("--draw", words, &["movenumber", "movecount", "score"])?;
    let (movecount, score) = (words.need("movecount")?, words.need("score")?);
    Ok(Some(Draw { movenumber: words.parse("movenumber")?.unwrap_or(0), movecount, score }))
}

/// `--patience start=10 answer=60`, in seconds; milliseconds.
pub(super) fn patience(words: &[String]) -> Result<(u64, u64), String> {
    let words = Words::read("--patience", words, &["start", "answer"])?;
    let seconds = |key, default: f64| {
        let seconds = words.parse::<f64>(key)?.unwrap_or(default);
        if (0.001..1e6).contains(&seconds) {
            Ok((seconds * 1000.0) as u64)
        } else {
            Err(format!("--patience: `{key}={seconds}`"))
        }
    };
    Ok((seconds("start", 10.0)?, seconds("answer", 60.0)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn reads_the_words_of_cutechess_and_fastchess() {
        let test = sprt(&words("elo0=0 elo1=5 alpha=0.1 beta=0.05")).unwrap().unwrap();
        assert_eq!((test.elo0, test.elo1, test.alpha, test.model), (0.0, 5.0, 0.1, Model::Normalized));
        assert_eq!(
            resign(&words("movecount=3 score=400")).unwrap(),
            Some(Resign { movecount: 3, score: 400, twosided: false })
        );
        let level = Draw { movenumber: 34, movecount: 8, score: 20 };
        assert_eq!(draw(&words("movenumber=34 movecount=8 score=20")).unwrap(), Some(level));
        assert_eq!(openings(&words("order=random random=4")).unwrap().random, 4);
        assert_eq!(patience(&words("answer=0.5")).unwrap(), (10_000, 500));
    }

    #[test]
    fn says_what_was_expected() {
        for (error, start) in [
            (sprt(&words("elo0=0")).unwrap_err(), "--sprt: `elo1=` is missing"),
            (sprt(&words("elo0=5 elo1=0")).unwrap_err(), "--sprt: expected elo0 < elo1"),
            (sprt(&words("elo0=0 elo1=1 beta=0")).unwrap_err(), "--sprt: expected elo0 < elo1"),
            (sprt(&words("elo0=x elo1=1")).unwrap_err(), "--sprt: `elo0=x` makes no sense"),
            (resign(&words("score")).unwrap_err(), "--resign: `score` is no `key=value`"),
            (draw(&words("moves=1")).unwrap_err(), "--draw: `moves` is not known"),
            (openings(&words("file=/nowhere/x.epd")).unwrap_err(), "/nowhere/x.epd: "),
            (openings(&words("format=pgn")).unwrap_err(), "--openings: `format=pgn` is not read"),
            (openings(&words("order=best")).unwrap_err(), "--openings: `order=best`"),
        ] {
            assert!(error.starts_with(start), "{error}");
        }
    }
}
