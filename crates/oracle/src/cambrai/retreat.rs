//! Retreats (11.7).

use std::collections::{BTreeMap, BTreeSet};

use super::board::Board;
use super::movement::sector_allows;
use super::pack::{Pack, Side};
use super::stacking::fits;

type Answers = BTreeMap<String, Option<String>>;

/// A retreat does not cross a canal where no bridge stands; who holds the bridge does not matter (11.7.1, R117).
fn passable(pack: &Pack, board: &Board, from: &str, to: &str) -> bool {
    let Some(link) = pack.link(from, to) else { return false };
    link.canal.is_none() || board.bridge_of(link).is_some_and(|s| s != "destroyed")
}

/// The priority of a place for a retreat: 1 free, 2 contested and friendly, 3 contested and the enemy's; none else
/// (11.7.2).
fn priority(pack: &Pack, board: &Board, side: Side, place: &str) -> Option<u8> {
    if board.free(pack, side, place) {
        Some(1)
    } else if board.contested(pack, place) {
        Some(if board.controls(side, place) { 2 } else { 3 })
    } else {
        None
    }
}

/// How many enemy-controlled places touch a place (11.7.2, R40).
fn enemy_neighbours(pack: &Pack, board: &Board, side: Side, place: &str) -> usize {
    pack.next_to(place).iter().filter(|p| board.controls(side.other(), p)).count()
}

/// The places of the best priority, free ones with the fewest enemy-controlled neighbours (11.7.2).
fn best(pack: &Pack, board: &Board, side: Side, places: &BTreeSet<String>) -> BTreeSet<String> {
    for rank in 1..=3 {
        let same: Vec<&String> =
            places.iter().filter(|p| priority(pack, board, side, p) == Some(rank)).collect();
        if same.is_empty() {
            continue;
        }
        if rank > 1 {
            return same.into_iter().cloned().collect();
        }
        let fewest = same.iter().map(|p| enemy_neighbours(pack, board, side, p)).min();
        let kept = same.into_iter().filter(|p| Some(enemy_neighbours(pack, board, side, p)) == fewest);
        return kept.cloned().collect();
    }
    BTreeSet::new()
}

/// Where a unit may retreat from a place: the best places with room, within its sector if there is one; if all are full
/// it goes on through them (11.7.1, 11.7.2, R11, R91).
pub(super) fn refuges(pack: &Pack, board: &Board, unit: &str, from: &str) -> BTreeSet<String> {
    let Some(u) = pack.units.get(unit) else { return BTreeSet::new() };
    if u.kind == "garrison" {
        return BTreeSet::new();
    }
    let mut seen = BTreeSet::from([from.to_string()]);
    if let Some(here) = board.at.get(unit) {
        seen.insert(here.clone());
    }
    let mut edge = BTreeSet::from([from.to_string()]);
    while !edge.is_empty() {
        let mut next = BTreeSet::new();
        for place in &edge {
            for to in pack.next_to(place) {
                let fair = passable(pack, board, place, &to) && priority(pack, board, u.side, &to).is_some();
                if !seen.contains(&to) && fair {
                    next.insert(to);
                }
            }
        }
        seen.extend(next.iter().cloned());
        let open: BTreeSet<String> = next.iter().filter(|p| fits(pack, board, unit, p)).cloned().collect();
        let inside: BTreeSet<String> =
            open.iter().filter(|p| sector_allows(pack, board, unit, p)).cloned().collect();
        let found = best(pack, board, u.side, if inside.is_empty() { &open } else { &inside });
        if !found.is_empty() {
            return found;
        }
        edge = next;
    }
    BTreeSet::new()
}

/// Attackers fall back only to the place they came from; if it is full they go on from there by the priorities; one that
/// waded has no way back (11.7, 11.7.1, R39, R72).
pub(super) fn back(pack: &Pack, board: &Board, unit: &str) -> BTreeSet<String> {
    let Some(from) = board.now.came_from.get(unit) else { return BTreeSet::new() };
    if board.now.waded.contains(unit) {
        return BTreeSet::new();
    }
    if fits(pack, board, unit, from) {
        return BTreeSet::from([from.clone()]);
    }
    refuges(pack, board, unit, from)
}

/// Where the unit that retreats now may go (11.7).
pub(super) fn destinations(pack: &Pack, board: &Board) -> Answers {
    let (Some(unit), Some(assault)) = (&board.subject, &board.assault) else { return BTreeMap::new() };
    let attacks = assault.attackers.contains(unit);
    let found = if attacks { back(pack, board, unit) } else { refuges(pack, board, unit, &assault.place) };
    found.into_iter().map(|p| (format!("to {p}"), None)).collect()
}

/// The attackers that may fall back: those that entered the area in this impulse and are still there (11.4.4.1,
/// 11.4.4.2, R116).
pub(super) fn may_fall_back(pack: &Pack, board: &Board) -> Vec<String> {
    let Some(assault) = &board.assault else { return Vec::new() };
    let there = assault.attackers.iter().filter(|u| board.at.get(*u) == Some(&assault.place));
    there.filter(|u| !back(pack, board, u).is_empty()).cloned().collect()
}

/// What the attacker may answer when his units fall back; those of a repulsed mandatory assault must (11.1, R102).
pub(super) fn fall_back(pack: &Pack, board: &Board) -> Answers {
    let Some(assault) = &board.assault else { return BTreeMap::new() };
    let forced = assault.kind == "mandatory" && assault.outcome.as_deref() == Some("repulse");
    let mut found = BTreeMap::new();
    for unit in may_fall_back(pack, board) {
        found.insert(format!("retreat {unit}"), None);
    }
    if !forced {
        found.insert("done".to_string(), None);
    }
    found
}

/// Defenders that have a refuge may leave after the assault, garrisons never (11.7.3, R32).
pub(super) fn may_withdraw(pack: &Pack, board: &Board, side: Side, place: &str) -> Vec<String> {
    let there = board.own(pack, side, place).into_iter();
    there.filter(|u| !refuges(pack, board, u, place).is_empty()).collect()
}

/// What the defender may answer after the assault (11.7.3).
pub(super) fn withdrawal(pack: &Pack, board: &Board, side: Side) -> Answers {
    let Some(assault) = &board.assault else { return BTreeMap::new() };
    let leaving = may_withdraw(pack, board, side, &assault.place);
    let mut found: Answers = leaving.into_iter().map(|u| (format!("retreat {u}"), None)).collect();
    found.insert("done".to_string(), None);
    found
}
