//! Stacking limits (7.3).

use super::board::Board;
use super::position::Unit;

impl Board<'_> {
    /// How much of a square's limit a unit takes; a headquarters takes nothing (7.3.1, 7.3.2, 7.3.3).
    pub(crate) fn room(&self, unit: &Unit) -> i64 {
        match self.kind(unit) {
            "hq" => 0,
            "artillery" => self.charts.number("stacking.artillery"),
            _ => self.charts.number(&format!("stacking.{}", self.size(unit))),
        }
    }

    /// Units may end a phase together: within the limit, divisions alone, nations apart, a headquarters in Supply Mode
    /// by itself (7.3.1, 7.3.2, 7.3.3).
    pub(crate) fn may_stack(&self, units: &[&Unit]) -> bool {
        if units.len() < 2 {
            return true;
        }
        let room: i64 = units.iter().map(|u| self.room(u)).sum();
        let lone = units.iter().any(|u| self.supply_hq(u) || self.size(u) == "division");
        let nation = self.nation(units[0]);
        room <= self.charts.number("stacking.limit")
            && !lone
            && units.iter().all(|u| self.nation(u) == nation)
    }
}
