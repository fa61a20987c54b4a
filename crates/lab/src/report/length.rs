//! How long games lasted.

use super::facts::Facts;
use crate::draw::{GREY, Page, histogram};

pub(super) fn section(page: &mut Page, facts: &Facts) {
    let games = &facts.results.games;
    let turns: Vec<i64> = games.iter().map(|game| i64::from(game.turns)).collect();
    let decisions: Vec<i64> = games.iter().map(|game| game.decisions as i64).collect();
    let html = format!(
        "<div class=\"plots\">\n{}{}</div>\n",
        histogram("The last turn", "turn", &turns, GREY),
        histogram("Decisions in a game", "decisions", &decisions, GREY)
    );
    page.section("Length", "How many turns and decisions the games had.", &html);
}
