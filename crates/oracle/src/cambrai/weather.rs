//! Weather (6.0), the sunset roll (4.2.1) and the air markers (17.3).

use std::collections::{BTreeMap, BTreeSet};

use super::board::Board;
use super::chronicle::Story;
use super::event::Event;
use super::pack::{Pack, Side, sub, text, texts};

const PART: &str = "weather";

/// The days that begin clear in history (17.2.2).
const CLEAR_DAYS: [&str; 6] =
    ["1917-11-20", "1917-11-25", "1917-11-26", "1917-11-30", "1917-12-01", "1917-12-02"];

/// Goes through what is told of weather and sunset.
pub(super) fn tell(story: &mut Story, event: &Event) {
    story.verdict.asked(PART);
    match event.kind.as_str() {
        "weather-rolled" => rolled(story, event),
        "weather-given" => given(story, event),
        "weather-changed" => changed(story, event),
        "sunset" => sunset(story, event),
        "storm-rolled" => storm(story, event),
        _ => {}
    }
}

/// The British roll one die at dawn: 1 to 4 is overcast, 5 and 6 clear; not on November 20 (4.1.1, 6.0, 16.1).
fn rolled(story: &mut Story, event: &Event) {
    let Some(roll) = event.roll("weather") else { return };
    if roll.dice.len() != 1 || roll.side != Side::British || !roll.lines.is_empty() {
        story.differs(PART, "the British make one dr for the weather (4.1.1)");
    }
    if fixed(story).is_some() {
        story.differs(PART, "the weather of this dawn is not rolled (16.1, 17.2.2)");
    }
    let clear = roll.total >= 5;
    if clear != event.text.contains("clear") {
        story.differs(PART, format!("{} is clear: {clear} (6.0)", roll.total));
    }
    story.board.clear = clear;
    if let Some(holder) = story.board.advantage {
        super::steps::compare_asked(story, holder, "forecast");
    }
}

/// The weather of a dawn without a roll: the first day of a scenario, or that of history (16.1, 17.2.2).
fn fixed(story: &Story) -> Option<bool> {
    let date = story.board.date.as_str();
    let scenario = story.pack.scenarios.get(&story.board.scenario)?;
    if text(scenario, "start").as_deref() == Some(date) {
        match text(&sub(scenario, "markers"), "weather").as_deref() {
            Some("clear") => return Some(true),
            Some("overcast") => return Some(false),
            _ => {}
        }
    }
    story.board.option("historical-weather", "on").then(|| CLEAR_DAYS.contains(&date))
}

/// Weather that is told without a die is the fixed one, or the reverse of the roll for the advantage (15.1, 16.1).
fn given(story: &mut Story, event: &Event) {
    let clear = event.text.contains("clear");
    let due = fixed(story).unwrap_or(story.board.clear);
    if clear != due {
        story.differs(PART, format!("the weather is clear: {due}, told {clear} (6.0, 15.1)"));
    }
    story.board.clear = clear;
}

/// The weather changes as the next impulse begins after a sunset roll equal to the impulse (6.3, R43).
fn changed(story: &mut Story, event: &Event) {
    if !story.board.weather_turns {
        story.differs(PART, "the weather has no reason to change (6.3)");
    }
    story.board.weather_turns = false;
    story.board.clear = !story.board.clear;
    if story.board.clear != event.text.contains("clear") {
        story.differs(PART, "the weather turns to the other side (6.3)");
    }
    if !story.board.clear {
        for marker in &mut story.board.air {
            if marker != "absent" {
                *marker = "ready".to_string();
            }
        }
    }
}

/// A change that is due has been told before the next impulse begins (6.3).
pub(super) fn before_impulse(story: &mut Story) {
    if story.board.day_over {
        story.differs(PART, "daylight was to end with the last impulse (4.2.1)");
    }
    if story.board.weather_turns {
        story.differs(PART, "the weather does not change (6.3)");
        story.board.weather_turns = false;
    }
}

/// The first British DR of a British impulse is the sunset roll: below the impulse it ends the day, equal to it the
/// weather changes; on November 20 it ends nothing (4.2.1, 6.3, 16.3, R42).
fn sunset(story: &mut Story, event: &Event) {
    let told = event.number_after("roll is ").unwrap_or(0);
    if story.board.active != Side::British {
        story.differs(PART, "the sunset roll belongs to British impulses (4.2.1)");
    }
    if let Some(roll) = event.roll("sunset") {
        if story.board.sunset.is_some() || roll.dice.len() != 2 || roll.side != Side::British {
            story.differs(PART, "the first British DR was the sunset roll already (4.2.1)");
        }
        story.board.sunset = Some(roll.dice.iter().sum());
    }
    if story.board.sunset != Some(told) {
        let why = format!("the sunset roll is {:?}, not {told} (4.2.1)", story.board.sunset);
        story.differs(PART, why);
    }
    let free_day = texts(&story.board.special(story.pack), "no_sunset_end_on").contains(&story.board.date);
    let over = told < story.board.impulse && !free_day;
    let goes_on = event.text.contains("daylight goes on") || event.text.contains("weather will change");
    if over == goes_on {
        let why = format!("{told} in impulse {} ends the day: {over} (4.2.1)", story.board.impulse);
        story.differs(PART, why);
    }
    story.board.day_over = over;
    let last = story.board.impulse >= 12;
    story.board.weather_turns = told == story.board.impulse && !last;
}

/// A snowstorm is tested on an overcast dawn of December: 1, 1 to 2, 1 to 3 end the game (17.2.5).
fn storm(story: &mut Story, event: &Event) {
    let Some(roll) = event.rolls.first() else { return };
    let up_to = match story.board.date.as_str() {
        "1917-12-01" => 1,
        "1917-12-02" => 2,
        "1917-12-03" => 3,
        _ => 0,
    };
    if !story.board.option("snowstorm", "on") || story.board.clear || up_to == 0 || roll.side != Side::German
    {
        story.differs(PART, "no storm is tested now (17.2.5)");
    }
    if (roll.total > up_to) != event.text.contains("no snowstorm") {
        story.differs(PART, format!("{} against {up_to} (17.2.5)", roll.total));
    }
}

/// The zones that a side may interdict: with enemies and without own units (17.3).
pub(super) fn interdictable(pack: &Pack, board: &Board, side: Side) -> BTreeSet<String> {
    let zones = pack.places.iter().filter(|(_, p)| p.zone).map(|(id, _)| id.clone());
    zones
        .filter(|z| !board.own(pack, side.other(), z).is_empty() && board.own(pack, side, z).is_empty())
        .collect()
}

/// What may be answered at a clear dawn (17.3).
pub(super) fn interdiction(pack: &Pack, board: &Board, side: Side) -> BTreeMap<String, Option<String>> {
    let zones = interdictable(pack, board, side).into_iter();
    let mut found: BTreeMap<String, Option<String>> =
        zones.map(|z| (format!("interdict {z}"), None)).collect();
    found.insert("decline".to_string(), None);
    found
}
