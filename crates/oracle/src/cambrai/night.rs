//! The Night Phase (12.0).

use std::collections::BTreeMap;

use super::board::Board;
use super::chronicle::Story;
use super::event::{Event, compare_lines};
use super::pack::{Pack, Side};
use super::supply::supplied;

const PART: &str = "refit";

type Answers = BTreeMap<String, Option<String>>;

/// A player may own sixteen support markers (12.5).
const MARKERS: i64 = 16;

/// Goes through what is told of the night.
pub(super) fn tell(story: &mut Story, event: &Event) {
    story.verdict.asked(PART);
    match event.kind.as_str() {
        "support-lost" => lost(story, event),
        "hurricane-lapsed" => lapsed(story, event),
        "hurricane-refit" => hurricane(story, event),
        "ammunition" => ammunition(story, event),
        "bought" => bought(story, event),
        "tank-refit" => tank(story, event),
        "refitted" => refitted(story, event),
        "dismounted" => dismounted(story, event),
        _ => {}
    }
}

/// Support markers that were not used are lost (9.6, 12.5).
fn lost(story: &mut Story, event: &Event) {
    let Some(side) = event.side else { return };
    if event.number_after("lose ") != Some(story.board.support[side.index()]) {
        let why =
            format!("{} markers are lost, told: {} (12.5)", story.board.support[side.index()], event.text);
        story.differs(PART, why);
    }
    story.board.support[side.index()] = 0;
}

/// With the option an unfired Hurricane marker is used up at dusk (9.6, R3).
fn lapsed(story: &mut Story, event: &Event) {
    let Some(side) = event.side else { return };
    if !story.board.option("unused-hurricane", "used-up") {
        story.differs(PART, "a fresh Hurricane marker stays fresh (R3)");
    }
    story.board.used[side.index()] += story.board.fresh[side.index()];
    story.board.fresh[side.index()] = 0;
}

/// The number that a used Hurricane marker needs (12.4).
fn needed(date: &str, side: Side) -> Option<i64> {
    let british = side == Side::British;
    match date {
        "1917-11-20" => british.then_some(4),
        d if d <= "1917-11-25" => Some(5),
        d if d <= "1917-11-30" => Some(if british { 6 } else { 4 }),
        _ => Some(6),
    }
}

/// One die for each used marker; the number of the day or more turns it fresh (12.4).
fn hurricane(story: &mut Story, event: &Event) {
    let (Some(side), Some(roll)) = (event.side, event.roll("Hurricane refit")) else { return };
    let Some(need) = needed(&story.board.date, side) else {
        story.differs(PART, "no German marker refits on November 20 (12.4)");
        return;
    };
    if roll.dice.len() != 1 || !roll.lines.is_empty() || roll.side != side {
        story.differs(PART, "one die for each marker (12.4)");
    }
    let fresh = roll.total >= need;
    if fresh != event.text.contains("fresh again") || event.number_after("needs ") != Some(need) {
        story.differs(PART, format!("{} against {need}, told: {} (12.4)", roll.total, event.text));
    }
    if story.board.used[side.index()] == 0 {
        story.differs(PART, "no marker is used (12.4)");
    }
    if fresh {
        story.refreshed[side.index()] += 1;
        story.board.used[side.index()] -= 1;
        story.board.fresh[side.index()] += 1;
    }
}

/// The dice and the bonus of the ammunition roll (12.5, 16.6).
fn ammunition_dice(date: &str, side: Side) -> (usize, i64) {
    let early = date <= "1917-11-22";
    match side {
        Side::British => (if early { 2 } else { 1 }, if date == "1917-11-20" { 3 } else { 0 }),
        Side::German => (if early { 1 } else { 2 }, if date == "1917-11-30" { 3 } else { 0 }),
    }
}

/// Ammunition points: the roll of the day, or two dice more for the advantage (12.5, 15.1, R77).
fn ammunition(story: &mut Story, event: &Event) {
    let (Some(side), Some(roll)) = (event.side, event.roll("ammunition")) else { return };
    let extra = event.text.contains("another");
    let (dice, bonus) = if extra { (2, 0) } else { ammunition_dice(&story.board.date, side) };
    if roll.dice.len() != dice || roll.side != side {
        story.differs(PART, format!("{dice} dice for ammunition, not {} (12.5)", roll.dice.len()));
    }
    let mut lines = BTreeMap::new();
    if bonus > 0 {
        lines.insert("bonus of the day".to_string(), bonus);
    }
    compare_lines(PART, "12.5", &lines, roll, story.verdict);
    if !extra && story.board.support[side.index()] != 0 {
        story.differs(PART, "unused markers are discarded first (12.5)");
    }
    if side == Side::German && !extra {
        let tanks = exhausted_tanks(story.pack, &story.board);
        if !tanks.is_empty() {
            story.differs(PART, format!("{tanks:?} have not refitted (12.6)"));
        }
    }
    story.board.ammunition[side.index()] += roll.total;
    if !extra {
        super::steps::compare_hurricanes(story, side);
        super::steps::compare_asked(story, side, "more-ammunition");
    }
}

/// A point buys a marker, up to sixteen (12.5).
fn bought(story: &mut Story, event: &Event) {
    let Some(side) = event.side else { return };
    let none = event.text.contains("buy no ");
    let count = event.number_after("buy ").filter(|_| !none).unwrap_or(0);
    let i = side.index();
    story.board.ammunition[i] -= count;
    story.board.support[i] += count;
    if story.board.ammunition[i] < 0 || story.board.support[i] > MARKERS {
        story.differs(PART, format!("{count} markers cannot be bought (12.5)"));
    }
}

/// What may be bought (12.5).
pub(super) fn purchase(board: &Board, side: Side) -> Answers {
    let most = board.ammunition[side.index()].min(MARKERS - board.support[side.index()]);
    (0..=most.max(0)).map(|n| (format!("buy {n}"), None)).collect()
}

fn is_kind(pack: &Pack, unit: &str, kind: &str) -> bool {
    pack.units.get(unit).is_some_and(|u| u.kind == kind)
}

fn on_map(pack: &Pack, board: &Board, unit: &str) -> bool {
    board.at.get(unit).is_some_and(|p| pack.places.contains_key(p))
}

/// The exhausted tank units on the map (12.6).
fn exhausted_tanks(pack: &Pack, board: &Board) -> Vec<String> {
    let tanks = board.exhausted.iter().filter(|u| is_kind(pack, u, "tank") && on_map(pack, board, u));
    tanks.cloned().collect()
}

/// A tank refits with a die up to its exhausted defence factor; one that fails is replaced by the next
/// smaller, or is lost; without supply it fails without a die (12.6, R81).
fn tank(story: &mut Story, event: &Event) {
    let Some(old) = event.units.last().cloned() else { return };
    let Some(counter) = story.pack.units.get(&old).cloned() else { return };
    if !exhausted_tanks(story.pack, &story.board).contains(&old) {
        story.differs(PART, format!("{old} is no exhausted tank unit on the map (12.6)"));
        return;
    }
    let fed = supplied(story.pack, &story.board, &old);
    story.verdict.asked("supply");
    let roll = event.rolls.first();
    if fed != roll.is_some() {
        story.differs("supply", format!("{old} has a supply line: {fed} (12.3, 12.6)"));
    }
    let passes = roll.is_some_and(|r| r.total <= counter.exhausted_defense);
    if roll.is_some_and(|r| r.dice.len() != 1 || !r.lines.is_empty()) {
        story.differs(PART, "one die for each tank unit (12.6)");
    }
    let place = story.board.at.get(&old).cloned().unwrap_or_default();
    story.board.exhausted.remove(&old);
    let smaller = counter.smaller.clone();
    let ours = if passes {
        "fresh again"
    } else if let Some(small) = smaller {
        story.board.at.remove(&old);
        story.board.at.insert(small, place);
        "replaces it"
    } else {
        story.board.at.insert(old.clone(), "eliminated".to_string());
        "lost"
    };
    if !event.text.contains(ours) {
        story.differs(PART, format!("{old}: {ours}, but told: {} (12.6)", event.text));
    }
}

/// A unit that refits is exhausted and supplied (12.6, 12.7, 12.8).
fn refitted(story: &mut Story, event: &Event) {
    let Some(unit) = event.units.first().cloned() else { return };
    story.verdict.asked("supply");
    if !supplied(story.pack, &story.board, &unit) {
        story.differs("supply", format!("{unit} has no supply line (12.3)"));
    }
    if !story.board.exhausted.remove(&unit) {
        story.differs(PART, format!("{unit} is not exhausted (12.7)"));
    }
}

/// Cavalry that dismounts is removed for good (12.8).
fn dismounted(story: &mut Story, event: &Event) {
    let Some(unit) = event.units.first().cloned() else { return };
    let fair = is_kind(story.pack, &unit, "cavalry") && on_map(story.pack, &story.board, &unit);
    if !fair || !supplied(story.pack, &story.board, &unit) {
        story.differs(PART, format!("{unit} cannot dismount (12.8)"));
    }
    story.board.exhausted.remove(&unit);
    story.board.at.remove(&unit);
}

/// The exhausted infantry of a side that has a supply line (12.7, 12.3).
fn weary(pack: &Pack, board: &Board, side: Side) -> Vec<String> {
    let all = board.exhausted.iter().filter(|u| is_kind(pack, u, "infantry") && on_map(pack, board, u));
    all.filter(|u| pack.units.get(*u).is_some_and(|c| c.side == side) && supplied(pack, board, u))
        .cloned()
        .collect()
}

/// One German unit a night, from November 25 two; from then one British unit in J or K (12.7, R53).
pub(super) fn infantry(pack: &Pack, board: &Board, side: Side) -> Answers {
    let late = board.date.as_str() >= "1917-11-25";
    let mut found = BTreeMap::new();
    for unit in weary(pack, board, side) {
        let zone = board.at.get(&unit).is_some_and(|p| p == "J" || p == "K");
        if side == Side::German || (late && zone) {
            found.insert(format!("refit {unit}"), None);
        }
    }
    found.insert("done".to_string(), None);
    found
}

/// How many may still refit as the question is put (12.7).
pub(super) fn most_refits(board: &Board, side: Side) -> i64 {
    let late = i64::from(board.date.as_str() >= "1917-11-25");
    if side == Side::German { 1 + late } else { late }
}

/// Supplied cavalry on the map may dismount as long as supplied infantry is exhausted (12.8).
pub(super) fn dismounting(pack: &Pack, board: &Board) -> Answers {
    let mut found = BTreeMap::new();
    if !weary(pack, board, Side::British).is_empty() {
        for unit in board.at.keys().filter(|u| is_kind(pack, u, "cavalry") && on_map(pack, board, u)) {
            if supplied(pack, board, unit) {
                found.insert(format!("dismount {unit}"), None);
            }
        }
    }
    found.insert("done".to_string(), None);
    found
}

/// Any supplied exhausted British infantry recovers for the cavalry (12.8).
pub(super) fn dismounted_refit(pack: &Pack, board: &Board) -> Answers {
    weary(pack, board, Side::British).into_iter().map(|u| (format!("refit {u}"), None)).collect()
}

/// With the advantage the British choose the next tank unit, then whether it rolls (15.1, R81, R105).
pub(super) fn tanks(pack: &Pack, board: &Board) -> Answers {
    if board.subject.is_some() {
        return BTreeMap::from([("roll".to_string(), None), ("advantage".to_string(), None)]);
    }
    exhausted_tanks(pack, board).into_iter().map(|u| (format!("refit {u}"), None)).collect()
}
