//! Matches: pairs, faults, programs that misbehave, and the test that stops early.

mod toy;

use std::time::Duration;

use engine::{Record, Setup};
use lab::arena::Faults;
use lab::{Arena, Contestant, Sprt, Tally};

fn arena<'a>(game: &'a dyn games::Playable, a: &str, b: &str, pairs: u64) -> Arena<'a> {
    let contestant = |text: &str| Contestant::parse(text).expect("a contestant");
    Arena {
        game,
        setup: Setup::of("ridge"),
        contestants: [contestant(a), contestant(b)],
        pairs,
        seed: 1,
        budget: None,
        turn_budget: None,
        threads: 2,
        sprt: None,
        only_side: None,
    }
}

fn play(arena: &Arena) -> (Tally, Vec<String>) {
    let mut records = Vec::new();
    let tally = arena
        .run(|_, pair, _| {
            records.extend(pair.iter().map(|game| game.record.clone()));
            Ok(())
        })
        .expect("the match can be played");
    (tally, records)
}

#[test]
fn a_match_of_equals_is_even_and_every_game_is_kept() {
    let game = toy::game();
    let (tally, records) = play(&arena(game.as_ref(), "random", "random", 150));
    assert_eq!((tally.games.iter().sum::<u64>(), tally.pairs.count(), records.len()), (300, 150, 300));
    let elo = tally.pairs.elo();
    assert!(elo.low < 0.0 && elo.high > 0.0 && elo.high < 100.0, "{elo:?}");
    let plain = tally.plain_score();
    assert!(plain.low < 0.5 && plain.high > 0.5, "{plain:?}");
    for pair in records.chunks(2) {
        let [one, two] = [&pair[0], &pair[1]].map(|record| Record::parse(record).expect("a record"));
        assert_eq!(one.header.dice, two.header.dice);
        toy::library().replay(&one, None).expect("it can be re-run");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let game = toy::game();
    let one = Arena { threads: 1, ..arena(game.as_ref(), "random", "recruit", 30) };
    let many = Arena { threads: 5, ..arena(game.as_ref(), "random", "recruit", 30) };
    assert_eq!(play(&one).1, play(&many).1);
}

/// A bot in a line of shell: it answers each question with the first of the answers given.
fn script(body: &str) -> String {
    format!("cmd:sh -c '{body}'")
}

#[test]
fn a_program_plays_by_text_or_number() {
    let game = toy::game();
    for answer in [r#"{"play":"push"}"#, r#"{"option":0}"#] {
        let bot = script(&format!(
            r#"while read -r line; do case "$line" in *decide*) echo "{}";; esac; done"#,
            answer.replace('"', "\\\"")
        ));
        let (tally, records) = play(&arena(game.as_ref(), &bot, "random", 3));
        assert_eq!(tally.faults, [Faults::default(); 2], "{records:?}");
        let pushes =
            records.iter().flat_map(|record| record.lines()).filter(|line| line.contains(": push [")).count();
        assert!(pushes > 6, "{records:?}");
    }
}

#[test]
fn a_program_that_fails_loses_the_game_and_is_started_again() {
    let game = toy::game();
    let crash = script("read -r line; exit 3");
    let (tally, records) = play(&arena(game.as_ref(), &crash, "random", 4));
    assert_eq!((tally.games, tally.faults[0].crashes), ([0, 0, 8], 8));
    assert!(records.iter().all(|record| record.contains(": resign")));

    let nonsense = script("while read -r line; do echo hello; done");
    let (tally, _) = play(&arena(game.as_ref(), "random", &nonsense, 2));
    assert_eq!((tally.games, tally.faults[1].nonsense), ([4, 0, 0], 4));

    let illegal = script(r#"while read -r line; do echo "{\"play\":\"retreat\"}"; done"#);
    let (tally, _) = play(&arena(game.as_ref(), &illegal, "random", 2));
    assert_eq!((tally.games, tally.faults[0].nonsense), ([0, 0, 4], 4));

    let (tally, _) = play(&arena(game.as_ref(), "cmd:/no/such/program", "random", 1));
    assert_eq!((tally.games, tally.faults[0].crashes), ([0, 0, 2], 2));
}

#[test]
fn a_program_that_is_late_loses_on_time() {
    let game = toy::game();
    let asleep = script("while read -r line; do sleep 60; done");
    let late =
        Arena { budget: Some(Duration::from_millis(20)), ..arena(game.as_ref(), &asleep, "random", 1) };
    let (tally, _) = play(&late);
    assert_eq!((tally.games, tally.faults[0].late), ([0, 0, 2], 2));
}

#[test]
fn the_sample_bot_of_the_documents_plays() {
    let game = toy::game();
    let bot = concat!("cmd:python3 ", env!("CARGO_MANIFEST_DIR"), "/../../docs/bots/sample_bot.py");
    let patient = Arena { budget: Some(Duration::from_secs(20)), ..arena(game.as_ref(), bot, "random", 2) };
    let (tally, records) = play(&patient);
    assert_eq!(tally.faults, [Faults::default(); 2], "{records:?}");
}

/// Before it answers a program may ask for its position, odds, reasons and hints, and how views are sent.
#[test]
fn a_program_may_ask_back() {
    let game = toy::game();
    let bot = concat!("cmd:python3 ", env!("CARGO_MANIFEST_DIR"), "/tests/asks.py");
    let patient = Arena {
        budget: Some(Duration::from_secs(20)),
        turn_budget: Some(Duration::from_mins(1)),
        ..arena(game.as_ref(), bot, "random", 2)
    };
    let (tally, records) = play(&patient);
    assert_eq!(tally.faults, [Faults::default(); 2], "{records:?}");
}

#[test]
fn a_player_may_have_one_side_in_all_games() {
    let game = toy::game();
    let one_sided = Arena { only_side: Some(1), ..arena(game.as_ref(), "random", "random", 5) };
    let (tally, records) = play(&one_sided);
    assert_eq!(tally.by_side.map(|side| side.games.iter().sum::<u64>()), [0, 10]);
    let different: std::collections::BTreeSet<&String> = records.iter().collect();
    assert!(different.len() > 5, "the games of a pair have different dice");
}

#[test]
fn the_sequential_test_stops_a_clear_match() {
    let game = toy::game();
    let pusher =
        script(r#"while read -r line; do case "$line" in *decide*) echo "{\"play\":\"push\"}";; esac; done"#);
    let test = Sprt { elo0: 0.0, elo1: 40.0 };
    let clear = Arena { sprt: Some(test), ..arena(game.as_ref(), &pusher, "random", 400) };
    let (tally, _) = play(&clear);
    assert_eq!(test.verdict(tally.pairs), lab::Verdict::Higher);
    assert!(tally.pairs.count() < 400, "{tally:?}");
    assert!(tally.pairs.elo().low > 0.0, "{:?}", tally.pairs.elo());
}
