//! Movement (10.0).

use std::collections::{BTreeMap, BTreeSet};

use super::board::Board;
use super::pack::{Link, Pack, Side, texts};
use super::stacking::fits;

/// A way into a place and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// The typed answer: `to 9`, `wade 9`.
    pub(super) play: String,
    /// The words of the cost.
    pub(super) cost: String,
    /// The movement factors that it takes.
    pub(super) spends: i64,
}

/// How a link is crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crossing {
    /// Over open ground.
    Open,
    /// Over a bridge.
    Bridge,
    /// Through a canal, without a bridge.
    Wade,
}

/// A unit has the movement factor of its counter; cavalry has 5 on November 20 (16.5), an enemy air marker over its
/// zone halves it with fractions rounded up (17.3), and overcast takes one (6.2, R63).
pub(super) fn allowance(pack: &Pack, board: &Board, unit: &str) -> i64 {
    let Some(u) = pack.units.get(unit) else { return 0 };
    let mut mf = u.movement;
    if u.kind == "cavalry" && board.date == "1917-11-20" {
        mf = mf.min(5);
    }
    let marker = &board.air[u.side.other().index()];
    if marker.strip_prefix("interdicts ").is_some_and(|zone| zone == board.now.area) {
        mf = (mf + 1) / 2;
    }
    if !board.clear {
        mf -= 1;
    }
    mf.max(0)
}

/// What a unit has spent in this impulse (10.1).
pub(super) fn spent(board: &Board, unit: &str) -> i64 {
    board.now.spent.get(unit).copied().unwrap_or(0)
}

/// What a unit has left (10.1).
pub(super) fn left(pack: &Pack, board: &Board, unit: &str) -> i64 {
    allowance(pack, board, unit) - spent(board, unit)
}

/// On the days of the operational sectors a restricted division enters only places with its number, a tank unit only
/// places with its colour; the British zones are open to all (10.5.3, R10, R114).
pub(super) fn sector_allows(pack: &Pack, board: &Board, unit: &str, place: &str) -> bool {
    let (Some(u), Some(p)) = (pack.units.get(unit), pack.places.get(place)) else { return false };
    let bound = u.side == Side::British && u.restricted && u.kind != "cavalry";
    if !bound || p.open || !texts(&board.special(pack), "sector_dates").contains(&board.date) {
        return true;
    }
    if u.kind == "tank" { p.colours.contains(&u.colour) } else { p.sectors.contains(&u.sector) }
}

/// A vacant place costs 1, next to a fresh enemy unit 2, with exhausted enemies only 3, with a fresh one 4 (10.1, R18).
pub(super) fn printed_cost(pack: &Pack, board: &Board, side: Side, place: &str) -> i64 {
    let enemy = side.other();
    if !board.own_fresh(pack, enemy, place).is_empty() {
        return 4;
    }
    if !board.own(pack, enemy, place).is_empty() {
        return 3;
    }
    if pack.next_to(place).iter().any(|p| !board.own_fresh(pack, enemy, p).is_empty()) { 2 } else { 1 }
}

/// A bridge takes units as long as it stands and fewer than five have used it in this impulse (10.5.2, R70).
pub(super) fn bridge_open(board: &Board, link: &Link) -> bool {
    let Some(name) = &link.bridge else { return false };
    let stands = board.bridges.get(name).is_some_and(|s| s != "destroyed");
    stands && board.now.crossings.get(name).copied().unwrap_or(0) < 5
}

/// The ways over a link: open ground, a bridge, or through the canal for infantry (10.1, R15, R92).
pub(super) fn crossings(pack: &Pack, board: &Board, unit: &str, link: &Link) -> Vec<Crossing> {
    if link.canal.is_none() {
        return vec![Crossing::Open];
    }
    let mut ways = Vec::new();
    if bridge_open(board, link) {
        ways.push(Crossing::Bridge);
    }
    if pack.units.get(unit).is_some_and(|u| u.kind == "infantry") {
        ways.push(Crossing::Wade);
    }
    ways
}

/// After an overrun in the contested active area its units are free to go anywhere (R113).
fn overrun_inside(pack: &Pack, board: &Board) -> bool {
    let now = &board.now;
    let Some(side) = now.started.iter().find_map(|u| pack.units.get(u)).map(|u| u.side) else { return false };
    now.assaulted.contains(&now.area)
        && board.vacant(pack, side, &now.area)
        && !now.contested.contains(&now.area)
}

/// Nothing but its cost keeps a unit from entering a place: there is room (10.5.1), the sector allows it (10.5.3), no
/// assault has closed it (10.3), and out of a place contested at the start the next place is free (10.1).
pub(super) fn may_enter(pack: &Pack, board: &Board, unit: &str, from: &str, to: &str) -> bool {
    let Some(u) = pack.units.get(unit) else { return false };
    let now = &board.now;
    let bound = now.contested.contains(from); // an overrun takes the place off the list (R113)
    u.kind != "garrison"
        && fits(pack, board, unit, to)
        && sector_allows(pack, board, unit, to)
        && !now.assaulted.contains(to)
        && (!bound || board.free(pack, u.side, to))
}

/// The infantry that can still follow into a place from the active area without having moved (R101).
pub(super) fn followers(pack: &Pack, board: &Board, besides: &str, to: &str) -> Vec<String> {
    let now = &board.now;
    let Some(link) = pack.link(&now.area, to) else { return Vec::new() };
    let here = now.started.iter().filter(|u| board.at.get(*u).is_some_and(|p| *p == now.area));
    here.filter(|u| u.as_str() != besides && is_infantry(pack, u) && board.is_fresh(u))
        .filter(|u| !now.finished.contains(*u) && spent(board, u) == 0)
        .filter(|u| may_enter(pack, board, u, &now.area, to) && !crossings(pack, board, u, link).is_empty())
        .cloned()
        .collect()
}

/// Infantry units are those of 2.2.1.1 (2.2.1).
pub(super) fn is_infantry(pack: &Pack, unit: &str) -> bool {
    pack.units.get(unit).is_some_and(|u| u.kind == "infantry")
}

/// Whether a unit stands in a place that it entered in this impulse; one that fell back did not enter (10.1).
pub(super) fn has_entered(board: &Board, unit: &str, place: &str) -> bool {
    let here = board.at.get(unit).is_some_and(|p| p == place);
    here && board.now.came_from.get(unit).is_some_and(|from| from != place)
}

/// The infantry that has entered a place in this impulse (9.5, R71).
pub(super) fn entered_infantry(pack: &Pack, board: &Board, place: &str) -> Vec<String> {
    let came = board.now.came_from.keys().filter(|u| has_entered(board, u, place));
    came.filter(|u| is_infantry(pack, u)).cloned().collect()
}

/// How many of the followers find room: no more than the place has left after the unit in hand (7.1, R101).
fn followers_with_room(pack: &Pack, board: &Board, unit: &str, side: Side, to: &str) -> i64 {
    let all = followers(pack, board, unit, to);
    let taken = usize::from(!super::stacking::stacks_free(pack, unit));
    let room = super::stacking::room(pack, board, side, to).saturating_sub(taken);
    all.len().min(room) as i64
}

/// The cost after the Rolling Barrages, and how much infantry must still follow for it (9.5.1, R24, R101).
pub(super) fn lowered_cost(pack: &Pack, board: &Board, unit: &str, to: &str) -> (i64, i64) {
    let Some(u) = pack.units.get(unit) else { return (0, 0) };
    let base = printed_cost(pack, board, u.side, to);
    let markers = board.now.rolling.get(to).copied().unwrap_or(0);
    let present = entered_infantry(pack, board, to).len() as i64 + i64::from(u.kind == "infantry");
    let enemies = !board.vacant(pack, u.side, to);
    // No assault binds infantry to a vacant place: only infantry that enters or has entered counts (R71).
    let coming = if enemies { followers_with_room(pack, board, unit, u.side, to) } else { 0 };
    let allowed = present + coming;
    let useful = (0..=markers.min(allowed)).find(|n| base - 2 * n <= 1).unwrap_or(markers.min(allowed));
    let cost = (base - 2 * useful).max(1);
    let must = if enemies { (useful - present).max(0) } else { 0 };
    (cost, must)
}

/// The ways that a moving unit has from where it stands, with their costs (10.1, 10.2, 10.5, R112).
pub(super) fn ways(pack: &Pack, board: &Board, unit: &str) -> Vec<Way> {
    let (Some(u), Some(from)) = (pack.units.get(unit), board.at.get(unit)) else { return Vec::new() };
    let now = &board.now;
    if now.halted || now.finished.contains(unit) || !board.is_fresh(unit) {
        return Vec::new();
    }
    if *from != now.area && !board.vacant(pack, u.side, from) {
        return Vec::new(); // it must stop among enemies (10.1)
    }
    let mf = left(pack, board, unit);
    let untouched = spent(board, unit) == 0;
    let mut found = Vec::new();
    for to in pack.next_to(from) {
        let Some(link) = pack.link(from, &to) else { continue };
        if !may_enter(pack, board, unit, from, &to) {
            continue;
        }
        let surcharge = if *from == now.area { now.leaving } else { 0 };
        for crossing in crossings(pack, board, unit, link) {
            if crossing == Crossing::Wade {
                if untouched {
                    found.push(Way { play: format!("wade {to}"), cost: "all MF".to_string(), spends: mf });
                }
                continue;
            }
            let (entry, must) = lowered_cost(pack, board, unit, &to);
            let cost = entry + surcharge;
            let mut words = format!("{cost} MF");
            if cost > mf {
                if !untouched {
                    continue;
                }
                words = format!("all {mf} MF (minimum move)");
            }
            if must > 0 {
                let s = if must == 1 { "" } else { "s" };
                words = format!("{words}, {must} infantry unit{s} must follow");
            }
            found.push(Way { play: format!("to {to}"), cost: words, spends: cost.min(mf) });
        }
    }
    found
}

/// Whether a unit stands in a fight that must be fought: it entered enemies where none of its side stood (11.1).
pub(super) fn must_fight(pack: &Pack, board: &Board, side: Side, place: &str) -> bool {
    let now = &board.now;
    place != now.area
        && !now.contested.contains(place)
        && !now.assaulted.contains(place)
        && !board.vacant(pack, side, place)
        && now.came_from.keys().any(|u| has_entered(board, u, place))
}

/// The places with enemies that bound infantry must still enter, and how many of it (R101).
pub(super) fn bound_to_follow(pack: &Pack, board: &Board, side: Side) -> BTreeMap<String, i64> {
    let mut found = BTreeMap::new();
    for (place, markers) in &board.now.rolling {
        let came = board.now.came_from.keys().any(|u| has_entered(board, u, place));
        if !came || board.vacant(pack, side, place) || board.now.assaulted.contains(place) {
            continue;
        }
        let base = printed_cost(pack, board, side, place);
        let useful = (0..=*markers).find(|n| base - 2 * n <= 1).unwrap_or(*markers);
        let present = entered_infantry(pack, board, place).len() as i64;
        let room = super::stacking::room(pack, board, side, place);
        let coming = followers(pack, board, "", place).len().min(room) as i64;
        let due = (useful - present).min(coming);
        if due > 0 {
            found.insert(place.clone(), due);
        }
    }
    found
}

/// The places where units may assault now: those entered, and the contested active area (11.1, 11.2, 11.3, R35).
pub(super) fn assaults(pack: &Pack, board: &Board, side: Side) -> BTreeSet<String> {
    let now = &board.now;
    let mut found = BTreeSet::new();
    for place in pack.places.keys() {
        if now.assaulted.contains(place) || board.vacant(pack, side, place) {
            continue;
        }
        if !super::assault::candidates(pack, board, side, place).is_empty() {
            found.insert(place.clone());
        }
    }
    found
}

/// A unit that has moved does not move again once another has begun, except after an overrun (R84, R107).
fn move_is_over(pack: &Pack, board: &Board, unit: &str) -> bool {
    let now = &board.now;
    let overrun = now.centre != now.area || now.overran || overrun_inside(pack, board);
    now.came_from.contains_key(unit) && !overrun
}

/// A unit whose impulse is over has moved, fought or been exhausted, or its bridge fell (R84, 11.3, R90).
pub(super) fn finished_without_reason(pack: &Pack, board: &Board) -> Vec<String> {
    let now = &board.now;
    let collapse = board.option("bridge-collapse", "on");
    let tank = |u: &str| pack.units.get(u).is_some_and(|c| c.kind == "tank");
    let idle = |u: &&String| {
        !(collapse && tank(u))
            && board.is_fresh(u)
            && !now.came_from.contains_key(*u)
            && spent(board, u) == 0
            && now.mover.as_ref() != Some(*u)
    };
    now.finished.iter().filter(idle).cloned().collect()
}

/// What may be answered while units move: unit, place, assault, or done, each with its cost (10.0, 11.0, R84).
pub(super) fn answers(pack: &Pack, board: &Board, side: Side) -> BTreeMap<String, Option<String>> {
    let now = &board.now;
    let mut found = BTreeMap::new();
    let due = bound_to_follow(pack, board, side);
    if let Some(mover) = &now.mover {
        let bound = !now.moved && !due.is_empty();
        for way in ways(pack, board, mover) {
            let place = way.play.split(' ').nth(1).unwrap_or_default();
            if !bound || due.contains_key(place) {
                found.insert(way.play, Some(way.cost));
            }
        }
        if !now.moved {
            return found;
        }
    }
    if !due.is_empty() {
        // They, or other infantry that can still go there.
        let mut bound = BTreeMap::new();
        for unit in now.started.iter().filter(|u| is_infantry(pack, u) && !move_is_over(pack, board, u)) {
            let goes = |way: &Way| due.contains_key(way.play.split(' ').nth(1).unwrap_or_default());
            if ways(pack, board, unit).iter().any(goes) {
                bound.insert(format!("move {unit}"), Some(format!("{} MF left", left(pack, board, unit))));
            }
        }
        return bound;
    }
    for unit in &now.started {
        if now.mover.as_ref() == Some(unit)
            || move_is_over(pack, board, unit)
            || ways(pack, board, unit).is_empty()
        {
            continue;
        }
        found.insert(format!("move {unit}"), Some(format!("{} MF left", left(pack, board, unit))));
    }
    for place in assaults(pack, board, side) {
        found.insert(format!("assault {place}"), None);
    }
    if !pack.places.keys().any(|p| must_fight(pack, board, side, p)) {
        found.insert("done".to_string(), None);
    }
    found
}
