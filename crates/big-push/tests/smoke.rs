//! Random play, without words.

use std::collections::BTreeMap;
use std::sync::Arc;

use big_push::{BigPush, OwnStep};
use engine::pack::Files;
use engine::{Dice, Match, Rules};
use grid::Step;

pub fn files() -> Files {
    let mut files = BTreeMap::new();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packs/big-push");
    for name in ["map.toml", "units.toml", "charts.toml", "scenarios.toml", "cases.toml", "rules.toml"] {
        files.insert(name.to_owned(), std::fs::read_to_string(format!("{root}/{name}")).unwrap());
    }
    Files(files)
}

#[test]
fn random_games_end() {
    let game = Arc::new(big_push::game(&files()).unwrap());
    println!(
        "board {} action {} step {}",
        size_of::<<BigPush as Rules>::Board>(),
        size_of::<<BigPush as Rules>::Action>(),
        size_of::<<BigPush as Rules>::Step>()
    );
    for scenario in 0..5u8 {
        for seed in 0..20u64 {
            let board = big_push::new_board(&game, scenario, 0);
            let mut choose = Dice::seeded(seed + 1000);
            let mut play =
                Match::start(game.clone(), board, [Step::Own(OwnStep::PreGame)], Dice::seeded(seed), None);
            let mut decisions = 0;
            while let Some(question) = play.question() {
                decisions += 1;
                if decisions > 99_950 {
                    println!(
                        "{:?} {} {:?}",
                        play.stack(),
                        play.options().len(),
                        &play.options()[..play.options().len().min(6)]
                    );
                }
                assert!(decisions < 100_000);
                if question.seats.only().is_none() {
                    let seat = question.seats.iter().next().unwrap();
                    let options = play.options_of(seat);
                    let pick = options[usize::from(choose.draw(options.len().min(255) as u8)) - 1];
                    play.play(seat, pick, None).unwrap();
                } else {
                    let count = play.options().len();
                    let pick = (usize::from(choose.draw(250)) * 251 + usize::from(choose.draw(250))) % count;
                    play.play_nth(pick, None);
                }
                choose.forget();
                if decisions % 50 == 0 {
                    play.board().audit_derived(&game.pack).unwrap();
                }
            }
            println!(
                "{scenario} {seed} {decisions} {:?} {:?}",
                play.outcome().unwrap().how,
                play.board().points.map(|p| p.total())
            );
        }
    }
}
