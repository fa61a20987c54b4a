//! Golden records: whole games that replay byte for byte.
//!
//! `UPDATE_RECORDS=1 cargo test -p games --test records` writes them anew; the commit then says what changed and why.
//! Those of earlier editions of the rules and of earlier packs are never written anew: games that began under them are
//! finished by them.

use std::env;
use std::fs;
use std::path::PathBuf;

use engine::{Dice, Record, Session, Setup, Start, Viewer};
use games::{Library, Playable};

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../replays"))
}

/// One random game of each scenario, the same at every run.
fn play(game: &dyn Playable, scenario: &str) -> Box<dyn Session> {
    let mut session = game.open(Start::seeded(Setup::of(scenario), 1916)).expect("a scenario can be set up");
    let mut choose = Dice::seeded(1917);
    while let Some(seat) = session.asked().first().copied() {
        let options = session.options(seat);
        let wanted = usize::from(choose.draw(250)) * usize::from(choose.draw(250));
        choose.forget();
        session.play(seat, &options[wanted % options.len()]).expect("an option can be played");
    }
    session
}

#[test]
fn golden_records_replay_byte_for_byte() {
    let library = Library::embedded().expect("the packs are good");
    for game in library.games() {
        for scenario in &game.title().scenarios {
            let file = folder().join(format!("{}-{}.game", game.title().id, scenario.id));
            if env::var_os("UPDATE_RECORDS").is_some() {
                let record = play(game.as_ref(), &scenario.id).record(Viewer::Omniscient).print();
                fs::write(&file, record).expect("the record can be written");
            }
            let text = fs::read_to_string(&file).unwrap_or_else(|_| panic!("there is no {}", file.display()));
            let record = Record::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let session =
                library.replay(&record, None).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            assert!(session.outcome().is_some(), "{} is not finished", file.display());
            assert_eq!(session.record(Viewer::Omniscient).print(), text, "{}", file.display());
        }
    }
}

#[test]
fn earlier_records_replay_byte_for_byte() {
    let library = Library::embedded().expect("the packs are good");
    let records = |name: &str| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder().join(name)).expect("there is a folder");
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
        files.sort();
        assert!(!files.is_empty(), "{name}");
        files
    };
    for file in [records("first-edition"), records("second-edition"), records("earlier-packs")].concat() {
        let text = fs::read_to_string(&file).expect("it can be read");
        let record = Record::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let session =
            library.replay(&record, None).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_eq!(session.record(Viewer::Omniscient).print(), text, "{}", file.display());
    }
}

/// A record with a changed die, a changed action, a cut or rubbish in it is refused with its line, never a panic.
#[test]
fn damaged_records_are_refused_by_line() {
    let library = Library::embedded().expect("the packs are good");
    for game in library.games() {
        let scenario = &game.title().scenarios[0].id;
        let text = fs::read_to_string(folder().join(format!("{}-{scenario}.game", game.title().id)))
            .expect("a record");
        let lines: Vec<&str> = text.lines().collect();
        let begin = lines.iter().position(|line| *line == "---").expect("a header ends") + 1;
        for nth in (begin..lines.len()).step_by(lines.len() / 40 + 1) {
            let mut damaged: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            damaged[nth] = format!("{}x", damaged[nth].trim_end_matches(']'));
            let result = Record::parse(&damaged.join("\n"))
                .and_then(|record| library.replay(&record, None).map(|_| ()));
            assert!(result.is_err(), "line {} may not be '{}'", nth + 1, damaged[nth]);
            let cut = lines[..nth].join("\n");
            let record = Record::parse(&cut).expect("a record may be cut anywhere");
            library.replay(&record, None).expect("and still replays");
        }
    }
}
