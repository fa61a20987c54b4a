//! Computer players in whole games: always legal, alike from the same seed, blind to what is hidden, in time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bots::think::think;
use bots::{Level, Limits, choose, level};
use cambrai::Cambrai;
use engine::{Dice, Game, Present, Seat, Session, Setup, Start};
use games::Library;

/// A level without a clock that does not think long.
fn quick(id: &str) -> Level {
    let level = level(id).expect("there is such a level");
    Level { samples: level.samples.min(12), uses_clock: false, ..*level }
}

fn limits(seed: u64) -> Limits<'static> {
    Limits { seed, threads: 1, is_over: &|| true }
}

/// Plays to the end and gives what was played. A choice that the rules refuse fails the test.
fn play(session: &mut dyn Session, level: &Level, seed: u64) -> Vec<String> {
    let mut played = Vec::new();
    while let Some(seat) = session.asked().first().copied() {
        let chosen = choose(session, seat, level, &limits(seed + played.len() as u64));
        let chosen = chosen.expect("whoever is asked chooses");
        assert!(!chosen.reason.is_empty(), "{} has a reason", chosen.text);
        if let Err(refusal) = session.play(seat, &chosen.text) {
            panic!("{}: {} refuses {}", level.id, refusal.error, chosen.text);
        }
        played.push(chosen.text);
    }
    played
}

#[test]
fn no_level_ever_answers_illegally() {
    let library = Library::embedded().expect("the packs are good");
    for id in ["random", "recruit", "captain", "general"] {
        for number in 0..20 {
            let game = &library.games()[number % library.games().len()];
            let scenarios = &game.title().scenarios;
            let setup = Setup::of(&scenarios[number / library.games().len() % scenarios.len()].id);
            let start = Start::seeded(setup, number as u64);
            let mut session = game.open(start).expect("a scenario can be set up");
            play(session.as_mut(), &quick(id), 7);
            assert!(session.outcome().is_some());
        }
    }
}

#[test]
fn levels_without_a_clock_play_alike_from_the_same_seed() {
    let library = Library::embedded().expect("the packs are good");
    let game = library.game("cambrai").expect("Cambrai is in the library");
    let scenario = "tank-attack";
    for id in ["recruit", "captain", "general"] {
        let once = || {
            let mut session = game.open(Start::seeded(Setup::of(scenario), 5)).expect("it can be set up");
            play(session.as_mut(), &quick(id), 3)
        };
        assert_eq!(once(), once(), "{id}");
    }
}

/// Two boards that differ only in what `seat` cannot know get the same answer from the same seed.
fn is_blind<R: Present>(rules: &Arc<R>, setup: &Setup, levels: &[&str]) -> usize {
    let mut game = Game::start(rules.clone(), Start::seeded(setup.clone(), 11)).expect("it can be set up");
    let mut wander = Dice::seeded(12);
    let mut differing = 0;
    for decision in 0..60 {
        let Some(seat) = game.live().asked().iter().last() else { break };
        let other = game.imagine(seat, &mut Dice::seeded(1000 + decision));
        if other.board() != game.live().board() {
            differing += 1;
            let print = |board, stack| Start {
                position: Some(rules.print_position(setup, board, stack)),
                ..Start::seeded(setup.clone(), 1)
            };
            let open = |start| Game::start(rules.clone(), start).expect("a printed position can be read");
            let one = open(print(game.live().board(), game.live().stack()));
            let two = open(print(other.board(), other.stack()));
            for id in levels {
                let answer = |game: &Game<R>| choose(game, seat, &quick(id), &limits(decision));
                assert_eq!(answer(&one), answer(&two), "{id} at decision {decision}");
            }
        }
        let options = game.options(seat);
        let wanted = usize::from(wander.draw(250)) % options.len();
        wander.forget();
        game.play(seat, &options[wanted]).expect("an option can be played");
    }
    differing
}

#[test]
fn what_is_hidden_does_not_change_an_answer() {
    let rules = Arc::new(Cambrai::new(&cambrai::embedded()).expect("the pack is good"));
    let mut setup = Setup::of("campaign");
    setup.options.insert("bid-for".into(), "german".into());
    let differing = is_blind(&rules, &setup, &["recruit", "captain", "general"]);
    assert!(differing > 0, "the bids are hidden");
}

/// With a clock a player stops at the first look at it that says so.
#[test]
fn a_clock_is_obeyed() {
    let rules = Arc::new(Cambrai::new(&cambrai::embedded()).expect("the pack is good"));
    let game = Game::start(rules, Start::seeded(Setup::of("campaign"), 2)).expect("it can be set up");
    let level = level("general").expect("there is such a level");
    let seat = Seat(0);
    for patience in [1, 5, 20] {
        let looks = AtomicUsize::new(0);
        let is_over = || looks.fetch_add(1, Ordering::Relaxed) >= patience;
        let verdict = think(game.live(), seat, level, 1, &is_over);
        assert!(verdict.samples <= (patience + 1) * level.candidates, "{} samples", verdict.samples);
        assert!(looks.load(Ordering::Relaxed) <= patience + 3);
        assert!(game.live().options_of(seat).contains(&verdict.action));
    }
}
