//! The phases of a day, as the steps show them (4.0).

use ::cambrai::board::Board;
use ::cambrai::side::Side;
use ::cambrai::step::StepKind;

/// A phase of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Reinforcements and weather.
    Dawn,
    /// Impulses.
    Day,
    /// Recovery, and Haig.
    Night,
}

/// The phase that a step belongs to.
pub(super) fn phase(step: StepKind) -> Phase {
    match step {
        StepKind::Bid
        | StepKind::Dawn
        | StepKind::Reinforcements
        | StepKind::Placement
        | StepKind::Garrisons
        | StepKind::TankReturn
        | StepKind::WeatherRoll
        | StepKind::Forecast
        | StepKind::Snowstorm
        | StepKind::StormReversal
        | StepKind::Interdiction => Phase::Dawn,
        StepKind::Dusk
        | StepKind::HurricaneRefit
        | StepKind::Ammunition
        | StepKind::MoreAmmunition
        | StepKind::Purchase
        | StepKind::TankRefit
        | StepKind::InfantryRefit
        | StepKind::Dismounting
        | StepKind::DismountedRefit
        | StepKind::EndPhase
        | StepKind::HaigsMind
        | StepKind::NextTurn => Phase::Night,
        _ => Phase::Day,
    }
}

/// The number of a player turn: an impulse, a dawn, a side's night.
pub(super) fn player_turn(step: StepKind, board: &Board) -> u32 {
    let within = match phase(step) {
        Phase::Dawn => 0,
        Phase::Day => u32::from(board.impulse_number) + 1,
        Phase::Night => 100 + u32::from(board.asked == Side::German),
    };
    u32::from(board.turn) << 8 | within
}
