//! The ledger as a page: sums, the course of luck, the rolls that mattered.

use std::fmt::Write;

use super::{Ledger, Measure, RollLuck};
use crate::draw::{Page, Paper, Point, Series, lines, nation_colour, table};

/// How many of the luckiest and of the unluckiest rolls are shown.
const SHOWN: usize = 12;

/// One HTML file that opens without a network.
pub fn html(ledger: &Ledger) -> String {
    let result = ledger.result.as_deref().unwrap_or("not finished");
    let title = format!("Luck in {} {}", ledger.game, ledger.scenario);
    let mut page = Page::new(&title, &format!("{} rolls; {result}", ledger.rolls.len()));
    page.section("What the dice gave", about(ledger.measure), &sums(ledger));
    page.section(
        "The course of luck",
        "The sum of all effects so far, action by action. A side is above the line while the dice have favoured it.",
        &course(ledger),
    );
    if let Some(first) = ledger.sides.first() {
        let mut sorted: Vec<&RollLuck> = ledger.rolls.iter().collect();
        sorted.sort_by(|one, other| other.effect[0].total_cmp(&one.effect[0]));
        let best: Vec<&RollLuck> =
            sorted.iter().filter(|roll| roll.effect[0] > 0.0).take(SHOWN).copied().collect();
        let worst: Vec<&RollLuck> =
            sorted.iter().rev().filter(|roll| roll.effect[0] < 0.0).take(SHOWN).copied().collect();
        page.section(&format!("Luckiest rolls for {}", first.name), "", &rolls(ledger, &best));
        page.section(&format!("Unluckiest rolls for {}", first.name), "", &rolls(ledger, &worst));
    }
    let all: Vec<&RollLuck> = ledger.rolls.iter().collect();
    let html = format!("<details><summary>Show them</summary>\n{}</details>\n", rolls(ledger, &all));
    page.section("All rolls", "In the order in which they were rolled.", &html);
    page.finish()
}

/// The sums in a few lines of text.
pub fn text(ledger: &Ledger) -> String {
    let mut text = format!(
        "{} {}: {} rolls; {}\n",
        ledger.game,
        ledger.scenario,
        ledger.rolls.len(),
        ledger.result.as_deref().unwrap_or("not finished")
    );
    let unit = match ledger.measure {
        Measure::Result => "winning chances",
        Measure::Points => "victory points",
        Measure::None => "no measure",
    };
    for side in &ledger.sides {
        let amount = |effect| amount(ledger.measure, effect);
        let (total, own, enemy) = (amount(side.total), amount(side.own), amount(side.enemy));
        let _ = writeln!(
            text,
            "{}: {total} {unit} by dice ({own} by own actions, {enemy} by the enemy's; sampling error {})",
            side.name,
            amount(side.error).trim_start_matches('+')
        );
    }
    text
}

fn about(measure: Measure) -> &'static str {
    match measure {
        Measure::Result => {
            "The effect of a roll is the change of the winning chances that its dice brought, less what could be \
             expected of them, as the computer players judge the board. The decisions are not in it."
        }
        Measure::Points => {
            "The effect of a roll is the victory points that its dice brought at once, less what could be expected of \
             them. The decisions are not in it."
        }
        Measure::None => "This game has no victory points and no judge, so nothing can be said.",
    }
}

/// An effect in the words of its measure.
fn amount(measure: Measure, effect: f64) -> String {
    match measure {
        // From lost to won is from 0 to 100 %.
        Measure::Result => format!("{:+.1} %", effect * 50.0),
        Measure::Points | Measure::None => format!("{effect:+.2}"),
    }
}

fn sums(ledger: &Ledger) -> String {
    let mut rows = vec![["side", "all dice", "own actions", "enemy's actions"].map(str::to_owned).to_vec()];
    for side in &ledger.sides {
        let amount = |effect| amount(ledger.measure, effect);
        rows.push(vec![side.name.clone(), amount(side.total), amount(side.own), amount(side.enemy)]);
    }
    table(&rows)
}

fn course(ledger: &Ledger) -> String {
    let scale = if ledger.measure == Measure::Result { 50.0 } else { 1.0 };
    let series: Vec<Series> = ledger
        .sides
        .iter()
        .enumerate()
        .map(|(side, luck)| {
            let mut sum = 0.0;
            let mut points = vec![Point::at(0.0, 0.0)];
            for roll in &ledger.rolls {
                sum += roll.effect[side] * scale;
                points.push(Point::at(roll.action as f64, sum));
            }
            Series { name: luck.name.clone(), colour: nation_colour(&luck.nation), points }
        })
        .collect();
    let unit = if ledger.measure == Measure::Result { "winning chances, %" } else { "victory points" };
    lines(Paper::WHOLE, "Sum of luck", ["action", unit], &series)
}

fn rolls(ledger: &Ledger, rolls: &[&RollLuck]) -> String {
    let mut heading: Vec<String> =
        ["action", "turn", "side", "typed", "dice", "what happened", "cases"].map(str::to_owned).to_vec();
    heading.extend(ledger.sides.iter().map(|side| format!("for {}", side.name)));
    let mut rows = vec![heading];
    for roll in rolls {
        let dice: Vec<String> = roll.dice.iter().map(u8::to_string).collect();
        let mut row = vec![
            roll.action.to_string(),
            roll.turn.to_string(),
            roll.side.map_or_else(String::new, |side| ledger.sides[side].name.clone()),
            roll.text.clone(),
            dice.join(" "),
            roll.told.clone(),
            roll.cases.join(", "),
        ];
        row.extend(roll.effect.iter().map(|effect| amount(ledger.measure, *effect)));
        rows.push(row);
    }
    table(&rows)
}
