//! Impulses (8.0): activation and regrouping.

use std::collections::{BTreeMap, BTreeSet};

use super::board::Board;
use super::chronicle::Story;
use super::event::Event;
use super::movement::{Crossing, crossings, sector_allows};
use super::pack::{Pack, Side};
use super::stacking::fits;

/// The ways of a unit that regroups: one place on, free, with room, within its sector, not over an enemy-held bridge
/// (8.1.2, R16, R76).
pub(super) fn regroup_ways(pack: &Pack, board: &Board, unit: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let (Some(u), Some(from)) = (pack.units.get(unit), board.at.get(unit)) else { return found };
    if u.kind == "garrison" {
        return found;
    }
    for to in pack.next_to(from) {
        let Some(link) = pack.link(from, &to) else { continue };
        let open = board.free(pack, u.side, &to) && fits(pack, board, unit, &to);
        if !open || !sector_allows(pack, board, unit, &to) {
            continue;
        }
        for crossing in crossings(pack, board, unit, link) {
            let held = board.bridge_of(link).as_deref() == Some(u.side.word());
            match crossing {
                Crossing::Bridge if !held => {}
                Crossing::Wade => {
                    found.insert(format!("wade {to}"));
                }
                _ => {
                    found.insert(format!("to {to}"));
                }
            }
        }
    }
    found
}

/// The active area is chosen; its units that were there at the start may act, fresh ones in an assault impulse
/// (8.1.1, 8.1.2).
pub(super) fn began(story: &mut Story, event: &Event) {
    story.verdict.asked("impulses");
    story.regroups = event.kind == "regroup-began";
    let (Some(side), Some(area)) = (event.side, event.places.first().cloned()) else { return };
    let mut able = BTreeSet::new();
    for unit in story.board.own(story.pack, side, &area) {
        let garrison = story.pack.units.get(&unit).is_some_and(|u| u.kind == "garrison");
        let fresh = story.board.is_fresh(&unit) || event.kind == "regroup-began";
        if fresh && !garrison && !story.board.now.released.contains(&unit) {
            able.insert(unit);
        }
    }
    let same = story.next.now.area == area && story.next.active == side && !story.next.now.started.is_empty();
    if same && story.next.now.started != able {
        let why = format!("{able:?} may act in {area}, not {:?} (8.1)", story.next.now.started);
        story.differs("impulses", why);
    }
    story.board.now.started = able;
    for place in story.pack.places.keys() {
        if story.board.contested(story.pack, place) {
            story.board.now.contested.insert(place.clone());
        }
    }
    story.board.now.area.clone_from(&area);
    story.board.now.centre = area;
}

/// Units that may regroup: those of the active area that were not released in this impulse (8.1.2, R98).
fn regrouping(pack: &Pack, board: &Board, side: Side, area: &str) -> Vec<String> {
    let here = board.own(pack, side, area).into_iter().filter(|u| !board.now.released.contains(u));
    here.filter(|u| !regroup_ways(pack, board, u).is_empty()).collect()
}

/// What may be answered in a regroup (8.1.2, R95).
pub(super) fn regroup(pack: &Pack, board: &Board, side: Side) -> BTreeMap<String, Option<String>> {
    let mut found = BTreeMap::new();
    if let Some(mover) = &board.now.mover {
        found.extend(regroup_ways(pack, board, mover).into_iter().map(|w| (w, None)));
        return found;
    }
    for unit in regrouping(pack, board, side, &board.now.area) {
        found.insert(format!("move {unit}"), None);
    }
    found.insert("done".to_string(), None);
    found
}

/// An impulse is an assault from any place with an own unit, a regroup, or a pass (8.1, 8.1.1, R98).
pub(super) fn activation(pack: &Pack, board: &Board, side: Side) -> BTreeMap<String, Option<String>> {
    let mut found = BTreeMap::new();
    for place in pack.places.keys() {
        let units = board.own(pack, side, place);
        if units.iter().all(|u| board.now.released.contains(u)) {
            continue;
        }
        found.insert(format!("activate {place}"), None);
        if !regrouping(pack, board, side, place).is_empty() {
            found.insert(format!("regroup {place}"), None);
        }
    }
    found.insert("pass".to_string(), None);
    found
}
