//! Combat (11.0): who may take part, and what both sides add up. [`crate::assault`] has its steps.

use crate::board::{Air, Assault, AssaultKind, Board, Outcome};
use crate::pack::{Identifier, Pack};
use crate::sets::{Place, Unit, Units};
use crate::side::Side;
use crate::sum::{Part, Sum};
use crate::{moving, overrun};

/// Units that may assault inside the contested active area, before they begin to move (11.3).
pub(crate) fn insiders(pack: &Pack, board: &Board, area: Place) -> Units {
    let chart = &pack.charts.movement;
    let enemy = board.active.enemy();
    if !board.impulse.contested.contains(area) || board.impulse.assaulted.contains(area) {
        return Units::NONE;
    }
    let cost =
        if board.fresh_present(enemy).contains(area) { chart.assault_fresh } else { chart.assault_exhausted };
    let may =
        |unit: &Unit| board.impulse.spent[unit.index()] == 0 && moving::allowance(pack, board, *unit) >= cost;
    (moving::able(board) & board.units_in(area)).iter().filter(may).collect()
}

/// The defenders of the assault in hand.
pub(crate) fn defenders(pack: &Pack, board: &Board) -> Units {
    board.assault.map_or(Units::NONE, |assault| board.own_in(pack, board.active.enemy(), assault.place))
}

/// An assault as it would be resolved: both values, and what limits the result.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// The attack value (11.4.2).
    pub attack: Sum,
    /// The defense value (11.4.3).
    pub defense: Sum,
    /// The points that all defenders together can absorb (11.5).
    pub capacity: u8,
    /// The points that the position spares them (11.6.1).
    pub relief: i8,
    /// What happens beyond the capacity.
    pub beyond: Outcome,
}

impl Assessment {
    /// The result at a difference of attack total and defense total (11.4.4, 11.5, 11.6.1).
    pub fn outcome(&self, difference: i8) -> Outcome {
        match difference {
            ..0 => Outcome::Repulse,
            0 => Outcome::Stalemate,
            _ => match difference - self.relief {
                ..=0 => Outcome::OnePoint,
                points if points as u8 > self.capacity => self.beyond,
                points => Outcome::Success(points as u8),
            },
        }
    }
}

/// Adds up an assault: used for its resolution and for its odds (11.4.2, 11.4.3).
pub fn assess(pack: &Pack, board: &Board, assault: &Assault, point: Unit, forward: Unit) -> Assessment {
    let side = pack.info(point).side;
    let place = assault.place;
    let defenders = board.own_in(pack, side.enemy(), place);
    let fresh = (defenders & board.fresh).count();
    let casualties = &pack.charts.casualties;
    let exhausted = casualties.eliminate_exhausted;
    let identifier = pack.at(place).identifier;
    Assessment {
        attack: attack_value(pack, board, assault, point),
        defense: defense_value(pack, board, assault, side.enemy(), forward),
        capacity: defenders.count() * exhausted + fresh * casualties.exhaust,
        relief: if identifier == Identifier::Circle { 0 } else { pack.charts.assault.position_relief },
        beyond: overrun::beyond(pack, board, point, identifier),
    }
}

fn attack_value(pack: &Pack, board: &Board, assault: &Assault, point: Unit) -> Sum {
    let chart = &pack.charts.assault;
    let side = pack.info(point).side;
    let (place, attackers) = (assault.place, assault.attackers);
    let infantry = (attackers & pack.kinds.infantry).count();
    let rolling = board.impulse.rolling[place.index()];
    let direct = board.impulse.direct[place.index()].min(infantry.saturating_sub(rolling));
    let divisions = divisions(pack, attackers);
    let counted = if board.options.every_division_costs { divisions } else { divisions.saturating_sub(1) };
    let tanks = !(attackers & pack.kinds.tanks).is_empty();
    let fifty_first = tanks && !(attackers & pack.kinds.fifty_first).is_empty();
    let mut sum = Sum::default();
    sum.add(Part::PointUnit, pack.info(point).attack)
        .add(Part::OtherUnits, chart.other_unit * (attackers.count() as i8 - 1).max(0))
        .add(Part::DirectSupport, chart.direct_support * direct as i8)
        .add(Part::AirSupport, chart.air_support * i8::from(board.air[side] == Air::Over(place)))
        .add(Part::Divisions, chart.division * counted as i8);
    if tanks && board.turn == 0 {
        sum.add(Part::FirstDayTanks, chart.first_day_tanks);
    }
    if tanks && board.turn <= 1 && board.options.tank_fright {
        sum.add(Part::TankFright, chart.tank_fright);
    }
    if fifty_first && board.options.fifty_first {
        let penalty = if board.turn == 0 { chart.fifty_first_first_day } else { chart.fifty_first_later };
        sum.add(Part::FiftyFirst, penalty);
    }
    sum
}

/// How many divisions take part; tanks belong to none (11.4.2 E, ruling R22).
fn divisions(pack: &Pack, attackers: Units) -> u8 {
    let numbers = attackers.iter().filter_map(|unit| pack.info(unit).division_number);
    numbers.fold(0u64, |seen, number| seen | 1 << number).count_ones() as u8
}

fn defense_value(pack: &Pack, board: &Board, assault: &Assault, side: Side, forward: Unit) -> Sum {
    let chart = &pack.charts.assault;
    let place = assault.place;
    let info = pack.info(forward);
    let factor = if board.is_fresh(forward) { info.defense } else { info.exhausted_defense };
    let others = (board.own_in(pack, side, place) & board.fresh) - Units::one(forward);
    let over_canal = assault.kind == AssaultKind::Mandatory
        && assault.attackers.iter().any(|unit| {
            let from = board.impulse.came_from[unit.index()];
            from.is_some_and(|from| !pack.links.dry[place.index()].contains(from))
        });
    let mut sum = Sum::default();
    sum.add(Part::ForwardUnit, factor)
        .add(Part::FreshDefenders, chart.fresh_defender * others.count() as i8)
        .add(Part::Terrain, pack.at(place).terrain)
        .add(Part::Hurricanes, chart.hurricane * board.hurricane_fresh[side] as i8)
        .add(Part::Canal, chart.canal * i8::from(over_canal));
    sum
}
