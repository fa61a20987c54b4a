//! What decides a scenario on the Somme: objectives, towns, the start trench and the east edge.

use ::grid::map::Edge;
use ::grid::units::Nation;
use ::grid::{Side, Square, Squares};
use big_push::data::{MarkerKind, Objective};
use big_push::{BigPush, objectives};

use super::{Aims, Board, campaign};

/// The worth of a place drawn in the campaign: all must be held for a victory.
const DRAWN: f32 = 1.5;

/// The worth of all towns together that win by themselves.
const TOWNS: f32 = 10.0;

/// The worth to each side of a square of the edge over which troops leave for a victory. The Germans must not
/// run there before the Allies.
const EDGE: [f32; 2] = [1.5, 0.5];

/// The worth of clearing the whole trench, on top of the worth of each square.
const TRENCH: f32 = 10.0;

/// The least worth of a manned square of the trench.
const MANNED: f32 = 1.5;

/// How much more an objective is worth when a nation lacks only half of one.
const LAST: f32 = 1.0;

/// How much more a scenario's objectives are worth to a nation that lacks any, once the trench is clear; and
/// how many manned trench squares halve that.
const WANTED: f32 = 1.5;
const HALF: f32 = 6.0;

/// How many objectives can be taken in a turn; a square of the trench counts half.
const PACE: f32 = 1.0;

/// The objectives of the Allies that count now, each with its nation and what it is worth.
pub(super) fn places<'a>(
    game: &'a BigPush,
    board: &'a Board,
) -> impl Iterator<Item = (Nation, &'a [Square], u8, f32)> {
    let own = &game.variant.own;
    let scenario = &own.scenarios[usize::from(board.scenario)];
    let list = |nation: Nation, places: &'a [Objective]| {
        places.iter().map(move |place| (nation, place.squares.as_slice(), place.needed, 2.0))
    };
    let drawn = own.markers.iter().enumerate().filter(move |(index, marker)| {
        scenario.campaign && board.own.markers >> index & 1 == 1 && marker.kind == MarkerKind::Territorial
    });
    list(Nation::British, &scenario.victory.british)
        .chain(list(Nation::French, &scenario.victory.french))
        .chain(drawn.map(|(_, marker)| (marker.nation, marker.squares.as_slice(), marker.needed, DRAWN)))
}

/// How many objectives the British and the French still lack; a part of one counts in part.
pub(super) fn lacking(game: &BigPush, board: &Board) -> [f32; 2] {
    let scenario = &game.variant.own.scenarios[usize::from(board.scenario)];
    let mut lacking = [0.0f32; 3];
    let mut total = [0.0f32; 3];
    for (nation, squares, needed, _) in places(game, board) {
        let held = squares.iter().filter(|square| objectives::holds(game, board, nation, **square)).count();
        let part = (held as f32 / f32::from(needed.max(1))).min(1.0);
        lacking[nation.index()] += 1.0 - part;
        total[nation.index()] += 1.0;
    }
    let wanted = |nation: Nation, needed: u8| {
        let spare = total[nation.index()] - f32::from(needed);
        (lacking[nation.index()] - spare).max(0.0)
    };
    let victory = &scenario.victory;
    if scenario.campaign {
        return [lacking[0], lacking[1]];
    }
    [wanted(Nation::British, victory.british_needed), wanted(Nation::French, victory.french_needed)]
}

/// Whether the Allies win by leaving over the east edge, and have not yet. Where the squares must be kept as
/// well, they do not try.
pub(super) fn wants_exits(game: &BigPush, board: &Board) -> bool {
    let scenario = &game.variant.own.scenarios[usize::from(board.scenario)];
    let [british, french, ..] = board.own.exits;
    scenario
        .victory
        .exits
        .is_some_and(|exits| !exits.exclusive && british.saturating_add(french) < exits.count)
}

/// Adds the worth of the places that must be held.
pub(super) fn add_places(game: &BigPush, board: &Board, aims: &mut Aims) {
    let lacking = lacking(game, board);
    let campaign = game.variant.own.scenarios[usize::from(board.scenario)].campaign;
    let manned = manned_trench(game, board).count() as f32;
    let wanted = if campaign { 1.0 } else { 1.0 + WANTED * HALF / (HALF + manned) };
    for (nation, squares, needed, worth) in places(game, board) {
        // The last objective that a nation lacks decides the scenario.
        let last = match lacking.get(nation.index()) {
            Some(lack) if *lack > 0.0 => wanted * (1.0 + LAST / (0.5 + lack)),
            _ => 1.0,
        };
        let worth = last * worth;
        for square in squares {
            let held = if objectives::holds(game, board, nation, *square) { 0.8 } else { 1.0 };
            aims.add(*square, held * worth / f32::from(needed.max(1)));
        }
    }
    let victory = &game.variant.own.scenarios[usize::from(board.scenario)].victory;
    for town in &victory.hold {
        aims.raise(*town, TOWNS / victory.hold.len() as f32);
    }
    // In the last turn waiting at the edge for the next one is useless.
    if wants_exits(game, board) && board.turn < board.last_turn {
        for square in game.pack.map.edges[Edge::East as usize].iter() {
            aims.raise(square, EDGE[board.phasing.index()]);
        }
    }
}

/// The squares of their start trench in which Germans stand.
fn manned_trench(game: &BigPush, board: &Board) -> Squares {
    game.pack.map.trench[Side::German.index()] & *board.occupied(Side::German)
}

/// Adds the worth of the German start trench: one German left in it denies the Allies their victory, so the
/// last squares matter most.
pub(super) fn add_trench(game: &BigPush, board: &Board, aims: &mut Aims) {
    let manned = manned_trench(game, board);
    let each = campaign::trench(game, board) * (MANNED + TRENCH / (1.0 + manned.count() as f32));
    for square in manned.iter() {
        aims.add(square, each);
    }
    // A German who walks back into the trench at the end undoes it all.
    let late = f32::from(board.last_turn.saturating_sub(board.turn));
    let open = 0.15 + 2.0 / (1.0 + manned.count() as f32) / (1.0 + late);
    for square in (game.pack.map.trench[Side::German.index()] - manned).iter() {
        aims.add(square, open);
    }
}

/// The towns that win by themselves.
pub(super) fn to_occupy(game: &BigPush, board: &Board) -> Squares {
    game.variant.own.scenarios[usize::from(board.scenario)].victory.hold.iter().copied().collect()
}

/// Whether the Allies lack too much near the end for the first victory, so that only towns or the east edge
/// can still win.
fn is_too_late(game: &BigPush, board: &Board) -> bool {
    let scenario = &game.variant.own.scenarios[usize::from(board.scenario)];
    let another = !scenario.victory.hold.is_empty() || wants_exits(game, board);
    let manned = manned_trench(game, board);
    let lacking = lacking(game, board).iter().sum::<f32>() + 0.5 * manned.count() as f32;
    let waits = u8::from(board.phasing == Side::Allied);
    let turns = board.last_turn.saturating_sub(board.turn) + waits;
    !scenario.campaign && another && lacking > PACE * f32::from(turns)
}

/// The squares that the enemy must not walk back into at the end: the trench, if clearing it can still win,
/// the places, the towns that win by themselves, and those behind the line.
pub(super) fn to_guard(game: &BigPush, board: &Board) -> Squares {
    let towns = &game.variant.own.scenarios[usize::from(board.scenario)].victory.towns;
    let mut squares = to_occupy(game, board);
    if !campaign::is_hopeless(game, board) && !is_too_late(game, board) {
        squares = squares | game.pack.map.trench[Side::German.index()];
    }
    for (_, place, _, _) in places(game, board) {
        squares = squares | place.iter().copied().collect();
    }
    for town in towns {
        squares = squares | town.squares.iter().copied().collect();
    }
    squares - *board.occupied(Side::German)
}
