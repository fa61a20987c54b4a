//! Artillery (9.0): barrages, support and what they may be aimed at.

use std::collections::BTreeMap;

use super::board::{Barrage, Board};
use super::event::{Event, Roll, compare_lines};
use super::movement::{is_infantry, left};
use super::pack::{Pack, Side};
use crate::Verdict;

const PART: &str = "barrage";

type Answers = BTreeMap<String, Option<String>>;

/// The infantry of the active area that can still act: fresh, not finished, with MF left or a fight before it (R79).
pub(super) fn able_infantry(pack: &Pack, board: &Board, side: Side) -> usize {
    let now = &board.now;
    let able = now.started.iter().filter(|u| is_infantry(pack, u) && board.is_fresh(u));
    able.filter(|u| !now.finished.contains(*u))
        .filter(|u| {
            let Some(place) = board.at.get(*u).filter(|p| pack.places.contains_key(*p)) else { return false };
            let alone = board.vacant(pack, side, place);
            let fights = !alone && !now.assaulted.contains(place);
            fights || ((alone || *place == now.area) && left(pack, board, u) > 0)
        })
        .count()
}

/// Step 1 of an assault impulse: a Hurricane Barrage within two places, support within one, the air marker anywhere
/// (8.1.1, 9.1, 9.2, 9.5, R37, R79, R103).
pub(super) fn answers(pack: &Pack, board: &Board, side: Side) -> Answers {
    let now = &board.now;
    let mut found = BTreeMap::new();
    for place in pack.places.keys() {
        let Some(distance) = pack.distance(&now.centre, place) else { continue };
        let enemies = !board.vacant(pack, side, place);
        if !now.fired && board.fresh[side.index()] > 0 && enemies && distance <= 2 {
            found.insert(format!("hurricane {place}"), None);
        }
        let placed: i64 = now.rolling.values().sum::<i64>() + now.direct.values().sum::<i64>();
        let more = board.support[side.index()] > 0 && (placed as usize) < able_infantry(pack, board, side);
        if more && distance <= 1 {
            found.insert(format!("rolling {place}"), None);
            if enemies && !now.assaulted.contains(place) {
                found.insert(format!("direct {place}"), None);
            }
        }
        if board.clear && board.air[side.index()] == "ready" {
            found.insert(format!("air {place}"), None);
        }
    }
    found.insert("done".to_string(), None);
    found
}

/// The opening barrage falls on each listed place that holds an enemy unit, in any order (16.2).
pub(super) fn opening(pack: &Pack, board: &Board, side: Side) -> Answers {
    let here = board.opening.iter().filter(|p| !board.vacant(pack, side, p));
    here.map(|p| (format!("hurricane {p}"), None)).collect()
}

/// Any enemy unit in the target area may be the primary target (9.2).
pub(super) fn primary_targets(pack: &Pack, board: &Board, side: Side) -> Answers {
    let Some(barrage) = &board.barrage else { return BTreeMap::new() };
    let there = board.own(pack, side.other(), &barrage.place);
    there.into_iter().map(|u| (format!("target {u}"), None)).collect()
}

/// The attack value is 7, and 2 more against more than three units (9.2.1, R67).
pub(super) fn attack_lines(pack: &Pack, board: &Board, side: Side, place: &str) -> BTreeMap<String, i64> {
    let mut lines = BTreeMap::from([("Hurricane Barrage".to_string(), 7)]);
    if board.own(pack, side.other(), place).len() > 3 {
        lines.insert("crowded target".to_string(), 2);
    }
    lines
}

/// The defence value is the terrain, and 2 more in overcast (9.2.2, 6.2).
pub(super) fn defense_lines(pack: &Pack, board: &Board, place: &str) -> BTreeMap<String, i64> {
    let terrain = pack.places.get(place).map_or(0, |p| p.terrain);
    let mut lines = BTreeMap::from([("terrain".to_string(), terrain)]);
    if !board.clear {
        lines.insert("overcast".to_string(), 2);
    }
    lines
}

/// The points are the difference, one less in a square area, and never below nothing (9.2.3, 9.3.1, R38).
pub(super) fn points(pack: &Pack, place: &str, attack: i64, defense: i64) -> i64 {
    let square = pack.places.get(place).is_some_and(|p| p.identifier == "square");
    (attack - defense - i64::from(square)).max(0)
}

/// A step of a unit takes up 2 points, one of a tank 3 (9.3).
pub(super) fn step_cost(pack: &Pack, unit: &str) -> i64 {
    if pack.units.get(unit).is_some_and(|u| u.kind == "tank") { 3 } else { 2 }
}

/// The primary target loses the first step, then the defender spreads the rest as he likes (9.3, R111).
pub(super) fn losses(pack: &Pack, board: &Board, barrage: &Barrage, side: Side) -> Answers {
    let mut found = BTreeMap::new();
    if barrage.points <= 0 {
        return found;
    }
    for unit in board.own(pack, side, &barrage.place) {
        if !barrage.begun && barrage.primary.as_ref() != Some(&unit) {
            continue;
        }
        let verb = if board.is_fresh(&unit) { "exhaust" } else { "eliminate" };
        found.insert(format!("{verb} {unit}"), Some(format!("{} points", step_cost(pack, &unit))));
    }
    found
}

/// Judges a barrage that is told, and says how many points it makes (9.2).
pub(super) fn fired(pack: &Pack, board: &Board, event: &Event, verdict: &mut Verdict) -> Option<Barrage> {
    verdict.asked(PART);
    let side = event.side?;
    let (place, target) = (event.places.first()?.clone(), event.units.first()?.clone());
    let (attack, defense) = (event.roll("attack")?, event.roll("defence")?);
    let one = |r: &Roll| r.dice.len() == 1;
    if !one(attack) || !one(defense) || attack.side != side || defense.side == side {
        verdict.differs(PART, "each side rolls one die (9.2.3)".to_string());
    }
    compare_lines(PART, "9.2.1", &attack_lines(pack, board, side, &place), attack, verdict);
    compare_lines(PART, "9.2.2", &defense_lines(pack, board, &place), defense, verdict);
    let made = points(pack, &place, attack.total, defense.total);
    let words = format!(", {made} casualty point{}", if made == 1 { "" } else { "s" });
    if !event.text.contains(&words) {
        verdict.differs(PART, format!("{made} points, but told: {} (9.2.3, 9.3.1)", event.text));
    }
    if board.at.get(&target) != Some(&place) {
        verdict.differs(PART, format!("{target} is not in {place} (9.2)"));
    }
    Some(Barrage { place, primary: Some(target), points: made, begun: false })
}
