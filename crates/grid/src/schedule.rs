//! When a scenario calls its units (Big Push 7.7, 14.0; Verdun 12.7, 19.0).

use crate::pack::{Reinforcement, Scenario};
use crate::units::Unit;

impl Scenario {
    /// The first call for a unit, if it comes as a reinforcement.
    pub fn call(&self, unit: Unit) -> Option<&Reinforcement> {
        self.reinforcements.iter().find(|group| group.units.contains(&unit))
    }

    /// The call that brings a unit on a turn: that of the turn itself, else the first.
    pub fn call_on(&self, unit: Unit, turn: u8) -> Option<&Reinforcement> {
        let then = |group: &&Reinforcement| group.turn == turn && group.units.contains(&unit);
        self.reinforcements.iter().find(then).or_else(|| self.call(unit))
    }

    /// Whether a unit is on the map when the scenario begins, or is placed then.
    pub fn starts(&self, unit: Unit) -> bool {
        self.set_up.iter().any(|placed| placed.unit == unit)
            || self.free.iter().any(|free| free.units.contains(&unit))
    }
}
