//! National areas and leaving the map (13.4, 14.1.3, 14.2.3, 14.3.4 to 14.3.6, 14.4.4, 15.7.1).

use arrayvec::ArrayVec;
use grid::map::Edge;
use grid::units::{Kind, Nation, Size, Unit};
use grid::{Event, Mark, Place, Side, Square, Squares};

use crate::own::OwnEvent;
use crate::{BigPush, OwnRule, Somme};

type Board = grid::BoardOf<Somme>;
type Context<'a> = grid::ContextOf<'a, Somme>;

/// Has been in its own area.
const HOME: Mark = Mark::OwnA;
/// Stands outside it of its own will.
const STRAYED: Mark = Mark::OwnB;
/// Has paid for it.
const CHARGED: Mark = Mark::OwnC;

/// The last row of the British area, from 0.
pub(crate) fn last_british_row(game: &BigPush, board: &Board) -> u8 {
    let rows = &game.variant.own.scenarios[usize::from(board.scenario)].british_rows;
    rows.iter().rev().find(|(from, _)| *from <= board.turn).map_or(0, |(_, row)| *row)
}

pub(crate) fn in_own_area(game: &BigPush, board: &Board, nation: Nation, square: Square) -> bool {
    let row = game.pack.map.position(square).1 as u8;
    let british = row <= last_british_row(game, board);
    match nation {
        Nation::British => british,
        Nation::French => !british,
        Nation::German => true,
    }
}

/// Marks the units that start in their own area.
pub(crate) fn note_home(game: &BigPush, board: &mut Board) {
    for unit in game.pack.all_units() {
        let square = board.square(unit);
        if square.is_some() && in_own_area(game, board, game.pack.unit(unit).nation, square) {
            board.update(&game.pack, unit, |state| state.set(HOME, true));
        }
    }
}

/// Notes whether a unit that went somewhere of its own will stands outside its area.
// Ruling 79: units that start outside pay only once they have been home and leave again, or stand east of the trench.
pub(crate) fn arrived(game: &BigPush, board: &mut Board, unit: Unit) {
    let counter = game.pack.unit(unit);
    let square = board.square(unit);
    board.own.raiders.remove(unit);
    if counter.side != Side::Allied || counter.kind == Kind::Hq || !square.is_some() {
        return;
    }
    let home = in_own_area(game, board, counter.nation, square);
    let (column, row) = game.pack.map.position(square);
    let forward = column > game.variant.own.trench_column[row as usize];
    let strayed = !home && (board.unit(unit).has(HOME) || forward);
    board.update(&game.pack, unit, |state| {
        state.set(STRAYED, strayed);
        if home {
            state.set(HOME, true);
        }
    });
}

/// A replacement that is placed outside its area costs points at once, unlike units that start there (14.1.3).
pub(crate) fn appeared(game: &BigPush, board: &mut Board, unit: Unit, context: &mut Context) {
    board.update(&game.pack, unit, |state| state.set(HOME, true));
    arrived(game, board, unit);
    charge(game, board, context);
}

/// Units that end a phase outside their national area cost points, once each (14.1.3).
pub(crate) fn charge(game: &BigPush, board: &mut Board, context: &mut Context) {
    let points = game.variant.own.scenarios[usize::from(board.scenario)].outside_area_vp;
    for unit in game.pack.all_units() {
        let state = board.unit(unit);
        if !state.square().is_some() || !state.has(STRAYED) || state.has(CHARGED) {
            continue;
        }
        if in_own_area(game, board, game.pack.unit(unit).nation, state.square()) {
            continue;
        }
        board.update(&game.pack, unit, |state| state.set(CHARGED, true));
        board.points[Side::German.index()].area += points;
        let scenario = board.scenario;
        context.tell(|| Event::Own(OwnEvent::OutsideArea { unit, scenario }));
    }
}

/// The edges over which a unit may leave from a square in movement, two of them in a corner: Germans where the scenario
/// says, Allied infantry eastward where exits count (13.4).
pub(crate) fn exits(game: &BigPush, board: &Board, unit: Unit, from: Square) -> ArrayVec<Edge, 2> {
    let scenario = &game.variant.own.scenarios[usize::from(board.scenario)];
    let map = &game.pack.map;
    let counter = game.pack.unit(unit);
    let at = |edge: Edge| map.edges[edge as usize].contains(from);
    if counter.side == Side::Allied {
        let infantry = counter.kind == Kind::Infantry;
        let leaves = scenario.allied_exit && infantry && at(Edge::East);
        return leaves.then_some(Edge::East).into_iter().collect();
    }
    let Some(exit) = &scenario.german_exit else { return ArrayVec::new() };
    let is_open = |edge: &Edge| {
        let column = char::from(b'A' + map.position(from).0 as u8);
        let open =
            *edge != Edge::North || exit.north_columns.is_empty() || exit.north_columns.contains(column);
        at(*edge) && open
    };
    let most = if game.pack.first_edition() { 1 } else { 2 };
    exit.edges.iter().copied().filter(is_open).take(most).collect()
}

/// A unit left of its own will.
pub(crate) fn exited(game: &BigPush, board: &mut Board, unit: Unit, edge: Edge, context: &mut Context) {
    let counter = game.pack.unit(unit);
    let from = board.square(unit);
    if counter.side == Side::Allied {
        let index = counter.nation.index();
        let counts = counter.size == Size::Division || !board.unit(unit).has(Mark::Back);
        board.own.exits[index] = board.own.exits[index].saturating_add(1);
        board.own.exits[index + 2] = board.own.exits[index + 2].saturating_add(u8::from(counts));
        board.own.exit_squares.insert(from);
        game.take_off(board, unit, Place::Exited);
        return;
    }
    let scenario = &game.variant.own.scenarios[usize::from(board.scenario)];
    let Some(exit) = &scenario.german_exit else { return };
    let back = board.turn + exit.return_after;
    leave(game, board, unit, Place::Off(edge, back));
    board.update(&game.pack, unit, |state| state.set(Mark::Moved, true));
    if exit.earns {
        raid(board, exit.voluntary_vp);
        let points = exit.voluntary_vp;
        context.tell(|| Event::Own(OwnEvent::Raid { unit, points }));
    } else {
        score(board, Side::Allied, exit.voluntary_vp, game, context);
    }
}

/// A unit goes off the map and is no better for it: reduced, disrupted or suppressed it comes back (12.2).
fn leave(game: &BigPush, board: &mut Board, unit: Unit, to: Place) {
    let before = *board.unit(unit);
    let reduced = before.has(Mark::Back) && !game.pack.unit(unit).has_modes();
    game.take_off(board, unit, to);
    board.update(&game.pack, unit, |state| {
        for mark in [Mark::Disrupted, Mark::Suppressed, Mark::Driven] {
            state.set(mark, before.has(mark));
        }
        state.set(Mark::Back, reduced);
    });
    board.own.raiders.insert(unit);
}

/// Where a raider may come back, if zones of control do not matter in the scenario.
pub(crate) fn way_back(game: &BigPush, board: &Board, unit: Unit) -> Option<Squares> {
    let Place::Off(edge, _) = board.unit(unit).place() else { return None };
    let exit = game.variant.own.scenarios[usize::from(board.scenario)].german_exit.as_ref()?;
    if exit.clear_of_zoc || !board.own.raiders.contains(unit) {
        return None;
    }
    let squares = game.pack.map.edges[edge as usize];
    if !exit.behind_lines {
        return Some(squares);
    }
    let side = game.pack.side(unit);
    Some(squares & (game.behind_line(board, side) | *board.occupied(side)))
}

/// Units that a new boundary leaves outside their area are like those that start outside (15.0).
// Ruling 79 and 125: they pay once they have been home and leave again, or go on east of the trench.
pub(crate) fn mind_boundary(game: &BigPush, board: &mut Board) {
    let rows = &game.variant.own.scenarios[usize::from(board.scenario)].british_rows;
    if board.turn != board.own.first_turn && !rows.iter().any(|(from, _)| *from == board.turn) {
        return;
    }
    for unit in game.pack.all_units() {
        let state = board.unit(unit);
        let outside = state.square().is_some()
            && !in_own_area(game, board, game.pack.unit(unit).nation, state.square());
        if outside && state.has(HOME) && !state.has(STRAYED) {
            board.update(&game.pack, unit, |state| state.set(HOME, false));
        }
    }
}

/// Points go from the Allies to the Germans: what the Allies cannot pay is added to the Germans (15.7.1).
fn raid(board: &mut Board, points: i16) {
    let allied = board.points[Side::Allied.index()].total();
    let taken = points.min(allied.max(0));
    board.points[Side::Allied.index()].exits -= taken;
    board.points[Side::German.index()].exits += points - taken;
    board.own.raids += points;
}

fn score(board: &mut Board, side: Side, points: i16, game: &BigPush, context: &mut Context) {
    board.points[side.index()].exits += points;
    let rule = exit_rule(game, board);
    context.tell(|| Event::Scored { side, points: points as i8, unit: Unit::NONE, rule: rule.into() });
}

/// The case of the scenario that speaks of Allied exits.
pub(crate) fn allied_exit_rule(game: &BigPush, board: &Board) -> OwnRule {
    match game.pack.scenarios[usize::from(board.scenario)].case.as_str() {
        "14.3" => OwnRule::ScenarioThreeAlliedExits,
        "15.0" => OwnRule::ExitMarkers,
        _ => exit_rule(game, board),
    }
}

/// The case of the scenario that speaks of exits.
pub(crate) fn exit_rule(game: &BigPush, board: &Board) -> OwnRule {
    match game.pack.scenarios[usize::from(board.scenario)].case.as_str() {
        "14.1" => OwnRule::ScenarioOneSpecial,
        "14.2" => OwnRule::ScenarioTwoSpecial,
        "14.3" => OwnRule::ScenarioThreeGermanExits,
        "14.4" => OwnRule::ScenarioFourSpecial,
        _ => OwnRule::CampaignVictory,
    }
}

/// The case of the scenario that speaks of national areas.
pub(crate) fn area_rule(case: &str) -> OwnRule {
    match case {
        "14.1" => OwnRule::ScenarioOneSpecial,
        "14.2" => OwnRule::ScenarioTwoSpecial,
        "14.3" => OwnRule::ScenarioThreeAreas,
        "14.4" => OwnRule::ScenarioFourSpecial,
        _ => OwnRule::Campaign,
    }
}

/// The edge over which a beaten unit without another way may leave: any, in Scenario 1; for Germans, elsewhere too.
pub(crate) fn retreat_edge(game: &BigPush, board: &Board, unit: Unit) -> Option<Edge> {
    let scenario = &game.variant.own.scenarios[usize::from(board.scenario)];
    let allowed = scenario.forced_exit_vp.is_some()
        || (game.pack.side(unit) == Side::German && scenario.german_exit.is_some());
    let square = board.square(unit);
    let home = game.pack.map.home[game.pack.side(unit).index()];
    let at = |edge: &Edge| game.pack.map.edges[*edge as usize].contains(square);
    if !allowed {
        return None;
    }
    Some(home).filter(at).or_else(|| Edge::ALL.into_iter().find(at))
}

/// A unit was driven off the map.
pub(crate) fn driven_off(game: &BigPush, board: &mut Board, unit: Unit, edge: Edge, context: &mut Context) {
    let scenario = &game.variant.own.scenarios[usize::from(board.scenario)];
    let counter = game.pack.unit(unit);
    let enemy = counter.side.enemy();
    if let Some(points) = scenario.forced_exit_vp {
        game.take_off(board, unit, Place::Exited);
        score(board, enemy, points, game, context);
        return;
    }
    let Some(exit) = &scenario.german_exit else { return };
    let back = board.turn + exit.forced_return_after.unwrap_or(exit.return_after);
    leave(game, board, unit, Place::Off(edge, back));
    score(board, enemy, exit.forced_vp, game, context);
}
