//! `westfront engine`: one JSON object a line in, one out. Described in docs/engine-protocol.md.
//!
//! A bad line gets an error object; the process lives on.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use anyhow::Result;
use engine::record::LONGEST_RECORD;
use engine::wire::Choice;
use engine::{DiceSource, Record, Refusal, Seat, Session, Setup, Start, Viewer};
use games::Library;
use serde::Deserialize;
use serde_json::{Value, json};

/// No request is longer, in bytes: a record fits, with its escapes.
const LONGEST_REQUEST: u64 = 2 * LONGEST_RECORD as u64;

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    List {},
    Title {
        game: String,
    },
    New {
        game: String,
        scenario: String,
        #[serde(default)]
        options: BTreeMap<String, String>,
        #[serde(default)]
        players: BTreeMap<String, String>,
        #[serde(default = "first_seed")]
        seed: u64,
        #[serde(default)]
        dice: Vec<u8>,
    },
    Load {
        record: Option<String>,
        position: Option<String>,
        game: Option<String>,
        #[serde(default = "first_seed")]
        seed: u64,
        #[serde(default)]
        dice: Vec<u8>,
    },
    Options {
        seat: Option<String>,
    },
    Play {
        seat: Option<String>,
        seq: Option<u32>,
        text: Option<String>,
        option: Option<usize>,
        choice: Option<Choice>,
    },
    Why {
        seat: Option<String>,
        text: String,
    },
    Odds {
        seat: Option<String>,
        text: String,
        #[serde(default)]
        before: Vec<String>,
    },
    Hint {
        seat: Option<String>,
        level: String,
        #[serde(default = "first_seed")]
        seed: u64,
    },
    View {
        seat: Option<String>,
    },
    Victory {
        seat: Option<String>,
    },
    Staff {
        seat: Option<String>,
    },
    Events {
        #[serde(default)]
        since: usize,
        seat: Option<String>,
    },
    Undo {
        seat: Option<String>,
    },
    Export {
        seat: Option<String>,
    },
    Quit {},
}

fn first_seed() -> u64 {
    1
}

/// What the loop does after an answer.
enum Next {
    Answer(Value),
    Quit,
}

pub(crate) fn run(library: &Library) -> Result<ExitCode> {
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut session = None;
    while let Some(line) = read_line(&mut input)? {
        let reply = match line {
            Err(error) => failure(None, &Refusal::plain(error)),
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => match answer(library, &mut session, &line) {
                (id, Ok(Next::Answer(mut reply))) => {
                    reply["ok"] = json!(true);
                    with_id(id, reply)
                }
                (id, Ok(Next::Quit)) => {
                    writeln!(output, "{}", with_id(id, json!({ "ok": true, "bye": true })))?;
                    break;
                }
                (id, Err(refusal)) => failure(id, &refusal),
            },
        };
        writeln!(output, "{reply}")?;
        output.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// One line. One that is too long is read to its end and not kept.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, String>>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST_REQUEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST_REQUEST && bytes.last() != Some(&b'\n') {
        loop {
            let chunk = input.fill_buf()?;
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let (used, done) = (end.map_or(chunk.len(), |end| end + 1), end.is_some() || chunk.is_empty());
            input.consume(used);
            if done {
                return Ok(Some(Err(format!("the line is longer than {LONGEST_REQUEST} bytes"))));
            }
        }
    }
    Ok(Some(String::from_utf8(bytes).map_err(|_| "the line is not UTF-8 text".into())))
}

fn failure(id: Option<Value>, refusal: &Refusal) -> Value {
    with_id(id, json!({ "ok": false, "error": refusal.error, "reasons": refusal.reasons }))
}

fn with_id(id: Option<Value>, mut reply: Value) -> Value {
    if let Some(id) = id {
        reply["id"] = id;
    }
    reply
}

fn answer(
    library: &Library,
    session: &mut Option<Box<dyn Session>>,
    line: &str,
) -> (Option<Value>, Result<Next, Refusal>) {
    let mut object: Value = match serde_json::from_str(line) {
        Ok(object) => object,
        Err(error) => return (None, Err(Refusal::plain(format!("not a JSON object: {error}")))),
    };
    let id = object.as_object_mut().and_then(|object| object.remove("id"));
    let request = match serde_json::from_value::<Request>(object) {
        Ok(request) => request,
        Err(error) => return (id, Err(Refusal::plain(format!("not a request: {error}")))),
    };
    let handled = catch_unwind(AssertUnwindSafe(|| handle(library, session, request)));
    (
        id,
        handled.unwrap_or_else(|_| Err(Refusal::plain("the program has a fault there; nothing was changed"))),
    )
}

fn handle(
    library: &Library,
    session: &mut Option<Box<dyn Session>>,
    request: Request,
) -> Result<Next, Refusal> {
    let reply = match request {
        Request::Quit {} => return Ok(Next::Quit),
        Request::List {} => {
            let games: Vec<Value> = library
                .games()
                .iter()
                .map(|game| game.title())
                .map(|title| {
                    json!({ "id": title.id, "name": title.name, "pack": title.pack, "seats": title.seats,
                            "scenarios": title.scenarios, "options": title.options })
                })
                .collect();
            json!({ "games": games })
        }
        Request::Title { game } => {
            let found =
                library.game(&game).ok_or_else(|| Refusal::plain(format!("there is no game '{game}'")))?;
            json!({ "title": found.title() })
        }
        Request::New { game, scenario, options, players, seed, dice } => {
            let start = Start {
                setup: Setup { scenario, options },
                players,
                dice: dice_source(&dice, seed),
                secret: None,
                script: dice,
                position: None,
            };
            status(session.insert(open(library, &game, start)?).as_ref())
        }
        Request::Load { record: Some(record), position: None, .. } => {
            let record = Record::parse(&record).map_err(|error| Refusal::plain(error.to_string()))?;
            let loaded = library.replay(&record, None).map_err(|error| Refusal::plain(error.to_string()))?;
            status(session.insert(loaded).as_ref())
        }
        Request::Load { record: None, position: Some(position), game: Some(game), seed, dice } => {
            let start = Start {
                script: dice.clone(),
                dice: dice_source(&dice, seed),
                position: Some(position),
                ..Start::seeded(Setup::default(), seed)
            };
            let loaded = open(library, &game, start)?;
            if let Some(trouble) = loaded.dice_trouble() {
                return Err(Refusal::plain(format!("the dice cannot be rolled: {trouble}")));
            }
            status(session.insert(loaded).as_ref())
        }
        Request::Load { .. } => return Err(Refusal::plain("give 'record', or 'position' with its 'game'")),
        request => {
            let session = session.as_mut().ok_or_else(|| Refusal::plain("no game: say new or load first"))?;
            in_game(session.as_mut(), request)?
        }
    };
    Ok(Next::Answer(reply))
}

/// A script is all the dice there are; without one they come from the seed.
fn dice_source(script: &[u8], seed: u64) -> DiceSource {
    if script.is_empty() { DiceSource::Seed(seed) } else { DiceSource::Hidden }
}

fn open(library: &Library, game: &str, start: Start) -> Result<Box<dyn Session>, Refusal> {
    let game = library.game(game).ok_or_else(|| Refusal::plain(format!("there is no game '{game}'")))?;
    game.open(start).map_err(Refusal::plain)
}

/// Requests about the game in hand.
fn in_game(session: &mut dyn Session, request: Request) -> Result<Value, Refusal> {
    match request {
        Request::Options { seat } => {
            let decision = match seat {
                Some(seat) => session.decision(Viewer::Seat(seat_of(session, &seat)?)),
                None => session.decision(Viewer::Omniscient),
            };
            let mut reply = status(session);
            reply["decision"] = json!(decision);
            Ok(reply)
        }
        Request::Play { seat, seq, text, option, choice } => {
            let seat = speaker(session, seat.as_deref())?;
            if seq.is_some_and(|seq| seq as usize != session.seq()) {
                return Err(Refusal::plain(format!("stale: {} actions have been played", session.seq())));
            }
            let text = match (text, option, choice) {
                (Some(text), None, None) => text,
                (None, None, Some(choice)) => choice.play,
                (None, Some(option), None) => {
                    let options = session.options(seat);
                    let count = options.len();
                    options.into_iter().nth(option).ok_or_else(|| {
                        Refusal::plain(format!(
                            "there is no option {option}: they are numbered from 0 to {}",
                            count.saturating_sub(1)
                        ))
                    })?
                }
                _ => return Err(Refusal::plain("give one of 'text', 'option' and 'choice'")),
            };
            let since = session.event_count();
            let entries = session.play(seat, &text)?;
            let mut reply = status(session);
            reply["played"] = json!(entries);
            reply["events"] = json!(session.events(since, Viewer::Seat(seat)));
            Ok(reply)
        }
        Request::Why { seat, text } => {
            let seat = speaker(session, seat.as_deref())?;
            Ok(match session.why(seat, &text) {
                Ok(()) => json!({ "legal": true, "reasons": [] }),
                Err(refusal) => json!({ "legal": false, "error": refusal.error, "reasons": refusal.reasons }),
            })
        }
        Request::Odds { seat, text, before } => {
            let seat = speaker(session, seat.as_deref())?;
            let before: Vec<&str> = before.iter().map(String::as_str).collect();
            Ok(json!({ "odds": session.odds(seat, &before, &text)? }))
        }
        Request::Hint { seat, level, seed } => {
            let seat = speaker(session, seat.as_deref())?;
            let level = bots::level(&level).ok_or_else(|| Refusal::plain("there is no such level"))?;
            // Without a clock a level thinks alike on every machine.
            let level = bots::Level { uses_clock: false, ..*level };
            let limits = bots::Limits { seed, threads: 1, is_over: &|| false, plan: None };
            let chosen = bots::choose(session, seat, &level, &limits);
            let chosen = chosen.ok_or_else(|| Refusal::plain("the computer does not know this game"))?;
            Ok(json!({ "play": chosen.text, "reason": chosen.reason }))
        }
        Request::View { seat } => {
            let view = session.view(viewer(session, seat.as_deref())?);
            Ok(json!({ "view": serde_json::from_str::<Value>(&view).expect("views are JSON") }))
        }
        Request::Victory { seat } => {
            Ok(json!({ "victory": session.standing(viewer(session, seat.as_deref())?) }))
        }
        Request::Staff { seat } => Ok(json!({ "staff": session.staff(viewer(session, seat.as_deref())?) })),
        Request::Events { since, seat } => {
            let viewer = viewer(session, seat.as_deref())?;
            Ok(json!({ "since": since, "events": session.events(since, viewer) }))
        }
        Request::Undo { seat } => {
            let last = session.seq().checked_sub(1).and_then(|last| session.seat_of(last));
            let seat = match seat {
                Some(seat) => seat_of(session, &seat)?,
                None => last.ok_or_else(|| Refusal::plain("nothing has been played"))?,
            };
            session.undo(seat)?;
            Ok(status(session))
        }
        Request::Export { seat } => {
            let viewer = viewer(session, seat.as_deref())?;
            let mut reply = json!({ "record": session.record(viewer).print() });
            if viewer == Viewer::Omniscient {
                reply["position"] = json!(session.position());
            }
            Ok(reply)
        }
        Request::List {}
        | Request::Title { .. }
        | Request::New { .. }
        | Request::Load { .. }
        | Request::Quit {} => Ok(Value::Null),
    }
}

fn status(session: &dyn Session) -> Value {
    let seats = &session.title().seats;
    let id = |seat: &Seat| seats[usize::from(seat.0)].id.clone();
    let to_play: Vec<String> = session.asked().iter().map(id).collect();
    let result = session.outcome().map(
        |(winners, text)| json!({ "winners": winners.iter().map(id).collect::<Vec<_>>(), "text": text }),
    );
    json!({ "seq": session.seq(), "turn": session.turn(), "to_play": to_play, "result": result })
}

fn seat_of(session: &dyn Session, id: &str) -> Result<Seat, Refusal> {
    session.title().seat(id).ok_or_else(|| {
        let known: Vec<&str> = session.title().seats.iter().map(|seat| seat.id.as_str()).collect();
        Refusal::plain(format!("there is no seat '{id}'; there are {}", known.join(", ")))
    })
}

/// The seat that speaks: the one named, or the only one that is asked.
fn speaker(session: &dyn Session, seat: Option<&str>) -> Result<Seat, Refusal> {
    match (seat, &session.asked()[..]) {
        (Some(seat), _) => seat_of(session, seat),
        (None, [only]) => Ok(*only),
        (None, []) => Err(Refusal::plain("the game is over")),
        (None, _) => Err(Refusal::plain("several seats are asked: name the 'seat'")),
    }
}

/// Whose eyes: a seat, `spectator`, or everything if left out.
fn viewer(session: &dyn Session, seat: Option<&str>) -> Result<Viewer, Refusal> {
    match seat {
        None => Ok(Viewer::Omniscient),
        Some("spectator") => Ok(Viewer::Spectator),
        Some(seat) => seat_of(session, seat).map(Viewer::Seat),
    }
}
