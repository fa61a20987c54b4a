//! What must always hold, whatever is played: asked by the fuzzer at every decision.

use crate::board::{Assault, Board, Where};
use crate::control;
use crate::pack::Pack;
use crate::side::Side;
use crate::step::Step;

/// What is wrong with the board, if anything.
pub(crate) fn check(pack: &Pack, board: &Board, _stack: &[Step]) -> Result<(), String> {
    if board.derived != board.rederived(pack) {
        return Err("what is derived from the units does not agree with them".into());
    }
    stacking(pack, board)?;
    ownership(pack, board)?;
    battalions(pack, board)?;
    markers(pack, board)?;
    assault(pack, board)
}

/// Nine units that count, at most (7.1).
fn stacking(pack: &Pack, board: &Board) -> Result<(), String> {
    for place in pack.links.all.iter() {
        for side in Side::BOTH {
            let count = (board.own_in(pack, side, place) & pack.kinds.counting).count();
            if count > pack.charts.stacking.limit {
                return Err(format!("{count} {} units in {}", side.id(), pack.at(place).id));
            }
        }
    }
    Ok(())
}

/// A side that stands alone in a place controls it (7.2).
fn ownership(pack: &Pack, board: &Board) -> Result<(), String> {
    for side in Side::BOTH {
        let alone = board.present(side) - board.present(side.enemy());
        if let Some(place) = (alone - control::controlled(pack, board, side)).first() {
            return Err(format!("{} stand alone in {} without control", side.name(), pack.at(place).id));
        }
    }
    if (board.british & pack.links.all) != board.british {
        return Err("control of a place that is not on the map".into());
    }
    Ok(())
}

/// One counter of each tank battalion in play (12.6).
fn battalions(pack: &Pack, board: &Board) -> Result<(), String> {
    let in_play = |unit: &crate::sets::Unit| {
        matches!(board.at[unit.index()], Where::At(_) | Where::Reserve | Where::Eliminated)
    };
    let mut seen = Vec::new();
    for unit in pack.kinds.tanks.iter().filter(in_play) {
        let battalion = pack.info(unit).battalion;
        if seen.contains(&battalion) {
            return Err(format!("two counters of {} in play", pack.info(unit).name));
        }
        seen.push(battalion);
    }
    Ok(())
}

/// Markers within the counter mix (12.5).
fn markers(pack: &Pack, board: &Board) -> Result<(), String> {
    for side in Side::BOTH {
        let own = side == board.active;
        let placed: u16 =
            board.impulse.rolling.iter().chain(&board.impulse.direct).map(|count| u16::from(*count)).sum();
        let all = u16::from(board.support[side]) + if own { placed } else { 0 };
        if all > u16::from(pack.charts.refit.support_limit) {
            return Err(format!("{all} support markers of {}", side.name()));
        }
    }
    Ok(())
}

/// The assault in hand has attackers on the right side.
fn assault(pack: &Pack, board: &Board) -> Result<(), String> {
    let Some(Assault { attackers, point, forward, .. }) = board.assault else { return Ok(()) };
    let own = pack.kinds.of[board.active];
    let forward_is_enemy = forward.is_none_or(|unit| !own.contains(unit));
    if !(attackers - own).is_empty()
        || point.is_some_and(|unit| !attackers.contains(unit))
        || !forward_is_enemy
    {
        return Err("the assault has attackers or defenders of the wrong side".into());
    }
    Ok(())
}
