//! The options as the client has set them.

use crate::game::Choices;
use crate::protocol::options::{self, OPTIONS, Opt, Value};
use crate::protocol::{Code, Fault};
use crate::search::Settings;
use crate::session::{Engine, Memory};
use crate::variants::{self, VARIANTS, Variant};
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::Duration;

// The limits of the protocol are those of the search.
const _: () = {
    assert!(Settings::MAX_THREADS == 256 && Settings::MAX_MULTIPV == 256);
    assert!(Settings::MIN_ELO == 500 && Settings::MAX_ELO == 2500);
    assert!(Settings::DEFAULT_OVERHEAD.as_millis() == 10);
};

/// What an option has brought about, beyond its own value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// The variant has changed.
    Variant,
    /// The session's options have changed.
    Session,
}

/// The options.
pub(super) struct Setup {
    pub(super) variant: &'static Variant,
    pub(super) choices: Choices,
    pub(super) engine: Engine,
    /// The seed of the table; 0: another one every time.
    pub(super) seed: u64,
    limit_strength: bool,
    elo: u32,
}

impl Setup {
    /// The options before anybody sets them; none when there is no variant at all.
    pub(super) fn new() -> Option<Self> {
        Some(Self {
            variant: VARIANTS.first()?,
            choices: Choices::default(),
            engine: Engine {
                settings: Settings { seed: 0, ..Settings::default() },
                memory: Arc::new(Mutex::new(Memory::default())),
            },
            seed: 0,
            limit_strength: false,
            elo: 1500,
        })
    }

    /// Every option, in the order in which they are declared.
    pub(super) fn all() -> Vec<Opt> {
        let names: Vec<&str> = VARIANTS.iter().map(|variant| variant.name).collect();
        let mut all = OPTIONS.to_vec();
        all.push(options::variant_option(names.first().copied().unwrap_or_default(), names));
        all.extend(variants::options().into_iter().map(Opt::from));
        all
    }

    /// Sets an option.
    ///
    /// # Errors
    /// There is no such option, or it does not take the value; nothing has changed.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, Fault> {
        let all = Self::all();
        let Some(option) = all.iter().find(|option| option.name.eq_ignore_ascii_case(name)) else {
            return Err(Fault::new(Code::UnknownOption, name, "there is no such option"));
        };
        if option.name == "UCI_Variant" {
            return self.set_variant(value.unwrap_or_default());
        }
        let value = option.read(value)?;
        let settings = &mut self.engine.settings;
        let count = |number: i64| usize::try_from(number).unwrap_or(1);
        match (option.name, value) {
            ("Hash", Value::Number(mib)) => self.engine.memory.lock().resize(count(mib)),
            ("Clear Hash", _) => self.engine.memory.lock().clear(),
            ("Threads", Value::Number(threads)) => settings.threads = count(threads),
            ("MultiPV", Value::Number(lines)) => settings.multipv = count(lines),
            ("Move Overhead", Value::Number(time)) => settings.overhead = Duration::from_millis(time.unsigned_abs()),
            ("UCI_AnalyseMode", Value::Flag(on)) => settings.analyse = on,
            ("UCI_ShowWDL", Value::Flag(on)) => settings.show_wdl = on,
            ("UCI_LimitStrength", Value::Flag(on)) => self.limit_strength = on,
            ("UCI_Elo", Value::Number(elo)) => self.elo = u32::try_from(elo).unwrap_or(self.elo),
            ("Seed", Value::Number(seed)) => {
                self.seed = seed.unsigned_abs();
                settings.seed = self.seed;
                return Ok(Effect::Session);
            }
            // What the client does with it is the client's business.
            ("Ponder", _) => {}
            (name, value) => return Ok(self.choose(name, value)),
        }
        self.engine.settings.elo = self.limit_strength.then_some(self.elo);
        Ok(Effect::None)
    }

    fn set_variant(&mut self, name: &str) -> Result<Effect, Fault> {
        let Some(variant) = variants::find(name) else {
            let names: Vec<&str> = VARIANTS.iter().map(|variant| variant.name).collect();
            return Err(Fault::new(Code::UnknownVariant, name, format!("the variants are: {}", names.join(" "))));
        };
        if variant.name == self.variant.name {
            return Ok(Effect::None);
        }
        self.variant = variant;
        self.engine.memory.lock().clear();
        Ok(Effect::Variant)
    }

    /// Sets an option that some variant has added.
    fn choose(&mut self, name: &str, value: Value) -> Effect {
        let text = match value {
            Value::Flag(on) => on.to_string(),
            Value::Word(word) => word.to_owned(),
            Value::Number(_) | Value::Press => return Effect::None,
        };
        match variants::options().into_iter().find(|option| option.name == name) {
            Some(option) => {
                self.choices.set(option, text);
                Effect::Session
            }
            None => Effect::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::options::Kind;
    use std::collections::HashSet;

    #[test]
    fn every_option_can_be_set_to_all_it_declares() {
        let mut setup = Setup::new().unwrap();
        for option in Setup::all() {
            let values: Vec<Option<String>> = match &option.kind {
                Kind::Check { .. } => vec![Some("true".into()), Some("false".into())],
                Kind::Spin { default, min, max } => [min, max, default].map(|n| Some(n.to_string())).to_vec(),
                Kind::Combo { vars, .. } => vars.iter().map(|var| Some((*var).to_owned())).collect(),
                Kind::Button => vec![None],
            };
            for value in values {
                let set = setup.set(option.name, value.as_deref());
                assert!(set.is_ok(), "{} {value:?}: {set:?}", option.name);
            }
            if option.kind != Kind::Button {
                assert!(setup.set(option.name, Some("no such value")).is_err(), "{}", option.name);
            }
        }
        assert_eq!(setup.set("Nonsense", Some("1")).unwrap_err().code, Code::UnknownOption);
    }

    #[test]
    fn names_differ_whatever_the_case() {
        let names: HashSet<_> = Setup::all().iter().map(|option| option.name.to_ascii_lowercase()).collect();
        assert_eq!(names.len(), Setup::all().len());
    }

    #[test]
    fn values_arrive() {
        let mut setup = Setup::new().unwrap();
        for (name, value) in [
            ("threads", "3"),
            ("MULTIPV", "4"),
            ("Move Overhead", "55"),
            ("UCI_Elo", "1234"),
            ("UCI_LimitStrength", "true"),
            ("UCI_ShowWDL", "true"),
            ("UCI_AnalyseMode", "true"),
            ("Seed", "9"),
        ] {
            setup.set(name, Some(value)).unwrap();
        }
        let expected = Settings {
            threads: 3,
            multipv: 4,
            overhead: Duration::from_millis(55),
            elo: Some(1234),
            seed: 9,
            show_wdl: true,
            analyse: true,
        };
        assert_eq!(setup.engine.settings, expected);
        setup.set("UCI_LimitStrength", Some("false")).unwrap();
        assert_eq!(setup.engine.settings.elo, None);
    }
}
