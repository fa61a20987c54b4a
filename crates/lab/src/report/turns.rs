//! What changes from turn to turn: victory points, losses, events.

use super::facts::Facts;
use crate::draw::{Page, Paper, Series, histogram, lines, nation_colour, number, percent, table};

pub(super) fn points(page: &mut Page, facts: &Facts) {
    if facts.points.is_empty() {
        return;
    }
    let mut html = "<div class=\"plots\">\n".to_owned();
    for (track, side) in &facts.points {
        let (label, colour) = (facts.label(track), facts.sides[*side].colour);
        let last =
            |row: &crate::rows::GameRow| row.by_turn.last().and_then(|row| row.tracks.get(track).copied());
        let finals: Vec<i64> = facts.results.games.iter().filter_map(last).collect();
        html += &histogram(&format!("{label} at the end"), &label, &finals, colour);
        let course = facts.course(|row| row.tracks.get(track).copied());
        let series = Series { name: "mean, 10–90 % of games".into(), colour, points: course };
        html += &lines(Paper::HALF, &format!("{label} by turn"), ["turn", &label], &[series]);
    }
    let about = "The mean and the band of the middle 80 % of the games that reached the turn.";
    page.section("Victory points", about, &(html + "</div>\n"));
}

pub(super) fn losses(page: &mut Page, facts: &Facts) {
    let nations = facts.names(|row| row.lost.keys().collect());
    let series = |points: &dyn Fn(&str) -> Vec<crate::draw::Point>| -> Vec<Series> {
        let one = |nation: &&String| Series {
            name: (*nation).clone(),
            colour: nation_colour(nation),
            points: points(nation),
        };
        nations.iter().map(one).collect()
    };
    let lost = series(&|nation| facts.course(|row| row.lost.get(nation).map(|count| i64::from(*count))));
    let on_map = series(&|nation| facts.course(|row| row.on_map.get(nation).map(|count| i64::from(*count))));
    let html = format!(
        "<div class=\"plots\">\n{}{}</div>\n",
        lines(Paper::HALF, "Units lost so far", ["turn", "units"], &lost),
        lines(Paper::HALF, "Units on the map", ["turn", "units"], &on_map)
    );
    let about =
        "Whole units lost up to the end of each turn, and units on the map then: mean and middle 80 %.";
    page.section("Losses by turn", about, &html);
}

pub(super) fn events(page: &mut Page, facts: &Facts) {
    let games = facts.results.games.len().max(1) as f64;
    let mut rows: Vec<(f64, Vec<String>)> = Vec::new();
    for kind in facts.names(|row| row.events.keys().collect()) {
        let count = |game: &crate::rows::GameRow| -> u32 {
            game.by_turn.iter().filter_map(|row| row.events.get(kind)).sum()
        };
        let mean = facts.results.games.iter().map(|game| f64::from(count(game))).sum::<f64>() / games;
        let with = facts.results.games.iter().filter(|game| count(game) > 0).count() as f64 / games;
        rows.push((mean, vec![kind.clone(), number(mean), percent(with)]));
    }
    rows.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut lines = vec![["event", "a game", "games that had it"].map(str::to_owned).to_vec()];
    lines.extend(rows.into_iter().map(|(_, row)| row));
    page.section("What happened", "Events by kind, the commonest first.", &table(&lines));
}
