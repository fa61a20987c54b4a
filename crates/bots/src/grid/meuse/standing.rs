//! How a board stands: what each side lacks of its victories.

use ::grid::{Side, Square, Squares};
use verdun::data::Condition;
use verdun::{Game, Table, Verdun};

use super::SOMME;
use super::goals::lead;

/// The expected result for the French as far as ground and points tell, from -1 to 1.
pub(super) fn standing(variant: &Verdun, game: &Game, board: &Table) -> f32 {
    let turns = f32::from(board.last_turn.saturating_sub(board.turn))
        + if board.phasing == Side::German { 1.0 } else { 0.3 };
    let line = game.pack.map.trench[Side::Allied.index()];
    let mut best = [-4.0f32; 2];
    for victory in &variant.scenario(board).raw.victory {
        let side = victory.side.side();
        if victory.otherwise || victory.conditions.is_empty() {
            continue;
        }
        let mut lacks: Vec<f32> = victory
            .conditions
            .iter()
            .map(|condition| lacking(variant, game, board, side, condition, &line))
            .collect();
        lacks.sort_by(f32::total_cmp);
        let need: f32 = lacks.iter().take(victory.need).sum();
        let pace = if side == Side::German { 1.0 } else { 0.8 };
        let ahead = pace * turns + 0.2 - need;
        best[side.index()] = best[side.index()].max(ahead);
    }
    let french_default = variant.scenario(board).raw.victory.iter().any(|victory| victory.otherwise);
    let german = 0.5 + 0.5 * (0.6 * best[Side::German.index()]).tanh();
    let french =
        if french_default { 1.0 - german } else { 0.5 + 0.5 * (0.6 * best[Side::Allied.index()]).tanh() };
    let points =
        f32::from(variant.combat_points(board, Side::Allied) - variant.combat_points(board, Side::German));
    0.9 * (french - german) + 0.003 * points
}

/// What a side lacks of a condition: 0 if it is met.
pub(super) fn lacking(
    variant: &Verdun,
    game: &Game,
    board: &Table,
    side: Side,
    condition: &Condition,
    line: &Squares,
) -> f32 {
    match condition {
        Condition::ClearStartLine { .. } => 0.15 * (*line & *board.occupied(Side::Allied)).count() as f32,
        Condition::OccupyAtLeast { n, objectives } => {
            let map = &game.pack.map;
            let held: f32 = objectives
                .iter()
                .map(|objective| {
                    let squares = objective.squares.iter().filter_map(|name| map.find(name));
                    let (mut count, mut own) = (0.0, 0.0);
                    for square in squares {
                        count += 1.0;
                        own += f32::from(u8::from(board.occupied(side).contains(square)));
                    }
                    if count > 0.0 { own / count } else { 0.0 }
                })
                .sum();
            0.6 * (f32::from(*n) - held).max(0.0)
        }
        Condition::VpLead { margin, sources } => {
            let german = lead(variant, board, sources);
            let own = if side == Side::German { german } else { -german };
            ((f32::from(*margin) - own) / POINTS).max(0.0)
        }
        Condition::AllOf { conditions } => {
            conditions.iter().map(|condition| lacking(variant, game, board, side, condition, line)).sum()
        }
        Condition::NoneMet { side, level } => variant
            .scenario(board)
            .raw
            .victory
            .iter()
            .filter(|victory| victory.side == *side && victory.level == *level)
            .flat_map(|victory| &victory.conditions)
            .map(|condition| excess(variant, game, board, side.side(), condition, line))
            .sum(),
        Condition::Prevent { .. } => {
            if variant.is_met(game, board, side, condition, 0) {
                0.0
            } else {
                1.5
            }
        }
        other if variant.is_met(game, board, side, other, 0) => 0.0,
        Condition::OccupyAll { squares } => {
            let own = board.occupied(side);
            let missing = named(game, squares).filter(|square| !own.contains(*square)).count();
            (SQUARE * missing as f32).min(UNMET)
        }
        Condition::OccupyOrLastThrough { squares } => {
            let held = |square: &Square| board.holder(*square).is_some_and(|nation| nation.side() == side);
            let missing = named(game, squares).filter(|square| !held(square)).count() as f32;
            (SQUARE * (missing + f32::from(steps_to(game, board, side, squares)))).min(UNMET)
        }
        Condition::Occupy { squares }
        | Condition::OccupyAny { squares, .. }
        | Condition::ZocOnAny { squares } => {
            (SQUARE * (1.0 + f32::from(steps_to(game, board, side, squares)))).min(UNMET)
        }
        _ => UNMET,
    }
}

/// How far a side is beyond a condition that it shall not meet, or how near it is: points go on as they did.
fn excess(
    variant: &Verdun,
    game: &Game,
    board: &Table,
    side: Side,
    condition: &Condition,
    line: &Squares,
) -> f32 {
    let short = match condition {
        Condition::VpLead { margin, sources } => {
            let turns = f32::from(board.last_turn.saturating_sub(board.turn));
            let drift = if board.turn < SOMME { DRIFT * turns } else { 0.0 };
            let german = lead(variant, board, sources) + drift;
            let own = if side == Side::German { german } else { -german };
            (f32::from(*margin) - own) / POINTS
        }
        _ => lacking(variant, game, board, side, condition, line),
    };
    (SAFE - short).max(0.0)
}

/// So many points are as much as an objective and a half.
const POINTS: f32 = 12.0;

/// By so many points a turn the Germans get ahead as long as they attack.
const DRIFT: f32 = 6.0;

/// A condition that is farther away than this is not met by chance.
const SAFE: f32 = 0.3;

/// What is lacking as long as nothing better can be said.
const UNMET: f32 = 2.5;

/// What each square is that lacks, or that lies between.
const SQUARE: f32 = 0.3;

fn named<'a>(game: &'a Game, names: &'a [String]) -> impl Iterator<Item = Square> + 'a {
    names.iter().filter_map(|name| game.pack.map.find(name))
}

/// How far the nearest troops of a side are from the nearest of some squares.
fn steps_to(game: &Game, board: &Table, side: Side, names: &[String]) -> u8 {
    let map = &game.pack.map;
    let own = board.occupied(side);
    named(game, names)
        .flat_map(|square| own.iter().map(move |from| map.distance(from, square)))
        .min()
        .unwrap_or(u8::MAX)
}
