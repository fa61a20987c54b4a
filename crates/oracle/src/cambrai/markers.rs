//! Markers, impulses and phases as they are told (4.0, 8.0, 9.5, 15.0).

use std::collections::{BTreeMap, BTreeSet};

use super::board::Now;
use super::chronicle::Story;
use super::event::Event;
use super::pack::{Side, texts};
use super::{night, reinforcements, victory, weather};

/// The part for events that must match what happened.
const TOLD: &str = "told";

/// Goes through the events that are about markers and phases.
pub(super) fn tell(story: &mut Story, event: &Event) {
    match event.kind.as_str() {
        "support-placed" => support(story, event),
        "markers-lifted" => lifted(story, event),
        "hurricane-used" => used(story, event),
        "passed" => story.board.now.passed = true,
        "impulse-began" => impulse(story, event),
        "daylight-began" => daylight(story, event),
        "daylight-ended" => dusk(story, event),
        "advantage-used" | "advantage-passed" => advantage(story, event),
        "air-sent" => sent(story, event),
        "air-recalled" => {
            if let Some(side) = event.side {
                story.board.air[side.index()] = "ready".to_string();
            }
        }
        "turn-ended" => super::steps::compare_haig(story),
        "turn-began" => dawn(story, event),
        "weather-rolled" | "weather-given" | "weather-changed" | "sunset" | "storm-rolled" => {
            weather::tell(story, event);
        }
        "hurricane-refit" | "hurricane-lapsed" | "support-lost" | "ammunition" | "bought" | "tank-refit"
        | "refitted" | "dismounted" => night::tell(story, event),
        "reinforced" | "released" | "swapped" | "delayed" | "garrison-returned" | "tank-returned"
        | "hurricane-arrived" | "air-arrived" => {
            reinforcements::tell(story, event);
        }
        "haig" | "points-counted" => victory::tell(story, event),
        "overran" => {
            if let Some(place) = event.places.first() {
                story.board.now.centre.clone_from(place);
                story.board.now.contested.remove(place); // its units may go anywhere (R113)
            }
        }
        _ => {}
    }
}

/// A marker comes from the support at hand, the air marker from its box (9.5, 9.5.3).
fn support(story: &mut Story, event: &Event) {
    const PART: &str = "barrage";
    story.verdict.asked(PART);
    let (Some(side), Some(place)) = (event.side, event.places.first()) else { return };
    if event.text.contains("the air marker") {
        if story.board.air[side.index()] != "ready" || !story.board.clear {
            story.differs(PART, "the air marker is not at hand (9.5.3)");
        }
        story.board.air[side.index()] = format!("over {place}");
        return;
    }
    let rolling = event.text.contains("Rolling Barrage");
    let now = &mut story.board.now;
    *(if rolling { &mut now.rolling } else { &mut now.direct }).entry(place.clone()).or_default() += 1;
    story.board.support[side.index()] -= 1;
    if story.board.support[side.index()] < 0 {
        story.differs(PART, "no support marker is at hand (9.5)");
    }
}

/// After combat the markers come off the place, the air marker goes home (11.8).
fn lifted(story: &mut Story, event: &Event) {
    let (Some(side), Some(place)) = (event.side, event.places.first()) else { return };
    story.board.now.rolling.remove(place);
    story.board.now.direct.remove(place);
    if story.board.air[side.index()] == format!("over {place}") {
        story.board.air[side.index()] = "flown".to_string();
    }
}

/// A Hurricane marker that fires is turned to its used side (9.4, 16.2).
fn used(story: &mut Story, event: &Event) {
    let Some(side) = event.side else { return };
    let count = if event.text.starts_with("Both") { story.board.fresh[side.index()] } else { 1 };
    story.board.fresh[side.index()] -= count;
    story.board.used[side.index()] += count;
    if story.board.fresh[side.index()] < 0 {
        story.differs("barrage", "no fresh Hurricane marker is at hand (9.4)");
    }
}

/// Players alternate, and the marker goes one space on; a player holds the advantage (4.2, 8.0, 15.0).
fn impulse(story: &mut Story, event: &Event) {
    const PART: &str = "impulses";
    super::steps::compare_demolition(story);
    super::steps::compare_steps(story);
    if story.board.impulse >= 0 {
        super::steps::compare_sunset(story);
        super::steps::compare_lifted(story);
    }
    story.verdict.asked(PART);
    let Some(side) = event.side else { return };
    let number = event.number_after("Impulse ").unwrap_or(0);
    let due = story.board.impulse + 1;
    if number != due {
        story.differs(PART, format!("impulse {due} is next, not {number} (8.0)"));
    }
    let turn = if due == 0 { story.board.first } else { story.board.active.other() };
    if side != turn {
        story.differs(PART, format!("impulse {due} belongs to the {} (4.2)", turn.word()));
    }
    if story.board.advantage.is_none() {
        story.differs("advantage", "the advantage belongs to no side as an impulse begins (15.0)");
    }
    weather::before_impulse(story);
    story.board.impulse = due;
    story.board.active = side;
    story.board.sunset = None;
    story.board.now = super::board::Now::default();
    story.board.assault = None;
    story.board.barrage = None;
    for marker in &mut story.board.air {
        if marker == "flown" || marker.starts_with("over ") {
            *marker = "ready".to_string();
        }
    }
}

/// Impulse 0 belongs to the holder of the advantage as dawn began, on November 20 to the British (4.2).
fn daylight(story: &mut Story, event: &Event) {
    story.verdict.asked("impulses");
    let british = event.text.contains("British");
    if british != (story.board.first == Side::British) {
        story.differs("impulses", "impulse 0 belongs to the holder of the advantage at dawn (4.2)");
    }
    story.board.impulse = -1;
    reinforcements::compare_arrivals(story);
}

/// Daylight ends by the sunset roll, off the track, or by a British pass on November 20 (4.2.1, 16.3).
fn dusk(story: &mut Story, event: &Event) {
    super::steps::compare_demolition(story);
    super::steps::compare_steps(story);
    super::steps::compare_sunset(story);
    super::steps::compare_lifted(story);
    story.verdict.asked("weather");
    let free_day = texts(&story.board.special(story.pack), "no_sunset_end_on").contains(&story.board.date);
    let passed = free_day && story.board.now.passed && story.board.active == Side::British;
    let off = story.board.impulse >= 12;
    if !story.board.day_over && !passed && !off {
        story.differs("weather", format!("daylight does not end now: {} (4.2.1)", event.text));
    }
    story.board.day_over = false;
    story.board.impulse = 0;
    for marker in &mut story.board.air {
        if marker == "flown" || marker.starts_with("over ") || marker.starts_with("interdicts ") {
            *marker = "ready".to_string();
        }
    }
    victory::compare_breakthrough(story);
}

/// The holder spends the advantage, and its opponent gets it when the impulse or phase ends (15.1, 15.2).
fn advantage(story: &mut Story, event: &Event) {
    const PART: &str = "advantage";
    story.verdict.asked(PART);
    if event.kind == "advantage-used" {
        let Some(side) = event.side else { return };
        if story.board.advantage != Some(side) {
            story.differs(PART, format!("the {} do not hold the advantage (15.1)", side.word()));
        }
        story.board.advantage = None;
        story.board.advantage_due = side.other();
        if event.text.contains("new forecast") {
            story.board.clear = !story.board.clear;
        }
        return;
    }
    let side = if event.text.contains("to the British") { Side::British } else { Side::German };
    if story.board.advantage.is_some() || story.board.advantage_due != side {
        story.differs(PART, format!("the advantage does not pass to the {} (15.2)", side.word()));
    }
    story.board.advantage = Some(side);
}

/// The air marker goes over a zone with enemies and without own units on a clear dawn (17.3).
fn sent(story: &mut Story, event: &Event) {
    let (Some(side), Some(zone)) = (event.side, event.places.first()) else { return };
    if !weather::interdictable(story.pack, &story.board, side).contains(zone) {
        story.differs("weather", format!("{zone} cannot be interdicted (17.3)"));
    }
    story.board.air[side.index()] = format!("interdicts {zone}");
}

/// The turn marker goes to the next day, and the holder of the advantage will have the first impulse (2.1.6, 4.2).
fn dawn(story: &mut Story, event: &Event) {
    story.verdict.asked("impulses");
    if let Some(day) = victory::next_day(&story.board.date) {
        story.board.date = day;
    }
    if let Some(holder) = story.board.advantage {
        story.board.first = holder;
    }
    let british = event.text.contains("the British will");
    if british != (story.board.first == Side::British) {
        story.differs("impulses", "the holder of the advantage has the first impulse (4.2)");
    }
}

fn compare_sets(story: &mut Story, what: &str, ours: &BTreeSet<String>, theirs: &BTreeSet<String>) {
    let missing: Vec<String> = ours.difference(theirs).cloned().collect();
    let more: Vec<String> = theirs.difference(ours).cloned().collect();
    if !missing.is_empty() || !more.is_empty() {
        story.differs(TOLD, format!("{what}: not in the next position {missing:?}, untold {more:?} (2.2)"));
    }
}

/// The impulse in hand: markers, bridges used, places contested at its start (9.5, 10.5.2, 10.1).
fn compare_impulse(story: &mut Story, ours: &Now, next: &Now) {
    if ours.area != next.area || next.area.is_empty() {
        return;
    }
    let counted = |m: &BTreeMap<String, i64>| -> BTreeSet<String> {
        m.iter().filter(|(_, n)| **n > 0).map(|(k, n)| format!("{n} at {k}")).collect()
    };
    compare_sets(story, "Rolling Barrages", &counted(&ours.rolling), &counted(&next.rolling));
    compare_sets(story, "Direct Support", &counted(&ours.direct), &counted(&next.direct));
    compare_sets(story, "bridges used", &counted(&ours.crossings), &counted(&next.crossings));
    compare_sets(story, "units that waded", &ours.waded, &next.waded);
    compare_sets(story, "contested at the start", &ours.contested, &next.contested);
    if ours.leaving != next.leaving {
        story.differs("movement", format!("leaving costs {}, not {} (11.3)", ours.leaving, next.leaving));
    }
    let idle = super::movement::finished_without_reason(story.pack, story.next);
    let regroups = story.next.steps.iter().any(|s| s == "regroup");
    if !idle.is_empty() && !regroups {
        story.differs("movement", format!("{idle:?} are finished without a reason (R84)"));
    }
}

/// The next position is the board as told.
pub(super) fn compare_boards(story: &mut Story) {
    story.verdict.asked(TOLD);
    let placed = |m: &BTreeMap<String, String>| -> BTreeSet<String> {
        m.iter().map(|(u, p)| format!("{u} in {p}")).collect()
    };
    let (ours, next) = (story.board.clone(), story.next.clone());
    compare_sets(story, "units", &placed(&ours.at), &placed(&next.at));
    compare_sets(story, "exhausted units", &ours.exhausted, &next.exhausted);
    compare_sets(story, "British control", &ours.british, &next.british);
    compare_sets(story, "bridges", &placed(&ours.bridges), &placed(&next.bridges));
    let pairs = [
        ("support", ours.support, next.support),
        ("ammunition", ours.ammunition, next.ammunition),
        ("fresh Hurricane markers", ours.fresh, next.fresh),
        ("used Hurricane markers", ours.used, next.used),
    ];
    for (what, a, b) in pairs {
        if a != b {
            story.differs(TOLD, format!("{what}: told {a:?}, next {b:?} (2.2.3)"));
        }
    }
    if ours.advantage != next.advantage {
        let why = format!("advantage: told {:?}, next {:?} (15.0)", ours.advantage, next.advantage);
        story.differs(TOLD, why);
    }
    if ours.clear != next.clear {
        story.differs(TOLD, format!("clear weather: told {}, next {} (6.0)", ours.clear, next.clear));
    }
    let acts = ["activation", "artillery", "movement", "regroup", "demolition"];
    if next.steps.first().is_some_and(|s| acts.contains(&s.as_str()))
        && (ours.impulse, ours.active) != (next.impulse, next.active)
    {
        let why = format!("impulse: told {} of {:?}, next {}", ours.impulse, ours.active, next.impulse);
        story.differs(TOLD, format!("{why} of {:?} (8.0)", next.active));
    }
    let home = next.step() == "recall"; // the impulse is over, and markers are back in their boxes
    let air = ours.air.clone().map(|a| if home && a == "flown" { "ready".to_string() } else { a });
    if air != next.air {
        story.differs(TOLD, format!("air: told {:?}, next {:?} (9.5.3)", ours.air, next.air));
    }
    if ours.date != next.date {
        story.differs(TOLD, format!("day: told {}, next {} (2.1.6)", ours.date, next.date));
    }
    compare_impulse(story, &ours.now, &next.now);
    if ours.now.area == next.now.area && ours.now.spent != next.now.spent && !next.now.area.is_empty() {
        let why = format!("spent: told {:?}, next {:?} (10.1)", ours.now.spent, next.now.spent);
        story.differs(TOLD, why);
    }
}
