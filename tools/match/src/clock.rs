//! Limits and clocks. One *run* of a clock is a turn: however many times the seat is asked in it, its time adds up, and the
//! increment is paid once, when the turn has passed on.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How long an engine may think; times in milliseconds.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Control {
    /// On the clock at the start; 0 without a clock.
    pub time: u64,
    /// Added after every turn.
    pub increment: u64,
    /// Turns after which `time` is added again.
    pub turns: Option<u32>,
    /// Exactly this long a turn.
    pub movetime: Option<u64>,
    /// Exactly this long an answer, however many a turn has.
    pub answer: Option<u64>,
    /// Nodes an answer.
    pub nodes: Option<u64>,
    /// Depth of an answer.
    pub depth: Option<u32>,
    /// How far time may be overstepped unpunished: unless said, not at all by the clock, by [`GRACE`] where it is fixed.
    pub margin: Option<u64>,
}

/// A fixed time is to be used up, and then the answer has its way to go; nothing saved earlier pays for that.
const GRACE: u64 = 20;

impl Control {
    /// Whether nothing limits the engine.
    pub fn is_empty(&self) -> bool {
        self.time == 0
            && self.movetime.is_none()
            && self.answer.is_none()
            && self.nodes.is_none()
            && self.depth.is_none()
    }

    /// Whether real time bears on the game: only without is a record repeatable.
    pub fn is_timed(&self) -> bool {
        self.time > 0 || self.movetime.is_some() || self.answer.is_some()
    }

    /// Sets a limit by its word: `tc st sa nodes depth plies timemargin`.
    ///
    /// # Errors
    /// What was expected.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "tc" => self.set_tc(value)?,
            "st" => {
                let time = milliseconds(value).filter(|&time| time > 0);
                self.movetime = Some(time.ok_or("expected seconds a turn, such as `st=0.1`")?);
            }
            "sa" => {
                let time = milliseconds(value).filter(|&time| time > 0);
                self.answer = Some(time.ok_or("expected seconds an answer, such as `sa=0.1`")?);
            }
            "nodes" => self.nodes = Some(value.parse().map_err(|_| "expected a number of nodes")?),
            "depth" | "plies" => self.depth = Some(value.parse().map_err(|_| "expected a depth")?),
            "timemargin" => self.margin = Some(value.parse().map_err(|_| "expected milliseconds")?),
            _ => {
                return Err(
                    "unknown setting; expected one of cmd name dir arg args proto tc st sa nodes depth plies timemargin \
                            option.NAME"
                        .into(),
                );
            }
        }
        Ok(())
    }

    /// `[turns/][minutes:]seconds[+increment]`, or `inf`.
    fn set_tc(&mut self, value: &str) -> Result<(), String> {
        let expected = "expected [turns/][minutes:]seconds[+increment], such as `40/1:00` or `10+0.1`";
        if matches!(value, "inf" | "infinite") {
            (self.time, self.increment, self.turns) = (0, 0, None);
            return Ok(());
        }
        let (turns, rest) = match value.split_once('/') {
            Some((turns, rest)) => (Some(turns.parse().ok().filter(|&turns| turns > 0).ok_or(expected)?), rest),
            None => (None, value),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (minutes, seconds) = time.split_once(':').unwrap_or(("0", time));
        let minutes: u64 = minutes.parse().ok().filter(|&minutes| minutes < 1_000_000).ok_or(expected)?;
        self.time = minutes * 60_000 + milliseconds(seconds).ok_or(expected)?;
        self.increment = milliseconds(increment).ok_or(expected)?;
        self.turns = turns;
        if self.time == 0 { Err(expected.into()) } else { Ok(()) }
    }
}

/// Seconds, with a fraction, in milliseconds.
fn milliseconds(seconds: &str) -> Option<u64> {
    let seconds: f64 = seconds.parse().ok()?;
    (0.0..1e9).contains(&seconds).then_some((seconds * 1000.0).round() as u64)
}

/// The clock of a seat.
#[derive(Clone, Debug)]
pub struct Clock {
    control: Control,
    left: i64,
    spent: u64,
    turns: u32,
}

impl Clock {
    /// A clock wound up.
    pub fn new(control: &Control) -> Self {
        Self { control: control.clone(), left: control.time as i64, spent: 0, turns: 0 }
    }

    /// What limits the seat.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Milliseconds left.
    pub fn left(&self) -> i64 {
        self.left
    }

    /// Turns until time is added, where it is.
    pub fn turns_to_go(&self) -> Option<u32> {
        self.control.turns.map(|every| every - self.turns % every)
    }

    /// The time for this answer: that of an answer, or what is left of that for the turn, at least a millisecond.
    pub fn movetime(&self) -> Option<u64> {
        let turn = self.control.movetime.map(|time| time.saturating_sub(self.spent).max(1));
        self.control.answer.into_iter().chain(turn).min()
    }

    /// How long an answer may take before the game is lost; none when no time limits it.
    pub fn patience(&self) -> Option<Duration> {
        let clock = (self.control.time > 0).then(|| self.left.max(0) as u64);
        let fixed = self.movetime();
        let limit = clock.into_iter().chain(fixed).min()?;
        let margin = self.control.margin.unwrap_or(if clock.is_some() { 0 } else { GRACE });
        Some(Duration::from_millis(limit + margin))
    }

    /// Takes the time of an answer off. False when the flag has fallen.
    pub fn run(&mut self, time: Duration) -> bool {
        let in_time = self.patience().is_none_or(|patience| time <= patience);
        let time = time.as_millis() as u64;
        self.spent += time;
        if self.control.time > 0 {
            // What the margin forgives is not carried on.
            self.left = (self.left - time as i64).max(0);
        }
        in_time
    }

    /// The seat's own turn has passed on: the increment is paid.
    pub fn turn_over(&mut self) {
        self.turns += 1;
        if self.control.time > 0 {
            self.left += self.control.increment as i64;
            if self.control.turns.is_some_and(|every| self.turns.is_multiple_of(every)) {
                self.left += self.control.time as i64;
            }
        }
        self.spent = 0;
    }

    /// The seat has answered inside another's turn and that is done: a run of its own, without increment.
    pub fn answer_over(&mut self) {
        self.spent = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(words: &[(&str, &str)]) -> Control {
        let mut control = Control::default();
        for (key, value) in words {
            control.set(key, value).unwrap();
        }
        control
    }

    #[test]
    fn reads_time_controls() {
        for (text, time, increment, turns) in [
            ("10+0.1", 10_000, 100, None),
            ("40/60", 60_000, 0, Some(40)),
            ("40/1:30.5+2", 90_500, 2000, Some(40)),
            ("0.5", 500, 0, None),
            ("inf", 0, 0, None),
        ] {
            let control = control(&[("tc", text)]);
            assert_eq!((control.time, control.increment, control.turns), (time, increment, turns), "{text}");
        }
        for bad in ["", "0", "x", "1/", "0/5", "-1", "5+x", "1:2:3", "nan", "1e99"] {
            assert!(Control::default().set("tc", bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_turn_of_several_answers_is_one_run() {
        let mut clock = Clock::new(&control(&[("tc", "2/1+0.1"), ("timemargin", "50")]));
        assert_eq!(clock.turns_to_go(), Some(2));
        assert!(clock.run(Duration::from_millis(300)));
        assert!(clock.run(Duration::from_millis(300)));
        assert_eq!(clock.left(), 400);
        clock.turn_over();
        assert_eq!((clock.left(), clock.turns_to_go()), (500, Some(1)));
        assert!(clock.run(Duration::from_millis(540)), "within the margin");
        assert_eq!(clock.left(), 0);
        clock.turn_over();
        assert_eq!(clock.left(), 1100, "time is added after two turns");
        assert!(!clock.run(Duration::from_millis(1151)), "past the margin");
    }

    #[test]
    fn the_time_of_a_turn_is_shared_by_its_answers() {
        let patience = |words: &[(&str, &str)]| Clock::new(&control(words)).patience().map(|time| time.as_millis());
        assert_eq!(patience(&[("st", "0.1")]), Some(100 + u128::from(GRACE)), "unless said");
        assert_eq!(patience(&[("st", "0.1"), ("timemargin", "0")]), Some(100));
        assert_eq!(patience(&[("tc", "2")]), Some(2000));
        let mut clock = Clock::new(&control(&[("st", "0.1"), ("timemargin", "20")]));
        assert_eq!(clock.movetime(), Some(100));
        assert!(clock.run(Duration::from_millis(70)));
        assert_eq!((clock.movetime(), clock.patience()), (Some(30), Some(Duration::from_millis(50))));
        assert!(!clock.run(Duration::from_millis(51)));
        assert_eq!(clock.movetime(), Some(1));
        clock.turn_over();
        assert_eq!(clock.movetime(), Some(100));
    }

    #[test]
    fn the_time_of_an_answer_is_its_own() {
        let mut clock = Clock::new(&control(&[("sa", "0.1"), ("timemargin", "0")]));
        assert!(clock.control().is_timed() && !clock.control().is_empty());
        assert!(clock.run(Duration::from_millis(70)));
        assert_eq!((clock.movetime(), clock.patience()), (Some(100), Some(Duration::from_millis(100))));
        assert!(!clock.run(Duration::from_millis(101)));
    }

    #[test]
    fn nodes_know_no_time() {
        let mut clock = Clock::new(&control(&[("nodes", "100")]));
        assert_eq!((clock.patience(), clock.movetime()), (None, None));
        assert!(clock.run(Duration::from_secs(1000)));
        assert!(!clock.control().is_timed());
    }
}
