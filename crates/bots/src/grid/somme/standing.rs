//! How a board of the Somme stands: by trench and objectives, by the other victories, and in the campaign by points.

use ::grid::units::{Kind, Nation};
use ::grid::{Mark, Side, Square};
use big_push::{BigPush, objectives};

use super::Board;
use super::goals::lacking;
use super::trench;

/// How many units leave over the east edge in a turn once a way is open.
const LEAVING: f32 = 1.2;

/// The worth to the Germans of each town they hold among those that win them the campaign.
const TOWN: f32 = 0.4;

/// How many trench squares a place that is not held counts for.
const MISSED: f32 = 1.5;

/// How fast a narrow result becomes a clear one, for each thing lacking.
const NARROW: f32 = 0.35;

/// The expected result for the Allies, from -1 to 1.
pub(super) fn standing(game: &BigPush, board: &Board) -> f32 {
    if game.variant.own.scenarios[usize::from(board.scenario)].campaign {
        return campaign(game, board);
    }
    let turns = turns_left(board);
    let first = first(game, board, turns);
    let exits = exits_lacking(game, board).map(|lack| (NARROW * (LEAVING * turns + 0.5 - lack)).tanh());
    let towns = towns_lacking(game, board).map(|lack| (NARROW * (turns + 0.5 - 3.0 * lack)).tanh());
    first.max(exits.unwrap_or(-1.0)).max(towns.unwrap_or(-1.0)) + material(game, board)
}

/// The first victory: half is the chance that the trench is clear and all places are held at the end, half is
/// how little is lacking otherwise.
fn first(game: &BigPush, board: &Board, turns: f32) -> f32 {
    let places = MISSED * lacking(game, board).iter().sum::<f32>() / (1.0 + turns);
    let (mut clear, mut narrow) = ((-places).exp(), (-NARROW * places).exp());
    for chance in trench::manned_at_the_end(game, board, turns) {
        clear *= 1.0 - chance;
        narrow *= 1.0 - chance * (1.0 - (-NARROW).exp());
    }
    clear + narrow - 1.0
}

/// What the difference in strength adds, as long as there is time to use it.
fn material(game: &BigPush, board: &Board) -> f32 {
    let left = f32::from(board.last_turn.saturating_sub(board.turn)) + 0.5;
    let [allied, german] = Side::BOTH.map(|side| strength(game, board, side));
    0.0015 * (allied - german) * left.min(4.0)
}

/// The factors that a side has in the field, those in disorder at less.
fn strength(game: &BigPush, board: &Board, side: Side) -> f32 {
    board
        .on_map(&game.pack, side)
        .map(|unit| {
            let face = board.face(&game.pack, unit);
            let whole = match game.pack.unit(unit).kind {
                Kind::Artillery => 0.5 * f32::from(face.attack),
                Kind::Hq => 2.0,
                _ => 0.5 * (f32::from(face.attack) + f32::from(face.defense)),
            };
            let state = board.unit(unit);
            if state.has(Mark::Disrupted) {
                0.6 * whole
            } else if state.has(Mark::Suppressed) {
                0.8 * whole
            } else {
                whole
            }
        })
        .sum()
}

/// The same when the game is over: how narrowly it was won or lost.
pub(super) fn margin(game: &BigPush, board: &Board) -> f32 {
    if game.variant.own.scenarios[usize::from(board.scenario)].campaign {
        return campaign(game, board);
    }
    let first = manned(game, board) + MISSED * lacking(game, board).iter().sum::<f32>();
    let towns = towns_lacking(game, board).map_or(first, |lack| 3.0 * lack);
    let least = first.min(exits_lacking(game, board).unwrap_or(first)).min(towns);
    2.0 * (-NARROW * least).exp() - 1.0
}

/// How many times the Allies may still attack.
fn turns_left(board: &Board) -> f32 {
    f32::from(board.last_turn.saturating_sub(board.turn))
        + if board.phasing == Side::Allied { 1.0 } else { 0.0 }
}

/// How many squares of the German start trench are manned.
fn manned(game: &BigPush, board: &Board) -> f32 {
    (game.pack.map.trench[Side::German.index()] & *board.occupied(Side::German)).count() as f32
}

/// How many Allied units must still leave over the east edge, if that alone wins.
fn exits_lacking(game: &BigPush, board: &Board) -> Option<f32> {
    let exits = game.variant.own.scenarios[usize::from(board.scenario)].victory.exits?;
    let [british, french, ..] = board.own.exits;
    let left = exits.count.saturating_sub(british.saturating_add(french));
    (!exits.exclusive).then_some(f32::from(left))
}

/// How many of the towns that win by themselves the Allies do not hold.
fn towns_lacking(game: &BigPush, board: &Board) -> Option<f32> {
    let towns = &game.variant.own.scenarios[usize::from(board.scenario)].victory.hold;
    let is_held = |town: &&Square| board.occupied(Side::Allied).contains(**town);
    let lacking = towns.len() - towns.iter().filter(is_held).count();
    (!towns.is_empty()).then_some(lacking as f32)
}

/// The campaign: how near the Allies are to twice the German points, and the Germans to two towns.
fn campaign(game: &BigPush, board: &Board) -> f32 {
    let victory = &game.variant.own.scenarios[usize::from(board.scenario)].victory;
    let points = Side::BOTH.map(|side| f32::from(board.points[side.index()].total()));
    let ahead = points[Side::Allied.index()] - f32::from(victory.vp_ratio) * points[Side::German.index()];
    let all = points.iter().sum::<f32>().max(1.0);
    let held = |nation: Nation, squares: &[Square], needed: u8| {
        objectives::holds_enough(game, board, nation, squares, needed)
    };
    let towns = victory.towns.iter().filter(|town| held(Nation::German, &town.squares, town.needed)).count();
    // A board where neither wins is a draw.
    0.4 + 0.4 * (4.0 * ahead / all).tanh() - TOWN * towns as f32 - 0.02 * manned(game, board)
}
