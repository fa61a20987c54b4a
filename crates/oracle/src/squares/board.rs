//! The board: a map with a position on it, and the counters and charts for reading it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::charts::Charts;
use super::counters::Counter;
use super::grid::Square;
use super::map::Map;
use super::position::{Position, Unit};
use super::sets::Known;

/// The board.
pub(crate) struct Board<'a> {
    pub(crate) map: &'a Map,
    pub(crate) charts: &'a Charts,
    pub(crate) counters: &'a BTreeMap<String, Counter>,
    pub(crate) position: Arc<Position>,
    /// The counter of each unit of the position.
    known: Vec<Option<&'a Counter>>,
    /// The units of each square, in the order of the position.
    pub(crate) stacks: Known<Vec<usize>>,
    /// The side of each nation.
    pub(crate) sides: fn(&str) -> &'static str,
}

impl<'a> Board<'a> {
    /// Sets a position up.
    pub(crate) fn new(
        map: &'a Map,
        charts: &'a Charts,
        counters: &'a BTreeMap<String, Counter>,
        position: Arc<Position>,
        sides: fn(&str) -> &'static str,
    ) -> Self {
        let known: Vec<Option<&Counter>> = position.units.iter().map(|u| counters.get(&u.id)).collect();
        let mut stacks: Known<Vec<usize>> = Known::new();
        for (at, unit) in position.units.iter().enumerate() {
            if let (Some(square), Some(_)) = (unit.square(), known[at]) {
                stacks.or_default(square).push(at);
            }
        }
        Self { map, charts, counters, position, known, stacks, sides }
    }

    /// The same board with one unit changed.
    pub(crate) fn with(&self, unit: &Unit, change: impl FnOnce(&mut Unit)) -> Self {
        let mut position = self.position.clone();
        if let Some(unit) = Arc::make_mut(&mut position).units.get_mut(unit.at) {
            change(Arc::make_mut(unit));
        }
        Self::new(self.map, self.charts, self.counters, position, self.sides)
    }

    /// The counter of a unit; every unit on the board has one.
    pub(crate) fn counter(&self, unit: &Unit) -> Option<&'a Counter> {
        *self.known.get(unit.at)?
    }

    /// The unit's nation.
    pub(crate) fn nation(&self, unit: &Unit) -> &'a str {
        self.counter(unit).map_or("", |c| &c.nation)
    }

    /// The unit's side.
    pub(crate) fn side(&self, unit: &Unit) -> &'static str {
        (self.sides)(self.nation(unit))
    }

    /// The unit's type: infantry, artillery, cavalry, tank, hq.
    pub(crate) fn kind(&self, unit: &Unit) -> &'a str {
        self.counter(unit).map_or("", |c| &c.kind)
    }

    /// The unit's size: division, brigade, company, regiment, battalion.
    pub(crate) fn size(&self, unit: &Unit) -> &'a str {
        self.counter(unit).map_or("", |c| &c.size)
    }

    /// The numbers on the face that shows (3.4.1).
    pub(crate) fn face(&self, unit: &Unit) -> [i64; 3] {
        self.counter(unit).map_or([0; 3], |c| if unit.is("back") { c.back } else { c.front })
    }

    /// A headquarters in Supply Mode (7.4.2).
    pub(crate) fn supply_hq(&self, unit: &Unit) -> bool {
        self.kind(unit) == "hq" && unit.is("back")
    }

    /// A headquarters in Command Mode (7.4.2).
    pub(crate) fn command_hq(&self, unit: &Unit) -> bool {
        self.kind(unit) == "hq" && !unit.is("back")
    }

    /// The units in a square.
    pub(crate) fn at(&self, square: Square) -> impl Iterator<Item = &Unit> {
        self.stacks.get(&square).into_iter().flatten().filter_map(|at| Some(&**self.position.units.get(*at)?))
    }

    /// The units of a side in a square.
    pub(crate) fn of_side(&self, side: &str, square: Square) -> Vec<&Unit> {
        self.at(square).filter(|u| self.side(u) == side).collect()
    }

    /// A square holds units of a side.
    pub(crate) fn holds(&self, side: &str, square: Square) -> bool {
        self.at(square).any(|u| self.side(u) == side)
    }

    /// The units of a side on the map.
    pub(crate) fn army(&self, side: &str) -> impl Iterator<Item = (&Unit, Square)> {
        self.position
            .units
            .iter()
            .filter_map(move |u| Some((&**u, u.square()?)))
            .filter(move |(u, _)| self.counter(u).is_some() && self.side(u) == side)
    }

    /// A unit in an interdicted square is interdicted (S142).
    pub(crate) fn interdicted(&self, unit: &Unit) -> bool {
        unit.square().is_some_and(|s| self.position.interdicted.contains(&s))
    }

    /// Rain or snow.
    pub(crate) fn foul(&self) -> bool {
        ["rain", "snow"].contains(&self.position.weather.as_str())
    }

    /// The name of a square.
    pub(crate) fn name(&self, square: Square) -> String {
        self.map.name(square)
    }
}
