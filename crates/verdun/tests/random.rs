//! Random play of every scenario must end.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use engine::pack::Files;
use engine::{Dice, Match};
use grid::Pack;
use verdun::{Game, Only, Verdun};

fn files() -> Files {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/verdun");
    let mut files = BTreeMap::new();
    for name in ["cases.toml", "charts.toml", "map.toml", "rules.toml", "scenarios.toml", "units.toml"] {
        files.insert(name.to_owned(), std::fs::read_to_string(root.join(name)).expect("the pack is there"));
    }
    Files(files)
}

fn game() -> Game {
    let pack = Pack::parse::<grid::Rule<Only>>(&files()).expect("the pack is good");
    let variant = Verdun::new(&pack).expect("its own part is good");
    let title = engine::Title {
        id: "verdun".into(),
        name: "Verdun".into(),
        rules_version: 1,
        pack: pack.hash.clone(),
        seats: Vec::new(),
        scenarios: Vec::new(),
        options: Vec::new(),
        cases: Vec::new(),
        charts: Vec::new(),
        units: Vec::new(),
        places: Vec::new(),
    };
    Game { pack: Arc::new(pack), variant, title }
}

#[test]
fn random_games_end() {
    let game = Arc::new(game());
    let only: Option<usize> = std::env::var("SCENARIO").ok().and_then(|text| text.parse().ok());
    let games: u64 = std::env::var("GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    for scenario in 0..game.pack.scenarios.len() {
        if only.is_some_and(|only| only != scenario) {
            continue;
        }
        for seed in 0..games {
            let board = game.variant.lay_out(&game, scenario as u8, 0);
            let first = grid::Step::Own(verdun::board::Step::Begin { at: 0 });
            let mut live = Match::start(game.clone(), board, [first], Dice::seeded(seed), None);
            let mut choose = Dice::seeded(seed + 1000);
            let mut decisions = 0u32;
            while live.outcome().is_none() {
                decisions += 1;
                assert!(
                    decisions < 400_000,
                    "scenario {scenario} seed {seed} does not end: {:?}",
                    live.step()
                );
                if let Some(seat) = live.asked().only() {
                    let _ = seat;
                    let count = live.options().len();
                    let nth = (usize::from(choose.draw(255)) * 251 + usize::from(choose.draw(255))) % count;
                    live.play_nth(nth, None);
                } else {
                    let seat = live.asked().iter().next().expect("someone is asked");
                    let options = live.options_of(seat);
                    let nth = usize::from(choose.draw(options.len() as u8)) - 1;
                    live.play(seat, options[nth], None).expect("an option");
                }
                if decisions % 64 == 0 {
                    live.board().audit_derived(&game.pack).expect("derived data");
                }
            }
            println!(
                "{scenario} {seed}: {decisions} decisions, turn {}, {:?}",
                live.board().turn,
                live.outcome()
            );
        }
    }
}
