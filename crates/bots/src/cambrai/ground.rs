//! What ground is worth, and what an assault on it promises.

use ::cambrai::board::Board;
use ::cambrai::pack::{Identifier, Pack};
use ::cambrai::sets::{Place, Places, Units};
use ::cambrai::side::Side;

/// What a place is worth to whoever holds it, in victory points and a little more.
pub(super) fn worth(pack: &Pack, board: &Board, place: Place) -> f32 {
    let mut worth = 1.0;
    if pack.links.objectives.contains(place) {
        worth += 1.2;
    }
    if pack.links.east.contains(place) && (board.british & pack.links.east).is_empty() {
        worth += 0.8;
    }
    if pack.links.breakthrough.contains(place) {
        worth += 1.0;
    }
    if pack.at(place).identifier == Identifier::Triangle {
        worth += 0.3;
    }
    worth
}

/// The enemy places beside `area`, with and without defenders.
pub(super) fn beside(pack: &Pack, board: &Board, side: Side, area: Place) -> (Places, Places) {
    let near = pack.links.neighbours[area.index()];
    let enemies = board.present(side.enemy());
    let theirs = match side {
        Side::British => pack.links.all - board.british,
        Side::German => board.british,
    };
    (near & enemies, (near & theirs) - enemies)
}

/// Fresh units of a side in an area that can attack.
pub(super) fn strikers(pack: &Pack, board: &Board, side: Side, area: Place) -> Units {
    (board.units_in(area) & pack.kinds.of[side] & board.fresh_units()) - pack.kinds.garrisons
}

/// By how much an assault of `attackers` on a place is ahead of its defence before the dice, support included that
/// lies there or is still at hand.
pub(super) fn margin(pack: &Pack, board: &Board, side: Side, attackers: Units, place: Place) -> f32 {
    let enemy = side.enemy();
    let attack = |unit| pack.info(unit).attack;
    let Some(point) = attackers.iter().map(attack).max() else { return -9.0 };
    let tanks = !(attackers & pack.kinds.tanks).is_empty();
    let mut divisions: Vec<&str> =
        (attackers - pack.kinds.tanks).iter().map(|unit| pack.info(unit).division.as_str()).collect();
    divisions.sort_unstable();
    divisions.dedup();
    let infantry = (attackers & pack.kinds.infantry).count();
    let laid = board.impulse.direct[place.index()] + board.impulse.rolling[place.index()];
    let support = laid.max(board.support[side].min(infantry).min(4));
    let strength = f32::from(point) + f32::from(attackers.count()) - 1.0 + f32::from(support)
        - divisions.len().saturating_sub(1) as f32
        + if tanks && board.turn == 0 { 1.0 } else { 0.0 };
    let defenders = board.units_in(place) & pack.kinds.of[enemy];
    let fresh = defenders & board.fresh_units();
    let factor = |unit| {
        let info = pack.info(unit);
        if board.is_fresh(unit) { info.defense } else { info.exhausted_defense }
    };
    let forward = defenders.iter().map(factor).max().unwrap_or(0);
    let others = f32::from(fresh.count().saturating_sub(1));
    let cover = f32::from(pack.at(place).terrain) + f32::from(board.hurricane_fresh[enemy]);
    strength - f32::from(forward) - others - cover
}

/// The best target of the active area, with its margin.
pub(super) fn aim(pack: &Pack, board: &Board, side: Side) -> Option<(Place, f32)> {
    let area = board.impulse.area?;
    let able = (board.impulse.started & board.fresh_units()) - board.impulse.finished;
    let (held, _) = beside(pack, board, side, area);
    let inside = if board.present(side.enemy()).contains(area) { Places::one(area) } else { Places::NONE };
    let open = (held | inside) - board.impulse.assaulted;
    let rated = open.iter().map(|place| {
        let near: Units = able.iter().filter(|unit| can_go(pack, board, *unit, place)).collect();
        let margin = margin(pack, board, side, near, place);
        let laid = f32::from(board.impulse.direct[place.index()] + board.impulse.rolling[place.index()]);
        (place, margin, margin * 0.35 + worth(pack, board, place) + laid)
    });
    let best = rated.max_by(|one, other| one.2.total_cmp(&other.2))?;
    (best.1 > -4.0).then_some((best.0, best.1))
}

/// Whether sectors let a unit into a place while they are in force.
fn can_go(pack: &Pack, board: &Board, unit: ::cambrai::sets::Unit, place: Place) -> bool {
    let scenario = &pack.scenarios[usize::from(board.scenario)];
    let bound = scenario.sectors.get(usize::from(board.turn)).copied().unwrap_or(false);
    !bound || pack.kinds.sector[unit.index()].contains(place) || board.place_of(unit) == Some(place)
}

/// What activating an area for an assault promises.
pub(super) fn promise(pack: &Pack, board: &Board, side: Side, area: Place) -> f32 {
    let units = strikers(pack, board, side, area);
    if units.is_empty() {
        return -4.0;
    }
    let (held, vacant) = beside(pack, board, side, area);
    let inside = if board.present(side.enemy()).contains(area) { Places::one(area) } else { Places::NONE };
    let mut best = -2.0_f32;
    for place in (held | inside).iter() {
        let near: Units = units.iter().filter(|unit| can_go(pack, board, *unit, place)).collect();
        let margin = margin(pack, board, side, near, place);
        best = best.max(margin.clamp(-6.0, 6.0) * 0.4 + worth(pack, board, place) - 0.6);
    }
    for place in vacant.iter() {
        if units.iter().any(|unit| can_go(pack, board, unit, place)) {
            best = best.max(1.5 + worth(pack, board, place));
        }
    }
    // Reserves far behind the front are brought up when nothing else presses.
    if best <= -2.0 && side == Side::British { -0.8 } else { best }
}
