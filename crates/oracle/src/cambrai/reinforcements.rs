//! Reinforcements (5.0).

use std::collections::{BTreeMap, BTreeSet};

use super::board::Board;
use super::chronicle::Story;
use super::event::Event;
use super::movement::sector_allows;
use super::pack::{Pack, Side, sub, tables, text, texts};
use super::stacking::{fits, room, stacks_free};
use super::supply::joined;

const PART: &str = "reinforcements";

type Answers = BTreeMap<String, Option<String>>;

/// When and where a unit comes: the day, the zone, and the area that releases it on November 20 (5.0, 5.4).
pub(super) struct Entry {
    pub(super) date: String,
    pub(super) zone: String,
    pub(super) release: Option<String>,
}

/// The entry of a unit on its card (2.2.2.2, 5.0).
pub(super) fn entry(pack: &Pack, board: &Board, unit: &str) -> Option<Entry> {
    let scenario = pack.scenarios.get(&board.scenario)?;
    for t in tables(scenario, "reinforcement") {
        if texts(&t, "units").iter().any(|u| u == unit) {
            return Some(Entry { date: text(&t, "date")?, zone: text(&t, "at")?, release: None });
        }
    }
    for t in tables(scenario, "release") {
        if texts(&t, "units").iter().any(|u| u == unit) {
            return Some(Entry {
                date: text(&t, "otherwise")?,
                zone: text(&t, "at")?,
                release: text(&t, "area"),
            });
        }
    }
    None
}

/// Where a unit may come in today: its zone while its side controls it; if that is lost, a day later the nearest friendly
/// zone clockwise (5.0, 7.2, R48).
pub(super) fn zone_today(pack: &Pack, board: &Board, side: Side, entry: &Entry) -> Option<String> {
    if board.controls(side, &entry.zone) {
        return Some(entry.zone.clone());
    }
    if board.date <= entry.date {
        return None;
    }
    let zones: Vec<&String> = pack.places.iter().filter(|(_, p)| p.zone).map(|(id, _)| id).collect();
    let start = zones.iter().position(|z| **z == entry.zone)?;
    let around = (1..zones.len()).map(|n| zones[(start + n) % zones.len()]);
    around.into_iter().find(|z| board.controls(side, z)).cloned()
}

/// Goes through what is told of arrivals.
pub(super) fn tell(story: &mut Story, event: &Event) {
    story.verdict.asked(PART);
    match event.kind.as_str() {
        "reinforced" => reinforced(story, event),
        "released" => released(story, event),
        "swapped" => swapped(story, event),
        "delayed" => delayed(story, event),
        "garrison-returned" => garrison(story, event),
        "tank-returned" => tank(story, event),
        "hurricane-arrived" => {
            let dates = texts(&marker_table(story), "german_hurricane_arrivals");
            if !dates.contains(&story.board.date) {
                story.differs(PART, "no Hurricane marker arrives today (3.1, R64)");
            }
            story.board.fresh[1] += 1;
        }
        "air-arrived" => {
            if text(&marker_table(story), "german_air_arrival").as_ref() != Some(&story.board.date) {
                story.differs(PART, "no air marker arrives today (3.1, R64)");
            }
            story.board.air[1] = "ready".to_string();
        }
        _ => {}
    }
}

fn marker_table(story: &Story) -> toml::Table {
    story.pack.scenarios.get(&story.board.scenario).map(|s| sub(s, "markers")).unwrap_or_default()
}

fn waits(board: &Board, unit: &str) -> bool {
    board.at.get(unit).is_some_and(|p| p == "reserve")
}

/// A unit comes on its day or later to its zone if there is room (5.0, 5.1, 5.2), or is released on November 20 by British
/// control of its area as a British impulse begins (5.4).
fn reinforced(story: &mut Story, event: &Event) {
    let (Some(unit), Some(place)) = (event.units.first().cloned(), event.places.first().cloned()) else {
        return;
    };
    let Some(side) = story.pack.units.get(&unit).map(|u| u.side) else { return };
    if waits(&story.board, &unit) {
        let Some(e) = entry(story.pack, &story.board, &unit) else {
            story.differs(PART, format!("{unit} is on no card (5.0)"));
            return;
        };
        if !is_due(&story.board, &e) {
            story.differs(PART, format!("{unit} is not due before {} (5.0)", e.date));
        }
        if zone_today(story.pack, &story.board, side, &e).as_ref() != Some(&place) {
            story.differs(PART, format!("{unit} does not come in at {place} (5.0, R48)"));
        }
    }
    if !fits(story.pack, &story.board, &unit, &place) {
        story.differs(PART, format!("{place} has no room for {unit} (7.1)"));
    }
    story.board.at.insert(unit.clone(), place);
    story.board.exhausted.remove(&unit);
}

/// A unit is released as a British impulse of November 20 begins, and waits for the next (5.4, R45, R98).
fn released(story: &mut Story, event: &Event) {
    let (Some(unit), [_, zone]) = (event.units.first().cloned(), event.places.as_slice()) else { return };
    if story.board.active != Side::British || !story.board.now.area.is_empty() || !waits(&story.board, &unit)
    {
        story.differs(PART, format!("{unit} is not released now (5.4)"));
    }
    let mut plain = event.clone();
    plain.places = vec![zone.clone()];
    reinforced(story, &plain);
    story.board.now.released.insert(unit);
}

/// As a British impulse of November 20 begins all that are released and fit have come (5.4, R45, R46).
pub(super) fn compare_releases(story: &mut Story) {
    let next = story.next.clone();
    if next.step() != "activation" || next.active != Side::British || next.date != "1917-11-20" {
        return;
    }
    story.verdict.asked(PART);
    for unit in due(story.pack, &next, Side::British) {
        let Some(e) = entry(story.pack, &next, &unit) else { continue };
        let zone = zone_today(story.pack, &next, Side::British, &e);
        if zone.is_some_and(|z| fits(story.pack, &next, &unit, &z)) {
            story.differs(PART, format!("{unit} is not released (5.4)"));
        }
    }
}

/// The exhausted units that a reinforcement may trade places with: own, neither tank nor garrison, in a free place that
/// is joined to the zone by a path of friendly control (5.5, R47).
pub(super) fn swaps(pack: &Pack, board: &Board, unit: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let Some(side) = pack.units.get(unit).map(|u| u.side) else { return found };
    let Some(e) = entry(pack, board, unit) else { return found };
    if !board.controls(side, &e.zone) || !fits(pack, board, unit, &e.zone) {
        return found; // what cannot enter its zone cannot swap (5.5)
    }
    for other in &board.exhausted {
        let Some(c) = pack.units.get(other) else { continue };
        let Some(place) = board.at.get(other).filter(|p| pack.places.contains_key(*p)) else { continue };
        let fair = c.side == side && c.kind != "tank" && c.kind != "garrison" && *place != e.zone;
        let sector = sector_allows(pack, board, unit, place);
        if fair && sector && board.free(pack, side, place) && joined(pack, board, side, place, &e.zone) {
            found.insert(other.clone());
        }
    }
    found
}

/// A swap puts the newcomer there and the exhausted unit into the zone (5.5).
fn swapped(story: &mut Story, event: &Event) {
    let ([new, old], [place, zone]) = (event.units.as_slice(), event.places.as_slice()) else { return };
    if !swaps(story.pack, &story.board, new).contains(old) {
        story.differs(PART, format!("{new} cannot swap with {old} in {place} (5.5)"));
    }
    if story.board.at.get(old) != Some(place) || !waits(&story.board, new) {
        story.differs(PART, format!("{old} is not in {place} (5.5)"));
    }
    story.board.at.insert(new.clone(), place.clone());
    story.board.at.insert(old.clone(), zone.clone());
}

/// A unit waits only if it cannot be placed (5.0).
fn delayed(story: &mut Story, event: &Event) {
    let Some(unit) = event.units.first().cloned() else { return };
    let (Some(side), Some(e)) =
        (story.pack.units.get(&unit).map(|u| u.side), entry(story.pack, &story.board, &unit))
    else {
        return;
    };
    let zone = zone_today(story.pack, &story.board, side, &e);
    if zone.is_some_and(|z| fits(story.pack, &story.board, &unit, &z)) {
        story.differs(PART, format!("{unit} can be placed and must be (5.0)"));
    }
}

/// A garrison returns fresh to a German-controlled free place without a garrison (5.3, R49, R88).
fn garrison(story: &mut Story, event: &Event) {
    let (Some(unit), Some(place)) = (event.units.first().cloned(), event.places.first().cloned()) else {
        return;
    };
    if !garrison_places(story.pack, &story.board).contains(&place) {
        story.differs(PART, format!("{unit} cannot return in {place} (5.3)"));
    }
    story.board.exhausted.remove(&unit);
    story.board.at.insert(unit, place);
}

/// One eliminated 2-1-5 tank returns fresh on its day to a British-controlled zone (5.3, R97).
fn tank(story: &mut Story, event: &Event) {
    let (Some(unit), Some(place)) = (event.units.first().cloned(), event.places.first().cloned()) else {
        return;
    };
    let small = story.pack.units.get(&unit).is_some_and(|u| u.kind == "tank" && u.attack == 2);
    let lost = story.board.at.get(&unit).is_some_and(|p| p == "eliminated");
    let today = text(&story.board.special(story.pack), "tank_return").as_ref() == Some(&story.board.date);
    if !small || !lost || !today || !tank_places(story.pack, &story.board).contains(&place) {
        story.differs(PART, format!("{unit} cannot return in {place} (5.3)"));
    }
    story.board.at.insert(unit, place);
}

/// The British-controlled zones (5.3).
fn tank_places(pack: &Pack, board: &Board) -> BTreeSet<String> {
    let zones = pack.places.iter().filter(|(_, p)| p.zone).map(|(id, _)| id);
    zones.filter(|z| board.controls(Side::British, z)).cloned().collect()
}

/// The eliminated 2-1-5 tanks that may return (5.3, R97).
fn lost_tanks(pack: &Pack, board: &Board) -> BTreeSet<String> {
    let lost = board.at.iter().filter(|(_, p)| *p == "eliminated").map(|(u, _)| u);
    lost.filter(|u| pack.units.get(*u).is_some_and(|c| c.kind == "tank" && c.attack == 2)).cloned().collect()
}

/// What may be answered on the day of the return: which tank, or where, or that none returns (5.3).
pub(super) fn tank_return(pack: &Pack, board: &Board, theirs: &Answers) -> Answers {
    let mut found: Answers = BTreeMap::new();
    if theirs.keys().any(|k| k.starts_with("place ")) {
        found.extend(tank_places(pack, board).into_iter().map(|p| (format!("place {p}"), None)));
    } else {
        let verb = theirs.keys().find_map(|k| k.split_once(' ')).map_or("return", |(v, _)| v);
        found.extend(lost_tanks(pack, board).into_iter().map(|u| (format!("{verb} {u}"), None)));
    }
    found.insert("decline".to_string(), None);
    found
}

/// The places for a returning garrison (5.3, R49).
fn garrison_places(pack: &Pack, board: &Board) -> BTreeSet<String> {
    let none = |p: &String| {
        let here = board.own(pack, Side::German, p);
        !here.iter().any(|u| pack.units.get(u).is_some_and(|c| c.kind == "garrison"))
    };
    pack.places.keys().filter(|p| board.free(pack, Side::German, p) && none(p)).cloned().collect()
}

/// Where a garrison may return (5.3).
pub(super) fn garrisons(pack: &Pack, board: &Board) -> Answers {
    garrison_places(pack, board).into_iter().map(|p| (format!("place {p}"), None)).collect()
}

/// Where the unit in hand may be placed: its zone, or in exchange for an exhausted unit (5.0, 5.5).
pub(super) fn placement(pack: &Pack, board: &Board) -> Answers {
    let mut found = BTreeMap::new();
    let Some(unit) = &board.subject else { return found };
    let (Some(side), Some(e)) = (pack.units.get(unit).map(|u| u.side), entry(pack, board, unit)) else {
        return found;
    };
    if let Some(zone) = zone_today(pack, board, side, &e) {
        found.insert(format!("place {zone}"), None);
    }
    found.extend(swaps(pack, board, unit).into_iter().map(|u| (format!("swap {u}"), None)));
    found
}

/// Units that wait and are due today or earlier (5.0).
fn due(pack: &Pack, board: &Board, side: Side) -> Vec<String> {
    let mine =
        board.at.keys().filter(|u| waits(board, u) && pack.units.get(*u).is_some_and(|c| c.side == side));
    mine.filter(|u| entry(pack, board, u).is_some_and(|e| is_due(board, &e))).cloned().collect()
}

/// A unit is due on its day; on November 20 also while the British control the area that releases it (5.0, 5.4).
fn is_due(board: &Board, e: &Entry) -> bool {
    let released = e.release.as_ref().is_some_and(|a| board.controls(Side::British, a));
    board.date >= e.date || (released && board.date == "1917-11-20")
}

/// With too little room the owner chooses who enters; units that stack free come first (5.0, R96).
pub(super) fn entering(pack: &Pack, board: &Board, side: Side, theirs: &Answers) -> Answers {
    let mut zones: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for unit in due(pack, board, side) {
        let Some(e) = entry(pack, board, &unit) else { continue };
        let Some(zone) = zone_today(pack, board, side, &e) else { continue };
        if !stacks_free(pack, &unit) {
            zones.entry(zone).or_default().push(unit);
        }
    }
    // One zone is asked about at a time, and only where not all fit.
    zones.retain(|zone, units| (1..units.len()).contains(&room(pack, board, side, zone)));
    let named = |units: &Vec<String>| units.iter().any(|u| theirs.contains_key(&format!("enter {u}")));
    let asked = zones.into_values().find(named).unwrap_or_default();
    asked.into_iter().map(|u| (format!("enter {u}"), None)).collect()
}

/// As daylight begins no unit waits that could have been placed (5.0).
pub(super) fn compare_arrivals(story: &mut Story) {
    story.verdict.asked(PART);
    for side in [Side::British, Side::German] {
        for unit in due(story.pack, &story.board, side) {
            let Some(e) = entry(story.pack, &story.board, &unit) else { continue };
            let zone = zone_today(story.pack, &story.board, side, &e);
            if zone.is_some_and(|z| fits(story.pack, &story.board, &unit, &z)) {
                story.differs(PART, format!("{unit} waits, though it can be placed (5.0)"));
            }
        }
    }
    let lost: Vec<String> =
        story.board.at.iter().filter(|(_, p)| *p == "eliminated").map(|(u, _)| u.clone()).collect();
    let garrisons =
        lost.iter().filter(|u| story.pack.units.get(*u).is_some_and(|c| c.kind == "garrison")).count();
    if garrisons > 0 && !garrison_places(story.pack, &story.board).is_empty() {
        story.differs(PART, format!("{garrisons} garrisons have not returned (5.3)"));
    }
}
