//! What a sensible player is drawn to, question by question.

use ::grid::step::Stage;
use ::grid::steps;
use ::grid::units::Kind;
use ::grid::{Action, Step};

use super::Doctrine;
use super::field::Field;

/// Appends the weight of each option.
pub(super) fn weigh<V: Doctrine>(
    field: &Field<V>,
    step: &Step<V::Own>,
    options: &[Action<V::Own>],
    weights: &mut Vec<f32>,
) {
    match step {
        Step::Move(_) => field.march(step, options, weights),
        Step::Commit(_) => field.commit(step, options, weights),
        Step::Counter(steps::Counter { nation }) => weights.extend(field.answer(*nation, options)),
        Step::Guns(_) => {
            let own = |action| field.grid.variant.weigh_own(field, step, action);
            weights.extend(field.gather(options, own));
        }
        _ => weights.extend(options.iter().map(|option| single(field, step, *option))),
    }
}

/// The weight of an answer that can be weighed by itself.
#[allow(clippy::match_same_arms, reason = "one arm for each question")]
fn single<V: Doctrine>(field: &Field<V>, step: &Step<V::Own>, action: Action<V::Own>) -> f32 {
    match (*step, action) {
        (Step::Own(_), _) | (_, Action::Own(_)) => field.grid.variant.weigh_own(field, step, action),
        (Step::Bombardment(_), Action::Target(square)) => field.bombard(square),
        (Step::Close(_), Action::Close { from, to }) => field.close(from, to),
        (Step::DefensiveFire(_), Action::Resolve(square)) => {
            1.5 + 0.1 * field.defense_at(field.side, square, ::grid::Unit::NONE)
        }
        (Step::Firers(_), Action::Join(_)) => 1.0,
        (Step::FallBack(_) | Step::Displace(_), Action::Displace { unit, to })
        | (_, Action::Retreat { unit, to }) => field.fall_back(unit, to),
        // The assault that matters most comes first, while there are resources.
        (Step::Assaults(_), Action::Resolve(square)) => {
            2.0 * field.assault(square).take + 0.5 * field.prize(square)
        }
        (Step::Assault(steps::Assault { stage: Stage::Supply }), Action::Supply(hq)) => field.supply_with(hq),
        (Step::Assault(steps::Assault { stage: Stage::Resources }), Action::Use(kind)) => field.support(kind),
        (_, Action::Strike(square)) => field.strike_back(square),
        (Step::Rotate(steps::Rotate { side, .. }), Action::Face { to, .. })
            if to == field.grid.pack.map.front(side) =>
        {
            1.0
        }
        (_, Action::Lose { unit, how }) => field.lose(unit, how),
        (_, Action::Advance { unit, to }) => field.advance(unit, to),
        (_, Action::Consolidate(unit)) => field.advance(unit, field.board.assault.target) - 0.3,
        (Step::SecondaryAttacks(steps::SecondaryAttacks { side, next }), Action::Target(square)) => {
            let commanders = field.grid.variant.commanders(field.board, side);
            commanders.get(usize::from(next)).map_or(0.0, |commander| field.second_wave(*commander, square))
        }
        (_, Action::Steps(steps)) => field.order_steps(steps),
        (_, Action::Replace { unit, to, full }) => field.replace(unit, to, full),
        (_, Action::Rally(unit)) => field.rally(unit),
        (Step::Modes(_), _) => field.start_mode(action),
        (_, Action::Place { unit, to }) => field.place(unit, to),
        _ => 0.0,
    }
}

impl<V: Doctrine> Field<'_, V> {
    /// Where a unit is set up.
    pub(super) fn place(&self, unit: ::grid::Unit, to: ::grid::Square) -> f32 {
        match self.grid.pack.unit(unit).kind {
            Kind::Garrison => 0.5 * self.pull(to) + self.aims.worth(to),
            _ => 2.0 * self.post(unit, to),
        }
    }
}
