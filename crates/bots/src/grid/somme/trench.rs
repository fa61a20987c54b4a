//! How likely each square of the German start trench is manned when the game is over.
//!
//! Fitted to how 1,600 games of Over the Top between captains ended: who stands there, and how strong both sides are
//! around it.

use ::grid::square::SQUARES;
use ::grid::units::Kind;
use ::grid::{Mark, Side, Square};
use big_push::BigPush;

use super::Board;

/// How the chance grows with each German factor in a manned square.
const DEFENSE: f32 = 0.10;

/// How it grows by itself, by how many times the Allies may still attack.
const TURNS: [f32; 5] = [5.6, 1.2, 0.4, 0.0, -0.6];

/// How it changes with each factor of the Allies one, two and three squares away, and of the Germans one to
/// four, if a German stands in the trench square.
const MANNED: ([f32; 3], [f32; 4]) = ([-0.10, -0.09, -0.05], [0.07, 0.02, 0.02, 0.02]);

/// The same if the square is empty, or the Allies stand in it.
const EMPTY: ([f32; 3], [f32; 4]) = ([-0.05, -0.05, -0.03], [0.12, 0.07, 0.07, 0.03]);

/// The base chance that a German comes back.
const BACK: f32 = -3.2;

/// How much smaller it is where the Allies stand.
const HELD: f32 = -0.55;

/// The part for which a disrupted unit counts.
const DISRUPTED: f32 = 0.5;

/// The chance that a square is manned at the end, for each square of the trench.
pub(super) fn manned_at_the_end<'a>(
    game: &'a BigPush,
    board: &'a Board,
    turns: f32,
) -> impl Iterator<Item = f32> + 'a {
    let strength = Side::BOTH.map(|side| strength(game, board, side));
    let map = &game.pack.map;
    map.trench[Side::German.index()].iter().map(move |square| {
        let around = |side: Side, weights: &[f32]| {
            let near = map.disc(square, weights.len() as u8) & *board.occupied(side);
            let others = near.iter().filter(|from| *from != square);
            let weight = |from: Square| weights[usize::from(map.distance(from, square)) - 1];
            others.map(|from| weight(from) * strength[side.index()][from.index()]).sum::<f32>()
        };
        let manned = board.occupied(Side::German).contains(square);
        let (allied, german) = if manned { MANNED } else { EMPTY };
        let there = if manned {
            TURNS[(turns as usize).min(TURNS.len() - 1)]
                + DEFENSE * strength[Side::German.index()][square.index()]
        } else if board.occupied(Side::Allied).contains(square) {
            BACK + HELD
        } else {
            BACK
        };
        let odds = there + around(Side::Allied, &allied) + around(Side::German, &german);
        1.0 / (1.0 + (-odds).exp())
    })
}

/// The factors of a side's troops in each square: to attack for the Allies, to defend for the Germans.
fn strength(game: &BigPush, board: &Board, side: Side) -> [f32; SQUARES] {
    let mut strength = [0.0; SQUARES];
    for unit in board.on_map(&game.pack, side) {
        if matches!(game.pack.unit(unit).kind, Kind::Hq | Kind::Artillery) {
            continue;
        }
        let face = board.face(&game.pack, unit);
        let factors = f32::from(if side == Side::Allied { face.attack } else { face.defense });
        let part = if board.unit(unit).has(Mark::Disrupted) { DISRUPTED } else { 1.0 };
        strength[board.square(unit).index()] += part * factors;
    }
    strength
}
