//! Random legal play over every scenario, with all the engine's invariants.

mod common;

use engine::Setup;
use engine::fuzz::{Checks, random_game};

fn play(scenario: &str, options: &[(&str, &str)], seeds: std::ops::Range<u64>) {
    let game = common::game();
    let mut setup = Setup::of(scenario);
    setup.options = options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
    for seed in seeds {
        let checks = Checks { every: 97, longest: 60_000, witness: None };
        if let Err(failure) = random_game(&game, &setup, seed, checks) {
            let path = format!("{}/failure-{scenario}-{seed}.txt", env!("CARGO_TARGET_TMPDIR"));
            std::fs::write(&path, &failure.record).expect("the record can be written");
            panic!("{scenario} seed {seed}: {} ({path})", failure.why);
        }
    }
}

#[test]
fn over_the_top() {
    play("over-the-top", &[], 0..1);
}

#[test]
fn a_punishing_land() {
    play("a-punishing-land", &[("counter-battery", "table")], 0..2);
}

#[test]
fn devil_machines() {
    play("devil-machines", &[("closing-six", "on"), ("flank", "per-unit")], 0..2);
}

#[test]
fn away_to_siegfried() {
    play("away-to-siegfried", &[("reorganization", "each-player"), ("closers", "over-one")], 0..2);
}

#[test]
fn campaign() {
    play("campaign", &[], 0..1);
}

#[test]
fn three_players() {
    play("over-the-top", &[("french-seat", "on"), ("closing-in", "single-level")], 0..2);
    play("campaign", &[("french-seat", "on"), ("flank", "once")], 0..1);
}
