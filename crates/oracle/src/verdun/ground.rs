//! Forts, zones of control and stacking (10.0, 11.0).

use super::{Verdun, enemy_of};
use crate::squares::board::Board;
use crate::squares::grid::Square;
use crate::squares::map::Map;
use crate::squares::position::Unit;
use crate::squares::sets::Squares;

/// The squares behind a side's start line: those joined to its edge by straight steps that do not enter a start line
/// (12.3.4d). Those between the two lines are behind neither (V39).
pub(super) fn behind_line(map: &Map, edge: &str) -> Squares {
    let ours = |s: &Square| map.edges_of(*s).contains(&edge) && !map.has(*s, "start_trench");
    let mut open: Vec<Square> = map.all().filter(ours).collect();
    let mut reached: Squares = open.iter().copied().collect();
    while let Some(square) = open.pop() {
        for to in map.neighbours(square).filter(|s| !s.diagonal(square) && !map.has(*s, "start_trench")) {
            if reached.insert(to) {
                open.push(to);
            }
        }
    }
    reached
}

/// A unit stands inside the fort of its square (10.5.5).
pub(super) fn inside(unit: &Unit) -> bool {
    unit.is("own-a")
}

/// Infantry: divisions, brigades, regiments, battalions, chasseurs, engineers; garrisons are apart because they never
/// move or assault (3.0, 9.2.4).
pub(super) fn foot(board: &Board, unit: &Unit) -> bool {
    ["infantry", "engineer", "chasseur"].contains(&board.kind(unit))
}

/// German infantry, which has two modes (12.8.1).
pub(super) fn two_modes(board: &Board, unit: &Unit) -> bool {
    board.nation(unit) == "german" && ["infantry", "engineer"].contains(&board.kind(unit))
}

/// German infantry in its trench mode (2.4.1).
pub(super) fn entrenched(board: &Board, unit: &Unit) -> bool {
    two_modes(board, unit) && unit.is("back")
}

/// Only garrisons, German battalions, French chasseurs and brigades of 216 may stay in a fort square (10.5.1).
pub(super) fn fits_fort(board: &Board, unit: &Unit) -> bool {
    match board.kind(unit) {
        "garrison" | "engineer" | "chasseur" => true,
        "infantry" if board.size(unit) == "battalion" => true,
        "infantry" if board.size(unit) == "brigade" => board.face(unit)[0] == 2,
        _ => false,
    }
}

/// The quarters of a square's limit that a unit takes; a headquarters takes none (10.2, 10.3, 10.4, V51).
fn room(board: &Board, unit: &Unit) -> i64 {
    match board.kind(unit) {
        "hq" => 0,
        "artillery" => board.charts.number("stacking.artillery"),
        _ => board.charts.number(&format!("stacking.{}", board.size(unit))),
    }
}

/// Units of one side may end a phase together in a square (10.2 to 10.5).
pub(super) fn may_stack(board: &Board, units: &[&Unit], square: Square) -> bool {
    if board.map.has(square, "fort") {
        return units.len() <= 2 && units.iter().all(|u| fits_fort(board, u));
    }
    if units.len() < 2 {
        return true;
    }
    let sum: i64 = units.iter().map(|u| room(board, u)).sum();
    let supply = units.iter().any(|u| board.supply_hq(u));
    let division = units.iter().any(|u| board.size(u) == "division");
    let staff = units.iter().any(|u| board.kind(u) == "hq");
    sum <= board.charts.number("stacking.limit") && !supply && !(division && staff)
}

/// The squares in the zone of control of a side; a disrupted unit inside a fort does not even hold its own square
/// (11.1, 11.3.2).
pub(super) fn zoc(board: &Board, side: &str) -> Squares {
    let mut zone = Squares::new();
    for (unit, square) in board.army(side) {
        if board.projects(unit) {
            zone.extend(board.map.neighbours(square));
        }
        if !(inside(unit) && unit.is("disrupted")) {
            zone.insert(square);
        }
    }
    zone
}

/// The squares that the enemies of a side block: all they stand in, but for forts whose only occupant is disrupted inside
/// (10.1.1, 11.3.2).
pub(super) fn blocked(board: &Board, side: &str) -> Squares {
    let enemy = enemy_of(side);
    board.army(enemy).filter(|(u, _)| !(inside(u) && u.is("disrupted"))).map(|(_, s)| s).collect()
}

impl Verdun {
    /// The side that was the last to hold a fort's square: the position lists what the French hold (V95).
    pub(super) fn fort_of(&self, board: &Board, square: Square) -> &'static str {
        if board.position.list("held_french").contains(&board.name(square)) { "allied" } else { "german" }
    }
}
