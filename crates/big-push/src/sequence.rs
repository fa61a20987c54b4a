//! The sequence of play (4.1), as rulings 45 and 48 read it.

use grid::steps;
use grid::{Side, Square, Step};

use crate::own::{BigPushOwn, OwnStep};

type S = Step<BigPushOwn>;

const fn own(step: OwnStep) -> S {
    Step::Own(step)
}

const fn bombardment(side: Side) -> S {
    Step::Bombardment(steps::Bombardment { side, next: 0, passed: 0 })
}

const fn fire(side: Side) -> S {
    Step::DefensiveFire(steps::DefensiveFire { side, only: Square::NONE })
}

macro_rules! allied_phase {
    ($($after:expr),*) => {
        [
            own(OwnStep::TurnStart),
            Step::Weather(steps::Weather),
            Step::Phase(steps::Phase { side: Side::Allied }),
            own(OwnStep::AirPlacement),
            own(OwnStep::MoreMines),
            bombardment(Side::Allied),
            own(OwnStep::AirStrike),
            own(OwnStep::BlowMines),
            own(OwnStep::ReleaseCavalry),
            own(OwnStep::BreakTanks),
            Step::Movement(steps::Movement { side: Side::Allied, next: 0 }),
            own(OwnStep::Areas),
            Step::Commitment(steps::Commitment { side: Side::Allied, next: 0 }),
            own(OwnStep::Planning(Side::Allied)),
            Step::CommandCenter(steps::CommandCenter { side: Side::Allied }),
            fire(Side::German),
            Step::Assaults(steps::Assaults { side: Side::Allied, next: 0 }),
            Step::SecondaryAttacks(steps::SecondaryAttacks { side: Side::Allied, next: 0 }),
            own(OwnStep::Areas),
            Step::RemoveSupplyHqs(steps::RemoveSupplyHqs { side: Side::Allied }),
            Step::RemoveCommandHqs(steps::RemoveCommandHqs),
            $($after,)*
            Step::Phase(steps::Phase { side: Side::German }),
            bombardment(Side::German),
            Step::Movement(steps::Movement { side: Side::German, next: 0 }),
            Step::Commitment(steps::Commitment { side: Side::German, next: 0 }),
            own(OwnStep::Planning(Side::German)),
            Step::CommandCenter(steps::CommandCenter { side: Side::German }),
            fire(Side::Allied),
            Step::Assaults(steps::Assaults { side: Side::German, next: 0 }),
            Step::SecondaryAttacks(steps::SecondaryAttacks { side: Side::German, next: 0 }),
            Step::RemoveSupplyHqs(steps::RemoveSupplyHqs { side: Side::German }),
            Step::RemoveCommandHqs(steps::RemoveCommandHqs),
        ]
    };
}

/// Both players' phases; the last steps are added by [`TURN`] and [`EACH_PLAYER`].
// Ruling 45: German interdiction comes off at the end of the Allied phase. At the end of the joint reorganization the
// markers of the German phase lie there too, and would never hinder an Allied move.
const PHASES: [S; 33] =
    allied_phase!(Step::ClearInterdiction(steps::ClearInterdiction { side: Side::Allied }));

const fn with<const N: usize, const M: usize, const L: usize>(first: [S; N], last: [S; M]) -> [S; L] {
    let mut all = [Step::Weather(steps::Weather); L];
    let mut index = 0;
    while index < L {
        all[index] = if index < N { first[index] } else { last[index - N] };
        index += 1;
    }
    all
}

/// The turn with one reorganization for both players at its end.
pub const TURN: [S; 40] = with(
    PHASES,
    [
        Step::ReplacementRolls(steps::ReplacementRolls { side: Side::Allied }),
        Step::ReplacementRolls(steps::ReplacementRolls { side: Side::German }),
        Step::ReplacementBids(steps::ReplacementBids),
        Step::Replacements(steps::Replacements { next: 0 }),
        Step::Rally(steps::Rally { next: 0 }),
        own(OwnStep::RecoverTanks),
        Step::ClearInterdiction(steps::ClearInterdiction { side: Side::German }),
    ],
);

/// The same in games of the first edition: interdiction came off before the reorganization.
pub const FIRST_TURN: [S; 40] = with(
    PHASES,
    [
        Step::ClearInterdiction(steps::ClearInterdiction { side: Side::German }),
        Step::ReplacementRolls(steps::ReplacementRolls { side: Side::Allied }),
        Step::ReplacementRolls(steps::ReplacementRolls { side: Side::German }),
        Step::ReplacementBids(steps::ReplacementBids),
        Step::Replacements(steps::Replacements { next: 0 }),
        Step::Rally(steps::Rally { next: 0 }),
        own(OwnStep::RecoverTanks),
    ],
);

/// The turn in which each player reorganizes at the end of his own phase.
pub const EACH_PLAYER: [S; 43] = with(
    allied_phase!(
        Step::ReplacementRolls(steps::ReplacementRolls { side: Side::Allied }),
        Step::ReplacementBids(steps::ReplacementBids),
        own(OwnStep::Reorganize(Side::Allied)),
        own(OwnStep::Rally(Side::Allied)),
        own(OwnStep::RecoverTanks),
        Step::ClearInterdiction(steps::ClearInterdiction { side: Side::Allied })
    ),
    [
        Step::ReplacementRolls(steps::ReplacementRolls { side: Side::German }),
        Step::ReplacementBids(steps::ReplacementBids),
        own(OwnStep::Reorganize(Side::German)),
        own(OwnStep::Rally(Side::German)),
        Step::ClearInterdiction(steps::ClearInterdiction { side: Side::German }),
    ],
);

/// The same in games of the first edition.
pub const FIRST_EACH_PLAYER: [S; 43] = with(
    allied_phase!(
        Step::ClearInterdiction(steps::ClearInterdiction { side: Side::Allied }),
        Step::ReplacementRolls(steps::ReplacementRolls { side: Side::Allied }),
        Step::ReplacementBids(steps::ReplacementBids),
        own(OwnStep::Reorganize(Side::Allied)),
        own(OwnStep::Rally(Side::Allied)),
        own(OwnStep::RecoverTanks)
    ),
    [
        Step::ClearInterdiction(steps::ClearInterdiction { side: Side::German }),
        Step::ReplacementRolls(steps::ReplacementRolls { side: Side::German }),
        Step::ReplacementBids(steps::ReplacementBids),
        own(OwnStep::Reorganize(Side::German)),
        own(OwnStep::Rally(Side::German)),
    ],
);
