//! How a board stands, for the British: the victory points that they will have in the end, and how sure that is.
//!
//! The weights were fitted to how 7,500 games between players of these habits ended (least squares, signs kept).

use ::cambrai::board::Board;
use ::cambrai::end_phase::{haig, victory_points};
use ::cambrai::pack::Pack;
use ::cambrai::scenario::Scenario;
use ::cambrai::side::Side;
use ::cambrai::step::StepKind;

use super::ground::{beside, gaps, haig_decides, raid};
use super::phase::{Phase, phase};

/// How many things about a board are looked at.
const FEATURES: usize = 21;

/// What a board shows, in the order of the weights.
fn features(pack: &Pack, step: StepKind, board: &Board) -> ([f32; FEATURES], f32) {
    let mut seen = [0.0; FEATURES];
    let scenario = &pack.scenarios[usize::from(board.scenario)];
    let contested = board.present(Side::British) & board.present(Side::German);
    let fresh = board.fresh_units();
    seen[0] = 1.0;
    seen[1] = f32::from(victory_points(pack, board)) / 10.0;
    seen[2] = f32::from((contested - board.british).count()) / 2.0;
    seen[3] = f32::from((contested & board.british).count()) / 2.0;
    let front = beside(pack, pack.links.all - board.british) | contested;
    for unit in pack.kinds.of[Side::British].iter().filter(|unit| board.place_of(*unit).is_some()) {
        let strength = f32::from(pack.info(unit).attack) / 20.0;
        let near = board.place_of(unit).is_some_and(|place| front.contains(place));
        let slot = match (pack.kinds.tanks.contains(unit), pack.kinds.cavalry.contains(unit)) {
            (true, _) => 6 + usize::from(!fresh.contains(unit)),
            (_, true) => 8,
            _ if !fresh.contains(unit) => 9,
            _ => 4 + usize::from(!near),
        };
        seen[slot] += strength;
    }
    let back = beside(pack, board.british) | contested;
    for unit in pack.kinds.of[Side::German].iter().filter(|unit| board.place_of(*unit).is_some()) {
        let near = board.place_of(unit).is_some_and(|place| back.contains(place));
        let strength = f32::from(pack.info(unit).defense) / 20.0;
        let slot = match (pack.kinds.garrisons.contains(unit), fresh.contains(unit)) {
            (true, _) => 13,
            (false, false) => 12,
            (false, true) => 10 + usize::from(!near),
        };
        seen[slot] += strength;
    }
    seen[14] = f32::from(gaps(pack, board, Side::German).count()) / 3.0;
    seen[15] = f32::from(gaps(pack, board, Side::British).count()) / 3.0;
    seen[16] = if haig_decides(pack, board) { f32::from(haig(pack, board).total) / 4.0 } else { 1.5 };
    seen[17] = match board.advantage.unwrap_or(board.advantage_due) {
        Side::British => 0.5,
        Side::German => -0.5,
    };
    let shells = |side| f32::from(board.ammunition[side] + board.support[side]) / 10.0;
    seen[18] = shells(Side::British) + 0.3 * f32::from(board.hurricane_fresh[Side::British]);
    seen[19] = shells(Side::German) + 0.3 * f32::from(board.hurricane_fresh[Side::German]);
    // What surprise still promises on the first day (16.0).
    let opening = board.turn == 0 && phase(step) == Phase::Day;
    seen[20] = if opening { 1.0 - f32::from(board.impulse_number.min(12)) / 12.0 } else { 0.0 };
    (seen, days_left(scenario, step, board))
}

/// How many days are left; what remains of today counts as a fraction.
fn days_left(scenario: &Scenario, step: StepKind, board: &Board) -> f32 {
    let whole = f32::from(scenario.last_turn.saturating_sub(board.turn));
    match phase(step) {
        Phase::Dawn => whole + 1.0,
        Phase::Day => whole + 1.0 - (f32::from(board.impulse_number) / 10.0).min(0.95),
        Phase::Night => whole,
    }
}

/// How much each thing adds to the points that the British have now: soon, and in the long run.
const WEIGHTS: [[f32; 2]; FEATURES] = [
    [-0.8, -4.8],
    [0.3, -2.6],
    [0.0, 0.5],
    [0.0, 0.0],
    [1.0, 1.0],
    [0.8, 1.0],
    [0.2, 0.5],
    [0.2, 0.2],
    [0.2, 0.0],
    [0.9, 0.2],
    [0.0, -1.2],
    [0.0, -1.0],
    [0.0, 0.0],
    [-0.9, -2.2],
    [0.1, 0.0],
    [-0.9, -1.3],
    [-1.9, 5.5],
    [0.3, 1.7],
    [0.4, 0.5],
    [-0.4, -1.2],
    [7.7, 1.8],
];

/// The spread of the end around the forecast, squared: today's, and for each day left.
const SPREAD: [f32; 2] = [0.2, 5.0];

/// The forecast looks no farther ahead than this many days.
const SIGHT: f32 = 7.0;

/// The points that the British will have in the end, and the spread around that.
fn forecast(pack: &Pack, step: StepKind, board: &Board) -> (f32, f32) {
    let (seen, days) = features(pack, step, board);
    let (soon, long) = ((1.5 * days).min(1.0), days / (days + 3.0));
    let change: f32 = seen.iter().zip(&WEIGHTS).map(|(seen, [a, b])| seen * (a * soon + b * long)).sum();
    let spread = (SPREAD[0] + SPREAD[1] * days.min(SIGHT)).sqrt();
    (10.0 * seen[1] + change, spread)
}

/// The expected result for the British, from -1 to 1.
pub(super) fn british(pack: &Pack, step: StepKind, board: &Board) -> f32 {
    let scenario = &pack.scenarios[usize::from(board.scenario)];
    let (forecast, spread) = forecast(pack, step, board);
    let won = forecast - f32::from(scenario.victory.british) + 0.5;
    // Without a band of points for a draw, the Germans win whatever the British do not.
    let lost = scenario.victory.german.map_or(won, |most| forecast - f32::from(most) - 0.5);
    // The curve of the normal distribution, near enough; and even the hopeless fight on for every point.
    let chance = |ahead: f32| 0.8 * (0.8 * ahead / spread).tanh() + 0.2 * (ahead / 12.0).clamp(-1.0, 1.0);
    (chance(won) * 0.5 + chance(lost) * 0.5 + breakthrough(pack, board)).min(1.0)
}

/// What fresh cavalry in a zone of breakthrough adds, or an unbarred way there: if it stands there at dusk,
/// the war is won (13.1.1).
fn breakthrough(pack: &Pack, board: &Board) -> f32 {
    let zones = pack.links.breakthrough & board.present(Side::British);
    let riders = pack.kinds.cavalry & board.fresh_units();
    let through: u8 = zones.iter().map(|zone| (board.units_in(zone) & riders).count()).sum();
    if through > 0 {
        return 0.3 * f32::from(through.min(2));
    }
    let barred = (raid(pack, board) & pack.links.breakthrough).is_empty();
    if barred { 0.0 } else { 0.15 }
}
