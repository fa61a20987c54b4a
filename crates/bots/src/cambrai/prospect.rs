//! What an assault promises: its margin before the dice, the chances of its results, and what they are worth.

use ::cambrai::board::{Air, Board};
use ::cambrai::pack::{Identifier, Pack};
use ::cambrai::sets::{Place, Unit, Units};
use ::cambrai::side::Side;

use super::ground::{foothold, worth};
use super::temper::TEMPER;

/// How many of the 1296 throws of two dice against two come out with a difference of 0, 1, 2 … 10 (and as many with
/// the opposite sign).
const WAYS: [u16; 11] = [146, 140, 125, 104, 80, 56, 35, 20, 10, 4, 1];

/// The chance that two dice beat two others by at least each difference from -10 to 11.
const AT_LEAST: [f32; 22] = {
    let mut chances = [0.0; 22];
    let (mut sum, mut index) = (0, 21);
    while index > 0 {
        index -= 1;
        sum += WAYS[(index as isize - 10).unsigned_abs()];
        chances[index] = sum as f32 / 1296.0;
    }
    chances
};

/// The chance that the dice bring a difference of at least `wanted`.
fn at_least(wanted: i8) -> f32 {
    AT_LEAST[(wanted.clamp(-10, 11) + 10) as usize]
}

/// What an assault promises.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect {
    /// Attack value less defence value.
    pub(super) margin: i8,
    /// The chance to be thrown back.
    pub(super) repulse: f32,
    /// The chance that no defender is left.
    pub(super) clear: f32,
    /// The worth of all this to the attacker, in victory points.
    pub(super) value: f32,
}

/// What it costs a side when a fresh unit becomes exhausted: British infantry hardly ever recovers, tanks often do.
pub(super) fn wear(pack: &Pack, unit: Unit) -> f32 {
    if pack.kinds.tanks.contains(unit) {
        TEMPER.tank_wear * f32::from(pack.info(unit).attack)
    } else if pack.kinds.garrisons.contains(unit) {
        0.1
    } else if pack.kinds.cavalry.contains(unit) {
        TEMPER.cavalry_wear
    } else {
        let price = match pack.info(unit).side {
            Side::British => TEMPER.british_wear,
            Side::German => TEMPER.german_wear,
        };
        price * f32::from(pack.info(unit).attack)
    }
}

/// What an assault of `attackers` on a place promises, with `support` markers; `point` leads if it is given.
pub(super) fn prospect(
    pack: &Pack,
    board: &Board,
    side: Side,
    attackers: Units,
    place: Place,
    support: u8,
    over_canal: i8,
) -> Prospect {
    let (mut point, mut point_unit, mut divisions, mut worn) = (0, None, 0u64, 0.0);
    for unit in attackers.iter() {
        let info = pack.info(unit);
        if info.attack > point || point_unit.is_none() {
            (point, point_unit) = (info.attack, Some(unit));
        }
        divisions |= info.division_number.map_or(0, |number| 1 << number);
        worn += wear(pack, unit);
    }
    let Some(leader) = point_unit else {
        return Prospect { margin: -20, repulse: 1.0, clear: 0.0, value: -5.0 };
    };
    let tanks = attackers & pack.kinds.tanks;
    let attack =
        point + attackers.count() as i8 - 1 + support as i8 + i8::from(board.air[side] == Air::Over(place))
            - (divisions.count_ones() as i8 - 1).max(0)
            + i8::from(!tanks.is_empty() && board.turn == 0);
    let (defense, capacity) = defense(pack, board, side.enemy(), place);
    let margin = attack - defense - over_canal;
    let relief = i8::from(pack.at(place).identifier != Identifier::Circle);
    let repulse = 1.0 - at_least(-margin);
    let clear = at_least(capacity + relief + 1 - margin);
    let success = at_least(1 - margin);
    let gain = worth(pack, board, place);
    let point_cost =
        wear(pack, leader) + tanks.iter().map(|unit| wear(pack, unit)).sum::<f32>() * TEMPER.second_tank;
    // Only a tank in front overruns, and never a wood or a ridge (11.5).
    let overruns = pack.kinds.tanks.contains(leader) && pack.at(place).identifier != Identifier::Triangle;
    let overrun = if overruns { TEMPER.overrun } else { 0.0 };
    // Attackers that are not thrown back may stay and contest the place (11.4.4).
    let stay = if side == Side::British { foothold(pack, board, place) } else { 0.0 };
    // Between success and clearance the defenders lose steps, and often leave.
    let value = clear * (gain + overrun)
        + (success - clear) * (TEMPER.success * gain.min(1.5) + TEMPER.damage + stay)
        + (1.0 - repulse - success) * (TEMPER.stalemate + stay)
        - (1.0 - repulse) * point_cost
        - repulse * worn;
    Prospect { margin, repulse, clear, value }
}

/// The defence value of a place and the points that its defenders can absorb.
fn defense(pack: &Pack, board: &Board, side: Side, place: Place) -> (i8, i8) {
    let defenders = board.units_in(place) & pack.kinds.of[side];
    let fresh = defenders & board.fresh_units();
    let mut forward = 0;
    for unit in defenders.iter() {
        let info = pack.info(unit);
        let own = if fresh.contains(unit) { info.defense - 1 } else { info.exhausted_defense };
        forward = forward.max(own);
    }
    let value = forward + fresh.count() as i8 + pack.at(place).terrain + board.hurricane_fresh[side] as i8;
    (value, defenders.count() as i8 * 2 + fresh.count() as i8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_of_two_dice_against_two() {
        assert!((at_least(-10) - 1.0).abs() < 1e-6 && at_least(11) == 0.0);
        assert!((at_least(0) - (1296.0 + 146.0) / 2592.0).abs() < 1e-6, "even, half of the ties included");
        assert!((at_least(10) - 1.0 / 1296.0).abs() < 1e-6);
    }
}
