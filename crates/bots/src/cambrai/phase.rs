//! The phases of a day, as the steps show them (4.0).

use ::cambrai::board::Board;
use ::cambrai::side::Side;
use ::cambrai::step::Step;

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
pub(super) fn phase(step: Step) -> Phase {
    match step {
        Step::Bid
        | Step::Dawn
        | Step::Reinforcements
        | Step::Placement
        | Step::Garrisons
        | Step::TankReturn
        | Step::Weather
        | Step::Forecast
        | Step::Snowstorm
        | Step::StormReversal
        | Step::Interdiction => Phase::Dawn,
        Step::Dusk
        | Step::HurricaneRefit
        | Step::Ammunition
        | Step::MoreAmmunition
        | Step::Purchase
        | Step::TankRefit
        | Step::InfantryRefit
        | Step::Dismounting
        | Step::DismountedRefit
        | Step::EndPhase
        | Step::HaigsMind
        | Step::NextTurn => Phase::Night,
        _ => Phase::Day,
    }
}

/// The number of a player turn: an impulse, a dawn, a side's night.
pub(super) fn player_turn(step: Step, board: &Board) -> u32 {
    let within = match phase(step) {
        Phase::Dawn => 0,
        Phase::Day => u32::from(board.impulse_number) + 1,
        Phase::Night => 100 + u32::from(board.asked == Side::German),
    };
    u32::from(board.turn) << 8 | within
}
