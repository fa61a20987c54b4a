//! Combat (11.0): who takes part, what both sides add up, what the dice say, and what follows at once.

use engine::{Context, Flow, Forbidden};

use crate::board::{Air, Assault, AssaultKind, Board, Outcome};
use crate::event::Event;
use crate::pack::{Identifier, Pack};
use crate::rule::Rule;
use crate::sets::{Place, Unit, Units};
use crate::side::Side;
use crate::step::{Action, Step};
use crate::sum::{Part, Sum};
use crate::{Cambrai, bridges, control, movement, overrun, sunset};

/// Units that may assault inside the contested active area, before they begin to move (11.3).
pub(crate) fn insiders(pack: &Pack, board: &Board, area: Place) -> Units {
    let chart = &pack.charts.movement;
    let enemy = board.active.enemy();
    if !board.impulse.contested.contains(area) || board.impulse.assaulted.contains(area) {
        return Units::NONE;
    }
    let cost =
        if board.fresh_present(enemy).contains(area) { chart.assault_fresh } else { chart.assault_exhausted };
    let may = |unit: &Unit| {
        board.impulse.spent[unit.index()] == 0 && movement::allowance(pack, board, *unit) >= cost
    };
    (movement::able(board) & board.units_in(area)).iter().filter(may).collect()
}

/// Units that may still join the assault in hand (11.2, 11.3).
fn volunteers(pack: &Pack, board: &Board) -> Units {
    let Some(assault) = board.assault else { return Units::NONE };
    let all = match assault.kind {
        AssaultKind::Inside => insiders(pack, board, assault.place),
        AssaultKind::Optional | AssaultKind::Mandatory => movement::waiting(board, assault.place),
    };
    all - assault.attackers
}

pub(crate) fn ask_commitment(pack: &Pack, board: &Board, options: &mut Vec<Action>) {
    options.extend(volunteers(pack, board).iter().map(Action::Commit));
    if board.assault.is_some_and(|assault| !assault.attackers.is_empty()) {
        options.push(Action::Done);
    }
}

pub(crate) fn check_commitment(pack: &Pack, board: &Board, action: Action) -> Forbidden {
    let mut verdict = Forbidden::NO;
    let kind = board.assault.map_or(AssaultKind::Optional, |assault| assault.kind);
    match action {
        Action::Commit(unit) => *verdict.when(!volunteers(pack, board).contains(unit), kind.rule()),
        _ => *verdict.when(board.assault.is_none_or(|assault| assault.attackers.is_empty()), kind.rule()),
    }
}

pub(crate) fn commit(board: &mut Board, action: Action) -> Flow<Cambrai> {
    let Some(assault) = &mut board.assault else { return Flow::Return };
    if let Action::Commit(unit) = action {
        assault.attackers.insert(unit);
        return Flow::Again;
    }
    if assault.kind == AssaultKind::Inside {
        for unit in assault.attackers.iter() {
            board.impulse.spent[unit.index()] += assault.cost;
        }
    }
    Flow::Goto(Step::Point)
}

/// The first unit in leads a mandatory assault; otherwise the attacker names one (10.4, ruling R20).
pub(crate) fn run_point(board: &mut Board) -> Flow<Cambrai> {
    let known = board.assault.is_none_or(|assault| assault.point.is_some());
    if known { Flow::Goto(Step::Forward) } else { Flow::Ask }
}

pub(crate) fn ask_point(board: &Board, options: &mut Vec<Action>) {
    let attackers = board.assault.map_or(Units::NONE, |assault| assault.attackers);
    options.extend(attackers.iter().map(Action::Point));
}

pub(crate) fn check_point(board: &Board, unit: Unit) -> Forbidden {
    let mut verdict = Forbidden::NO;
    *verdict.when(board.assault.is_none_or(|assault| !assault.attackers.contains(unit)), Rule::PointUnit)
}

pub(crate) fn lead(board: &mut Board, action: Action) -> Flow<Cambrai> {
    if let (Some(assault), Action::Point(unit)) = (&mut board.assault, action) {
        assault.point = Some(unit);
    }
    Flow::Goto(Step::Forward)
}

/// The defenders of the assault in hand.
pub(crate) fn defenders(pack: &Pack, board: &Board) -> Units {
    board.assault.map_or(Units::NONE, |assault| board.own_in(pack, board.active.enemy(), assault.place))
}

pub(crate) fn ask_forward(pack: &Pack, board: &Board, options: &mut Vec<Action>) {
    options.extend(defenders(pack, board).iter().map(Action::Forward));
}

pub(crate) fn check_forward(pack: &Pack, board: &Board, unit: Unit) -> Forbidden {
    let mut verdict = Forbidden::NO;
    *verdict.when(!defenders(pack, board).contains(unit), Rule::DefenseValue)
}

pub(crate) fn meet(board: &mut Board, action: Action) -> Flow<Cambrai> {
    if let (Some(assault), Action::Forward(unit)) = (&mut board.assault, action) {
        assault.forward = Some(unit);
    }
    Flow::Goto(Step::Resolution)
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

/// Both sides roll two dice; the first British ones may be the sunset roll, too (11.4.1, 4.2.1).
pub(crate) fn resolve(pack: &Pack, board: &mut Board, context: &mut Context<Event>) -> Flow<Cambrai> {
    let Some(assault) = board.assault else { return Flow::Return };
    let (Some(point), Some(forward)) = (assault.point, assault.forward) else { return Flow::Return };
    let side = board.active;
    let assessment = assess(pack, board, &assault, point, forward);
    let [a, b] = sunset::roll_two(board, side, context);
    let [c, d] = sunset::roll_two(board, side.enemy(), context);
    let difference = assessment.attack.total + (a + b) as i8 - assessment.defense.total - (c + d) as i8;
    let outcome = assessment.outcome(difference);
    board.assault = Some(Assault { outcome: Some(outcome), ..assault });
    let helps = match outcome {
        Outcome::Repulse => Some(side),
        Outcome::Stalemate | Outcome::Overrun => None,
        Outcome::OnePoint | Outcome::Success(_) | Outcome::Cleared | Outcome::Halted => Some(side.enemy()),
    };
    let (place, kind) = (assault.place, assault.kind);
    context.tell(|| {
        let Assessment { attack, defense, .. } = assessment;
        Event::Assaulted { side, place, kind, point, forward, attack, defense, dice: [a, b, c, d], outcome }
    });
    // Only the holder of the advantage can use it, so no order is needed (rulings R41 and R78).
    let asked = helps.is_some() && helps == board.advantage;
    Flow::Goto(if asked { Step::Effort } else { Step::Result })
}

/// Carries out the result up to the first choice (11.4.4).
pub(crate) fn apply(pack: &Pack, board: &mut Board, context: &mut Context<Event>) -> Flow<Cambrai> {
    let Some(assault) = board.assault else { return Flow::Return };
    let (Some(point), Some(forward), Some(outcome)) = (assault.point, assault.forward, assault.outcome)
    else {
        return Flow::Return;
    };
    if outcome == Outcome::Repulse {
        for unit in assault.attackers.iter() {
            control::exhaust(pack, board, unit, Rule::Repulse, context);
        }
        return Flow::Goto(Step::FallBack);
    }
    bridges::crossed(pack, board, &assault, context);
    if outcome == Outcome::Overrun {
        return overrun::apply(pack, board, point, context);
    }
    let leaders = (assault.attackers & pack.kinds.tanks) | Units::one(point);
    for unit in leaders.iter() {
        control::exhaust(pack, board, unit, outcome.rule(), context);
    }
    match outcome {
        Outcome::Stalemate => {
            if board.is_fresh(forward) {
                control::exhaust(pack, board, forward, Rule::Stalemate, context);
            } else {
                control::eliminate(pack, board, forward, Rule::Stalemate, context);
            }
            Flow::Goto(Step::FallBack)
        }
        Outcome::Cleared | Outcome::Halted => {
            overrun::sweep(pack, board, Rule::AssaultCasualties, context);
            Flow::Goto(Step::Aftermath)
        }
        Outcome::Success(points) => {
            board.assault = Some(Assault { points, ..assault });
            Flow::Goto(Step::Losses)
        }
        Outcome::OnePoint | Outcome::Repulse | Outcome::Overrun => {
            board.assault = Some(Assault { points: pack.charts.casualties.exhaust, ..assault });
            Flow::Goto(Step::Losses)
        }
    }
}

/// The assault is over: its markers come off, and nobody joins it any more (10.3, 11.3, 11.8).
pub(crate) fn aftermath(pack: &Pack, board: &mut Board, context: &mut Context<Event>) -> Flow<Cambrai> {
    let Some(assault) = board.assault.take() else { return Flow::Return };
    let (side, place) = (board.active, assault.place);
    let impulse = &mut board.impulse;
    impulse.assaulted.insert(place);
    let rolling = std::mem::take(&mut impulse.rolling[place.index()]);
    let direct = std::mem::take(&mut impulse.direct[place.index()]);
    let air = board.air[side] == Air::Over(place);
    if air {
        board.air[side] = Air::Flown;
    }
    if rolling + direct > 0 || air {
        context.tell(|| Event::MarkersLifted { side, place, rolling, direct, air });
    }
    if assault.kind == AssaultKind::Inside {
        impulse.leaving = assault.cost;
    }
    match assault.outcome {
        Some(Outcome::Overrun) => overrun::renew(pack, board, place),
        Some(Outcome::Halted) if !board.options.triangle_stops_few => {
            impulse.finished |= assault.attackers;
            impulse.halted = true;
            context.tell(|| Event::ImpulseHalted { side, place });
        }
        _ => {
            impulse.finished |= assault.attackers;
            if !pack.first_edition() {
                stop_among_enemies(board, place);
            }
        }
    }
    Flow::Return
}

/// Units that entered among enemies stay there, also if they took no part and others have cleared the place (10.1).
fn stop_among_enemies(board: &mut Board, place: Place) {
    let entered =
        |unit: &Unit| board.impulse.came_from[unit.index()].is_some() && board.place_of(*unit) == Some(place);
    let stopped: Units = board.impulse.started.iter().filter(entered).collect();
    board.impulse.finished |= stopped;
}
