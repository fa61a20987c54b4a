//! What a fight costs, and what comes back: losses, retreats, replacements, rally.

use ::grid::losses::{DISRUPT, ELIMINATE, REDUCE, SPLIT};
use ::grid::units::Kind;
use ::grid::{Action, Mark, Place, Square, Unit};

use super::Doctrine;
use super::field::Field;

/// The worth of having a headquarters back.
const HEADQUARTERS: f32 = 0.3;

impl<V: Doctrine> Field<'_, V> {
    /// What a unit is worth to its side, whole.
    pub(super) fn worth_of(&self, unit: Unit) -> f32 {
        let counter = self.grid.pack.unit(unit);
        let face = self.board.face(&self.grid.pack, unit);
        match counter.kind {
            Kind::Artillery => 0.6 * f32::from(face.attack),
            Kind::Hq => 3.0,
            Kind::Garrison => 0.5 * f32::from(face.defense),
            _ => f32::from(face.attack) + 0.5 * f32::from(face.defense),
        }
    }

    /// A loss falls on the unit that it hurts least.
    pub(super) fn lose(&self, unit: Unit, how: u8) -> f32 {
        let whole = self.worth_of(unit);
        let steps = f32::from(self.grid.steps_left(self.board, unit)).max(1.0);
        let part = match how {
            DISRUPT => 0.35 * whole,
            ELIMINATE => whole,
            REDUCE => whole / steps * 0.9,
            SPLIT => 0.45 * whole,
            _ => whole / steps,
        };
        // Points count by steps; the steps left must still fight.
        -0.5 * part
    }

    /// A retreat goes to where the line can be held.
    pub(super) fn fall_back(&self, unit: Unit, to: Square) -> f32 {
        if !to.is_some() {
            return -4.0;
        }
        let crowd = self.board.troops_at(&self.grid.pack, self.side, to).count() as f32;
        let watched = if self.board.zoc(self.enemy).contains(to) { 0.3 } else { 0.0 };
        // A unit that enters a full square drives others out.
        let full = if self.grid.may_stand(self.board, unit, to).is_legal() { 0.0 } else { 1.5 };
        self.post(unit, to) + 0.3 * self.aims.worth(to) - watched - 0.1 * crowd - full
    }

    /// How many steps to take: one for each headquarters in the pool, because attacks need them, and
    /// otherwise as many as are worth their points.
    pub(super) fn order_steps(&self, steps: u8) -> f32 {
        let refill = self.aims.refill[self.side.index()];
        let pack = &self.grid.pack;
        let headquarters = |is: &dyn Fn(Unit) -> bool| {
            let ours = |unit: &Unit| pack.side(*unit) == self.side && pack.unit(*unit).kind == Kind::Hq;
            pack.all_units().filter(ours).filter(|unit| is(*unit)).count()
        };
        let lost = if self.board.turn < self.board.last_turn {
            let there = headquarters(&|unit| self.board.square(unit).is_some());
            let lost = headquarters(&|unit| self.board.unit(unit).place() == Place::Pool);
            lost.min(self.aims.staff.saturating_sub(there))
        } else {
            0
        };
        let (steps, first) = (f32::from(steps), f32::from(steps).min(lost as f32));
        0.5 * (first * refill.max(HEADQUARTERS) + (steps - first) * refill)
    }

    /// Which unit comes back: the strongest for its price, nearest to where it is needed.
    pub(super) fn replace(&self, unit: Unit, to: Square, full: bool) -> f32 {
        let counter = self.grid.pack.unit(unit);
        let cost = f32::from(self.grid.replacement_cost(unit, full)).max(1.0);
        let face = counter.faces[usize::from(!full && !counter.has_modes())];
        let strength = f32::from(face.attack) + 0.5 * f32::from(face.defense);
        let near = if to.is_some() { 2.0 * self.pull_on(unit, to) } else { 0.0 };
        // No unit attacks without headquarters, and they cost only one step.
        let headquarters = if counter.kind == Kind::Hq { 2.0 } else { 0.0 };
        headquarters
            + self.aims.refill[self.side.index()].max(0.2)
            + 0.3 * strength / cost
            + 0.02 * strength
            + near
    }

    /// Guns and divisions rally first; all units should.
    pub(super) fn rally(&self, unit: Unit) -> f32 {
        let worse = if self.board.unit(unit).has(Mark::Disrupted) { 0.5 } else { 0.0 };
        1.0 + 0.05 * self.worth_of(unit) + worse
    }

    /// The mode that a unit starts in.
    pub(super) fn start_mode(&self, action: Action<V::Own>) -> f32 {
        match action {
            Action::Flip(unit) if self.grid.pack.unit(unit).kind == Kind::Hq => self.hq_flip(unit) + 0.4,
            Action::Flip(unit) => self.strength_around(self.enemy, self.board.square(unit)).min(1.0) - 0.5,
            _ => 0.0,
        }
    }
}
