//! The course of an assault: supply, resources, dice, and what follows from the result.
//!
//! Big Push 11.0, 11.8 to 11.10; Verdun 16.0.

use arrayvec::ArrayVec;
use engine::{Forbidden, Question};

use crate::action::Action;
use crate::assault::{Assault, Outcome, Wave, outcome_rule};
use crate::board::{Commitment, Mark, Place};
use crate::commitment::Renewed;
use crate::event::{Event, Rolled};
use crate::losses::{Cause, Losses, Scope};
use crate::resources::SMOKE;
use crate::rule::{Common, Rule};
use crate::square::{Square, Squares};
use crate::step::{Stage, Step};
use crate::steps;
use crate::units::{Kind, Nation, Side, Unit, UnitSet};
use crate::variant::{BoardOf, ContextOf, Grid, Variant};
use crate::{Answers, Flow};

impl<V: Variant> Grid<V> {
    /// The assaults that a commander resolves: those in which he has more factors.
    fn assaults_of(&self, board: &BoardOf<V>, nation: Nation) -> Squares {
        let mut squares = self.assaulted(board, nation.side(), Renewed::Too);
        for square in squares.iter() {
            let leader = self.leader(board, nation.side(), square);
            if leader != nation {
                squares.remove(square);
            }
        }
        squares
    }

    fn leader(&self, board: &BoardOf<V>, side: Side, target: Square) -> Nation {
        let commanders = self.variant.commanders(board, side);
        if commanders.len() == 1 {
            return commanders[0];
        }
        let mut factors = [0u16; 3];
        self.attackers(board, target, |unit| {
            let commander = self.variant.commander(board, self.pack.unit(unit).nation);
            factors[commander.index()] += u16::from(board.face(&self.pack, unit).attack) + 1;
        });
        let most = commanders.iter().map(|nation| factors[nation.index()]).max().unwrap_or(0);
        commanders.iter().copied().find(|nation| factors[nation.index()] == most).unwrap_or(commanders[0])
    }

    /// The phasing player takes his assaults in any order; all must be made (Big Push 11.0, 11.3).
    pub(crate) fn run_assaults(&self, step: &mut steps::Assaults, board: &mut BoardOf<V>) -> Flow<V::Own> {
        let steps::Assaults { side, next } = step;
        self.drop_out(board, *side);
        let commanders = self.variant.commanders(board, *side);
        for _ in 0..commanders.len() {
            let nation = commanders[usize::from(*next) % commanders.len()];
            if !self.assaults_of(board, nation).is_empty() {
                return Flow::Ask;
            }
            *next = (*next + 1) % commanders.len() as u8;
        }
        self.end_wave(board, |_| Commitment(0));
        Flow::Return
    }

    pub(crate) fn ask_assaults(&self, board: &BoardOf<V>, nation: Nation, answers: &mut Answers<V>) {
        answers.extend(self.assaults_of(board, nation).iter().map(Action::Resolve));
    }

    pub(crate) fn check_assaults(
        &self,
        board: &BoardOf<V>,
        nation: Nation,
        action: Action<V::Own>,
    ) -> Forbidden {
        match action {
            Action::Resolve(square) if self.assaults_of(board, nation).contains(square) => Forbidden::NO,
            _ => Forbidden::by(Rule::<V::Own>::from(Common::Assault)),
        }
    }

    pub(crate) fn choose_assaults(
        &self,
        step: &mut steps::Assaults,
        board: &mut BoardOf<V>,
        action: Action<V::Own>,
    ) -> Flow<V::Own> {
        let steps::Assaults { side, next } = step;
        let Action::Resolve(target) = action else { return Flow::Again };
        *next = (*next + 1) % self.variant.commanders(board, *side).len() as u8;
        board.assault = Assault { target, side: *side, wave: self.wave_of(board, target), ..Assault::NONE };
        Flow::call(steps::Assault { stage: Stage::Begin })
    }

    /// One assault, stage by stage.
    pub(crate) fn run_assault(
        &self,
        stage: Stage,
        board: &mut BoardOf<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let next = |stage: Stage| Flow::goto(steps::Assault { stage });
        match stage {
            Stage::Begin => {
                if let Some(step) = self.variant.before_assault(self, board) {
                    return Flow::Call(Step::Own(step));
                }
                let target = board.assault.target;
                if self.attacker_list(board, target).is_empty() {
                    return next(Stage::End);
                }
                if self.variant.tallied_when_resolved() && !self.is_engaged_assault(board) {
                    self.tally_assault(board);
                }
                if !board.occupied(board.assault.side.enemy()).contains(target) {
                    board.assault.outcome = Some(Outcome::DefendersRetreat);
                    return next(Stage::DefenderDone);
                }
                if self.surrender(board, context) {
                    board.assault.outcome = Some(Outcome::DefendersRetreat);
                    return next(Stage::DefenderDone);
                }
                next(Stage::Supply)
            }
            Stage::Supply => match self.supply_question(board) {
                Some(_) => Flow::Ask,
                None => next(Stage::Resources),
            },
            Stage::Strike => match self.variant.counterattack(self, board) {
                Some(step) => Flow::Goto(Step::Own(step)),
                None => Flow::Ask,
            },
            Stage::Resources => Flow::Ask,
            Stage::Roll => {
                if let Some(step) = self.variant.before_roll(self, board) {
                    return Flow::Call(Step::Own(step));
                }
                self.roll_assault(board, context);
                match self.variant.after_roll(self, board) {
                    Some(step) => Flow::Goto(Step::Own(step)),
                    None => next(Stage::Result),
                }
            }
            Stage::Result => self.apply_outcome(board, context),
            Stage::AttackerDone => next(Stage::End),
            Stage::DefenderDone => self.after_defender_losses(board, context),
            Stage::StrikeRoll => {
                self.roll_strike(board, context);
                next(Stage::StrikeResult)
            }
            Stage::StrikeResult => self.apply_strike(board, context),
            Stage::StrikeDone => self.after_strike(board, context),
            Stage::End => self.end_assault(board, context),
        }
    }

    /// HQs in Supply Mode that are alone in the square surrender without dice (Big Push 7.4.2, 11.3).
    fn surrender(&self, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> bool {
        let alone = self.only_supply_hqs(board);
        if alone {
            let (side, target) = (board.assault.side.enemy(), board.assault.target);
            let units: ArrayVec<Unit, 8> = self.defenders(board, side, target).take(8).collect();
            for unit in units {
                self.variant.supply_hq_surrenders(self, board, unit, context);
            }
        }
        alone
    }

    /// HQs in Supply Mode surrender with those who lose a Secondary Attack, where a game says so (Verdun 16.8.3).
    fn surrender_in_second_wave(&self, board: &mut BoardOf<V>, context: &mut ContextOf<V>) {
        let (side, target) = (board.assault.side.enemy(), board.assault.target);
        if board.assault.wave != Wave::Secondary || !self.variant.second_wave_demoralizes(self) {
            return;
        }
        let is_supply =
            |unit: &Unit| self.pack.unit(*unit).kind == Kind::Hq && board.unit(*unit).has(Mark::Back);
        let units: ArrayVec<Unit, 8> =
            self.defenders(board, side, target).filter(is_supply).take(8).collect();
        for unit in units {
            self.variant.supply_hq_surrenders(self, board, unit, context);
        }
    }

    /// Whether nobody but HQs in Supply Mode defends against the assault in hand (Big Push 11.3).
    pub(crate) fn only_supply_hqs(&self, board: &BoardOf<V>) -> bool {
        let mut units = self.defenders(board, board.assault.side.enemy(), board.assault.target).peekable();
        units.peek().is_some()
            && units.all(|unit| self.pack.unit(unit).kind == Kind::Hq && board.unit(unit).has(Mark::Back))
    }

    /// An HQ in Supply Mode surrenders: a point for its step, and it is out of the game (Big Push 7.4.2).
    pub fn give_up(&self, board: &mut BoardOf<V>, unit: Unit, context: &mut ContextOf<V>) {
        context.tell(|| Event::Surrendered { unit });
        self.score_loss(board, unit, 1, self.loses_in_own_assault(board, unit), context);
        self.take_off(board, unit, Place::Gone);
    }

    /// The nation that must name a supply HQ next, with the HQs it may name.
    pub(crate) fn supply_question(&self, board: &BoardOf<V>) -> Option<(Nation, ArrayVec<Unit, 16>)> {
        let assault = &board.assault;
        if self.is_engaged_assault(board) {
            return None;
        }
        let mut from = [Squares::EMPTY; 3];
        self.attackers(board, assault.target, |unit| {
            from[self.pack.unit(unit).nation.index()].insert(board.square(unit));
        });
        for nation in Nation::ALL {
            let squares = from[nation.index()];
            if squares.is_empty() || assault.asked >> nation.index() & 1 == 1 {
                continue;
            }
            let hqs = self.variant.supply_choices(self, board, nation, &squares);
            if !hqs.is_empty() {
                return Some((nation, hqs));
            }
        }
        None
    }

    /// A nation names an HQ for the assault in hand, or none.
    pub(crate) fn name_supply(&self, board: &mut BoardOf<V>, nation: Nation, hq: Unit) {
        if hq.is_some() {
            board.assault.supply[nation.index()] = hq;
            board.used.insert(hq);
        } else {
            board.assault.asked |= 1 << nation.index();
        }
    }

    /// Counts the assault in hand for replacements (Big Push 12.1.1, Verdun 17.2).
    fn tally_assault(&self, board: &mut BoardOf<V>) {
        let commander = self.assault_commander(board);
        let tally = &mut board.tally[commander.index()];
        tally.assaults = tally.assaults.saturating_add(1);
    }

    pub(crate) fn question_assault(&self, stage: Stage, board: &BoardOf<V>) -> Question<Rule<V::Own>> {
        match stage {
            Stage::Supply => {
                let nation = self.supply_question(board).map_or(Nation::German, |(nation, _)| nation);
                self.question_of(board, self.variant.commander(board, nation), Common::AttackSupply)
            }
            Stage::Strike => {
                let side = board.assault.side.enemy();
                let nation = self.spokesman(board, side, self.strikers(board));
                self.question_of(board, nation, Common::AssaultResults)
            }
            _ => self.question_of(board, self.assault_commander(board), Common::UsingResources),
        }
    }

    pub(crate) fn ask_assault(&self, stage: Stage, board: &BoardOf<V>, answers: &mut Answers<V>) {
        match stage {
            Stage::Supply => {
                if let Some((_, hqs)) = self.supply_question(board) {
                    answers.extend(hqs.into_iter().map(Action::Supply));
                    answers.push(Action::Unsupplied);
                }
            }
            Stage::Strike => answers.extend(self.strike_squares(board).iter().map(Action::Strike)),
            _ => self.ask_resources(board, answers),
        }
    }

    fn strike_squares(&self, board: &BoardOf<V>) -> Squares {
        let mut squares = Squares::EMPTY;
        self.attackers(board, board.assault.target, |unit| squares.insert(board.square(unit)));
        squares
    }

    pub(crate) fn check_assault(
        &self,
        stage: Stage,
        board: &BoardOf<V>,
        action: Action<V::Own>,
    ) -> Forbidden {
        let rule = |rule: Common| Forbidden::by(Rule::<V::Own>::from(rule));
        match (stage, action) {
            (Stage::Supply, Action::Supply(hq)) => match self.supply_question(board) {
                Some((_, hqs)) if hqs.contains(&hq) => Forbidden::NO,
                _ => {
                    let mut verdict = rule(Common::AttackSupply);
                    let too_far = hq.is_some() && board.unit(hq).has(Mark::Back);
                    verdict.when(too_far, Rule::<V::Own>::from(Common::SupplyLimits));
                    verdict
                }
            },
            (Stage::Resources, Action::Use(kind)) => self.may_use(board, self.assault_commander(board), kind),
            (Stage::Supply, Action::Unsupplied) | (Stage::Resources, Action::Done) => Forbidden::NO,
            (Stage::Strike, Action::Strike(square)) if self.strike_squares(board).contains(square) => {
                Forbidden::NO
            }
            (Stage::Supply, _) => rule(Common::AttackSupply),
            (Stage::Strike, _) => rule(Common::AssaultResults),
            _ => rule(Common::UsingResources),
        }
    }

    pub(crate) fn choose_assault(
        &self,
        stage: Stage,
        board: &mut BoardOf<V>,
        action: Action<V::Own>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        match action {
            Action::Supply(_) | Action::Unsupplied => {
                if let Some((nation, _)) = self.supply_question(board) {
                    let hq = if let Action::Supply(hq) = action { hq } else { Unit::NONE };
                    self.name_supply(board, nation, hq);
                    context.tell(|| Event::Supplied { nation, hq });
                }
                Flow::Again
            }
            Action::Use(kind) => match self.use_resource(board, kind, context) {
                Some(step) => Flow::Call(Step::Own(step)),
                None => Flow::Again,
            },
            Action::Strike(square) => {
                board.assault.strike = square;
                Flow::goto(steps::Assault { stage: Stage::StrikeRoll })
            }
            _ if stage == Stage::Resources => Flow::goto(steps::Assault { stage: Stage::Roll }),
            _ => Flow::Again,
        }
    }

    /// Whether smoke is laid and its die is still to be rolled: when the dice fall again the wind stays as it was.
    pub(crate) fn wind_is_open(&self, board: &BoardOf<V>) -> bool {
        let assault = &board.assault;
        let known = assault.asked & Assault::WIND_KNOWN != 0;
        assault.resources >> SMOKE & 1 == 1 && assault.outcome.is_none() && !known
    }

    /// The die for the smoke: it blows at the defenders, or back (Big Push 11.6.1, Verdun 14.2.3).
    pub(crate) fn roll_wind(&self, board: &mut BoardOf<V>, context: &mut ContextOf<V>) {
        let die = context.d6();
        let works = die <= self.pack.charts.resources.smoke_upto;
        board.assault.smoke = works;
        context.tell(|| Event::Smoke { die, works });
    }

    fn roll_assault(&self, board: &mut BoardOf<V>, context: &mut ContextOf<V>) {
        if self.wind_is_open(board) {
            self.roll_wind(board, context);
        }
        let assessment = self.assess_assault(board);
        let column = self.assault_column(&assessment);
        let dice = [context.d6(), context.d6()];
        let roll = Rolled::two(Common::AssaultResults, dice, assessment.modifiers);
        let outcome = self.assault_result(column, roll.total());
        let (side, target) = (board.assault.side, board.assault.target);
        board.assault.outcome = Some(outcome);
        board.assault.closers =
            self.attacker_list(board, target).iter().any(|unit| board.unit(*unit).commitment().closed());
        context.tell(|| Event::Assaulted {
            side,
            counter: false,
            target,
            attackers: self.attacker_list(board, target).into_iter().collect(),
            defenders: self.defenders(board, side.enemy(), target).collect(),
            attack: assessment.attack,
            defense: assessment.defense,
            shifts: assessment.shifts,
            column,
            roll,
            outcome,
        });
        self.variant.assaulted(self, board, outcome, context);
    }

    /// When anyone closed in, step losses double, an attacker's retreat costs him a step, and an engagement, a
    /// counterattack or a plain retreat costs the defender one (Big Push 11.7.6).
    fn steps_for(board: &BoardOf<V>, outcome: Outcome) -> (u8, u8) {
        let (attacker, defender) = (outcome.attacker_steps(), outcome.defender_steps());
        if !board.assault.closers {
            return (attacker, defender);
        }
        match outcome {
            Outcome::AttackersRetreat => (1, 0),
            Outcome::Engaged | Outcome::Counterattack | Outcome::DefendersRetreat => (0, 1),
            _ => (attacker * 2, defender * 2),
        }
    }

    fn apply_outcome(&self, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        let Some(outcome) = board.assault.outcome else {
            return Flow::goto(steps::Assault { stage: Stage::End });
        };
        let (side, target) = (board.assault.side, board.assault.target);
        let (attacker, defender) = Self::steps_for(board, outcome);
        if outcome != Outcome::Engaged && self.variant.engaged_fight_on() && self.is_engaged_assault(board) {
            self.disengage(board, context);
        }
        if outcome == Outcome::AttackersEliminated {
            for unit in self.attacker_list(board, target) {
                self.eliminate(board, unit, outcome_rule(), context);
            }
            return Flow::goto(steps::Assault { stage: Stage::End });
        }
        if outcome >= Outcome::DefendersEliminated {
            self.surrender_in_second_wave(board, context);
            self.eliminate_all(board, side.enemy(), target, context);
            return Flow::goto(steps::Assault { stage: Stage::DefenderDone });
        }
        if attacker > 0 {
            board.losses = Losses::new(side, target, attacker, Cause::Assault, Scope::Attackers);
            return self.then(Stage::AttackerDone);
        }
        if defender > 0 {
            board.losses = Losses::new(side.enemy(), target, defender, Cause::Assault, Scope::Square);
            return self.then(Stage::DefenderDone);
        }
        let stage = if outcome.hurts_attacker() { Stage::AttackerDone } else { Stage::DefenderDone };
        Flow::goto(steps::Assault { stage })
    }

    /// Takes losses, then goes on with a stage. The step that called is replaced first, so that it resumes there.
    pub fn then(&self, stage: Stage) -> Flow<V::Own> {
        Flow::goto(steps::LossesThen { stage })
    }

    pub(crate) fn eliminate_all(
        &self,
        board: &mut BoardOf<V>,
        side: Side,
        square: Square,
        context: &mut ContextOf<V>,
    ) {
        let units: ArrayVec<Unit, 16> = self.defenders(board, side, square).take(16).collect();
        for unit in units {
            self.eliminate(board, unit, outcome_rule(), context);
        }
    }

    fn after_defender_losses(&self, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        let (side, target) = (board.assault.side, board.assault.target);
        let Some(outcome) = board.assault.outcome else {
            return Flow::goto(steps::Assault { stage: Stage::End });
        };
        if let Some(step) = self.variant.after_defense(self, board) {
            return Flow::Call(Step::Own(step));
        }
        if self.defenders(board, side.enemy(), target).next().is_none() {
            if self.attacker_list(board, target).is_empty() {
                return Flow::goto(steps::Assault { stage: Stage::End });
            }
            return self.enter_cleared(board, side);
        }
        match outcome {
            Outcome::Engaged => {
                self.engage(board, context);
                Flow::goto(steps::Assault { stage: Stage::End })
            }
            Outcome::Counterattack if self.strikers(board).next().is_some() => {
                Flow::goto(steps::Assault { stage: Stage::Strike })
            }
            _ => Flow::goto(steps::Retreat { side: side.enemy(), from: target }),
        }
    }

    /// The attackers enter a square that its defenders have left.
    pub(crate) fn enter_cleared(&self, board: &BoardOf<V>, side: Side) -> Flow<V::Own> {
        // Those who are engaged elsewhere stay, and keep the square.
        if self.binds_fighters_alone() && board.occupied(side.enemy()).contains(board.assault.target) {
            return match self.variant.square_cleared(self, board) {
                Some(step) => Flow::Goto(Step::Own(step)),
                None => Flow::goto(steps::Assault { stage: Stage::End }),
            };
        }
        match self.variant.square_cleared(self, board) {
            Some(step) => Flow::Goto(Step::Own(step)),
            None => Flow::goto(steps::Advance { side }),
        }
    }

    fn roll_strike(&self, board: &mut BoardOf<V>, context: &mut ContextOf<V>) {
        let assessment = self.assess_strike(board);
        let column = self.assault_column(&assessment);
        let dice = [context.d6(), context.d6()];
        let roll = Rolled::two(Common::AssaultResults, dice, assessment.modifiers);
        let outcome = self.assault_result(column, roll.total());
        let side = board.assault.side.enemy();
        board.assault.outcome = Some(outcome);
        let nation = self.spokesman(board, side, self.strikers(board));
        let tally = &mut board.tally[nation.index()];
        tally.assaults = tally.assaults.saturating_add(1);
        let target = board.assault.strike;
        let mut struck: UnitSet = self.attacker_list(board, board.assault.target).into_iter().collect();
        struck = struck.iter().filter(|unit| board.square(*unit) == target).collect();
        context.tell(|| Event::Assaulted {
            side,
            counter: true,
            target,
            attackers: self.strikers(board).collect(),
            defenders: struck,
            attack: assessment.attack,
            defense: assessment.defense,
            shifts: assessment.shifts,
            column,
            roll,
            outcome,
        });
    }

    /// The counterattack's result: A means those who strike back; nobody advances whatever it brings
    /// (Big Push 11.8).
    fn apply_strike(&self, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        let Some(outcome) = board.assault.outcome else {
            return Flow::goto(steps::Assault { stage: Stage::End });
        };
        let (side, target, strike) = (board.assault.side, board.assault.target, board.assault.strike);
        match outcome {
            Outcome::AttackersEliminated => {
                let strikers: ArrayVec<Unit, 16> = self.strikers(board).take(16).collect();
                for unit in strikers {
                    self.eliminate(board, unit, outcome_rule(), context);
                }
                Flow::goto(steps::Assault { stage: Stage::End })
            }
            Outcome::DefendersEliminated | Outcome::Breakthrough => {
                for unit in self.attacker_list(board, target) {
                    if board.square(unit) == strike {
                        self.eliminate(board, unit, outcome_rule(), context);
                    }
                }
                Flow::goto(steps::Assault { stage: Stage::End })
            }
            Outcome::Engaged => {
                self.engage(board, context);
                Flow::goto(steps::Assault { stage: Stage::End })
            }
            Outcome::Counterattack => Flow::goto(steps::Assault { stage: Stage::Strike }),
            Outcome::AttackersTwoSteps | Outcome::AttackersOneStep => {
                let steps = outcome.attacker_steps();
                board.losses = Losses::new(side.enemy(), target, steps, Cause::Assault, Scope::Strikers);
                self.then(Stage::StrikeDone)
            }
            Outcome::DefendersOneStep | Outcome::DefendersTwoSteps => {
                let steps = outcome.defender_steps();
                board.losses = Losses::new(side, strike, steps, Cause::Assault, Scope::Struck);
                self.then(Stage::StrikeDone)
            }
            Outcome::AttackersRetreat | Outcome::DefendersRetreat => {
                Flow::goto(steps::Assault { stage: Stage::StrikeDone })
            }
        }
    }

    /// Attackers who lose to a counterattack go back a square from where they stand.
    fn after_strike(&self, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        let _ = context;
        let (side, strike) = (board.assault.side, board.assault.strike);
        let outcome = board.assault.outcome;
        if outcome.is_some_and(Outcome::takes_square) {
            let target = board.assault.target;
            let losers = self.attacker_list(board, target);
            if losers.iter().any(|unit| board.square(*unit) == strike) {
                return Flow::goto(steps::Retreat { side, from: strike });
            }
        }
        Flow::goto(steps::Assault { stage: Stage::End })
    }

    fn end_assault(&self, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        let target = board.assault.target;
        for unit in self.attacker_list(board, target) {
            let turned = board.unit(unit).has(Mark::Engaged) && !board.unit(unit).has(Mark::Locked);
            // Where engaged defenders fight on, the result has ended their engagement already or leaves it as it was.
            let goes_on = turned && self.variant.engaged_fight_on();
            if turned && !goes_on {
                self.break_off(board, target, board.square(unit), context);
            }
            board.update(&self.pack, unit, |state| {
                if !goes_on {
                    state.set(Mark::Locked, false);
                    state.set(Mark::Engaged, false);
                }
                state.stand_down();
            });
        }
        self.release(board, context);
        for side in Side::BOTH {
            if self.overstacked(board, side).is_some() {
                return Flow::call(steps::Displace { side });
            }
        }
        board.assault = Assault::NONE;
        Flow::Return
    }
}
