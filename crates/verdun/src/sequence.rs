//! The sequence of play: German first, or French first in the last scenario; lull turns drop most of it (4.0, 7.3).

use grid::{Side, Square};

use crate::board::{Only, Step as Own};

type Step = grid::Step<Only>;

const fn own(step: Own) -> Step {
    Step::Own(step)
}

macro_rules! regular_turn {
    ($first:expr, $second:expr) => {
        &[
            Step::Weather,
            own(Own::TurnBegins),
            own(Own::Redeploy),
            own(Own::Somme),
            own(Own::Lull),
            Step::Phase($first),
            own(Own::AirPlaced($first)),
            own(Own::AirIntercepts($first)),
            own(Own::Supply($first)),
            Step::Bombardment { side: $first, next: 0, passed: 0 },
            own(Own::SupplySpent($first)),
            own(Own::AirBombs($first)),
            own(Own::Detonate { next: 0, shake: false }),
            own(Own::Release { side: $first, left: 0, rolled: false }),
            own(Own::Arrivals($first)),
            Step::Movement { side: $first, next: 0 },
            Step::Commitment { side: $first, next: 0 },
            Step::CommandCenter($first),
            Step::DefensiveFire { side: $second, only: Square::NONE },
            Step::Assaults { side: $first, next: 0 },
            Step::SecondaryAttacks { side: $first, next: 0 },
            Step::RemoveSupplyHqs($first),
            Step::ClearInterdiction($first),
            Step::Phase($second),
            own(Own::AirPlaced($second)),
            own(Own::AirIntercepts($second)),
            own(Own::Supply($second)),
            Step::Bombardment { side: $second, next: 0, passed: 0 },
            own(Own::SupplySpent($second)),
            own(Own::AirBombs($second)),
            own(Own::Detonate { next: 0, shake: false }),
            own(Own::Release { side: $second, left: 0, rolled: false }),
            own(Own::Arrivals($second)),
            Step::Movement { side: $second, next: 0 },
            Step::Commitment { side: $second, next: 0 },
            Step::CommandCenter($second),
            Step::DefensiveFire { side: $first, only: Square::NONE },
            Step::Assaults { side: $second, next: 0 },
            Step::SecondaryAttacks { side: $second, next: 0 },
            Step::RemoveSupplyHqs($second),
            Step::ClearInterdiction($second),
            own(Own::Replacements(Side::German)),
            own(Own::Reserves(Side::German)),
            own(Own::Replacements(Side::Allied)),
            own(Own::Reserves(Side::Allied)),
            own(Own::Returns),
            Step::Rally { next: 0 },
            own(Own::Reset),
        ]
    };
}

macro_rules! lull_turn {
    ($first:expr, $second:expr) => {
        &[
            Step::Weather,
            own(Own::TurnBegins),
            own(Own::Redeploy),
            own(Own::Somme),
            own(Own::Lull),
            Step::Phase($first),
            own(Own::AirPlaced($first)),
            own(Own::AirIntercepts($first)),
            own(Own::Supply($first)),
            Step::Bombardment { side: $first, next: 0, passed: 0 },
            own(Own::SupplySpent($first)),
            own(Own::AirBombs($first)),
            own(Own::Detonate { next: 0, shake: false }),
            own(Own::Arrivals($first)),
            Step::ClearInterdiction($first),
            Step::Phase($second),
            own(Own::AirPlaced($second)),
            own(Own::AirIntercepts($second)),
            own(Own::Supply($second)),
            Step::Bombardment { side: $second, next: 0, passed: 0 },
            own(Own::SupplySpent($second)),
            own(Own::AirBombs($second)),
            own(Own::Detonate { next: 0, shake: false }),
            own(Own::Arrivals($second)),
            Step::ClearInterdiction($second),
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
