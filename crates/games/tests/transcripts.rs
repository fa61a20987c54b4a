//! Transcripts: what records leave out. A record holds answers and boards; a transcript holds what everyone is asked,
//! offered and told on the way, and what is refused, as one hash a turn.
//!
//! `UPDATE_TRANSCRIPTS=1 cargo test -p games --test transcripts` writes `replays/transcripts/` anew; the commit then
//! says what changed and why. `SHOW_TRANSCRIPTS=/tmp/before` writes what is hashed into that folder, so that two
//! versions of the program can be compared line by line.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::PathBuf;

use engine::record::{DiceSource, What};
use engine::{Dice, Record, Seat, Session, Setup, Start, Viewer};
use games::{Library, Playable};
use serde::Serialize;

/// Every kind of question is looked at so often in a game; after that, so many questions of a long game.
const OFTEN: usize = 5;
const LOOKS: usize = 150;
/// So many options of a question have their odds written out, and are tried at the next one.
const TRIED: usize = 6;
/// A random game ends after so many answers.
const LONGEST: usize = 400;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../replays"))
}

/// JSON in the order of the fields: that of a map depends on what else is built with it.
fn text_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain JSON")
}

/// What was asked, offered, told and refused in one game, turn by turn.
struct Transcript {
    turns: BTreeMap<u16, String>,
    /// How often each kind of question came up.
    kinds: BTreeMap<String, usize>,
    /// Of those that come up often, one in so many is looked at.
    every: usize,
    /// Answers to an earlier question.
    stale: Vec<String>,
    told: usize,
}

impl Transcript {
    /// A transcript of a game that has so many answers.
    fn of(answers: usize) -> Transcript {
        let (turns, kinds) = (BTreeMap::new(), BTreeMap::new());
        Transcript { turns, kinds, every: answers.div_ceil(LOOKS), stale: Vec::new(), told: 0 }
    }

    /// Writes down the state before an answer: first what was told, and then, if it is worth a look, the question.
    fn look(&mut self, session: &dyn Session, viewers: &[Viewer]) {
        let mut lines = Vec::new();
        for viewer in viewers {
            lines.extend(session.events(self.told, *viewer).iter().map(text_of));
        }
        self.told = session.event_count();
        let kind = session.decision(Viewer::Spectator).map_or("end".into(), |open| open.prompt.kind);
        let count = self.kinds.entry(kind).or_default();
        *count += 1;
        if *count <= OFTEN || session.seq().is_multiple_of(self.every) {
            self.question(session, viewers, &mut lines);
        }
        let page = self.turns.entry(session.turn()).or_default();
        for line in &lines {
            page.extend([line, "\n"]);
        }
    }

    fn question(&mut self, session: &dyn Session, viewers: &[Viewer], lines: &mut Vec<String>) {
        for viewer in viewers {
            lines.push(text_of(&session.decision(*viewer)));
        }
        lines.push(session.position());
        let Some(seat) = session.asked().first().copied() else { return };
        lines.push(text_of(&session.staff(Viewer::Seat(seat))));
        for text in std::mem::take(&mut self.stale) {
            lines.push(format!("{text}: {:?}", session.why(seat, &text)));
        }
        let options = session.options(seat);
        for text in options.iter().step_by(options.len() / TRIED + 1) {
            lines.push(match session.odds(seat, &[], text) {
                Ok(odds) => text_of(&odds),
                Err(refusal) => format!("{text}: {refusal:?}"),
            });
            lines.push(format!("{:?}", session.path(seat, text)));
            self.stale.push(text.clone());
        }
    }

    /// One hash a turn.
    fn hashes(&self) -> String {
        let hashes: Vec<String> = self.turns.values().map(|page| format!("{:016x}", hash(page))).collect();
        hashes.join("\n") + "\n"
    }
}

/// FNV-1a, which every version of Rust computes alike.
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Everyone who may look on.
fn viewers(session: &dyn Session) -> Vec<Viewer> {
    let seats = (0..session.title().seats.len()).map(|seat| Viewer::Seat(Seat(seat as u8)));
    seats.chain([Viewer::Spectator, Viewer::Omniscient]).collect()
}

/// The transcript of a record.
fn of_record(library: &Library, text: &str) -> Transcript {
    let record = Record::parse(text).expect("a golden record is good");
    let header = &record.header;
    let DiceSource::Seed(seed) = header.dice else { panic!("a golden record has a seed") };
    let game = library.game_of(header).expect("its pack is kept");
    let mut session = game.open(Start::seeded(header.setup.clone(), seed)).expect("it can be set up");
    let (mut transcript, viewers) = (Transcript::of(record.lines.len()), viewers(session.as_ref()));
    for line in &record.lines {
        let What::Act { seat, text, .. } = &line.what else { continue };
        transcript.look(session.as_ref(), &viewers);
        let seat = session.title().seats.iter().position(|info| info.id == *seat).expect("a seat");
        session.play(Seat(seat as u8), text).expect("a recorded answer is legal");
    }
    transcript.look(session.as_ref(), &viewers);
    transcript
}

/// The transcript of a random game with every option at its last value.
fn of_options(game: &dyn Playable, scenario: &str) -> Transcript {
    let last = |option: &engine::title::OptionInfo| {
        Some((option.id.clone(), option.values.last()?.clone())).filter(|_| option.values.len() > 1)
    };
    let options = game.title().options.iter().filter_map(last).collect();
    let setup = Setup { scenario: scenario.to_owned(), options };
    let mut session = game.open(Start::seeded(setup, 1917)).expect("a scenario can be set up");
    let (mut transcript, viewers) = (Transcript::of(LONGEST), viewers(session.as_ref()));
    let mut choose = Dice::seeded(1918);
    for _ in 0..LONGEST {
        transcript.look(session.as_ref(), &viewers);
        let Some(seat) = session.asked().first().copied() else { break };
        let options = session.options(seat);
        let wanted = usize::from(choose.draw(250)) * usize::from(choose.draw(250));
        choose.forget();
        session.play(seat, &options[wanted % options.len()]).expect("an option can be played");
    }
    transcript
}

/// Compares a transcript with the one that is kept, or keeps it.
fn compare(name: &str, transcript: &Transcript) {
    if let Some(shown) = env::var_os("SHOW_TRANSCRIPTS") {
        let shown = PathBuf::from(shown);
        fs::create_dir_all(&shown).expect("there is a folder");
        let pages = transcript.turns.iter().map(|(turn, page)| format!("== turn {turn}\n{page}"));
        let text = pages.collect::<Vec<_>>().concat();
        fs::write(shown.join(name), text).expect("it can be written");
    }
    let file = folder().join("transcripts").join(format!("{name}.txt"));
    if env::var_os("UPDATE_TRANSCRIPTS").is_some() {
        fs::write(&file, transcript.hashes()).expect("it can be written");
    }
    let kept = fs::read_to_string(&file).unwrap_or_else(|_| panic!("there is no {}", file.display()));
    let hashes = transcript.hashes();
    let differs = kept.lines().zip(hashes.lines()).position(|(kept, now)| kept != now);
    assert_eq!(differs.map(|turn| turn + 1), None, "{name}: that turn is told differently");
    assert_eq!(kept, hashes, "{name}");
}

fn hold(id: &str) {
    let library = Library::embedded().expect("the packs are good");
    let game = library.game(id).expect("there is such a game");
    for scenario in &game.title().scenarios {
        let record =
            fs::read_to_string(folder().join(format!("{id}-{}.game", scenario.id))).expect("a record");
        compare(&format!("{id}-{}", scenario.id), &of_record(&library, &record));
        compare(&format!("{id}-{}-options", scenario.id), &of_options(game.as_ref(), &scenario.id));
    }
    // The long games of the square grid take seconds, and what their earlier editions do differently is in the records.
    for edition in ["first-edition", "earlier-packs"].into_iter().filter(|_| id == "cambrai") {
        for scenario in &game.title().scenarios {
            let file = folder().join(edition).join(format!("{id}-{}.game", scenario.id));
            if let Ok(record) = fs::read_to_string(file) {
                compare(&format!("{id}-{}-{edition}", scenario.id), &of_record(&library, &record));
            }
        }
    }
}

#[test]
fn big_push_is_told_as_before() {
    hold("big-push");
}

#[test]
fn verdun_is_told_as_before() {
    hold("verdun");
}

#[test]
fn cambrai_is_told_as_before() {
    hold("cambrai");
}
