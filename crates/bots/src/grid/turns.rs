//! Where one player turn ends and the next begins, and what part of it is planned as a whole.

use ::grid::{BoardOf, Grid, Mark, Step};

use super::Doctrine;

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
