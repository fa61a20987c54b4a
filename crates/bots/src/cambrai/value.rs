//! How a board stands, for the British.

use ::cambrai::board::Board;
use ::cambrai::end_phase::{haig, victory_points};
use ::cambrai::pack::Pack;
use ::cambrai::side::Side;

/// The expected result for the British, from -1 to 1.
pub(super) fn british(pack: &Pack, board: &Board) -> f32 {
    let scenario = &pack.scenarios[usize::from(board.scenario)];
    let turns = f32::from(scenario.last_turn - scenario.first_turn + 1);
    let day = f32::from(board.turn - scenario.first_turn) + f32::from(board.impulse_number) / 13.0;
    let progress = (day / turns).clamp(0.0, 1.0);
    let points = f32::from(victory_points(pack, board));
    let needed = f32::from(scenario.victory.british);
    let start = f32::from(scenario.british.count());

    // Ground falls fast on the first day and slowly afterwards.
    let par = start + (needed - start) * (1.0 - (1.0 - progress).powi(2));
    let now = points - needed + 0.5;
    let ahead = (points - par) * (1.0 - progress) + now * progress;

    let contested = board.present(Side::British) & board.present(Side::German);
    let gains = f32::from((contested - board.british).count());
    let losses = f32::from((contested & board.british).count());
    let mut score = ahead * (0.22 + 0.25 * progress) + 0.09 * gains - 0.09 * losses;
    score += 0.9
        * (strength(pack, board, Side::British) - strength(pack, board, Side::German))
        * (1.0 - 0.6 * progress);
    score += going_on(pack, board, now);
    score += match board.advantage {
        Some(Side::British) => 0.08,
        Some(Side::German) => -0.08,
        None if board.advantage_due == Side::British => 0.06,
        None => -0.06,
    };
    score += 0.015
        * (f32::from(board.ammunition[Side::British]) - f32::from(board.ammunition[Side::German]))
            .clamp(-12.0, 12.0)
        / 2.0;
    score += 0.05
        * (f32::from(board.hurricane_fresh[Side::British]) - f32::from(board.hurricane_fresh[Side::German]));
    score.tanh()
}

/// Haig ends the offensive unless something encourages him: good for whoever is ahead (13.1.2).
fn going_on(pack: &Pack, board: &Board, now: f32) -> f32 {
    let scenario = &pack.scenarios[usize::from(board.scenario)];
    let decides = scenario.haig.get(usize::from(board.turn)).copied().unwrap_or(false)
        || scenario.haig.get(usize::from(board.turn) + 1).copied().unwrap_or(false);
    if !decides || board.turn >= scenario.last_turn {
        return 0.0;
    }
    let chance = (f32::from(haig(pack, board).total) / 6.0).clamp(0.0, 1.0);
    // Behind, the British need time; ahead, they would rather stop.
    let wish = (-now * 0.35).clamp(-0.6, 0.9);
    wish * (chance - 0.5)
}

/// What a side has left to fight with, as a share of a common measure.
fn strength(pack: &Pack, board: &Board, side: Side) -> f32 {
    let mut sum = 0.0;
    for unit in pack.kinds.of[side].iter() {
        if board.place_of(unit).is_none() {
            continue;
        }
        let info = pack.info(unit);
        let fresh = f32::from(info.attack) * 0.6 + f32::from(info.defense) * 0.4;
        sum += if board.is_fresh(unit) { fresh } else { fresh * 0.3 };
    }
    sum / 130.0
}
