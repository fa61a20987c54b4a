//! The conditions of victory: rows for every scenario and side, and the end of a game is what they come to.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use engine::{Dice, Record, Seat, Session, Setup, Start, Viewer};
use games::Library;
use serde_json::Value;

fn library() -> Library {
    Library::embedded().expect("the packs are good")
}

fn rows(session: &dyn Session, viewer: Viewer) -> Vec<Value> {
    let standing = serde_json::to_value(session.standing(viewer)).expect("it is plain JSON");
    standing["rows"].as_array().expect("rows").clone()
}

/// Reads rows as a stranger would: the seats of the one side that has as many rows of a group as it needs.
fn winners(rows: &[Value]) -> Vec<Seat> {
    let mut groups: BTreeMap<(String, String), (Vec<Seat>, u64, u64)> = BTreeMap::new();
    for row in rows {
        let word = |key: &str| row[key].as_str().expect("a word").to_owned();
        let seats = row["seats"].as_array().expect("seats").iter();
        let seats: Vec<Seat> = seats.map(|seat| Seat(seat.as_u64().expect("a seat") as u8)).collect();
        let group = groups.entry((word("side"), word("group"))).or_insert((seats, 0, 0));
        group.1 += u64::from(row["met"].as_bool().expect("after the end nothing is secret"));
        group.2 = row["need"].as_u64().expect("a number");
    }
    let mut winning: Vec<Vec<Seat>> =
        groups.into_values().filter(|(_, met, need)| met >= need).map(|(seats, ..)| seats).collect();
    winning.dedup();
    if let [only] = &winning[..] { only.clone() } else { Vec::new() }
}

fn agree(session: &dyn Session, name: &str) {
    let (won, text) = session.outcome().unwrap_or_else(|| panic!("{name} is over"));
    let rows = rows(session, Viewer::Spectator);
    assert_eq!(winners(&rows), won, "{name}: {text}\n{rows:#?}");
}

#[test]
fn golden_records_end_as_their_rows_say() {
    let library = library();
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../replays"));
    let mut count = 0;
    for folder in [folder.clone(), folder.join("first-edition")] {
        for entry in fs::read_dir(folder).expect("there are records") {
            let file = entry.expect("it can be read").path();
            if file.extension().is_none_or(|ending| ending != "game") {
                continue;
            }
            let text = fs::read_to_string(&file).expect("it can be read");
            let record = Record::parse(&text).expect("it is a record");
            let session = library.replay(&record, None).expect("it replays");
            agree(&*session, &file.display().to_string());
            count += 1;
        }
    }
    assert!(count >= 34, "{count} records");
}

#[test]
fn random_games_end_as_their_rows_say() {
    for game in library().games() {
        for scenario in &game.title().scenarios {
            let seeds = if game.title().id == "cambrai" { 6 } else { u64::from(scenario.turns < 8) };
            for seed in 0..seeds {
                let start = Start::seeded(Setup::of(&scenario.id), seed);
                let mut session = game.open(start).expect("it can be set up");
                let mut choose = Dice::seeded(seed);
                while let Some(seat) = session.asked().first().copied() {
                    let options = session.options(seat);
                    let wanted = usize::from(choose.draw(250)) * usize::from(choose.draw(250));
                    choose.forget();
                    session.play(seat, &options[wanted % options.len()]).expect("it is an option");
                }
                agree(&*session, &format!("{} {seed}", scenario.id));
            }
        }
    }
}

/// Every row has words, cases that exist, and squares and units that exist.
fn check_goal(goal: &Value, cases: &[String], places: &[String], units: &[String]) {
    let text = goal["text"].as_str().expect("a sentence");
    assert!(!text.starts_with(char::is_lowercase), "{text}");
    assert!(!text.contains("(s)") && !text.contains(" 1 points"), "{text}");
    let known = |list: &Value, known: &[String]| {
        for word in list.as_array().into_iter().flatten() {
            assert!(known.iter().any(|known| Some(known.as_str()) == word.as_str()), "{word} in {text}");
        }
    };
    known(&goal["cases"], cases);
    known(&goal["lacking"]["squares"], places);
    known(&goal["lacking"]["units"], units);
    for part in goal["parts"].as_array().into_iter().flatten() {
        check_goal(part, cases, places, units);
    }
}

#[test]
fn every_scenario_has_rows_for_both_sides() {
    for game in library().games() {
        let title = game.title();
        let cases: Vec<String> = title.cases.iter().map(|case| case.number.clone()).collect();
        let places: Vec<String> = title.places.iter().map(|place| place.id.clone()).collect();
        let units: Vec<String> = title.units.iter().map(|unit| unit.id.clone()).collect();
        for scenario in &title.scenarios {
            let session = game.open(Start::seeded(Setup::of(&scenario.id), 1)).expect("it can be set up");
            for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
                let standing = session.standing(viewer);
                assert!(standing.now.starts_with("If it ended now: "), "{}", standing.now);
                let rows = rows(&*session, viewer);
                for seat in 0..2 {
                    let own = rows
                        .iter()
                        .filter(|row| row["seats"].as_array().expect("seats").contains(&seat.into()));
                    assert!(own.count() > 0, "{} has no row for seat {seat}", scenario.id);
                }
                for row in &rows {
                    assert!(!row["cases"].as_array().expect("cases").is_empty(), "{row}");
                    check_goal(row, &cases, &places, &units);
                }
                let secret = rows.iter().any(|row| row["met"].is_null());
                assert!(!secret || scenario.id == "campaign", "{}", scenario.id);
            }
        }
    }
}

/// The rows of a first battle name what its briefing names, and nothing that cannot happen in it.
#[test]
fn first_battles_have_their_own_rows() {
    let wanted: [(&str, &[&str]); 3] = [
        (
            "big-push",
            &[
                "No German unit stands in the German start trench.",
                "The British hold both places.",
                "Montauban (K17)",
                "Trônes Wood (M17)",
                "The Allies reach none of their victories.",
                "The Germans lead by 12 points.",
            ],
        ),
        (
            "verdun",
            &[
                "No French unit stands on the French start line.",
                "The Germans occupy 2 of 3 objectives.",
                "Beaumont (E21)",
                "Bois de la Wavrille (E22)",
                "Haumont (E17)",
                "The Germans win nothing.",
            ],
        ),
        ("cambrai", &["The British have 9 points.", "The British have fewer than 9 points."]),
    ];
    let library = library();
    for (id, wanted) in wanted {
        let game = library.game(id).expect("a game");
        let start = Start::seeded(Setup::of("first-battle"), 1);
        let session = game.open(start).expect("it can be set up");
        let rows = rows(&*session, Viewer::Spectator);
        let parts = |row: &Value| row["parts"].as_array().cloned().unwrap_or_default();
        let goals = rows.iter().flat_map(|row| std::iter::once(row.clone()).chain(parts(row)));
        let texts: Vec<String> = goals.map(|goal| goal["text"].as_str().expect("words").to_owned()).collect();
        assert_eq!(texts, wanted, "{id}");
    }
}

/// A campaign in which the objectives have been drawn.
fn begun(game: &dyn games::Playable, knows: Seat) -> Box<dyn Session> {
    let mut session = game.open(Start::seeded(Setup::of("campaign"), 5)).expect("it can be set up");
    while most_parts(&*session, Viewer::Seat(knows)) < 7 {
        let seat = session.asked()[0];
        let options = session.options(seat);
        session.play(seat, options.last().expect("an option")).expect("it is an option");
    }
    session
}

fn most_parts(session: &dyn Session, viewer: Viewer) -> usize {
    let rows = rows(session, viewer);
    rows.iter().map(|row| row["parts"].as_array().map_or(0, Vec::len)).max().unwrap_or(0)
}

/// In the campaigns one side has objectives that the other does not see.
#[test]
fn secret_objectives_are_rows_only_for_those_who_know_them() {
    let library = library();
    for (id, knows) in [("big-push", Seat(0)), ("verdun", Seat(0))] {
        let game = library.game(id).expect("a game");
        let session = begun(&**game, knows);
        let secret = |viewer: Viewer| rows(&*session, viewer).iter().any(|row| row["met"].is_null());
        let other = Seat(1 - knows.0);
        assert!(!secret(Viewer::Seat(knows)), "{id}");
        assert!(secret(Viewer::Seat(other)) && secret(Viewer::Spectator), "{id}");
        assert!(most_parts(&*session, Viewer::Seat(other)) < 7, "{id}");
        let now = session.standing(Viewer::Seat(other)).now;
        assert!(now.starts_with("If it ended now: "), "{now}");
    }
}

/// The strip goes through its phases in order, and unfinished business can be ended.
#[test]
fn the_strip_goes_forward_through_the_turn() {
    for game in library().games() {
        let scenario = &game.title().scenarios[0];
        let mut session = game.open(Start::seeded(Setup::of(&scenario.id), 2)).expect("it can be set up");
        let (mut last, mut undone, mut seen) = ((0, 0), 0, 0);
        for _ in 0..400 {
            let Some(seat) = session.asked().first().copied() else { break };
            let staff = session.staff(Viewer::Seat(seat));
            if let Some(at) = staff.at {
                assert!(at < staff.phases.len());
                let now = (session.turn(), at);
                assert!(now >= last, "{last:?} came before {now:?} in {}", game.title().id);
                seen += usize::from(now != last);
                last = now;
                assert!(staff.next.starts_with("Then: "), "{}", staff.next);
            }
            let cases = &game.title().cases;
            for phase in &staff.phases {
                assert!(cases.iter().any(|case| case.number == phase.case), "{phase:?}");
            }
            let options = session.options(seat);
            if !staff.undone.is_empty() {
                undone += 1;
                assert!(staff.ends.iter().all(|end| options.contains(end)), "{:?}", staff.ends);
                assert!(staff.undone.iter().all(|left| left.text.ends_with('.')));
            }
            // A seat that is not asked has nothing left undone.
            assert!(session.staff(Viewer::Seat(Seat(1 - seat.0.min(1)))).undone.is_empty());
            session.play(seat, options.last().expect("an option")).expect("it is an option");
        }
        assert!(seen > 4 && undone > 2, "{}: {seen} phases, {undone} lists", game.title().id);
    }
}
