//! The main loop: one select over lines and what the searcher says. It never waits for a search.

use super::bench;
use super::searcher::{Crashed, Said, Searcher};
use super::setup::{Effect, Setup};
use super::states::{Answer, State, answer, starts_work};
use crate::protocol::parse::{Parsed, parse};
use crate::protocol::{Code, Command, Fault, Input, Mode, Verb, write};
use crate::search::Control;
use crate::session::{Job, Kind, Reply, Session};
use crate::variants::{self, VARIANTS};
use crossbeam_channel::{Receiver, after, never, select};
use std::collections::VecDeque;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

/// The most bytes of lines that wait for a search or count to end.
const QUEUE: usize = 64 << 20;

/// How long a count may go on after the end of the input. A search has no such time: it is told to stop and answers.
/// With it, `printf 'go perft 5\nquit\n' | banneret` prints a count, as other engines do.
const GRACE: Duration = Duration::from_secs(10);

/// The main loop.
pub(super) struct MainLoop<W> {
    lines: Receiver<Input>,
    searcher: Searcher,
    output: W,
    /// The client does not listen any more.
    deaf: bool,
    mode: Mode,
    setup: Option<Setup>,
    session: Option<Box<dyn Session>>,
    /// The job that runs: what it is and how it is told to stop.
    job: Option<(Kind, Arc<Control>)>,
    stopping: bool,
    /// The last warning about a position.
    warned: Option<String>,
    /// Lines that wait, and their size.
    queue: VecDeque<Parsed>,
    queued: usize,
    /// The input has ended, or `quit` was said.
    ending: bool,
}

impl<W: Write> MainLoop<W> {
    pub(super) fn new(lines: Receiver<Input>, searcher: Searcher, output: W) -> Self {
        let setup = Setup::new();
        let session = setup.as_ref().map(|setup| (setup.variant.open)(&setup.choices, setup.seed));
        Self {
            lines,
            searcher,
            output,
            deaf: false,
            mode: Mode::Plain,
            setup,
            session,
            job: None,
            stopping: false,
            warned: None,
            queue: VecDeque::new(),
            queued: 0,
            ending: false,
        }
    }

    /// Speaks to another session than the registry's, in the language of the extension.
    #[cfg(test)]
    pub(super) fn with_session(mut self, session: Box<dyn Session>) -> Self {
        self.session = Some(session);
        self.mode = Mode::Extended;
        self
    }

    /// Runs until the input ends or says `quit`.
    pub(super) fn run(mut self) {
        while !(self.ending && self.job.is_none()) {
            let lines = if self.ending { never() } else { self.lines.clone() };
            let counting = matches!(self.job, Some((Kind::Count, _)));
            let grace = if self.ending && counting { after(GRACE) } else { never() };
            select! {
                recv(self.searcher.said) -> said => match said {
                    Ok(Said::Reply(reply)) => self.reply(reply),
                    Ok(Said::Done(last, crashed)) => self.done(last, crashed),
                    Err(_) => return,
                },
                recv(lines) -> line => match line {
                    Ok(line) => self.line(line),
                    Err(_) => self.end(),
                },
                recv(grace) -> _ => self.stop(),
            }
        }
    }

    fn state(&self) -> State {
        match &self.job {
            Some((Kind::Count, _)) => State::Counting,
            Some(_) if self.stopping => State::Stopping,
            Some(_) => State::Searching,
            None if self.session.as_ref().is_some_and(|session| session.has_position()) => State::Idle,
            None => State::Fresh,
        }
    }

    // What goes out.

    /// Prints a line, whole and at once. No line ends in a blank.
    fn print(&mut self, line: &str) {
        let line = format!("{}\n", line.trim_end());
        if !self.deaf && self.output.write_all(line.as_bytes()).and_then(|()| self.output.flush()).is_err() {
            log::warn!("nobody reads the output any more");
            self.deaf = true;
            self.end();
        }
    }

    fn print_all(&mut self, lines: &[String]) {
        for line in lines {
            self.print(line);
        }
    }

    fn fault(&mut self, fault: &Fault) {
        self.print(&write::fault(fault, self.mode));
    }

    fn reply(&mut self, reply: Reply) {
        match reply {
            Reply::Line(line) => self.print(&line),
            Reply::Fault(fault) => self.fault(&fault),
        }
    }

    fn answer(&mut self, reply: Option<Result<String, Fault>>) {
        match reply {
            Some(Ok(line)) => self.print(&line),
            Some(Err(fault)) => self.fault(&fault),
            None => {}
        }
    }

    // What comes in.

    fn line(&mut self, input: Input) {
        let text = match input {
            Input::Line(text) => text,
            Input::TooLong => return self.fault(&Fault::new(Code::LineTooLong, "-", "a line may have 1 MiB")),
            Input::NotText => return self.fault(&Fault::new(Code::NotUtf8, "-", "a line is UTF-8")),
        };
        log::debug!("< {text}");
        match parse(&text, self.mode) {
            Ok(None) => {}
            Ok(Some(parsed)) => self.take(parsed, text.len()),
            Err(fault) => self.fault(&fault),
        }
    }

    /// Carries a command out, or lets it wait, as the table says.
    fn take(&mut self, parsed: Parsed, size: usize) {
        let mut what = answer(parsed.verb, self.state());
        // A `stop` behind a search or count that waits is meant for that one.
        if parsed.verb == Verb::Stop && self.queue.iter().any(|waiting| starts_work(waiting.verb)) {
            what = Answer::Wait;
        }
        if what != Answer::Wait {
            return self.carry_out(parsed, what);
        }
        if self.queued + size > QUEUE {
            return self.fault(&Fault::new(Code::Busy, parsed.verb.spec().word, "too much is waiting already"));
        }
        self.queued += size + size_of::<Parsed>();
        self.queue.push_back(parsed);
    }

    fn carry_out(&mut self, parsed: Parsed, what: Answer) {
        let Parsed { verb, command } = parsed;
        let word = verb.spec().word;
        match (what, command) {
            (Answer::Busy, _) => self.fault(&Fault::new(Code::Busy, word, "not while a search is running")),
            (Answer::Ignored | Answer::Wait, _) => {}
            (Answer::NoPosition, _) => {
                self.fault(&Fault::new(Code::NoPosition, word, "no position stands since the last was refused"));
                if verb == Verb::Go {
                    self.no_move();
                }
            }
            (Answer::Now, Ok(command)) => {
                // No line can bring the daemon down: where a game has a bug, its position goes, the daemon stays.
                if catch_unwind(AssertUnwindSafe(|| self.command(command))).is_err() {
                    self.fault(&Fault::new(Code::Internal, word, "the command has failed; this is a bug"));
                    if let Some(session) = &mut self.session {
                        session.drop_position();
                    }
                    if verb == Verb::Go {
                        self.no_move();
                    }
                }
            }
            (Answer::Now, Err(fault)) => {
                self.fault(&fault);
                match verb {
                    Verb::Go => self.no_move(),
                    Verb::Position => {
                        if let Some(session) = &mut self.session {
                            session.drop_position();
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn command(&mut self, command: Command) {
        let Some(setup) = &mut self.setup else { return };
        let Some(session) = &mut self.session else { return };
        let reply = match command {
            Command::Uci => return self.introduce(),
            Command::Xuci => {
                self.mode = Mode::Extended;
                return self.print_all(&write::greeting());
            }
            Command::Debug(on) => {
                log::set_max_level(if on { log::LevelFilter::Debug } else { log::LevelFilter::Warn });
                None
            }
            Command::IsReady => {
                let mut replies = Vec::new();
                if self.job.is_none() {
                    setup.engine.memory.lock().prepare(&mut |reply| replies.push(reply));
                }
                replies.into_iter().for_each(|reply| self.reply(reply));
                Some(Ok("readyok".to_owned()))
            }
            Command::Register => None,
            Command::Stop => return self.stop(),
            Command::PonderHit => {
                if let Some((_, control)) = &self.job {
                    control.ponderhit();
                }
                None
            }
            Command::Quit => return self.end(),
            Command::SetOption(name, value) => return self.set_option(&name, value.as_deref()),
            Command::UciNewGame => {
                setup.engine.memory.lock().clear();
                session.new_game(&setup.choices, setup.seed);
                None
            }
            Command::Position(base, words) => match session.position(&base, &words) {
                Ok(()) => {
                    // A client of the extension finds it in `state`. The same position comes again with every move: once is enough.
                    let warning = session.warning().filter(|_| self.mode == Mode::Plain);
                    let news = warning != self.warned;
                    self.warned.clone_from(&warning);
                    warning.filter(|_| news).map(|warning| Ok(format!("info string warning {warning}")))
                }
                Err(fault) => Some(Err(fault)),
            },
            Command::Go(go) => {
                return match session.go(&go, &setup.engine) {
                    Ok(job) => self.start(job),
                    Err(fault) => {
                        self.fault(&fault);
                        self.no_move();
                    }
                };
            }
            Command::Count { depth, divide } => match session.count(depth, divide, setup.engine.settings.threads) {
                Ok(job) => return self.start(job),
                Err(fault) => Some(Err(fault)),
            },
            Command::Helpmate(depth) => match session.helpmate(depth) {
                Ok(job) => return self.start(job),
                Err(fault) => Some(Err(fault)),
            },
            Command::Bench(depth) => return self.start(bench::job(depth)),
            Command::Variants => {
                let lines: Vec<String> = VARIANTS.iter().map(introduce).collect();
                return self.print_all(&lines);
            }
            Command::Describe(name) => Some(match name {
                None => Ok((setup.variant.describe)(&setup.choices)),
                Some(name) => match variants::find(&name) {
                    Some(variant) => Ok((variant.describe)(&setup.choices)),
                    None => Err(Fault::new(Code::UnknownVariant, &name, "there is no such variant")),
                },
            }),
            Command::State => Some(session.state()),
            Command::Actions => Some(session.actions()),
            Command::Show => match session.show() {
                Ok(lines) => return self.print_all(&lines),
                Err(fault) => Some(Err(fault)),
            },
            Command::Eval => Some(session.eval()),
            Command::Play(words) => Some(session.play(&words)),
            Command::Deal(seat, word) => Some(session.deal(&seat, &word)),
            Command::Throw => Some(session.throw()),
            Command::Undo(steps) => Some(session.undo(steps)),
            Command::Viewer(name) => Some(session.set_viewer(&name)),
        };
        self.answer(reply);
    }

    fn introduce(&mut self) {
        self.print(concat!("id name banneret ", env!("CARGO_PKG_VERSION")));
        self.print(concat!("id author ", env!("CARGO_PKG_AUTHORS")));
        for option in Setup::all() {
            self.print(&option.line());
        }
        self.print("uciok");
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let Some(setup) = &mut self.setup else { return };
        match setup.set(name, value) {
            Ok(Effect::None) => {}
            Ok(Effect::Session) => {
                if let Some(session) = &mut self.session {
                    session.configure(&setup.choices, setup.seed);
                }
            }
            Ok(Effect::Variant) => {
                self.session = Some((setup.variant.open)(&setup.choices, setup.seed));
                let line = (setup.variant.announce)(&setup.choices);
                self.print(&line);
            }
            Err(fault) => self.fault(&fault),
        }
    }

    // Jobs.

    fn no_move(&mut self) {
        self.print(&write::nothing_to_search(false));
        self.print(write::NO_MOVE);
    }

    fn start(&mut self, job: Job) {
        let kind = job.kind;
        let control = self.searcher.start(job);
        self.job = Some((kind, control));
        self.stopping = false;
        if self.ending && kind == Kind::Search {
            self.stop();
        }
    }

    fn stop(&mut self) {
        if let Some((_, control)) = &self.job {
            control.stop();
            self.stopping = true;
        }
    }

    fn done(&mut self, last: Vec<Reply>, Crashed(crashed): Crashed) {
        self.job = None;
        self.stopping = false;
        if crashed && let (Some(session), Some(setup)) = (&mut self.session, &self.setup) {
            session.recover();
            setup.engine.memory.lock().clear();
        }
        for reply in last {
            self.reply(reply);
        }
        // What has waited is taken as if it came now, until something has to wait again.
        while let Some(parsed) = self.queue.front() {
            let what = answer(parsed.verb, self.state());
            if what == Answer::Wait {
                return;
            }
            if let Some(parsed) = self.queue.pop_front() {
                self.carry_out(parsed, what);
            }
        }
        self.queued = 0;
    }

    /// No more input: a search answers now, a count has some time left, what waits is still done.
    fn end(&mut self) {
        self.ending = true;
        if self.deaf {
            self.queue.clear();
        }
        if self.deaf || matches!(self.job, Some((Kind::Search, _))) {
            self.stop();
        }
    }
}

/// The line of `variants`.
fn introduce(variant: &variants::Variant) -> String {
    let yes = |on: bool| if on { "yes" } else { "no" };
    format!(
        "variant {} seats {} events {} hidden {}",
        variant.name,
        variant.seats.len(),
        yes((variant.events)()),
        yes(variant.hidden)
    )
}
