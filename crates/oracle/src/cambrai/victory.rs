//! The End Phase and victory (13.0).

use std::collections::{BTreeMap, BTreeSet};

use super::board::Board;
use super::chronicle::Story;
use super::event::{Event, compare_lines};
use super::pack::{Pack, Side, text};
use super::supply::connected;

const PART: &str = "victory";

/// The day after a day of the turn track (2.1.6).
pub(super) fn next_day(date: &str) -> Option<String> {
    let day: u32 = date.get(8..)?.parse().ok()?;
    match date.get(..8)? {
        "1917-11-" if day == 30 => Some("1917-12-01".to_string()),
        month => Some(format!("{month}{:02}", day + 1)),
    }
}

/// One point for each British place with a path of British places to a British zone of I, J, K, L (13.2, 13.3, R57).
pub(super) fn points(pack: &Pack, board: &Board) -> i64 {
    connected(pack, board, Side::British).len() as i64
}

/// A fresh cavalry unit in B, C or D on a path of British places (13.1.1, R68).
pub(super) fn breakthrough(pack: &Pack, board: &Board) -> bool {
    let path = connected(pack, board, Side::British);
    board.at.iter().any(|(unit, place)| {
        let rides = pack.units.get(unit).is_some_and(|u| u.kind == "cavalry") && board.is_fresh(unit);
        let zone = pack.places.get(place).is_some_and(|p| p.breakthrough);
        let beside = board.option("breakthrough", "contested-zone")
            && board.contested(pack, place)
            && pack.next_to(place).iter().any(|p| path.contains(p));
        rides && zone && (path.contains(place) || beside)
    })
}

/// A breakthrough at the end of daylight ends the game before the night (13.1.1, R55).
pub(super) fn compare_breakthrough(story: &mut Story) {
    story.verdict.asked(PART);
    let won = breakthrough(story.pack, &story.board);
    let night = ["hurricane-refit", "ammunition", "more-ammunition", "purchase", "dusk"];
    if won && night.contains(&story.next.step()) {
        story.differs(PART, "the British have broken through (13.1.1)");
    }
}

/// The modifiers of Haig's die: areas 1 and 5, and the ground east of the canal (13.1.2, R56, R104).
fn haig_lines(pack: &Pack, board: &Board) -> BTreeMap<String, i64> {
    let mut lines = BTreeMap::new();
    let contests = |p: &String| board.contested(pack, p);
    let controls = |p: &String| board.controls(Side::British, p);
    let objectives = pack.places.iter().filter(|(_, p)| p.haig).map(|(id, _)| id);
    let held = objectives.filter(|p| contests(p) || controls(p)).count() as i64;
    if held > 0 {
        lines.insert("objective held or contested".to_string(), 2 * held);
    }
    let east: Vec<&String> = pack.places.iter().filter(|(_, p)| p.east).map(|(id, _)| id).collect();
    let contested: BTreeSet<&String> = east.iter().filter(|p| contests(p)).copied().collect();
    let controlled: BTreeSet<&String> = east.iter().filter(|p| controls(p)).copied().collect();
    if !controlled.is_empty() {
        lines.insert("controlled east of the canal".to_string(), 2);
    }
    let apart = contested.iter().any(|c| controlled.is_empty() || controlled.iter().any(|k| k != c));
    if apart || (!contested.is_empty() && board.option("haig-east", "same-place")) {
        lines.insert("contested east of the canal".to_string(), 1);
    }
    lines
}

/// Haig decides from his first day to his last, but not on the last day of the game (13.1.2, R94).
pub(super) fn haig_day(pack: &Pack, board: &Board) -> bool {
    let special = board.special(pack);
    let end = pack.scenarios.get(&board.scenario).and_then(|s| text(s, "end"));
    let from = text(&special, "haig_from").is_some_and(|d| board.date >= d);
    let until = text(&special, "haig_until").is_none_or(|d| board.date <= d);
    from && until && end.is_none_or(|d| board.date < d)
}

/// Goes through what is told of the end of a turn.
pub(super) fn tell(story: &mut Story, event: &Event) {
    story.verdict.asked(PART);
    if event.kind == "points-counted" {
        let ours = points(story.pack, &story.board);
        if event.number_after("have ") != Some(ours) {
            story.differs(PART, format!("{ours} victory points, but told: {} (13.3)", event.text));
        }
        return;
    }
    let Some(roll) = event.rolls.first().cloned() else { return };
    // Two objectives may be told in one line or in two.
    let ours = haig_lines(story.pack, &story.board);
    compare_lines(PART, "13.1.2", &ours, &roll, story.verdict);
    if roll.dice.len() != 1 || roll.side != Side::British {
        story.differs(PART, "the British make one dr for Haig (13.1.2)");
    }
    let goes_on = roll.total >= 7;
    if goes_on != event.text.contains("goes on") {
        story.differs(PART, format!("{} lets the offensive go on: {goes_on} (13.1.2)", roll.total));
    }
    if let Some(holder) = story.board.advantage
        && !goes_on
    {
        super::steps::compare_asked(story, holder, "haigs-mind");
    }
    if !haig_day(story.pack, &story.board) {
        story.differs(PART, "Haig does not decide today (13.1.2, R94)");
    }
}
