//! Computer players in whole games: always legal, alike from the same seed, blind to what is hidden, in time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bots::think::think;
use bots::{Level, Limits, Plan, advise, choose, level, warn};
use cambrai::Cambrai;
use engine::{Dice, Game, Present, Seat, Session, Setup, Start};

/// A level without a clock that does not think long.
fn quick(id: &str) -> Level {
    let level = level(id).expect("there is such a level");
    Level { samples: level.samples.min(8), uses_clock: false, ..*level }
}

fn limits(seed: u64) -> Limits<'static> {
    Limits { seed, threads: 1, is_over: &|| true, plan: None }
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

fn rules() -> Arc<Cambrai> {
    Arc::new(Cambrai::new(&cambrai::embedded()).expect("the pack is good"))
}

fn start<R: Present>(rules: &Arc<R>, setup: Setup, seed: u64) -> Game<R> {
    Game::start(rules.clone(), Start::seeded(setup, seed)).expect("a scenario can be set up")
}

#[test]
fn no_level_ever_answers_illegally() {
    let rules = rules();
    let scenarios = &rules.title().scenarios;
    for id in ["random", "recruit", "captain", "general"] {
        for number in 0..20 {
            let setup = Setup::of(&scenarios[number % scenarios.len()].id);
            let mut game = start(&rules, setup, number as u64);
            play(&mut game, &quick(id), 7);
            assert!(game.outcome().is_some());
        }
    }
}

#[test]
fn levels_without_a_clock_play_alike_from_the_same_seed() {
    let rules = rules();
    for id in ["recruit", "captain", "general"] {
        let once = || play(&mut start(&rules, Setup::of("tank-attack"), 5), &quick(id), 3);
        assert_eq!(once(), once(), "{id}");
    }
}

/// Two boards that differ only in what `seat` cannot know get the same answer from the same seed.
fn is_blind<R: Present>(rules: &Arc<R>, setup: &Setup, levels: &[&str]) -> usize {
    let mut game = start(rules, setup.clone(), 11);
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
            is_advised_blindly(&one, &two, seat, decision);
        }
        let options = game.options(seat);
        let wanted = usize::from(wander.draw(250)) % options.len();
        wander.forget();
        game.play(seat, &options[wanted]).expect("an option can be played");
    }
    differing
}

/// Neither advice nor a warning knows what is hidden. The clock stops after the same number of looks.
fn is_advised_blindly<R: Present>(one: &Game<R>, two: &Game<R>, seat: Seat, seed: u64) {
    let captain = level("captain").expect("there is such a level");
    let looks = AtomicUsize::new(0);
    let is_over = || looks.fetch_add(1, Ordering::Relaxed) >= 40;
    let limits = Limits { seed, threads: 1, is_over: &is_over, plan: None };
    let advice = |game: &Game<R>| {
        looks.store(0, Ordering::Relaxed);
        let advice = advise(game, seat, captain, &limits).expect("the seat is asked");
        let plays = game.options(seat);
        assert!(plays.contains(&advice.best.play), "{advice:?}");
        looks.store(0, Ordering::Relaxed);
        (warn(game, seat, &plays[plays.len() / 2], captain, &limits), advice)
    };
    assert_eq!(advice(one), advice(two), "advice at decision {seed}");
}

#[test]
fn what_is_hidden_does_not_change_an_answer() {
    let rules = rules();
    let mut setup = Setup::of("campaign");
    setup.options.insert("side-bid".into(), "german".into());
    let differing = is_blind(&rules, &setup, &["recruit", "captain", "general"]);
    assert!(differing > 0, "the bids are hidden");
}

/// With a clock a player stops at the first look at it that says so.
#[test]
fn a_clock_is_obeyed() {
    let game = start(&rules(), Setup::of("campaign"), 2);
    let level = level("general").expect("there is such a level");
    let seat = Seat(0);
    for patience in [1, 5, 20] {
        let looks = AtomicUsize::new(0);
        let is_over = || looks.fetch_add(1, Ordering::Relaxed) >= patience;
        let verdict = think(game.live(), seat, level, Plan::ORDINARY, 1, &is_over);
        assert!(verdict.samples <= (patience + 1) * level.candidates, "{} samples", verdict.samples);
        assert!(looks.load(Ordering::Relaxed) <= patience + 3);
        assert!(game.live().options_of(seat).contains(&verdict.action));
    }
}

#[test]
fn captains_fight_the_first_battle_to_its_end() {
    let rules = rules();
    let battle = rules.title().scenarios.iter().find(|scenario| scenario.school).expect("a first battle");
    for seed in 0..10 {
        let mut game = start(&rules, Setup::of(&battle.id), seed);
        play(&mut game, &quick("captain"), seed);
        assert!(game.outcome().is_some());
    }
}
