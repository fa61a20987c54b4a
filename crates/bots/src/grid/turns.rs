//! Where one player turn ends and the next begins, and which part of it is planned as a whole.

use ::grid::steps;
use ::grid::{Action, BoardOf, Grid, Mark, Square, Step};

use super::Doctrine;

/// The number of a player turn: each side's phase, and the night after both.
pub(super) fn player_turn<V: Doctrine>(step: &Step<V::Own>, board: &BoardOf<V>) -> u32 {
    let part = match step {
        Step::ReplacementBids(steps::ReplacementBids)
        | Step::Replacements(_)
        | Step::ReplaceAt(_)
        | Step::Rally(_) => 2,
        Step::SetUp(_) | Step::Modes(_) => 3,
        _ => board.phasing.index() as u32,
    };
    u32::from(board.turn) << 2 | part
}

/// At least this many units march by one plan.
const COLUMN: usize = 12;

/// The march has at most this many columns.
const COLUMNS: usize = 5;

/// The part of a player turn for which the plan is looked at again: the guns, and some of the march. With the march the
/// blows are planned, too: looking again before they fall gains nothing.
pub(super) fn part<V: Doctrine>(grid: &Grid<V>, step: &Step<V::Own>, board: &BoardOf<V>) -> Option<u32> {
    match step {
        Step::Bombardment(_) | Step::Guns(_) => Some(0),
        Step::Move(_) => {
            let (mut moved, mut all) = (0, 0);
            for unit in board.on_map(&grid.pack, board.phasing) {
                all += 1;
                moved += usize::from(board.unit(unit).has(Mark::Moved));
            }
            Some(1 + (moved / COLUMN.max(all / COLUMNS)) as u32)
        }
        _ => None,
    }
}

/// The luck that the dice after an answer belong to: that of a square in a part of a player turn, or of the
/// whole front.
pub(super) fn luck<V: Doctrine>(step: &Step<V::Own>, board: &BoardOf<V>, action: Action<V::Own>) -> u32 {
    let (part, at) = match step {
        Step::Bombardment(_) | Step::Guns(_) | Step::Counter(_) | Step::Fire(_) => (1, board.shot.target),
        Step::Commit(steps::Commit { only, .. }) | Step::Close(steps::Close { only, .. }) => (2, *only),
        Step::DefensiveFire(_) | Step::Firers(_) | Step::FallBack(_) => (3, board.assault.target),
        Step::Assaults(_)
        | Step::Assault(_)
        | Step::Losses(steps::Losses)
        | Step::LossesThen(_)
        | Step::Retreat(_)
        | Step::Advance(_)
        | Step::SecondaryAttacks(_) => (4, board.assault.target),
        _ => (0, Square::NONE),
    };
    let at = match action {
        Action::Target(square) | Action::Resolve(square) | Action::Close { to: square, .. } => square,
        _ => at,
    };
    player_turn::<V>(step, board) << 16 | part << 12 | at.index() as u32 & 0xfff
}

/// The round of questions whose answers are weighed together: who is committed, and who closes in.
pub(super) fn round<V: Doctrine>(step: &Step<V::Own>, board: &BoardOf<V>) -> Option<u32> {
    let (part, nation, only) = match step {
        Step::Commit(steps::Commit { nation, only }) => (0, nation, only),
        Step::Close(steps::Close { nation, only }) => (1, nation, only),
        _ => return None,
    };
    let question = part << 2 | nation.index() as u32;
    Some(player_turn::<V>(step, board) << 16 | question << 12 | only.index() as u32 & 0xfff)
}
