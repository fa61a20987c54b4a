//! Zones of control (7.5).

use super::board::Board;
use super::grid::Square;
use super::position::Unit;
use super::sets::Squares;

impl Board<'_> {
    /// A unit in Good Order projects a zone into the squares around it; a disrupted, suppressed or interdicted unit
    /// and a headquarters in Supply Mode hold only their own square (7.5).
    pub(crate) fn projects(&self, unit: &Unit) -> bool {
        unit.good_order() && !self.interdicted(unit) && !self.supply_hq(unit)
    }

    /// Some unit of a side in a square projects a zone.
    pub(crate) fn square_projects(&self, side: &str, square: Square) -> bool {
        self.at(square).any(|u| self.side(u) == side && self.projects(u))
    }

    /// A square lies in the zone of control of a side (7.5).
    pub(crate) fn in_zoc(&self, side: &str, square: Square) -> bool {
        self.holds(side, square) || self.map.neighbours(square).any(|n| self.square_projects(side, n))
    }

    /// Every square in the zone of control of a side.
    pub(crate) fn zoc(&self, side: &str) -> Squares {
        let mut zone = Squares::new();
        for (unit, square) in self.army(side) {
            zone.insert(square);
            if self.projects(unit) {
                zone.extend(self.map.neighbours(square));
            }
        }
        zone
    }
}
