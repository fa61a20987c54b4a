//! Artillery (9.0): Hurricane Barrages with their losses, and the supports placed before movement.

use engine::{Context, Flow, Forbidden};

use crate::Cambrai;
use crate::board::{Air, Barrage, Board};
use crate::control;
use crate::event::{Event, Support};
use crate::movement;
use crate::pack::{Kind, Pack};
use crate::rule::Rule;
use crate::scenario::Weather;
use crate::sets::{Place, Places, Unit, Units};
use crate::step::{Action, Step};
use crate::sum::{Part, Sum};

/// Where a Hurricane Barrage may fall: within two areas of the active one, on enemies (9.1, 9.2).
fn hurricane_range(pack: &Pack, board: &Board) -> Places {
    board.impulse.centre.map_or(Places::NONE, |centre| pack.links.within_range[centre.index()])
}

/// Where support markers may lie: in the active area or next to it (9.1).
fn support_range(pack: &Pack, board: &Board) -> Places {
    board
        .impulse
        .centre
        .map_or(Places::NONE, |centre| pack.links.neighbours[centre.index()] | Places::one(centre))
}

/// Support markers that may still be placed: one for each infantry unit that can take part (9.5).
///
/// Ruling R79: supports are placed before anyone moves, so all infantry that can still act counts; markers beyond
/// those that in the end take part in an assault add nothing to it, and lower no cost ([`crate::rolling`]).
pub(crate) fn supports_left(pack: &Pack, board: &Board) -> u8 {
    let impulse = &board.impulse;
    let infantry = movement::able(board) & pack.kinds.infantry;
    let infantry = infantry.iter().filter(|unit| pack.first_edition() || can_act(pack, board, *unit)).count();
    let placed: u8 = impulse.rolling.iter().chain(&impulse.direct).sum();
    (infantry as u8).saturating_sub(placed).min(board.support[board.active])
}

/// Whether a unit can still move, or stands among enemies that it may still assault (9.5, ruling R79).
fn can_act(pack: &Pack, board: &Board, unit: Unit) -> bool {
    let Some(place) = board.place_of(unit) else { return false };
    let enemies = board.present(board.active.enemy()).contains(place);
    let fights = enemies && !board.impulse.assaulted.contains(place);
    let loose = !enemies || board.impulse.area == Some(place);
    fights || loose && movement::left(pack, board, unit) > 0
}

/// Where Direct Support may lie: where an assault is still possible (9.5.2).
fn direct_range(pack: &Pack, board: &Board) -> Places {
    let range = support_range(pack, board);
    if pack.first_edition() {
        return range;
    }
    (range & board.present(board.active.enemy())) - board.impulse.assaulted
}

pub(crate) fn ask(pack: &Pack, board: &Board, options: &mut Vec<Action>) {
    let side = board.active;
    if board.hurricane_fresh[side] > 0 && !board.impulse.fired {
        let targets = hurricane_range(pack, board) & board.present(side.enemy());
        options.extend(targets.iter().map(Action::Hurricane));
    }
    if supports_left(pack, board) > 0 {
        options.extend(support_range(pack, board).iter().map(Action::Rolling));
        options.extend(direct_range(pack, board).iter().map(Action::Direct));
    }
    if board.air[side] == Air::Ready && board.weather == Weather::Clear {
        options.extend(pack.links.all.iter().map(Action::Air));
    }
    options.push(Action::Done);
}

pub(crate) fn check(pack: &Pack, board: &Board, action: Action) -> Forbidden {
    let side = board.active;
    let mut verdict = Forbidden::NO;
    match action {
        Action::Hurricane(place) => {
            verdict
                .when(board.hurricane_fresh[side] == 0, Rule::UsedHurricane)
                .when(board.impulse.fired, Rule::HurricaneBarrage)
                .when(!hurricane_range(pack, board).contains(place), Rule::ArtilleryRange)
                .when(!board.present(side.enemy()).contains(place), Rule::HurricaneBarrage);
        }
        Action::Rolling(place) | Action::Direct(place) => {
            verdict
                .when(supports_left(pack, board) == 0, Rule::AssaultSupport)
                .when(!support_range(pack, board).contains(place), Rule::ArtilleryRange);
            let direct = matches!(action, Action::Direct(_));
            verdict.when(direct && !direct_range(pack, board).contains(place), Rule::DirectSupport);
        }
        Action::Air(_) => {
            verdict
                .when(board.weather == Weather::Overcast, Rule::Overcast)
                .when(matches!(board.air[side], Air::Interdicting(_)), Rule::AirInterdiction)
                .when(board.air[side] != Air::Ready, Rule::AirSupport);
        }
        _ => {}
    }
    verdict
}

pub(crate) fn choose(board: &mut Board, action: Action, context: &mut Context<Event>) -> Flow<Cambrai> {
    let side = board.active;
    let support = match action {
        Action::Hurricane(place) => {
            board.impulse.fired = true;
            board.hurricane_fresh[side] -= 1;
            board.hurricane_used[side] += 1;
            context.tell(|| Event::HurricaneUsed { side, place: Some(place) });
            board.barrage = Some(Barrage { place, primary: None, points: 0, begun: false });
            return Flow::Call(Step::PrimaryTarget);
        }
        Action::Rolling(place) => {
            board.support[side] -= 1;
            board.impulse.rolling[place.index()] += 1;
            Some((Support::Rolling, place))
        }
        Action::Direct(place) => {
            board.support[side] -= 1;
            board.impulse.direct[place.index()] += 1;
            Some((Support::Direct, place))
        }
        Action::Air(place) => {
            board.air[side] = Air::Over(place);
            Some((Support::Air, place))
        }
        _ => None,
    };
    let Some((support, place)) = support else { return Flow::Goto(Step::Movement) };
    context.tell(|| Event::SupportPlaced { side, support, place });
    Flow::Again
}

fn targets(pack: &Pack, board: &Board) -> Units {
    let enemy = board.active.enemy();
    board.barrage.map_or(Units::NONE, |barrage| board.own_in(pack, enemy, barrage.place))
}

pub(crate) fn ask_target(pack: &Pack, board: &Board, options: &mut Vec<Action>) {
    options.extend(targets(pack, board).iter().map(Action::Target));
}

pub(crate) fn check_target(pack: &Pack, board: &Board, unit: Unit) -> Forbidden {
    let mut verdict = Forbidden::NO;
    *verdict.when(!targets(pack, board).contains(unit), Rule::HurricaneBarrage)
}

/// Attack and defense value of a barrage (9.2.1, 9.2.2).
pub(crate) fn assess(pack: &Pack, board: &Board, place: Place) -> (Sum, Sum) {
    let chart = &pack.charts.barrage;
    let crowd = board.own_in(pack, board.active.enemy(), place).count() > chart.crowd_above;
    let overcast = board.weather == Weather::Overcast;
    let (mut attack, mut defense) = (Sum::default(), Sum::default());
    attack.add(Part::BarrageMarker, chart.attack).add(Part::Crowd, i8::from(crowd) * chart.crowd_bonus);
    defense
        .add(Part::BarrageTerrain, pack.at(place).terrain)
        .add(Part::OvercastCover, i8::from(overcast) * chart.overcast);
    (attack, defense)
}

/// Casualty points of a barrage: the difference, less in a square area (9.2.3, 9.3.1), and what was spared.
pub(crate) fn points(pack: &Pack, place: Place, difference: i8) -> (u8, u8) {
    let inflicted = difference.max(0) as u8;
    let relief = if pack.links.square.contains(place) { pack.charts.barrage.square_relief } else { 0 };
    let spared = relief.min(inflicted);
    (inflicted - spared, spared)
}

/// Both sides roll one die; the primary target suffers first (9.2.3).
pub(crate) fn fire(
    pack: &Pack,
    board: &mut Board,
    action: Action,
    context: &mut Context<Event>,
) -> Flow<Cambrai> {
    if let (Action::Target(primary), Some(barrage)) = (action, board.barrage) {
        let (attack, defense) = assess(pack, board, barrage.place);
        let dice = [context.d6(), context.d6()];
        let difference = attack.total + dice[0] as i8 - defense.total - dice[1] as i8;
        let (points, spared) = points(pack, barrage.place, difference);
        let (side, place) = (board.active, barrage.place);
        board.barrage = Some(Barrage { primary: Some(primary), points, ..barrage });
        context.tell(|| Event::BarrageFired { side, place, primary, attack, defense, dice, spared, points });
    }
    Flow::Goto(Step::BarrageLosses)
}

/// Points that one step of a unit absorbs (9.3).
pub(crate) fn step_of(pack: &Pack, unit: Unit) -> u8 {
    if pack.info(unit).kind == Kind::Tank { pack.charts.barrage.tank_step } else { pack.charts.barrage.step }
}

/// Losses go on until the points are absorbed or nobody is left; a rest still costs a step (9.3, ruling R38).
pub(crate) fn run_losses(pack: &Pack, board: &mut Board) -> Flow<Cambrai> {
    let points = board.barrage.map_or(0, |barrage| barrage.points);
    if points > 0 && !targets(pack, board).is_empty() {
        return Flow::Ask;
    }
    board.barrage = None;
    Flow::Return
}

/// Who may take the next step: first the primary target, then anyone (9.3).
fn sufferers(pack: &Pack, board: &Board) -> Units {
    match board.barrage {
        Some(Barrage { begun: false, primary: Some(primary), .. }) => Units::one(primary),
        _ => targets(pack, board),
    }
}

pub(crate) fn ask_losses(pack: &Pack, board: &Board, options: &mut Vec<Action>) {
    options.extend(
        sufferers(pack, board)
            .iter()
            .map(|unit| if board.is_fresh(unit) { Action::Exhaust(unit) } else { Action::Eliminate(unit) }),
    );
}

pub(crate) fn check_losses(pack: &Pack, board: &Board, action: Action) -> Forbidden {
    let mut verdict = Forbidden::NO;
    let (Action::Exhaust(unit) | Action::Eliminate(unit)) = action else { return verdict };
    let fits = matches!(action, Action::Exhaust(_)) == board.is_fresh(unit);
    *verdict.when(!fits || !sufferers(pack, board).contains(unit), Rule::BarrageCasualties)
}

pub(crate) fn lose(
    pack: &Pack,
    board: &mut Board,
    action: Action,
    context: &mut Context<Event>,
) -> Flow<Cambrai> {
    let (Action::Exhaust(unit) | Action::Eliminate(unit)) = action else { return Flow::Again };
    if let Some(barrage) = &mut board.barrage {
        barrage.begun = true;
        barrage.points = barrage.points.saturating_sub(step_of(pack, unit));
    }
    if board.is_fresh(unit) {
        control::exhaust(pack, board, unit, Rule::BarrageCasualties, context);
    } else {
        control::eliminate(pack, board, unit, Rule::BarrageCasualties, context);
    }
    Flow::Again
}
