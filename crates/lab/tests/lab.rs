//! Mass simulation and luck: the same on any number of machines, drawn in one well-formed file, counted right.

mod toy;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use engine::{Record, Session, Setup, Start, Viewer};
use lab::luck::{self, Effort, Measure};
use lab::{LabError, Results, Run, Shard, simulate, store};
use toy::{BLUE, RED};

fn run(games: u64, shard: Option<Shard>) -> Run {
    let game = toy::game();
    Run {
        game: "toy".into(),
        scenario: "ridge".into(),
        options: BTreeMap::new(),
        rules: 1,
        pack: game.title().pack.clone(),
        levels: vec!["random".into()],
        seed: 77,
        games,
        shard,
    }
}

fn simulated(games: u64, shard: Option<Shard>, threads: usize) -> Results {
    simulate(toy::game().as_ref(), &run(games, shard), threads, || {}).expect("it can be simulated")
}

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("westfront-lab-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn write(results: &Results, folder: &Path) {
    store::write(results, folder).expect("it can be written");
    let report = lab::report::html(toy::game().as_ref(), results).expect("it can be drawn");
    store::write_file(folder, "report.html", &report).expect("it can be written");
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    entries.map(|path| (name(&path), fs::read(&path).expect("it can be read"))).collect()
}

#[test]
fn shards_put_together_are_the_run_byte_for_byte() {
    let whole = folder("whole");
    write(&simulated(23, None, 3), &whole);
    let mut parts = Vec::new();
    for number in [3, 1, 2] {
        let part = folder(&format!("part-{number}"));
        write(&simulated(23, Some(Shard { number, of: 3 }), 1), &part);
        parts.push(store::read(&part).expect("it can be read back"));
        fs::remove_dir_all(&part).expect("it can be removed");
    }
    let merged = folder("merged");
    write(&store::merge(parts.clone()).expect("the parts fit"), &merged);
    assert_eq!(files(&whole), files(&merged));
    let names: Vec<String> = files(&whole).into_keys().collect();
    assert_eq!(
        names,
        ["games.csv", "games.jsonl", "places.csv", "places.jsonl", "report.html", "run.json", "turns.csv"]
    );
    for folder in [whole, merged] {
        fs::remove_dir_all(&folder).expect("it can be removed");
    }

    let refused = |parts: Vec<Results>| match store::merge(parts) {
        Err(LabError::Setup(reason)) => reason,
        other => panic!("{other:?}"),
    };
    assert!(refused(parts[..2].to_vec()).contains("missing"));
    assert!(refused([&parts[..], &parts[..1]].concat()).contains("twice"));
    let other = Results { run: Run { seed: 78, ..parts[0].run.clone() }, ..parts[0].clone() };
    assert!(refused(vec![other, parts[1].clone(), parts[2].clone()]).contains("different runs"));
    assert!(refused(Vec::new()).contains("nothing"));
}

#[test]
fn rows_say_what_happened() {
    let results = simulated(40, None, 2);
    assert_eq!(results.games.len(), 40);
    for row in &results.games {
        let mut session = toy::game().open(Start::seeded(Setup::of("ridge"), row.seed)).expect("a game");
        assert_eq!(session.seq(), 0);
        session.play(RED, "dig").expect("legal");
        assert!((1..=6).contains(&row.turns) && row.by_turn.len() == usize::from(row.turns), "{row:?}");
        let last = row.by_turn.last().expect("a turn");
        let front = last.tracks["vp"];
        assert_eq!(
            row.winners,
            match front {
                3 | 4 => vec!["red"],
                0 | 1 => vec!["blue"],
                _ => vec![],
            }
        );
        assert_eq!(i64::from(last.held.get("british").copied().unwrap_or(0)), front);
        assert_eq!(last.lost["german"] + last.on_map["german"], 3);
        let events: u32 = row.by_turn.iter().flat_map(|turn| turn.events.values()).sum();
        assert_eq!(events as usize, row.decisions);
    }
    let reached = results.games.iter().filter(|row| row.turns >= 3).count() as u64;
    let seen = |nation: &str| results.places.at(3, "p3", nation).controlled;
    assert_eq!(seen("british") + seen("german"), reached);
}

#[test]
fn the_report_is_one_well_formed_file_that_loads_nothing() {
    let report = lab::report::html(toy::game().as_ref(), &simulated(30, None, 1)).expect("it can be drawn");
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(&report, options).expect("it is well-formed");
    let headings: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("h2"))
        .filter_map(|node| node.text())
        .collect();
    assert_eq!(
        headings,
        [
            "Results",
            "Victory points",
            "Losses by turn",
            "The front",
            "Objectives",
            "Length",
            "What happened",
            "How this was made"
        ]
    );
    assert!(document.descendants().filter(|node| node.tag_name().name() == "circle").count() > 24);
    for node in document.descendants() {
        assert!(!["script", "link", "iframe"].contains(&node.tag_name().name()));
        for attribute in node.attributes().filter(|attribute| ["src", "href"].contains(&attribute.name())) {
            assert!(attribute.value().starts_with("data:"), "{}", attribute.value());
        }
    }
    assert!(!report.contains("NaN") && !report.contains("inf\""), "every number is a number");
}

/// A game in which red pushes with a 6 and blue digs, then everybody digs to the end.
fn lucky_record() -> Record {
    let start = Start { script: vec![6], ..Start::seeded(Setup::of("ridge"), 3) };
    let mut session = toy::game().open(start).expect("a game");
    for (seat, text) in [(RED, "push"), (BLUE, "dig")] {
        session.play(seat, text).expect("legal");
    }
    while let Some(seat) = session.asked().first().copied() {
        session.play(seat, "dig").expect("legal");
    }
    // The dice were scripted, so the record must not claim that they follow from a seed.
    let mut record = session.record(Viewer::Omniscient);
    record.header.dice = engine::DiceSource::Hidden;
    record
}

#[test]
fn luck_is_what_came_less_what_could_be_expected() {
    let ledger = lab::ledger(&toy::library(), &lucky_record()).expect("a finished game");
    // A push takes a place with 4, 5 or 6: half a point was to be expected, one came.
    assert_eq!((ledger.measure, ledger.rolls.len()), (Measure::Points, 1));
    let roll = &ledger.rolls[0];
    assert_eq!(
        (roll.action, roll.turn, roll.side, &roll.dice[..], roll.exact),
        (1, 1, Some(0), &[6][..], true)
    );
    assert!((roll.expected[0] - 2.5).abs() < 1e-9 && (roll.effect[0] - 0.5).abs() < 1e-9, "{roll:?}");
    assert!((ledger.sides[1].total + 0.5).abs() < 1e-9 && ledger.sides[1].own.abs() < 1e-9, "{ledger:?}");
    assert!((ledger.sides[0].own - 0.5).abs() < 1e-9);
    assert!(serde_json::to_string(&ledger).expect("it is JSON").contains("\"measure\":\"points\""));
}

#[test]
fn a_judge_may_see_more_than_points() {
    // This judge counts blue's losses, which two dice of fire decide: 10 of 36 falls are 9 or more.
    let judge = |session: &dyn Session, seat: engine::Seat| {
        let lost = session.view(Viewer::Omniscient).matches("eliminated").count() as f64;
        Some(if seat == RED { lost } else { -lost })
    };
    let start = Start { script: vec![6, 5], ..Start::seeded(Setup::of("ridge"), 3) };
    let mut session = toy::game().open(start).expect("a game");
    session.play(RED, "fire").expect("legal");
    session.play(BLUE, "resign").expect("legal");
    let mut record = session.record(Viewer::Omniscient);
    record.header.dice = engine::DiceSource::Hidden;
    let effort = Effort { samples: 10, threads: 2, ..Effort::default() };
    let ledger =
        luck::ledger_with(&toy::library(), &record, effort, &judge, &|_, _| true).expect("a finished game");
    let roll = &ledger.rolls[0];
    assert!(roll.exact && (roll.expected[0] - 10.0 / 36.0).abs() < 1e-9, "{roll:?}");
    assert!((ledger.sides[1].enemy + 26.0 / 36.0).abs() < 1e-9, "{ledger:?}");
    assert_eq!(ledger.measure, Measure::Result);
}

#[test]
fn the_page_of_luck_is_well_formed() {
    let page = luck::html(&lab::ledger(&toy::library(), &lucky_record()).expect("a finished game"));
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(&page, options).expect("it is well-formed");
    assert!(document.descendants().any(|node| node.text().is_some_and(|text| text.contains("+0.50"))));
    assert!(!page.contains("NaN"));
}

#[test]
fn a_damaged_folder_is_refused_by_file_and_line() {
    let folder = folder("damaged");
    write(&simulated(3, None, 1), &folder);
    let file = folder.join("games.jsonl");
    let text = fs::read_to_string(&file).expect("rows").replacen("\"game\":1", "\"game\":\"one\"", 1);
    fs::write(&file, text).expect("it can be written");
    let error = store::read(&folder).expect_err("it is damaged").to_string();
    assert!(error.contains("games.jsonl, line 2"), "{error}");
    fs::remove_dir_all(&folder).expect("it can be removed");
}
