//! Combat supply (11.1, 11.2).

use std::collections::BTreeMap;

use super::command::attackers;
use super::{Look, enemy_of, side_of};
use crate::squares::board::Board;
use crate::squares::grid::Square;
use crate::squares::position::Unit;
use crate::squares::turn::about;

impl Look<'_> {
    /// Compares which headquarters may supply an assault.
    pub(super) fn supply(&mut self) {
        if self.kind != "supply" {
            return;
        }
        let Some(target) = about(&self.turn.decision).first().and_then(|s| self.board.map.square(s)) else {
            return;
        };
        let side = self.board.position.text("assault", "side").map_or("allied", side_of);
        let offered: Vec<String> =
            self.options.keys().filter_map(|p| p.strip_prefix("supply ")).map(str::to_owned).collect();
        let Some(nation) =
            offered.first().and_then(|id| self.board.counters.get(id)).map(|c| c.nation.clone())
        else {
            return;
        };
        let jump_offs: Vec<Square> = attackers(&self.board, side, target)
            .into_iter()
            .filter(|(u, _)| self.board.nation(u) == nation)
            .map(|(_, s)| s)
            .collect();
        let mut expected = BTreeMap::new();
        for (hq, _) in self.board.army(side).filter(|(u, _)| self.board.nation(u) == nation) {
            let reached = jump_offs.iter().filter(|s| supplies(&self.board, hq, **s, 1)).count();
            // One headquarters may supply a part of the jump-off squares; whether it is offered then is open (11.1).
            let all = reached == jump_offs.len();
            if all || reached > 0 && offered.contains(&hq.id) {
                expected.insert(format!("supply {}", hq.id), String::new());
            }
        }
        self.compare_options("supply", "11.1", &["supply"], &expected);
    }
}

/// A headquarters in Supply Mode supplies units in a square within its range; `more` is 1 for an assault, which counts
/// the assaulted square, and 0 for guns (11.1, 11.2, S147, S219).
pub(super) fn supplies(board: &Board, hq: &Unit, square: Square, more: i64) -> bool {
    let Some(at) = hq.square().filter(|_| board.supply_hq(hq)) else { return false };
    if hq.is("engaged") {
        return at == square;
    }
    let range = if hq.good_order() {
        board.charts.number(&format!("weather.{}.supply_range", board.position.weather))
    } else {
        board.charts.number("ranges.supply_disrupted")
    };
    let side = board.side(hq);
    let lengths = board.path_lengths(side, enemy_of(side), square, range - more);
    lengths.contains_key(&at)
}

/// Some headquarters of the unit's nation supplies a square (11.2).
pub(super) fn supplied(board: &Board, unit: &Unit, square: Square, more: i64) -> bool {
    let nation = board.nation(unit);
    board
        .army(board.side(unit))
        .any(|(hq, _)| board.supply_hq(hq) && board.nation(hq) == nation && supplies(board, hq, square, more))
}
