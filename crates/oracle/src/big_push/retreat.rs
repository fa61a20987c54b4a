//! Retreats, displacement, advances and consolidation (10.2, 11.8.1, 11.8.2, 11.9).

use std::collections::{BTreeMap, BTreeSet};

use super::command::{attackers, committed};
use super::{Look, enemy_of, side_of};
use crate::squares::board::Board;
use crate::squares::charts::integers;
use crate::squares::grid::Square;
use crate::squares::position::Unit;
use crate::squares::turn::about;

impl Look<'_> {
    /// Compares the squares of retreats, displacements and advances.
    pub(super) fn retreat(&mut self) {
        match self.kind.as_str() {
            "retreat" => self.retreats(),
            "fall-back" | "displace" => self.displacements(),
            "advance" => self.advances(),
            _ => {}
        }
    }

    fn retreats(&mut self) {
        let Some(square) = about(&self.turn.decision).first().and_then(|s| self.board.map.square(s)) else {
            return;
        };
        let Some(side) = self.board.position.step().get(1).map(|s| side_of(s)) else { return };
        let mut expected = BTreeMap::new();
        for unit in self.board.of_side(side, square) {
            // The owner is asked unit by unit.
            let asked = format!("retreat {} ", unit.id);
            if !self.options.keys().any(|p| p.starts_with(&asked)) {
                continue;
            }
            for to in refuges(&self.board, side, square) {
                expected.insert(format!("retreat {} {}", unit.id, self.board.name(to)), String::new());
            }
        }
        if expected.is_empty() {
            return;
        }
        self.compare_options("retreat", "11.8.1", &["retreat"], &expected);
    }

    /// A displaced unit goes one square straight or diagonally towards its own edge, or is lost; defenders do not
    /// go to the square from which others are driven (10.2, S131, S186, S263).
    fn displacements(&mut self) {
        let mut offered: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for play in self.options.keys() {
            if let ["displace", id, to] = play.split(' ').collect::<Vec<_>>()[..] {
                offered.entry(id.to_owned()).or_default().insert(to.to_owned());
            }
        }
        for (id, told) in offered {
            let Some((unit, square)) = self.board.position.unit(&id).and_then(|u| Some((u, u.square()?)))
            else {
                continue;
            };
            let side = self.board.side(unit);
            let defends = self.board.position.text("assault", "side").is_some_and(|s| side_of(s) != side);
            let lost = self.board.position.text("assault", "target").filter(|_| defends);
            let squares = homeward(&self.board, side, square).into_iter().map(|s| self.board.name(s));
            let mut own: BTreeSet<String> = squares.filter(|s| lost != Some(s)).collect();
            if own.is_empty() {
                own.insert("-".to_owned());
            }
            self.verdict.asked("retreat");
            if own != told {
                let what = format!("10.2: {id} is displaced to {own:?}; the program: {told:?}");
                self.verdict.differs("retreat", what);
            }
        }
    }

    /// Attackers enter the square that was assaulted, within the stacking limit; with a consolidation resource others
    /// beside it may, in Good Order and free of commitment (11.8.2, 11.9).
    fn advances(&mut self) {
        let Some(target) = about(&self.turn.decision).first().and_then(|s| self.board.map.square(s)) else {
            return;
        };
        let outcome = self.board.position.text("assault", "outcome").unwrap_or("");
        let three = self.board.position.option("french-seat") == Some("on");
        if three || !["DR", "DSR", "D2SR"].contains(&outcome) {
            return;
        }
        let side = self.board.position.text("assault", "side").map_or("allied", side_of);
        let there = self.board.of_side(side, target);
        let fits = |unit: &Unit| {
            let mut stack = there.clone();
            stack.push(unit);
            self.board.may_stack(&stack)
        };
        let mut expected = BTreeMap::new();
        let list = attackers(&self.board, side, target);
        let mounted = list.iter().any(|(u, _)| ["tank", "cavalry"].contains(&self.board.kind(u)));
        let nations: BTreeSet<&str> = list.iter().map(|(u, _)| self.board.nation(u)).collect();
        if mounted || nations.len() > 1 {
            return;
        }
        for (unit, _) in &list {
            if fits(unit) {
                expected.insert(format!("advance {} {}", unit.id, self.board.name(target)), String::new());
            }
        }
        self.compare_options("advance", "11.8.2", &["advance"], &expected);
        let seat = if side == "german" { "german" } else { "british" };
        let stock = integers(self.board.position.table.get("resources").and_then(|r| r.get(seat)));
        let names = self.board.charts.texts("resources.names");
        let at = names.iter().position(|n| n == "consolidate");
        if self.options.keys().any(|p| p.starts_with("consolidate"))
            && at.and_then(|at| stock.get(at)).is_none_or(|n| *n == 0)
        {
            return;
        }
        if at.and_then(|at| stock.get(at)).is_some_and(|n| *n > 0) {
            // A consolidation is one of the four resources of an assault at most (9.3).
            let used = self.board.position.number("assault", "resources");
            let declared = at.is_some_and(|at| used >> at & 1 == 1);
            let spare = declared || used.count_ones() < 4;
            let mut expected = BTreeMap::new();
            for square in self.board.map.neighbours(target) {
                for unit in self.board.of_side(side, square) {
                    let there = self.board.of_side(side, target);
                    let mut stack = there;
                    stack.push(unit);
                    let bound = committed(unit) || unit.is("engaged") || unit.is("broken") || unit.is("held");
                    let free = unit.good_order() && !bound && !self.board.supply_hq(unit);
                    let room = self.board.map.joined(square, target) && self.board.may_stack(&stack);
                    if spare && free && room {
                        expected.insert(format!("consolidate {}", unit.id), String::new());
                    }
                }
            }
            self.compare_options("advance", "11.9", &["consolidate"], &expected);
        }
    }
}

/// The squares a step away that a unit can be driven to: on the map, without enemies, not over the river.
fn neighbours(board: &Board, side: &str, square: Square) -> Vec<Square> {
    let enemy = enemy_of(side);
    board.map.neighbours(square).filter(|s| !board.holds(enemy, *s) && board.map.joined(square, *s)).collect()
}

/// Those towards the own map edge, straight or diagonally.
fn homeward(board: &Board, side: &str, square: Square) -> Vec<Square> {
    let west = board.map.edges.get(side).is_some_and(|e| e == "west");
    let nearer = |s: &Square| if west { s.column < square.column } else { s.column > square.column };
    neighbours(board, side, square).into_iter().filter(nearer).collect()
}

/// A retreat goes towards the own edge, then clear of enemy zones of control, then to an empty square; a
/// later wish yields to an earlier one (11.8.1, S103).
fn refuges(board: &Board, side: &'static str, square: Square) -> Vec<Square> {
    let mut squares = homeward(board, side, square);
    if squares.is_empty() {
        squares = neighbours(board, side, square);
    }
    let zone = board.zoc(enemy_of(side));
    let prefer = |squares: Vec<Square>, wish: &dyn Fn(&Square) -> bool| {
        if squares.iter().any(wish) { squares.into_iter().filter(|s| wish(s)).collect() } else { squares }
    };
    squares = prefer(squares, &|s| !zone.contains(s));
    // Units that retreat together may share a square that was empty before (S246).
    let together = board.position.list_in("assault", "advanced");
    prefer(squares, &|s| board.at(*s).all(|u| together.contains(&u.id)))
}
