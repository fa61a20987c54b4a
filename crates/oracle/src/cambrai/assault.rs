//! Combat (11.0): who takes part, and with what values.

use std::collections::{BTreeMap, BTreeSet};

use super::board::{Assault, Board};
use super::movement::{has_entered, is_infantry, left, spent};
use super::pack::{Pack, Side};

type Answers = BTreeMap<String, Option<String>>;

/// The units that can take part in an assault in a place: fresh, of the active area, and either they entered it in this
/// impulse or it is the contested active area and they have not moved (11.0, 11.2, 11.3).
pub(super) fn candidates(pack: &Pack, board: &Board, side: Side, place: &str) -> Vec<String> {
    let now = &board.now;
    let mut found = Vec::new();
    for unit in board.own_fresh(pack, side, place) {
        let garrison = pack.units.get(&unit).is_some_and(|u| u.kind == "garrison");
        if garrison || !now.started.contains(&unit) {
            continue;
        }
        let inside = place == now.area;
        let able = now.contested.contains(place)
            && !now.finished.contains(&unit)
            && !now.came_from.contains_key(&unit)
            && spent(board, &unit) == 0
            && left(pack, board, &unit) > 0;
        if (inside && able) || (!inside && has_entered(board, &unit, place)) {
            found.push(unit);
        }
    }
    found
}

/// The kind of the assault in a place: inside the active area (11.3), optional (11.2) or mandatory (11.1).
pub(super) fn kind(board: &Board, place: &str) -> &'static str {
    if place == board.now.area {
        "inside"
    } else if board.now.contested.contains(place) {
        "optional"
    } else {
        "mandatory"
    }
}

/// An assault inside the active area costs 1, or 2 if a defender is fresh (11.3).
pub(super) fn inside_cost(pack: &Pack, board: &Board, side: Side, place: &str) -> i64 {
    if board.own_fresh(pack, side.other(), place).is_empty() { 1 } else { 2 }
}

/// Where an assault is not mandatory its units are named one by one, at least one (11.2, 11.3).
pub(super) fn commitment(pack: &Pack, board: &Board, side: Side) -> Answers {
    let Some(assault) = &board.assault else { return BTreeMap::new() };
    let all = candidates(pack, board, side, &assault.place);
    let rest = all.into_iter().filter(|u| !assault.attackers.contains(u));
    let mut found: Answers = rest.map(|u| (format!("commit {u}"), None)).collect();
    if !assault.attackers.is_empty() {
        found.insert("done".to_string(), None);
    }
    found
}

/// Where no unit was first to enter, the attacker names any unit that takes part (10.4, R20).
pub(super) fn points(board: &Board) -> Answers {
    let Some(assault) = &board.assault else { return BTreeMap::new() };
    assault.attackers.iter().map(|u| (format!("point {u}"), None)).collect()
}

/// The defender names any of his units in the area (11.4, R21).
pub(super) fn forwards(pack: &Pack, board: &Board, side: Side) -> Answers {
    let Some(assault) = &board.assault else { return BTreeMap::new() };
    board.own(pack, side, &assault.place).into_iter().map(|u| (format!("forward {u}"), None)).collect()
}

fn has_tank(pack: &Pack, units: &BTreeSet<String>) -> bool {
    units.iter().any(|u| pack.units.get(u).is_some_and(|c| c.kind == "tank"))
}

/// The divisions that take part; tanks belong to none (11.4.2 E, R22).
fn divisions(pack: &Pack, units: &BTreeSet<String>) -> BTreeSet<String> {
    let with = units.iter().filter_map(|u| pack.units.get(u)).filter(|c| c.kind != "tank");
    with.map(|c| c.division.clone()).filter(|d| !d.is_empty()).collect()
}

/// The attack value: the point unit's factor, the other units, Direct Support up to the infantry that takes part less
/// the Rolling Barrages there, the air marker, the divisions, the tanks of November 20 and the options (11.4.2, 16.7,
/// 17.2.1, 17.2.3, R23, R79).
pub(super) fn attack_lines(
    pack: &Pack,
    board: &Board,
    side: Side,
    assault: &Assault,
) -> BTreeMap<String, i64> {
    let mut lines = BTreeMap::new();
    let mut line = |label: &str, value: i64| {
        if value != 0 {
            lines.insert(label.to_string(), value);
        }
    };
    let place = &assault.place;
    let point = assault.point.as_ref().and_then(|p| pack.units.get(p));
    line("point unit's attack factor", point.map_or(0, |p| p.attack));
    line("further units", assault.attackers.len() as i64 - 1);
    let infantry = assault.attackers.iter().filter(|u| is_infantry(pack, u)).count() as i64;
    let at = |m: &BTreeMap<String, i64>| m.get(place).copied().unwrap_or(0);
    let room = (infantry - at(&board.now.rolling)).max(0);
    line("Direct Support", at(&board.now.direct).min(room));
    line("air support", i64::from(board.air[side.index()] == format!("over {place}")));
    let mixed = divisions(pack, &assault.attackers).len() as i64;
    let free = i64::from(!board.option("divisions", "each-costs"));
    line("different divisions", -(mixed - free).max(0));
    let tanks = has_tank(pack, &assault.attackers);
    line("tanks on November 20", i64::from(tanks && board.date == "1917-11-20"));
    let fright = board.option("tank-fright", "on") && board.date.as_str() <= "1917-11-21";
    line("tank fright", i64::from(tanks && fright && side == Side::British));
    if tanks
        && board.option("51st-division", "on")
        && divisions(pack, &assault.attackers).contains("51st Division")
    {
        line("51st Division with tanks", if board.date == "1917-11-20" { -2 } else { -1 });
    }
    lines
}

/// The defence value: the forward unit's factor, the other fresh defenders, the terrain, the fresh Hurricane
/// markers, and 2 if an attacker crossed a canal into the area in a mandatory assault (11.4.3, R26, R115).
pub(super) fn defense_lines(
    pack: &Pack,
    board: &Board,
    side: Side,
    assault: &Assault,
) -> BTreeMap<String, i64> {
    let mut lines = BTreeMap::new();
    let mut line = |label: &str, value: i64| {
        if value != 0 {
            lines.insert(label.to_string(), value);
        }
    };
    let enemy = side.other();
    let forward = assault.forward.clone().unwrap_or_default();
    let factor =
        |c: &super::pack::Unit| if board.is_fresh(&forward) { c.defense } else { c.exhausted_defense };
    line("forward unit's defence factor", pack.units.get(&forward).map_or(0, factor));
    let fresh = board.own_fresh(pack, enemy, &assault.place);
    line("further fresh defenders", fresh.iter().filter(|u| **u != forward).count() as i64);
    line("terrain", pack.places.get(&assault.place).map_or(0, |p| p.terrain));
    line("defender's fresh Hurricane markers", board.fresh[enemy.index()]);
    let over_canal = |u: &String| {
        let from = board.now.came_from.get(u);
        from.and_then(|f| pack.link(f, &assault.place)).is_some_and(|l| l.canal.is_some())
    };
    let crossed = assault.kind == "mandatory" && assault.attackers.iter().any(over_canal);
    line("assault over a canal", if crossed { 2 } else { 0 });
    lines
}

/// The outcome by the difference of the totals, with the points that the defender must take (11.4.4, 11.5, 11.5.1,
/// 11.6.1, R28, R33).
pub(super) fn outcome(
    pack: &Pack,
    board: &Board,
    side: Side,
    assault: &Assault,
    difference: i64,
) -> (&'static str, i64) {
    if difference < 0 {
        return ("repulse", 0);
    }
    if difference == 0 {
        return ("stalemate", 0);
    }
    let identifier = pack.places.get(&assault.place).map_or("", |p| p.identifier.as_str());
    let position = identifier == "square" || identifier == "triangle";
    if position && difference == 1 {
        return ("one-point", 0);
    }
    let points = difference - i64::from(position);
    let defenders = board.own(pack, side.other(), &assault.place);
    let capacity: i64 = defenders.iter().map(|u| if board.is_fresh(u) { 3 } else { 2 }).sum();
    let point = assault.point.as_ref().and_then(|p| pack.units.get(p));
    if points > capacity && point.is_some_and(|p| p.kind == "tank") {
        return (if identifier == "triangle" { "halted" } else { "overrun" }, points);
    }
    if points > capacity { ("cleared", points) } else { ("success", points) }
}

/// The attackers that an outcome exhausts: all in a repulse, the point unit and every tank in a stalemate or a success,
/// the point unit in an overrun (11.4.4, 11.5, 12.1, R27).
pub(super) fn exhausts(pack: &Pack, board: &Board, assault: &Assault, outcome: &str) -> BTreeSet<String> {
    let tank = |u: &String| pack.units.get(u).is_some_and(|c| c.kind == "tank");
    let point = |u: &String| assault.point.as_ref() == Some(u);
    let no_one = board.option("overrun", "exhausts-nobody");
    let hit = assault.attackers.iter().filter(|u| match outcome {
        "repulse" => true,
        "overrun" => point(u) && !no_one,
        _ => point(u) || tank(u),
    });
    hit.filter(|u| board.is_fresh(u)).cloned().collect()
}
