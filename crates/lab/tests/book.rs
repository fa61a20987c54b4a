//! The book of test positions: each can be set up, asks whom it examines, and expects what can be read.

use std::collections::BTreeSet;

use engine::examples::holds;
use engine::{Setup, Start};
use games::Library;
use lab::Contestant;
use lab::book::{chapter, examine};

/// How many positions each level solves.
const RECRUIT: usize = 39;
const CAPTAIN: usize = 58;

#[test]
fn every_position_asks_the_seat_that_it_examines() {
    let library = Library::embedded().expect("the packs are good");
    let (mut names, mut scenarios) = (BTreeSet::new(), BTreeSet::new());
    for game in library.games() {
        let id = &game.title().id;
        for test in chapter(id).expect("the chapter can be read") {
            let place = format!("{id}, '{}'", test.name);
            assert!(names.insert((id.clone(), test.name.clone())), "{place}: twice");
            assert!(test.idea.ends_with('.'), "{place}: an idea is a sentence");
            assert!(
                test.plays.len() + test.never.len() + test.sees.len() > 0,
                "{place}: nothing is expected"
            );
            let start = Start { position: Some(test.position), ..Start::seeded(Setup::of(""), 1) };
            let session = game.open(start).unwrap_or_else(|why| panic!("{place}: {why}"));
            let seat = session.title().seat(&test.seat).unwrap_or_else(|| panic!("{place}: no such seat"));
            assert_eq!(session.asked(), [seat], "{place}");
            for line in &test.sees {
                let said = holds(session.as_ref(), 0, line).err().unwrap_or_default();
                let unreadable = said.contains("expectation")
                    || said.starts_with("there is no")
                    || said.starts_with("no seat");
                assert!(!unreadable, "{place}: {line}: {said}");
            }
            scenarios.insert((id.clone(), session.record(engine::Viewer::Omniscient).header.setup.scenario));
        }
    }
    assert!(names.len() >= 60, "there are {} positions", names.len());
    for game in library.games() {
        for scenario in game.title().scenarios.iter().filter(|scenario| !scenario.school) {
            let known = (game.title().id.clone(), scenario.id.clone());
            assert!(scenarios.contains(&known), "{known:?} has no position");
        }
    }
}

/// The strength of the levels that play alike on every machine: a change of their habits shows here.
#[test]
fn recruit_and_captain_solve_what_they_have_solved() {
    let library = Library::embedded().expect("the packs are good");
    let solved = |level: &str| {
        let level = Contestant::parse(level).expect("a level");
        let marks = examine(&library, None, &level, 2).expect("the book can be played");
        marks.iter().filter(|mark| mark.is_solved()).count()
    };
    assert_eq!([solved("recruit"), solved("captain")], [RECRUIT, CAPTAIN]);
}
