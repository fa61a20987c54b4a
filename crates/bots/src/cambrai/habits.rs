//! What a sensible player is drawn to, question by question.

use ::cambrai::board::{Board, Outcome};
use ::cambrai::end_phase::victory_points;
use ::cambrai::pack::Pack;
use ::cambrai::sets::{Place, Unit};
use ::cambrai::side::Side;
use ::cambrai::step::{Action, Step};

use super::ground::{aim, beside, promise, strikers, worth};

/// The weight of an answer.
pub(super) fn weigh(pack: &Pack, step: Step, board: &Board, side: Side, action: Action) -> f32 {
    match action {
        Action::Bid(points) => -f32::from(points.abs_diff(3)) * 0.5,
        Action::Activate(area) => {
            0.5 + promise(pack, board, side, area) + bridges_at_risk(pack, board, side, area)
        }
        Action::Regroup(area) => regroup(pack, board, side, area),
        Action::Pass => pass(board, side),
        Action::Hurricane(place) => hurricane(pack, board, side, step, place),
        Action::Target(unit) => {
            f32::from(pack.info(unit).defense) * 0.3 + if board.is_fresh(unit) { 1.0 } else { 0.6 }
        }
        Action::Rolling(_) => -1.5,
        Action::Direct(place) | Action::Air(place) => support(pack, board, side, place),
        Action::Move(unit) => march(pack, board, side, unit),
        Action::To(place) | Action::Wade(place) => enter(pack, board, side, step, action, place),
        Action::Assault(place) => assault(pack, board, side, place),
        Action::Commit(unit) => 1.0 + f32::from(pack.info(unit).attack) * 0.1,
        Action::Point(unit) => {
            f32::from(pack.info(unit).attack) + if is_tank(pack, unit) { 1.5 } else { 0.0 }
        }
        Action::Forward(unit) => forward(pack, board, unit),
        Action::Exhaust(_) => 0.8,
        Action::Eliminate(unit) => {
            -0.3 * f32::from(pack.info(unit).defense) - if board.is_fresh(unit) { 2.0 } else { 0.6 }
        }
        Action::Retreat(unit) => withdraw(pack, board, side, step, unit),
        Action::Blow(_) => {
            if side == Side::German {
                2.5
            } else {
                -1.5
            }
        }
        Action::Buy(count) => f32::from(count) * 0.4,
        Action::Roll => 1.0,
        Action::Advantage => advantage(pack, step, board, side),
        Action::Decline => 0.0,
        Action::Refit(unit) => 0.3 * f32::from(pack.info(unit).attack) + near_enemy(pack, board, side, unit),
        Action::Dismount(_) => {
            if board.turn >= 4 {
                0.4
            } else {
                -1.5
            }
        }
        Action::Place(place) => placement(pack, board, side, step, place),
        Action::Swap(unit) => 0.2 + near_enemy(pack, board, side, unit),
        Action::Enter(unit) => 0.2 * f32::from(pack.info(unit).attack),
        Action::Interdict(place) => 0.4 * f32::from(board.units_in(place).count()),
        Action::Recall => -0.5,
        Action::Done => done(board, step),
    }
}

fn is_tank(pack: &Pack, unit: Unit) -> bool {
    pack.kinds.tanks.contains(unit)
}

/// A German activates an area beside the enemy to blow its bridges (14.1).
fn bridges_at_risk(pack: &Pack, board: &Board, side: Side, area: Place) -> f32 {
    if side == Side::British {
        return 0.0;
    }
    let at_risk = pack.links.bridges[area.index()].iter().flatten().filter(|(bridge, end)| {
        board.bridge(*bridge) == ::cambrai::scenario::BridgeState::German
            && (board.british.contains(*end) || board.present(Side::British).contains(*end))
    });
    1.2 * at_risk.count() as f32
}

/// Regrouping brings fresh reserves towards the front, and worn units away from it.
fn regroup(pack: &Pack, board: &Board, side: Side, area: Place) -> f32 {
    let fresh = strikers(pack, board, side, area).count();
    let (held, vacant) = beside(pack, board, side, area);
    if held.is_empty() && vacant.is_empty() && fresh > 0 {
        0.2 + 0.12 * f32::from(fresh.min(6))
    } else {
        -2.0
    }
}

fn pass(board: &Board, side: Side) -> f32 {
    match side {
        // A British pass ends the first day (16.3).
        Side::British if board.turn == 0 => -4.0,
        Side::British => -0.8,
        Side::German => 0.0,
    }
}

fn hurricane(pack: &Pack, board: &Board, side: Side, step: Step, place: Place) -> f32 {
    if step == Step::Opening {
        return 0.0;
    }
    let enemies = (board.units_in(place) & pack.kinds.of[side.enemy()]).count();
    let crowded = if enemies > 3 { 1.2 } else { 0.0 };
    let aimed = aim(pack, board, side).is_some_and(|(target, _)| target == place);
    crowded + if aimed { 0.8 } else { -0.6 } - 0.25 * f32::from(pack.at(place).terrain)
}

/// Support goes where the blow falls, while it still helps.
fn support(pack: &Pack, board: &Board, side: Side, place: Place) -> f32 {
    match aim(pack, board, side) {
        Some((target, margin)) if target == place => {
            let laid = f32::from(board.impulse.direct[place.index()]);
            if margin > 9.0 { -0.5 } else { 1.6 - 0.15 * laid }
        }
        _ => -3.0,
    }
}

/// Which unit moves next: into battle the tanks first, unless ground cannot be overrun.
fn march(pack: &Pack, board: &Board, side: Side, unit: Unit) -> f32 {
    let info = pack.info(unit);
    let Some(from) = board.place_of(unit) else { return -5.0 };
    let (held, vacant) = beside(pack, board, side, from);
    let goal = match aim(pack, board, side) {
        Some((target, margin)) if margin > -1.5 && (held.contains(target) || target == from) => 1.2,
        _ if !vacant.is_empty() => 0.9,
        _ => -0.4,
    };
    let lead = if is_tank(pack, unit) { 0.8 } else { 0.15 * f32::from(info.attack) };
    goal + lead
}

fn enter(pack: &Pack, board: &Board, side: Side, step: Step, action: Action, place: Place) -> f32 {
    let enemies = board.present(side.enemy()).contains(place);
    let theirs = match side {
        Side::British => !board.british.contains(place),
        Side::German => board.british.contains(place),
    };
    let wading = if matches!(action, Action::Wade(_)) { -1.2 } else { 0.0 };
    if step == Step::Regroup {
        let (held, vacant) = beside(pack, board, side, place);
        return f32::from((held | vacant).count()).min(3.0) * 0.4 + 0.1 * f32::from(pack.at(place).terrain);
    }
    if enemies {
        return wading
            + match aim(pack, board, side) {
                Some((target, margin)) if target == place => 1.5 + 0.3 * margin.clamp(-4.0, 4.0),
                _ => -1.5,
            };
    }
    if theirs {
        return wading + 1.4 + worth(pack, board, place);
    }
    let (held, vacant) = beside(pack, board, side, place);
    wading + 0.25 * f32::from((held | vacant).count().min(3)) - 0.6
}

fn assault(pack: &Pack, board: &Board, side: Side, place: Place) -> f32 {
    let able = (board.impulse.started & board.fresh_units()) - board.impulse.finished;
    let entered = able & board.units_in(place);
    let waiting = super::ground::margin(pack, board, side, entered, place);
    // The others come first; then it is resolved.
    let more =
        able.iter().any(|unit| board.place_of(unit) != Some(place) && board.impulse.spent[unit.index()] == 0);
    let base = if board.impulse.area == Some(place) { 0.35 * waiting } else { 0.6 };
    if more { base - 0.4 } else { base + 1.0 }
}

/// The forward unit takes the first loss and lends its factor: strong, and better exhausted than lost.
fn forward(pack: &Pack, board: &Board, unit: Unit) -> f32 {
    let info = pack.info(unit);
    if board.is_fresh(unit) { f32::from(info.defense) } else { f32::from(info.exhausted_defense) - 0.5 }
}

fn withdraw(pack: &Pack, board: &Board, side: Side, step: Step, unit: Unit) -> f32 {
    match step {
        // As a loss: cheaper than elimination, dearer than exhaustion.
        Step::Losses => 0.3,
        // Worn units leave a place that is lost anyway.
        Step::Withdrawal => {
            let Some(place) = board.place_of(unit) else { return -2.0 };
            let own = board.units_in(place) & pack.kinds.of[side] & board.fresh_units();
            if own.is_empty() && !board.is_fresh(unit) { -0.3 } else { -2.0 }
        }
        _ => -0.8,
    }
}

fn advantage(pack: &Pack, step: Step, board: &Board, side: Side) -> f32 {
    match step {
        Step::Forecast => {
            let good = (board.weather == ::cambrai::scenario::Weather::Clear) == (side == Side::British);
            if good { -4.0 } else { -0.8 }
        }
        Step::HaigsMind | Step::StormReversal => {
            let needed = pack.scenarios[usize::from(board.scenario)].victory.british;
            let british_ahead = victory_points(pack, board) >= needed;
            if british_ahead == (side == Side::German) { 5.0 } else { -5.0 }
        }
        Step::Effort => match board.assault.and_then(|assault| assault.outcome) {
            Some(Outcome::Repulse) => {
                board.assault.map_or(0.0, |assault| f32::from(assault.attackers.count()) * 0.3 - 0.9)
            }
            Some(Outcome::Success(points)) => f32::from(points) * 0.25 - 0.6,
            Some(Outcome::Cleared | Outcome::Halted) => 1.2,
            _ => -1.0,
        },
        Step::MoreAmmunition => -0.2,
        _ => -0.5,
    }
}

/// Fresh troops are worth most where the enemy is near.
fn near_enemy(pack: &Pack, board: &Board, side: Side, unit: Unit) -> f32 {
    let Some(place) = board.place_of(unit) else { return 0.0 };
    let enemies = pack.links.neighbours[place.index()] & board.present(side.enemy());
    0.3 * f32::from(enemies.count().min(3))
}

fn placement(pack: &Pack, board: &Board, side: Side, step: Step, place: Place) -> f32 {
    let enemies = pack.links.neighbours[place.index()] & board.present(side.enemy());
    match step {
        Step::Garrisons => 0.4 * f32::from(pack.at(place).terrain) + 0.6 * f32::from(enemies.count().min(2)),
        // A retreat: to good ground.
        Step::Retreat => 0.3 * f32::from(pack.at(place).terrain),
        _ => 0.1 * f32::from(enemies.count().min(3)),
    }
}

fn done(board: &Board, step: Step) -> f32 {
    match step {
        Step::Artillery => 0.4,
        Step::Movement => 0.2,
        Step::Commitment => 0.5,
        Step::Withdrawal => 1.0,
        Step::FallBack => 0.8,
        Step::Regroup if !board.impulse.regrouped => -1.0,
        _ => 0.0,
    }
}
