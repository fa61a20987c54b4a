//! Tanks: breakdown (7.8), recovery (12.3), and tanks or cavalry together with infantry (11.5.2.2).

use grid::event::{Modifiers, Rolled};
use grid::resources::SPECIAL;
use grid::units::{Kind, Nation, Size, Unit};
use grid::{Event, Mark, Side};

use crate::own::OwnEvent;
use crate::{BigPush, OwnRule, Somme};

type Board = grid::BoardOf<Somme>;
type Context<'a> = grid::ContextOf<'a, Somme>;

/// Notes which tanks are on the map for the first time.
pub(crate) fn note_arrivals(game: &BigPush, board: &mut Board) {
    for (index, tank) in game.variant.own.tanks.iter().enumerate() {
        if board.square(*tank).is_some() && board.own.tanks_since[index] == 0 {
            board.own.tanks_since[index] = board.turn;
        }
    }
}

/// Before it moves, each tank company that was on the map in an earlier turn is tried (7.8).
pub(crate) fn break_down(game: &BigPush, board: &mut Board, context: &mut Context) {
    let chart = &game.variant.own.charts.tanks;
    note_arrivals(game, board);
    for (index, tank) in game.variant.own.tanks.iter().copied().enumerate() {
        let since = board.own.tanks_since[index];
        if !board.square(tank).is_some()
            || board.unit(tank).has(Mark::Broken)
            || since == 0
            || since == board.turn
        {
            continue;
        }
        let mut modifiers = Modifiers::new();
        modifiers.add_if(board.weather.is_foul(), OwnRule::TankBreakdown, chart.foul, "rain or snow");
        let die = context.d6();
        let roll = Rolled::one(OwnRule::TankBreakdown, die, modifiers);
        let broken = roll.total() >= chart.breakdown_from;
        context.tell(|| Event::Own(OwnEvent::TankTried { unit: tank, roll, broken }));
        if broken {
            board.update(&game.pack, tank, |state| state.set(Mark::Broken, true));
        }
    }
}

/// Modifiers of a recovery roll: rain, a good-order German near, an escort (12.3).
pub(crate) fn recovery_modifiers(game: &BigPush, board: &Board, tank: Unit) -> Modifiers<crate::BigPushOwn> {
    let chart = &game.variant.own.charts.tanks;
    let square = board.square(tank);
    let mut modifiers = Modifiers::new();
    let german = game.pack.map.around(square).any(|(_, near)| {
        !board.is_interdicted(near)
            && board.troops_at(&game.pack, Side::German, near).any(|unit| board.unit(unit).good_order())
    });
    modifiers.add_if(german, OwnRule::TankRecovery, chart.enemy_adjacent, "Germans next to it");
    modifiers.add_if(board.weather.is_foul(), OwnRule::TankRecovery, chart.foul, "rain or snow");
    let escort = board.units_at(square).any(|unit| {
        let counter = game.pack.unit(unit);
        counter.nation == Nation::British
            && (counter.kind == Kind::Cavalry
                || (counter.kind == Kind::Infantry && counter.size == Size::Brigade))
    });
    modifiers.add_if(escort, OwnRule::TankRecovery, chart.escort, "escort");
    modifiers
}

/// In the reorganization each broken-down company is tried once (12.3).
pub(crate) fn recover(game: &BigPush, board: &mut Board, context: &mut Context) {
    for tank in game.variant.own.tanks.iter().copied() {
        // Ruling: one that has not rallied does not try.
        let state = board.unit(tank);
        if !state.square().is_some() || !state.has(Mark::Broken) || !state.good_order() {
            continue;
        }
        let modifiers = recovery_modifiers(game, board, tank);
        let die = context.d6();
        let roll = Rolled::one(OwnRule::TankRecovery, die, modifiers);
        let success = roll.total() <= game.variant.own.charts.tanks.recovery_upto;
        context.tell(|| Event::Own(OwnEvent::TankRepaired { unit: tank, roll, success }));
        if success {
            board.update(&game.pack, tank, |state| state.set(Mark::Broken, false));
        }
    }
}

/// Whether a unit is a tank company or cavalry.
pub(crate) fn is_mounted(game: &BigPush, unit: Unit) -> bool {
    matches!(game.pack.unit(unit).kind, Kind::Tank | Kind::Cavalry)
}

/// Whether the assault in hand mixes tanks or cavalry with infantry.
pub(crate) fn is_mixed(game: &BigPush, board: &Board) -> bool {
    let (mut mounted, mut foot) = (false, false);
    game.attackers(board, board.assault.target, |unit| {
        if is_mounted(game, unit) {
            mounted = true;
        } else {
            foot = true;
        }
    });
    mounted && foot
}

/// Units that do not take part after all go back to their squares.
pub(crate) fn stand_down(
    game: &BigPush,
    board: &mut Board,
    rule: OwnRule,
    context: &mut Context,
    who: impl Fn(Unit) -> bool,
) {
    for unit in game.attacker_list(board, board.assault.target) {
        if who(unit) {
            board.update(&game.pack, unit, grid::board::UnitState::stand_down);
            context.tell(|| Event::Own(OwnEvent::StoodDown { unit, rule }));
        }
    }
}

/// With the resource tanks, cavalry and infantry attack together. French units need a further die: it is the number
/// of French units, tanks and cavalry that find each other, and a six keeps tanks and cavalry out and wastes the
/// resource (11.5.2.2).
// Ruling: where too many come, tanks and cavalry drop out first, then French units, the last on the list first.
pub(crate) fn join(game: &BigPush, board: &mut Board, context: &mut Context) {
    game.spend_resource(board, Nation::British, SPECIAL, context);
    board.assault.resources |= 1 << SPECIAL;
    let french = |unit: Unit| game.pack.unit(unit).nation == Nation::French;
    let units = game.attacker_list(board, board.assault.target);
    if !units.iter().any(|unit| french(*unit)) {
        return;
    }
    let die = context.d6();
    let wasted = die == game.variant.own.charts.coordination.tanks_fail_on;
    context.tell(|| Event::Own(OwnEvent::TanksJoined { die, wasted }));
    for unit in left_out(game, &units, die) {
        stand_down(game, board, OwnRule::TanksInAssault, context, |other| other == unit);
    }
    shift_by_tanks(game, board);
}

/// Those of a joint assault who do not find the others when this die falls.
pub(crate) fn left_out(game: &BigPush, units: &[Unit], die: u8) -> Vec<Unit> {
    let mounted = || units.iter().copied().filter(|unit| is_mounted(game, *unit));
    if die == game.variant.own.charts.coordination.tanks_fail_on {
        return mounted().collect();
    }
    let allies = units.iter().copied().filter(|unit| game.pack.unit(*unit).nation == Nation::French);
    // Cavalry and tanks first, and of each the last on the list.
    let mut joined: Vec<Unit> = allies.chain(mounted()).collect();
    let mut out = joined.split_off(joined.len().min(usize::from(die)));
    out.reverse();
    out
}

/// The shift comes from the tanks and cavalry that are left.
pub(crate) fn shift_by_tanks(game: &BigPush, board: &mut Board) {
    if !game.attacker_list(board, board.assault.target).iter().any(|unit| is_mounted(game, *unit)) {
        board.assault.resources &= !(1 << SPECIAL);
    }
}
