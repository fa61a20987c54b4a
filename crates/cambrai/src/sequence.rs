//! Which module runs, asks, checks and carries out which step: the sequence of play in motion (4.0).

use engine::{Context, Flow, Forbidden, Question, Seat, Seats};

use crate::board::Board;
use crate::event::Event;
use crate::pack::Pack;
use crate::rule::Rule;
use crate::side::Side;
use crate::step::{Action, Step};
use crate::{
    Cambrai, advantage, artillery, bids, bridges, casualties, combat, end_phase, first_turn, impulse,
    interdiction, movement, night, regroup, reinforcements, retreat, sunset, weather,
};

/// Runs a step until a player must choose or another step follows.
pub(crate) fn run(pack: &Pack, step: Step, board: &mut Board, context: &mut Context<Event>) -> Flow<Cambrai> {
    match step {
        Step::Bid => bids::run(board, context),
        Step::Dawn => reinforcements::dawn(pack, board, context),
        Step::Reinforcements => reinforcements::run(pack, board, context),
        Step::Garrisons => reinforcements::run_garrisons(pack, board),
        Step::TankReturn => reinforcements::run_tank_return(pack, board),
        Step::Weather => weather::roll(pack, board, context),
        Step::Snowstorm => weather::storm(pack, board, context),
        Step::Interdiction => interdiction::run(pack, board),
        Step::Daylight => impulse::daylight(board, context),
        Step::Impulse => impulse::begin(board, context),
        Step::Releases => reinforcements::run_releases(pack, board, context),
        Step::Opening => first_turn::run(pack, board, context),
        Step::BarrageLosses => artillery::run_losses(pack, board),
        Step::Movement => movement::run(pack, board),
        Step::Point => combat::run_point(board),
        Step::Resolution => combat::resolve(pack, board, context),
        Step::Result => combat::apply(pack, board, context),
        Step::Losses => casualties::run(pack, board),
        Step::Retreat => retreat::run(pack, board, context),
        Step::FallBack => retreat::run_fall_back(pack, board),
        Step::Withdrawal => retreat::run_withdrawal(pack, board),
        Step::Aftermath => combat::aftermath(pack, board, context),
        Step::ImpulseEnd => sunset::run(pack, board, context),
        Step::Recall => interdiction::run_recall(board),
        Step::NextImpulse => impulse::next(pack, board),
        Step::Dusk => end_phase::dusk(pack, board, context),
        Step::HurricaneRefit => night::hurricanes(pack, board, context),
        Step::Ammunition => night::ammunition(pack, board, context),
        Step::MoreAmmunition => night::run_more(board),
        Step::TankRefit => night::run_tanks(pack, board, context),
        Step::InfantryRefit => night::run_infantry(pack, board),
        Step::Dismounting => night::run_dismounting(pack, board),
        Step::EndPhase => end_phase::run(pack, board, context),
        Step::NextTurn => end_phase::next_turn(board, context),
        Step::Placement
        | Step::Forecast
        | Step::StormReversal
        | Step::Activation
        | Step::Artillery
        | Step::PrimaryTarget
        | Step::Commitment
        | Step::Forward
        | Step::Effort
        | Step::Demolition
        | Step::Regroup
        | Step::Purchase
        | Step::DismountedRefit
        | Step::HaigsMind => Flow::Ask,
    }
}

/// Who answers at a step.
pub(crate) fn asked_side(step: Step, board: &Board) -> Side {
    match step {
        Step::Bid
        | Step::Dawn
        | Step::Weather
        | Step::Snowstorm
        | Step::Daylight
        | Step::Impulse
        | Step::Releases
        | Step::Resolution
        | Step::Result
        | Step::Aftermath
        | Step::ImpulseEnd
        | Step::NextImpulse
        | Step::Dusk
        | Step::EndPhase
        | Step::NextTurn
        | Step::TankReturn
        | Step::TankRefit
        | Step::Dismounting
        | Step::DismountedRefit => Side::British,
        Step::Garrisons => Side::German,
        Step::Reinforcements
        | Step::Placement
        | Step::Interdiction
        | Step::Recall
        | Step::HurricaneRefit
        | Step::Ammunition
        | Step::MoreAmmunition
        | Step::Purchase
        | Step::InfantryRefit => board.asked,
        Step::Forecast | Step::StormReversal | Step::HaigsMind | Step::Effort => {
            board.advantage.unwrap_or(board.active)
        }
        Step::Activation
        | Step::Opening
        | Step::Artillery
        | Step::PrimaryTarget
        | Step::Movement
        | Step::Commitment
        | Step::Point
        | Step::FallBack
        | Step::Demolition
        | Step::Regroup => board.active,
        Step::BarrageLosses | Step::Forward | Step::Losses | Step::Withdrawal => board.active.enemy(),
        Step::Retreat => retreat::owner(board),
    }
}

/// Who is asked, and by which rule.
pub(crate) fn question(step: Step, board: &Board) -> Question<Rule> {
    let seats = if step == Step::Bid {
        let waiting = (0..2u8).filter(|seat| board.bids[usize::from(*seat)].is_none());
        waiting.fold(Seats::NONE, |seats, seat| seats.with(Seat(seat)))
    } else {
        Seats::one(bids::seat_for(board, asked_side(step, board)))
    };
    Question { seats, rule: rules(step)[0] }
}

/// The rules behind the question of a step, the most important first.
pub(crate) fn rules(step: Step) -> &'static [Rule] {
    match step {
        Step::Bid => &[Rule::SideBids],
        Step::Dawn => &[Rule::DawnPhase],
        Step::Reinforcements => &[Rule::Reinforcements, Rule::Stacking],
        Step::Placement => &[Rule::Reinforcements, Rule::Swapping],
        Step::Garrisons | Step::TankReturn => &[Rule::EliminatedUnits],
        Step::Weather => &[Rule::WeatherRoll],
        Step::Forecast | Step::MoreAmmunition => &[Rule::AdvantageUse],
        Step::Snowstorm => &[Rule::Snowstorm],
        Step::StormReversal => &[Rule::Snowstorm, Rule::AdvantageUse],
        Step::Interdiction | Step::Recall => &[Rule::AirInterdiction],
        Step::Daylight => &[Rule::DaylightPhase],
        Step::Impulse | Step::NextImpulse => &[Rule::Impulses],
        Step::Releases => &[Rule::FirstDayReleases, Rule::Stacking],
        Step::Activation => &[Rule::ImpulseTypes],
        Step::Opening => &[Rule::OpeningBarrage],
        Step::Artillery => &[Rule::AssaultImpulse, Rule::AssaultSupport],
        Step::PrimaryTarget => &[Rule::HurricaneBarrage],
        Step::BarrageLosses => &[Rule::BarrageCasualties],
        Step::Movement => &[Rule::Movement, Rule::AssaultImpulse],
        Step::Commitment => &[Rule::OptionalAssault, Rule::ContestedActivation],
        Step::Point => &[Rule::PointUnit, Rule::AssaultProcedure],
        Step::Forward => &[Rule::AssaultProcedure, Rule::DefenseValue],
        Step::Resolution | Step::Result => &[Rule::AssaultResult],
        Step::Effort => &[Rule::AdvantageUse, Rule::AssaultResult],
        Step::Losses => &[Rule::AssaultCasualties],
        Step::Retreat => &[Rule::RetreatPriorities, Rule::Retreats],
        Step::FallBack => &[Rule::Retreats],
        Step::Withdrawal => &[Rule::VoluntaryRetreat],
        Step::Aftermath => &[Rule::MarkersRemoved],
        Step::Demolition => &[Rule::Demolition],
        Step::Regroup => &[Rule::RegroupImpulse],
        Step::ImpulseEnd => &[Rule::Sunset],
        Step::Dusk => &[Rule::NightPhase],
        Step::HurricaneRefit => &[Rule::HurricaneRefit],
        Step::Ammunition | Step::Purchase => &[Rule::ArtilleryRefit],
        Step::TankRefit => &[Rule::TankRefit, Rule::AdvantageUse],
        Step::InfantryRefit => &[Rule::InfantryRefit],
        Step::Dismounting | Step::DismountedRefit => &[Rule::DismountedCavalry],
        Step::EndPhase | Step::NextTurn => &[Rule::EndPhase],
        Step::HaigsMind => &[Rule::HaigDecides, Rule::AdvantageUse],
    }
}

/// Every legal answer.
pub(crate) fn ask(pack: &Pack, step: Step, board: &Board, options: &mut Vec<Action>) {
    match step {
        Step::Bid => options.extend((0..=pack.charts.highest_bid).map(Action::Bid)),
        Step::Reinforcements => reinforcements::ask(pack, board, options),
        Step::Releases => reinforcements::ask_releases(pack, board, options),
        Step::Placement => reinforcements::ask_placement(pack, board, options),
        Step::Garrisons => reinforcements::ask_garrisons(pack, board, options),
        Step::TankReturn => reinforcements::ask_tank_return(pack, board, options),
        Step::Interdiction => interdiction::ask(pack, board, options),
        Step::Recall => options.extend([Action::Recall, Action::Decline]),
        Step::Activation => impulse::ask(pack, board, options),
        Step::Opening => first_turn::ask(board, options),
        Step::Artillery => artillery::ask(pack, board, options),
        Step::PrimaryTarget => artillery::ask_target(pack, board, options),
        Step::BarrageLosses => artillery::ask_losses(pack, board, options),
        Step::Movement => movement::ask(pack, board, options),
        Step::Commitment => combat::ask_commitment(pack, board, options),
        Step::Point => combat::ask_point(board, options),
        Step::Forward => combat::ask_forward(pack, board, options),
        Step::Losses => casualties::ask(pack, board, options),
        Step::Retreat => retreat::ask(pack, board, options),
        Step::FallBack => retreat::ask_fall_back(pack, board, options),
        Step::Withdrawal => retreat::ask_withdrawal(pack, board, options),
        Step::Demolition => bridges::ask(pack, board, options),
        Step::Regroup => regroup::ask(pack, board, options),
        Step::Purchase => options.extend((0..=night::most_markers(pack, board)).map(Action::Buy)),
        Step::TankRefit => night::ask_tanks(pack, board, options),
        Step::InfantryRefit => night::ask_infantry(pack, board, options),
        Step::Dismounting => night::ask_dismounting(pack, board, options),
        Step::DismountedRefit => night::ask_dismounted_refit(pack, board, options),
        Step::Forecast | Step::StormReversal | Step::Effort | Step::MoreAmmunition | Step::HaigsMind => {
            options.extend([Action::Advantage, Action::Decline]);
        }
        Step::Dawn
        | Step::Weather
        | Step::Snowstorm
        | Step::Daylight
        | Step::Impulse
        | Step::Resolution
        | Step::Result
        | Step::Aftermath
        | Step::ImpulseEnd
        | Step::NextImpulse
        | Step::Dusk
        | Step::HurricaneRefit
        | Step::Ammunition
        | Step::EndPhase
        | Step::NextTurn => {}
    }
}

/// Every rule that forbids an answer. An answer to another question is forbidden by the one that is open.
pub(crate) fn check(pack: &Pack, step: Step, board: &Board, seat: Seat, action: Action) -> Forbidden {
    if !question(step, board).seats.contains(seat) {
        return Forbidden::by(if board.impulse.area.is_some() { Rule::InactiveSide } else { rules(step)[0] });
    }
    if is_closed(pack, action) {
        return Forbidden::by(Rule::OpenPlaces);
    }
    if let Some(verdict) = check_answer(pack, step, board, action) {
        return verdict;
    }
    let mut verdict = Forbidden::by(rules(step)[0]);
    if step == Step::Movement && is_artillery(action) {
        // What could not be fired or placed was skipped: say why, too.
        verdict.0.extend(artillery::check(pack, board, action).0);
    }
    verdict
}

/// Whether an action names a place, or a bridge to one, that is not open in the scenario.
fn is_closed(pack: &Pack, action: Action) -> bool {
    match action {
        Action::Place(place)
        | Action::Interdict(place)
        | Action::Activate(place)
        | Action::Regroup(place)
        | Action::Hurricane(place)
        | Action::Rolling(place)
        | Action::Direct(place)
        | Action::Air(place)
        | Action::To(place)
        | Action::Wade(place)
        | Action::Assault(place) => !pack.links.all.contains(place),
        Action::Blow(bridge) => pack.over(bridge).ends.iter().any(|end| !pack.links.all.contains(*end)),
        _ => false,
    }
}

fn is_artillery(action: Action) -> bool {
    matches!(action, Action::Hurricane(_) | Action::Rolling(_) | Action::Direct(_) | Action::Air(_))
}

/// Whether an action answers the question of a step, legally or not.
pub(crate) fn answers(pack: &Pack, step: Step, board: &Board, action: Action) -> bool {
    check_answer(pack, step, board, action).is_some()
}

/// Every rule that forbids an action as an answer to the open question; none if it does not answer it.
fn check_answer(pack: &Pack, step: Step, board: &Board, action: Action) -> Option<Forbidden> {
    let verdict = match (step, action) {
        (Step::Bid, Action::Bid(points)) => Some(bids::check(pack, points)),
        (Step::Reinforcements, Action::Enter(unit)) => Some(reinforcements::check(pack, board, unit)),
        (Step::Releases, Action::Enter(unit)) => Some(reinforcements::check_release(pack, board, unit)),
        (Step::Placement, Action::Place(_) | Action::Swap(_)) => {
            Some(reinforcements::check_placement(pack, board, action))
        }
        (Step::Garrisons, Action::Place(place)) => Some(reinforcements::check_garrison(pack, board, place)),
        (Step::TankReturn, Action::Place(place)) => {
            Some(reinforcements::check_tank_return(pack, board, place))
        }
        (Step::Interdiction, Action::Interdict(place)) => Some(interdiction::check(pack, board, place)),
        (Step::Activation, Action::Activate(_) | Action::Regroup(_)) => {
            Some(impulse::check(pack, board, action))
        }
        (Step::Opening, Action::Hurricane(place)) => Some(first_turn::check(board, place)),
        (Step::Artillery, action) if is_artillery(action) => Some(artillery::check(pack, board, action)),
        (Step::PrimaryTarget, Action::Target(unit)) => Some(artillery::check_target(pack, board, unit)),
        (Step::BarrageLosses, Action::Exhaust(_) | Action::Eliminate(_)) => {
            Some(artillery::check_losses(pack, board, action))
        }
        (
            Step::Movement,
            Action::Move(_) | Action::To(_) | Action::Wade(_) | Action::Assault(_) | Action::Done,
        ) => Some(movement::check(pack, board, action)),
        (Step::Commitment, Action::Commit(_) | Action::Done) => {
            Some(combat::check_commitment(pack, board, action))
        }
        (Step::Point, Action::Point(unit)) => Some(combat::check_point(board, unit)),
        (Step::Forward, Action::Forward(unit)) => Some(combat::check_forward(pack, board, unit)),
        (Step::Losses, Action::Exhaust(_) | Action::Eliminate(_) | Action::Retreat(_)) => {
            Some(casualties::check(pack, board, action))
        }
        (Step::Retreat, Action::To(place)) => Some(retreat::check(pack, board, place)),
        (Step::FallBack, Action::Retreat(_) | Action::Done) => {
            Some(retreat::check_fall_back(pack, board, action))
        }
        (Step::Withdrawal, Action::Retreat(unit)) => Some(retreat::check_withdrawal(pack, board, unit)),
        (Step::Demolition, Action::Blow(bridge)) => Some(bridges::check(pack, board, bridge)),
        (Step::Regroup, Action::Move(_) | Action::To(_) | Action::Wade(_) | Action::Done) => {
            Some(regroup::check(pack, board, action))
        }
        (Step::Purchase, Action::Buy(count)) => Some(night::check_purchase(pack, board, count)),
        (Step::TankRefit, Action::Refit(_) | Action::Roll | Action::Advantage) => {
            Some(night::check_tanks(pack, board, action))
        }
        (Step::InfantryRefit, Action::Refit(unit)) => Some(night::check_infantry(pack, board, unit)),
        (Step::Dismounting, Action::Dismount(unit)) => Some(night::check_dismounting(pack, board, unit)),
        (Step::DismountedRefit, Action::Refit(unit)) => {
            Some(night::check_dismounted_refit(pack, board, unit))
        }
        _ => None,
    };
    verdict.or_else(|| is_plain_answer(step, action).then_some(Forbidden::NO))
}

/// The answers that are always open at a step.
fn is_plain_answer(step: Step, action: Action) -> bool {
    match action {
        Action::Pass => step == Step::Activation,
        Action::Recall => step == Step::Recall,
        Action::Advantage => matches!(
            step,
            Step::Forecast | Step::StormReversal | Step::Effort | Step::MoreAmmunition | Step::HaigsMind
        ),
        Action::Decline => matches!(
            step,
            Step::Forecast
                | Step::StormReversal
                | Step::Effort
                | Step::MoreAmmunition
                | Step::HaigsMind
                | Step::Recall
                | Step::TankReturn
                | Step::Interdiction
        ),
        Action::Done => matches!(
            step,
            Step::Artillery | Step::Withdrawal | Step::Demolition | Step::InfantryRefit | Step::Dismounting
        ),
        _ => false,
    }
}

/// Carries out a legal answer.
pub(crate) fn choose(
    pack: &Pack,
    step: Step,
    board: &mut Board,
    seat: Seat,
    action: Action,
    context: &mut Context<Event>,
) -> Flow<Cambrai> {
    match step {
        Step::Bid => bids::choose(board, seat, action, context),
        Step::Reinforcements => reinforcements::choose(board, action),
        Step::Releases => reinforcements::choose_release(pack, board, action, context),
        Step::Placement => reinforcements::place(pack, board, action, context),
        Step::Garrisons => reinforcements::return_garrison(pack, board, action, context),
        Step::TankReturn => reinforcements::return_tank(pack, board, action, context),
        Step::Forecast => advantage::forecast(board, action, context),
        Step::StormReversal => advantage::reverse_storm(pack, board, action, context),
        Step::Interdiction => interdiction::choose(board, action, context),
        Step::Recall => interdiction::recall(board, action, context),
        Step::Activation => impulse::choose(pack, board, action, context),
        Step::Opening => first_turn::choose(board, action),
        Step::Artillery => artillery::choose(board, action, context),
        Step::PrimaryTarget => artillery::fire(pack, board, action, context),
        Step::BarrageLosses => artillery::lose(pack, board, action, context),
        Step::Movement => movement::choose(pack, board, action, context),
        Step::Commitment => combat::commit(board, action),
        Step::Point => combat::lead(board, action),
        Step::Forward => combat::meet(board, action),
        Step::Effort => advantage::effort(board, action, context),
        Step::Losses => casualties::choose(pack, board, action, context),
        Step::Retreat => retreat::choose(pack, board, action, context),
        Step::FallBack | Step::Withdrawal => retreat::choose_unit(step, board, action),
        Step::Demolition => bridges::blow(pack, board, action, context),
        Step::Regroup => regroup::choose(pack, board, action, context),
        Step::MoreAmmunition => night::choose_more(board, action, context),
        Step::Purchase => night::buy(board, action, context),
        Step::TankRefit => night::refit_tank(pack, board, action, context),
        Step::InfantryRefit => night::refit_infantry(pack, board, action, context),
        Step::Dismounting => night::dismount(pack, board, action, context),
        Step::DismountedRefit => night::refit_dismounted(pack, board, action, context),
        Step::HaigsMind => advantage::change_haigs_mind(pack, board, action, context),
        Step::Dawn
        | Step::Weather
        | Step::Snowstorm
        | Step::Daylight
        | Step::Impulse
        | Step::Resolution
        | Step::Result
        | Step::Aftermath
        | Step::ImpulseEnd
        | Step::NextImpulse
        | Step::Dusk
        | Step::HurricaneRefit
        | Step::Ammunition
        | Step::EndPhase
        | Step::NextTurn => Flow::Again,
    }
}
