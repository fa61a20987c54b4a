//! The order of the day (4.0): which steps wait below which.
//!
//! Most steps of a day follow each other, and each says itself which comes next. An artillery step waits below the
//! barrage that it fires; the movement of an assault impulse waits below the assault in hand; and the steps of an assault
//! that send units away wait below the retreat.

use crate::board::Board;
use crate::step::{Below, StepKind};

const UNRELATED: &str = "steps: they do not follow from each other";

fn unless(fits: bool) -> Result<(), String> {
    if fits { Ok(()) } else { Err(UNRELATED.to_owned()) }
}

fn kinds(below: Below) -> Vec<StepKind> {
    below.iter().map(|step| step.kind()).collect()
}

/// A step of the day stands alone.
pub(crate) fn alone(below: Below) -> Result<(), String> {
    unless(below.is_empty())
}

/// A step of an impulse stands alone, and the impulse belongs to an area (8.1).
pub(crate) fn of_impulse(board: &Board, below: Below) -> Result<(), String> {
    alone(below)?;
    if board.impulse.area.is_none() { Err("now: an impulse needs its area".into()) } else { Ok(()) }
}

/// A step of a barrage needs the barrage, and those who fire it wait (9.2, 16.2).
pub(crate) fn in_barrage(board: &Board, below: Below) -> Result<(), String> {
    let fired = matches!(kinds(below)[..], [StepKind::Opening | StepKind::Artillery]);
    unless(fired && board.barrage.is_some())
}

/// While a step of an assault lasts, the movement waits (11.1).
pub(crate) fn in_assault(below: Below) -> Result<(), String> {
    unless(matches!(kinds(below)[..], [StepKind::Movement]))
}

/// A retreat needs its unit, and what sent it away waits (11.7).
pub(crate) fn in_retreat(board: &Board, below: Below) -> Result<(), String> {
    use StepKind::{FallBack, Losses, Movement, Withdrawal};
    let sent = matches!(kinds(below)[..], [Movement, Losses | FallBack | Withdrawal]);
    unless(sent && board.subject.is_some())
}
