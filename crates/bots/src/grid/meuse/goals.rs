//! What each side wants: the squares of its victories, and the price of blood as far as points decide.

use ::grid::units::Size;
use ::grid::{Side, Square, Squares, Unit};
use verdun::data::{Condition, Objective};
use verdun::{Game, Table, Verdun};

use super::{RETURN, SOMME, second};
use crate::grid::NEVER;
use crate::grid::aims::Aims;
use crate::grid::field::Field;

/// Enemies walk into a town from at most this far away.
const NEAR: u8 = 6;

/// The worth of an enemy's square from which his zone of control alone denies a victory.
const AT_THE_GATES: f32 = 1.5;

/// The worth to the French of each of the last two squares of their start line, for the Command Center.
const LAST_OF_THE_LINE: f32 = 0.8;

/// The part of its worth that a square loses in the campaign if it will surely be taken back.
const DOUBT: f32 = 0.6;

/// What both sides want.
pub(super) fn aims(variant: &Verdun, game: &Game, board: &Table) -> Aims {
    let zeal = if board.turn >= RETURN {
        [1.0, 0.25]
    } else if board.turn >= SOMME + 5 {
        [0.6, 0.6]
    } else {
        [0.25, 1.0]
    };
    let last = second(variant, board);
    let ending = board.turn >= board.last_turn && board.phasing == last;
    let point = point(variant, board);
    let mut aims = Aims::new(zeal, [point, point], [0.4, 0.4]);
    aims.thrift = [0.6; 2];
    aims.riposte = 0.6;
    aims.garrison = 0.4;
    for victory in &variant.scenario(board).raw.victory {
        let side = victory.side.side();
        for condition in &victory.conditions {
            want(game, board, side, condition, &mut |square, worth| {
                // At the end a side denies the enemy the squares that he must occupy and does not.
                if !ending || side == last || board.occupied(side).contains(square) {
                    aims.raise(square, worth);
                }
            });
            if matches!(condition, Condition::ClearStartLine { .. }) {
                line(game, board, ending, &mut aims);
            }
        }
    }
    let manned = game.pack.map.trench[Side::Allied.index()] & *board.occupied(Side::Allied);
    if manned.count() <= 2 && board.phasing == Side::Allied {
        manned.iter().for_each(|square| aims.raise(square, LAST_OF_THE_LINE));
    }
    if variant.scenario(board).raw.objectives > 0 {
        aims.long_war = true;
        aims.doubt = DOUBT;
        for (index, squares) in variant.data.objectives.iter().enumerate() {
            if board.own.objectives >> index & 1 == 1 {
                let count = squares.count().max(1) as f32;
                let points = f32::from(variant.data.charts.objectives.rows[index].vp);
                for square in squares.iter() {
                    aims.raise(square, points * 0.1 / count);
                }
            }
        }
    }
    aims
}

/// The squares of the campaign that a side must occupy together, if it holds all of them and enemies are near.
pub(super) fn won(variant: &Verdun, game: &Game, board: &Table, side: Side) -> Squares {
    let scenario = &variant.scenario(board).raw;
    let mut won = Squares::EMPTY;
    if scenario.objectives == 0 {
        return won;
    }
    let victories = scenario.victory.iter().filter(|victory| victory.side.side() == side);
    for condition in victories.flat_map(|victory| &victory.conditions) {
        let Condition::OccupyAll { squares } = condition else { continue };
        let all: Squares = squares.iter().filter_map(|name| game.pack.map.find(name)).collect();
        let is_near = |square: Square| game.pack.map.disc(square, NEAR).meets(board.occupied(side.enemy()));
        if (all - *board.occupied(side)).is_empty() && all.iter().any(is_near) {
            won = won | all;
        }
    }
    won
}

/// The French start line: one French unit in it denies the Germans their victory, so the last ones matter most; and
/// when the French move last they may walk back in.
fn line(game: &Game, board: &Table, ending: bool, aims: &mut Aims) {
    let line = game.pack.map.trench[Side::Allied.index()];
    let manned = line & *board.occupied(Side::Allied);
    let left = board.last_turn.saturating_sub(board.turn);
    let each = 1.0 + 5.0 / (1.0 + manned.count() as f32) + if left <= 1 { 1.0 } else { 0.0 };
    for square in manned.iter() {
        aims.raise(square, each);
    }
    if left <= 3 && board.phasing == Side::German {
        // Frenchmen near a square will walk back in if no German watches it.
        let map = &game.pack.map;
        let near = (0..6).fold(*board.occupied(Side::Allied), |near, _| map.spread(near));
        let watched = map.spread(*board.occupied(Side::German));
        let watch = if left <= 1 { 0.6 } else { 0.3 };
        for square in ((line - manned - watched) & near).iter() {
            aims.raise(square, watch);
        }
    }
    if left <= 1 && board.phasing == Side::Allied {
        let few = 1.0 / (1.0 + manned.count() as f32);
        let back = if ending { 1.2 * few } else { few };
        for square in (line - manned - *board.occupied(Side::German)).iter() {
            aims.raise(square, back);
        }
    }
}

/// Calls `each` for every square of a condition of a side's victory, with what it is worth.
fn want(game: &Game, board: &Table, side: Side, condition: &Condition, each: &mut impl FnMut(Square, f32)) {
    let map = &game.pack.map;
    if let Condition::NoEnemyZoc { squares } | Condition::NoUncontestedEnemyZoc { squares } = condition {
        let squares: Squares = squares.iter().filter_map(|name| map.find(name)).collect();
        let before = (map.spread(squares) - squares) & *board.occupied(side.enemy());
        before.iter().for_each(|square| each(square, AT_THE_GATES));
        return;
    }
    let mut all = |names: &[String], worth: f32| {
        for square in names.iter().filter_map(|name| map.find(name)) {
            each(square, worth);
        }
    };
    match condition {
        Condition::OccupyAtLeast { n, objectives } => {
            let held: u8 = objectives.iter().map(|objective| held(game, board, side, objective)).sum();
            let left = board.last_turn.saturating_sub(board.turn);
            let worth = match (held >= *n, left) {
                (true, _) => 2.5,
                (false, 0 | 1) => 4.0,
                (false, _) => 3.0,
            };
            for objective in objectives {
                let count = objective.squares.len().max(1) as f32;
                all(&objective.squares, worth / count.sqrt());
                all(&objective.zoc_on_any, 0.8);
            }
        }
        Condition::Occupy { squares } => all(squares, 2.5),
        Condition::OccupyAll { squares } => {
            // The last ones matter most.
            let lacking = squares
                .iter()
                .filter_map(|name| map.find(name))
                .filter(|square| !board.occupied(side).contains(*square))
                .count();
            let campaign = game.variant.scenario(board).raw.objectives > 0;
            let each = if campaign { 1.0 } else { 2.0 };
            all(squares, each + 4.0 / (1.0 + lacking as f32));
        }
        Condition::OccupyAny { squares, .. } | Condition::ZocOnAny { squares } => all(squares, 0.8),
        Condition::OccupyOrLastThrough { squares } if side == Side::German => all(squares, 0.3),
        Condition::OccupyOrLastThrough { squares } => {
            // Verdun is not left open to the enemy, but no unit waits there while he is far away.
            for square in squares.iter().filter_map(|name| map.find(name)) {
                let is_near = map.disc(square, NEAR).meets(board.occupied(side.enemy()));
                each(square, if is_near { 1.5 } else { 0.3 });
            }
        }
        Condition::AllOf { conditions } => {
            for condition in conditions {
                want(game, board, side, condition, each);
            }
        }
        _ => {}
    }
}

/// How much an objective counts for a side now.
fn held(game: &Game, board: &Table, side: Side, objective: &Objective) -> u8 {
    let mut squares = objective.squares.iter().filter_map(|name| game.pack.map.find(name)).peekable();
    if squares.peek().is_none() || !squares.all(|square| board.occupied(side).contains(square)) {
        return 0;
    }
    if objective.double_if_dummy && board.own.dummy_found { 2 } else { 1 }
}

/// By how many points the Germans lead, from the sources that a condition counts.
pub(super) fn lead(variant: &Verdun, board: &Table, sources: &[String]) -> f32 {
    let counts = |source: &str| sources.iter().any(|name| name == source);
    let points = |side: Side| {
        if counts("objectives") {
            return variant.all_points(board, side);
        }
        let given = if counts("surrender") { 0 } else { board.own.surrenders[side.index()] };
        variant.combat_points(board, side) - given
    };
    f32::from(points(Side::German) - points(Side::Allied))
}

/// What a point is worth: most where it may decide whether somebody is far enough ahead at the end.
fn point(variant: &Verdun, board: &Table) -> f32 {
    let turns = f32::from(board.last_turn.saturating_sub(board.turn));
    let drift = if board.turn < SOMME { 4.0 } else { 0.0 };
    let width = 5.0 + 4.0 * turns;
    let mut closest = 0.0f32;
    for victory in &variant.scenario(board).raw.victory {
        margins(&victory.conditions, &mut |margin, sources| {
            let sign = if victory.side.side() == Side::German { 1.0 } else { -1.0 };
            let gap = (sign * margin - lead(variant, board, sources) - drift * turns) / width;
            closest = closest.max((-gap * gap).exp());
        });
    }
    0.1 + 0.13 * closest
}

fn margins(conditions: &[Condition], each: &mut impl FnMut(f32, &[String])) {
    for condition in conditions {
        match condition {
            Condition::VpLead { margin, sources } => each(f32::from(*margin), sources),
            Condition::AllOf { conditions } => margins(conditions, each),
            _ => {}
        }
    }
}

/// The number of the smallest brigades among the parts of a division begins with this bit.
const SMALLEST: u8 = 6;

/// A battalion within this distance may still reach a fort in the same turn.
const MARCH: u8 = 3;

impl Field<'_, Verdun> {
    /// The worth of the best fort near a square that this side wants and does not have.
    pub(super) fn fort_near(&self, square: Square) -> f32 {
        let forts = self.grid.variant.data.forts - *self.board.occupied(self.side);
        let near = self.grid.pack.map.disc(square, MARCH) & forts;
        near.iter().map(|fort| self.aims.worth(fort)).fold(0.0, f32::max)
    }

    /// What it does for the assault of a fort to break down a regiment, or an attacker's division with one
    /// small enough part: only battalions and the smallest brigades get in. If `parts` is 0 the parts are not
    /// known yet.
    pub(super) fn for_forts(&self, unit: Unit, parts: u8) -> f32 {
        let grid = self.grid;
        let square = self.board.square(unit);
        let breaks = match grid.pack.unit(unit).size {
            Size::Regiment => true,
            Size::Division => self.aims.zeal(self.side) >= 0.5 && (parts == 0 || parts >> SMALLEST > 0),
            _ => false,
        };
        // A unit that holds a goal stays whole.
        if !breaks || !square.is_some() || self.aims.worth(square) > 0.0 {
            return NEVER;
        }
        let forts = grid.variant.data.forts - *self.board.occupied(self.side);
        let mut best = 0.0f32;
        for fort in (grid.pack.map.disc(square, 1) & forts).iter() {
            let small = (grid.pack.map.disc(fort, 1) & *self.board.occupied(self.side))
                .iter()
                .flat_map(|near| self.board.troops_at(&grid.pack, self.side, near))
                .filter(|near| {
                    grid.variant.is_fort_sized(grid, self.board, *near) && self.attack(*near) > 0.0
                })
                .count();
            if small == 0 {
                best = best.max(self.aims.worth(fort));
            }
        }
        if best >= 1.0 { 1.5 + best } else { NEVER }
    }
}
