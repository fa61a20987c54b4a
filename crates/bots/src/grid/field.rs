//! The lie of the land, as a side sees it: what draws it on, what it must hold, and who is strong where.

use std::cell::{Cell, OnceCell};

use ::grid::assault::{Outcome, Wave};
use ::grid::square::SQUARES;
use ::grid::units::Kind;
use ::grid::{BoardOf, Grid, Mark, Nation, Side, Square, Squares, Unit};

use super::aims::Aims;
use super::draws::{Draws, Spot};
use super::guard::Guard;
use super::temper::Temper;
use super::{Doctrine, Part};

/// How many columns an assault table may have.
const COLUMNS: usize = 12;

/// Modifiers that an ordinary attack brings: a headquarters near, a unit that closes in.
const ORDINARY: i8 = 2;

/// A value for each square, worked out at most once.
#[derive(Default)]
struct Memo(OnceCell<Box<[Cell<f32>]>>);

impl Memo {
    fn get(&self, square: Square, work: impl FnOnce() -> f32) -> f32 {
        let known = self.0.get_or_init(|| vec![Cell::new(f32::NAN); SQUARES].into_boxed_slice());
        let Some(cell) = known.get(square.index()) else { return work() };
        if cell.get().is_nan() {
            cell.set(work());
        }
        cell.get()
    }
}

/// What is worked out for each square at most once.
#[derive(Default)]
struct Memos {
    prize: Memo,
    pull: Memo,
    nations: [Memo; 3],
    beside: [Memo; 2],
    defense: [Memo; 2],
    threat: [Memo; 2],
    shift: [Memo; 2],
}

/// What is worked out once for all answers to a question.
pub(crate) struct Field<'a, V: Doctrine> {
    /// The rules.
    pub(super) grid: &'a Grid<V>,
    /// The board, as the seat may imagine it.
    pub(super) board: &'a BoardOf<V>,
    /// How the side that is asked values ground and blood.
    pub(super) temper: Temper,
    /// The side that is asked.
    pub(super) side: Side,
    /// The enemy.
    pub(super) enemy: Side,
    /// What both want.
    pub(super) aims: Aims,
    /// Goals that draw this side on or want its help.
    draws: OnceCell<Draws>,
    /// Where each nation's troops should be.
    home: [Squares; 3],
    /// The chance that an ordinary attack in each column takes the square.
    chances: [f32; COLUMNS],
    /// What the enemy must not walk back into.
    pub(super) guard: Guard,
    /// What this side could assault if it stood beside it.
    pub(super) targets: Squares,
    /// Whether this side makes the last moves of the game.
    pub(super) has_last_word: bool,
    /// Whether assaults follow on the bombardment.
    pub(super) blows_follow: bool,
    near_enemies: OnceCell<[Squares; 5]>,
    /// The squares that enemies may strike in their next turn.
    pub(super) struck: OnceCell<Squares>,
    memos: Memos,
}

/// The worth of driving off one factor of the enemies that could come back at the end.
const MENACE: f32 = 0.5;

/// How much a goal draws that is held but empty.
const HELD: f32 = 0.3;

/// The same for a side that waits, when an enemy is coming there.
const OPEN: f32 = 0.8;

/// The defence factors assumed in a square that was just taken.
const NEW_GUARD: f32 = 8.0;

/// The share of a goal's worth that the way to it has.
const ONWARD: f32 = 0.12;

impl<'a, V: Doctrine> Field<'a, V> {
    /// Looks around, in a temper.
    pub(super) fn new(grid: &'a Grid<V>, board: &'a BoardOf<V>, side: Side, temper: Temper) -> Field<'a, V> {
        let mut aims = grid.variant.aims(grid, board);
        let enemy = side.enemy();
        let posts = grid.variant.posts(grid, board, side);
        let guard = Guard::new(grid.variant.guarded(grid, board, side, &aims), posts, temper.guard);
        temper.bend(grid, side, &mut aims);
        let mut field = Field {
            grid,
            board,
            temper,
            side,
            enemy,
            aims,
            draws: OnceCell::new(),
            home: Nation::ALL.map(|nation| grid.variant.home(grid, board, nation)),
            chances: [0.0; COLUMNS],
            guard,
            targets: Squares::EMPTY,
            has_last_word: grid.variant.has_last_word(board, side),
            blows_follow: grid.variant.blows_follow(board),
            near_enemies: OnceCell::new(),
            struck: OnceCell::new(),
            memos: Memos::default(),
        };
        field.chances = field.chances_by_column();
        field.targets =
            grid.assaultable(board, side).iter().filter(|square| !field.is_chase(*square)).collect();
        field
    }

    /// Whether a blow at a square is wasted: every unit there slips away first, and the square itself is
    /// worth nothing.
    fn is_chase(&self, square: Square) -> bool {
        let slips = |unit: Unit| self.grid.variant.slips_away(self.grid, self.board, unit);
        self.board.occupied(self.enemy).contains(square)
            && self.aims.worth(square) <= 0.0
            && self.board.troops_at(&self.grid.pack, self.enemy, square).all(slips)
    }

    fn chances_by_column(&self) -> [f32; COLUMNS] {
        let chart = &self.grid.pack.charts.assault;
        let mut chances = [0.0; COLUMNS];
        let foul = if self.board.weather.is_foul() { chart.drm.foul } else { 0 };
        for (index, chance) in chances.iter_mut().enumerate().take(chart.rows[0].len()) {
            let column = chart.first_column + index as i8;
            // Along a column results only get better, so the first sum that takes the square tells all.
            let first = (2..=12i8).find(|sum| {
                self.grid.assault_result(column, sum + ORDINARY + foul) >= Outcome::DefendersRetreat
            });
            *chance = first.map_or(0.0, at_least);
        }
        chances
    }

    /// The chance that attackers of a strength take a square from defenders of a strength, roughly.
    pub(super) fn chance(&self, attack: f32, defense: f32, shift: i8) -> f32 {
        let chart = &self.grid.pack.charts.assault;
        let last = chart.first_column + chart.rows[0].len() as i8 - 1;
        if attack <= 0.0 {
            return 0.0;
        }
        let start = ((attack - defense).round() as i32).clamp(chart.first_column.into(), last.into()) as i8;
        let column = (start + shift).clamp(chart.first_column, last);
        self.chances[(column - chart.first_column) as usize]
    }

    fn find_draws(&self) -> Draws {
        let (own, foe) = (self.board.occupied(self.side), self.board.occupied(self.enemy));
        let zeal = self.aims.zeal(self.side);
        let mut draws = Draws::new(&self.temper);
        for (square, worth) in &self.aims.goals {
            let pull = if foe.contains(*square) {
                worth * (0.25 + 0.75 * zeal)
            } else if own.contains(*square) {
                let threat = self.strength_around(self.enemy, *square);
                if threat <= 0.0 {
                    continue;
                }
                let guard = self.defense_at(self.side, *square, Unit::NONE);
                worth * self.chance(threat, guard, self.shift(self.side, *square))
            } else {
                let held = self.board.holder(*square).is_some_and(|nation| nation.side() == self.side);
                worth * if held { self.unmanned(*square) } else { 0.3 + 0.7 * zeal }
            };
            // Neighbours help across the border.
            let (column, row) = self.grid.pack.map.position(*square);
            let near = [-2, 0, 2].map(|rows| self.grid.pack.map.at(column, row + rows));
            let nations = Nation::ALL
                .map(|nation| near.iter().any(|near| near.is_some() && self.belongs(nation, *near)));
            draws.add(Spot::of(&self.grid.pack.map, *square), pull, nations);
        }
        draws
    }

    /// Whether this side leaves the attack to the enemy for a long time.
    pub(super) fn waits(&self) -> bool {
        self.aims.long_war && self.aims.zeal(self.side) < 0.5
    }

    /// How much a goal draws that this side holds but has left empty.
    pub(super) fn unmanned(&self, square: Square) -> f32 {
        if self.waits() && self.comes_near(square) { OPEN } else { HELD }
    }

    /// How strongly the goals draw any unit to a square.
    pub(super) fn pull(&self, square: Square) -> f32 {
        self.memos.pull.get(square, || {
            self.draws.get_or_init(|| self.find_draws()).pull(Spot::of(&self.grid.pack.map, square), None)
        })
    }

    /// How strongly the goals draw a unit to a square: those that its nation should care for.
    pub(super) fn pull_on(&self, unit: Unit, square: Square) -> f32 {
        let nation = self.grid.pack.unit(unit).nation;
        self.memos.nations[nation.index()].get(square, || {
            let away = if self.belongs(nation, square) { 0.0 } else { 1.5 * self.temper.border };
            self.draws
                .get_or_init(|| self.find_draws())
                .pull(Spot::of(&self.grid.pack.map, square), Some(nation))
                - away
        })
    }

    /// Whether a square lies where a nation's troops should be.
    pub(super) fn belongs(&self, nation: Nation, square: Square) -> bool {
        self.home[nation.index()].contains(square)
    }

    /// The shift that a square's terrain gives against attackers.
    pub(super) fn shift(&self, defender: Side, square: Square) -> i8 {
        let shift = || f32::from(self.grid.terrain_shift(self.board, defender, square).1);
        self.memos.shift[defender.index()].get(square, shift) as i8
    }

    /// Attack strength of a unit, if it can attack at all; a dug-in unit would leave its trench for it.
    pub(super) fn attack(&self, unit: Unit) -> f32 {
        let state = self.board.unit(unit);
        let counter = self.grid.pack.unit(unit);
        let able = counter.may_attack()
            && !state.has(Mark::Disrupted)
            && !state.has(Mark::Broken)
            && !state.has(Mark::Held);
        if !able {
            return 0.0;
        }
        let dug_in = counter.has_modes() && state.has(Mark::Back);
        f32::from(if dug_in {
            counter.faces[0].attack
        } else {
            self.grid.attack_factor(self.board, unit, Wave::Primary)
        })
    }

    /// Attack factors of a side within two squares; those farther than one count half.
    pub(super) fn strength_around(&self, side: Side, square: Square) -> f32 {
        self.memos.threat[side.index()].get(square, || self.strength_near(side, square))
    }

    fn strength_near(&self, side: Side, square: Square) -> f32 {
        let map = &self.grid.pack.map;
        let near = map.disc(square, 2) & *self.board.occupied(side);
        let mut sum = 0.0;
        for from in near.iter() {
            let share = if map.distance(from, square) <= 1 { 1.0 } else { 0.5 };
            for unit in self.board.troops_at(&self.grid.pack, side, from) {
                sum = self.joined(sum, unit, share * self.attack(unit), square);
            }
        }
        sum
    }

    /// Attack factors against a square when a unit joins with its own: some squares are for one unit alone.
    pub(super) fn joined(&self, friends: f32, unit: Unit, attack: f32, target: Square) -> f32 {
        match self.grid.variant.part(self.grid, self.board, unit, target) {
            Part::Joins => friends + attack,
            Part::Alone => friends.max(attack),
            Part::Cannot => friends,
        }
    }

    /// Attack factors of a side right beside a square, `but` left out.
    pub(super) fn beside(&self, side: Side, square: Square, but: Unit) -> f32 {
        let all = self.memos.beside[side.index()].get(square, || self.all_beside(side, square, Unit::NONE));
        let from = if but.is_some() { self.board.square(but) } else { Square::NONE };
        let counted = from.is_some()
            && self
                .grid
                .pack
                .map
                .direction(from, square)
                .is_some_and(|direction| self.grid.pack.map.passable(from, direction));
        if !counted {
            return all;
        }
        match self.grid.variant.part(self.grid, self.board, but, square) {
            Part::Joins => all - self.attack(but),
            Part::Alone => self.all_beside(side, square, but),
            Part::Cannot => all,
        }
    }

    fn all_beside(&self, side: Side, square: Square, but: Unit) -> f32 {
        let mut sum = 0.0;
        for (direction, from) in self.grid.pack.map.around(square) {
            if !self.board.occupied(side).contains(from)
                || !self.grid.pack.map.passable(from, direction.opposite())
            {
                continue;
            }
            for unit in self.board.troops_at(&self.grid.pack, side, from).filter(|unit| *unit != but) {
                sum = self.joined(sum, unit, self.attack(unit), square);
            }
        }
        sum
    }

    /// Defence factors of a side in a square, `but` left out.
    pub(super) fn defense_at(&self, side: Side, square: Square, but: Unit) -> f32 {
        let all = self.memos.defense[side.index()].get(square, || {
            self.board
                .troops_at(&self.grid.pack, side, square)
                .map(|unit| f32::from(self.grid.defense_factor(self.board, unit)))
                .sum()
        });
        let counted =
            but.is_some() && self.board.square(but) == square && self.grid.pack.unit(but).is_ground();
        if counted { all - f32::from(self.grid.defense_factor(self.board, but)) } else { all }
    }

    /// Steps of a side in a square.
    pub(super) fn steps_at(&self, side: Side, square: Square) -> f32 {
        self.board
            .troops_at(&self.grid.pack, side, square)
            .map(|unit| f32::from(self.grid.steps_left(self.board, unit)))
            .sum()
    }

    /// What taking a square from the enemy is worth, the blood apart.
    pub(super) fn prize(&self, square: Square) -> f32 {
        self.memos.prize.get(square, || {
            let zeal = self.aims.riposte(self.side);
            let guns = self
                .board
                .troops_at(&self.grid.pack, self.enemy, square)
                .filter(|unit| matches!(self.grid.pack.unit(*unit).kind, Kind::Artillery | Kind::Hq))
                .filter(|unit| !self.grid.variant.slips_away(self.grid, self.board, *unit))
                .count() as f32;
            // From the last turn no way leads on.
            let onward = if self.board.turn < self.board.last_turn { self.temper.onward } else { 0.0 };
            self.chance_to_keep(square) * self.aims.worth(square) * (0.5 + 0.5 * zeal)
                + onward * ONWARD * zeal * self.pull(square)
                + 0.4 * guns
                + self.temper.menace * MENACE * self.menace(square)
        })
    }

    /// The part of its worth that a captured square keeps, by how strong the enemies are that may retake it.
    fn chance_to_keep(&self, square: Square) -> f32 {
        if self.aims.doubt <= 0.0 {
            return 1.0;
        }
        let beaten: f32 =
            self.board.troops_at(&self.grid.pack, self.enemy, square).map(|unit| self.attack(unit)).sum();
        let threat = self.strength_around(self.enemy, square) - beaten;
        1.0 - self.aims.doubt * self.chance(threat, NEW_GUARD, self.shift(self.side, square))
    }

    /// The squares within none to four squares of an enemy.
    pub(super) fn near_enemies(&self) -> &[Squares; 5] {
        self.near_enemies.get_or_init(|| {
            let mut near = [*self.board.occupied(self.enemy); 5];
            for distance in 1..near.len() {
                near[distance] = self.grid.pack.map.spread(near[distance - 1]);
            }
            near
        })
    }

    /// The squares that this side could assault: enemies with a unit of this side near.
    pub(super) fn front(&self, radius: u8) -> Squares {
        let mut near = *self.board.occupied(self.side);
        for _ in 0..radius {
            near = self.grid.pack.map.spread(near);
        }
        near & self.targets
    }
}

/// The chance that two dice bring at least `sum`.
pub(super) fn at_least(sum: i8) -> f32 {
    const WAYS: [u8; 13] = [36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1];
    if sum > 12 { 0.0 } else { f32::from(WAYS[sum.max(0) as usize]) / 36.0 }
}
