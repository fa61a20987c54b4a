//! Random play of every scenario, with every invariant checked.

mod common;

use engine::Setup;
use engine::fuzz::{self, Checks};

#[test]
fn random_games_keep_every_invariant() {
    let game = common::game();
    let only = std::env::var("SCENARIO").unwrap_or_default();
    let games: u64 = std::env::var("GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut cited = std::collections::BTreeSet::new();
    let mut failures = 0;
    for scenario in &game.pack.scenarios {
        if !only.is_empty() && only != scenario.id {
            continue;
        }
        for seed in 0..games {
            match fuzz::random_game(&game, &Setup::of(&scenario.id), seed, Checks::default()) {
                Ok(stats) => {
                    println!("{} {seed}: {} decisions, {}", scenario.id, stats.decisions, stats.result);
                    cited.extend(stats.cited);
                }
                Err(failure) => {
                    failures += 1;
                    println!("{} {seed}: {}", scenario.id, failure.why);
                }
            }
        }
    }
    println!("not reached: {:?}", fuzz::unreached(game.as_ref(), &cited));
    assert_eq!(failures, 0);
}
