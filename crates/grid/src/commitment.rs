//! Assault commitment: units move up to the line of an enemy square, and may then try to close in.
//!
//! Big Push 8.0, Verdun 13.0.

use arrayvec::ArrayVec;
use engine::{Forbidden, Question};

use crate::action::Action;
use crate::assault::Wave;
use crate::board::Mark;
use crate::event::{Event, Modifiers, Rolled};
use crate::rule::{Common, Rule};
use crate::square::{Square, Squares};
use crate::steps;
use crate::units::{Nation, Side, Size, Unit, UnitSet};
use crate::variant::{BoardOf, ContextOf, Grid, Small, Variant};
use crate::{Answers, Flow};

/// A stack that may close in.
#[derive(Clone, Debug)]
pub struct ClosingAssessment<V: Variant> {
    /// Its attack factors.
    pub factors: u8,
    /// What is added to the die.
    pub modifiers: Modifiers<V::Own>,
    /// Whether it needs no die.
    pub automatic: bool,
    /// The rule by which a six always fails, if in force.
    pub six_fails: Option<Rule<V::Own>>,
}

impl<V: Variant> ClosingAssessment<V> {
    /// Whether a die succeeds.
    pub fn succeeds(&self, die: u8) -> bool {
        !(die == 6 && self.six_fails.is_some()) && die as i8 + self.modifiers.sum() <= self.factors as i8
    }
}

impl<V: Variant> Grid<V> {
    /// Calls `each` for every unit committed against a square whose assault is not over.
    pub fn attackers(&self, board: &BoardOf<V>, target: Square, mut each: impl FnMut(Unit)) {
        if !target.is_some() {
            return;
        }
        for (direction, square) in self.pack.map.around(target) {
            for unit in board.units_at(square) {
                let commitment = board.unit(unit).commitment();
                if commitment.direction() == Some(direction.opposite()) && !commitment.fought() {
                    each(unit);
                }
            }
        }
    }

    /// The attackers of a square as a list.
    pub fn attacker_list(&self, board: &BoardOf<V>, target: Square) -> ArrayVec<Unit, 24> {
        let mut units = ArrayVec::new();
        self.attackers(board, target, |unit| {
            let _ = units.try_push(unit);
        });
        units
    }

    /// The square a unit is committed against.
    pub fn target_of(&self, board: &BoardOf<V>, unit: Unit) -> Square {
        let state = board.unit(unit);
        state
            .commitment()
            .direction()
            .filter(|_| state.square().is_some())
            .map_or(Square::NONE, |direction| self.pack.map.neighbour(state.square(), direction))
    }

    /// The squares that a side may assault: those of the enemy, and what else a game says.
    pub fn assaultable(&self, board: &BoardOf<V>, side: Side) -> Squares {
        *board.occupied(side.enemy()) | self.variant.empty_targets(self, board, side)
    }

    /// The squares that a side assaults, engaged ones apart or not.
    pub fn assaulted(&self, board: &BoardOf<V>, side: Side, renewed: Renewed) -> Squares {
        let mut targets = Squares::EMPTY;
        for square in (*board.occupied(side) & self.pack.map.spread(self.assaultable(board, side))).iter() {
            for unit in board.units_at(square) {
                let state = board.unit(unit);
                if state.commitment().direction().is_none() || state.commitment().fought() {
                    continue;
                }
                if renewed == Renewed::Too || !state.has(Mark::Locked) {
                    targets.insert(self.target_of(board, unit));
                }
            }
        }
        targets
    }

    pub(crate) fn run_commitment(
        &self,
        step: &mut steps::Commitment,
        board: &mut BoardOf<V>,
    ) -> Flow<V::Own> {
        let steps::Commitment { side, next } = step;
        let commanders = self.variant.commanders(board, *side);
        let count = commanders.len() as u8;
        if *next == 0 {
            let side = *side;
            for unit in self.pack.all_units() {
                let state = board.unit(unit);
                let renews = state.has(Mark::Locked);
                if state.commitment().0 == 0 || (renews && self.pack.side(unit) != side) {
                    continue;
                }
                // Engaged attackers are committed again without further ado (8.8).
                let direction = state.commitment().direction().filter(|_| renews);
                board.update(&self.pack, unit, |state| {
                    state.set_commitment(crate::board::Commitment(0));
                    if let Some(direction) = direction {
                        state.commit(direction);
                    }
                });
            }
        }
        let at = *next;
        *next += 1;
        if at < count {
            let nation = commanders[usize::from(at)];
            return Flow::call(steps::Commit { nation, only: Square::NONE });
        }
        if at < 2 * count {
            let nation = commanders[usize::from(at - count)];
            return Flow::Call(self.variant.closing_step(nation, Square::NONE));
        }
        Flow::Return
    }

    /// The units that could be committed somewhere: good-order infantry, cavalry and tanks next to enemies.
    fn eligible(&self, board: &BoardOf<V>, nation: Nation, wave: Wave) -> ArrayVec<Unit, 128> {
        let side = nation.side();
        let mut units = ArrayVec::new();
        for square in (*board.occupied(side) & self.pack.map.spread(self.assaultable(board, side))).iter() {
            for unit in board.units_at(square) {
                if self.may_attack(board, nation, unit, wave).is_legal() {
                    let _ = units.try_push(unit);
                }
            }
        }
        units
    }

    /// Disrupted units, guns and HQs do not assault; nor do those held, broken down, or already committed. In a
    /// Secondary Attack everyone must be in good order (Big Push 8.1, 11.10).
    fn may_attack(&self, board: &BoardOf<V>, nation: Nation, unit: Unit, wave: Wave) -> Forbidden {
        let (counter, state) = (self.pack.unit(unit), board.unit(unit));
        let rule = |rule: Common| Rule::<V::Own>::from(rule);
        let mut verdict = Forbidden::NO;
        let foreign = self.variant.commander(board, counter.nation) != nation;
        verdict.when(foreign || !counter.may_attack(), rule(Common::EligibleUnits));
        verdict.when(state.has(Mark::Disrupted), rule(Common::EligibleUnits));
        let suppressed = state.has(Mark::Suppressed) && !self.variant.suppressed_may_assault();
        verdict.when(suppressed, rule(Common::EligibleUnits));
        let tired = wave == Wave::Secondary && !state.good_order() && !self.pack.first_edition();
        verdict.when(tired, rule(Common::SecondaryAttacks));
        // An engagement is never fought on as a Secondary Attack.
        let engaged = wave == Wave::Secondary && state.has(Mark::Engaged) && !self.pack.first_edition();
        verdict.when(engaged, rule(Common::Engaged));
        verdict.extend(self.is_fixed(board, unit));
        verdict.when(state.has(Mark::Locked) || state.has(Mark::Withdrew), rule(Common::Engaged));
        verdict.when(state.commitment().direction().is_some(), rule(Common::MovingUp));
        verdict.when(state.commitment().fought(), rule(Common::SecondaryAttacks));
        verdict
    }

    /// Everything that speaks against committing a unit to an assault on a square.
    pub fn may_commit(
        &self,
        board: &BoardOf<V>,
        nation: Nation,
        unit: Unit,
        target: Square,
        wave: Wave,
        command: &CommandCache,
    ) -> Forbidden {
        let mut verdict = self.may_attack(board, nation, unit, wave);
        let rule = |rule: Common| Rule::<V::Own>::from(rule);
        let from = board.square(unit);
        if !from.is_some() || !verdict.is_legal() {
            verdict.when(!from.is_some(), rule(Common::EligibleUnits));
            return verdict;
        }
        let side = nation.side();
        let Some(direction) = self.pack.map.direction(from, target) else {
            verdict.when(true, rule(Common::Commitment));
            return verdict;
        };
        verdict.when(!self.assaultable(board, side).contains(target), rule(Common::Commitment));
        if !self.pack.map.passable(from, direction) {
            verdict.when(true, rule(Common::RiverCrossing));
            verdict.when(true, self.variant.crossing_rule());
        }
        verdict.extend(self.joins_engagement(board, unit, target));
        if !verdict.is_legal() {
            return verdict;
        }
        // The path is judged for the whole assault: a small unit shortens it for all of its nation.
        let own = self.pack.unit(unit).nation;
        let mut small = self.variant.is_small(self, unit);
        let mut others = ArrayVec::<Square, 24>::new();
        self.attackers(board, target, |other| {
            if self.pack.unit(other).nation == own {
                small |= self.variant.is_small(self, other);
                let _ = others.try_push(board.square(other));
            }
        });
        let reach = command.reach(own, if small { Small::Some } else { Small::None });
        let exempt = self.variant.engaged_fight_on() && board.unit(unit).has(Mark::Engaged);
        let supported =
            exempt || (reach.contains(from) && others.iter().all(|square| reach.contains(*square)));
        verdict.when(!supported, rule(Common::CommandSupport));
        verdict.when(!supported, self.variant.command_rule(own));
        verdict.extend(self.variant.may_commit(self, board, unit, target));
        verdict
    }

    /// Nobody joins an engagement, but engaged defenders may turn on one of their attackers (Big Push 8.8).
    // Ruling: squares with engaged units can be assaulted only by those engaged with them; where an engagement binds only
    // those who fight it, the others in their jump-off square can be assaulted.
    fn joins_engagement(&self, board: &BoardOf<V>, unit: Unit, target: Square) -> Forbidden {
        let engaged = self.is_sheltered_by_engagement(board, target);
        let opponent = board.units_at(target).any(|other| {
            board.unit(other).has(Mark::Locked) && self.target_of(board, other) == board.square(unit)
        });
        let in_engagement = board.unit(unit).has(Mark::Engaged);
        let fights = opponent && (in_engagement || self.pack.first_edition());
        // Units in the square with engaged defenders are met when these are fought again, and not before. Those engaged
        // fight alone: no one joins them, and they join no one.
        let mut reinforces = false;
        if !self.pack.first_edition() {
            let is_in =
                |unit: Unit| board.unit(unit).has(Mark::Engaged) || board.unit(unit).has(Mark::Locked);
            self.attackers(board, target, |other| reinforces |= is_in(other) != in_engagement);
        }
        let mut verdict = Forbidden::NO;
        let barred = (engaged || in_engagement) && !fights;
        verdict.when(barred || reinforces, Rule::<V::Own>::from(Common::Engaged));
        verdict
    }

    /// What has command, worked out once for a whole list of units.
    pub fn command_cache(&self, board: &BoardOf<V>, nation: Nation) -> CommandCache {
        let mut cache = CommandCache { reach: [[Squares::EMPTY; 2]; 3] };
        for own in Nation::ALL
            .into_iter()
            .filter(|own| own.side() == nation.side() && self.variant.commander(board, *own) == nation)
        {
            cache.reach[own.index()] = self.in_command_both(board, own);
        }
        cache
    }

    pub(crate) fn ask_commit(&self, step: &steps::Commit, board: &BoardOf<V>, answers: &mut Answers<V>) {
        let steps::Commit { nation, only } = *step;
        let wave = if only.is_some() { Wave::Secondary } else { Wave::Primary };
        self.commitments(board, nation, only, wave, |unit, to| answers.push(Action::Commit { unit, to }));
        if !only.is_some() || !self.attacker_list(board, only).is_empty() {
            answers.push(Action::Done);
        }
    }

    /// Calls `each` for every unit of a commander that may be committed in a wave, with its target.
    pub(crate) fn commitments(
        &self,
        board: &BoardOf<V>,
        nation: Nation,
        only: Square,
        wave: Wave,
        mut each: impl FnMut(Unit, Square),
    ) {
        let units = self.eligible(board, nation, wave);
        if !units.is_empty() {
            let command = self.command_cache(board, nation);
            let targets = self.assaultable(board, nation.side());
            for unit in units {
                let from = board.square(unit);
                for (_, target) in self.pack.map.around(from) {
                    if (only.is_some() && target != only) || !targets.contains(target) {
                        continue;
                    }
                    if self.may_commit(board, nation, unit, target, wave, &command).is_legal() {
                        each(unit, target);
                    }
                }
            }
        }
    }

    pub(crate) fn check_commit(
        &self,
        step: &steps::Commit,
        board: &BoardOf<V>,
        action: Action<V::Own>,
    ) -> Forbidden {
        let steps::Commit { nation, only } = *step;
        let rule = |rule: Common| Forbidden::by(Rule::<V::Own>::from(rule));
        let wave = if only.is_some() { Wave::Secondary } else { Wave::Primary };
        match action {
            Action::Commit { unit, to } if !only.is_some() || to == only => {
                self.may_commit(board, nation, unit, to, wave, &self.command_cache(board, nation))
            }
            Action::Done if !only.is_some() || !self.attacker_list(board, only).is_empty() => Forbidden::NO,
            _ if only.is_some() => rule(Common::SecondaryAttacks),
            _ => rule(Common::Commitment),
        }
    }

    pub(crate) fn choose_commit(
        &self,
        board: &mut BoardOf<V>,
        action: Action<V::Own>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let Action::Commit { unit, to } = action else { return Flow::Return };
        let from = board.square(unit);
        if let Some(direction) = self.pack.map.direction(from, to) {
            board.update(&self.pack, unit, |state| state.commit(direction));
            context.tell(|| {
                let range = self.command_distance(board, self.pack.unit(unit).nation, from).unwrap_or(0);
                Event::Committed { unit, target: to, range }
            });
        }
        Flow::Again
    }

    /// The stacks of a commander that may still try to close: where from, and against what.
    pub(crate) fn closing_stacks(
        &self,
        board: &BoardOf<V>,
        nation: Nation,
        only: Square,
    ) -> ArrayVec<(Square, Square), 64> {
        let mut stacks: ArrayVec<(Square, Square), 64> = ArrayVec::new();
        let side = nation.side();
        for square in (*board.occupied(side) & self.pack.map.spread(self.assaultable(board, side))).iter() {
            for unit in board.units_at(square) {
                let state = board.unit(unit);
                let commitment = state.commitment();
                let target = self.target_of(board, unit);
                let open = target.is_some()
                    && !commitment.closed()
                    && !commitment.failed()
                    && !commitment.fought()
                    && !state.has(Mark::Locked)
                    && self.variant.commander(board, self.pack.unit(unit).nation) == nation
                    && (!only.is_some() || target == only);
                if open && !stacks.contains(&(square, target)) {
                    let _ = stacks.try_push((square, target));
                }
            }
        }
        stacks
    }

    fn closing_units(&self, board: &BoardOf<V>, from: Square, to: Square) -> ArrayVec<Unit, 8> {
        board
            .units_at(from)
            .filter(|unit| self.target_of(board, *unit) == to && !board.unit(*unit).commitment().fought())
            .take(8)
            .collect()
    }

    /// A stack closes in when its die, with modifiers, is at most its attack factors; a strong division needs no die
    /// (Big Push 8.7, 8.7.1).
    pub fn assess_closing(&self, board: &BoardOf<V>, from: Square, to: Square) -> ClosingAssessment<V> {
        let units = self.closing_units(board, from, to);
        let chart = &self.pack.charts.closing;
        let factors = units.iter().map(|unit| board.face(&self.pack, *unit).attack).sum();
        let mut modifiers = Modifiers::new();
        // Whoever is suppressed in the square hinders all who go from there, also if he stays behind.
        let side = units.first().map(|unit| self.pack.side(*unit));
        let suppressed = if self.pack.first_edition() {
            units.iter().any(|unit| board.unit(*unit).has(Mark::Suppressed))
        } else {
            side.is_some_and(|side| {
                board.troops_at(&self.pack, side, from).any(|unit| board.unit(unit).has(Mark::Suppressed))
            })
        };
        modifiers.add_if(suppressed, Common::AssaultStatus, chart.suppressed, "suppressed");
        if let Some(unit) = units.first() {
            self.variant.closing_modifiers(self, board, *unit, &mut modifiers);
        }
        let six_fails = self.variant.six_never_closes(board);
        let strong = units.iter().any(|unit| {
            self.pack.unit(*unit).size == Size::Division
                && board.face(&self.pack, *unit).attack >= chart.automatic_from
        });
        let automatic = chart.automatic_from > 0 && strong && six_fails.is_none();
        ClosingAssessment { factors, modifiers, automatic, six_fails }
    }

    pub(crate) fn run_close(
        &self,
        step: &steps::Close,
        board: &mut BoardOf<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let steps::Close { nation, only } = *step;
        let stacks = self.closing_stacks(board, nation, only);
        if stacks.is_empty() {
            return Flow::Return;
        }
        if self.variant.must_close(board) {
            for (from, to) in stacks {
                self.close_in(board, from, to, context);
            }
            return Flow::Return;
        }
        Flow::Ask
    }

    fn close_in(&self, board: &mut BoardOf<V>, from: Square, to: Square, context: &mut ContextOf<V>) {
        let assessment = self.assess_closing(board, from, to);
        let units = self.closing_units(board, from, to);
        let die = (!assessment.automatic).then(|| context.d6());
        let success = die.is_none_or(|die| assessment.succeeds(die));
        let rule = assessment.six_fails.unwrap_or(Common::ClosingIn.into());
        let roll = die.map(|die| Rolled::one(rule, die, assessment.modifiers));
        let closers: UnitSet = units.iter().copied().collect();
        context.tell(|| Event::ClosedIn { from, to, units: closers, roll, success });
        for unit in units {
            board.update(&self.pack, unit, |state| state.close(success));
        }
    }

    /// Where every stack must close, those that failed are fired at but do not attack (Big Push 8.7).
    pub(crate) fn drop_out(&self, board: &mut BoardOf<V>, side: Side) {
        if !self.variant.must_close(board) {
            return;
        }
        for unit in self.pack.all_units().filter(|unit| self.pack.side(*unit) == side) {
            if board.unit(unit).commitment().failed() {
                board.update(&self.pack, unit, super::board::UnitState::stand_down);
            }
        }
    }

    pub(crate) fn ask_close(&self, step: &steps::Close, board: &BoardOf<V>, answers: &mut Answers<V>) {
        let steps::Close { nation, only } = *step;
        for (from, to) in self.closing_stacks(board, nation, only) {
            answers.push(Action::Close { from, to });
        }
        answers.push(Action::Done);
    }

    pub(crate) fn check_close(
        &self,
        step: &steps::Close,
        board: &BoardOf<V>,
        action: Action<V::Own>,
    ) -> Forbidden {
        let steps::Close { nation, only } = *step;
        match action {
            Action::Close { from, to } if self.closing_stacks(board, nation, only).contains(&(from, to)) => {
                Forbidden::NO
            }
            Action::Done => Forbidden::NO,
            _ => Forbidden::by(Rule::<V::Own>::from(Common::ClosingIn)),
        }
    }

    pub(crate) fn choose_close(
        &self,
        board: &mut BoardOf<V>,
        action: Action<V::Own>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let Action::Close { from, to } = action else { return Flow::Return };
        self.close_in(board, from, to, context);
        Flow::Again
    }

    pub(crate) fn question_of(
        &self,
        board: &BoardOf<V>,
        nation: Nation,
        rule: Common,
    ) -> Question<Rule<V::Own>> {
        Question { seats: self.variant.seat(board, nation).into(), rule: rule.into() }
    }

    /// The wave of an assault on a square: renewed if its attackers are engaged.
    pub(crate) fn wave_of(&self, board: &BoardOf<V>, target: Square) -> Wave {
        let mark = if self.variant.engaged_fight_on() { Mark::Engaged } else { Mark::Locked };
        let mut renewed = false;
        self.attackers(board, target, |unit| renewed |= board.unit(unit).has(mark));
        if renewed { Wave::Renewed } else { Wave::Primary }
    }
}

/// Whether engaged assaults count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewed {
    /// They do.
    Too,
    /// They do not.
    Not,
}

/// The squares in command, by nation, without and with small units.
#[derive(Clone, Debug)]
pub struct CommandCache {
    reach: [[Squares; 2]; 3],
}

impl CommandCache {
    /// The squares of a nation that are in command.
    pub fn reach(&self, nation: Nation, small: Small) -> &Squares {
        &self.reach[nation.index()][usize::from(small == Small::Some)]
    }
}
