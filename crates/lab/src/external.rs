//! A program that plays: one JSON object a line, as docs/bot-protocol.md says.
//!
//! It is started when it is first needed, and again after it has crashed, talked nonsense or been late. Two threads
//! stand between it and the arena, so that neither a program that does not read nor one that does not write holds
//! anything up.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use engine::{Seat, Session, Viewer};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::player::{Answer, Failing, Fault, Player};

/// No answer is longer, in bytes.
const LONGEST_ANSWER: u64 = 64 << 10;
/// Besides the time for thinking: what pipes and the scheduler may take.
pub const MARGIN: Duration = Duration::from_millis(100);

/// A program that plays.
pub(crate) struct External {
    words: Vec<String>,
    budget: Duration,
    process: Option<Process>,
    /// Up to which event the program has been told, for each seat.
    told: Vec<usize>,
}

/// What a program may answer: one of the two.
#[derive(Deserialize)]
struct Reply {
    play: Option<String>,
    option: Option<usize>,
}

impl External {
    pub(crate) fn new(words: Vec<String>, budget: Duration) -> External {
        External { words, budget, process: None, told: Vec::new() }
    }

    fn process(&mut self) -> Result<&mut Process, Fault> {
        if self.process.is_none() {
            let started = Process::start(&self.words);
            self.process = Some(started.map_err(|why| Fault::new(Failing::Crash, why))?);
        }
        Ok(self.process.as_mut().expect("it was started"))
    }

    fn ask(&mut self, session: &dyn Session, seat: Seat, seed: u64) -> Result<Answer, Fault> {
        let since = self.told.get(usize::from(seat.0)).copied().unwrap_or(0);
        let question = Question { session, seat, seed, since, budget: self.budget };
        let (request, options) = question.print();
        let budget = self.budget;
        let line = self.process()?.exchange(request, budget + MARGIN)?;
        if self.told.len() <= usize::from(seat.0) {
            self.told.resize(usize::from(seat.0) + 1, 0);
        }
        self.told[usize::from(seat.0)] = session.event_count();
        let nonsense = |why: String| Fault::new(Failing::Nonsense, why);
        let reply: Reply = serde_json::from_str(&line)
            .map_err(|error| nonsense(format!("'{}' is no answer: {error}", shortened(&line))))?;
        let text = match (reply.play, reply.option) {
            (Some(text), None) => text,
            (None, Some(nth)) => {
                options.into_iter().nth(nth).ok_or_else(|| nonsense(format!("there is no option {nth}")))?
            }
            _ => return Err(nonsense("an answer has either 'play' or 'option'".into())),
        };
        Ok(Answer { text, imagined: 0 })
    }
}

impl Player for External {
    fn answer(&mut self, session: &dyn Session, seat: Seat, seed: u64) -> Result<Answer, Fault> {
        if session.seq() == 0 {
            self.told.clear();
        }
        let answer = self.ask(session, seat, seed);
        if answer.is_err() {
            self.process = None;
        }
        answer
    }

    fn over(&mut self, session: &dyn Session, seat: Seat) {
        self.told.clear();
        let Some(process) = &mut self.process else { return };
        let title = session.title();
        let id = |seat: &Seat| title.seats[usize::from(seat.0)].id.clone();
        let (winners, result) = session.outcome().unwrap_or_default();
        let winners: Vec<String> = winners.iter().map(id).collect();
        process.tell(
            json!({ "do": "over", "seat": id(&seat), "winners": winners, "result": result }).to_string(),
        );
    }
}

/// What a program is asked.
struct Question<'a> {
    session: &'a dyn Session,
    seat: Seat,
    seed: u64,
    since: usize,
    budget: Duration,
}

impl Question<'_> {
    /// As one line of JSON, and the typed forms of the options.
    fn print(&self) -> (String, Vec<String>) {
        let (session, viewer) = (self.session, Viewer::Seat(self.seat));
        let title = session.title();
        let decision = session.decision(viewer);
        let options = decision.iter().flat_map(|decision| &decision.options);
        let options = options.map(|option| option.play.clone()).collect();
        let request = Request {
            what: "decide",
            game: &title.id,
            scenario: &session.record(viewer).header.setup.scenario,
            seat: &title.seats[usize::from(self.seat.0)].id,
            time_ms: self.budget.as_millis() as u64,
            seed: self.seed,
            decision: json!(decision),
            events: json!(session.events(self.since, viewer)),
            // The view is JSON already.
            view: RawValue::from_string(session.view(viewer)).expect("a view is JSON"),
        };
        (serde_json::to_string(&request).expect("a request is plain JSON"), options)
    }
}

#[derive(serde::Serialize)]
struct Request<'a> {
    #[serde(rename = "do")]
    what: &'a str,
    game: &'a str,
    scenario: &'a str,
    seat: &'a str,
    time_ms: u64,
    seed: u64,
    decision: Value,
    events: Value,
    view: Box<RawValue>,
}

fn shortened(line: &str) -> String {
    line.trim_end().chars().take(80).collect()
}

/// A running program with its two threads.
struct Process {
    child: Child,
    requests: Sender<String>,
    answers: Receiver<String>,
}

impl Process {
    fn start(words: &[String]) -> Result<Process, String> {
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("'{}' cannot be started: {error}", words[0]))?;
        let input = child.stdin.take().ok_or("its input is closed")?;
        let output = child.stdout.take().ok_or("its output is closed")?;
        let (requests, to_write) = mpsc::channel();
        let (read, answers) = mpsc::channel();
        thread::spawn(move || write_all(input, &to_write));
        thread::spawn(move || read_all(output, &read));
        Ok(Process { child, requests, answers })
    }

    /// Says something that needs no answer.
    fn tell(&mut self, line: String) {
        // If it has ended, the next question will find out.
        let _ = self.requests.send(line);
    }

    fn exchange(&mut self, request: String, time: Duration) -> Result<String, Fault> {
        let ended = |child: &mut Child| {
            let how = child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
            Fault::new(Failing::Crash, format!("the program ended: {how}"))
        };
        if self.requests.send(request).is_err() {
            self.stop();
            return Err(ended(&mut self.child));
        }
        match self.answers.recv_timeout(time) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => {
                Err(Fault::new(Failing::Late, format!("no answer in {} ms", time.as_millis())))
            }
            Err(RecvTimeoutError::Disconnected) => {
                // A program that has closed its output has nothing more to say, even if it lives.
                self.stop();
                Err(ended(&mut self.child))
            }
        }
    }

    fn stop(&mut self) {
        // It may have ended by itself, which is as good.
        let _ = self.child.kill();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stop();
        let _ = self.child.wait();
    }
}

fn write_all(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        let written = input.write_all(line.as_bytes()).and_then(|()| input.write_all(b"\n"));
        if written.and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read_all(output: ChildStdout, answers: &Sender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(LONGEST_ANSWER).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        // What is no text, or not yet a whole line, is no JSON either and will be called nonsense.
        if answers.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
            return;
        }
    }
}
