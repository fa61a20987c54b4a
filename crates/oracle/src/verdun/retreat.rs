//! Retreats, displacement, advances and consolidation (14.2.8, 16.5.6, 16.6).

use std::collections::{BTreeMap, BTreeSet};

use super::command::attackers;
use super::ground::may_stack;
use super::{Look, enemy_of, side_of};
use crate::squares::board::Board;
use crate::squares::charts::integers;
use crate::squares::grid::Square;
use crate::squares::map::Road;
use crate::squares::position::Unit;
use crate::squares::sets::Squares;
use crate::squares::turn::about;

impl Look<'_> {
    /// Compares the squares of retreats, displacements and advances.
    pub(super) fn retreat(&mut self) {
        match self.kind.as_str() {
            "retreat" => self.retreats(),
            "displace" => self.displacements(),
            "advance" => self.advances(),
            _ => {}
        }
    }

    fn retreats(&mut self) {
        let Some(square) = about(&self.turn.decision).first().and_then(|s| self.board.map.square(s)) else {
            return;
        };
        let Some(side) = self.step().get(1).map(|s| side_of(s)) else { return };
        // Forts and the edge have rules of their own, which are not compared (V104, V95).
        let near_fort = self.board.map.neighbours(square).any(|s| self.board.map.has(s, "fort"));
        if near_fort || self.board.map.has(square, "fort") || !self.board.map.edges_of(square).is_empty() {
            return;
        }
        let fallen = self.board.position.list_in("own", "fallen_back");
        // A square reached only by units that fell back was vacant before.
        let mut reached: Squares =
            fallen.iter().filter_map(|id| self.board.position.unit(id)).filter_map(Unit::square).collect();
        reached.retain(|s| self.board.at(*s).all(|u| fallen.contains(&u.id)));
        let squares = refuges(&self.board, side, square, &reached, |_| true);
        // Guns of one point go back along major roads, as they came (12.5.1, V70).
        let road = |to: Square| {
            let linked = self.board.map.roads.get(&(square, to)) == Some(&Road::Major);
            linked && !self.board.map.has(to, "start_trench")
        };
        let by_road = refuges(&self.board, side, square, &reached, road);
        let mut expected = BTreeMap::new();
        // Retreating units are asked about one after another; their order changes nothing (V189).
        let asked = |u: &&Unit| {
            !self.board.supply_hq(u)
                && self.options.keys().any(|p| p.starts_with(&format!("retreat {} ", u.id)))
        };
        for unit in self.board.of_side(side, square).into_iter().filter(asked) {
            // A gun may be barred from ground: only the squares that it is offered are expected.
            let gun = self.board.kind(unit) == "artillery";
            let bound = gun && self.board.face(unit)[2] == 1;
            for to in if bound { &by_road } else { &squares } {
                let play = format!("retreat {} {}", unit.id, self.board.name(*to));
                if !gun || bound || self.options.contains_key(&play) {
                    expected.insert(play, String::new());
                }
            }
        }
        self.compare_options("retreat", "16.5.6", &["retreat"], &expected);
    }

    /// Units beyond the stacking limit go a square back towards their own edge (16.5.6e, V128).
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
            let back = homeward(&self.board, side, square);
            let plain =
                self.board.kind(unit) != "artillery" && !back.iter().any(|s| self.board.map.has(*s, "fort"));
            if !plain || back.is_empty() {
                continue;
            }
            // Defenders do not go to the square from which others are driven (S263).
            let defends = self.board.position.text("assault", "side").is_some_and(|s| side_of(s) != side);
            let lost = self.board.position.text("assault", "target").filter(|_| defends);
            let squares = back.into_iter().map(|s| self.board.name(s));
            let own: BTreeSet<String> = squares.filter(|s| lost != Some(s)).collect();
            self.verdict.asked("retreat");
            if own != told {
                self.verdict.differs(
                    "retreat",
                    format!("16.5.6e: {id} is displaced to {own:?}; the program: {told:?}"),
                );
            }
        }
    }

    /// Attackers enter the square that was assaulted, within the stacking limit; with a consolidation others beside it may,
    /// in good order and free of commitment (14.2.8, 16.6).
    fn advances(&mut self) {
        let Some(target) = about(&self.turn.decision).first().and_then(|s| self.board.map.square(s)) else {
            return;
        };
        let outcome = self.board.position.text("assault", "outcome").unwrap_or("");
        let storm = self.operation("german", "storm-tactics");
        if storm || !["DR", "DSR", "D2SR", "DE"].contains(&outcome) || self.board.map.has(target, "fort") {
            return;
        }
        let side = self.board.position.text("assault", "side").map_or("allied", side_of);
        let fits = |unit: &Unit| {
            let mut stack = self.board.of_side(side, target);
            stack.push(unit);
            may_stack(&self.board, &stack, target)
        };
        let mut expected = BTreeMap::new();
        for (unit, _) in attackers(&self.board, side, target) {
            if fits(unit) {
                expected.insert(format!("advance {} {}", unit.id, self.board.name(target)), String::new());
            }
        }
        let mut others = BTreeMap::new();
        for square in self.board.map.neighbours(target).filter(|s| self.board.map.joined(*s, target)) {
            for unit in self.board.of_side(side, square) {
                let play = format!("consolidate {}", unit.id);
                let bound = unit.value("against").is_some() || unit.is("engaged") || unit.is("held");
                let still = self.board.supply_hq(unit) || self.board.kind(unit) == "garrison";
                let gun = self.board.kind(unit) == "artillery" && !self.options.contains_key(&play);
                if unit.good_order() && !bound && !still && !gun && fits(unit) {
                    others.insert(play, String::new());
                }
            }
        }
        self.compare_options("advance", "16.6", &["advance"], &expected);
        let seat = if side == "german" { "german" } else { "french" };
        let stock = integers(self.board.position.table.get("resources").and_then(|r| r.get(seat)));
        let names = self.board.charts.texts("resources.names");
        let left =
            names.iter().position(|n| n == "consolidate").and_then(|at| stock.get(at)).copied().unwrap_or(0);
        let offered = self.options.keys().any(|p| p.starts_with("consolidate"));
        if left > 0 || !offered {
            let used = self.board.position.number("assault", "resources");
            let kinds = used.count_ones();
            // A consolidation is the last of four resources (14.3.1); a fifth is not compared.
            if left > 0 && kinds < 3 {
                self.compare_options("advance", "14.2.8", &["consolidate"], &others);
            }
        }
    }
}

/// The squares a step away that a unit can be driven to: on the map, without enemies, not over the river, not into an
/// engagement (16.5.6, V104, V135).
fn neighbours(board: &Board, side: &str, square: Square) -> Vec<Square> {
    let enemy = enemy_of(side);
    let closed = |s: Square| board.of_side(side, s).iter().any(|u| u.is("engaged") && !u.is("locked"));
    let open = |s: &Square| !board.holds(enemy, *s) && board.map.joined(square, *s) && !closed(*s);
    board.map.neighbours(square).filter(open).collect()
}

/// Those towards the own map edge, straight or diagonally.
fn homeward(board: &Board, side: &str, square: Square) -> Vec<Square> {
    let south = side == "allied";
    let nearer = |s: &Square| if south { s.row > square.row } else { s.row < square.row };
    neighbours(board, side, square).into_iter().filter(nearer).collect()
}

/// Vacant squares towards the own edge come first, then other vacant ones, then those of friends (16.5.6a,
/// V104, V153).
fn refuges(
    board: &Board,
    side: &str,
    square: Square,
    reached: &Squares,
    open: impl Fn(Square) -> bool,
) -> Vec<Square> {
    let vacant = |s: &Square| board.at(*s).next().is_none() || reached.contains(s);
    let home = homeward(board, side, square).into_iter().filter(|s| vacant(s) && open(*s));
    let home: Vec<Square> = home.collect();
    if !home.is_empty() {
        return home;
    }
    let all: Vec<Square> = neighbours(board, side, square).into_iter().filter(|s| open(*s)).collect();
    let empty: Vec<Square> = all.iter().copied().filter(|s| vacant(s)).collect();
    if empty.is_empty() { all } else { empty }
}
