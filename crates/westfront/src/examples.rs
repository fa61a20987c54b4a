//! `westfront examples GAME`: the worked examples, run one by one.

use std::process::ExitCode;

use anyhow::Result;
use games::Playable;

pub(crate) fn run(game: &dyn Playable, name: Option<&str>) -> Result<ExitCode> {
    let (mut held, mut failed) = (0, 0);
    for example in game.examples()? {
        if name.is_some_and(|name| !example.name.contains(name)) {
            continue;
        }
        match engine::examples::run(&example, |start| game.open(start)) {
            Ok(()) => held += 1,
            Err(error) => {
                failed += 1;
                println!("{}: {error}", example.name);
            }
        }
    }
    println!("{held} examples hold, {failed} fail");
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
