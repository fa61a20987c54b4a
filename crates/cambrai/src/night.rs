//! The night (12.0): Hurricane refit, ammunition, purchase, tanks, infantry, dismounting; British first.

use arrayvec::ArrayVec;
use engine::{Context, Flow, Forbidden};

use crate::advantage;
use crate::board::{Board, Where};
use crate::control;
use crate::event::{Event, TankResult, Use};
use crate::pack::{Pack, turn_of};
use crate::rule::Rule;
use crate::sets::{Places, Unit, Units};
use crate::side::Side;
use crate::step::{Action, Step};
use crate::sum::{Part, Sum};
use crate::{Cambrai, supply};

/// One die for each used Hurricane marker (12.4).
pub(crate) fn hurricanes(pack: &Pack, board: &mut Board, context: &mut Context<Event>) -> Flow<Cambrai> {
    let side = board.asked;
    let needed = pack.charts.hurricane_needs(board.turn, side);
    for _ in 0..board.hurricane_used[side] {
        let die = context.d6();
        context.tell(|| Event::HurricaneRefit { side, die, needed });
        if die >= needed {
            board.hurricane_used[side] -= 1;
            board.hurricane_fresh[side] += 1;
        }
    }
    Flow::Goto(Step::Ammunition)
}

/// The ammunition roll of the day (12.5, 16.6). Ruling R77: bonuses belong to this roll, not to an extra one.
pub(crate) fn ammunition(pack: &Pack, board: &mut Board, context: &mut Context<Event>) -> Flow<Cambrai> {
    let side = board.asked;
    let (count, bonus) = pack.charts.ammunition[usize::from(board.turn)][side];
    let dice: ArrayVec<u8, 4> = (0..count).map(|_| context.d6()).collect();
    gain(board, side, dice.iter().sum::<u8>() + bonus);
    let first_day = board.turn == 0 && bonus > 0;
    context.tell(|| {
        let mut sum = Sum::default();
        sum.add(if first_day { Part::FirstDayAmmunition } else { Part::AmmunitionBonus }, bonus as i8);
        Event::AmmunitionRolled { side, dice, sum, extra: false }
    });
    Flow::Goto(Step::MoreAmmunition)
}

fn gain(board: &mut Board, side: Side, points: u8) {
    board.ammunition[side] = board.ammunition[side].saturating_add(points);
}

/// The holder of the advantage may spend it on another two dice (15.1 E).
pub(crate) fn run_more(board: &mut Board) -> Flow<Cambrai> {
    if board.advantage == Some(board.asked) { Flow::Ask } else { Flow::Goto(Step::Purchase) }
}

pub(crate) fn choose_more(board: &mut Board, action: Action, context: &mut Context<Event>) -> Flow<Cambrai> {
    if action == Action::Advantage {
        advantage::spend(board, Use::Ammunition, context);
        let side = board.asked;
        let dice: ArrayVec<u8, 4> = [context.d6(), context.d6()].into_iter().collect();
        gain(board, side, dice.iter().sum());
        context.tell(|| Event::AmmunitionRolled { side, dice, sum: Sum::default(), extra: true });
    }
    Flow::Goto(Step::Purchase)
}

/// How many markers can be bought: a point each, up to the counter mix (12.5).
pub(crate) fn most_markers(pack: &Pack, board: &Board) -> u8 {
    let side = board.asked;
    board.ammunition[side].min(pack.charts.refit.support_limit.saturating_sub(board.support[side]))
}

pub(crate) fn check_purchase(pack: &Pack, board: &Board, count: u8) -> Forbidden {
    let mut verdict = Forbidden::NO;
    *verdict.when(count > most_markers(pack, board), Rule::ArtilleryRefit)
}

pub(crate) fn buy(board: &mut Board, action: Action, context: &mut Context<Event>) -> Flow<Cambrai> {
    let side = board.asked;
    if let Action::Buy(count) = action {
        board.support[side] += count;
        board.ammunition[side] -= count;
        let left = board.ammunition[side];
        context.tell(|| Event::Bought { side, count, left });
    }
    Flow::Goto(if side == Side::British { Step::TankRefit } else { Step::InfantryRefit })
}

/// Exhausted tanks on the map that have not rolled yet (12.6).
fn tired_tanks(pack: &Pack, board: &Board) -> Units {
    let waits = |unit: &Unit| board.place_of(*unit).is_some();
    (pack.kinds.tanks - board.fresh).iter().filter(waits).collect()
}

/// Those of them in supply (12.3).
fn supplied_tanks(pack: &Pack, board: &Board, network: Places) -> Units {
    let supplied =
        |unit: &Unit| board.place_of(*unit).is_some_and(|place| supply::reaches(pack, board, network, place));
    tired_tanks(pack, board).iter().filter(supplied).collect()
}

/// The tank that refits next: the one named, otherwise the first, those out of supply before the others.
pub(crate) fn next_tank(pack: &Pack, board: &Board) -> Option<Unit> {
    next_tank_on(pack, board, supply::network(pack, board, Side::British))
}

fn next_tank_on(pack: &Pack, board: &Board, network: Places) -> Option<Unit> {
    let tired = tired_tanks(pack, board);
    if pack.first_edition() {
        return tired.first();
    }
    let named = board.subject.filter(|unit| tired.contains(*unit));
    named.or_else(|| (tired - supplied_tanks(pack, board, network)).first()).or_else(|| tired.first())
}

/// Every exhausted tank must roll; one may be spared that by the advantage (12.6, 15.1 D). As long as it may, the
/// British choose the order, since each roll may change their mind (ruling R105).
pub(crate) fn run_tanks(pack: &Pack, board: &mut Board, context: &mut Context<Event>) -> Flow<Cambrai> {
    let network = supply::network(pack, board, Side::British);
    loop {
        let Some(unit) = next_tank_on(pack, board, network) else {
            board.subject = None;
            board.refits = infantry_refits(pack, board);
            return Flow::Goto(Step::InfantryRefit);
        };
        let supplied = supplied_tanks(pack, board, network);
        // Ruling R81: without supply nothing is rolled, and the advantage does not help.
        let chooses = supplied.contains(unit) && board.advantage == Some(Side::British);
        let named = board.subject == Some(unit);
        if chooses && !named && !pack.first_edition() && supplied.count() > 1 {
            board.subject = None;
            return Flow::Ask;
        }
        board.subject = Some(unit);
        if chooses {
            return Flow::Ask;
        }
        let die = supplied.contains(unit).then(|| context.d6());
        finish_tank(pack, board, unit, die, context);
    }
}

pub(crate) fn ask_tanks(pack: &Pack, board: &Board, options: &mut Vec<Action>) {
    if board.subject.is_some() {
        options.extend([Action::Roll, Action::Advantage]);
    } else {
        let network = supply::network(pack, board, Side::British);
        options.extend(supplied_tanks(pack, board, network).iter().map(Action::Refit));
    }
}

pub(crate) fn check_tanks(pack: &Pack, board: &Board, action: Action) -> Forbidden {
    let mut verdict = Forbidden::NO;
    match action {
        Action::Refit(unit) => {
            let tired = supplied_tanks(pack, board, supply::network(pack, board, Side::British));
            *verdict.when(board.subject.is_some() || !tired.contains(unit), Rule::TankRefit)
        }
        _ => *verdict.when(board.subject.is_none(), Rule::TankRefit),
    }
}

pub(crate) fn refit_tank(
    pack: &Pack,
    board: &mut Board,
    action: Action,
    context: &mut Context<Event>,
) -> Flow<Cambrai> {
    if let Action::Refit(unit) = action {
        board.subject = Some(unit);
        return Flow::Again;
    }
    let Some(unit) = board.subject else { return Flow::Again };
    if action == Action::Advantage {
        advantage::spend(board, Use::TankRefit, context);
        board.set_fresh(pack, unit, true);
        context.tell(|| Event::Refitted { unit, place: board.place_of(unit), rule: Rule::AdvantageUse });
    } else {
        let die = context.d6();
        finish_tank(pack, board, unit, Some(die), context);
    }
    if !pack.first_edition() {
        board.subject = None;
    }
    Flow::Again
}

/// A die up to the exhausted defense makes the tank fresh; otherwise a weaker counter replaces it, fresh, and the
/// weakest is lost (12.6).
fn finish_tank(pack: &Pack, board: &mut Board, unit: Unit, die: Option<u8>, context: &mut Context<Event>) {
    let info = pack.info(unit);
    let needed = info.exhausted_defense as u8;
    let place = board.at[unit.index()];
    let result = match (die.is_some_and(|die| die <= needed), info.weaker) {
        (true, _) => TankResult::Fresh,
        (false, Some(weaker)) => TankResult::Weaker(weaker),
        (false, None) => TankResult::Lost,
    };
    context.tell(|| Event::TankRefit { unit, place: board.place_of(unit), die, needed, result });
    match result {
        TankResult::Fresh => board.set_fresh(pack, unit, true),
        TankResult::Weaker(weaker) => {
            board.set_fresh(pack, weaker, true);
            board.put(pack, weaker, place);
            board.put(pack, unit, Where::Removed);
        }
        TankResult::Lost => control::relocate(pack, board, unit, Where::Eliminated, context),
    }
}

/// How many infantry units of the side that is asked may refit tonight (12.7).
pub(crate) fn infantry_refits(pack: &Pack, board: &Board) -> u8 {
    let chart = &pack.charts.refit;
    let extra =
        if turn_of(&chart.extra_from).is_some_and(|from| board.turn >= from) { chart.extra } else { 0 };
    match board.asked {
        Side::British => extra,
        Side::German => chart.german_infantry + extra,
    }
}

/// Exhausted infantry in supply, the British only in their two zones (12.7, 12.3).
fn tired_infantry(pack: &Pack, board: &Board, within: Places) -> Units {
    let side = board.asked;
    let network = supply::network(pack, board, side);
    let may = |unit: &Unit| {
        let place = board.place_of(*unit);
        place.is_some_and(|place| within.contains(place) && supply::reaches(pack, board, network, place))
    };
    ((pack.kinds.infantry & pack.kinds.of[side]) - board.fresh).iter().filter(may).collect()
}

fn refitting(pack: &Pack, board: &Board) -> Units {
    let within = if board.asked == Side::British { pack.links.refit_zones } else { pack.links.all };
    if board.refits == 0 { Units::NONE } else { tired_infantry(pack, board, within) }
}

pub(crate) fn run_infantry(pack: &Pack, board: &mut Board) -> Flow<Cambrai> {
    if !refitting(pack, board).is_empty() {
        return Flow::Ask;
    }
    after_infantry(board)
}

fn after_infantry(board: &mut Board) -> Flow<Cambrai> {
    board.refits = 0;
    Flow::Goto(if board.asked == Side::British { Step::Dismounting } else { Step::EndPhase })
}

pub(crate) fn ask_infantry(pack: &Pack, board: &Board, options: &mut Vec<Action>) {
    options.extend(refitting(pack, board).iter().map(Action::Refit));
    options.push(Action::Done);
}

pub(crate) fn check_infantry(pack: &Pack, board: &Board, unit: Unit) -> Forbidden {
    check_refit(pack, board, unit, refitting(pack, board), Rule::InfantryRefit)
}

fn check_refit(pack: &Pack, board: &Board, unit: Unit, allowed: Units, rule: Rule) -> Forbidden {
    // Those who were counted before horsemen left stay allowed, although their supply may have gone with them.
    if allowed.contains(unit) {
        return Forbidden::NO;
    }
    let mut verdict = Forbidden::by(rule);
    let network = supply::network(pack, board, board.asked);
    let cut_off = board.place_of(unit).is_some_and(|place| !supply::reaches(pack, board, network, place));
    *verdict.when(cut_off, Rule::SupplyLines)
}

pub(crate) fn refit_infantry(
    pack: &Pack,
    board: &mut Board,
    action: Action,
    context: &mut Context<Event>,
) -> Flow<Cambrai> {
    let Action::Refit(unit) = action else { return after_infantry(board) };
    board.set_fresh(pack, unit, true);
    board.refits -= 1;
    context.tell(|| Event::Refitted { unit, place: board.place_of(unit), rule: Rule::InfantryRefit });
    Flow::Again
}

/// Cavalry in play and in supply, as long as there is infantry to refit for it (12.8).
fn cavalry(pack: &Pack, board: &Board) -> Units {
    if board.asked == Side::German || tired_infantry(pack, board, pack.links.all).is_empty() {
        return Units::NONE;
    }
    let network = supply::network(pack, board, Side::British);
    let supplied =
        |unit: &Unit| board.place_of(*unit).is_some_and(|place| supply::reaches(pack, board, network, place));
    pack.kinds.cavalry.iter().filter(supplied).collect()
}

pub(crate) fn run_dismounting(pack: &Pack, board: &mut Board) -> Flow<Cambrai> {
    if !cavalry(pack, board).is_empty() {
        return Flow::Ask;
    }
    after_dismounting(pack, board)
}

/// The Germans follow with the same steps (12.2).
fn after_dismounting(pack: &Pack, board: &mut Board) -> Flow<Cambrai> {
    board.asked = Side::German;
    board.refits = infantry_refits(pack, board);
    Flow::Goto(Step::HurricaneRefit)
}

pub(crate) fn ask_dismounting(pack: &Pack, board: &Board, options: &mut Vec<Action>) {
    options.extend(cavalry(pack, board).iter().map(Action::Dismount));
    options.push(Action::Done);
}

pub(crate) fn check_dismounting(pack: &Pack, board: &Board, unit: Unit) -> Forbidden {
    check_refit(pack, board, unit, cavalry(pack, board), Rule::DismountedCavalry)
}

pub(crate) fn dismount(
    pack: &Pack,
    board: &mut Board,
    action: Action,
    context: &mut Context<Event>,
) -> Flow<Cambrai> {
    let Action::Dismount(unit) = action else { return after_dismounting(pack, board) };
    context.tell(|| Event::Dismounted { unit, place: board.place_of(unit) });
    // The infantry is counted before the horsemen leave: their leaving may cost a contested place, not the refit.
    board.treated = tired_infantry(pack, board, pack.links.all);
    control::relocate(pack, board, unit, Where::Removed, context);
    Flow::Goto(Step::DismountedRefit)
}

pub(crate) fn ask_dismounted_refit(_pack: &Pack, board: &Board, options: &mut Vec<Action>) {
    options.extend(board.treated.iter().map(Action::Refit));
}

pub(crate) fn check_dismounted_refit(pack: &Pack, board: &Board, unit: Unit) -> Forbidden {
    check_refit(pack, board, unit, board.treated, Rule::DismountedCavalry)
}

pub(crate) fn refit_dismounted(
    pack: &Pack,
    board: &mut Board,
    action: Action,
    context: &mut Context<Event>,
) -> Flow<Cambrai> {
    if let Action::Refit(unit) = action {
        board.set_fresh(pack, unit, true);
        context.tell(|| Event::Refitted { unit, place: board.place_of(unit), rule: Rule::DismountedCavalry });
    }
    board.treated = Units::NONE;
    Flow::Goto(Step::Dismounting)
}
