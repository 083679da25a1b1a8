//! The options: what they may be set to, how they are declared, how a value is read.

use super::fault::{Code, Fault};
use crate::game::{GameOption, OptionKind};

/// An option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opt {
    /// Its name; may contain blanks. Clients may write it in any case.
    pub name: &'static str,
    /// What it may be set to.
    pub kind: Kind,
}

/// What an option may be set to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Check {
        /// The value before anybody sets it.
        default: bool,
    },
    /// A number within limits.
    Spin {
        /// The value before anybody sets it.
        default: i64,
        /// The smallest.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value before anybody sets it.
        default: &'static str,
        /// All values.
        vars: Vec<&'static str>,
    },
    /// Nothing: it is pressed.
    Button,
}

/// A value that fits its option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Of a check.
    Flag(bool),
    /// Of a spin.
    Number(i64),
    /// Of a combo.
    Word(&'static str),
    /// Of a button.
    Press,
}

/// The most memory the table may be given, in MiB.
pub const MAX_HASH: i64 = 4096;

const fn spin(name: &'static str, default: i64, min: i64, max: i64) -> Opt {
    Opt { name, kind: Kind::Spin { default, min, max } }
}

const fn check(name: &'static str) -> Opt {
    Opt { name, kind: Kind::Check { default: false } }
}

/// The options of the daemon, but for `UCI_Variant` and those of the variants, which the registry knows.
pub const OPTIONS: &[Opt] = &[
    spin("Hash", 16, 1, MAX_HASH),
    spin("Threads", 1, 1, 256),
    spin("MultiPV", 1, 1, 256),
    check("Ponder"),
    spin("Move Overhead", 10, 0, 5000),
    Opt { name: "Clear Hash", kind: Kind::Button },
    check("UCI_AnalyseMode"),
    check("UCI_ShowWDL"),
    check("UCI_LimitStrength"),
    spin("UCI_Elo", 1500, 500, 2500),
    spin("Seed", 0, 0, i64::MAX),
];

/// The option that chooses the variant.
pub fn variant_option(default: &'static str, names: Vec<&'static str>) -> Opt {
    Opt { name: "UCI_Variant", kind: Kind::Combo { default, vars: names } }
}

impl From<&GameOption> for Opt {
    fn from(option: &GameOption) -> Self {
        let kind = match option.kind {
            OptionKind::Check { default } => Kind::Check { default },
            OptionKind::Combo { default, vars } => Kind::Combo { default, vars: vars.to_vec() },
        };
        Self { name: option.name, kind }
    }
}

impl Opt {
    /// The line of the answer to `uci`.
    pub fn line(&self) -> String {
        let name = self.name;
        match &self.kind {
            Kind::Check { default } => format!("option name {name} type check default {default}"),
            Kind::Spin { default, min, max } => {
                format!("option name {name} type spin default {default} min {min} max {max}")
            }
            Kind::Combo { default, vars } => {
                let vars: String = vars.iter().map(|var| format!(" var {var}")).collect();
                format!("option name {name} type combo default {default}{vars}")
            }
            Kind::Button => format!("option name {name} type button"),
        }
    }

    /// Reads a value.
    ///
    /// # Errors
    /// The option does not take it.
    pub fn read(&self, value: Option<&str>) -> Result<Value, Fault> {
        let text = value.unwrap_or_default();
        let refuse =
            |expected: String| Err(Fault::new(Code::BadValue, text, format!("{} takes {expected}", self.name)));
        match &self.kind {
            Kind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" => Ok(Value::Flag(true)),
                "false" => Ok(Value::Flag(false)),
                _ => refuse("true or false".to_owned()),
            },
            Kind::Spin { min, max, .. } => match text.parse() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(Value::Number(number)),
                _ => refuse(format!("a number from {min} to {max}")),
            },
            Kind::Combo { vars, .. } => match vars.iter().find(|var| var.eq_ignore_ascii_case(text)) {
                Some(var) => Ok(Value::Word(var)),
                None => refuse(format!("one of: {}", vars.join(" "))),
            },
            Kind::Button => Ok(Value::Press),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations() {
        assert_eq!(spin("Hash", 16, 1, 9).line(), "option name Hash type spin default 16 min 1 max 9");
        assert_eq!(check("Ponder").line(), "option name Ponder type check default false");
        assert_eq!(Opt { name: "Clear Hash", kind: Kind::Button }.line(), "option name Clear Hash type button");
        let variant = variant_option("chess", vec!["chess", "arena42"]);
        assert_eq!(variant.line(), "option name UCI_Variant type combo default chess var chess var arena42");
    }

    #[test]
    fn values() {
        let hash = spin("Hash", 16, 1, 9);
        assert_eq!(hash.read(Some("9")), Ok(Value::Number(9)));
        for bad in ["0", "10", "", "x", "9.0", "99999999999999999999"] {
            assert_eq!(hash.read(Some(bad)).unwrap_err().code, Code::BadValue, "{bad}");
        }
        assert_eq!(hash.read(None).unwrap_err().code, Code::BadValue);
        assert_eq!(check("Ponder").read(Some("True")), Ok(Value::Flag(true)));
        assert!(check("Ponder").read(Some("1")).is_err());
        let variant = variant_option("chess", vec!["chess", "arena42"]);
        assert_eq!(variant.read(Some("Arena42")), Ok(Value::Word("arena42")));
        assert!(variant.read(Some("go")).is_err());
    }

    #[test]
    fn defaults_are_values() {
        for option in OPTIONS {
            if let Kind::Spin { default, min, max } = option.kind {
                assert!((min..=max).contains(&default), "{}", option.name);
            }
        }
    }
}
