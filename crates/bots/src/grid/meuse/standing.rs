//! How a board stands: how likely each side's victories are, condition by condition.

use ::grid::{Side, Square};
use verdun::data::{Condition, Victory};
use verdun::{Game, Table, Verdun};

use super::goals::lead;
use super::{SOMME, second};

/// The expected result for the French, from -1 to 1.
pub(super) fn standing(variant: &Verdun, game: &Game, board: &Table) -> f32 {
    let forecast = Forecast { variant, game, board };
    forecast.wins(Side::Allied) - forecast.wins(Side::German)
}

/// What a board promises. Points, the start line and the number of objectives were fitted to how 1,500 games of
/// Firestorm ended between captains and recruits; the rest is set by hand.
struct Forecast<'a> {
    variant: &'a Verdun,
    game: &'a Game,
    board: &'a Table,
}

/// The chance to end with what is needed, from `ahead` of it now; `width` is how far things may still change.
fn likely(ahead: f32, width: f32) -> f32 {
    1.0 / (1.0 + (-ahead / width).exp())
}

/// The chance that a side takes the squares it is lacking in the turns that it has left.
fn reaches(turns: f32, lacking: f32) -> f32 {
    likely(0.5 + 0.7 * turns - lacking, 0.4 + 0.4 * turns)
}

impl Forecast<'_> {
    fn victories(&self) -> impl Iterator<Item = &Victory> {
        self.variant.scenario(self.board).raw.victory.iter()
    }

    /// The chance that a side wins.
    fn wins(&self, side: Side) -> f32 {
        let own = self.victories().filter(|victory| victory.side.side() == side);
        own.map(|victory| self.victory(victory)).fold(0.0, f32::max)
    }

    /// The chance of one kind of victory: that as many of its conditions are met as it needs.
    fn victory(&self, victory: &Victory) -> f32 {
        if victory.otherwise {
            return 1.0 - self.wins(victory.side.side().enemy());
        }
        let side = victory.side.side();
        // The chance of each number of conditions met, among those examined so far.
        let mut met = vec![1.0];
        for condition in &victory.conditions {
            let chance = self.chance(side, condition);
            met.push(0.0);
            for count in (0..met.len()).rev() {
                let fewer = if count > 0 { met[count - 1] } else { 0.0 };
                met[count] = met[count] * (1.0 - chance) + fewer * chance;
            }
        }
        met.iter().skip(victory.need).sum()
    }

    /// How many times a side may still move.
    fn turns(&self, side: Side) -> f32 {
        let board = self.board;
        let waits = board.phasing == side || second(self.variant, board) == side;
        f32::from(board.last_turn.saturating_sub(board.turn)) + f32::from(u8::from(waits))
    }

    /// The chance that a condition is met when the game ends.
    fn chance(&self, side: Side, condition: &Condition) -> f32 {
        let Forecast { variant, game, board } = *self;
        let own = *board.occupied(side);
        let turns = self.turns(side);
        match condition {
            Condition::ClearStartLine { .. } => {
                let manned = game.pack.map.trench[Side::Allied.index()] & *board.occupied(Side::Allied);
                likely(0.3 + 0.3 * turns - manned.count() as f32, 0.3 + 1.3 * turns)
            }
            Condition::OccupyAtLeast { n, objectives } => {
                let held: f32 = objectives
                    .iter()
                    .map(|objective| {
                        let squares = objective.squares.len().max(1) as f32;
                        let held = self.named(&objective.squares).filter(|square| own.contains(*square));
                        let counts =
                            if objective.double_if_dummy && board.own.dummy_found { 2.0 } else { 1.0 };
                        counts * held.count() as f32 / squares
                    })
                    .sum();
                likely(0.6 * turns + held - f32::from(*n), 0.74 + 0.08 * turns)
            }
            Condition::VpLead { margin, sources } => {
                // The Germans get ahead as long as they attack; the French have the last word.
                let attacks = self.turns(Side::German);
                let drift = if board.turn < SOMME { 8.0 * attacks - 3.3 } else { 0.0 };
                let german = lead(variant, board, sources) + drift;
                let own = if side == Side::German { german } else { -german };
                likely(own - f32::from(*margin), 2.3 + 2.0 * attacks)
            }
            Condition::AllOf { conditions } => {
                conditions.iter().map(|condition| self.chance(side, condition)).product()
            }
            Condition::NoneMet { side, level } => {
                let victories =
                    self.victories().filter(|victory| victory.side == *side && victory.level == *level);
                let conditions = victories.flat_map(|victory| &victory.conditions);
                conditions.map(|condition| 1.0 - self.chance(side.side(), condition)).product()
            }
            Condition::Prevent { side, level } => {
                let victories = self
                    .victories()
                    .filter(|victory| victory.side == *side && (level == "any" || victory.level == *level));
                1.0 - victories.map(|victory| self.victory(victory)).fold(0.0, f32::max)
            }
            Condition::OccupyAll { squares } => {
                let missing = self.named(squares).filter(|square| !own.contains(*square)).count();
                reaches(turns, missing as f32)
            }
            Condition::OccupyOrLastThrough { squares } => {
                let held =
                    |square: &Square| board.holder(*square).is_some_and(|nation| nation.side() == side);
                let missing = self.named(squares).filter(|square| !held(square)).count();
                if missing == 0 {
                    return self.keeps(turns, side, squares);
                }
                reaches(turns, missing as f32 + self.steps_to(side, squares))
            }
            Condition::Occupy { squares }
            | Condition::OccupyAny { squares, .. }
            | Condition::ZocOnAny { squares } => {
                if variant.is_met(game, board, side, condition, 0) {
                    return self.keeps(turns, side, squares);
                }
                reaches(turns, 1.0 + self.steps_to(side, squares))
            }
            Condition::NoEnemyZoc { squares } | Condition::NoUncontestedEnemyZoc { squares } => {
                self.keeps(turns, side, squares)
            }
            other if variant.is_met(game, board, side, other, 0) => 0.9,
            _ => likely(-2.5, 0.4 + 0.3 * turns),
        }
    }

    /// The chance that squares stay out of the enemy's reach: in most turns he comes no nearer.
    fn keeps(&self, turns: f32, side: Side, squares: &[String]) -> f32 {
        likely(self.steps_to(side.enemy(), squares) - 1.0 - 0.3 * turns, 0.5 + 0.2 * turns)
    }

    fn named<'a>(&'a self, names: &'a [String]) -> impl Iterator<Item = Square> + 'a {
        names.iter().filter_map(|name| self.game.pack.map.find(name))
    }

    /// How far the nearest troops of a side are from the nearest of some squares.
    fn steps_to(&self, side: Side, names: &[String]) -> f32 {
        let map = &self.game.pack.map;
        let own = *self.board.occupied(side);
        let steps =
            self.named(names).flat_map(|square| own.iter().map(move |from| map.distance(from, square)));
        f32::from(steps.min().unwrap_or(u8::MAX))
    }
}
