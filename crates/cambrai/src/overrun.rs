//! Overrun (11.5): a tank in front and more casualties than the defenders can absorb.

use crate::assault::Aftermath;
use crate::board::{Board, Outcome};
use crate::event::Event;
use crate::pack::{Identifier, Kind, Pack};
use crate::rule::Rule;
use crate::sets::{Place, Unit, Units};
use crate::step::{Context, Flow};
use crate::{combat, control, moving};

/// What happens when the defenders cannot absorb the points: an overrun needs a tank in front and no triangle
/// (11.5, 11.5.1).
pub(crate) fn beyond(pack: &Pack, _board: &Board, point: Unit, identifier: Identifier) -> Outcome {
    match (pack.info(point).kind, identifier) {
        (Kind::Tank, Identifier::Triangle) => Outcome::Halted,
        (Kind::Tank, Identifier::Circle | Identifier::Square) => Outcome::Overrun,
        (Kind::Infantry | Kind::Cavalry | Kind::Garrison, _) => Outcome::Cleared,
    }
}

/// All defenders are lost; only the tank in front is exhausted (11.5, 12.1, ruling R27).
pub(crate) fn apply(pack: &Pack, board: &mut Board, point: Unit, context: &mut Context) -> Flow {
    if let Some(assault) = board.assault {
        let (place, side) = (assault.place, board.active);
        context.tell(|| Event::Overran { place, side });
    }
    if !board.options.overrun_spares_all {
        control::exhaust(pack, board, point, Rule::Overrun, context);
    }
    sweep(pack, board, Rule::Overrun, context);
    Flow::goto(Aftermath)
}

/// Eliminates every defender.
pub(crate) fn sweep(pack: &Pack, board: &mut Board, rule: Rule, context: &mut Context) {
    for unit in combat::defenders(pack, board).iter() {
        control::eliminate(pack, board, unit, rule, context);
    }
}

/// Any fresh unit with movement left may go on, also one that had ended its move; not one that has fought elsewhere or
/// stands among enemies (11.5).
fn go_on(pack: &Pack, board: &mut Board) {
    let open = |unit: &Unit| {
        let Some(place) = board.place_of(*unit) else { return false };
        board.is_fresh(*unit)
            && !board.impulse.assaulted.contains(place)
            && moving::is_loose(board, board.active, *unit, place)
            && moving::left(pack, board, *unit) > 0
    };
    let again: Units = board.impulse.finished.iter().filter(open).collect();
    board.impulse.finished = board.impulse.finished - again;
}

/// The overrun area becomes the centre of a renewed impulse; another Hurricane may fire, if one is fresh (11.5.2,
/// ruling R30).
pub(crate) fn renew(pack: &Pack, board: &mut Board, place: Place) {
    if !pack.first_edition() {
        go_on(pack, board);
    }
    let impulse = &mut board.impulse;
    impulse.centre = Some(place);
    impulse.overran = true;
    impulse.fired = false;
    impulse.contested.remove(place);
}
