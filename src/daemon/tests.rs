//! The state table, every cell of it: the real loop with a session whose searches end when the test lets them.

use super::main_loop::MainLoop;
use super::searcher;
use super::states::{Answer, State, answer, row};
use crate::game::Choices;
use crate::protocol::command::COMMANDS;
use crate::protocol::{Base, Code, Fault, Go, Input, Verb};
use crate::search::Control;
use crate::session::{Engine, Job, Kind, Reply, Session};
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use std::io::{self, Write};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// What is called and printed, in one order.
type Log = Sender<String>;

/// A session that tells what is asked of it. Its jobs end when the gate opens, stopped or not; once there is no gate any more,
/// when they are stopped.
struct Puppet {
    log: Log,
    gate: Receiver<()>,
    position: bool,
}

impl Puppet {
    fn note(&self, what: &str) -> Result<String, Fault> {
        let _ = self.log.send(format!("call {what}"));
        Ok(format!("{what} done"))
    }

    fn job(&self, kind: Kind) -> Result<Job, Fault> {
        let gate = self.gate.clone();
        let work = move |control: &Control, _: &mut dyn FnMut(Reply)| {
            if gate.recv().is_err() {
                control.wait(true);
            }
            let (stopped, pondering) = (control.stopped(), control.pondering());
            vec![Reply::Line(format!("bestmove a stopped {stopped} pondering {pondering}"))]
        };
        Ok(Job { kind, ponder: kind == Kind::Search, work: Box::new(work) })
    }
}

impl Session for Puppet {
    fn new_game(&mut self, _: &Choices, _: u64) {
        let _ = self.note("new_game");
    }

    fn configure(&mut self, _: &Choices, _: u64) {
        let _ = self.note("configure");
    }

    fn position(&mut self, base: &Base, _: &[String]) -> Result<(), Fault> {
        let _ = self.note("position");
        self.position = *base == Base::Start;
        if self.position { Ok(()) } else { Err(Fault::new(Code::BadFen, "fen", "bad")) }
    }

    fn warning(&self) -> Option<String> {
        None
    }

    fn drop_position(&mut self) {
        self.position = false;
    }

    fn has_position(&self) -> bool {
        self.position
    }

    fn play(&mut self, _: &[String]) -> Result<String, Fault> {
        self.note("play")
    }

    fn deal(&mut self, _: &str, _: &str) -> Result<String, Fault> {
        self.note("deal")
    }

    fn throw(&mut self) -> Result<String, Fault> {
        self.note("throw")
    }

    fn undo(&mut self, _: u32) -> Result<String, Fault> {
        self.note("undo")
    }

    fn set_viewer(&mut self, _: &str) -> Result<String, Fault> {
        self.note("viewer")
    }

    fn state(&self) -> Result<String, Fault> {
        self.note("state")
    }

    fn actions(&self) -> Result<String, Fault> {
        self.note("actions")
    }

    fn show(&self) -> Result<Vec<String>, Fault> {
        self.note("show").map(|line| vec![line])
    }

    fn eval(&self) -> Result<String, Fault> {
        self.note("eval")
    }

    fn go(&mut self, _: &Go, _: &Engine) -> Result<Job, Fault> {
        self.note("go")?;
        self.job(Kind::Search)
    }

    fn count(&self, _: u32, _: bool, _: usize) -> Result<Job, Fault> {
        self.note("count")?;
        self.job(Kind::Count)
    }

    fn helpmate(&self, _: u32) -> Result<Job, Fault> {
        self.note("helpmate")?;
        self.job(Kind::Count)
    }

    fn recover(&mut self) {
        let _ = self.note("recover");
    }
}

struct Output {
    log: Log,
    line: Vec<u8>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // One line, one write.
        assert_eq!(bytes.iter().filter(|&&byte| byte == b'\n').count(), 1);
        assert_eq!(bytes.last(), Some(&b'\n'));
        self.line.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8(std::mem::take(&mut self.line)).unwrap();
        let line = text.strip_suffix('\n').unwrap();
        assert_eq!(line.trim_end(), line, "a line ends in a blank");
        let _ = self.log.send(line.to_owned());
        Ok(())
    }
}

/// A running loop.
struct Bench {
    lines: Option<Sender<Input>>,
    log: Receiver<String>,
    gate: Sender<()>,
    thread: JoinHandle<()>,
}

const PATIENCE: Duration = Duration::from_secs(20);

impl Bench {
    fn new() -> Self {
        let (lines, inbox) = unbounded();
        let (out, log) = unbounded();
        let (gate, opened) = bounded(0);
        let puppet = Puppet { log: out.clone(), gate: opened, position: true };
        let output = Output { log: out, line: Vec::new() };
        let thread = thread::spawn(move || {
            MainLoop::new(inbox, searcher::spawn().unwrap(), output).with_session(Box::new(puppet)).run();
        });
        Self { lines: Some(lines), log, gate, thread }
    }

    fn in_state(state: State) -> Self {
        let bench = Self::new();
        match state {
            State::Idle => {}
            State::Fresh => bench.say("position fen bad"),
            State::Searching => bench.say("go"),
            State::Stopping => {
                bench.say("go");
                bench.say("stop");
            }
            State::Counting => bench.say("perft 1"),
        }
        bench.fence();
        bench
    }

    fn say(&self, line: &str) {
        self.lines.as_ref().unwrap().send(Input::Line(line.to_owned())).unwrap();
    }

    fn hear(&self) -> String {
        self.log.recv_timeout(PATIENCE).expect("the daemon is silent")
    }

    /// Everything up to the answer to an `isready` of its own.
    fn fence(&self) -> Vec<String> {
        self.say("isready");
        let mut lines = Vec::new();
        loop {
            match self.hear() {
                line if line == "readyok" => return lines,
                line => lines.push(line),
            }
        }
    }

    fn open(&self) {
        self.gate.send_timeout((), PATIENCE).expect("no job waits");
    }

    /// Ends the input and returns what is still said. No gate opens any more.
    fn abandon(self) -> Vec<String> {
        let Self { lines, log, gate, thread } = self;
        drop((lines, gate));
        thread.join().unwrap();
        log.try_iter().collect()
    }

    /// Ends the input, lets so many jobs end, and returns what is still said.
    fn close(mut self, jobs: usize) -> Vec<String> {
        self.lines = None;
        for _ in 0..jobs {
            self.open();
        }
        self.thread.join().unwrap();
        self.log.try_iter().collect()
    }
}

/// A line of each command, and what shows that it was carried out.
fn sample(verb: Verb) -> (&'static str, Option<&'static str>) {
    match verb {
        Verb::Uci => ("uci", Some("uciok")),
        Verb::Xuci => ("xuci", Some("xuciok")),
        Verb::Debug => ("debug off", None),
        Verb::IsReady => ("isready", None),
        Verb::SetOption => ("setoption name Seed value 5", Some("call configure")),
        Verb::Register => ("register later", None),
        Verb::UciNewGame => ("ucinewgame", Some("call new_game")),
        Verb::Position => ("position startpos", Some("call position")),
        Verb::Go => ("go", Some("call go")),
        Verb::Stop => ("stop", None),
        Verb::PonderHit => ("ponderhit", None),
        Verb::Quit => ("quit", None),
        Verb::Show => ("d", Some("call show")),
        Verb::Eval => ("eval", Some("call eval")),
        Verb::Perft => ("perft 2", Some("call count")),
        Verb::Divide => ("divide 2", Some("call count")),
        Verb::Bench => ("bench 1", Some("bench chess")),
        Verb::Variants => ("variants", Some("variant chess")),
        Verb::Describe => ("describe", Some("{\"variant\":")),
        Verb::State => ("state", Some("call state")),
        Verb::Actions => ("actions", Some("call actions")),
        Verb::Play => ("play a", Some("call play")),
        Verb::Drop => ("drop W d4", Some("call play")),
        Verb::Arm => ("arm R d4", Some("call play")),
        Verb::Buy => ("buy R", Some("call play")),
        Verb::Card => ("card draw", Some("call play")),
        Verb::Roll => ("roll 5 2", Some("call play")),
        Verb::End => ("end", Some("call play")),
        Verb::Pass => ("pass", Some("call play")),
        Verb::Throw => ("throw", Some("call throw")),
        Verb::Undo => ("undo", Some("call undo")),
        Verb::Viewer => ("viewer all", Some("call viewer")),
        Verb::Helpmate => ("helpmate 2", Some("call helpmate")),
    }
}

fn starts_a_job(verb: Verb) -> bool {
    matches!(verb, Verb::Go | Verb::Perft | Verb::Divide | Verb::Helpmate)
}

fn has(lines: &[String], start: &str) -> bool {
    lines.iter().any(|line| line.starts_with(start))
}

#[test]
fn every_command_in_every_state() {
    for state in State::ALL {
        for spec in COMMANDS {
            let verb = spec.verb;
            if matches!(verb, Verb::Quit | Verb::Stop | Verb::PonderHit) {
                continue; // These have tests of their own.
            }
            let what = answer(verb, state);
            let case = format!("{} while {}: {}", spec.word, state.word(), what.word());
            let (line, sign) = sample(verb);
            let bench = Bench::in_state(state);
            bench.say(line);
            let mut said = bench.fence();
            let busy_before = usize::from(!matches!(state, State::Fresh | State::Idle));
            let mut jobs = busy_before;
            match what {
                Answer::Now => {
                    jobs += usize::from(starts_a_job(verb));
                    if verb == Verb::Bench {
                        while !has(&said, "bench chess") {
                            said.push(bench.hear());
                        }
                    }
                    assert!(sign.is_none_or(|sign| has(&said, sign)), "{case}: {said:?}");
                    assert!(!has(&said, "error"), "{case}: {said:?}");
                }
                Answer::Busy => {
                    assert_eq!(said.len(), 1, "{case}: {said:?}");
                    assert!(has(&said, &format!("error busy {} ", spec.word)), "{case}: {said:?}");
                }
                Answer::NoPosition => {
                    assert!(has(&said, &format!("error no-position {} ", spec.word)), "{case}: {said:?}");
                    assert_eq!(has(&said, "bestmove (none)"), verb == Verb::Go, "{case}: {said:?}");
                    assert!(!has(&said, "call"), "{case}: {said:?}");
                }
                Answer::Ignored => assert!(said.is_empty(), "{case}: {said:?}"),
                Answer::Wait => {
                    assert!(said.is_empty(), "{case}: {said:?}");
                    bench.open();
                    let mut said = Vec::new();
                    while !sign.is_none_or(|sign| has(&said, sign)) {
                        said.push(bench.hear());
                    }
                    let answered = said.iter().position(|line| line.starts_with("bestmove a")).expect(&case);
                    let done = said.iter().position(|line| line.starts_with(sign.unwrap())).expect(&case);
                    assert!(answered < done, "{case}: {said:?}");
                    jobs = usize::from(starts_a_job(verb));
                }
            }
            bench.close(jobs);
        }
    }
}

#[test]
fn stop_is_told_to_the_search_and_to_nobody_else() {
    for state in [State::Fresh, State::Idle] {
        let bench = Bench::in_state(state);
        bench.say("stop");
        bench.say("ponderhit");
        assert!(bench.fence().is_empty(), "{}", state.word());
        assert!(bench.close(0).is_empty());
    }
    let bench = Bench::in_state(State::Searching);
    bench.say("stop");
    assert!(bench.fence().is_empty(), "no answer before the search has one");
    bench.open();
    assert_eq!(bench.hear(), "bestmove a stopped true pondering true");
    bench.say("stop");
    assert!(bench.fence().is_empty(), "one answer to one go");
    bench.close(0);
}

#[test]
fn ponderhit_is_told_to_the_search() {
    let bench = Bench::in_state(State::Searching);
    bench.say("ponderhit");
    assert!(bench.fence().is_empty());
    bench.open();
    assert_eq!(bench.hear(), "bestmove a stopped false pondering false");
    bench.close(0);
}

#[test]
fn what_waits_is_taken_in_order_and_a_stop_goes_to_the_search_it_follows() {
    let bench = Bench::in_state(State::Stopping);
    for line in ["position startpos", "go", "stop", "state", "position startpos", "go"] {
        bench.say(line);
    }
    assert!(bench.fence().is_empty());
    bench.open();
    assert_eq!(bench.hear(), "bestmove a stopped true pondering true");
    assert_eq!(bench.hear(), "call position");
    assert_eq!(bench.hear(), "call go");
    assert!(bench.fence().is_empty(), "the second search has not answered");
    bench.open();
    assert_eq!(bench.hear(), "bestmove a stopped true pondering true");
    for line in ["call state", "state done", "call position", "call go"] {
        assert_eq!(bench.hear(), line);
    }
    assert!(bench.fence().is_empty());
    bench.open();
    assert_eq!(bench.hear(), "bestmove a stopped false pondering true");
    bench.close(0);
}

#[test]
fn quit_and_the_end_of_the_input_stop_the_search_and_do_what_waits() {
    for quit in [true, false] {
        let bench = Bench::in_state(State::Stopping);
        bench.say("position startpos");
        bench.say("go");
        if quit {
            bench.say("quit");
            bench.say("state");
        }
        let said = bench.abandon();
        let expected = [
            "bestmove a stopped true pondering true",
            "call position",
            "call go",
            "bestmove a stopped true pondering true",
        ];
        assert_eq!(said, expected);
        let bench = Bench::in_state(State::Searching);
        if quit {
            bench.say("quit");
        }
        assert_eq!(bench.abandon(), ["bestmove a stopped true pondering true"]);
        for state in [State::Fresh, State::Idle] {
            let bench = Bench::in_state(state);
            if quit {
                bench.say("quit");
            }
            assert!(bench.close(0).is_empty());
        }
    }
}

#[test]
fn a_count_may_end_after_the_end_of_the_input() {
    let bench = Bench::in_state(State::Counting);
    bench.say("position startpos");
    bench.say("perft 1");
    bench.say("quit");
    let said = bench.close(2);
    let count = "bestmove a stopped false pondering false";
    assert_eq!(said, [count, "call position", "call count", count]);
}

#[test]
fn a_stop_behind_a_count_that_waits_is_meant_for_that_one() {
    for waiting in ["perft 2", "divide 2", "helpmate 2", "go"] {
        let bench = Bench::in_state(State::Counting);
        bench.say(waiting);
        bench.say("stop");
        assert!(bench.fence().is_empty(), "{waiting}");
        bench.open();
        assert!(bench.hear().starts_with("bestmove a stopped false"), "{waiting}");
        assert!(bench.hear().starts_with("call "), "{waiting}");
        assert!(bench.fence().is_empty(), "{waiting}");
        bench.open();
        assert!(bench.hear().starts_with("bestmove a stopped true"), "{waiting}");
        bench.close(0);
    }
}

#[test]
fn a_malformed_go_is_answered_and_a_malformed_position_leaves_none() {
    let bench = Bench::new();
    bench.say("go depth deep");
    let said = bench.fence();
    assert!(has(&said, "error bad-number deep"), "{said:?}");
    assert_eq!(said.last().unwrap(), "bestmove (none)");
    bench.say("position nowhere");
    bench.say("state");
    let said = bench.fence();
    assert!(has(&said, "error syntax nowhere") && has(&said, "error no-position state"), "{said:?}");
    bench.close(0);
}

#[test]
fn lines_that_are_none() {
    let bench = Bench::new();
    let lines = bench.lines.as_ref().unwrap();
    lines.send(Input::TooLong).unwrap();
    lines.send(Input::NotText).unwrap();
    bench.say("   ");
    let said = bench.fence();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(has(&said, "error line-too-long -") && has(&said, "error not-utf8 -"), "{said:?}");
    bench.close(0);
}

#[test]
fn a_client_that_is_gone_ends_the_daemon() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let (lines, inbox) = unbounded();
    let thread = thread::spawn(move || MainLoop::new(inbox, searcher::spawn().unwrap(), Closed).run());
    lines.send(Input::Line("isready".to_owned())).unwrap();
    thread.join().unwrap();
}

#[test]
fn the_table_has_the_promises_in_it() {
    for spec in COMMANDS {
        let [fresh, idle, searching, stopping, counting] = row(spec.verb);
        assert!(matches!(idle, Answer::Now | Answer::Ignored), "{}", spec.word);
        assert!(fresh == idle || fresh == Answer::NoPosition, "{}", spec.word);
        assert!(matches!(searching, Answer::Now | Answer::Busy), "{}", spec.word);
        assert!(matches!(stopping, Answer::Now | Answer::Wait), "{}", spec.word);
        assert!(matches!(counting, Answer::Now | Answer::Wait), "{}", spec.word);
    }
}
