//! Random play of every scenario, with every invariant checked.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use engine::Setup;
use engine::fuzz::{self, Checks};
use engine::pack::Files;
use verdun::Game;

fn files() -> Files {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/verdun");
    let mut files = BTreeMap::new();
    for name in ["cases.toml", "charts.toml", "map.toml", "rules.toml", "scenarios.toml", "units.toml"] {
        files.insert(name.to_owned(), std::fs::read_to_string(root.join(name)).expect("the pack is there"));
    }
    Files(files)
}

fn game() -> Arc<Game> {
    Arc::new(verdun::game(&files()).expect("the pack is good"))
}

#[test]
fn random_games_keep_every_invariant() {
    let game = game();
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
