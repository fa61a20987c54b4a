//! Control (7.2): every place is British or German; contested, vacant and free follow from who stands there.

use engine::Context;

use crate::board::{Board, Where};
use crate::bridges;
use crate::event::Event;
use crate::pack::Pack;
use crate::rule::Rule;
use crate::sets::{Place, Places, Unit};
use crate::side::Side;

/// The places a side controls (7.2).
#[inline]
pub(crate) fn controlled(pack: &Pack, board: &Board, side: Side) -> Places {
    match side {
        Side::British => board.british,
        Side::German => pack.links.all - board.british,
    }
}

/// Places with units of both sides (7.2.1).
#[inline]
pub(crate) fn contested(board: &Board) -> Places {
    board.present(Side::British) & board.present(Side::German)
}

/// Places under a side's control without enemy units (7.2.3).
#[inline]
pub(crate) fn free(pack: &Pack, board: &Board, side: Side) -> Places {
    controlled(pack, board, side) - board.present(side.enemy())
}

/// Moves a unit; a place in which only one side is left at once belongs to it (7.2).
pub(crate) fn relocate(pack: &Pack, board: &mut Board, unit: Unit, to: Where, context: &mut Context<Event>) {
    let before = board.place_of(unit);
    board.put(pack, unit, to);
    if let Some(place) = before {
        settle(pack, board, place, context);
    }
    if let Where::At(place) = to {
        settle(pack, board, place, context);
    }
}

/// A unit is lost by some rule.
pub(crate) fn eliminate(
    pack: &Pack,
    board: &mut Board,
    unit: Unit,
    rule: Rule,
    context: &mut Context<Event>,
) {
    let place = board.place_of(unit);
    context.tell(|| Event::Eliminated { unit, place, rule });
    relocate(pack, board, unit, Where::Eliminated, context);
}

/// A fresh unit becomes exhausted by some rule (12.1).
pub(crate) fn exhaust(pack: &Pack, board: &mut Board, unit: Unit, rule: Rule, context: &mut Context<Event>) {
    if board.is_fresh(unit) {
        board.set_fresh(pack, unit, false);
        let place = board.place_of(unit);
        context.tell(|| Event::Exhausted { unit, place, rule });
    }
}

fn settle(pack: &Pack, board: &mut Board, place: Place, context: &mut Context<Event>) {
    let owner = if board.british.contains(place) { Side::British } else { Side::German };
    let taker = owner.enemy();
    if board.present(taker).contains(place) && !board.present(owner).contains(place) {
        board.british.set(place, taker == Side::British);
        context.tell(|| Event::ControlChanged { place, to: taker });
        bridges::both_ends(pack, board, place, taker, context);
    }
}
