//! A program that plays: one JSON object a line, as docs/bot-protocol.md says.
//!
//! It is started when it is first needed, and again after it has crashed, talked nonsense or been late. Two
//! threads stand between it and the arena: a program that does not read or does not write holds nothing up.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use bots::Limits;
use engine::{Dice, Refusal, Seat, Session, Viewer};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::clock::Stopwatch;
use crate::player::{Answer, Failing, Fault, Player};

/// No answer is longer, in bytes.
const LONGEST_ANSWER: u64 = 64 << 10;
/// What pipes and the scheduler may take on top of the time for thinking.
pub const MARGIN: Duration = Duration::from_millis(100);

/// A program that plays.
pub(crate) struct External {
    words: Vec<String>,
    clock: Clock,
    process: Option<Process>,
    /// What the program knows, by the number of the seat; nothing for a seat before its game has begun.
    known: Vec<Option<Known>>,
    views: Views,
}

/// How long a program may think.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    /// About one answer.
    pub(crate) answer: Duration,
    /// About a whole player turn, if that is limited.
    pub(crate) turn: Option<Duration>,
}

/// What a program has been told for a seat.
#[derive(Default)]
struct Known {
    /// Up to which event.
    events: usize,
    /// The items of the last view, by their numbers.
    items: Option<BTreeMap<u64, Value>>,
    /// The player turn that was asked about last, and how long it has thought about that.
    turn: (Option<u32>, Duration),
}

/// How views are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Views {
    Full,
    Changes,
    None,
}

/// What a program may say.
enum Said {
    /// A question of its own.
    Asks(Asks),
    /// Its answer.
    Answers(Reply),
}

/// What a program may answer: one of the two.
#[derive(Deserialize)]
struct Reply {
    play: Option<String>,
    option: Option<usize>,
}

/// What a line says.
fn heard(line: &str) -> serde_json::Result<Said> {
    let value: Value = serde_json::from_str(line)?;
    if value.get("ask").is_some() {
        serde_json::from_value(value).map(Said::Asks)
    } else {
        serde_json::from_value(value).map(Said::Answers)
    }
}

/// What a program may ask before it answers.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
enum Asks {
    Position,
    Odds {
        play: String,
        #[serde(default)]
        before: Vec<String>,
    },
    Why {
        play: String,
    },
    Hint {
        #[serde(default = "captain")]
        level: String,
    },
    Views {
        #[serde(rename = "as")]
        how: Views,
    },
}

/// The level that gives hints unless another is named.
fn captain() -> String {
    "captain".into()
}

impl External {
    pub(crate) fn new(words: Vec<String>, clock: Clock) -> External {
        External { words, clock, process: None, known: Vec::new(), views: Views::Full }
    }

    fn process(&mut self) -> Result<&mut Process, Fault> {
        if self.process.is_none() {
            let started = Process::start(&self.words);
            self.process = Some(started.map_err(|why| Fault::new(Failing::Crash, why))?);
            self.views = Views::Full;
        }
        Ok(self.process.as_mut().expect("it was started"))
    }

    /// What the program knows for a seat. If it knows nothing, it is told first that a game begins.
    fn known(&mut self, session: &dyn Session, seat: Seat) -> Result<&mut Known, Fault> {
        let index = usize::from(seat.0);
        if self.known.len() <= index {
            self.known.resize_with(index + 1, || None);
        }
        if self.known[index].is_none() {
            let start = beginning(session, seat, self.clock);
            self.process()?.tell(start);
        }
        Ok(self.known[index].get_or_insert_default())
    }

    fn ask(&mut self, session: &dyn Session, seat: Seat, seed: u64) -> Result<Answer, Fault> {
        self.process()?;
        let (clock, views, turn) = (self.clock, self.views, bots::player_turn(session));
        let known = self.known(session, seat)?;
        if known.turn.0 != turn {
            known.turn = (turn, Duration::ZERO);
        }
        let turn_left = clock.turn.map(|all| all.saturating_sub(known.turn.1));
        let time = turn_left.map_or(clock.answer, |left| left.min(clock.answer));
        let view = known.view(session, seat, views);
        let question = Question { session, seat, seed, since: known.events, time, turn_left, view };
        let (request, options) = question.print();
        let begun = Stopwatch::start();
        let mut line = self.process()?.exchange(request, time + MARGIN)?;
        let nonsense = |why: String| Fault::new(Failing::Nonsense, why);
        let text = loop {
            let wrong = |error| nonsense(format!("'{}' is no answer: {error}", shortened(&line)));
            match heard(&line).map_err(wrong)? {
                Said::Asks(asks) => {
                    let left = (time + MARGIN).saturating_sub(begun.elapsed());
                    let told = self.tell(session, seat, seed, asks, left);
                    line = self.process()?.exchange(told.to_string(), left)?;
                }
                Said::Answers(Reply { play: Some(text), option: None }) => break text,
                Said::Answers(Reply { play: None, option: Some(nth) }) => {
                    let chosen = options.into_iter().nth(nth);
                    break chosen.ok_or_else(|| nonsense(format!("there is no option {nth}")))?;
                }
                Said::Answers(_) => return Err(nonsense("an answer has either 'play' or 'option'".into())),
            }
        };
        let known = self.known(session, seat)?;
        known.events = session.event_count();
        known.turn.1 += begun.elapsed();
        Ok(Answer { text, imagined: 0 })
    }

    /// The reply to a program that asks something before it answers.
    fn tell(&mut self, session: &dyn Session, seat: Seat, seed: u64, asks: Asks, left: Duration) -> Value {
        match asks {
            Asks::Position => {
                let position = session.imagined_position(seat, &mut Dice::seeded(seed));
                json!({ "ok": true, "position": position, "dice_seed": seed >> 1 })
            }
            Asks::Odds { play, before } => {
                let before: Vec<&str> = before.iter().map(String::as_str).collect();
                match session.odds(seat, &before, &play) {
                    Ok(odds) => json!({ "ok": true, "odds": odds }),
                    Err(refusal) => refused(&refusal),
                }
            }
            Asks::Why { play } => match session.why(seat, &play) {
                Ok(()) => json!({ "ok": true, "legal": true }),
                Err(refusal) => {
                    json!({ "ok": true, "legal": false, "error": refusal.error, "reasons": refusal.reasons })
                }
            },
            Asks::Hint { level } => hint(session, seat, seed, &level, left),
            Asks::Views { how } => {
                self.views = how;
                json!({ "ok": true })
            }
        }
    }
}

/// What a level would answer; it thinks on the program's time.
fn hint(session: &dyn Session, seat: Seat, seed: u64, level: &str, left: Duration) -> Value {
    let Some(level) = bots::level(level) else {
        return json!({ "ok": false, "error": "there is no such level", "reasons": [] });
    };
    let begun = Stopwatch::start();
    let is_over = || begun.elapsed() >= left / 2;
    let limits = Limits { seed, threads: 1, is_over: &is_over, plan: None };
    match bots::choose(session, seat, level, &limits) {
        Some(chosen) => json!({ "ok": true, "play": chosen.text, "reason": chosen.reason }),
        None => json!({ "ok": false, "error": "the level does not know this game", "reasons": [] }),
    }
}

fn refused(refusal: &Refusal) -> Value {
    json!({ "ok": false, "error": refusal.error, "reasons": refusal.reasons })
}

impl Known {
    /// Gives the view in the form that the program wants, and notes it.
    fn view(&mut self, session: &dyn Session, seat: Seat, views: Views) -> Option<Box<RawValue>> {
        let raw = |json: String| RawValue::from_string(json).expect("a view is JSON");
        let whole = match views {
            Views::None => {
                self.items = None;
                return None;
            }
            Views::Full | Views::Changes => session.view(Viewer::Seat(seat)),
        };
        if views == Views::Full {
            self.items = None;
            return Some(raw(whole));
        }
        let mut view: Value = serde_json::from_str(&whole).expect("a view is JSON");
        let items: BTreeMap<u64, Value> = view["items"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|item| Some((item[0].as_u64()?, item[1].clone())))
            .collect();
        if let Some(before) = self.items.replace(items) {
            let items = self.items.as_ref().expect("they were just noted");
            let changed = items.iter().filter(|(number, item)| before.get(number) != Some(item));
            let changed: Vec<Value> = changed.map(|(number, item)| json!([number, item])).collect();
            let gone: Vec<&u64> = before.keys().filter(|number| !items.contains_key(number)).collect();
            let (seq, turn) = (view["seq"].take(), view["turn"].take());
            view = json!({ "seq": seq, "turn": turn, "changed": true, "items": changed, "gone": gone });
        }
        Some(raw(view.to_string()))
    }
}

impl Player for External {
    fn answer(&mut self, session: &dyn Session, seat: Seat, seed: u64) -> Result<Answer, Fault> {
        if session.seq() == 0 {
            self.known.clear();
        }
        let answer = self.ask(session, seat, seed);
        if answer.is_err() {
            self.process = None;
        }
        answer
    }

    fn over(&mut self, session: &dyn Session, seat: Seat) {
        self.known.clear();
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

/// What a program is told for a seat when a game begins, as one line of JSON.
fn beginning(session: &dyn Session, seat: Seat, clock: Clock) -> String {
    let title = session.title();
    let setup = session.record(Viewer::Seat(seat)).header.setup;
    let levels: Vec<&str> = bots::LEVELS.iter().map(|level| level.id).collect();
    json!({
        "do": "start",
        "game": title.id,
        "scenario": setup.scenario,
        "options": setup.options,
        "seat": title.seats[usize::from(seat.0)].id,
        "seats": title.seats,
        "level_ids": levels,
        "time_ms": clock.answer.as_millis() as u64,
        "turn_ms": clock.turn.map(|turn| turn.as_millis() as u64),
        "title": {
            "units": title.units,
            "places": title.places,
            "charts": title.charts,
            "victory": session.standing(Viewer::Seat(seat)).rows,
        },
    })
    .to_string()
}

/// What a program is asked.
struct Question<'a> {
    session: &'a dyn Session,
    seat: Seat,
    seed: u64,
    since: usize,
    time: Duration,
    turn_left: Option<Duration>,
    view: Option<Box<RawValue>>,
}

impl Question<'_> {
    /// As one line of JSON, and the typed forms of the options.
    fn print(self) -> (String, Vec<String>) {
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
            time_ms: self.time.as_millis() as u64,
            turn_ms: self.turn_left.map(|left| left.as_millis() as u64),
            seed: self.seed,
            decision: json!(decision),
            events: json!(session.events(self.since, viewer)),
            view: self.view,
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
    turn_ms: Option<u64>,
    seed: u64,
    decision: Value,
    events: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<Box<RawValue>>,
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
        // Bytes that are not text, or not a whole line, are not JSON either and will count as nonsense.
        if answers.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
            return;
        }
    }
}
