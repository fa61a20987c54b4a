//! Stacking and control (7.0).

use std::collections::BTreeSet;

use super::board::Board;
use super::pack::{Pack, Side};
use crate::Verdict;

const STACKING: &str = "stacking";
const CONTROL: &str = "control";

/// Nine units of a side fill a place (7.1).
const LIMIT: usize = 9;

/// Tanks and garrisons stack for free (7.1).
pub(super) fn stacks_free(pack: &Pack, unit: &str) -> bool {
    pack.units.get(unit).is_some_and(|u| u.kind == "tank" || u.kind == "garrison")
}

/// How many units of a side count towards the limit of a place (7.1).
pub(super) fn counted(pack: &Pack, board: &Board, side: Side, place: &str) -> usize {
    board.own(pack, side, place).iter().filter(|u| !stacks_free(pack, u)).count()
}

/// How many counting units a place has room for (7.1).
pub(super) fn room(pack: &Pack, board: &Board, side: Side, place: &str) -> usize {
    LIMIT.saturating_sub(counted(pack, board, side, place))
}

/// A unit fits where the limit is not reached; one that stacks free fits anywhere (7.1, R109).
pub(super) fn fits(pack: &Pack, board: &Board, unit: &str, place: &str) -> bool {
    let Some(u) = pack.units.get(unit) else { return false };
    stacks_free(pack, unit) || room(pack, board, u.side, place) > 0
}

/// No side has more than nine counting units in a place that had room before (7.1).
pub(super) fn compare_stacking(pack: &Pack, before: &Board, after: &Board, verdict: &mut Verdict) {
    verdict.asked(STACKING);
    for place in pack.places.keys() {
        for side in [Side::British, Side::German] {
            let (was, is) = (counted(pack, before, side, place), counted(pack, after, side, place));
            if is > LIMIT && is > was {
                verdict.differs(STACKING, format!("{} units of the {} in {place} (7.1)", is, side.word()));
            }
        }
    }
}

/// Control changes only where a side has a unit in a place without enemies that was the enemy's (7.2).
///
/// `entered` are the places that units moved into in this turn, as told; they are taken in passing (7.2, R19).
pub(super) fn compare_control(
    pack: &Pack,
    before: &Board,
    after: &Board,
    entered: &BTreeSet<(Side, String)>,
    verdict: &mut Verdict,
) {
    verdict.asked(CONTROL);
    for place in pack.places.keys() {
        for side in [Side::British, Side::German] {
            let (was, is) = (before.controls(side, place), after.controls(side, place));
            let stood = !before.own(pack, side, place).is_empty();
            let came = entered.contains(&(side, place.clone()));
            let stands = !after.own(pack, side, place).is_empty();
            let vacant = after.vacant(pack, side, place);
            if is && !was && !stood && !came && !stands {
                verdict
                    .differs(CONTROL, format!("the {} took {place} without a unit there (7.2)", side.word()));
            }
            if is && !was && !vacant {
                verdict.differs(CONTROL, format!("the {} took {place} among enemies (7.2.1)", side.word()));
            }
            if !is && stands && vacant {
                let why = format!("the {} hold {place} alone, but do not control it (7.2)", side.word());
                verdict.differs(CONTROL, why);
            }
        }
    }
}
