//! Assault commitment and command support (8.1 to 8.6, 11.10).

use std::collections::BTreeMap;

use super::{Look, enemy_of, side_of};
use crate::squares::board::Board;
use crate::squares::grid::Square;
use crate::squares::position::Unit;

impl Look<'_> {
    /// Compares who may be committed against which square, and which squares a Secondary Attack may be made on.
    pub(super) fn command(&mut self) {
        match self.kind.as_str() {
            "commit" => self.commitment(),
            "secondary-attack" => self.secondary_targets(),
            _ => {}
        }
    }

    fn commitment(&mut self) {
        let step: Vec<String> = self.board.position.step().into_iter().map(str::to_owned).collect();
        let Some(seat) = step.get(1) else { return };
        let only = step.get(2).and_then(|s| self.board.map.square(s));
        let secondary = self.board.position.within("secondary").is_some();
        let three = self.board.position.option("french-seat") == Some("on");
        let side = side_of(seat);
        let mut expected = BTreeMap::new();
        for (unit, square) in self.board.army(side) {
            if three && self.board.nation(unit) != seat {
                continue;
            }
            for target in self.board.map.neighbours(square) {
                let asked = only.is_none_or(|o| o == target);
                if asked && may_commit(&self.board, unit, square, target, secondary) {
                    expected
                        .insert(format!("assault {} {}", unit.id, self.board.name(target)), String::new());
                }
            }
        }
        self.compare_options("command", "8.2", &["assault"], &expected);
    }

    fn secondary_targets(&mut self) {
        let Some(step) = self.board.position.within("secondary-attacks") else { return };
        let Some(side) = step.get(1).map(|s| side_of(s)) else { return };
        let three = self.board.position.option("french-seat") == Some("on");
        if three {
            return;
        }
        let mut expected = BTreeMap::new();
        for (unit, square) in self.board.army(side) {
            for target in self.board.map.neighbours(square) {
                if may_commit(&self.board, unit, square, target, true) {
                    expected.insert(format!("target {}", self.board.name(target)), String::new());
                }
            }
        }
        self.compare_options("command", "11.10", &["target"], &expected);
    }
}

/// A unit may be committed against a square (8.1, 8.2, 8.8, 11.3, 11.10).
pub(super) fn may_commit(
    board: &Board,
    unit: &Unit,
    square: Square,
    target: Square,
    secondary: bool,
) -> bool {
    let side = board.side(unit);
    let enemy = enemy_of(side);
    if !eligible(board, unit, secondary) || committed(unit) {
        return false;
    }
    let defenders = board.of_side(enemy, target);
    if defenders.is_empty() || !board.map.joined(square, target) {
        return false;
    }
    let engaged_with = |u: &Unit, at: Square| u.is("locked") && against(u, at) == Some(square);
    let fights_there = defenders.iter().any(|u| engaged_with(u, target));
    // An engaged defender can only turn on those who attack him; others leave engaged squares alone (8.8, S148, S193).
    if unit.is("engaged") && (!fights_there || secondary) {
        return false;
    }
    if !unit.is("engaged") && defenders.iter().any(|u| u.is("engaged")) {
        return false;
    }
    commanded(board, unit, square, target)
}

/// Infantry, cavalry and tanks that are not disrupted may assault; tanks that broke down and cavalry that is held may
/// not (8.1, 7.8, 14.1.3, S179). A Secondary Attack needs Good Order and is made once by a unit (11.10, S223).
pub(super) fn eligible(board: &Board, unit: &Unit, secondary: bool) -> bool {
    ["infantry", "cavalry", "tank"].contains(&board.kind(unit))
        && !unit.is("disrupted")
        && !unit.is("broken")
        && !unit.is("held")
        && !unit.is("locked")
        && (!secondary || unit.good_order() && !unit.is("fought"))
}

/// The square that a committed unit attacks.
pub(super) fn against(unit: &Unit, square: Square) -> Option<Square> {
    square.toward(unit.value("against")?)
}

/// A unit is committed already.
pub(super) fn committed(unit: &Unit) -> bool {
    unit.value("against").is_some()
}

/// A unit has command support for an assault (8.2, 8.3, 8.4).
pub(super) fn commanded(board: &Board, unit: &Unit, square: Square, target: Square) -> bool {
    let small = |u: &Unit| board.nation(u) == "british" && ["brigade", "company"].contains(&board.size(u));
    let others = attackers(board, board.side(unit), target);
    let british_small = small(unit) || others.iter().any(|(u, _)| small(u));
    // A brigade that joins shortens the range for all who take part (8.4).
    others.into_iter().chain([(unit, square)]).all(|(u, s)| {
        headquarters(board, u, s).into_iter().any(|(hq, length)| {
            let Some(range) = command_range(board, hq, british_small) else { return length == 1 };
            length <= range
        })
    })
}

/// The units committed against a square, with their jump-off squares.
pub(super) fn attackers<'b>(board: &'b Board, side: &'b str, target: Square) -> Vec<(&'b Unit, Square)> {
    board.army(side).filter(|(u, s)| against(u, *s) == Some(target)).collect()
}

/// The headquarters of the unit's nation in Command Mode to which a path leads, with the path's length from the
/// assaulted square through the jump-off square (8.2, 11.7.1, S85).
pub(super) fn headquarters<'b>(board: &'b Board, unit: &Unit, square: Square) -> Vec<(&'b Unit, i64)> {
    let side = board.side(unit);
    let longest = board.charts.number("ranges.command");
    let lengths = board.path_lengths(side, enemy_of(side), square, longest);
    board
        .army(side)
        .filter(|(u, _)| board.command_hq(u) && board.nation(u) == board.nation(unit))
        .filter_map(|(u, s)| Some((u, lengths.get(&s)? + 1)))
        .collect()
}

/// The range of a headquarters; an engaged one commands only its own square (8.3, 8.4).
pub(super) fn command_range(board: &Board, hq: &Unit, british_small: bool) -> Option<i64> {
    if hq.is("engaged") {
        return None;
    }
    if !hq.good_order() {
        return Some(board.charts.number("ranges.command_disrupted"));
    }
    let short = british_small && board.nation(hq) == "british";
    Some(board.charts.number(if short { "ranges.command_small" } else { "ranges.command" }))
}
