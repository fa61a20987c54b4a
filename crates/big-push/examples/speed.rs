//! How fast the rules are: random decisions, whole games, reaches.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use big_push::{BigPush, OwnStep};
use engine::pack::Files;
use engine::{Dice, Match, Rules};
use grid::{Side, Step};

fn main() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../packs/big-push"));
    let mut files = BTreeMap::new();
    for name in ["map.toml", "units.toml", "charts.toml", "scenarios.toml", "cases.toml", "rules.toml"] {
        files.insert(
            name.to_owned(),
            std::fs::read_to_string(folder.join(name)).expect("the pack is complete"),
        );
    }
    let game = Arc::new(big_push::game(&Files(files)).expect("the pack is sound"));
    println!(
        "board {} bytes, action {}, step {}",
        size_of::<<BigPush as Rules>::Board>(),
        size_of::<<BigPush as Rules>::Action>(),
        size_of::<<BigPush as Rules>::Step>()
    );
    reaches(&game);
    for scenario in 0..5 {
        random_games(&game, scenario, if scenario == 4 { 40 } else { 200 });
    }
}

/// Seconds of processor time so far: other programs on the machine do not count.
fn seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds: f64 = text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0.0);
    nanoseconds / 1e9
}

fn reaches(game: &Arc<BigPush>) {
    let mut board = big_push::new_board(game, 0, 0);
    for side in Side::BOTH {
        board.phasing = side;
        let units: Vec<_> = board.on_map(&game.pack, side).collect();
        let rounds = 2000;
        let start = seconds();
        let mut squares = 0;
        for _ in 0..rounds {
            for unit in &units {
                squares += game.reach(&board, *unit).squares().count();
            }
        }
        let all = (seconds() - start) / f64::from(rounds) * 1e6;
        println!(
            "{side:?}: all reaches of {} units {all:.1} us, one {:.2} us, {} squares",
            units.len(),
            all / units.len() as f64,
            squares / rounds
        );
    }
}

fn random_games(game: &Arc<BigPush>, scenario: u8, games: u64) {
    let start = seconds();
    let mut decisions = 0u64;
    for seed in 0..games {
        let board = big_push::new_board(game, scenario, 0);
        let mut play =
            Match::start(game.clone(), board, [Step::Own(OwnStep::PreGame)], Dice::seeded(seed), None);
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        while let Some(question) = play.question() {
            decisions += 1;
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            if question.seats.only().is_some() {
                let count = play.options().len() as u64;
                play.play_nth((random >> 11) as usize % count as usize, None);
            } else if let Some(seat) = question.seats.iter().next() {
                let options = play.options_of(seat);
                let pick = options[(random >> 11) as usize % options.len()];
                let _ = play.play(seat, pick, None);
            }
        }
    }
    let seconds = seconds() - start;
    println!(
        "scenario {}: {:.0} games/s, {:.0} decisions/s, {} decisions a game",
        scenario + 1,
        games as f64 / seconds,
        decisions as f64 / seconds,
        decisions / games
    );
}
