//! Bridges (14.0).

use std::collections::BTreeMap;

use super::board::Board;
use super::chronicle::Story;
use super::event::{Event, compare_lines};
use super::pack::{Link, Pack, Side};

const PART: &str = "bridges";

/// A unit that crosses a bridge counts against its five of the impulse (10.5.2).
pub(super) fn count(story: &mut Story, from: &str, to: &str) {
    let Some(name) = story.pack.link(from, to).and_then(|l| l.bridge.clone()) else { return };
    *story.board.now.crossings.entry(name).or_default() += 1;
}

/// A bridge changes hands when it was crossed in an assault that is no repulse, or when a side controls both its ends
/// (14.0, R61).
pub(super) fn taken(story: &mut Story, event: &Event) {
    story.verdict.asked(PART);
    let (Some(side), [a, b]) = (event.side, event.places.as_slice()) else { return };
    let Some(name) = story.pack.link(a, b).and_then(|l| l.bridge.clone()) else { return };
    let both = story.board.controls(side, a) && story.board.controls(side, b);
    let crossed = story.board.assault.as_ref().is_some_and(|x| {
        let over = |u: &String| {
            let from = story.board.now.came_from.get(u);
            let ends = from.is_some_and(|f| (*f == *a && x.place == *b) || (*f == *b && x.place == *a));
            ends && !story.board.now.waded.contains(u)
        };
        x.outcome.as_deref() != Some("repulse") && x.attackers.iter().any(over)
    });
    let was = story.board.bridges.get(&name).cloned().unwrap_or_default();
    if was != side.other().word() || !(both || crossed) {
        story.differs(PART, format!("the {} cannot take the bridge {name} (14.0)", side.word()));
    }
    story.board.bridges.insert(name, side.word().to_string());
}

/// What an end of a bridge adds to the demolition die: 3 if free, 2 if contested and own, 1 if contested and the enemy's
/// (14.1, R60).
fn end_line(pack: &Pack, board: &Board, side: Side, place: &str) -> Option<(&'static str, i64)> {
    if board.free(pack, side, place) {
        Some(("free end", 3))
    } else if board.contested(pack, place) && board.controls(side, place) {
        Some(("own contested end", 2))
    } else if board.contested(pack, place) {
        Some(("enemy contested end", 1))
    } else {
        None
    }
}

/// The modifiers of a demolition (14.1).
fn lines(pack: &Pack, board: &Board, side: Side, link: &Link) -> BTreeMap<String, i64> {
    let mut found: BTreeMap<String, i64> = BTreeMap::new();
    for place in &link.ends {
        if let Some((label, value)) = end_line(pack, board, side, place) {
            *found.entry(label.to_string()).or_default() += value;
        }
    }
    if link.canal.as_deref() == Some("Canal du Nord") {
        found.insert("Canal du Nord".to_string(), -1);
    }
    if board.date == "1917-11-20" {
        found.insert("surprise".to_string(), -1);
    }
    found
}

/// A demolition succeeds with 7 or more (14.1).
pub(super) fn demolition(story: &mut Story, event: &Event) {
    story.verdict.asked(PART);
    let (Some(side), [a, b]) = (event.side, event.places.as_slice()) else { return };
    let Some(link) = story.pack.link(a, b).cloned() else { return };
    let Some(name) = link.bridge.clone() else { return };
    let Some(roll) = event.roll("demolition") else { return };
    if !may_blow(story.pack, &story.board, side, &link) {
        story.differs(PART, format!("the {} cannot try to blow {name} (14.1)", side.word()));
    }
    let mut ours = lines(story.pack, &story.board, side, &link);
    let mut told = roll.clone();
    // Labels of rare lines are the program's; only their sum is compared.
    let rare = |l: &str| !matches!(l, "free end" | "own contested end" | "Canal du Nord");
    let sum = |m: &BTreeMap<String, i64>| m.iter().filter(|(l, _)| rare(l)).map(|(_, v)| v).sum::<i64>();
    if sum(&ours) == sum(&told.lines) {
        ours.retain(|l, _| !rare(l));
        told.lines.retain(|l, _| !rare(l));
        told.total = told.dice.iter().sum::<i64>() + told.lines.values().sum::<i64>();
    }
    compare_lines(PART, "14.1", &ours, &told, story.verdict);
    if roll.dice.len() != 1 || roll.dice.iter().sum::<i64>() + roll.lines.values().sum::<i64>() != roll.total
    {
        story.differs(PART, "a demolition is one die and its lines (14.1)");
    }
    let blown = roll.total >= 7;
    if blown != event.text.contains("it is blown") {
        story.differs(PART, format!("{} blows the bridge: {blown} (14.1)", roll.total));
    }
    story.board.now.tried.insert(name.clone());
    if blown {
        story.board.bridges.insert(name, "destroyed".to_string());
    }
}

/// Bridge collapse: a 5 or 6 destroys the bridge under the tank (17.2.4).
pub(super) fn collapse(story: &mut Story, event: &Event) {
    story.verdict.asked(PART);
    let [a, b] = event.places.as_slice() else { return };
    let Some(name) = story.pack.link(a, b).and_then(|l| l.bridge.clone()) else { return };
    let Some(roll) = event.rolls.first() else { return };
    if !story.board.option("bridge-collapse", "on") || roll.side != Side::German || roll.dice.len() != 1 {
        story.differs(PART, "the German player makes one dr with the option (17.2.4)");
    }
    let falls = roll.total >= 5;
    if falls == event.text.contains("it holds") {
        story.differs(PART, format!("{} destroys the bridge: {falls} (17.2.4)", roll.total));
    }
    if falls {
        story.board.bridges.insert(name, "destroyed".to_string());
        if let Some(unit) = event.units.first() {
            story.board.now.finished.insert(unit.clone());
        }
    }
}

/// The side that has the impulse may try to blow each bridge that it holds on the borders of the active area, if the
/// enemy contests or controls an end and an own unit was there at the start (14.1, R118).
fn may_blow(pack: &Pack, board: &Board, side: Side, link: &Link) -> bool {
    let Some(name) = &link.bridge else { return false };
    let held = board.bridges.get(name).is_some_and(|s| s == side.word());
    let enemy = |p: &String| board.controls(side.other(), p) || !board.own(pack, side.other(), p).is_empty();
    held && link.ends.contains(&board.now.area)
        && link.ends.iter().any(enemy)
        && !board.now.tried.contains(name)
}

/// What may be answered at the end of an assault impulse (14.1).
pub(super) fn answers(pack: &Pack, board: &Board, side: Side) -> BTreeMap<String, Option<String>> {
    let mut found = BTreeMap::new();
    for link in pack.links.iter().filter(|l| may_blow(pack, board, side, l)) {
        if let Some(name) = &link.bridge {
            found.insert(format!("blow {name}"), None);
        }
    }
    found.insert("done".to_string(), None);
    found
}

/// A bridge whose ends have one controller is his, unless it is destroyed (14.0).
pub(super) fn compare_holders(pack: &Pack, before: &Board, after: &Board, verdict: &mut crate::Verdict) {
    for link in &pack.links {
        let Some(name) = &link.bridge else { continue };
        verdict.asked(PART);
        let state = after.bridges.get(name).map_or("", String::as_str);
        if before.bridges.get(name).is_some_and(|s| s == "destroyed") && state != "destroyed" {
            verdict.differs(PART, format!("the bridge {name} was repaired (14.2)"));
        }
        for side in [Side::British, Side::German] {
            let both = link.ends.iter().all(|p| after.controls(side, p));
            if both && state == side.other().word() {
                verdict.differs(PART, format!("the {} hold both ends of {name} (14.0)", side.word()));
            }
        }
    }
}
