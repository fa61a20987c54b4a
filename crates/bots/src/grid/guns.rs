//! Guns: what to fire at, with how many, and where to stand.

use ::grid::bombardment::{Hit, Shot};
use ::grid::units::Kind;
use ::grid::{BoardOf, Mark, Square, Squares, Unit};

use arrayvec::ArrayVec;

use super::Doctrine;
use super::field::Field;

/// The worth of a result against a square. `blow` is the worth of weakening its defenders, `step` the price
/// of one of their steps, `done` how much of the blow has been done already.
fn effect(hit: Hit, blow: f32, step: f32, done: f32) -> f32 {
    let more = |part: f32| (part - done).max(0.0) * blow;
    match hit {
        Hit::Miss => 0.0,
        Hit::Interdict => more(0.4),
        Hit::Suppress => more(1.0),
        Hit::Disrupt => more(DISRUPTED) + 0.2 * step,
        Hit::Steps(steps) => f32::from(steps) * (step + 0.5 * blow),
    }
}

/// This many factors of guns are enough against a square.
const BATTERY: f32 = 16.0;

/// The most that a goal counts when guns are placed.
const DEAREST: f32 = 4.0;

/// The share of its worth that a goal out of range counts when guns are placed.
const FAR: f32 = 0.8;

/// The worth of weakening one factor of the enemies that could come back at the end.
const MENACE: f32 = 0.3;

/// The worth of reaching the enemies before the line.
const BEFORE: f32 = 0.3;

/// What guns risk where no infantry covers them.
const EXPOSED: f32 = 0.8;

/// What guns risk where enemies will surely strike and break through.
const OVERRUN: f32 = 1.5;

/// The price of a possible answer by the enemy's guns.
const SHOWN: f32 = 0.02;

/// How much more a disruption is worth than a suppression.
const DISRUPTED: f32 = 1.3;

impl<V: Doctrine> Field<'_, V> {
    /// What weakening the defenders of a square is worth: much where a blow may fall, a little where one may come from.
    pub(super) fn softening(&self, target: Square) -> f32 {
        if !self.blows_follow {
            return 0.0;
        }
        let own = self.strength_around(self.side, target);
        let guard = self.defense_at(self.enemy, target, Unit::NONE);
        let shift = self.shift(self.enemy, target);
        let chance = self.chance(own, guard, shift);
        // Between hopeless and sure the guns make the difference.
        let matters = 0.25 + 3.0 * chance * (1.0 - 0.8 * chance);
        let blow = if own > 0.0 { self.prize(target) * matters * 0.3 * self.temper.soften } else { 0.0 };
        let threat: f32 =
            self.board.troops_at(&self.grid.pack, self.enemy, target).map(|unit| self.attack(unit)).sum();
        let close = self.grid.pack.map.disc(target, 1).meets(self.board.occupied(self.side));
        blow + MENACE * self.menace(target)
            + if close { 0.03 * threat * (1.0 - self.aims.zeal(self.side)) } else { 0.0 }
    }

    /// What the bombardment in hand on a board promises.
    pub(super) fn shelling(&self, trial: &BoardOf<V>) -> f32 {
        let target = trial.shot.target;
        let assessment = self.grid.assess_bombardment(trial, self.side);
        let Some(column) = assessment.column else { return 0.0 };
        let blow = self.softening(target);
        let done = self.shelled(target);
        let step = self.aims.price(self.enemy) * f32::from(u8::from(self.steps_at(self.enemy, target) > 0.0));
        let shift = assessment.modifiers.sum();
        let sum: f32 = (1..=6)
            .map(|die| effect(self.grid.bombardment_result(column, die + shift), blow, step, done))
            .sum();
        sum / 6.0
    }

    /// How much of what guns can do to the defenders of a square has been done: the best of them counts.
    pub(super) fn shelled(&self, target: Square) -> f32 {
        let state = |unit: Unit| {
            let state = self.board.unit(unit);
            match (state.has(Mark::Disrupted), state.has(Mark::Suppressed)) {
                (true, _) => DISRUPTED,
                (false, true) => 1.0,
                (false, false) => 0.0,
            }
        };
        self.board.troops_at(&self.grid.pack, self.enemy, target).map(state).fold(DISRUPTED, f32::min)
    }

    /// The worth of firing at a square with all guns that reach it.
    pub(super) fn bombard(&self, target: Square) -> f32 {
        if !self.board.occupied(self.enemy).contains(target) {
            return -0.5;
        }
        let mut trial = self.board.clone();
        trial.shot = Shot { target, ..Shot::NONE };
        let nation_guns = self.grid.pack.all_units().filter(|gun| {
            self.grid.pack.side(*gun) == self.side
                && self.grid.can_fire(self.board, *gun)
                && self.grid.in_range(self.board, *gun, target)
        });
        for gun in nation_guns {
            trial.shot.guns.insert(gun);
        }
        // Guns that fire are answered, so they do not show themselves for nothing.
        2.5 * self.shelling(&trial) - SHOWN
    }

    /// What a gun should reach: goals that the enemy holds, most of all those that few other guns reach.
    fn gun_targets(&self, gun: Unit) -> Vec<(Square, f32)> {
        let (pack, map) = (&self.grid.pack, &self.grid.pack.map);
        let mut others: ArrayVec<(Square, u8, f32), 32> = ArrayVec::new();
        for nation in ::grid::Nation::ALL.into_iter().filter(|nation| nation.side() == self.side) {
            for other in pack.units_of(nation, Kind::Artillery).iter() {
                let square = self.board.square(other);
                if other != gun && square.is_some() && self.board.unit(other).good_order() {
                    let factors = f32::from(self.board.face(pack, other).attack);
                    let _ = others.try_push((square, pack.unit(other).range, factors));
                }
            }
        }
        let foes = self.board.occupied(self.enemy);
        let held = self.aims.goals.iter().filter(|(goal, _)| foes.contains(*goal)).copied();
        // A defender fires at the enemies before the squares that he holds.
        let mut before = self.front(2);
        if self.aims.zeal(self.side) >= 0.5 {
            before = Squares::EMPTY;
        }
        let before = before.iter().filter(|square| self.aims.worth(*square) <= 0.0);
        held.chain(before.map(|square| (square, BEFORE)))
            .map(|(goal, weight)| {
                let reaching = others.iter().filter(|(from, range, _)| map.distance(*from, goal) <= *range);
                let factors: f32 = reaching.map(|(_, _, factors)| factors).sum();
                (goal, weight.min(DEAREST) * (1.0 - factors / BATTERY).max(0.1))
            })
            .collect()
    }

    /// Where a gun should stand: with much to fire at, behind the line, in supply.
    pub(super) fn gun_posts(&self, gun: Unit, squares: &[Square]) -> Vec<f32> {
        let map = &self.grid.pack.map;
        let range = self.grid.pack.unit(gun).range;
        let targets = self.gun_targets(gun);
        let posts = squares.iter().map(|to| {
            let reached = map.disc(*to, range);
            let worth: f32 =
                targets.iter().filter(|(goal, _)| reached.contains(*goal)).map(|(_, worth)| worth).sum();
            let foes = (reached & *self.board.occupied(self.enemy)).count() as f32;
            let danger = match self.nearest_enemy(*to) {
                0 | 1 => 2.5,
                2 => 1.0,
                3 => 0.3,
                _ => 0.0,
            };
            let crowd = self
                .board
                .troops_at(&self.grid.pack, self.side, *to)
                .filter(|unit| *unit != gun && self.grid.pack.unit(*unit).kind == Kind::Artillery)
                .count() as f32;
            // Headquarters that supply stand alone.
            let hq = self
                .board
                .troops_at(&self.grid.pack, self.side, *to)
                .any(|unit| self.grid.pack.unit(unit).kind == Kind::Hq);
            let in_the_way = if hq { 1.0 } else { 0.0 };
            let exposed = if self.is_exposed(*to) { EXPOSED } else { 0.0 };
            let away = if self.belongs(self.grid.pack.unit(gun).nation, *to) { 0.0 } else { 1.5 };
            // A distant target draws guns that have little to fire at.
            let far = targets
                .iter()
                .filter(|(goal, _)| !reached.contains(*goal))
                .map(|(goal, worth)| worth * 3.0 / (3.0 + f32::from(map.distance(*to, *goal) - range)))
                .fold(0.0, f32::max);
            0.25 * worth.max(FAR * far) + 0.04 * foes.min(8.0) - danger - OVERRUN * self.overrun(gun, *to)
                + self.last_post(gun, *to)
                - exposed
                - in_the_way
                - 0.08 * crowd
                - away
        });
        posts.collect()
    }

    /// How far the nearest enemy is, up to four squares.
    pub(super) fn nearest_enemy(&self, square: Square) -> u8 {
        let near = self.near_enemies();
        (0..=4).find(|distance| near[usize::from(*distance)].contains(square)).unwrap_or(5)
    }
}
