//! What the command line says of an engine: `cmd=… name=… tc=… option.Hash=16`.

use crate::clock::Control;
use serde::{Deserialize, Serialize};

/// An engine to play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Config {
    /// What it is called in records and tables.
    pub name: String,
    /// The program.
    pub cmd: String,
    /// Its arguments.
    #[serde(default)]
    pub args: Vec<String>,
    /// The directory it is started in; the referee's own when none.
    #[serde(default)]
    pub dir: Option<String>,
    /// Options set with `setoption`, in order.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// How long it may think.
    #[serde(default)]
    pub control: Control,
}

impl Config {
    /// An engine from `key=value` words; `each` come first, so that the engine's own words win over them.
    ///
    /// # Errors
    /// A sentence that names the word and what was expected.
    pub fn parse(words: &[String], each: &[String]) -> Result<Self, String> {
        let mut config = Self {
            name: String::new(),
            cmd: String::new(),
            args: Vec::new(),
            dir: None,
            options: Vec::new(),
            control: Control::default(),
        };
        for word in each.iter().chain(words) {
            let (key, value) = word.split_once('=').ok_or_else(|| {
                format!("`{word}` is no setting of an engine; expected `key=value`, such as `cmd=./engine`")
            })?;
            config.set(key, value).map_err(|reason| format!("`{word}`: {reason}"))?;
        }
        if config.cmd.is_empty() {
            return Err(format!("an engine needs `cmd=PROGRAM`; it has only `{}`", words.join(" ")));
        }
        if config.name.is_empty() {
            config.name = config.cmd.rsplit('/').next().unwrap_or_default().to_owned();
        }
        if config.control.is_empty() {
            return Err(format!(
                "{}: no limit; expected one of `tc=10+0.1`, `st=0.1`, `nodes=10000`, `depth=6`",
                config.name
            ));
        }
        Ok(config)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "cmd" => self.cmd = value.to_owned(),
            "name" => self.name = value.to_owned(),
            "dir" => self.dir = Some(value.to_owned()),
            // cutechess: one argument a word, repeatable; fastchess: all in one. Blanks separate.
            "arg" => self.args.push(value.to_owned()),
            "args" => self.args.extend(value.split_ascii_whitespace().map(str::to_owned)),
            "proto" if value == "uci" => {}
            "proto" => return Err("only `uci` is spoken here".into()),
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => {
                    self.options.retain(|(set, _)| set != name);
                    self.options.push((name.to_owned(), value.to_owned()));
                }
                _ => return self.control.set(key, value),
            },
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn reads_the_words_of_cutechess_and_fastchess() {
        let each = words("tc=10+0.1 option.Hash=16 option.Threads=1");
        let config =
            Config::parse(&words("cmd=/opt/a/engine arg=-x arg=1 dir=/tmp option.Hash=64 proto=uci"), &each).unwrap();
        assert_eq!(config.name, "engine");
        assert_eq!(config.args, ["-x", "1"]);
        assert_eq!(config.dir.as_deref(), Some("/tmp"));
        assert_eq!(config.options, [("Threads".into(), "1".into()), ("Hash".into(), "64".into())]);
        assert_eq!(config.control.time, 10_000);
        let value_with_sign = Config::parse(&words("cmd=a option.Book=a=b.bin nodes=5"), &[]).unwrap();
        assert_eq!(value_with_sign.options, [("Book".into(), "a=b.bin".into())]);
    }

    #[test]
    fn says_what_was_expected() {
        for (text, reason) in [
            ("cmd", "`cmd` is no setting"),
            ("name=x nodes=1", "an engine needs `cmd=PROGRAM`"),
            ("cmd=x", "x: no limit"),
            ("cmd=x proto=xboard nodes=1", "`proto=xboard`: only `uci`"),
            ("cmd=x colour=red", "`colour=red`: unknown setting"),
            ("cmd=x nodes=many", "`nodes=many`: "),
        ] {
            let error = Config::parse(&words(text), &[]).unwrap_err();
            assert!(error.starts_with(reason), "{error}");
        }
    }
}
