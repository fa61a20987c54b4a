//! Bombardment: guns combine on a square, the enemy's guns answer, and one die decides.
//!
//! Big Push 6.0, Verdun 8.0.

use arrayvec::ArrayVec;
use engine::{Forbidden, Question};

use crate::action::Action;
use crate::board::Mark;
use crate::event::{Event, Modifiers, Rolled};
use crate::losses::{Cause, Losses, Scope};
use crate::map::Terrain;
use crate::rule::{Common, Rule};
use crate::square::{Square, Squares};
use crate::steps;
use crate::units::{Kind, Nation, Side, Unit, UnitSet};
use crate::variant::{BoardOf, ContextOf, Grid, Variant};
use crate::{Answers, Flow};

/// The bombardment in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// What is fired at.
    pub target: Square,
    /// The guns that fire.
    pub guns: UnitSet,
    /// Whether guns off the map join.
    pub off_map: bool,
    /// The firing square that may be answered now.
    pub firing: Square,
    /// The guns that answer.
    pub counter: UnitSet,
    /// Whether guns off the map answer.
    pub counter_off_map: bool,
    /// Whether the defender is being asked about the firing square.
    pub asking: bool,
}

impl Shot {
    /// None.
    pub const NONE: Shot = Shot {
        target: Square::NONE,
        guns: UnitSet::EMPTY,
        off_map: false,
        firing: Square::NONE,
        counter: UnitSet::EMPTY,
        counter_off_map: false,
        asking: false,
    };
}

/// A result of the bombardment table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hit {
    /// Nothing.
    Miss,
    /// Interdict.
    Interdict,
    /// Suppress.
    Suppress,
    /// Disrupt.
    Disrupt,
    /// Step losses.
    Steps(u8),
}

impl Hit {
    /// The result that the chart spells so.
    pub fn parse(text: &str) -> Hit {
        match text {
            "I" => Hit::Interdict,
            "S" => Hit::Suppress,
            "D" => Hit::Disrupt,
            "ST" => Hit::Steps(1),
            "2ST" => Hit::Steps(2),
            "3ST" => Hit::Steps(3),
            _ => Hit::Miss,
        }
    }

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Hit::Miss => "no effect",
            Hit::Interdict => "interdict",
            Hit::Suppress => "suppress",
            Hit::Disrupt => "disrupt",
            Hit::Steps(1) => "one step",
            Hit::Steps(2) => "two steps",
            Hit::Steps(_) => "three steps",
        }
    }
}

/// A bombardment, ready to be rolled: for the dice and for the odds alike.
#[derive(Clone, Debug)]
pub struct BombardmentAssessment<V: Variant> {
    /// Factors firing.
    pub factors: u8,
    /// The row of the target.
    pub row: u8,
    /// The column, from 0; none if the factors are too few.
    pub column: Option<u8>,
    /// What is added to the die.
    pub modifiers: Modifiers<V::Own>,
}

impl<V: Variant> Grid<V> {
    /// Only guns in good order fire, once in a phase, and none that is interdicted (Big Push 6.3.2, Verdun 8.3.2).
    /// Engaged guns may: only the first edition kept them from it.
    pub fn can_fire(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        let state = board.unit(unit);
        self.pack.unit(unit).kind == Kind::Artillery
            && state.square().is_some()
            && state.good_order()
            && !state.has(Mark::Fired)
            && !(state.has(Mark::Engaged) && self.pack.first_edition())
            && !board.is_interdicted(state.square())
    }

    /// A commander's guns that may still fire.
    pub(crate) fn guns(&self, board: &BoardOf<V>, nation: Nation) -> ArrayVec<Unit, 48> {
        self.firing_guns(board, nation).collect()
    }

    /// The same one by one, for those who do not want all.
    pub(crate) fn firing_guns(&self, board: &BoardOf<V>, nation: Nation) -> impl Iterator<Item = Unit> {
        let guns = self.pack.kinds[Kind::Artillery as usize] & self.commanded(board, nation);
        (guns & *board.units_on_map()).iter().filter(|unit| self.can_fire(board, *unit)).take(48)
    }

    /// The row of the bombardment table for a square: the best protection in it. A start trench does not shelter
    /// cavalry alone; entrenched infantry off the start trench shelters all who are with it (Big Push 6.2.1).
    pub fn target_row(&self, board: &BoardOf<V>, side: Side, square: Square) -> u8 {
        let chart = &self.pack.charts.terrain;
        let map = &self.pack.map;
        let occupied = board.occupied(side).contains(square);
        let only_cavalry = occupied
            && board
                .troops_at(&self.pack, side, square)
                .all(|unit| self.pack.unit(unit).kind == Kind::Cavalry);
        let mut row = chart.clear.target;
        for terrain in map.terrain(square) {
            // Empty ground counts whole, a fort included.
            let shelters = || self.variant.shelters(self, board, side, square, terrain);
            let empty = !occupied && !self.pack.first_edition();
            if !(terrain == Terrain::StartTrench && only_cavalry) && (empty || shelters()) {
                row = row.max(chart.line(terrain).target);
            }
        }
        if occupied && !map.in_trench(square) && self.has_entrenched(board, side, square) {
            row = row.max(chart.secondary_trench.target);
        }
        row
    }

    /// Whether entrenched infantry of a side stands in a square.
    pub fn has_entrenched(&self, board: &BoardOf<V>, side: Side, square: Square) -> bool {
        // The trench of one inside a fort shelters none outside (Verdun 8.2.2); those engaged are hit by no shot, but
        // their trench is there.
        let is_there = |unit: Unit| {
            self.pack.first_edition()
                || board.unit(unit).has(Mark::Engaged)
                || self.variant.is_exposed(self, board, unit)
        };
        board
            .troops_at(&self.pack, side, square)
            .any(|unit| self.is_entrenched(board, unit) && is_there(unit))
    }

    /// Whether a unit is infantry in its trench.
    pub(crate) fn is_entrenched(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        let counter = self.pack.unit(unit);
        counter.kind != Kind::Hq && counter.has_modes() && board.unit(unit).has(Mark::Back)
    }

    fn factors_on(&self, board: &BoardOf<V>, guns: &[Unit], target: Square) -> u8 {
        guns.iter()
            .filter(|gun| self.in_range(board, **gun, target))
            .map(|gun| self.variant.gun_factor(self, board, *gun, target))
            .sum()
    }

    /// Whether a square lies within a gun's range (Big Push 6.3.1).
    pub fn in_range(&self, board: &BoardOf<V>, gun: Unit, target: Square) -> bool {
        self.pack.map.distance(board.square(gun), target) <= self.pack.unit(gun).range
    }

    /// The squares a commander may bombard: enemies and empty squares within range of enough factors.
    pub fn targets(&self, board: &BoardOf<V>, nation: Nation) -> Squares {
        let map = &self.pack.map;
        let side = nation.side();
        let guns = self.guns(board, nation);
        let (off_map, off_factors) = self.variant.off_map_fire(self, board, side);
        if guns.is_empty() && off_map.is_empty() {
            return Squares::EMPTY;
        }
        let mut sums = Sums::new();
        for gun in &guns {
            sums.add(
                map.disc(board.square(*gun), self.pack.unit(*gun).range),
                board.face(&self.pack, *gun).attack,
            );
        }
        sums.add(off_map, off_factors);
        let minimum = &self.pack.charts.bombardment.minimum;
        let mut enough = ArrayVec::<Squares, 8>::new();
        enough.extend(minimum.iter().take(8).map(|row| sums.at_least(row[0])));
        let mut targets = Squares::EMPTY;
        for (row, squares) in self.pack.target_rows.iter().enumerate() {
            if let Some(enough) = enough.get(row) {
                targets = targets | (*squares & *enough);
            }
        }
        let (ours, theirs) = (*board.occupied(side), *board.occupied(side.enemy()));
        targets = targets - ours - theirs - board.interdicted();
        let within_range = enough.iter().fold(Squares::EMPTY, |all, squares| all | *squares);
        for square in (theirs & within_range).iter() {
            let row = self.target_row(board, side.enemy(), square);
            let engaged = || self.is_sheltered_by_engagement(board, square);
            let least = minimum[usize::from(row)][0];
            let off = if off_map.contains(square) { off_factors } else { 0 };
            if enough.get(usize::from(row)).is_some_and(|set| set.contains(square))
                && !engaged()
                && self.factors_on(board, &guns, square) + off >= least
                && self.exposed(board, side.enemy(), square).next().is_some()
            {
                targets.insert(square);
            }
        }
        targets - self.variant.protected_from_bombardment(self, board, side)
    }

    pub(crate) fn run_bombardment(
        &self,
        step: &mut steps::Bombardment,
        board: &mut BoardOf<V>,
    ) -> Flow<V::Own> {
        let steps::Bombardment { side, next, passed } = step;
        let commanders = self.variant.commanders(board, *side);
        for _ in 0..commanders.len() {
            let index = usize::from(*next) % commanders.len();
            let silent = self.firing_guns(board, commanders[index]).next().is_none()
                && self.variant.off_map_fire(self, board, *side).1 == 0;
            if silent {
                *passed |= 1 << index;
            }
            if *passed >> index & 1 == 0 {
                *next = index as u8;
                return Flow::Ask;
            }
            *next = (index + 1) as u8;
        }
        for unit in self.pack.all_units() {
            if board.unit(unit).has(Mark::Fired) {
                board.update(&self.pack, unit, |state| state.set(Mark::Fired, false));
            }
        }
        board.answered = Squares::EMPTY;
        Flow::Return
    }

    pub(crate) fn acting(&self, board: &BoardOf<V>, side: Side, next: u8) -> Nation {
        let commanders = self.variant.commanders(board, side);
        commanders[usize::from(next) % commanders.len()]
    }

    pub(crate) fn ask_bombardment(&self, board: &BoardOf<V>, nation: Nation, answers: &mut Answers<V>) {
        answers.extend(self.targets(board, nation).iter().map(Action::Target));
        answers.push(Action::Done);
    }

    pub(crate) fn check_bombardment(
        &self,
        board: &BoardOf<V>,
        nation: Nation,
        action: Action<V::Own>,
    ) -> Forbidden {
        let rule = |rule: Common| Rule::<V::Own>::from(rule);
        match action {
            Action::Done => Forbidden::NO,
            Action::Target(square) => self.may_target(board, nation, square),
            _ => Forbidden::by(rule(Common::BombardmentSequence)),
        }
    }

    fn may_target(&self, board: &BoardOf<V>, nation: Nation, square: Square) -> Forbidden {
        let side = nation.side();
        let mut verdict = Forbidden::NO;
        if self.targets(board, nation).contains(square) {
            return verdict;
        }
        let rule = |rule: Common| Rule::<V::Own>::from(rule);
        let guns = self.guns(board, nation);
        verdict.when(guns.is_empty(), rule(Common::FiringGuns));
        let in_range = guns.iter().any(|gun| self.in_range(board, *gun, square));
        verdict.when(!guns.is_empty() && !in_range, rule(Common::ArtilleryRange));
        let row = self.target_row(board, side.enemy(), square);
        let needed = self.pack.charts.bombardment.minimum[usize::from(row)][0];
        verdict
            .when(in_range && self.factors_on(board, &guns, square) < needed, rule(Common::MinimumFactors));
        let engaged = board.units_at(square).any(|unit| board.unit(unit).has(Mark::Engaged));
        verdict.when(engaged || board.occupied(side).contains(square), rule(Common::FireLimits));
        let vacant = !board.occupied(side.enemy()).contains(square);
        verdict.when(vacant && board.is_interdicted(square), rule(Common::InterdictionFire));
        if verdict.is_legal() {
            verdict.when(true, self.variant.protection_rule());
        }
        verdict
    }

    pub(crate) fn choose_bombardment(
        &self,
        step: &mut steps::Bombardment,
        board: &mut BoardOf<V>,
        action: Action<V::Own>,
    ) -> Flow<V::Own> {
        let steps::Bombardment { side, next, passed } = step;
        let nation = self.acting(board, *side, *next);
        let index = *next;
        *next += 1;
        if let Action::Target(target) = action {
            board.shot = Shot { target, ..Shot::NONE };
            return Flow::call(steps::Guns { nation });
        }
        *passed |= 1 << index;
        Flow::Again
    }

    /// What the bombardment in hand comes to.
    pub fn assess_bombardment(&self, board: &BoardOf<V>, side: Side) -> BombardmentAssessment<V> {
        let shot = &board.shot;
        let chart = &self.pack.charts.bombardment;
        let row = self.target_row(board, side.enemy(), shot.target);
        let factors = self.shot_factors(board, side);
        let column = chart.minimum[usize::from(row)].iter().rposition(|least| factors >= *least);
        let mut modifiers = Modifiers::new();
        let targets = self.exposed(board, side.enemy(), shot.target);
        let (mut count, mut cavalry) = (0i8, false);
        for unit in targets {
            count += 1;
            cavalry |= self.pack.unit(unit).kind == Kind::Cavalry;
        }
        let rule = Common::BombardmentResults;
        modifiers.add_if(cavalry, rule, chart.drm.cavalry, "cavalry in the target");
        modifiers.add_if(
            board.observation[side.index()],
            Common::AirObservation,
            chart.drm.air_observation,
            "air observation",
        );
        modifiers.add(rule, chart.drm.stacked * (count - 1).max(0), "stacked targets");
        self.gun_modifiers(board, &shot.guns, chart.drm.heavy, chart.drm.unsupplied, &mut modifiers);
        modifiers.add_if(board.weather.is_foul(), board.weather.rule(), chart.drm.foul, "rain or snow");
        self.variant.bombardment_modifiers(self, board, side, &mut modifiers);
        BombardmentAssessment { factors, row, column: column.map(|column| column as u8), modifiers }
    }

    /// Heavy guns help and guns out of supply hinder, each by itself unless a game counts otherwise.
    pub(crate) fn gun_modifiers(
        &self,
        board: &BoardOf<V>,
        guns: &UnitSet,
        heavy: i8,
        unsupplied: i8,
        modifiers: &mut Modifiers<V::Own>,
    ) {
        let heavies = guns.iter().filter(|gun| self.pack.unit(*gun).heavy).count() as u8;
        let counted = self.variant.heavy_guns_counted(heavies) as i8;
        modifiers.add(Common::BombardmentRoll, heavy * counted, "heavy guns");
        let without = guns.iter().filter(|gun| !self.gun_is_supplied(board, *gun)).count() as i8;
        modifiers.add(Common::FireLimits, unsupplied * without, "guns out of supply");
    }

    /// A gun's supply is figured like attack supply, but uses up no HQ (Big Push 6.3.2).
    pub fn gun_is_supplied(&self, board: &BoardOf<V>, gun: Unit) -> bool {
        self.variant.gun_is_supplied(self, board, gun)
    }

    /// The result of a die in a column.
    pub fn bombardment_result(&self, column: u8, total: i8) -> Hit {
        let row = (total.clamp(1, 6) - 1) as usize;
        Hit::parse(&self.pack.charts.bombardment.rows[row][usize::from(column)])
    }

    pub(crate) fn run_fire(
        &self,
        board: &mut BoardOf<V>,
        nation: Nation,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let side = nation.side();
        let target = board.shot.target;
        let assessment = self.assess_bombardment(board, side);
        if board.shot.off_map {
            self.variant.off_map_fired(board, side);
        }
        let Some(column) = assessment.column else {
            context.tell(|| Event::BombardmentFailed { target });
            board.shot = Shot::NONE;
            self.variant.fire_lapsed(board);
            return Flow::Return;
        };
        let die = context.d6();
        let roll = Rolled::one(Common::BombardmentRoll, die, assessment.modifiers);
        let mut hit = self.bombardment_result(column, roll.total());
        if hit != Hit::Miss && !board.occupied(side.enemy()).contains(target) {
            hit = Hit::Interdict;
        }
        hit = self.variant.hit_on_target(board, hit);
        context.tell(|| Event::Bombarded { side, target, column, roll, hit });
        self.variant.bombardment_hit(self, board, side, target, hit, context)
    }

    /// Those in a square who can be hit from afar, or are assaulted.
    pub fn exposed<'a>(
        &'a self,
        board: &'a BoardOf<V>,
        side: Side,
        square: Square,
    ) -> impl Iterator<Item = Unit> + 'a {
        board
            .troops_at(&self.pack, side, square)
            .filter(move |unit| self.variant.is_exposed(self, board, *unit))
    }

    /// Carries out a result on a square; losses follow as a step of their own.
    pub fn apply_hit(
        &self,
        board: &mut BoardOf<V>,
        side: Side,
        target: Square,
        hit: Hit,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        board.shot = Shot::NONE;
        let enemy = side.enemy();
        match hit {
            Hit::Miss => {}
            Hit::Interdict => {
                if !board.is_interdicted(target) {
                    board.interdict(&self.pack, side, target, true);
                    context.tell(|| Event::Interdicted { square: target });
                }
            }
            Hit::Suppress | Hit::Disrupt => {
                let disrupted = hit == Hit::Disrupt;
                let units = self.shake(board, enemy, target, disrupted);
                let rule = Common::BombardmentResults.into();
                context.tell(|| Event::Shaken { square: target, disrupted, units, rule });
            }
            Hit::Steps(steps) => {
                board.losses = Losses::new(enemy, target, steps, Cause::Bombardment, Scope::Square);
                return Flow::goto(steps::Losses);
            }
        }
        Flow::Return
    }

    /// Suppresses or disrupts everyone of a side in a square.
    pub fn shake(&self, board: &mut BoardOf<V>, side: Side, square: Square, disrupted: bool) -> UnitSet {
        let units: UnitSet = self.exposed(board, side, square).collect();
        for unit in units.iter() {
            if disrupted {
                self.disrupt(board, unit);
            } else {
                self.suppress(board, unit);
            }
        }
        units
    }

    pub(crate) fn question_bombardment(&self, board: &BoardOf<V>, nation: Nation) -> Question<Rule<V::Own>> {
        Question { seats: self.variant.seat(board, nation).into(), rule: Common::BombardmentSequence.into() }
    }
}

/// Sums of factors over all squares at once, bit by bit.
struct Sums([Squares; 7]);

impl Sums {
    fn new() -> Sums {
        Sums([Squares::EMPTY; 7])
    }

    /// Adds `value` to the sum of every square of the set.
    fn add(&mut self, set: Squares, value: u8) {
        for bit in 0..7 {
            if value >> bit & 1 == 0 {
                continue;
            }
            let mut carry = set;
            for plane in &mut self.0[bit..] {
                let next = *plane & carry;
                *plane = (*plane | carry) - next;
                carry = next;
                if carry.is_empty() {
                    break;
                }
            }
        }
    }

    /// The squares whose sum is at least `value`.
    fn at_least(&self, value: u8) -> Squares {
        // Compare from the highest bit down: above, or equal so far.
        let mut above = Squares::EMPTY;
        let mut equal = Squares([u64::MAX; 12]);
        for bit in (0..7).rev() {
            let plane = self.0[bit];
            if value >> bit & 1 == 1 {
                equal = equal & plane;
            } else {
                above = above | (equal & plane);
                equal = equal - plane;
            }
        }
        above | equal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_over_all_squares_agree_with_plain_addition() {
        let sets: [Squares; 3] = [
            (0..300).map(Square).collect(),
            (200..500).map(Square).collect(),
            (250..748).map(Square).collect(),
        ];
        let mut sums = Sums::new();
        for (set, value) in sets.iter().zip([5, 6, 3]) {
            sums.add(*set, value);
        }
        for least in 1..16 {
            let found = sums.at_least(least);
            for square in (0..748).map(Square) {
                let sum: u8 =
                    sets.iter().zip([5, 6, 3]).filter(|(set, _)| set.contains(square)).map(|(_, v)| v).sum();
                assert_eq!(found.contains(square), sum >= least, "{square:?} {least}");
            }
        }
    }
}
