//! What a side has in the field, and where one player turn ends and the next begins.

use ::grid::units::Kind;
use ::grid::{BoardOf, Grid, Mark, Side, Step};

use super::Doctrine;

/// The factors that a side has in the field, those in disorder at half.
pub(super) fn strength<V: Doctrine>(grid: &Grid<V>, board: &BoardOf<V>, side: Side) -> f32 {
    board
        .on_map(&grid.pack, side)
        .map(|unit| {
            let face = board.face(&grid.pack, unit);
            let whole = match grid.pack.unit(unit).kind {
                Kind::Artillery => 0.5 * f32::from(face.attack),
                Kind::Hq => 2.0,
                _ => 0.5 * (f32::from(face.attack) + f32::from(face.defense)),
            };
            let state = board.unit(unit);
            if state.has(Mark::Disrupted) {
                0.6 * whole
            } else if state.has(Mark::Suppressed) {
                0.8 * whole
            } else {
                whole
            }
        })
        .sum()
}

/// The number of a player turn: each side's phase, and the night after both.
pub(super) fn player_turn<V: Doctrine>(step: &Step<V::Own>, board: &BoardOf<V>) -> u32 {
    let part = match step {
        Step::ReplacementBids | Step::Replacements { .. } | Step::ReplaceAt { .. } | Step::Rally { .. } => 2,
        Step::SetUp { .. } | Step::Modes { .. } => 3,
        _ => board.phasing.index() as u32,
    };
    u32::from(board.turn) << 2 | part
}

/// So many units march by one plan.
const COLUMN: u32 = 12;

/// The part of a player turn that is planned as a whole: the guns, some of the march, the commitments, the blows.
pub(super) fn part<V: Doctrine>(grid: &Grid<V>, step: &Step<V::Own>, board: &BoardOf<V>) -> Option<u32> {
    match step {
        Step::Bombardment { .. } | Step::Guns { .. } => Some(0),
        Step::Commit { .. } | Step::Close { .. } => Some(1),
        Step::Assaults { .. } | Step::SecondaryAttacks { .. } | Step::Assault(_) | Step::Advance { .. } => {
            Some(2)
        }
        Step::Move { .. } => {
            let units = board.on_map(&grid.pack, board.phasing);
            let moved = units.filter(|unit| board.unit(*unit).has(Mark::Moved)).count() as u32;
            Some(3 + (moved / COLUMN).min(12))
        }
        _ => None,
    }
}
