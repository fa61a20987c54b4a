//! Orders that stand for several answers: all guns in range, all headquarters, all who face an enemy.
//!
//! An order is a habit, not a rule: it picks among the answers that the rules offer, one after the other.

use std::cmp::Reverse;

use engine::{Order, Rules};

use crate::action::Action;
use crate::assault::Assault;
use crate::bombardment::BombardmentAssessment;
use crate::resources::{CREEPING, LIFT};
use crate::speak::{Speak, count};
use crate::square::Square;
use crate::step::{Stage, Step};
use crate::steps;
use crate::units::{Kind, Nation, Unit, UnitSet};
use crate::variant::{BoardOf, Grid, Own};

/// Every gun in range fires.
const ALL_GUNS: &str = "guns-all";
/// The fewest guns that can hit join.
const FEWEST: &str = "guns-fewest";
/// As many guns fire at that square as bring the fire to its last column, or all in range.
const BOMBARD: &str = "bombard";
/// The guns of last turn fire at that square again.
const AS_LAST_TURN: &str = "as-last-turn";
/// Every gun in range answers.
const ALL_ANSWER: &str = "counter-all";
/// Every neighbour joins the fire.
const ALL_FIRE: &str = "fire-all";
/// The same from that square.
const FIRE_FROM: &str = "fire-from";
/// Every second headquarters of a nation supplies, the others command.
const MIXED: &str = "modes-mixed";
/// Every headquarters stays in its mode.
const MODES: &str = "modes-as-they-are";
/// Every unit is committed against the square it faces.
const FACING: &str = "commit-facing";
/// Every stack that needs no die closes in.
const CLOSE: &str = "close-without-dice";
/// The assault on that square is rolled for, supplied by the nearest headquarters.
const ASSAULT: &str = "assault";
/// The same behind a barrage.
const BARRAGE: &str = "assault-barrage";
/// That square is attacked once more by all who can.
const AGAIN: &str = "attack-again";
/// The strongest unit advances alone.
const STRONGEST_ADVANCES: &str = "advance-strongest";
/// Every unit advances.
const ALL_ADVANCE: &str = "advance-all";
/// All retreat to that square.
const RETREAT: &str = "retreat-to";
/// What is left is placed.
const PLACE: &str = "place-the-rest";
/// The strongest enemies are chosen.
const STRONGEST: &str = "strongest-targets";

/// How many squares have an order of their own.
const SQUARES: usize = 3;

impl<V: Speak> Grid<V> {
    pub(crate) fn orders_for(
        &self,
        step: &Step<V::Own>,
        board: &BoardOf<V>,
        options: &[Action<V::Own>],
    ) -> Vec<Order> {
        let has = |fits: fn(&Action<V::Own>) -> bool| options.iter().filter(|action| fits(action)).count();
        let at = |order: Order, squares: Vec<Square>| {
            squares.into_iter().take(SQUARES).map(move |square| order.about(square.0)).collect::<Vec<_>>()
        };
        match step {
            Step::Bombardment(steps::Bombardment { side, next, .. }) => {
                let nation = self.acting(board, *side, *next);
                at(
                    Order::new(BOMBARD).rolling().through(&["guns"]),
                    self.best_targets(board, nation, options),
                )
            }
            Step::Guns(_) => vec![Order::new(ALL_GUNS).rolling(), Order::new(FEWEST)],
            Step::Counter(_) => vec![Order::new(ALL_ANSWER).rolling()],
            Step::DefensiveFire(_) => {
                let squares = options.iter().filter_map(resolved).collect();
                at(Order::new(FIRE_FROM).rolling().even_alone().through(&["firers"]), squares)
            }
            Step::Firers(_) => vec![Order::new(ALL_FIRE).rolling()],
            Step::Modes(_) => vec![Order::new(MIXED), Order::new(MODES)],
            Step::Commit(steps::Commit { only, .. }) if !only.is_some() => vec![Order::new(FACING)],
            Step::Close(_) => vec![Order::new(CLOSE)],
            Step::Assaults(_) => self.assault_orders(board, options),
            Step::SecondaryAttacks(_) => {
                let squares = options.iter().filter_map(targeted).collect();
                at(Order::new(AGAIN).rolling().through(&["commit"]), squares)
            }
            Step::Advance(_) => vec![Order::new(STRONGEST_ADVANCES), Order::new(ALL_ADVANCE)],
            Step::Retreat(_) => {
                let mut squares: Vec<Square> = options.iter().filter_map(refuge).collect();
                squares.sort_unstable();
                squares.dedup();
                at(Order::new(RETREAT), squares)
            }
            Step::SetUp(_) | Step::Own(_) if has(|action| matches!(action, Action::Place { .. })) > 1 => {
                vec![Order::new(PLACE)]
            }
            Step::Own(_) if has(|action| matches!(action, Action::Target(_))) > 1 => {
                vec![Order::new(STRONGEST)]
            }
            _ => Vec::new(),
        }
    }

    /// The shots of last turn, each with the guns that fired it.
    pub(crate) fn fire_as_last_turn(
        &self,
        step: &Step<V::Own>,
        board: &BoardOf<V>,
        options: &[Action<V::Own>],
        last_turn: &dyn Fn() -> Vec<Action<V::Own>>,
    ) -> Vec<(Order, Vec<Action<V::Own>>)> {
        let again = |target: Square| match step {
            Step::Bombardment(_) => options.contains(&Action::Target(target)),
            Step::Guns(_) => board.shot.target == target,
            _ => false,
        };
        if !matches!(step, Step::Bombardment(_) | Step::Guns(_)) {
            return Vec::new();
        }
        let mut shots: Vec<(Square, Vec<Action<V::Own>>)> = Vec::new();
        let mut shot: Option<(Square, Vec<Action<V::Own>>)> = None;
        for action in last_turn() {
            match (action, &mut shot) {
                (Action::Target(target), _) => shot = Some((target, vec![action])),
                (Action::Join(_), Some((_, answers))) => answers.push(action),
                (Action::Done, Some((_, answers))) => {
                    answers.push(action);
                    shots.extend(shot.take().filter(|(target, _)| again(*target)));
                }
                _ => shot = None,
            }
        }
        let order = |target: Square| Order::new(AS_LAST_TURN).rolling().through(&["guns"]).about(target.0);
        shots.into_iter().take(SQUARES).map(|(target, answers)| (order(target), answers)).collect()
    }

    pub(crate) fn next_of(
        &self,
        order: Order,
        step: &Step<V::Own>,
        board: &BoardOf<V>,
        options: &[Action<V::Own>],
    ) -> Option<Action<V::Own>> {
        let joins = || options.iter().copied().find(|action| matches!(action, Action::Join(_)));
        let offered = |action: Action<V::Own>| options.contains(&action).then_some(action);
        let done = || offered(Action::Done);
        let square = order.number.map_or(Square::NONE, Square);
        match (order.name, step) {
            (BOMBARD, Step::Bombardment(_)) | (AGAIN, Step::SecondaryAttacks(_)) => {
                offered(Action::Target(square))
            }
            (FIRE_FROM, Step::DefensiveFire(_)) | (ASSAULT | BARRAGE, Step::Assaults(_)) => {
                offered(Action::Resolve(square))
            }
            (ALL_GUNS, Step::Guns(_))
            | (ALL_ANSWER, Step::Counter(_))
            | (ALL_FIRE | FIRE_FROM, Step::Firers(_)) => joins().or_else(done),
            (FEWEST, Step::Guns(steps::Guns { nation })) => {
                self.next_gun(board, *nation, options, |shot| shot.column.is_some())
            }
            (BOMBARD, Step::Guns(steps::Guns { nation })) => {
                self.next_gun(board, *nation, options, |shot| self.is_in_last_column(shot)).or_else(done)
            }
            (MIXED, Step::Modes(_)) => options.iter().copied().find(|action| {
                let is_second = |unit: Unit| {
                    let others = self.pack.units_of(self.pack.unit(unit).nation, Kind::Hq);
                    let there = others.iter().filter(|hq| board.square(*hq).is_some());
                    there.take_while(|hq| *hq != unit).count() % 2 == 1
                };
                match action {
                    Action::Flip(unit) => is_second(*unit),
                    Action::Stay(unit) => !is_second(*unit),
                    _ => false,
                }
            }),
            (MODES, Step::Modes(_)) => options.iter().copied().find(|a| matches!(a, Action::Stay(_))),
            (ASSAULT, Step::Assault(steps::Assault { stage: Stage::Resources })) => done(),
            (FACING, Step::Commit(_)) => options.iter().copied().find(|action| {
                matches!(action, Action::Commit { unit, to }
                    if self.faces(board, *unit) == *to && !self.is_entrenched(board, *unit))
            }),
            (AGAIN, Step::Commit(_)) => {
                options.iter().copied().find(|action| matches!(action, Action::Commit { .. })).or_else(done)
            }
            (CLOSE, Step::Close(_)) => options.iter().copied().find(|action| {
                matches!(action, Action::Close { from, to } if self.assess_closing(board, *from, *to).automatic)
            }),
            (ASSAULT | BARRAGE, Step::Assault(steps::Assault { stage: Stage::Supply })) => {
                offered(self.supplier(board).map_or(Action::Unsupplied, Action::Supply))
            }
            (BARRAGE, Step::Assault(steps::Assault { stage: Stage::Resources })) => {
                offered(Action::Use(CREEPING)).or_else(|| offered(Action::Use(LIFT))).or_else(done)
            }
            (STRONGEST_ADVANCES, Step::Advance(_)) => {
                done().or_else(|| self.strongest_advance(board, options))
            }
            (ALL_ADVANCE, Step::Advance(_)) => self.strongest_advance(board, options).or_else(done),
            (RETREAT, Step::Retreat(_)) => {
                options.iter().copied().find(|action| refuge(action) == Some(square))
            }
            (PLACE, _) => self.best_place(board, options),
            (STRONGEST, Step::Own(_)) => self.strongest_target(board, options),
            _ => None,
        }
    }

    pub(crate) fn label_of(
        &self,
        order: Order,
        step: &Step<V::Own>,
        board: &BoardOf<V>,
        answers: usize,
    ) -> String {
        let number = answers as i64;
        let place = || self.place_of(order.number.map_or(Square::NONE, Square));
        match (order.name, step) {
            (ALL_GUNS, Step::Guns(steps::Guns { nation })) => {
                let (guns, factors) = self.fire_of_all(step, board, *nation);
                format!("Fire with {}: {}", all_guns(guns), count(factors, "factor"))
            }
            (BOMBARD, Step::Bombardment(steps::Bombardment { side, next, .. })) => {
                let nation = self.acting(board, *side, *next);
                let mut trial = board.clone();
                trial.shot.target = order.number.map_or(Square::NONE, Square);
                let (all, _) = self.fire_of_all(&Step::Guns(steps::Guns { nation }), &trial, nation);
                let (guns, factors) = self.fire_for_last_column(&mut trial, nation);
                let guns = if guns < all { format!("{guns} of {all} guns") } else { all_guns(all) };
                format!("Fire at {} with {guns}: {}", place(), count(factors, "factor"))
            }
            (AS_LAST_TURN, Step::Guns(_)) => "Fire as last turn".to_owned(),
            (AS_LAST_TURN, Step::Bombardment(steps::Bombardment { side, .. })) => {
                let target = order.number.map_or(Square::NONE, Square);
                let is_manned = board.occupied(side.enemy()).contains(target);
                let now = if is_manned { "" } else { ", where nobody stands now" };
                format!("Fire at {} as last turn{now}", place())
            }
            (AS_LAST_TURN, _) => format!("Fire at {} as last turn", place()),
            (FEWEST, _) => format!("Just enough to hit: {}", count(number, "gun")),
            (ALL_ANSWER, _) => "Answer with every gun in range".to_owned(),
            (ALL_FIRE, _) => "Fire with every neighbour".to_owned(),
            (FIRE_FROM, _) => format!("Fire from {} with every neighbour", place()),
            (MIXED, _) => "Every second headquarters supplies, the others command".to_owned(),
            (MODES, _) => format!("All {number} headquarters command; none supplies guns or assaults"),
            (FACING, _) => {
                format!("Commit {} against what they face; those dug in stay", count(number, "unit"))
            }
            (CLOSE, _) => format!("{} that need no die close in", count(number, "stack")),
            (ASSAULT | BARRAGE, _) => self.assault_words(order, board),
            (AGAIN, _) => format!("Attack {} again with all who can", place()),
            (STRONGEST_ADVANCES, _) => "The strongest advances, the others stay".to_owned(),
            (ALL_ADVANCE, _) => "Everyone who can advances".to_owned(),
            (RETREAT, _) => format!("All to {}", place()),
            (PLACE, _) => format!("Place these {number} for me"),
            _ => format!("Choose the {number} strongest for me"),
        }
    }

    /// The enemies worth a bombardment, the best first: those that can be assaulted, then those that are hit hardest.
    fn best_targets(&self, board: &BoardOf<V>, nation: Nation, options: &[Action<V::Own>]) -> Vec<Square> {
        let side = nation.side();
        let guns = self.guns(board, nation);
        let worth = |square: &Square| {
            let near = self.pack.map.around(*square).any(|(_, next)| board.occupied(side).contains(next));
            let row = self.target_row(board, side.enemy(), *square);
            let factors: u32 = guns
                .iter()
                .filter(|gun| self.in_range(board, **gun, *square))
                .map(|gun| u32::from(self.variant.gun_factor(self, board, *gun, *square)))
                .sum();
            let least = &self.pack.charts.bombardment.minimum[usize::from(row)];
            let column = least.iter().rposition(|least| factors >= u32::from(*least));
            Reverse((near, column, self.strength_of(board, *square), Reverse(square.index())))
        };
        let mut squares: Vec<Square> = options.iter().filter_map(targeted).collect();
        squares.retain(|square| board.occupied(side.enemy()).contains(*square));
        squares.sort_by_key(worth);
        squares
    }

    /// The surest assaults, with a barrage if one is left.
    fn assault_orders(&self, board: &BoardOf<V>, options: &[Action<V::Own>]) -> Vec<Order> {
        let column = |square: &Square| {
            let trial = self.with_assault(board, *square);
            Reverse(self.assault_column(&self.assess_assault(&trial)))
        };
        let mut squares: Vec<Square> = options.iter().filter_map(resolved).collect();
        squares.sort_by_key(column);
        let mut orders = Vec::new();
        for square in squares.into_iter().take(SQUARES) {
            let order = |name| {
                Order::new(name).rolling().even_alone().through(&["supply", "resources"]).about(square.0)
            };
            orders.push(order(ASSAULT));
            let trial = self.with_assault(board, square);
            let commander = self.assault_commander(&trial);
            if [CREEPING, LIFT].iter().any(|kind| self.may_use(&trial, commander, *kind).is_legal()) {
                orders.push(order(BARRAGE));
            }
        }
        orders
    }

    /// The board with an assault in hand.
    fn with_assault(&self, board: &BoardOf<V>, target: Square) -> BoardOf<V> {
        let mut trial = board.clone();
        let wave = self.wave_of(board, target);
        trial.assault = Assault { target, side: board.phasing, wave, ..Assault::NONE };
        trial
    }

    fn assault_words(&self, order: Order, board: &BoardOf<V>) -> String {
        let square = order.number.map_or(Square::NONE, Square);
        let trial = self.with_assault(board, square);
        let mut words = format!("Assault {}", self.place_of(square));
        if let Some(hq) = self.supplier(&trial) {
            words.push_str(", supplied by ");
            words.push_str(self.name_of(hq));
        }
        if order.name == BARRAGE {
            words.push_str(", behind a barrage");
        }
        words
    }

    /// The headquarters nearest to the assault in hand that may supply it.
    fn supplier(&self, board: &BoardOf<V>) -> Option<Unit> {
        let (_, hqs) = self.supply_question(board)?;
        let target = board.assault.target;
        hqs.into_iter().min_by_key(|hq| self.pack.map.distance(board.square(*hq), target))
    }

    /// How many guns would fire at the target in hand, and with how many factors, if all did.
    fn fire_of_all(&self, step: &Step<V::Own>, board: &BoardOf<V>, nation: Nation) -> (i64, u8) {
        let mut trial = board.clone();
        trial.shot.guns = UnitSet::EMPTY;
        for action in self.options_at(step, board) {
            match action {
                Action::Join(gun) if gun.is_some() => trial.shot.guns.insert(gun),
                Action::Join(_) => trial.shot.off_map = true,
                _ => {}
            }
        }
        trial.shot.guns = trial.shot.guns | board.shot.guns;
        let factors = self.assess_bombardment(&trial, nation.side()).factors;
        (trial.shot.guns.iter().count() as i64, factors)
    }

    /// Lets guns join at the target in hand until its last column is reached; how many, and with how many factors.
    fn fire_for_last_column(&self, trial: &mut BoardOf<V>, nation: Nation) -> (i64, u8) {
        trial.shot.guns = UnitSet::EMPTY;
        trial.shot.off_map = false;
        loop {
            let options = self.options_at(&Step::Guns(steps::Guns { nation }), trial);
            match self.next_gun(trial, nation, &options, |shot| self.is_in_last_column(shot)) {
                Some(Action::Join(gun)) if gun.is_some() => trial.shot.guns.insert(gun),
                Some(_) => trial.shot.off_map = true,
                None => break,
            }
        }
        let factors = self.assess_bombardment(trial, nation.side()).factors;
        (trial.shot.guns.iter().count() as i64, factors)
    }

    fn is_in_last_column(&self, shot: &BombardmentAssessment<V>) -> bool {
        let columns = self.pack.charts.bombardment.minimum[usize::from(shot.row)].len();
        shot.column.is_some_and(|column| usize::from(column) + 1 == columns)
    }

    /// The next gun to join, those in supply first and the strongest of them; none when the fire is enough.
    fn next_gun(
        &self,
        board: &BoardOf<V>,
        nation: Nation,
        options: &[Action<V::Own>],
        is_enough: impl Fn(&BombardmentAssessment<V>) -> bool,
    ) -> Option<Action<V::Own>> {
        if is_enough(&self.assess_bombardment(board, nation.side())) {
            return None;
        }
        let strength = |action: &Action<V::Own>| match action {
            Action::Join(gun) if gun.is_some() => {
                let factor = self.variant.gun_factor(self, board, *gun, board.shot.target);
                (self.gun_is_supplied(board, *gun), factor)
            }
            _ => (false, 0),
        };
        let guns = options.iter().copied().filter(|action| matches!(action, Action::Join(_)));
        guns.max_by_key(|action| strength(action))
    }

    /// The strongest unit that can go into the square that was won.
    fn strongest_advance(&self, board: &BoardOf<V>, options: &[Action<V::Own>]) -> Option<Action<V::Own>> {
        let strength = |action: &Action<V::Own>| match action {
            Action::Advance { unit, to } if *to == board.assault.target => {
                Some((self.defense_number(board, *unit), Reverse(unit.index())))
            }
            _ => None,
        };
        options.iter().copied().filter(|action| strength(action).is_some()).max_by_key(strength)
    }

    fn options_at(&self, step: &Step<V::Own>, board: &BoardOf<V>) -> Vec<Action<V::Own>> {
        let mut answers = Vec::new();
        self.ask(step, board, engine::Seat(0), &mut answers);
        answers
    }

    /// The square in front of a unit.
    fn faces(&self, board: &BoardOf<V>, unit: Unit) -> Square {
        let state = board.unit(unit);
        if state.square().is_some() {
            self.pack.map.neighbour(state.square(), state.facing())
        } else {
            Square::NONE
        }
    }

    /// Where a gun reaches most enemies, and of such squares the one farthest from them; where nothing is in range, the
    /// nearest to them.
    fn best_place(&self, board: &BoardOf<V>, options: &[Action<V::Own>]) -> Option<Action<V::Own>> {
        let worth = |action: &Action<V::Own>| {
            let Action::Place { unit, to } = *action else { return None };
            let counter = self.pack.unit(unit);
            let enemies = *board.occupied(counter.side.enemy());
            let reached = (self.pack.map.disc(to, counter.range) & enemies).count();
            let nearest = enemies.iter().map(|square| self.pack.map.distance(to, square)).min().unwrap_or(0);
            let distance = if reached > 0 { i32::from(nearest) } else { -i32::from(nearest) };
            Some((reached, distance, Reverse(to.index())))
        };
        options.iter().copied().filter(|action| worth(action).is_some()).max_by_key(worth)
    }

    /// The square with the strongest defence.
    fn strongest_target(&self, board: &BoardOf<V>, options: &[Action<V::Own>]) -> Option<Action<V::Own>> {
        let strength = |action: &Action<V::Own>| {
            targeted(action).map(|square| (self.strength_of(board, square), Reverse(square.index())))
        };
        options.iter().copied().filter(|action| strength(action).is_some()).max_by_key(strength)
    }

    /// The defence factors of all who stand in a square.
    fn strength_of(&self, board: &BoardOf<V>, square: Square) -> u32 {
        board.units_at(square).map(|unit| u32::from(self.defense_number(board, unit))).sum()
    }
}

/// All guns in range, in words.
fn all_guns(number: i64) -> String {
    match number {
        0 => "the guns off the map".to_owned(),
        1 => "the only gun in range".to_owned(),
        2 => "both guns in range".to_owned(),
        many => format!("all {many} guns in range"),
    }
}

fn targeted<O: Own>(action: &Action<O>) -> Option<Square> {
    if let Action::Target(square) = action { Some(*square) } else { None }
}

fn resolved<O: Own>(action: &Action<O>) -> Option<Square> {
    if let Action::Resolve(square) = action { Some(*square) } else { None }
}

/// Where a unit retreats to.
fn refuge<O: Own>(action: &Action<O>) -> Option<Square> {
    match action {
        Action::Retreat { to, .. } if to.is_some() => Some(*to),
        _ => None,
    }
}
