//! Who won, and how.

use std::collections::BTreeMap;

use super::facts::Facts;
use crate::draw::{Bar, GREY, Page, bars, percent, table};
use crate::elo::wilson;

pub(super) fn section(page: &mut Page, facts: &Facts) {
    let games = facts.results.games.len() as f64;
    let share = |count: usize| wilson(count as f64, games);
    let mut drawn: Vec<Bar> = facts
        .sides
        .iter()
        .map(|side| {
            let won = facts
                .results
                .games
                .iter()
                .filter(|game| game.winners.iter().any(|seat| side.seats.contains(seat)));
            Bar { label: format!("{} wins", side.name), share: share(won.count()), colour: side.colour }
        })
        .collect();
    let draws = facts.results.games.iter().filter(|game| game.winners.is_empty()).count();
    drawn.push(Bar { label: "drawn".into(), share: share(draws), colour: GREY });

    let mut hows: BTreeMap<&str, usize> = BTreeMap::new();
    for game in &facts.results.games {
        *hows.entry(&game.result).or_default() += 1;
    }
    let mut hows: Vec<(&str, usize)> = hows.into_iter().collect();
    hows.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut rows = vec![["result", "games", "share", "95 % interval"].map(str::to_owned).to_vec()];
    for (how, count) in hows {
        let share = share(count);
        let interval = format!("{} – {}", percent(share.low), percent(share.high));
        rows.push(vec![how.to_owned(), count.to_string(), percent(share.value), interval]);
    }
    let html = format!("<div class=\"plots\">\n{}{}</div>\n", bars("Results", &drawn), table(&rows));
    page.section("Results", "Shares of all games with their 95 % intervals (Wilson).", &html);

    let broken: Vec<Vec<String>> = facts
        .results
        .games
        .iter()
        .filter_map(|game| Some(vec![game.game.to_string(), game.seed.to_string(), game.fault.clone()?]))
        .collect();
    if !broken.is_empty() {
        let mut rows = vec![["game", "seed", "what happened"].map(str::to_owned).to_vec()];
        rows.extend(broken);
        page.section(
            "Games that failed",
            "A player or the rules failed here; each is an error to be found.",
            &table(&rows),
        );
    }
}
