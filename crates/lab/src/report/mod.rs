//! The report of a mass simulation: one HTML file that opens without a network.

mod facts;
mod front;
mod length;
mod outcome;
mod turns;

use std::fmt::Write;

use games::Playable;

use crate::draw::{Page, table};
use crate::error::LabError;
use crate::rows::{Results, Run};
use facts::Facts;

/// The whole report. It depends only on the rows: merged shards give the same file as one run.
pub fn html(game: &dyn Playable, results: &Results) -> Result<String, LabError> {
    let facts = Facts::new(game, results)?;
    let run = &results.run;
    let title = format!("{}: {}", game.title().name, facts.scenario);
    let about = format!("{} simulated games, {}", results.games.len(), levels(run));
    let mut page = Page::new(&title, &about);
    outcome::section(&mut page, &facts);
    turns::points(&mut page, &facts);
    turns::losses(&mut page, &facts);
    front::section(&mut page, &facts, game);
    front::objectives(&mut page, &facts, game);
    length::section(&mut page, &facts);
    turns::events(&mut page, &facts);
    page.section(
        "How this was made",
        "The same command gives the same file, to the last byte.",
        &settings(run),
    );
    Ok(page.finish())
}

fn levels(run: &Run) -> String {
    match &run.levels[..] {
        [one] => format!("level {one} on all sides"),
        several => format!("levels {} by side", several.join(" and ")),
    }
}

fn settings(run: &Run) -> String {
    let mut command = format!(
        "westfront lab {} {} --games {} {} {} --seed {}",
        run.game,
        run.scenario,
        run.games,
        if run.levels.len() == 1 { "--level" } else { "--levels" },
        run.levels.join(","),
        run.seed
    );
    for (id, value) in &run.options {
        let _ = write!(command, " --option {id}={value}");
    }
    if let Some(shard) = run.shard {
        let _ = write!(command, " --shard {}/{}", shard.number, shard.of);
    }
    let row = |name: &str, value: String| vec![name.to_owned(), value];
    table(&[
        row("setting", "value".into()),
        row("command", command + " -o DIR"),
        row("rules version", run.rules.to_string()),
        row("pack", run.pack.clone()),
        row(
            "games.jsonl",
            "one game a line with all its turns; games.csv and turns.csv have the same".into(),
        ),
        row(
            "places.jsonl",
            "how often each place was controlled and occupied at the end of each turn; also places.csv"
                .into(),
        ),
    ])
}
