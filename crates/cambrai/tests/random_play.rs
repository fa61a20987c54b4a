//! Random legal play in every scenario and under every option, with all invariants checked.

use std::sync::Arc;

use cambrai::Cambrai;
use engine::fuzz::{Checks, random_game};
use engine::{Present, Setup};

fn game() -> Arc<Cambrai> {
    Arc::new(Cambrai::new(&cambrai::embedded()).expect("the pack is sound"))
}

/// How many random games each set-up gets; `WESTFRONT_GAMES` asks for more.
fn games(usual: u64) -> u64 {
    std::env::var("WESTFRONT_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn play(game: &Arc<Cambrai>, setup: &Setup, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        if let Err(failure) = random_game(game, setup, seed, Checks::default()) {
            panic!("{setup:?}, seed {seed}: {}\n{}", failure.why, failure.record);
        }
    }
}

#[test]
fn every_scenario_ends_and_keeps_its_invariants() {
    let game = game();
    for scenario in &game.title().scenarios {
        play(&game, &Setup::of(&scenario.id), 0..games(6));
    }
}

#[test]
fn every_option_ends_and_keeps_its_invariants() {
    let game = game();
    for option in &game.title().options {
        for value in &option.values[1..] {
            let mut setup = Setup::of(if option.id == "snowstorm" { "counter-attack" } else { "campaign" });
            setup.options.insert(option.id.clone(), value.clone());
            play(&game, &setup, 100..100 + games(2));
        }
    }
}

#[test]
fn all_options_together_end_and_keep_their_invariants() {
    let game = game();
    let mut setup = Setup::of("full");
    for option in &game.title().options {
        setup.options.insert(option.id.clone(), option.values[1].clone());
    }
    play(&game, &setup, 200..200 + games(4));
}
