//! The sequence of play: German first, or French first in the last scenario; lull turns drop most of it (4.0, 7.3).

use grid::steps;
use grid::{Side, Square};

use crate::board::{Only, Step as Own};

type Step = grid::Step<Only>;

const fn own(step: Own) -> Step {
    Step::Own(step)
}

macro_rules! regular_turn {
    ($first:expr, $second:expr) => {
        &[
            Step::Weather(steps::Weather),
            own(Own::TurnBegins),
            own(Own::Redeploy),
            own(Own::Somme),
            own(Own::Lull),
            Step::Phase(steps::Phase { side: $first }),
            own(Own::AirPlaced($first)),
            own(Own::AirIntercepts($first)),
            own(Own::Supply($first)),
            Step::Bombardment(steps::Bombardment { side: $first, next: 0, passed: 0 }),
            own(Own::SupplySpent($first)),
            own(Own::AirBombs($first)),
            own(Own::Detonate { next: 0, shake: false }),
            own(Own::Release { side: $first, left: 0, rolled: false }),
            own(Own::Arrivals($first)),
            Step::Movement(steps::Movement { side: $first, next: 0 }),
            Step::Commitment(steps::Commitment { side: $first, next: 0 }),
            Step::CommandCenter(steps::CommandCenter { side: $first }),
            Step::DefensiveFire(steps::DefensiveFire { side: $second, only: Square::NONE }),
            Step::Assaults(steps::Assaults { side: $first, next: 0 }),
            Step::SecondaryAttacks(steps::SecondaryAttacks { side: $first, next: 0 }),
            Step::RemoveSupplyHqs(steps::RemoveSupplyHqs { side: $first }),
            Step::ClearInterdiction(steps::ClearInterdiction { side: $first }),
            Step::Phase(steps::Phase { side: $second }),
            own(Own::AirPlaced($second)),
            own(Own::AirIntercepts($second)),
            own(Own::Supply($second)),
            Step::Bombardment(steps::Bombardment { side: $second, next: 0, passed: 0 }),
            own(Own::SupplySpent($second)),
            own(Own::AirBombs($second)),
            own(Own::Detonate { next: 0, shake: false }),
            own(Own::Release { side: $second, left: 0, rolled: false }),
            own(Own::Arrivals($second)),
            Step::Movement(steps::Movement { side: $second, next: 0 }),
            Step::Commitment(steps::Commitment { side: $second, next: 0 }),
            Step::CommandCenter(steps::CommandCenter { side: $second }),
            Step::DefensiveFire(steps::DefensiveFire { side: $first, only: Square::NONE }),
            Step::Assaults(steps::Assaults { side: $second, next: 0 }),
            Step::SecondaryAttacks(steps::SecondaryAttacks { side: $second, next: 0 }),
            Step::RemoveSupplyHqs(steps::RemoveSupplyHqs { side: $second }),
            Step::ClearInterdiction(steps::ClearInterdiction { side: $second }),
            own(Own::Replacements(Side::German)),
            own(Own::Reserves(Side::German)),
            own(Own::Replacements(Side::Allied)),
            own(Own::Reserves(Side::Allied)),
            own(Own::Returns),
            Step::Rally(steps::Rally { next: 0 }),
            own(Own::Reset),
        ]
    };
}

macro_rules! lull_turn {
    ($first:expr, $second:expr) => {
        &[
            Step::Weather(steps::Weather),
            own(Own::TurnBegins),
            own(Own::Redeploy),
            own(Own::Somme),
            own(Own::Lull),
            Step::Phase(steps::Phase { side: $first }),
            own(Own::AirPlaced($first)),
            own(Own::AirIntercepts($first)),
            own(Own::Supply($first)),
            Step::Bombardment(steps::Bombardment { side: $first, next: 0, passed: 0 }),
            own(Own::SupplySpent($first)),
            own(Own::AirBombs($first)),
            own(Own::Detonate { next: 0, shake: false }),
            own(Own::Arrivals($first)),
            Step::ClearInterdiction(steps::ClearInterdiction { side: $first }),
            Step::Phase(steps::Phase { side: $second }),
            own(Own::AirPlaced($second)),
            own(Own::AirIntercepts($second)),
            own(Own::Supply($second)),
            Step::Bombardment(steps::Bombardment { side: $second, next: 0, passed: 0 }),
            own(Own::SupplySpent($second)),
            own(Own::AirBombs($second)),
            own(Own::Detonate { next: 0, shake: false }),
            own(Own::Arrivals($second)),
            Step::ClearInterdiction(steps::ClearInterdiction { side: $second }),
            own(Own::Replacements(Side::German)),
            own(Own::Replacements(Side::Allied)),
            own(Own::Release { side: Side::German, left: 0, rolled: false }),
            own(Own::Release { side: Side::Allied, left: 0, rolled: false }),
            own(Own::Returns),
            own(Own::LullRally),
            own(Own::Reset),
        ]
    };
}

/// A regular turn with the Germans first.
pub const GERMAN_FIRST: &[Step] = regular_turn!(Side::German, Side::Allied);
/// A regular turn with the French first (19.6.5b).
pub const FRENCH_FIRST: &[Step] = regular_turn!(Side::Allied, Side::German);
/// A lull turn with the Germans first (7.3).
pub const LULL_GERMAN_FIRST: &[Step] = lull_turn!(Side::German, Side::Allied);
/// A lull turn with the French first.
pub const LULL_FRENCH_FIRST: &[Step] = lull_turn!(Side::Allied, Side::German);
